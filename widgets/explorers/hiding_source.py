"""What the hiding explorer opens on: a position, or a worked example of hiding."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from wargame.core.data import scenario_folder, toml_files
from wargame.core.errors import one_of, shown
from wargame.core.examples import load_example
from wargame.rifle_and_spade.scene import FAMILY, build_scene
from wargame.rifle_and_spade.state import Situation
from widgets.errors import WidgetError
from widgets.explorers.hiding_plan import HidingPlan

if TYPE_CHECKING:
    from pathlib import Path

CHAIN = "RS-24"
"""The chain of counter-fire."""


def source_of(given: object) -> tuple[HidingPlan, str]:
    """Return the plan to begin with, and a title for it.

    Args:
        given: A position with units of both sides, or the id of an example in which somebody hides.

    Raises:
        WidgetError: It is neither.
        DataError: The example's file does not fit.
    """
    where = "HidingExplorer, situation"
    if isinstance(given, Situation):
        if not all(given.of(side) for side in given.sides):
            raise WidgetError(where, "a position with one side alone", "units of both sides")
        return HidingPlan.of(given), "The position given"
    known = _examples()
    if isinstance(given, str) and given in known:
        example = load_example(known[given])
        situation = build_scene(example.scene, given)
        plan, title = HidingPlan.of(situation), f"{given}: {example.example.title}"
        asked = (each.given for each in example.claim if each.ask == "rs.counter_fire")
        for claim in asked:
            plan = HidingPlan.of(situation, claim["firers"][0])
            return plan.fire_at(situation.board.hex(claim["target"])), title
        return plan, title
    allowed = f"a Situation, or the id of an example: {one_of(list(known), str(given))}"
    raise WidgetError(where, shown(given), allowed)


@cache
def _examples() -> dict[str, Path]:
    """Return the files of this family's examples in which somebody hides, by id."""
    found = {}
    for path in toml_files(scenario_folder() / "examples" / FAMILY):
        if "hiding = " in path.read_text("utf-8"):
            found[load_example(path).example.id] = path
    return found

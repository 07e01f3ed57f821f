"""What the fire explorer opens on: a position, a scenario's opening, or a worked example."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from wargame.core.data import scenario_folder, toml_files
from wargame.core.errors import one_of, shown
from wargame.core.exact import fraction_of
from wargame.core.examples import load_example
from wargame.lab import own_charts
from wargame.rifle_and_spade.rounding import plain
from wargame.rifle_and_spade.scenario import load_scenario, scenario_names
from wargame.rifle_and_spade.scene import FAMILY, build_scene
from wargame.rifle_and_spade.state import Situation
from widgets.errors import WidgetError
from widgets.explorers.fire_deeds import DEEDS
from widgets.explorers.fire_plan import FirePlan

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.core.examples import Example
    from wargame.rifle_and_spade.units import Steps

ASKED = ("rs.fire", "rs.fire_drm", "rs.fire_points", "rs.crossfire", "rs.may_fire")
"""The questions about one fire; an example opens on the first fire that it asks about."""


def plan_of(source: object) -> tuple[FirePlan, str]:
    """Return the plan to begin with, and a title for it.

    Args:
        source: A position, the name of a scenario, or the id of an example such as ``RS-55``.

    Raises:
        WidgetError: It is none of these.
        DataError: The file does not fit.
    """
    if isinstance(source, Situation):
        return FirePlan(source, source.active), "The position given"
    if isinstance(source, str) and source in scenario_names():
        scenario = load_scenario(source, own_charts())
        return FirePlan(scenario.situation, scenario.situation.active), scenario.opening.title
    examples = _examples()
    if isinstance(source, str) and source in examples:
        return _staged(load_example(examples[source]))
    words = one_of([*scenario_names(), *examples], str(source))
    allowed = f"a Situation, the name of a scenario, or the id of an example: {words}"
    raise WidgetError("FireExplorer, situation", shown(source), allowed)


@cache
def _examples() -> dict[str, Path]:
    """Return the files of this family's examples that ask about a fire, by id."""
    found = {}
    for path in toml_files(scenario_folder() / "examples" / FAMILY):
        words = path.read_text("utf-8")
        if any(f'ask = "{name}"' in words for name in ASKED):
            found[load_example(path).example.id] = path
    return found


def _staged(example: Example) -> tuple[FirePlan, str]:
    """Return the first fire that an example asks about."""
    head = example.example
    situation = build_scene(example.scene, head.id)
    assert isinstance(situation, Situation)  # noqa: S101 - what this family's builder makes
    given = next(claim.given for claim in example.claim if claim.ask in ASKED)
    firers = tuple(given["firers"])
    return _given(situation, firers, given), f"{head.id}: {head.title}"


def _given(situation: Situation, firers: tuple[str, ...], given: dict[str, Any]) -> FirePlan:
    board, side = situation.board, situation.unit(firers[0]).side
    movers = tuple(given.get("movers", ()))
    aimed = board.hex(given["target"])
    target = situation.piece(movers[0]).at if movers else aimed
    left = given.get("left") or given.get("crossing") or ""
    deed = given.get("deed", "enters") if movers else "still"
    standing = {piece.unit for piece in situation.at(target, situation.other(side))}
    return FirePlan(
        situation,
        side,
        target,
        firers,
        next(each for each in DEEDS if each == deed),
        () if set(movers) == standing else movers,
        board.hex(left) if left else None,
        _points(given.get("hexside_points", 0)),
        _points(given.get("inside_points", 0)),
        int(given.get("wave", 0)),
        bool(given.get("covered", False)),
        bool(given.get("crossing")),
        at_left=aimed != target,
    )


def _points(value: object) -> Steps:
    return plain(fraction_of(str(value)) or 0)

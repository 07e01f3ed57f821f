"""What the orders explorer opens on: a position, a scenario, or a worked example with orders."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.data import scenario_folder, toml_files
from wargame.core.errors import one_of, shown
from wargame.core.examples import load_example
from wargame.lab import own_charts
from wargame.rifle_and_spade.scenario import Scenario, load_scenario, scenario_names
from wargame.rifle_and_spade.scene import FAMILY, build_scene
from wargame.rifle_and_spade.state import Situation
from widgets.errors import WidgetError

if TYPE_CHECKING:
    from pathlib import Path

OPENING = "gallipoli_1915/kemals_counterattack"
_WHERE = "OrdersExplorer, situation"


@frozen
class Source:
    """A position with brigades or regiments under orders.

    Args:
        situation: The position.
        title: What it is called.
    """

    situation: Situation
    title: str


def source_of(given: object) -> Source:
    """Return what to open on.

    Args:
        given: A position, a loaded scenario or the name of one, or the id of an example.

    Raises:
        WidgetError: It is none of these, or nobody in it is under orders.
        DataError: The file of a scenario or an example does not fit.
    """
    source = _read(given)
    if not source.situation.commands:
        allowed = "one in which brigades or regiments are under orders"
        raise WidgetError(_WHERE, "a position without orders", allowed)
    return source


def _read(given: object) -> Source:
    if isinstance(given, Situation):
        return Source(given, "The position given")
    if isinstance(given, str) and given in scenario_names():
        given = load_scenario(given, own_charts())
    if isinstance(given, Scenario):
        return Source(given.situation, given.opening.title)
    known = _examples()
    if isinstance(given, str) and given in known:
        example = load_example(known[given])
        return Source(build_scene(example.scene, given), f"{given}: {example.example.title}")
    words = one_of([*scenario_names(), *known], str(given))
    allowed = f"a Situation, a Scenario or its name, or the id of an example with orders: {words}"
    raise WidgetError(_WHERE, shown(given), allowed)


@cache
def _examples() -> dict[str, Path]:
    """Return the files of this family's examples in which somebody is under orders, by id."""
    found = {}
    for path in toml_files(scenario_folder() / "examples" / FAMILY):
        words = path.read_text("utf-8")
        if "\nbrigiment = [" in words or "[[scene.brigiment]]" in words:
            found[load_example(path).example.id] = path
    return found

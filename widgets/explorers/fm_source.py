"""What an explorer of Fire & Movement opens on: a position, a scenario, or a worked example."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.data import scenario_folder, toml_files
from wargame.core.errors import one_of, shown
from wargame.core.examples import load_example
from wargame.fire_and_movement.scenario import (
    Scenario,
    build_scene,
    load_scenario,
    scenario_names,
)
from wargame.fire_and_movement.state import Situation
from wargame.lab import own_charts
from widgets.errors import WidgetError

if TYPE_CHECKING:
    from pathlib import Path

FAMILY = "fire_and_movement"


@frozen
class Source:
    """A position with units on the map.

    Args:
        situation: The position.
        title: What it is called.
    """

    situation: Situation
    title: str


def source_of(given: object, who: str) -> Source:
    """Return what to open on.

    Args:
        given: A position, a loaded scenario or the name of one, or the id of an example.
        who: The name of the explorer that asks.

    Raises:
        WidgetError: It is none of these, or no unit stands on its map.
        DataError: The file of a scenario or an example does not fit.
    """
    source = _read(given, f"{who}, situation")
    if not source.situation.pieces:
        allowed = "one in which units stand on the map"
        raise WidgetError(f"{who}, situation", "a position without units", allowed)
    return source


def _read(given: object, where: str) -> Source:
    if isinstance(given, Situation):
        return Source(given, "The position given")
    if isinstance(given, str) and given in scenario_names():
        given = load_scenario(given, own_charts())
    if isinstance(given, Scenario):
        return Source(given.situation, given.setup.title)
    known = _examples()
    if isinstance(given, str) and given in known:
        example = load_example(known[given])
        return Source(build_scene(example.scene, given), f"{given}: {example.example.title}")
    words = one_of([*scenario_names(), *known], str(given))
    allowed = f"a Situation, a Scenario or its name, or the id of an example: {words}"
    raise WidgetError(where, shown(given), allowed)


@cache
def _examples() -> dict[str, Path]:
    """Return the files of this family's examples, by id."""
    files = toml_files(scenario_folder() / "examples" / FAMILY)
    return {load_example(path).example.id: path for path in files}

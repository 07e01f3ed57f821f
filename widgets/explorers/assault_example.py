"""What the assault explorer opens on: a position with an assault, or a worked example of one."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.data import scenario_folder, toml_files
from wargame.core.drivers import play
from wargame.core.errors import one_of, shown
from wargame.core.examples import load_example
from wargame.core.scripted import Scripted
from wargame.rifle_and_spade import assault
from wargame.rifle_and_spade.scene import FAMILY, build_scene
from wargame.rifle_and_spade.state import Situation
from widgets.errors import WidgetError

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.core.examples import Example

LONG = "RS-69"
"""The long example of 18.4.2."""
TOLD = "rs.assault"
"""The question about a whole assault: its claims tell the rolls and decisions of the example."""
_WHERE = "AssaultExplorer, situation"


@frozen
class Source:
    """A position with an assault in it.

    Args:
        situation: The position.
        title: What it is called.
        story: Answers that play its first assault as its book tells it; empty where none does.
    """

    situation: Situation
    title: str
    story: tuple[int | str, ...] = ()


def source_of(given: object) -> Source:
    """Return what to open on.

    Args:
        given: A position with an assault marker, or the id of an example with one.

    Raises:
        WidgetError: It is neither.
        DataError: The example's file does not fit.
    """
    if isinstance(given, Situation):
        if not given.assaults:
            raise WidgetError(_WHERE, "a position without an assault", "one with a marker")
        return Source(given, "The position given")
    known = _examples()
    if isinstance(given, str) and given in known:
        example = load_example(known[given])
        situation = build_scene(example.scene, given)
        return Source(situation, f"{given}: {example.example.title}", _story(example, situation))
    words = one_of(list(known), str(given))
    allowed = f"a Situation with an assault, or the id of an example with one: {words}"
    raise WidgetError(_WHERE, shown(given), allowed)


def _story(example: Example, situation: Situation) -> tuple[int | str, ...]:
    """Return the answers of a whole assault that an example tells, if it tells one."""
    label = situation.board.label(situation.assaults[0].at)
    for claim in example.claim:
        given = claim.given
        if claim.ask == TOLD and given["at"] == label:
            rolls, choices = tuple(given.get("rolls", ())), tuple(given.get("choices", ()))
            fight = partial(assault.resolve_assault, situation, situation.assaults[0].at)
            played = play(fight, Scripted(TOLD, rolls, choices))
            return tuple(entry.answer for entry in played.journal)
    return ()


@cache
def _examples() -> dict[str, Path]:
    """Return the files of this family's examples in whose position an assault is on, by id."""
    found = {}
    for path in toml_files(scenario_folder() / "examples" / FAMILY):
        words = path.read_text("utf-8")
        if "\nassault = [" in words or "[[scene.assault]]" in words:
            found[load_example(path).example.id] = path
    return found

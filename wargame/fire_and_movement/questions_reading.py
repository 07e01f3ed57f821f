"""Questions about how to read the rules: counters, set-up, supply, and what editions change."""

from __future__ import annotations

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding
from wargame.fire_and_movement import differences as told
from wargame.fire_and_movement import identifiers
from wargame.fire_and_movement import set_up as setting
from wargame.fire_and_movement import supply as supplies
from wargame.fire_and_movement.allotment import track_named
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.state import Situation


@question("fm.identifier")
def identifier(*, game: str, written: str, size: str = "") -> Ruling:
    """What the identifier on a counter says.

    Args:
        game: The ruleset, which gives the edition.
        written: As printed: ``4/47`` or ``9``.
        size: The size symbol beside it, such as ``XX``.
    """
    return identifiers.identifier(ruleset_named(game), written, size)


@question("fm.set_up")
def set_up(*, scenario: str, track: str = "") -> Ruling:
    """How a scenario is set up: first player, units on the map, what waits, support fire.

    Args:
        scenario: Folder and file, such as ``gaza_1917/second_battle``.
        track: Its turn track, such as ``lebanon_82/1982``, where it has one.
    """
    known = load_scenario(scenario)
    return setting.set_up(known, track_named(track) if track else None)


@question("fm.supply", scene="fire_and_movement")
def supply(situation: Situation, *, unit: str) -> Ruling:
    """What being cut off costs a unit."""
    return supplies.supply(situation, unit)


@question("fm.difference")
def difference(*, id: str, edition: str = "") -> Ruling:
    """What a difference between version 7 and version 8 is about, and what each edition says.

    Args:
        id: ``D-01`` to ``D-34``.
        edition: FM7 or FM8, to be told only what that one says; both if not given.
    """
    row = told.difference(id)
    parts = (
        figure("Version 7", row.version_7, f"{row.version_7}", *row.cases_7),
        figure("Version 8", row.version_8, f"{row.version_8}", *row.cases_8),
        figure("Switch", row.fields, row.effect),
    )
    if not edition:
        said = f"{row.title}: {row.effect}"
        return finding("Difference", row.kind, said, *row.cases, parts=parts)
    if edition not in told.EDITIONS:
        raise RequestError("edition", shown(edition), one_of(told.EDITIONS, edition))
    part = parts[edition == "FM8"]
    return finding("Difference", part.value, part.sentence, *part.cases)


@question("fm.rules_between")
def rules_between(*, game: str, other: str, words: bool = False) -> Ruling:
    """The differences between two rulesets, each a part with what both say.

    Args:
        game: One ruleset.
        other: The other.
        words: Whether differences of words alone are listed too.
    """
    first, second = ruleset_named(game), ruleset_named(other)
    found = [each for each in told.between(first, second) if words or not each.same_in_play]
    parts = [
        figure(
            each.id, each.title, f"{first.title}: {each.first} {second.title}: {each.second}",
            *each.cases,
        )
        for each in found
    ]  # fmt: skip
    said = f"{first.title} and {second.title} differ in {len(found)} matters."
    return finding("Differences", tuple(each.id for each in found), said, parts=parts)

"""Support fire markers (7.0, 8.2.1 b): allotment, the alternating placement, the blind draw.

A marker lies face down until both sides have placed, and it was drawn blind; so who drew what makes
no difference until the reveal. The draw is therefore asked for at the reveal, which keeps the value
hidden from everybody by construction.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.errors import DataError, shown
from wargame.core.procedure import Band, Choice, Option, Roll
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, skipped

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from wargame.core.procedure import Step
    from wargame.fire_and_movement.attack import Attack
    from wargame.fire_and_movement.ruleset import Ruleset
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Marker

PLACE, PASS = "place", "pass"
PLAYERS = 2


@implements("FM8", "7.1", "7.1/1", "7.1/3")
@implements("FM7", "7.1", "7.1/1", "7.1/3")
def allotment(rules: Ruleset, box: str, *, first_player: bool) -> Ruling:
    """Return how many markers a player receives this turn, from the turn track's box.

    Args:
        rules: Gives the edition.
        box: As printed: one number for both players, or ``8/9`` for the first and the second.
        first_player: Whether the first player asks.

    Raises:
        DataError: The box holds no such thing.
    """
    figures = box.split("/")
    if len(figures) > PLAYERS or not all(each.strip().isdecimal() for each in figures):
        raise DataError("turn track box", shown(box), "a number, or two with a slash: '8/9'")
    number = int(figures[0] if first_player else figures[-1])
    who = "first" if first_player else "second"
    said = f"The box {box} gives the {who} player {number} markers."
    return figure("Allotment", number, said, *rules.cases("7.1", "7.1/1", "7.1/3"), unit="markers")


@implements("FM8", "7.1/2")
@implements("FM7", "7.1/2")
def allotted(
    rules: Ruleset, pool: Sequence[Marker], number: int
) -> Generator[Step, Any, tuple[Marker, ...]]:
    """Take this turn's markers from the pool.

    Version 8 takes the lowest values first; version 7 draws every one at random (FM-Q09).

    Args:
        rules: Says which.
        pool: The side's whole pool.
        number: The allotment.

    Returns:
        The markers taken, all of the pool when it holds no more than *number*.
    """
    left = sorted(pool, key=_by_value)
    if number >= len(left):
        return tuple(left)
    if rules.lowest_first:
        return tuple(left[:number])
    taken: list[Marker] = []
    for _ in range(number):
        marker = yield from draw(tuple(left), "Draw a marker for this turn", rules)
        left.remove(marker)
        taken.append(marker)
    return tuple(sorted(taken, key=_by_value))


def _by_value(marker: Marker) -> tuple[int, str]:
    return marker.value, marker.id


@implements("FM8", "7.2", "7.2/6")
@implements("FM7", "7.2", "7.2/5", "8.2.1/3")
def draw(markers: Sequence[Marker], purpose: str, rules: Ruleset) -> Generator[Step, Any, Marker]:
    """Draw one marker blind; markers of equal value are one band.

    Args:
        markers: What lies in the pool; at least one.
        purpose: What the draw is for.
        rules: Gives the case.
    """
    ordered = sorted(markers, key=_by_value)
    bands: list[Band] = []
    for face, marker in enumerate(ordered, start=1):
        if bands and bands[-1].outcome == f"+{marker.value}":
            bands[-1] = evolve(bands[-1], high=face)
        else:
            bands.append(Band(face, face, f"+{marker.value}"))
    band: Band = yield Roll(purpose, len(ordered), bands, (rules.case("7.2/6"),), drawn=True)
    return ordered[band.low - 1]


@implements("FM8", "8.2.1/2", "8.2.1/3", "8.2.1/4", "8.2.1/5", "8.2.1/6", "8.2.1/7", "8.2.1/8")
@implements("FM7", "8.2.1/2", "8.2.1/4", "8.2.1/5", "8.2.1/6", "8.2.1/7", "8.2.1/8", "8.2.1/9")
def place_support(attack: Attack) -> Generator[Step, Any, Attack]:
    """Run the five steps of placing support fire on one combat, then reveal (8.2.1 b).

    Attacker, defender, attacker, defender: each may place one marker or pass, whatever was done
    before, and nobody may take a step back.

    Returns:
        The attack with the revealed markers on it and its situation with them spent.
    """
    situation, rules = attack.situation, attack.situation.ruleset
    placed = {situation.active: 0, situation.inactive: 0}
    step_cases = iter(("8.2.1/3", "8.2.1/4", "8.2.1/5", "8.2.1/6"))
    for number in range(1, rules.markers_in_combat + 1):
        for side in (situation.active, situation.inactive):
            case = rules.case(next(step_cases, "8.2.1/6"))
            stock = len(situation.markers(side, pool=True)) - placed[side]
            what = f"{side}: marker {number}"
            if stock <= 0:
                yield skipped(what, f"{side} has no marker left to place.", case)
                continue
            cases = (case, rules.case("8.2.1/8"))
            answer: Option = yield Choice(side, what, _place_options(stock), cases)
            placed[side] += answer.key == PLACE
    return (yield from _reveal(attack, placed))


def _place_options(stock: int) -> tuple[Option, ...]:
    return Option(PASS, "place no marker"), Option(PLACE, f"place a marker, unseen ({stock} left)")


def _reveal(attack: Attack, placed: dict[str, int]) -> Generator[Step, Any, Attack]:
    """Turn the placed markers over, attacker's first, and spend them (7.2/3, 7.2/7)."""
    situation, fire = attack.situation, dict[str, tuple[str, ...]]()
    for side, count in placed.items():
        drawn: list[str] = []
        for number in range(1, count + 1):
            marker = yield from drawn_marker(situation, side, f"{side}: turn over marker {number}")
            situation = situation.spend((marker.id,))
            drawn.append(marker.id)
        fire[side] = tuple(drawn)
    return evolve(
        attack,
        situation=situation,
        attack_fire=(*attack.attack_fire, *fire[situation.active]),
        defense_fire=(*attack.defense_fire, *fire[situation.inactive]),
    )


@implements("FM8", "7.2/3", "7.2/7")
@implements("FM7", "7.2/6")
def drawn_marker(situation: Situation, side: str, purpose: str) -> Generator[Step, Any, Marker]:
    """Draw one of a side's ready pool markers; the caller spends it, so it serves only once."""
    pool = situation.markers(side, pool=True)
    marker = yield from draw(pool, purpose, situation.ruleset)
    yield revealed(marker, situation.ruleset)
    return marker


def revealed(marker: Marker, rules: Ruleset) -> Ruling:
    """Return the announcement of a marker turned over."""
    name = marker.name or marker.id
    said = f"{marker.side} turns over +{marker.value}."
    cases = rules.reveal_cases
    return finding(f"Marker {name}", marker.value, said, *cases, provenance=marker.provenance)

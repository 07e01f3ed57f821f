"""Officer points from turn to turn (10.1): gained and lost, the caps, the bonus of dawn.

What they are spent on stands in :mod:`~wargame.rifle_and_spade.officers`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Band, Roll
from wargame.core.rulebook import implements
from wargame.core.ruling import automatic, figure, finding, refusal, skipped
from wargame.core.ruling_views import value_text
from wargame.rifle_and_spade.dice import chances_up, d10, decimal_roll, hundredths, round_down
from wargame.rifle_and_spade.orders.order import called
from wargame.rifle_and_spade.rounding import plain
from wargame.rifle_and_spade.ruleset import TURNS_A_DAY

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.procedure import Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.units import Steps

UNIT = "officer points"
TEN = 10
UP = 4
"""The highest face of the one die that rounds half a point up (10.1.2)."""
HALF = Fraction(1, 2)
_ORDERS = {"attack": "attack orders", "defense": "defense orders", "regroup": "regroup orders"}


def points_of(situation: Situation, brigiment: str) -> int:
    """Return the officer points of a brigiment in play.

    Raises:
        RequestError: There is no such brigiment.
    """
    situation.command(brigiment)
    return situation.points_of(brigiment) or 0


@implements("RS", "9.4.2", "10.0")
def with_points(situation: Situation, brigiment: str, points: int) -> Situation:
    """Return the situation with a brigiment at so many officer points, never below none."""
    officers = dict(situation.officers) | {brigiment: max(points, 0)}
    return evolve(situation, officers=tuple(sorted(officers.items())))


@implements("RS", "10.1.4")
def begin(situation: Situation, brigiment: str) -> Situation:
    """Return the situation with a brigiment at its maximum, as when it is set up or released."""
    return with_points(situation, brigiment, situation.command(brigiment).maximum)


def regrouping(command: Command) -> bool:
    """Return whether a brigiment is in regroup, having reached its regroup point (11.14.12)."""
    return command.order.kind == "regroup" and command.regrouping is not None


@implements("RS", "10.1.2", "10.1.3", "11.14.4", "11.14.12/5")
def gain(situation: Situation, brigiment: str) -> Ruling:
    """Return what a brigiment gains, or loses, by its order this turn, before caps and dice."""
    command = situation.command(brigiment)
    order = command.order
    label = f"Gain of {brigiment}"
    if not command.released:
        return automatic(label, 0, f"{brigiment} has not been released.", "RS 10.1.4")
    if order.group == "rear":
        said = f"{called(order.kind).capitalize()} neither gains nor loses any."
        return automatic(label, 0, said, "RS 10.1.2")
    if order.kind == "disorganized defense":
        whole = _entry(situation, command, "defense")
        said = "Disorganized Defense gains half of what Defense does."
        return finding(label, _half(whole), said, "RS 10.1.2", parts=(whole,), unit=UNIT)
    if order.kind == "regroup" and not regrouping(command):
        whole = _entry(situation, command, "defense")
        said = "Until all are at the regroup point, half of what Defense gains."
        cases = ("RS 10.1.3", "RS 11.14.4")
        return finding(label, _half(whole), said, *cases, parts=(whole,), unit=UNIT)
    entry = _entry(situation, command, order.group)
    said = f"Under {called(order.kind)} the marker's figure is taken."
    return finding(label, entry.value, said, "RS 10.1.2", parts=(entry,), unit=UNIT)


def _entry(situation: Situation, command: Command, group: str) -> Ruling:
    """Return the entry of the gain and loss matrix for a group of orders, by the light."""
    formation = situation.army.brigiment(command.brigiment)
    night = situation.light == "night"
    figures = formation.gains.night if night else formation.gains.day
    points = figures[("attack", "defense", "regroup").index(group)]
    said = f"{_ORDERS[group].capitalize()} {'at night' if night else 'by day and at twilight'}."
    origin = formation.provenance
    return figure("Matrix", points, said, "RS 10.1.2", unit=UNIT, provenance=origin)


def _half(whole: Ruling) -> Steps:
    assert isinstance(whole.value, int)  # noqa: S101 - an entry of the matrix is whole
    return plain(Fraction(whole.value, 2))


@implements("RS", "10.1.5", "10.1.6", "11.14.12")
def half_maximum(situation: Situation, brigiment: str) -> Ruling:
    """Return how far the officer points of a brigiment may rise now.

    At or under half its maximum it cannot rise above the half until it has regrouped; by RS-Q35
    entering regroup lifts that, or, by a switch of the ruleset, leaving it.
    """
    command, points = situation.command(brigiment), points_of(situation, brigiment)
    most, half = command.maximum, command.half
    limit = figure("Maximum", most, f"The maximum of {brigiment}.", "RS 10.1.5", unit=UNIT)
    label = "Cap"
    if points > half:
        why = f"With {points} it is above the half, {half}."
        parts = (limit, skipped("Half-maximum", why, "RS 10.1.6", value=half))
        return finding(label, most, "It may rise to the maximum.", "RS 10.1.5", parts=parts)
    if _lifted(situation, command):
        why = "It has regrouped since it fell to the half."
        parts = (limit, skipped("Half-maximum", why, "RS 10.1.6", "RS 11.14.12", value=half))
        return finding(label, most, "It may rise to the maximum.", "RS 10.1.5", parts=parts)
    said = f"Half of {most}, fractions dropped; {points} is not above it."
    parts = (limit, figure("Half-maximum", half, said, "RS 10.1.6", unit=UNIT))
    said = f"Until it has regrouped it cannot rise above {half}."
    return finding(label, half, said, "RS 10.1.6", parts=parts, unit=UNIT)


def _lifted(situation: Situation, command: Command) -> bool:
    """Return whether a completed regroup has lifted the cap at the half."""
    if situation.ruleset.half_maximum_lifts_on_entering:
        return command.regrouped or regrouping(command)
    return command.regrouped and command.order.kind != "regroup"


def cap(situation: Situation, brigiment: str) -> int:
    """Return what :func:`half_maximum` does, without the words."""
    command, points = situation.command(brigiment), points_of(situation, brigiment)
    if points > command.half or _lifted(situation, command):
        return command.maximum
    return command.half


@implements("RS", "10.1.5", "10.1.6", "10.0")
def settled(situation: Situation, brigiment: str, gained: int) -> Ruling:
    """Return the officer points of a brigiment after it gained (or lost) so many, caps applied."""
    had, limit = points_of(situation, brigiment), half_maximum(situation, brigiment)
    most = max(cap(situation, brigiment), had)
    now = max(min(had + gained, most), 0)
    parts = (
        figure("Before", had, f"What {brigiment} had.", "RS 10.1.1", unit=UNIT),
        figure("Change", gained, "By its order or by dawn.", "RS 10.1", unit=UNIT),
        limit,
    )
    kept = "" if now == had + gained else (" It stops at none." if now == 0 else " It is capped.")
    said = f"{had} {'+' if gained >= 0 else '−'} {abs(gained)}.{kept}"
    return finding(f"Officer points of {brigiment}", now, said, "RS 10.1", parts=parts, unit=UNIT)


@implements("RS", "10.1.2", "1.4.6")
def rounding_roll(situation: Situation, purpose: str, value: Steps, *cases: str) -> Roll | None:
    """Return the roll that makes officer points whole; its outcomes are the whole results.

    Half a point is rolled for with one die as in the printed example, 0 to 4 up (RS-Q34); other
    fractions, and by a switch of the ruleset halves too, with a pair (1.4.6).

    Returns:
        The roll; None where nothing has to be rolled.
    """
    one_die = situation.ruleset.halves_by_one_die
    roll = _rounding_roll(one_die, purpose, Fraction(value), cases)
    return None if roll is None else evolve(roll, position=situation)


@lru_cache(maxsize=512)
def _rounding_roll(
    by_one_die: bool,  # noqa: FBT001 - a key of the cache
    purpose: str,
    value: Fraction,
    cases: tuple[str, ...],
) -> Roll | None:
    whole = round_down(value)
    if not by_one_die or value - whole != HALF:
        return decimal_roll(purpose, value, *cases)
    up = Band(0, UP, str(whole + 1))
    return d10(purpose, (up, Band(UP + 1, TEN - 1, str(whole))), *cases, "RS 10.1.2")


def chance_up(situation: Situation, value: Steps) -> Fraction:
    """Return the chance that a fraction of officer points is rounded up."""
    value = Fraction(value)
    if situation.ruleset.halves_by_one_die and value - round_down(value) == HALF:
        return HALF
    return Fraction(chances_up(value), 100)


@implements("RS", "10.1", "2.0/3c")
def adjust(situation: Situation, brigiment: str) -> Generator[Step, Any, Situation]:
    """Give a brigiment what it gains this turn by its order, or take what it loses."""
    value = gain(situation, brigiment).value
    assert isinstance(value, int | Fraction)  # noqa: S101 - a gain is a number
    purpose = f"Officer points of {brigiment}: {value_text(value)} by its order"
    after = yield from _given(situation, brigiment, value, purpose)
    return settled_regroup(after, brigiment)


def _given(
    situation: Situation, brigiment: str, value: Steps, purpose: str
) -> Generator[Step, Any, Situation]:
    """Add officer points, rolling for a fraction where it can matter."""
    had = points_of(situation, brigiment)
    if not value or (value > 0 and had >= cap(situation, brigiment)) or (value < 0 and not had):
        return situation
    roll = rounding_roll(situation, purpose, value, "RS 10.1")
    gained = hundredths(value)[0]
    if roll is not None:
        band: Band = yield roll
        gained = int(band.outcome)
    if not gained:
        return situation
    now = settled(situation, brigiment, gained)
    yield now
    assert isinstance(now.value, int)  # noqa: S101 - settled points are whole
    return with_points(situation, brigiment, now.value)


@implements("RS", "10.1.6")
def settled_regroup(situation: Situation, brigiment: str) -> Situation:
    """Return the situation with a completed regroup forgotten once it has done its work.

    It has when the points stand above the half outside of Regroup orders: should they fall to the
    half again, another regroup is needed.
    """
    command = situation.command(brigiment)
    above = points_of(situation, brigiment) > command.half
    if command.regrouped and above and command.order.kind != "regroup":
        return situation.with_command(evolve(command, regrouped=False))
    return situation


def adjust_all(situation: Situation) -> Generator[Step, Any, Situation]:
    """Adjust the officer points of every brigiment in play (2.0, step 3c)."""
    for command in situation.commands:
        situation = yield from adjust(situation, command.brigiment)
    return situation


def battalions_left(situation: Situation, brigiment: str) -> tuple[str, ...]:
    """Return the battalions of a brigiment that still have rifles on the map."""
    there = {
        unit.battalion
        for piece in situation.pieces
        if (unit := situation.unit(piece)).brigiment == brigiment and unit.arm == "rifle"
    }
    return tuple(name for name in situation.army.brigiment(brigiment).battalions if name in there)


def is_dawn(turn: int) -> bool:
    """Return whether a game turn begins at 4 am."""
    return turn % TURNS_A_DAY == 1


@implements("RS", "10.1.7")
def dawn_bonus(situation: Situation, brigiment: str, each: Fraction) -> Ruling:
    """Return the bonus of dawn before caps and dice: so much for each battalion still there.

    Args:
        situation: The position.
        brigiment: Whose.
        each: Officer points a battalion, as the scenario says.
    """
    label = f"Dawn bonus of {brigiment}"
    if not is_dawn(situation.turn):
        why = "The bonus comes on the turn that begins at 4 am."
        return refusal(label, why, "RS 10.1.7")
    there = battalions_left(situation, brigiment)
    parts = (
        figure("Battalions", len(there), f"{', '.join(there) or 'None'}.", "RS 10.1.7"),
        figure("Each", plain(each), "The scenario says so.", "RS 10.1.7", unit=UNIT),
    )
    value = plain(each * len(there))
    said = f"{len(there)} battalions, {value_text(plain(each))} each."
    return finding(label, value, said, "RS 10.1.7", parts=parts, unit=UNIT)


def dawn(situation: Situation, brigiment: str, each: Fraction) -> Generator[Step, Any, Situation]:
    """Give a brigiment the bonus of dawn; nothing on other turns."""
    bonus = dawn_bonus(situation, brigiment, each)
    if not bonus.allowed:
        return situation
    value = bonus.value
    assert isinstance(value, int | Fraction)  # noqa: S101 - a bonus is a number
    purpose = f"Officer points of {brigiment}: {value_text(value)} at dawn"
    after = yield from _given(situation, brigiment, value, purpose)
    return settled_regroup(after, brigiment)

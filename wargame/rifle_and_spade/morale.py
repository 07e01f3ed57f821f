"""Morale checks (16.2, 16.3): the rating, the modifiers, the roll, and what failing does."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, cast

from attrs import frozen

from wargame.core.errors import RequestError
from wargame.core.procedure import Roll, bands_of
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import (
    Ruling,
    as_cases,
    choice,
    figure,
    finding,
    skipped,
    total,
)
from wargame.rifle_and_spade import officers, rout
from wargame.rifle_and_spade.morale_table import HUNDRED, morale_chart
from wargame.rifle_and_spade.rally import rally

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping

    from wargame.core.procedure import Band, Step
    from wargame.rifle_and_spade.morale_table import Cause, Condition, Effect, MoraleChart
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Steps, Unit

__all__ = [
    "Checked",
    "chances",
    "check_roll",
    "check_ruling",
    "consequences",
    "drm",
    "morale_check",
    "owes_check",
    "rally",
    "rating",
    "rout_band",
]

Result = Literal["passed", "failed", "routed", "ignored"]

OUTCOMES: tuple[Result, ...] = ("passed", "failed", "routed")
CASES = as_cases(("RS 16.2/3", "RS 16.2/4", "RS 16.2.3"))


@frozen
class Checked:
    """What came of a morale check.

    Args:
        situation: The position after it.
        result: passed, failed or routed; ignored where an officer led from the front, or where
            nobody is left to check.
    """

    situation: Situation
    result: Result


@frozen
class _Case:
    """A morale check worked out: the unit that is rolled for, in plain numbers."""

    piece: Piece
    unit: Unit
    drm: int
    rout: int

    @property
    def target(self) -> int:
        """The highest natural roll that passes."""
        return self.unit.morale - self.drm


def _checkers(situation: Situation, names: Iterable[str]) -> list[Piece]:
    """Return the pieces of a stack that have a morale; headquarters have none."""
    found = (situation.piece(name) for name in names if situation.on_map(name))
    return [piece for piece in found if situation.unit(piece).arm != "headquarters"]


def _points(chart: MoraleChart, situation: Situation, piece: Piece) -> int:
    """Return the net modifier of one unit."""
    return sum(chart.points(each) for each in _WHEN if _applies(situation, piece, each))


@implements("RS", "20.2.2")
def _applies(situation: Situation, piece: Piece, condition: Condition) -> bool:
    """Return whether a condition counts; without command rules nobody is isolated or starved.

    One unit out of supply is enough for all of its stack, whichever of them is rolled for.
    """
    if condition == "confused":
        return piece.confused
    if condition == "night":
        return situation.light == "night"
    if condition == "isolated":
        return piece.isolated
    return situation.starved(piece)


def _case(situation: Situation, pieces: list[Piece]) -> _Case:
    """Work a check out for the unit with the highest printed rating.

    Among equals the owner would take the one that is likelier to pass, then to hold.
    """
    chart = morale_chart(situation.shelf)
    cases = []
    for piece in pieces:
        unit = situation.unit(piece)
        points = _points(chart, situation, piece)
        cases.append(_Case(piece, unit, points, chart.rout_numbers(unit)))
    return min(cases, key=lambda each: (-each.unit.morale, each.drm, each.rout, each.unit.id))


def _required(situation: Situation, names: Iterable[str]) -> list[Piece]:
    pieces = _checkers(situation, names)
    if not pieces:
        allowed = "at least one unit on the map that is no headquarters"
        raise RequestError("morale check", "nobody who checks", allowed)
    return pieces


@implements("RS", "16.2/1", "3.1.8")
def rating(situation: Situation, names: Iterable[str]) -> Ruling:
    """Return the rating of a stack: the highest printed on any unit in it."""
    pieces = _required(situation, names)
    best = _case(situation, pieces).piece
    lines = []
    for piece in pieces:
        unit = situation.unit(piece)
        if piece is best:
            origin = Provenance("printed", "RS 3.1.7/5") if unit.artillery else unit.provenance
            said = f"{unit.name} has the highest rating in the stack."
            lines.append(figure(unit.name, unit.morale, said, "RS 16.2/1", provenance=origin))
        else:
            why = f"{unit.name} is not the unit rolled for."
            lines.append(skipped(unit.name, why, "RS 16.2/1", value=unit.morale))
    said = "The whole stack checks on the highest printed rating in it."
    return choice("Morale rating", lines, said, "RS 16.2/1")


_WHEN: dict[Condition, tuple[str, str, str]] = {
    "confused": ("RS 16.1.2", "the unit is Confused", "the unit is not Confused"),
    "night": ("RS 16.2.2", "it is night", "it is not night"),
    "isolated": ("RS 11.6", "the unit is Isolated", "the unit is not Isolated"),
    "out of supply": (
        "RS 20.2.2",
        "a unit of the stack is out of supply",
        "the stack is in supply",
    ),
}


@implements("RS", "16.2/2", "11.6")
def drm(situation: Situation, names: Iterable[str], cause: Cause) -> Ruling:
    """Return the net modifier of the unit that is rolled for; positive is adverse.

    It is the marker that makes a unit isolated (9.3.2).
    """
    chart = morale_chart(situation.shelf)
    case = _case(situation, _required(situation, names))
    chart.line(cause)
    parts = [
        _modifier(chart, situation, case.piece, each.condition, each.source)
        for each in chart.modifiers
    ]
    said = f"Modifiers of {case.unit.name} are added up; they make it worse."
    return total("Morale DRM", parts, said, "RS 16.2/2")


def _modifier(
    chart: MoraleChart, situation: Situation, piece: Piece, condition: Condition, source: str
) -> Ruling:
    number, holds, fails = _WHEN[condition]
    label, points = condition.capitalize(), chart.points(condition)
    if not _applies(situation, piece, condition):
        return skipped(label, f"Not added: {fails}.", number, "RS 16.2.2", value=points)
    origin = Provenance(chart.provenance.kind, source or chart.provenance.source)
    return figure(label, points, f"Added because {holds}.", number, "RS 16.2.2", provenance=origin)


@implements("RS", "16.2.3")
def rout_band(situation: Situation, names: Iterable[str]) -> Ruling:
    """Return the natural rolls on which a failing stack routs, those of the unit rolled for."""
    chart = morale_chart(situation.shelf)
    case = _case(situation, _required(situation, names))
    base, unit = chart.base(case.unit), case.unit
    more = case.rout - base
    parts = (
        figure("For its kind", base, f"{unit.arm}, {unit.size}.", provenance=chart.provenance),
        figure("For its rating", more, f"Rated {unit.morale}.", provenance=chart.provenance),
    )
    band = f"{HUNDRED - case.rout:02}-99" if case.rout else "none"
    said = f"A check that fails on one of the {case.rout} highest natural rolls is a rout."
    return finding("Rout on", band, said, "RS 16.2.3", "RS 16.3/2", parts=parts)


@lru_cache(maxsize=1024)
def _bands(target: int, numbers: int) -> tuple[Band, ...]:
    """Return the bands of a check: a rout is a kind of failing, so what passes never routs."""
    outcomes = [
        "passed" if face <= target else "routed" if face >= HUNDRED - numbers else "failed"
        for face in range(HUNDRED)
    ]
    return bands_of(outcomes, first=0)


@implements("RS", "16.2/3", "16.2/4", "16.3/2", "1.4.3")
def check_roll(situation: Situation, names: Iterable[str], cause: Cause) -> Roll:
    """Return the roll of a morale check, its natural faces grouped into passed, failed, routed."""
    names = tuple(names)
    about = Asked(situation, names, cause)
    return _roll(_case(situation, _required(situation, names)), about)


@frozen
class Asked:
    """A morale check that is asked for.

    Args:
        situation: The position.
        names: The units that check.
        cause: Why.
    """

    situation: Situation
    names: tuple[str, ...]
    cause: Cause


def _roll(case: _Case, asked: Asked) -> Roll:
    situation, cause = asked.situation, asked.cause
    routs = "rout" in morale_chart(situation.shelf).line(cause).effects
    bands = _bands(case.target, case.rout if routs else 0)
    purpose = f"Morale of {case.unit.name} at {situation.board.label(case.piece.at)}"
    return Roll(purpose, HUNDRED, bands, CASES, first=0, position=situation, about=asked)


def _told(case: _Case, band: Band) -> Ruling:
    """Return what is announced after the roll; :func:`check_ruling` explains it in full."""
    said = (
        f"{case.unit.name}, rated {case.unit.morale} with a modifier of {case.drm}, passes on up "
        f"to {case.target}. The natural roll lies in {band.low:02}-{band.high:02}: {band.outcome}."
    )
    return Ruling("Morale check", band.outcome, said, CASES)


def chances(situation: Situation, names: Iterable[str], cause: Cause) -> Mapping[Result, Fraction]:
    """Return the exact chance of passed, failed and routed, from the bands of the roll itself."""
    found: dict[Result, Fraction] = dict.fromkeys(OUTCOMES, Fraction(0))
    for band in check_roll(situation, names, cause).bands:
        found[cast("Result", band.outcome)] += Fraction(band.width, HUNDRED)
    return found


@implements("RS", "16.2")
def check_ruling(situation: Situation, names: Iterable[str], cause: Cause) -> Ruling:
    """Return the whole explanation of a morale check; its value is the highest roll that passes."""
    names = tuple(names)
    case = _case(situation, _required(situation, names))
    line = morale_chart(situation.shelf).line(cause)
    parts = [rating(situation, names), drm(situation, names, cause)]
    if "rout" in line.effects:
        parts.append(rout_band(situation, names))
    said = (
        f"A natural roll of up to {case.target} passes: {case.unit.morale} less a modifier of "
        f"{case.drm}. The check is for {' or '.join(line.events)}."
    )
    return finding(
        "Morale check", case.target, said, "RS 16.2", "RS 16.2.1",
        parts=parts, provenance=line.provenance,
    )  # fmt: skip


@implements("RS", "17.2.7")
def owes_check(
    situation: Situation, names: Iterable[str], steps: Steps, removed: Iterable[str] = ()
) -> bool:
    """Return whether losses call for a morale check of those that survive (RS-Q65).

    Args:
        situation: The position after the losses.
        names: The units of the stack, those removed included.
        steps: Steps lost.
        removed: Units removed by the losses; machine guns have no steps, so losing them counts
            only by the reading of RS-Q65, which is the ruleset's default.
    """
    lost = bool(steps) or (situation.ruleset.lost_machine_guns_count and any(removed))
    return lost and bool(_checkers(situation, names))


@implements("RS", "16.2", "16.3", "17.2.7")
def morale_check(
    situation: Situation, names: Iterable[str], cause: Cause
) -> Generator[Step, Any, Checked]:
    """Check the morale of a stack and apply what failing does, but for stopping and retreating.

    Args:
        situation: The position.
        names: The units of the stack, those that cannot take part included (18.1.4).
        cause: What the check is made for.
    """
    names = tuple(names)
    pieces = _checkers(situation, names)
    if not pieces:
        return Checked(situation, "ignored")
    led = yield from officers.lead_from_the_front(situation, [piece.unit for piece in pieces])
    if led.spared:
        return Checked(led.situation, "ignored")
    case = _case(situation, pieces)
    asked = Asked(led.situation, names, cause)
    band: Band = yield _roll(case, asked)
    yield _told(case, band)
    result = cast("Result", band.outcome)
    return Checked((yield from consequences(asked, result)), result)


def consequences(asked: Asked, result: Result) -> Generator[Step, Any, Situation]:
    """Apply what a result of a morale check does, but for stopping and retreating.

    Args:
        asked: The check.
        result: What it came to.
    """
    after, names = asked.situation, asked.names
    if result == "routed":
        after = yield from rout.rout(after, names, with_headquarters=asked.cause == "assault")
    elif result == "failed":
        effects = morale_chart(after.shelf).line(asked.cause).effects
        after = yield from _fail(after, names, effects)
    return after


@implements("RS", "16.3", "16.3/1", "16.3/3", "16.3/4", "16.3.1")
def _fail(
    situation: Situation, names: tuple[str, ...], effects: tuple[Effect, ...]
) -> Generator[Step, Any, Situation]:
    """Apply a failed check that is no rout.

    By RS-Q59 the step that runs is additional to becoming Confused or retreating, and comes with
    neither a rout nor a failed move to assault. Stopping is the caller's. So is the retreat out of
    an assault, and the Confused marker with it (19.1.10): a stack that need not retreat, because
    no enemy is left (18.4/6), does not become Confused. Its task is broken off all the same.
    """
    after, checkers = situation, _checkers(situation, names)
    shaky = any(piece.confused for piece in checkers)
    if shaky and "step to rout" in effects:
        after = yield from rout.one_step_routs(after, names)
    if "confused" in effects:  # fire does not touch headquarters (17.2.8)
        return rout.confuse(after, [piece.unit for piece in checkers])
    return rout.break_off(after, names) if "retreat" in effects else after

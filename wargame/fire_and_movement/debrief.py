"""A game looked back on: what each turn cost, what the dice had promised, what was decided.

A debrief replays a journal and judges nothing that the game does not know. Three figures stand side
by side for each side: the steps that it lost; those of them that the dice took, each result counted
as if whoever might stand retreated; and what those dice take on average, as exact fractions. The
difference of the last two is luck. What the dice did not take was lost by standing, by retreats
that came to nothing, or by a choice against the first option.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from attrs import field, frozen

from wargame.core import debrief as core
from wargame.core.debrief import Decision, Throw
from wargame.core.drivers import check_line, odds
from wargame.core.errors import DataError, shown
from wargame.core.procedure import Choice, Roll, first_option
from wargame.core.run import Run
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.bombarded import Laid, apply_bombardment
from wargame.fire_and_movement.bombardment import STEP
from wargame.fire_and_movement.phase import YES
from wargame.fire_and_movement.results import STAND, apply_result
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.turn import Ended, Game, Within
from wargame.fire_and_movement.units import Piece

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from wargame.core.debrief import Toll
    from wargame.core.drivers import Entry
    from wargame.core.grid import Hex
    from wargame.core.procedure import Procedure
    from wargame.core.run import Mark
    from wargame.fire_and_movement.plan import Plan
    from wargame.fire_and_movement.results import CombatOutcome

COMBAT, SHELLS = "Combat at", "Bombardment of"
"""What the dice of attacks and of bombardments begin with."""
CHARGE = ": charge"
"""What the question whether a division charges ends with."""


NOTE = (
    "Dice: what the thrown results take if whoever may stand retreats. Average: what such dice "
    "take in the long run. Lost besides: by standing, by retreats cut short, by choice."
)


@frozen
class TurnRecord(core.TurnRecord):
    """One turn of a game.

    Args:
        situation: The position at its end, or the last one of a game that is not over.
        taken: Prizes that the first side holds and did not before.
        given_up: Prizes that it held before, and holds no more.
        points: What its prizes are worth together; nothing where there are none.
    """

    situation: Situation = field(kw_only=True)
    taken: tuple[Hex, ...] = field(kw_only=True)
    given_up: tuple[Hex, ...] = field(kw_only=True)
    points: int | None = field(kw_only=True)

    def facts(self) -> Mapping[str, str]:
        """Return the prizes by their hexes, and the points."""
        if self.points is None:
            return {}
        label = self.situation.board.label
        hexes = (", ".join(map(label, cells)) for cells in (self.taken, self.given_up))
        return dict(zip(("taken", "given up", "points"), (*hexes, str(self.points)), strict=True))


Debrief: TypeAlias = core.Debrief[TurnRecord]
"""A game of Fire & Movement looked back on, over or not."""


def debrief(
    procedure: Procedure,
    journal: Iterable[Entry],
    prizes: Iterable[tuple[Hex, int]] = (),
    *,
    scenario: str = "",
) -> Debrief:
    """Return a game looked back on.

    Args:
        procedure: Starts the game, as :func:`gaza_game.second_battle` does.
        journal: Its answers, to its end or not.
        prizes: Hexes that the first side scores for, with their points.
        scenario: Its name, for the history that belongs to it.

    Raises:
        DataError: A line of the journal does not fit; the sentence names it.
    """
    run, throws, decisions, acted = Run(procedure), list[Throw](), list[Decision](), set[int]()
    for line, entry in enumerate(journal):
        request = run.request
        if request is None:
            raise DataError(f"journal line {line + 1}", shown(entry.ask), "the end of the journal")
        check_line(entry, request, line + 1)
        there = position(run.marks)
        acted |= {there.turn} if there else set()
        if isinstance(request, Choice):
            decisions += _decided(request, entry, line, there)
        elif there is not None:
            throws += _thrown(request, entry, line, there)
        run.answer(entry.answer, entry.reason)
    ended = run.outcome if run.finished else None
    verdict = ended.verdict if isinstance(ended, Ended) else None
    states = [*_positions(run.marks), *([ended.situation] if isinstance(ended, Ended) else [])]
    if not states:
        raise DataError("journal", "no turn begun", "a game past its set-up")
    played = [each for each in states if each.turn in acted] or states[:1]
    plan = _plan(run.marks)
    records = _records(plan, played, throws, dict(prizes))
    return core.Debrief(
        states[0].sides, records, tuple(decisions), verdict, title=plan.title, scenario=scenario,
        note=NOTE, decided="Stands and charges", group=f"{states[0].sides[0]}, victory hexes",
    )  # fmt: skip


# ---- dice and decisions


def _thrown(roll: Roll, entry: Entry, line: int, there: Situation) -> Iterator[Throw]:
    """Yield a die that can cost steps; no other."""
    tolls = {
        band.outcome: _toll(roll.about, band.outcome, there)
        for band in roll.bands
        if isinstance(roll.about, Attack | Laid | Piece)
    }
    found = core.thrown(roll, int(entry.answer), (line, there.turn), tolls)
    if found is not None:
        yield found


def _toll(about: Attack | Laid | Piece, outcome: str, there: Situation) -> Toll:
    """Return the steps that a result takes from each side, the first option always taken."""
    if isinstance(about, Piece):
        owner = there.unit(about.unit).side
        return {side: Fraction(side == owner and outcome == STEP) for side in there.sides}
    if isinstance(about, Attack):
        ends = odds(partial(apply_result, about, outcome), first_option)
    else:
        ends = odds(partial(apply_bombardment, about, outcome), first_option)
    return {side: ends.expected(partial(_steps, side)) for side in there.sides}


def _steps(side: str, outcome: CombatOutcome) -> int:
    return outcome.steps_lost(side)


def _decided(
    choice: Choice, entry: Entry, line: int, there: Situation | None
) -> Iterator[Decision]:
    """Yield a decision to stand or to charge, or one with a reason; no other."""
    stands = str(entry.answer).partition(":")[0] == STAND
    charges = choice.purpose.endswith(CHARGE) and entry.answer == YES
    if stands or charges or entry.reason:
        said, turn = choice.option(entry.answer).label, there.turn if there else 0
        yield Decision(line, turn, choice.who, choice.purpose, said, entry.reason)


# ---- positions


def position(marks: tuple[Mark, ...]) -> Situation | None:
    """Return the last position that the checkpoints of a game tell; none during its set-up."""
    return next(_positions(marks[-1:]), None)


def _positions(marks: Iterable[Mark]) -> Iterator[Situation]:
    """Yield the positions of a game in order, from the beginning of its first turn."""
    for mark in marks:
        state = mark.checkpoint.state
        if isinstance(state, Within):
            inner = state.state
            yield inner if isinstance(inner, Situation) else inner.situation
        elif isinstance(state, Game):
            yield state.situation


def _plan(marks: Iterable[Mark]) -> Plan:
    """Return what the game adds to the sequence of play."""
    games = (mark.checkpoint.state for mark in marks)
    return next(state.plan for state in games if isinstance(state, Game))


def _records(
    plan: Plan, states: list[Situation], throws: list[Throw], prizes: dict[Hex, int]
) -> Iterator[TurnRecord]:
    """Yield a record of each turn, by its last position."""
    before, sides = states[0], states[0].sides
    for turn, situation in {each.turn: each for each in states}.items():
        was, now = (_held(each, prizes) for each in (before, situation))
        yield TurnRecord(
            turn,
            plan.name_of(turn),
            {side: steps_gone(situation, side) - steps_gone(before, side) for side in sides},
            tuple(throw for throw in throws if throw.turn == turn),
            told=_told(before, situation, [each for each in throws if each.turn == turn]),
            situation=situation,
            taken=tuple(cell for cell in now if cell not in was),
            given_up=tuple(cell for cell in was if cell not in now),
            points=sum(prizes[cell] for cell in now) if prizes else None,
        )
        before = situation


def _told(before: Situation, after: Situation, throws: list[Throw]) -> Iterator[str]:
    """Yield what happened in a turn: attacks with their results, and who is gone."""
    for what, name in ((COMBAT, "attacks"), (SHELLS, "bombardments")):
        codes = Counter(each.outcome for each in throws if each.purpose.startswith(what))
        if codes:
            results = ", ".join(f"{code} {n} times" if n > 1 else code for code, n in codes.items())
            yield f"{codes.total()} {name if codes.total() > 1 else name[:-1]}: {results}."
    for side in after.sides:
        gone = ", ".join(_eliminated(before, after, side))
        if gone:
            yield f"{side} units gone: {gone}."


def _eliminated(before: Situation, after: Situation, side: str) -> Iterator[str]:
    """Yield the names of the units of a side that were on the map and have no step left."""
    there = {piece.unit for piece in after.pieces} | {each.id for each in after.waiting}
    for piece in before.of(side):
        unit = before.unit(piece.unit)
        if not {piece.unit, unit.successor} & there:
            yield unit.name


def _held(situation: Situation, prizes: Mapping[Hex, int]) -> tuple[Hex, ...]:
    """Return the prizes with a unit of the first side in them."""
    return tuple(cell for cell in prizes if situation.at(cell, situation.sides[0]))


def steps_gone(situation: Situation, side: str) -> int:
    """Return how many steps the units of a side lack that are not waiting.

    A unit and the battalion that takes its place are one (Gaza 13.3). Of use as a difference: units
    that a scenario leaves out count as gone.
    """
    roster, off = situation.roster, {each.id for each in situation.waiting}
    heirs = {unit.successor for unit in roster.units.values()}
    there = {piece.unit: roster.steps(piece) for piece in situation.of(side)}
    return sum(
        unit.faces[0].steps - there.get(name, there.get(unit.successor, 0))
        for name, unit in roster.units.items()
        if unit.side == side and name not in off | heirs
    )

"""A game looked back on: what each turn cost, what the dice had promised, what was decided.

A debrief replays a journal and judges nothing that the game does not know. Three figures stand side
by side for each side: the steps that it lost; those of them that the dice took, each result counted
as if whoever might stand retreated; and what those dice take on average, as exact fractions. The
difference of the last two is luck. What the dice did not take was lost by standing, by retreats
that came to nothing, or by a choice against the first option.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from attrs import field, frozen

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

    from wargame.core.drivers import Entry
    from wargame.core.grid import Hex
    from wargame.core.procedure import Procedure
    from wargame.core.ruling import Ruling
    from wargame.core.run import Mark
    from wargame.fire_and_movement.results import CombatOutcome

    Toll = Mapping[str, Fraction]
    """Steps by side."""

CHARGE = ": charge"
"""What the question whether a division charges ends with."""


@frozen
class Throw:
    """A die that could cost steps.

    Args:
        line: How many answers came before it: where to go back to.
        turn: The game turn.
        purpose: What it was thrown for.
        face: What lay there.
        outcome: What that meant.
        cost: The steps that it took.
        expected: The steps that such a die takes on average.
    """

    line: int
    turn: int
    purpose: str
    face: int
    outcome: str
    cost: Toll
    expected: Toll

    def luck(self, side: str) -> Fraction:
        """Return how many steps more than on average it cost a side."""
        return self.cost[side] - self.expected[side]

    def favour(self, side: str) -> Fraction:
        """Return by how many steps it was better for a side than on average, and for its enemy."""
        return _sum(-self.luck(each) if each == side else self.luck(each) for each in self.cost)


@frozen
class Decision:
    """A decision that is not made often: to stand, or to charge.

    Args:
        line: How many answers came before it: where to go back to.
        turn: The game turn.
        who: Whose it was.
        ask: What was asked.
        answer: What was answered, in words.
    """

    line: int
    turn: int
    who: str
    ask: str
    answer: str


@frozen
class TurnRecord:
    """One turn of a game.

    Args:
        turn: The game turn.
        name: What it is called.
        situation: The position at its end, or the last one of a game that is not over.
        lost: Steps that each side lost in it.
        throws: The dice that could cost steps, in order.
        taken: Prizes that the first side holds and did not before.
        given_up: Prizes that it held before, and holds no more.
        points: What its prizes are worth together.
    """

    turn: int
    name: str
    situation: Situation
    lost: Mapping[str, int]
    throws: tuple[Throw, ...]
    taken: tuple[Hex, ...]
    given_up: tuple[Hex, ...]
    points: int

    def by_dice(self, side: str) -> Fraction:
        """Return the steps that the dice took from a side in this turn."""
        return _sum(throw.cost[side] for throw in self.throws)

    def expected(self, side: str) -> Fraction:
        """Return the steps that those dice take from it on average."""
        return _sum(throw.expected[side] for throw in self.throws)

    def luck(self, side: str) -> Fraction:
        """Return how many steps more than on average the dice cost a side in this turn."""
        return self.by_dice(side) - self.expected(side)


@frozen
class Debrief:
    """A game looked back on, over or not.

    Args:
        sides: Both sides, the first player first.
        turns: Turn by turn.
        decisions: Stands and charges, in order.
        verdict: Who won and why; nothing while the game goes on.
    """

    sides: tuple[str, str]
    turns: tuple[TurnRecord, ...] = field(converter=tuple[TurnRecord, ...])
    decisions: tuple[Decision, ...] = ()
    verdict: Ruling | None = None

    @property
    def throws(self) -> tuple[Throw, ...]:
        """Every die that could cost steps, in order."""
        return tuple(throw for each in self.turns for throw in each.throws)

    def lost(self, side: str) -> int:
        """Return how many steps a side lost."""
        return sum(each.lost[side] for each in self.turns)

    def by_dice(self, side: str) -> Fraction:
        """Return the steps that the dice took from a side."""
        return _sum(each.by_dice(side) for each in self.turns)

    def expected(self, side: str) -> Fraction:
        """Return the steps that those dice take from it on average."""
        return _sum(each.expected(side) for each in self.turns)

    def luck(self, side: str) -> Fraction:
        """Return how many steps more than on average the dice cost a side."""
        return self.by_dice(side) - self.expected(side)

    def greatest(self, count: int) -> tuple[Throw, ...]:
        """Return the throws that favoured a side most, whichever it was, the greatest first."""
        first = self.sides[0]
        return tuple(sorted(self.throws, key=lambda throw: -abs(throw.favour(first)))[:count])


def _sum(figures: Iterable[Fraction]) -> Fraction:
    return sum(figures, start=Fraction(0))


def debrief(
    procedure: Procedure, journal: Iterable[Entry], prizes: Iterable[tuple[Hex, int]] = ()
) -> Debrief:
    """Return a game looked back on.

    Args:
        procedure: Starts the game, as :func:`gaza_game.second_battle` does.
        journal: Its answers, to its end or not.
        prizes: Hexes that the first side scores for, with their points.

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
        run.answer(entry.answer)
    ended = run.outcome if run.finished else None
    verdict = ended.verdict if isinstance(ended, Ended) else None
    states = [*_positions(run.marks), *([ended.situation] if isinstance(ended, Ended) else [])]
    if not states:
        raise DataError("journal", "no turn begun", "a game past its set-up")
    played = [each for each in states if each.turn in acted] or states[:1]
    records = _records(run.marks, played, throws, dict(prizes))
    return Debrief(states[0].sides, records, tuple(decisions), verdict)


# ---- dice and decisions


def _thrown(roll: Roll, entry: Entry, line: int, there: Situation) -> Iterator[Throw]:
    """Yield a die that can cost steps; no other."""
    tolls = {
        band.outcome: _toll(roll.about, band.outcome, there)
        for band in roll.bands
        if isinstance(roll.about, Attack | Laid | Piece)
    }
    if not any(steps for toll in tolls.values() for steps in toll.values()):
        return
    face = int(entry.answer)
    average = {
        side: _sum(tolls[band.outcome][side] * band.width for band in roll.bands) / roll.faces
        for side in there.sides
    }
    outcome = roll.band(face).outcome
    yield Throw(line, there.turn, roll.purpose, face, outcome, tolls[outcome], average)


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
    """Yield a decision to stand or to charge; no other."""
    stands = str(entry.answer).partition(":")[0] == STAND
    charges = choice.purpose.endswith(CHARGE) and entry.answer == YES
    if stands or charges:
        said = choice.option(entry.answer).label
        yield Decision(line, there.turn if there else 0, choice.who, choice.purpose, said)


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


def _records(
    marks: Iterable[Mark], states: list[Situation], throws: list[Throw], prizes: dict[Hex, int]
) -> Iterator[TurnRecord]:
    """Yield a record of each turn, by its last position."""
    games = (mark.checkpoint.state for mark in marks)
    plan = next(state.plan for state in games if isinstance(state, Game))
    before, sides = states[0], states[0].sides
    for turn, situation in {each.turn: each for each in states}.items():
        was, now = (_held(each, prizes) for each in (before, situation))
        yield TurnRecord(
            turn,
            plan.name_of(turn),
            situation,
            {side: steps_gone(situation, side) - steps_gone(before, side) for side in sides},
            tuple(throw for throw in throws if throw.turn == turn),
            tuple(cell for cell in now if cell not in was),
            tuple(cell for cell in was if cell not in now),
            sum(prizes[cell] for cell in now),
        )
        before = situation


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

"""A game looked back on, whatever was played: what each turn cost, what the dice had promised.

Three figures stand side by side for each side: what it lost; how much of that the dice took, as
far as they alone decide it; and what such dice take on average, as exact fractions. The difference
of the last two is luck, which is nought on average. What the dice did not take was lost by what
somebody decided, or follows from the rules without a throw.

A family says what may happen on a die (:class:`Throw`), what was decided, and what each turn was;
the rest is here.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Generic, TypeVar

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.procedure import Roll
    from wargame.core.ruling import Ruling

    Toll = Mapping[str, Fraction]
    """Losses by side."""


@frozen
class Throw:
    """A die that could cost something.

    Args:
        line: How many answers came before it: where to go back to.
        turn: The game turn.
        purpose: What it was thrown for.
        face: What lay there.
        outcome: What that meant.
        cost: What it takes from each side, with the average of dice that follow from it.
        expected: The same, on average over its faces.
        opens: Whether a matter begins with it. A die that goes on with one, such as the morale
            check after a hit, settles what the average of the die before has counted already.
    """

    line: int
    turn: int
    purpose: str
    face: int
    outcome: str
    cost: Toll
    expected: Toll
    opens: bool = True

    def luck(self, side: str) -> Fraction:
        """Return how much more than on average it cost a side."""
        return self.cost[side] - self.expected[side]

    def favour(self, side: str) -> Fraction:
        """Return by how much it was better for a side than on average, and for its enemy."""
        return total(-self.luck(each) if each == side else self.luck(each) for each in self.cost)


@frozen
class Decision:
    """A decision that is looked back on.

    Args:
        line: How many answers came before it: where to go back to.
        turn: The game turn.
        who: Whose it was.
        ask: What was asked.
        answer: What was answered, in words.
        reason: Why, in the player's words, where they were kept.
    """

    line: int
    turn: int
    who: str
    ask: str
    answer: str
    reason: str = ""


@frozen
class TurnRecord:
    """One turn of a game.

    Args:
        turn: The game turn.
        name: What it is called.
        lost: What each side lost in it.
        throws: The dice that could cost something, in order.
        told: What happened, in sentences.
    """

    turn: int
    name: str
    lost: Mapping[str, int | Fraction]
    throws: tuple[Throw, ...] = field(default=(), converter=tuple[Throw, ...])
    told: tuple[str, ...] = field(default=(), converter=tuple[str, ...], kw_only=True)

    def by_dice(self, side: str) -> Fraction:
        """Return what the dice took from a side in this turn."""
        return self.expected(side) + self.luck(side)

    def expected(self, side: str) -> Fraction:
        """Return what those dice take from it on average."""
        return total(throw.expected[side] for throw in self.throws if throw.opens)

    def luck(self, side: str) -> Fraction:
        """Return how much more than on average the dice cost a side in this turn."""
        return total(throw.luck(side) for throw in self.throws)

    def facts(self) -> Mapping[str, str]:
        """Return what else a family counts by turn, by what it is called."""
        return {}


Record = TypeVar("Record", bound=TurnRecord)


def _as_turns(turns: Iterable[Record]) -> tuple[Record, ...]:
    return tuple(turns)


@frozen
class Debrief(Generic[Record]):
    """A game looked back on, over or not.

    Args:
        sides: Both sides, the first player first.
        turns: Turn by turn.
        decisions: The decisions that count, in order.
        verdict: Who won and why; nothing while the game goes on.
        title: What was played.
        unit: What is lost, in one word.
        scenario: The name of the scenario, for the history that belongs to it.
        note: What the dice take in this family, and what is lost besides.
        words: What else is to be said of the end, or of the beginning.
        period: What a turn is called.
        decided: What the decisions are that are listed unasked.
        group: What the other facts of a turn are, in a word or two.
        printed: Whether its turns are those that the scenario prints: a variant, or a game from a
            position of its own, may count them otherwise.
    """

    sides: tuple[str, str]
    turns: tuple[Record, ...] = field(converter=_as_turns)
    decisions: tuple[Decision, ...] = ()
    verdict: Ruling | None = None
    title: str = field(default="", kw_only=True)
    unit: str = field(default="step", kw_only=True)
    scenario: str = field(default="", kw_only=True)
    note: str = field(default="", kw_only=True)
    words: tuple[str, ...] = field(default=(), converter=tuple[str, ...], kw_only=True)
    period: str = field(default="turn", kw_only=True)
    decided: str = field(default="Decisions that count", kw_only=True)
    group: str = field(default="", kw_only=True)
    printed: bool = field(default=True, kw_only=True)

    @property
    def throws(self) -> tuple[Throw, ...]:
        """Every die that could cost something, in order."""
        return tuple(throw for each in self.turns for throw in each.throws)

    def lost(self, side: str) -> int | Fraction:
        """Return what a side lost."""
        return sum(each.lost[side] for each in self.turns)

    def by_dice(self, side: str) -> Fraction:
        """Return what the dice took from a side."""
        return total(each.by_dice(side) for each in self.turns)

    def expected(self, side: str) -> Fraction:
        """Return what those dice take from it on average."""
        return total(each.expected(side) for each in self.turns)

    def luck(self, side: str) -> Fraction:
        """Return how much more than on average the dice cost a side."""
        return total(each.luck(side) for each in self.turns)

    def greatest(self, count: int) -> tuple[Throw, ...]:
        """Return the throws that favoured a side most, whichever it was, the greatest first."""
        first = self.sides[0]
        ordered = sorted(self.throws, key=lambda throw: -abs(throw.favour(first)))
        return tuple(each for each in ordered[:count] if each.favour(first))


def total(figures: Iterable[Fraction]) -> Fraction:
    """Return a sum of fractions."""
    return sum(figures, start=Fraction(0))


def average(roll: Roll, tolls: Mapping[str, Toll], sides: Iterable[str]) -> Toll:
    """Return what a die takes from each side on average.

    Args:
        roll: The die.
        tolls: What each of its outcomes takes.
        sides: The sides there are.
    """
    return {
        side: total(tolls[band.outcome][side] * band.width for band in roll.bands) / roll.faces
        for side in sides
    }


def thrown(
    roll: Roll, face: int, when: tuple[int, int], tolls: Mapping[str, Toll], *, opens: bool = True
) -> Throw | None:
    """Return a die with what it took and takes on average; nothing where it can take nothing.

    Args:
        roll: The die.
        face: What lay there.
        when: How many answers came before it, and the game turn.
        tolls: What each of its outcomes takes.
        opens: Whether a matter begins with it.
    """
    if not any(steps for toll in tolls.values() for steps in toll.values()):
        return None
    outcome = roll.band(face).outcome
    mean = average(roll, tolls, tolls[outcome])
    return Throw(*when, roll.purpose, face, outcome, tolls[outcome], mean, opens)

"""The drivers that run a procedure to its end: play, replay, exact odds."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import Factory, define, field, frozen

from wargame.core.errors import DataError, Refused, RequestError, shown
from wargame.core.procedure import Band, Checkpoint, Choice, Option, Roll, settle
from wargame.core.ruling import Ruling

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from wargame.core.procedure import Answers, Policy, Procedure, Request, Steps

LONGEST_REASON = 2_000
"""Signs that a reason may have."""


@frozen
class Entry:
    """One line of a journal: what was asked and what was answered.

    Args:
        ask: The purpose of the request.
        answer: The face thrown, or the key of the option taken.
        who: The player who decided; empty for a roll.
        reason: Why, in the player's words, where they were given; nothing depends on it.
    """

    ask: str
    answer: int | str
    who: str = ""
    reason: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return the line as JSON data."""
        data: dict[str, Any] = {"ask": self.ask, "answer": self.answer}
        more = {"who": self.who, "reason": self.reason}
        return data | {key: words for key, words in more.items() if words}

    @classmethod
    def from_json(cls, data: object) -> Entry:
        """Return the line that :meth:`to_json` wrote.

        Raises:
            DataError: It is not a journal line.
        """
        if (
            not isinstance(data, dict)
            or not isinstance(data.get("ask"), str)
            or not isinstance(data.get("answer"), int | str)
            or isinstance(data.get("answer"), bool)
        ):
            raise DataError("journal line", shown(data), "an object with 'ask' and 'answer'")
        who, reason = (str(data.get(key, "")) for key in ("who", "reason"))
        if len(reason) > LONGEST_REASON:
            allowed = f"a reason of at most {LONGEST_REASON:,} signs"
            raise DataError("journal line", f"a reason of {len(reason):,}", allowed)
        return cls(data["ask"], data["answer"], who, reason)


Journal = tuple[Entry, ...]


@frozen
class Played:
    """A procedure that ran to its end.

    Args:
        outcome: What the procedure returned.
        journal: Every answer given, in order.
        told: Every ruling it announced, in order.
    """

    outcome: Any
    journal: Journal
    told: tuple[Ruling, ...]


def entry_for(request: Request, answer: int | str, reason: str = "") -> Entry:
    """Return the journal line for an answer; a roll has no reason."""
    if isinstance(request, Choice):
        return Entry(request.purpose, answer, request.who, reason)
    return Entry(request.purpose, answer)


def advance(
    steps: Steps,
    answer: Band | Option | None,
    *,
    tell: Callable[[Ruling], None] | None = None,
    check: Callable[[Checkpoint], None] | None = None,
) -> Request | Done:
    """Run a started procedure up to its next request.

    Args:
        steps: The generator.
        answer: What the last request was answered with; nothing at the start.
        tell: Called with each ruling announced on the way.
        check: Called with each checkpoint passed.

    Returns:
        The next request, or :class:`Done` with the outcome.
    """
    value: Band | Option | None = answer
    try:
        while True:
            step = steps.send(value)
            value = None
            if isinstance(step, Ruling):
                if tell is not None:
                    tell(step)
            elif isinstance(step, Checkpoint):
                if check is not None:
                    check(step)
            else:
                return step
    except StopIteration as stop:
        return Done(stop.value)


@frozen
class Done:
    """The end of a procedure.

    Args:
        outcome: What it returned.
    """

    outcome: Any


def play(procedure: Procedure, answers: Answers) -> Played:
    """Run a procedure to its end, asking *answers*.

    Args:
        procedure: Starts the generator.
        answers: Throws the dice and takes the decisions.

    Returns:
        The outcome with its journal and announcements.

    Raises:
        Refused: An answer was not among those possible.
    """
    steps, journal, told = procedure(), list[Entry](), list[Ruling]()
    step = advance(steps, None, tell=told.append)
    while not isinstance(step, Done):
        answer: int | str = answers.roll(step) if isinstance(step, Roll) else answers.choose(step)
        meaning = settle(step, answer)
        journal.append(entry_for(step, answer))
        step = advance(steps, meaning, tell=told.append)
    return Played(step.outcome, tuple(journal), tuple(told))


def replay(procedure: Procedure, journal: Iterable[Entry]) -> Played:
    """Run a procedure to its end with the answers of a journal.

    Raises:
        DataError: A line does not fit what is asked at that point, or lines are missing or left
            over; the sentence names the line.
    """
    lines = tuple(journal)
    reader = _Reader(lines)
    played = play(procedure, reader)
    if reader.read != len(lines):
        raise DataError(
            f"journal line {reader.read + 1}",
            shown(lines[reader.read].ask),
            "the end of the journal",
        )
    return played


class _Reader:
    """Answers from a journal, line by line."""

    def __init__(self, lines: Journal) -> None:
        self.lines, self.read = lines, 0

    def roll(self, roll: Roll) -> int:
        answer = self._next(roll)
        assert isinstance(answer, int)  # noqa: S101 - a roll is settled by nothing else
        return answer

    def choose(self, choice: Choice) -> str:
        answer = self._next(choice)
        assert isinstance(answer, str)  # noqa: S101 - a choice is settled by nothing else
        return answer

    def _next(self, request: Request) -> int | str:
        if self.read >= len(self.lines):
            where = f"journal line {self.read + 1}"
            raise DataError(where, "no line", f"an answer to {request.purpose!r}")
        entry = self.lines[self.read]
        self.read += 1
        check_line(entry, request, self.read)
        return entry.answer


def check_line(entry: Entry, request: Request, number: int) -> None:
    """Hold a journal line to what is asked when its turn comes.

    Args:
        entry: The line.
        request: What is asked.
        number: The number of the line, from 1.

    Raises:
        DataError: It answers something else, or with what is no answer.
    """
    where = f"journal line {number}"
    if entry.ask != request.purpose:
        raise DataError(where, shown(entry.ask), f"an answer to {request.purpose!r}")
    try:
        settle(request, entry.answer)
    except Refused as refused:
        raise DataError(
            where, shown(entry.answer), "an answer that is open there", str(refused)
        ) from refused


def _as_outcomes(ends: Iterable[tuple[Fraction, Any]]) -> tuple[tuple[Fraction, Any], ...]:
    return tuple(ends)


@frozen
class Odds:
    """The exact chances of every outcome of a procedure.

    Args:
        outcomes: Pairs of chance and outcome; the chances sum to one.
    """

    outcomes: tuple[tuple[Fraction, Any], ...] = field(converter=_as_outcomes)

    def distribution(self, key: Callable[[Any], Hashable]) -> dict[Any, Fraction]:
        """Return the chance of each value of ``key(outcome)``, in the order first met."""
        chances: dict[Any, Fraction] = {}
        for chance, outcome in self.outcomes:
            value = key(outcome)
            chances[value] = chances.get(value, Fraction(0)) + chance
        return chances

    def chance(self, holds: Callable[[Any], bool]) -> Fraction:
        """Return the chance that ``holds(outcome)``."""
        return sum((chance for chance, outcome in self.outcomes if holds(outcome)), Fraction(0))

    def expected(self, amount: Callable[[Any], int | Fraction]) -> Fraction:
        """Return the mean of ``amount(outcome)``."""
        return sum((chance * amount(outcome) for chance, outcome in self.outcomes), Fraction(0))


def odds(procedure: Procedure, policy: Policy | None = None, *, limit: int = 200_000) -> Odds:
    """Follow every band of every roll and return the exact chances.

    Branches that reach a checkpoint with equal states are merged there, so hidden draws that come
    to the same total cost nothing twice.

    Args:
        procedure: Starts the generator.
        policy: Takes the decisions; a choice with a single option needs none.
        limit: The greatest number of branches followed.

    Raises:
        RequestError: A decision has to be taken and there is no policy, or the limit is passed.
    """
    search = _Search(policy, limit)
    frontier: _Frontier = {(None, None): (Fraction(1), procedure)}
    while frontier:
        arriving: _Frontier = {}
        for chance, start in frontier.values():
            search.explore(start, chance, arriving)
        frontier = arriving
    return Odds(search.ends)


_Frontier = dict[tuple[Any, Any], tuple[Fraction, "Procedure"]]
"""The moments reached but not yet followed: how to go on there, and state, to chance and start."""


@define
class _Search:
    """The branches followed so far.

    Args:
        policy: Takes the decisions.
        limit: How many branches may be followed.
        ends: The outcomes met, with their chances.
        followed: How many branches were followed.
    """

    policy: Policy | None
    limit: int
    ends: list[tuple[Fraction, Any]] = Factory(list)
    followed: int = 0

    def explore(self, start: Procedure, weight: Fraction, arriving: _Frontier) -> None:
        """Follow every branch from *start* to its end or to the next checkpoint.

        A generator cannot be copied, so each branch runs again from *start* with the answers that
        lead to it; checkpoints keep these runs short.
        """
        pending: list[tuple[Fraction, tuple[Band, ...]]] = [(weight, ())]
        while pending:
            chance, answers = pending.pop()
            self.followed += 1
            if self.followed > self.limit:
                found = f"more branches than the limit of {self.limit}"
                raise RequestError("odds", found, "a smaller question or a higher limit")
            step = _run(start, answers, self.policy)
            if isinstance(step, Done):
                self.ends.append((chance, step.outcome))
            elif isinstance(step, Checkpoint):
                key = (step.resume, step.state)
                known = arriving.get(key, (Fraction(0), None))[0]
                arriving[key] = (known + chance, _resumed(step))
            else:
                pending.extend(
                    (chance * Fraction(band.width, step.faces), (*answers, band))
                    for band in reversed(step.bands)
                )


def _resumed(checkpoint: Checkpoint) -> Procedure:
    return lambda: checkpoint.resume(checkpoint.state)


def _run(
    start: Procedure, answers: tuple[Band, ...], policy: Policy | None
) -> Roll | Done | Checkpoint:
    """Run from *start* with these rolls, up to the roll after them, a checkpoint or the end."""
    steps, given = start(), iter(answers)
    value: Band | Option | None = None
    first = True
    try:
        while True:
            step = steps.send(value)
            value = None
            if isinstance(step, Choice):
                value = _decide(step, policy)
            elif isinstance(step, Roll):
                value = next(given, None)
                if value is None:
                    return step
            elif isinstance(step, Checkpoint) and not first:
                return step
            first = False
    except StopIteration as stop:
        return Done(stop.value)


def _decide(choice: Choice, policy: Policy | None) -> Option:
    if policy is not None:
        return choice.option(policy(choice))
    if len(choice.options) == 1:
        return choice.options[0]
    raise RequestError(
        "odds", f"a decision of {choice.who}: {choice.purpose}", "a policy that takes it"
    )

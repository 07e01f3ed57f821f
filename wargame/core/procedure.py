"""A procedure asks, a driver answers.

A phase, a combat or a morale check is a generator. It yields a :class:`Roll` or a :class:`Choice`
when it needs to know something, a :class:`~wargame.core.ruling.Ruling` to announce something, and a
:class:`Checkpoint` where everything that still matters is one value; it returns its outcome. It
never touches a random generator and never waits for a person, so the same code is played, replayed
from a journal, and followed down every band for exact odds.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from attrs import field, frozen

from wargame.core.errors import Refused, RequestError, one_of, shown
from wargame.core.ruling import Case, Ruling, as_cases, figure, refusal

if TYPE_CHECKING:
    from random import Random


@frozen
class Band:
    """Faces of a die that lead to the same thing.

    Args:
        low: The lowest face.
        high: The highest face, included.
        outcome: What it leads to, in the words of the chart ("D2").
    """

    low: int
    high: int
    outcome: str

    @property
    def width(self) -> int:
        """How many faces it holds."""
        return self.high - self.low + 1


def _as_bands(bands: Iterable[Band]) -> tuple[Band, ...]:
    return tuple(bands)


@frozen
class Roll:
    """A request for chance: one die, or one marker drawn blind from a pool.

    Args:
        purpose: What the roll is for, in a few words.
        faces: The number of equally likely faces.
        bands: The faces grouped by what they lead to; together they cover all faces in order.
        cases: The rule cases that call for the roll.
        drawn: Whether it is a blind draw rather than a die.
        first: The number on the lowest face: 0 for a die read 0-9 or a pair read 00-99.
        position: The position it is asked in, for whoever shows it or answers by it; what is asked
            does not depend on it, so it does not count when requests are compared.
        about: What the roll is for, for whoever explains it (a shot, a morale check); no more
            compared than the position.
    """

    purpose: str
    faces: int
    bands: tuple[Band, ...] = field(converter=_as_bands)
    cases: tuple[Case, ...] = field(default=(), converter=as_cases)
    drawn: bool = False
    first: int = 1
    position: Any = field(default=None, eq=False, repr=False)
    about: Any = field(default=None, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Check that every face lies in exactly one band."""
        due = self.first
        for band in self.bands:
            if band.low != due or band.high < band.low:
                break
            due = band.high + 1
        else:
            if self.bands and due == self.last + 1:
                return
        found = ", ".join(f"{band.low} to {band.high}" for band in self.bands) or "no bands"
        allowed = f"bands that follow each other from {self.first} to {self.last}"
        raise RequestError(f"roll {self.purpose!r}", found, allowed)

    @property
    def last(self) -> int:
        """The number on the highest face."""
        return self.first + self.faces - 1

    def band(self, face: int | str) -> Band:
        """Return the band that a face lies in.

        Raises:
            Refused: The die has no such face.
        """
        if type(face) is int:
            for band in self.bands:
                if band.low <= face <= band.high:
                    return band
        thing = "marker" if self.drawn else "face"
        span = f"{self.first} to {self.last}"
        why = f"{self.purpose}: {shown(face)} is no {thing} of it; allowed: {span}."
        raise Refused(refusal(self.purpose, why, *self.cases))


def bands_of(outcomes: Sequence[str], first: int = 1) -> tuple[Band, ...]:
    """Return bands for faces 1, 2, 3… (or from *first*), neighbours with equal outcomes joined."""
    bands: list[Band] = []
    for face, outcome in enumerate(outcomes, start=first):
        if bands and bands[-1].outcome == outcome:
            bands[-1] = Band(bands[-1].low, face, outcome)
        else:
            bands.append(Band(face, face, outcome))
    return tuple(bands)


@frozen
class Option:
    """One legal action.

    Args:
        key: The word that names it in a journal.
        label: What a person reads.
    """

    key: str
    label: str


def _as_options(options: Iterable[Option]) -> tuple[Option, ...]:
    return tuple(options)


@frozen
class Choice:
    """A request for a decision among legal options.

    Args:
        who: The player who decides.
        purpose: What is being decided.
        options: The legal actions; never empty.
        cases: The rule cases that give the choice.
        barred: Actions one might expect but may not take, each with the refusal that says why.
        position: The position it is asked in, as for a :class:`Roll`.
    """

    who: str
    purpose: str
    options: tuple[Option, ...] = field(converter=_as_options)
    cases: tuple[Case, ...] = field(default=(), converter=as_cases)
    barred: tuple[tuple[str, Ruling], ...] = ()
    position: Any = field(default=None, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Check that there is something to choose, and that every key means one thing."""
        if not self.options:
            raise RequestError(f"choice {self.purpose!r}", "no options", "at least one")
        keys = [option.key for option in self.options]
        if len(set(keys)) < len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise RequestError(
                f"choice {self.purpose!r}", f"{shown(twice)} twice", "keys that differ"
            )

    def option(self, key: int | str) -> Option:
        """Return the option named *key*.

        Raises:
            Refused: It is not among the legal options; the ruling says why, and what is legal.
        """
        for option in self.options:
            if option.key == key:
                return option
        for name, why in self.barred:
            if name == key:
                raise Refused(why)
        words = one_of([option.key for option in self.options], str(key))
        why_text = f"{self.purpose}: {shown(key)} is not open to {self.who}; allowed: {words}."
        legal = (figure(each.label, each.key, "This is allowed.") for each in self.options)
        raise Refused(refusal(self.purpose, why_text, *self.cases, allowed=legal))


@frozen
class Checkpoint:
    """A moment where the rest depends on one value alone.

    Undo starts again from here instead of from the beginning, and exact odds merge branches that
    arrive here alike. Only the outermost generator may yield one.

    Args:
        name: What the moment is called ("combat, before the die").
        state: The value everything after depends on; hashable.
        resume: Makes the generator that goes on from *state*; a plain function or another value
            that is equal to itself, since equal pairs of *resume* and *state* are one moment.
    """

    name: str
    state: Any
    resume: Callable[[Any], Steps]


Request = Roll | Choice
Step = Roll | Choice | Checkpoint | Ruling
Steps = Generator[Step, Any, Any]
Procedure = Callable[[], Steps]
"""A function without arguments that starts the procedure afresh."""


class Answers(Protocol):
    """Whoever answers: a person, a script, a journal, a bot."""

    def roll(self, roll: Roll) -> int:
        """Return the face thrown."""

    def choose(self, choice: Choice) -> str:
        """Return the key of the option taken."""


Policy = Callable[[Choice], str]
"""Takes a decision: a choice to the key of one of its options."""


def first_option(choice: Choice) -> str:
    """Decide for the first option listed; the plainest policy."""
    return choice.options[0].key


@frozen
class Chance:
    """Answers by chance: dice from a random generator, decisions by a policy.

    Args:
        random: The generator; seed it to repeat a game.
        policy: Takes the decisions; without one they are taken at random.
    """

    random: Random
    policy: Policy | None = None

    def roll(self, roll: Roll) -> int:
        """Return a face, each equally likely."""
        return self.random.randint(roll.first, roll.last)

    def choose(self, choice: Choice) -> str:
        """Return the key that the policy, or chance, picks."""
        if self.policy is not None:
            return self.policy(choice)
        return self.random.choice(choice.options).key


def settle(request: Request, answer: int | str) -> Band | Option:
    """Return what an answer means to the procedure that asked.

    A roll is answered by a face and means its band; a choice by a key and means its option.

    Raises:
        Refused: The answer is none of those possible. Nothing has changed.
    """
    if isinstance(request, Roll):
        return request.band(answer)
    return request.option(answer)

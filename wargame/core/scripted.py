"""Answers written down beforehand: the dice and the decisions of an example of play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, field

from wargame.core.errors import Refused, RequestError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wargame.core.procedure import Choice, Roll
    from wargame.core.ruling import Ruling

QUIET = ("stay", "hold", "check", "end", "done", "none")
"""What everybody does of whom an example tells nothing: fight on, hold fire, do no more."""


def _listed(given: Iterable[object]) -> list[object]:
    return list(given)


@define
class Scripted:
    """Throws dice and takes decisions in the order in which they are written down.

    A decision is taken as soon as it is among the options; until then, and when all are taken,
    everybody does as little as he can.

    Args:
        where: The question, for errors.
        dice: The rolls still to come.
        words: The decisions still to come, each the key of an option.
        lucky: Whether further dice show their lowest face; otherwise a missing roll is an error.
        rolled: The outcome of each roll, with what it was for.
        thrown: The rolls that came up.
        asked: The choices that came up.
    """

    where: str
    dice: list[int] = field(converter=_listed)
    words: list[str] = field(converter=_listed)
    lucky: bool = False
    rolled: list[tuple[str, str]] = field(factory=list)
    thrown: list[Roll] = field(factory=list)
    asked: list[Choice] = field(factory=list)

    def roll(self, roll: Roll) -> int:
        """Return the next roll."""
        if not self.dice and not self.lucky:
            allowed = f"a roll for each throw; the next is {roll.purpose}"
            raise RequestError(f"question {self.where}, rolls", "too few", allowed)
        face = self.dice.pop(0) if self.dice else roll.first
        self.thrown.append(roll)
        self.rolled.append((roll.purpose, roll.band(face).outcome))
        return face

    def choose(self, choice: Choice) -> str:
        """Return the next decision if it is open, or what changes least.

        Raises:
            Refused: The rules bar it; the ruling says why.
        """
        self.asked.append(choice)
        keys = [option.key for option in choice.options]
        if self.words and self.words[0] in keys:
            return self.words.pop(0)
        why: Ruling | None = dict(choice.barred).get(self.words[0]) if self.words else None
        if why is not None:
            raise Refused(why)
        return next((key for key in QUIET if key in keys), keys[0])

    def finish(self) -> None:
        """Refuse rolls and decisions left over.

        Raises:
            RequestError: Something was written down that nobody asked for.
        """
        left: tuple[tuple[str, Sequence[object]], ...] = (
            ("rolls", self.dice),
            ("choices", self.words),
        )
        for name, things in left:
            if things:
                found = f"{things[0]}, which nothing asked for"
                last = self.asked[-1:] if name == "choices" else []
                options = (f"{each.key}" for choice in last for each in choice.options)
                allowed = "as many as are asked for"
                more = ", ".join(options)
                cure = f"The last options were: {more}." if more else ""
                raise RequestError(f"question {self.where}, {name}", found, allowed, cure)

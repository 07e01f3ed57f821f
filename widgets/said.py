"""What was said to a widget: bets, answers, decisions, each with a reason if one was given.

A widget to which something can be said is a :class:`Listening`. It keeps replies of the one schema
of :mod:`wargame.core.replies`, and whoever wants to know of a new or a changed one is told.
"""

from __future__ import annotations

from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol
from weakref import WeakSet

from attrs import evolve

from wargame.core.replies import LONGEST, Reply, written

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

WHY = "Why do you think so? (optional)"
"""What the small field for a reason is called."""


class Said:
    """The replies given to one widget, in the order in which they were first given."""

    def __init__(self) -> None:
        """Begin with nothing said."""
        self._replies: list[Reply] = []
        self._heard: list[Callable[[], object]] = []
        self.number = next(_NUMBERS)
        _EVERY.add(self)

    @property
    def replies(self) -> tuple[Reply, ...]:
        """All of them."""
        return tuple(self._replies)

    def add(self, reply: Reply) -> None:
        """Keep a reply beside the others."""
        self._replies.append(reply)
        self._tell()

    def put(self, reply: Reply) -> None:
        """Keep a reply in place of an earlier one to the same question, if there is any."""
        places = [at for at, each in enumerate(self._replies) if each.question == reply.question]
        if places:
            self._replies[places[0]] = reply
        else:
            self._replies.append(reply)
        self._tell()

    def change(self, at: int, **facts: Any) -> None:  # noqa: ANN401 - parts of a reply
        """Change parts of the reply at a place: its reason, what came of it.

        Raises:
            RequestError: A part breaks a bound of replies; nothing has changed.
        """
        changed = evolve(self._replies[at], **facts)
        if changed != self._replies[at]:
            self._replies[at] = changed
            self._tell()

    def on_change(self, heard: Callable[[], object]) -> None:
        """Call *heard* after every new or changed reply."""
        self._heard.append(heard)

    def _tell(self) -> None:
        for heard in self._heard:
            heard()
        for listener in tuple(_OVERHEARING):
            listener.renew()


class Overhearing(Protocol):
    """What wants to know of everything that is said in this process."""

    def renew(self) -> None:
        """See what has been said by now."""


_NUMBERS = count()
_EVERY: WeakSet[Said] = WeakSet()
_OVERHEARING: WeakSet[Any] = WeakSet()


def overhear(listener: Overhearing) -> None:
    """Tell *listener* of everything that is said in this process, for as long as it lives."""
    _OVERHEARING.add(listener)


def everything_said() -> tuple[Said, ...]:
    """Return what was said to every widget of this process, in the order of their making.

    In a notebook that is one reader. A server with many readers must never show it.
    """
    return tuple(sorted(_EVERY, key=lambda each: each.number))


class Listening:
    """A widget to which something can be said."""

    _bet_at: int | None = None

    @cached_property
    def said(self) -> Said:
        """What was said to it."""
        return Said()

    @property
    def replies(self) -> tuple[Reply, ...]:
        """Every bet, answer or decision, as :class:`~wargame.core.replies.Reply`."""
        return self.said.replies

    def because(self, reason: str) -> None:
        """Say why, after the last bet, answer or decision; without any, nothing happens."""
        if self.replies:
            self.said.change(-1, reason=written(reason, LONGEST["reason"]))

    def _bet_said(  # noqa: PLR0913 - what there is to say of a bet
        self,
        about: str,
        prompt: str,
        code: str,
        facts: Mapping[str, Any],
        *,
        right: bool | None = None,
        reason: str = "",
    ) -> None:
        """Keep a bet.

        Args:
            about: What is bet on; with the instrument it names the question.
            prompt: What was asked.
            code: What was bet on.
            facts: What else a reader of the record may want.
            right: Whether that is how it is; None where chance decides.
            reason: Why, if that was said.
        """
        question = f"{type(self).__name__}: {about}"[: LONGEST["question"]]
        before = sum(each.question == question for each in self.replies)
        why = written(reason, LONGEST["reason"])
        self._bet_at = len(self.replies)
        self.said.add(
            Reply("bet", question, prompt, code, right, before + 1, reason=why, facts=facts)
        )

    def _came(self, result: str) -> None:
        """Note beside the bet that waits for it what the dice have come to."""
        if self._bet_at is not None:
            facts = self.replies[self._bet_at].facts
            self.said.change(self._bet_at, facts={**facts, "result": result})
            self._bet_at = None

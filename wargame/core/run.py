"""A procedure under way: what a person at a notebook steps through, with undo and branches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.drivers import Done, Entry, Journal, advance, check_line, entry_for
from wargame.core.errors import DataError, RequestError, shown
from wargame.core.procedure import settle

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.procedure import Checkpoint, Procedure, Request, Steps
    from wargame.core.ruling import Ruling


@frozen
class Mark:
    """A checkpoint passed in a run.

    Args:
        name: What the moment is called.
        at: How many answers had been given.
        checkpoint: Where the procedure can go on from.
        told: How many announcements had been made.
    """

    name: str
    at: int
    checkpoint: Checkpoint
    told: int


class Run:
    """One procedure being answered step by step.

    The pending request is in :attr:`request`; :meth:`answer` gives it and moves on. Undoing keeps
    the lines it takes back, as a branch.

    Args:
        procedure: Starts the procedure.
        journal: Answers to give at once, such as those of a saved game.

    Raises:
        DataError: A line of *journal* does not fit; the sentence names it.
    """

    def __init__(self, procedure: Procedure, journal: Iterable[Entry] = ()) -> None:
        """Start, and give the answers of *journal*."""
        self._procedure = procedure
        self.journal: Journal = ()
        self.marks: tuple[Mark, ...] = ()
        self.told: tuple[Ruling, ...] = ()
        self.branches: tuple[Journal, ...] = ()
        self._steps: Steps
        self._step: Request | Done
        self._start_from(None)
        self._follow(tuple(journal))

    @property
    def request(self) -> Request | None:
        """What is being asked, or nothing when the procedure has ended."""
        return None if isinstance(self._step, Done) else self._step

    @property
    def finished(self) -> bool:
        """Whether the procedure has ended."""
        return isinstance(self._step, Done)

    @property
    def outcome(self) -> Any:  # noqa: ANN401 - whatever the procedure returns
        """What the procedure returned.

        Raises:
            RequestError: It has not ended.
        """
        if isinstance(self._step, Done):
            return self._step.outcome
        raise RequestError("Run.outcome", f"a pending {self._step.purpose!r}", "a finished run")

    def answer(self, answer: int | str, reason: str = "") -> None:
        """Answer the pending request.

        Args:
            answer: A face of the die, or the key of an option.
            reason: Why, in words; the journal keeps it beside a decision.

        Raises:
            Refused: The answer is not possible, or the procedure refuses it; nothing has changed.
            RequestError: Nothing is being asked.
        """
        if isinstance(self._step, Done):
            raise RequestError("Run.answer", shown(answer), "nothing, for the procedure has ended")
        request = self._step
        meaning = settle(request, answer)
        kept = self.journal
        self.journal = (*kept, entry_for(request, answer, reason))
        try:
            self._step = advance(self._steps, meaning, tell=self._tell, check=self._mark)
        except Exception:  # the procedure broke off; its generator is spent
            self._return_to(kept)
            raise

    def because(self, line: int, reason: str) -> None:
        """Say why, beside a decision of the journal; what was played does not change.

        Args:
            line: How many answers came before it.
            reason: In words; empty takes it back.

        Raises:
            RequestError: There is no decision.
        """
        if not 0 <= line < len(self.journal) or not self.journal[line].who:
            raise RequestError("Run.because", f"line {line}", "the line of a decision")
        changed = evolve(self.journal[line], reason=reason)
        self.journal = (*self.journal[:line], changed, *self.journal[line + 1 :])

    def undo(self, lines: int = 1) -> None:
        """Take back the last *lines* answers; they are kept as a branch.

        Raises:
            RequestError: There are not that many.
        """
        if not 0 <= lines <= len(self.journal):
            raise RequestError("Run.undo", str(lines), f"0 to {len(self.journal)} lines")
        self.go_to(len(self.journal) - lines)

    def go_to(self, line: int) -> None:
        """Return to the moment after *line* answers, keeping what is undone as a branch.

        Raises:
            RequestError: There is no such line.
        """
        if not 0 <= line <= len(self.journal):
            raise RequestError("Run.go_to", str(line), f"0 to {len(self.journal)}")
        kept = self.journal
        if line < len(kept) and kept not in self.branches:
            self.branches = (*self.branches, kept)
        self._return_to(kept[:line])

    def go_back_to(self, name: str) -> None:
        """Return to the last checkpoint called *name*.

        Raises:
            RequestError: No checkpoint passed has that name.
        """
        for mark in reversed(self.marks):
            if mark.name == name:
                self.go_to(mark.at)
                return
        names = ", ".join(dict.fromkeys(mark.name for mark in self.marks)) or "none was passed yet"
        raise RequestError("Run.go_back_to", shown(name), names)

    def switch(self, branch: int) -> None:
        """Leave the present line for a kept branch, keeping the present one.

        Raises:
            RequestError: There is no such branch.
        """
        if not 0 <= branch < len(self.branches):
            raise RequestError("Run.switch", str(branch), f"a branch below {len(self.branches)}")
        wanted, current = self.branches[branch], self.journal
        if current and current not in self.branches:
            self.branches = (*self.branches, current)
        self._start_from(None)
        self._follow(wanted)

    def _return_to(self, lines: Journal) -> None:
        """Stand where these answers, which begin the present journal, lead."""
        passed = (each for each in reversed(self.marks) if each.at <= len(lines))
        mark = next(passed, None)
        self._start_from(mark)
        self._follow(lines[mark.at if mark else 0 :])

    def _start_from(self, mark: Mark | None) -> None:
        if mark is None:
            self.journal, self.marks, self.told = (), (), ()
            self._steps = self._procedure()
        else:
            self.journal = self.journal[: mark.at]
            self.marks = self.marks[: self.marks.index(mark) + 1]
            self.told = self.told[: mark.told]
            self._steps = mark.checkpoint.resume(mark.checkpoint.state)
        self._step = advance(self._steps, None, tell=self._tell, check=self._mark)

    def _follow(self, lines: Journal) -> None:
        for entry in lines:
            number = len(self.journal) + 1
            if isinstance(self._step, Done):
                where = f"journal line {number}"
                raise DataError(where, shown(entry.ask), "the end of the journal")
            check_line(entry, self._step, number)
            self.answer(entry.answer, entry.reason)

    def _tell(self, ruling: Ruling) -> None:
        self.told = (*self.told, ruling)

    def _mark(self, checkpoint: Checkpoint) -> None:
        mark = Mark(checkpoint.name, len(self.journal), checkpoint, len(self.told))
        if not self.marks or self.marks[-1] != mark:  # going on from a mark may pass it again
            self.marks = (*self.marks, mark)

"""The command instruments beside a guided game: the cups and the officer points."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as w

from wargame.core.run import Run
from wargame.rifle_and_spade import cup
from wargame.rifle_and_spade.sequence import part_named
from wargame.rifle_and_spade.turn import Game as CommandGame
from widgets.cup import CommandCup
from widgets.officer_track import OfficerPointsTrack

if TYPE_CHECKING:
    from wargame.core.procedure import Request
    from wargame.rifle_and_spade.state import Situation

BEFORE_LOADING = frozenset({"1", "2", "3"})
"""In these parts of a turn the cups are still to be loaded."""


class CommandPanels:
    """The cups and the officer points, each folded until a reader wants it.

    Args:
        situation: The position a game begins with.
    """

    def __init__(self, situation: Situation) -> None:
        """Make the widgets, folded."""
        self.cup = CommandCup(situation)
        self.track = OfficerPointsTrack([situation])
        self.cup_open = w.ToggleButton(False, description="Command cup", tooltip="Who comes next")
        self.track_open = w.ToggleButton(
            False, description="Officer points", tooltip="Their way through the game"
        )
        self._last: tuple[Run, Situation, str] | None = None
        for widget, fold in ((self.cup, self.cup_open), (self.track, self.track_open)):
            widget.layout.display = "none"
            fold.observe(self._folded, "value")

    def rows(self) -> list[w.Widget]:
        """Return the layout."""
        return [w.HBox([self.cup_open, self.track_open]), self.cup, self.track]

    def show(self, run: Run, situation: Situation, hidden: str) -> None:
        """Bring what is unfolded up to date.

        Args:
            run: The game.
            situation: Where everybody stands.
            hidden: The side whose display is hidden; empty for none.
        """
        self._last = (run, situation, hidden)
        if self.cup_open.value:
            self._show_cup(run, situation, hidden)
        if self.track_open.value:
            self.track.show([*_passed(run), situation], hide=hidden)

    def _show_cup(self, run: Run, situation: Situation, hidden: str) -> None:
        state = run.marks[-1].checkpoint.state if run.marks else None
        loose, first = cup.NOBODY, ""
        if isinstance(state, CommandGame):
            loose, first = state.chit_bringers, state.first
            if state.part in BEFORE_LOADING:
                situation = cup.load(situation)
        self.cup.show(situation, loose=loose, first=first, explained=not hidden)

    def _folded(self, _change: object) -> None:
        self.cup.layout.display = None if self.cup_open.value else "none"
        self.track.layout.display = None if self.track_open.value else "none"
        if self._last is not None:
            self.show(*self._last)

    def _unfolded(self) -> list[CommandCup | OfficerPointsTrack]:
        pairs = ((self.cup, self.cup_open), (self.track, self.track_open))
        return [widget for widget, fold in pairs if fold.value]

    def text(self) -> list[str]:
        """Return what is unfolded as text."""
        return [widget.text_twin() for widget in self._unfolded()]

    def html(self) -> str:
        """Return what is unfolded as HTML without script."""
        return "".join(widget.static_html() for widget in self._unfolded())


def _passed(run: Run) -> list[Situation]:
    """Return the positions of the checkpoints that a game has passed."""
    states = (mark.checkpoint.state for mark in run.marks)
    return [state.situation for state in states if isinstance(state, CommandGame)]


def part_of(part: str, request: Request | None) -> str:
    """Return the part of the sequence of play that a question belongs to, as near as can be told.

    A game knows the phase or subsegment; the cases of the question tell the segment within it.

    Args:
        part: The part that the game is in.
        request: What is asked.
    """
    numbers = [case.number for case in request.cases] if request is not None else []
    roots = ("4a", "4b") if part == "4a" else (part,)
    best, chosen = 1, part
    for each in (inner for root in roots for inner in part_named(root).walk()):
        near = max((_near(n, c) for n in numbers for c in each.chapters), default=0)
        if near > best:
            best, chosen = near, each.id
    return chosen


def _near(number: str, chapter: str) -> int:
    """Return how many leading parts a case shares with a chapter; 0 if it is another chapter."""
    mine, theirs = number.split("."), chapter.removeprefix("RS ").removesuffix(".0").split(".")
    shared = 0
    for one, other in zip(mine, theirs, strict=False):
        if one != other:
            break
        shared += 1
    return shared if shared >= min(2, len(theirs)) else 0

"""Pages that live: a view in a browser that follows its room, with a game or instrument below."""

from __future__ import annotations

from contextlib import suppress
from html import escape
from typing import TYPE_CHECKING, Protocol

import panel as pn

from wargame.core.errors import WargameError
from widgets.classroom.boards import Board
from widgets.classroom.gallery import instrument
from widgets.classroom.live import Live
from widgets.classroom.local import LocalIPyWidget
from widgets.classroom.screen import Screen, View, notice

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from widgets.classroom.rooms import Classroom

BOARD = "board"
"""The name under which the stage shows the board."""
BEAT = 15_000
"""Milliseconds after which a page says again that it is there, and looks who else is."""
GATHER = 3_000
"""Milliseconds after which what was bet in an instrument is sent to the class."""
OPENED = "It is open below."


class RoomView(View, Protocol):
    """A view of a room."""

    stage: str
    """What is open below the page: the name of an instrument, or of the board; empty for none."""

    def look(self) -> None:
        """Look at the room anew."""

    def beat(self) -> None:
        """Do what is due every few seconds."""


class Lost:
    """The view of somebody who is in no room.

    Args:
        words: Why, in a sentence.
    """

    place = 0

    def __init__(self, words: str) -> None:
        """Say why."""
        self.notice = notice(words)

    def regions(self) -> Mapping[str, str]:
        """Return the way back."""
        return {"main:way": '<p><a href="/">To the first page</a></p>'}

    def act(self, name: str, data: Mapping[str, str]) -> None:
        """Do nothing: there is nothing to be done here."""


class Page:
    """A page of a room.

    Args:
        view: What it shows.
        room: The classroom of the server.
        token: Whose page it is.
        kinds: The changes of the room that it follows.
        wait: Milliseconds in which changes are gathered.
    """

    def __init__(
        self, view: RoomView, room: Classroom, token: str, kinds: Collection[str], wait: int
    ) -> None:
        """Show the view, and follow its room from now on."""
        self.view, self._room, self._token = view, room, token
        self.board: Board | None = None
        self.screen = Screen(view, after=self._set_stage)
        self.stage = pn.Column(sizing_mode="stretch_width")
        self._open = ""
        self._student = room.who(token).kind == "student"
        self._gathered = 0
        self._follow(kinds, wait)

    def viewable(self) -> pn.viewable.Viewable:
        """Return what is shown."""
        return pn.Column(self.screen, self.stage, sizing_mode="stretch_width", margin=0)

    def _follow(self, kinds: Collection[str], wait: int) -> None:
        document = pn.state.curdoc
        if document is None or document.session_context is None:
            return  # made outside of a server
        live = Live(document, self.changed, kinds, wait)
        stop = self._room.listen(self._room.who(self._token).room, live.hear)
        pn.state.add_periodic_callback(self._beat, BEAT)
        pn.state.add_periodic_callback(self.gather, GATHER)

        def gone(_context: object) -> None:
            live.stop()
            stop()

        pn.state.on_session_destroyed(gone)

    def changed(self, kinds: frozenset[str]) -> None:
        """Show the room as it is now.

        Args:
            kinds: What has changed.
        """
        try:
            self.view.look()
            if self.board is not None and kinds & {"board", "frozen", "closed"}:
                self.board.follow()
        except WargameError as error:
            self._lose(str(error))
        self.screen.draw()

    def _beat(self) -> None:
        try:
            self.view.beat()
        except WargameError as error:
            self._lose(str(error))
        self.screen.draw()

    def gather(self) -> None:
        """Keep what a student has bet or answered in the instrument that is open.

        The answers of a board are in its journal, which is kept at once.
        """
        if not self._student or self.board is not None:
            return
        for pane in self.stage.objects:
            said = getattr(pane.object, "replies", ())[self._gathered :]
            for reply in said:
                self._gathered += 1  # also of one that is refused: it is not sent again and again
                with suppress(WargameError):
                    self._room.reply(self._token, reply)

    def _lose(self, words: str) -> None:
        self.screen.turn_to(Lost(words))
        self.stage.objects = []

    def push(self, how: str) -> None:
        """Give the teacher's board to all.

        Raises:
            WargameError: It cannot be.
        """
        if self.board is not None:
            self.board.push(how)

    def _set_stage(self) -> None:
        """Open below the page what the view wants there, and close what it does not."""
        if self.view.stage == self._open:
            return
        wanted = self.view.stage
        self._clear()
        if not wanted:
            return
        try:
            widget = self._made(wanted)
        except WargameError:
            self.view.stage = ""
            raise
        self._open = wanted
        self.stage.objects = [LocalIPyWidget(widget, sizing_mode="stretch_width")]
        doubt = self.board.doubt if self.board is not None else ""
        self.view.notice = notice(f"{OPENED} {doubt}".strip())
        self.screen.reveal()

    def _made(self, wanted: str) -> object:
        if wanted == BOARD:
            self.board = Board(self._room, self._token)
            return self.board.widget
        return instrument(wanted).build()

    def _clear(self) -> None:
        self.gather()
        shown, self.stage.objects = list(self.stage.objects), []
        for pane in shown:
            pane.object.close()
        self.board, self._open, self._gathered = None, "", 0


def lost(error: WargameError) -> pn.viewable.Viewable:
    """Return the page of somebody who is in no room."""
    return Screen(Lost(str(error)))


def opener(name: str, title: str) -> str:
    """Return the button that opens an instrument below the page."""
    return (
        f'<button type="button" id="open-{escape(name)}" data-act="stage" '
        f'data-what="{escape(name)}">Open: {escape(title)}</button>'
    )

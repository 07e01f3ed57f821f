"""The debrief of a board, as a page of its own to read and to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.errors import RequestError, WargameError, one_of, shown
from widgets.classroom import session
from widgets.classroom.codes import read_code
from widgets.classroom.frame import sorry
from widgets.classroom.pages import Plain, cookie_name
from widgets.debrief_page import debrief_page

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.replies import Reply


class Debrief(Plain):
    """Shows the debrief of a board: to the teacher of any in the room, to a student of the own."""

    def get(self) -> None:
        """Answer with the page, or say why there is none."""
        try:
            page = self._page()
        except WargameError as error:
            self.show("Debrief", sorry(error), 403)
            return
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(page)

    def _page(self) -> str:
        code = read_code(self.get_query_argument("room", ""))
        owner, room = self.get_query_argument("board", ""), session.classroom()
        token = self.get_cookie(cookie_name("teach" if owner else "class", code), "") or ""
        if not owner:
            return _debriefed(room.board_of(token), room.mine(token))
        boards = {row.owner: row.data for row in room.boards(token)}
        if owner not in boards:
            raise RequestError("board", shown(owner), one_of(boards, owner))
        return _debriefed(boards[owner])


def _debriefed(saved: object, replies: Iterable[Reply] = ()) -> str:
    if saved is None:
        cure = "Open the board and play a little first."
        raise RequestError("debrief", "a board without a game", "a game under way", cure)
    return debrief_page(saved, replies)

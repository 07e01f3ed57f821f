"""The boards of a room: a team's or a student's own, and the position the teacher gives to all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from widgets.classroom import bounds
from widgets.classroom.desk import Desk, Seat, listed, students_of
from widgets.classroom.errors import Denied
from widgets.classroom.views import BoardRow

if TYPE_CHECKING:
    import sqlite3

CLASS = "class"
"""The owner of what the teacher pushes."""
GONE_ON = "Your board has gone on since you looked at it: look at it again, then play on."


class Positions(Desk):
    """Saved boards."""

    def board_of(self, token: str) -> dict[str, Any] | None:
        """Return the board of whoever asks: the team's where there is one, else their own.

        It is what was kept last, or what the teacher pushed since.

        Raises:
            Denied: They are in no room.
        """
        with self._seated(token) as (db, seat):
            row = _newest(db, seat.room["id"], owner_of(seat))
        return None if row is None else bounds.board_data(row["data"])

    def board_version(self, token: str) -> int:
        """Return a number that grows whenever :meth:`board_of` changes; nought without a board.

        Raises:
            Denied: They are in no room.
        """
        with self._seated(token) as (db, seat):
            row = _newest(db, seat.room["id"], owner_of(seat))
        return 0 if row is None else int(row["version"])

    def keep_board(self, token: str, data: dict[str, Any], version: int | None = None) -> int:
        """Keep the board of whoever asks.

        Args:
            token: A student's or the teacher's.
            data: The saved game, as it saves itself.
            version: Of the board it goes on from: then it is kept only if that is still the
                newest, so that two of a team do not undo each other.

        Returns:
            The version it is now.

        Raises:
            Denied: They are in no room, it is closed, or the board has gone on.
            RoomError: It is no saved board, or too large.
        """
        text = bounds.board_text(data)
        kind = self.who(token).kind
        with self._acting(token, kind, "board") as (db, seat):
            room, owner = seat.room["id"], owner_of(seat)
            newest = _newest(db, room, owner)
            if version is not None and version != (0 if newest is None else newest["version"]):
                raise Denied(GONE_ON)
            if newest is not None and newest["owner"] == owner:
                db.execute(
                    "DELETE FROM board WHERE room = ? AND owner = ? AND version = ?",
                    (room, owner, newest["version"]),
                )
            return self._put(db, room, owner, text)

    def push_board(self, token: str, data: dict[str, Any]) -> int:
        """Give every board of the room this position; what they had before is kept.

        Returns:
            The version it is now.

        Raises:
            Denied: It is not the teacher who asks, or the room is closed.
            RoomError: It is no saved board, or too large.
        """
        text = bounds.board_text(data)
        with self._acting(token, "teacher", "board") as (db, seat):
            return self._put(db, seat.room["id"], CLASS, text)

    def boards(self, token: str) -> tuple[BoardRow, ...]:
        """Return the board of every team, or of every student where there are no teams.

        Raises:
            Denied: It is not the teacher who asks.
        """
        with self._seated(token, "teacher") as (db, seat):
            room = seat.room["id"]
            owners = [(f"team:{team}", team) for team in listed(seat.room["teams"])]
            if not owners:
                owners = [(f"member:{each['id']}", each["name"]) for each in students_of(db, room)]
            return tuple(_board_row(db, room, owner, name) for owner, name in owners)

    def earlier_boards(self, token: str, owner: str) -> tuple[dict[str, Any], ...]:
        """Return what one board was before the teacher's pushes, the oldest first.

        Raises:
            Denied: It is not the teacher who asks.
        """
        with self._seated(token, "teacher") as (db, seat):
            rows = db.execute(
                "SELECT data, version FROM board WHERE room = ? AND owner = ? ORDER BY version",
                (seat.room["id"], owner),
            ).fetchall()
            newest = _newest(db, seat.room["id"], owner)
        now = None if newest is None else newest["version"]
        return tuple(bounds.board_data(row["data"]) for row in rows if row["version"] != now)

    def _put(self, db: sqlite3.Connection, room: int, owner: str, text: str) -> int:
        db.execute("UPDATE room SET boards = boards + 1 WHERE id = ?", (room,))
        (version,) = db.execute("SELECT boards FROM room WHERE id = ?", (room,)).fetchone()
        db.execute(
            "INSERT INTO board VALUES (?, ?, ?, ?, ?)", (room, owner, version, text, self._clock())
        )
        db.execute(
            "DELETE FROM board WHERE room = ? AND owner = ? AND version NOT IN (SELECT version"
            " FROM board WHERE room = ? AND owner = ? ORDER BY version DESC LIMIT ?)",
            (room, owner, room, owner, bounds.MOST_KEPT),
        )
        return int(version)


def owner_of(seat: Seat) -> str:
    """Return whose board it is that a member plays on."""
    return f"team:{seat.member.team}" if seat.member.team else f"member:{seat.member.id}"


def _newest(db: sqlite3.Connection, room: int, owner: str) -> sqlite3.Row | None:
    found: sqlite3.Row | None = db.execute(
        "SELECT owner, version, data FROM board WHERE room = ? AND owner IN (?, ?)"
        " ORDER BY version DESC LIMIT 1",
        (room, owner, CLASS),
    ).fetchone()
    return found


def _board_row(db: sqlite3.Connection, room: int, owner: str, name: str) -> BoardRow:
    row = _newest(db, room, owner)
    (kept,) = db.execute(
        "SELECT count(*) FROM board WHERE room = ? AND owner = ?", (room, owner)
    ).fetchone()
    if row is None:
        return BoardRow(owner, name, None, 0)
    earlier = kept - (row["owner"] == owner)
    return BoardRow(owner, name, bounds.board_data(row["data"]), row["version"], earlier)

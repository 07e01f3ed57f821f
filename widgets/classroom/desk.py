"""What every part of the class room needs: the file, who asks, and who is told of a change."""

from __future__ import annotations

import json
import logging
import sqlite3
import time
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any

from attrs import frozen

from widgets.classroom.codes import read_code, token_mark
from widgets.classroom.errors import Denied
from widgets.classroom.store import PATIENCE, Store
from widgets.classroom.views import Change, Kind, Member

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    Judge = Callable[[str, str], tuple[bool | None, str]]
    Asks = Callable[[str, int], Sequence[str]]

LOG = logging.getLogger(__name__)
STRANGER = (
    "This browser is in no room that is open here: join one with the code that the teacher shows."
)
REMOVED = "The teacher took you out of this room: ask them before you join again."
CLOSED = "The room is closed: what was said in it stays, and nothing more is taken."
NOT_YOURS = {
    "teacher": "Only the teacher of this room can do that.",
    "student": "Only a student of this room can do that: join it as one in another browser.",
}


def nobody_knows(_question: str, _said: str) -> tuple[bool | None, str]:
    """Judge nothing: what a room without a course does."""
    return None, ""


def nothing_asked(_lesson: str, _step: int) -> tuple[str, ...]:
    """Name no question of any step: what a room without a course does."""
    return ()


@frozen
class Seat:
    """Who asks, and the row of their room.

    Args:
        member: Who it is.
        room: The room's row of the file.
    """

    member: Member
    room: sqlite3.Row

    @property
    def closed(self) -> bool:
        """Whether the room is closed."""
        return self.room["closed"] is not None


class Desk:
    """What the parts of :class:`~widgets.classroom.rooms.Classroom` share.

    Args:
        path: The file of the class; ``:memory:`` keeps nothing.
        clock: Where the time comes from, in seconds since 1970.
        judge: Says of a question and what was said to it whether that is right (none where nobody
            can tell) and what to tell the student once the answer is shown.
        asks: Names the questions of a lesson's step, for the list of who is stuck.
        patience: Seconds to wait for another process that has the file.

    Raises:
        StoreError: The file cannot be used.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        clock: Callable[[], float] = time.time,
        judge: Judge = nobody_knows,
        asks: Asks = nothing_asked,
        patience: float = PATIENCE,
    ) -> None:
        """Open the file."""
        self._store = Store(path, patience)
        self._clock = clock
        self._judge = judge
        self._asks = asks
        self._listeners: dict[str, list[Callable[[Change], None]]] = {}
        self._listening = Lock()

    def shut(self) -> None:
        """Close the file; the rooms stay in it."""
        self._store.close()

    def who(self, token: str) -> Member:
        """Return who holds a token.

        Raises:
            Denied: Nobody does, or they were taken out of the room.
        """
        with self._store.reading() as db:
            return self._seat(db, token).member

    def listen(self, code: str, callback: Callable[[Change], None]) -> Callable[[], None]:
        """Have *callback* called after every change of a room made in this process.

        It is called in the thread that made the change, when the change is on the disk; what it
        raises is logged and stops nothing.

        Args:
            code: The room.
            callback: Takes the kind of the change.

        Returns:
            What to call so that it is called no more.
        """
        key = read_code(code)

        def told(change: Change) -> None:  # the same callback may listen twice, and stop once
            callback(change)

        with self._listening:
            self._listeners.setdefault(key, []).append(told)

        def stop() -> None:
            with self._listening:
                left = [each for each in self._listeners.get(key, []) if each is not told]
                self._listeners[key] = left
                if not left:
                    del self._listeners[key]

        return stop

    def _tell(self, code: str, change: Change) -> None:
        with self._listening:
            listeners = tuple(self._listeners.get(code, ()))
        for each in listeners:
            try:
                each(change)
            except Exception:  # a page that is gone must not undo what is on the disk
                LOG.exception("a page could not be told of a change: %s", change)

    @contextmanager
    def _seated(
        self, token: str, kind: Kind | None = None
    ) -> Iterator[tuple[sqlite3.Connection, Seat]]:
        """Give the file and who asks, for reading.

        Raises:
            Denied: They are in no room, or are not of the *kind* that may.
        """
        with self._store.reading() as db:
            yield db, self._seat(db, token, kind)

    @contextmanager
    def _acting(
        self, token: str, kind: Kind, change: Change | None, *, closed: bool = False
    ) -> Iterator[tuple[sqlite3.Connection, Seat]]:
        """Give the file and who asks, for one change; listeners are told once it is on the disk.

        Raises:
            Denied: They are in no room, may not do this, or the room is closed.
        """
        with self._store.changing() as db:
            seat = self._seat(db, token, kind)
            if seat.closed and not closed:
                raise Denied(CLOSED)
            yield db, seat
        if change is not None:
            self._tell(seat.member.room, change)

    def _seat(self, db: sqlite3.Connection, token: str, kind: Kind | None = None) -> Seat:
        found = db.execute(
            "SELECT member.* FROM token JOIN member ON member.id = token.member WHERE mark = ?",
            (token_mark(token),),
        ).fetchone()
        if found is None:
            raise Denied(STRANGER)
        if found["removed"] is not None:
            raise Denied(REMOVED)
        if kind is not None and found["kind"] != kind:
            raise Denied(NOT_YOURS[kind])
        room = db.execute("SELECT * FROM room WHERE id = ?", (found["room"],)).fetchone()
        return Seat(member_of(found, room["code"]), room)


def member_of(row: sqlite3.Row, code: str) -> Member:
    """Return the member that a row of the file is of."""
    return Member(row["kind"], code, row["id"], row["name"], row["team"], row["side"])


def students_of(db: sqlite3.Connection, room: int) -> list[sqlite3.Row]:
    """Return the rows of a room's students, without those taken out, in the order they joined."""
    return db.execute(
        "SELECT * FROM member WHERE room = ? AND kind = 'student' AND removed IS NULL ORDER BY id",
        (room,),
    ).fetchall()


def listed(text: str) -> tuple[Any, ...]:
    """Return what a list of JSON in the file holds."""
    return tuple(json.loads(text))

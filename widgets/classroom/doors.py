"""How rooms are opened and closed, and how people come in and go out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from wargame.core.errors import one_of
from widgets.classroom import bounds
from widgets.classroom.codes import (
    NOBODY,
    Password,
    Throttle,
    new_code,
    new_token,
    origin,
    read_code,
    shown_code,
    token_mark,
)
from widgets.classroom.desk import CLOSED, Desk, listed, students_of
from widgets.classroom.errors import Denied, RoomError

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

EVERYWHERE = "everywhere"
NO_ROOM = "There is no open room with this code: look at it again, as the teacher shows it."
NO_MATCH = "This code and this password do not belong together: look at both again."
FULL = "This room is full: ask the teacher, who can take names out of it."


class Doors(Desk):
    """Opening, joining, leaving, closing."""

    def __init__(self, *args: Any, **settings: Any) -> None:  # noqa: ANN401 - as Desk has them
        """Open the file, with nobody waiting at the doors."""
        super().__init__(*args, **settings)
        clock = self._clock
        self.opening = Throttle("rooms", 10, 60, clock)
        self.guesses = Throttle("codes", 20, 15, clock)
        self.guesses_of_all = Throttle("codes", 200, 1, clock)
        self.passwords = Throttle("passwords", 5, 60, clock)
        self.passwords_of_room = Throttle("passwords", 30, 10, clock)
        self.joining = Throttle("names", 100, 10, clock)

    def open(  # noqa: PLR0913 - what a room is made of
        self,
        password: str,
        lesson: str,
        *,
        title: str = "",
        board: str = "",
        teams: Iterable[str] = (),
        sides: Iterable[str] = (),
        remote: str = "",
    ) -> str:
        """Open a room.

        Args:
            password: What lets a teacher in again, on any machine.
            lesson: The lesson that the class goes through; may be none.
            title: How the room is called; the lesson's name where nothing is said.
            board: The game that its boards are of; may be none.
            teams: The teams that students choose from.
            sides: The sides that students choose from.
            remote: Where the request comes from.

        Returns:
            The code of the room, as it is shown: ``ABC-DEF``.

        Raises:
            RoomError: Something of it does not fit.
            TooSoon: Too many rooms were opened from there.
        """
        lesson = bounds.plain_line(lesson, "lesson of the room", bounds.LESSON, 0)
        title = bounds.plain_line(title, "title of the room", bounds.TITLE, 0) or lesson
        board = bounds.plain_line(board, "board of the room", bounds.LESSON, 0)
        chosen = [
            json.dumps(bounds.groups(teams, "teams")),
            json.dumps(bounds.groups(sides, "sides")),
        ]
        self.opening.check(origin(remote))
        kept = Password.of(password)
        self.opening.count(origin(remote))
        now = self._clock()
        with self._store.changing() as db:
            (rooms,) = db.execute("SELECT count(*) FROM room").fetchone()
            if rooms >= bounds.MOST_ROOMS:
                cure = "Start with another file, or delete rooms that are closed."
                raise RoomError("rooms", f"{rooms} in this file", f"{bounds.MOST_ROOMS}", cure)
            code = _unused_code(db)
            made = db.execute(
                "INSERT INTO room (code, salt, password, title, lesson, board, teams, sides,"
                " opened) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (code, kept.salt, kept.mark, title, lesson, board, *chosen, now),
            )
            db.execute(
                "INSERT INTO member (room, kind, name, key, team, side, joined, seen)"
                " VALUES (?, 'teacher', '', '', '', '', ?, ?)",
                (made.lastrowid, now, now),
            )
        return shown_code(code)

    def teach(self, code: str, password: str, remote: str = "") -> str:
        """Let a teacher in, also to a room that is closed.

        Args:
            code: The code of the room.
            password: Its password.
            remote: Where the request comes from.

        Returns:
            A token.

        Raises:
            Denied: Code and password do not belong together; which of them is wrong is not told.
            TooSoon: Too many were tried from there, or for this room.
        """
        place, key = origin(remote), read_code(code)
        self.passwords.count(place)
        self.passwords_of_room.count(key)
        with self._store.reading() as db:
            room = db.execute("SELECT * FROM room WHERE code = ?", (key,)).fetchone()
        kept = NOBODY if room is None else Password(room["salt"], room["password"])
        if not kept.fits(password) or room is None:
            raise Denied(NO_MATCH)
        self.passwords.give_back(place)
        self.passwords_of_room.give_back(key)
        with self._store.changing() as db:
            teacher = db.execute(
                "SELECT id FROM member WHERE room = ? AND kind = 'teacher'", (room["id"],)
            ).fetchone()
            if teacher is None:
                raise Denied(NO_MATCH)
            return self._let_in(db, teacher["id"])

    def groups_of(self, code: str, remote: str = "") -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the teams and the sides of a room, for the form by which students join.

        Raises:
            Denied: There is no such room; counts as a guess.
            TooSoon: Too many codes were tried from there.
        """
        with self._store.reading() as db:
            room = self._guessed(db, code, remote)
        return listed(room["teams"]), listed(room["sides"])

    def join(
        self, code: str, nickname: str, team: str = "", side: str = "", remote: str = ""
    ) -> str:
        """Let a student in.

        Args:
            code: The code of the room.
            nickname: How the student is called here; nobody else in the room may be.
            team: One of the room's teams, where it has any.
            side: One of the room's sides, where it has any.
            remote: Where the request comes from.

        Returns:
            A token. Who holds it is this student; there is no other way to come in as them again.

        Raises:
            Denied: There is no such room, or it is closed or full.
            RoomError: The nickname is taken (free ones are given) or something does not fit.
            TooSoon: Too many codes were tried from there, or too many have joined from there.
        """
        name = bounds.nickname(nickname)
        self.joining.check(origin(remote))
        now = self._clock()
        with self._store.changing() as db:
            room = self._guessed(db, code, remote)
            if room["closed"] is not None:
                raise Denied(CLOSED)
            team = bounds.group(team, listed(room["teams"]), "team")
            side = bounds.group(side, listed(room["sides"]), "side")
            self._refuse_taken(db, room["id"], name)
            made = db.execute(
                "INSERT INTO member (room, kind, name, key, team, side, joined, seen, step)"
                " VALUES (?, 'student', ?, ?, ?, ?, ?, ?, 0)",
                (room["id"], name, bounds.name_key(name), team, side, now, now),
            )
            token = self._let_in(db, made.lastrowid or 0)
        self.joining.count(origin(remote))
        self._tell(room["code"], "members")
        return token

    def leave(self, token: str) -> None:
        """Forget a token: on a machine that another student uses next. What was said stays."""
        with self._store.changing() as db:
            db.execute("DELETE FROM token WHERE mark = ?", (token_mark(token),))

    def remove(self, token: str, member: int) -> None:
        """Take a student out of the room; the name is free again, what they said counts no more.

        Raises:
            Denied: It is not the teacher who asks.
            RoomError: There is no such student in the room.
        """
        with self._acting(token, "teacher", "members", closed=True) as (db, seat):
            names = {row["id"]: row["name"] for row in students_of(db, seat.room["id"])}
            if member not in names:
                allowed = one_of([f"{key} ({name})" for key, name in names.items()])
                raise RoomError("student to take out", repr(member)[:40], allowed)
            db.execute("UPDATE member SET removed = ? WHERE id = ?", (self._clock(), member))

    def close(self, token: str) -> None:
        """Close the room: nobody joins, nothing is taken; everybody can still read and export.

        Raises:
            Denied: It is not the teacher who asks.
        """
        with self._acting(token, "teacher", "closed", closed=True) as (db, seat):
            db.execute(
                "UPDATE room SET closed = coalesce(closed, ?) WHERE id = ?",
                (self._clock(), seat.room["id"]),
            )

    def delete(self, token: str) -> None:
        """Delete a closed room with everything that was said in it, for good.

        Raises:
            Denied: It is not the teacher who asks, or the room is not closed.
        """
        with self._acting(token, "teacher", "closed", closed=True) as (db, seat):
            if not seat.closed:
                raise Denied("Close the room before you delete it, and keep its export.")
            db.execute("DELETE FROM room WHERE id = ?", (seat.room["id"],))
        self._store.tidy()

    def _guessed(self, db: sqlite3.Connection, code: str, remote: str) -> sqlite3.Row:
        """Return the room with a code; a code that is none counts as a guess."""
        place, key = origin(remote), read_code(code)
        self.guesses.check(place)
        self.guesses_of_all.check(EVERYWHERE)
        room: sqlite3.Row | None = db.execute(
            "SELECT * FROM room WHERE code = ?", (key,)
        ).fetchone()
        if room is None:
            self.guesses.count(place)
            self.guesses_of_all.count(EVERYWHERE)
            raise Denied(NO_ROOM)
        return room

    def _refuse_taken(self, db: sqlite3.Connection, room: int, name: str) -> None:
        rows = db.execute(
            "SELECT key, removed FROM member WHERE room = ? AND kind = 'student'", (room,)
        ).fetchall()
        if len(rows) >= bounds.MOST_MEMBERS:
            raise Denied(FULL)
        taken = {row["key"] for row in rows if row["removed"] is None}
        if bounds.name_key(name) in taken:
            near = one_of(bounds.near_names(name, taken))
            cure = "If it is yours, go on in the browser you joined with."
            raise RoomError(
                "nickname", f"{name}, which is taken", f"a free one, such as {near}", cure
            )

    def _let_in(self, db: sqlite3.Connection, member: int) -> str:
        token = new_token()
        db.execute("INSERT INTO token VALUES (?, ?, ?)", (token_mark(token), member, self._clock()))
        db.execute(
            "DELETE FROM token WHERE member = ? AND mark NOT IN (SELECT mark FROM token"
            " WHERE member = ? ORDER BY made DESC, rowid DESC LIMIT ?)",
            (member, member, bounds.MOST_TOKENS),
        )
        return token


def _unused_code(db: sqlite3.Connection) -> str:
    while True:
        code = new_code()
        if db.execute("SELECT 1 FROM room WHERE code = ?", (code,)).fetchone() is None:
            return code

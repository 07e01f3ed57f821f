"""The class room: the one object that all pages of the server share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.core.replies import Student, class_export, student_export
from widgets.classroom.answers import Answers, moment, replies_of, seen_replies
from widgets.classroom.codes import shown_code
from widgets.classroom.desk import listed, students_of
from widgets.classroom.doors import Doors
from widgets.classroom.lead import Lead
from widgets.classroom.positions import Positions
from widgets.classroom.roster import Roster

if TYPE_CHECKING:
    import sqlite3


class Classroom(Doors, Answers, Lead, Roster, Positions):
    """Rooms in a file; safe to use from several threads.

    Every change is on the disk before its method returns, so a server that is killed loses nothing
    that was acknowledged. Every method says whose token may call it; what a student is given never
    holds an answer that is not shown. See :class:`~widgets.classroom.desk.Desk` for what it is
    made with.
    """

    def own_export(self, token: str) -> dict[str, Any]:
        """Return what a student said, to take home: as :meth:`mine` shows it.

        Raises:
            Denied: It is no student who asks.
        """
        with self._seated(token, "student") as (db, seat):
            said = seen_replies(db, seat)
        member, room = seat.member, seat.room
        return student_export(
            member.name,
            said,
            lesson=room["lesson"],
            team=member.team,
            side=member.side,
            room=room["title"],
        )

    def class_export(self, token: str) -> dict[str, Any]:
        """Return what the class said, with what is right; without those taken out of the room.

        Raises:
            Denied: It is not the teacher who asks.
        """
        with self._seated(token, "teacher") as (db, seat):
            room = seat.room
            students = [
                Student(
                    row["name"],
                    room["lesson"],
                    row["team"],
                    row["side"],
                    room["title"],
                    replies_of(db, row["id"]),
                )
                for row in students_of(db, room["id"])
            ]
        return class_export(_facts(room), students)


def _facts(room: sqlite3.Row) -> dict[str, Any]:
    return {
        "code": shown_code(room["code"]),
        "title": room["title"],
        "lesson": room["lesson"],
        "board": room["board"],
        "teams": list(listed(room["teams"])),
        "sides": list(listed(room["sides"])),
        "opened": moment(room["opened"]),
        "closed": "" if room["closed"] is None else moment(room["closed"]),
    }

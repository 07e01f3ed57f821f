"""Who is in the class, and who may be stuck."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.words import count
from widgets.classroom.desk import Desk, Seat, member_of, students_of
from widgets.classroom.views import Row

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

BEHIND = 90.0
"""Seconds after half the class has answered a question."""
AWAY = 60.0
WRONG_TRIES = 3


@frozen
class _Answer:
    first: float
    wrong: int
    judged: int | None


Answers = dict[str, dict[int, _Answer]]
"""By question, then by student."""


class Roster(Desk):
    """The teacher's list of students."""

    def roster(self, token: str) -> tuple[Row, ...]:
        """Return every student, in the order they joined, and who may be stuck.

        A student may be stuck when one of these holds, and the first of them is told:

        - they were not seen for 60 s;
        - they tried a question three times or more and are still wrong, and its answer is hidden;
        - they have not answered a question of the step 90 s after half the class had.

        The questions of the step are those of the lesson and the teacher's own that are neither
        settled nor shown. Where each goes freely, the step is the student's own.

        Raises:
            Denied: It is not the teacher who asks.
        """
        with self._seated(token, "teacher") as (db, seat):
            room = seat.room["id"]
            students = students_of(db, room)
            answers = _answers(db, room)
            own = _open_own(db, room)
            hidden = set(answers) - _shown(db, room)
        return tuple(self._row(each, seat, (students, answers, own, hidden)) for each in students)

    def _row(
        self,
        student: sqlite3.Row,
        seat: Seat,
        known: tuple[Sequence[sqlite3.Row], Answers, list[str], set[str]],
    ) -> Row:
        students, answers, own, hidden = known
        free = seat.room["pace"] == "free"
        step = student["step"] if free else seat.room["step"]
        here = [*self._asks(seat.room["lesson"], step), *own]
        number = student["id"]
        waiting = tuple(each for each in here if number not in answers.get(each, {}))
        stuck = self._stuck(student, waiting, (answers, len(students), hidden))
        answered = sum(number in each for each in answers.values())
        member = member_of(student, seat.room["code"])
        return Row(member, answered, student["seen"], step, waiting, "" if seat.closed else stuck)

    def _stuck(
        self,
        student: sqlite3.Row,
        waiting: tuple[str, ...],
        known: tuple[Answers, int, set[str]],
    ) -> str:
        answers, students, hidden = known
        now = self._clock()
        away = now - student["seen"]
        if away >= AWAY:
            return f"not seen for {count(int(away // 60), 'minute')}"
        for question in sorted(hidden):
            mine = answers[question].get(student["id"])
            if mine is not None and mine.judged == 0 and mine.wrong >= WRONG_TRIES:
                return f"{count(mine.wrong, 'wrong try', 'wrong tries')} at {question}"
        for question in waiting:
            half = _half_at(answers.get(question, {}), students)
            if half is not None and now - half >= BEHIND:
                return f"no answer yet to {question}, which half the class has answered"
        return ""


def _half_at(given: Mapping[int, _Answer], students: int) -> float | None:
    """Return when half the class had answered; none where it has not yet."""
    half = -(-students // 2)
    times = sorted(each.first for each in given.values())
    return times[half - 1] if 0 < half <= len(times) else None


def _answers(db: sqlite3.Connection, room: int) -> Answers:
    rows = db.execute(
        "SELECT question, reply.member, first, wrong, judged FROM reply"
        " JOIN member ON member.id = reply.member WHERE room = ? AND removed IS NULL",
        (room,),
    )
    found: defaultdict[str, dict[int, _Answer]] = defaultdict(dict)
    for row in rows:
        found[row["question"]][row["member"]] = _Answer(row["first"], row["wrong"], row["judged"])
    return dict(found)


def _open_own(db: sqlite3.Connection, room: int) -> list[str]:
    rows = db.execute(
        "SELECT question FROM asked WHERE room = ? AND settled IS NULL AND question NOT IN"
        " (SELECT question FROM shown WHERE room = ?) ORDER BY id",
        (room, room),
    )
    return [row["question"] for row in rows]


def _shown(db: sqlite3.Connection, room: int) -> set[str]:
    rows = db.execute("SELECT question FROM shown WHERE room = ?", (room,))
    return {row["question"] for row in rows}

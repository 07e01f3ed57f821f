"""What students say, and what is shown of it to whom."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from datetime import UTC, datetime
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.errors import one_of, shown
from wargame.core.replies import LONGEST, MOST_TRIES, Reply
from widgets.classroom import bounds
from widgets.classroom.desk import Desk, Seat, listed, students_of
from widgets.classroom.errors import Denied, RoomError
from widgets.classroom.views import Tally

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

OWN = "own/"
"""How the names of the teacher's own questions begin."""
SHOWN = "The answer to this question is shown already: what you said before stays."
HIDDEN = "The answer to this question is not shown yet: wait for the teacher."


class Answers(Desk):
    """Replies and what the class said."""

    def reply(self, token: str, reply: Reply) -> Reply:
        """Take what a student says; it is on the disk when this returns.

        A later reply to the same question replaces the one before and counts as another try, as
        long as the answer is hidden. Who says it and when, how many tries it took and whether it
        is right is never taken from the reply itself.

        Args:
            token: The student's.
            reply: What is said.

        Returns:
            The reply as the student may see it: whether it is right only once that is shown.

        Raises:
            Denied: It is no student who asks, the room is closed, or the answer is shown.
            RoomError: It is not among the answers to choose from, or there are too many replies.
        """
        question = bounds.question_id(reply.question)
        judged = reply.right if question.startswith(OWN) else self._judged(reply)
        with self._acting(token, "student", "replies") as (db, seat):
            if question in shown_in(db, seat):
                raise Denied(SHOWN)
            if question.startswith(OWN):
                reply, judged = _own_reply(db, seat, reply)
            return self._keep(db, seat, evolve(reply, right=judged))

    def mine(self, token: str) -> tuple[Reply, ...]:
        """Return what a student said, in the order in which the questions were first answered.

        Whether it is right is told only of questions whose answers are shown.

        Raises:
            Denied: It is no student who asks.
        """
        with self._seated(token, "student") as (db, seat):
            return seen_replies(db, seat)

    def feedback(self, token: str, question: str) -> str:
        """Return what to tell a student about what they said, once the answer is shown.

        Raises:
            Denied: It is no student who asks, or the answer is not shown.
        """
        with self._seated(token, "student") as (db, seat):
            if question not in shown_in(db, seat):
                raise Denied(HIDDEN)
            found = db.execute(
                "SELECT said FROM reply WHERE member = ? AND question = ?",
                (seat.member.id, question),
            ).fetchone()
        if found is None or question.startswith(OWN):
            return ""
        return self._judge(question, found["said"])[1]

    def tally(self, token: str, question: str) -> Tally:
        """Return what the class said to a question: to a student only once the answer is shown.

        Raises:
            Denied: A student asks, and the answer is not shown.
        """
        with self._seated(token) as (db, seat):
            if seat.member.kind == "student" and question not in shown_in(db, seat):
                raise Denied(HIDDEN)
            rows = db.execute(
                "SELECT said, judged, team FROM reply JOIN member ON member.id = reply.member"
                " WHERE room = ? AND removed IS NULL AND question = ? ORDER BY first, member",
                (seat.room["id"], question),
            ).fetchall()
            students = len(students_of(db, seat.room["id"]))
        return tally_of(question, rows, students, listed(seat.room["teams"]))

    def _judged(self, reply: Reply) -> bool | None:
        """Return whether the reply is right; an explorer, which runs here too, knows of its own."""
        right, _feedback = self._judge(reply.question, reply.said)
        return reply.right if right is None else right

    def _keep(self, db: sqlite3.Connection, seat: Seat, reply: Reply) -> Reply:
        now, key = self._clock(), (seat.member.id, reply.question)
        before = db.execute(
            "SELECT data, wrong FROM reply WHERE member = ? AND question = ?", key
        ).fetchone()
        if before is None:
            _refuse_too_many(db, seat)
        tries = 1 if before is None else Reply.from_json(json.loads(before["data"])).tries + 1
        reply = evolve(_readable(reply), tries=min(tries, MOST_TRIES), at=moment(now))
        wrong = (0 if before is None else before["wrong"]) + (reply.right is False)
        db.execute(
            "INSERT INTO reply VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (member, question)"
            " DO UPDATE SET said = excluded.said, judged = excluded.judged, wrong = excluded.wrong,"
            " last = excluded.last, data = excluded.data",
            (*key, reply.said, _number(reply.right), wrong, now, now, json.dumps(reply.to_json())),
        )
        db.execute("UPDATE member SET seen = ? WHERE id = ?", (now, seat.member.id))
        return evolve(reply, right=None)


def seen_replies(db: sqlite3.Connection, seat: Seat) -> tuple[Reply, ...]:
    """Return a student's replies as the student may see them."""
    open_to_all = shown_in(db, seat)
    return tuple(
        each if each.question in open_to_all else evolve(each, right=None)
        for each in replies_of(db, seat.member.id)
    )


def replies_of(db: sqlite3.Connection, member: int) -> tuple[Reply, ...]:
    """Return all that a student said, with what is right: for the teacher's eyes."""
    rows = db.execute("SELECT data FROM reply WHERE member = ? ORDER BY first, rowid", (member,))
    return tuple(Reply.from_json(json.loads(row["data"]), "file of the class") for row in rows)


def shown_in(db: sqlite3.Connection, seat: Seat) -> frozenset[str]:
    """Return the questions of the room whose answers are shown."""
    rows = db.execute("SELECT question FROM shown WHERE room = ?", (seat.room["id"],))
    return frozenset(row["question"] for row in rows)


def tally_of(
    question: str, rows: Iterable[sqlite3.Row], students: int, teams: tuple[str, ...]
) -> Tally:
    """Count replies.

    Args:
        question: What was asked.
        rows: What each student said, whether it is right, and their team.
        students: How many students there are.
        teams: The teams, also those nobody of which has answered.
    """
    said: Counter[str] = Counter()
    by_team: defaultdict[str, Counter[str]] = defaultdict(
        Counter, {each: Counter() for each in teams}
    )
    right = set()
    for row in rows:
        said[row["said"]] += 1
        if row["team"]:
            by_team[row["team"]][row["said"]] += 1
        if row["judged"]:
            right.add(row["said"])
    teams_said = {team: dict(each.most_common()) for team, each in by_team.items()}
    counts = dict(said.most_common())
    return Tally(question, counts, frozenset(right), said.total(), students, teams_said)


def number_of(text: str) -> Fraction | None:
    """Return the number that was typed: ``7``, ``1/3``, ``0.5``, ``0,5``, ``50 %``; or none."""
    plain = text.strip().replace(",", ".").replace("−", "-")
    percent = plain.endswith("%")
    if len(plain) > bounds.NAME or "e" in plain.lower():  # 1e999999 would fill the memory
        return None
    try:
        number = Fraction(plain.removesuffix("%").strip())
    except (ValueError, ZeroDivisionError):
        return None
    return number / 100 if percent else number


def settled(said: str, right: str, *, number: bool) -> bool:
    """Return whether what was said to a teacher's own question is the right answer."""
    if not number:
        return said == right
    return number_of(said) == number_of(right)


def moment(seconds: float) -> str:
    """Return a time of the clock as ISO 8601 in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _own_reply(db: sqlite3.Connection, seat: Seat, reply: Reply) -> tuple[Reply, bool | None]:
    """Return a reply to the teacher's own question as it is kept, and whether it is right."""
    found = db.execute(
        "SELECT prompt, options, settled FROM asked WHERE room = ? AND question = ?",
        (seat.room["id"], reply.question),
    ).fetchone()
    if found is None:
        raise RoomError("question", shown(reply.question), "a question that is asked in this room")
    options = listed(found["options"])
    if options and reply.said not in options:
        raise RoomError("answer", shown(reply.said), one_of(options, reply.said))
    if not options and number_of(reply.said) is None:
        raise RoomError("answer", shown(reply.said), "a number, such as 7, 1/3, 0.5 or 50 %")
    reply = evolve(reply, prompt=found["prompt"])
    if found["settled"] is None:
        return reply, None
    return reply, settled(reply.said, found["settled"], number=not options)


def _refuse_too_many(db: sqlite3.Connection, seat: Seat) -> None:
    (replies,) = db.execute(
        "SELECT count(*) FROM reply WHERE member = ?", (seat.member.id,)
    ).fetchone()
    if replies >= bounds.MOST_REPLIES:
        raise RoomError("replies", f"{replies} already", f"{bounds.MOST_REPLIES} by one student")


def _readable(reply: Reply) -> Reply:
    """Return a reply without what cannot be seen; line breaks stay in the reason."""
    reason = "\n".join(
        bounds.plain_line(line, "reason", LONGEST["reason"], 0)
        for line in reply.reason.splitlines()
    )
    return evolve(
        reply,
        said=bounds.plain_line(reply.said, "answer", LONGEST["said"], 0),
        prompt=bounds.plain_line(reply.prompt, "question", LONGEST["prompt"], 0),
        reason=reason,
    )


def _number(right: bool | None) -> int | None:  # noqa: FBT001 - a value, not a switch
    return None if right is None else int(right)

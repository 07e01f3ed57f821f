"""What the teacher does with the class, and how everybody sees the room."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from wargame.core.errors import one_of, shown
from widgets.classroom import bounds
from widgets.classroom.answers import OWN, number_of, settled, shown_in
from widgets.classroom.codes import shown_code
from widgets.classroom.desk import Desk, Seat, listed
from widgets.classroom.errors import RoomError
from widgets.classroom.views import Pace, Prompt, RoomView

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

PACES: tuple[Pace, ...] = ("together", "free")
SEEN_EVERY = 5.0
"""Seconds within which being seen again is not written down: sixty pages say so all the time."""


class Lead(Desk):
    """Steps, answers shown, own questions, dice."""

    def room(self, token: str) -> RoomView:
        """Return the room as whoever asks may see it.

        Raises:
            Denied: They are in no room.
        """
        with self._seated(token) as (db, seat):
            open_to_all = shown_in(db, seat)
            prompts = tuple(
                Prompt(
                    row["question"],
                    row["prompt"],
                    listed(row["options"]),
                    row["settled"] if _may_see(seat, row["question"], open_to_all) else None,
                )
                for row in _asked(db, seat)
            )
        room = seat.room
        return RoomView(
            code=shown_code(room["code"]),
            title=room["title"],
            lesson=room["lesson"],
            board=room["board"],
            step=room["step"],
            pace=room["pace"],
            shown=open_to_all,
            seed=room["seed"],
            teams=listed(room["teams"]),
            sides=listed(room["sides"]),
            closed=seat.closed,
            prompts=prompts,
        )

    def show(self, token: str, question: str, on: bool = True) -> None:  # noqa: FBT001, FBT002 - a switch
        """Show the answer to a question to the class, or hide it again.

        While it is shown no more replies to it are taken.

        Raises:
            Denied: It is not the teacher who asks.
        """
        self.show_all(token, (question,), on=on, also_asked=False)

    def show_all(
        self,
        token: str,
        questions: Iterable[str] = (),
        *,
        on: bool = True,
        also_asked: bool = True,
    ) -> None:
        """Show or hide the answers to several questions.

        Args:
            token: The teacher's.
            questions: Which ones.
            on: Whether they are shown.
            also_asked: Whether also all that anybody has answered, and all of the teacher's own.

        Raises:
            Denied: It is not the teacher who asks.
        """
        named = {bounds.question_id(each) for each in questions}
        with self._acting(token, "teacher", "shown", closed=True) as (db, seat):
            room = seat.room["id"]
            if also_asked:
                named |= _answered(db, room) | {row["question"] for row in _asked(db, seat)}
                named |= set() if on else shown_in(db, seat)
            statement = "DELETE FROM shown WHERE room = ? AND question = ?"
            if on:
                statement = "INSERT INTO shown VALUES (?, ?) ON CONFLICT DO NOTHING"
            db.executemany(statement, [(room, each) for each in sorted(named)])
            (there,) = db.execute("SELECT count(*) FROM shown WHERE room = ?", (room,)).fetchone()
            if there > bounds.MOST_SHOWN:
                raise RoomError("answers shown", f"{there} of them", f"at most {bounds.MOST_SHOWN}")

    def go_to(self, token: str, step: int) -> None:
        """Take the class to a step.

        Raises:
            Denied: It is not the teacher who asks, or the room is closed.
        """
        step = bounds.whole(step, "step", bounds.MOST_STEPS)
        with self._acting(token, "teacher", "step") as (db, seat):
            db.execute("UPDATE room SET step = ? WHERE id = ?", (step, seat.room["id"]))

    def set_pace(self, token: str, pace: str) -> None:
        """Have all go ``together``, or each ``free``.

        Raises:
            Denied: It is not the teacher who asks, or the room is closed.
            RoomError: There is no such pace.
        """
        if pace not in PACES:
            raise RoomError("pace", shown(pace), one_of(PACES, str(pace)))
        with self._acting(token, "teacher", "step") as (db, seat):
            db.execute("UPDATE room SET pace = ? WHERE id = ?", (pace, seat.room["id"]))

    def freeze(self, token: str, seed: int | None) -> None:
        """Freeze the dice of all boards to a seed, or let each throw their own again.

        Raises:
            Denied: It is not the teacher who asks, or the room is closed.
        """
        if seed is not None:
            seed = bounds.whole(seed, "seed", bounds.MOST_SEED)
        with self._acting(token, "teacher", "frozen") as (db, seat):
            db.execute("UPDATE room SET seed = ? WHERE id = ?", (seed, seat.room["id"]))

    def ask(self, token: str, prompt: str, options: Sequence[str] | None = None) -> str:
        """Ask the class a question of the teacher's own.

        Args:
            token: The teacher's.
            prompt: Its words.
            options: What can be answered; a number where nothing is given.

        Returns:
            The name of the question.

        Raises:
            Denied: It is not the teacher who asks, or the room is closed.
            RoomError: There are too few options or too many, or two are the same.
        """
        prompt = bounds.plain_line(prompt, "question", bounds.PROMPT)
        choices = [bounds.plain_line(each, "option", bounds.OPTION) for each in options or ()]
        differ = len(set(choices)) == len(choices)
        if choices and not (differ and bounds.LEAST_OPTIONS <= len(choices) <= bounds.MOST_OPTIONS):
            least = bounds.LEAST_OPTIONS
            allowed = (
                f"{least} to {bounds.MOST_OPTIONS} that differ, or none where a number is asked for"
            )
            raise RoomError("options", shown(choices), allowed)
        with self._acting(token, "teacher", "asked") as (db, seat):
            there = len(_asked(db, seat))
            if there >= bounds.MOST_ASKED:
                raise RoomError(
                    "own questions", f"{there} already", f"{bounds.MOST_ASKED} in a room"
                )
            question = f"{OWN}{there + 1}"
            db.execute(
                "INSERT INTO asked (room, question, prompt, options, made) VALUES (?, ?, ?, ?, ?)",
                (seat.room["id"], question, prompt, json.dumps(choices), self._clock()),
            )
        return question

    def settle(self, token: str, question: str, right: str | None) -> None:
        """Say what the right answer to a question of the teacher's own is, or that none is known.

        Raises:
            Denied: It is not the teacher who asks.
            RoomError: There is no such question, or this is no answer to it.
        """
        with self._acting(token, "teacher", "asked", closed=True) as (db, seat):
            found = [row for row in _asked(db, seat) if row["question"] == question]
            if not found:
                names = one_of([row["question"] for row in _asked(db, seat)], str(question))
                raise RoomError("question", shown(question), names)
            options = listed(found[0]["options"])
            if right is not None:
                _refuse_no_answer(right, options)
            db.execute("UPDATE asked SET settled = ? WHERE id = ?", (right, found[0]["id"]))
            _judge_again(db, seat.room["id"], question, right, number=not options)

    def seen(self, token: str, step: int) -> None:
        """Note that a member is there, and at which step.

        Raises:
            Denied: They are in no room.
        """
        step = bounds.whole(step, "step", bounds.MOST_STEPS)
        now = self._clock()
        with self._seated(token) as (_db, seat):
            member = seat.member
            row = _db.execute("SELECT seen, step FROM member WHERE id = ?", (member.id,)).fetchone()
        moved = row["step"] != step
        if moved or not row["seen"] <= now < row["seen"] + SEEN_EVERY:
            with self._store.changing() as db:
                db.execute(
                    "UPDATE member SET seen = ?, step = ? WHERE id = ?", (now, step, member.id)
                )
        if moved and member.kind == "student":
            self._tell(member.room, "members")


def _may_see(seat: Seat, question: str, open_to_all: frozenset[str]) -> bool:
    return seat.member.kind == "teacher" or question in open_to_all


def _asked(db: sqlite3.Connection, seat: Seat) -> list[sqlite3.Row]:
    return db.execute(
        "SELECT * FROM asked WHERE room = ? ORDER BY id", (seat.room["id"],)
    ).fetchall()


def _answered(db: sqlite3.Connection, room: int) -> set[str]:
    rows = db.execute(
        "SELECT DISTINCT question FROM reply JOIN member ON member.id = reply.member"
        " WHERE room = ?",
        (room,),
    )
    return {row["question"] for row in rows}


def _refuse_no_answer(right: str, options: tuple[str, ...]) -> None:
    if options and right not in options:
        raise RoomError("right answer", shown(right), one_of(options, str(right)))
    if not options and number_of(right) is None:
        raise RoomError("right answer", shown(right), "a number, such as 7, 1/3, 0.5 or 50 %")


def _judge_again(
    db: sqlite3.Connection, room: int, question: str, right: str | None, *, number: bool
) -> None:
    """Judge what was said before the teacher knew the answer."""
    rows = db.execute(
        "SELECT reply.member, said, data FROM reply JOIN member ON member.id = reply.member"
        " WHERE room = ? AND question = ?",
        (room, question),
    ).fetchall()
    for row in rows:
        judged = None if right is None else settled(row["said"], right, number=number)
        data = json.dumps({**json.loads(row["data"]), "right": judged})
        db.execute(
            "UPDATE reply SET judged = ?, data = ? WHERE member = ? AND question = ?",
            (None if judged is None else int(judged), data, row["member"], question),
        )

"""A full class room: everybody sends an answer every few seconds, over real connections.

Run it with ``python -m tests.benchmarks.classroom_load [students] [seconds]``; without numbers 60
students for 60 seconds. The application runs in a process of its own; the students share another,
on the same machine and its own address only. Every answer is counted again in the data file.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import psutil

from tests.app import HOST, App
from tests.benchmarks.report import Line, printed
from tests.pupil import Pupil
from wargame.core.replies import Reply
from widgets.classroom.course import course

if TYPE_CHECKING:
    from collections.abc import Iterator

LESSON = "fire_and_movement/01_combat"
STUDENTS, SECONDS, EVERY = 60, 60, 5.0
MOST = 200
"""Students, and seconds, that may be asked for."""


async def attend(pupil: Pupil, number: int, of: int, rounds: int) -> None:
    """Send an answer in every round, each student at a time of their own within it."""
    question = next(iter(course(LESSON).questions))
    loop = asyncio.get_running_loop()
    begun = loop.time() + EVERY * number / of
    for turn in range(rounds):
        await asyncio.sleep(max(0.0, begun + turn * EVERY - loop.time()))
        await pupil.reply(question, said(turn, number))


def said(turn: int, number: int) -> str:
    """Return what a student says in a round: never the same twice."""
    return f"{turn} by {number}"


async def lesson(app: App, students: int, rounds: int) -> tuple[list[float], float]:
    """Hold a lesson; return how long every answer took, and the memory per student in MB."""
    teacher = app.visitor()
    code = teacher.open_class(LESSON)
    desk = await Pupil.open(teacher, code, "teach")
    steps = course(LESSON)
    await desk.act("go", {"value": str(steps.step_of(next(iter(steps.questions))))})
    before = _memory(app)
    pupils = []
    for number in range(students):
        visitor = app.visitor()
        visitor.join(code, f"Student {number}")
        pupils.append(await Pupil.open(visitor, code))
    each = (_memory(app) - before) / students
    listening = asyncio.create_task(desk.listen())
    await asyncio.gather(
        *(attend(pupil, number, students, rounds) for number, pupil in enumerate(pupils))
    )
    listening.cancel()
    for pupil in (*pupils, desk):
        await pupil.close()
    return [wait for pupil in pupils for wait in pupil.waits], each


def _memory(app: App) -> float:
    return psutil.Process(app.process.pid).memory_info().rss / 1e6


def kept(file: Path) -> dict[str, int]:
    """Return the last answer of every student, and how many the data file has counted of each."""
    with sqlite3.connect(file) as base:
        rows = base.execute("SELECT data FROM reply").fetchall()
    replies = [Reply.from_json(json.loads(row)) for (row,) in rows]
    return {each.said: each.tries for each in replies}


def lines(students: int, rounds: int) -> Iterator[Line]:
    """Hold a lesson and yield what was found."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "class.sqlite"
        app = App(Path(folder), "--host", HOST, "--data", str(file))
        try:
            waits, memory = asyncio.run(lesson(app, students, rounds))
        finally:
            app.end()
        found = kept(file)
    lost = sum(rounds - found.get(said(rounds - 1, number), 0) for number in range(students))
    yield Line("answers sent", students * rounds, "")
    yield Line("answers lost", lost, "", most=1)
    yield Line("until the page says so, half of them", 1000 * median(waits), "ms")
    yield Line(
        "until the page says so, 95 of 100", 1000 * quantiles(waits, n=20)[-1], "ms", most=500
    )
    yield Line("the slowest", 1000 * max(waits), "ms")
    yield Line("memory of the server for each student", memory, "MB")


def main() -> None:
    """Print the figures.

    Raises:
        SystemExit: So many are not asked for.
    """
    given = [int(word) for word in sys.argv[1:3]]
    students, seconds = [*given, *(STUDENTS, SECONDS)[len(given) :]]
    if not (1 <= students <= MOST and 1 <= seconds <= MOST):
        raise SystemExit(
            f"Found {students} students for {seconds} s; allowed: 1 to {MOST} of each."
        )
    title = f"A class of {students}, each sending an answer every {EVERY:g} s for {seconds} s"
    printed(title, lines(students, max(1, round(seconds / EVERY))))


if __name__ == "__main__":
    main()

"""The list of a class: who is here, how far, and who is stuck."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from widgets.classroom.forms import button

if TYPE_CHECKING:
    from collections.abc import Sequence

    from widgets.classroom.course import Course
    from widgets.classroom.views import RoomView, Row


SHORT = 60
"""Characters of a question that tell it from the others."""


def class_list(rows: Sequence[Row], room: RoomView, course: Course) -> str:
    """Return the list of a class: those who are stuck come first.

    Args:
        rows: The students.
        room: Their room.
        course: Their lesson.
    """
    stuck = sum(bool(row.stuck) for row in rows)
    counted = f"{len(rows)} {'student' if len(rows) == 1 else 'students'}"
    words = f"{counted}, {stuck} may be stuck" if stuck else counted
    first = sorted(rows, key=lambda row: not row.stuck)  # stable: else in the order they came
    lines = "".join(_row(row, room, course) for row in first)
    team = "<th scope='col'>Team</th>" if room.teams or room.sides else ""
    return (
        f'<h2>The class</h2><table class="roster"><caption>{words}</caption><thead><tr>'
        f"<th scope='col'>Name</th>{team}<th scope='col'>Answers</th><th scope='col'>Step</th>"
        f"<th scope='col'>Now</th></tr></thead><tbody>{lines}</tbody></table>{_removing(rows)}"
    )


def _row(row: Row, room: RoomView, course: Course) -> str:
    seat = ", ".join(filter(None, (row.member.team, row.member.side)))
    team = f"<td>{escape(seat)}</td>" if room.teams or room.sides else ""
    step = min(row.step, len(course.steps) - 1)
    stuck = _named(row.stuck, course)
    now = f'<span class="mark">▲ {escape(stuck)}</span>' if stuck else _now(row, room)
    look = ' class="stuck"' if row.stuck else ""
    return (
        f'<tr{look}><th scope="row">{escape(row.member.name)}</th>{team}<td>{row.answered}</td>'
        f'<td title="{escape(course.steps[step].title)}">{step + 1}</td><td>{now}</td></tr>'
    )


def _named(stuck: str, course: Course) -> str:
    """Return why somebody is stuck with the words of a question instead of its name."""
    for name, question in course.questions.items():
        if stuck.find(name) >= 0 and not stuck.partition(name)[2][:1].isalnum():
            words = question.prompt
            short = words if len(words) <= SHORT else f"{words[: SHORT - 1]}…"
            return stuck.replace(name, f"“{short}”")
    return stuck


def _now(row: Row, room: RoomView) -> str:
    if room.closed:
        return ""
    return f"{len(row.waiting)} to answer here" if row.waiting else "✓ has answered"


def _removing(rows: Sequence[Row]) -> str:
    """Return the buttons that send a student out, folded away."""
    if not rows:
        return ""
    listed = "".join(
        f"<li>{button('remove', f'Send {row.member.name} out', member=str(row.member.id))}</li>"
        for row in rows
    )
    return (
        '<details id="removing"><summary>Send a student out</summary><p>They can join again, with '
        f"the code.</p><ul>{listed}</ul></details>"
    )

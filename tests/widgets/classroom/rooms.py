"""Rooms to test with, on a clock that is turned by hand."""

from __future__ import annotations

from attrs import define

from wargame.core.replies import Reply
from widgets.classroom.rooms import Classroom

QUESTION = "lesson#question"
NINE = 1_796_029_200.0
"""30 November 2026, nine o'clock in UTC."""


@define
class Clock:
    """A clock that stands until it is turned."""

    now: float = NINE

    def __call__(self) -> float:
        """Return the time."""
        return self.now


def judged(_question: str, word: str) -> tuple[bool | None, str]:
    """Call "right" right, and say something about every word."""
    return word == "right", f"what there is to say about {word}"


def asks(lesson: str, step: int) -> tuple[str, ...]:
    """Ask one question at the first step."""
    return (QUESTION,) if lesson == "lesson" and step == 0 else ()


def said(word: str, question: str = QUESTION, reason: str = "") -> Reply:
    """Return a reply."""
    return Reply(kind="answer", question=question, prompt="What?", said=word, reason=reason)


@define
class Hour:
    """A room that is open, with its teacher in it."""

    room: Classroom
    clock: Clock
    code: str
    password: str
    teacher: str

    def join(self, name: str) -> str:
        """Let a student in."""
        return self.room.join(self.code, name)


def opened(room: Classroom, clock: Clock) -> Hour:
    """Open a room."""
    code = room.open("open sesame", "lesson", title="A lesson")
    return Hour(room, clock, code, "open sesame", room.teach(code, "open sesame"))

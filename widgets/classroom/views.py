"""What a room shows to whom: values, never more than the one who asks may see."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Mapping

Kind = Literal["teacher", "student"]
Pace = Literal["together", "free"]
Change = Literal["step", "shown", "members", "replies", "frozen", "board", "closed", "asked"]
"""What a listener is told: which part of the room to look at anew."""


@frozen
class Member:
    """Somebody in a room.

    Args:
        kind: Teacher or student.
        room: The code of the room, as it is kept.
        id: The number of the member, in this file.
        name: The nickname; a teacher has none.
        team: The team, where the room has teams.
        side: The side, where the room has sides.
    """

    kind: Kind
    room: str
    id: int
    name: str = ""
    team: str = ""
    side: str = ""


@frozen
class Prompt:
    """A question of the teacher's own.

    Args:
        question: Its name in the room, such as ``own/1``.
        prompt: Its words.
        options: What can be answered; none where a number is asked for.
        right: The right answer, once the teacher has settled it; a student sees it once the
            question is shown.
    """

    question: str
    prompt: str
    options: tuple[str, ...] = ()
    right: str | None = None


@frozen
class RoomView:
    """A room as one of its members sees it.

    Args:
        code: As it is shown: ``ABC-DEF``.
        title: Its title.
        lesson: The lesson it goes through.
        board: The game its boards are of; may be none.
        step: Where the class stands.
        pace: Whether all go together or each freely.
        shown: The questions whose answers are shown.
        seed: The seed that all dice are frozen to; none where each throws for themselves.
        teams: The teams; may be none.
        sides: The sides; may be none.
        closed: Whether it is closed: what was said stays, and nothing is added.
        prompts: The teacher's own questions.
    """

    code: str
    title: str
    lesson: str
    board: str
    step: int
    pace: Pace
    shown: frozenset[str] = frozenset()
    seed: int | None = None
    teams: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    closed: bool = False
    prompts: tuple[Prompt, ...] = ()


@frozen
class Tally:
    """What the class said to one question, without saying who.

    Args:
        question: Its name.
        counts: How many said what; what most said comes first.
        right: Which of these are right.
        answered: How many have answered.
        of: How many students there are.
        by_team: The counts of each team.
    """

    question: str
    counts: Mapping[str, int] = field(factory=dict)
    right: frozenset[str] = frozenset()
    answered: int = 0
    of: int = 0
    by_team: Mapping[str, Mapping[str, int]] = field(factory=dict)

    @property
    def right_count(self) -> int:
        """How many said what is right."""
        return sum(number for said, number in self.counts.items() if said in self.right)


@frozen
class Row:
    """One student in the teacher's list.

    Args:
        member: Who it is.
        answered: How many questions they answered.
        seen: When they were last seen, in seconds of the clock.
        step: Where they are.
        waiting: The questions of that step they have not answered.
        stuck: Why they may be stuck, in a sentence; empty where they seem not to be.
    """

    member: Member
    answered: int
    seen: float
    step: int
    waiting: tuple[str, ...] = ()
    stuck: str = ""


@frozen
class BoardRow:
    """One board of the room, for the teacher.

    Args:
        owner: How it is told from the others: ``team:Red`` or ``member:12``.
        name: The name of the team or student.
        data: The saved position; none where nothing was played yet.
        version: Grows with every change.
        earlier: How many earlier positions are kept.
    """

    owner: str
    name: str
    data: dict[str, object] | None
    version: int
    earlier: int = 0

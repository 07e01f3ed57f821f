"""What students and teachers see and do on their pages, without a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wargame.core.errors import RequestError, WargameError
from widgets.classroom.course import asked_at, course, judge
from widgets.classroom.errors import Denied
from widgets.classroom.histogram import Bar, bars, histogram
from widgets.classroom.rooms import Classroom
from widgets.classroom.screen import _asked
from widgets.classroom.student import StudentView
from widgets.classroom.teacher import TeacherView
from widgets.classroom.views import Tally

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

COMBAT = "fire_and_movement/01_combat"
BET, FIRST, SECOND = f"{COMBAT}#bet-1", f"{COMBAT}#combat-1", f"{COMBAT}#combat-2"
NASTY = "<img src=x onerror=alert(1)>"
RIGHT = "156th Brigade in 1213"


class Class:
    """A room with a teacher and two students."""

    def __init__(self, path: Path) -> None:
        self.room = Classroom(path, judge=judge, asks=asked_at)
        self.code = self.room.open("secret", COMBAT)
        self.tokens = [self.room.join(self.code, name) for name in ("Ada", NASTY)]
        self.teacher_token = self.room.teach(self.code, "secret")
        self.teacher = TeacherView(self.room, self.teacher_token)
        self.ada, self.nasty = (StudentView(self.room, each) for each in self.tokens)

    def go(self, title: str) -> None:
        titles = [step.title for step in course(COMBAT).steps]
        self.teacher.act("go", {"value": str(titles.index(title))})
        self.ada.look()
        self.nasty.look()


@pytest.fixture
def taught(tmp_path: Path) -> Iterator[Class]:
    made = Class(tmp_path / "class.sqlite")
    yield made
    made.room.shut()


def page(view: StudentView | TeacherView) -> str:
    return view.notice + "".join(view.regions().values())


def said(question: str, words: str, reason: str = "") -> dict[str, str]:
    return {"question": question, "said": words, "reason": reason}


def test_a_step_follows_the_teacher(taught: Class) -> None:
    assert f"Step 1 of {len(course(COMBAT).steps)}: <b>Combat</b>" in page(taught.ada)
    taught.teacher.act("on", {})
    taught.ada.look()
    assert taught.ada.place == 1
    assert "The morning of 19 April 1917" in page(taught.ada)
    with pytest.raises(RequestError):
        taught.ada.act("on", {})


def test_a_student_goes_freely_when_the_teacher_says_so(taught: Class) -> None:
    taught.teacher.act("pace", {"pace": "free"})
    taught.ada.look()
    taught.ada.act("go", {"value": "3"})
    taught.ada.act("back", {})
    assert taught.ada.place == 2
    assert taught.nasty.place == 0
    with pytest.raises(RequestError):
        taught.ada.act("go", {"value": "-1"})
    taught.teacher.act("pace", {"pace": "together"})
    taught.ada.look()
    assert taught.ada.place == 0


def test_what_follows_a_bet_opens_when_the_bet_is_shown(taught: Class) -> None:
    taught.go("1. Who may attack whom")
    assert "It may not. A refusal" not in page(taught.ada)
    bet = f"{COMBAT}#bet-2"
    taught.ada.act("reply", said(bet, "no", "they are in one hex"))
    assert "It may not. A refusal" not in page(taught.ada)
    taught.teacher.act("show", {"question": bet})
    taught.ada.look()
    assert "It may not. A refusal" in page(taught.ada)
    assert "because they are in one hex" in page(taught.ada)
    assert "1 of 2 have answered" in page(taught.ada)


def test_an_answer_is_hidden_until_it_is_shown(taught: Class) -> None:
    taught.go("Check yourself")
    taught.ada.act("reply", said(FIRST, RIGHT))
    taught.nasty.act("reply", said(FIRST, "163rd Brigade in 1211"))
    before = page(taught.nasty)
    assert "Sent: <b>163rd Brigade in 1211</b>" in before
    assert "1211 touches 1310" not in before
    assert "have answered" not in before
    taught.teacher.act("show", {"question": FIRST})
    taught.nasty.look()
    after = page(taught.nasty)
    assert "Not that one. 1211 touches 1310: it may." in after
    assert f"The answer: <b>{RIGHT}</b>" in after
    assert "2 of 2 have answered" in after
    with pytest.raises(Denied):
        taught.nasty.act("reply", said(FIRST, RIGHT))


def test_a_number_must_be_one_and_the_sentence_says_so(taught: Class) -> None:
    taught.go("Check yourself")
    with pytest.raises(WargameError, match="a number"):
        taught.ada.act("reply", said(SECOND, "many"))
    with pytest.raises(RequestError, match="nothing"):
        taught.ada.act("reply", said(SECOND, "  "))
    with pytest.raises(RequestError, match="a question of this lesson"):
        taught.ada.act("reply", said("other#1", "1"))


def test_names_and_answers_are_text(taught: Class) -> None:
    taught.teacher.act("ask", {"prompt": NASTY, "options": f"{NASTY}\nno"})
    taught.nasty.look()
    taught.nasty.act("reply", said("own/1", NASTY, NASTY))
    taught.go("The morning of 19 April 1917")
    taught.nasty.act("reply", said(BET, NASTY, NASTY))
    taught.teacher.act("show", {"question": BET})
    taught.teacher.act("show", {"question": "own/1"})
    for view in (taught.nasty, taught.ada, taught.teacher):
        view.look()
        assert "<img src=x" not in page(view)
        assert "&lt;img src=x" in page(view)


def test_a_teachers_own_bet_from_asking_to_settling(taught: Class) -> None:
    taught.teacher.act("ask", {"prompt": "Will it rain?", "options": "yes\nno"})
    taught.ada.look()
    assert "Will it rain?" in page(taught.ada)
    taught.ada.act("reply", said("own/1", "yes"))
    taught.teacher.act("settle", {"question": "own/1", "right": "no"})
    taught.teacher.act("show", {"question": "own/1"})
    taught.ada.look()
    assert "Not that one." in page(taught.ada)
    assert "The answer: <b>no</b>" in page(taught.ada)


def test_a_teacher_sees_answers_and_who_is_here(taught: Class) -> None:
    taught.go("Check yourself")
    taught.ada.act("reply", said(FIRST, RIGHT))
    taught.teacher.look()
    shown = page(taught.teacher)
    assert taught.code in shown
    assert "2 students" in shown
    assert "✓ right" in shown
    assert "Show all answers of this step" in shown
    taught.teacher.act("show-step", {})
    assert "Show all answers of this step" not in page(taught.teacher)
    member = taught.nasty.member.id
    taught.teacher.act("remove", {"member": str(member)})
    assert "1 student" in page(taught.teacher)
    with pytest.raises(Denied):
        taught.nasty.look()


def test_dice_are_frozen_and_freed(taught: Class) -> None:
    taught.teacher.act("freeze", {})
    seed = taught.teacher.now.seed
    assert seed is not None
    assert f"seed <b>{seed}</b>" in page(taught.teacher)
    taught.teacher.act("free", {})
    assert taught.teacher.now.seed is None


def test_a_closed_room_takes_nothing_and_shows_everything(taught: Class) -> None:
    taught.go("Check yourself")
    taught.ada.act("reply", said(FIRST, RIGHT))
    taught.teacher.act("close", {})
    taught.ada.look()
    assert "The class is over" in page(taught.ada)
    assert "<form" not in page(taught.ada)
    assert f"You said: <b>{RIGHT}</b>" in page(taught.ada)
    with pytest.raises(Denied):
        taught.ada.act("reply", said(SECOND, "1"))


def test_a_student_has_no_teachers_page(taught: Class) -> None:
    with pytest.raises(Denied):
        TeacherView(taught.room, taught.tokens[0])
    with pytest.raises(RequestError):
        taught.teacher.act("reply", said(FIRST, RIGHT))
    with pytest.raises(RequestError):
        taught.ada.act("show", {"question": FIRST})


def test_bars_keep_options_and_gather_what_means_the_same() -> None:
    chosen = Tally("q", {"no": 3}, frozenset({"yes"}), 3, 4)
    assert bars(chosen, ("yes", "no")) == [Bar("yes", 0, right=True), Bar("no", 3)]
    typed = Tally("q", {"1/3": 2, "33.3 %": 1, "1/2": 4, "0.5": 1}, frozenset({"1/3", "33.3 %"}), 8)
    assert bars(typed) == [Bar("1/2", 5), Bar("1/3", 3, right=True)]
    free = Tally("q", {"Two  of six": 1, "two of six": 2, **dict.fromkeys("abcdefghijklm", 1)})
    found = bars(free)
    assert found[0] == Bar("two of six", 3)
    assert found[-1] == Bar("(other words)", 3)
    assert "Nobody has answered yet" in histogram(Tally("q"))
    teams = histogram(Tally("q", {"a": 1}, answered=1, of=1, by_team={"Red": {"a": 1}, "Blue": {}}))
    assert "<td>a: 1</td>" in teams
    assert "nothing yet" in teams


@pytest.mark.parametrize(
    "sent",
    [
        None,
        {"act": 1, "data": {}},
        {"act": "go", "data": []},
        {"act": "go", "data": {"value": "x" * 5000}},
        {"act": "go", "data": dict.fromkeys(map(str, range(50)), "")},
    ],
)
def test_what_is_not_shaped_as_ours_is_passed_over(sent: object) -> None:
    assert _asked(sent) == ("", {})

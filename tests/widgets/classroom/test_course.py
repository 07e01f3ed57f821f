"""Every lesson can be taken by a class: steps, questions, and no answer before it is due."""

from __future__ import annotations

import re
from html import unescape

import pytest

from tests.handout.reading import Reader, inner_loads
from wargame.core.errors import RequestError
from widgets.classroom.course import Course, course, course_of, instruments_in, judge
from widgets.handout.lesson import Cell, Lesson, shipped_lessons

COMBAT = "fire_and_movement/01_combat"

every_lesson = pytest.mark.parametrize("name", shipped_lessons())


@every_lesson
def test_every_section_is_a_step_with_text(name: str) -> None:
    taken = course(name)
    assert taken.name == name
    assert len(taken.steps) > 3
    assert taken.steps[0].title == taken.title
    for step in taken.steps:
        assert re.search(r"<p>|<li>", step.html), step.title
        read = Reader(step.html)
        assert read.faults == []
        assert inner_loads(read) == []


@every_lesson
def test_ids_are_unique_and_name_their_lesson(name: str) -> None:
    asked = [each.id for step in course(name).steps for each in step.questions]
    assert len(asked) == len(set(asked)) > 3
    assert all(re.fullmatch(rf"{name}#[a-z0-9-]+", each) for each in asked)


@every_lesson
def test_a_step_holds_no_answer(name: str) -> None:
    taken = course(name)
    text = unescape("".join(piece.html for step in taken.steps for piece in step.pieces))
    assert "What we found" not in text
    assert "CheckedQuestion(" not in text
    for question in _checked(taken):
        feedback = taken._checked[question].feedback_to.values()
        assert not [each for each in feedback if len(each) > 20 and each in text]


@every_lesson
def test_what_follows_a_bet_in_its_section_lies_behind_it(name: str) -> None:
    for step in course(name).steps:
        due: list[str] = []
        for piece in step.pieces:
            if re.match(r"<h[1-6]", piece.html):
                due = []
            assert piece.behind == tuple(due) if piece.html else True
            if piece.question and piece.question.kind == "bet":
                due.append(piece.question.id)


@every_lesson
def test_every_question_is_judged(name: str) -> None:
    taken = course(name)
    assert _checked(taken)
    for question in taken.questions.values():
        if question.kind == "bet":
            assert taken.judge(question.id, "whatever I think") == (None, "")
            continue
        own = taken._checked[question.id].answer
        right, words = judge(question.id, own)
        assert right is True
        assert words.startswith("Right.")
        wrong = [each for each in question.options if each != own] or ["-7777"]
        for said in wrong:
            assert taken.judge(question.id, said)[0] is False


def _checked(taken: Course) -> list[str]:
    return [each.id for each in taken.questions.values() if each.kind != "bet"]


def test_the_sections_of_a_lesson_in_their_order() -> None:
    taken = course("FM 01")
    assert taken is course("FM 01")
    assert [step.title for step in taken.steps][:3] == [
        "Combat",
        "The morning of 19 April 1917",
        "1. Who may attack whom",
    ]
    with_explorer = [step.title for step in taken.steps if "CombatExplorer" in step.instruments]
    assert with_explorer == ["9. One attack from beginning to end", "10. Your attack"]
    assert taken.steps[taken.step_of(f"{COMBAT}#combat-1")].title == "Check yourself"
    first = taken.questions[f"{COMBAT}#combat-1"]
    assert first.kind == "choice"
    assert first.cases == ("FM8 8.2", "FM8 8.2/6")
    bet = taken.steps[1].questions[0]
    assert bet.id == f"{COMBAT}#bet-1"
    assert bet.prompt.endswith("How often is the garrison driven out?")


def test_the_right_answer_comes_with_its_words() -> None:
    taken = course(COMBAT)
    assert taken.answer(f"{COMBAT}#combat-5") == (
        "1 steps",
        "One unit pays for all who stand, and its owner chooses which.",
    )
    assert taken.answer(f"{COMBAT}#bet-1") == ("", "")


@pytest.mark.parametrize(
    ("question", "said", "words"),
    [
        ("combat-99", "1", "combat-9"),
        ("combat-1", "nobody", "one of the options"),
        ("combat-2", "many", "a number"),
    ],
)
def test_what_cannot_be_an_answer_is_refused(question: str, said: str, words: str) -> None:
    with pytest.raises(RequestError, match=words):
        judge(f"{COMBAT}#{question}", said)


def test_a_lesson_of_ones_own() -> None:
    ask = 'CheckedQuestion("How many?", answer=3, kind="number", id="one")'
    cells = (
        Cell("markdown", "# Mine\n\n**Guess first:** how many? <b>x</b>"),
        Cell("code", "%time\nLosExplorer("),
        Cell("markdown", "Three.\n\n## Next\n\nText."),
        Cell("code", ask),
        Cell("code", ask),
        Cell("code", "view = LosExplorer()\nRulingView(view.ruling)"),
    )
    taken = course_of(Lesson("my/own", cells))
    assert list(taken.questions) == ["my/own#bet-1", "my/own#one", "my/own#one-again"]
    assert [step.instruments for step in taken.steps] == [(), ("LosExplorer",)]
    first, second = taken.steps
    assert "Three." not in first.html
    assert "Text." in second.html
    assert instruments_in("x = GameTable(auto_dice=True)") == ["GameTable"]

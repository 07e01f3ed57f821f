"""A teacher and three students go through a lesson, each in a browser of their own."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.class_room import PATIENCE, Application, Person
from wargame.core.replies import read_export_text
from widgets.classroom.course import course

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator

LESSON = "fire_and_movement/01_combat"
NASTY = "<img src=x onerror=alert(1)>"
BET, FIRST, SECOND = f"{LESSON}#bet-1", f"{LESSON}#combat-1", f"{LESSON}#combat-2"
KEY = "fire-and-movement-01-combat"


@pytest.fixture
def application(tmp_path: Path) -> Iterator[Application]:
    started = Application(tmp_path)
    yield started
    started.kill()


@pytest.mark.timeout(400)
def test_a_whole_lesson(application: Application, browser: Browser) -> None:
    teacher = Person(browser, application.url)
    ada = Person(browser, application.url, 800)
    ben = Person(browser, application.url)  # has no mouse
    small = Person(browser, application.url, 360, color_scheme="dark")
    students = (ada, ben, small)
    code = teacher.open_class(LESSON, "battle")
    ada.join(code, "Ada")
    small.join(code, NASTY)
    _join_by_keyboard(ben, code)
    expect(teacher.page.locator(".roster caption")).to_contain_text("3 students")
    expect(teacher.page.locator(".roster")).to_contain_text(NASTY)

    _bet_and_reveal(teacher, students)
    _frozen_dice(teacher, ada, ben)
    _own_bet(teacher, students)
    _through_the_lesson(teacher, students)
    ada.send(FIRST, "163rd Brigade")
    _answer_by_keyboard(ben)
    _restart(application, teacher, students)
    _check_yourself(teacher, ada, small)
    _close(teacher, students)
    for person in (teacher, *students):
        assert person.alarms == []
        assert person.strangers == []
        person.context.close()


def _join_by_keyboard(ben: Person, code: str) -> None:
    ben.tab_to("join-code")
    ben.page.keyboard.type(code)
    ben.page.keyboard.press("Tab")
    ben.page.keyboard.type("Ben")
    ben.page.keyboard.press("Enter")
    expect(ben.page.locator(".me")).to_contain_text("Ben")


def _bet_and_reveal(teacher: Person, students: tuple[Person, ...]) -> None:
    ada, ben, small = students
    teacher.page.locator("#on").click()
    for each in students:
        each.at_step(2)
        expect(each.page.locator(".waits")).to_be_visible()
    ada.send(BET, "once")
    small.send(BET, NASTY)
    ben.tab_to(f"{KEY}-bet-1-said")
    ben.page.keyboard.type("Once")
    ben.page.keyboard.press("Enter")
    expect(ben.page.locator(".sent")).to_contain_text("Once")
    bars = teacher.page.locator("table.bars")
    expect(bars.locator("caption")).to_contain_text("3 of 3 have answered")
    expect(bars.locator("tr").first).to_contain_text("2")
    expect(ada.page.locator("table.bars")).to_have_count(0)
    teacher.page.locator(f"#show-{KEY}-bet-1").click()
    for each in students:
        expect(each.page.locator("table.bars")).to_contain_text(NASTY)
        expect(each.page.locator(".waits")).to_have_count(0)


def _frozen_dice(teacher: Person, ada: Person, ben: Person) -> None:
    teacher.page.locator("#dice").click()
    expect(teacher.page.locator(".seed")).to_contain_text("frozen by seed")
    for each in (ada, ben):
        each.page.locator("#open-board").focus()
        each.page.keyboard.press("Enter")
        throw = each.page.locator(".wg-dice button", has_text=re.compile("throw", re.IGNORECASE))
        throw.first.focus()
        each.page.keyboard.press("Enter")
        expect(_landed(each)).not_to_have_text("")
    assert _landed(ada).inner_text() == _landed(ben).inner_text()
    ada.page.locator("#close-stage").click()
    expect(ada.page.locator(".wg-dice")).to_have_count(0)


def _landed(person: Person) -> Locator:
    return person.page.locator(".wg-dice").first


def _own_bet(teacher: Person, students: tuple[Person, ...]) -> None:
    teacher.page.locator("#ask summary").click()
    teacher.page.locator("#ask-prompt").fill("Would you attack?")
    teacher.page.locator("#ask-options").fill("Yes\nNo")
    teacher.page.locator("#ask-send").click()
    for each, said in zip(students, ("Yes", "No", "No"), strict=True):
        each.send("own/1", said)
    own = teacher.page.locator(".question", has_text="Would you attack?")
    expect(own.locator("caption")).to_contain_text("3 of 3 have answered")
    teacher.page.locator("#show-own-1").click()
    for each in students:
        expect(each.page.locator(".question", has_text="Would you attack?")).to_contain_text("67 %")


def _through_the_lesson(teacher: Person, students: tuple[Person, ...]) -> None:
    steps = course(LESSON).steps
    questions = next(place for place, step in enumerate(steps) if step.title == "Check yourself")
    for number in range(3, questions + 2):
        teacher.page.locator("#on").click()
        for each in students:
            each.at_step(number)
        assert students[2].fits(), number


def _answer_by_keyboard(ben: Person) -> None:
    ben.tab_to(f"{KEY}-combat-1-0")
    ben.page.keyboard.press("ArrowDown")
    ben.tab_to(f"send-{KEY}-combat-1")
    ben.page.keyboard.press("Enter")
    expect(ben.page.locator(f'form[data-question="{FIRST}"] .sent')).to_contain_text("156th")
    assert ben.page.evaluate("() => document.activeElement !== document.body")


def _restart(application: Application, teacher: Person, students: tuple[Person, ...]) -> None:
    for each in (teacher, *students):
        each.page.evaluate("() => { window.before = true; }")
    application.kill()
    application.start()
    for each in (teacher, *students):
        each.page.wait_for_function("() => !window.before", timeout=PATIENCE)
    ada, ben, _ = students
    sent = f'form[data-question="{FIRST}"] .sent'
    expect(ada.page.locator(sent)).to_contain_text("163rd", timeout=PATIENCE)
    expect(ben.page.locator(sent)).to_contain_text("156th", timeout=PATIENCE)
    expect(teacher.page.locator(".roster caption")).to_contain_text("3 students")
    expect(teacher.page.locator(".seed")).to_contain_text("frozen by seed")
    ada.page.locator("#open-board").click()
    expect(_landed(ada)).to_be_visible()


def _check_yourself(teacher: Person, ada: Person, small: Person) -> None:
    small.send(FIRST, "156th Brigade")
    small.send(SECOND, "1")
    form = small.page.locator(f'form[data-question="{LESSON}#combat-5"]')
    form.locator("[name=said]").fill("many")
    form.locator("button").click()
    expect(small.page.locator(".notice")).to_contain_text("a number")
    own = teacher.page.locator(".question", has_text="1. Which of these units")
    expect(own.locator("caption")).to_contain_text("3 of 3 have answered")
    teacher.page.locator("#show-step").click()
    expect(ada.page.locator(".feedback.wrong")).to_contain_text("1211 touches 1310")
    expect(small.page.locator(".feedback.right")).to_have_count(2)
    assert small.fits()


def _close(teacher: Person, students: tuple[Person, ...]) -> None:
    teacher.page.locator("#closing summary").click()
    teacher.page.locator("#close").click()
    for each in students:
        expect(each.page.locator(".head")).to_contain_text("The class is over")
        assert each.page.locator("form.question").count() == 0
    with teacher.page.expect_download() as got:
        teacher.page.locator("a", has_text="Save what the class said").click()
    kept = read_export_text(Path(got.value.path()).read_text("utf-8"))
    assert [each.name for each in kept.students] == ["Ada", NASTY, "Ben"]
    said = {reply.question: reply.said for reply in kept.students[0].replies}
    assert said[BET] == "once"
    assert said["own/1"] == "Yes"
    assert said[FIRST] == "163rd Brigade in 1211"

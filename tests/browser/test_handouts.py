"""Handouts in a real browser: on paper nothing is cut off, off the network the questions work."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.paper import SHEETS, alone, outside, printed, show, squeezed, words
from wargame.core.replies import read_export_text
from widgets.handout.asked import asks, questions_in
from widgets.handout.guide import guide_page
from widgets.handout.lesson import Cell, Lesson, read_lesson, shipped_lessons
from widgets.handout.page import Choices, handout

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page

    from widgets.handout.page import Paper

LESSONS = {name: read_lesson(path) for name, path in shipped_lessons().items()}


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that asks for nothing but itself."""
    yield from alone(browser)


SAMPLE = ("fire_and_movement/06_second_battle_of_gaza_two", "rifle_and_spade/04_fire")
"""Printed on both sheets; letter is the wider one, so what fits on A4 is not cut there."""
PRINTS: list[tuple[str, Paper]] = [(name, "a4") for name in LESSONS]
PRINTS += [(name, "letter") for name in SAMPLE]


@pytest.mark.parametrize(("name", "paper"), PRINTS)
def test_a_handout_prints_whole(page: Page, tmp_path: Path, name: str, paper: Paper) -> None:
    lesson = LESSONS[name]
    show(page, tmp_path, handout(lesson, Choices(paper)))
    document = printed(page)
    sheets = [words(each) for each in document]
    assert {tuple(map(round, each.get_size())) for each in document} == {SHEETS[paper]}
    assert [found for each in document for found in outside(each)] == []
    assert sheets[0].startswith(f"Name Date {lesson.title}")
    assert not [number for number, each in enumerate(sheets) if len(each) < 60], "an empty page"
    key = next(at for at, each in enumerate(sheets) if each.startswith("Answers "))
    asked = [
        each
        for cell in lesson.cells
        if asks(cell.source)
        for each in questions_in(cell.source, name)
    ]
    told, answers = " ".join(sheets[:key]), " ".join(sheets[key:])
    for each in asked:
        said = each.feedback_to.get(each.answer) or each.feedback_to.get("", "")
        assert squeezed(each.prompt) in squeezed(told)
        assert squeezed(said) in squeezed(answers)
        assert squeezed(said) not in squeezed(told)


@pytest.mark.parametrize("paper", SHEETS)
def test_the_guide_prints_whole_with_a_lesson_to_a_page(
    page: Page, tmp_path: Path, paper: Paper
) -> None:
    show(page, tmp_path, guide_page(Choices(paper)))
    document = printed(page)
    assert [found for each in document for found in outside(each)] == []
    opening = 1
    assert len(document) == opening + len(LESSONS)
    for lesson, sheet in zip(LESSONS.values(), [*document][opening:], strict=True):
        assert squeezed(lesson.title) in squeezed(words(sheet))


def test_a_heading_stands_with_what_it_heads(page: Page, tmp_path: Path) -> None:
    for name in ("fire_and_movement/01_combat", "rifle_and_spade/10_orders_and_their_failure"):
        lesson = LESSONS[name]
        text = handout(lesson)
        show(page, tmp_path, text)
        headings = page.locator("main h2").all_inner_texts()
        for sheet in printed(page):
            said = words(sheet)
            assert not [each for each in headings if said.endswith(each)]
        page.emulate_media(media="screen")


# ------------------------------------------------------------------------------------ answering


def answer(form: Locator, reply: str) -> str:
    field = form.locator("input[type=text]")
    if field.count():
        field.fill(reply)
    else:
        form.get_by_label(reply, exact=True).check()
    form.get_by_role("button", name="Check").click()
    return form.locator("output").inner_text()


@pytest.mark.parametrize("name", LESSONS)
def test_an_interactive_page_says_what_the_notebook_says(
    page: Page, tmp_path: Path, name: str
) -> None:
    show(page, tmp_path, handout(LESSONS[name], Choices(interactive=True)))
    cells = [cell.source for cell in LESSONS[name].cells if asks(cell.source)]
    asked = [each for source in cells for each in questions_in(source, name)]
    forms = page.locator("form.question")
    assert forms.count() == len(asked)
    for at, each in enumerate(asked):
        for reply in each.options or [*filter(None, each.feedback_to), each.answer]:
            said = answer(forms.nth(at), reply)
            assert said[2:] == each.choose(reply)
            assert said[0] == {"right": "✓", "wrong": "✗"}[each.verdict]


def test_what_is_answered_is_handed_in_from_the_page(page: Page, tmp_path: Path) -> None:
    name = "fire_and_movement/01_combat"
    show(page, tmp_path, handout(LESSONS[name], Choices(interactive=True)))
    save = page.get_by_role("button", name="Save my answers")
    save.click()
    assert page.get_by_text("Nothing is answered yet.").is_visible()
    page.get_by_label("My guess:").first.fill("three columns")
    first = page.locator("form.question").first
    answer(first, "163rd Brigade in 1211")
    assert answer(first, "156th Brigade in 1213").startswith("✓")
    first.locator("summary").click()
    first.locator("textarea").fill("It is <b>three</b> hexes away.")
    page.get_by_label("Your name").focus()
    page.keyboard.type("Ada")
    page.keyboard.press("Tab")
    with page.expect_download() as waiting:
        page.keyboard.press("Enter")
    assert waiting.value.suggested_filename == "replies_01-combat_Ada.json"
    file = tmp_path / "ada.json"
    waiting.value.save_as(file)
    (student,) = read_export_text(file.read_text("utf-8"), file.name).students
    assert (student.name, student.lesson) == ("Ada", name)
    guess, told = student.replies
    assert (guess.kind, guess.said, guess.right) == ("bet", "three columns", None)
    assert (told.question, told.right, told.tries) == (f"{name}#combat-1", True, 2)
    assert told.reason == "It is <b>three</b> hexes away."
    assert told.at


def test_a_guess_hides_what_follows_until_it_is_made(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, handout(LESSONS["fire_and_movement/01_combat"], Choices(interactive=True)))
    told = page.get_by_text("It may not. A refusal is an explanation too")
    assert not told.is_visible()
    page.locator("details.reveal").nth(1).locator("summary").first.click()
    assert told.is_visible()
    page.get_by_role("button", name="Show all answers").click()
    assert page.get_by_role("heading", name="Answers").is_visible()


def test_the_keyboard_is_enough_to_answer(page: Page, tmp_path: Path) -> None:
    show(
        page,
        tmp_path,
        handout(LESSONS["fire_and_movement/03_support_fire"], Choices(interactive=True)),
    )
    form = page.locator("form.question").first
    form.locator("input").focus()
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    assert form.locator("output").inner_text().startswith("✓ Right.")


def test_an_interactive_page_prints_what_its_guesses_hide(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, handout(LESSONS["fire_and_movement/01_combat"], Choices(interactive=True)))
    told = " ".join(words(sheet) for sheet in printed(page))
    assert "It may not. A refusal is an explanation too" in told


@pytest.mark.parametrize(
    "harm",
    ["<script>document.title = 'harm'</script>", "<img src=x onerror=\"document.title = 'harm'\">"],
)
def test_what_a_stranger_put_into_a_lesson_does_not_run(
    browser: Browser, tmp_path: Path, harm: str
) -> None:
    page = browser.new_page()
    for choices in (Choices(), Choices(interactive=True)):
        show(
            page,
            tmp_path,
            handout(Lesson("a/b", (Cell("markdown", f"# Mine\n\n{harm}"),)), choices),
        )
        page.wait_for_load_state("load")
        assert page.title() == "Mine"
    page.close()

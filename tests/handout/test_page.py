"""Every lesson makes a handout: whole, alone, and with its answers on a page of their own."""

from __future__ import annotations

import json
import re
from functools import cache
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

from tests.handout.reading import Reader, inner_loads
from wargame.core.errors import DataError
from widgets.handout.asked import asks, questions_in
from widgets.handout.lesson import Cell, Lesson, read_lesson, shipped_lessons
from widgets.handout.page import Choices, handout

if TYPE_CHECKING:
    from widgets.question import CheckedQuestion

LESSONS = {name: read_lesson(path) for name, path in shipped_lessons().items()}
LARGEST = 1_200_000
"""Bytes; a page is sent by mail, and read on slow machines."""
PAPER, INTERACTIVE = Choices(), Choices(interactive=True)
KEY = '<section class="answers"'

every_lesson = pytest.mark.parametrize("name", LESSONS)


@cache
def page_of(name: str, choices: Choices = PAPER) -> str:
    return handout(LESSONS[name], choices)


def asked(name: str) -> list[CheckedQuestion]:
    cells = LESSONS[name].cells
    return [each for cell in cells if asks(cell.source) for each in questions_in(cell.source, name)]


def spoken(page: str) -> str:
    """Return the words of a page in one line."""
    return " ".join(Reader(page).words.split())


def one_line(text: str) -> str:
    return " ".join(text.split())


def lesson(*cells: Cell) -> Lesson:
    return Lesson("family/01_made_up", (Cell("markdown", "# Made up"), *cells))


def showing(**data: str) -> dict[str, Any]:
    return {"output_type": "execute_result", "data": data, "text": ""}


def question(**more: Any) -> Cell:
    facts = {"prompt": "1. Who?", "options": ["You", "I"], "answer": "I", "id": "made-1"} | more
    given = ", ".join(f"{key}={value!r}" for key, value in facts.items())
    return Cell("code", f"CheckedQuestion({given})")


# ------------------------------------------------------------------------------------ all lessons


@every_lesson
@pytest.mark.parametrize("choices", [Choices(), INTERACTIVE], ids=["paper", "interactive"])
def test_it_is_a_whole_page_that_loads_nothing(name: str, choices: Choices) -> None:
    page = page_of(name, choices)
    read = Reader(page)
    assert read.faults == []
    assert inner_loads(read) == []
    assert read.title == LESSONS[name].title
    assert read.headings[0] == read.title
    assert len(page.encode()) <= LARGEST


@every_lesson
def test_every_question_is_asked_once_and_answered_at_the_end(name: str) -> None:
    before, _, key = page_of(name).partition(KEY)
    questions = asked(name)
    assert questions
    assert len(questions) == before.count('<div class="question">')
    told, answers = spoken(before), spoken(KEY + key)
    for each in questions:
        assert one_line(each.prompt) in told
        assert all(one_line(option) in told for option in each.options)
        assert f"{one_line(each.prompt)}{each.answer}" in answers
        assert (
            one_line(each.feedback_to.get(each.answer) or each.feedback_to.get("", "")) in answers
        )


@every_lesson
def test_no_question_has_its_answer_beside_it(name: str) -> None:
    before, _, _ = handout(LESSONS[name], Choices(code=True)).partition(KEY)
    assert "CheckedQuestion(" not in before
    told = spoken(before)
    for each in asked(name):
        said = each.feedback_to.get(each.answer) or each.feedback_to.get("", "")
        assert not said or one_line(said) not in told


@every_lesson
def test_the_key_begins_a_page_and_is_the_last_thing(name: str) -> None:
    page = page_of(name)
    assert page.count(KEY) == 1
    assert page.endswith("</section></body></html>\n")
    assert page.index(KEY) > page.index('<section class="end"')
    assert re.search(r"\.answers[^{]*\{ break-before: page; \}", page)


@every_lesson
def test_an_interactive_page_tells_no_answer(name: str) -> None:
    page = unescape(page_of(name, INTERACTIVE))
    assert page.count('<form class="question"') == len(asked(name))
    assert "Show all answers" in page
    for each in asked(name):
        for said in each.feedback_to.values():
            assert not said or said not in page


@every_lesson
def test_every_guess_has_room_and_waits_for_a_click(name: str) -> None:
    page, live = page_of(name), page_of(name, INTERACTIVE)
    guesses = page.count("My guess:")
    assert guesses == live.count("My guess:")
    assert guesses >= 3
    assert 0 < live.count('<details class="reveal">') <= guesses


@every_lesson
def test_maps_keep_their_legend_and_its_sources_once(name: str) -> None:
    shown = "".join(
        output["data"].get("text/html", "")
        for cell in LESSONS[name].cells
        for output in cell.outputs
    )
    page = page_of(name)
    body, _, end = page.partition('<section class="end"')
    assert "<summary>Legend and sources</summary>" not in page
    assert ("legend A, at the end" in body) == ("Legend and sources" in shown)
    for credit in re.findall(r"<li>Credits: [^<]*</li>", shown):
        assert end.count(credit) >= 1
    assert "reconstructed</b>: ours" in end


# ------------------------------------------------------------------------------------ one by one


def test_code_is_folded_away_or_small() -> None:
    made = lesson(Cell("code", "a < b"))
    assert "<summary>Code</summary><pre>a &lt; b</pre>" in handout(made)
    assert '<pre class="code">a &lt; b</pre>' in handout(made, Choices(code=True))


def test_the_paper_is_the_one_asked_for() -> None:
    assert "size: A4;" in handout(lesson())
    assert "size: letter;" in handout(lesson(), Choices("letter"))


def test_an_output_is_shown_in_its_richest_form() -> None:
    cell = Cell("code", "x", (showing(**{"text/html": "<b>rich</b>", "text/plain": "poor"}),))
    page = handout(lesson(cell))
    assert "<b>rich</b>" in page
    assert "poor" not in page


def test_what_is_printed_is_text() -> None:
    printed = {"output_type": "stream", "name": "stdout", "text": "<script>1</script>", "data": {}}
    assert "<pre>&lt;script&gt;1&lt;/script&gt;</pre>" in handout(
        lesson(Cell("code", "x", (printed,)))
    )


def test_links_to_other_files_are_words() -> None:
    page = handout(lesson(Cell("markdown", "[There](00_there.ipynb), ![map](map.png)")))
    assert "<p>There, [map]</p>" in page


def test_a_page_forbids_all_but_itself() -> None:
    page = handout(lesson(), INTERACTIVE)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; img-src data:;")
    assert "script-src 'sha256-" in policy[1]
    assert "script-src 'none'" in handout(lesson())
    assert "<script" not in handout(lesson())


def test_words_of_a_question_are_text_whatever_they_contain() -> None:
    hostile = '"><img src=x onerror=alert(1)>'
    cell = question(prompt=hostile, options=[hostile, "I"], why={hostile: hostile, "I": hostile})
    for choices in (Choices(), INTERACTIVE):
        assert "<img src=x" not in handout(lesson(cell), choices)


def test_what_the_lesson_found_stands_with_the_answers() -> None:
    text = "Try it.\n\n<details><summary>What we found</summary>\n\nEleven.\n\n</details>"
    before, _, key = handout(lesson(Cell("markdown", text))).partition(KEY)
    assert "Eleven" not in before
    assert "Eleven" in key


def test_a_number_is_answered_as_its_author_wrote_it() -> None:
    why = {"1/2": "Half of them.", "1/4": "Half of half."}
    cell = question(options=[], kind="number", answer="1/2", why=why, unit="steps")
    key = handout(lesson(cell)).partition(KEY)[2]
    assert "<strong>1/2 steps</strong>. Half of them." in key
    assert "<li>1/4: Half of half.</li>" in key


def test_a_question_that_only_running_would_tell_is_refused() -> None:
    cell = Cell("code", "CheckedQuestion('Who?', names, 0)")
    with pytest.raises(DataError, match=r"cell 2: found names, which only running the cell"):
        handout(lesson(cell))


def test_a_section_ends_what_was_hidden() -> None:
    guess = Cell("markdown", "## One\n\n**Guess first:** how many?")
    page = handout(lesson(guess, Cell("code", "x"), Cell("markdown", "## Two")), INTERACTIVE)
    inside = page.partition('<details class="reveal">')[2]
    assert inside.index("</details><h2>Two") > inside.index("<summary>Code")


def test_a_legend_that_comes_twice_is_given_once() -> None:
    legend = "<figure><details><summary>Legend and sources</summary>%s</details></figure>"
    cells = [
        Cell("code", "x", (showing(**{"text/html": legend % word}),))
        for word in ("sand", "sea", "sand")
    ]
    page = handout(lesson(*cells))
    assert page.count("legend A, at the end") == 2
    assert page.count("legend B, at the end") == 1
    assert page.count("sand") == 1


def test_what_is_concealed_is_json_that_a_page_can_hold() -> None:
    page = handout(lesson(question()), INTERACTIVE)
    found = re.search(r'data-entries="([^"]*)"', page)
    assert found is not None
    entries = json.loads(unescape(found[1]))
    assert [len(each) for each in entries] == [2, 2]

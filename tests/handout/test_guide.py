"""The teacher's guide has an entry for every lesson, and each says something."""

from __future__ import annotations

import pytest

from tests.handout.reading import Reader, inner_loads
from widgets.handout.guide import Entry, guide_page, guides
from widgets.handout.lesson import read_lesson, shipped_lessons
from widgets.handout.page import Choices

ENTRIES = {
    f"{folder}/{each.file}": each for folder, all_ in guides().items() for each in all_.lesson
}

every_entry = pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)


def test_every_lesson_has_an_entry_in_reading_order() -> None:
    assert list(ENTRIES) == list(shipped_lessons())


@every_entry
def test_an_entry_gives_a_teacher_enough(entry: Entry) -> None:
    assert len(entry.outcome) > 40
    assert "minutes" in entry.timing or "lesson" in entry.timing
    assert len(entry.ask) >= 3
    assert len(entry.mistakes) >= 2
    assert all("?" in each for each in entry.ask)


@pytest.mark.parametrize("name", ENTRIES)
def test_the_lesson_itself_gives_its_length_and_aims(name: str) -> None:
    lesson = read_lesson(shipped_lessons()[name])
    assert "minutes" in lesson.place
    assert len(lesson.aims) >= 3


def test_it_is_one_page_for_paper() -> None:
    page = guide_page(Choices("letter"))
    read = Reader(page)
    assert read.faults == []
    assert inner_loads(read) == []
    assert "size: letter;" in page
    titles = [read_lesson(path).title for path in shipped_lessons().values()]
    assert read.headings == ["Teacher's guide", *titles]
    words = " ".join(read.words.split())
    for entry in ENTRIES.values():
        assert all(line in words for line in (entry.outcome, *entry.ask, *entry.mistakes))

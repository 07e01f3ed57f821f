"""Every lesson, in the copy that ``wargame lab`` made: all cells run, and the widgets show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import nbformat
import pytest

if TYPE_CHECKING:
    from tests.browser.lab import Lab

TUTORIALS = Path(__file__).parent.parent.parent / "tutorials"
LESSONS = [path.relative_to(TUTORIALS).as_posix() for path in sorted(TUTORIALS.rglob("*.ipynb"))]


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_runs_from_top_to_bottom(lab: Lab, lesson: str) -> None:
    opened = lab.open(lesson)
    opened.run()
    cells = nbformat.read(TUTORIALS / lesson, as_version=4).cells
    source = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
    if "widgets" in source:
        opened.panel.locator(".wg-hexmap, .wg-sheet").first.wait_for()
    opened.panel.get_by_text("Error displaying widget").wait_for(state="detached")


def test_the_lessons_are_where_the_reader_finds_them(lab: Lab) -> None:
    missing = [lesson for lesson in LESSONS if not (lab.server.folder / lesson).is_file()]
    assert missing == []

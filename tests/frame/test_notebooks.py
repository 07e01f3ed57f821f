"""Lessons are committed as a reader should find them: run, with outputs, without widget state."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from runpy import run_path
from typing import TYPE_CHECKING, Any

import nbformat
import pytest

from tests.frame.repository import ROOT, notebooks, short

if TYPE_CHECKING:
    from pathlib import Path

every_lesson = pytest.mark.parametrize("path", notebooks(), ids=short)


def read(path: Path) -> dict[str, Any]:
    notebook: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return notebook


def code_cells(path: Path) -> list[dict[str, Any]]:
    return [cell for cell in read(path)["cells"] if cell["cell_type"] == "code"]


@every_lesson
def test_no_widget_state_is_saved(path: Path) -> None:
    """It is a copy of the whole front end per widget, and hides the fallback from a reader."""
    assert "widgets" not in read(path)["metadata"]


@every_lesson
def test_every_cell_was_run_from_top_to_bottom(path: Path) -> None:
    counts = [cell["execution_count"] for cell in code_cells(path)]
    assert counts == list(range(1, len(counts) + 1))


@every_lesson
def test_no_cell_ended_in_an_error_or_a_warning(path: Path) -> None:
    outputs = [output for cell in code_cells(path) for output in cell["outputs"]]
    assert [o for o in outputs if o["output_type"] == "error" or o.get("name") == "stderr"] == []


@every_lesson
def test_it_is_as_make_lessons_leaves_it(path: Path) -> None:
    """Saved by hand it would hold widgets of a kernel that is gone, and times."""
    refresher = run_path(str(ROOT / ".ci" / "lessons"))
    book = nbformat.read(path, as_version=4)
    before = nbformat.writes(book)
    refresher["settle"](book)
    assert nbformat.writes(book) == before, "run `make lessons`"
    assert path.stat().st_size <= refresher["LARGEST"]


def opening_and_end(path: Path) -> tuple[str, str]:
    """Return the first and the last cell of a lesson, which tell of its place among the others."""
    cells = read(path)["cells"]
    return "".join(cells[0]["source"]), "".join(cells[-1]["source"])


@every_lesson
def test_it_calls_itself_by_the_number_of_its_file(path: Path) -> None:
    found = re.search(r"\blesson (\d+) ·", opening_and_end(path)[0], re.IGNORECASE)
    assert found is not None
    assert int(found[1]) == int(path.name[:2])


def test_each_lesson_names_the_next_one_by_its_title() -> None:
    """Where one is put in between, or renamed, the reader is still sent the right way."""
    for path, after in pairwise(sorted(notebooks())):
        found = re.search(r"Next: \*\*(.+?)\*\*", opening_and_end(path)[1])
        if found is not None:
            assert opening_and_end(after)[0].startswith(f"# {found[1]}\n"), short(path)

"""``wargame coverage``: what counts as implemented, tested and taught."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.files import notebook
from wargame import coverage
from wargame.core import rulebook
from wargame.core.errors import DataError
from wargame.core.ruling import case

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., tuple[int, str, str]]

pytestmark = pytest.mark.usefixtures("toys")

MARKED = """
import pytest
from pytest import mark

pytestmark = pytest.mark.cases("GAZA", "13.4")
TEXT = 'pytest.mark.cases("GAZA", "13.1")'

@pytest.mark.cases("FM8", "8.2", "8.2.1")
def test_one(): ...

class TestMore:
    @mark.cases("GAZA", "14.0/2")
    @pytest.mark.parametrize("x", [pytest.param(1, marks=pytest.mark.cases("GAZA", "14.0/1"))])
    def test_two(self, x): ...
"""


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    folder = tmp_path / "tests"
    (folder / "deep").mkdir(parents=True)
    (folder / "deep" / "test_it.py").write_text(MARKED, encoding="utf-8")
    return folder


def test_marks_are_found_without_running_a_test(marked: Path) -> None:
    found = {str(each.case): each.where for each in coverage.marked_in_tests(marked)}
    assert set(found) == {"GAZA 13.4", "FM8 8.2", "FM8 8.2.1", "GAZA 14.0/2", "GAZA 14.0/1"}
    assert found["FM8 8.2"] == "tests/deep/test_it.py, line 8"


@pytest.mark.parametrize(
    "mark", ['"GAZA"', '"GAZA", NUMBER', '"GAZA", *NUMBERS', 'book="GAZA"', '"GAZA", 14', ""]
)
def test_a_mark_must_spell_its_cases_out(marked: Path, mark: str) -> None:
    (marked / "test_bad.py").write_text(f"m = pytest.mark.cases({mark})", encoding="utf-8")
    with pytest.raises(DataError, match=r"tests/test_bad\.py, line 1"):
        list(coverage.marked_in_tests(marked))


def test_examples_name_cases_in_head_and_claims(example_files: Path) -> None:
    names = {str(each.case) for each in coverage.named_by_examples(example_files)}
    assert names == {"GAZA 14.0/2", "GAZA 14.0/1"}


def test_lessons_name_cases_in_tags(lessons: Path) -> None:
    more = lessons / "fire_and_movement" / ".ipynb_checkpoints"
    more.mkdir()
    (more / "old.ipynb").write_text("not read", encoding="utf-8")
    text = notebook("case:FM8 8.2", "hide", "case:GAZA 14.0/1")
    (lessons / "02_more.ipynb").write_text(text, encoding="utf-8")
    found = [(str(each.case), each.where) for each in coverage.tagged_in_lessons(lessons)]
    assert found[:2] == [
        ("FM8 8.2", "02_more.ipynb, cell 1"),
        ("GAZA 14.0/1", "02_more.ipynb, cell 1"),
    ]
    assert found[2:] == [
        ("GAZA 14.0/2", "00_the_map.ipynb, cell 1"),
        ("GAZA 14.0/2", "01_combat.ipynb, cell 1"),
    ]


@pytest.mark.parametrize("text", ["{", "[]", '{"cells": 3}', "[" * 5000])
def test_a_damaged_lesson_is_named(lessons: Path, text: str) -> None:
    (lessons / "99_bad.ipynb").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=r"99_bad\.ipynb: found"):
        list(coverage.tagged_in_lessons(lessons))


def test_the_counts(
    marked: Path, example_files: Path, lessons: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = {case("GAZA 14.0/2"): "toy.sum", case("GAZA 14.0/1"): "toy.sum"}
    monkeypatch.setattr(rulebook, "_implemented", done)
    with_tests = coverage.gather(marked, example_files, lessons)
    without = coverage.gather(None, example_files, lessons)
    kind = rulebook.entry(case("GAZA 14.0/2")).kind
    assert with_tests["GAZA"][kind]["implemented"] >= 1
    assert with_tests["GAZA"][kind]["taught"] == 1
    tested = [
        sum(each["tested"] for each in counts["GAZA"].values()) for counts in (with_tests, without)
    ]
    assert tested == [3, 2]
    assert sum(each["tested"] for each in with_tests["FM8"].values()) == 2


def test_a_case_that_no_book_has_is_named_with_its_place(
    marked: Path, example_files: Path, lessons: Path
) -> None:
    (marked / "test_bad.py").write_text('m = pytest.mark.cases("GAZA", "99.9")', encoding="utf-8")
    with pytest.raises(DataError, match=r"tests/test_bad\.py, line 1: found case GAZA 99\.9"):
        coverage.gather(marked, example_files, lessons)


@pytest.mark.usefixtures("example_files", "lessons")
def test_the_command(run: Run, marked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coverage, "tests_folder", lambda: marked)
    code, out, err = run("coverage", "--json")
    assert (code, err) == (0, "")
    counts = json.loads(out)
    assert list(counts) == list(rulebook.BOOKS)
    for kinds in counts.values():
        assert kinds
        for numbers in kinds.values():
            assert list(numbers) == ["total", "implemented", "tested", "taught"]
    table = run("coverage")[1].splitlines()
    assert table[0].split() == ["book", "kind", "total", "implemented", "tested", "taught"]
    assert len({len(line) for line in table}) == 1
    whole = next(line.split() for line in table if line.startswith("GAZA") and " all " in line)
    assert int(whole[2]) == len(rulebook.catalogue("GAZA"))


@pytest.mark.usefixtures("example_files", "lessons")
def test_an_installed_copy_says_that_it_has_no_tests(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(coverage, "tests_folder", lambda: None)
    code, out, err = run("coverage", "--json")
    assert code == 0
    assert json.loads(out)
    assert "no tests folder beside the package" in err


def test_the_tests_of_a_checkout_are_found() -> None:
    assert coverage.tests_folder() == Path(__file__).parent.parent

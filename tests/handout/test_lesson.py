"""Lessons are found by what people call them, and read without being run."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from wargame.core.errors import DataError, RequestError
from widgets.handout.lesson import find_lesson, read_lesson, shipped_lessons, short_name

if TYPE_CHECKING:
    from pathlib import Path

COMBAT = "fire_and_movement/01_combat"


@pytest.mark.parametrize(
    "word", [COMBAT, f"{COMBAT}.ipynb", "01_combat", "combat", "FM 01", "fm-01"]
)
def test_a_lesson_has_many_names(word: str) -> None:
    assert find_lesson(word) == shipped_lessons()[COMBAT]


def test_a_notebook_of_ones_own_is_found_by_its_path(tmp_path: Path) -> None:
    own = tmp_path / "mine.ipynb"
    own.write_text(json.dumps({"cells": []}), "utf-8")
    assert find_lesson(str(own)) == own
    assert read_lesson(own).title.endswith("/mine")


def test_an_unknown_lesson_is_answered_with_those_there_are() -> None:
    with pytest.raises(RequestError, match=r"FM 01 \(fire_and_movement/01_combat\)"):
        find_lesson("FM 99")


def test_short_names_are_all_different() -> None:
    names = list(shipped_lessons())
    assert len({short_name(name) for name in names}) == len(names)


@pytest.mark.parametrize("text", ["", "[]", '{"cells": 1}', '{"cells": [{}]}', "nonsense"])
def test_what_is_no_notebook_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.ipynb"
    path.write_text(text, "utf-8")
    with pytest.raises(DataError, match=r"bad\.ipynb"):
        read_lesson(path)


def test_a_lesson_tells_its_place_and_its_aims() -> None:
    read = read_lesson(shipped_lessons()[COMBAT])
    assert read.title == "Combat"
    assert read.place.endswith("before it: The map")
    assert read.aims[0] == "say which units may attack which hex"
    assert len(read.aims) == 7

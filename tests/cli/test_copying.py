"""Copying the lessons: nothing that a reader wrote is ever lost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from wargame.core.errors import RequestError
from wargame.lab import copy_lessons

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., tuple[int, str, str]]

MAP = "fire_and_movement/00_the_map.ipynb"
NEW = "fire_and_movement/00_the_map (new).ipynb"
NEW_2 = "fire_and_movement/00_the_map (new 2).ipynb"


@pytest.fixture
def mine(lessons: Path, tmp_path: Path) -> Path:
    """Have copied the lessons once."""
    folder = tmp_path / "mine"
    copy_lessons(lessons, folder)
    return folder


def _read(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file() and ".wargame" not in path.parts
    }


def test_the_first_time_everything_is_copied(lessons: Path, tmp_path: Path) -> None:
    work = copy_lessons(lessons, tmp_path / "a" / "b")
    assert list(_read(tmp_path / "a" / "b")) != []
    shipped = _read(lessons)
    del shipped["__init__.py"]
    assert _read(tmp_path / "a" / "b") == shipped
    assert work.sentences == [f"Copied {name}." for name in sorted(shipped)]
    assert len(work.pristine) == 3


def test_the_teachers_guide_is_not_for_the_readers_folder(lessons: Path, tmp_path: Path) -> None:
    (lessons / "guide").mkdir()
    (lessons / "guide" / "family.toml").write_text('family = "Made up"', encoding="utf-8")
    copy_lessons(lessons, tmp_path / "copy")
    assert not (tmp_path / "copy" / "guide").exists()


def test_the_second_time_nothing_happens(lessons: Path, mine: Path) -> None:
    before = _read(mine)
    work = copy_lessons(lessons, mine)
    assert work.sentences == ["3 files were up to date already."]
    assert _read(mine) == before


def test_an_untouched_lesson_is_brought_up_to_date(lessons: Path, mine: Path) -> None:
    (lessons / MAP).write_text("version 2", encoding="utf-8")
    work = copy_lessons(lessons, mine)
    assert f"Brought {MAP} up to date; you had not changed it." in work.sentences
    assert _read(mine)[MAP] == "version 2"
    assert NEW not in _read(mine)


def test_a_changed_lesson_is_kept(lessons: Path, mine: Path) -> None:
    (mine / MAP).write_text("my notes", encoding="utf-8")
    work = copy_lessons(lessons, mine)
    assert f"Kept {MAP} as you changed it." in work.sentences
    assert _read(mine)[MAP] == "my notes"
    assert NEW not in _read(mine)
    assert mine / MAP not in work.pristine


def test_a_new_version_goes_beside_a_changed_lesson_once(lessons: Path, mine: Path) -> None:
    (mine / MAP).write_text("my notes", encoding="utf-8")
    (lessons / MAP).write_text("version 2", encoding="utf-8")
    work = copy_lessons(lessons, mine)
    assert f"Kept your {MAP}, and put the new version beside it: {NEW}." in work.sentences
    assert (_read(mine)[MAP], _read(mine)[NEW]) == ("my notes", "version 2")
    (mine / NEW).unlink()
    copy_lessons(lessons, mine)
    assert NEW not in _read(mine)


def test_the_version_beside_is_work_too_once_changed(lessons: Path, mine: Path) -> None:
    (mine / MAP).write_text("my notes", encoding="utf-8")
    (lessons / MAP).write_text("version 2", encoding="utf-8")
    copy_lessons(lessons, mine)
    (lessons / MAP).write_text("version 3", encoding="utf-8")
    copy_lessons(lessons, mine)
    assert _read(mine)[NEW] == "version 3"
    (mine / NEW).write_text("more notes", encoding="utf-8")
    (lessons / MAP).write_text("version 4", encoding="utf-8")
    copy_lessons(lessons, mine)
    now = _read(mine)
    assert (now[MAP], now[NEW], now[NEW_2]) == ("my notes", "more notes", "version 4")


def test_a_lesson_taken_back_to_what_was_copied_is_refreshed(lessons: Path, mine: Path) -> None:
    first = _read(mine)[MAP]
    (mine / MAP).write_text("my notes", encoding="utf-8")
    (lessons / MAP).write_text("version 2", encoding="utf-8")
    copy_lessons(lessons, mine)
    (mine / MAP).write_text(first, encoding="utf-8")
    copy_lessons(lessons, mine)
    assert _read(mine)[MAP] == "version 2"


def test_a_deleted_lesson_comes_back(lessons: Path, mine: Path) -> None:
    (mine / MAP).unlink()
    assert f"Copied {MAP}." in copy_lessons(lessons, mine).sentences


def test_a_file_that_was_there_before_is_work(lessons: Path, tmp_path: Path) -> None:
    (tmp_path / "own" / "fire_and_movement").mkdir(parents=True)
    (tmp_path / "own" / MAP).write_text("", encoding="utf-8")
    copy_lessons(lessons, tmp_path / "own")
    assert _read(tmp_path / "own")[MAP] == ""
    assert NEW in _read(tmp_path / "own")


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"lessons": {"a": 1}}', '{"lessons": []}', "x" * 2_000_000]
)
def test_a_damaged_list_makes_everything_work(lessons: Path, mine: Path, text: str) -> None:
    (mine / ".wargame" / "lessons.json").write_text(text, encoding="utf-8")
    (lessons / MAP).write_text("version 2", encoding="utf-8")
    before = _read(mine)[MAP]
    work = copy_lessons(lessons, mine)
    assert "could not be read" in work.sentences[0]
    assert (_read(mine)[MAP], _read(mine)[NEW]) == (before, "version 2")
    saved = json.loads((mine / ".wargame" / "lessons.json").read_text(encoding="utf-8"))
    assert MAP in saved["lessons"]


def test_nothing_half_written_stays(lessons: Path, mine: Path) -> None:
    copy_lessons(lessons, mine)
    assert not list(mine.rglob("*.part"))


def test_a_folder_that_is_a_file_is_said(lessons: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(RequestError, match="a folder to write lessons in"):
        copy_lessons(lessons, tmp_path / "file")
    (tmp_path / "odd" / MAP).mkdir(parents=True)
    with pytest.raises(RequestError, match="a folder to write lessons in"):
        copy_lessons(lessons, tmp_path / "odd")


@pytest.mark.usefixtures("lessons")
def test_the_command_copies_into_the_usual_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run("lab", "--copy-only")
    assert (code, err) == (0, "")
    assert f"Copied {MAP}.\n" in out
    assert (tmp_path / "wargame-lessons" / MAP).is_file()
    assert run("lab", "--copy-only")[1] == "3 files were up to date already.\n"

"""What the command-line tests share: a made-up family of questions, example files and lessons."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.files import EXAMPLE, notebook
from wargame.cli import main
from wargame.core import examples, questions
from wargame.core.errors import DataError, Refused
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, not_covered, refusal, total
from wargame.families import DEFAULT_SCENARIOS, load_families

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str, str]]:
    """Run a command; answer with exit code, output and error stream."""

    def run(*words: str) -> tuple[int, str, str]:
        try:
            code = main(words)
        except SystemExit as ended:
            code = int(ended.code or 0)
        said = capsys.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register a few questions, and positions of a family called toy, for one test."""
    load_families()  # before the registries are swapped, for it registers only once
    monkeypatch.setattr(questions, "_questions", dict(questions._questions))
    monkeypatch.setattr(examples, "_builders", dict(examples._builders))
    monkeypatch.setitem(DEFAULT_SCENARIOS, "toy", "toy/first")
    question("toy.sum")(_sum)
    question("toy.unknown")(_unknown)
    question("toy.where", scene="toy")(_where)
    question("toy.elsewhere", scene="nowhere")(_where)
    examples.scene_builder("toy")(_position)


def _sum(*, one: int, other: int = 1) -> Ruling:
    """Add two numbers below nine."""
    for each in (one, other):
        if each > 8:
            raise Refused(refusal("Sum", f"{each} is too great; 8 is allowed.", "GAZA 14.0/1"))
    parts = (figure("One", one, "Given."), figure("Other", other, "Given."))
    return total("Sum", parts, "One and the other.", "GAZA 14.0/2")


def _unknown() -> Ruling:
    """Nobody knows."""
    return not_covered("Unknown", "The engine has no rule for this.")


def _where(scene: object) -> Ruling:
    """Name the position."""
    return figure("Where", str(scene), "The position's name.")


def _position(table: dict[str, Any], where: str) -> object:
    name = table.get("scenario")
    if name not in {"toy/first", "toy/second"}:
        raise DataError(where, repr(name), "toy/first, toy/second")
    return name


@pytest.fixture
def example_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the project's example files be those of a folder with one good example."""
    folder = tmp_path / "examples" / "toy"
    folder.mkdir(parents=True)
    (folder / "toy_01.toml").write_text(EXAMPLE, encoding="utf-8")
    monkeypatch.setattr("wargame.coverage.examples_folder", lambda: folder.parent)
    return folder


@pytest.fixture
def lessons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let the shipped lessons be those of a folder with two notebooks and a picture."""
    folder = tmp_path / "shipped"
    (folder / "fire_and_movement").mkdir(parents=True)
    (folder / "__init__.py").write_text('"""Data."""\n', encoding="utf-8")
    for name in ("00_the_map", "01_combat"):
        text = notebook("case:GAZA 14.0/2", text=name)
        (folder / "fire_and_movement" / f"{name}.ipynb").write_text(text, encoding="utf-8")
    (folder / "fire_and_movement" / "counter.svg").write_text("<svg/>", encoding="utf-8")
    monkeypatch.setattr("wargame.coverage.lessons_folder", lambda: folder)
    return folder

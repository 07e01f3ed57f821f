"""Lessons as stored: found by name, read, not run."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import frozen

from wargame.core.errors import DataError, RequestError, one_of, shown

if TYPE_CHECKING:
    from collections.abc import Mapping

WHERE = "wargame handout"
MAX_BYTES = 20_000_000
"""A notebook with outputs; the shipped ones stay below a tenth of it."""


@frozen
class Cell:
    """A cell of a notebook.

    Args:
        kind: ``markdown`` or ``code``.
        source: Its text.
        outputs: What it showed when it was run, as the notebook has it.
    """

    kind: str
    source: str
    outputs: tuple[Mapping[str, Any], ...] = ()


@frozen
class Lesson:
    """A lesson.

    Args:
        name: Family and file, such as ``fire_and_movement/01_combat``.
        cells: Its cells, from top to bottom.
    """

    name: str
    cells: tuple[Cell, ...]

    @property
    def title(self) -> str:
        """Its first heading."""
        found = re.search(r"^# (.+)$", self._opening, re.MULTILINE)
        return found[1].strip() if found else self.name

    @property
    def place(self) -> str:
        """The line under the title: number, time, what comes before; links are plain words."""
        found = re.search(r"^\*(?!\*)(.+)\*$", self._opening, re.MULTILINE)
        return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", found[1]) if found else ""

    @property
    def aims(self) -> tuple[str, ...]:
        """What a reader can do afterwards: the list in the first cell, as Markdown."""
        items = re.findall(r"^- (.+(?:\n  .+)*)", self._opening, re.MULTILINE)
        return tuple(" ".join(item.split()).rstrip(",.") for item in items)

    @property
    def _opening(self) -> str:
        return self.cells[0].source if self.cells else ""


def shipped_lessons() -> dict[str, Path]:
    """Return the project's lessons in reading order, by name."""
    folder = Path(str(files("tutorials")))
    return {
        path.relative_to(folder).with_suffix("").as_posix(): path
        for path in sorted(folder.glob("*/*.ipynb"))
    }


def short_name(name: str) -> str:
    """Return how a lesson is spoken of: ``FM 01`` for ``fire_and_movement/01_combat``."""
    family, _, file = name.partition("/")
    initials = "".join(part[:1] for part in family.split("_") if part != "and")
    return f"{initials.upper()} {file.partition('_')[0]}"


def find_lesson(word: str) -> Path:
    """Return the notebook that a person means.

    Args:
        word: A file of theirs, or a shipped lesson: ``FM 01``, ``01_combat``, or the whole name.

    Raises:
        RequestError: There is none, or there are several.
    """
    own = Path(word)
    if own.suffix == ".ipynb" and own.is_file():
        return own
    lessons = shipped_lessons()
    wanted = _plain(word.removesuffix(".ipynb"))
    found = [name for name in lessons if wanted in {_plain(each) for each in _callings(name)}]
    if len(found) == 1:
        return lessons[found[0]]
    if found:
        raise RequestError(WHERE, f"{shown(word)}, which names several", one_of(found))
    known = [f"{short_name(name)} ({name})" for name in lessons]
    cure = "A notebook of your own is named by its path, which ends in .ipynb."
    raise RequestError(WHERE, f"the lesson {shown(word)}", one_of(known, limit=40), cure)


def _callings(name: str) -> tuple[str, ...]:
    file = name.partition("/")[2]
    return name, file, file.partition("_")[2], short_name(name)


def _plain(word: str) -> str:
    return re.sub(r"[\s_-]+", "", word).lower()


def read_lesson(path: Path) -> Lesson:
    """Return the lesson in a notebook.

    Args:
        path: The file.

    Raises:
        DataError: It is too large, or no notebook.
    """
    if path.stat().st_size > MAX_BYTES:
        raise DataError(path.name, "a very large file", f"at most {MAX_BYTES} bytes")
    try:
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        read = tuple(_cell(each) for each in cells if each["cell_type"] in {"markdown", "code"})
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(path.name, "no notebook to read", "a notebook of format 4") from error
    return Lesson(f"{path.resolve().parent.name}/{path.stem}", read)


def _cell(raw: Mapping[str, Any]) -> Cell:
    outputs = tuple(_output(each) for each in raw.get("outputs", ()))
    return Cell(raw["cell_type"], joined(raw["source"]), outputs)


def _output(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return an output with its texts whole."""
    data = {kind: joined(text) for kind, text in raw.get("data", {}).items()}
    return {**raw, "data": data, "text": joined(raw.get("text", ""))}


def joined(text: object) -> str:
    """Return a text that a notebook may keep as lines."""
    return "".join(map(str, text)) if isinstance(text, list) else str(text)

"""How much of each rulebook is done: which cases are implemented, tested and taught.

Tests and lessons are read, not run. A test names its cases in
``@pytest.mark.cases("BOOK", "1.2")``, an example file in its ``cases`` and ``because``, a lesson's
cell in tags such as ``case:GAZA 14.0/2``.
"""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from wargame.core.data import scenario_folder, toml_files
from wargame.core.errors import DataError, RequestError, shown
from wargame.core.examples import load_example
from wargame.core.rulebook import Counts, coverage, entry, implemented
from wargame.core.ruling import Case, case
from wargame.families import load_families

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TAG = "case:"
MARKS = ("total", "implemented", "tested", "taught")


@frozen
class Mention:
    """A place that names a case.

    Args:
        case: The case named, or its written form ``BOOK number``.
        where: The place, for errors: a file and a line, a function, a cell.
    """

    case: Case = field(converter=case)
    where: str


def lessons_folder() -> Path:
    """Return the folder of the ``tutorials`` data package."""
    from importlib.resources import files

    return Path(str(files("tutorials")))


def examples_folder() -> Path:
    """Return the folder of the project's own example files."""
    return scenario_folder() / "examples"


def tests_folder() -> Path | None:
    """Return the tests of the checkout this package is run from; nothing when it is installed."""
    house = Path(__file__).resolve().parent.parent
    tests = house / "tests"
    # an installed copy may have some other project's "tests" beside it
    return tests if tests.is_dir() and (house / "pyproject.toml").is_file() else None


def gather(tests: Path | None, examples: Path, lessons: Path) -> Counts:
    """Count the cases implemented, tested and taught, per book and kind.

    Args:
        tests: A folder of test files, or nothing when there is none.
        examples: The folder of example files.
        lessons: The folder of notebooks.

    Raises:
        DataError: A file cannot be read, or names a case that its book does not have.
    """
    load_families()
    done = (Mention(each, where) for each, where in implemented().items())
    tested = [*named_by_examples(examples), *(marked_in_tests(tests) if tests else ())]
    return coverage(_known(done), _known(tested), _known(tagged_in_lessons(lessons)))


def _known(mentions: Iterable[Mention]) -> set[Case]:
    """Return the cases named, each looked up in the catalogue."""
    cases = set()
    for mention in mentions:
        try:
            entry(mention.case)
        except RequestError as error:
            raise DataError(mention.where, f"case {mention.case}", error.allowed) from error
        cases.add(mention.case)
    return cases


def marked_in_tests(folder: Path) -> Iterator[Mention]:
    """Yield the cases that test files name in ``pytest.mark.cases(...)``.

    Args:
        folder: Where the tests are; sub-folders count.

    Raises:
        DataError: A file is not Python, or a mark does not spell its cases out as text.
    """
    for path in sorted(folder.rglob("*.py")):
        name = f"{folder.name}/{path.relative_to(folder).as_posix()}"
        try:
            tree = ast.parse(path.read_text(encoding="utf-8"))
        except (SyntaxError, UnicodeDecodeError) as error:
            raise DataError(name, str(error), "Python source in UTF-8") from error
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _is_mark(node.func):
                yield from _marked(node, f"{name}, line {node.lineno}")


def _is_mark(function: ast.expr) -> bool:
    """Return whether an expression is ``pytest.mark.cases`` or ``mark.cases``."""
    if not isinstance(function, ast.Attribute) or function.attr != "cases":
        return False
    owner = function.value
    return (isinstance(owner, ast.Attribute) and owner.attr == "mark") or (
        isinstance(owner, ast.Name) and owner.id == "mark"
    )


def _marked(call: ast.Call, where: str) -> Iterator[Mention]:
    words = [each.value for each in call.args if isinstance(each, ast.Constant)]
    texts = [word for word in words if isinstance(word, str)]
    if len(texts) != len(call.args) or len(texts) < 2 or call.keywords:  # noqa: PLR2004 - a book and a number
        allowed = 'a book and case numbers as plain text, such as cases("GAZA", "14.0/2")'
        raise DataError(where, shown(ast.unparse(call)), allowed)
    book, *numbers = texts
    for number in numbers:
        yield Mention(Case(book, number), where)


def named_by_examples(folder: Path) -> Iterator[Mention]:
    """Yield the cases that example files name, in their heads and as the reason of a claim.

    Raises:
        DataError: A file does not fit.
    """
    for path in toml_files(folder):
        example = load_example(path)
        because = (claim.because for claim in example.claim if claim.because)
        for written in (*example.example.cases, *because):
            yield Mention(written, path.name)


def tagged_in_lessons(folder: Path) -> Iterator[Mention]:
    """Yield the cases that notebook cells are tagged with.

    Raises:
        DataError: A file is not a notebook, or a tag names no case.
    """
    for path in sorted(folder.rglob("*.ipynb")):
        if ".ipynb_checkpoints" in path.parts:
            continue
        for number, cell in enumerate(_cells(path), start=1):
            for tag in _tags(cell):
                if tag.startswith(TAG):
                    yield Mention(tag.removeprefix(TAG), f"{path.name}, cell {number}")


def _cells(path: Path) -> list[object]:
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise DataError(path.name, str(error), "a notebook: JSON in UTF-8") from error
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise DataError(path.name, "no list of cells", "a notebook of format 4")
    return cells


def _tags(cell: object) -> list[str]:
    metadata = cell.get("metadata") if isinstance(cell, dict) else None
    tags = metadata.get("tags") if isinstance(metadata, dict) else None
    return [tag for tag in tags if isinstance(tag, str)] if isinstance(tags, list) else []


def table(counts: Counts) -> str:
    """Return the counts as an aligned table, one line for each kind and one for each whole book."""
    rows = [["book", "kind", *MARKS]]
    for book, kinds in counts.items():
        for kind, numbers in kinds.items():
            rows.append([book, kind, *(str(numbers[mark]) for mark in MARKS)])
        whole = (sum(numbers[mark] for numbers in kinds.values()) for mark in MARKS)
        rows.append([book, "all", *map(str, whole)])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(_row(row, widths) for row in rows)


def _row(row: list[str], widths: list[int]) -> str:
    """Return one line: words to the left, figures to the right."""
    cells = (
        word.ljust(width) if column < 2 else word.rjust(width)  # noqa: PLR2004 - book and kind
        for column, (word, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join(cells)

"""Makes a handout: what ``wargame handout`` starts."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from wargame.core.errors import RequestError, WargameError, shown
from wargame.handouts import WHERE, add_arguments
from widgets.handout.guide import guide_page
from widgets.handout.lesson import find_lesson, read_lesson
from widgets.handout.page import Choices, handout

if TYPE_CHECKING:
    from collections.abc import Sequence

FAILED = 2
ENDINGS = (".html", ".htm")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page that is asked for; return the exit code."""
    parser = argparse.ArgumentParser(prog=WHERE)
    add_arguments(parser)
    parsed = parser.parse_args(arguments)
    try:
        path = _write(parsed)
    except WargameError as error:
        return _failed(str(error))
    except OSError as error:
        return _failed(f"{error.filename or 'a file'}: {error.strerror or error}.")
    size = path.stat().st_size / 1000
    sys.stdout.write(f"Wrote {path} ({size:.0f} kB). Open it in a browser; it prints from there.\n")
    return 0


def _failed(sentence: str) -> int:
    sys.stderr.write(f"wargame: {' '.join(sentence.split())}\n")
    return FAILED


def _write(parsed: argparse.Namespace) -> Path:
    choices = Choices(parsed.paper, interactive=parsed.interactive, code=parsed.code)
    if parsed.guide:
        name, page = "teachers_guide", guide_page(choices)
    else:
        lesson = read_lesson(find_lesson(parsed.lesson))
        name, page = lesson.name.replace("/", "_"), handout(lesson, choices)
    path = Path(parsed.out or f"{name}.html")
    if path.suffix.lower() not in ENDINGS:
        raise RequestError(f"{WHERE} --out", shown(path.name), "a file whose name ends in .html")
    path.write_text(page, encoding="utf-8")
    return path


if __name__ == "__main__":
    sys.exit(main())

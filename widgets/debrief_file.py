"""Makes the page of a debrief: what ``wargame debrief`` starts."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from wargame.core.errors import DataError, RequestError, WargameError, shown
from wargame.core.replies import read_export_text
from wargame.debriefs import WHERE, add_arguments
from widgets.debrief_page import debrief_page
from widgets.explorers.battle_source import LONGEST

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
    saved = Path(parsed.saved)
    path = Path(parsed.out or f"{saved.stem}_debrief.html")
    if path.suffix.lower() not in ENDINGS:
        raise RequestError(f"{WHERE} --out", shown(path.name), "a file whose name ends in .html")
    students = (
        read_export_text(_text(Path(parsed.replies)), Path(parsed.replies).name).students
        if parsed.replies
        else ()
    )
    page = debrief_page(_text(saved, LONGEST), students, paper=parsed.paper)
    path.write_text(page, encoding="utf-8")
    return path


def _text(path: Path, longest: int | None = None) -> str:
    """Return the text of a file.

    Raises:
        DataError: It is too long, or no text.
    """
    try:
        text = path.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise DataError(path.name, "no text", "JSON text, as Save writes it") from error
    if longest is not None and len(text) > longest:
        raise DataError(path.name, f"{len(text):,} characters", f"at most {longest:,}")
    return text


if __name__ == "__main__":
    sys.exit(main())

"""Debriefs from the command line: what is asked for; the page is made beside the widgets.

It needs a few packages of the notebook extra, so it is made by a program of its own: nothing of
them is imported here.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from wargame.core.errors import RequestError
from wargame.handouts import NEEDED, PAPERS

if TYPE_CHECKING:
    import argparse

WHERE = "wargame debrief"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Tell a parser what can be asked for.

    Args:
        parser: That of the command, or of the program behind it.
    """
    parser.description = (
        "Make one self-contained page of a saved game, for paper: what happened turn by turn, "
        "expected and actual losses, the decisions with their reasons, and the day itself beside "
        "it with its sources. Nothing is downloaded."
    )
    parser.add_argument(
        "saved", metavar="SAVED", help="what Save wrote: a game, or a battle, as JSON text"
    )
    parser.add_argument(
        "--replies", metavar="FILE", help="what was said, of a student or of a class, as JSON"
    )
    parser.add_argument("--out", metavar="FILE", help="the page to write, FILE.html")
    parser.add_argument(
        "--paper", choices=PAPERS, default=PAPERS[0], help="the sheet; default: %(default)s"
    )


def run(parsed: argparse.Namespace) -> int:
    """Make what was asked for; return the exit code.

    Raises:
        RequestError: What it takes is not installed.
    """
    import subprocess

    if any(find_spec(name) is None for name in NEEDED):
        cure = "Run: python -m pip install '.[notebook]' in the project's folder."
        raise RequestError(
            WHERE, "not all it takes", "an installation with the notebook extra", cure
        )
    return subprocess.run(debrief_command(parsed), check=False).returncode  # noqa: S603 - our own


def debrief_command(parsed: argparse.Namespace) -> list[str]:
    """Return the program that makes the page, with its arguments."""
    # -P: a file of the reader's called widgets.py must not be taken for ours
    command = [sys.executable, "-P", "-m", "widgets.debrief_file", "--paper", parsed.paper]
    command += ["--out", parsed.out] if parsed.out else []
    command += ["--replies", parsed.replies] if parsed.replies else []
    return [*command, "--", parsed.saved]

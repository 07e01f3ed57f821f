"""Handouts from the command line: what is asked for; the pages are made beside the widgets.

They need a few packages of the notebook extra, so they are made by a program of their own: nothing
of them is imported here.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING

from wargame.core.errors import RequestError

if TYPE_CHECKING:
    import argparse

WHERE = "wargame handout"
PAPERS = ("a4", "letter")
NEEDED = ("anywidget", "mistune")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Tell a parser what can be asked for.

    Args:
        parser: That of the command, or of the program behind it.
    """
    parser.description = (
        "Make one self-contained page of a lesson, for paper: questions with room to write, the "
        "answers on a page of their own. Nothing is run and nothing is downloaded."
    )
    parser.add_argument(
        "lesson", nargs="?", metavar="LESSON", help="such as 'FM 01', 01_combat, or a notebook"
    )
    parser.add_argument("--out", metavar="FILE", help="the page to write, FILE.html")
    parser.add_argument(
        "--paper", choices=PAPERS, default=PAPERS[0], help="the sheet; default: %(default)s"
    )
    parser.add_argument(
        "--interactive",
        action="store_true",
        help="questions are answered and checked in the browser, without a network",
    )
    parser.add_argument("--code", action="store_true", help="print the lesson's code too, small")
    parser.add_argument(
        "--guide", action="store_true", help="the teacher's guide to all lessons, instead of one"
    )


def run(parsed: argparse.Namespace) -> int:
    """Make what was asked for; return the exit code.

    Raises:
        RequestError: What it takes is not installed, or is asked for in a way that does not fit.
    """
    import subprocess

    _check(parsed)
    return subprocess.run(handout_command(parsed), check=False).returncode  # noqa: S603 - our own


def _check(parsed: argparse.Namespace) -> None:
    if parsed.guide and (parsed.lesson or parsed.interactive or parsed.code):
        found = "--guide with something of a lesson"
        raise RequestError(WHERE, found, "--guide with --out and --paper only")
    if not (parsed.guide or parsed.lesson):
        raise RequestError(WHERE, "no lesson", "the name of one, such as 'FM 01', or --guide")
    if any(find_spec(name) is None for name in NEEDED):
        cure = "Run: python -m pip install '.[notebook]' in the project's folder."
        raise RequestError(
            WHERE, "not all it takes", "an installation with the notebook extra", cure
        )


def handout_command(parsed: argparse.Namespace) -> list[str]:
    """Return the program that makes the page, with its arguments."""
    # -P: a file of the reader's called widgets.py must not be taken for ours
    command = [sys.executable, "-P", "-m", "widgets.handout", "--paper", parsed.paper]
    flags = ("interactive", "code", "guide")
    command += [f"--{name}" for name in flags if getattr(parsed, name)]
    command += ["--out", parsed.out] if parsed.out else []
    return [*command, "--", parsed.lesson] if parsed.lesson else command

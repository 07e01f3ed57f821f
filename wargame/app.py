"""The application from the command line: what is asked for; the server is made beside the widgets.

Nothing of Panel is imported here before it is known to be installed.
"""

from __future__ import annotations

import argparse
import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from wargame.core.errors import RequestError, shown

WHERE = "wargame app"
DATA = "wargame-class.sqlite"
PORT = 5006
NEEDED = ("panel", "ipywidgets_bokeh", "anywidget", "ipyleaflet", "mistune")
HIGHEST = 65535


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Tell a parser what can be asked for.

    Args:
        parser: That of the command.
    """
    parser.description = (
        "Serve the gallery and the class rooms to every browser on this network. Students need "
        "nothing but a browser; nothing is fetched from the internet. Ctrl-C stops it, and a class "
        "goes on where it was when it is started again with the same file."
    )
    parser.add_argument("--host", default="", help="listen at this address only; default: all")
    parser.add_argument(
        "--port", type=_port, default=PORT, metavar="N", help="default: %(default)s; 0: any free"
    )
    parser.add_argument(
        "--data", default=DATA, metavar="FILE", help="the file of the classes; default: %(default)s"
    )
    parser.add_argument(
        "--lesson",
        action="append",
        default=[],
        metavar="FILE.ipynb",
        help="offer a notebook of your own too; may be given more than once",
    )
    parser.add_argument(
        "--name",
        action="append",
        default=[],
        help="another name by which browsers reach this machine; may be given more than once",
    )
    parser.add_argument(
        "--open-anywhere",
        action="store_true",
        help="let every machine open a class, not only this one",
    )
    parser.add_argument("--no-browser", action="store_true", help="print the addresses only")


def _port(text: str) -> int:
    digits = text.isascii() and text.isdigit() and len(text) <= len(str(HIGHEST))
    if digits and int(text) <= HIGHEST:
        return int(text)
    message = f"found {shown(text)}; allowed: 1 to {HIGHEST}, or 0 for any that is free"
    raise argparse.ArgumentTypeError(message)


def run(parsed: argparse.Namespace) -> int:
    """Serve until Ctrl-C; return the exit code.

    Raises:
        RequestError: What it takes is not installed, or the port is not to be had.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        cure = "Run: python -m pip install '.[notebook,geo,app]' in the project's folder."
        found = f"no {missing[0]} beside this Python"
        raise RequestError(WHERE, found, "an installation with the app extra", cure)
    # ipykernel, which shows widgets here, else warns of a debugger that nobody asked for
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    command: Any = import_module("widgets.classroom.command")
    code: int = command.run(parsed)
    return code

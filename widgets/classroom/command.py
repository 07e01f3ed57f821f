"""Runs the server of the application: what ``wargame app`` does once it knows that it can."""

from __future__ import annotations

import errno
import logging
import signal
import socket
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wargame.core.errors import RequestError, shown
from widgets.classroom.course import asked_at, judge
from widgets.classroom.guard import EVERYWHERE
from widgets.classroom.rooms import Classroom
from widgets.classroom.server import serve

if TYPE_CHECKING:
    import argparse
    import asyncio

    from bokeh.server.server import Server

    from widgets.classroom.guard import Machine


def run(parsed: argparse.Namespace) -> int:
    """Serve until Ctrl-C or a request to terminate; return the exit code.

    Args:
        parsed: What :func:`wargame.app.add_arguments` asks for.

    Raises:
        RequestError: The port or the address is not to be had, or a lesson is none.
        StoreError: The file of the classes cannot be used.
    """
    # refused requests and pages that were left would be lines that help nobody
    for name in ("tornado.access", "bokeh.server.views.ws"):
        logging.getLogger(name).setLevel(logging.ERROR)
    lessons = [_lesson(name) for name in parsed.lesson]
    port = _free_port(parsed.host, parsed.port)
    data = Path(parsed.data).resolve()
    with suppress(OSError):  # the store says what is wrong with the file
        data.touch(mode=0o600)
    classroom = Classroom(data, judge=judge, asks=asked_at)
    try:
        server, settings = serve(
            classroom,
            host=parsed.host,
            port=port,
            names=parsed.name,
            lessons=lessons,
            open_anywhere=parsed.open_anywhere,
        )
        own = _own(settings.machine, parsed.host)
        _tell(settings.machine, data, own)
        _until_stopped(server, "" if parsed.no_browser else own)
    finally:
        classroom.shut()
    _say("The application has stopped; start it again with the same file to go on.")
    return 0


def _lesson(name: str) -> Path:
    path = Path(name).resolve()
    if path.suffix != ".ipynb" or not path.is_file():
        raise RequestError("--lesson", shown(name), "a notebook that exists, FILE.ipynb")
    return path


def _free_port(host: str, port: int) -> int:
    """Make sure of a port, or find one; the server would leave a socket open where it fails.

    Raises:
        RequestError: The port or the address is not to be had.
    """
    if ":" in host:
        raise RequestError("--host", shown(host), "a host name or an IPv4 address")
    with socket.socket() as asked:
        if sys.platform != "win32":  # there it would let two servers have one port
            asked.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            asked.bind((host, port))
        except OSError as error:
            raise _no_port(error, host, port) from error
        number: int = asked.getsockname()[1]
        return number


def _own(machine: Machine, host: str) -> str:
    here = host if host not in EVERYWHERE else "localhost"
    return f"http://{here}:{machine.port}/"


def _tell(machine: Machine, data: Path, own: str) -> None:
    lines = [f"For you, here:      {own}"]
    lines += [f"For your students:  {each}" for each in machine.addresses]
    if not machine.addresses:
        lines.append("For your students:  no address: only this machine can reach it.")
    lines += [f"Kept in:            {data}", "Ctrl-C stops it."]
    _say("\n".join(lines))


def _say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def _until_stopped(server: Server, address: str) -> None:
    """Serve; end in order at Ctrl-C, at a request to terminate, or when the terminal is lost."""
    loop = server.io_loop
    turns: asyncio.AbstractEventLoop = loop.asyncio_loop  # type: ignore[attr-defined]

    def stop(*_: Any) -> None:  # noqa: ANN401 - a signal and where it met the program
        turns.call_soon_threadsafe(loop.stop)

    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) != signal.SIG_IGN:
            signal.signal(getattr(signal, name), stop)
    server.start()
    if address:
        loop.add_callback(lambda: webbrowser.open(address))
    with suppress(KeyboardInterrupt):
        loop.start()
    server.stop()


def _no_port(error: OSError, host: str, port: int) -> RequestError:
    if error.errno == errno.EADDRINUSE:
        cure = "Is the application running already? Else name another with --port."
        return RequestError("--port", f"{port}, which is in use", "a port that is free", cure)
    if error.errno == errno.EACCES:
        return RequestError(
            "--port", f"{port}, which is not yours to use", "a port from 1024 to 65535"
        )
    words = error.strerror or str(error)
    return RequestError("--host", f"{shown(host)} ({words})", "an address of this machine")

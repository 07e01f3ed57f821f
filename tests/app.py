"""A running ``wargame app``, and a browser without scripts to ask it with."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from http.client import HTTPConnection
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode, urlsplit

from attrs import define, field

if TYPE_CHECKING:
    from email.message import Message
    from pathlib import Path

HOST = "127.0.0.1"


class App:
    """A running application.

    Args:
        folder: Where it runs, and keeps its file.
        words: What it is started with besides.
        port: Where it listens; 0 for any that is free.
    """

    def __init__(self, folder: Path, *words: str, port: int = 0) -> None:
        """Start it and wait until it answers."""
        command = [sys.executable, "-m", "wargame.cli", "app", "--no-browser", "--port", str(port)]
        self.process = subprocess.Popen(
            [*command, *words],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        self.lines: list[str] = []
        self.port = self._listens_at()
        self.url = f"http://{HOST}:{self.port}/"
        # unread, the pipe would fill up and hold the server
        self._reader = Thread(target=self._read_on, daemon=True)
        self._reader.start()

    def _listens_at(self) -> int:
        """Return the port: the address is printed when the socket is bound already."""
        assert self.process.stdout is not None
        port = 0
        for line in self.process.stdout:
            self.lines.append(line)
            if found := re.search(r"http://[\w.]+:(\d+)/", line):
                port = port or int(found[1])
            if "Ctrl-C" in line:
                return port
        raise AssertionError("".join(self.lines))

    def _read_on(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(self.process.stdout)

    def visitor(self) -> Visitor:
        """Return a browser that has not been here before."""
        return Visitor(self.port)

    def end(self, number: int = signal.SIGINT) -> int:
        """End it with a signal; return its exit code."""
        self.process.send_signal(number)
        code = self.process.wait(timeout=60)
        self._reader.join(timeout=10)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code


@define
class Answer:
    """What a server answered.

    Args:
        status: The status.
        headers: The headers.
        text: The content.
    """

    status: int
    headers: Message
    text: str

    @property
    def data(self) -> Any:
        """The content as JSON."""
        return json.loads(self.text)

    @property
    def cookies(self) -> list[str]:
        """The cookies that are set, with all their marks."""
        return self.headers.get_all("Set-Cookie", [])


@define
class Visitor:
    """A browser that keeps its cookies and runs no script.

    Args:
        port: Where the application listens.
        cookies: The cookies, by name.
    """

    port: int
    cookies: dict[str, str] = field(factory=dict)

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> Answer:
        """Ask for a path as it is.

        Args:
            method: Such as ``GET``.
            path: The path with its question.
            body: What is sent along.
            headers: Headers, with ``_`` for ``-``; they take the place of a browser's own.
        """
        sent = {"Host": f"{HOST}:{self.port}"}
        if self.cookies:
            sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        link = HTTPConnection(HOST, self.port, timeout=60)
        link.request(method, path, body, sent)
        found = link.getresponse()
        answer = Answer(found.status, found.headers, found.read().decode("utf-8", "replace"))
        link.close()
        for line in answer.cookies:
            name, _, value = line.partition(";")[0].partition("=")
            self.cookies[name] = value
        return answer

    def get(self, path: str, **headers: str) -> Answer:
        """Open a page."""
        return self.ask("GET", path, **headers)

    def send(self, path: str, headers: dict[str, str] | None = None, /, **fields: str) -> Answer:
        """Send a form, as a page of the application does."""
        own = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": f"http://{HOST}:{self.port}",
            "Sec-Fetch-Site": "same-origin",
        }
        return self.ask("POST", path, urlencode(fields), **(own | (headers or {})))

    def open_class(self, lesson: str = "fire_and_movement/01_combat", **fields: str) -> str:
        """Open a class as its teacher; return its code."""
        given = {"password": "a long secret", "lesson": lesson} | fields
        answer = self.send("/open", **given)
        assert answer.status == 303, answer.text
        return room_in(answer)

    def join(self, code: str, name: str, **fields: str) -> Answer:
        """Join a class as a student."""
        return self.send("/join", code=code, nickname=name, **fields)


def room_in(answer: Answer) -> str:
    """Return the code of the room that an answer leads to."""
    return urlsplit(answer.headers["Location"]).query.removeprefix("room=")

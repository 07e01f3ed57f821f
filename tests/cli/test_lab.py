"""``wargame lab``: JupyterLab starts on the first lesson and ends cleanly."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

import psutil
import pytest

from tests.waiting import until_it_listens
from wargame import lab
from wargame.core.errors import RequestError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Run = Callable[..., tuple[int, str, str]]

ROOT = Path(__file__).parent.parent.parent
LESSON = {
    "cells": [
        {
            "cell_type": "code",
            "execution_count": 1,
            "id": "a",
            "metadata": {},
            "outputs": [
                {
                    "data": {"text/html": "<svg></svg>", "text/plain": "1"},
                    "execution_count": 1,
                    "metadata": {},
                    "output_type": "execute_result",
                }
            ],
            "source": "1",
        }
    ],
    "metadata": {},
    "nbformat": 4,
    "nbformat_minor": 5,
}


@pytest.fixture
def folder(lessons: Path, tmp_path: Path) -> Path:
    (lessons / lab.FIRST_LESSON).write_text(json.dumps(LESSON), encoding="utf-8")
    mine = tmp_path / "mine"
    lab.copy_lessons(lessons, mine)
    return mine


@pytest.fixture
def port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        number: int = free.getsockname()[1]
        return number


# ------------------------------------------------------------------------ what is started


def test_the_command_opens_the_first_lesson(folder: Path) -> None:
    command = lab.lab_command(folder, port=9999)
    assert command[:4] == [sys.executable, "-P", "-m", "jupyterlab"]
    assert f"--ServerApp.root_dir={folder.resolve()}" in command
    assert f"--LabApp.default_url=/lab/tree/{lab.FIRST_LESSON}" in command
    assert "--ServerApp.port=9999" in command
    assert "--no-browser" not in command
    assert "--no-browser" in lab.lab_command(folder, browser=False)


def test_without_the_first_lesson_it_opens_the_folder(folder: Path) -> None:
    (folder / lab.FIRST_LESSON).unlink()
    assert "--LabApp.default_url=/lab" in lab.lab_command(folder)


def test_the_environment_is_private_and_names_the_charts(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUPYTER_NO_CONFIG", "1")
    monkeypatch.setenv(lab.CHARTS, "elsewhere")
    plain = lab.lab_environment(folder, None)
    assert "JUPYTER_NO_CONFIG" not in plain
    assert lab.CHARTS not in plain
    settings = Path(plain["JUPYTER_CONFIG_DIR"])
    assert settings.is_relative_to(folder)
    page = json.loads((settings / "labconfig" / "page_config.json").read_text(encoding="utf-8"))
    assert page["disabledExtensions"] == {"@jupyterlab/apputils-extension:announcements": True}
    charts = lab.lab_environment(folder, tmp_path)[lab.CHARTS]
    monkeypatch.setenv(lab.CHARTS, charts)
    assert lab.own_charts() == tmp_path
    monkeypatch.delenv(lab.CHARTS)
    assert lab.own_charts() is None


@pytest.mark.usefixtures("lessons")
def test_without_jupyterlab_a_sentence_says_what_to_install(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wargame.lab.find_spec", lambda _: None)
    code, out, err = run("lab", str(tmp_path / "new"))
    assert (code, out) == (2, "")
    assert "pip install '.[notebook]'" in err
    assert not (tmp_path / "new").exists()
    assert run("lab", str(tmp_path / "new"), "--copy-only")[0] == 0


def test_a_server_that_fails_is_said() -> None:
    command = [sys.executable, "-c", "raise SystemExit(3)"]
    with pytest.raises(RequestError, match="an end with code 3"):
        lab.run_until_stopped(command, os.environ)
    lab.run_until_stopped([sys.executable, "-c", ""], os.environ)


# ------------------------------------------------------------------------ the real thing


class Server:
    """JupyterLab started as ``wargame lab`` starts it, with one class swapped for the probe."""

    def __init__(self, folder: Path, port: int) -> None:
        program = (
            "import sys; from pathlib import Path; from wargame import lab;"
            "folder, port = Path(sys.argv[1]), int(sys.argv[2]);"
            "environment = lab.lab_environment(folder, Path());"
            "lab.trust([folder / lab.FIRST_LESSON], environment);"
            "command = lab.lab_command(folder, browser=False, port=port);"
            "command = [each.replace('widgets.lab_server.PromptKernelConnection',"
            " 'tests.cli.probe_server.Probe') for each in command];"
            "lab.run_until_stopped(command, environment); print('ended by itself')"
        )
        private = {"JUPYTER_DATA_DIR": str(folder / "data"), "PYTHONPATH": str(ROOT)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", program, str(folder), str(port)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | private,
            start_new_session=True,
        )
        self.lines: list[str] = []
        self.url, self.token = self._address()
        until_it_listens(self.url, self.process)

    def _address(self) -> tuple[str, str]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if found := re.search(r"(http://127\.0\.0\.1:\d+/)(\S*)\?token=(\w+)", line):
                assert found[2] == f"lab/tree/{lab.FIRST_LESSON}"
                return found[1], found[3]
        raise AssertionError("".join(self.lines))

    def get(self, path: str) -> bytes:
        with urlopen(f"{self.url}{path}?token={self.token}", timeout=30) as answer:  # noqa: S310 - our own server
            content: bytes = answer.read()
            return content

    def rest(self) -> str:
        """Return everything said, once the program has ended."""
        more, _ = self.process.communicate(timeout=60)
        return "".join(self.lines) + more

    def family(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)


@pytest.fixture
def server(folder: Path, port: int) -> Iterator[Server]:
    started = Server(folder, port)
    children = started.family()
    yield started
    started.process.terminate()
    started.process.wait(timeout=60)
    assert started.process.stdout is not None
    started.process.stdout.close()
    for child in children:
        if child.is_running():
            child.kill()


async def _ask_kernel(server: Server) -> dict[str, Any]:
    """Open a kernel's websocket as a browser does, and ask what the kernel is."""
    from tornado.httpclient import AsyncHTTPClient, HTTPRequest
    from tornado.websocket import websocket_connect

    head = {"Authorization": f"token {server.token}"}
    kernels = HTTPRequest(f"{server.url}api/kernels", method="POST", body="{}", headers=head)
    kernel = json.loads((await AsyncHTTPClient().fetch(kernels)).body)["id"]
    address = server.url.replace("http", "ws", 1) + f"api/kernels/{kernel}/channels?session_id=s"
    socket = await websocket_connect(HTTPRequest(address, headers=head))
    code = "import os, wargame.lab, sys; print(wargame.lab.own_charts(), sys.prefix)"
    header = {"msg_id": "m", "msg_type": "execute_request", "session": "s", "username": "u"}
    request = {
        "channel": "shell",
        "header": header | {"version": "5.3"},
        "parent_header": {},
        "metadata": {},
        "content": {"code": code, "silent": False},
    }
    await socket.write_message(json.dumps(request))
    while True:
        message = await socket.read_message()
        assert message is not None
        answer: dict[str, Any] = json.loads(message)
        if answer["header"]["msg_type"] in {"stream", "error"}:
            socket.close()
            return answer


def test_in_the_real_server(server: Server) -> None:
    page = server.get("lab").decode()
    found = re.search(r'id="jupyter-config-data"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found
    config = json.loads(found[1])
    assert "@jupyterlab/apputils-extension:announcements" in str(config["disabledExtensions"])
    lesson = json.loads(server.get(f"api/contents/{lab.FIRST_LESSON}"))
    assert lesson["content"]["cells"][0]["metadata"]["trusted"] is True
    answer = asyncio.run(asyncio.wait_for(_ask_kernel(server), 60))
    assert answer["content"].get("text", "").split() == [str(Path.cwd()), sys.prefix]
    children = server.family()
    assert [child for child in children if "ipykernel_launcher" in child.cmdline()]
    os.killpg(server.process.pid, signal.SIGINT)  # what a terminal does at Ctrl-C
    said = server.rest()
    assert server.process.returncode == 0
    assert "TCP_NODELAY is True" in said
    assert "TCP_NODELAY is False" not in said
    assert "Traceback" not in said
    assert said.endswith("ended by itself\n")
    assert [child for child in children if child.is_running()] == []


def test_it_ends_when_only_the_command_is_told_to_terminate(server: Server) -> None:
    children = server.family()
    server.process.terminate()
    said = server.rest()
    assert server.process.returncode == 0, said
    assert "Traceback" not in said
    assert [child for child in children if child.is_running()] == []

"""``wargame app`` from the command line: its addresses, its end, and what it cannot do."""

from __future__ import annotations

import os
import signal
import socket
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from tests.app import HOST, App
from wargame import app as command

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., tuple[int, str, str]]


def test_it_says_where_it_is_and_where_the_data_lie(tmp_path: Path) -> None:
    app = App(tmp_path)
    said = "".join(app.lines)
    assert f"http://localhost:{app.port}/" in said
    assert "For your students:" in said
    assert str(tmp_path / "wargame-class.sqlite") in said
    assert app.end(signal.SIGINT) == 0
    assert "has stopped" in app.lines[-1]
    assert "Traceback" not in "".join(app.lines)


def test_a_class_goes_on_after_a_restart(tmp_path: Path) -> None:
    app = App(tmp_path)
    teacher, ada = app.visitor(), app.visitor()
    code = teacher.open_class()
    ada.join(code, "Ada")
    run = ada.get("/alive").data["run"]
    port = app.port
    app.end(signal.SIGTERM)
    app = App(tmp_path, port=port)
    assert app.port == port
    assert ada.get(f"/export.json?as=class&room={code}").data["student"]["name"] == "Ada"
    students = teacher.get(f"/export.json?as=teach&room={code}").data["students"]
    assert len(students) == 1
    # by this a page sees that it is to be loaded anew
    assert ada.get("/alive").data["run"] != run
    app.end()


def test_an_own_lesson_is_offered(tmp_path: Path) -> None:
    lesson = tmp_path / "mine.ipynb"
    lesson.write_text(
        '{"cells": [{"cell_type": "markdown", "metadata": {}, "source": "# Mine & yours"}],'
        ' "metadata": {}, "nbformat": 4, "nbformat_minor": 5}',
        encoding="utf-8",
    )
    app = App(tmp_path, "--lesson", "mine.ipynb", "--host", HOST)
    assert "Mine &amp; yours" in app.visitor().get("/").text
    assert app.visitor().open_class(str(lesson.resolve()))
    assert "only this machine" in "".join(app.lines)
    app.end()


def test_a_port_in_use_is_a_sentence(run: Run, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, out, err = run("app", "--port", port, "--data", str(tmp_path / "class.sqlite"))
    assert code == 2
    assert out == ""
    assert f"{port}, which is in use" in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--host", "no-such-host.invalid"), "an address of this machine"),
        (("--host", "::1"), "IPv4"),
        (("--lesson", "nothing.ipynb"), "a notebook that exists"),
        (("--data", "no/such/folder/x.sqlite"), "x.sqlite"),
        (("--port", "70000"), "1 to 65535"),
    ],
)
def test_what_it_cannot_do_is_a_sentence(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = run("app", "--no-browser", "--port", "0", *words)
    assert code == 2
    assert out == ""
    assert said in err
    assert "Traceback" not in err


def test_a_missing_extra_is_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def without(name: str, package: str | None = None) -> object:
        return None if name == "ipywidgets_bokeh" else find_spec(name, package)

    monkeypatch.setattr(command, "find_spec", without)
    code, _, err = run("app")
    assert code == 2
    assert "no ipywidgets_bokeh beside this Python" in err
    assert "pip install" in err


def test_the_file_of_the_class_is_its_owners(tmp_path: Path) -> None:
    app = App(tmp_path)
    app.visitor().open_class()
    app.end()
    mode = (tmp_path / "wargame-class.sqlite").stat().st_mode
    assert os.name != "posix" or mode & 0o077 == 0

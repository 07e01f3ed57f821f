"""The application and the people of a class in their browsers, for the tests of the class room."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import expect

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Dialog, Page

PATIENCE = 60_000
"""Milliseconds in which a page comes back after a restart, on a slow machine."""
ACTIVE = """() => { let it = document.activeElement;
  while (it?.shadowRoot?.activeElement) { it = it.shadowRoot.activeElement; }
  return it ? it.id || it.name || "" : ""; }"""
expect.set_options(timeout=30_000)  # the machine may be busy with other tests
RUN = "import sys; from wargame.cli import main; sys.exit(main())"


class Application:
    """``wargame app`` as a person starts it; it can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        """Start it on a free port."""
        with socket.socket() as asked:
            asked.bind(("127.0.0.1", 0))
            self.port = asked.getsockname()[1]
        self.folder, self.url = folder, f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        words = ["app", "--host", "127.0.0.1", "--port", str(self.port), "--no-browser"]
        words += ["--data", str(self.folder / "class.sqlite")]
        with (self.folder / "log.txt").open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-c", RUN, *words], stdout=log, stderr=log
            )
        end = time.monotonic() + 60
        while True:
            try:
                with urlopen(f"{self.url}/alive") as answer:  # noqa: S310 - this machine
                    assert json.load(answer)
                    return
            except (URLError, ConnectionError):
                assert self.process.poll() is None, (self.folder / "log.txt").read_text()
                assert time.monotonic() < end, (self.folder / "log.txt").read_text()
                time.sleep(0.1)

    def kill(self) -> None:
        """End it without any warning."""
        self.process.kill()
        self.process.wait()


class Person:
    """Somebody with a browser of their own.

    Attributes:
        page: What they see.
        strangers: Requests to other machines.
        alarms: Dialogs that a script has opened.
    """

    def __init__(self, browser: Browser, url: str, width: int = 1280, **more: str) -> None:
        """Open the first page."""
        size = {"width": width, "height": 800}
        self.context = browser.new_context(viewport=size, **more)  # type: ignore[arg-type]
        self.context.set_default_timeout(30_000)
        self.page: Page = self.context.new_page()
        self.strangers: list[str] = []
        self.alarms: list[str] = []
        self.page.on("request", lambda asked: self._note(asked.url, url))
        self.page.on("dialog", self._alarm)
        self.page.goto(url)

    def _alarm(self, dialog: Dialog) -> None:
        self.alarms.append(dialog.message)
        dialog.accept()

    def _note(self, asked: str, url: str) -> None:
        if not asked.startswith((url, url.replace("http", "ws"), "data:", "blob:")):
            self.strangers.append(asked)

    def open_class(self, lesson: str, board: str) -> str:
        """Open a class; return its code."""
        form = self.page.locator('form[action="/open"]')
        form.locator("[name=lesson]").select_option(lesson)
        form.locator("[name=board]").select_option(board)
        form.locator("[name=password]").fill("a long secret")
        form.locator("button").click()
        return self.page.locator(".code b").inner_text()

    def join(self, code: str, name: str) -> None:
        """Join a class with the mouse."""
        form = self.page.locator('form[action="/join"]')
        form.locator("[name=code]").fill(code)
        form.locator("[name=nickname]").fill(name)
        form.locator("button").click()
        expect(self.page.locator(".me")).to_contain_text(name)

    def tab_to(self, name: str) -> None:
        """Go to a field or button with the Tab key alone."""
        for _ in range(120):
            if self.page.evaluate(ACTIVE) == name:
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(name)

    def send(self, question: str, said: str) -> None:
        """Answer a question with the mouse."""
        form = self.page.locator(f'form[data-question="{question}"]')
        form.wait_for()
        if form.locator("input[type=radio]").count():
            form.locator(".option", has_text=said).first.click()
        else:
            form.locator("[name=said]").fill(said)
        form.locator("button").click()
        expect(form.locator(".sent")).to_contain_text("Sent:")

    def at_step(self, number: int) -> None:
        """Wait until a step is on the page."""
        expect(self.page.locator(".where")).to_contain_text(re.compile(f"^Step {number} of"))

    def fits(self) -> bool:
        """Return whether nothing stands out of the page to the side."""
        js = "() => document.documentElement.scrollWidth <= window.innerWidth"
        return bool(self.page.evaluate(js))

"""JupyterLab as ``wargame lab`` starts it, and notebooks in it as a reader has them."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import nbformat
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import sync_playwright

from tests.waiting import until_it_listens

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Locator, Page

HOST = "127.0.0.1"
PATIENCE = 60_000
"""How long a condition may take to come true, in ms; on a busy machine kernels start slowly."""

FLAGS = [
    "--no-sandbox",
    "--force-color-profile=srgb",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # proves that everything works without a network: no other host has an address
    f"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE {HOST}",
]

KERNEL_IS_READY = """async path => {
  const panel = window.jupyterapp.shell.currentWidget;
  if (panel?.context?.path !== path) return false;
  await panel.context.ready;
  await panel.sessionContext.ready;
  const kernel = panel.sessionContext.session?.kernel;
  if (!kernel) return false;
  await kernel.info;
  return kernel.status === "idle" && kernel.connectionStatus === "connected";
}"""
"""JupyterLab calls itself idle before it has a kernel, and then drops what it is told to run."""

CURRENT = "window.jupyterapp.shell.currentWidget"

_FAILURES = ", ".join(
    f"[data-mime-type='application/vnd.jupyter.{name}']" for name in ("error", "stderr")
)


def find_chromium() -> str | None:
    """Return the browser to test with: what CHROMIUM names, or one that is installed."""
    names = (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome")
    return next((found for name in names if name and (found := shutil.which(name))), None)


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as free:
        free.bind((HOST, 0))
        number: int = free.getsockname()[1]
        return number


# ------------------------------------------------------------------------------------ server


class Server:
    """A running ``wargame lab``.

    Args:
        folder: Where it copies the lessons to and serves from.
        stock: Whether the server keeps Jupyter's own connection to kernels, for comparison.
    """

    def __init__(self, folder: Path, *, stock: bool = False) -> None:
        """Start it and wait for its address."""
        self.folder = folder / "lessons"
        settings = self.folder / ".wargame" / "jupyter"
        settings.mkdir(parents=True)
        app: dict[str, Any] = {"LabApp": {"expose_app_in_browser": True}}
        (settings / "jupyter_lab_config.json").write_text(json.dumps(app), encoding="utf-8")
        command = [str(Path(sys.executable).with_name("wargame")), "lab", str(self.folder)]
        if stock:
            command = [sys.executable, "-c", _STOCK, str(self.folder)]
        private = {
            "JUPYTER_DATA_DIR": str(folder / "data"),
            "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
            "IPYTHONDIR": str(folder / "ipython"),
        }
        self.process = subprocess.Popen(
            [*command, "--no-browser", "--port", str(free_port())],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | private,
        )
        self.lines: list[str] = []
        self.url, self.token = self._address()
        until_it_listens(self.url, self.process)
        # unread, the pipe would fill up and hold the server
        self._reader = Thread(target=self._read_on, daemon=True)
        self._reader.start()

    def _address(self) -> tuple[str, str]:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if found := re.search(rf"(http://{re.escape(HOST)}:\d+/)\S*\?token=(\w+)", line):
                return found[1], found[2]
        raise AssertionError("".join(self.lines))

    def _read_on(self) -> None:
        assert self.process.stdout is not None
        self.lines.extend(self.process.stdout)

    def write(self, name: str, *cells: str) -> str:
        """Write a notebook of code cells; return its path within the folder."""
        path = f"{name}.ipynb"
        book = new_notebook(cells=[new_code_cell(text) for text in cells])
        book.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3"}
        nbformat.write(book, self.folder / path)
        return path

    def stop(self) -> None:
        """End it as Ctrl-C does."""
        self.process.terminate()
        self.process.wait(timeout=60)
        self._reader.join(timeout=10)
        assert self.process.stdout is not None
        self.process.stdout.close()


_STOCK = """
import sys
from wargame import cli, lab
ours = lab.lab_command
lab.lab_command = lambda *args, **more: [
    word for word in ours(*args, **more) if "kernel_websocket_connection_class" not in word
]
raise SystemExit(cli.main(["lab", *sys.argv[1:]]))
"""


# ------------------------------------------------------------------------------------ browser


@contextmanager
def open_browser(executable: str) -> Iterator[Browser]:
    """Run the browser without a window and without a network."""
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=executable, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Recorder:
    """Every address that a browser asks for outside this machine."""

    def __init__(self, context: BrowserContext) -> None:
        """Listen to every page of a context."""
        self.asked = 0
        self.strangers: list[str] = []
        context.on("request", lambda request: self._note(request.url))
        context.on("page", self._watch)

    def _watch(self, page: Page) -> None:
        page.on("websocket", lambda opened: self._note(opened.url))

    def _note(self, url: str) -> None:
        self.asked += 1
        if not re.match(rf"(https?|ws)://{re.escape(HOST)}[:/]|(data|blob|about):", url):
            self.strangers.append(url)


class Lab:
    """JupyterLab in a browser page.

    Args:
        server: The server.
        browser: The browser.
        width: The width of the page in pixels.
        height: Its height.
    """

    def __init__(
        self, server: Server, browser: Browser, *, width: int = 1280, height: int = 1000
    ) -> None:
        """Open the page."""
        self.server = server
        self.context = browser.new_context(
            viewport={"width": width, "height": height}, reduced_motion="reduce"
        )
        self.recorder = Recorder(self.context)
        self.context.set_default_timeout(PATIENCE)
        self.page = self.context.new_page()
        self.load()

    def load(self) -> None:
        """Load JupyterLab anew, with nothing open."""
        # a workspace of its own and its reset: what was open once does not come back
        address = f"{self.server.url}lab/workspaces/test?reset&token={self.server.token}"
        self.page.goto(address)
        self.page.wait_for_function("window.jupyterapp?.restored.then(() => true)")
        self.page.evaluate("window.jupyterapp.shell.collapseLeft()")

    def command(self, name: str, **arguments: Any) -> None:
        """Run one of JupyterLab's own commands."""
        run = "([name, args]) => window.jupyterapp.commands.execute(name, args).then(() => null)"
        self.page.evaluate(run, [name, arguments])

    def theme(self, name: str) -> None:
        """Switch the theme, as the settings menu does."""
        self.command("apputils:change-theme", theme=name)
        light = "true" if "Light" in name else "false"
        self.page.wait_for_selector(f"body[data-jp-theme-light={light}]", state="attached")

    def open(self, path: str, *, kernel: bool = True) -> Notebook:
        """Open a notebook and wait for its kernel; without one, for its last cell."""
        preference = {} if kernel else {"kernel": {"shouldStart": False, "autoStartDefault": False}}
        self.command("docmanager:open", path=path, factory="Notebook", **preference)
        if kernel:
            self.page.wait_for_function(KERNEL_IS_READY, arg=path)
        opened = Notebook(self.page, path)
        opened.panel.locator(".jp-Cell").last.wait_for()
        return opened

    def close_all(self) -> None:
        """Shut every kernel down and close every notebook, changed or not."""
        if self.page.locator(".jp-Dialog").count():
            self.load()
        self.page.evaluate("""async () => {
          const { shell, serviceManager } = window.jupyterapp;
          await serviceManager.sessions.shutdownAll();
          for (const panel of [...shell.widgets("main")]) panel.dispose();
        }""")

    def close(self) -> None:
        """Leave."""
        self.context.close()


class Notebook:
    """An open notebook.

    Args:
        page: The page it is open in.
        path: Its path within the server's folder.
    """

    def __init__(self, page: Page, path: str) -> None:
        """Look at it; nothing is run yet."""
        self.page = page
        self.path = path
        # the panel that shows now: JupyterLab keeps the others in the page, hidden
        self.panel = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")

    def cells(self) -> list[str]:
        """Return the text of every cell, as JupyterLab has it now."""
        found: list[str] = self.page.evaluate(
            f"[...{CURRENT}.content.model.cells].map(cell => cell.sharedModel.getSource())"
        )
        return found

    def run(self) -> Notebook:
        """Run all cells, and see that none of them failed."""
        self.page.evaluate(
            "window.jupyterapp.commands.execute('notebook:run-all-cells').then(() => null)"
        )
        failed = texts(self.panel.locator(_FAILURES).all())
        assert failed == [], failed
        return self

    def output(self) -> Locator:
        """Return the outputs of all cells."""
        return self.panel.locator(".jp-OutputArea-output")

    def save(self) -> None:
        """Save it to the disk."""
        self.page.evaluate("window.jupyterapp.commands.execute('docmanager:save').then(() => null)")


def texts(found: Iterable[Locator]) -> list[str]:
    """Return the visible text of each element."""
    return [each.inner_text() for each in found]

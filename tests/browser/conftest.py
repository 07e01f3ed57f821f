"""One JupyterLab and one browser for all tests here; a notebook with a kernel of its own for each.

A test says what a reader does and what they then see. It waits for that to come true, never for a
time. Whatever the page asks for outside this machine fails the test that made it ask.
"""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.lab import Lab, Notebook, Server, find_chromium, open_browser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

    Opener = Callable[..., Notebook]

HERE = Path(__file__).parent
MISSING = "NO CHROMIUM: the widgets are not tested in a browser. Install it: `make chromium`."


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run these tests last: Playwright's event loop would be in the way of tests with their own."""
    items.sort(key=lambda item: HERE in item.path.parents)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The browser; without one its tests are skipped, which continuous integration forbids."""
    found = find_chromium()
    if found is None and os.environ.get("CI") == "true":
        pytest.fail(MISSING)
    if found is None:
        pytest.skip(MISSING)
    return found


@pytest.fixture(scope="session")
def server(chromium: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The server that a reader has, on a folder of its own."""
    started = Server(tmp_path_factory.mktemp("lab"))
    yield started
    started.stop()


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with open_browser(chromium) as opened:
        yield opened


@pytest.fixture(scope="session")
def page_of_lab(server: Server, browser: Browser) -> Iterator[Lab]:
    opened = Lab(server, browser)
    yield opened
    opened.close()


@pytest.fixture
def lab(page_of_lab: Lab) -> Iterator[Lab]:
    """JupyterLab with nothing open, which asks nothing of any other machine."""
    yield page_of_lab
    page_of_lab.close_all()
    strangers, page_of_lab.recorder.strangers = page_of_lab.recorder.strangers, []
    assert strangers == []


@pytest.fixture
def notebook(lab: Lab, request: pytest.FixtureRequest) -> Opener:
    """Open a notebook of these cells and run it."""
    numbers = count(1)

    def opener(*cells: str) -> Notebook:
        name = f"{request.node.originalname}-{next(numbers)}"
        return lab.open(lab.server.write(name, *cells)).run()

    return opener

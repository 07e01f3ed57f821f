"""A saved notebook opened later, with nothing run: pictures and words instead of blanks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.browser.screen import MapOnScreen
from wargame.fire_and_movement.scenario import DEFAULT, load_scenario

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.lab import Lab, Notebook

    Opener = Callable[..., Notebook]

BOARD = load_scenario(DEFAULT).situation.board
CELL = """
from wargame.fire_and_movement.scenario import DEFAULT, load_scenario
from widgets import HexMap

HexMap(load_scenario(DEFAULT).situation.board)
"""


def saved(lab: Lab, notebook: Opener) -> str:
    opened = notebook(CELL)
    MapOnScreen(opened, BOARD)
    opened.save()
    return opened.path


def picture_in(opened: Notebook) -> Locator:
    """Return the saved map, once the browser has drawn it, in a readable size."""
    picture = opened.output().locator("figure img").first
    picture.wait_for()
    picture.evaluate("image => image.decode()")
    box = picture.bounding_box()
    assert box is not None
    assert box["width"] > 600
    assert box["height"] > 300
    return picture


def test_only_what_is_needed_is_saved(lab: Lab, notebook: Opener) -> None:
    path = saved(lab, notebook)
    content = json.loads((lab.server.folder / path).read_text(encoding="utf-8"))
    assert "widgets" not in content["metadata"], "a copy of the front end for every widget"
    assert set(content["cells"][0]["outputs"][0]["data"]) > {"text/plain", "text/html"}


def test_the_map_is_still_a_map(lab: Lab, notebook: Opener) -> None:
    path = saved(lab, notebook)
    lab.close_all()
    lab.load()
    for kernel in (False, True):  # the reader declines a kernel, or lets a fresh one start
        again = lab.open(path, kernel=kernel)
        picture_in(again)
        assert again.panel.get_by_text("Error displaying widget").count() == 0
        lab.close_all()


def test_a_notebook_from_elsewhere_shows_the_map_before_it_is_trusted(
    lab: Lab, notebook: Opener
) -> None:
    path = lab.server.folder / saved(lab, notebook)
    lab.close_all()
    content = json.loads(path.read_text(encoding="utf-8"))
    content["cells"][0]["source"] = "'not what was signed'"
    path.write_text(json.dumps(content), encoding="utf-8")
    again = lab.open(path.name)
    trusted = "window.jupyterapp.shell.currentWidget.content.model.cells.get(0).trusted"
    assert lab.page.evaluate(trusted) is False
    assert BOARD.title in (picture_in(again).get_attribute("alt") or "")


def test_a_page_loaded_again_finds_its_widgets_alive(lab: Lab, notebook: Opener) -> None:
    path = saved(lab, notebook)
    lab.load()
    again = lab.open(path)
    MapOnScreen(again, BOARD).click("1310")
    again.panel.locator(".wg-cell[aria-pressed=true]").wait_for(state="attached")

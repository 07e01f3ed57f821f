"""A saved notebook opened later, with nothing run: pictures and words instead of blanks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.browser.screen import MapOnScreen
from wargame.fire_and_movement.scenario import DEFAULT, load_scenario

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.lab import Lab, Notebook

BOARD = load_scenario(DEFAULT).situation.board
CELL = """
from wargame.fire_and_movement.scenario import DEFAULT, load_scenario
from widgets import HexMap

HexMap(load_scenario(DEFAULT).situation.board)
"""


def test_the_map_is_still_a_map(lab: Lab, notebook: Callable[..., Notebook]) -> None:
    opened = notebook(CELL)
    MapOnScreen(opened, BOARD)
    opened.save()
    saved = json.loads((lab.server.folder / opened.path).read_text(encoding="utf-8"))
    assert "widgets" not in saved["metadata"], "the widgets' state swells the file for nothing"
    lab.close_all()
    lab.load()
    for kernel in (True, False):
        again = lab.open(opened.path, kernel=kernel)
        picture = again.output().locator("figure svg").first
        picture.wait_for()
        box = picture.bounding_box()
        assert box is not None
        assert box["width"] > 400
        assert box["height"] > 200
        assert again.panel.locator(".wg-hexmap").count() == 0
        assert picture.locator("path").count() > 20
        lab.close_all()

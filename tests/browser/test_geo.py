"""The real map in JupyterLab: shown without a network, it follows the game map and is followed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.screen import MapOnScreen
from wargame.core.georef_file import load_georef

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.lab import Lab, Notebook

BOARD = load_georef("gaza").board()
CELL = """
from widgets import GeoMap

view = GeoMap("gaza")
view
"""
CHOSEN = "path[stroke='#005b96']"
POINTED = "path[stroke='#00664b'][stroke-dasharray]"


def hex_on_real_map(opened: Notebook, label: str) -> Locator:
    """Return the outline of a hex on the real map."""
    number = [BOARD.label(cell) for cell in BOARD.cells].index(label)
    hexes = opened.panel.locator(".leaflet-overlay-pane path")
    hexes.nth(number).wait_for(state="attached")
    return hexes.nth(number)


@pytest.mark.parametrize("width", [1280, 800])
def test_both_maps_follow_each_other_without_a_network(
    lab: Lab, notebook: Callable[..., Notebook], width: int
) -> None:
    """The fixture sees to it that no other machine was asked."""
    before = lab.page.viewport_size
    lab.page.set_viewport_size({"width": width, "height": 1200})
    try:
        opened = notebook(CELL)
        game = MapOnScreen(opened, BOARD)
        real = opened.panel.locator(".leaflet-container")
        real.scroll_into_view_if_needed()
        relief = real.locator("img.leaflet-image-layer")
        relief.wait_for()
        assert relief.evaluate("image => image.decode().then(() => image.naturalWidth)") > 100
        assert real.locator("img.leaflet-tile").count() == 0
        real.locator(".wg-geo-anchor", has_text="Deir el Belah").wait_for()

        hex_on_real_map(opened, "1310").click()
        game.part("message").filter(has_text="1310 Tank Redoubt").wait_for()
        opened.panel.locator(".wg-cell[aria-pressed=true]").wait_for(state="attached")
        assert real.locator(CHOSEN).count() == 1

        hex_on_real_map(opened, "1610").hover()
        game.part("readout").filter(has_text="1610").wait_for()

        game.hover("0913")
        opened.panel.get_by_text("0913 Gaza (east): open, town; its middle at").wait_for()
        real.locator(POINTED).wait_for(state="attached")
        game.click("1411")
        game.part("message").filter(has_text="1411").wait_for()

        opened.panel.locator(".widget-dropdown select").select_option("affine")
        opened.panel.get_by_text("stretched and slanted").wait_for()
        hex_on_real_map(opened, "1310").click()
        game.part("message").filter(has_text="1310 Tank Redoubt").wait_for()
    finally:
        assert before is not None
        lab.page.set_viewport_size(before)

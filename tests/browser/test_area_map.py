"""The map of areas in JupyterLab: what a reader does by pointer, and by keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.screen import BoxOnScreen, focused, tab_to
from wargame.area_combat.theatre import load_theatre
from widgets.area_board import SKETCH, board_of, middles

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.lab import Notebook

    Opener = Callable[..., Notebook]

THEATRE = load_theatre()
BOARD = board_of(THEATRE)
MIDDLES = {name: SKETCH.label(at) for name, at in middles(THEATRE.atlas).items()}


def test_areas_by_pointer_and_by_keyboard_alone(notebook: Opener) -> None:
    cell = "from widgets import AreaMap\nareas = AreaMap()\nareas"
    box = BoxOnScreen(notebook(cell), BOARD)
    keys = box.page.keyboard

    # by pointer: an area, its facts beside the map
    box.map.click(MIDDLES["ge"])
    box.says("Germany: Germany (Axis), worth 10 IP")
    box.panel.get_by_role("table").get_by_text("No way across to").wait_for()

    # by keyboard: a cell's number, the neighbour by arrow, the menu
    tab_to(box.page, "wg-stage")
    keys.type(MIDDLES["gb"])
    keys.press("Enter")
    box.says("United Kingdom: United Kingdom (Allies)")
    assert "wg-stage" in focused(box.page), "choosing an area must not lose the map"
    keys.press("ArrowLeft")
    box.map.part("readout").filter(has_text="North Atlantic, sea zone").wait_for()
    keys.press("Enter")
    box.says("North Atlantic: sea zone")
    tab_to(box.page, "Area")
    keys.type("Egy")
    keys.press("Enter")
    box.says("Egypt: United Kingdom (Allies)")

    # what a unit reaches: the menus move by arrows, and keep the keyboard
    tab_to(box.page, "wg-stage")
    keys.type(MIDDLES["ge"])
    keys.press("Enter")
    box.says("Germany: Germany (Axis), worth 10 IP")
    tab_to(box.page, "Reach")
    keys.press("ArrowDown")
    box.says("By rail infantry reaches 10 territories from Germany")
    assert "Reach" in focused(box.page), "choosing a reach must not lose the menu"

"""AirMissionExplorer in JupyterLab, by keyboard alone: a bombing run is planned, flown and read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.screen import BoxOnScreen, focused, tab_to
from wargame.area_combat.theatre import load_theatre
from widgets.area_board import board_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.lab import Notebook

CELL = """
from widgets import AirMissionExplorer
air = AirMissionExplorer(target="it", seed=3)
air
"""


def test_a_bombing_run_with_escort_by_keyboard_alone(notebook: Callable[..., Notebook]) -> None:
    box = BoxOnScreen(notebook(CELL), board_of(load_theatre()))
    keys = box.page.keyboard
    odds, ruling = box.panel.locator(".wg-odds:visible"), box.panel.locator(".wg-ruling")

    # the plan: the target, one bomber, two escorts
    tab_to(box.page, "Target")
    keys.type("Germ")
    box.says("2 bombers may fly it from United Kingdom to Germany")
    assert "Target" in focused(box.page), "choosing a target must not lose the menu"
    for label, number in (("Bombers", "1"), ("Escorting fighters", "2")):
        tab_to(box.page, label)
        keys.press("Control+A")
        keys.type(number)
        keys.press("Enter")
    box.says("1 bomber may fly it from United Kingdom to Germany")
    odds.filter(has_text="What the bombs cost").locator("tbody tr").first.wait_for()
    box.panel.locator("tr", has_text="2 escorts (as planned)").first.wait_for()

    # the run: a die of the guns set by hand, the others thrown
    tab_to(box.page, "wg-stage")
    tab_to(box.page, "Throw")
    keys.press("Enter")
    box.panel.locator(".wg-dice .wg-thrown, .wg-sequence").filter(has_text="→").first.wait_for()

    # the ruling: its tree is reached and opened by keys
    tab_to(box.page, "Strategic bombing run from United Kingdom to Germany")
    keys.press("ArrowDown")
    ruling.get_by_text("Range, out and back").first.wait_for()

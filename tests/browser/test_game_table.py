"""GameTable in JupyterLab: a move by pointer, its way back by keyboard, every word readable."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.screen import BoxOnScreen, focused, tab_to
from tests.browser.test_theme import measured, poor
from wargame.fire_and_movement.gaza_game import opening

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.lab import Lab, Notebook

SITUATION = opening().situation
CELL = """
from widgets import GameTable
game = GameTable(players={"Central Powers": "policy"}, auto_dice=True)
game
"""


def test_a_move_by_pointer_by_keyboard_and_its_way_back(
    lab: Lab, notebook: Callable[..., Notebook]
) -> None:
    opened = notebook(CELL)
    board = SITUATION.board
    box = BoxOnScreen(opened, board)
    view, keys = opened.panel.locator(".wg-sequence"), box.page.keyboard

    def asks(words: str) -> None:
        view.locator(".wg-question").filter(has_text=words).wait_for()

    # by pointer: a unit from the list, the hex where its move ends on the map
    asks("British: next unit to move")
    view.locator("[aria-current=step]").filter(has_text="2b").wait_for()
    view.locator(".wg-choices button", has_text="155th Brigade").first.click()
    asks("155th Brigade: where its move ends")
    box.map.click("1416")
    asks("British: next unit to move")
    told = opened.panel.locator(".wg-ruling .wg-headline").first
    told.filter(has_text="Move of 155th Brigade").wait_for()

    # by keyboard: the way back, and another way, which leaves the first as a branch
    tab_to(box.page, "Journal")
    keys.press("ArrowLeft")
    asks("155th Brigade: where its move ends")
    tab_to(box.page, "stays where it is")
    keys.press("ArrowDown")  # by way of another hex
    keys.press("ArrowDown")
    keys.press("Enter")
    asks("British: next unit to move")
    assert "next unit to move" in focused(box.page)

    # in the dark, with everything unfolded
    lab.theme("JupyterLab Dark")
    opened.panel.get_by_role("button", name="Save and load").click()
    opened.panel.get_by_role("button", name="Load", exact=True).wait_for()
    found = measured(opened)
    for words in ("next unit to move", "not used", "Central Powers decisive victory"):
        assert words in " ".join(found), f"{words!r} was not measured"
    assert poor(found) == {}
    lab.theme("JupyterLab Light")

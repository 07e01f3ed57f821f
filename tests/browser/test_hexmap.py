"""HexMap in JupyterLab: what the reader points at or walks to reaches Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.screen import MapOnScreen, focused, tab_to
from wargame.fire_and_movement.scenario import DEFAULT, load_scenario

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.lab import Notebook

BOARD = load_scenario(DEFAULT).situation.board
CELL = """
from ipywidgets import Label
from wargame.fire_and_movement.scenario import DEFAULT, load_scenario
from widgets import HexMap

board = load_scenario(DEFAULT).situation.board
heard = Label("nothing yet")
shown = HexMap(board)
shown.on_pick(lambda cell: setattr(heard, "value", f"Python heard {board.label(cell)}"))
display(shown, heard)
"""


@pytest.fixture
def opened(notebook: Callable[..., Notebook]) -> Notebook:
    return notebook(CELL, "'the next cell'")


def wait_for(notebook: Notebook, words: str) -> None:
    notebook.output().filter(has_text=words).wait_for()


def test_a_click_reaches_python(opened: Notebook) -> None:
    shown = MapOnScreen(opened, BOARD)
    shown.click("1310")
    wait_for(opened, "Python heard 1310")
    shown.click("0914")
    wait_for(opened, "Python heard 0914")


def test_the_pointer_reads_out_the_hex_under_it(opened: Notebook) -> None:
    shown = MapOnScreen(opened, BOARD)
    for label in ("1310", "1113", "0701"):
        shown.hover(label)
        assert shown.part("readout").inner_text().startswith(label)
    shown.hover("1310")
    assert shown.part("readout").inner_text() == BOARD.describe(BOARD.hex("1310")).replace(
        "Redoubt:", "Redoubt,"
    )
    wait_for(opened, "nothing yet")


def test_a_click_still_finds_its_hex_after_zoom_and_drag(opened: Notebook) -> None:
    shown = MapOnScreen(opened, BOARD)
    before = shown.place("1310")
    shown.root.get_by_role("button", name="Zoom in").click()
    middle = shown.place("1211")
    at = shown.stage.bounding_box()
    assert at is not None
    mouse = opened.page.mouse
    mouse.move(at["x"] + middle["x"], at["y"] + middle["y"])
    mouse.down()
    mouse.move(at["x"] + middle["x"] - 90, at["y"] + middle["y"] + 40, steps=3)
    mouse.up()
    wait_for(opened, "nothing yet")  # a drag is no click
    assert shown.place("1310") != before
    shown.click("1310")
    wait_for(opened, "Python heard 1310")


def test_by_keyboard_alone(opened: Notebook) -> None:
    shown = MapOnScreen(opened, BOARD)
    keys = opened.page.keyboard
    cells = opened.cells()
    # the reader comes from what stands before the map in the page
    opened.panel.locator(".jp-Notebook").focus()
    tab_to(opened.page, "wg-stage")
    keys.type("1310")
    spoken = shown.stage.locator(".wg-cell")
    assert (spoken.get_attribute("aria-label") or "").startswith("1310 Tank Redoubt")
    keys.press("Enter")
    wait_for(opened, "Python heard 1310")
    keys.press("ArrowLeft")
    keys.press("Space")
    wait_for(opened, "Python heard 1311")
    # letters that would cut, copy, add or delete cells, were they to reach the notebook
    for key in "abcdxyzmo":
        keys.press(key)
    keys.press("d")
    assert opened.cells() == cells
    keys.press("Escape")
    assert "wg-stage" not in focused(opened.page)
    assert "wg-hexmap" in focused(opened.page)
    # outside the map the notebook has its keys back
    keys.press("Escape")
    keys.press("b")
    assert len(opened.cells()) == len(cells) + 1


def test_two_views_follow_one_model(notebook: Callable[..., Notebook]) -> None:
    opened = notebook(CELL, "shown")
    first, second = opened.panel.locator(".wg-hexmap").all()
    MapOnScreen(opened, BOARD).click("1310")
    wait_for(opened, "Python heard 1310")
    for view in (first, second):
        assert view.locator(".wg-cell").get_attribute("aria-pressed") == "true"

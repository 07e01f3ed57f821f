"""LosExplorer in JupyterLab: an end is dragged, walked by key, or put down by two clicks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.screen import BoxOnScreen, focused, tab_to
from widgets import LosExplorer
from widgets.explorers.los import demonstration

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import CDPSession

    from tests.browser.lab import Notebook

BOARD = demonstration()


class LosOnScreen(BoxOnScreen):
    """A LosExplorer.

    Args:
        notebook: Where it is.
    """

    def __init__(self, notebook: Notebook) -> None:
        """Wait until its map is drawn."""
        super().__init__(notebook, BOARD)
        self.map.root.locator(".wg-grip").nth(1).wait_for(state="attached")

    def at(self, label: str) -> tuple[float, float]:
        """Return where a hex is on the page."""
        box, place = self.map.stage.bounding_box(), self.map.place(label)
        assert box is not None
        return box["x"] + place["x"], box["y"] + place["y"]

    def drag(self, start: str, end: str) -> None:
        """Press the mouse on a hex, move, and let go on another."""
        mouse = self.page.mouse
        mouse.move(*self.at(start))
        mouse.down()
        mouse.move(*self.at(end), steps=12)
        mouse.up()

    def says(self, spotter: str, target: str, **more: str) -> None:
        """Wait until map, cases and section tell of a line as Python does."""
        explorer = LosExplorer(spotter=spotter, target=target, **more)
        self.map.part("message").filter(has_text=explorer.panels.map.message).wait_for()
        headline = f"Line of sight {spotter} to {target}: {explorer.verdict}"
        self.panel.locator(".wg-ruling .wg-headline").first.filter(has_text=headline).wait_for()
        title = f"Heights from {spotter} to {target}: {explorer.verdict}"
        self.panel.locator("svg text", has_text=title).wait_for()

    def grips(self) -> int:
        """Return how many ends can be taken hold of."""
        return self.map.root.locator(".wg-grip").count()


@pytest.fixture
def los(notebook: Callable[..., Notebook]) -> LosOnScreen:
    return LosOnScreen(
        notebook("from widgets import LosExplorer\nexplorer = LosExplorer()\nexplorer")
    )


def test_both_ends_are_dragged_and_everything_follows(los: LosOnScreen) -> None:
    los.says("13.19", "20.17")
    before = los.map.place("16.17")
    los.drag("20.17", "21.16")
    los.says("13.19", "21.16")
    los.drag("13.19", "16.17")
    los.says("16.17", "21.16")
    los.drag("21.16", "19.17")
    los.says("16.17", "19.17")
    assert los.map.place("16.17") == before  # the map has not been dragged along
    assert los.grips() == 2


def test_what_is_dragged_moves_before_python_answers(los: LosOnScreen) -> None:
    mouse = los.page.mouse
    los.map.stage.hover(position=los.map.place("20.17"))
    mouse.down()
    mouse.move(*los.at("24.15"), steps=6)
    rubber = los.map.root.locator(".wg-rubber[d^=M]")
    rubber.wait_for(state="attached")
    assert los.map.part("readout").inner_text().startswith("24.15")
    los.says("13.19", "24.15")
    mouse.up()
    rubber.wait_for(state="detached")
    los.says("13.19", "24.15")


def test_an_end_is_moved_by_keyboard_alone(los: LosOnScreen) -> None:
    keys = los.page.keyboard
    los.panel.locator(".jp-Notebook").focus()
    tab_to(los.page, "wg-stage")
    keys.press("h")
    spoken = los.map.root.locator(":scope > .wg-live")
    spoken.filter(has_text="Spotter held at 13.19").wait_for()
    assert los.map.root.locator(".wg-holding").is_visible()
    keys.press("s")
    los.says("13.18", "20.17")
    keys.press("Enter")
    spoken.filter(has_text="Spotter set down at 13.18").wait_for()
    keys.press("h")
    spoken.filter(has_text="Spotter held at 13.18").wait_for()
    keys.press("h")
    spoken.filter(has_text="Target held at 20.17").wait_for()
    keys.type("21.16")
    los.says("13.18", "21.16")
    keys.press("Escape")
    los.says("13.18", "20.17")
    assert "wg-stage" in focused(los.page)


def test_an_end_is_moved_by_two_clicks(los: LosOnScreen) -> None:
    los.map.click("13.19")
    los.map.root.locator(".wg-holding").wait_for()
    los.map.click("16.20")
    los.says("16.20", "20.17")
    assert los.map.root.locator(".wg-holding").is_hidden()
    # with empty hands a click sets what the form says
    los.map.click("21.17")
    los.says("16.20", "21.17")


def test_a_finger_drags_an_end(los: LosOnScreen) -> None:
    session: CDPSession = los.page.context.new_cdp_session(los.page)

    def touch(kind: str, *labels: str) -> None:
        points = [dict(zip("xy", los.at(label), strict=True)) for label in labels]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", "20.17")
    for label in ("20.16", "21.16", "22.16"):
        touch("touchMove", label)
    touch("touchEnd")
    los.says("13.19", "22.16")


def test_searchlights_by_night(los: LosOnScreen) -> None:
    los.panel.get_by_label("Light", exact=True).select_option("night")
    los.says("13.19", "20.17", light="night")
    los.panel.get_by_label("A click sets").select_option("Searchlight")
    los.map.click("16.17")
    los.panel.get_by_text("Lit by searchlights: 16.17").first.wait_for()
    los.map.root.locator(".wg-lit").wait_for(state="attached")

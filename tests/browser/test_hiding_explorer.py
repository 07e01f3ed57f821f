"""HidingExplorer in JupyterLab: the chain is stepped, the firer and the way to hide are chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.screen import BoxOnScreen, tab_to
from widgets.explorers.hiding import HidingExplorer

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.lab import Notebook

    Opener = Callable[..., Notebook]


class HidingOnScreen(BoxOnScreen):
    """A HidingExplorer.

    Args:
        notebook: Where it is.
        example: What it shows.
    """

    def __init__(self, notebook: Notebook, example: str) -> None:
        """Wait until its map is drawn."""
        super().__init__(notebook, HidingExplorer(example).plan.situation.board)

    def button(self, words: str) -> Locator:
        """Return a button by words on it."""
        return self.panel.locator("button.jupyter-button", has_text=words)

    def choose(self, menu: str, option: str) -> None:
        """Choose from a menu by the words on both."""
        found = self.panel.locator(".widget-dropdown", has_text=menu).first
        found.locator("select").select_option(label=option)

    def arrows(self) -> list[str]:
        """Return the numbers on the arrows."""
        return self.map.root.locator(".wg-hiding-chain text").all_text_contents()


def opened(notebook: Opener, example: str) -> HidingOnScreen:
    cell = (
        "from widgets.explorers.hiding import HidingExplorer\n"
        f"explorer = HidingExplorer({example!r})\nexplorer"
    )
    return HidingOnScreen(notebook(cell), example)


@pytest.fixture
def screen(notebook: Opener) -> HidingOnScreen:
    return opened(notebook, "RS-24")


def test_the_chain_is_stepped_by_arrows_and_list(screen: HidingOnScreen) -> None:
    screen.says("The chain has not begun.")
    for count in (1, 2, 3):
        screen.button("Next").click()
        screen.says(f"Fire {count}: ")
        assert screen.arrows() == [str(each) for each in range(1, count + 1)]
    screen.button("Previous").click()
    screen.says("Fire 2: X at 10.11")
    assert screen.arrows() == ["1", "2"]
    screen.button("Last").click()
    screen.says("The chain is over after 6 fires.")
    fires = screen.panel.locator("li.wg-hiding-fire")
    fires.nth(5).wait_for()
    assert "Z at 9.9" in fires.nth(5).inner_text()


def test_the_chain_is_stepped_by_keyboard(screen: HidingOnScreen) -> None:
    screen.panel.locator(".jp-Notebook").focus()
    tab_to(screen.page, "Next", most=120)
    screen.page.keyboard.press("Enter")
    screen.says("Fire 1: A at 10.12")
    screen.page.keyboard.press("Space")
    screen.says("Fire 2: X at 10.11")


def test_firer_and_way_to_hide_change_table_and_hatch(notebook: Opener) -> None:
    screen = opened(notebook, "RS-23")
    hatch = screen.map.root.locator(".wg-hiding-field")
    hatch.wait_for(state="attached")
    lit = screen.panel.locator("tr.wg-hiding-now")
    lit.filter(has_text="higher").wait_for()
    screen.map.click("9.10")
    lit.filter(has_text="level").wait_for()
    screen.panel.locator(".wg-ruling .wg-headline").first.filter(has_text="refused").wait_for()
    screen.choose("Seen by", "artillery")
    hatch.wait_for(state="detached")
    screen.choose("It is", "not hiding")
    screen.says("in pits, not hiding.")

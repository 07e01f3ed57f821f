"""BattleExplorer in JupyterLab: forces are typed, dice thrown, and keys do all of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.screen import focused

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.lab import Notebook

CELL = """
from widgets import BattleExplorer
explorer = BattleExplorer("2 inf, 1 art", "1 inf, 1 arm", seed=1)
explorer
"""


class BattleOnScreen:
    """A BattleExplorer.

    Args:
        notebook: Where it is.
    """

    def __init__(self, notebook: Notebook) -> None:
        """Wait until its odds are drawn."""
        self.page, self.panel = notebook.page, notebook.panel
        self.panel.locator(".wg-odds tbody tr").first.wait_for()

    def says(self, words: str) -> None:
        """Wait until the line above says some words."""
        self.panel.locator("[role='status']").filter(has_text=words).wait_for()

    def alert(self, words: str) -> None:
        """Wait until it warns of something."""
        self.panel.locator(".wg-battle-alert").filter(has_text=words).wait_for()

    def field(self, label: str) -> Locator:
        """Return a text field by its label."""
        return self.panel.locator(".widget-text", has_text=label).locator("input").first

    def button(self, words: str) -> Locator:
        """Return a button by words on it."""
        return self.panel.locator("button.jupyter-button", has_text=words).first

    def press(self, button: Locator, key: str = "Enter") -> None:
        """Go to a button as the Tab key does, and press a key."""
        button.focus()
        assert button.evaluate("element => element === document.activeElement")
        self.page.keyboard.press(key)


@pytest.fixture
def screen(notebook: Callable[..., Notebook]) -> BattleOnScreen:
    return BattleOnScreen(notebook(CELL))


def test_forces_are_typed_and_a_slip_is_told(screen: BattleOnScreen) -> None:
    field = screen.field("Attacker's units")
    field.focus()
    screen.page.keyboard.press("Control+A")
    screen.page.keyboard.type("3 infantrie")
    screen.page.keyboard.press("Enter")
    screen.alert("did you mean infantry")
    screen.page.keyboard.press("Control+A")
    screen.page.keyboard.type("3 inf 1 art")
    screen.page.keyboard.press("Enter")
    screen.panel.get_by_text("Germany attacks with 3 infantry, 1 artillery").first.wait_for()
    screen.panel.locator(".wg-battle-alert").wait_for(state="detached")
    screen.page.keyboard.press("Tab")
    assert "SELECT" in focused(screen.page)


def test_a_battle_is_fought_by_keys_alone(screen: BattleOnScreen) -> None:
    screen.says("Round 1: barrage: artillery.")
    screen.press(screen.panel.locator(".wg-dice [data-face='1']"))
    screen.says("the defender decides, loss to barrage")
    screen.press(screen.panel.get_by_role("button", name="armor", exact=True), "Space")
    screen.panel.locator("td", has_text="The defender loses 1 armor").first.wait_for()
    screen.press(screen.button("Throw the battle"))
    screen.panel.locator("p b").last.wait_for()
    screen.press(screen.button("First"))
    screen.says("Round 1: barrage: artillery.")


def test_two_more_artillery_and_folded_rules(screen: BattleOnScreen) -> None:
    screen.press(screen.button("Two more artillery"))
    screen.panel.locator("th", has_text="attacker: 2 artillery more").first.wait_for()
    chooser = screen.panel.locator(".widget-dropdown", has_text="AA-Q20")
    assert not chooser.is_visible()
    screen.press(screen.button("House rules"), "Space")
    chooser.wait_for()
    chooser.locator("select").select_option(label="the air")
    screen.panel.get_by_text("House rules: A round begins with: the air").wait_for()

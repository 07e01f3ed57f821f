"""AssaultExplorer in JupyterLab: rounds are stepped, thrown and switched, and the page follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.screen import BoxOnScreen, focused, tab_to
from widgets.explorers.assault import AssaultExplorer
from widgets.explorers.assault_example import LONG, source_of
from widgets.explorers.assault_words import HOLDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.lab import Notebook

    Opener = Callable[..., Notebook]


class AssaultOnScreen(BoxOnScreen):
    """An AssaultExplorer.

    Args:
        notebook: Where it is.
    """

    def __init__(self, notebook: Notebook) -> None:
        """Wait until its map is drawn."""
        super().__init__(notebook, source_of(LONG).situation.board)

    def button(self, words: str) -> Locator:
        """Return a button by words on it."""
        return self.panel.locator("button.jupyter-button", has_text=words)

    def rows(self) -> Locator:
        """Return the lines of the table of rounds."""
        table = self.panel.locator("table", has_text="Round by round")
        return table.locator("tbody tr")

    def picture(self, words: str) -> Locator:
        """Return words in the picture of the table."""
        return self.panel.locator(".widget-html svg text", has_text=words)


def opened(notebook: Opener, arguments: str = "") -> AssaultOnScreen:
    cell = (
        "from widgets.explorers.assault import AssaultExplorer\n"
        f"explorer = AssaultExplorer({arguments})\nexplorer"
    )
    return AssaultOnScreen(notebook(cell))


@pytest.fixture
def screen(notebook: Opener) -> AssaultOnScreen:
    return opened(notebook)


def test_the_example_is_stepped_round_by_round(screen: AssaultOnScreen) -> None:
    screen.says("Round 1: 00–56 the defender loses a step")
    screen.picture("−4 columns").wait_for(state="attached")
    screen.button("Next").click()
    screen.says("Rolled 61: each side loses a step.")
    screen.button("Last").click()
    screen.says("Both sides are in Us/Them in 11.11.")
    screen.rows().nth(2).wait_for()
    told = [row.inner_text() for row in screen.rows().all()]
    for line, words in zip(told, ("2 / 0.75", "1.5 / 0.5", "6 / 1.5"), strict=True):
        assert words in line
    screen.button("First").click()
    screen.says("Round 1: 00–56")
    assert screen.rows().count() == 1


def test_what_if_there_were_no_works(screen: AssaultOnScreen) -> None:
    explorer = AssaultExplorer()
    explorer.what_if(works=False)
    chooser = screen.panel.locator(".widget-dropdown", has_text="Defenders' works").locator(
        "select"
    )
    chooser.select_option(label="none")
    screen.says(explorer.panels.map.message)
    screen.panel.locator(".wg-odds", has_text="as it stands").wait_for()
    assert explorer.ruling.value != AssaultExplorer().ruling.value
    screen.panel.locator(".wg-ruling .wg-headline").first.filter(
        has_text=str(explorer.ruling.value)
    ).wait_for()


def test_a_roll_is_set_by_hand_and_decisions_are_taken_by_keyboard(
    screen: AssaultOnScreen,
) -> None:
    tray = screen.panel.locator(".wg-dice")
    tray.locator("input").fill("99")
    tray.locator("button", has_text="Set").click()
    screen.says("Rolled 99: the attacker loses a step.")
    tray.locator("input").fill("10")
    tray.locator("button", has_text="Set").click()
    screen.says("the attacker fights on, or retreats")
    screen.panel.locator(".jp-Notebook").focus()
    tab_to(screen.page, "fight on", most=120)
    assert "BUTTON" in focused(screen.page)
    screen.page.keyboard.press("Enter")
    screen.says("the defender fights on, or retreats")


def test_the_bet_comes_first(notebook: Opener) -> None:
    screen = opened(notebook, "bet=True")
    screen.says("Bet on who holds the hex first")
    assert "79.7" not in screen.panel.inner_text()
    screen.panel.get_by_role("button", name=f"Bet on {HOLDS[0]}").click()
    screen.panel.get_by_text("79.7 %").first.wait_for()

"""GuidedGame in JupyterLab: played by mouse, by keyboard alone, and back through the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.screen import BoxOnScreen, focused, tab_to
from tests.browser.test_theme import measured, poor
from wargame.rifle_and_spade.scenario import load_scenario

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.lab import Lab, Notebook

BOARD = load_scenario().situation.board
CELL = """
from widgets import GuidedGame
game = GuidedGame(players={"Ottoman": "defends"}, auto_dice=True)
game
"""


class GameOnScreen(BoxOnScreen):
    """A GuidedGame.

    Args:
        notebook: Where it is.
    """

    def __init__(self, notebook: Notebook) -> None:
        """Wait until it asks."""
        super().__init__(notebook, BOARD)
        self.view = notebook.panel.locator(".wg-sequence")
        self.asks("Entente: commanded fire")

    def asks(self, words: str) -> None:
        """Wait until a question is asked."""
        self.view.locator(".wg-question").filter(has_text=words).wait_for()

    def at(self, words: str) -> None:
        """Wait until the journal stands at a line."""
        self.view.locator(".wg-lines [aria-selected=true]").filter(has_text=words).wait_for()

    def option(self, words: str) -> None:
        """Press the button of an option."""
        self.view.locator(".wg-choices button", has_text=words).first.click()


@pytest.fixture
def game(notebook: Callable[..., Notebook]) -> GameOnScreen:
    return GameOnScreen(notebook(CELL))


def test_a_move_by_mouse_and_its_way_back(game: GameOnScreen) -> None:
    game.option("end commanded fire")
    game.asks("Entente: which stack moves")
    game.view.locator("[aria-current=step]").filter(has_text="4c.iii").wait_for()
    game.map.click("5.2")
    game.asks("at 5.2: 6 points left")
    game.map.click("6.2")
    game.map.part("error").filter(has_text="where the Worcesters may not go").wait_for()
    game.map.click("4.3")
    game.asks("at 4.3")
    game.map.root.locator(".wg-counters g").first.wait_for()
    game.view.locator(".wg-entry").nth(1).click()
    game.asks("Entente: which stack moves")
    assert game.view.locator(".wg-ahead").count() >= 2
    game.view.get_by_role("button", name="Last", exact=True).click()
    game.asks("at 4.3")


def test_another_way_is_kept_as_a_branch(game: GameOnScreen) -> None:
    game.option("end commanded fire")
    game.map.click("5.2")
    game.asks("at 5.2: 6 points left")
    game.view.locator(".wg-entry").nth(1).click()
    game.asks("Entente: which stack moves")
    game.map.click("4.3")
    game.asks("L 4/Worc at 4.3")
    branch = game.view.locator(".wg-branches button")
    branch.filter(has_text="→ 5.2").click()
    game.asks("at 5.2: 6 points left")
    branch.filter(has_text="→ 4.3").wait_for()


def test_a_turn_begins_by_keyboard_alone(game: GameOnScreen) -> None:
    keys = game.page.keyboard
    game.panel.locator(".jp-Notebook").focus()
    tab_to(game.page, "end commanded fire")
    keys.press("Enter")
    game.asks("Entente: which stack moves")
    assert "Entente: which stack moves" in focused(game.page)
    for _ in range(60):
        keys.press("ArrowDown")
        if "move the stack at 5.2" in focused(game.page):
            break
    keys.press("Enter")
    game.asks("at 5.2: 6 points left")
    keys.press("ArrowLeft")
    game.at("commanded fire → end")
    keys.press("Home")
    game.at("Start")
    keys.press("ArrowRight")
    game.at("commanded fire → end")
    keys.press("End")
    game.at("which stack moves → 5.2")
    tab_to(game.page, "Not open now")
    keys.press("Enter")
    for _ in range(12):
        keys.press("ArrowDown")
        if focused(game.page).endswith(" 6.2"):
            break
    keys.press("Enter")
    reason = game.view.locator(".wg-reason:not([hidden])")
    reason.filter(has_text="where the Worcesters may not go").wait_for()
    tab_to(game.page, "Journal")
    keys.press("ArrowUp")
    keys.press("Enter")
    game.at("commanded fire → end")
    # no key of all these has reached the notebook
    assert game.panel.locator(".jp-Cell").count() == 1


def test_dice_are_thrown_where_they_are_asked_for(notebook: Callable[..., Notebook]) -> None:
    game = GameOnScreen(notebook(CELL.replace("auto_dice=True", "auto_dice=False")))
    game.option("end commanded fire")
    game.option("move R 4/Worc")
    game.asks("R 4/Worc at 5.2")
    game.option("move to assault 5.1")
    game.asks("Dice: Morale of 4th Worcesters, right half")
    game.panel.locator(".wg-ruling .wg-headline", has_text="Morale check").first.wait_for()
    game.view.get_by_role("button", name="Throw the dice").click()
    entry = game.view.locator(".wg-entry", has_text="Morale of 4th Worcesters, right half at 5.2 →")
    entry.wait_for()
    game.panel.locator(".wg-dice").wait_for()


@pytest.mark.parametrize("theme", ["JupyterLab Light", "JupyterLab Dark"])
def test_every_word_can_be_read(lab: Lab, notebook: Callable[..., Notebook], theme: str) -> None:
    lab.theme(theme)
    opened = notebook(CELL)
    game = GameOnScreen(opened)
    game.option("end commanded fire")
    game.map.click("5.2")
    game.asks("at 5.2: 6 points left")
    game.view.locator("summary", has_text="Not open now").click()
    game.view.locator(".wg-barred button").first.click(force=True)  # it answers why not
    game.view.locator(".wg-entry").nth(1).click()
    game.asks("which stack moves")
    game.view.locator(".wg-ahead").first.wait_for()
    opened.panel.get_by_role("button", name="Save and load").click()
    opened.panel.get_by_role("button", name="Load", exact=True).wait_for()
    found = measured(opened)
    for words in ("which stack moves", "not used", "Historical victory"):
        assert words in " ".join(found), f"{words!r} was not measured"
    assert poor(found) == {}
    lab.theme("JupyterLab Light")

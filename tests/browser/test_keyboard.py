"""An attack from beginning to end without a pointer, by what is said and what has the focus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.screen import ExplorerOnScreen, focused, tab_to
from wargame.fire_and_movement.scenario import DEFAULT, load_scenario

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.lab import Notebook

BOARD = load_scenario(DEFAULT).situation.board
CELL = "from widgets import CombatExplorer\nexplorer = CombatExplorer()\nexplorer"


def test_an_attack_by_keyboard_alone(notebook: Callable[..., Notebook]) -> None:
    opened = notebook(CELL)
    explorer = ExplorerOnScreen(opened, BOARD)
    page, keys = opened.page, opened.page.keyboard
    cells = opened.cells()
    opened.panel.locator(".jp-Notebook").focus()

    # target and first attackers on the map
    tab_to(page, "wg-stage")
    keys.type("1310")
    keys.press("Enter")
    explorer.panel.get_by_text("Attack on 1310 Tank Redoubt").first.wait_for()
    keys.type("1311")
    keys.press("Enter")
    explorer.headline("Attack on 1310 Tank Redoubt: ")
    assert "wg-stage" in focused(page), "choosing a hex must not lose the map"

    # another in the form
    before = explorer.ruling.locator(".wg-headline").first.inner_text()
    tab_to(page, "1211: 163rd Brigade")
    keys.press("Space")
    explorer.headline("Attack on 1310 Tank Redoubt: +6,+7")
    assert before != explorer.ruling.locator(".wg-headline").first.inner_text()
    assert explorer.box("1211").is_checked()
    assert "1211: 163rd Brigade" in focused(page), "the form must not lose the focus"

    # the die by hand: a digit sets it
    tab_to(page, "Throw")
    keys.press("2")
    spoken = explorer.dice.locator(".wg-live")
    spoken.filter(has_text="2: Ex").wait_for(state="attached")
    assert spoken.get_attribute("aria-live") == "polite"

    # both sides choose their loss
    for unit in ("161st Brigade", "48th Regiment"):
        explorer.option(unit).wait_for()
        tab_to(page, unit)
        keys.press("Enter")
    explorer.says("161st Brigade lost a step. 48th Regiment lost a step.")
    assert explorer.map.part("message").get_attribute("aria-live") == "polite"

    # the explanation, opened branch by branch
    tab_to(page, "wg-item")
    for _ in range(3):
        keys.press("ArrowDown")
    assert "LI wg-item" in focused(page)
    keys.press("?")
    explorer.ruling.locator(".wg-live").filter(has_text="FM8").wait_for(state="attached")
    assert opened.cells() == cells

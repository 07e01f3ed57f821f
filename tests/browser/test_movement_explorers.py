"""Movement and retreat in JupyterLab: what a reader does by pointer, and by keyboard alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.screen import BoxOnScreen, focused, tab_to
from wargame.fire_and_movement.scenario import DEFAULT, load_scenario

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator

    from tests.browser.lab import Notebook

    Opener = Callable[..., Notebook]

BOARD = load_scenario(DEFAULT).situation.board


def opened(notebook: Opener, cell: str) -> BoxOnScreen:
    return BoxOnScreen(notebook(f"from widgets import *\nexplorer = {cell}\nexplorer"), BOARD)


def button(box: BoxOnScreen, words: str) -> Locator:
    """Return a button by its words."""
    return box.panel.get_by_role("button", name=words)


def headline(box: BoxOnScreen, words: str) -> None:
    """Wait until the explanation is headed by some words."""
    found = box.panel.locator(".wg-ruling .wg-headline").first
    found.filter(has_text=words).wait_for()


def test_a_move_by_pointer_and_by_keyboard_alone(notebook: Opener) -> None:
    box = opened(notebook, "MovementExplorer(zones=True)")
    keys = box.page.keyboard
    over = box.map.root.locator(".wg-movement-over")

    # by pointer: a unit, a hex in its reach, one out of it
    box.map.click("1311")
    box.says("161st Brigade may end its move in 6 hexes")
    over.get_by_text("2", exact=True).first.wait_for(state="attached")
    box.map.click("1413")
    headline(box, "Reach: yes")
    box.panel.get_by_role("table").get_by_text("GAZA TEC/3").wait_for()
    box.map.click("1610")
    headline(box, "Reach: refused")
    box.says("1610 is too far")
    assert button(box, "Move there").is_disabled()

    # by keyboard: the map, the button, the switch
    tab_to(box.page, "wg-stage")
    keys.type("1512")
    keys.press("Enter")
    box.says("161st Brigade has 0 of 3 points left in 1512")
    assert "wg-stage" in focused(box.page), "choosing a hex must not lose the map"
    tab_to(box.page, "Zones of control: British")
    keys.press("Space")
    box.page.wait_for_function(
        "!document.querySelector('.wg-movement-under').innerHTML.includes('#17406d')"
    )
    assert "Zones of control: British" in focused(box.page), "the form must not lose the focus"
    tab_to(box.page, "Move there")
    keys.press("Enter")
    box.says("161st Brigade moves 1311, 1412, 1512, for 3 of 3 points")
    tab_to(box.page, "Take back")
    keys.press("Enter")
    box.says("161st Brigade may end its move in 6 hexes")


def test_a_way_is_chosen_by_pointer_and_by_keyboard_alone(notebook: Opener) -> None:
    box = opened(notebook, 'MovementExplorer(unit="BR-161")')
    keys = box.page.keyboard
    box.says("161st Brigade may end its move in 6 hexes")

    # by pointer: a hex, the button that passes it, the end
    box.map.click("1312")
    box.says("161st Brigade has 2 of 3 points left in 1312")
    button(box, "Pass it").click()
    box.says("By way of 1312: 161st Brigade may end its move in")
    box.map.click("1412")
    box.says("By way of 1312: 1 more than the cheapest way, 2.")
    box.panel.get_by_role("table", name="The cheapest way, to compare").wait_for()
    tab_to(box.page, "Cheapest way")
    keys.press("Enter")
    box.says("161st Brigade has 1 of 3 points left in 1412")

    # by keyboard: the menu
    box.map.click("1413")
    tab_to(box.page, "By way of")
    keys.press("ArrowDown")
    box.says("By way of 1312: no dearer")
    assert "By way of" in focused(box.page), "the form must not lose the focus"


def test_a_retreat_by_pointer_and_by_keyboard_alone(notebook: Opener) -> None:
    box = opened(notebook, 'RetreatExplorer(unit="CP-48")')
    keys = box.page.keyboard
    ways = box.panel.get_by_role("table").first

    # by pointer: another way, and a hex where none ends
    ways.get_by_role("row", name="1309-1209 open").wait_for()
    box.map.click("1308")
    box.says("Looked at: 1309-1308")
    box.map.click("1409")
    box.says("1309-1409 ends no nearer")
    headline(box, "Retreat of 48th Regiment: refused")

    # by keyboard: the map, the way, the other unit of the stack, the advance
    tab_to(box.page, "wg-stage")
    keys.type("1308")
    keys.press("Enter")
    box.says("Looked at: 1309-1308")
    tab_to(box.page, "Go this way")
    keys.press("Enter")
    box.says("2nd Machine-gun Group, Asia Corps retreats 2?")
    tab_to(box.page, "Go this way")
    keys.press("Enter")
    box.says("advance into 1310")
    advance = "Imperial Camel Brigade to 1310"
    button(box, advance).wait_for()
    tab_to(box.page, advance)
    keys.press("Enter")
    box.says("Imperial Camel Brigade advances from 1411")
    tab_to(box.page, "Take back")
    keys.press("Enter")
    button(box, advance).wait_for()

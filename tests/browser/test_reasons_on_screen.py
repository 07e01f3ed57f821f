"""The field for a reason, in JupyterLab: typed, and kept with the next answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.test_guided_game import GameOnScreen

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.lab import Notebook

CELL = """
from widgets import DebriefView, GuidedGame
game = GuidedGame(players={"Ottoman": "defends"}, auto_dice=True)
game
"""
LOOK = """
import ipywidgets as w
seen = w.HTML()
game.said.on_change(lambda: setattr(seen, "value", DebriefView(game).static_html()))
seen
"""
BATTLE = """
from widgets import BattleExplorer
explorer = BattleExplorer("6 infantry", "6 infantry", seed=2)
while not hasattr(explorer.run.request, "options"):
    explorer.throw()
explorer
"""
WHY = "The fort looks down on the beach."


def test_a_reason_is_typed_and_stands_in_the_debrief(notebook: Callable[..., Notebook]) -> None:
    opened = notebook(CELL, LOOK)
    game = GameOnScreen(opened)
    field = opened.panel.get_by_placeholder("Why? (optional")
    field.fill(WHY)
    game.option("end commanded fire")
    game.asks("Entente: which stack moves")
    opened.page.wait_for_function(
        "() => [...document.querySelectorAll('input[placeholder^=Why]')].every((e) => !e.value)"
    )
    field.focus()
    opened.page.keyboard.type("It was told so.")
    opened.page.keyboard.press("Enter")
    game.map.click("5.2")
    game.asks("at 5.2: 6 points left")
    assert field.input_value() == ""
    told = opened.panel.locator(".wg-debrief td")
    told.filter(has_text=WHY).wait_for()
    told.filter(has_text="It was told so.").wait_for()


def test_the_field_is_named_and_goes_when_nothing_is_to_decide(
    notebook: Callable[..., Notebook],
) -> None:
    panel = notebook(BATTLE).panel
    field = panel.get_by_placeholder("Why? (optional")
    field.wait_for()
    assert (field.get_attribute("title") or "").startswith("Why?")
    field.fill(WHY)
    for who in ("attacker", "defender"):
        panel.get_by_text(f"{who}: retreat", exact=True).wait_for()
        panel.get_by_role("button", name="all fight on", exact=True).click()
    field.wait_for(state="hidden")

"""Light and dark: every word of the widgets stands out from what lies behind it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.screen import ExplorerOnScreen
from wargame.fire_and_movement.scenario import DEFAULT, load_scenario

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.browser.lab import Lab, Notebook

BOARD = load_scenario(DEFAULT).situation.board
MEASURE = (Path(__file__).parent / "contrast.js").read_text(encoding="utf-8")
LEAST = 4.5
"""The contrast of ordinary text that WCAG 2 asks for at level AA."""

SEEN = (
    "A sentence that warns",
    "A legend",
    "The attack is resolved",
    "1/6",
    "Throw",
    "trench",
    "did not apply",
)
"""A text of each part, so that no part escapes the measurement."""

WIDGETS = ".wg-hexmap, .wg-sheet, .jupyter-widgets"
PLANNED = """
from widgets import CombatExplorer
explorer = CombatExplorer(target="1310", attackers=("BR-161", "BR-1E", "BR-163"))
explorer.panels.map.warn("A sentence that warns.")
explorer.panels.map.legend_html += "<p>A legend.</p>"
explorer
"""


@pytest.fixture(params=["JupyterLab Light", "JupyterLab Dark"])
def theme(lab: Lab, request: pytest.FixtureRequest) -> Iterator[str]:
    lab.theme(request.param)
    yield request.param
    # the server remembers it for whoever comes next
    lab.theme("JupyterLab Light")


def measured(opened: Notebook) -> dict[str, float]:
    """Return the contrast of every text of the widgets."""
    found: list[dict[str, Any]] = opened.page.evaluate(MEASURE, WIDGETS)
    return {f"{each['where']}: {each['text']}": round(each["ratio"], 2) for each in found}


def poor(found: dict[str, float]) -> dict[str, float]:
    return {text: ratio for text, ratio in found.items() if ratio < LEAST}


def test_every_word_can_be_read(theme: str, notebook: Callable[..., Notebook]) -> None:
    opened = notebook(PLANNED)
    explorer = ExplorerOnScreen(opened, BOARD)
    explorer.map.part("error").get_by_text("A sentence that warns.").wait_for()
    for details in opened.panel.locator(".wg-hexmap summary").all():
        details.click()
    explorer.ruling.locator("[role=treeitem]").first.focus()
    opened.page.keyboard.press("ArrowDown")
    opened.page.keyboard.press("*")
    found = measured(opened)
    met = " ".join(found)
    for words in SEEN:
        assert words in met, f"{words!r} was not measured"
    assert poor(found) == {}, theme
    explorer.face(2).click()
    explorer.panel.get_by_text("which unit loses a step").wait_for()
    assert poor(measured(opened)) == {}, theme

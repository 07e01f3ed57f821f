"""FireExplorer in JupyterLab: a fire is built by clicks or by keys, bet on, and thrown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.screen import BoxOnScreen
from wargame.rifle_and_spade.scenario import load_scenario
from widgets.explorers.fire import FireExplorer
from widgets.explorers.fire_words import BETS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.browser.lab import Notebook

    Opener = Callable[..., Notebook]

CELL = "from widgets.explorers.fire import FireExplorer\nexplorer = FireExplorer({})\nexplorer"


class FireOnScreen(BoxOnScreen):
    """A FireExplorer.

    Args:
        notebook: Where it is.
        explorer: The same one, in Python.
    """

    def __init__(self, notebook: Notebook, explorer: FireExplorer) -> None:
        """Wait until its map is drawn."""
        super().__init__(notebook, explorer.plan.situation.board)
        self.dice = self.panel.locator(".wg-five")

    def follows(self, explorer: FireExplorer) -> None:
        """Wait until the screen says what Python does."""
        self.says(explorer.panels.map.message)
        if explorer.plan.ready and not explorer.plan.weak:
            net = f"{explorer.plan.net:+d}".replace("-", "−").removeprefix("+")
            self.panel.locator(".wg-fire-sum b").filter(has_text=net).wait_for()


@pytest.fixture
def opened(notebook: Opener) -> Callable[[str], tuple[FireOnScreen, FireExplorer]]:
    def open_it(given: str) -> tuple[FireOnScreen, FireExplorer]:
        explorer: FireExplorer = eval(f"FireExplorer({given})", {"FireExplorer": FireExplorer})  # noqa: S307 - our own words
        return FireOnScreen(notebook(CELL.format(given)), explorer), explorer

    return open_it


def test_v_beach_is_thrown_with_five_dice(
    opened: Callable[[str], tuple[FireOnScreen, FireExplorer]],
) -> None:
    screen, explorer = opened('"RS-55", seed=3')
    screen.follows(explorer)
    assert screen.panel.locator(".wg-fire-family").count() == 4
    chosen = screen.panel.locator(".wg-fire-chosen").filter(has_text="Nordenfelt")
    assert "No Man's Land" in chosen.inner_text()
    screen.dice.get_by_role("button", name="Throw").click()
    explorer.throw()
    screen.follows(explorer)
    story = screen.panel.locator(".wg-fire-story li")
    assert explorer.thrown is not None
    assert story.count() == len(list(explorer.thrown.lines()))
    screen.panel.get_by_role("button", name="Take back").click()
    explorer.undo()
    screen.follows(explorer)


def test_clicks_choose_target_and_firers_and_switches_change_them(
    opened: Callable[[str], tuple[FireOnScreen, FireExplorer]],
) -> None:
    screen, explorer = opened('side="Ottoman"')
    for label in ("6.2", "5.1", "7.2"):
        screen.map.click(label)
        explorer.panels.map.choose(label)
        screen.follows(explorer)
    screen.map.root.locator(".wg-fire-lines").wait_for(state="attached")
    screen.box("the firers are Confused").check()
    explorer.what_if(confused=True)
    screen.follows(explorer)
    screen.map.click("4.1")
    screen.map.part("error").filter(has_text="where nobody stands").wait_for()


def test_the_keyboard_alone_builds_a_fire(
    opened: Callable[[str], tuple[FireOnScreen, FireExplorer]],
) -> None:
    screen, explorer = opened("")
    side = screen.panel.get_by_label("Who fires")
    side.focus()
    side.select_option("Ottoman")
    situation = load_scenario().situation
    explorer.fire_for("Ottoman")
    screen.follows(explorer)
    target = screen.panel.get_by_label("Target", exact=True)
    wanted = next(i for i, cell in enumerate(explorer.plan.targets(), start=1)
                  if situation.board.label(cell) == "6.2")  # fmt: skip
    target.select_option(index=wanted)
    explorer.target("6.2")
    screen.follows(explorer)
    box = screen.box("7.1 Ert Nord")
    box.focus()
    screen.page.keyboard.press("Space")
    explorer.fire_with("Ert Nord")
    screen.follows(explorer)
    screen.panel.get_by_label("It", exact=True).select_option("moves into the hex")
    explorer.moving("enters")
    screen.follows(explorer)
    screen.panel.get_by_label("Hexside points").select_option("2")
    explorer.moving("enters", points=2)
    screen.follows(explorer)


def test_the_table_is_not_in_the_page_before_the_bet(
    opened: Callable[[str], tuple[FireOnScreen, FireExplorer]],
) -> None:
    screen, explorer = opened('"RS-55", bet=True')
    screen.follows(explorer)
    assert screen.panel.locator(".wg-fire-part table").count() == 1  # the fire points
    screen.panel.get_by_role("button", name=f"Bet on {BETS[-1]}").click()
    explorer.bet(BETS[-1])
    screen.follows(explorer)
    screen.panel.locator(".wg-fire-part table").nth(1).wait_for()
    assert screen.panel.locator("img[alt^='Fire Results Table']").count() == 1

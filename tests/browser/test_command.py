"""The instruments of command in JupyterLab, used as a person does: orders, cups, two players."""

from __future__ import annotations

import html
import re
from base64 import b64decode
from functools import cache
from typing import TYPE_CHECKING

from tests.browser.lab import texts
from tests.browser.screen import MapOnScreen, focused, tab_to
from tests.browser.test_theme import measured, poor
from wargame.core.procedure import Choice
from wargame.rifle_and_spade import cup
from wargame.rifle_and_spade.kemal import SCENARIO
from wargame.rifle_and_spade.scenario import load_scenario
from widgets import CommandCup, GuidedGame, OrderComposer, OrdersExplorer
from widgets.explorers.orders_words import chance_words, gain_words
from widgets.odds import chance_text, percent

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from playwright.sync_api import Locator

    from tests.browser.lab import Lab, Notebook
    from wargame.rifle_and_spade.state import Situation

    Opener = Callable[..., Notebook]

EXPLORER = f"from widgets import OrdersExplorer\nOrdersExplorer({SCENARIO!r}, '57')"
COMPOSER = f"from widgets import OrderComposer\nOrderComposer({SCENARIO!r}, brigiment='57')"
CUP = f"""
from wargame.rifle_and_spade import cup
from wargame.rifle_and_spade.scenario import load_scenario
from widgets import CommandCup
CommandCup(cup.load(load_scenario({SCENARIO!r}).situation))
"""
TRACK = f"""
from wargame.rifle_and_spade.scenario import load_scenario
from widgets import OfficerPointsTrack
OfficerPointsTrack([load_scenario({SCENARIO!r}).situation])
"""
GAME = f"""
from widgets import GuidedGame
game = GuidedGame({SCENARIO!r}, seed=3, auto_dice=True, hide={{!r}})
game
"""


SEEN = ("What if", "It may be written", "Place in the order", "Whole line", "Exactly")
"""A text of each part, so that no part escapes the measurement."""
CHITS = 3
"""How often the chances change before the game is left: an arrival, then one chit, then another."""


@cache
def situation() -> Situation:
    return load_scenario(SCENARIO).situation


def menu(opened: Notebook, label: str) -> Locator:
    """Return a menu by the words before it."""
    found = opened.panel.locator(".widget-dropdown").filter(
        has=opened.page.get_by_text(label, exact=True)
    )
    return found.locator("select")


# ---- orders


def test_a_continuation_check_is_read_with_its_what_ifs(notebook: Opener) -> None:
    opened = notebook(EXPLORER)
    MapOnScreen(opened, situation().board)
    menu(opened, "Brigade or regiment").select_option(label="27th Regiment: attack")
    plan = OrdersExplorer(SCENARIO, "27").plan
    check = opened.panel.locator(".wg-orders-part table").filter(has_text="27, continue the order")
    check.wait_for()
    opened.panel.locator(".wg-orders-part b").filter(has_text=chance_words(plan)).wait_for()
    # every line of the check with its case, and each remedy with what it is worth
    assert "RS 11.1.3" in check.inner_text()
    rows = (
        opened.panel.locator(".wg-orders-part table").filter(has_text="What if").locator("tbody tr")
    )
    wanted = [
        [each.label, gain_words(each.gain), chance_text(each.chance)] for each in plan.remedies
    ]
    assert [texts(row.locator("th, td").all()) for row in rows.all()] == wanted
    assert len(wanted) == 3


def test_an_order_is_refused_with_its_case_and_a_route_where_it_would_cross(
    notebook: Opener,
) -> None:
    opened = notebook(COMPOSER)
    twin = OrderComposer(SCENARIO, brigiment="57")
    on_map = MapOnScreen(opened, situation().board)
    said = on_map.part("message")
    menu(opened, "Kind of order").select_option(label="Initial attack")
    said.filter(has_text="It may not be written").filter(has_text="RS 11.9.2").wait_for()
    opened.panel.get_by_text("✗ It may not be written").wait_for()
    opened.panel.get_by_role("button", name="Take back").click()
    said.filter(has_text="It may be written").wait_for()

    menu(opened, "A click writes").select_option(label="the route of L 1/57")
    for label in ("36.59", "36.58"):
        on_map.click(label)
        opened.panel.get_by_text(f"{label} - ").first.wait_for()
    on_map.click("37.57")
    on_map.part("error").filter(has_text="The route of L 1/57 crosses that of R 1/57").wait_for()
    on_map.click("36.58")  # its last hex again takes it back
    twin.route("L 1/57", "36.59")
    way = twin.order.route("L 1/57") or ()
    drawn = " - ".join(map(situation().board.label, way))
    opened.panel.locator("tr").filter(has_text=f"{drawn} (as written)").wait_for()

    opened.panel.get_by_role("button", name="Planning map").click()
    link = opened.panel.get_by_role("link", name="Save the planning map")
    page = b64decode((link.get_attribute("href") or "").partition(",")[2]).decode()
    assert f"{drawn} (as written)" in page


def test_an_order_is_written_by_keyboard_alone(notebook: Opener) -> None:
    opened = notebook(COMPOSER)
    on_map = MapOnScreen(opened, situation().board)
    page, keys = opened.page, opened.page.keyboard
    opened.panel.locator(".jp-Notebook").focus()
    tab_to(page, "wg-stage")
    stage = focused(page)
    line = opened.panel.locator("li", has_text="Objective line: 34.57 - 35.57 - 35.56")
    for label, told in (("34.56", "35.56."), ("36.56", "35.56 - 36.56.")):
        keys.type(label)  # the line is led back, then on another way
        keys.press("Enter")
        line.filter(has_text=told).wait_for()
    assert focused(page) == stage, "choosing a hex must not lose the map"
    tab_to(page, "Kind of order")
    keys.type("Regroup")
    opened.panel.get_by_text("Regroup order for").first.wait_for()
    assert "Kind of order" in focused(page), "the form must not lose the focus"
    tab_to(page, "Objectives")
    keys.type("one hex")
    tab_to(page, "Line or point, hexes")
    keys.press("Control+A")
    keys.type("41.57")
    keys.press("Enter")
    on_map.part("message").filter(has_text="It may be written").wait_for()
    tab_to(page, "Its route through")
    keys.type("39.58")
    keys.press("Enter")
    opened.panel.locator("tr").filter(has_text="39.58").filter(has_text="as written").wait_for()
    tab_to(page, "Planning map")
    keys.press("Enter")
    tab_to(page, "Save the planning map")
    assert opened.panel.locator(".jp-Cell").count() == 1, "no key has reached the notebook"


# ---- cups and points


def test_the_chances_change_with_wishes_and_with_every_chit(notebook: Opener) -> None:
    opened = notebook(CUP)
    twin = CommandCup(cup.load(situation()))

    def follows() -> None:
        chance = next(iter(twin.cup.next().values()))
        shown = opened.panel.locator(".wg-odds .wg-figure").first
        shown.filter(has_text=percent(chance)).wait_for()
        rows = opened.panel.locator(".wg-cup-places tbody tr")
        first = [percent(chances[0]) for chances in twin.table.values()]
        rows.nth(len(first) - 1).locator("td").first.filter(has_text=first[-1]).wait_for()
        assert texts([row.locator("td").first for row in rows.all()]) == first

    follows()
    menu(opened, "Ottoman would call:").select_option(label="57")
    twin.wish("Ottoman", "57")
    follows()
    for name in ("57", "1A", "27"):
        menu(opened, "If next:").select_option(label=name)
        twin.pull(name)
        follows()
    # with three chits left the orders of the rest are unfolded
    rest = opened.panel.locator(".wg-cup-orders tbody th")
    assert texts(rest.all()) == list(twin.orders)
    opened.panel.get_by_role("button", name="As it is").click()
    twin.put_back()
    follows()


def test_officer_points_of_one_brigiment_or_of_all(notebook: Opener) -> None:
    opened = notebook(TRACK)
    panels = opened.panel.locator("[role=img][aria-label^='Officer points over turns'] svg")
    panels.nth(len(situation().commands) - 1).wait_for()
    menu(opened, "Show:").focus()
    opened.page.keyboard.type("57")  # in the notebook behind it, 5 and 7 make a heading of the cell
    panels.nth(1).wait_for(state="detached")
    one = opened.panel.get_by_role("img", name="Officer points over turns. Now: 57 10 of 10")
    one.wait_for()
    assert opened.cells() == [TRACK]


# ---- the whole sequence, and two players at one screen


class CommandGame:
    """A GuidedGame with command, on the screen."""

    def __init__(self, opened: Notebook) -> None:
        """Wait until it asks."""
        self.panel = opened.panel
        self.view = opened.panel.locator(".wg-sequence")
        self.asks("The order that 57 begins with")

    def asks(self, words: str) -> None:
        self.view.locator(".wg-question").filter(has_text=words).wait_for()

    def answer(self, words: str) -> None:
        self.view.locator(".wg-choices button", has_text=words).first.click()


def test_the_sequence_runs_with_the_cup(notebook: Opener) -> None:
    """The screen keeps in step with Python through orders, arrivals, initiative and two chits."""
    game = CommandGame(notebook(GAME.format("")))
    twin = GuidedGame(SCENARIO, seed=3, auto_dice=True)
    assert twin.panels.command is not None
    twin.panels.command.cup_open.value = True
    game.panel.get_by_role("button", name="Command cup").click()
    left: list[dict[str, Fraction]] = []
    parts: list[str] = []
    while len(left) < CHITS or twin.panels.sequence.here != "4c.i":
        request = twin.run.request
        assert isinstance(request, Choice)
        quick = [option for option in request.options if option.key in {"end", "done"}]
        option = (quick or request.options)[0]
        game.asks(request.purpose)
        game.view.locator(".wg-choices").get_by_role(
            "button", name=option.label, exact=True
        ).click()
        twin.answer(option.key)
        parts.append(twin.panels.sequence.here)
        chances = twin.panels.command.cup.cup.next()
        if not left or left[-1] != chances:
            left.append(chances)
            figures = game.panel.locator(".wg-odds .wg-figure")
            for row, chance in enumerate(chances.values()):
                figures.nth(row).filter(has_text=percent(chance)).wait_for()
            assert figures.count() == len(chances)
    here = game.view.locator("[aria-current=step]")
    here.filter(has_text="4c.i Engineering Subsegment").wait_for()
    assert {"1", "4a", "4b", "4c.i"} <= set(parts)


def test_the_display_of_a_side_is_hidden_in_the_page_and_on_paper(notebook: Opener) -> None:
    opened = notebook(GAME.format("Entente"), "print(game.static_html())")
    game = CommandGame(opened)
    twin = GuidedGame(SCENARIO, seed=3, auto_dice=True, hide="Entente")
    shown = {card.short for card in twin.panels.map.counters}
    under = [piece.unit for piece in situation().of("Entente") if piece.unit not in shown]
    page = html.unescape(opened.panel.locator(".jp-OutputArea").first.inner_html())
    printed = html.unescape(opened.panel.locator(".jp-OutputArea-output").last.inner_text())
    assert "a unit underneath" in printed
    assert [name for name in under if named(name, page) or named(name, printed)] == []
    menu(opened, "Hide the display of:").select_option(label="nobody")
    drawn = opened.panel.locator(".wg-counters")
    drawn.get_by_text(under[0], exact=True).first.wait_for(state="attached")
    menu(opened, "Hide the display of:").select_option(label="Ottoman")
    game.asks("behind the screen")
    assert game.view.locator(".wg-choices button").count() == 0


def named(name: str, text: str) -> bool:
    """Return whether a unit stands in a text, as a name of its own."""
    return re.search(rf"(?<![\w/]){re.escape(name)}(?!\w)", text) is not None


# ---- both themes


def test_every_word_can_be_read_in_both_themes(lab: Lab, notebook: Opener) -> None:
    opened = notebook(EXPLORER, COMPOSER, CUP, TRACK)
    opened.panel.locator("[role=img][aria-label^='Officer points over turns']").wait_for()
    for summary in opened.panel.locator(".wg-cup-orders summary").all():
        summary.click()
    try:
        for theme in ("JupyterLab Light", "JupyterLab Dark"):
            lab.theme(theme)
            found = measured(opened)
            assert poor(found) == {}, theme
            for words in SEEN:
                assert words in " ".join(found), f"{words!r} was not measured"
    finally:
        lab.theme("JupyterLab Light")  # the server remembers it for whoever comes next

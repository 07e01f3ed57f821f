"""The small widgets in JupyterLab: what a reader asks for reaches Python, and is answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.screen import focused
from wargame.core.replies import read_export_text

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.browser.lab import Notebook

SETUP = """
from fractions import Fraction
from random import Random
from ipywidgets import Label
from wargame.core.procedure import bands_of
from wargame.core.ruling import figure, refusal, skipped, total
from widgets import CheckedQuestion, DiceTray, OddsView, ReplySheet, RulingView

heard = Label("nothing yet")
"""
RULING = """
gun = figure("Guns", 2, "Two points.", "FM8 8.2.1")
trench = skipped("Trench", "There is none.", "GAZA 14.0/2", value=-1)
def attack(points):
    men = total("Men", [figure("31st Regiment", points, "As printed.")], "All of them.")
    return total("Strength", [men, gun, trench], "All of it counts.", "FM8 8.2.1")
view = RulingView(attack(4), open_depth=1)
tray = DiceTray(6, "Points", random=Random(1))
tray.on_request(lambda kind, face: (tray.land(face or 6), view.show(attack(face or 6))))
display(view, tray)
"""
ODDS = """
chances = {"D2": Fraction(1, 3), "Ex": Fraction(2, 3)}
view = OddsView()
view.show([{"name": "", "chances": chances}], hidden=True, betting=True)
def reveal(code):
    heard.value = f"Python heard {code}"
    view.hidden = view.betting = False
view.on_bet(reveal)
display(view, heard)
"""
QUESTION = """
ask = CheckedQuestion("Which?", ["first", "second"], 1, {"first": "Too early."}, ["FM8 8.2.1"])
count = CheckedQuestion("How likely?", answer=Fraction(1, 3), kind="number", why="Two of six.")
display(ask, count)
"""
SHEET = """
ask = CheckedQuestion("Which?", ["first", "second"], 1, id="a")
sheet = ReplySheet(ask, lesson="family/01_made_up")
display(ask, sheet)
"""


@pytest.fixture
def show(notebook: Callable[..., Notebook]) -> Callable[[str], Notebook]:
    return lambda cell: notebook(SETUP, cell, "'the next cell'")


def part(notebook: Notebook, widget: str) -> Locator:
    return notebook.panel.locator(f".wg-{widget}").first


def test_a_tree_keeps_what_is_open_when_python_changes_the_ruling(
    show: Callable[[str], Notebook],
) -> None:
    opened = show(RULING)
    tree, keys = part(opened, "ruling"), opened.page.keyboard
    tree.locator(".wg-sentence").first.click()
    keys.press("ArrowDown")
    keys.press("ArrowRight")
    tree.get_by_text("31st Regiment: +4").wait_for()
    cells = opened.cells()
    for key in "xdbayz":  # letters that would cut or add cells, were they to reach the notebook
        keys.press(key)
    assert opened.cells() == cells
    part(opened, "dice").get_by_role("button", name="Set 3").click()
    tree.get_by_text("31st Regiment: +3").wait_for()
    assert "Strength: 5" in tree.locator(".wg-live").inner_text()
    tree.locator(".wg-chip", has_text="GAZA 14.0/2").hover()
    tree.locator(".wg-tooltip", has_text="GAZA 14.0/2 - ").wait_for()


def test_a_die_is_set_by_key_and_thrown_by_enter(show: Callable[[str], Notebook]) -> None:
    opened = show(RULING)
    tray, keys = part(opened, "dice"), opened.page.keyboard
    tray.get_by_role("button", name="Throw").focus()
    keys.press("4")
    tray.locator(".wg-landed", has_text="4").wait_for()
    keys.press("Enter")
    tray.locator(".wg-landed", has_text="6").wait_for()
    assert "wg-button" in focused(opened.page)


def test_odds_come_into_the_page_with_the_bet(show: Callable[[str], Notebook]) -> None:
    opened = show(ODDS)
    odds = part(opened, "odds")
    odds.get_by_role("button", name="Bet on D2").wait_for()
    assert "1/3" not in opened.panel.locator(".jp-Notebook").inner_text().split("heard.value")[-1]
    assert odds.locator(".wg-bar").count() == 0
    odds.get_by_role("button", name="Bet on D2").focus()
    opened.page.keyboard.press("Enter")
    opened.output().filter(has_text="Python heard D2").wait_for()
    odds.get_by_text("1/3 · 33.3 %").wait_for()
    odds.get_by_text("● your bet").wait_for()
    assert "wg-odds" in focused(opened.page)


def test_a_question_is_answered_by_keyboard_alone(show: Callable[[str], Notebook]) -> None:
    opened = show(QUESTION)
    ask, keys = part(opened, "question"), opened.page.keyboard
    ask.get_by_role("radio").first.focus()
    keys.press("Space")
    keys.press("Enter")
    ask.get_by_text("Not that one. Too early.").wait_for()
    keys.press("ArrowDown")
    keys.press("Tab")
    keys.press("Enter")
    ask.get_by_text("✓ Right.").wait_for()
    ask.get_by_text("Rule case FM8 8.2.1").wait_for()
    count = opened.panel.locator(".wg-question").nth(1)
    count.get_by_role("textbox").fill("33 %")
    keys.press("Enter")
    count.get_by_text("✓ Right. Exactly: 1/3. Two of six.").wait_for()


def test_what_was_said_is_explained_and_saved_by_keyboard_alone(
    show: Callable[[str], Notebook], tmp_path: Path
) -> None:
    opened = show(SHEET)
    ask, sheet, keys = part(opened, "question"), part(opened, "replies"), opened.page.keyboard
    ask.get_by_role("radio").nth(1).focus()
    keys.press("Space")
    keys.press("Tab")
    keys.press("Tab")
    keys.press("Enter")
    keys.press("Tab")
    keys.type("It is the x of the d.")
    ask.get_by_role("radio").nth(1).focus()
    keys.press("Enter")
    sheet.get_by_text("✓ right").wait_for()
    why = sheet.get_by_label("Why: Which?")
    assert why.input_value() == "It is the x of the d."
    why.focus()
    keys.press("End")
    keys.type(" Really.")
    keys.press("Tab")
    keys.type("Ada")
    keys.press("Tab")
    with opened.page.expect_download() as waiting:
        keys.press("Enter")
    assert waiting.value.suggested_filename == "replies_01-made-up_Ada.json"
    file = tmp_path / "ada.json"
    waiting.value.save_as(file)
    (student,) = read_export_text(file.read_text("utf-8"), file.name).students
    (reply,) = student.replies
    assert (student.name, reply.question, reply.right) == ("Ada", "family/01_made_up#a", True)
    assert reply.reason == "It is the x of the d. Really."

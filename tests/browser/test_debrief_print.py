"""Debriefs on paper: one page for each family, nothing cut off, nothing that needs colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.paper import SHEETS, alone, outside, printed, show, squeezed, words
from tests.widgets.test_debrief_page import SPADE, TABLE, battle, saved
from wargame.core.history import history_of
from widgets.debrief_page import debrief_page
from widgets.debrief_words import stretches
from widgets.looked_back import look_back

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from widgets.handout.page import Paper

GREY = """() => [...document.body.querySelectorAll("*")].flatMap((each) => {
  const style = getComputedStyle(each);
  return [style.color, style.fill, style.stroke, style.borderBottomColor];
}).filter((each) => {
  const [red, green, blue] = (each.match(/[0-9.]+/g) ?? [0, 0, 0]).map(Number);
  return red !== green || green !== blue;
})"""
LONG = " ".join(["because of the gully and what lies behind it"] * 30)
GAMES: list[tuple[str, Paper]] = [(name, "a4") for name in (*SPADE, *TABLE, "battle")]
GAMES += [(SPADE[1], "letter"), (TABLE[1], "letter"), ("battle", "letter")]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that asks for nothing but itself."""
    yield from alone(browser)


def played(name: str) -> dict[str, Any]:
    """Return a saved game, with a long reason beside one of its decisions."""
    game = battle() if name == "battle" else saved(name)
    line = next((at for at, each in enumerate(game["journal"]) if each.get("who")), None)
    journal = [
        {**each, "reason": LONG} if at == line else each for at, each in enumerate(game["journal"])
    ]
    return game | {"journal": journal}


@pytest.mark.parametrize(("name", "paper"), GAMES)
def test_a_debrief_prints_whole(page: Page, tmp_path: Path, name: str, paper: Paper) -> None:
    game = played(name)
    show(page, tmp_path, debrief_page(game, paper=paper))
    assert page.evaluate(GREY) == []
    document = printed(page)
    sheets = [words(each) for each in document]
    assert {tuple(map(round, each.get_size())) for each in document} == {SHEETS[paper]}
    assert [found for each in document for found in outside(each)] == []
    assert not [number for number, each in enumerate(sheets) if len(each) < 60], "an empty page"
    assert sheets[0].startswith("Debrief: ")
    told, found = squeezed(" ".join(sheets)), look_back(game)
    for name_of_turn, _ in stretches(found):
        assert squeezed(name_of_turn) in told
    if any(each.get("reason") for each in game["journal"]):
        assert squeezed(LONG) in told
    day = history_of(found.scenario)
    if day is not None:
        assert squeezed(day.missing) in told
        assert all(squeezed(each.what) in told for each in day.event)


def test_a_heading_stands_with_what_it_heads(page: Page, tmp_path: Path) -> None:
    for name in (SPADE[1], TABLE[0]):
        show(page, tmp_path, debrief_page(played(name)))
        headings = page.locator("main h2, main h3").all_inner_texts()
        for sheet in printed(page):
            said = words(sheet)
            assert not [each for each in headings if said.endswith(each)]
        page.emulate_media(media="screen")


def test_the_luck_line_is_drawn_in_black_and_dashes(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, debrief_page(saved(SPADE[0])))
    lines = page.locator("figure svg polyline")
    dashes = [lines.nth(at).get_attribute("stroke-dasharray") for at in range(lines.count())]
    assert dashes == ["none", "7 4"]
    assert page.locator("figure svg").get_attribute("aria-label").startswith("Luck added up")  # type: ignore[union-attr]


@pytest.mark.parametrize("width", [360, 760])
def test_a_debrief_fits_a_narrow_screen(browser: Browser, tmp_path: Path, width: int) -> None:
    opened = browser.new_page(viewport={"width": width, "height": 800})
    for name in (SPADE[0], TABLE[1]):
        show(opened, tmp_path, debrief_page(played(name)))
        wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert opened.evaluate(wide) <= 0
    opened.close()

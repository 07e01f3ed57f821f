"""The order composer's map and planning map: what is drawn, and a page that prints in one ink."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest
from attrs import evolve

from tests.rifle_and_spade.orders.order_positions import under
from tests.widgets.shared import HOSTILE
from wargame.rifle_and_spade.orders import routes
from wargame.rifle_and_spade.scenario import load_scenario
from wargame.rifle_and_spade.state import Situation
from widgets import OrderComposer
from widgets.explorers.composer_plan import choosable, draft_of


@pytest.fixture(scope="module")
def kemal() -> Situation:
    return load_scenario("gallipoli_1915/kemals_counterattack").situation


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag not in {"meta", "br", "img"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_map_shows_line_routes_and_channel(kemal: Situation) -> None:
    composer = OrderComposer(kemal, brigiment="57")
    drawn = composer.panels.map.overlay_svg
    assert "Objective line" in drawn
    assert "Edge of the channel of march" in composer.panels.map.board_svg
    assert "Edge of the channel of march" not in drawn, "it would veil the counters"
    assert "Route of" in drawn
    assert "In support" in drawn
    assert "route of" in composer.panels.map.text_twin()


def test_the_planning_map_is_one_page_that_needs_nothing_else(kemal: Situation) -> None:
    page = OrderComposer(kemal, brigiment="57").handout()
    tags = _Tags()
    tags.feed(page)
    assert tags.open == []
    assert {"svg", "table", "h1"} <= tags.seen
    assert not {"script", "link", "img", "iframe"} & tags.seen
    assert not re.search(r"(?:src|href)=\"(?!#)", page)
    assert not re.search(r"url\((?!#)", page)
    assert "Planning map" in page


def test_on_paper_routes_differ_by_stroke_and_not_by_ink(kemal: Situation) -> None:
    page = OrderComposer(kemal, brigiment="57").handout()
    order = page.partition('<g class="wg-order">')[2].partition("</svg>")[0]
    inks = set(re.findall(r'stroke="(#[0-9a-f]+)"[^>]*><title>Route', order))
    assert inks == {"#000000"}
    strokes = set(re.findall(r'stroke-width="3"([^>]*)><title>Route', order))
    assert len(strokes) > 1


def test_the_button_offers_the_page() -> None:
    composer = OrderComposer(under("defense"), brigiment="3")
    composer.panels.form.print.click()
    assert 'download="order-3.html"' in composer.panels.paper.value
    composer.write("attack")
    assert composer.panels.paper.value == "", "it would be of another order"


def test_hostile_names_are_text_everywhere() -> None:
    situation = under("attack", goals={"L9": ["12.54"]})
    army = situation.army
    named = evolve(army.brigiment("3"), name=HOSTILE)
    hostile = evolve(situation, army=evolve(army, brigiments={**army.brigiments, "3": named}))
    composer = OrderComposer(hostile, brigiment="3")
    for page in (composer.static_html(), composer.handout(), composer.panels.headline.value):
        assert '<img src="x"' not in page


def test_every_order_of_the_scenario_can_be_read_into_a_draft(kemal: Situation) -> None:
    for name in choosable(kemal):
        draft = draft_of(kemal, name)
        assert draft.kind == kemal.command(name).order.kind
        assert draft.ruling.sentence


def test_the_crossings_drawn_are_those_that_the_rules_find(kemal: Situation) -> None:
    for name in choosable(kemal):
        draft = draft_of(kemal, name)
        told = routes.crossings(kemal, name, draft.order)
        assert told.allowed == (not draft.crossings)


def test_the_hexes_that_may_come_next_are_marked() -> None:
    composer = OrderComposer(under("defense"), brigiment="3")
    composer.lead("line")
    composer.click("13.53")
    marked = composer.panels.map.marks
    assert set(marked.values()) == {"candidate"}
    assert "14.54" in marked

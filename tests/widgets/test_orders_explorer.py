"""The orders explorer without a browser: all that a reader can do, and all that can go wrong."""

from __future__ import annotations

import json
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

import pytest

from tests.rifle_and_spade.test_continuation import regiment
from wargame.core.errors import Refused, RequestError
from wargame.lab import own_charts
from wargame.rifle_and_spade import communications, intermingling, messaging
from wargame.rifle_and_spade.orders import change, committing, continuation
from wargame.rifle_and_spade.orders.what_if import what_if
from wargame.rifle_and_spade.orders_table import SELECTABLE
from wargame.rifle_and_spade.scenario import load_scenario
from wargame.rifle_and_spade.state import Situation
from widgets import OrdersExplorer
from widgets.errors import WidgetError
from widgets.explorers.orders_plan import Check
from widgets.explorers.orders_words import gain_words

KEMAL = "gallipoli_1915/kemals_counterattack"


@pytest.fixture
def tangled() -> Situation:
    """Return the 57th Regiment attacking, intermingled, one half marked isolated."""
    return regiment(intermingled=True, isolated=("L 1/57",), division_at="8.27")


@pytest.fixture
def explorer(tangled: Situation) -> OrdersExplorer:
    return OrdersExplorer(tangled, "57", seed=7)


@pytest.fixture(scope="module")
def kemal() -> Situation:
    return load_scenario(KEMAL, own_charts()).situation


def came_out(explorer: OrdersExplorer) -> str:
    """Return the result; asked afresh each time."""
    return explorer.result


def waiting(explorer: OrdersExplorer) -> bool:
    """Return whether the odds wait for a bet; asked afresh each time."""
    return bool(explorer.panels.odds.hidden)


# ------------------------------------------------------------------ what it opens on


def test_it_opens_on_the_order_likeliest_to_fail_by_a_roll(kemal: Situation) -> None:
    explorer = OrdersExplorer()
    assert explorer.plan.brigiment == "27"
    assert explorer.chance == continuation.chance(kemal, "27")
    assert "Kemal" in repr(explorer)


def test_it_opens_on_a_scenario_an_example_or_a_position(tangled: Situation) -> None:
    loaded = load_scenario(KEMAL, own_charts())
    assert OrdersExplorer(loaded, "57").plan.brigiment == "57"
    assert OrdersExplorer("RS-38a").chance == 0
    assert OrdersExplorer(tangled).plan.brigiment == "57"


def test_what_it_cannot_open_is_told_in_a_sentence(kemal: Situation) -> None:
    with pytest.raises(WidgetError, match="RS-38a"):
        OrdersExplorer("RS-38x")
    with pytest.raises(WidgetError, match="without orders"):
        OrdersExplorer("gallipoli_1915/clearing_sedd_el_bahr")
    with pytest.raises(WidgetError, match="bett"):
        OrdersExplorer(kemal, bett=True)
    with pytest.raises(RequestError, match="brigiment"):
        OrdersExplorer(kemal, "58")


# ------------------------------------------------------------------ what it shows is the engine's


def test_the_check_is_what_the_engine_says(explorer: OrdersExplorer, tangled: Situation) -> None:
    ruling = continuation.continuation(tangled, "57")
    assert explorer.panels.ruling.ruling == ruling
    shown = explorer.panels.odds.series[0]["chances"]
    assert Fraction(shown["continues"]) == ruling.value
    assert Fraction(shown["fails"]) == 1 - Fraction(shown["continues"])
    for each in ruling.walk():
        if each.label in {"Number", "Isolated units", "Intermingled", "Class", "Target"}:
            assert each.label in explorer.panels.sum.value
            assert str(each.cases[0]) in explorer.panels.sum.value
    assert "6 officer points, column attack" in explorer.panels.sum.value
    assert "stalled attack is in effect at once" in explorer.panels.sum.value


def test_each_remedy_is_told_in_points_of_chance(
    explorer: OrdersExplorer, tangled: Situation
) -> None:
    asked = what_if(tangled, "57")
    assert [(each.label, each.chance) for each in explorer.remedies] == asked
    assert "R 1/57 out of the way" in explorer.panels.what_if.value
    assert "+12 points of chance" in explorer.panels.what_if.value
    assert gain_words(Fraction(-1, 100)) == "−1 point of chance"
    assert gain_words(Fraction(0)) == "no change"


def test_the_matrix_has_every_order(explorer: OrdersExplorer, tangled: Situation) -> None:
    assert tuple(explorer.matrix.items()) == change.matrix(tangled, "57")
    for kind, ruling in explorer.matrix.items():
        assert kind in explorer.panels.matrix.value
        assert str(ruling.cases[0]) in explorer.panels.matrix.value


def test_battalions_in_support_have_their_chance(kemal: Situation) -> None:
    explorer = OrdersExplorer(kemal, "27")
    assert explorer.commits["2/27"] == committing.commit_ruling(kemal, "27", "2/27")
    explorer.check("commit", "2/27")
    assert explorer.ruling == explorer.commits["2/27"]
    assert explorer.remedies == ()
    assert "What-ifs are reckoned" in explorer.panels.what_if.value


def test_messages_are_drawn_link_by_link(kemal: Situation) -> None:
    explorer = OrdersExplorer(kemal, "27")
    links = explorer.plan.links
    assert links
    assert all(link.holds for link in links)
    for link in links:
        assert link.ruling == messaging.link(kemal, link.one, link.other, "Ottoman")
        assert link.ruling.sentence in explorer.panels.messages.value
        assert link.ruling.sentence in explorer.panels.map.overlay_svg
    assert "HQ 27" in explorer.panels.map.overlay_svg


def test_a_chain_that_breaks_shows_where_and_why(explorer: OrdersExplorer) -> None:
    broken = [link for link in explorer.plan.links if not link.holds]
    assert {link.units for link in broken} == {("L 1/57",), ("L 2/57", "R 1/57", "R 2/57")}
    told = explorer.panels.messages.value
    assert "4.20 to 3.25 breaks: Range 6 is too far for a runner." in told
    assert "L 1/57, marked isolated" in told
    assert "R 2/57, not marked isolated yet" in told
    assert ">isolated<" in explorer.panels.map.overlay_svg


def test_who_stands_between_is_marked_with_the_path(
    explorer: OrdersExplorer, tangled: Situation
) -> None:
    assert explorer.plan.proofs == tuple(intermingling.proofs(tangled, "57"))
    assert "4.20 - 5.20 - 6.20" in explorer.panels.formation.value
    assert ">between<" in explorer.panels.map.overlay_svg


def test_the_way_to_the_division_has_its_length(
    explorer: OrdersExplorer, tangled: Situation
) -> None:
    assert explorer.plan.way == communications.shortest(tangled, "57")
    assert "5 hexes to 19" in explorer.panels.map.overlay_svg
    assert "3.25 - 4.25" in explorer.panels.formation.value


def test_a_brigiment_off_the_map_has_no_lines(kemal: Situation) -> None:
    explorer = OrdersExplorer(kemal, "4A")
    assert explorer.plan.headquarters is None
    assert explorer.plan.links == ()
    assert "off the map" in repr(explorer)
    assert "No roll: continues." in repr(explorer)
    with pytest.raises(RequestError, match="no roll to make"):
        explorer.throw()


# ------------------------------------------------------------------ what a reader does


def test_menus_and_methods_do_the_same(kemal: Situation) -> None:
    by_hand, by_menu = OrdersExplorer(kemal, "27"), OrdersExplorer(kemal, "27")
    by_hand.look_at("57")
    by_hand.check("change", "regroup")
    by_menu.panels.brigiment.value = "57"
    by_menu.panels.check.value = Check("change", "regroup")
    assert repr(by_hand) == repr(by_menu)
    assert by_hand.static_html() == by_menu.static_html()


def test_a_click_looks_at_who_stands_there(kemal: Situation) -> None:
    explorer = OrdersExplorer(kemal, "27")
    there = next(piece for piece in kemal.pieces if kemal.unit(piece).id == "57 HQ")
    explorer.panels.map.choose(kemal.board.label(there.at))
    assert kemal.commanded(there) == explorer.plan.command
    empty = next(cell for cell in kemal.board.cells if not kemal.at(cell))
    explorer.panels.map.choose(kemal.board.label(empty))
    assert "under orders" in explorer.panels.map.error


def test_a_roll_by_hand_and_its_outcome(explorer: OrdersExplorer) -> None:
    explorer.throw(59)
    assert came_out(explorer) == "continues"
    assert explorer.situation == explorer.plan.situation
    explorer.back()
    assert repr(explorer).startswith("The position given. 57: attack continues?")
    explorer.throw(60)
    assert came_out(explorer) == "fails"
    assert explorer.situation.command("57").order.kind == "stalled attack"
    assert explorer.panels.odds.lit == "fails"
    assert "Rolled 60: fails. Stalled attack is in effect at once." in repr(explorer)
    with pytest.raises(RequestError, match="made already"):
        explorer.throw(1)


def test_the_tray_throws_and_sets(explorer: OrdersExplorer) -> None:
    explorer.panels.dice.ask("set", 3)
    assert explorer.result == "continues"
    explorer.panels.again.click()
    explorer.panels.dice.throw()
    other = OrdersExplorer(explorer.plan.situation, "57", seed=7)
    other.throw()
    assert other.records[-1] == explorer.records[-1]


def test_faces_the_dice_have_not_are_refused(explorer: OrdersExplorer) -> None:
    with pytest.raises(Refused):
        explorer.throw(100)
    with pytest.raises(RequestError, match="no roll yet"):
        explorer.back()


def test_a_change_that_is_not_allowed_says_why(explorer: OrdersExplorer) -> None:
    explorer.check("change", "cordon defense")
    assert explorer.chance is None
    assert "never chosen" in explorer.panels.sum.value
    assert not explorer.panels.dice.enabled
    with pytest.raises(RequestError, match="no roll to make"):
        explorer.throw(5)


@pytest.mark.parametrize(
    ("sort", "what", "words"),
    [
        ("chang", "", "change"),
        ("change", "march!", "march"),
        ("commit", "9/57", "no battalion is in support"),
        ("continue", "attack", "one order to continue"),
    ],
)
def test_checks_that_are_none_are_told(
    explorer: OrdersExplorer, sort: str, what: str, words: str
) -> None:
    before = repr(explorer)
    with pytest.raises(RequestError, match=words):
        explorer.check(sort, what)
    assert explorer.panels.map.error
    assert repr(explorer) == before


# ------------------------------------------------------------------ bets and records


def test_the_chances_wait_for_a_bet(tangled: Situation) -> None:
    explorer = OrdersExplorer(tangled, "57", bet=True)
    for page in (repr(explorer), explorer.static_html(), explorer.panels.sum.value):
        assert "60.0 %" not in page
        assert "points of chance" not in page
    assert explorer.panels.dice.bands == []
    assert explorer.panels.ruling.ruling is None
    with pytest.raises(RequestError, match="no bet yet"):
        explorer.throw(5)
    with pytest.raises(RequestError, match="continues"):
        explorer.bet("continue")
    explorer.panels.odds.place_bet("fails")
    assert "60.0 %" in repr(explorer)
    assert explorer.panels.matrix.value.count("bet first") == len(SELECTABLE)
    explorer.throw(5)
    assert [each["kind"] for each in explorer.records] == ["rolled"]
    assert [(each.question, each.said) for each in explorer.replies] == [
        ("OrdersExplorer: 57, continue", "fails")
    ]
    assert explorer.replies[0].facts["result"] == explorer.result
    explorer.check("change", "defense")
    assert waiting(explorer)
    explorer.bet("unchanged")
    assert not waiting(explorer)
    assert explorer.panels.matrix.value.count("bet first") == len(SELECTABLE) - 1
    explorer.check()
    assert not waiting(explorer)


def test_nothing_is_bet_on_where_nothing_is_rolled() -> None:
    explorer = OrdersExplorer("RS-38a", bet=True)
    assert not waiting(explorer)
    with pytest.raises(RequestError, match="no roll is made"):
        explorer.bet("fails")


def test_records_are_plain_json(explorer: OrdersExplorer) -> None:
    explorer.bet("continues")
    explorer.throw(80)
    explorer.check("change", "regroup")
    explorer.throw(1)
    assert json.loads(json.dumps(explorer.records)) == explorer.records
    last: dict[str, Any] = explorer.records[-1]
    assert (last["check"], last["what"], last["result"]) == ("change", "regroup", "changed")
    assert last["chance"] == "7/20"


# ------------------------------------------------------------------ without a kernel


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        self.seen.add(tag)


def test_the_static_page_needs_no_script(explorer: OrdersExplorer) -> None:
    explorer.throw(99)
    tags = _Tags()
    tags.feed(explorer.static_html())
    assert {"table", "img"} <= tags.seen
    assert "script" not in tags.seen
    assert "Rolled 99: fails." in explorer.static_html()


def test_every_brigiment_of_the_scenarios_can_be_looked_at(kemal: Situation) -> None:
    explorer = OrdersExplorer(kemal)
    for command in kemal.commands:
        explorer.look_at(command.brigiment)
        for check in explorer.plan.checks:
            explorer.check(check.sort, check.what)
            assert repr(explorer)
    explorer.look_at(kemal.commands[0].brigiment)


def test_where_nothing_is_rolled_no_dice_lie_about() -> None:
    explorer = OrdersExplorer("gallipoli_1915/kemals_counterattack", "3A")
    assert explorer.plan.roll is None
    assert explorer.panels.dice.layout.display == "none"
    explorer.look_at("57")
    assert explorer.panels.dice.layout.display is None

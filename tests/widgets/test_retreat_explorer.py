"""The retreat explorer without a browser: what it shows is the engine's, and all one can do."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import pytest
from attrs import evolve

from tests.fire_and_movement.fields import combat, field, followed
from tests.fire_and_movement.positions import gaza
from wargame.core.drivers import Entry, replay
from wargame.core.errors import Refused, RequestError
from wargame.fire_and_movement.advance import advances, may_advance
from wargame.fire_and_movement.direction import away_from_enemy
from wargame.fire_and_movement.displacement import exits
from wargame.fire_and_movement.games import RULESETS
from wargame.fire_and_movement.retreat import retreats
from wargame.fire_and_movement.retreat_rulings import explained, may_retreat
from wargame.fire_and_movement.state import Situation
from widgets import RetreatExplorer
from widgets.errors import WidgetError
from widgets.explorers.fm_variants import OWN, retreat_variants
from widgets.explorers.retreat_plan import CAUSES

EVE = "gaza_1917/eve_of_assault"
REGIMENT = "CP-48"
BRIGADE_OF_TWO = "BR-161"
"""It shares its hex with a tank detachment."""
CHAIN = "FM-displacement"
NORTH = ("a1 Red 4-4-4 0406", "a2 Red 4-4-4 0405")
DEFENDER = "d1 Blue 3-3-4 0505"


@pytest.fixture
def situation() -> Situation:
    return gaza("eve_of_assault")


@pytest.fixture
def explorer() -> RetreatExplorer:
    return RetreatExplorer(EVE, REGIMENT)


@pytest.fixture
def chain() -> RetreatExplorer:
    """Return a retreat for which a friend, and another for the friend, must make way."""
    return RetreatExplorer(CHAIN, "defender")


def shown(explorer: RetreatExplorer) -> str:
    """Return the line under the map; asked afresh each time."""
    return str(explorer.panels.map.message)


def keys(explorer: RetreatExplorer) -> list[str]:
    """Return the options of the decision that is asked for."""
    choice = explorer._moment.choice
    return [option.key for option in choice.options] if choice is not None else []


def buttons(explorer: RetreatExplorer) -> list[str]:
    """Return the words on the buttons of the decision."""
    return [str(each.description) for each in explorer.panels.decision.children[1:]]


# ------------------------------------------------------------------ what it opens on


def test_it_opens_on_a_position_a_scenario_or_an_example(situation: Situation) -> None:
    assert RetreatExplorer(situation).ruling is None
    assert "Choose the unit" in repr(RetreatExplorer())
    assert "FM-displacement" in repr(RetreatExplorer(CHAIN, "defender"))


def test_what_it_cannot_open_is_told_in_a_sentence() -> None:
    with pytest.raises(WidgetError, match=r"keyword 'hex'.*hexes"):
        RetreatExplorer(hex=2)
    with pytest.raises(RequestError, match="CP-481"):
        RetreatExplorer(EVE, "CP-481")
    with pytest.raises(RequestError, match="1 to 3"):
        RetreatExplorer(EVE, REGIMENT, 4)
    with pytest.raises(RequestError, match="bombardment"):
        RetreatExplorer(EVE, REGIMENT, cause="fear")
    with pytest.raises(RequestError, match="direction_binds"):
        RetreatExplorer(EVE, REGIMENT, rules="direction")
    with pytest.raises(RequestError, match="none chosen"):
        RetreatExplorer(EVE).ask("1310")


# ------------------------------------------------------------------ what it shows is the engine's


@pytest.mark.parametrize("hexes", [1, 2, 3])
@pytest.mark.parametrize("cause", CAUSES)
def test_every_way_is_listed_with_the_duty_that_ranks_it(
    situation: Situation, cause: str, hexes: int
) -> None:
    explorer = RetreatExplorer(situation, REGIMENT, hexes, cause=cause)
    duty = {"duty": away_from_enemy} if cause == "bombardment" else {}
    found = retreats(explorer.plan.situation, REGIMENT, hexes, **duty)
    assert explorer.retreats.open == found.open
    assert explorer.retreats.outranked == found.outranked
    ruling = explained(explorer.retreats)
    assert explorer.ruling == ruling
    table = explorer.panels.ways.value
    for each in ruling.parts:
        assert each.label in table
        assert each.sentence.split("'")[0] in table
        assert str(each.cases[0]) in table
    assert table.count(">open<") == len(found.open)
    assert table.count(">gives way<") == len(found.outranked)
    assert table.count(">shut<") == len(ruling.parts) - len(found.open) - len(found.outranked)


def test_a_hex_where_no_way_ends_says_why() -> None:
    explorer = RetreatExplorer("FM-retreat-duties", "defender")
    board = explorer.situation.board
    for label, path, why in (
        ("0603", ("0503", "0603"), "ends no nearer"),
        ("0304", ("0304",), "first in 0304"),
        ("0503", ("0503",), "must end 2"),
        ("0403", ("0403",), "enemy zone"),
    ):
        explorer.ask(label)
        cells = tuple(map(board.hex, path))
        assert explorer.ruling == may_retreat(explorer.plan.situation, "defender", cells, 2)
        assert why in shown(explorer)
        assert explorer.panels.map.marks[label] == "barred"
    explorer.ask("0707")  # far off
    assert explorer.ruling is not None
    assert not explorer.ruling.allowed


def test_a_unit_with_nowhere_to_go_is_eliminated_and_attackers_advance() -> None:
    ring = [f"a{n} Red 4-4-4 {at}" for n, at in enumerate(("0406", "0504", "0606", "0405", "0605"))]
    explorer = RetreatExplorer(field(*ring, DEFENDER), "d1")
    assert explorer.retreats.doomed
    assert explorer.plan.way is None
    assert explorer.panels.go.disabled
    assert "is eliminated" in shown(explorer)
    ahead = explorer.ahead
    assert ahead is not None
    assert ahead.outcome.retreated[0].eliminated
    assert "0505" in explorer.panels.advance.value
    with pytest.raises(RequestError, match="no way of d1"):
        explorer.take()


# ------------------------------------------------------------------ who makes way


def test_displacement_chains_are_told_link_by_link(chain: RetreatExplorer) -> None:
    found = {(link.unit, link.end, tuple(each.end for each in link.then)) for link in chain.chains}
    situation = chain.plan.situation
    taboo = frozenset({chain.plan.start, situation.board.hex("0604")})
    first = exits(situation, "friend", taboo)
    assert {end for _, end, _ in found} == {way.cell for way in first}
    for link, way in zip(chain.chains, first, strict=True):
        used = taboo | {link.start, link.end}
        assert {each.unit for each in link.then} == {way.pushes}
        then = exits(situation, way.pushes, used)
        assert {each.end for each in link.then} == {each.cell for each in then}
    told = chain.panels.chain.value
    assert "friend goes from 0604 to 0603, where other goes from 0603 to 0602." in told
    assert "makes way" in chain.panels.map.overlay_svg


def test_without_chains_another_edition_displaces_nobody(chain: RetreatExplorer) -> None:
    chain.use_rules("displacement_chains")
    assert chain.retreats.doomed
    assert chain.chains == ()
    assert "Open only by the rules in force: 0504-0604." in chain.panels.apart.value
    chain.use_rules(OWN)
    assert chain.panels.apart.value == ""


# ------------------------------------------------------------------ standing and advancing


@pytest.mark.parametrize(("ruleset", "steps"), [("system_v8", 1), ("system_v7", 1)])
def test_stiff_resistance_costs_what_the_procedure_says(ruleset: str, steps: int) -> None:
    situation = field(*NORTH, DEFENDER, ruleset=ruleset)
    stand = RetreatExplorer(situation, "d1").stiff_resistance
    assert stand is not None
    assert stand.value == steps
    answer = "stand" if ruleset == "system_v8" else "stand:d1"
    outcome = followed(combat(situation, "a1", "a2"), "D2", answer)
    assert outcome.steps_lost("Blue") == steps
    assert any(may_advance(outcome, combat(situation, "a1", "a2")) == each for each in stand.parts)


def test_an_attacking_stack_that_stands_pays_by_edition(situation: Situation) -> None:
    explorer = RetreatExplorer(situation, BRIGADE_OF_TWO, 1, cause="attacker")
    assert explorer.plan.force == (BRIGADE_OF_TWO, "BR-1E")
    assert explorer.stiff_resistance is not None
    assert explorer.stiff_resistance.value == 1  # one pays for all
    explorer.use_rules("stand_cost")
    assert explorer.stiff_resistance.value == 2  # each pays
    assert "Standing costs other than by the rules in force." in explorer.panels.apart.value


def test_a_result_on_which_nobody_stands_says_so(situation: Situation) -> None:
    explorer = RetreatExplorer(situation, REGIMENT, 3)
    assert explorer.stiff_resistance is not None
    assert not explorer.stiff_resistance.allowed
    assert "nobody stand on a D3" in explorer.panels.cost.value
    assert "the result costs one step besides the retreat" in explorer.panels.cost.value


def test_where_attackers_could_advance_is_told_for_the_way_looked_at(
    explorer: RetreatExplorer,
) -> None:
    explorer.look_at("1309-1308")
    ahead = explorer.ahead
    assert ahead is not None
    assert ahead.advances is not None
    attack = explorer.plan.attack
    assert attack is not None
    again = advances(ahead.outcome, attack, attack.attackers)
    assert ahead.advances.ends == again.ends
    for name, ends in again.ends.items():
        assert explorer.situation.unit(name).name in explorer.panels.advance.value
        assert all(explorer.situation.board.label(cell) in repr(explorer) for cell in ends)
    explorer.panels.form["by BR-ICB"].value = False
    assert "Imperial Camel Brigade" not in explorer.panels.advance.value
    explorer.retreat(2, "bombardment")
    assert explorer.panels.advance.value == ""
    explorer.retreat(1, "defender")
    assert "No result of the table makes a defender retreat 1 hex." in repr(explorer)


def test_a_charge_opens_one_hex_more(situation: Situation) -> None:
    explorer = RetreatExplorer(situation, "CP-53C")
    assert "charge IMD" in explorer.panels.form.keys
    before = explorer.ahead
    explorer.panels.form["charge IMD"].value = True
    after = explorer.ahead
    assert before is not None
    assert after is not None
    assert before.advances is not None
    assert after.advances is not None
    assert set(after.advances.ends["BR-4LH"]) > set(before.advances.ends["BR-4LH"])


# ------------------------------------------------------------------ carried out


def test_a_retreat_is_carried_out_decision_by_decision(chain: RetreatExplorer) -> None:
    start = chain.situation
    assert keys(chain) == ["retreat", "stand"]
    assert chain.panels.nowhere.layout.display == "none"
    assert chain.panels.go.layout.display is None
    chain.panels.go.click()
    assert keys(chain) == ["0603:other", "0703:third"]
    chain.panels.map.choose("0603")  # the hex of an option takes it
    chain.decide("0602")
    assert keys(chain) == ["stay", "first@0404", "second@0404"]
    assert {label for label, kind in chain.panels.map.marks.items() if kind == "chosen"} == {"0404"}
    assert "may advance here" in chain.panels.map.notes["0404"]
    chain.decide("first@0404")
    assert chain.outcome is not None
    places = {p.unit: chain.situation.board.label(p.at) for p in chain.situation.pieces}
    assert places["defender"] == "0604"
    assert places["friend"] == "0603"
    assert places["other"] == "0602"
    assert places["first"] == "0404"
    assert "All is done." in shown(chain)
    record = json.loads(json.dumps(chain.records[-1]))
    journal = [Entry.from_json(line) for line in record["journal"]]
    assert replay(chain.plan.procedure(), journal).outcome == chain.outcome
    for _ in journal:
        chain.panels.back.click()
    assert chain.situation == start
    assert chain.panels.back.disabled
    with pytest.raises(RequestError, match="no decision yet"):
        chain.back()


def test_each_unit_of_a_stack_is_looked_at_when_its_turn_comes(explorer: RetreatExplorer) -> None:
    explorer.take("1309-1308")
    assert explorer.plan.unit == "CP-2AK"
    assert explorer.situation.piece(REGIMENT).at == explorer.situation.board.hex("1308")
    assert explorer.retreats.situation == explorer.situation
    assert set(keys(explorer)) == {w.key(explorer.situation.board) for w in explorer.retreats.open}
    explorer.back()
    explorer.back()
    assert explorer.plan.unit in {REGIMENT, "CP-2AK"}
    explorer.take_up(REGIMENT)
    assert explorer.plan.later is None
    assert keys(explorer)[0] == "retreat"


def test_buttons_stand_for_the_options(explorer: RetreatExplorer) -> None:
    assert buttons(explorer)[0] == "retreat 2 hexes"
    explorer.panels.decision.children[-1].click()
    assert explorer.outcome is not None
    assert explorer.outcome.stood == (REGIMENT,)
    assert "stiff resistance costs a step" in shown(explorer)
    with pytest.raises(RequestError, match="no decision is asked for"):
        explorer.decide("retreat")


def test_an_outranked_way_is_refused_with_its_duty() -> None:
    explorer = RetreatExplorer("FM-retreat-duties", "defender")
    explorer.decide("retreat")
    with pytest.raises(Refused, match="ends no nearer"):
        explorer.decide("0503-0603")
    assert "ends no nearer" in explorer.panels.map.error
    with pytest.raises(RequestError, match="0504-0505"):
        explorer.take("0503-0603")
    barred = [each for each in explorer.panels.decision.children[1:] if each.disabled]
    assert len(barred) == len(explorer.retreats.outranked)
    assert "no nearer" in str(barred[0].tooltip)


def test_clicks_take_up_look_and_ask(situation: Situation) -> None:
    explorer = RetreatExplorer(situation)
    clicked = explorer.panels.map
    clicked.choose("1010")
    assert "an empty hex" in clicked.error
    clicked.choose("1310")
    first = explorer.plan.unit
    clicked.choose("1310")
    assert {first, explorer.plan.unit} == {REGIMENT, "CP-2AK"}
    clicked.choose("1308")
    assert explorer.plan.looked == "1309-1308"
    clicked.choose("1409")
    assert "no nearer" in shown(explorer)
    clicked.choose("1211")
    assert explorer.plan.unit == "BR-163"


def test_menus_and_methods_do_the_same() -> None:
    by_hand, by_menu = RetreatExplorer(EVE), RetreatExplorer(EVE)
    by_hand.take_up(REGIMENT)
    by_hand.retreat(3, "bombardment")
    by_hand.use_rules("system_v8")
    form = by_menu.panels.form
    form["unit"].value = REGIMENT
    form["cause"].value = "bombardment"
    form["hexes"].value = 3
    form["rules"].value = "system_v8"
    assert repr(by_hand) == repr(by_menu)
    assert by_hand.static_html() == by_menu.static_html()


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_variant_differs_from_the_rules_in_force(ruleset: str) -> None:
    own = RULESETS[ruleset]
    found = retreat_variants(own)
    assert found[0].ruleset is own
    assert len({each.key for each in found}) == len(found)
    for each in found[1:]:
        if each.key not in RULESETS:
            assert getattr(own, each.key) != getattr(each.ruleset, each.key)


def test_hostile_names_are_escaped_and_every_view_is_well_formed() -> None:
    situation = field(*NORTH, DEFENDER)
    units = dict(situation.roster.units)
    for name in ("d1", "a1"):
        units[name] = evolve(units[name], name='<img src="x" onerror="boom()">')
    hostile = evolve(situation, roster=evolve(situation.roster, units=units))
    explorer = RetreatExplorer(hostile, "d1")
    panels = explorer.panels
    for html in (explorer.static_html(), panels.headline.value, panels.advance.value):
        assert '<img src="x"' not in html
        parser = HTMLParser()
        parser.feed(html)
        parser.close()
    assert explorer.static_html() == RetreatExplorer(hostile, "d1").static_html()


# ------------------------------------------------------------------ bets


def test_the_ways_wait_for_a_bet(situation: Situation) -> None:
    explorer = RetreatExplorer(situation, REGIMENT, bet=True)
    assert "Bet first: choose a hex, 2 hexes away" in shown(explorer)
    for told in (repr(explorer), explorer.static_html(), json.dumps(explorer.panels.map.notes)):
        assert "1309" not in told
        assert "way ends" not in told
    assert "way" not in explorer.panels.form.keys
    assert explorer.panels.decision.children == ()
    with pytest.raises(RequestError, match="no bet yet"):
        explorer.take()
    with pytest.raises(RequestError, match="no bet yet"):
        explorer.decide("retreat")
    explorer.panels.map.choose("1409")
    reply = explorer.replies[0]
    assert (reply.said, reply.facts["answer"]) == ("1409", ["1209", "1308"])
    assert reply.right is False
    assert "1309-1209" in repr(explorer)
    with pytest.raises(RequestError, match="nothing to bet on"):
        explorer.bet("1308")
    explorer.retreat(3)
    explorer.panels.why.value = "All is beset."
    explorer.panels.nowhere.click()
    assert explorer.replies[-1].said == "nowhere"
    assert explorer.replies[-1].reason == "All is beset."
    assert explorer.replies[-1].right is False
    assert explorer.panels.why.value == ""
    assert explorer.records == []

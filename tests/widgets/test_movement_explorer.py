"""The movement explorer without a browser: what it shows is the engine's, and all one can do."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.fire_and_movement.fields import field
from tests.fire_and_movement.positions import gaza
from wargame.core.drivers import Entry, replay
from wargame.core.errors import Refused, RequestError
from wargame.core.ruling_views import value_text
from wargame.fire_and_movement.games import RULESETS
from wargame.fire_and_movement.gaza_game import EDGES
from wargame.fire_and_movement.movement import BY_WAY, may_move, moved, movement_phase
from wargame.fire_and_movement.rail import rail_ends
from wargame.fire_and_movement.reach import arriving, reach
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.terrain_costs import points_text, ways
from wargame.fire_and_movement.waypoints import legs
from wargame.fire_and_movement.zones import controlled
from widgets import MovementExplorer
from widgets.errors import WidgetError
from widgets.explorers.fm_svg import points_tag
from widgets.explorers.fm_variants import OWN, movement_variants
from widgets.explorers.movement_svg import labels
from widgets.svg import SIZE, centre

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.reach import Reach

EVE = "gaza_1917/eve_of_assault"
BRIGADE, REGIMENT = "BR-161", "CP-48"
RED, BLUE = "Red", "Blue"
MOBILE = "m Red 4-4-6 0909 mobile=1"


@pytest.fixture
def situation() -> Situation:
    return gaza("eve_of_assault")


@pytest.fixture
def explorer() -> MovementExplorer:
    return MovementExplorer(EVE, BRIGADE)


def shown(explorer: MovementExplorer) -> str:
    """Return the line under the map; asked afresh each time."""
    return str(explorer.panels.map.message)


# ------------------------------------------------------------------ what it opens on


def test_it_opens_on_a_position_a_scenario_or_an_example(situation: Situation) -> None:
    assert MovementExplorer(situation).plan.unit == ""
    assert MovementExplorer(load_scenario(EVE), BRIGADE).plan.start == situation.board.hex("1311")
    assert "FM-20" in repr(MovementExplorer("FM-20"))
    assert "Choose a unit" in repr(MovementExplorer())


def test_what_it_cannot_open_is_told_in_a_sentence(situation: Situation) -> None:
    with pytest.raises(WidgetError, match=r"keyword 'unti'.*unit"):
        MovementExplorer(unti="BR-161")
    with pytest.raises(WidgetError, match="FM-20x"):
        MovementExplorer("FM-20x")
    with pytest.raises(WidgetError, match="without units"):
        MovementExplorer(evolve(situation, pieces=()))
    with pytest.raises(RequestError, match="BR-1611"):
        MovementExplorer(EVE, "BR-1611")
    with pytest.raises(RequestError, match="9999"):
        MovementExplorer(EVE, BRIGADE, to="9999")
    with pytest.raises(RequestError, match="none chosen"):
        MovementExplorer(EVE, to="1312")
    with pytest.raises(RequestError, match="system_v7"):
        MovementExplorer(EVE, BRIGADE, rules="system_v6")
    with pytest.raises(RequestError, match="Mobile Movement Phase in Gaza"):
        MovementExplorer(EVE, mobile=True)


# ------------------------------------------------------------------ what it shows is the engine's


@pytest.mark.parametrize("name", [BRIGADE, REGIMENT, "BR-1LH", "BR-TRAIN", "CP-SCC"])
def test_the_points_left_stand_in_every_hex_of_the_reach(situation: Situation, name: str) -> None:
    explorer, found = MovementExplorer(situation, name), reach(situation, name)
    written = labels(explorer.plan)
    for cell in found.ends:
        assert written[cell] == points_text(found.left[cell])
        label, said = situation.board.label(cell), points_text(found.left[cell])
        assert f"{said} points left" in explorer.panels.map.notes[label]
    for cell in found.spent.keys() - set(found.ends) - {explorer.plan.start}:
        assert written[cell] == f"({points_text(found.left[cell])})"
    assert written.keys() >= set(found.ends)
    assert f"in {len(found.ends)} hex" in shown(explorer)


def test_the_way_is_told_part_by_part(explorer: MovementExplorer, situation: Situation) -> None:
    explorer.look_at("1512")
    cell = situation.board.hex("1512")
    found = reach(situation, BRIGADE)
    assert explorer.ruling == found.why_not(cell)
    assert explorer.panels.ruling.ruling == explorer.ruling
    assert explorer.plan.way.cells == found.path(cell)
    for step in found.cost_ruling(cell).parts:
        assert f">{value_text(step.value)}</td>" in explorer.panels.way.value
    for each in found.cost_ruling(cell).walk():
        if "TEC" in str(each.cases):
            assert str(each.cases[-1]) in explorer.panels.way.value
    assert "hill 2" in explorer.panels.way.value
    assert explorer.panels.map.marks == {"1311": "chosen", "1512": "target"}
    assert explorer.panels.map.overlay_svg.count("<polyline") == 2


@pytest.mark.parametrize(
    ("label", "sort", "why"),
    [
        ("1310", "none", "no unit enters"),
        ("0910", "far", "0910 is too far"),
        ("1411", "open", "passed through"),
        ("1311", "none", "stands there"),
    ],
)
def test_a_hex_out_of_reach_says_why(
    explorer: MovementExplorer, situation: Situation, label: str, sort: str, why: str
) -> None:
    explorer.look_at(label)
    cell = situation.board.hex(label)
    assert explorer.ruling == reach(situation, BRIGADE).why_not(cell)
    assert why in shown(explorer)
    assert explorer.plan.way.sort == sort
    assert explorer.panels.go.disabled


def test_a_way_that_zones_bar_is_drawn_as_if_there_were_none() -> None:
    wall = [f"w{n} Blue 1-1-1 050{n}" for n in range(1, 10)]
    explorer = MovementExplorer(field("r Red 4-4-9 0705", *wall), "r")
    explorer.look_at("0305")
    assert explorer.plan.way.sort == "none"  # enemies themselves stand in every way
    open_wall = field("r Red 4-4-9 0705", *(each for each in wall if "0505" not in each))
    explorer = MovementExplorer(open_wall, "r")
    explorer.look_at("0305")
    assert explorer.plan.way.sort == "zones"
    assert "Enemy zones stop r" in shown(explorer)
    assert "if no enemy zone stood in it" in explorer.panels.way.value


def test_the_railway_is_a_way_of_its_own() -> None:
    situation, rail = gaza("second_battle"), REGIMENT
    board = situation.board
    lines = ways(board, situation.ruleset).along("railroad")
    beside = (moved_to(situation, rail, board.label(cell)) for cell in sorted(lines))
    far = (each for each in beside if set(rail_ends(each, rail)) - set(reach(each, rail).ends))
    explorer = MovementExplorer(next(far), rail)
    goal = board.label(explorer.plan.rails[-1])
    explorer.look_at(goal)
    assert explorer.plan.way.sort == "rail"
    assert "By rail" in explorer.panels.way.value
    explorer.begin("Central Powers")
    explorer.move(goal)
    assert explorer.situation.piece(rail).at == board.hex(goal)
    assert "by rail" in shown(explorer)
    assert explorer.plan.phase.railed == rail


def moved_to(situation: Situation, name: str, label: str) -> Situation:
    """Return a position with a unit put into another hex."""
    there = situation.board.hex(label)
    pieces = (evolve(p, at=there) if p.unit == name else p for p in situation.pieces)
    return evolve(situation, pieces=pieces)


def test_zones_of_both_sides_are_a_switch(explorer: MovementExplorer, situation: Situation) -> None:
    cells = situation.board.cells
    for side in situation.sides:
        explorer.show_zones(side)
        noted = {k for k, said in explorer.panels.map.notes.items() if f"control of {side}" in said}
        found = {situation.board.label(c) for c in controlled(situation, side) if c in cells}
        assert noted == found
        assert explorer.panels.form[f"zones {side}"].value
    explorer.show_zones()
    assert "control of" not in json.dumps(explorer.panels.map.notes)
    explorer.panels.form["zones British"].value = True
    assert explorer.plan.zones == {"British"}
    with pytest.raises(RequestError, match="Turkish"):
        explorer.show_zones("Turkish")


def test_zones_that_do_not_hinder_are_told() -> None:
    explorer = MovementExplorer(EVE, "BR-TRAIN")
    hindered = explorer.reach.mover.zone
    all_of_them = explorer.plan.zone("Central Powers")
    assert not hindered
    assert f"{len(all_of_them)} hexes do not hinder it" in explorer.panels.headline.value


# ------------------------------------------------------------------ other rules


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_every_variant_differs_from_the_rules_in_force(ruleset: str) -> None:
    own = RULESETS[ruleset]
    found = movement_variants(own)
    assert found[0].key == OWN
    assert found[0].ruleset is own
    assert len({each.key for each in found}) == len(found)
    for each in found[1:]:
        assert each.ruleset is not own
        if each.key not in RULESETS:
            assert getattr(own, each.key) != getattr(each.ruleset, each.key)


def test_other_rules_say_what_they_change(situation: Situation) -> None:
    explorer = MovementExplorer(situation, REGIMENT)
    explorer.use_rules("leaves_zone")
    other = explorer.plan.variant.ruleset
    then, now = reach(situation, REGIMENT), reach(evolve(situation, ruleset=other), REGIMENT)
    apart = explorer.plan.difference
    assert apart is not None
    assert apart.gained == set(now.ends) - set(then.ends)
    assert apart.lost == set(then.ends) - set(now.ends)
    both = set(now.ends) & set(then.ends)
    assert apart.changed == {cell for cell in both if now.left[cell] != then.left[cell]}
    assert apart.changed
    assert "Other points left: 1 hex, 1410." in explorer.panels.apart.value
    assert labels(explorer.plan)[situation.board.hex("1410")].startswith("Δ")
    explorer.use_rules(OWN)
    assert explorer.panels.apart.value == ""


def test_the_editions_differ_on_a_leg_unit_that_left_a_zone() -> None:
    blue = ("b1 Blue 1-1-1 0505", "b2 Blue 1-1-1 0508")
    explorer = MovementExplorer(field("r Red 4-4-9 0406", *blue), "r")
    halted = set(explorer.reach.ends)
    explorer.use_rules("leg_halts_again")
    assert set(explorer.reach.ends) > halted
    assert "Gained" in explorer.panels.apart.value
    assert explorer.situation.ruleset.leg_halts_again  # the rules in force are as they were


# ------------------------------------------------------------------ what a reader does


def test_a_move_is_the_engines_and_is_taken_back(
    explorer: MovementExplorer, situation: Situation
) -> None:
    explorer.look_at("1512")
    explorer.panels.go.click()
    assert explorer.situation == moved(situation, BRIGADE, situation.board.hex("1512"))
    assert shown(explorer) == "161st Brigade moves 1311, 1412, 1512, for 3 of 3 points."
    assert not may_move(explorer.situation, BRIGADE).allowed
    assert "has moved" in explorer.panels.headline.value
    record = json.loads(json.dumps(explorer.records[0]))
    assert (record["unit"], record["from"], record["to"]) == (BRIGADE, "1311", "1512")
    journal = [Entry.from_json(line) for line in record["journal"]]
    ended = [*journal, Entry(journal[0].ask, "end", journal[0].who)]
    assert replay(lambda: movement_phase(situation), ended).outcome == explorer.situation
    with pytest.raises(Refused, match="has moved"):
        explorer.move("1511")
    explorer.panels.back.click()
    assert explorer.situation == situation
    with pytest.raises(RequestError, match="no move yet"):
        explorer.back()


def test_what_may_not_move_or_not_there_is_refused(explorer: MovementExplorer) -> None:
    before = explorer.situation
    with pytest.raises(RequestError, match="no hex for 161st Brigade"):
        explorer.move()
    with pytest.raises(Refused, match="too far"):
        explorer.move("0910")
    assert "too far" in explorer.panels.map.error
    explorer.take_up(REGIMENT)
    explorer.look_at("1309")
    assert explorer.panels.go.disabled
    with pytest.raises(Refused, match="British moves"):
        explorer.move()
    assert explorer.situation is before
    explorer.begin("Central Powers")
    explorer.move("1309")
    assert explorer.situation.board.label(explorer.situation.piece(REGIMENT).at) == "1309"


def test_a_phase_begins_anew_for_whoever_moves(explorer: MovementExplorer) -> None:
    explorer.move("1512")
    explorer.panels.form["phase"].value = ("Central Powers", False)
    assert explorer.situation.active == "Central Powers"
    assert explorer.situation.moved == frozenset()
    explorer.back()
    assert explorer.situation.active == "British"
    assert explorer.situation.moved == {BRIGADE}
    with pytest.raises(RequestError, match="Turks"):
        explorer.begin("Turks")


def test_who_has_moved_has_moved_in_the_mobile_phase_too() -> None:
    explorer = MovementExplorer(field(MOBILE, "leg Red 4-4-4 0101", "b Blue 1-1-1 0505"), "m")
    explorer.move("0809")
    explorer.begin(RED, mobile=True)
    assert explorer.plan.eligible.sentence == "m has moved in this player turn."
    explorer.take_up("leg")
    assert "only mobile units move" in explorer.plan.eligible.sentence
    explorer.begin(BLUE, mobile=True)
    explorer.begin(RED, mobile=True)
    explorer.take_up("m")
    assert explorer.plan.eligible.allowed


def test_clicks_take_up_look_and_take_up_again(situation: Situation) -> None:
    explorer = MovementExplorer(situation)
    clicked = explorer.panels.map
    clicked.choose("1010")
    assert "an empty hex" in clicked.error
    clicked.choose("1311")
    assert explorer.plan.unit == BRIGADE
    clicked.choose("1311")  # the next one of the stack
    assert explorer.plan.unit == "BR-1E"
    clicked.choose("1512")
    assert explorer.plan.goal == situation.board.hex("1512")
    clicked.choose("1310")  # the enemy: first why not, then who he is
    assert explorer.plan.unit == "BR-1E"
    assert "no unit enters" in shown(explorer)
    clicked.choose("1310")
    assert explorer.plan.unit in {REGIMENT, "CP-2AK"}


def test_menus_and_methods_do_the_same() -> None:
    by_hand, by_menu = MovementExplorer(EVE), MovementExplorer(EVE)
    by_hand.take_up(BRIGADE)
    by_hand.look_at("1413")
    by_hand.use_rules("system_v7")
    form = by_menu.panels.form
    form["unit"].value = BRIGADE
    form["to"].value = "1413"
    form["rules"].value = "system_v7"
    assert repr(by_hand) == repr(by_menu)
    assert by_hand.static_html() == by_menu.static_html()


def test_hostile_names_are_escaped_and_every_view_is_well_formed() -> None:
    situation = field("r Red 4-4-4 0505", "b Blue 1-1-1 0507")
    units = dict(situation.roster.units)
    units["r"] = evolve(units["r"], name='<img src="x" onerror="boom()">')
    hostile = evolve(situation, roster=evolve(situation.roster, units=units))
    explorer = MovementExplorer(hostile, "r", to="0503")
    for html in (explorer.static_html(), explorer.panels.headline.value):
        assert '<img src="x"' not in html
        parser = HTMLParser()
        parser.feed(html)
        parser.close()
    assert explorer.static_html() == MovementExplorer(hostile, "r", to="0503").static_html()
    assert "<script" not in explorer.static_html()


# ------------------------------------------------------------------ bets


def test_the_reach_waits_for_a_bet(situation: Situation) -> None:
    explorer = MovementExplorer(situation, BRIGADE, bet=True)
    assert "Choose a hex, and bet" in shown(explorer)
    with pytest.raises(RequestError, match="nothing to bet on"):
        explorer.bet("yes")
    explorer.panels.map.choose("1512")
    assert "Bet first: may 161st Brigade end its move in 1512?" in shown(explorer)
    for told in (repr(explorer), explorer.static_html(), json.dumps(explorer.panels.map.notes)):
        assert "in reach" not in told
        assert "0 left" not in told
        assert "Movement cost" not in told
    assert "to" not in explorer.panels.form.keys
    assert explorer.panels.ruling.ruling is None
    with pytest.raises(RequestError, match="no bet yet"):
        explorer.move()
    with pytest.raises(RequestError, match="yes or no"):
        explorer.bet("perhaps")
    explorer.panels.why.value = "Sand."
    explorer.panels.no.click()
    reply = explorer.replies[0]
    assert (reply.said, reply.facts["answer"], reply.right) == ("no", "yes", False)
    assert (reply.prompt, reply.reason) == ("May 161st Brigade end its move in 1512?", "Sand.")
    assert explorer.ruling == reach(situation, BRIGADE).why_not(situation.board.hex("1512"))
    assert "points left" in repr(explorer)
    explorer.take_up(REGIMENT)
    assert "Choose a hex, and bet" in shown(explorer)


# ------------------------------------------------------------------ by way of hexes


def test_a_way_is_chosen_hex_by_hex_and_compared_with_the_cheapest(situation: Situation) -> None:
    explorer = MovementExplorer(situation, "BR-1LH")
    board, found = situation.board, reach(situation, "BR-1LH")
    passed, end = detour(found)
    assert explorer.panels.plain.disabled
    explorer.panels.map.choose(board.label(passed))
    assert not explorer.panels.via.disabled
    explorer.panels.via.click()
    assert named(explorer) == (board.label(passed),)
    assert explorer.plan.goal is None
    assert f"By way of {board.label(passed)}: " in shown(explorer)
    ahead = found.by(passed)
    assert labels(explorer.plan)[end] == points_text(ahead.left[end])
    explorer.look_at(board.label(end))
    assert explorer.plan.way.cells == ahead.path(end)
    assert explorer.plan.cheapest.cells == found.path(end)
    more = points_text(ahead.spent[end] - found.spent[end])
    assert f"{more} more than the cheapest way" in shown(explorer)
    html, text = explorer.panels.way.value, repr(explorer)
    for caption in ("The way, step by step", "The cheapest way, to compare"):
        assert caption in html
        assert caption in text
    assert explorer.panels.map.overlay_svg.count("<polyline") == 4
    note = explorer.panels.map.notes[board.label(ahead.path(end)[1])]
    assert "on the way that was named" in note
    explorer.move()
    assert board.label(passed) in shown(explorer)
    journal = [Entry.from_json(line) for line in explorer.records[-1]["journal"]]
    assert [entry.answer for entry in journal] == [
        "BR-1LH", BY_WAY, board.label(passed), board.label(end),
    ]  # fmt: skip
    ended = [*journal, Entry(journal[0].ask, "end", journal[0].who)]
    assert replay(lambda: movement_phase(situation), ended).outcome == explorer.situation
    assert named(explorer) == ()
    explorer.back()
    assert explorer.situation == situation


def named(explorer: MovementExplorer) -> tuple[str, ...]:
    """Return the hexes to pass; asked afresh each time."""
    return explorer.plan.by


def detour(found: Reach) -> tuple[Hex, Hex]:
    """Return a hex to pass, and an end that costs more that way."""
    for leg in legs(found):
        ahead = found.by(leg.cell, straight=leg.straight)
        for end in ahead.ends:
            if (
                not leg.straight
                and found.spent.get(end, 0) < ahead.spent[end]
                and end in found.ends
            ):
                return leg.cell, end
    pytest.fail("no detour")


def test_menus_name_the_hexes_too_and_give_them_up(situation: Situation) -> None:
    by_hand, by_menu = (MovementExplorer(situation, "BR-1LH") for _ in range(2))
    board, found = situation.board, reach(situation, "BR-1LH")
    passed, end = detour(found)
    second = next(
        leg.cell for leg in legs(found.by(passed)) if leg.cell != end and not leg.straight
    )
    by_hand.pass_by(board.label(passed))
    by_hand.pass_by(board.label(second))
    form = by_menu.panels.form
    form["by 0"].value = board.label(passed)
    form["by 1"].value = board.label(second)
    assert named(by_hand) == named(by_menu) == (board.label(passed), board.label(second))
    assert repr(by_hand) == repr(by_menu)
    form["by 1"].value = ""
    assert named(by_menu) == (board.label(passed),)
    by_menu.panels.plain.click()
    assert named(by_menu) == ()
    assert by_menu.plan.reach.ends == found.ends


def test_what_cannot_be_passed_says_why(explorer: MovementExplorer, situation: Situation) -> None:
    with pytest.raises(RequestError, match="no hex"):
        explorer.pass_by()
    explorer.look_at("1512")  # all three points are spent there
    assert explorer.panels.via.disabled
    with pytest.raises(Refused, match="0 points left in 1512"):
        explorer.pass_by("1512")
    with pytest.raises(Refused, match="too far"):
        explorer.pass_by("0910")
    with pytest.raises(RequestError, match="no unit"):
        MovementExplorer(situation).pass_by("1512")
    with pytest.raises(RequestError, match="no bet"):
        MovementExplorer(situation, BRIGADE, bet=True).pass_by("1412")


def test_hexes_that_other_rules_do_not_let_pass_are_given_up() -> None:
    blue = ("b1 Blue 1-1-1 0505", "b2 Blue 1-1-1 0508")
    explorer = MovementExplorer(field("r Red 4-4-9 0406", *blue), "r")
    explorer.use_rules("leg_halts_again")
    passed = sorted(explorer.plan.reach.ends)
    base = MovementExplorer(field("r Red 4-4-9 0406", *blue), "r").plan.reach
    lax = {leg.cell for leg in legs(explorer.reach)} - {leg.cell for leg in legs(base)}
    assert lax <= set(passed)
    explorer.pass_by(explorer.situation.board.label(min(lax)))
    assert named(explorer)
    explorer.use_rules(OWN)
    assert named(explorer) == ()


# ------------------------------------------------------------------ who comes onto the map


def test_reinforcements_of_gaza_may_be_looked_at_and_moved() -> None:
    explorer = MovementExplorer("gaza_1917/second_battle", "CP-RC")
    board = explorer.situation.board
    assert set(dict(explorer.plan.coming)) == set(EDGES)
    entries = dict(explorer.plan.coming)["CP-RC"]
    found = arriving(explorer.situation, "CP-RC", entries)
    assert explorer.reach.spent == found.spent
    assert "comes onto the map through" in explorer.panels.headline.value
    assert "British moves" in explorer.panels.headline.value
    end = max(found.ends, key=lambda cell: (len(found.path(cell)), cell))
    explorer.look_at(board.label(end))
    assert explorer.plan.way.cells == found.path(end)
    steps = found.cost_ruling(end).parts
    assert len(steps) == len(found.path(end))
    assert explorer.panels.way.value.count("<tr") == len(steps) + 1
    assert "may come onto the map here" in explorer.panels.map.notes[board.label(entries[0])]
    with pytest.raises(Refused, match="British moves"):
        explorer.move()
    explorer.begin("Central Powers")
    explorer.look_at(board.label(end))
    explorer.panels.go.click()
    assert explorer.situation.piece("CP-RC").at == end
    assert "CP-RC" not in dict(explorer.plan.coming)
    explorer.back()
    assert "CP-RC" in dict(explorer.plan.coming)
    by_menu = MovementExplorer("gaza_1917/second_battle")
    by_menu.panels.form["unit"].value = "CP-RC"
    assert by_menu.plan.reach.ends == found.ends
    assert by_menu.static_html()


def test_entries_may_be_given_for_any_position() -> None:
    given = {"CP-RC": ["0114", "0115"]}
    explorer = MovementExplorer("gaza_1917/second_battle", "CP-RC", entries=given)
    board = explorer.situation.board
    assert dict(explorer.plan.coming) == {"CP-RC": (board.hex("0114"), board.hex("0115"))}
    with pytest.raises(RequestError, match="CP-RCX"):
        MovementExplorer("gaza_1917/second_battle", entries={"CP-RCX": ["0114"]})
    assert MovementExplorer("lebanon_82/peace_for_galilee").plan.coming == ()


def test_the_reach_is_a_number_and_its_hexes_are_listed_once() -> None:
    explorer = MovementExplorer(unit=BRIGADE)
    ruling, ends = explorer.ruling, explorer.reach.ends
    assert ruling is not None
    assert (ruling.value, ruling.unit) == (len(ends), "hexes")
    listed = [label for part in ruling.parts for label in value_text(part.value).split(", ")]
    assert sorted(listed) == sorted(map(explorer.situation.board.label, ends))
    far = explorer.situation.board.label(ends[-1])
    assert explorer.text_twin().count(far) == 1
    explorer.look_at(explorer.situation.board.label(ends[0]))
    assert explorer.text_twin().count(f"{far}") == 1


def test_points_do_not_lie_on_the_name_of_a_place() -> None:
    explorer = MovementExplorer("lebanon_82/peace_for_galilee", "IS-162-A1")
    board = explorer.situation.board
    town, field = board.hex("3015"), board.hex("3014")
    assert board.cells[town].name

    def lower(cell: Hex) -> float:
        drawn = points_tag(board, cell, "2", "#000", held=True)
        return float(drawn.partition('y="')[2].partition('"')[0]) - centre(board, cell)[1]

    assert lower(town) < SIZE / 2 < lower(field)

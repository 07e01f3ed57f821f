"""The fire explorer without a browser: all that a reader can do, and all that can go wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from tests.widgets.shared import HOSTILE
from wargame.core.data import scenario_folder, toml_files
from wargame.core.drivers import play
from wargame.core.errors import Refused, RequestError, WargameError
from wargame.core.examples import build_scene, load_example
from wargame.core.procedure import Roll
from wargame.core.questions import ask
from wargame.families import load_families
from wargame.rifle_and_spade.fire import NEAR_MISS, resolve
from wargame.rifle_and_spade.fire_chances import fire_chances
from wargame.rifle_and_spade.fire_rulings import aimed_ruling
from wargame.rifle_and_spade.scenario import load_scenario
from wargame.rifle_and_spade.scene import FAMILY
from widgets.errors import WidgetError
from widgets.explorers.fire import FireExplorer
from widgets.explorers.fire_source import ASKED, _examples
from widgets.explorers.fire_svg import table_svg, table_words, ways
from widgets.explorers.fire_words import BETS, at_least_one, bet_of

V_BEACH = "RS-55"
AT_V_BEACH = ("1st picket", "2nd picket", "3rd picket", "Nordenfelt")


@pytest.fixture
def beach() -> FireExplorer:
    return FireExplorer(V_BEACH, seed=3)


@pytest.fixture
def field() -> FireExplorer:
    """The opening of the scenario, with the landing force under fire."""
    explorer = FireExplorer(side="Ottoman", seed=5)
    explorer.target("6.2")
    for label in ("5.1", "7.2", "7.1"):
        explorer.toggle(label)
    return explorer


def told(explorer: FireExplorer) -> dict[str, str]:
    assert explorer.thrown is not None
    return {line.what: line.said for line in explorer.thrown.lines()}


# ---- what it opens on ---------------------------------------------------------------------------


def test_v_beach_opens_as_the_book_has_it(beach: FireExplorer) -> None:
    assert set(beach.plan.firers) == set(AT_V_BEACH)
    points, drm = beach.ruling.find("Fire points"), beach.ruling.find("Net fire DRM")
    assert points is not None
    assert drm is not None
    assert (points.value, drm.value) == (3, -14)
    assert "A company lands at V Beach" in beach.panels.headline.value
    assert "3 fire points, column 3; net DRM -14, rows -14 to -5." in beach.panels.headline.value


@pytest.mark.parametrize("name", sorted(_examples()))
def test_every_example_of_a_fire_opens_as_its_question_has_it(name: str) -> None:
    load_families()
    example = load_example(_examples()[name])
    scene = build_scene(FAMILY, example.scene, name)
    claim = next(claim for claim in example.claim if claim.ask in ASKED)
    asked = ask("rs.fire", claim.given, scene)
    explorer = FireExplorer(name)
    if not explorer.plan.weak:
        assert (explorer.ruling.value, explorer.ruling.sentence) == (asked.value, asked.sentence)


def test_only_examples_of_a_fire_can_be_opened() -> None:
    names = [path.stem for path in toml_files(scenario_folder() / "examples" / FAMILY)]
    assert 0 < len(_examples()) < len(names)
    with pytest.raises(WidgetError, match="the id of an example"):
        FireExplorer("RS-999")
    with pytest.raises(WidgetError, match="a Situation"):
        FireExplorer(7)  # type: ignore[arg-type]
    with pytest.raises(WidgetError, match="keyword 'targets'"):
        FireExplorer(targets="6.2")


def test_the_scenario_opens_with_every_target_marked() -> None:
    explorer = FireExplorer()
    situation = load_scenario().situation
    label = situation.board.label
    hexes = {label(cell) for cell in situation.occupied["Ottoman"]}
    assert explorer.panels.map.marks == dict.fromkeys(hexes, "candidate")
    assert repr(explorer).endswith(f"Entente fires: {len(hexes)} hexes hold targets.")
    assert FireExplorer(situation, side="Ottoman").plan.side == "Ottoman"


# ---- hand and Python do the same ----------------------------------------------------------------


def test_clicks_and_python_build_the_same_fire(field: FireExplorer) -> None:
    by_click = FireExplorer(side="Ottoman", seed=5)
    for label in ("6.2", "5.1", "7.2", "7.1"):
        by_click.panels.map.choose(label)
    assert repr(by_click) == repr(field)
    assert by_click.static_html() == field.static_html()
    by_click.panels.map.choose("7.1")
    field.toggle("7.1")
    assert repr(by_click) == repr(field)
    by_click.panels.map.choose("6.2")
    assert by_click.plan.target is None


def test_a_shared_hex_is_first_the_target_and_then_a_firer(beach: FireExplorer) -> None:
    by_click = FireExplorer(beach.plan.situation, side="Ottoman")
    by_click.panels.map.choose("6.2")
    assert by_click.plan.firers == ()
    by_click.panels.map.choose("6.2")
    assert set(by_click.plan.firers) == {"Nordenfelt", "1st picket"}
    by_click.panels.map.choose("6.2")
    assert by_click.plan.firers == ()


def test_the_form_does_all_that_the_mouse_does(field: FireExplorer) -> None:
    by_form = FireExplorer(seed=5)
    form = by_form.panels.form
    form["side"].value = "Ottoman"
    form["target"].value = field.plan.target
    for name in field.plan.firers:
        form[f"firer {name}"].value = True
    assert repr(by_form) == repr(field)
    form["deed"].value = "enters"
    form["points"].value = 2
    form["left"].value = field.plan.situation.board.hex("6.1")
    form["light"].value = "twilight"
    form["hide"].value = True
    field.moving("enters", points=2, left="6.1")
    field.what_if(light="twilight", hide=True)
    assert repr(by_form) == repr(field)
    assert form.keys == field.panels.form.keys
    form["as is"].value = True
    form["deed"].value = "still"
    field.as_it_stands()
    field.still()
    assert repr(by_form) == repr(field)


def test_the_form_says_beside_a_unit_why_it_may_not_fire() -> None:
    explorer = FireExplorer(side="Ottoman", target="4.3")
    barred = [key for key in explorer.panels.form.keys if key.startswith("firer ")]
    able = {each.piece.unit for each in explorer.plan.candidates if each.able}
    for key in barred:
        box = explorer.panels.form[key]
        assert box.disabled == (key.removeprefix("firer ") not in able)
        assert ("may not fire. " in box.description) == box.disabled
    entente = FireExplorer(side="Entente", target="8.3")
    boxes = [key for key in entente.panels.form.keys if key.startswith("firer ")]
    assert boxes
    assert all(entente.panels.form[key].disabled for key in boxes)
    assert any("(RS 17.8.2)" in entente.panels.form[key].description for key in boxes)
    assert "nobody may fire at it" in entente.panels.map.message


def test_who_moves_can_be_said_for_each_unit(field: FireExplorer) -> None:
    names = field.plan.standing
    field.moving("enters", points=1)
    assert field.plan.doing == names
    field.panels.form[f"mover {names[0]}"].value = False
    assert field.plan.doing == names[1:]
    by_python = FireExplorer(field.plan.situation, side="Ottoman", target="6.2")
    by_python.fire_with(*field.plan.firers)
    by_python.moving("enters", points=1, units=names[1:])
    assert by_python.plan.ruling == field.plan.ruling


# ---- what it shows is what the engine says ------------------------------------------------------


def test_every_number_comes_from_the_engine(beach: FireExplorer) -> None:
    shot = beach.plan.shot
    assert beach.ruling.parts[:2] == aimed_ruling(shot).parts
    assert beach.panels.ruling.ruling == beach.ruling
    chances = fire_chances(shot)
    shown = {k: Fraction(v) for k, v in beach.panels.odds.series[0]["chances"].items()}
    assert sum(shown.values()) == 1
    assert shown[NEAR_MISS] == chances.near_miss
    assert shown["1 loss"] == chances.by_hits()[1]
    checks = {k: Fraction(v) for k, v in beach.panels.morale.series[0]["chances"].items()}
    assert checks["not called for"] == chances.by_check()[""]
    assert sum(checks.values()) == 1


def test_the_four_families_are_columns_with_the_chosen_candidate_marked(
    beach: FireExplorer,
) -> None:
    html = beach.panels.families.value
    assert html.count("<section class='wg-fire-family'>") == 4
    assert "▶ Nordenfelt, 1st picket at A 1/RDF" in html
    assert "2nd picket, 3rd picket at A 1/RDF" in html
    assert "Passed over: Nordenfelt, 1st picket at A 1/RDF has the least sum." in html
    for words in ("Crossfire", "No Man&#x27;s Land", "RS 17.4.13", "<b>−14</b> net"):
        assert words in html


def test_fire_points_show_multipliers_limits_and_exclusions(beach: FireExplorer) -> None:
    assert "range zero, rifles and machine guns <b>2</b>" in beach.panels.points.value
    beach.what_if(confused=True)
    assert "confused <b>½</b>" in beach.panels.points.value
    beach.moving("retreats", points=2)
    assert "range zero" not in beach.panels.points.value
    beach.as_it_stands()
    night = FireExplorer(side="Ottoman", target="6.2", firers=["10 3/26", "9/1 3/26"])
    assert "✗ 10 3/26" in night.panels.points.value
    assert "read in column" in night.panels.points.value


def test_the_table_shows_the_shift_beyond_its_edge(beach: FireExplorer) -> None:
    plan = beach.plan
    found = ways(plan.table, plan.start, plan.net)
    assert [way.shift for way in found] == [7, 6, 5, 4, 3, 2, 1, 0, 0, 0]
    html = beach.panels.faces.value
    assert "<td>7 columns right</td><td class='wg-fire-number'>6.5</td>" in html
    assert "2.21" in html
    assert "0.90" in html
    words = table_words(plan.table, plan.start, plan.net)
    assert "0: row -7, 7 columns right, column 6.5: 2.21" in words
    assert words in beach.panels.table.value
    assert "Printed cells: row -5, column 3; row -7, column 6.5." in beach.panels.table.value


@pytest.mark.parametrize("net", [-30, -14, 0, 9, 30])
@pytest.mark.parametrize("start", [0, 3, 21])
def test_the_picture_of_the_table_holds_every_die(
    beach: FireExplorer, net: int, start: int
) -> None:
    table = beach.plan.table
    picture = table_svg(table, start, net, thrown=4)
    assert picture.startswith("<svg ")
    titles = picture.count("<title>die ")
    assert titles == len({(w.cell.row, w.cell.column) for w in ways(table, start, net)})
    words = table_words(table, start, net)
    gone = sum(way.cell.column < 0 for way in ways(table, start, net))
    assert words.count("off the table, no effect") == gone


def test_provenance_is_flagged(field: FireExplorer) -> None:
    assert "≈" in field.panels.families.value
    assert "reconstructed:" in field.panels.families.value
    assert "≈ Reconstructed: " in field.panels.table.value
    assert "Rests on reconstructed figures" in field.panels.headline.value


def test_lines_of_fire_are_drawn_by_their_sight(field: FireExplorer) -> None:
    drawn = field.panels.map.overlay_svg
    assert "wg-fire-lines" in drawn
    sights = field.plan.lines()
    assert drawn.count(">Open</text>") == sum(v == "Open" for v in sights.values())
    assert field.panels.map.marks["6.2"] == "target"
    assert field.panels.map.marks["5.1"] == "chosen"
    assert field.panels.map.notes["5.1"].startswith("fires, sight Open")


# ---- deeds and what if --------------------------------------------------------------------------


def test_a_mover_is_an_easier_target_than_one_that_keeps_still(beach: FireExplorer) -> None:
    before = at_least_one(beach.chances)
    net = beach.plan.net
    beach.still()
    assert beach.plan.shot.trigger is None
    assert beach.plan.net > net
    assert at_least_one(beach.chances) < before
    beach.moving("lands", points=2)
    assert beach.plan.net == net
    beach.moving("engineering")
    trigger = beach.plan.trigger
    assert trigger is not None
    assert trigger.long
    beach.moving("enters", wave=3)
    assert "wave 3" in beach.panels.families.value.lower()


def test_the_hex_left_can_be_fired_at_instead(field: FireExplorer) -> None:
    field.moving("enters", left="6.3", at_left=True, inside=1)
    assert field.plan.aimed == field.plan.situation.board.hex("6.3")
    assert field.plan.trigger is not None
    assert field.plan.trigger.left_points == 1
    assert field.panels.map.marks["6.3"] == "target"


def test_switches_change_what_is_shot_at_and_go_back(field: FireExplorer) -> None:
    plan = field.plan
    field.what_if(hide=True)
    hidden = [p for p in field.plan.shot.targets if p.hiding]
    assert hidden
    field.what_if(hide=False)
    assert not field.plan.what_if.any
    field.what_if(confused=True)
    assert field.plan.strength.points < plan.strength.points
    field.what_if(column=True)
    assert any(p.order == "column" for p in field.plan.shot.targets)
    field.what_if(light="night")
    assert field.situation.light == "night"
    assert field.panels.keep.disabled
    field.as_it_stands()
    assert field.plan == plan


def test_a_work_can_be_turned_off() -> None:
    explorer = FireExplorer(side="Entente", target="7.1")
    able = next(each.piece.at for each in explorer.plan.candidates if each.able)
    explorer.toggle(explorer.plan.situation.board.label(able))
    before = explorer.plan.net
    explorer.what_if(work=False)
    assert all(not piece.work for piece in explorer.plan.shot.targets)
    assert explorer.plan.net < before
    explorer.what_if(work=True)
    assert explorer.plan.net == before


def test_firers_come_out_of_hiding() -> None:
    base = FireExplorer(side="Ottoman", target="6.2")
    pieces = [evolve(p, hiding="terrain") if p.unit == "9/2 3/26" else p
              for p in base.plan.situation.pieces]  # fmt: skip
    explorer = FireExplorer(evolve(base.plan.situation, pieces=tuple(pieces)), side="Ottoman")
    explorer.target("6.2")
    judged = {each.piece.unit: each.able for each in explorer.plan.candidates}
    assert not judged["9/2 3/26"]
    explorer.panels.form["out"].value = True
    judged = {each.piece.unit: each.able for each in explorer.plan.candidates}
    assert judged["9/2 3/26"]
    explorer.fire_with("9/2 3/26")
    assert explorer.plan.strength.points == Fraction(1, 4)


# ---- the throw ----------------------------------------------------------------------------------


def test_five_dice_resolve_the_fire_in_order(beach: FireExplorer) -> None:
    beach.throw((4, 3, 6, 8, 0))
    assert list(told(beach)) == ["Main die", "Fraction", "Losses", "Morale"]
    said = told(beach)
    assert "green 4, modified -10. -10 lies beyond the table: row -7" in said["Main die"]
    assert "1.59 step losses" in said["Main die"]
    assert said["Fraction"] == "red-white 36 against 1.59: 2 losses."
    assert said["Losses"] == "A 1/RDF."
    assert beach.outcome is not None
    assert not beach.outcome.situation.on_map("A 1/RDF")
    assert beach.panels.odds.lit == "2 losses"
    assert beach.panels.morale.lit == "not called for"
    assert beach.panels.dice.outcomes == ["1.59 step losses", "2 losses", "not called for"]
    assert "4 ◄ thrown" in beach.panels.faces.value


def test_the_throw_is_the_engine_s_own_resolution(field: FireExplorer) -> None:
    field.throw((0, 0, 1, 9, 9))
    while field.thrown is not None and field.thrown.choice is not None:
        field.decide(field.thrown.choice.options[0].key)

    class Dice:
        def roll(self, roll: Roll) -> int:
            if roll.purpose.startswith("Fire at "):
                return 0
            return 1 if roll.purpose.startswith("Fraction") else 99

        def choose(self, choice: Any) -> str:
            return str(choice.options[0].key)

    assert field.outcome == play(lambda: resolve(field.plan.shot), Dice()).outcome


def test_a_near_miss_calls_for_morale(beach: FireExplorer) -> None:
    beach.throw((9, 9, 5, 9, 9))
    assert told(beach)["Fraction"] == "red-white 95 against 0.90: near miss."
    assert beach.panels.odds.lit == NEAR_MISS
    assert told(beach)["Morale check"].startswith("black-gray 99. ")
    assert beach.panels.morale.lit == "routed"
    assert beach.records[-1]["check"] == "routed"


def test_a_decision_of_the_target_is_waited_for(field: FireExplorer) -> None:
    field.throw((0, 0, 0, 5, 0))
    assert field.thrown is not None
    choice = field.thrown.choice
    assert choice is not None
    assert not field.panels.dice.enabled
    buttons = field.panels.decision.children[1:]
    assert [b.description for b in buttons] == [o.label for o in choice.options]
    with pytest.raises(RequestError, match="a decision that waits"):
        field.throw()
    with pytest.raises(Refused):
        field.decide("nobody")
    buttons[1].click()
    assert field.outcome is not None
    assert field.outcome.lost == (choice.options[1].key,)
    field.undo()
    assert field.thrown.choice == choice
    field.undo()
    assert field.panels.dice.faces == []
    with pytest.raises(RequestError, match="no throw yet"):
        field.undo()


def test_a_throw_is_repeated_by_its_seed(beach: FireExplorer) -> None:
    again = FireExplorer(V_BEACH, seed=3)
    beach.throw()
    again.panels.dice.throw()
    assert repr(again) == repr(beach)
    assert again.records == beach.records
    json.dumps(again.records)


def test_a_result_is_kept(beach: FireExplorer) -> None:
    beach.throw((9, 9, 9, 0, 0))
    beach.keep()
    assert beach.thrown is None
    assert beach.plan.target is None
    assert beach.plan.situation.piece("A 1/RDF").steps == 1
    with pytest.raises(RequestError, match="no result yet"):
        beach.keep()


# ---- bets ---------------------------------------------------------------------------------------


def test_table_and_odds_wait_for_a_bet() -> None:
    explorer = FireExplorer(V_BEACH, bet=True)
    panels = explorer.panels
    assert panels.odds.get_state("series")["series"] == [{"name": "exact chance"}]
    assert panels.odds.order == list(BETS)
    assert panels.table.value == panels.faces.value == panels.chances.value == ""
    assert panels.morale.layout.display == "none"
    assert "99.1" not in repr(explorer)
    assert "99.1" not in explorer.static_html()
    with pytest.raises(RequestError, match="no bet yet"):
        explorer.throw()
    panels.odds.place_bet("75 % or more")
    reply = explorer.replies[-1]
    assert (reply.said, reply.right) == ("75 % or more", True)
    assert reply.facts["chance"] == "991/1000"
    assert panels.map.message.startswith("You bet on 75 % or more: right.")
    assert panels.odds.order[0] == "no loss"
    explorer.throw((9, 9, 9, 0, 0))
    assert explorer.replies[-1].facts["result"] == explorer.records[-1]["result"]
    explorer.moving("lands", points=1)
    assert panels.odds.hidden


@pytest.mark.parametrize(
    ("chance", "bet"),
    [("0", 0), ("99/1000", 0), ("1/10", 1), ("1/4", 2), ("1/2", 3), ("3/4", 4), ("1", 4)],
)
def test_a_chance_makes_one_bet_right(chance: str, bet: int) -> None:
    assert bet_of(Fraction(chance)) == BETS[bet]


# ---- mistakes -----------------------------------------------------------------------------------

MISTAKES: list[tuple[Callable[[FireExplorer], None], str]] = [
    (lambda e: e.target("9.9"), "9.9"),
    (lambda e: e.target("5.3"), "where nobody of Entente stands"),
    (lambda e: e.target(7), "a printed number"),  # type: ignore[arg-type]
    (lambda e: e.toggle("5.3"), "nobody of Ottoman in 5.3"),
    (lambda e: e.fire_with("A 1/RDF"), "not of Ottoman"),
    (lambda e: e.fire_with("B 1/RDF"), "unit"),
    (lambda e: e.fire_for("Bulgaria"), "Bulgaria"),
    (lambda e: e.moving("flies"), "flies"),
    (lambda e: e.moving("enters", units=["Nordenfelt"]), "Nordenfelt"),
    (lambda e: e.moving("enters", left="5.3"), "5.3"),
    (lambda e: e.moving("enters", points=-1), "a number from 0 up"),
    (lambda e: e.moving("enters", wave=True), "a number from 0 up"),
    (lambda e: e.moving("engineering", wave=1), "a wave only"),
    (lambda e: e.moving("column", left="6.1"), "one only where it comes"),
    (lambda e: e.moving("enters", ridge=True), "no hex it left"),
    (lambda e: e.moving("enters", left="6.1", ridge=True), "a ridge between"),
    (lambda e: e.what_if(rain=True), "rain"),
    (lambda e: e.what_if(light="dusk"), "dusk"),
    (lambda e: e.what_if(hide="yes"), "yes"),
    (lambda e: e.throw((1, 2, 3)), "3 faces"),
    (lambda e: e.throw((1, 2, 3, 4, 10)), "10"),
    (lambda e: e.decide("A 1/RDF"), "no decision is asked for"),
    (lambda e: e.undo(), "no throw yet"),
    (lambda e: e.bet("certain"), "certain"),
]


@pytest.mark.parametrize(("act", "said"), MISTAKES)
def test_a_mistake_is_told_and_changes_nothing(
    beach: FireExplorer, act: Callable[[FireExplorer], None], said: str
) -> None:
    before = repr(beach)
    with pytest.raises(WargameError) as raised:
        act(beach)
    assert said in str(raised.value)
    assert beach.panels.map.error == str(raised.value)
    assert repr(beach) == before


def test_a_stack_that_may_not_fire_is_refused_with_the_reason() -> None:
    explorer = FireExplorer(side="Ottoman", target="6.2")
    with pytest.raises(Refused, match="Range 2; it reaches 1"):
        explorer.toggle("8.2")
    explorer.panels.map.choose("8.2")
    assert "it reaches 1" in explorer.panels.map.error
    explorer.panels.map.choose("9.1")
    assert "where nobody stands" in explorer.panels.map.error


def test_without_a_target_nothing_can_be_asked() -> None:
    explorer = FireExplorer()
    acts: list[Callable[[], None]] = [
        lambda: explorer.toggle("6.2"),
        lambda: explorer.fire_with("A 1/RDF"),
        explorer.still,
    ]
    for act in acts:
        with pytest.raises(RequestError, match="no target yet"):
            act()
    with pytest.raises(RequestError, match="no fire yet"):
        explorer.throw()
    with pytest.raises(RequestError, match="no fire yet"):
        _ = explorer.chances
    explorer.panels.map.choose("6.2")
    assert "first" in explorer.panels.map.error


def test_too_weak_a_fire_says_so(field: FireExplorer) -> None:
    field.fire_with("9/1 3/26")
    field.what_if(confused=True)
    assert field.plan.weak
    assert "too few for the table" in field.panels.points.value
    assert all(box.layout.display == "none" for box in field.panels.worked)
    assert "have no effect" in repr(field)
    with pytest.raises(RequestError, match=r"0\.25 or more"):
        field.throw()
    assert field.static_html()


def test_a_hostile_name_stays_words(beach: FireExplorer) -> None:
    units = dict(beach.plan.situation.roster.units)
    units["A 1/RDF"] = evolve(units["A 1/RDF"], name=HOSTILE)
    roster = evolve(beach.plan.situation.roster, units=units)
    situation = evolve(beach.plan.situation, roster=roster)
    explorer = FireExplorer(situation, side="Ottoman", target="6.2", firers=AT_V_BEACH)
    explorer.moving("lands", points=2)
    explorer.throw((9, 9, 5, 9, 9))
    assert "boom" in explorer.panels.story.value
    assert HOSTILE not in explorer.static_html()
    assert HOSTILE not in explorer.panels.story.value


# ---- twins and speed ----------------------------------------------------------------------------


def test_text_and_picture_hold_the_same_facts(beach: FireExplorer) -> None:
    beach.throw((4, 3, 6, 8, 0))
    text, html = repr(beach), beach.static_html()
    for words in ("RS-55: A company lands at V Beach", "1.59 step losses", "red-white 36"):
        assert words in text
        assert words in html
    assert "<script" not in html
    bundle = beach._repr_mimebundle_()
    assert bundle[0]["text/plain"] == text

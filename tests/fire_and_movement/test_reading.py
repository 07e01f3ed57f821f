"""Counters, set-up and supply: what stands beside a symbol, who begins, what isolation costs."""

from __future__ import annotations

import pytest

from tests.fire_and_movement.moving import on
from tests.fire_and_movement.positions import SYSTEMS
from wargame.core.data import toml_files
from wargame.core.errors import RequestError
from wargame.core.examples import load_example
from wargame.core.questions import ask
from wargame.coverage import examples_folder
from wargame.families import load_families
from wargame.fire_and_movement.allotment import track_named
from wargame.fire_and_movement.bombarded import NOTHING, Laid, effect_of
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.identifiers import CORPS, identifier, ordinal, sizes
from wargame.fire_and_movement.reach import reach
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.set_up import set_up
from wargame.fire_and_movement.supply import supply


@pytest.mark.parametrize(
    ("number", "written"),
    [
        (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
        (21, "21st"), (47, "47th"), (111, "111th"), (162, "162nd"), (53, "53rd"),
    ],
)  # fmt: skip
def test_numbers_rank(number: int, written: str) -> None:
    assert ordinal(number) == written


@pytest.mark.cases("FM8", "2.3.1", "2.3.1/1")
@pytest.mark.cases("FM7", "2.3.1", "2.3.1/1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_the_battalion_stands_before_its_regiment(ruleset: str) -> None:
    rules = ruleset_named(ruleset)
    assert identifier(rules, "4/47").value == "4th Battalion of the 47th Regiment"
    assert identifier(rules, "9").value == "9th formation of its kind"
    assert identifier(rules, "9", "XX").value == "9th Division"
    book = {each.book for each in identifier(rules, "9", "XX").cases}
    assert book == {rules.edition}


@pytest.mark.cases("FM8", "2.3.1/2")
@pytest.mark.cases("FM7", "2.3.1/2")
def test_only_version_8_knows_the_corps() -> None:
    older, newer = sizes(ruleset_named("system_v7")), sizes(ruleset_named("system_v8"))
    assert [*newer] == ["•••", "I", "II", "III", "X", "XX", CORPS]
    assert set(newer) - set(older) == {CORPS}
    assert identifier(ruleset_named("gaza_1917"), "20", CORPS).value == "20th Corps"
    with pytest.raises(RequestError, match="XX"):
        identifier(ruleset_named("lebanon_82"), "20", CORPS)


@pytest.mark.parametrize("written", ["", "4/", "/47", "4/47/9", "IMD", "٤", "12345"])
def test_what_is_no_identifier_is_refused(written: str) -> None:
    with pytest.raises(RequestError, match="4/47"):
        identifier(ruleset_named("system_v8"), written)


@pytest.mark.cases("FM8", "3.0", "3.0/1", "3.0/2", "3.0/3")
def test_gaza_is_set_up_in_its_hexes_with_reinforcements_kept_aside() -> None:
    ruling = set_up(load_scenario("gaza_1917/second_battle"))
    value = {part.label: part.value for part in ruling.parts}
    assert value == {
        "First player": "British",
        "British on the map": 28 + 1,
        "British waiting": 0,
        "Central Powers on the map": 19,
        "Central Powers waiting": 4,
    }
    waiting = ruling.find("Central Powers waiting")
    assert waiting is not None
    assert sum(part.label.startswith("+") for part in waiting.parts) == 1
    assert {str(each) for part in ruling.walk() for each in part.cases} >= {
        "FM8 3.0", "FM8 3.0/1", "FM8 3.0/2", "FM8 3.0/3",
    }  # fmt: skip


@pytest.mark.cases("FM7", "3.0", "3.0/1", "3.0/2", "3.0/3", "3.0/4")
def test_lebanon_has_its_first_player_and_its_support_fire() -> None:
    scenario, track = load_scenario("lebanon_82/peace_for_galilee"), track_named("lebanon_82/1982")
    ruling = set_up(scenario, track)
    first = ruling.find("First player")
    assert first is not None
    assert first.value == "Israeli"
    for side in scenario.situation.sides:
        found = ruling.find(f"{side} support fire")
        assert found is not None
        assert isinstance(found.value, int)
        assert found.unit == "markers"


@pytest.mark.cases("FM8", "3.0/4")
def test_the_track_counts_markers_and_not_points() -> None:
    """The same number of markers, whatever they are worth."""
    track = track_named("lebanon_82/1982")
    scenario = load_scenario("gaza_1917/second_battle")
    found = set_up(scenario, track).find("British support fire")
    assert found is not None
    assert "markers, whatever their values" in found.sentence


RING = (
    "u Red 4-4-4 0303", "a Blue 2-3-4 0203", "b Blue 2-3-4 0304", "c Blue 2-3-4 0403",
)  # fmt: skip


@pytest.mark.cases("FM8", "9.0")
@pytest.mark.cases("FM7", "9.0")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_who_is_cut_off_loses_nothing_by_it(ruleset: str) -> None:
    shut, free = on(*RING, ruleset=ruleset), on(*RING[:2], ruleset=ruleset)
    for situation, cut in ((shut, True), (free, False)):
        ruling = supply(situation, "u")
        assert ruling.value == 0
        found = ruling.find("Cut off")
        assert found is not None
        assert found.value is cut
        assert str(ruling.cases[0]).endswith("9.0")
        assert situation.face("u").movement == 4
    assert reach(shut, "u").mover.allowance == reach(free, "u").mover.allowance


def test_the_questions_answer() -> None:
    load_families()
    assert ask("fm.identifier", {"game": "system_v7", "written": "9", "size": "XX"}, None).value
    assert ask("fm.difference", {"id": "D-07"}, None).value == "rule"
    eight = ask("fm.difference", {"id": "D-07", "edition": "FM8"}, None)
    assert {each.book for each in eight.cases} == {"FM8"}
    with pytest.raises(RequestError, match="FM7"):
        ask("fm.difference", {"id": "D-07", "edition": "FM6"}, None)
    games = {"game": "system_v7", "other": "system_v8"}
    assert ask("fm.rules_between", games, None).value == ("D-01", "D-07", "D-27")
    assert len(ask("fm.rules_between", {**games, "words": True}, None).parts) == 34
    assert ask("fm.set_up", {"scenario": "gaza_1917/second_battle"}, None).parts
    assert ask("fm.supply", {"unit": "u"}, on(*RING)).value == 0


def test_every_example_of_the_catalogue_has_its_file() -> None:
    heads = [load_example(path).example for path in toml_files(examples_folder())]
    known = {each.id for each in heads}
    assert {f"FM-{number:02}" for number in range(1, 76)} <= known


@pytest.mark.parametrize("number", range(54, 76))
def test_every_look_up_is_claimed_in_both_alignments(number: int) -> None:
    (path,) = (each for each in toml_files(examples_folder()) if each.stem == f"fm_{number}")
    claims = load_example(path).claim
    assert {"left", "right"} <= {each.given.get("alignment") for each in claims}


@pytest.mark.cases("FM8", "CRT/9")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_results_that_print_bold_are_void_in_a_bombardment(ruleset: str) -> None:
    """The bold of the table did not come down to us: it is what 8.1.3 lists (FM-Q06)."""
    situation = on("a Red 4-4-4 0303", "d Blue 2-3-4 0304", ruleset=ruleset)
    laid = Laid(situation, situation.board.hex("0304"), ())
    bold = {"Ae", "A1", "A2", "A3", "Ex"}
    assert {effect_of(laid, code) for code in bold} == {NOTHING}
    plain = ("De", "D3", "D2", "(A)")
    assert tuple(effect_of(laid, code) for code in plain) == plain

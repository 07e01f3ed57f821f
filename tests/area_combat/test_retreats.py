"""Retreats by decision, wholly or partly, over land and by sea (AA-3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.area_combat.battles import battle, one_round, to_the_end, units
from wargame.area_combat.retreats import may_leave
from wargame.area_combat.ruleset import READINGS
from wargame.core.errors import Refused

COAST: dict[str, Any] = {"refuges": (), "island": True}


@pytest.mark.cases("AA", "AA-1.22", "AA-1.23", "AA-1.24", "AA-3.1")
def test_attacker_then_defender_may_retreat_from_the_end_of_the_first_round_on() -> None:
    _, told = one_round(battle("2 inf", "2 inf"))
    assert [each.who for each in told.asked("retreat")] == ["attacker", "defender"]


@pytest.mark.cases("AA", "AA-1.24", "AA-3.1", "AA-1.29")
def test_a_whole_or_partial_retreat_of_the_attacker() -> None:
    start = battle("3 inf, 1 armor, 1 fighter", "9 inf")
    keys = {"attacker: retreat": ["infantry 2", "fighter 1", "stay"]}
    after, _ = one_round(start, {}, keys)
    assert after.attacker.left == units("2 inf, 1 fighter")
    assert after.attacker.engaged == units("1 inf, 1 armor")
    assert dict(after.attacker.went) == {"the start line": units("2 inf")}
    result, _ = to_the_end(start, {}, {"attacker: retreat": ["all"]})
    assert (result.ended, result.rounds) == ("broken off", 1)
    assert result.battle.attacker.left == start.attacker.engaged


@pytest.mark.cases("AA", "AA-3.3", "AA-1.29", "AA-3.6")
def test_attackers_may_split_up_among_the_territories_they_came_from() -> None:
    start = battle("3 inf", "9 inf", origins=("Galicia", "Slovakia"))
    keys = {
        "attacker: retreat": ["infantry 1", "infantry 1", "stay"],
        "where to: infantry 1": ["Slovakia", "Galicia", "Galicia"],
    }
    after, told = one_round(start, {"attack: infantry": [6]}, keys)
    assert dict(after.attacker.went) == {"Galicia": units("2 inf"), "Slovakia": units("1 inf")}
    assert len(told.asked("where to: infantry 1")) == 3


@pytest.mark.cases("AA", "AA-1.30")
def test_defenders_go_to_a_friendly_territory_beside() -> None:
    start = battle("2 inf", "2 inf", refuges=("Kiev", "Minsk"))
    after, _ = one_round(start, {"defence: infantry": [5]}, {"where to: infantry 1": ["Minsk"]})
    assert dict(after.defender.went) == {"Minsk": units("1 inf")}


@pytest.mark.cases("AA", "AA-1.28")
def test_aa_14_four_infantry_retreat_and_a_one_is_lost() -> None:
    start = battle("4 inf", "4 inf")
    dice = {"envelopment: infantry": [1, 2, 5, 6]}
    result, told = to_the_end(start, dice, {"defender: retreat": ["all"]})
    assert [each.who for each in told.asked("retreat")] == ["attacker", "defender"]
    assert result.battle.defender.lost == units("1 inf")
    assert result.battle.defender.left == units("3 inf")
    assert result.ended == "taken"


@pytest.mark.cases("AA", "AA-1.28")
def test_only_defending_infantry_is_rolled_for() -> None:
    start = battle("4 inf", "1 light, 1 art, 2 armor")
    _, told = one_round(start, {}, {"defender: retreat": ["all"]})
    assert [each for each in told.thrown() if "envelopment" in each] == [
        "envelopment: light-infantry"
    ]
    _, told = one_round(start, {}, {"attacker: retreat": ["all"]})
    assert not [each for each in told.thrown() if "envelopment" in each]


@pytest.mark.cases("AA", "AA-1.28")
def test_a_partial_retreat_of_infantry_is_rolled_for_and_the_defender_is_asked_again() -> None:
    start = battle("4 inf", "4 inf")
    keys = {"defender: retreat": ["infantry 2", "infantry 1", "stay"]}
    after, told = one_round(start, {"envelopment: infantry": [1, 2, 2]}, keys)
    assert (after.defender.lost, after.defender.left) == (units("1 inf"), units("2 inf"))
    assert after.defender.engaged == units("1 inf")
    assert [each.who for each in told.asked("retreat")] == ["attacker"] + ["defender"] * 3
    die = next(each for each in told.rolls if each.purpose == "envelopment: infantry")
    assert "surrounded" in die.about.ruling().sentence


@pytest.mark.cases("AA", "AA-1.28")
@pytest.mark.parametrize(("envelopment", "dice"), [("voluntary", 0), ("all", 1)])
def test_whether_automatic_retreats_are_rolled_for(envelopment: str, dice: int) -> None:
    start = battle("2 inf", "2 inf", rules=READINGS.replace(envelopment=envelopment))
    after, told = one_round(start, {"defence: infantry": [5], "envelopment: infantry": [1]})
    assert told.thrown().count("envelopment: infantry") == dice
    assert len(after.defender.lost) == dice
    assert len(after.defender.left) == 1 - dice


@pytest.mark.cases("AA", "AA-1.26", "AA-6.24")
def test_nobody_fires_at_units_that_retreat() -> None:
    start = battle("2 inf, 2 fighter", "1 inf, 1 armor")
    _, told = one_round(start, {}, {"attacker: retreat": ["all"]})
    last = [each.purpose for each in told.rolls][-1]
    assert last.startswith("defence")


@pytest.mark.cases("AA", "AA-3.4", "AA-3.5")
def test_defenders_on_an_island_must_fight_on() -> None:
    start = battle("2 inf", "2 inf", **COAST)
    _, told = one_round(start)
    choice = told.asked("retreat")[1]
    assert [each.key for each in choice.options] == ["stay"]
    with pytest.raises(Refused, match="they must fight on"):
        one_round(start, {}, {"defender: retreat": ["infantry 1"]})


@pytest.mark.cases("AA", "AA-3.5", "AA-3.8")
def test_transports_take_off_as_many_as_they_hold() -> None:
    start = battle("2 inf", "1 art, 3 armor", lift=2, **COAST)
    keys = {"defender: retreat": ["armor 1", "artillery 1", "stay"]}
    after, told = one_round(start, {}, keys)
    assert dict(after.defender.went) == {"transports": units("1 art, 1 armor")}
    assert after.ground.lift == 0
    options = [[each.key for each in choice.options] for choice in told.asked("retreat")[1:]]
    assert options == [
        ["stay", "artillery 1", "armor 1", "armor 2"],
        ["stay", "artillery 1", "armor 1"],
        ["stay"],
    ]
    with pytest.raises(Refused, match="The transports take off 2 more"):
        one_round(start, {}, {"defender: retreat": ["armor 3"]})
    with pytest.raises(Refused, match="The transports take off 2 more"):
        one_round(start, {}, {"defender: retreat": ["all"]})


@pytest.mark.cases("AA", "AA-3.8")
@pytest.mark.parametrize(
    ("evacuation", "works", "may"),
    [
        ("coastal", (), True),
        ("coastal", ("city",), True),
        ("fortified", (), False),
        ("fortified", ("city",), True),
    ],
)
def test_who_may_evacuate_by_sea(evacuation: str, works: tuple[str, ...], *, may: bool) -> None:
    rules = READINGS.replace(evacuation=evacuation)
    start = battle("2 inf", "1 armor", rules=rules, works=works, lift=1, **COAST)
    _, told = one_round(start)
    keys = [each.key for each in told.asked("retreat")[1].options]
    assert ("all" in keys) is may


@pytest.mark.cases("AA", "AA-3.8")
def test_over_land_or_by_sea_as_the_defender_likes() -> None:
    start = battle("2 inf", "2 armor, 1 inf", lift=2)
    keys = {
        "defender: retreat": ["all"],
        "where to: infantry 1": ["transports"],
        "where to: armor 2": ["the rear"],
    }
    after, told = one_round(start, {}, keys)
    assert dict(after.defender.went) == {"the rear": units("2 armor"), "transports": units("1 inf")}
    assert after.ground.lift == 1
    assert not told.asked("where to: armor 2")


@pytest.mark.cases("AA", "AA-3.10", "AA-3.5")
def test_a_landing_goes_back_aboard_as_light_infantry() -> None:
    start = battle("1 inf, 2 armor, 1 fighter", "9 inf", landing="sea", aboard=2)
    keys = {"attacker: retreat": ["armor 1", "fighter 1", "stay"]}
    after, told = one_round(start, {}, keys)
    assert after.attacker.left == units("1 light, 1 fighter")
    assert after.ground.aboard == 1
    assert "all" not in {each.key for each in told.asked("retreat")[0].options}
    full = battle("1 inf", "9 inf", landing="sea")
    with pytest.raises(Refused, match="no room aboard"):
        one_round(full, {}, {"attacker: retreat": ["all"]})


@pytest.mark.cases("AA", "AA-1.29")
def test_parachutists_have_no_way_back_but_planes_do() -> None:
    start = battle("2 para, 1 bomber", "9 inf", landing="air")
    after, told = one_round(start, {}, {"attacker: retreat": ["bomber 1", "stay"]})
    assert [each.key for each in told.asked("retreat")[0].options] == ["stay", "bomber 1"]
    assert after.attacker.left == units("1 bomber")
    with pytest.raises(Refused, match="parachute"):
        one_round(start, {}, {"attacker: retreat": ["airborne 1"]})


@pytest.mark.cases("AA", "AA-3.3")
def test_troops_that_landed_may_leave_with_those_who_came_on_foot() -> None:
    start = battle("1 inf, 1 para by air, 2 inf by sea", "9 inf", aboard=1)
    keys = {
        "attacker: retreat": ["airborne-by-air 1", "infantry-by-sea 1", "all"],
        "where to: infantry-by-sea 1": ["transports", "the start line"],
    }
    after, told = one_round(start, {}, keys)
    assert not told.asked("where to: airborne-by-air 1")
    assert dict(after.attacker.went) == {
        "the start line": units("1 inf, 1 para by air, 1 inf by sea"),
        "transports": units("1 light"),
    }


@pytest.mark.cases("AA", "AA-3.5", "AA-3.10")
def test_the_ships_take_only_those_who_landed_from_the_sea() -> None:
    start = battle("1 inf, 2 inf by sea", "9 inf", origins=(), aboard=2)
    assert may_leave(start, "attacker").value == 2
    assert "no territory that the attack came from" in may_leave(start, "attacker").sentence
    after, told = one_round(start, {}, {"attacker: retreat": ["infantry-by-sea 2", "stay"]})
    assert [each.key for each in told.asked("retreat")[0].options] == [
        "stay",
        "infantry-by-sea 1",
        "infantry-by-sea 2",
    ]
    assert after.attacker.left == units("2 light")


@pytest.mark.cases("AA", "AA-1.29")
def test_without_a_territory_of_origin_nobody_goes() -> None:
    start = battle("2 inf", "9 inf", origins=())
    with pytest.raises(Refused, match="no territory that the attack came from"):
        one_round(start, {}, {"attacker: retreat": ["all"]})


@pytest.mark.cases("AA", "AA-3.3", "AA-3.4", "AA-3.5")
@pytest.mark.parametrize(
    ("ground", "number", "words"),
    [
        ({"refuges": ("Kiev", "Minsk")}, 3, "All may retreat: Kiev, Minsk."),
        ({**COAST, "lift": 5}, 3, "All may retreat: transports."),
        ({**COAST, "lift": 2}, 2, "The transports take off 2 more"),
        (COAST, 0, "they must fight on"),
    ],
)
def test_how_many_defenders_may_leave(ground: dict[str, Any], number: int, words: str) -> None:
    ruling = may_leave(battle("1 inf", "3 inf, 1 fighter", **ground), "defender")
    assert ruling.value == number
    assert words in ruling.sentence

"""Planes and the ground: support of armor, attacks on the ground, planes called for (AA-6)."""

from __future__ import annotations

import pytest

from tests.area_combat.battles import battle, one_round, to_the_end, units
from wargame.area_combat.ruleset import READINGS
from wargame.core.errors import Refused


@pytest.mark.cases("AA", "AA-1.10", "AA-1.12", "AA-5.7")
def test_the_only_planes_attack_the_ground_before_it_fires() -> None:
    start = battle("1 inf, 2 fighter", "1 inf, 1 armor")
    dice = {"raid: fighter": [3, 4]}
    after, told = one_round(start, dice, {"loss to raid": ["armor"]})
    assert told.thrown() == ["raid: fighter"] * 2 + ["attack: infantry", "defence: infantry"]
    assert after.defender.lost == units("1 armor")
    assert told.asked("loss to raid")[0].who == "defender"


@pytest.mark.cases("AA", "AA-1.10", "AA-5.7")
def test_the_only_planes_of_the_defender_attack_with_their_defence() -> None:
    start = battle("2 inf", "1 inf, 1 fighter")
    after, told = one_round(start, {"raid: fighter": [4]})
    assert after.attacker.lost == units("1 inf")
    assert told.thrown().count("attack: infantry") == 1


@pytest.mark.cases("AA", "AA-6.1", "AA-5.5", "AA-5.8")
def test_a_plane_supports_one_armor_instead_of_attacking() -> None:
    start = battle("3 armor, 2 fighter", "3 inf")
    dice = {"attack: armor": [4, 4, 4]}
    after, told = one_round(start, dice, {"support armor": ["all"]})
    assert "raid: fighter" not in told.thrown()
    assert [each.about.hits_on for each in told.rolls[:3]] == [4, 4, 3]
    assert after.defender.lost == units("2 inf")
    assert told.rolls[0].about.ruling().find("Close air support").value == 1
    assert told.rolls[2].about.ruling().find("Close air support").status == "skipped"


@pytest.mark.cases("AA", "AA-6.1")
def test_support_is_one_to_one_and_for_one_round() -> None:
    start = battle("2 armor, 2 fighter, 1 dive-bomber", "9 inf")
    after, told = one_round(start, {}, {"support armor": ["dive-bomber 1", "fighter 1"]})
    assert [each.about.hits_on for each in told.rolls if each.purpose == "attack: armor"] == [4, 4]
    assert told.thrown().count("raid: fighter") == 1
    _, told = one_round(after)
    assert [each.about.hits_on for each in told.rolls if each.purpose == "attack: armor"] == [3, 3]


@pytest.mark.cases("AA", "AA-6.1")
@pytest.mark.parametrize(("support", "raids"), [("either", 0), ("both", 1)])
def test_whether_a_plane_that_supports_attacks_too(support: str, raids: int) -> None:
    rules = READINGS.replace(support=support)
    start = battle("1 armor, 1 fighter", "3 inf", rules=rules)
    _, told = one_round(start, {}, {"support armor": ["all"]})
    assert told.thrown().count("raid: fighter") == raids
    assert next(each for each in told.rolls if each.purpose == "attack: armor").about.hits_on == 4


@pytest.mark.cases("AA", "AA-6.1")
def test_the_attacker_chooses_which_armor_is_supported() -> None:
    start = battle("1 armor, 1 ss, 1 fighter", "3 inf")
    keys = {"support armor": ["all"], "armor supported": ["ss-panzer"]}
    _, told = one_round(start, {}, keys)
    on = {each.purpose: each.about.hits_on for each in told.rolls}
    assert (on["attack: armor"], on["attack: ss-panzer"]) == (3, 5)


@pytest.mark.cases("AA", "AA-6.1")
def test_bombers_do_not_support_armor() -> None:
    start = battle("2 armor, 1 fighter, 1 bomber", "3 inf")
    with pytest.raises(Refused, match="Only fighters and dive-bombers"):
        one_round(start, {}, {"support armor": ["bomber 1"]})


@pytest.mark.cases("AA", "AA-6.1", "AA-5.5")
@pytest.mark.parametrize(
    ("attacker", "defender"),
    [
        ("1 armor, 1 fighter", "1 inf, 1 fighter"),
        ("1 inf, 1 fighter", "1 inf"),
        ("1 armor", "1 inf"),
        ("1 armor, 1 bomber", "1 inf"),
    ],
)
def test_no_support_under_enemy_planes_or_without_armor_or_planes(
    attacker: str, defender: str
) -> None:
    _, told = one_round(battle(attacker, defender))
    assert not told.asked("support armor")


@pytest.mark.cases("AA", "AA-6.2", "AA-6.17", "AA-6.18", "AA-5.3")
def test_planes_called_in_one_round_fight_in_the_next() -> None:
    start = battle("2 inf", "3 inf", reserve="2 fighter")
    first, told = one_round(start, {}, {"call planes": ["fighter 1"]})
    assert first.defender.called == units("1 fighter")
    assert first.defender.reserve == units("1 fighter")
    assert "raid: fighter" not in told.thrown()
    second, told = one_round(first)
    assert second.planes_of("defender") == units("1 fighter")
    assert second.defender.called == units("")
    assert told.thrown().count("raid: fighter") == 1


@pytest.mark.cases("AA", "AA-6.19", "AA-5.1")
def test_planes_in_the_territory_join_at_once() -> None:
    _, told = one_round(battle("2 inf", "3 inf, 1 fighter", reserve="1 fighter"))
    assert told.thrown().count("raid: fighter") == 1


@pytest.mark.cases("AA", "AA-6.17")
def test_only_fighters_are_called() -> None:
    start = battle("2 inf", "3 inf", reserve="1 fighter, 1 bomber, 1 jet")
    _, told = one_round(start)
    (choice,) = told.asked("call planes")
    keys = [each.key for each in choice.options]
    assert keys == ["none", "all", "fighter 1", "jet-fighter 1"]
    with pytest.raises(Refused, match="Only fighters come"):
        one_round(start, {}, {"call planes": ["bomber 1"]})
    bombers = battle("2 inf", "3 inf", reserve="1 bomber")
    assert not one_round(bombers)[1].asked("call planes")


@pytest.mark.cases("AA", "AA-6.21", "AA-6.22")
def test_planes_on_their_way_may_be_called_off() -> None:
    start = battle("2 inf", "3 inf", reserve="1 fighter")
    keys = {"call planes": ["all"], "defender: retreat": ["call off", "stay"]}
    after, _ = one_round(start, {}, keys)
    assert after.defender.called == units("")
    assert after.defender.left == units("1 fighter")


@pytest.mark.cases("AA", "AA-6.21", "AA-6.22", "AA-6.23")
def test_a_defender_who_leaves_lets_the_planes_turn_back() -> None:
    start = battle("2 inf", "1 armor", reserve="1 fighter")
    keys = {"call planes": ["all"], "defender: retreat": ["all"]}
    result, _ = to_the_end(start, {}, keys)
    assert (result.ended, result.rounds) == ("taken", 1)
    assert result.battle.defender.left == units("1 armor, 1 fighter")


@pytest.mark.cases("AA", "AA-6.22", "AA-6.34", "AA-6.35")
@pytest.mark.parametrize(
    ("refuges", "left", "lost"),
    [(("the rear",), "1 fighter", "1 inf"), ((), "", "1 inf, 1 fighter")],
)
def test_planes_of_a_lost_territory_fly_to_a_friendly_one_or_are_lost(
    refuges: tuple[str, ...], left: str, lost: str
) -> None:
    start = battle("2 inf, 1 bomber", "1 inf, 1 fighter", refuges=refuges)
    result, _ = to_the_end(start, {"attack: infantry": [1]})
    assert result.ended == "taken"
    assert result.battle.defender.left == units(left)
    assert result.battle.defender.lost == units(lost)


@pytest.mark.cases("AA", "AA-6.1")
def test_no_more_planes_support_than_there_is_armor() -> None:
    _, told = one_round(battle("1 armor, 3 fighter", "3 inf"), {}, {"support armor": ["fighter 1"]})
    (choice,) = told.asked("support armor")
    assert [each.key for each in choice.options] == ["none", "all", "fighter 1"]
    assert told.thrown().count("raid: fighter") == 2

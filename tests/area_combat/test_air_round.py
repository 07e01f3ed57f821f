"""Planes against planes (AA-1.8, AA-4.3)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.area_combat.battles import battle, one_round, units
from wargame.area_combat.moment import Shots
from wargame.area_combat.ruleset import READINGS
from wargame.area_combat.shots import Shot


@pytest.mark.cases("AA", "AA-1.8", "AA-5.4", "AA-6.20")
def test_while_both_have_planes_they_fight_each_other_in_every_round() -> None:
    start = battle("1 inf, 1 fighter", "2 inf, 1 bomber")
    first, told = one_round(start)
    assert told.thrown()[:3] == ["air attack: fighter", "air defence: bomber", "attack: infantry"]
    _, told = one_round(first)
    assert told.thrown()[:2] == ["air attack: fighter", "air defence: bomber"]


@pytest.mark.cases("AA", "AA-4.3", "AA-4.4", "AA-4.5", "AA-4.6", "AA-4.7", "AA-4.8", "AA-5.6")
@pytest.mark.parametrize(
    ("unit", "attack", "defense", "dice"),
    [
        ("fighter", 2, 3, 1),
        ("dive-bomber", 1, 1, 1),
        ("bomber", 1, 1, 1),
        ("jet-fighter", 4, 4, 2),
        ("jet-bomber", 2, 2, 1),
    ],
)
def test_planes_hit_planes_with_their_own_values(
    unit: str, attack: int, defense: int, dice: int
) -> None:
    start = battle(f"1 {unit}", f"1 inf, 1 {unit}")
    _, told = one_round(start)
    mine = [each for each in told.rolls if each.purpose == f"air attack: {unit}"]
    theirs = [each for each in told.rolls if each.purpose == f"air defence: {unit}"]
    assert (len(mine), len(theirs)) == (dice, dice)
    assert [mine[0].about.hits_on, theirs[0].about.hits_on] == [attack, defense]
    assert mine[0].about.ruling().origin.kind == "printed"


@pytest.mark.cases("AA", "AA-5.6", "AA-5.7")
def test_against_the_ground_a_plane_has_its_normal_factor() -> None:
    start = battle("1 fighter", "1 inf")
    raid = Shot(start, Shots("attacker", "fighter", 1, "raid"))
    in_the_air = Shot(start, Shots("attacker", "fighter", 1, "air"))
    assert (raid.hits_on, in_the_air.hits_on) == (3, 2)


@pytest.mark.cases("AA", "AA-4.7")
def test_two_dice_of_a_jet_or_one_that_counts_double() -> None:
    start = battle("1 inf, 1 jet", "3 inf, 3 fighter")
    dice = {"air attack: jet-fighter": [4, 4]}
    after, _ = one_round(start, dice)
    assert after.defender.lost == units("2 fighter")
    double = battle("1 inf, 1 jet", "3 inf, 3 fighter", rules=READINGS.replace(jets="double"))
    after, told = one_round(double, dice)
    assert told.thrown().count("air attack: jet-fighter") == 1
    assert after.defender.lost == units("2 fighter")


@pytest.mark.cases("AA", "AA-1.8", "AA-6.23")
def test_hits_in_the_air_are_taken_at_the_same_time_and_by_planes() -> None:
    start = battle("1 inf, 1 fighter, 1 bomber", "1 inf, 2 fighter")
    dice = {
        "air attack: fighter": [1],
        "air defence: fighter": [1, 6],
    }
    after, told = one_round(start, dice, {"loss to air hit": ["bomber"]})
    assert after.attacker.lost == units("1 bomber")
    assert after.defender.lost == units("1 fighter")
    (choice,) = told.asked("loss to air hit")
    assert choice.who == "attacker"
    assert {key for key, _ in choice.barred} == {"infantry"}


@pytest.mark.cases("AA", "AA-1.13", "AA-6.25")
@pytest.mark.parametrize(("spill", "lost"), [(True, "1 fighter, 1 inf"), (False, "1 fighter")])
def test_hits_beyond_the_last_enemy_plane_spill_on_the_ground(*, spill: bool, lost: str) -> None:
    rules = READINGS.replace(spill=spill)
    start = battle("1 inf, 2 fighter", "3 inf, 1 fighter", rules=rules)
    after, told = one_round(start, {"air attack: fighter": [1, 2]})
    assert after.defender.lost == units(lost)
    assert told.thrown().count("defence: infantry") == (2 if spill else 3)


@pytest.mark.cases("AA", "AA-1.9", "AA-6.21", "AA-6.24")
def test_after_an_air_round_planes_may_go_home_unhurt() -> None:
    start = battle("1 inf, 3 fighter", "2 inf, 2 fighter")
    keys = {
        "attacker: planes home": ["fighter 2", "stay"],
        "defender: planes home": ["all"],
    }
    after, told = one_round(start, {}, keys)
    assert after.attacker.left == units("2 fighter")
    assert after.planes_of("attacker") == units("1 fighter")
    assert after.defender.left == units("2 fighter")
    assert [each.who for each in told.asked("planes home")] == ["attacker"] * 2 + ["defender"]
    assert told.thrown().count("air attack: fighter") == 3


@pytest.mark.cases("AA", "AA-1.9")
def test_planes_sent_home_leave_the_sky_to_the_other_side_in_the_next_round() -> None:
    start = battle("1 inf, 1 fighter", "3 inf, 1 fighter")
    after, told = one_round(start, {}, {"defender: planes home": ["all"]})
    assert "raid: fighter" not in told.thrown()
    _, told = one_round(after)
    assert "raid: fighter" in told.thrown()


@pytest.mark.cases("AA", "AA-1.33")
def test_planes_never_retreat_by_their_dice() -> None:
    start = battle("1 inf, 1 fighter", "2 inf, 1 fighter", ("italy", "italy"))
    _, told = one_round(start)
    air = [each for each in told.rolls if each.purpose.startswith("air")]
    assert all(band.outcome != "retreat" for each in air for band in each.bands)


@pytest.mark.cases("AA", "AA-4.3")
def test_the_chance_that_a_jet_hits_at_all() -> None:
    shot = Shot(battle("1 jet", "1 inf"), Shots("attacker", "jet-fighter", 2, "air"))
    assert 1 - Fraction(6 - shot.hits_on, 6) ** 2 == Fraction(8, 9)


@pytest.mark.cases("AA", "AA-1.9")
def test_without_an_air_round_nobody_is_asked_to_send_planes_home() -> None:
    _, told = one_round(battle("1 inf, 1 fighter", "3 inf"))
    assert not told.asked("planes home")


@pytest.mark.cases("AA", "AA-1.20", "AA-1.8")
def test_the_defender_takes_hits_in_the_air_first() -> None:
    start = battle("1 inf, 1 fighter, 1 bomber", "3 inf, 1 fighter, 1 bomber")
    _, told = one_round(start, {"air attack: fighter": [1], "air defence: fighter": [1]})
    assert [each.who for each in told.asked("loss to air hit")] == ["defender", "attacker"]

"""Which units take which hits, and who chooses (AA-1.15 to AA-1.21)."""

from __future__ import annotations

import pytest

from tests.area_combat.battles import battle, one_round, units
from wargame.area_combat.casualties import candidates, may_take
from wargame.area_combat.forces import NOBODY
from wargame.area_combat.moment import By
from wargame.area_combat.ruleset import READINGS
from wargame.core.errors import Refused


@pytest.mark.cases("AA", "AA-1.15", "AA-1.16", "AA-1.17")
@pytest.mark.parametrize(
    ("by", "force", "open_to"),
    [
        ("infantry", "2 inf, 1 para, 1 art, 1 armor", "2 inf, 1 para"),
        ("infantry", "1 art, 1 armor", ""),
        ("armor", "2 inf, 1 art, 1 armor", "1 art, 1 armor"),
        ("armor", "2 inf, 1 art", "1 art"),
        ("armor", "2 inf, 1 ss", "1 ss"),
        ("armor", "2 inf", "2 inf"),
        ("artillery", "1 inf, 1 art, 1 armor", "1 inf, 1 art, 1 armor"),
        ("raid", "1 inf, 1 art, 1 armor", "1 inf, 1 art, 1 armor"),
        ("barrage", "1 inf, 1 armor, 1 fighter", "1 inf, 1 armor"),
        ("air", "1 inf, 1 fighter, 1 bomber", "1 fighter, 1 bomber"),
        ("air", "1 inf", "1 inf"),
    ],
)
def test_which_units_may_take_a_hit(by: By, force: str, open_to: str) -> None:
    start = battle(force, "1 inf")
    assert candidates(start, "attacker", by, NOBODY) == units(open_to)


@pytest.mark.cases("AA", "AA-1.16", "AA-1.17")
@pytest.mark.parametrize(
    ("force", "open_to"),
    [
        ("2 inf, 1 art, 1 armor", "1 armor"),
        ("2 inf, 1 art", "2 inf, 1 art"),
        ("2 inf", "2 inf"),
    ],
)
def test_without_the_armor_class_only_armor_comes_first(force: str, open_to: str) -> None:
    start = battle(force, "1 inf", rules=READINGS.replace(armor_class=False))
    assert candidates(start, "attacker", "armor", NOBODY) == units(open_to)


@pytest.mark.cases("AA", "AA-1.15", "AA-1.16")
def test_aa_17_two_hits_by_infantry_and_one_by_armor() -> None:
    start = battle("2 inf, 1 armor", "1 inf, 1 armor, 1 art")
    dice = {"attack: infantry": [1, 1], "attack: armor": [3]}
    after, told = one_round(start, dice, {"loss to armor hit": ["armor"]})
    assert after.defender.lost == units("1 inf, 1 armor")
    assert not told.asked("loss to infantry hit")


@pytest.mark.cases("AA", "AA-1.16", "AA-1.17")
def test_the_owner_may_give_artillery_for_a_hit_by_armor_but_not_infantry() -> None:
    start = battle("1 armor", "1 inf, 1 armor, 1 art")
    dice = {"attack: armor": [1]}
    after, told = one_round(start, dice, {"loss to armor hit": ["artillery"]})
    assert after.defender.lost == units("1 art")
    (choice,) = told.asked("loss to armor hit")
    assert (choice.who, [each.key for each in choice.options]) == (
        "defender",
        ["artillery", "armor"],
    )
    with pytest.raises(Refused, match="armor takes the armor class first"):
        one_round(start, dice, {"loss to armor hit": ["infantry"]})


@pytest.mark.cases("AA", "AA-1.21", "AA-1.15", "AA-1.16")
def test_the_attacker_loses_by_the_same_rules() -> None:
    start = battle("1 inf, 1 art, 1 armor", "3 inf, 1 armor")
    dice = {"defence: infantry": [1, 2, 1], "defence: armor": [3]}
    after, told = one_round(start, dice, {"loss to armor hit": ["artillery"]})
    assert after.attacker.lost == units("1 inf, 1 art")
    assert told.asked("loss to armor hit")[0].who == "attacker"


@pytest.mark.cases("AA", "AA-1.20")
def test_the_defender_removes_first() -> None:
    start = battle("1 inf, 1 armor", "1 inf, 1 art")
    dice = {"attack: infantry": [1], "defence: infantry": [1], "defence: artillery": [1]}
    after, told = one_round(start, dice)
    labels = [each.purpose for each in told.rolls]
    assert labels[-2:] == ["defence: artillery", "defence: infantry"]
    assert after.attacker.lost == units("1 inf, 1 armor")
    assert after.defender.lost == units("1 inf")


@pytest.mark.cases("AA", "AA-1.14")
def test_artillery_hits_anything_on_the_ground() -> None:
    start = battle("1 inf", "1 art", ("germany", "germany"))
    after, _ = one_round(start, {"defence: artillery": [2]})
    assert after.attacker.lost == units("1 inf")


@pytest.mark.cases("AA", "AA-1.16")
def test_why_a_unit_may_not_take_a_hit() -> None:
    ruling = may_take(battle("1 inf", "2 inf, 1 armor, 1 fighter"), "defender", "armor")
    assert ruling.value == ("armor",)
    assert [(each.label, each.status) for each in ruling.parts] == [
        ("infantry", "skipped"),
        ("armor", "applied"),
        ("fighter", "skipped"),
    ]
    nobody = may_take(battle("1 inf", "1 armor"), "defender", "infantry")
    assert (nobody.value, nobody.sentence) == ((), "Nothing can take it: it is wasted.")

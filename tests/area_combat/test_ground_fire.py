"""The attack and the defence of a round (AA-1.14, AA-1.19)."""

from __future__ import annotations

import pytest

from tests.area_combat.battles import battle, one_round, played, units
from wargame.area_combat.fight import fight_round
from wargame.area_combat.moment import Shots
from wargame.area_combat.shots import Shot


@pytest.mark.cases("AA", "AA-1.14")
@pytest.mark.parametrize(
    ("unit", "attack", "defense"),
    [("infantry", 1, 2), ("artillery", 2, 2), ("armor", 3, 3), ("light-infantry", 1, 1),
     ("airborne", 1, 2), ("ss-panzer", 4, 3)],
)  # fmt: skip
def test_a_unit_hits_at_or_under_its_factor(unit: str, attack: int, defense: int) -> None:
    start = battle(f"1 {unit}", f"1 {unit}", ("germany", "germany"))
    on = [
        Shot(start, Shots("attacker", unit, 1, "attack")).hits_on,
        Shot(start, Shots("defender", unit, 1, "defence")).hits_on,
    ]
    assert on == [attack, defense]


@pytest.mark.cases("AA", "AA-1.14", "AA-1.19", "AA-1.25")
def test_every_engaged_unit_rolls_once_attackers_first() -> None:
    _, told = one_round(battle("2 inf, 1 armor", "1 inf, 1 art"))
    assert told.thrown() == [
        "attack: infantry",
        "attack: infantry",
        "attack: armor",
        "defence: infantry",
        "defence: artillery",
    ]


@pytest.mark.cases("AA", "AA-1.19", "AA-1.20")
def test_aa_19_a_marked_defender_still_fires_and_then_is_removed() -> None:
    start = battle("2 inf", "1 inf")
    after, told = one_round(start, {"attack: infantry": [1], "defence: infantry": [2]})
    assert told.thrown().count("defence: infantry") == 1
    assert after.defender.lost == units("1 inf")
    assert after.attacker.lost == units("1 inf")


@pytest.mark.cases("AA", "AA-1.27", "AA-1.25", "AA-1.26")
def test_units_that_stay_after_a_partial_retreat_fight_on_alone() -> None:
    start = battle("3 inf", "3 armor")
    first, _ = one_round(start, {}, {"defender: retreat": ["armor 1", "stay"]})
    _, told = one_round(first)
    assert told.thrown().count("defence: armor") == 2


@pytest.mark.cases("AA", "AA-1.18", "AA-3.6")
def test_an_attacker_that_retreats_by_its_die_takes_no_return_fire() -> None:
    start = battle("1 inf", "1 inf")
    after, told = one_round(start, {"attack: infantry": [6]})
    assert after.attacker.left == units("1 inf")
    assert "defence: infantry" not in told.thrown()


@pytest.mark.cases("AA", "AA-1.18")
def test_a_defender_that_retreats_by_its_die_has_not_hit() -> None:
    start = battle("2 inf", "1 inf")
    after, _ = one_round(start, {"defence: infantry": [5]})
    assert after.defender.left == units("1 inf")
    assert after.attacker.lost == units("")


@pytest.mark.cases("AA", "AA-1.14", "AA-1.18")
def test_a_die_says_what_each_face_does_and_why() -> None:
    start = battle("1 inf", "1 inf", ("germany", "italy"))
    _, told = one_round(start)
    ours, theirs = (each.about.ruling() for each in told.rolls)
    assert ours.sentence == "1 hits; 2 to 5 misses; 6 makes the unit retreat."
    assert theirs.sentence == "1 or 2 hits; 3 or 4 misses; 5 or 6 makes the unit retreat."
    assert ours.reconstructed
    assert ours.find("Retreat number").origin.source == "AA-1.35"


def test_what_happens_is_announced() -> None:
    start = battle("2 inf", "2 inf")
    done, _ = played(lambda: fight_round(start), {"attack: infantry": [1, 6]})
    said = [each.sentence for each in done.told]
    assert said == [
        "1 infantry of the attacker retreats by itself: the start line.",
        "The defender marks 1 infantry for 1 infantry hit; marked units still fire.",
        "The defender removes 1 infantry.",
    ]


def test_planes_alone_are_not_fired_at_from_the_ground() -> None:
    after, told = one_round(battle("1 bomber", "1 inf, 1 art"))
    assert told.thrown() == ["raid: bomber"]
    assert after.attacker.engaged == units("1 bomber")

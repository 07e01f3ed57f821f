"""What bombers carry, what they drop, and how planes get home."""

from __future__ import annotations

import pytest

from wargame.area_combat.coastal import home_again, may_defend_coast, ready_in
from wargame.area_combat.forces import read_force
from wargame.area_combat.lift import may_drop, may_transport, nearest_friend
from wargame.area_combat.rail import COMBAT
from wargame.area_combat.theatre import Theatre, load_theatre
from wargame.area_combat.units import load_units

UNITS = load_units()
FIGHTER, BOMBER = UNITS.named("fighter"), UNITS.named("bomber")


@pytest.fixture
def theatre() -> Theatre:
    return load_theatre()


def transport(theatre: Theatre, planes: str, cargo: str, end: str = "be", **facts: str) -> bool:
    ruling = may_transport(
        theatre, "germany", read_force(planes), read_force(cargo), "ge", end, **facts
    )
    return ruling.allowed


@pytest.mark.cases("AA", "AA-6.7", "AA-6.8", "AA-6.9")
def test_a_bomber_carries_two_infantry_of_any_type_after_combat(theatre: Theatre) -> None:
    assert transport(theatre, "1 bomber", "2 infantry")
    assert transport(theatre, "2 bombers", "2 airborne, 2 infantry")
    assert not transport(theatre, "1 bomber", "3 infantry")
    assert not transport(theatre, "1 bomber", "1 artillery")
    assert not transport(theatre, "1 bomber", "")
    assert not transport(theatre, "3 bombers", "2 infantry")
    assert not transport(theatre, "1 bomber", "2 infantry", phase=COMBAT)
    assert not transport(theatre, "1 bomber", "2 infantry", end="mo")
    assert transport(theatre, "1 bomber", "2 infantry", end="no")
    assert not transport(theatre, "1 fighter", "1 infantry")


def test_a_transport_flies_no_further_than_its_planes(theatre: Theatre) -> None:
    far = theatre.with_owner("ur", "germany")
    ruling = may_transport(
        far.with_force("sp", "germany", read_force("1 bomber, 1 infantry")),
        "germany",
        read_force("1 bomber"),
        read_force("1 infantry"),
        "sp",
        "ur",
    )
    assert ruling.allowed
    assert ruling.parts[-1].value == 6


def drop(theatre: Theatre, planes: str, cargo: str, target: str) -> str:
    ruling = may_drop(theatre, "germany", read_force(planes), read_force(cargo), "ge", target)
    return "" if ruling.allowed else ruling.cases[0].number


@pytest.mark.cases("AA", "AA-6.10", "AA-6.11", "AA-6.12", "AA-6.13", "AA-6.14", "AA-6.15", "AA-4.1")
def test_two_airborne_infantry_a_bomber_drop_within_two_of_a_friend(theatre: Theatre) -> None:
    assert drop(theatre, "1 bomber", "2 airborne", "mo") == ""
    assert drop(theatre, "1 bomber", "3 airborne", "mo") == "AA-6.15"
    assert drop(theatre, "1 bomber", "2 infantry", "mo") == "AA-6.10"
    assert drop(theatre, "1 fighter", "1 airborne", "mo") == "AA-6.12"
    assert drop(theatre, "3 bombers", "2 airborne", "mo") == "AA-6.15"
    many = theatre.with_force("ge", "germany", read_force("1 bomber, 3 airborne"))
    assert drop(many, "1 bomber", "3 airborne", "mo") == "AA-6.14"


@pytest.mark.cases("AA", "AA-6.10")
@pytest.mark.parametrize("target", ["po", "s4", "sw"])
def test_nobody_drops_where_no_enemy_is(theatre: Theatre, target: str) -> None:
    ruling = may_drop(
        theatre, "germany", read_force("1 bomber"), read_force("2 airborne"), "ge", target
    )
    assert "no territory of the enemy" in ruling.sentence


@pytest.mark.cases("AA", "AA-6.11")
def test_a_drop_three_territories_away_is_too_far(theatre: Theatre) -> None:
    alone = theatre.replace(placed=(("ge", "germany", read_force("1 bomber, 2 airborne")),))
    alone = alone.with_owner("be", "soviet-union")
    assert nearest_friend(alone, "germany", "be").value == 2
    assert drop(alone, "1 bomber", "2 airborne", "be") == ""
    assert drop(alone, "1 bomber", "2 airborne", "mo") == "AA-6.11"


def test_a_drop_is_named_by_any_word_for_the_territory(theatre: Theatre) -> None:
    one, other = (nearest_friend(theatre, "germany", word) for word in ("ka", "Leningrad"))
    assert one.value == other.value


@pytest.mark.cases("AA", "AA-6.18", "AA-6.30", "AA-6.x1", "AA-6.x3")
def test_planes_called_in_one_round_fight_in_the_next() -> None:
    assert ready_in(1).value == 2


@pytest.mark.cases("AA", "AA-6.28", "AA-6.29", "AA-6.32")
def test_any_plane_defends_the_coast_beside_it_if_friends_fight_there(theatre: Theatre) -> None:
    def may(unit: object, home: str, zone: str, *, friends: bool = True) -> bool:
        return may_defend_coast(theatre, "germany", unit, home, zone, friends=friends).allowed  # type: ignore[arg-type]

    assert may(FIGHTER, "ge", "s4")
    assert may(BOMBER, "ge", "s3")
    assert not may(UNITS.named("infantry"), "ge", "s4")
    assert not may(FIGHTER, "ge", "s6")
    assert not may(FIGHTER, "ge", "po")
    assert not may(FIGHTER, "ge", "s4", friends=False)
    assert not may(FIGHTER, "gb", "s3")


@pytest.mark.cases("AA", "AA-6.22", "AA-6.31", "AA-6.34", "AA-6.35")
def test_a_plane_flies_home_or_to_the_nearest_friend_or_is_lost(theatre: Theatre) -> None:
    assert home_again(theatre, "germany", FIGHTER, "ua").value == "ua"
    taken = theatre.with_owner("ua", "soviet-union")
    assert home_again(taken, "germany", FIGHTER, "ua").value in {"be", "po"}
    alone = theatre.replace(owners=(("ua", "soviet-union"),))
    assert home_again(alone, "germany", FIGHTER, "ua").value == "lost"

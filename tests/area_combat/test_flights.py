"""A flight as a whole: range, target, what stands there; and the exact odds of a bombing run."""

from __future__ import annotations

from fractions import Fraction

import pytest

from wargame.area_combat.battle import Army, Battle, Ground
from wargame.area_combat.bombing import bombing_run
from wargame.area_combat.bombing_odds import careful, raid_odds
from wargame.area_combat.flights import Flight, may_go
from wargame.area_combat.forces import read_force
from wargame.area_combat.missions import mission_named
from wargame.area_combat.nations import nation_named
from wargame.area_combat.theatre import load_theatre
from wargame.core.drivers import odds


def flight(words: str, **changes: object) -> Flight:
    """Return ``nation, unit, mission, home, target`` as a flight."""
    theatre = load_theatre()
    nation, unit, mission, home, target = words.split()
    cargo = read_force(str(changes.pop("cargo", "")))
    return Flight(
        theatre,
        nation_named(nation),
        theatre.units.named(unit),
        mission_named(mission),
        home,
        target,
        cargo=cargo,
        **changes,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    "words",
    [
        "united-kingdom bomber strategic-bombing gb ge",
        "united-kingdom fighter escort gb ge",
        "united-kingdom bomber interdiction gb fr",
        "germany fighter close-air-support ua st",
        "germany fighter defensive-air-support be ua",
        "germany fighter defensive-air-support ua ua",
        "soviet-union fighter strategic-air-defense mo mo",
        "united-kingdom bomber coastal-defense gb s3",
    ],
)
def test_a_flight_that_keeps_all_its_conditions_may_be_flown(words: str) -> None:
    ruling = may_go(flight(words))
    assert ruling.allowed, ruling.to_text()
    assert ruling.value is True


@pytest.mark.parametrize(
    ("words", "why", "case"),
    [
        ("united-kingdom fighter strategic-bombing gb ge", "flown by bombers", "AA-7.1"),
        ("united-kingdom bomber strategic-bombing gb fr", "no Industrial Complex", "AA-7.1"),
        ("united-kingdom bomber strategic-bombing gb mo", "no territory of the enemy", "AA-7.1"),
        ("united-kingdom bomber strategic-bombing eg ge", "has no bomber", "AA-4.1"),
        ("germany fighter close-air-support fr mo", "out and back", "AA-6.1"),
        ("germany fighter defensive-air-support fr ua", "not beside", "AA-6.17"),
        ("soviet-union fighter strategic-air-defense st mo", "a round too late", "AA-7.8"),
        ("germany bomber air-transport ge fr", "nothing to carry", "AA-6.7"),
        ("germany bomber airborne-assault ge ur", "out and back", "AA-6.10"),
        ("germany bomber airborne-assault ge gb", "nothing to carry", "AA-6.14"),
    ],
)
def test_the_first_thing_against_it_refuses_a_flight(words: str, why: str, case: str) -> None:
    ruling = may_go(flight(words))
    assert not ruling.allowed
    assert why in ruling.sentence
    assert case in " ".join(map(str, ruling.cases))


def test_cargo_makes_a_transport() -> None:
    assert may_go(flight("germany bomber air-transport ge fr", cargo="2 infantry")).allowed
    assert not may_go(flight("germany bomber air-transport ge fr", cargo="3 infantry")).allowed
    assert may_go(flight("germany bomber airborne-assault ge ka", cargo="2 airborne")).allowed
    heavy = may_go(flight("germany bomber airborne-assault ge ka", cargo="2 infantry"))
    assert "Only airborne infantry jumps" in heavy.sentence


def test_a_plane_flies_one_mission() -> None:
    asked = flight("united-kingdom bomber strategic-bombing gb ge", flown=("interdiction",))
    assert "It has flown interdiction" in may_go(asked).sentence


def raid(attacker: str, defender: str) -> Battle:
    return Battle(
        Army(nation_named("united-kingdom"), read_force(attacker)),
        Army(nation_named("germany"), read_force(defender)),
        Ground("Germany", ("city", "complex")),
    )


@pytest.mark.parametrize(
    ("attacker", "defender"), [("1 bomber", ""), ("1 bomber, 1 fighter", "1 fighter")]
)
def test_the_odds_of_a_run_are_those_of_the_whole_run(attacker: str, defender: str) -> None:
    battle = raid(attacker, defender)
    whole = odds(lambda: bombing_run(battle), careful(battle))
    found = raid_odds(battle)
    assert found.damage == whole.distribution(lambda bombed: bombed.damage)
    assert sum(found.through.values()) == sum(found.escorts.values()) == 1


def test_a_bomber_alone_meets_the_guns() -> None:
    """2 or 3 sends it home, two 1s destroy it: 23 of 36 get through, with 7 IP on average."""
    found = raid_odds(raid("1 bomber", ""))
    assert found.through == {0: Fraction(13, 36), 1: Fraction(23, 36)}
    assert found.mean == 7 * Fraction(23, 36)

"""The nine missions: which plane flies which, and how many a turn."""

from __future__ import annotations

import pytest

from wargame.area_combat.missions import MISSIONS, may_fly, mission_named
from wargame.area_combat.units import load_units
from wargame.core.errors import RequestError

OPEN = {
    "fighter": {
        "close-air-support",
        "defensive-air-support",
        "coastal-defense",
        "escort",
        "strategic-air-defense",
    },
    "dive-bomber": {"close-air-support", "coastal-defense", "escort"},
    "bomber": {
        "interdiction",
        "air-transport",
        "airborne-assault",
        "coastal-defense",
        "strategic-bombing",
    },
}


@pytest.mark.cases("AA", "AA-4.1", "AA-4.2")
def test_there_are_six_tactical_and_three_strategic_missions() -> None:
    tactical = [each for each in MISSIONS if each.command == "tactical"]
    assert (len(tactical), len(MISSIONS)) == (6, 9)
    assert {each.id for each in MISSIONS if each.when == "opponent's turn"} == {
        "defensive-air-support",
        "coastal-defense",
        "strategic-air-defense",
    }


@pytest.mark.cases("AA", "AA-5.8")
@pytest.mark.parametrize("plane", sorted(OPEN))
def test_a_plane_flies_the_missions_of_its_role(plane: str) -> None:
    unit = load_units().named(plane)
    assert {each.id for each in MISSIONS if may_fly(unit, each).allowed} == OPEN[plane]


def test_ground_units_fly_nothing_and_a_refusal_lists_what_is_open() -> None:
    units = load_units()
    assert not may_fly(units.named("infantry"), MISSIONS[0]).allowed
    refused = may_fly(units.named("dive-bomber"), mission_named("interdiction"))
    assert {part.value for part in refused.parts} == OPEN["dive-bomber"]


@pytest.mark.cases("AA", "AA-4.1", "AA-6.16", "AA-6.26", "AA-6.27", "AA-6.33")
def test_a_plane_has_one_mission_of_its_own_and_one_defensive_action() -> None:
    fighter = load_units().named("fighter")
    support, escort = mission_named("close air support"), mission_named("escort")
    defensive, coast = mission_named("defensive-air-support"), mission_named("coastal-defense")
    assert may_fly(fighter, defensive, [support.id]).allowed
    assert not may_fly(fighter, escort, [support.id]).allowed
    assert not may_fly(fighter, coast, [support.id, defensive.id]).allowed
    assert may_fly(fighter, support, [defensive.id]).allowed
    with pytest.raises(RequestError, match="did you mean escort"):
        may_fly(fighter, support, ["escrot"])

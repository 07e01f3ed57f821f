"""Interdiction: what a die does to armor that enters or leaves."""

from __future__ import annotations

from fractions import Fraction

import pytest

from wargame.area_combat.interdiction import Direction, interdicted
from wargame.area_combat.ruleset import READINGS, Ruleset
from wargame.area_combat.units import load_units
from wargame.core.drivers import Entry, odds, replay

UNITS = load_units()


def fates(name: str, way: Direction, rules: Ruleset = READINGS) -> dict[str, Fraction]:
    unit = UNITS.named(name)
    result = odds(lambda: interdicted(unit, way, rules, over="Ukraine"))
    return result.distribution(lambda fate: fate)


@pytest.mark.cases("AA", "AA-6.3", "AA-6.4", "AA-6.5", "AA-6.6")
@pytest.mark.parametrize("way", ["enter", "leave"])
def test_one_destroys_two_or_three_hold_the_rest_pass(way: Direction) -> None:
    thirds = {"destroyed": Fraction(1, 6), "held": Fraction(1, 3), "passes": Fraction(1, 2)}
    assert fates("armor", way) == thirds
    assert fates("ss-panzer", way) == thirds


def test_under_the_other_reading_only_a_unit_that_leaves_is_held() -> None:
    passing = READINGS.replace(entering="passes")
    assert fates("armor", "enter", passing) == {
        "destroyed": Fraction(1, 6),
        "passes": Fraction(5, 6),
    }
    assert fates("armor", "leave", passing) == fates("armor", "leave")


@pytest.mark.parametrize("name", ["infantry", "artillery", "fighter"])
def test_nothing_but_armor_is_rolled_for(name: str) -> None:
    assert fates(name, "leave") == {"passes": Fraction(1)}


def test_the_ruling_says_what_became_of_the_unit() -> None:
    unit = UNITS.named("armor")
    line = Entry("interdiction: armor enters", 3)
    played = replay(lambda: interdicted(unit, "enter", READINGS, over="Ukraine"), [line])
    assert played.told[-1].sentence == "Bombers over Ukraine hold the armor: it stops there."

"""Strengths, markers, fortifications, and the differential (7.2, 8.2.1, 8.2.3)."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import SYSTEMS, attack, position
from wargame.fire_and_movement.strength import attack_strength, defense_strength, differential
from wargame.fire_and_movement.units import Piece

FORT = ("0303 features=fortification",)
MARKERS = ("a2 Red +2", "a3 Red +2", "a5 Red +5", "d6 Blue +6", "d5 Blue +5")


def numbers(ruling: object) -> list[str]:
    return [str(case) for case in ruling.cases]  # type: ignore[attr-defined]


@pytest.mark.cases("FM8", "8.2.1/9", "8.2.1/10", "7.2/8", "2.3.2/1", "2.3.2/3", "2.3.2/4")
@pytest.mark.cases("FM7", "8.2.1/10", "8.2.1/11", "7.2/7", "2.3.2/1", "2.3.2/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_units_and_markers_add_up_to_a_differential(ruleset: str) -> None:
    """The printed example of 7.2: 12 against 9."""
    situation = position(
        "r1 Red 4-4-10 0203",
        "r2 Red 4-4-10 0204",
        "b1 Blue 2-3-8 0303",
        ruleset=ruleset,
        markers=MARKERS,
    )
    plain = attack(situation)
    assert (attack_strength(plain).value, defense_strength(plain).value) == (8, 3)
    whole = attack(situation, attack_fire=("a2", "a3"), defense_fire=("d6",))
    assert (attack_strength(whole).value, defense_strength(whole).value) == (12, 9)
    ruling = differential(whole)
    assert (ruling.value, ruling.rule) == (3, "sum")
    assert [part.value for part in ruling.parts] == [12, -9]
    number = "8.2.1/10" if ruleset == "system_v8" else "8.2.1/11"
    assert numbers(ruling) == [f"{situation.ruleset.edition} {number}"]


@pytest.mark.cases("FM8", "2.3.2/1", "2.3.2/3")
@pytest.mark.cases("FM7", "2.3.2/1", "2.3.2/3")
def test_the_side_of_the_counter_that_shows_counts() -> None:
    situation = position("r1 Red 5-6-4 0203 steps=3", "b1 Blue 4-7-4 0303 steps=2")
    turned = evolve(situation, pieces=[evolve(each, face=1) for each in situation.pieces])
    assert (attack_strength(attack(turned)).value, defense_strength(attack(turned)).value) == (3, 4)
    said = [
        strength(attack(turned)).parts[0].sentence
        for strength in (attack_strength, defense_strength)
    ]
    assert said == [
        "The counter prints 3-3-4 (2 steps left).",
        "The counter prints 2-4-4 (1 step left).",
    ]
    whole = attack_strength(attack(situation)).parts[0].sentence
    assert whole == "The counter prints 5-6-4 (full strength)."


@pytest.mark.cases("FM8", "8.2/9")
@pytest.mark.cases("FM7", "8.2/9")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_strength_is_whole_and_attack_never_mixes_with_defence(ruleset: str) -> None:
    situation = position("r1 Red 4-9-4 0203", "b1 Blue 9-5-4 0303", ruleset=ruleset)
    for strength, figure in ((attack_strength, 4), (defense_strength, 5)):
        (part,) = strength(attack(situation)).parts
        assert part.value == figure
        assert numbers(part) == [f"{situation.ruleset.edition} 8.2/9"]


@pytest.mark.cases("FM8", "7.2/8", "7.2/9")
@pytest.mark.cases("FM7", "7.2/7", "7.2/8")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_marker_gives_its_whole_value_to_the_one_combat_it_lies_on(ruleset: str) -> None:
    situation = position(
        "r1 Red 4-4-4 0203", "b1 Blue 4-4-4 0303", ruleset=ruleset, markers=MARKERS
    )
    fired = attack(situation, attack_fire=("a5",), defense_fire=("d5",))
    for strength in (attack_strength, defense_strength):
        part = strength(fired).parts[-1]
        assert (part.label, part.value) == ("Marker +5", 5)
        wanted = ["7.2/8", "7.2/9"] if ruleset == "system_v8" else ["7.2/7", "7.2/8"]
        assert numbers(part) == [f"{situation.ruleset.edition} {number}" for number in wanted]
    assert attack_strength(attack(situation)).value == 4


@pytest.mark.cases("FM8", "8.2.3", "8.2.3/1", "8.2.3/2", "8.2.3/3")
@pytest.mark.cases("FM7", "8.2.3", "8.2.3/1", "8.2.3/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_fortification_doubles_the_counter_and_halves_only_the_attackers_fire(
    ruleset: str,
) -> None:
    situation = position(
        "r1 Red 4-4-4 0203", "b1 Blue 2-3-4 0303", ruleset=ruleset, markers=MARKERS, marks=FORT
    )
    fired = attack(situation, attack_fire=("a5", "a2"), defense_fire=("d5",))
    attacking, defending = attack_strength(fired), defense_strength(fired)
    assert [part.value for part in attacking.parts] == [4, 2, 1]
    assert [part.value for part in defending.parts] == [3, 3, 5]
    assert defending.find("Fortification") is not None
    cases = {str(case).split()[1] for each in (attacking, defending) for case in _all(each)}
    assert cases >= {"8.2.3/1", "8.2.3/2", "8.2.3/3"}
    assert differential(fired).value == 7 - 11


def _all(ruling: object) -> list[object]:
    return [case for each in ruling.walk() for case in each.cases]  # type: ignore[attr-defined]


@pytest.mark.cases("FM8", "8.2.3")
def test_what_a_fortification_is_worth_can_be_seen_by_setting_it_aside() -> None:
    situation = position("r1 Red 4-4-4 0203", "b1 Blue 2-3-4 0303", markers=MARKERS, marks=FORT)
    fired = attack(situation, attack_fire=("a5",))
    assert differential(fired).value == 6 - 6
    assert differential(fired.waive("terrain:fortification")).value == 9 - 3


def test_who_died_before_the_die_adds_nothing() -> None:
    situation = position("r1 Red 4-4-4 0203", "r2 Red 3-3-4 0204", "b1 Blue 2-3-4 0303")
    left = [piece for piece in situation.pieces if piece.unit != "r2"]
    assert attack_strength(attack(evolve(situation, pieces=left), "r1", "r2")).value == 4
    assert isinstance(left[0], Piece)

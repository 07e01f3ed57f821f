"""Bombing runs: guns, one round between planes, two dice a bomber, a balance."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random

import pytest

from wargame.area_combat.atlas import load_atlas
from wargame.area_combat.battle import Army, Battle, Ground
from wargame.area_combat.bombing import (
    bombing_run,
    damage,
    interceptors,
    may_escort,
    paid,
)
from wargame.area_combat.forces import read_force
from wargame.area_combat.nations import nation_named
from wargame.area_combat.ruleset import READINGS, Ruleset
from wargame.area_combat.units import load_units
from wargame.core.drivers import odds, play, replay
from wargame.core.errors import RequestError
from wargame.core.procedure import Chance, first_option

UNITS = load_units()


def raid(attack: str, defense: str = "", rules: Ruleset = READINGS, *works: str) -> Battle:
    return Battle(
        Army(nation_named("uk"), read_force(attack)),
        Army(nation_named("germany"), read_force(defense)),
        Ground("Germany", works or ("complex",)),
        rules=rules,
    )


@pytest.mark.cases("AA", "AA-7.3", "AA-7.5", "AA-5.5")
def test_three_bombers_cost_the_sum_of_their_dice() -> None:
    ruling = damage((3, 4, 6, 6, 1, 2))
    assert ruling.value == 22
    assert [part.value for part in ruling.parts] == [7, 12, 3]
    for bad in ((1,), (0, 1), (7, 1)):
        with pytest.raises(RequestError, match="two dice for each bomber"):
            damage(bad)


@pytest.mark.cases("AA", "AA-7.1", "AA-7.2", "AA-7.9", "AA-7.11", "AA-5.1")
def test_a_lone_bomber_has_the_guns_to_pass_and_then_rolls_two_dice() -> None:
    chances = odds(lambda: bombing_run(raid("1 bomber"))).distribution(lambda end: end.damage)
    through = 1 - Fraction(1, 3) - Fraction(1, 36)
    assert chances[0] == 1 - through
    sums = [one + two for one, two in product(range(1, 7), repeat=2)]
    for total in range(2, 13):
        assert chances[total] == through * Fraction(sums.count(total), 36)


@pytest.mark.cases("AA", "AA-7.8", "AA-7.10", "AA-3.2")
def test_fighters_meet_bombers_for_one_round_and_nothing_else_can_be_hit() -> None:
    quiet = READINGS.replace(guns=())
    result = odds(lambda: bombing_run(raid("1 bomber", "1 fighter", quiet)))
    assert result.chance(lambda end: end.damage == 0) == Fraction(1, 2)
    shot_down = result.chance(lambda end: not end.battle.planes_of("defender"))
    assert shot_down == Fraction(1, 6)
    # an overkill does not fall on anything, and the battle is over after its single round
    many = odds(lambda: bombing_run(raid("1 bomber, 3 fighters", "1 fighter", quiet)), first_option)
    assert many.chance(lambda end: bool(end.battle.defender.lost)) == 1 - Fraction(5, 6) * (
        Fraction(2, 3) ** 3
    )


@pytest.mark.cases("AA", "AA-2.5", "AA-7.9")
def test_the_guns_of_a_complex_fire_at_three_planes() -> None:
    played = play(lambda: bombing_run(raid("5 bombers")), Chance(Random(1)))
    fired = [line for line in played.journal if line.ask == "guns: bomber"]
    assert len(fired) == 3
    assert replay(lambda: bombing_run(raid("5 bombers")), played.journal) == played


@pytest.mark.cases("AA", "AA-7.4")
def test_a_balance_pays_at_once_and_never_below_nothing() -> None:
    assert paid(22, 30).value == 22
    assert paid(22, 10).value == 10


@pytest.mark.parametrize(
    ("attack", "defense", "works", "says"),
    [
        ("1 bomber", "", "city", "no Industrial Complex"),
        ("1 fighter", "", "complex", "a bomber at least"),
        ("1 bomber, 1 infantry", "", "complex", "attacker: found 1 infantry"),
        ("1 bomber", "1 armor", "complex", "defender: found 1 armor"),
    ],
)
def test_what_is_no_bombing_run_is_refused(
    attack: str, defense: str, works: str, says: str
) -> None:
    with pytest.raises(RequestError, match=says):
        bombing_run(raid(attack, defense, READINGS, works))


@pytest.mark.cases("AA", "AA-7.8")
def test_only_fighters_of_the_territory_intercept_unless_a_house_says_otherwise() -> None:
    home, beside = read_force("2 fighters, 1 bomber, 1 dive-bomber"), read_force("1 jet fighter")
    assert interceptors(home, beside, READINGS, UNITS) == read_force("2 fighters")
    wide = READINGS.replace(interceptors="adjacent")
    assert interceptors(home, beside, wide, UNITS) == read_force("2 fighters, 1 jet fighter")


def escorts(unit: str, start: str, target: str, rules: Ruleset = READINGS) -> str:
    ruling = may_escort(UNITS.named(unit), load_atlas(), start, target, rules)
    return "" if ruling.allowed else ruling.cases[0].number


@pytest.mark.cases("AA", "AA-7.6", "AA-7.7")
def test_an_escort_keeps_to_its_range_and_to_three_sea_zones() -> None:
    assert escorts("fighter", "gb", "ge") == ""
    assert escorts("bomber", "gb", "ge") == "AA-7.6"
    assert escorts("infantry", "gb", "ge") == "AA-7.6"
    assert escorts("fighter", "gb", "po") == "AA-7.6"
    zones = READINGS.replace(escort_limit="zones")
    assert escorts("fighter", "gb", "po", zones) == ""


@pytest.mark.cases("AA", "AA-7.7")
def test_a_fourth_sea_zone_is_one_too_many(tmp_path: Path) -> None:
    head = 'id = "m"\ntitle = "M"\n[origin]\nkind = "derived"\n'
    rows = 'rows = ["aa s1 s2 s3 bb s4 cc"]\n'
    zones = "".join(f's{n} = "Sea {n}"\n' for n in range(1, 5))
    lands = "".join(f'[[territory]]\nid = "{id}"\nname = "{id}"\n' for id in ("aa", "bb", "cc"))
    text = rows + head + "[zones]\n" + zones + lands
    (tmp_path / "m.toml").write_text(text, encoding="utf-8")
    sea = load_atlas("m", tmp_path)
    zones_only = READINGS.replace(escort_limit="zones")
    fighter = UNITS.named("fighter")
    assert may_escort(fighter, sea, "aa", "bb", zones_only).allowed
    assert not may_escort(fighter, sea, "aa", "cc", zones_only).allowed
    assert not may_escort(fighter, sea, "aa", "bb", READINGS).allowed
    assert may_escort(fighter, sea, "bb", "cc", READINGS).allowed

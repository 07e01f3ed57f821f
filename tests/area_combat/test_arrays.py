"""The chain in arrays: the same chances as in fractions, and a bound that holds."""

from __future__ import annotations

import pytest

from tests.area_combat.odds_cases import CASES, Case, battle
from wargame.area_combat import odds
from wargame.area_combat.arrays import follow_in_arrays
from wargame.area_combat.battle import WHO, Army, Battle
from wargame.area_combat.chain import follow_exactly
from wargame.area_combat.forces import read_force
from wargame.area_combat.nations import nation_named
from wargame.area_combat.odds import battle_odds
from wargame.area_combat.plans import FIGHT_ON, Plan
from wargame.area_combat.program import program_of
from wargame.area_combat.units import UnitTable, UnitType

pytestmark = pytest.mark.cases("AA", "AA-1")


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.parametrize("floor", [0.0, 1e-4])
def test_no_chance_is_further_off_than_the_bound_says(case: Case, floor: float) -> None:
    program = program_of(case.battle, {"attacker": case.attacker, "defender": case.defender})
    exact = follow_exactly(program)
    found = follow_in_arrays(program, tolerance=1e-9, floor=floor)
    assert found is not None
    tally, bound = found
    assert set(tally.ends) <= set(exact.ends)
    for end, chance in exact.ends.items():
        assert abs(float(tally.ends.get(end, 0)) - float(chance)) <= bound
    for name, mean in exact.left.items():
        assert tally.left.get(name, 0) == pytest.approx(float(mean), abs=6 * bound + 1e-12)
    assert float(tally.fought) <= float(exact.fought) + 1e-9
    assert sum(tally.ends.values()) + bound >= 1
    assert bound < (1e-8 if floor == 0 else 0.1)


def test_a_battle_of_some_size_goes_through_the_arrays() -> None:
    fought = battle("5 inf, 2 art, 2 arm, 1 ftr", "4 inf, 2 arm, 1 ftr")
    found = battle_odds(fought)
    assert found.states > odds.ARRAY_STATES
    assert found.method == "bounded"
    assert found.bound < 1e-6
    plain = battle_odds(fought, method="simulated", runs=2_000)
    assert abs(float(found.win) - float(plain.win)) < 4 * plain.error
    for who in WHO:
        for name, mean in found.lost(who).items():
            assert plain.lost(who)[name] == pytest.approx(mean, abs=0.15)
    assert sum(found.rounds.values()) == pytest.approx(1, abs=1e-5)


def test_without_numpy_such_a_battle_is_simulated_and_said_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(odds, "has_numpy", lambda: False)
    found = battle_odds(battle("6 inf, 3 art, 4 arm, 2 ftr", "6 inf, 4 arm, 1 ftr"), runs=10)
    assert found.method == "simulated"
    assert "numpy is not installed" in found.sentence


def test_losses_kept_apart_make_a_large_battle_one_to_simulate() -> None:
    fought = battle("6 inf, 3 art, 4 arm, 2 ftr", "6 inf, 4 arm, 1 ftr")
    found = battle_odds(fought, losses=True, runs=100)
    assert found.method == "simulated"
    assert "losses kept apart" in found.sentence
    assert sum(found.losses("attacker").values()) == pytest.approx(1)


def test_keys_too_wide_for_the_arrays_are_left_to_whole_numbers() -> None:
    types = "9 inf, 9 light, 9 para, 9 shock, 9 art, 9 arm, 9 ftr, 9 dive, 9 bomber, 9 jet"
    wide = battle(types, types, nations=("soviet-union", "soviet-union"))
    program = program_of(wide, {"attacker": FIGHT_ON, "defender": FIGHT_ON})
    assert follow_in_arrays(program, tolerance=1e-6, floor=1e-6) is None
    assert "bits" in battle_odds(wide, limit=10**30, runs=2).sentence


def test_plans_end_large_battles_too() -> None:
    fought = battle("4 inf, 2 art, 2 arm, 1 ftr", "4 inf, 2 arm, 1 ftr")
    found = battle_odds(fought, Plan(break_off=2), Plan(fewer_than=3))
    assert found.method == "bounded"
    assert max(found.rounds) == 2
    assert 0.01 < found.broken_off < 0.99
    plain = battle_odds(
        fought, Plan(break_off=2), Plan(fewer_than=3), method="simulated", runs=2_000
    )
    assert abs(float(found.win) - float(plain.win)) < 4 * plain.error


def test_battles_without_end_are_told_in_arrays() -> None:
    guard = UnitType("guard", "guard", "guards", "infantry", 0, 0, 1, 1, steady=True)
    army = Army(nation_named("germany"), read_force("1 guard", UnitTable((guard,))))
    program = program_of(
        Battle(army, army, units=UnitTable((guard,))),
        {"attacker": FIGHT_ON, "defender": FIGHT_ON},
    )
    found = follow_in_arrays(program, tolerance=1e-9, floor=0.0)
    assert found is not None
    assert [(how, chance) for (how, _), chance in found[0].ends.items()] == [("endless", 1.0)]
    assert found[1] < 1e-9

"""Planes that fight each other are followed once for everything below them."""

from __future__ import annotations

import pytest

from tests.area_combat.odds_cases import battle
from wargame.area_combat import arrays
from wargame.area_combat.aloft import aloft
from wargame.area_combat.arrays import follow_in_arrays
from wargame.area_combat.battle import Army, Battle, Ground
from wargame.area_combat.forces import read_force
from wargame.area_combat.nations import nation_named
from wargame.area_combat.plans import FIGHT_ON, Plan
from wargame.area_combat.program import Program, program_of
from wargame.area_combat.units import UnitTable, UnitType

pytestmark = pytest.mark.cases("AA", "AA-1.8", "AA-6.1")

LAND = "2 inf, 1 art, 1 arm"


def program(fought: Battle, attacker: Plan = FIGHT_ON, defender: Plan = FIGHT_ON) -> Program:
    return program_of(fought, {"attacker": attacker, "defender": defender})


@pytest.mark.parametrize(
    ("fought", "attacker"),
    [
        (battle(f"{LAND}, 2 ftr, 1 dive", f"{LAND}, 2 ftr"), FIGHT_ON),
        (battle(f"{LAND}, 2 ftr", f"{LAND}, 1 ftr"), Plan(break_off=3)),
        (battle("2 ftr, 1 bomber", "1 inf, 2 ftr"), FIGHT_ON),
        (battle("2 inf, 2 ftr", "2 inf, 2 ftr", ground=Ground(works=("city",))), FIGHT_ON),
    ],
    ids=["three types", "broken off", "planes alone", "guns"],
)
def test_it_makes_no_difference_to_any_chance(
    fought: Battle, attacker: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert aloft(program(fought, attacker)) is not None
    together = follow_in_arrays(program(fought, attacker), tolerance=1e-12, floor=0.0)
    monkeypatch.setattr(arrays, "aloft", lambda _: None)
    each = follow_in_arrays(program(fought, attacker), tolerance=1e-12, floor=0.0)
    assert together is not None
    assert each is not None
    assert set(together[0].ends) == set(each[0].ends)
    for end, chance in each[0].ends.items():
        assert together[0].ends[end] == pytest.approx(chance, abs=1e-12)
    for name, mean in each[0].left.items():
        assert together[0].left.get(name, 0) == pytest.approx(mean, abs=1e-11)
    for number, chance in each[0].rounds.items():
        assert together[0].rounds[number] == pytest.approx(chance, abs=1e-12)


@pytest.mark.parametrize(
    ("attack", "plan"),
    [
        (f"{LAND}, 1 ftr", Plan(planes_home=2)),
        (f"{LAND}, 1 ftr", Plan(support=True)),
        (LAND, FIGHT_ON),
    ],
    ids=["they go home", "they support armor", "one side has none"],
)
def test_planes_that_look_at_the_ground_are_followed_with_it(attack: str, plan: Plan) -> None:
    assert aloft(program(battle(attack, f"{LAND}, 1 ftr"), plan)) is None


def test_a_battle_is_not_over_while_planes_are_still_shot_down() -> None:
    # Nobody on the ground can hit; one attacking plane is sure to be shot down in each round.
    guard = UnitType("guard", "guard", "guards", "infantry", 0, 0, 1, 1, steady=True)
    sure = UnitType(
        "ace", "ace", "aces", "air", 0, 0, 4, 1, role="fighter", air_attack=0, air_defense=6
    )
    table = UnitTable((guard, sure))
    germany = nation_named("germany")
    fought = Battle(
        Army(germany, read_force("1 guard, 3 ace", table)),
        Army(germany, read_force("1 guard, 1 ace", table)),
        units=table,
    )
    found = follow_in_arrays(program(fought), tolerance=1e-9, floor=0.0)
    assert found is not None
    ((how, key),) = found[0].ends
    layout = program(fought).scene.layout
    assert how == "endless"
    assert layout.force(key, "attacker").of("ace") == 0

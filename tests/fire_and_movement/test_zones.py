"""Zones of control (6.0) and what they do to one step of a move (6.1)."""

from __future__ import annotations

from random import Random

import pytest
from attrs import evolve

from tests.fire_and_movement.moving import BLUE, RED, at, on
from tests.fire_and_movement.positions import SYSTEMS, gaza, labels
from wargame.fire_and_movement.movement_costs import entry_cost
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.terrain_costs import NEVER
from wargame.fire_and_movement.units import Piece
from wargame.fire_and_movement.zones import (
    controlled,
    exerts,
    in_enemy_zone,
    mover,
    zone_against,
    zone_ruling,
)

RING = ["0203", "0204", "0302", "0304", "0403", "0404"]


@pytest.mark.cases("FM8", "6.0")
@pytest.mark.cases("FM7", "6.0")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_zone_is_the_six_hexes_round_a_unit(ruleset: str) -> None:
    situation = on("r Red 4-4-6 0105", "b Blue 1-1-4 0303", ruleset=ruleset)
    assert labels(situation, controlled(situation, BLUE)) == RING
    assert zone_ruling(situation, RED, at(situation, "0302")).value is True
    assert zone_ruling(situation, RED, at(situation, "0303")).value is False


@pytest.mark.cases("FM8", "6.0/1")
@pytest.mark.cases("FM7", "6.0/1")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_black_hexagon_means_no_zone(ruleset: str) -> None:
    units = ("r Red 4-4-6 0105", "b Blue 1-1-4 0303 zone=no", "c Blue 1-1-4 0501")
    situation = on(*units, ruleset=ruleset)
    assert [exerts(situation, name) for name in "rbc"] == [True, False, True]
    assert labels(situation, controlled(situation, BLUE) & situation.board.cells.keys()) == [
        "0401", "0402", "0502",
    ]  # fmt: skip
    ruling = zone_ruling(situation, RED, at(situation, "0302"))
    assert ruling.value is False
    assert [part.status for part in ruling.parts] == ["skipped"]
    assert f"{situation.ruleset.edition} 6.0/1" in map(str, ruling.parts[0].cases)


@pytest.mark.cases("FM8", "6.0/2")
@pytest.mark.cases("FM7", "6.0/2", "6.0/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_zones_reach_over_every_hexside_and_into_every_terrain(ruleset: str) -> None:
    situation = on(
        "r Red 4-4-6 0105",
        "b Blue 1-1-4 0303",
        rows=("ccccc", "cc~~c", "ccccc", "cccwc", "ccccc"),
        marks=("side river 0303-0304", "side prohibited 0303-0403"),
        ruleset=ruleset,
    )
    assert labels(situation, controlled(situation, BLUE)) == RING


@pytest.mark.cases("FM8", "6.0/3")
@pytest.mark.cases("FM7", "6.0/4")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_game_may_keep_zones_out_of_some_hexes(ruleset: str) -> None:
    units = ("r Red 4-4-6 0105", "b Blue 1-1-4 0303")
    marks = ("0302 features=fortification",)
    situation = on(*units, rows=("ccccc", "cccvc", "ccccc", "ccccc", "ccccc"), marks=marks)
    kinds = frozenset({"fortification", "village"})
    ruled = evolve(situation, ruleset=situation.ruleset.replace(zone_free=kinds))
    assert labels(situation, controlled(situation, BLUE)) == RING
    assert labels(ruled, controlled(ruled, BLUE)) == ["0203", "0204", "0304", "0403", "0404"]
    assert not in_enemy_zone(ruled, RED, at(ruled, "0302"))
    told = zone_ruling(ruled, "r", at(ruled, "0302"))
    assert (told.value, [part.status for part in told.parts]) == (False, ["skipped"])


@pytest.mark.cases("FM8", "6.0/4", "6.0/5")
@pytest.mark.cases("FM7", "6.0/5", "6.0/6")
def test_units_never_cancel_zones_and_opposing_zones_share_a_hex() -> None:
    units = ("r Red 4-4-6 0203", "s Red 4-4-6 0302", "b Blue 1-1-4 0303")
    situation = on(*units)
    assert labels(situation, controlled(situation, BLUE)) == RING
    shared = at(situation, "0204")
    assert in_enemy_zone(situation, RED, shared)
    assert in_enemy_zone(situation, BLUE, shared)


@pytest.mark.cases("FM8", "6.0/6")
@pytest.mark.cases("FM7", "6.0/7")
@pytest.mark.parametrize("seed", range(20))
def test_who_stands_in_a_zone_has_that_enemy_in_his_own(seed: int) -> None:
    random, situation = Random(seed), on("r Red 4-4-6 0105", "b Blue 1-1-4 0501")
    one, other = random.sample(sorted(situation.board.cells), 2)
    situation = evolve(situation, pieces=(Piece("r", one), Piece("b", other)))
    assert in_enemy_zone(situation, RED, one) == in_enemy_zone(situation, BLUE, other)


@pytest.mark.cases("GAZA", "13.2/1")
def test_the_train_minds_no_zone_and_others_do() -> None:
    situation = gaza()
    assert not zone_against(situation, "BR-TRAIN")
    assert zone_against(situation, "BR-161") == controlled(situation, "Central Powers")


ARABS = {"plo": "PLO", "syr": "Syrian", "com": "Syrian"}


def lebanon() -> Situation:
    """Return an Israeli unit with Arabs around it, two hexes off."""
    return on(
        "plo Arab 1-1-5 0305 nationality=PLO",
        "syr Arab 4-4-6 0301 nationality=Syrian mobile=yes",
        "com Arab 2-2-5 0104 nationality=Syrian kind=commando",
        "isr Israeli 8-7-7 0303 nationality=Israeli mobile=yes",
        ruleset="lebanon_82",
    )


@pytest.mark.cases("LEB82", "17.0")
@pytest.mark.parametrize(("name", "free"), [("plo", True), ("syr", False), ("com", True)])
def test_israeli_zones_hinder_neither_plo_nor_syrian_commandos(name: str, free: bool) -> None:  # noqa: FBT001
    situation = lebanon()
    assert bool(zone_against(situation, name)) is not free
    ruling = zone_ruling(situation, name, at(situation, "0304"))
    assert ruling.value is not free
    assert ("LEB82 17.0" in map(str, ruling.parts[0].cases)) is free


@pytest.mark.cases("LEB82", "17.0")
def test_the_exemption_is_one_way_and_for_movement_only() -> None:
    situation = lebanon()
    assert in_enemy_zone(situation, "isr", at(situation, "0304"))
    assert in_enemy_zone(situation, "Arab", at(situation, "0304"))
    assert not in_enemy_zone(situation, "plo", at(situation, "0304"))


@pytest.mark.cases("LEB82", "17.0")
def test_syrian_zones_hinder_the_plo_where_the_two_fight() -> None:
    units = ("p PLO 1-1-5 0305 nationality=PLO", "s Syria 4-4-6 0303 nationality=Syrian")
    situation = on(*units, ruleset="lebanon_82")
    assert in_enemy_zone(situation, "p", at(situation, "0304"))


@pytest.mark.cases("FM8", "6.1/6", "6.1/7")
@pytest.mark.cases("FM7", "6.1/6", "6.1/7")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize("who", ["leg", "mobile", "commando"])
def test_mines_and_forts_bar_steps_from_zone_to_zone_alone(ruleset: str, who: str) -> None:
    extra = {"leg": "", "mobile": " mobile=yes", "commando": " kind=commando"}[who]
    marks = ("0204 features=fortification", "side minefield 0304-0404 0304-0305")
    units = (f"r Red 4-4-8 0304{extra}", "b Blue 1-1-4 0303")
    situation = on(*units, marks=marks, ruleset=ruleset)
    start = at(situation, "0304")
    costs = {to: entry_cost(situation, "r", start, at(situation, to)) for to in ("0204", "0404")}
    assert all(each.allowed is (who == "commando") for each in costs.values())
    free = entry_cost(situation, "r", start, at(situation, "0305"))
    assert (free.value, free.allowed) == (1, True)
    moving, away = mover(situation, "r"), at(situation, "0205")
    into = moving.price(away, at(situation, "0204"), 2)
    assert into < NEVER


@pytest.mark.cases("FM8", "6.1/2", "6.1/3")
@pytest.mark.cases("FM7", "6.1/2", "6.1/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_leg_unit_steps_from_zone_to_zone_for_its_whole_allowance(ruleset: str) -> None:
    dear = {"system_v8": "j", "system_v7": "r"}[ruleset]
    rows = ("ccccc", "ccccc", "ccccc", f"c{dear}ccc", "ccccc")
    for allowance, legal in ((5, True), (2, ruleset == "system_v7"), (1, False)):
        units = (f"r Red 4-4-{allowance} 0304", "b Blue 1-1-4 0303")
        situation = on(*units, rows=rows, ruleset=ruleset)
        ruling = entry_cost(situation, "r", at(situation, "0304"), at(situation, "0404"))
        assert ruling.allowed is legal
        assert not legal or ruling.value == allowance
        out = entry_cost(situation, "r", at(situation, "0304"), at(situation, "0305"))
        assert out.value == 1
        later = entry_cost(situation, "r", at(situation, "0203"), at(situation, "0204"))
        assert not later.allowed
        assert later.cases == (situation.ruleset.case("6.1/2"),)


@pytest.mark.cases("FM8", "6.1/5")
@pytest.mark.cases("FM7", "6.1/4", "6.1/5")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize(("allowance", "surcharge"), [(4, 2), (5, 2), (6, 3), (7, 3), (10, 5)])
def test_a_mobile_unit_pays_half_its_allowance_rounded_down(
    ruleset: str, allowance: int, surcharge: int
) -> None:
    units = (f"r Red 4-4-{allowance} 0304 mobile=yes", "b Blue 1-1-4 0303")
    situation = on(*units, ruleset=ruleset)
    here, there = at(situation, "0304"), at(situation, "0404")
    assert entry_cost(situation, "r", here, there).value == 1 + surcharge
    rules = situation.ruleset.replace(mobile_between_zones=False)
    ruling = entry_cost(evolve(situation, ruleset=rules), "r", here, there)
    assert not ruling.allowed


@pytest.mark.cases("GAZA", "14.0/4")
@pytest.mark.parametrize(
    ("unit", "cost"),
    [
        ("u Central_Powers 3-4-4 0304", 1),
        ("u Central_Powers 3-4-8 0304 mobile=yes", 1),
        ("u British 3-4-4 0304", 4),
        ("u British 3-4-8 0304 mobile=yes", 5),
    ],
)
def test_only_the_central_powers_leave_trenches_for_nothing(unit: str, cost: int) -> None:
    enemy = "British" if "Central" in unit else "Central_Powers"
    rows = ("ccccc", "ccccc", "ctccc", "ccccc", "ccccc")
    situation = on(unit, f"e {enemy} 2-2-3 0303", rows=rows, ruleset="gaza_1917")
    ruling = entry_cost(situation, "u", at(situation, "0304"), at(situation, "0404"))
    assert ruling.value == cost
    in_the_open = on(unit.replace("0304", "0204"), f"e {enemy} 2-2-3 0303", ruleset="gaza_1917")
    dear = entry_cost(in_the_open, "u", at(in_the_open, "0204"), at(in_the_open, "0304"))
    assert dear.value == (5 if "mobile" in unit else 4)


@pytest.mark.cases("GAZA", "14.0/4")
def test_only_the_first_step_out_of_a_trench_is_free() -> None:
    rows = ("ccccc", "ccccc", "cttcc", "ctccc", "ccccc")
    units = ("u Central_Powers 3-4-8 0304 mobile=yes", "e British 2-2-3 0303")
    situation = on(*units, "f British 2-2-3 0503", rows=rows, ruleset="gaza_1917")
    moving = mover(situation, "u")
    first, second = at(situation, "0404"), at(situation, "0403")
    assert moving.price(at(situation, "0304"), first, 4) == 4
    assert moving.price(first, second, 2) == 2 + 8

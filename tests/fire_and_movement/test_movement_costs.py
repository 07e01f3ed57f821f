"""What ground costs (5.4, the charts of the games), and that figures and reasons agree."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.fire_and_movement.moving import at, on
from tests.fire_and_movement.positions import RULESETS, SYSTEMS, gaza
from wargame.core.rulebook import entry
from wargame.core.ruling import case
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.movement_costs import entry_cost, passable, price
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.terrain_costs import (
    NEVER,
    closed,
    points_text,
    prohibited_sides,
    terrain_cost,
    ways,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.grid import Hex

HALF = Fraction(1, 2)


def cost(situation: Situation, here: str, there: str) -> object:
    """Return what the ground costs from one hex to another."""
    board = situation.board
    ruling = terrain_cost(board, situation.ruleset, board.hex(here), board.hex(there))
    assert ruling.allowed
    return ruling.value


@pytest.mark.cases("FM8", "5.4", "5.4/2", "5.4/3")
@pytest.mark.cases("FM7", "5.4", "5.4/2", "5.4/3")
@pytest.mark.parametrize(
    ("ruleset", "dear", "points"), [("system_v8", "j", 3), ("system_v7", "r", 2)]
)
def test_clear_ground_costs_one_point_and_the_editions_price_one_dearer(
    ruleset: str, dear: str, points: int
) -> None:
    rows = (f"c{dear}ccc", *("ccccc",) * 4)
    situation = on("r Red 4-4-6 0105", "b Blue 1-1-1 0501", rows=rows, ruleset=ruleset)
    assert cost(situation, "0103", "0102") == 1
    assert cost(situation, "0105", "0104") == points


@pytest.mark.cases("FM8", "5.4/1", "5.4/6")
@pytest.mark.cases("FM7", "5.4/1", "5.4/7")
@pytest.mark.cases("LEB82", "10.2/9", "10.2/10")
def test_the_dearest_terrain_counts_and_plus_terrain_is_added() -> None:
    arab = "a Arab 1-1-5 0501 nationality=PLO"
    rows = ("ctbmc", *("ccccc",) * 4)
    units = ("i Israeli 8-7-7 0105 mobile=yes", arab)
    situation = on(*units, rows=rows, ruleset="lebanon_82")
    assert cost(situation, "0105", "0104") == 2  # a town in rough ground
    assert cost(situation, "0104", "0103") == 2  # Beirut, dearer than the clear ground there
    village = on("r Red 4-4-6 0105", "b Blue 1-1-1 0501", rows=("cvccc", *("ccccc",) * 4))
    assert cost(village, "0105", "0104") == 2
    parts = entry_cost(situation, "i", at(situation, "0104"), at(situation, "0103")).walk()
    assert [(p.label, p.status) for p in parts if p.label in {"Clear", "Beirut"}] == [
        ("Clear", "skipped"),
        ("Beirut", "applied"),
    ]


@pytest.mark.cases("FM8", "5.4/5")
@pytest.mark.cases("FM7", "5.4/6")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_a_river_adds_to_the_hex_from_both_sides(ruleset: str) -> None:
    marks = ("side river 0105-0104",)
    situation = on("r Red 4-4-6 0105", "b Blue 1-1-1 0501", marks=marks, ruleset=ruleset)
    assert cost(situation, "0105", "0104") == cost(situation, "0104", "0105") == 2
    assert cost(situation, "0104", "0103") == 1


@pytest.mark.cases("FM8", "5.4.1", "5.4.2")
@pytest.mark.cases("FM7", "5.4.1", "5.4.2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_roads_and_trails_ignore_ground_and_hexsides(ruleset: str) -> None:
    dear = {"system_v8": "j", "system_v7": "r"}[ruleset]
    marks = ("link road 0105 0104", "link trail 0205 0204", "side river 0105-0104 0205-0204")
    rows = (f"c{dear}ccc", f"c{dear}ccc", *("ccccc",) * 3)
    situation = on("r Red 4-4-6 0105", "b Blue 1-1-1 0501", rows=rows, marks=marks, ruleset=ruleset)
    assert cost(situation, "0105", "0104") == HALF
    assert cost(situation, "0205", "0204") == 1
    dearest = {"system_v8": 3, "system_v7": 2}[ruleset]
    assert cost(situation, "0105", "0205") == 1
    assert cost(situation, "0103", "0104") == dearest  # a road hex, but not by road


@pytest.mark.cases("FM8", "5.2/6", "5.2/7")
@pytest.mark.cases("FM7", "5.2/4", "5.2/5")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_prohibited_hexes_and_hexsides_and_the_edge_are_closed(ruleset: str) -> None:
    marks = ("side prohibited 0105-0104", "link road 0105 0104")
    rows = ("ccccc", "~cccc", *("ccccc",) * 3)
    situation = on("r Red 4-4-6 0105", "b Blue 1-1-1 0501", rows=rows, marks=marks, ruleset=ruleset)
    here, edition = at(situation, "0105"), situation.ruleset.edition
    off = next(cell for cell in here.neighbours() if cell not in situation.board)
    numbers = {at(situation, "0104"): "5.2/6", at(situation, "0205"): "5.2/6", off: "5.2/7"}
    for there, number in numbers.items():
        ruling = closed(situation.board, situation.ruleset, here, there)
        assert ruling is not None
        assert ruling.status == "refused"
        assert ruling.cases[0] == situation.ruleset.case(number)
        assert ruling.cases[0].book == edition
        assert price(situation, "r", here, there) >= NEVER
        assert there == off or not passable(situation, here, there)


def test_ground_without_a_price_is_not_covered_and_never_open() -> None:
    rows = ("cwccc", *("ccccc",) * 4)
    marks = ("side canal 0103-0102",)
    situation = on("r Red 4-4-6 0105", "b Blue 1-1-1 0501", rows=rows, marks=marks)
    ruling = entry_cost(situation, "r", at(situation, "0105"), at(situation, "0104"))
    assert (ruling.status, ruling.allowed) == ("not covered", False)
    assert price(situation, "r", at(situation, "0105"), at(situation, "0104")) >= NEVER
    canal = entry_cost(situation, "r", at(situation, "0103"), at(situation, "0102"))
    assert canal.status == "not covered"


@pytest.mark.cases("FM8", "5.2/5")
@pytest.mark.cases("FM7", "5.2/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_no_unit_enters_an_enemy_hex(ruleset: str) -> None:
    situation = on("r Red 4-4-6 0105", "b Blue 1-1-1 0104", ruleset=ruleset)
    here, there = at(situation, "0105"), at(situation, "0104")
    ruling = entry_cost(situation, "r", here, there)
    assert not ruling.allowed
    assert ruling.cases == (situation.ruleset.case("5.2/5"),)
    assert price(situation, "r", here, there) >= NEVER


GAZA_COSTS = [
    ("c", 1),
    ("s", 2),
    ("h", 2),
    ("o", 1),
    ("w", 2),
    ("t", 2),
    ("v", 1),
    ("G", 1),
    ("k", 2),
]


@pytest.mark.cases("GAZA", "TEC", "TEC/1", "TEC/2", "TEC/3", "TEC/4", "TEC/5", "14.0/1")
@pytest.mark.cases("GAZA", "TEC/6", "TEC/7", "TEC/8")
@pytest.mark.parametrize(("letter", "points"), [*GAZA_COSTS, ("y", 1)])
def test_the_chart_of_gaza(letter: str, points: int) -> None:
    rows = (f"c{letter}ccc", *("ccccc",) * 4)
    units = ("b British 4-4-6 0105", "c Central_Powers 1-1-1 0501")
    situation = on(*units, rows=rows, ruleset="gaza_1917")
    assert cost(situation, "0105", "0104") == points


@pytest.mark.cases("GAZA", "TEC/9", "TEC/10", "TEC/11", "14.0/1")
def test_tracks_rails_and_the_sea_of_gaza() -> None:
    rows = ("ctccc", "cc~cc", *("ccccc",) * 3)
    marks = ("link track 0105 0104", "link railroad 0103 0102")
    units = ("b British 4-4-6 0105", "c Central_Powers 1-1-1 0501")
    situation = on(*units, rows=rows, marks=marks, ruleset="gaza_1917")
    assert cost(situation, "0105", "0104") == cost(situation, "0103", "0102") == HALF
    sea = entry_cost(situation, "b", at(situation, "0103"), at(situation, "0203"))
    assert not sea.allowed
    assert "GAZA TEC/11" in map(str, sea.cases)


@pytest.mark.cases("LEB82", "10.2", "10.2/1", "10.2/2", "10.2/3", "10.2/4", "10.2/5")
@pytest.mark.cases("LEB82", "10.2/6", "10.2/7", "10.2/8", "10.2/9", "10.2/10")
def test_the_chart_of_lebanon() -> None:
    rows = ("crmbt", *("ccccc",) * 4)
    marks = (
        "side river 0205-0105", "side bastion 0205-0204", "side lake 0203-0202",
        "link road 0204 0104", "side river 0204-0104",
    )  # fmt: skip
    units = ("i Israeli 8-7-7 0305 mobile=yes", "a Arab 1-1-5 0501")
    situation = on(*units, rows=rows, marks=marks, ruleset="lebanon_82")
    assert cost(situation, "0305", "0405") == 1
    assert cost(situation, "0204", "0103") == 3
    assert cost(situation, "0103", "0102") == 2
    assert cost(situation, "0102", "0101") == 2
    assert cost(situation, "0105", "0205") == cost(situation, "0205", "0204") == 2
    assert cost(situation, "0105", "0104") == 2
    assert cost(situation, "0204", "0104") == 1  # by road, rough ground and river forgotten
    sides = frozenset({"river", "lake", "prohibited", "coast"})
    assert prohibited_sides(situation.ruleset, sides) == {"lake", "prohibited"}
    lake = entry_cost(situation, "i", at(situation, "0203"), at(situation, "0202"))
    assert not lake.allowed
    assert "LEB82 10.2/6" in map(str, lake.cases)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_case_of_a_chart_exists(ruleset: str) -> None:
    rules = ruleset_named(ruleset)
    rows = [*rules.costs.ground.values(), *rules.costs.sides.values(), *rules.costs.links.values()]
    assert rows
    for row in rows:
        for each in row.cases:
            assert entry(case(each)).title
    for bound in rules.bound.values():
        assert bound.link in rules.costs.links
        assert all(entry(case(each)).title for each in bound.cases)
    assert {"clear", "open"} & rules.costs.ground.keys()


def agree(situation: Situation, name: str, around: Iterable[Hex]) -> None:
    """Check that the fast price of every step is the value of its ruling."""
    board = situation.board
    for here in around:
        for there in here.neighbours() if here in board else ():
            ruling, fast = (
                entry_cost(situation, name, here, there),
                price(situation, name, here, there),
            )
            assert ruling.allowed is (fast < NEVER), (board.label(here), board.label(there))
            assert not ruling.allowed or ruling.value == Fraction(fast, 2)


@pytest.mark.cases("FM8", "5.2/3", "5.4/5")
@pytest.mark.cases("FM7", "5.2/2", "5.4/6")
@pytest.mark.parametrize("ruleset", SYSTEMS)
@pytest.mark.parametrize("more", ["", " mobile=yes", " kind=commando"])
def test_figure_and_reasons_agree_with_rivers_roads_mines_and_forts(
    ruleset: str, more: str
) -> None:
    rows = ("cvrjc", "c~ccw", "cvccc", "ccrjc", "ccccc")
    marks = (
        "side river 0105-0104 0304-0303 0403-0404", "side prohibited 0303-0403 0203-0204",
        "link road 0105 0104 0103", "link trail 0304 0303 0302", "link road 0303 0403",
        "side minefield 0304-0404", "side canal 0501-0502", "0404 features=fortification",
    )  # fmt: skip
    units = (f"r Red 4-4-5 0304{more}", "b Blue 1-1-1 0503", "d Blue 1-1-1 0305")
    situation = on(*units, rows=rows, marks=marks, ruleset=ruleset)
    agree(situation, "r", situation.board.cells)


def test_a_prohibited_kind_stays_closed_though_the_chart_prices_it() -> None:
    situation = on("r Red 4-4-6 0105", "b Blue 1-1-1 0501", rows=("cvccc", *("ccccc",) * 4))
    rules = situation.ruleset.replace(prohibited=frozenset({"village"}))
    situation = evolve(situation, ruleset=rules)
    assert not passable(situation, at(situation, "0105"), at(situation, "0104"))
    agree(situation, "r", situation.board.cells)


@pytest.mark.parametrize("name", ["BR-161", "BR-1LH", "BR-TRAIN", "CP-47", "CP-2AK"])
def test_the_figure_and_its_reasons_agree_everywhere_on_a_map(name: str) -> None:
    situation = gaza("second_battle")
    agree(situation, name, situation.piece(name).at.disc(2))


def test_a_map_is_priced_once_and_prices_are_whole_half_points() -> None:
    situation = gaza("second_battle")
    priced = ways(situation.board, situation.ruleset)
    assert priced is ways(situation.board, situation.ruleset)
    assert {cost for out in priced.out.values() for _, cost in out} == {1, 2, 4}
    assert [points_text(halves) for halves in (0, 1, 2, 7)] == ["0", "½", "1", "3½"]

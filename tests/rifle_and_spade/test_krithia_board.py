"""The board, forces and set-up of First Krithia: what is printed, and what every map must be."""

from __future__ import annotations

from itertools import pairwise

import pytest
from attrs import evolve

from wargame.core.board_file import load_board
from wargame.core.data import scenario_folder
from wargame.core.grid import Hexside
from wargame.rifle_and_spade import stacking
from wargame.rifle_and_spade.krithia import SCENARIO
from wargame.rifle_and_spade.krithia_rules import MOBILE, line, ottoman_pits, transport
from wargame.rifle_and_spade.messaging import linked
from wargame.rifle_and_spade.officer_points_table import usual_gains, usual_maximum
from wargame.rifle_and_spade.orders.kinds import may_issue
from wargame.rifle_and_spade.orders.objectives import with_goals
from wargame.rifle_and_spade.scenario import load_scenario
from wargame.rifle_and_spade.supply import path

FOLDER = scenario_folder() / "gallipoli_1915"
START = load_scenario(SCENARIO).situation
BOARD = START.board
CLEARING = load_board(FOLDER / "sedd_el_bahr.toml")
PRINTED = {
    "Hill 138": "4.3",
    "Gözcübaba Tepe": "5.2",
    "V Beach": "6.2",
    "Hill 141": "7.2",
    "Sedd el Bahr": "8.2",
    "Morto Bay": "10.5",
}
LINE = (
    "19.18", "19.17", "19.16", "19.15", "18.15", "18.14", "18.13", "18.12", "18.11", "18.10",
    "17.9", "17.8", "17.7", "17.6",
)  # fmt: skip
FRONT = (
    "10.15", "11.14", "12.14", "13.13", "14.13", "15.12", "16.12", "17.11", "18.11", "19.10",
    "20.10",
)  # fmt: skip


@pytest.mark.cases("GB", "102.3.3", "101.1.4", "101.5.1")
def test_what_is_printed_of_the_map_is_exact() -> None:
    assert {name: BOARD.label(BOARD.place(name)) for name in PRINTED} == PRINTED
    figures = [BOARD.numbering.to_figures(cell) for cell in BOARD.cells]
    assert max(row for _, row in figures) == 18
    assert BOARD.numbering.to_figures(BOARD.place("De Tott's Battery"))[0] == 14


@pytest.mark.cases("GB", "102.3.11")
def test_the_line_is_the_printed_one_and_without_a_gap() -> None:
    hexes = line(START.ground)
    assert [BOARD.label(cell) for cell in hexes] == list(LINE)
    assert all(one.distance(other) == 1 for one, other in pairwise(hexes))
    assert all(BOARD.cell(cell).provenance.kind == "printed" for cell in hexes)


def test_it_is_the_board_of_clearing_sedd_el_bahr_where_both_lie() -> None:
    for cell, content in CLEARING.cells.items():
        same = BOARD.cell(cell)
        label = BOARD.label(cell)
        assert (same.terrain, same.height) == (content.terrain, content.height), label
        assert not content.name or same.name == content.name, label
    sides = {
        side
        for side in (*BOARD.hexsides, *CLEARING.hexsides)
        if all(cell in CLEARING.cells for cell in Hexside.of(side.hex, side.direction).hexes)
    }
    for side in sides:
        mine, theirs = (each.hexsides.get(side, frozenset()) for each in (BOARD, CLEARING))
        assert theirs <= mine
        assert mine - theirs <= {"beach"}, "W Beach lies beyond the area there"
    assert CLEARING.links["track"] <= BOARD.links["track"]


def test_the_fieldworks_of_the_other_board_are_there() -> None:
    works = {work.id: work for work in START.works}
    for work in load_scenario().situation.works:  # some have changed hands by 28 April
        there = works[work.id]
        assert evolve(there, owner=work.owner, wire=work.wire) == work


def test_ravines_are_chains_and_roads_keep_out_of_them() -> None:
    ravines = {at for at, cell in BOARD.cells.items() if "ravine" in cell.terrain}
    assert len(ravines) > 30
    assert all(ravines.intersection(cell.neighbours()) for cell in ravines)
    for kind in ("road", "track"):
        for side in BOARD.links[kind]:
            assert ravines.isdisjoint(side.hexes)


@pytest.mark.parametrize("side", ["Entente", "Ottoman"])
def test_there_is_a_way_from_every_headquarters_to_a_source_of_supply(side: str) -> None:
    ends = {at for at, cell in BOARD.cells.items() if f"supply_{side}" in cell.features}
    assert ends
    for piece in START.of(side):
        if START.unit(piece).arm == "headquarters":
            assert path(START, piece.at, ends, side), piece.unit


@pytest.mark.cases("GB", "102.3.5", "102.3.1")
def test_the_ottoman_front_line_is_in_rifle_pits_and_does_not_hide() -> None:
    pits = {work.id: work for work in ottoman_pits(START)}
    assert sorted(BOARD.label(pit.at) for pit in pits.values()) == sorted(FRONT)
    for piece in START.of("Ottoman"):
        unit = START.unit(piece)
        if unit.brigiment in {"20", "26", "25"} and unit.infantry:
            assert piece.work in pits
        else:
            assert not piece.work
        assert not piece.hiding


@pytest.mark.cases("GB", "102.3.6")
def test_five_batteries_of_the_entente_can_move() -> None:
    guns = [p.unit for p in START.of("Entente") if START.unit(p).gun is not None]
    assert {name for name in guns if transport(START, name).allowed} == set(MOBILE)
    assert "without horses" in transport(START, "L RHA").sentence
    assert transport(START, "2 Field/9").allowed


@pytest.mark.cases("GB", "102.3.10")
@pytest.mark.parametrize("name", ["15", "25"])
def test_the_15th_and_25th_are_as_a_column_of_class_two_with_one_battalion(name: str) -> None:
    regiment = START.army.brigiment(name)
    assert regiment.quality == 2
    assert len(regiment.battalions) == 1
    assert regiment.maximum == usual_maximum(START.shelf, 2, 1)


def test_officer_points_follow_the_chart_of_classes() -> None:
    for name, regiment in START.army.brigiments.items():
        assert regiment.gains == usual_gains(START.shelf, regiment.quality), name
        whole = {"86": 4, "87": 4, "88": 4, "15": 1, "25": 1}.get(name, 3)
        assert regiment.maximum == usual_maximum(START.shelf, regiment.quality, whole), name
        assert 0 < (START.points_of(name) or 0) <= regiment.maximum
    assert START.army.brigiment("88").gains.night[:2] == (-3, 1), "printed: RS 10.1.2"


@pytest.mark.cases("GB", "102.3.2", "102.3.9")
def test_every_order_of_the_set_up_could_be_issued() -> None:
    for command in START.commands:
        order = with_goals(START, command.brigiment, command.order)
        ruling = may_issue(START, command.brigiment, order)
        assert ruling.allowed, f"{command.brigiment}: {ruling.sentence}"


def test_the_set_up_stands_within_the_limits_of_stacking() -> None:
    for cell in {piece.at for piece in START.pieces}:
        for side in START.sides:
            stack = START.at(cell, side)
            assert not stack or stacking.stack_ruling(START, stack, cell).allowed


def test_every_figure_says_where_it_comes_from() -> None:
    for each in START.roster.units.values():
        assert each.provenance.source, each.id
        assert each.provenance.note, each.id
    assert all(each.provenance.source for each in START.works)


def test_what_both_files_of_forces_have_is_the_same() -> None:
    other = load_scenario().situation.roster.units
    for name, unit in START.roster.units.items():
        if name in other:
            mine = (unit.name, unit.steps, unit.rifles, unit.machine_guns, unit.morale, unit.gun)
            also = other[name]
            assert mine == (
                also.name, also.steps, also.rifles, also.machine_guns, also.morale, also.gun
            )  # fmt: skip


def test_neighbours_in_the_front_line_can_send_to_each_other() -> None:
    hexes = [BOARD.hex(label) for label in FRONT]
    assert all(linked(START, one, other, "Ottoman") for one, other in pairwise(hexes))

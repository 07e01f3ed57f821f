"""A board answers in the printed numbers of its map; its cheapest paths are exact."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wargame.core.board import Board, Cell, TerrainKind, cheapest_paths
from wargame.core.errors import RequestError
from wargame.core.grid import COLUMN_ROW, Hex, Hexside

GAZA = Board.from_text("""
row-column 0914
. open
t open trench

..t
...

0914 name=Gaza height=2 features=objective
link road 0914 0913
side river 0914-1014
""")

# ------------------------------------------------------------------------------ looking things up


def test_a_hex_is_found_by_its_printed_number() -> None:
    assert GAZA.label(GAZA.hex("0912")) == "0912"
    assert GAZA.cell(GAZA.hex("0912")).terrain == ("open", "trench")


@pytest.mark.parametrize("label", ["0909", "x"])
def test_a_number_that_is_not_on_the_map_is_a_sentence(label: str) -> None:
    with pytest.raises(RequestError, match=label):
        GAZA.hex(label)


def test_the_sentence_gives_the_range_in_the_order_of_the_numbers() -> None:
    board = Board.from_text("column-row 9.10\n. open\n\n..")
    with pytest.raises(RequestError, match=r"between 9\.10 and 10\.10"):
        board.hex("1.1")


def test_an_empty_board_still_answers_in_a_sentence() -> None:
    with pytest.raises(RequestError, match="it has no hexes"):
        Board("void", "Nothing", COLUMN_ROW, {}).hex("1.1")


def test_a_hex_off_the_map_is_a_sentence_and_no_neighbour() -> None:
    off = GAZA.numbering.parse("0911")
    assert off not in GAZA
    assert off not in GAZA.neighbours(GAZA.hex("0912"))
    with pytest.raises(RequestError, match="found hex 0911"):
        GAZA.cell(off)


def test_a_place_is_found_by_name_and_near_names_are_suggested() -> None:
    assert GAZA.place("Gaza") == GAZA.hex("0914")
    with pytest.raises(RequestError, match="did you mean Gaza"):
        GAZA.place("Gazza")


def test_a_hex_is_described_in_a_phrase() -> None:
    assert GAZA.describe(GAZA.hex("0914")) == "0914 Gaza: open, level 2"
    assert GAZA.describe(GAZA.hex("0912")) == "0912: open, trench"


def test_sides_and_links_are_the_same_from_both_hexes() -> None:
    gaza, east, south = GAZA.hex("0914"), GAZA.hex("0913"), GAZA.hex("1014")
    assert GAZA.side(gaza, south) == GAZA.side(south, gaza) == {"river"}
    assert GAZA.side(gaza, east) == frozenset()
    assert GAZA.linked("road", gaza, east)
    assert GAZA.linked("road", east, gaza)
    assert not GAZA.linked("rail", gaza, east)


def test_a_board_prints_short() -> None:
    assert repr(GAZA) == "Board('text', 6 hexes)"


@pytest.mark.parametrize(
    ("letter", "colour", "hatch"),
    [
        ("", "#ffffff", "none"),
        ("ab", "#ffffff", "none"),
        (" ", "#ffffff", "none"),
        ("a", "white", "none"),
        ("a", "#ffffff;x", "none"),
        ("a", "#ffffff", "url(#x)"),
    ],
)
def test_terrain_that_cannot_be_drawn_is_refused(letter: str, colour: str, hatch: str) -> None:
    with pytest.raises(RequestError, match="terrain"):
        TerrainKind("Open", letter, colour, hatch)


def test_a_hex_has_some_terrain() -> None:
    with pytest.raises(RequestError, match="no terrain"):
        Cell(())


# ------------------------------------------------------------------------------ cheapest paths

AREA = Hex(0, 0).disc(3)
SIDES = sorted({Hexside.of(cell, d) for cell in AREA for d in range(6)})
costs = st.sampled_from([None, 0, 1, 2, Fraction(1, 2), Fraction(1, 3), Fraction(3, 2)])
cost_tables = st.lists(costs, min_size=len(SIDES), max_size=len(SIDES)).map(
    lambda drawn: dict(zip(SIDES, drawn, strict=True))
)
CostTable = dict[Hexside, "int | Fraction | None"]


def oracle(table: CostTable, limit: int | Fraction) -> dict[Hex, int | Fraction]:
    graph: nx.Graph[Hex] = nx.Graph()
    graph.add_node(AREA[0])
    for side, cost in table.items():
        if cost is not None and all(each in AREA for each in side.hexes):
            graph.add_edge(*side.hexes, weight=cost)
    distances: Any = nx.single_source_dijkstra_path_length  # its types know floats only
    return dict(distances(graph, AREA[0], cutoff=limit))


@settings(max_examples=25)  # the oracle is the slow one
@given(cost_tables, st.sampled_from([0, 1, Fraction(5, 2), 9]))
def test_paths_agree_with_another_dijkstra(table: CostTable, limit: int | Fraction) -> None:
    def cost(here: Hex, there: Hex) -> int | Fraction | None:
        return table[Hexside.between(here, there)] if there in AREA else None

    paths = cheapest_paths(AREA[0], cost, limit)
    assert paths.cost == oracle(table, limit)
    for end, spent in paths.cost.items():
        way = paths.to(end)
        assert (way[0], way[-1]) == (AREA[0], end)
        steps = [cost(a, b) for a, b in pairwise(way)]
        assert sum(step for step in steps if step is not None) == spent


def test_half_points_add_up_exactly() -> None:
    paths = cheapest_paths(Hex(0, 0), lambda _, __: Fraction(1, 2), 2)
    assert set(paths.cost) == set(Hex(0, 0).disc(4))
    assert paths.cost[Hex(4, 0)] == 2


def test_a_hex_that_halts_is_entered_but_not_left() -> None:
    wall = set(Hex(0, 0).ring(1)) - {Hex(1, 0)}
    paths = cheapest_paths(Hex(0, 0), lambda _, __: 1, 3, halts=wall.__contains__)
    assert wall <= set(paths.cost)
    assert paths.cost[Hex(2, 0)] == 2
    assert Hex(-2, 0) not in paths.cost


def test_a_start_that_would_halt_can_be_left() -> None:
    start = Hex(0, 0)
    assert len(cheapest_paths(start, lambda _, __: 1, 1, halts=start.__eq__).cost) == 7


def test_no_way_is_an_empty_way() -> None:
    paths = cheapest_paths(Hex(0, 0), lambda _, __: None, 9)
    assert paths.to(Hex(1, 0)) == ()
    assert paths.to(Hex(0, 0)) == (Hex(0, 0),)

"""What a line meets: along a hexside the less blocking of two hexes counts, but a ridge first."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.rifle_and_spade.positions import FOREST, RANGES, along, look, random_field, seen
from wargame.core.board import Board, Cell
from wargame.core.grid import COLUMN_ROW, Hex, Hexside
from wargame.core.sightline import TURNS, Turn, folded, sight_line
from wargame.rifle_and_spade.ground import NOTHING, Field
from wargame.rifle_and_spade.sight import Look, sight, verdict
from wargame.rifle_and_spade.sight_path import Outlook, course, laid


def both(letters: str, heights: str, *marks: str) -> tuple[str, str]:
    """Return what is seen along the hexside; the same both ways."""
    field = along(letters, heights, *marks)
    found = seen(field, "10.50", "12.50")
    assert seen(field, "12.50", "10.50") == found
    return found


@pytest.mark.cases("RS", "5.2.9", "5.2.9/b")
@pytest.mark.parametrize(("letters", "heights", "expected"), [
    ("gggg", "1111", ("Open", "9")),
    ("gggg", "1122", ("Blocked", "4")),
    ("gggg", "1121", ("Open", "9")),
    ("ggtt", "1111", ("Blocked", "5")),
    ("ggtg", "1111", ("Open", "9")),
    ("gggt", "1111", ("Open", "9")),
    # each by itself would block, one by its height and one by being a town
    ("gggt", "1121", ("Blocked", "5")),
    ("ggft", "1111", ("Blocked", "5")),
    ("ggff", "1111", ("Blocked", "4")),
    ("ggrr", "1111", ("Open", "9")),
])  # fmt: skip
def test_of_two_hexes_the_less_blocking_counts(
    letters: str, heights: str, expected: tuple[str, str]
) -> None:
    assert both(letters, heights) == expected


@pytest.mark.cases("RS", "5.2.9/a", "5.2.11")
def test_a_ridge_run_along_counts_instead_and_is_never_adjacent() -> None:
    ridge = "ridge 11.50-11.49"
    assert both("gggg", "1111", ridge) == ("Blocked", "4")
    assert both("gggg", "1211", ridge) == ("Partial", "7")
    assert both("gggg", "2211", ridge) == ("Open", "9")
    assert both("ggtt", "1100", ridge) == ("Open", "9")
    words = sight(look(along("gggg", "1111", ridge), "10.50", "12.50")).sentence
    assert "The ridge 11." in words
    assert "level 2" in words


@pytest.mark.cases("RS", "5.2.9/b", "5.2.13/6")
@pytest.mark.parametrize(("letters", "heights", "hidden"), [
    ("gsss", "2111", True),
    ("gssg", "2111", False),
    ("gsgs", "2111", False),
    # one way falls at once and the other beyond the hexside: hidden either way
    ("gsss", "3121", True),
    # by the one way no slope is crossed before open ground
    ("gsgg", "2122", True),
    ("gsss", "2112", True),
    ("gsss", "1111", False),
])  # fmt: skip
def test_a_slope_hides_along_a_hexside_only_what_it_hides_both_ways(
    letters: str, heights: str, *, hidden: bool
) -> None:
    assert both(letters, heights) == (("Partial", "6") if hidden else ("Open", "9"))


@pytest.mark.cases("RS", "5.2.9/b", "5.2.13/6")
def test_a_crest_into_a_pair_counts_when_both_ways_cross_one() -> None:
    one, other = "crest 10.50-11.50", "crest 10.50-11.49"
    assert both("gsss", "2111", one, other) == ("Blocked", "6")
    assert both("gsss", "2111", one) == ("Partial", "6")
    assert both("gsss", "2111", other) == ("Partial", "6")


def test_at_the_edge_of_the_map_the_hex_that_is_there_counts() -> None:
    assert both("ggt-", "1111") == ("Blocked", "5")
    assert both("gg-g", "1111") == ("Open", "9")
    field = along("gg--", "1111", "ridge 11.50-11.49")
    assert verdict(look(field, "10.50", "12.50")) is None


def slipping() -> tuple[Hex, Hex, Hexside]:
    """Return a line that passes from hex to hex through a mere corner, and that hexside."""
    for end in Hex(0, 0).disc(9):
        line = sight_line(Hex(0, 0), end)
        for a, b in pairwise(line.hexes):
            if a.distance(b) == 1 and not {Hex(0, 0), end} & {a, b}:
                side = Hexside.between(a, b)
                if side not in line.crossed:
                    return Hex(0, 0), end, side
    raise AssertionError


@pytest.mark.cases("RS", "5.2.12")
def test_a_hexside_between_two_hexes_of_the_line_is_crossed_though_only_its_end_is_met() -> None:
    start, end, side = slipping()
    cells = {cell: Cell(("grassland",)) for cell in start.disc(12)}
    for kind, expected in (("ridge", "Blocked"), ("river", "Open")):
        sides = {side: frozenset({kind})}
        field = Field(Board("slip", "slip", COLUMN_ROW, cells, hexsides=sides), FOREST)
        asked = Look(field, start, end, RANGES)
        assert verdict(asked) == expected
        back = Look(field, end, start, RANGES)
        assert verdict(back) == expected


@pytest.mark.cases("RS", "5.2.9")
def test_a_hexside_run_along_adds_no_range() -> None:
    assert course(20, 1, 1).distance == 2
    assert len(course(20, 1, 1).pairs) == 1


@pytest.mark.cases("RS", "5.2.12")
@pytest.mark.parametrize("start", [Hex(0, 0), Hex(3, -5)])
def test_a_course_laid_over_turned_ground_is_the_line_on_the_map(start: Hex) -> None:
    cells = {cell: Cell(("grassland",)) for cell in Hex(0, 0).disc(14)}
    field = Field(Board("plain", "plain", COLUMN_ROW, cells), FOREST)
    for end in start.disc(8):
        line, (view, way) = sight_line(start, end), laid(field, start, end)
        relief = view.relief

        def place(step: int, view: Outlook = view) -> Hex:
            return view.relief.hex(view.start + step)

        assert (place(0), place(way.end)) == (start, end)
        assert way.distance == start.distance(end)
        assert tuple(map(place, way.hexes)) == line.hexes[1:-1]
        along = [relief.side(3 * view.start + pair[2]) for pair in way.pairs]
        assert tuple(along) == line.along
        assert [set(map(place, pair[:2])) for pair in way.pairs] == [set(x.hexes) for x in along]
        entered = [a.distance(b) == 1 and (a, b) for a, b in pairwise(line.hexes)]
        crossed = [Hexside.between(*each) for each in entered[1:-1] if each]
        assert [relief.side(3 * view.start + side) for side in way.sides] == crossed


@pytest.mark.parametrize("turn", TURNS)
def test_turned_ground_is_the_same_ground(turn: Turn) -> None:
    field = random_field(11, 9, 13)
    as_it_lies, turned = field.relief, field.turned(turn)
    assert field.turned(turn) is turned
    assert sorted(turned.barrier) == sorted(as_it_lies.barrier)
    for cell, spot in field.spots.items():
        assert turned.hex(turned.place(cell)) == cell
        assert turned.spots[turned.place(cell)] is spot
        assert turned.barrier[turned.place(cell)] == as_it_lies.barrier[as_it_lies.place(cell)]
    ridges = {turned.side(i): level for i, level in enumerate(turned.ridge) if level != NOTHING}
    levels = {side: field.ridge_level(side) for side in field.board.hexsides}
    assert ridges == {side: level for side, level in levels.items() if level is not None}


def test_a_line_the_other_way_meets_the_same_things_in_the_other_order() -> None:
    for end in Hex(0, 0).disc(8):
        _, q, r = folded(*end)
        way = course(40, q, r)
        assert list(way.steps(-1)) == list(way.steps())[::-1]
        mirrored = [{way.end - each for each in step[:2]} for step in way.steps(-1)]
        assert mirrored == [set(step[:2]) for step in way.steps()]

"""Hexes, hexsides and vertices are one value however one comes to them; numbers are exact."""

from __future__ import annotations

from math import dist, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.errors import RequestError
from wargame.core.grid import (
    COLUMN_ROW,
    NUMBERINGS,
    ROW_COLUMN,
    Hex,
    Hexside,
    Numbering,
    Orientation,
    Vertex,
)

hexes = st.builds(Hex, st.integers(-60, 60), st.integers(-60, 60))
directions = st.integers(0, 5)
schemes = st.sampled_from([ROW_COLUMN, COLUMN_ROW])
both_schemes = pytest.mark.parametrize(
    "scheme", [ROW_COLUMN, COLUMN_ROW], ids=lambda each: each.name
)
both_orientations = pytest.mark.parametrize("orientation", Orientation)


def adjacent(scheme: Numbering, one: str, other: str) -> bool:
    return scheme.parse(other) in scheme.parse(one).neighbours()


# ------------------------------------------------------------------------------ distance and rings


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert a.distance(b) == b.distance(a)
    assert (a.distance(b) == 0) == (a == b)
    assert a.distance(c) <= a.distance(b) + b.distance(c)


@given(hexes, directions)
def test_a_neighbour_lies_one_hex_away_in_its_direction_and_back(cell: Hex, direction: int) -> None:
    there = cell.neighbour(direction)
    assert cell.distance(there) == 1
    assert cell.direction_to(there) == direction
    assert there.neighbour(direction + 3) == cell
    assert cell.neighbours()[direction] == there


def test_direction_to_a_distant_hex_is_a_sentence() -> None:
    with pytest.raises(RequestError, match="one of the six adjacent hexes"):
        Hex(0, 0).direction_to(Hex(2, 0))


@given(hexes, st.integers(0, 6))
def test_a_ring_is_every_hex_at_its_distance_once_in_order(cell: Hex, radius: int) -> None:
    ring = cell.ring(radius)
    assert len(set(ring)) == len(ring) == max(1, 6 * radius)
    assert {cell.distance(each) for each in ring} == {radius}
    if radius:
        assert all(
            one.distance(other) == 1 for one, other in zip(ring, (*ring[1:], ring[0]), strict=True)
        )


@given(hexes, st.integers(0, 6))
def test_a_disc_is_every_hex_within_its_radius_nearest_first(cell: Hex, radius: int) -> None:
    disc = cell.disc(radius)
    assert len(set(disc)) == len(disc) == 1 + 3 * radius * (radius + 1)
    distances = [cell.distance(each) for each in disc]
    assert distances == sorted(distances)


# ------------------------------------------------------------------------------ hexsides, vertices


@given(hexes, directions)
def test_a_hexside_is_the_same_from_both_hexes(cell: Hex, direction: int) -> None:
    there = cell.neighbour(direction)
    side = Hexside.of(cell, direction)
    assert side == Hexside.between(cell, there) == Hexside.between(there, cell)
    assert set(side.hexes) == {cell, there}
    assert side.direction in {0, 1, 2}


@given(hexes, directions)
def test_the_ends_of_a_hexside_are_the_corners_its_hexes_share(cell: Hex, direction: int) -> None:
    side = Hexside.of(cell, direction)
    one, other = side.hexes
    assert set(side.vertices) == set(one.vertices()) & set(other.vertices())


def test_hexside_between_distant_hexes_is_a_sentence() -> None:
    with pytest.raises(RequestError, match="adjacent"):
        Hexside.between(Hex(0, 0), Hex(1, 1))


@given(hexes, directions)
def test_a_vertex_is_where_three_hexes_meet(cell: Hex, i: int) -> None:
    corner = cell.vertices()[i]
    meeting = {cell, cell.neighbour(i), cell.neighbour(i + 1)}
    assert set(corner.hexes()) == meeting
    assert all(corner in each.vertices() for each in meeting)


# ------------------------------------------------------------------------------ on paper


@both_orientations
@given(cell=hexes, direction=directions)
def test_neighbours_lie_where_their_name_says(
    orientation: Orientation, cell: Hex, direction: int
) -> None:
    x, y = orientation.centre(cell)
    there_x, there_y = orientation.centre(cell.neighbour(direction))
    name = orientation.direction_names[direction]
    assert isclose(dist((x, y), (there_x, there_y)), sqrt(3))
    assert ("N" in name, "S" in name) == (there_y < y - 0.01, there_y > y + 0.01)
    assert ("W" in name, "E" in name) == (there_x < x - 0.01, there_x > x + 0.01)


@both_orientations
@given(cell=hexes)
def test_corners_lie_one_hex_size_from_the_centre_in_order(
    orientation: Orientation, cell: Hex
) -> None:
    corners = [orientation.corner(each) for each in cell.vertices()]
    assert all(isclose(dist(orientation.centre(cell), each), 1) for each in corners)
    around = zip(corners, (*corners[1:], corners[0]), strict=True)
    assert all(isclose(dist(one, other), 1) for one, other in around)


def test_a_pointy_hex_has_a_corner_up_and_a_flat_one_a_side() -> None:
    tops = {
        orientation: min(orientation.corner(each)[1] for each in Hex(0, 0).vertices())
        for orientation in Orientation
    }
    assert isclose(tops[Orientation.POINTY], -1)
    assert isclose(tops[Orientation.FLAT], -sqrt(3) / 2)


# ------------------------------------------------------------------------------ printed numbers


@pytest.mark.parametrize(
    ("scheme", "one", "other"),
    [
        (ROW_COLUMN, "0913", "0914"),  # the two hexes of Gaza
        (ROW_COLUMN, "2312", "2311"),  # the zone-of-control diagram needs both of these
        (ROW_COLUMN, "2312", "2413"),
        (COLUMN_ROW, "19.15", "18.15"),  # the Krithia line is one line
        (COLUMN_ROW, "18.10", "17.9"),
    ],
)
def test_hexes_that_the_books_call_adjacent_are(scheme: Numbering, one: str, other: str) -> None:
    assert adjacent(scheme, one, other)


@pytest.mark.parametrize(
    ("scheme", "one", "other"),
    [(ROW_COLUMN, "2312", "2411"), (COLUMN_ROW, "19.15", "18.14"), (COLUMN_ROW, "18.10", "17.11")],
)
def test_the_opposite_stagger_is_not_read(scheme: Numbering, one: str, other: str) -> None:
    assert not adjacent(scheme, one, other)


def test_gaza_rows_grow_south_and_columns_west_and_even_rows_stand_east() -> None:
    x, y = ROW_COLUMN.orientation.centre(ROW_COLUMN.parse("0913"))
    west_x, west_y = ROW_COLUMN.orientation.centre(ROW_COLUMN.parse("0914"))
    south_x, south_y = ROW_COLUMN.orientation.centre(ROW_COLUMN.parse("1013"))
    assert (isclose(west_x, x - sqrt(3)), isclose(west_y, y)) == (True, True)
    assert (isclose(south_x, x + sqrt(3) / 2), isclose(south_y, y + 1.5)) == (True, True)


def test_gallipoli_columns_grow_east_and_rows_north_and_odd_columns_stand_north() -> None:
    x, y = COLUMN_ROW.orientation.centre(COLUMN_ROW.parse("18.10"))
    east_x, east_y = COLUMN_ROW.orientation.centre(COLUMN_ROW.parse("19.10"))
    north_x, north_y = COLUMN_ROW.orientation.centre(COLUMN_ROW.parse("18.11"))
    assert (isclose(east_x, x + 1.5), isclose(east_y, y - sqrt(3) / 2)) == (True, True)
    assert (isclose(north_x, x), isclose(north_y, y - sqrt(3))) == (True, True)


@given(schemes, st.integers(0, 99), st.integers(0, 99))
def test_printed_numbers_round_trip(scheme: Numbering, first: int, second: int) -> None:
    label = scheme.form.format(first, second)
    assert scheme.label(scheme.parse(label)) == label


@given(schemes, hexes)
def test_figures_round_trip_even_off_the_printed_grid(scheme: Numbering, cell: Hex) -> None:
    assert scheme.to_hex(*scheme.to_figures(cell)) == cell


@given(schemes, hexes, st.integers(-9, 9), st.integers(-9, 9))
def test_east_and_south_keep_the_printed_row_and_column(
    scheme: Numbering, cell: Hex, east: int, south: int
) -> None:
    x, y = scheme.orientation.centre(cell)
    east_x, east_y = scheme.orientation.centre(scheme.east_of(cell, east))
    south_x, south_y = scheme.orientation.centre(scheme.south_of(cell, south))
    half = 1  # a stagger moves by less than one hex size
    assert (east_x - x) * east >= 0
    assert abs(east_y - y) < half
    assert (south_y - y) * south >= 0
    assert abs(south_x - x) < half


@both_schemes
@pytest.mark.parametrize(
    "label", ["", "913", "x", "09140", "31,56", "0914\n", "٠٩١٤", "-1.5", 914, None]
)
def test_a_malformed_number_is_refused_with_an_example(scheme: Numbering, label: object) -> None:
    with pytest.raises(RequestError, match=scheme.example):
        scheme.parse(label)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("scheme", "written"), [(ROW_COLUMN, "0913-0914"), (COLUMN_ROW, "19.15-18.15")]
)
def test_a_hexside_is_written_as_its_two_hexes(scheme: Numbering, written: str) -> None:
    one, other = written.split("-")
    assert scheme.parse_side(written) == Hexside.between(scheme.parse(one), scheme.parse(other))


@pytest.mark.parametrize("written", ["0913-0911", "0913-0913"])
def test_a_hexside_of_hexes_that_do_not_touch_is_refused_by_their_numbers(written: str) -> None:
    with pytest.raises(RequestError, match=rf"found '{written}'; allowed: .*adjacent"):
        ROW_COLUMN.parse_side(written)


def test_a_path_gives_the_sides_it_crosses_and_names_the_gap() -> None:
    assert len(ROW_COLUMN.parse_path(["0913", "0914", "0915"])) == 2
    with pytest.raises(RequestError, match="'0914-0916'"):
        ROW_COLUMN.parse_path(["0913", "0914", "0916"])


def test_schemes_are_found_by_name() -> None:
    assert NUMBERINGS == {"row-column": ROW_COLUMN, "column-row": COLUMN_ROW}


def test_positions_are_values() -> None:
    assert Hex(1, 2) == (1, 2)
    assert len({Hex(1, 2), Hex(1, 2), Vertex(3, 6)}) == 2

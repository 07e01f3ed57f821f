"""A sight line is decided by integers. Two others say the same here, slowly.

The oracle clips the line against every hex, in fractions. The plain walk goes from hex to hex over
the whole grid, looking at all six corners of each, and knows nothing of turns and mirrors.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from wargame.core.grid import ROW_COLUMN, STEPS, Hex, Hexside, Vertex
from wargame.core.sightline import TURNS, SightEvent, folded, sight_line

if TYPE_CHECKING:
    from collections.abc import Iterator

ORIGIN = Hex(0, 0)
hexes = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))
spans = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))
far = st.builds(Hex, st.integers(-90, 90), st.integers(-90, 90))


@frozen
class Clip:
    """The stretch of a line within one hex: from and to, as parts of its length."""

    hex: Hex
    low: Fraction
    high: Fraction
    inside: bool


def clip(end: Hex, cell: Hex) -> Clip | None:
    """Clip the line from the origin to *end* against the three pairs of sides of *cell*."""
    low, high = Fraction(0), Fraction(1)
    inside = True
    # in cube coordinates a hex is where no two coordinates differ by more than 1 from the centre's
    for away, ahead in zip(spreads(cell), spreads(end), strict=True):
        if ahead == 0:
            if abs(away) > 1:
                return None
            inside = inside and abs(away) < 1
        else:
            ends = sorted((Fraction(away - 1, ahead), Fraction(away + 1, ahead)))
            low, high = max(low, ends[0]), min(high, ends[1])
    return Clip(cell, low, high, inside and low < high) if low <= high else None


def spreads(cell: Hex) -> tuple[int, int, int]:
    x, z = cell
    y = -x - z
    return x - y, y - z, z - x


def clips(end: Hex) -> list[Clip]:
    found = (clip(end, cell) for cell in ORIGIN.disc(ORIGIN.distance(end) + 1))
    return sorted((each for each in found if each), key=lambda each: (each.low, each.high))


def point(end: Hex, part: Fraction) -> tuple[Fraction, Fraction]:
    return 3 * part * end.q, 3 * part * end.r


def check_against_oracle(end: Hex) -> None:
    line, met = sight_line(ORIGIN, end), clips(end)
    entered = [each for each in met if each.inside]
    assert line.hexes == tuple(each.hex for each in entered)

    beside = [each for each in met if not each.inside and each.low < each.high]
    along = {
        Hexside.between(one.hex, other.hex)
        for one, other in zip(beside[::2], beside[1::2], strict=True)
    }
    assert set(line.along) == along
    assert len(line.along) == len(along)

    ends_of_runs = {point(end, part) for each in beside for part in (each.low, each.high)}
    corners = {point(end, part) for each in met for part in (each.low, each.high)}
    corners = {
        (x, y)
        for x, y in corners
        if x.denominator == y.denominator == 1 and (x - y) % 3 == 0 and x % 3
    }
    touched = [event.vertex for event in line.events if event.kind == "touch"]
    assert set(touched) == {Vertex(int(x), int(y)) for x, y in corners - ends_of_runs}

    crossed = [
        Hexside.between(one.hex, other.hex)
        for one, other in pairwise(entered)
        if one.high == other.low and point(end, one.high) not in corners
    ]
    assert list(line.crossed) == crossed


def plain_walk(start: Hex, end: Hex) -> Iterator[SightEvent]:
    """Yield the events of a line, walked over the whole grid by cross products alone."""
    for event in _from_origin(Hex(end.q - start.q, end.r - start.r)):
        if event.hex is not None:
            yield SightEvent("enter", hex=Hex(event.hex.q + start.q, event.hex.r + start.r))
        elif event.hexside is not None:
            cell, direction = event.hexside
            side = Hexside(Hex(cell.q + start.q, cell.r + start.r), direction)
            yield SightEvent(event.kind, hexside=side)
        elif event.vertex is not None:
            corner = Vertex(event.vertex.x + 3 * start.q, event.vertex.y + 3 * start.r)
            yield SightEvent("touch", vertex=corner)


def _from_origin(end: Hex) -> Iterator[SightEvent]:
    here, ahead = ORIGIN, (end.q, end.r)
    yield SightEvent("enter", hex=here)
    while here != end:
        direction, corner = _way_out(here, ahead)
        if corner is None:
            yield SightEvent("cross", hexside=Hexside.of(here, direction))
            here = here.neighbour(direction)
        else:
            yield from _through(corner, here, direction, ahead)
            here = _beyond(corner, here, direction, ahead)
        yield SightEvent("enter", hex=here)


def _side_of_line(vertex: Vertex, ahead: tuple[int, int]) -> int:
    """Return which side of the line a vertex lies on: positive, negative, or 0 when on it."""
    return _cross(ahead, vertex)


def _way_out(here: Hex, ahead: tuple[int, int]) -> tuple[int, Vertex | None]:
    """Return the direction in which the line leaves *here* and the corner it leaves by, if any.

    The line leaves by the side whose ends lie on opposite sides of it, in the direction of travel.
    When it leaves by corner i, the direction returned is i: that corner is shared with the
    neighbours in directions i and i + 1.
    """
    corners = here.vertices()
    signs = [_side_of_line(corner, ahead) for corner in corners]
    for i, sign in enumerate(signs):
        if sign == 0 and _is_ahead(corners[i], here, ahead):
            return i, corners[i]
    for direction, (dq, dr) in enumerate(STEPS):
        if signs[direction - 1] * signs[direction] < 0 and _dot((dq, dr), ahead) > 0:
            return direction, None
    raise AssertionError(here, ahead)


def _is_ahead(corner: Vertex, here: Hex, ahead: tuple[int, int]) -> bool:
    return _dot((corner.x - 3 * here.q, corner.y - 3 * here.r), ahead) > 0


def _dot(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return twice the scalar product of two axial vectors on the hexagonal lattice."""
    return 2 * (one[0] * other[0] + one[1] * other[1]) + one[0] * other[1] + one[1] * other[0]


def _edge_beyond(here: Hex, direction: int) -> Hexside:
    """Return the side that starts at corner *direction* of *here* and leads away from it."""
    return Hexside.between(here.neighbour(direction), here.neighbour(direction + 1))


def _far_end(edge: Hexside, corner: Vertex) -> Vertex:
    one, other = edge.vertices
    return other if one == corner else one


def _through(
    corner: Vertex, here: Hex, direction: int, ahead: tuple[int, int]
) -> Iterator[SightEvent]:
    edge = _edge_beyond(here, direction)
    if _side_of_line(_far_end(edge, corner), ahead) == 0:
        yield SightEvent("along", hexside=edge)
    else:
        yield SightEvent("touch", vertex=corner)


def _beyond(corner: Vertex, here: Hex, direction: int, ahead: tuple[int, int]) -> Hex:
    """Return the hex entered after leaving *here* by *corner*."""
    left, right = here.neighbour(direction), here.neighbour(direction + 1)
    far = _far_end(_edge_beyond(here, direction), corner)
    edge = (far.x - corner.x, far.y - corner.y)
    turn = _cross(edge, ahead)
    if turn == 0:  # along the whole edge, into the third hex at its far end
        return next(cell for cell in far.hexes() if cell not in {left, right})
    # the line bends off the edge to one side: into the neighbour that lies on that side of it
    to_left = (3 * left.q - corner.x, 3 * left.r - corner.y)
    return left if _cross(edge, to_left) * turn > 0 else right


def _cross(one: tuple[int, int], other: tuple[int, int]) -> int:
    return one[0] * other[1] - one[1] * other[0]


def test_every_line_of_some_length_is_what_the_plain_walk_says() -> None:
    for end in ORIGIN.disc(18):
        assert sight_line(ORIGIN, end).events == tuple(plain_walk(ORIGIN, end))


@settings(max_examples=60)  # the plain walk is the slow one
@given(hexes, far)
def test_far_lines_from_anywhere_are_what_the_plain_walk_says(start: Hex, span: Hex) -> None:
    end = Hex(start.q + span.q, start.r + span.r)
    assert sight_line(start, end).events == tuple(plain_walk(start, end))


@given(far)
def test_every_line_is_a_turn_of_one_in_a_twelfth_of_the_grid(end: Hex) -> None:
    turn, q, r = folded(*end)
    assert q >= r >= 0
    assert q + r == ORIGIN.distance(end)
    (q0, r0), (q5, r5) = STEPS[turn.direction(0)], STEPS[turn.direction(5)]
    assert Hex(q * q0 + r * q5, q * r0 + r * r5) == end


def test_the_twelve_turns_keep_directions_and_corners_together() -> None:
    assert len(set(TURNS)) == 12
    for turn in TURNS:
        assert turn.about.about == turn
        for direction in range(6):
            assert turn.about.direction(direction) == turn.direction(direction + 3)
            assert turn.back(turn.direction(direction)) == direction
            beside = {turn.direction(direction), turn.direction(direction + 1)}
            corner = turn.corner(direction)
            assert beside == {corner, (corner + 1) % 6}


def test_every_short_line_agrees_with_the_oracle() -> None:
    for end in ORIGIN.disc(6):
        check_against_oracle(end)


@settings(max_examples=25)  # the oracle is the slow one
@given(spans)
def test_longer_lines_agree_with_the_oracle(end: Hex) -> None:
    check_against_oracle(end)


@given(hexes, spans)
def test_a_line_is_the_same_from_both_ends(start: Hex, span: Hex) -> None:
    end = Hex(start.q + span.q, start.r + span.r)
    there, back = sight_line(start, end), sight_line(end, start)
    assert there.hexes == back.hexes[::-1]
    assert there.crossed == back.crossed[::-1]
    assert there.along == back.along[::-1]
    assert [each.kind for each in there.events] == [each.kind for each in back.events][::-1]


@given(hexes, spans)
def test_a_line_does_not_depend_on_where_it_starts(start: Hex, span: Hex) -> None:
    moved = sight_line(start, Hex(start.q + span.q, start.r + span.r))
    still = sight_line(ORIGIN, span)
    assert moved.hexes == tuple(Hex(h.q + start.q, h.r + start.r) for h in still.hexes)
    sides = [Hexside(Hex(h.q + start.q, h.r + start.r), d) for h, d in still.along]
    assert list(moved.along) == sides
    corners = [
        Vertex(e.vertex.x + 3 * start.q, e.vertex.y + 3 * start.r) for e in still.events if e.vertex
    ]
    assert [e.vertex for e in moved.events if e.vertex] == corners


@given(spans)
def test_events_follow_each_other_without_a_gap(end: Hex) -> None:
    line = sight_line(ORIGIN, end)
    assert line.events[0].kind == line.events[-1].kind == "enter"
    assert (line.hexes[0], line.hexes[-1]) == (ORIGIN, end)
    for before, between, after in zip(
        line.events[::2], line.events[1::2], line.events[2::2], strict=False
    ):
        assert before.hex is not None
        assert after.hex is not None
        if between.kind == "cross":
            assert between.hexside == Hexside.between(before.hex, after.hex)
        elif between.kind == "touch":
            assert between.vertex is not None
            assert {before.hex, after.hex} < set(between.vertex.hexes())
        else:
            assert between.hexside is not None
            assert {before.hex, after.hex}.isdisjoint(between.hexside.hexes)


@pytest.mark.parametrize("direction", range(6))
def test_a_line_in_a_direction_crosses_each_side_squarely(direction: int) -> None:
    end = ORIGIN
    for _ in range(5):
        end = end.neighbour(direction)
    line = sight_line(ORIGIN, end)
    assert len(line.hexes) == 6
    assert len(line.crossed) == 5
    assert len(line.events) == 11


@pytest.mark.parametrize("direction", range(6))
def test_a_line_between_two_directions_runs_along_every_other_side(direction: int) -> None:
    end = ORIGIN.neighbour(direction).neighbour(direction + 1)
    line = sight_line(ORIGIN, end)
    beside = {ORIGIN.neighbour(direction), ORIGIN.neighbour(direction + 1)}
    assert [set(side.hexes) for side in line.along] == [beside]
    assert line.hexes == (ORIGIN, end)
    assert line.crossed == ()


def test_a_printed_line_along_a_hexside() -> None:
    start, end = ROW_COLUMN.parse("0914"), ROW_COLUMN.parse("1114")
    (side,) = sight_line(start, end).along
    assert {ROW_COLUMN.label(each) for each in side.hexes} == {"1014", "1015"}


def test_the_shortest_line_that_only_touches_a_corner() -> None:
    touching = [
        end
        for end in ORIGIN.disc(5)
        if any(e.kind == "touch" for e in sight_line(ORIGIN, end).events)
    ]
    assert min(map(ORIGIN.distance, touching)) == 5
    assert len([end for end in touching if ORIGIN.distance(end) == 5]) == 12


def test_a_hex_sees_itself_without_leaving() -> None:
    line = sight_line(ORIGIN, ORIGIN)
    assert line.hexes == (ORIGIN,)
    assert len(line.events) == 1

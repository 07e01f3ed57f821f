"""A sight line is decided by integers: the oracle here clips it against every hex, in fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from wargame.core.grid import ROW_COLUMN, Hex, Hexside, Vertex
from wargame.core.sightline import sight_line

ORIGIN = Hex(0, 0)
hexes = st.builds(Hex, st.integers(-30, 30), st.integers(-30, 30))
spans = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))


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

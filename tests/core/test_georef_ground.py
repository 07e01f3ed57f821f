"""Coast, rivers and heights: which ground is land, how high it is, what of it a hex swallows."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import pytest

from wargame.core.georef import GridFit, Plane, Point
from wargame.core.georef_ground import Frame, Ground, Relief, land_rings
from wargame.core.grid import ROW_COLUMN

FRAME = Frame(30.0, 34.0, 31.0, 35.0)
SOUTH_TO_NORTH = (Point(30.0, 34.4), Point(30.5, 34.5), Point(31.0, 34.6))
"""A coast with the land in the east, on its right."""
ISLAND = (
    *(Point(30.2, 34.1), Point(30.3, 34.1), Point(30.3, 34.2), Point(30.2, 34.2)),
    Point(30.2, 34.1),
)
RELIEF = Relief(31.0, 34.0, 0.5, ((0, 0, 100), (0, 0, 200), (0, 0, 300)))
GROUND = Ground(FRAME, (SOUTH_TO_NORTH, ISLAND), (), RELIEF)


def test_land_is_closed_along_the_edge_with_the_coast_on_its_left() -> None:
    island, mainland = land_rings(FRAME, (SOUTH_TO_NORTH, ISLAND))
    assert island == ISLAND[:-1]
    assert mainland == (*SOUTH_TO_NORTH, Point(31.0, 35.0), Point(30.0, 35.0))


def test_two_coasts_that_face_each_other_make_two_lands_or_one() -> None:
    west = (Point(31.0, 34.2), Point(30.0, 34.2))
    east = (Point(30.0, 34.8), Point(31.0, 34.8))
    rings = land_rings(FRAME, (west, east))
    assert [len(ring) for ring in rings] == [4, 4], "a strait between two lands"
    (isthmus,) = land_rings(FRAME, (tuple(reversed(west)), tuple(reversed(east))))
    assert set(isthmus) == {*west, *east}, "an isthmus between two seas"


def test_what_is_land() -> None:
    assert GROUND.is_land(Point(30.5, 34.9))
    assert not GROUND.is_land(Point(30.5, 34.4))
    assert GROUND.is_land(Point(30.25, 34.15)), "the island"
    assert not GROUND.is_land(Point(30.5, 35.1)), "outside the frame"
    assert GROUND.shore(30.25) == pytest.approx((34.1, 34.2, 34.45, 35.0))


def test_a_height_is_read_between_points() -> None:
    assert RELIEF.height(Point(31.0, 35.0)) == 100
    assert RELIEF.height(Point(30.75, 35.0)) == 150
    assert RELIEF.height(Point(30.25, 34.75)) == pytest.approx(125)
    assert RELIEF.height(Point(29.0, 36.0)) == 300, "beyond the edge, that of the edge"


def test_what_a_hex_swallows() -> None:
    plane = Plane(Point(30.5, 34.5))
    size = 10_000 / sqrt(3)
    fit = GridFit("similarity", ROW_COLUMN, plane, (0.0, 0.0), (size, 0.0, 0.0, size), ())
    cell = fit.hex_at(Point(30.5, 34.5))
    found = GROUND.swallowed(fit, cell)
    assert 0.4 < found.land < 0.6
    assert found.low < found.mean < found.high
    assert found.coast == pytest.approx(11_300, abs=900), "from side to side, somewhat aslant"
    inland = GROUND.swallowed(fit, fit.hex_at(Point(30.5, 34.9)))
    assert (inland.land, inland.coast) == (1, 0)
    at_sea = GROUND.swallowed(fit, fit.hex_at(Point(30.6, 34.3)))
    assert (at_sea.land, at_sea.low, at_sea.high, at_sea.coast) == (0, 0, 0, 0)
    coast = GROUND.coast_in(fit)
    whole = sum(plane.distance(*pair) for pair in pairwise(SOUTH_TO_NORTH))
    around = sum(plane.distance(*pair) for pair in pairwise(ISLAND))
    assert sum(coast.values()) == pytest.approx(whole + around), "none is counted twice"

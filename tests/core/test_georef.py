"""A grid of hexes laid on the ground: exact where the places are, honest where they are not."""

from __future__ import annotations

from math import hypot, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wargame.core.errors import RequestError
from wargame.core.georef import FITS, Anchor, GridFit, Plane, Point, fit_grid, nearest_hex
from wargame.core.grid import COLUMN_ROW, ROW_COLUMN, Hex, Numbering, Orientation

PLANE = Plane(Point(31.45, 34.5))
NUMBERINGS = (ROW_COLUMN, COLUMN_ROW)
LABELS = {"row-column": ("0913", "1821", "0702", "2103"), "column-row": ("8.2", "29.47", "50.42")}

numbering = st.sampled_from(NUMBERINGS)
hexes = st.builds(Hex, st.integers(-60, 60), st.integers(-60, 60))


def laid(scheme: Numbering, width: float = 1250, turn: tuple[float, float] = (1, 0)) -> GridFit:
    """Return a regular grid of a known width, turned as a step east is turned."""
    size, (c, s) = width / sqrt(3), turn
    matrix = (size * c, -size * s, size * s, size * c)
    return GridFit("similarity", scheme, PLANE, (400.0, -300.0), matrix, ())


def anchors_of(fit: GridFit) -> list[Anchor]:
    cells = map(fit.numbering.parse, LABELS[fit.numbering.name])
    return [Anchor(str(cell), (cell,), fit.point(cell)) for cell in cells]


@given(numbering, st.sampled_from(sorted(FITS)), st.floats(100, 9000))
def test_a_fit_finds_the_grid_that_the_anchors_came_from(
    scheme: Numbering, kind: str, width: float
) -> None:
    true = laid(scheme, width, (0.96, -0.28))
    found = fit_grid(anchors_of(true), scheme, PLANE, kind)
    assert found.width == pytest.approx(width, rel=1e-6)
    assert found.widths == pytest.approx((width, width), rel=1e-6)
    assert found.turn == pytest.approx(-16.26, abs=0.01)
    assert found.rms < 0.01
    assert found.matrix == pytest.approx(true.matrix, rel=1e-5)


@given(numbering, hexes)
def test_the_middle_of_a_hex_lies_in_it_and_its_corners_round_it(
    scheme: Numbering, cell: Hex
) -> None:
    fit = laid(scheme)
    assert fit.hex_at(fit.point(cell)) == cell
    far = [PLANE.distance(fit.point(cell), corner) for corner in fit.corners(cell)]
    assert far == pytest.approx([1250 / sqrt(3)] * 6)
    east, north = PLANE.metres(fit.point(cell))
    for corner in fit.corners(cell):
        e, n = PLANE.metres(corner)
        inward = PLANE.point(e + 0.02 * (east - e), n + 0.02 * (north - n))
        assert fit.hex_at(inward) == cell


@given(numbering, st.floats(-90_000, 90_000), st.floats(-90_000, 90_000))
def test_a_place_on_paper_comes_back_from_the_ground(
    scheme: Numbering, east: float, north: float
) -> None:
    fit = laid(scheme, 400, (0.8, 0.6))
    assert fit.ground(*fit.paper(east, north)) == pytest.approx((east, north), abs=1e-6)
    point = PLANE.point(east, north)
    assert PLANE.metres(point) == pytest.approx((east, north), abs=1e-6)
    middle = fit.point(fit.hex_at(point))
    assert PLANE.distance(point, middle) <= 400 / sqrt(3) + 1e-6


def test_the_nearest_hex_is_that_of_the_nearest_middle() -> None:
    for orientation in Orientation:
        for i in range(-9, 10):
            for j in range(-9, 10):
                x, y = i * 0.37, j * 0.41
                found = nearest_hex(orientation, x, y)
                middles = [found, *found.neighbours()]
                gaps = [_gap(orientation.centre(each), (x, y)) for each in middles]
                assert min(gaps) == gaps[0]


def _gap(one: tuple[float, float], other: tuple[float, float]) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def test_a_residual_is_the_step_from_the_middle_of_the_hex_to_the_place() -> None:
    fit = laid(ROW_COLUMN)
    cell = ROW_COLUMN.parse("1310")
    east, north = PLANE.metres(fit.point(cell))
    miss = fit.miss(Anchor("a redoubt", (cell,), PLANE.point(east + 300, north - 400)))
    assert (miss.east, miss.north) == pytest.approx((300, -400))
    assert miss.metres == pytest.approx(500)
    assert miss.bearing == "south-east"


def test_of_a_place_in_two_hexes_the_middle_between_them_counts() -> None:
    fit = laid(ROW_COLUMN)
    cells = tuple(map(ROW_COLUMN.parse, ("0913", "0914")))
    (e1, n1), (e2, n2) = (PLANE.metres(fit.point(cell)) for cell in cells)
    between = PLANE.point((e1 + e2) / 2, (n1 + n2) / 2)
    assert fit.miss(Anchor("Gaza", cells, between)).metres < 0.001


def test_no_other_grid_of_the_kind_misses_the_anchors_by_less() -> None:
    true = anchors_of(laid(ROW_COLUMN))
    steps = ((500, 0), (0, 400), (-300, -300), (100, -500))
    moved = []
    for anchor, (east, north) in zip(true, steps, strict=True):
        e, n = PLANE.metres(anchor.point)
        moved.append(Anchor(anchor.name, anchor.cells, PLANE.point(e + east, n + north)))
    for kind in FITS:
        best = fit_grid(moved, ROW_COLUMN, PLANE, kind)
        squares = sum(miss.metres**2 for miss in best.misses)
        for part in range(4):
            for change in (-2, 2):
                matrix = list(best.matrix)
                matrix[part] += change
                if kind == "similarity":  # a change that keeps the hexes regular
                    other = 3 - part
                    matrix[other] += change if part in {0, 3} else -change
                a, b, c, d = matrix
                worse = GridFit(kind, ROW_COLUMN, PLANE, best.origin, (a, b, c, d), tuple(moved))
                assert sum(miss.metres**2 for miss in worse.misses) > squares
    assert (
        fit_grid(moved, ROW_COLUMN, PLANE, "affine").rms <= fit_grid(moved, ROW_COLUMN, PLANE).rms
    )


def test_a_place_left_out_is_missed_by_more() -> None:
    fit = laid(COLUMN_ROW)
    east, north = PLANE.metres(fit.point(COLUMN_ROW.parse("34.56")))
    odd = Anchor("odd", (COLUMN_ROW.parse("34.56"),), PLANE.point(east + 900, north))
    anchors = [*anchors_of(fit), odd]
    fitted = fit_grid(anchors, COLUMN_ROW, PLANE)
    assert fitted.worst.anchor is odd
    assert fitted.worst.metres < 900
    assert fitted.left_out()[-1].metres == pytest.approx(900, abs=0.01)


def test_with_no_anchor_to_spare_nothing_can_be_left_out() -> None:
    three = anchors_of(laid(COLUMN_ROW))
    exact = fit_grid(three, COLUMN_ROW, PLANE, "affine")
    assert exact.rms < 0.001
    assert exact.left_out() == ()


def test_a_fit_that_is_not_determined_is_refused_in_words() -> None:
    one, other, third = anchors_of(laid(COLUMN_ROW))
    with pytest.raises(RequestError, match="found 1 anchors; allowed: 2 or more"):
        fit_grid([one], COLUMN_ROW, PLANE)
    with pytest.raises(RequestError, match="found 2 anchors; allowed: 3 or more"):
        fit_grid([one, other], COLUMN_ROW, PLANE, "affine")
    with pytest.raises(RequestError, match="anchors all in one place"):
        fit_grid([one, one], COLUMN_ROW, PLANE)
    with pytest.raises(RequestError, match="places all in one point"):
        fit_grid([one, Anchor("b", other.cells, one.point)], COLUMN_ROW, PLANE)
    with pytest.raises(RequestError, match="anchors in one line"):
        fit_grid([one, other, one], COLUMN_ROW, PLANE, "affine")
    flat = [Anchor(str(i), each.cells, Point(40, 26 + i)) for i, each in enumerate((one, third))]
    with pytest.raises(RequestError, match="places in one line"):
        fit_grid([*flat, Anchor("c", other.cells, Point(40, 30))], COLUMN_ROW, PLANE, "affine")
    with pytest.raises(RequestError, match="did you mean affine"):
        fit_grid([one, other, third], COLUMN_ROW, PLANE, "afine")


def test_a_degree_is_as_long_as_on_the_real_figure_of_the_earth() -> None:
    east, north = PLANE.scale
    assert east == pytest.approx(95_060, abs=40)
    assert north == pytest.approx(110_875, abs=40)

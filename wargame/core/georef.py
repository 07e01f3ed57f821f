"""Where a printed hex lies on the ground: a grid of hexes fitted to places that are known on both.

A few printed hexes hold places that an atlas knows too. Through these *anchors* the grid is laid by
least squares: as regular hexes in one scale and one turn (``similarity``), or stretched and slanted
as well (``affine``). What each anchor is off by is its *residual*; it belongs to every answer.
"""

from __future__ import annotations

from math import atan2, cos, degrees, hypot, pi, radians, sqrt
from typing import TYPE_CHECKING, NamedTuple

from attrs import frozen

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.grid import Hex, Numbering, Orientation

if TYPE_CHECKING:
    from collections.abc import Sequence

FITS = {"similarity": 2, "affine": 3}
"""The ways to fit a grid, and the least number of anchors that each needs."""

COMPASS = ("east", "north-east", "north", "north-west", "west", "south-west", "south", "south-east")

_FLAT = 1e-6
"""Anchors that span less than this share of their length in the other direction lie in a line."""


class Point(NamedTuple):
    """A place on the ground.

    Args:
        lat: Degrees north.
        lon: Degrees east.
    """

    lat: float
    lon: float


@frozen
class Plane:
    """The ground about one point, taken as flat: good to some metres over a hundred kilometres.

    Args:
        origin: The point that has 0 metres east and north.
    """

    origin: Point

    @property
    def scale(self) -> tuple[float, float]:
        """Metres to a degree of longitude and of latitude at the origin, on the WGS 84 figure."""
        at = radians(self.origin.lat)
        east = 111_412.84 * cos(at) - 93.5 * cos(3 * at) + 0.118 * cos(5 * at)
        north = 111_132.95 - 559.85 * cos(2 * at) + 1.175 * cos(4 * at)
        return east, north

    def metres(self, point: Point) -> tuple[float, float]:
        """Return how far east and north of the origin a point lies, in metres."""
        east, north = self.scale
        return (point.lon - self.origin.lon) * east, (point.lat - self.origin.lat) * north

    def point(self, east: float, north: float) -> Point:
        """Return the point so many metres east and north of the origin."""
        per_lon, per_lat = self.scale
        return Point(self.origin.lat + north / per_lat, self.origin.lon + east / per_lon)

    def distance(self, one: Point, other: Point) -> float:
        """Return how far apart two points are, in metres."""
        (e1, n1), (e2, n2) = self.metres(one), self.metres(other)
        return hypot(e2 - e1, n2 - n1)


@frozen
class Anchor:
    """A place whose printed hex and whose position on the ground are both known.

    Args:
        name: What it is called.
        cells: Its hexes; of a place that fills more than one, the middle of them counts.
        point: Where it is.
        printed: The rule case that prints the hex.
        credit: Whose coordinates they are, a key of the map's credits.
        note: What should be known about either; may be empty.
    """

    name: str
    cells: tuple[Hex, ...]
    point: Point
    printed: str = ""
    credit: str = ""
    note: str = ""


@frozen
class Miss:
    """How far the real place lies from where a fitted grid puts the middle of its hex.

    Args:
        anchor: The place.
        east: Metres that it lies further east; negative for west.
        north: Metres that it lies further north; negative for south.
    """

    anchor: Anchor
    east: float
    north: float

    @property
    def metres(self) -> float:
        """The length of the miss."""
        return hypot(self.east, self.north)

    @property
    def bearing(self) -> str:
        """The direction from the middle of the hex to the real place, in words."""
        return COMPASS[round(atan2(self.north, self.east) / (pi / 4)) % 8]


@frozen
class GridFit:
    """A grid of hexes laid on the ground.

    Metres east are ``east + a x + b y``, metres north ``north + c x + d y``, where x to the east
    and y to the *north* are the place of a hex on paper in units of the hex size.

    Args:
        kind: A key of :data:`FITS`.
        numbering: The scheme of printed numbers; it says which way up the hexes stand.
        plane: The ground.
        origin: Metres east and north of the paper's origin.
        matrix: a, b, c, d.
        anchors: The places that it was fitted to.
    """

    kind: str
    numbering: Numbering
    plane: Plane
    origin: tuple[float, float]
    matrix: tuple[float, float, float, float]
    anchors: tuple[Anchor, ...]

    @property
    def _orientation(self) -> Orientation:
        return self.numbering.orientation

    def ground(self, x: float, y: float) -> tuple[float, float]:
        """Return metres east and north of a place on paper, x to the east and y to the south."""
        a, b, c, d = self.matrix
        return self.origin[0] + a * x - b * y, self.origin[1] + c * x - d * y

    def paper(self, east: float, north: float) -> tuple[float, float]:
        """Return the place on paper, x to the east and y to the south, of metres on the ground."""
        a, b, c, d = self.matrix
        east, north, area = east - self.origin[0], north - self.origin[1], a * d - b * c
        return (d * east - b * north) / area, -(a * north - c * east) / area

    def point(self, cell: Hex) -> Point:
        """Return where the middle of a hex lies."""
        return self.plane.point(*self.ground(*self._orientation.centre(cell)))

    def corners(self, cell: Hex) -> tuple[Point, ...]:
        """Return where the six corners of a hex lie, in order round it."""
        on_paper = (self._orientation.corner(each) for each in cell.vertices())
        return tuple(self.plane.point(*self.ground(*each)) for each in on_paper)

    def hex_at(self, point: Point) -> Hex:
        """Return the hex that a point of the ground lies in, on the map or beyond its edge."""
        return nearest_hex(self._orientation, *self.paper(*self.plane.metres(point)))

    @property
    def widths(self) -> tuple[float, float]:
        """Metres from flat side to flat side, by the scale west-east and by that south-north."""
        a, b, c, d = self.matrix
        return sqrt(3) * hypot(a, c), sqrt(3) * hypot(b, d)

    @property
    def width(self) -> float:
        """Metres from flat side to flat side: the mean of both scales that keeps the area."""
        a, b, c, d = self.matrix
        return sqrt(3 * abs(a * d - b * c))

    @property
    def turn(self) -> float:
        """Degrees by which the rows of the map are turned against east, counter-clockwise."""
        return degrees(atan2(self.matrix[2], self.matrix[0]))

    def miss(self, anchor: Anchor) -> Miss:
        """Return how far off an anchor is, whether the grid was fitted to it or not."""
        east, north = self.plane.metres(anchor.point)
        on_grid = self.ground(*middle(self._orientation, anchor.cells))
        return Miss(anchor, east - on_grid[0], north - on_grid[1])

    @property
    def misses(self) -> tuple[Miss, ...]:
        """The residual of each anchor."""
        return tuple(map(self.miss, self.anchors))

    @property
    def rms(self) -> float:
        """The root of the mean square of the residuals, in metres."""
        return root_mean_square(self.misses)

    @property
    def worst(self) -> Miss:
        """The greatest residual."""
        return max(self.misses, key=lambda miss: miss.metres)

    def left_out(self) -> tuple[Miss, ...]:
        """Return, for each anchor, what a grid fitted to all the *others* misses it by.

        A residual flatters: the grid was drawn towards each anchor. This is what it would do to a
        place that it has not seen. Empty when the others are too few for a fit.
        """
        if len(self.anchors) <= FITS[self.kind]:
            return ()
        found = []
        for anchor in self.anchors:
            others = [each for each in self.anchors if each is not anchor]
            found.append(fit_grid(others, self.numbering, self.plane, self.kind).miss(anchor))
        return tuple(found)


def root_mean_square(misses: Sequence[Miss]) -> float:
    """Return the root of the mean square of some misses, in metres; 0 without any."""
    return sqrt(sum(miss.metres**2 for miss in misses) / len(misses)) if misses else 0.0


def middle(orientation: Orientation, cells: Sequence[Hex]) -> tuple[float, float]:
    """Return the middle of some hexes on paper, x to the east and y to the south."""
    places = [orientation.centre(cell) for cell in cells]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)


def nearest_hex(orientation: Orientation, x: float, y: float) -> Hex:
    """Return the hex that a place on paper lies in, x to the east and y to the south."""
    if orientation is Orientation.POINTY:
        r = y / 1.5
        q = x / sqrt(3) - r / 2
    else:
        q = x / 1.5
        r = y / sqrt(3) - q / 2
    # of the three axial figures the one that was rounded most follows from the other two
    whole_q, whole_r, whole_s = round(q), round(r), round(-q - r)
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s + q + r)
    if off_q > off_r and off_q > off_s:
        whole_q = -whole_r - whole_s
    elif off_r > off_s:
        whole_r = -whole_q - whole_s
    return Hex(whole_q, whole_r)


def fit_grid(
    anchors: Sequence[Anchor], numbering: Numbering, plane: Plane, kind: str = "similarity"
) -> GridFit:
    """Return the grid that misses the anchors by the least sum of squares.

    Args:
        anchors: Two or more for ``similarity``, three or more, not in one line, for ``affine``.
        numbering: The scheme of printed numbers.
        plane: The ground.
        kind: A key of :data:`FITS`.

    Raises:
        RequestError: There is no such kind of fit, or the anchors do not determine one.
    """
    if kind not in FITS:
        raise RequestError("fit of a grid", shown(kind), one_of(FITS, str(kind)))
    if len(anchors) < FITS[kind]:
        found = f"{len(anchors)} anchors"
        raise RequestError(f"fit of a grid ({kind})", found, f"{FITS[kind]} or more")
    on_paper = [middle(numbering.orientation, each.cells) for each in anchors]
    there = [plane.metres(each.point) for each in anchors]
    paper = [(x, -y) for x, y in on_paper]
    from_paper, from_there = _mean(paper), _mean(there)
    pairs = [
        ((x - from_paper[0], y - from_paper[1]), (e - from_there[0], n - from_there[1]))
        for (x, y), (e, n) in zip(paper, there, strict=True)
    ]
    a, b, c, d = _similar(pairs) if kind == "similarity" else _affine(pairs)
    origin = (
        from_there[0] - a * from_paper[0] - b * from_paper[1],
        from_there[1] - c * from_paper[0] - d * from_paper[1],
    )
    return GridFit(kind, numbering, plane, origin, (a, b, c, d), tuple(anchors))


_Pairs = list[tuple[tuple[float, float], tuple[float, float]]]
"""Place on paper and on the ground, each counted from the mean of all."""


def _mean(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _similar(pairs: _Pairs) -> tuple[float, float, float, float]:
    """Return the matrix of one scale and one turn."""
    spread = sum(x * x + y * y for (x, y), _ in pairs)
    if spread == 0:
        raise RequestError("fit of a grid", "anchors all in one place", "anchors apart")
    along = sum(x * e + y * n for (x, y), (e, n) in pairs) / spread
    across = sum(x * n - y * e for (x, y), (e, n) in pairs) / spread
    if along == across == 0:
        raise RequestError("fit of a grid", "places all in one point", "places apart")
    return along, -across, across, along


def _affine(pairs: _Pairs) -> tuple[float, float, float, float]:
    """Return the matrix that stretches and slants as well."""
    xx, yy, xy = (sum(f(x, y) for (x, y), _ in pairs) for f in _SQUARES)
    area = xx * yy - xy * xy
    if area <= _FLAT**2 * (xx + yy) ** 2:
        raise RequestError("fit of a grid (affine)", "anchors in one line", "anchors off it too")
    xe, ye = sum(x * e for (x, _), (e, _n) in pairs), sum(y * e for (_, y), (e, _n) in pairs)
    xn, yn = sum(x * n for (x, _), (_e, n) in pairs), sum(y * n for (_, y), (_e, n) in pairs)
    found = (
        (xe * yy - ye * xy) / area,
        (ye * xx - xe * xy) / area,
        (xn * yy - yn * xy) / area,
        (yn * xx - xn * xy) / area,
    )
    if abs(found[0] * found[3] - found[1] * found[2]) < _FLAT:
        raise RequestError("fit of a grid (affine)", "places in one line", "places off it too")
    return found


_SQUARES = (lambda x, _: x * x, lambda _, y: y * y, lambda x, y: x * y)

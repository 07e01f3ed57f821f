"""The real ground under a map: coast, rivers and heights, and what of them one hex swallows."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from itertools import pairwise
from math import ceil
from typing import TYPE_CHECKING

from attrs import field, frozen

from wargame.core.georef import GridFit, Point
from wargame.core.grid import Hex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Line = tuple[Point, ...]

PIECES = 5
"""Points along each side of the six triangles of a hex at which the ground is looked at."""
STEP = 40.0
"""Metres: a coast is measured in pieces no longer than this."""
_SHRUNK = 0.98
"""Points at the very edge of a hex would be those of its neighbour too."""


@frozen
class Frame:
    """The part of the ground that the data cover.

    Args:
        south: Degrees.
        west: Degrees.
        north: Degrees.
        east: Degrees.
    """

    south: float
    west: float
    north: float
    east: float

    def __contains__(self, point: Point) -> bool:
        """Whether a point lies in it."""
        return self.south <= point.lat <= self.north and self.west <= point.lon <= self.east

    def corners(self) -> tuple[Point, ...]:
        """Return the corners clockwise, the south-west one first."""
        south, west, north, east = self.south, self.west, self.north, self.east
        return Point(south, west), Point(north, west), Point(north, east), Point(south, east)

    def way_round(self, point: Point) -> float:
        """Return how far round the edge a point on it lies, 0 to 4 clockwise from south-west."""
        up = (point.lat - self.south) / (self.north - self.south)
        right = (point.lon - self.west) / (self.east - self.west)
        edges = ((right, up), (1 - up, 1 + right), (1 - right, 3 - up), (up, 4 - right))
        return min(edges)[1] % 4


@frozen
class Relief:
    """Heights at the points of a grid.

    Args:
        north: Degrees of the northernmost row of points.
        west: Degrees of the westernmost column.
        step: Degrees between points.
        rows: Metres above the sea; rows from north to south, each from west to east.
    """

    north: float
    west: float
    step: float
    rows: tuple[tuple[int, ...], ...]

    def height(self, point: Point) -> float:
        """Return the height of a point, read between the four points around it."""
        down = min(max((self.north - point.lat) / self.step, 0), len(self.rows) - 1)
        right = min(max((point.lon - self.west) / self.step, 0), len(self.rows[0]) - 1)
        top, left = int(down), int(right)
        low, far = min(top + 1, len(self.rows) - 1), min(left + 1, len(self.rows[0]) - 1)
        down, right = down - top, right - left
        upper = self.rows[top][left] * (1 - right) + self.rows[top][far] * right
        lower = self.rows[low][left] * (1 - right) + self.rows[low][far] * right
        return upper * (1 - down) + lower * down


@frozen
class HexGround:
    """What lies in one hex.

    Args:
        cell: The hex.
        point: Where its middle is.
        land: The share of it that is land, 0 to 1.
        low: Metres above the sea of its lowest land; 0 without land.
        mean: Metres above the sea of its land on the whole.
        high: Metres above the sea of its highest land.
        coast: Metres of coast line in it.
    """

    cell: Hex
    point: Point
    land: float
    low: float
    mean: float
    high: float
    coast: float


@frozen(eq=False)
class Ground:
    """The real ground.

    Args:
        frame: What the data cover; lines are cut off at its edge.
        coast: Coast lines, each with the land on its right hand.
        rivers: Rivers.
        relief: Heights.
    """

    frame: Frame
    coast: tuple[Line, ...]
    rivers: tuple[Line, ...]
    relief: Relief
    land: tuple[Line, ...] = field(init=False)
    """The land as closed rings: coast lines, joined along the edge of the frame."""

    def __attrs_post_init__(self) -> None:
        """Join the coast to land."""
        object.__setattr__(self, "land", land_rings(self.frame, self.coast))

    def shore(self, lat: float) -> tuple[float, ...]:
        """Return the longitudes at which a parallel crosses from sea to land or back, in order."""
        found = (
            one.lon + (lat - one.lat) * (other.lon - one.lon) / (other.lat - one.lat)
            for ring in self.land
            for one, other in pairwise((*ring, ring[0]))
            if (one.lat > lat) != (other.lat > lat)
        )
        return tuple(sorted(found))

    def is_land(self, point: Point) -> bool:
        """Whether a point is land; outside the frame nothing is."""
        return point in self.frame and bisect_right(self.shore(point.lat), point.lon) % 2 == 1

    def swallowed(self, fit: GridFit, cell: Hex) -> HexGround:
        """Return what of the ground lies in one hex of a fitted grid."""
        points = list(_inside(fit, cell))
        on_land = [each for each in points if self.is_land(each)]
        heights = [self.relief.height(each) for each in on_land] or [0.0]
        mean = sum(heights) / len(heights)
        share, coast = len(on_land) / len(points), self.coast_in(fit).get(cell, 0.0)
        return HexGround(cell, fit.point(cell), share, min(heights), mean, max(heights), coast)

    def coast_in(self, fit: GridFit) -> dict[Hex, float]:
        """Return the metres of coast line in each hex of a fitted grid that has any."""
        found: dict[Hex, float] = defaultdict(float)
        for line in self.coast:
            for one, other in pairwise(line):
                length = fit.plane.distance(one, other)
                count = max(1, ceil(length / STEP))
                for i in range(count):
                    part = (i + 0.5) / count
                    lat = one.lat + part * (other.lat - one.lat)
                    lon = one.lon + part * (other.lon - one.lon)
                    found[fit.hex_at(Point(lat, lon))] += length / count
        return dict(found)


def _inside(fit: GridFit, cell: Hex) -> Iterator[Point]:
    """Yield points spread evenly over a hex: its middle, and rings about it in six triangles."""
    orientation = fit.numbering.orientation
    x, y = orientation.centre(cell)
    corners = [orientation.corner(each) for each in cell.vertices()]
    arms = [(cx - x, cy - y) for cx, cy in corners]
    yield fit.point(cell)
    for (ax, ay), (bx, by) in zip(arms, (*arms[1:], arms[0]), strict=True):
        for i in range(1, PIECES + 1):
            for j in range(PIECES + 1 - i):
                across, along = _SHRUNK * i / PIECES, _SHRUNK * j / PIECES
                at = x + across * ax + along * bx, y + across * ay + along * by
                yield fit.plane.point(*fit.ground(*at))


def land_rings(frame: Frame, coast: Sequence[Line]) -> tuple[Line, ...]:
    """Return the land as closed rings.

    Args:
        frame: The edge along which coast lines are joined, clockwise.
        coast: Lines with the land on their right, each closed or from edge to edge.
    """
    rings = [line[:-1] for line in coast if line[0] == line[-1]]
    open_lines = [line for line in coast if line[0] != line[-1]]
    while open_lines:
        ring = list(first := open_lines.pop(0))
        while True:
            end = frame.way_round(ring[-1])
            others = [first, *open_lines]
            following = min(others, key=lambda line: (frame.way_round(line[0]) - end) % 4)
            ring += _round_corners(frame, end, frame.way_round(following[0]))
            if following is first:
                break
            open_lines.remove(following)
            ring += following
        rings.append(tuple(ring))
    return tuple(rings)


def _round_corners(frame: Frame, start: float, end: float) -> list[Point]:
    """Return the corners of a frame that lie between two places on its edge, clockwise."""
    way = (end - start) % 4
    ahead = [((corner - start) % 4, corner) for corner in range(4)]
    return [frame.corners()[corner] for far, corner in sorted(ahead) if 0 < far < way]

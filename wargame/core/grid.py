"""Hexes, hexsides and vertices as values on integer axial coordinates.

Axial coordinates ``(q, r)`` do not know which way up a map is drawn: an :class:`Orientation` names
the six directions and places centres on paper, a :class:`Numbering` turns the printed number of a
hex into a :class:`Hex` and back. Both are data; the geometry below is the same for every map.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, NamedTuple

from attrs import frozen

from wargame.core.errors import RequestError, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

STEPS: tuple[tuple[int, int], ...] = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The axial step of each direction 0..5, counter-clockwise."""

_HALF_ROUND = 3
"""Directions to the opposite one: each hexside is named from one of its two hexes only."""

_CORNERS: tuple[tuple[int, int], ...] = ((2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2), (1, 1))
"""Corner i of a hex in tripled axial units: it lies between directions i and i + 1."""


class Hex(NamedTuple):
    """One hexagon.

    Args:
        q: Axial column.
        r: Axial row.
    """

    q: int
    r: int

    def neighbour(self, direction: int) -> Hex:
        """Return the adjacent hex in *direction* (0..5, taken modulo 6)."""
        dq, dr = STEPS[direction % 6]
        return Hex(self.q + dq, self.r + dr)

    def neighbours(self) -> tuple[Hex, ...]:
        """Return the six adjacent hexes in the order of the directions."""
        return _around(self)

    def distance(self, other: Hex) -> int:
        """Return the number of hexes from here to *other*, counting *other* but not this one."""
        (q, r), (other_q, other_r) = self, other
        dq, dr = q - other_q, r - other_r
        return (abs(dq) + abs(dr) + abs(dq + dr)) // 2

    def direction_to(self, neighbour: Hex) -> int:
        """Return the direction of an adjacent hex.

        Raises:
            RequestError: The two hexes are not adjacent.
        """
        try:
            return STEPS.index((neighbour.q - self.q, neighbour.r - self.r))
        except ValueError:
            raise RequestError(
                "Hex.direction_to", f"{neighbour} from {self}", "one of the six adjacent hexes"
            ) from None

    def ring(self, radius: int) -> tuple[Hex, ...]:
        """Return the hexes at exactly *radius* hexes, in order round the ring."""
        if radius == 0:
            return (self,)
        here = Hex(self.q + STEPS[4][0] * radius, self.r + STEPS[4][1] * radius)
        found = []
        for direction in range(6):
            for _ in range(radius):
                found.append(here)
                here = here.neighbour(direction)
        return tuple(found)

    def disc(self, radius: int) -> tuple[Hex, ...]:
        """Return the hexes within *radius* hexes, this one first, nearest first."""
        return tuple(cell for n in range(radius + 1) for cell in self.ring(n))

    def vertices(self) -> tuple[Vertex, ...]:
        """Return the six corners; corner i lies between directions i and i + 1."""
        return tuple(Vertex(3 * self.q + x, 3 * self.r + y) for x, y in _CORNERS)


@lru_cache(maxsize=1 << 14)
def _around(cell: Hex) -> tuple[Hex, ...]:
    """Return the six adjacent hexes; asked so often that they are remembered."""
    q, r = cell
    return tuple(Hex(q + dq, r + dr) for dq, dr in STEPS)


class Vertex(NamedTuple):
    """A point where three hexes meet, in axial coordinates times three (so it is integral)."""

    x: int
    y: int

    def hexes(self) -> tuple[Hex, ...]:
        """Return the three hexes that meet here."""
        around = ((self.x - x, self.y - y) for x, y in _CORNERS)
        return tuple(sorted(Hex(x // 3, y // 3) for x, y in around if x % 3 == 0 and y % 3 == 0))


class Hexside(NamedTuple):
    """The side between two adjacent hexes; the same value whichever hex one starts from.

    Args:
        hex: The hex that has the side in direction 0, 1 or 2.
        direction: 0, 1 or 2.
    """

    hex: Hex
    direction: int

    @classmethod
    def of(cls, cell: Hex, direction: int) -> Hexside:
        """Return the side of *cell* in any *direction* 0..5, in canonical form."""
        direction %= 6
        if direction < _HALF_ROUND:
            return cls(cell, direction)
        return cls(cell.neighbour(direction), direction - _HALF_ROUND)

    @classmethod
    def between(cls, one: Hex, other: Hex) -> Hexside:
        """Return the side that two adjacent hexes share.

        Raises:
            RequestError: The hexes are not adjacent.
        """
        return cls.of(one, one.direction_to(other))

    @property
    def hexes(self) -> tuple[Hex, Hex]:
        """The two hexes beside it."""
        return self.hex, self.hex.neighbour(self.direction)

    @property
    def vertices(self) -> tuple[Vertex, Vertex]:
        """Its two ends."""
        corners = self.hex.vertices()
        return corners[(self.direction - 1) % 6], corners[self.direction]


class Orientation(Enum):
    """How the hexes lie on paper: with a corner up (rows) or with a flat side up (columns)."""

    POINTY = "pointy"
    FLAT = "flat"

    @property
    def direction_names(self) -> tuple[str, ...]:
        """The compass names of directions 0..5."""
        if self is Orientation.POINTY:
            return ("E", "NE", "NW", "W", "SW", "SE")
        return ("SE", "NE", "N", "NW", "SW", "S")

    def centre(self, cell: Hex) -> tuple[float, float]:
        """Return the centre on paper, x to the east and y to the south, in units of the hex size.

        The hex size is the length from the centre to a corner.
        """
        if self is Orientation.POINTY:
            return sqrt(3) * (cell.q + cell.r / 2), 1.5 * cell.r
        return 1.5 * cell.q, sqrt(3) * (cell.r + cell.q / 2)

    def corner(self, vertex: Vertex) -> tuple[float, float]:
        """Return a vertex on paper, in the same units as :meth:`centre`."""
        q, r = vertex.x / 3, vertex.y / 3
        if self is Orientation.POINTY:
            return sqrt(3) * (q + r / 2), 1.5 * r
        return 1.5 * q, sqrt(3) * (r + q / 2)


@frozen
class Numbering:
    """A scheme of printed hex numbers: a pure function each way.

    Args:
        name: The key used in board files.
        orientation: How maps with this scheme are drawn.
        example: A number in the right form, for error sentences.
        pattern: The form of a number; two groups of digits.
        to_hex: From the two printed figures to the hex.
        to_figures: From the hex to the two printed figures.
        form: Two figures to the printed number.
    """

    name: str
    orientation: Orientation
    example: str
    pattern: re.Pattern[str]
    to_hex: Callable[[int, int], Hex]
    to_figures: Callable[[Hex], tuple[int, int]]
    form: str

    def parse(self, label: str) -> Hex:
        """Return the hex with the printed number *label*.

        Raises:
            RequestError: *label* is not in the form of this scheme.
        """
        try:
            match = self.pattern.fullmatch(label)
        except TypeError:  # a number such as 914 for '0914': which zero was meant, nobody knows
            match = None
        if match is None:
            raise RequestError(
                f"hex number ({self.name})", shown(label), f"a number such as {self.example!r}"
            )
        return self.to_hex(int(match[1]), int(match[2]))

    def parse_side(self, written: str) -> Hexside:
        """Return the hexside written as the printed numbers of its two hexes: ``0913-0914``.

        Raises:
            RequestError: A number is malformed, or the two hexes are not adjacent.
        """
        one, _, other = written.partition("-")
        first, second = self.parse(one), self.parse(other)
        if second not in first.neighbours():
            raise RequestError(
                f"hexside ({self.name})", shown(written), "the numbers of two adjacent hexes"
            )
        return Hexside.between(first, second)

    def parse_path(self, labels: Iterable[str]) -> tuple[Hexside, ...]:
        """Return the hexsides that a way through consecutive printed numbers crosses.

        Raises:
            RequestError: A number is malformed, or two that follow each other are not adjacent.
        """
        return tuple(self.parse_side(f"{one}-{other}") for one, other in pairwise(labels))

    def label(self, cell: Hex) -> str:
        """Return the printed number of *cell*."""
        return self.form.format(*self.to_figures(cell))

    def east_of(self, cell: Hex, columns: int) -> Hex:
        """Return the hex *columns* printed columns to the east in the same printed row."""
        first, second = self.to_figures(cell)
        if self.orientation is Orientation.POINTY:
            return self.to_hex(first, second - columns)
        return self.to_hex(first + columns, second)

    def south_of(self, cell: Hex, rows: int) -> Hex:
        """Return the hex *rows* printed rows to the south in the same printed column."""
        first, second = self.to_figures(cell)
        if self.orientation is Orientation.POINTY:
            return self.to_hex(first + rows, second)
        return self.to_hex(first, second - rows)


def _half_up(n: int) -> int:
    return (n + 1) // 2


ROW_COLUMN = Numbering(
    name="row-column",
    orientation=Orientation.POINTY,
    example="0914",
    pattern=re.compile(r"(\d\d)(\d\d)", re.ASCII),
    to_hex=lambda row, column: Hex(-column - _half_up(row), row),
    to_figures=lambda cell: (cell.r, -cell.q - _half_up(cell.r)),
    form="{:02d}{:02d}",
)
"""Gaza 1917 and Lebanon '82: row then column; rows grow south, columns grow west.

Even rows stand half a hex to the east of odd rows (the reading of FM-Q43 that the zone-of-control
diagram needs: 2312 touches both 2311 and 2413).
"""

COLUMN_ROW = Numbering(
    name="column-row",
    orientation=Orientation.FLAT,
    example="31.56",
    pattern=re.compile(r"(\d{1,2})\.(\d{1,2})", re.ASCII),
    to_hex=lambda column, row: Hex(column, -row - _half_up(column)),
    to_figures=lambda cell: (cell.q, -cell.r - _half_up(cell.q)),
    form="{}.{}",
)
"""Gallipoli 1915: column, a dot, row; columns grow east, rows grow north.

Odd columns stand half a hex to the north (the Krithia objective line 19.15 - 18.15 and
18.10 - 17.9 is contiguous only that way).
"""

NUMBERINGS: dict[str, Numbering] = {scheme.name: scheme for scheme in (ROW_COLUMN, COLUMN_ROW)}

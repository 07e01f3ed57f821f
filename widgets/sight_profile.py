"""The height profile of a line of sight: the ground in section, with its ridges and crests."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.grid import Hexside
from wargame.core.sightline import sight_line
from widgets.svg import letters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.board import Board
    from wargame.core.grid import Hex, Vertex
    from wargame.rifle_and_spade.ground import Field, Spot
    from wargame.rifle_and_spade.sight import Verdict

Point = tuple[float, float]

HAIR = 1e-9
"""Two places on a line that are this close are one."""

STROKES = {"Open": "", "Partial": "12 6", "Blocked": "3 6"}
"""How the line of each verdict is broken."""

INKS = {"Open": "#00664b", "Partial": "#8a4b00", "Blocked": "#8c1d2f"}
UNCOVERED = "#444444"

MOST_LEVELS = 7
"""Of so many levels a picture shows all that the board has."""


def ink(verdict: Verdict | None) -> str:
    """Return the colour of a verdict; grey where the rules give none."""
    return INKS.get(verdict or "", UNCOVERED)


def dashes(verdict: Verdict | None) -> str:
    """Return the attribute that breaks the line of a verdict."""
    broken = STROKES.get(verdict or "", "1 4")
    return f' stroke-dasharray="{broken}"' if broken else ""


@frozen
class Band:
    """A stretch of the line over the same ground.

    Args:
        start: Where it begins, from 0 at the spotter's centre to 1 at the target's.
        end: Where it ends.
        spots: The hex, or the two beside a hexside that the line runs along.
    """

    start: float
    end: float
    spots: tuple[Spot, ...]

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """Its hexes."""
        return tuple(spot.hex for spot in self.spots)

    @property
    def blocks(self) -> bool:
        """Whether what stands there can stop a line: the less blocking hex beside a hexside."""
        return min((spot.top, spot.blocking) for spot in self.spots)[1]

    @property
    def level(self) -> int:
        """The level of the ground: of the lower hex beside a hexside."""
        return min(spot.level for spot in self.spots)

    @property
    def top(self) -> int:
        """The level that a line meets there."""
        return min(spot.top for spot in self.spots)

    def label(self, board: Board) -> str:
        """Return the printed number, or both beside a hexside."""
        return "/".join(board.label(spot.hex) for spot in self.spots)

    def terrain(self, board: Board) -> str:
        """Return the letters of the terrain."""
        return "/".join(letters(board, spot.hex) for spot in self.spots)


@frozen
class Spike:
    """A ridge on the line.

    Args:
        start: Where it begins.
        end: Where it ends: further on if the line runs along it.
        side: The hexside.
        level: Its level.
        adjacent: Whether it is a side of an end's hex, and so stops nothing.
    """

    start: float
    end: float
    side: Hexside
    level: int
    adjacent: bool

    @property
    def middle(self) -> float:
        """Its middle."""
        return (self.start + self.end) / 2

    def words(self, board: Board) -> str:
        """Return where and how high it is, and whether it counts."""
        beside = ", beside an end" if self.adjacent else ""
        labels = " / ".join(board.label(cell) for cell in self.side.hexes)
        return f"ridge {labels}, level {self.level}{beside}"


@frozen
class Profile:
    """The ground under a line, in section.

    Args:
        bands: The ground, in order; none where the line is off the map.
        spikes: The ridges.
        crests: Where military crests are crossed.
    """

    bands: tuple[Band, ...]
    spikes: tuple[Spike, ...]
    crests: tuple[float, ...]

    def words(self, board: Board) -> str:
        """Return the ground and the ridges in order, as one line of text."""
        things = [
            (band.start, f"{band.label(board)} ({band.terrain(board)}) level {band.level}")
            for band in self.bands
        ]
        # a hexside stands before the ground that begins at it
        things += [(spike.start - HAIR, spike.words(board)) for spike in self.spikes]
        things += [(at - HAIR, "military crest") for at in self.crests]
        return "; ".join(text for _, text in sorted(things, key=lambda each: each[0]))


@lru_cache(maxsize=32)
def profile_of(field: Field, start: Hex, end: Hex) -> Profile:
    """Return the ground under the line between two hexes; what was asked lately is remembered.

    Args:
        field: The ground.
        start: The spotter's hex.
        end: The target's hex.
    """
    bands, spikes, crests = [], [], []
    ends = {start, end}
    for first, last, thing in _pieces(field.board, start, end):
        if not isinstance(thing, Hexside):
            spots = tuple(field.spots[cell] for cell in thing if cell in field.spots)
            if spots:
                bands.append(Band(first, last, spots))
            continue
        level = field.ridge_level(thing)
        if level is not None:
            spikes.append(Spike(first, last, thing, level, bool(ends & set(thing.hexes))))
        if field.crest(thing) and first == last:
            crests.append(first)
    return Profile(tuple(bands), tuple(spikes), tuple(crests))


def _pieces(
    board: Board, start: Hex, end: Hex
) -> Iterator[tuple[float, float, tuple[Hex, ...] | Hexside]]:
    """Yield the stretches of the line and the hexsides on it, each with where it begins and ends.

    The walk itself is exact; only where things are drawn is measured here.
    """
    place, here, cell, slipped = _Measure(board, start, end), 0.0, start, False
    for event in sight_line(start, end).events[1:]:
        side = event.hexside
        if event.hex is not None:
            # where the line slips through the very end of a hexside, it has crossed that
            if slipped and cell.distance(event.hex) == 1:
                yield here, here, Hexside.between(cell, event.hex)
            cell, slipped = event.hex, False
        elif side is None:
            corner = place.corner(event.vertex)
            yield here, corner, (cell,)
            here, slipped = corner, True
        elif event.kind == "along":
            first, last = place.stretch(side)
            yield here, first, (cell,)
            yield first, last, side.hexes
            yield first, last, side
            here = last
        else:
            at = place.crossing(side)
            yield here, at, (cell,)
            yield at, at, side
            here = at
    yield here, 1.0, (cell,)


class _Measure:
    """Where on a line, from 0 to 1, it meets a hexside."""

    def __init__(self, board: Board, start: Hex, end: Hex) -> None:
        self._plane = board.numbering.orientation
        self._from = self._plane.centre(start)
        to = self._plane.centre(end)
        self._way = to[0] - self._from[0], to[1] - self._from[1]

    def _along_and_aside(self, point: Point) -> Point:
        x, y = point[0] - self._from[0], point[1] - self._from[1]
        dx, dy = self._way
        return (x * dx + y * dy) / (dx * dx + dy * dy), dx * y - dy * x

    def corner(self, vertex: Vertex | None) -> float:
        return 0.0 if vertex is None else self._along_and_aside(self._plane.corner(vertex))[0]

    def crossing(self, side: Hexside) -> float:
        one, other = (self._along_and_aside(self._plane.corner(each)) for each in side.vertices)
        share = one[1] / (one[1] - other[1])
        return one[0] + share * (other[0] - one[0])

    def stretch(self, side: Hexside) -> Point:
        ends = sorted(self._along_and_aside(self._plane.corner(each))[0] for each in side.vertices)
        return ends[0], ends[1]


def levels_of(field: Field, profile: Profile, ends: tuple[int, int]) -> tuple[int, int]:
    """Return the lowest and the highest level of a profile's picture.

    All of the board's levels if they are few, so that pictures of it can be compared, and do not
    jump while an end is dragged; otherwise those on the line.

    Args:
        field: The ground.
        profile: The ground under the line.
        ends: The levels at which spotter and target are seen.
    """
    low, high = _board_levels(field)
    met = {*ends, *(spike.level for spike in profile.spikes)}
    for band in profile.bands:
        met |= {band.level, band.top}
    if high - low < MOST_LEVELS:
        met |= {low, high}
    return min(met), max(met)


@lru_cache(maxsize=8)
def _board_levels(field: Field) -> tuple[int, int]:
    spots = field.spots.values()
    return min(spot.level for spot in spots), max(spot.top for spot in spots)

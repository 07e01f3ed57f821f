"""The straight line between two hex centres, walked by exact integer arithmetic.

In axial coordinates times three, centres and corners are all integers, so on which side of the line
a corner lies is the sign of an integer cross product: a line along a hexside or through a vertex is
decided, never rounded.

The grid looks the same from any of its hexes turned by a sixth, and in a mirror, so every line is
one of a twelfth of all lines, turned (:class:`Turn`). Only lines from the origin to hexes with
q >= r >= 0 are walked: these leave a hex by one of three sides or by one of the two corners between
them, and a single whole number that is carried along tells which (:func:`walk`).
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Literal, NamedTuple

from attrs import frozen

from wargame.core.grid import Hex, Hexside, Vertex

if TYPE_CHECKING:
    from collections.abc import Iterator

EventKind = Literal["enter", "cross", "along", "touch"]


@frozen
class SightEvent:
    """One thing that the line meets, in order.

    Args:
        kind: ``enter`` a hex; ``cross`` a hexside between two hexes entered; run ``along`` a
            hexside; ``touch`` a vertex (a corner met without running along a side).
        hex: The hex entered, for ``enter``.
        hexside: The side crossed or run along.
        vertex: The vertex touched.
    """

    kind: EventKind
    hex: Hex | None = None
    hexside: Hexside | None = None
    vertex: Vertex | None = None


@frozen
class SightLine:
    """A walked line.

    Args:
        start: The hex it starts from.
        end: The hex it ends in.
        events: Everything met, in order, from entering *start* to entering *end*.
    """

    start: Hex
    end: Hex
    events: tuple[SightEvent, ...]

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes whose inside the line crosses, in order, both ends included."""
        return tuple(event.hex for event in self.events if event.hex is not None)

    @property
    def crossed(self) -> tuple[Hexside, ...]:
        """The hexsides the line crosses, in order."""
        return self._sides("cross")

    @property
    def along(self) -> tuple[Hexside, ...]:
        """The hexsides the line runs along, in order; ``.hexes`` are the two hexes beside each."""
        return self._sides("along")

    def _sides(self, kind: EventKind) -> tuple[Hexside, ...]:
        return tuple(e.hexside for e in self.events if e.kind == kind and e.hexside is not None)


class Turn(NamedTuple):
    """One of the twelve ways that the grid lies on itself.

    Args:
        first: The direction on the map of what is direction 0 before the turn.
        sense: 1 if the directions go round the same way before and after, -1 if mirrored.
    """

    first: int
    sense: int

    def direction(self, before: int) -> int:
        """Return a direction on the map."""
        return (self.first + self.sense * before) % 6

    def corner(self, before: int) -> int:
        """Return a corner on the map; in a mirror the two directions beside it change places."""
        return (self.first + self.sense * before - (self.sense < 0)) % 6

    @property
    def about(self) -> Turn:
        """This turn and half a round more."""
        return Turn((self.first + 3) % 6, self.sense)

    def back(self, direction: int) -> int:
        """Return what a direction on the map was before the turn."""
        return self.sense * (direction - self.first) % 6


AS_IT_LIES = Turn(0, 1)
TURNS: tuple[Turn, ...] = tuple(Turn(first, sense) for first in range(6) for sense in (-1, 1))


def folded(dq: int, dr: int) -> tuple[Turn, int, int]:
    """Return the step to a hex as a turn of a step (q, r) with q >= r >= 0.

    Args:
        dq: Axial columns to the hex.
        dr: Axial rows to the hex.
    """
    both = dq + dr
    # every hex is so many steps in one direction and so many in the next
    if dr <= 0 < both:
        first, one, next_one = 0, both, -dr
    elif dr < 0 < dq:
        first, one, next_one = 1, dq, -both
    elif dr < 0:
        first, one, next_one = 2, -dr, -dq
    elif both < 0:
        first, one, next_one = 3, -both, dr
    elif dq < 0:
        first, one, next_one = 4, -dq, both
    else:
        first, one, next_one = 5, dr, dq
    if one >= next_one:
        return TURNS[2 * first], one, next_one
    return TURNS[(2 * first + 3) % 12], next_one, one


class Move(NamedTuple):
    """How a line goes on from a hex, before the turn.

    Args:
        kind: ``cross`` a side, ``touch`` a corner, or run ``along`` a side.
        steps: The directions of the hexes from here to the hex entered next.
        corner: The corner that the hex is left by, if any.
    """

    kind: EventKind
    steps: tuple[int, ...]
    corner: int = -1


MOVES = (
    Move("cross", (0,)),
    Move("cross", (1,)),
    Move("cross", (5,)),
    Move("touch", (0,), 0),
    Move("touch", (0,), 5),
    Move("along", (0, 5), 5),
)
"""All that a line to a hex with q >= r >= 0 ever does. One that touches a corner bends ahead."""

_BY_SIDE_0, _BY_SIDE_1, _BY_SIDE_5, _BY_CORNER_0, _BY_CORNER_5, _ALONG = range(len(MOVES))


@lru_cache(maxsize=4096)
def walk(q: int, r: int) -> bytes:
    """Return what a line from the origin does, as indices of :data:`MOVES`.

    Args:
        q: Axial columns to its end.
        r: Axial rows to its end; q >= r >= 0.
    """
    if q == r:  # between two directions: along every other hexside
        return bytes([_ALONG]) * q
    # Corner 0 lies on the line if off == q + 2r, corner 5 if off == r - q; beyond these, both
    # corners lie on the same side of the line and it leaves by the side next to them.
    high, low = q + 2 * r, r - q
    off = 0  # three times the cross product of the line and the way to the centre of the hex
    moves: list[int] = []
    while not moves or off:
        if off < low:
            moves.append(_BY_SIDE_5)
            off += 3 * q
        elif off > high:
            moves.append(_BY_SIDE_1)
            off -= 3 * (q + r)
        else:
            moves.append(
                _BY_CORNER_5 if off == low else _BY_CORNER_0 if off == high else _BY_SIDE_0
            )
            off -= 3 * r
    # on a centre again: from there on it does the same once more
    return bytes(moves) * gcd(q, r)


def sight_line(start: Hex, end: Hex) -> SightLine:
    """Return the line from the centre of *start* to the centre of *end*.

    Args:
        start: Where the line begins.
        end: Where it ends; may be *start*.
    """
    return SightLine(start, end, tuple(_events(start, end)))


def _events(here: Hex, end: Hex) -> Iterator[SightEvent]:
    turn, q, r = folded(end.q - here.q, end.r - here.r)
    yield SightEvent("enter", hex=here)
    for move in walk(q, r):
        kind, steps, corner = MOVES[move]
        ways = [turn.direction(step) for step in steps]
        if kind == "cross":
            yield SightEvent("cross", hexside=Hexside.of(here, ways[0]))
        elif kind == "touch":
            yield SightEvent("touch", vertex=here.vertices()[turn.corner(corner)])
        else:
            beside = (here.neighbour(way) for way in ways)
            yield SightEvent("along", hexside=Hexside.between(*beside))
        for way in ways:
            here = here.neighbour(way)
        yield SightEvent("enter", hex=here)

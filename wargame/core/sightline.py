"""The straight line between two hex centres, walked by exact integer arithmetic.

In axial coordinates times three, centres and corners are all integers, so on which side of the line
a corner lies is the sign of an integer cross product: a line along a hexside or through a vertex is
decided, never rounded. The walk depends only on the difference of the two hexes, so it is worked
out once per difference and moved into place.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from wargame.core.grid import STEPS, Hex, Hexside, Vertex

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


def sight_line(start: Hex, end: Hex) -> SightLine:
    """Return the line from the centre of *start* to the centre of *end*.

    Args:
        start: Where the line begins.
        end: Where it ends; may be *start*.
    """
    walk = _walk(end.q - start.q, end.r - start.r)
    return SightLine(start, end, tuple(_moved(event, start) for event in walk))


def _moved(event: SightEvent, by: Hex) -> SightEvent:
    if event.hex is not None:
        return SightEvent("enter", hex=Hex(event.hex.q + by.q, event.hex.r + by.r))
    if event.hexside is not None:
        cell, direction = event.hexside
        side = Hexside(Hex(cell.q + by.q, cell.r + by.r), direction)
        return SightEvent(event.kind, hexside=side)
    point = event.vertex or Vertex(0, 0)
    return SightEvent("touch", vertex=Vertex(point.x + 3 * by.q, point.y + 3 * by.r))


@lru_cache(maxsize=4096)
def _walk(dq: int, dr: int) -> tuple[SightEvent, ...]:
    """Return the events of the line from the origin hex to ``Hex(dq, dr)``."""
    return tuple(_events(Hex(0, 0), Hex(dq, dr)))


def _events(here: Hex, end: Hex) -> Iterator[SightEvent]:
    ahead = (end.q, end.r)
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
    raise AssertionError(here, ahead)  # pragma: no cover - a line through a convex cell leaves it


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

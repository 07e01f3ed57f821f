"""Ways over hexes as lines on paper: where two cross, and what lies along and across a direction.

All of it in whole numbers: the lattice has an inner product, and a cross product that tells left
from right.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from wargame.core.grid import Hex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    Way = Sequence[Hex]

ROUND = 6


def along(axis: Hex, to: Hex) -> int:
    """Return how far *to* lies along an axis, both from the origin (twice the inner product)."""
    return 2 * (axis.q * to.q + axis.r * to.r) + axis.q * to.r + axis.r * to.q


def across(axis: Hex, to: Hex) -> int:
    """Return how far *to* lies to one side of an axis; negative on the other side."""
    return axis.q * to.r - axis.r * to.q


def minus(one: Hex, other: Hex) -> Hex:
    """Return the way from *other* to *one* as a vector."""
    return Hex(one.q - other.q, one.r - other.r)


def connected(way: Way) -> bool:
    """Return whether each hex of a way adjoins the one before it."""
    return all(one.distance(other) == 1 for one, other in pairwise(way))


def crossing(one: Way, other: Way) -> Hex | None:
    """Return a hex where two ways cross, or None (the reading of RS-Q41).

    Ways may share a hex or a stretch; they cross when one comes into what they share on one side of
    the other and goes out of it on its other side. A way that begins or ends there does not cross.
    """
    places = {cell: n for n, cell in enumerate(other)}
    if places.keys().isdisjoint(one):
        return None
    return next((one[i] for i, j, step, k in _shared(one, other, places)
                 if _swaps(one, other, i, j, step, k)), None)  # fmt: skip


def _shared(one: Way, other: Way, places: dict[Hex, int]) -> Iterator[tuple[int, int, int, int]]:
    """Yield the stretches that two ways share.

    Yields:
        Where it begins on each, in which sense the other runs through it, and how many hexes
        follow the first.
    """
    i = 0
    while i < len(one):
        j = places.get(one[i])
        if j is None:
            i += 1
            continue
        step = next((s for s in (1, -1) if _at(one, i + 1) == _at(other, j + s) is not None), 1)
        k = 0
        while (cell := _at(one, i + k + 1)) is not None and cell == _at(other, j + step * (k + 1)):
            k += 1
        yield i, j, step, k
        i += k + 1


def _at(way: Way, n: int) -> Hex | None:
    return way[n] if 0 <= n < len(way) else None


def _swaps(one: Way, other: Way, i: int, j: int, step: int, k: int) -> bool:  # noqa: PLR0913 - one stretch
    """Return whether two ways change sides along a stretch that they share."""
    before, after = _at(one, i - 1), _at(one, i + k + 1)
    came, went = _at(other, j - step), _at(other, j + step * (k + 1))
    if before is None or after is None or came is None or went is None:
        return False
    first, last = one[i], one[i + k]
    if k == 0:
        turn = _turn(first, before, after)
        return (_turn(first, before, came) < turn) != (_turn(first, before, went) < turn)
    ahead, back = one[i + 1], one[i + k - 1]
    left_in = _turn(first, ahead, before) < _turn(first, ahead, came)
    left_out = _turn(last, back, after) > _turn(last, back, went)
    return left_in != left_out


def _turn(middle: Hex, start: Hex, end: Hex) -> int:
    """Return by how many sixths one turns, counter-clockwise, from one neighbour to another."""
    return (middle.direction_to(end) - middle.direction_to(start)) % ROUND

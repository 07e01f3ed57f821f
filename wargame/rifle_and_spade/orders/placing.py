"""Which battalions are in line, and which hexes of an objective line they need and take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.rulebook import implements
from wargame.rifle_and_spade import messaging
from wargame.rifle_and_spade.orders.standing import own_pieces

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.state import Situation

TWO = 2


@frozen
class Body:
    """A battalion in line, or a unit that stands for itself.

    Args:
        name: The battalion.
        units: Its units on the map.
        posts: How many hexes of a line it takes: two at most (11.4.6), and no more than it has
            rifle units.
    """

    name: str
    units: tuple[str, ...]
    posts: int

    def places(self) -> list[tuple[str, tuple[str, int]]]:
        """Return for each unit which of the battalion's hexes it takes, shared out evenly."""
        count = len(self.units)
        return [(unit, (self.name, n * self.posts // count)) for n, unit in enumerate(self.units)]


@implements("RS", "11.4.7", "11.4.6", "11.4.14")
def bodies(
    situation: Situation, brigiment: str, support: Collection[str] = frozenset()
) -> tuple[Body, ...]:
    """Return the battalions that would be in line: all but supports, staffs and brigade guns.

    Machine guns of a battalion go with it; machine guns and artillery of the brigiment itself give
    no objective to a line.
    """
    units: dict[str, list[str]] = {}
    rifles: dict[str, int] = {}
    for piece in own_pieces(situation, brigiment):
        unit = situation.unit(piece)
        alone = not unit.battalion and not unit.rifle
        if piece.unit in support or unit.arm == "headquarters" or alone:
            continue
        name = unit.battalion or unit.id
        units.setdefault(name, []).append(unit.id)
        rifles[name] = rifles.get(name, 0) + unit.rifle
    return tuple(
        Body(name, tuple(sorted(units[name])), min(TWO, rifles[name]))
        for name in sorted(units)
        if rifles[name]
    )


@implements("RS", "11.4.7")
def posts(situation: Situation, line: Sequence[Hex], side: str) -> tuple[Hex, ...]:
    """Return the fewest hexes of a line that hold it, its two ends among them.

    A hex may be passed over where its neighbours on the line are within messaging range.
    """
    return _fewest(tuple(line), _open(situation, line, side))


def _open(situation: Situation, line: Sequence[Hex], side: str) -> tuple[bool, ...]:
    """Return for each hex of a line whether it may stay empty."""
    between = range(1, len(line) - 1)
    return tuple(
        n in between and messaging.in_range(situation, line[n - 1], line[n + 1], side)
        for n in range(len(line))
    )


def _fewest(line: tuple[Hex, ...], open_: tuple[bool, ...]) -> tuple[Hex, ...]:
    n, found = 0, []
    while n < len(line):
        found.append(line[n])
        n += TWO if n + 1 < len(line) - 1 and open_[n + 1] else 1
    return tuple(found)


@implements("RS", "11.4.7")
def spread(situation: Situation, line: Sequence[Hex], side: str, count: int) -> tuple[Hex, ...]:
    """Return the hexes that so many objectives take on a line; none where they are too few.

    No more hexes stay empty than must; those that do are the first that may.
    """
    ring = len(line) > TWO and line[0] == line[-1]
    hexes = tuple(line)
    spare = len(hexes) - ring - count
    empty: list[int] = []
    may = _open(situation, line, side)
    for n in range(1, len(hexes) - 1):
        if len(empty) >= spare:
            break
        if may[n] and (not empty or empty[-1] < n - 1):
            empty.append(n)
    if len(empty) < spare:
        return ()
    return tuple(cell for n, cell in enumerate(hexes[: len(hexes) - ring]) if n not in empty)

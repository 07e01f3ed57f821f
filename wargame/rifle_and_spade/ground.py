"""The ground (5.1): what a class of terrain does to sight and cover, and how high things stand."""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.errors import RequestError, one_of
from wargame.core.grid import STEPS, Hex, Hexside
from wargame.core.rulebook import implements
from wargame.core.sightline import AS_IT_LIES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.core.board import Board
    from wargame.core.sightline import Turn
    from wargame.rifle_and_spade.ruleset import Ruleset

RIDGES = frozenset({"ridge", "cliff"})
"""Hexsides that sight meets as ridges: cliffs count as such (5.2.10)."""

CREST = "crest"
"""A military crest: a contour too steep to see down (5.1.3)."""

NOTHING = -(1 << 30)
"""Stands for no ridge in a list of levels: lower than any."""

OFF_MAP = 1 << 30
"""Stands for no hex in a list of barriers: higher than any."""

_MARGIN = 2
"""Hexes off the map round the lists of a relief, so that no neighbour falls outside them."""


@implements("RS", "5.1.2", "5.1.2/b1", "5.1.2/b2", "5.1.5", "5.1.5/b1", "5.1.5/b2", "5.1.5/b3")
@frozen
class GroundClass:
    """What a kind of terrain is to the rules.

    Args:
        close: Whether units may hide in it (close terrain); otherwise it is open.
        blocking: Whether it can stop a line of sight that passes through.
        elevated: Whether it stands a level above its ground for such a line.
        down_slope: Whether a contour or crest above it can hide it.
        ravine: Whether it is a ravine.
        sea: Whether it is water.
    """

    close: bool = False
    blocking: bool = False
    elevated: bool = False
    down_slope: bool = False
    ravine: bool = False
    sea: bool = False


@implements("RS", "5.1.1")
@frozen
class Spot:
    """A hex as sight meets it.

    Args:
        hex: The hex.
        level: Its height level; the whole hex has one.
        top: The level that a line passing through meets: one more in elevated blocking terrain.
        blocking: Whether its terrain can stop a line.
        down_slope: Whether its terrain can be hidden by the slope above.
        ravine: Whether it is a ravine.
        sea: Whether it is water.
    """

    hex: Hex
    level: int
    top: int
    blocking: bool
    down_slope: bool
    ravine: bool
    sea: bool


NOWHERE = Spot(Hex(0, 0), 0, 0, blocking=False, down_slope=False, ravine=False, sea=False)
"""Stands for no hex in a list of spots."""


@frozen
class Relief:
    """The ground in plain lists, for walking many lines over it, turned one of twelve ways.

    A hex stands in the lists at its *place*, row by row; what lies on hexsides stands at three
    times the place of the hexside's hex, plus its direction. A step on the map is therefore a
    fixed step in the lists, whatever hex it starts from. Figures are in arrays, which are copied
    at once. The lists hold a hexagon of hexes round
    the middle of the map, which lies on itself however it is turned.

    Args:
        turn: How the ground lies: rows of the lists run in the first direction of the turn.
        middle: The hex in the middle of the lists.
        width: From a place to that of the hex one row on; also how many rows there are.
        barrier: What a line passing through meets, as :func:`barrier` has it.
        spots: The hexes of the map; :data:`NOWHERE` where there is none.
        ridge: Levels of ridges and cliffs, by hexside.
        crests: Where the military crests are.
    """

    turn: Turn
    middle: Hex
    width: int
    barrier: array[int]
    spots: list[Spot]
    ridge: array[int]
    crests: frozenset[Hexside]

    @classmethod
    def bare(cls, turn: Turn, middle: Hex, width: int, crests: frozenset[Hexside]) -> Relief:
        """Return lists with no hex of a map in them yet."""
        size = width * width
        off, none = array("i", [OFF_MAP]), array("i", [NOTHING])
        return cls(turn, middle, width, off * size, [NOWHERE] * size, none * (3 * size), crests)

    def step(self, direction: int) -> int:
        """Return how far apart in the lists the two hexes are that adjoin in a direction."""
        dq, dr = STEPS[self.turn.back(direction)]
        return dq + dr * self.width

    @property
    def centre(self) -> int:
        """The place of the middle hex."""
        return self.width // 2 * (self.width + 1)

    def place(self, cell: Hex) -> int:
        """Return where a hex stands in the lists."""
        q, r = cell.q - self.middle.q, cell.r - self.middle.r
        return self.centre + q * self.step(0) + r * self.step(5)

    def hex(self, place: int) -> Hex:
        """Return the hex at a place."""
        half = self.width // 2
        row, column = divmod(place, self.width)
        (q0, r0), (q5, r5) = STEPS[self.turn.direction(0)], STEPS[self.turn.direction(5)]
        q, r = self.middle
        across, down = column - half, row - half
        return Hex(q + across * q0 + down * q5, r + across * r0 + down * r5)

    def side(self, place: int) -> Hexside:
        """Return the hexside at a place in the lists by hexside."""
        at, direction = divmod(place, 3)
        return Hexside.of(self.hex(at), self.turn.direction(direction))

    def raised(self, ridges: Mapping[Hexside, int]) -> Relief:
        """Return the relief itself, with ridges put on it."""
        along, down, origin = self.step(0), self.step(5), self.place(Hex(0, 0))
        # from 3 x the place of a hex to where its side stands, which may be that of its neighbour
        offsets = []
        for direction in map(self.turn.back, range(3)):
            beyond, side = divmod(direction, 3)
            dq, dr = STEPS[direction]
            offsets.append(3 * beyond * (dq + dr * self.width) + side)
        for ((q, r), direction), level in ridges.items():
            self.ridge[3 * (origin + q * along + r * down) + offsets[direction]] = level
        return self

    def turned(self, turn: Turn) -> Relief:
        """Return the same hexes lying another way, without the ridges; this must not be turned.

        A row of these lists is every so many places in the other lists, so that it is copied at
        one stroke.
        """
        other = Relief.bare(turn, self.middle, self.width, self.crests)
        reach, along, down = self.width // 2, other.step(0), other.step(5)
        for r in range(-reach, reach + 1):
            first, last = max(-reach, -reach - r), min(reach, reach - r)
            here, count = self.centre + first + r * self.width, last - first + 1
            there = _run(other.centre + first * along + r * down, along, count)
            other.barrier[there] = self.barrier[here : here + count]
            other.spots[there] = self.spots[here : here + count]
        return other

    def turned_about(self) -> Relief:
        """Return the same hexes lying the opposite way, without the ridges."""
        hexes = self.barrier[::-1], self.spots[::-1]
        none = array("i", [NOTHING]) * len(self.ridge)
        return Relief(self.turn.about, self.middle, self.width, *hexes, none, self.crests)


def _run(first: int, step: int, count: int) -> slice:
    """Return *count* places from *first* on, each *step* further, which may be backwards."""
    stop = first + count * step
    return slice(first, stop if stop >= 0 else None, step)


def barrier(level: int, *, blocking: bool) -> int:
    """Return one figure for what stands in a hex: the higher the worse, then blocking or not."""
    return 2 * level + blocking


def level_of(figure: int) -> int:
    """Return the level that :func:`barrier` made a figure of."""
    return figure // 2


@frozen(eq=False)
class Field:
    """A board under a ruleset; what depends on these two alone is worked out once.

    Args:
        board: The map.
        ruleset: The rules in force.
    """

    board: Board
    ruleset: Ruleset

    @cached_property
    def spots(self) -> dict[Hex, Spot]:
        """Every hex of the board as sight meets it.

        Raises:
            RequestError: A hex has terrain that the ruleset does not know.
        """
        return {cell: self._spot(cell) for cell in self.board.cells}

    def _spot(self, cell: Hex) -> Spot:
        content = self.board.cells[cell]
        classes = [self._class(kind) for kind in content.terrain]
        return Spot(
            cell,
            content.height,
            content.height + any(each.elevated for each in classes),
            any(each.blocking or each.elevated for each in classes),
            any(each.down_slope for each in classes),
            any(each.ravine for each in classes) or "ravine" in content.features,
            any(each.sea for each in classes),
        )

    def _class(self, kind: str) -> GroundClass:
        known = self.ruleset.ground
        if kind not in known:
            where = f"{self.ruleset.title}, terrain"
            raise RequestError(where, repr(kind), one_of(known, kind))
        return known[kind]

    @implements("RS", "5.2.10", "5.2.11", "5.1.3/b2", "5.1.3/b6")
    def ridge_level(self, side: Hexside) -> int | None:
        """Return the level of a ridge or cliff on a hexside, or None where there is none.

        A ridge stands one level above the lower of its two land hexes; beside the sea, above the
        land hex. The bare contour levels count, whatever grows there (the reading of RS-Q19).
        """
        if not self.board.hexsides.get(side, frozenset()) & RIDGES:
            return None
        beside = [self.spots[cell] for cell in side.hexes if cell in self.spots]
        land = [spot.level for spot in beside if not spot.sea]
        levels = land or [spot.level for spot in beside]
        return 1 + min(levels) if levels else None

    def crest(self, side: Hexside) -> bool:
        """Return whether a hexside is a military crest."""
        return CREST in self.board.hexsides.get(side, frozenset())

    @cached_property
    def relief(self) -> Relief:
        """The same ground in plain lists, as it lies."""
        cells = list(self.spots) or [Hex(0, 0)]
        low, high = map(min, zip(*cells, strict=True)), map(max, zip(*cells, strict=True))
        middle = Hex(*((a + b) // 2 for a, b in zip(low, high, strict=True)))
        width = 2 * (max(map(middle.distance, cells)) + _MARGIN) + 1
        crests = frozenset(filter(self.crest, self.board.hexsides))
        relief = Relief.bare(AS_IT_LIES, middle, width, crests)
        for cell, spot in self.spots.items():
            place = relief.place(cell)
            relief.barrier[place] = barrier(spot.top, blocking=spot.blocking)
            relief.spots[place] = spot
        return relief.raised(self._ridges)

    @cached_property
    def _ridges(self) -> dict[Hexside, int]:
        levels = ((side, self.ridge_level(side)) for side in self.board.hexsides)
        return {side: level for side, level in levels if level is not None}

    def turned(self, turn: Turn) -> Relief:
        """Return the same ground in plain lists, turned; each turn is made when first asked for."""
        made = self._turned
        if turn not in made:
            opposite = made.get(turn.about)
            lying = self.relief.turned(turn) if opposite is None else opposite.turned_about()
            made[turn] = lying.raised(self._ridges)
        return made[turn]

    @cached_property
    def _turned(self) -> dict[Turn, Relief]:
        return {AS_IT_LIES: self.relief}

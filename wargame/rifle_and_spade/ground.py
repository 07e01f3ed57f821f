"""The ground (5.1): what a class of terrain does to sight and cover, and how high things stand."""

from __future__ import annotations

from array import array
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.errors import RequestError, one_of
from wargame.core.grid import Hex, Hexside
from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from wargame.core.board import Board
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


@frozen
class Relief:
    """The ground in plain lists, for walking many lines over it.

    A hex stands in the lists at its *place*, row by row; what lies on hexsides stands at three
    times the place of the hexside's hex, plus its direction. A step on the map is therefore a
    fixed step in the lists, whatever hex it starts from. Those that are turned to begin at the
    spotter are arrays, which are copied at once.

    Args:
        width: From a place to that of the hex one axial row on.
        first: The hex at place 0.
        barrier: What a line passing through meets, as :func:`barrier` has it.
        level: Height levels.
        down_slope: Whether a slope above can hide it.
        ravine: Whether it is a ravine.
        ridge: Levels of ridges and cliffs, by hexside.
        crests: Where the military crests are, by hexside.
    """

    width: int
    first: Hex
    barrier: array[int]
    level: list[int]
    down_slope: list[bool]
    ravine: list[bool]
    ridge: array[int]
    crests: frozenset[int]

    def place(self, cell: Hex) -> int:
        """Return where a hex stands in the lists."""
        return cell.q - self.first.q + (cell.r - self.first.r) * self.width

    def hex(self, place: int) -> Hex:
        """Return the hex at a place."""
        r, q = divmod(place, self.width)
        return Hex(q + self.first.q, r + self.first.r)


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
        """The same ground in plain lists."""
        cells = list(self.spots) or [Hex(0, 0)]
        first = Hex(min(c.q for c in cells) - _MARGIN, min(c.r for c in cells) - _MARGIN)
        width = max(c.q for c in cells) - first.q + _MARGIN + 1
        size = width * (max(c.r for c in cells) - first.r + _MARGIN + 1)
        flat, plain, ridge = [0] * size, [False] * size, array("i", [NOTHING]) * (3 * size)
        relief = Relief(
            width,
            first,
            array("i", [OFF_MAP]) * size,
            flat,
            plain,
            plain.copy(),
            ridge,
            self._crests(width, first),
        )
        for cell, spot in self.spots.items():
            place = relief.place(cell)
            relief.barrier[place] = barrier(spot.top, blocking=spot.blocking)
            relief.level[place] = spot.level
            relief.down_slope[place] = spot.down_slope
            relief.ravine[place] = spot.ravine
        for side in self.board.hexsides:
            level = self.ridge_level(side)
            if level is not None:
                ridge[3 * relief.place(side.hex) + side.direction] = level
        return relief

    def _crests(self, width: int, first: Hex) -> frozenset[int]:
        return frozenset(
            3 * (cell.q - first.q + (cell.r - first.r) * width) + direction
            for cell, direction in filter(self.crest, self.board.hexsides)
            if {cell, cell.neighbour(direction)} & self.spots.keys()
        )

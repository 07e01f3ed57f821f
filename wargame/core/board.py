"""The map of a game: what lies in each hex and on each hexside. It never changes during play."""

from __future__ import annotations

import re
from functools import lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from attrs import Factory, field, frozen

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.grid import Hex, Hexside, Numbering
from wargame.core.provenance import Provenance

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")
HATCHES = (
    "none", "dots", "diagonal", "cross", "waves", "stipple", "brick", "horizontal"
)  # fmt: skip


GLYPHS = ("", "trench", "houses", "town", "palms", "fort")


def _one_glyph(_: object, __: object, value: str) -> None:
    if value not in GLYPHS:
        raise RequestError("terrain, glyph", shown(value), one_of(filter(None, GLYPHS), value))


def _one_hatch(_: object, __: object, value: str) -> None:
    if value not in HATCHES:
        raise RequestError("terrain, hatch", shown(value), one_of(HATCHES, value))


def _some_terrain(_: object, __: object, value: tuple[str, ...]) -> None:
    if not value:
        raise RequestError("hex", "no terrain", "at least one kind")


def _a_letter(_: object, __: object, value: str) -> None:
    if len(value) != 1 or not value.isprintable() or value.isspace():
        raise RequestError("terrain, letter", shown(value), "one visible character")


def _a_colour(_: object, __: object, value: str) -> None:
    if not _COLOUR.fullmatch(value):
        raise RequestError("terrain, colour", shown(value), "a colour such as '#d9c9a3'")


@frozen
class TerrainKind:
    """How a kind of terrain is called and drawn.

    Args:
        name: What a person reads.
        letter: One visible character, for text maps and legends.
        colour: ``#rrggbb``.
        hatch: One of :data:`HATCHES`; terrain is never told by colour alone.
        glyph: One of :data:`GLYPHS`, for terrain that stands on the ground (a trench, houses).
    """

    name: str
    letter: str = field(validator=_a_letter)
    colour: str = field(validator=_a_colour)
    hatch: str = field(default="none", validator=_one_hatch)
    glyph: str = field(default="", validator=_one_glyph)


@frozen
class Cell:
    """What lies in one hex.

    Args:
        terrain: Kinds of terrain, the ground first, what stands on it after.
        height: The level of the ground, in the levels of that map.
        features: Marks that rules look for ("coast", "gaza", "objective:3").
        name: The place named on the map, or nothing.
        provenance: Where all this is known from.
    """

    terrain: tuple[str, ...] = field(validator=_some_terrain)
    height: int = 0
    features: frozenset[str] = frozenset()
    name: str = ""
    provenance: Provenance = Provenance("reconstructed")


@frozen(eq=False)
class Board:
    """A map.

    Args:
        id: Its name in files.
        title: What a person reads.
        numbering: The scheme of printed hex numbers; it also says which way up the hexes are drawn.
        cells: What lies in each hex of the map; a hex that is not here is off the map.
        terrain: How each kind of terrain is called and drawn.
        hexsides: What lies on hexsides ("river", "cliff").
        links: Roads, tracks and railways: for each kind, the hexsides it passes through.
        provenance: The default for hexes that do not say otherwise.
        credits: Whose material it rests on.
    """

    id: str
    title: str
    numbering: Numbering
    cells: Mapping[Hex, Cell]
    terrain: Mapping[str, TerrainKind] = Factory(dict)
    hexsides: Mapping[Hexside, frozenset[str]] = Factory(dict)
    links: Mapping[str, frozenset[Hexside]] = Factory(dict)
    provenance: Provenance = Provenance("reconstructed")
    credits: tuple[str, ...] = ()

    def __contains__(self, cell: Hex) -> bool:
        """Whether a hex is on the map."""
        return cell in self.cells

    def hex(self, label: str) -> Hex:
        """Return the hex with a printed number.

        Raises:
            RequestError: The number is malformed or not on this map.
        """
        cell = self.numbering.parse(label)
        if cell not in self.cells:
            raise RequestError(f"board {self.id}", f"hex {label}", self._shown_hexes())
        return cell

    def _shown_hexes(self) -> str:
        if not self.cells:
            return "nothing (it has no hexes)"
        ends = [self.label(end(self.cells, key=self._figures)) for end in (min, max)]
        return f"the hexes it shows, between {' and '.join(ends)}"

    def _figures(self, cell: Hex) -> tuple[int, int]:
        return self.numbering.to_figures(cell)

    def label(self, cell: Hex) -> str:
        """Return the printed number of a hex."""
        return self.numbering.label(cell)

    def cell(self, cell: Hex) -> Cell:
        """Return what lies in a hex.

        Raises:
            RequestError: The hex is off the map.
        """
        try:
            return self.cells[cell]
        except KeyError:
            raise RequestError(
                f"board {self.id}", f"hex {self.label(cell)}", "a hex that the map shows"
            ) from None

    def place(self, name: str) -> Hex:
        """Return the hex of a named place.

        Raises:
            RequestError: No place has that name.
        """
        named = {cell.name: at for at, cell in self.cells.items() if cell.name}
        if name not in named:
            raise RequestError(
                f"board {self.id}", f"place {shown(name)}", one_of(sorted(named), name)
            )
        return named[name]

    def describe(self, cell: Hex) -> str:
        """Return one phrase: number, name, terrain and height of a hex."""
        content = self.cell(cell)
        kinds = [self.terrain[k].name if k in self.terrain else k for k in content.terrain]
        kinds = [each if each in _places(self) else each.lower() for each in kinds]
        name = f" {content.name}" if content.name else ""
        height = f", level {content.height}" if content.height else ""
        return f"{self.label(cell)}{name}: {', '.join(kinds)}{height}"

    def neighbours(self, cell: Hex) -> tuple[Hex, ...]:
        """Return the adjacent hexes that are on the map."""
        return tuple(each for each in cell.neighbours() if each in self.cells)

    def side(self, one: Hex, other: Hex) -> frozenset[str]:
        """Return what lies on the hexside between two adjacent hexes."""
        return self.hexsides.get(Hexside.between(one, other), frozenset())

    def linked(self, kind: str, one: Hex, other: Hex) -> bool:
        """Return whether a road, track or railway of *kind* passes between two adjacent hexes."""
        return Hexside.between(one, other) in self.links.get(kind, frozenset())

    def to_text(self) -> str:
        """Return the short text form; :func:`wargame.core.board_text.board_from_text` reads it."""
        from wargame.core.board_text import board_to_text

        return board_to_text(self)

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Return the board written in the short text form.

        Raises:
            DataError: A line does not fit; the sentence names it.
        """
        from wargame.core.board_text import board_from_text

        return board_from_text(text)

    def __repr__(self) -> str:
        """Return the name and the size."""
        return f"Board({self.id!r}, {len(self.cells)} hexes)"


@frozen(eq=False)
class Paths:
    """The cheapest ways from one hex.

    Args:
        start: Where they begin.
        cost: The cost of reaching each hex within the limit, *start* included at 0.
        came_from: The hex before each on its cheapest way.
    """

    start: Hex
    cost: Mapping[Hex, int | Fraction]
    came_from: Mapping[Hex, Hex]

    def to(self, end: Hex) -> tuple[Hex, ...]:
        """Return the way to *end*, both ends included; empty when it cannot be reached."""
        if end not in self.cost:
            return ()
        way = [end]
        while way[-1] != self.start:
            way.append(self.came_from[way[-1]])
        return tuple(reversed(way))


def cheapest_paths(
    start: Hex,
    cost: Callable[[Hex, Hex], int | Fraction | None],
    limit: int | Fraction,
    halts: Callable[[Hex], bool] = lambda _: False,
) -> Paths:
    """Return the cheapest ways from *start* to every hex within *limit*.

    Costs are whole numbers or fractions and are never rounded: four half points are two.

    Args:
        start: Where they begin.
        cost: The movement points from a hex to an adjacent one, or None where one cannot go.
        limit: The greatest total cost, in the same points.
        halts: Whether a hex, once entered, ends the way.
    """
    best: dict[Hex, int | Fraction] = {start: 0}
    came: dict[Hex, Hex] = {}
    queue: list[tuple[int | Fraction, Hex]] = [(0, start)]
    while queue:
        spent, here = heappop(queue)
        if spent > best[here] or (here != start and halts(here)):
            continue
        for there in here.neighbours():
            step = cost(here, there)
            if step is None or spent + step > limit:
                continue
            if there not in best or spent + step < best[there]:
                best[there], came[there] = spent + step, here
                heappush(queue, (spent + step, there))
    return Paths(start, best, came)


@lru_cache(maxsize=32)
def _places(board: Board) -> frozenset[str]:
    """Return the names of places, which keep their capital also as a kind of terrain."""
    return frozenset(cell.name for cell in board.cells.values())

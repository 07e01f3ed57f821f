"""A map being drawn: what board files and the short text form put on it, each mark checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import Factory, define, evolve

from wargame.core.board import Cell
from wargame.core.errors import DataError, RequestError, one_of, shown
from wargame.core.grid import Hex, Hexside, Numbering

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from wargame.core.provenance import Provenance

MAX_HEXES = 20_000
_LEVELS = "0123456789abcdefghijklmnopqrstuvwxyz"


@define
class Sketch:
    """The hexes, hexsides and links found so far.

    Every method raises RequestError where a mark does not fit; the reader adds the place.

    Args:
        numbering: The scheme of printed hex numbers.
        cells: What lies in each hex.
        hexsides: What lies on hexsides.
        links: For each kind of road, track or railway, the hexsides it passes through.
    """

    numbering: Numbering
    cells: dict[Hex, Cell] = Factory(dict)
    hexsides: dict[Hexside, frozenset[str]] = Factory(dict)
    links: dict[str, frozenset[Hexside]] = Factory(dict)

    def letters(
        self,
        top_left: str,
        rows: Sequence[str],
        key: Mapping[str, Sequence[str]],
        provenance: Provenance,
        heights: Sequence[str] = (),
    ) -> None:
        """Draw the terrain.

        Args:
            top_left: The printed number of the first letter's hex.
            rows: Rows of letters, west to east and north to south; a space is no hex.
            key: The kinds of terrain that a letter stands for.
            provenance: Where the terrain is known from.
            heights: Rows shaped like *rows*: levels 0-9, then a = 10…; none means level 0.
        """
        if sum(map(len, rows)) > MAX_HEXES:
            raise RequestError("rows", "more letters than that", f"at most {MAX_HEXES} hexes")
        corner = self.numbering.parse(top_left)
        for down, row in enumerate(rows):
            start = self.numbering.south_of(corner, down)
            for across, letter in enumerate(row):
                if letter == " ":
                    continue
                here = f"rows, row {down + 1}, letter {across + 1}"
                if letter not in key:
                    raise RequestError(here, shown(letter), one_of(key, letter))
                at = self.numbering.east_of(start, across)
                self._check_number(at, here)
                level = _level(heights, down, across, here)
                self.cells[at] = Cell(tuple(key[letter]), level, provenance=provenance)

    def _check_number(self, at: Hex, here: str) -> None:
        """Refuse a hex whose printed number would not read back (off the numbered grid)."""
        label = self.numbering.label(at)
        if self.numbering.pattern.fullmatch(label) is None:
            allowed = f"numbers such as {self.numbering.example}"
            raise RequestError(here, f"a hex numbered {label}", allowed)

    def at(self, label: str) -> Hex:
        """Return the hex with a printed number, which must have been drawn."""
        cell = self.numbering.parse(label)
        if cell not in self.cells:
            raise RequestError("hex", label, "a hex that the rows of letters show")
        return cell

    def mark(
        self,
        label: str,
        *,
        name: str = "",
        height: int | None = None,
        features: Iterable[str] = (),
        provenance: Provenance | None = None,
    ) -> None:
        """Add to what is known of a hex; what is not given stays as it was."""
        at = self.at(label)
        known = self.cells[at]
        self.cells[at] = evolve(
            known,
            name=name or known.name,
            height=known.height if height is None else height,
            features=known.features | set(features),
            provenance=provenance or known.provenance,
        )

    def side(self, kind: str, written: str) -> None:
        """Put *kind* on the hexside written ``0913-0914``; one of the two hexes may be missing."""
        side = self.numbering.parse_side(written)
        if not any(each in self.cells for each in side.hexes):
            raise RequestError("hexside", written, "a side of a hex that the rows of letters show")
        self.hexsides[side] = self.hexsides.get(side, frozenset()) | {kind}

    def path(self, kind: str, labels: Sequence[str]) -> None:
        """Lay a road, track or railway through consecutive adjacent hexes."""
        for label in labels:
            self.at(label)
        passed = self.numbering.parse_path(labels)
        self.links[kind] = self.links.get(kind, frozenset()) | set(passed)


def check_key(key: Mapping[str, Sequence[str]], kinds: Iterable[str] | None = None) -> None:
    """Refuse a key that could not be meant: long or blank letters, nothing, unknown terrain.

    Args:
        key: The kinds of terrain that each letter stands for.
        kinds: The kinds that are described; none when any word will do.

    Raises:
        DataError: The sentence names the letter.
    """
    known = None if kinds is None else list(kinds)
    for letter, terrain in key.items():
        if len(letter) != 1 or not letter.isprintable() or letter.isspace():
            raise DataError("key", shown(letter), "one visible character")
        if not terrain:
            raise DataError(f"key, {letter}", "no terrain", "at least one kind")
        for kind in terrain:
            if known is not None and kind not in known:
                raise DataError(f"key, {letter}", shown(kind), one_of(known, kind))


def _level(rows: Sequence[str], down: int, across: int, here: str) -> int:
    if not rows:
        return 0
    try:
        return _LEVELS.index(rows[down][across])
    except (IndexError, ValueError):
        raise RequestError(f"{here} (heights)", "no level there", "a level 0-9 or a-z") from None

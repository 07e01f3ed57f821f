"""Board files: TOML that a person can write by hand.

Rows of letters with a key draw the terrain; lists of hexes and hexsides add the rest. The letters
stand as on the printed map: a row of letters runs west to east, the rows from north to south.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import Factory, frozen

from wargame.core.board import Board, TerrainKind
from wargame.core.board_sketch import Sketch, check_key
from wargame.core.data import read_toml, structure
from wargame.core.errors import RequestError, located, one_of, shown
from wargame.core.grid import NUMBERINGS
from wargame.core.provenance import Provenance

if TYPE_CHECKING:
    from pathlib import Path


@frozen
class Head:
    """The ``[board]`` table.

    Args:
        id: Its name in files.
        title: What a person reads.
        numbering: A key of :data:`~wargame.core.grid.NUMBERINGS`.
        top_left: The printed number of the first letter's hex.
        rows: Rows of letters; a space is no hex.
        provenance: The default for every hex.
        heights: Rows shaped like *rows*: a level 0-9, then a = 10…; none means level 0.
        credits: Whose material it rests on.
    """

    id: str
    title: str
    numbering: str
    top_left: str
    rows: list[str]
    provenance: Provenance
    heights: list[str] = Factory(list)
    credits: list[str] = Factory(list)


@frozen
class Place:
    """A named hex, or one that differs from its letter."""

    hex: str
    name: str = ""
    features: list[str] = Factory(list)
    provenance: Provenance | None = None


@frozen
class Link:
    """A road, track or railway through consecutive adjacent hexes."""

    kind: str
    path: list[str]


@frozen
class Sides:
    """Hexsides of one kind, each written as two adjacent numbers: ``"0913-0914"``."""

    kind: str
    sides: list[str]


@frozen
class Feature:
    """A mark on several hexes."""

    name: str
    hexes: list[str]


@frozen
class BoardFile:
    """The whole file."""

    board: Head
    key: dict[str, list[str]]
    terrain: dict[str, TerrainKind]
    place: list[Place] = Factory(list)
    link: list[Link] = Factory(list)
    hexside: list[Sides] = Factory(list)
    features: list[Feature] = Factory(list)


def load_board(path: Path) -> Board:
    """Return the board in a TOML file.

    Args:
        path: The file.

    Raises:
        DataError: Something in it does not fit; the sentence names the place.
    """
    return build_board(structure(read_toml(path), BoardFile, path.name), path.name)


def build_board(source: BoardFile, where: str) -> Board:
    """Return the board that a structured file describes; *where* names it in errors.

    Raises:
        DataError: Something in it does not fit.
    """
    head = source.board
    with located(where):
        if head.numbering not in NUMBERINGS:
            allowed = one_of(NUMBERINGS, head.numbering)
            raise RequestError("board.numbering", shown(head.numbering), allowed)
        sketch = Sketch(NUMBERINGS[head.numbering])
        check_key(source.key, source.terrain)
        with located("board"):
            sketch.letters(head.top_left, head.rows, source.key, head.provenance, head.heights)
        _add_marks(sketch, source)
    return Board(
        id=head.id,
        title=head.title,
        numbering=sketch.numbering,
        cells=sketch.cells,
        terrain=dict(source.terrain),
        hexsides=sketch.hexsides,
        links=sketch.links,
        provenance=head.provenance,
        credits=tuple(head.credits),
    )


def _add_marks(sketch: Sketch, source: BoardFile) -> None:
    for n, place in enumerate(source.place, start=1):
        with located(f"place {n}"):
            sketch.mark(
                place.hex, name=place.name, features=place.features, provenance=place.provenance
            )
    for n, mark in enumerate(source.features, start=1):
        with located(f"features {n}"):
            for label in mark.hexes:
                sketch.mark(label, features=[mark.name])
    for n, entry in enumerate(source.hexside, start=1):
        with located(f"hexside {n}"):
            for written in entry.sides:
                sketch.side(entry.kind, written)
    for n, link in enumerate(source.link, start=1):
        with located(f"link {n}"):
            sketch.path(link.kind, link.path)

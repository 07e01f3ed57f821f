"""A map of areas as a board: one cell for each cell of the sketch, so that one renderer draws both.

Owners are the kinds of ground, borders lie on hexsides, railways are links; what else a map of
areas shows is drawn by :mod:`widgets.area_svg`.
"""

from __future__ import annotations

import re
from collections import deque
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from wargame.area_combat.nations import load_nations, nation_named
from wargame.core.board import Board, Cell, TerrainKind
from wargame.core.grid import Hex, Hexside, Numbering, Orientation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wargame.area_combat.atlas import Area, Atlas
    from wargame.area_combat.theatre import Theatre

SKETCH = Numbering(
    name="sketch",
    orientation=Orientation.POINTY,
    example="5.3",
    pattern=re.compile(r"(\d{1,4})\.(\d{1,4})", re.ASCII),
    to_hex=lambda row, column: Hex(column - 1 - (row - 1) // 2, row - 1),
    to_figures=lambda cell: (cell.r + 1, cell.q + cell.r // 2 + 1),
    form="{}.{}",
)
"""Row and column of a cell in the sketch of a map file, both from 1."""

NOBODY, SEA = "nobody", "sea"
_HATCH = {"axis": "diagonal", "allies": "dots"}
_COLOURS = {
    "germany": "#c9c6bd",
    "german-minors": "#d9cfb4",
    "italy": "#bcd2b0",
    "japan": "#e6cfae",
    "soviet-union": "#e3b3a8",
    "united-kingdom": "#e8d3a0",
    "united-states": "#c4d3a4",
    "china": "#d8c2dc",
    "france": "#bccbe2",
}
_PLAIN = "#dcd5c6"
_SEA = TerrainKind("sea zone", "~", "#cfe3f2", "waves")
_NOBODY = TerrainKind("owned by nobody", "–", "#f2efe6")


@lru_cache(maxsize=1)
def letters() -> Mapping[str, str]:
    """Return a letter for each nation, no two alike: of its name where one is free."""
    taken: dict[str, str] = {}
    for each in load_nations():
        own = [c for c in each.name.upper() if c.isalpha()]
        # a word's first letter first: Germany G, German minor allies M, the United States A
        first = [part[0].upper() for part in (*each.name.split(), *each.short)]
        free = (c for c in (*first, *own, *"ABCDEFGHIJKLMNOPQRSTUVWXYZ") if c not in taken.values())
        taken[each.id] = next(free, "?")
    return taken


def looks() -> Mapping[str, TerrainKind]:
    """Return how the ground of each owner is drawn: a colour each, a hatch for each side."""
    nations = {
        each.id: TerrainKind(
            f"{each.name} ({each.side.capitalize()})",
            letters()[each.id],
            _COLOURS.get(each.id, _PLAIN),
            _HATCH[each.side],
        )
        for each in load_nations()
    }
    return {**nations, SEA: _SEA, NOBODY: _NOBODY}


def board_of(theatre: Theatre) -> Board:
    """Return the board of a position of a campaign."""
    atlas = theatre.atlas
    return Board(
        id=atlas.id,
        title=atlas.title,
        numbering=SKETCH,
        cells={
            at: Cell(
                (kind_of(theatre, atlas.areas[name]),),
                name=atlas.areas[name].name,
                provenance=atlas.provenance,
            )
            for at, name in atlas.cells.items()
        },
        terrain=looks(),
        hexsides=_hexsides(atlas),
        links={"railroad": frozenset(_rails(atlas))},
        provenance=atlas.provenance,
    )


def kind_of(theatre: Theatre, area: Area) -> str:
    """Return the kind of ground that says who owns an area."""
    if area.sea:
        return SEA
    owner = theatre.owner(area.id)
    return nation_named(owner).id if owner else NOBODY


def _hexsides(atlas: Atlas) -> dict[Hexside, frozenset[str]]:
    found: dict[Hexside, frozenset[str]] = {}
    for at, name in atlas.cells.items():
        for beside in at.neighbours():
            other = atlas.cells.get(beside, name)
            if other != name:
                found[Hexside.between(at, beside)] = frozenset({_border(atlas, name, other)})
    return found


def _border(atlas: Atlas, name: str, other: str) -> str:
    if frozenset({name, other}) not in atlas.borders:
        return "no way across"
    seas = atlas.areas[name].sea + atlas.areas[other].sea
    return ("border", "coast", "edge of a sea zone")[seas]


def middles(atlas: Atlas) -> Mapping[str, Hex]:
    """Return the middle cell of each area: the one nearest to all its others."""
    cells = cells_of(atlas)
    return {
        name: min(own, key=lambda at: (sum(at.distance(each) ** 2 for each in own), at.r, at.q))
        for name, own in cells.items()
    }


def cells_of(atlas: Atlas) -> Mapping[str, tuple[Hex, ...]]:
    """Return the cells of each area."""
    found: dict[str, list[Hex]] = {name: [] for name in atlas.areas}
    for at, name in atlas.cells.items():
        found[name].append(at)
    return {name: tuple(own) for name, own in found.items()}


def outline_of(atlas: Atlas, name: str) -> tuple[Hexside, ...]:
    """Return the hexsides round an area, in the order of its cells."""
    return tuple(
        Hexside.between(at, beside)
        for at in cells_of(atlas)[name]
        for beside in at.neighbours()
        if atlas.cells.get(beside) != name
    )


def _rails(atlas: Atlas) -> Iterator[Hexside]:
    """Yield the hexsides that railways pass through, from middle to middle of neighbours."""
    at = middles(atlas)
    for pair in sorted(atlas.borders, key=sorted):
        one, other = (atlas.areas[name] for name in sorted(pair))
        if one.rail and other.rail:
            way = _way(atlas, at[one.id], at[other.id], pair)
            yield from (Hexside.between(a, b) for a, b in pairwise(way))


def _way(atlas: Atlas, start: Hex, end: Hex, areas: frozenset[str]) -> tuple[Hex, ...]:
    """Return the shortest way through some areas; nothing when their cells do not touch."""
    came = {start: start}
    edge = deque([start])
    while edge and end not in came:
        here = edge.popleft()
        for there in here.neighbours():
            if there not in came and atlas.cells.get(there) in areas:
                came[there] = here
                edge.append(there)
    if end not in came:
        return ()
    way = [end]
    while way[-1] != start:
        way.append(came[way[-1]])
    return tuple(way)

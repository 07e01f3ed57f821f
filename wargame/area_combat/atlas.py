"""The map: territories and sea zones as a graph, drawn as cells that lie like hexes (AA-Q17).

A map file is a sketch of words, one a cell. Areas border each other where cells touch, so that a
teacher can draw a map in a text editor; straits and gaps are said by name.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from attrs import Factory, field, frozen

from wargame.area_combat.nations import nation_named
from wargame.core.data import inside, read_toml, scenario_folder, structure
from wargame.core.errors import DataError, RequestError, located, one_of, shown
from wargame.core.grid import Hex
from wargame.core.provenance import Provenance

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

Terrain = Literal["plain", "forest", "marsh", "mountain", "desert"]
OUTSIDE = ".."
MOST_CELLS = 4_000


@frozen
class Area:
    """A territory or a sea zone.

    Args:
        id: Its word in the sketch.
        name: What a person reads.
        sea: Whether it is a sea zone.
        owner: The id of the nation that owns it at the start; empty for none.
        worth: IP it brings in a turn.
        complex: IP printed on its Industrial Complex; 0 for no complex.
        city: Its Victory City, or empty.
        terrain: What its ground is like, for the picture.
        rail: Whether it has a railway.
        island: Whether ground units reach it only over sea.
    """

    id: str
    name: str
    sea: bool = False
    owner: str = ""
    worth: int = 0
    complex: int = 0
    city: str = ""
    terrain: Terrain = "plain"
    rail: bool = False
    island: bool = False

    @property
    def works(self) -> tuple[str, ...]:
        """What it holds of ``city`` and ``complex``, as a battle asks."""
        return (*(("city",) if self.city else ()), *(("complex",) if self.complex else ()))


@frozen(eq=False, slots=False)
class Atlas:
    """A map of areas.

    Args:
        id: Its name in files.
        title: What a person reads.
        areas: Every area, by id.
        cells: The area of each cell.
        borders: Pairs of areas that border each other.
        provenance: Where the map comes from.
    """

    id: str
    title: str
    areas: Mapping[str, Area]
    cells: Mapping[Hex, str]
    borders: frozenset[frozenset[str]]
    provenance: Provenance

    def area(self, word: str) -> Area:
        """Return the area that a word names: its id, its name or its city.

        Raises:
            RequestError: None is named so; the nearest names are given.
        """
        plain = word.strip().lower()
        for each in self.areas.values():
            if plain in {each.id.lower(), each.name.lower(), each.city.lower() or each.id}:
                return each
        names = [each.name for each in self.areas.values()]
        raise RequestError(f"map {self.title}", shown(word), one_of(names, word.strip().title()))

    @property
    def territories(self) -> tuple[Area, ...]:
        """The areas on land."""
        return tuple(each for each in self.areas.values() if not each.sea)

    @property
    def zones(self) -> tuple[Area, ...]:
        """The sea zones."""
        return tuple(each for each in self.areas.values() if each.sea)

    def beside(self, name: str) -> tuple[Area, ...]:
        """Return the areas that border one, in the order of the map file."""
        return self._beside[name]

    @cached_property
    def _beside(self) -> Mapping[str, tuple[Area, ...]]:
        return {
            name: tuple(each for at, each in self.areas.items() if {name, at} in self.borders)
            for name in self.areas
        }

    def reach(
        self,
        start: str,
        most: int,
        through: Callable[[Area], bool],
        shunned: Container[str] = (),
    ) -> Mapping[str, tuple[str, ...]]:
        """Return the areas within a number of steps, each with its best way.

        The best way enters the fewest areas that are shunned, and is the shortest of those.

        Args:
            start: The id of the area to start from; it is not part of the answer.
            most: Steps at most.
            through: Whether an area may be entered.
            shunned: Areas that are better not entered.
        """
        ways: dict[str, tuple[str, ...]] = {start: ()}
        price = {start: 0}
        edge = dict(ways)
        for _ in range(most):
            further: dict[str, tuple[str, ...]] = {}
            for here, way in edge.items():
                before = sum(at in shunned for at in way)
                for there in self.beside(here):
                    dear = before + (there.id in shunned)
                    if dear < price.get(there.id, most + 1) and through(there):
                        further[there.id] = (*way, there.id)
                        price[there.id] = dear
            ways |= further
            edge = further
        return {name: way for name, way in ways.items() if name != start}

    def distance(self, start: str, end: str, through: Callable[[Area], bool]) -> int | None:
        """Return the steps from one area to another, or nothing when there is no way."""
        if start == end:
            return 0
        way = self.reach(start, len(self.areas), through).get(end)
        return None if way is None else len(way)


@frozen
class _Territory:
    id: str
    name: str
    owner: str = ""
    worth: int = 0
    complex: int = 0
    city: str = ""
    terrain: Terrain = "plain"
    rail: bool = False
    island: bool = False


@frozen
class _Border:
    areas: list[str]
    why: str = ""


@frozen
class _File:
    id: str
    title: str
    rows: list[str]
    origin: Provenance
    territory: list[_Territory]
    zones: dict[str, str] = field(factory=dict)
    joined: list[_Border] = Factory(list)
    apart: list[_Border] = Factory(list)


@lru_cache(maxsize=8)
def load_atlas(name: str = "europe", folder: Path | None = None) -> Atlas:
    """Return a map by name.

    Args:
        name: The file, without ``.toml``.
        folder: Where it lies; the project's own maps without one.

    Raises:
        RequestError: There is no such file.
        DataError: It does not fit; the sentence names the place.
    """
    path = inside(folder or scenario_folder() / "area_combat", name)
    return atlas_of(read_toml(path), path.name)


def atlas_of(table: Mapping[str, object], where: str) -> Atlas:
    """Return the map that a table describes, in the form of a map file.

    Raises:
        DataError: It does not fit; the sentence names the place.
    """
    file = structure(table, _File, where)
    areas = _areas(file, where)
    cells = _cells(file.rows, areas, where)
    borders = _borders(file, areas, cells, where)
    return Atlas(file.id, file.title, areas, cells, borders, file.origin)


def _areas(file: _File, where: str) -> dict[str, Area]:
    zones = [Area(id, name, sea=True) for id, name in file.zones.items()]
    lands = [
        Area(**{name: getattr(row, name) for name in _Territory.__annotations__})
        for row in file.territory
    ]
    areas: dict[str, Area] = {}
    for each in (*lands, *zones):
        if each.id in areas:
            raise DataError(f"{where}, area {each.id}", "the id twice", "ids that differ")
        if each.worth < 0 or each.complex < 0:
            raise DataError(f"{where}, area {each.id}", "less than 0 IP", "0 or more")
        if each.owner:
            with located(f"{where}, territory {each.id}"):
                nation_named(each.owner)
        areas[each.id] = each
    return areas


def _cells(rows: list[str], areas: Mapping[str, Area], where: str) -> dict[Hex, str]:
    """Return the area of each cell; the cells of a row lie half a cell right of the row above it.

    Rows are set like a hex map with pointed tops: every odd row stands half a cell to the right.
    """
    cells: dict[Hex, str] = {}
    for r, row in enumerate(rows):
        for column, word in enumerate(row.split()):
            if word == OUTSIDE:
                continue
            if word not in areas:
                place = f"{where}, rows[{r}], cell {column + 1}"
                raise DataError(place, shown(word), one_of([*areas, OUTSIDE], word))
            cells[Hex(column - r // 2, r)] = word
    if len(cells) > MOST_CELLS:
        raise DataError(f"{where}, rows", f"{len(cells)} cells", f"at most {MOST_CELLS}")
    missing = [name for name in areas if name not in set(cells.values())]
    if missing:
        raise DataError(f"{where}, rows", f"no cell of {missing[0]}", "at least one of each area")
    return cells


def _borders(
    file: _File, areas: Mapping[str, Area], cells: Mapping[Hex, str], where: str
) -> frozenset[frozenset[str]]:
    touching = {
        frozenset({word, cells[beside]})
        for cell, word in cells.items()
        for beside in cell.neighbours()
        if beside in cells and cells[beside] != word
    }
    joined = {_pair(each, areas, f"{where}, joined") for each in file.joined}
    apart = {_pair(each, areas, f"{where}, apart") for each in file.apart}
    idle = next((pair for pair in apart if pair not in touching), None)
    if idle is not None:
        found = f"{' and '.join(sorted(idle))}, which do not touch"
        raise DataError(f"{where}, apart", found, "areas whose cells touch")
    return frozenset((touching | joined) - apart)


def _pair(border: _Border, areas: Mapping[str, Area], where: str) -> frozenset[str]:
    for word in border.areas:
        if word not in areas:
            raise DataError(where, shown(word), one_of(areas, word))
    pair = frozenset(border.areas)
    if len(pair) != 2:  # noqa: PLR2004 - a border has two sides
        raise DataError(where, shown(border.areas), "two areas that differ")
    return pair

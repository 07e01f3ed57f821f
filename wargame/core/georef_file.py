"""Files about the real ground under the maps: ``scenarios/geo/*.toml`` and ``geo/ground/*.toml``.

The first kind says which printed hexes are known on the ground; the second holds coast, rivers and
heights, as lines of figures.
"""

from __future__ import annotations

from functools import cache
from math import inf, isfinite
from typing import TYPE_CHECKING

from attrs import Factory, frozen

from wargame.core.board_file import load_board
from wargame.core.data import inside, read_toml, scenario_folder, structure
from wargame.core.errors import RequestError, located, one_of, shown
from wargame.core.georef import Anchor, GridFit, Plane, Point, fit_grid
from wargame.core.georef_ground import Frame, Ground, Line, Relief
from wargame.core.grid import NUMBERINGS, Numbering
from wargame.core.provenance import Provenance

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from wargame.core.board import Board

FOLDER = "geo"
LAYERS = ("coast", "rivers", "relief")
"""The layers of the ground; each has a credit of its own."""


@frozen
class _Head:
    """The ``[map]`` table."""

    id: str
    title: str
    numbering: str
    lat: float
    lon: float
    boards: dict[str, str]
    provenance: Provenance
    width: float = 0.0
    width_source: str = ""


@frozen
class _AnchorEntry:
    """An ``[[anchor]]``: printed hexes and where the place is."""

    name: str
    hexes: list[str]
    printed: str
    lat: float
    lon: float
    credit: str
    note: str = ""


@frozen
class _PlaceEntry:
    """A ``[[place]]`` that is only written on the real map."""

    name: str
    lat: float
    lon: float
    credit: str


@frozen
class _MapFile:
    """The whole of ``geo/*.toml``."""

    map: _Head
    credits: dict[str, str]
    anchor: list[_AnchorEntry]
    place: list[_PlaceEntry] = Factory(list)


@frozen
class _Shift:
    """By how many degrees all of the ground is moved before use."""

    north: float = 0.0
    east: float = 0.0
    provenance: Provenance = Provenance("derived")


@frozen
class _ReliefEntry:
    """Heights: the first row of points, the first column, and lines of metres."""

    north: float
    west: float
    step: float
    rows: list[str]


@frozen
class _GroundFile:
    """The whole of ``geo/ground/*.toml``; a line is rows of ``lat lon lat lon …``."""

    frame: Frame
    relief: _ReliefEntry
    coast: list[list[str]]
    rivers: list[list[str]] = Factory(list)
    shift: _Shift = _Shift()


@frozen
class Place:
    """A place that is written on the real map.

    Args:
        name: What it is called.
        point: Where it is.
        credit: Whose coordinates they are, a key of the map's credits.
    """

    name: str
    point: Point
    credit: str


@frozen(eq=False)
class Georef:
    """What is known about the ground of one map sheet.

    Args:
        id: Its name in files.
        title: What a person reads.
        numbering: The scheme of printed numbers.
        plane: The ground, taken as flat.
        width: Metres from side to side of a hex, as the rules give the scale; 0 where they do not.
        width_source: The rule case for that.
        boards: For each board of this sheet, its id and its file.
        anchors: Places known on both maps.
        places: Other places.
        credits: Whose material it is, by the key that anchors, places and layers name.
        provenance: Of the fit as a whole.
    """

    id: str
    title: str
    numbering: Numbering
    plane: Plane
    width: float
    width_source: str
    boards: Mapping[str, str]
    anchors: tuple[Anchor, ...]
    places: tuple[Place, ...]
    credits: Mapping[str, str]
    provenance: Provenance

    def fit(self, kind: str = "similarity") -> GridFit:
        """Return the grid fitted to the anchors.

        Args:
            kind: A key of :data:`wargame.core.georef.FITS`.

        Raises:
            RequestError: There is no such fit.
        """
        return fit_grid(self.anchors, self.numbering, self.plane, kind)

    def board(self, board_id: str = "") -> Board:
        """Return a board of this sheet; the first unless named.

        Raises:
            RequestError: It has no such board.
        """
        name = board_id or next(iter(self.boards))
        if name not in self.boards:
            raise RequestError(f"geo {self.id}, board", shown(name), one_of(self.boards, name))
        return load_board(inside(scenario_folder(), self.boards[name]))

    def ground(self) -> Ground:
        """Return the real ground.

        Raises:
            DataError: Something in its file does not fit.
        """
        return _ground(self.id)


def georef_names() -> tuple[str, ...]:
    """Return the names of the map sheets whose ground is known."""
    return tuple(sorted(path.stem for path in (scenario_folder() / FOLDER).glob("*.toml")))


@cache
def load_georef(name: str) -> Georef:
    """Return what is known about the ground of a map sheet.

    Args:
        name: One of :func:`georef_names`.

    Raises:
        RequestError: There is none of that name.
        DataError: Something in its file does not fit; the sentence names the place.
    """
    return read_georef(inside(scenario_folder() / FOLDER, name))


def georef_of(board_id: str) -> Georef:
    """Return what is known about the ground of a board.

    Raises:
        RequestError: Its ground is not known.
    """
    boards = {each: name for name in georef_names() for each in load_georef(name).boards}
    if board_id not in boards:
        raise RequestError("geo, board", shown(board_id), one_of(boards, str(board_id)))
    return load_georef(boards[board_id])


def read_georef(path: Path) -> Georef:
    """Return what a file says about the ground of a map sheet.

    Raises:
        DataError: Something in it does not fit; the sentence names the place.
    """
    source = structure(read_toml(path), _MapFile, path.name)
    head = source.map
    with located(path.name):
        if head.numbering not in NUMBERINGS:
            allowed = one_of(NUMBERINGS, head.numbering)
            raise RequestError("map.numbering", shown(head.numbering), allowed)
        numbering = NUMBERINGS[head.numbering]
        for layer in LAYERS:
            _credited(source.credits, layer, "credits")
        anchors = tuple(_anchor(each, numbering, source.credits) for each in source.anchor)
        places = tuple(_place(each, source.credits) for each in source.place)
        made = Georef(
            head.id,
            head.title,
            numbering,
            Plane(_point(head.lat, head.lon, "map")),
            head.width,
            head.width_source,
            head.boards,
            anchors,
            places,
            source.credits,
            head.provenance,
        )
        made.fit()  # anchors that determine no grid are a mistake of the file
    return made


def _anchor(entry: _AnchorEntry, numbering: Numbering, names: Mapping[str, str]) -> Anchor:
    where = f"anchor {entry.name}"
    with located(where):
        if not entry.hexes:
            raise RequestError("hexes", "none", "at least one printed number")
        cells = tuple(map(numbering.parse, entry.hexes))
    credit = _credited(names, entry.credit, where)
    point = _point(entry.lat, entry.lon, where)
    return Anchor(entry.name, cells, point, entry.printed, credit, entry.note)


def _place(entry: _PlaceEntry, names: Mapping[str, str]) -> Place:
    where = f"place {entry.name}"
    point = _point(entry.lat, entry.lon, where)
    return Place(entry.name, point, _credited(names, entry.credit, where))


def _credited(names: Mapping[str, str], key: str, where: str) -> str:
    if key not in names:
        raise RequestError(f"{where}, credit", shown(key), one_of(names, key))
    return key


def _point(lat: float, lon: float, where: str) -> Point:
    """Return a point; the flat ground is no use near a pole."""
    if not (abs(lat) <= _POLEWARDS and abs(lon) <= _HALF_TURN):
        allowed = f"a latitude up to {_POLEWARDS} and a longitude up to {_HALF_TURN} degrees"
        raise RequestError(where, f"{lat} {lon}", allowed)
    return Point(lat, lon)


_POLEWARDS, _HALF_TURN = 80, 180


@cache
def _ground(name: str) -> Ground:
    return read_ground(inside(scenario_folder() / FOLDER / "ground", name))


def read_ground(path: Path) -> Ground:
    """Return the ground in a file.

    Raises:
        DataError: Something in it does not fit; the sentence names the place.
    """
    source = structure(read_toml(path), _GroundFile, path.name)
    shift, relief = source.shift, source.relief
    with located(path.name):
        rows = tuple(tuple(map(int, _figures(row, "relief"))) for row in relief.rows)
        if not rows or {len(row) for row in rows} != {len(rows[0])} or not rows[0]:
            raise RequestError("relief.rows", "rows of several lengths", "rows of one length")
        if relief.step <= 0:
            raise RequestError("relief.step", str(relief.step), "degrees above 0")
        if source.frame.south >= source.frame.north or source.frame.west >= source.frame.east:
            raise RequestError("frame", "no area", "south below north, west below east")
        north, west = relief.north + shift.north, relief.west + shift.east
        coast = tuple(_line(rows, shift, "coast") for rows in source.coast)
        rivers = tuple(_line(rows, shift, "rivers") for rows in source.rivers)
    return Ground(source.frame, coast, rivers, Relief(north, west, relief.step, rows))


def _line(rows: list[str], shift: _Shift, where: str) -> Line:
    figures = [each for row in rows for each in _figures(row, where)]
    if len(figures) % 2 or len(figures) < _SHORTEST:
        raise RequestError(where, f"{len(figures)} figures", "pairs, two or more")
    pairs = zip(figures[::2], figures[1::2], strict=True)
    return tuple(Point(lat + shift.north, lon + shift.east) for lat, lon in pairs)


_SHORTEST = 4


def _figures(row: str, where: str) -> list[float]:
    try:
        found = [float(each) for each in row.split()]
    except ValueError:
        found = [inf]
    if not all(map(isfinite, found)):
        raise RequestError(where, shown(row), "numbers with spaces between")
    return found

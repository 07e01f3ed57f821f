"""The positions of example files: from a ``[scene]`` table to a situation.

::

    [scene]
    board = '''
    column-row 6.4
    g grassland

    gg
    gg
    '''
    light = "day"
    unit = [
      {id = "L 1/Hants", side = "Entente", at = "6.3", steps = 2, morale = 75},
      {id = "R 3/26", side = "Ottoman", at = "7.4", work = "trench"},
    ]
    work = [
      {id = "trench", kind = "shallow trench", at = "7.4", owner = "Ottoman", front = ["S", "SE"]},
    ]

A scene without units is a piece of ground. Formations with their orders are written as
:mod:`~wargame.rifle_and_spade.formation_lines` shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import Factory, frozen

from wargame.core.board_text import board_from_text
from wargame.core.charts import ChartShelf
from wargame.core.data import structure
from wargame.core.errors import DataError, located, one_of, shown
from wargame.core.examples import scene_builder
from wargame.core.provenance import Provenance
from wargame.rifle_and_spade.clearing_rules import CLEARING
from wargame.rifle_and_spade.formation_lines import (
    BrigimentLine,
    DivisionLine,
    Formations,
    under_command,
)
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.ground import Field
from wargame.rifle_and_spade.kemal_rules import KEMAL
from wargame.rifle_and_spade.lines import PieceLine, UnitLine, WorkLine
from wargame.rifle_and_spade.looks import dressed
from wargame.rifle_and_spade.ruleset import Light
from wargame.rifle_and_spade.state import Assault, Situation
from wargame.rifle_and_spade.units import Roster

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.ruleset import Ruleset
    from wargame.rifle_and_spade.state import Piece
    from wargame.rifle_and_spade.units import Unit
    from wargame.rifle_and_spade.works import Work

FAMILY = "rifle_and_spade"
RULESETS: dict[str, Ruleset] = {each.id: each for each in (GALLIPOLI_1915, CLEARING, KEMAL)}
SIDES = ("Entente", "Ottoman")
_MADE = Provenance("derived", "a position made for an example")


@frozen
class SceneUnit(UnitLine):
    """A unit of a small position: its counter, its hex and its markers in one table.

    The further arguments are those of :class:`~wargame.rifle_and_spade.lines.PieceLine`; without
    *at* the unit is off the map.
    """

    at: str = ""
    left: Any = None
    work: str = ""
    hiding: str = ""
    order: str = ""
    confused: bool = False
    came_from: str = ""
    wave: int = 0
    task: str = ""
    shots: int = 0
    fired: bool = False
    acted: bool = False
    isolated: bool = False
    loose: bool = False
    unsupplied: bool = False

    def line(self, where: str) -> PieceLine | None:
        """Return where it stands, or nothing when it is off the map."""
        if not self.at:
            return None
        given = {name: getattr(self, name) for name in _STATE}
        table = {name: value for name, value in given.items() if value is not None}
        return structure({"unit": self.id, **table}, PieceLine, f"{where}, unit {self.id}")


_STATE = (
    "at", "left", "work", "hiding", "order", "confused", "came_from", "wave", "task", "shots",
    "fired", "acted", "isolated", "loose", "unsupplied",
)  # fmt: skip


@frozen
class SceneAssault:
    """An assault marker of a small position."""

    at: str
    attacker: str
    waves: int = 1
    wire: bool = False


@frozen
class Scene:
    """A small position for an example: rules, a board in text, units, works, markers.

    With ``scenario`` the position that scenario begins with is used, and nothing else is given.
    """

    board: str = ""
    scenario: str = ""
    ruleset: str = GALLIPOLI_1915.id
    active: str = ""
    light: Light = "day"
    turn: int = 1
    lit: list[str] = Factory(list)
    shared: list[str] = Factory(list)
    held: dict[str, str] = Factory(dict)
    officers: dict[str, int] = Factory(dict)
    unit: list[SceneUnit] = Factory(list)
    work: list[WorkLine] = Factory(list)
    assault: list[SceneAssault] = Factory(list)
    brigiment: list[BrigimentLine] = Factory(list)
    division: list[DivisionLine] = Factory(list)
    independents: dict[str, str] = Factory(dict)
    last_chit: str = ""


@scene_builder(FAMILY)
def build_scene(table: dict[str, Any], where: str) -> Situation:
    """Return the situation that a ``[scene]`` table describes.

    Raises:
        DataError: The table does not fit.
    """
    where = f"{where}, scene"
    scene = structure(table, Scene, where)
    return _of_scenario(table, scene, where) if scene.scenario else situation_of(scene, where)


def _of_scenario(table: Mapping[str, Any], scene: Scene, where: str) -> Situation:
    """Return the position of the scenario that a scene names."""
    from wargame.rifle_and_spade.scenario import load_scenario  # which reads with what is here

    beside = sorted(table.keys() - {"scenario"})
    if beside:
        raise DataError(where, f"scenario together with {beside[0]}", "the scenario alone")
    with located(where):
        return load_scenario(scene.scenario).situation


def situation_of(scene: Scene, where: str) -> Situation:
    """Return the situation that a scene describes.

    Raises:
        DataError: Something in it does not fit.
    """
    with located(where):
        board = dressed(board_from_text(scene.board))
    rules = ruleset_of(scene.ruleset, where)
    check_terrain(board, rules, f"{where}, board")
    units = roster_of([each.unit(where, _MADE) for each in scene.unit], where)
    lines = [line for each in scene.unit if (line := each.line(where))]
    pieces = [line.piece(board, units[line.unit], f"{where}, unit") for line in lines]
    works = [each.work(board, where, _MADE) for each in scene.work]
    sides = sides_of([unit.side for unit in units.units.values()], where)
    active = scene.active or sides[0]
    belongs(active, sides, f"{where}, active")
    with located(where):
        lit, shared = (frozenset(map(board.hex, each)) for each in (scene.lit, scene.shared))
        held = tuple(sorted((board.hex(label), side) for label, side in scene.held.items()))
    situation = Situation(
        Field(board, rules),
        units,
        pieces,
        sides,
        active,
        tuple(works),
        scene.light,
        scene.turn,
        lit,
        held,
        shared,
        _assaults(board, scene.assault, sides, where),
        tuple(sorted(scene.officers.items())),
        shelf=ChartShelf(),
        last_chit=scene.last_chit,
    )
    check_situation(situation, where)
    if not (scene.brigiment or scene.division):
        return situation
    formations = Formations(scene.brigiment, scene.division, scene.independents)
    return under_command(situation, formations, where)


def _assaults(
    board: Board, lines: Iterable[SceneAssault], sides: tuple[str, str], where: str
) -> tuple[Assault, ...]:
    found = []
    for each in lines:
        place = f"{where}, assault {each.at}"
        belongs(each.attacker, sides, f"{place}, attacker")
        with located(place):
            found.append(Assault(board.hex(each.at), each.attacker, each.waves, each.wire))
    return tuple(found)


def ruleset_of(name: str, where: str) -> Ruleset:
    """Return the rules called *name*.

    Raises:
        DataError: There are none; near names are given.
    """
    if name not in RULESETS:
        raise DataError(f"{where}, ruleset", shown(name), one_of(RULESETS, name))
    return RULESETS[name]


def check_terrain(board: Board, rules: Ruleset, where: str) -> None:
    """Refuse terrain that the rules do not know.

    Raises:
        DataError: A hex has such terrain.
    """
    known = rules.ground
    for cell in board.cells.values():
        for kind in cell.terrain:
            if kind not in known:
                raise DataError(where, f"terrain {kind}", one_of(known, kind))


def roster_of(units: Iterable[Unit], where: str) -> Roster:
    """Return the units by id.

    Raises:
        DataError: Two have the same.
    """
    known: dict[str, Unit] = {}
    for unit in units:
        if unit.id in known:
            raise DataError(f"{where}, unit", f"{unit.id} twice", "a unit id once")
        known[unit.id] = unit
    return Roster(known)


def sides_of(named: Iterable[str], where: str) -> tuple[str, str]:
    """Return both sides, the Entente first; with other names, in the order they are met.

    Raises:
        DataError: There are more than two.
    """
    met = list(dict.fromkeys(named))
    if set(met) <= set(SIDES):
        return SIDES
    if len(met) != len(SIDES):
        found = f"{len(met)} side{'' if len(met) == 1 else 's'}, {', '.join(met)}"
        raise DataError(f"{where}, sides", found, f"two, such as {' and '.join(SIDES)}")
    return met[0], met[1]


def belongs(side: str, sides: tuple[str, str], where: str) -> None:
    """Refuse a name that is none of the two sides.

    Raises:
        DataError: It is neither.
    """
    if side not in sides:
        raise DataError(where, shown(side), one_of(sides, side))


def check_situation(situation: Situation, where: str) -> None:
    """Hold a position that was read to what every position must be.

    Raises:
        DataError: A unit stands twice, a work is named twice or belongs to nobody, a unit occupies
            a work that is not there, or an assaulting unit has no assault to be in.
    """
    names = [piece.unit for piece in situation.pieces]
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise DataError(f"{where}, unit {twice}", "a unit placed twice", "each unit once")
    works: Mapping[str, Work] = {work.id: work for work in situation.works}
    if len(works) < len(situation.works):
        raise DataError(f"{where}, work", "two works of one name", "each name once")
    for work in situation.works:
        belongs(work.owner, situation.sides, f"{where}, work {work.id}, owner")
    for cell, side in situation.held:
        belongs(side, situation.sides, f"{where}, held {situation.board.label(cell)}")
    for piece in situation.pieces:
        _check_piece(situation, piece, works, f"{where}, unit {piece.unit}")


def _check_piece(situation: Situation, piece: Piece, works: Mapping[str, Work], where: str) -> None:
    here: Hex = piece.at
    if piece.work:
        there = [work.id for work in situation.works_at(here)]
        if piece.work not in works or works[piece.work].at != here:
            raise DataError(f"{where}, work", shown(piece.work), one_of(there, piece.work))
    if piece.wave and situation.assault_at(here) is None:
        found, allowed = f"wave {piece.wave} without an assault", "an assault marker in its hex"
        raise DataError(f"{where}, wave", found, allowed)

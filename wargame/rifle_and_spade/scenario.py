"""Scenario files of Rifle and Spade: from TOML to the situation a scenario begins with."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import Factory, frozen

from wargame.core.board_file import load_board
from wargame.core.charts import ChartShelf
from wargame.core.data import inside, read_toml, scenario_folder, structure, toml_files
from wargame.core.errors import DataError, RequestError, located, one_of
from wargame.core.provenance import Provenance
from wargame.rifle_and_spade import works_position
from wargame.rifle_and_spade.formation_lines import (
    BrigimentLine,
    DivisionLine,
    Formations,
    under_command,
)
from wargame.rifle_and_spade.ground import Field
from wargame.rifle_and_spade.lines import PieceLine, UnitLine, WorkLine, within
from wargame.rifle_and_spade.ruleset import Light
from wargame.rifle_and_spade.scene import (
    belongs,
    check_situation,
    check_terrain,
    roster_of,
    ruleset_of,
    sides_of,
)
from wargame.rifle_and_spade.state import Situation

if TYPE_CHECKING:
    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.works import Work

DEFAULT = "gallipoli_1915/clearing_sedd_el_bahr"
MOST_TURNS = 99


@frozen
class ForceUnit(UnitLine):
    """A unit of a file of forces; every one says where its figures come from."""

    provenance: Provenance = Provenance("reconstructed")


@frozen
class Forces:
    """A file of units."""

    unit: list[ForceUnit]


@frozen
class PlacedWork(WorkLine):
    """A work of a file of fieldworks."""

    provenance: Provenance = Provenance("reconstructed")


@frozen
class Works:
    """A file of fieldworks."""

    work: list[PlacedWork]


@frozen
class Opening:
    """The ``[opening]`` table of a scenario.

    Args:
        id: Its name in files.
        title: What a person reads.
        board: The board file beside it.
        forces: The file of units beside it.
        ruleset: The id of the rules.
        turn: The game turn it begins with.
        last_turn: The game turn it ends with.
        active: The side to act first.
        provenance: Where the positions come from.
        works: The file of fieldworks beside it; none where nothing is said.
        light: day, twilight or night.
        naval_turn: The game turn with naval gunfire; none where nothing is said.
        held: Who held which hex last, besides where they stand.
        lit: Hexes in a searchlight.
        shared: Hexes in Us/Them.
        officers: Officer points by brigiment.
        batteries: For guns that a side sets up last the hexes it may choose from.
    """

    id: str
    title: str
    board: str
    forces: str
    ruleset: str
    turn: int
    last_turn: int
    active: str
    provenance: Provenance
    works: str = ""
    light: Light = "day"
    naval_turn: int = 0
    held: dict[str, str] = Factory(dict)
    lit: list[str] = Factory(list)
    shared: list[str] = Factory(list)
    officers: dict[str, int] = Factory(dict)
    batteries: dict[str, list[str]] = Factory(dict)


@frozen
class ScenarioFile:
    """A whole scenario file.

    Args:
        opening: Its head.
        deploy: Where units stand.
        brigiment: Brigades and regiments with their orders; none without command rules.
        division: The divisions above them.
        independents: For independent units the division or corps each belongs to.
    """

    opening: Opening
    deploy: list[PieceLine]
    brigiment: list[BrigimentLine] = Factory(list)
    division: list[DivisionLine] = Factory(list)
    independents: dict[str, str] = Factory(dict)

    @property
    def formations(self) -> Formations:
        """The formations with their orders."""
        return Formations(self.brigiment, self.division, self.independents)


@frozen(eq=False)
class Scenario:
    """A scenario, read.

    Args:
        opening: Its head.
        situation: The position it begins with.
    """

    opening: Opening
    situation: Situation


def load_scenario(name: str = DEFAULT, charts: Path | str | None = None) -> Scenario:
    """Return a scenario of the project.

    Args:
        name: Folder and file, such as ``gallipoli_1915/clearing_sedd_el_bahr``.
        charts: A folder of the owner's own charts, used before the project's.

    Raises:
        RequestError: There is no such scenario; near names are given.
        DataError: One of its files does not fit.
    """
    if name not in scenario_names():
        raise RequestError("scenario", repr(name), one_of(scenario_names(), name))
    path = inside(scenario_folder(), name)
    return read_scenario(path, None if charts is None else Path(charts))


def scenario_names() -> tuple[str, ...]:
    """Return the names of the scenarios of this family: the files that have an ``[opening]``."""
    root = scenario_folder()
    heads = (path for path in toml_files(root) if "\n[opening]\n" in path.read_text("utf-8"))
    return tuple(path.relative_to(root).with_suffix("").as_posix() for path in heads)


@lru_cache(maxsize=16)
def read_scenario(path: Path, charts: Path | None) -> Scenario:
    """Return the scenario in a file; it cannot change, so it is read once and shared.

    Args:
        path: The file; the files it names lie in its folder.
        charts: A folder of the owner's own charts, used before the project's.

    Raises:
        DataError: One of the files does not fit.
        RequestError: One of them is not there.
    """
    source = structure(read_toml(path), ScenarioFile, path.name)
    opening, folder, where = source.opening, path.parent, path.name
    _check_turns(opening, where)
    board = load_board(inside(folder, opening.board))
    rules = ruleset_of(opening.ruleset, where)
    check_terrain(board, rules, f"{opening.board}.toml")
    place = f"{opening.forces}.toml"
    forces = structure(read_toml(inside(folder, opening.forces)), Forces, place)
    roster = roster_of([each.unit(place, each.provenance) for each in forces.unit], place)
    sides = sides_of([unit.side for unit in roster.units.values()], place)
    belongs(opening.active, sides, f"{where}, active")
    pieces = []
    for line in source.deploy:
        with located(f"{where}, deploy"):
            unit = roster[line.unit]
        pieces.append(line.piece(board, unit, f"{where}, deploy"))
    lit, shared = (_hexes(board, each, where) for each in (opening.lit, opening.shared))
    situation = Situation(
        Field(board, rules),
        roster,
        pieces,
        sides,
        opening.active,
        _works(folder, opening.works, board),
        opening.light,
        opening.turn,
        lit,
        _held(board, opening.held, where),
        shared,
        officers=tuple(sorted(opening.officers.items())),
        shelf=ChartShelf(charts),
    )
    if source.brigiment:
        situation = under_command(situation, source.formations, where, opening.provenance)
    check_situation(situation, where)
    # the works are those of the printed map: whoever holds one alone has taken it, wire and all
    return Scenario(opening, works_position.capture(situation))


def _check_turns(opening: Opening, where: str) -> None:
    within(where, "turn", opening.turn, 1, MOST_TURNS)
    within(where, "last_turn", opening.last_turn, opening.turn, MOST_TURNS)
    if opening.naval_turn and not opening.turn <= opening.naval_turn <= opening.last_turn:
        allowed = f"{opening.turn} to {opening.last_turn}"
        raise DataError(f"{where}, naval_turn", str(opening.naval_turn), allowed)


def _hexes(board: Board, labels: list[str], where: str) -> frozenset[Hex]:
    with located(where):
        return frozenset(map(board.hex, labels))


def _held(board: Board, held: dict[str, str], where: str) -> tuple[tuple[Hex, str], ...]:
    with located(f"{where}, held"):
        return tuple(sorted((board.hex(label), side) for label, side in held.items()))


def _works(folder: Path, name: str, board: Board) -> tuple[Work, ...]:
    if not name:
        return ()
    source = structure(read_toml(inside(folder, name)), Works, f"{name}.toml")
    return tuple(each.work(board, f"{name}.toml", each.provenance) for each in source.work)

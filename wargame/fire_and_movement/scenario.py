"""Scenario files and the positions of example files: from TOML to a situation."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from attrs import Factory, evolve, fields, frozen

from wargame.core.board_file import load_board
from wargame.core.board_text import board_from_text
from wargame.core.charts import ChartShelf
from wargame.core.data import inside, read_toml, scenario_folder, structure, toml_files
from wargame.core.errors import DataError, RequestError, located, one_of, shown
from wargame.core.examples import scene_builder
from wargame.core.provenance import Provenance
from wargame.fire_and_movement.crt import ALIGNMENTS
from wargame.fire_and_movement.direction import with_edges
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.sams import built
from wargame.fire_and_movement.state import Situation, Waiting
from wargame.fire_and_movement.units import Face, Marker, Piece, Roster, Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.board import Board
    from wargame.core.grid import Hex

DEFAULT = "gaza_1917/eve_of_assault"


@frozen
class Counter:
    """A counter that is neither a unit nor a support marker: Kress, a charge."""

    id: str
    name: str
    side: str
    kind: str
    provenance: Provenance


@frozen
class Forces:
    """A file of units."""

    unit: list[Unit]
    counter: list[Counter] = Factory(list)


@frozen
class Support:
    """A file of support fire markers."""

    marker: list[Marker]


@frozen
class Setup:
    """The ``[setup]`` table of a scenario.

    Args:
        id: Its name in files.
        title: What a person reads.
        board: The board file beside it.
        forces: The file of units beside it.
        support: The file of markers beside it.
        ruleset: The id of the rules.
        turn: The turn it begins in.
        active: The side to act.
        provenance: Where the positions come from.
        waiting: Markers that are in no pool yet.
        box: Where these wait.
    """

    id: str
    title: str
    board: str
    forces: str
    support: str
    ruleset: str
    turn: str
    active: str
    provenance: Provenance
    waiting: list[str] = Factory(list)
    box: str = "set aside"


@frozen
class Deploy:
    """Where one unit stands, and which side of its counter shows."""

    unit: str
    hex: str
    face: int = 0


@frozen
class ScenarioFile:
    """A whole scenario file."""

    setup: Setup
    deploy: list[Deploy]


@frozen(eq=False)
class Scenario:
    """A scenario, read.

    Args:
        setup: Its head.
        situation: The position it begins with.
        counters: Counters that are neither units nor markers.
    """

    setup: Setup
    situation: Situation
    counters: tuple[Counter, ...]


def load_scenario(name: str = DEFAULT, charts: Path | str | None = None) -> Scenario:
    """Return a scenario of the project.

    Args:
        name: Folder and file, such as ``gaza_1917/eve_of_assault``.
        charts: A folder of the owner's own charts, used before the project's.

    Raises:
        RequestError: There is no such scenario; near names are given.
        DataError: One of its files does not fit.
    """
    try:
        path = inside(scenario_folder(), name)
    except RequestError as error:
        raise RequestError("scenario", error.found, one_of(scenario_names(), name)) from None
    return read_scenario(path, None if charts is None else Path(charts))


def scenario_names() -> tuple[str, ...]:
    """Return the names of the scenarios of this family: the files that have a ``[setup]``."""
    root = scenario_folder()
    heads = (path for path in toml_files(root) if "[setup]" in path.read_text(encoding="utf-8"))
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
    setup, folder = source.setup, path.parent
    board = load_board(inside(folder, setup.board))
    forces = structure(read_toml(inside(folder, setup.forces)), Forces, f"{setup.forces}.toml")
    support = structure(read_toml(inside(folder, setup.support)), Support, f"{setup.support}.toml")
    roster = _roster(forces.unit, support.marker, f"{setup.forces}.toml")
    pieces = tuple(_placed(board, roster, each, f"{path.name}, deploy") for each in source.deploy)
    shelf = ChartShelf(charts)
    situation = _situation(board, setup.ruleset, roster, pieces, setup.active, path.name, shelf)
    later = tuple(sorted(Waiting(roster.marker(name).id, setup.box) for name in setup.waiting))
    ready = situation.ready - {each.id for each in later}
    situation = evolve(situation, ready=ready, waiting=later)
    return Scenario(setup, situation, tuple(forces.counter))


def _roster(units: Iterable[Unit], markers: Iterable[Marker], where: str) -> Roster:
    known: dict[str, Unit] = {}
    for unit in units:
        if unit.id in known:
            raise DataError(f"{where}, unit", f"{unit.id} twice", "a unit id once")
        known[unit.id] = unit
    for unit in known.values():
        if unit.successor and unit.successor not in known:
            found = f"successor {unit.successor}"
            raise DataError(f"{where}, unit {unit.id}", found, one_of(known, unit.successor))
        _check_steps(unit, known, where)
    fire: dict[str, Marker] = {}
    for marker in markers:
        if marker.id in fire:
            raise DataError(f"{where}, marker", f"{marker.id} twice", "a marker id once")
        fire[marker.id] = marker
    return Roster(known, fire)


def _check_steps(unit: Unit, known: Mapping[str, Unit], where: str) -> None:
    """Hold a unit to losing one step a side, so that no loss makes or takes more than a step."""
    heir = known[unit.successor].faces if unit.successor else ()
    steps = [face.steps for face in unit.faces]
    after = [*steps[1:], heir[0].steps if heir else 0]
    if not steps or any(one - other != 1 for one, other in zip(steps, after, strict=True)):
        found = f"sides of {', '.join(map(str, steps)) or 'no'} steps"
        allowed = "sides that lose a step each, down to 1 or to one more than a successor has"
        raise DataError(f"{where}, unit {unit.id}, faces", found, allowed)
    if unit.successor and sum(each.successor == unit.successor for each in known.values()) > 1:
        found = f"{unit.successor}, which follows another unit too"
        raise DataError(f"{where}, unit {unit.id}, successor", found, "a unit of its own")


def _placed(board: Board, roster: Roster, entry: Deploy, where: str) -> Piece:
    try:
        unit = roster.unit(entry.unit)
        at = board.hex(entry.hex)
    except RequestError as error:
        raise DataError(f"{where} {entry.unit}", error.found, error.allowed) from error
    if not 0 <= entry.face < len(unit.faces):
        last = len(unit.faces) - 1
        raise DataError(f"{where} {entry.unit}", f"face {entry.face}", f"0 to {last}")
    return Piece(unit.id, at, entry.face)


def _situation(  # noqa: PLR0913 - a situation is exactly these
    board: Board,
    ruleset: str,
    roster: Roster,
    pieces: tuple[Piece, ...],
    active: str,
    where: str,
    shelf: ChartShelf,
) -> Situation:
    named = [unit.side for unit in roster.units.values()]
    sides = tuple(dict.fromkeys([active, *named, *(m.side for m in roster.markers.values())]))
    if active not in named:
        raise DataError(f"{where}, active", shown(active), one_of(dict.fromkeys(named), active))
    if len(sides) != 2:  # noqa: PLR2004 - a game of two sides
        found = f"{len(sides)} side{'' if len(sides) == 1 else 's'}, {', '.join(sides)}"
        raise DataError(f"{where}, sides", found, "two, to which all units and markers belong")
    if len({piece.unit for piece in pieces}) != len(pieces):
        raise DataError(f"{where}, deploy", "a unit placed twice", "each unit once")
    try:
        rules = ruleset_named(ruleset)
    except RequestError as error:
        raise DataError(f"{where}, ruleset", error.found, error.allowed) from error
    both, ready = (sides[0], sides[1]), frozenset(roster.markers)
    situation = Situation(board, rules, roster, pieces, active, both, ready, shelf=shelf)
    if rules.sams is not None:
        situation = evolve(situation, sites=built(board))
    for at in dict.fromkeys(piece.at for piece in pieces):
        _check_stack(situation, at, where)
    return situation


def _check_stack(situation: Situation, at: Hex, where: str) -> None:
    units = tuple(piece.unit for piece in situation.at(at))
    ground = " ".join(situation.board.cell(at).terrain)
    ruling = situation.ruleset.stacking(situation, units, ground)
    if not ruling.allowed:
        place = f"{where}, hex {situation.board.label(at)}"
        raise DataError(place, ", ".join(units), "a stack within the limit", ruling.sentence)


FormationType = Literal["infantry division", "mounted division", "division", "reserve", "none"]
Stacking = Literal["unit", "regiment", "support"]
MAX_FIGURE = 99
"""The greatest figure on a counter of an example."""
MAX_STEPS = 9
_OF_A_POSITION = frozenset({"ruleset", "board", "active", "unit", "marker"})


@frozen
class SceneUnit:
    """A unit of a small position: its figures and its hex in one line."""

    id: str
    side: str
    attack: int
    defense: int
    at: str = ""
    movement: int = 0
    steps: int = 2
    name: str = ""
    formation: str = ""
    formation_type: FormationType = "none"
    kind: str = "infantry"
    stacking: Stacking = "unit"
    successor: str = ""
    face: int = 0
    nationality: str = ""
    mobile: bool = False
    zone: bool = True

    def check(self, where: str) -> None:
        """Refuse figures that no counter prints.

        Raises:
            DataError: A figure is too small or too great.
        """
        least = 2 if self.successor else 1
        figures = {"attack": self.attack, "defense": self.defense, "movement": self.movement}
        where = f"{where}, unit {self.id}"
        for name, figure in figures.items():
            if not 0 <= figure <= MAX_FIGURE:
                raise DataError(f"{where}, {name}", str(figure), f"0 to {MAX_FIGURE}")
        if not least <= self.steps <= MAX_STEPS:
            raise DataError(f"{where}, steps", str(self.steps), f"{least} to {MAX_STEPS}")

    def unit(self) -> Unit:
        """Return the unit; its later faces have half the figures, rounded up, a step fewer each."""
        faces = [Face(self.attack, self.defense, self.movement, self.steps)]
        last = 2 if self.successor else 1
        for steps in range(self.steps - 1, last - 1, -1):
            halves = ((self.attack + 1) // 2, (self.defense + 1) // 2)
            faces.append(Face(*halves, self.movement, steps))
        return Unit(
            self.id,
            self.name or self.id,
            self.side,
            tuple(faces),
            formation=self.formation,
            formation_type=self.formation_type,
            nationality=self.nationality,
            kind=self.kind,
            mobile=self.mobile,
            stacking=self.stacking,
            successor=self.successor,
            zone=self.zone,
        )


@frozen
class Scene:
    """A small position for an example: rules, a board in text, units, markers.

    With ``scenario`` the position of that scenario is used; only ``alignment``, ``charged``,
    ``attacked`` and ``edges`` may be given beside it.
    """

    scenario: str = ""
    ruleset: str = "system_v8"
    alignment: str = ""
    board: str = ""
    active: str = ""
    unit: list[SceneUnit] = Factory(list)
    marker: list[Marker] = Factory(list)
    charged: list[str] = Factory(list)
    attacked: list[str] = Factory(list)
    edges: dict[str, list[str]] = Factory(dict)


@scene_builder("fire_and_movement")
def build_scene(table: dict[str, Any], where: str) -> Situation:
    """Return the situation that a ``[scene]`` table describes.

    Raises:
        DataError: The table does not fit.
    """
    where = f"{where}, scene"
    scene = structure(table, Scene, where)
    situation = _of_scenario(scene, where) if scene.scenario else _of_scene(scene, where)
    if scene.alignment:
        if scene.alignment not in ALIGNMENTS:
            found, allowed = shown(scene.alignment), one_of(ALIGNMENTS, scene.alignment)
            raise DataError(f"{where}, alignment", found, allowed)
        rules = situation.ruleset.replace(alignment=scene.alignment)
        situation = evolve(situation, ruleset=rules)
    if scene.edges:
        with located(f"{where}, edges"):
            situation = with_edges(situation, scene.edges)
    with located(f"{where}, attacked"):
        attacked = frozenset(situation.board.hex(label) for label in scene.attacked)
    return evolve(situation, charged=frozenset(scene.charged), attacked=attacked)


def _of_scenario(scene: Scene, where: str) -> Situation:
    """Return the position of the scenario that a scene names."""
    for each in fields(Scene):
        if each.name in _OF_A_POSITION and getattr(scene, each.name) != getattr(Scene(), each.name):
            allowed = "only alignment, charged, attacked and edges beside it"
            raise DataError(where, f"scenario together with {each.name}", allowed)
    with located(where):
        return load_scenario(scene.scenario).situation


def _of_scene(scene: Scene, where: str) -> Situation:
    """Return the position that a scene writes out."""
    with located(where):
        board = board_from_text(scene.board)
    for unit in scene.unit:
        unit.check(where)
    for marker in scene.marker:
        if not 0 <= marker.value <= MAX_FIGURE:
            place = f"{where}, marker {marker.id}, value"
            raise DataError(place, str(marker.value), f"0 to {MAX_FIGURE}")
    roster = _roster([each.unit() for each in scene.unit], scene.marker, where)
    entries = [Deploy(each.id, each.at, each.face) for each in scene.unit if each.at]
    pieces = tuple(_placed(board, roster, each, f"{where}, unit") for each in entries)
    return _situation(board, scene.ruleset, roster, pieces, scene.active, where, ChartShelf())

"""Units and works as files write them: one table, often one line, each.

Read from files that a stranger may have written, so every figure has bounds and every mistake is
told in a sentence.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from attrs import Factory, evolve, frozen

from wargame.core.errors import DataError, RequestError, located, one_of, shown
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.rounding import plain
from wargame.rifle_and_spade.state import Cover, Mode, Piece
from wargame.rifle_and_spade.units import ARTILLERY_MORALE, Ammunition, Angle, Arm, Gun, Size, Unit
from wargame.rifle_and_spade.works import Work, WorkKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.units import Steps

Task = Literal["", "engineering", "prolong", "drag", "one hex"]

MOST_STEPS = 8
MOST_POINTS = 30
MOST_REACH = 60
MOST_MORALE = 99
MOST_SHOOTS = 3
MOST_WAVES = 9
MOST_PROGRESS = 20
QUARTERS = 4
_NO_STEPS = frozenset({"machine gun", "headquarters"})


@frozen
class UnitLine:
    """What is printed on a counter, in one table.

    Args:
        id: Its name on the counter.
        side: Whose it is.
        arm: rifle, machine gun, artillery, cavalry or headquarters.
        size: How large a body it is; a battery for artillery, a section for machine guns where
            nothing is said.
        name: What a person reads; the id where nothing is said.
        brigiment: Its brigade or regiment.
        battalion: Its battalion.
        steps: Steps at full strength; 2 where nothing is said, none for machine guns.
        rifles: Rifle fire points; one a step where nothing is said (RS-Q01).
        machine_guns: Machine-gun fire points; one for a machine gun where nothing is said.
        morale: Morale; 80 for artillery, 70 otherwise, where nothing is said.
        weapon: What artillery it is; only artillery has this and what follows.
        angle: low or high.
        ammunition: shrapnel or HE.
        points: Fire points of artillery; its steps where nothing is said.
        reach: Its range in hexes.
        mountain: Whether mules carry it.
        fixed: Whether it stands in a permanent mount.
        teams: Whether it has teams.
        coastal: Whether it is coastal defence artillery.
    """

    id: str
    side: str
    arm: Arm = "rifle"
    size: Literal[Size, ""] = ""
    name: str = ""
    brigiment: str = ""
    battalion: str = ""
    steps: Fraction | None = None
    rifles: Fraction | None = None
    machine_guns: Fraction | None = None
    morale: int | None = None
    weapon: str = ""
    angle: Angle = ""
    ammunition: Ammunition = ""
    points: Fraction | None = None
    reach: int = 15
    mountain: bool = False
    fixed: bool = False
    teams: bool = True
    coastal: bool = False

    def unit(self, where: str, provenance: Provenance) -> Unit:
        """Return the unit.

        Args:
            where: The file, for errors.
            provenance: Where its figures come from.

        Raises:
            DataError: A figure is one that no counter prints.
        """
        where = f"{where}, unit {self.id}"
        steps, points = self._strength(where)
        usual = ARTILLERY_MORALE if self.arm == "artillery" else 70
        morale = usual if self.morale is None else self.morale
        within(where, "morale", morale, 0, MOST_MORALE)
        guns = 1 if self.arm == "machine gun" else 0
        rifles = steps if self.arm in {"rifle", "cavalry"} else 0
        return Unit(
            self.id,
            self.name or self.id,
            self.side,
            self.arm,
            self.size or _SIZES[self.arm],
            self.brigiment,
            self.battalion,
            steps,
            _figure(where, "rifles", self.rifles, rifles, MOST_POINTS),
            _figure(where, "machine_guns", self.machine_guns, guns, MOST_POINTS),
            morale,
            self._gun(where, points),
            provenance,
        )

    def _strength(self, where: str) -> tuple[Steps, Steps]:
        """Return the steps and, for artillery, the fire points."""
        usual = 0 if self.arm in _NO_STEPS else Fraction(1, 4) if self.size == "picket" else 2
        steps = _figure(where, "steps", self.steps, usual, MOST_STEPS)
        if bool(steps) is (self.arm in _NO_STEPS):
            allowed = "none" if self.arm in _NO_STEPS else "some steps"
            raise DataError(f"{where}, steps", str(steps), f"{allowed} for {self.arm}")
        return steps, _figure(where, "points", self.points, steps, MOST_POINTS)

    @implements("RS", "3.1.7/3")
    def _gun(self, where: str, points: Steps) -> Gun | None:
        if self.arm != "artillery":
            self._refuse_gun(where)
            return None
        within(where, "reach", self.reach, 1, MOST_REACH)
        for name, word in (("angle", self.angle), ("ammunition", self.ammunition)):
            if not word:
                raise DataError(f"{where}, {name}", "nothing", "a word, for artillery has one")
        return Gun(
            self.weapon or self.id,
            self.angle,
            self.ammunition,
            points,
            self.reach,
            self.mountain,
            self.fixed,
            self.teams,
            self.coastal,
        )

    def _refuse_gun(self, where: str) -> None:
        for name in ("weapon", "angle", "ammunition", "points"):
            if getattr(self, name):
                found, allowed = f"{name} of {self.arm}", "this only for arm = 'artillery'"
                raise DataError(f"{where}, {name}", found, allowed)


_SIZES: dict[Arm, Size] = {
    "rifle": "half-battalion",
    "machine gun": "section",
    "artillery": "battery",
    "cavalry": "squadron",
    "headquarters": "brigade",
}


def _figure(where: str, name: str, given: Fraction | None, usual: Steps, most: int) -> Steps:
    """Return a figure given or usual: whole or in quarters, and neither too small nor too great."""
    value = usual if given is None else given
    if not 0 <= value <= most or (value * QUARTERS).denominator != 1:
        raise DataError(f"{where}, {name}", str(value), f"0 to {most}, in quarters at the finest")
    return plain(value)


def within(where: str, name: str, value: int, least: int, most: int) -> None:
    """Refuse a number outside its bounds.

    Raises:
        DataError: It is too small or too great.
    """
    if not least <= value <= most:
        raise DataError(f"{where}, {name}", str(value), f"{least} to {most}")


@frozen
class PieceLine:
    """Where a unit stands and in what state.

    Args:
        unit: The unit.
        at: The printed number of its hex.
        left: The steps it has left; all where nothing is said.
        work: The fieldwork it occupies.
        hiding: How it hides: terrain, work or ridge.
        order: column or limbered.
        confused: Whether it is Confused.
        came_from: The printed number of the adjacent hex it came from.
        wave: The number of its wave under an assault marker.
        task: The long action it performs.
        shots: Shoots of artillery so far this turn.
        fired: Whether it fired.
        acted: Whether it was activated.
        isolated: Whether it is out of messaging range of its headquarters.
        loose: Whether it was released by itself.
        unsupplied: Whether, an independent unit, it is out of supply.
    """

    unit: str
    at: str
    left: Fraction | None = None
    work: str = ""
    hiding: Cover = ""
    order: Mode = ""
    confused: bool = False
    came_from: str = ""
    wave: int = 0
    task: Task = ""
    shots: int = 0
    fired: bool = False
    acted: bool = False
    isolated: bool = False
    loose: bool = False
    unsupplied: bool = False

    def piece(self, board: Board, unit: Unit, where: str) -> Piece:
        """Return the piece.

        Raises:
            DataError: It cannot stand so.
        """
        where = f"{where} {self.unit}"
        with located(where):
            at = board.hex(self.at)
            came = board.numbering.parse(self.came_from) if self.came_from else None
            if came is not None and at.distance(came) != 1:
                allowed = f"the number of a hex adjacent to {self.at}"
                raise RequestError("came_from", shown(self.came_from), allowed)
        left = _figure(where, "left", self.left, unit.steps, MOST_STEPS)
        if left > unit.steps or (unit.steps and not left):
            raise DataError(f"{where}, left", str(left), f"up to the {unit.steps} printed, not 0")
        within(where, "wave", self.wave, 0, MOST_WAVES)
        within(where, "shots", self.shots, 0, MOST_SHOOTS)
        if self.order == "limbered" and not unit.artillery:
            raise DataError(f"{where}, order", "limbered", "this only for artillery")
        state = Piece(unit.id, at, left, self.work, self.hiding, self.order, self.confused, came)
        return evolve(
            state,
            wave=self.wave,
            task=self.task,
            shots=self.shots,
            fired=self.fired,
            acted=self.acted,
            isolated=self.isolated,
            loose=self.loose,
            unsupplied=self.unsupplied,
        )


@frozen
class WorkLine:
    """A fieldwork in one table.

    Args:
        id: Its name.
        kind: rifle pit, gun pit, shallow trench, fire trench, fort or barbed wire.
        at: The printed number of its hex.
        owner: Whose it is.
        front: Its front hexsides, each as a compass word ("N", "SE") or as the printed number of
            the hex beyond.
        ends: The hexsides at the ends of a trench, likewise.
        wire: The hexsides with barbed wire, likewise.
        circular: Whether a trench has front all round.
        close_quarters: Whether it was dug in Us/Them.
        progress: Game turns of construction done.
        building: What it is being made into.
    """

    id: str
    kind: WorkKind
    at: str
    owner: str
    front: list[str] = Factory(list)
    ends: list[str] = Factory(list)
    wire: list[str] = Factory(list)
    circular: bool = False
    close_quarters: bool = False
    progress: int = 0
    building: str = ""

    def work(self, board: Board, where: str, provenance: Provenance) -> Work:
        """Return the work.

        Raises:
            DataError: It cannot lie so.
        """
        where = f"{where}, work {self.id}"
        with located(where):
            at = board.hex(self.at)
        within(where, "progress", self.progress, 0, MOST_PROGRESS)
        return Work(
            self.id,
            self.kind,
            at,
            self.owner,
            directions(board, at, self.front, f"{where}, front"),
            directions(board, at, self.ends, f"{where}, ends"),
            directions(board, at, self.wire, f"{where}, wire"),
            self.circular,
            self.close_quarters,
            self.progress,
            self.building,
            provenance,
        )


def directions(board: Board, at: Hex, written: Iterable[str], where: str) -> frozenset[int]:
    """Return the directions that compass words or printed numbers of adjacent hexes name.

    Raises:
        DataError: A word names no direction, or a hex is not adjacent.
    """
    names = board.numbering.orientation.direction_names
    found = set()
    for word in written:
        if word in names:
            found.add(names.index(word))
        elif "." not in word and not word.isdigit():
            raise DataError(where, shown(word), f"{one_of(names, word)}, or an adjacent hex")
        else:
            with located(where):
                beyond = board.numbering.parse(word)
                if at.distance(beyond) != 1:
                    allowed = f"a hex adjacent to {board.label(at)}"
                    raise RequestError("hexside", shown(word), allowed)
                found.add(at.direction_to(beyond))
    return frozenset(found)

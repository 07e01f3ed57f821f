"""Formations and their orders as files write them: one table, often one line, each.

::

    division = [{id = "Anzac", side = "Entente", headquarters = "Anzac HQ"}]
    brigiment = [{id = "NZ", side = "Entente", division = "Anzac", quality = 2, maximum = 12}]
    independents = {"26 Mtn" = "Anzac"}

Read from files that a stranger may have written, so every figure has bounds and every mistake is
told in a sentence.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, TypeVar

from attrs import Factory, evolve, field, frozen

from wargame.core.errors import DataError, located, one_of, shown
from wargame.core.provenance import Provenance
from wargame.rifle_and_spade.command import Command
from wargame.rifle_and_spade.formations import Army, Brigiment, Division, GainLoss, Quality
from wargame.rifle_and_spade.lines import within
from wargame.rifle_and_spade.orders.order import Goal, Order, OrderKind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.units import Roster

MOST_OFFICERS = 30
MOST_GAIN = 9
MOST_TURNS = 99
MOST_RADIUS = 3
MOST_LOST = 99
THREE = 3
_NOTHING = (0, 0, 0)
_MADE = Provenance("derived", "a position made for an example")
_Formation = TypeVar("_Formation", Brigiment, Division)


@frozen
class DivisionLine:
    """A division, or a square brigade, in one table.

    Args:
        id: Its short name.
        side: Whose it is.
        headquarters: The unit that is its headquarters; empty where it is not on the map.
        corps: The corps above it.
        name: What a person reads; the id where nothing is said.
    """

    id: str
    side: str
    headquarters: str = ""
    corps: str = ""
    name: str = ""

    def division(self, roster: Roster, where: str) -> Division:
        """Return the division.

        Raises:
            DataError: Its headquarters is none.
        """
        _headquarters(roster, self.headquarters, self.side, f"{where}, division {self.id}")
        return Division(self.id, self.name or self.id, self.side, self.headquarters, self.corps)


@frozen
class OrderLine:
    """What an order says besides its kind; all of it may be left out.

    Args:
        line: The printed numbers of an objective line, in order.
        goals: For units in line the printed numbers of their objective.
        radius: For units with a point objective, how far around the hex it reaches; 0 otherwise.
        routes: For units with a route of their own its printed numbers, both ends included.
        support: Units in support.
        committed: Units committed from support.
        deaf: Units isolated when the order was changed (11.6.3).
        scheduled: The game turn on which an attack becomes active.
        falls_back: Whether Disorganized Defense falls back.
        rally_points: For battalions on picket duty the printed number of their rally point.
        previous: The order it degraded from.
    """

    line: list[str] = Factory(list)
    goals: dict[str, list[str]] = Factory(dict)
    radius: dict[str, int] = Factory(dict)
    routes: dict[str, list[str]] = Factory(dict)
    support: list[str] = Factory(list)
    committed: list[str] = Factory(list)
    deaf: list[str] = Factory(list)
    scheduled: int | None = None
    falls_back: bool = False
    rally_points: dict[str, str] = Factory(dict)
    previous: OrderKind | None = None

    def written(
        self, board: Board, roster: Roster, kind: OrderKind, since: int, where: str
    ) -> Order:
        """Return the order.

        Raises:
            DataError: A hex or unit it names is none.
        """
        with located(where):
            for name in (*self.goals, *self.routes, *self.support, *self.committed, *self.deaf):
                roster[name]
            for name, radius in self.radius.items():
                within(where, f"radius of {name}", radius, 0, MOST_RADIUS)
            goals = [
                (name, Goal(_cells(board, labels), self.radius.get(name, 0)))
                for name, labels in sorted(self.goals.items())
            ]
            return Order(
                kind,
                since,
                _cells(board, self.line),
                tuple(goals),
                tuple((name, _cells(board, way)) for name, way in sorted(self.routes.items())),
                frozenset(self.support),
                frozenset(self.committed),
                frozenset(self.deaf),
                self.scheduled,
                self.falls_back,
                tuple((name, board.hex(at)) for name, at in sorted(self.rally_points.items())),
                self.previous,
            )


def _cells(board: Board, labels: Iterable[str]) -> tuple[Hex, ...]:
    return tuple(map(board.hex, labels))


@frozen
class BrigimentLine:
    """A brigade, regiment or flying column with its state of command, in one table.

    Args:
        id: Its short name, as units name it in their *brigiment*.
        side: Whose it is.
        division: The division it belongs to; empty for none.
        quality: The class of its staff, 1 to 5.
        maximum: Its maximum of officer points.
        points: Its officer points now; the maximum where nothing is said.
        battalions: Its battalions; those of its units, in order, where nothing is said.
        headquarters: Its headquarters; its unit of that arm where nothing is said.
        order: The kind of its order.
        since: The game turn the order came into effect.
        orders: What the order says besides.
        day: Officer points gained by day under attack, defense and regroup orders.
        night: The same at night.
        column: Whether it is a flying column.
        released: Whether it may be activated.
        activated: Whether its chit has been drawn this turn.
        doomed: Why its order must fail in the next Orders Continuation Segment.
        out_of_supply: Whether its headquarters has no supply line.
        regrouped: Whether it has entered regroup since its points fell to half.
        regrouping: Game turns since it entered regroup.
        missing: Steps lost to fire and assault that may be recovered.
        routed: Routed steps that may be recovered.
        progressed: Whether this turn's requirement of the order has been met.
        name: What a person reads; the id where nothing is said.
    """

    id: str
    side: str
    division: str = ""
    quality: Quality = 2
    maximum: int = 12
    points: int | None = None
    battalions: list[str] = Factory(list)
    headquarters: str = ""
    order: OrderKind = "defense"
    since: int = 1
    orders: OrderLine = field(factory=OrderLine)
    day: list[int] = Factory(lambda: list(_NOTHING))
    night: list[int] = Factory(lambda: list(_NOTHING))
    column: bool = False
    released: bool = True
    activated: bool = False
    doomed: str = ""
    out_of_supply: bool = False
    regrouped: bool = False
    regrouping: int | None = None
    missing: int = 0
    routed: int = 0
    progressed: bool = False
    name: str = ""

    def brigiment(self, roster: Roster, where: str, provenance: Provenance) -> Brigiment:
        """Return what is printed of it.

        Raises:
            DataError: A figure is out of bounds, or its headquarters is none.
        """
        where = f"{where}, brigiment {self.id}"
        within(where, "maximum", self.maximum, 0, MOST_OFFICERS)
        own = [unit for unit in roster.units.values() if unit.brigiment == self.id]
        staffs = [unit.id for unit in own if unit.arm == "headquarters"]
        headquarters = self.headquarters or next(iter(staffs), "")
        _headquarters(roster, headquarters, self.side, where)
        battalions = self.battalions or sorted({u.battalion for u in own if u.battalion})
        return Brigiment(
            self.id,
            self.name or self.id,
            self.side,
            self.division,
            self.quality,
            self.maximum,
            tuple(battalions),
            headquarters,
            GainLoss(_gains(self.day, f"{where}, day"), _gains(self.night, f"{where}, night")),
            self.column,
            provenance,
        )

    def command(self, board: Board, roster: Roster, where: str) -> Command:
        """Return its state of command.

        Raises:
            DataError: A figure is out of bounds, or its order names what there is not.
        """
        where = f"{where}, brigiment {self.id}"
        within(where, "since", self.since, 0, MOST_TURNS)
        if self.regrouping is not None:
            within(where, "regrouping", self.regrouping, 0, MOST_TURNS)
        for name in ("missing", "routed"):
            within(where, name, getattr(self, name), 0, MOST_LOST)
        order = self.orders.written(board, roster, self.order, self.since, f"{where}, orders")
        return Command(
            self.id,
            order,
            self.maximum,
            self.released,
            self.activated,
            self.doomed,
            self.out_of_supply,
            self.regrouped,
            self.regrouping,
            self.missing,
            self.routed,
            self.progressed,
        )

    def officers(self, where: str) -> tuple[str, int]:
        """Return its officer points now (10.1.4).

        Raises:
            DataError: They are out of bounds.
        """
        points = self.maximum if self.points is None else self.points
        within(f"{where}, brigiment {self.id}", "points", points, 0, MOST_OFFICERS)
        return self.id, points


def _gains(written: list[int], where: str) -> tuple[int, int, int]:
    if len(written) != THREE:
        found = f"{len(written)} figures"
        raise DataError(where, found, "three: under attack, defense and regroup orders")
    for each in written:
        within(where, "gain", each, -MOST_GAIN, MOST_GAIN)
    return written[0], written[1], written[2]


def _headquarters(roster: Roster, name: str, side: str, where: str) -> None:
    """Refuse a headquarters that is none, or the enemy's; an empty name is no headquarters."""
    if not name:
        return
    known = [u.id for u in roster.units.values() if u.arm == "headquarters" and u.side == side]
    unit = roster.units.get(name)
    if unit is None or unit.side != side:
        raise DataError(f"{where}, headquarters", shown(name), one_of(known, name))


@frozen
class Formations:
    """Every formation of a position, as a file or a ``[scene]`` gives them.

    Args:
        brigiment: The brigades, regiments and flying columns.
        division: The divisions and square brigades.
        independents: For independent units the division or corps each belongs to.
    """

    brigiment: list[BrigimentLine] = Factory(list)
    division: list[DivisionLine] = Factory(list)
    independents: dict[str, str] = Factory(dict)


def under_command(
    situation: Situation, lines: Formations, where: str, provenance: Provenance = _MADE
) -> Situation:
    """Return a situation with its formations, their orders and their officer points.

    Officer points that the situation has already stand.

    Raises:
        DataError: Formations do not fit each other or the units.
    """
    roster = situation.roster
    divisions = _by_id((each.division(roster, where) for each in lines.division), where)
    brigiments = _by_id(
        (each.brigiment(roster, where, provenance) for each in lines.brigiment), where
    )
    named: list[Brigiment | Division] = [*brigiments.values(), *divisions.values()]
    for name, side in [(each.id, each.side) for each in named]:
        if side not in situation.sides:
            raise DataError(f"{where}, {name}, side", shown(side), one_of(situation.sides, side))
    for each in brigiments.values():
        if each.division and each.division not in divisions:
            found, allowed = shown(each.division), one_of(divisions, each.division)
            raise DataError(f"{where}, brigiment {each.id}, division", found, allowed)
    _check_independents(roster, lines.independents, divisions, where)
    officers = dict(each.officers(where) for each in lines.brigiment) | dict(situation.officers)
    commands = [each.command(situation.board, roster, where) for each in lines.brigiment]
    return evolve(
        situation,
        army=Army(brigiments, divisions, dict(lines.independents)),
        commands=tuple(sorted(commands, key=attrgetter("brigiment"))),
        officers=tuple(sorted(officers.items())),
    )


def _by_id(formations: Iterable[_Formation], where: str) -> dict[str, _Formation]:
    found: dict[str, _Formation] = {}
    for each in formations:
        if each.id in found:
            raise DataError(where, f"{each.id} twice", "each formation once")
        found[each.id] = each
    return found


def _check_independents(
    roster: Roster, independents: Mapping[str, str], divisions: Mapping[str, Division], where: str
) -> None:
    higher = {*divisions, *(each.corps for each in divisions.values() if each.corps)}
    place = f"{where}, independents"
    for name, formation in independents.items():
        with located(place):
            unit = roster[name]
        if unit.brigiment:
            raise DataError(f"{place}, {name}", f"a unit of {unit.brigiment}", "a unit of none")
        if formation not in higher:
            raise DataError(f"{place}, {name}", shown(formation), one_of(higher, formation))

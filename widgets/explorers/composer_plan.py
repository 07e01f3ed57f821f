"""The order composer's plan: what is written of an order so far, and what the rules say of it."""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wargame.core.errors import Refused, RequestError, one_of, shown
from wargame.rifle_and_spade.orders import (
    change,
    channel,
    cordon,
    disorganized,
    drawing,
    kinds,
    lattice,
    objectives,
    placing,
    routes,
    standing,
)
from wargame.rifle_and_spade.orders.order import GROUPS, Goal, Order

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.orders.channel import Channel
    from wargame.rifle_and_spade.orders.corridor import Route
    from wargame.rifle_and_spade.orders.order import OrderKind
    from wargame.rifle_and_spade.orders.placing import Body
    from wargame.rifle_and_spade.state import Situation

POSITIONS, LINE, POINT, EACH = "positions", "line", "point", "each"
SHAPES = {
    POSITIONS: "where everybody stands",
    LINE: "an objective line",
    POINT: "one hex and those around it, for all",
    EACH: "hexes for each unit by itself",
}
DISORDER: OrderKind = "disorganized defense"
CORDON: OrderKind = "cordon defense"
MOST_AHEAD = 6
"""How many turns ahead the form offers for the start of an attack; Python may name any."""
MOST_HEXES = 200
"""The longest list of hexes that is taken; no line or route comes near it."""

Cells = tuple["Hex", ...]


@frozen
class Draft:
    """An order being written.

    Args:
        situation: The position it is written for.
        brigiment: Whose order it is.
        kind: One of the nine.
        shape: Of what sort its objectives are, one of :data:`SHAPES`.
        cells: The objective line, or the one hex of a point.
        own: The hexes of each unit that has its own objective.
        ways: The hexes through which a unit's route is to lead.
        rally: The rally point of each battalion on picket duty that has one.
        support: The battalions in support.
        scheduled: The turn on which an attack begins; none for at once.
        falls_back: Whether Disorganized Defense falls back.
        at_start: Whether a scenario sets it up.
    """

    situation: Situation
    brigiment: str
    kind: OrderKind = "defense"
    shape: str = POSITIONS
    cells: Cells = ()
    own: tuple[tuple[str, Cells], ...] = ()
    ways: tuple[tuple[str, Cells], ...] = ()
    rally: tuple[tuple[str, Hex], ...] = ()
    support: frozenset[str] = frozenset()
    scheduled: int | None = None
    falls_back: bool = False
    at_start: bool = False

    # ---- who is there

    @property
    def side(self) -> str:
        """Whose brigiment it is."""
        return self.situation.army.brigiment(self.brigiment).side

    @property
    def present(self) -> Order:
        """The order that the brigiment has."""
        return self.situation.command(self.brigiment).order

    @cached_property
    def battalions(self) -> tuple[Body, ...]:
        """The battalions, and units that stand for themselves, that could be in support."""
        return placing.bodies(self.situation, self.brigiment)

    @cached_property
    def in_support(self) -> frozenset[str]:
        """The units in support."""
        chosen = (body.units for body in self.battalions if body.name in self.support)
        return frozenset(name for units in chosen for name in units)

    @cached_property
    def in_line(self) -> tuple[str, ...]:
        """The units that may have an objective, by battalion."""
        own = (body.units for body in self.battalions if body.name not in self.support)
        return tuple(name for units in own for name in units)

    @cached_property
    def on_duty(self) -> tuple[str, ...]:
        """The battalions that need a rally point: those on picket duty, in a cordon (11.12.6)."""
        if self.kind != CORDON:
            return ()
        return cordon.on_picket_duty(self.situation, self.brigiment)

    def battalion_of(self, unit: str) -> str:
        """Return the battalion that a unit is counted with."""
        return next((body.name for body in self.battalions if unit in body.units), unit)

    # ---- what it comes to

    @property
    def disordered(self) -> bool:
        """Whether the choice of a brigiment in Disorganized Defense is made, not an order given."""
        return self.kind == self.present.kind == DISORDER

    @cached_property
    def order(self) -> Order:
        """The order as it stands, each unit in line with its objective where it has one."""
        if self.disordered:
            return self._disordered()
        bare = Order(
            self.kind,
            self.situation.turn,
            line=self.cells if self.shape == LINE else (),
            goals=self._given(),
            support=self.in_support,
            scheduled=self.scheduled,
            falls_back=self.falls_back,
            rally_points=tuple(pair for pair in self.rally if pair[0] in self.on_duty),
        )
        if self.shape == LINE and not self.cells:
            return bare
        full = objectives.with_goals(self.situation, self.brigiment, bare)
        return evolve(full, routes=self._written(full))

    def _disordered(self) -> Order:
        try:
            act = disorganized.fall_back if self.falls_back else disorganized.hold_the_line
            return act(self.situation, self.brigiment).command(self.brigiment).order
        except Refused:
            return evolve(self.present, falls_back=True, goals=())

    def _given(self) -> tuple[tuple[str, Goal], ...]:
        line = self.in_line
        if self.shape == POINT and self.cells:
            return tuple(sorted((name, Goal(self.cells, 1)) for name in line))
        if self.shape == EACH:
            return tuple(sorted((name, Goal(at)) for name, at in self.own if name in line and at))
        return ()

    def _written(self, full: Order) -> tuple[tuple[str, Route], ...]:
        found = []
        for name, points in self.ways:
            goal = full.goal(name)
            if goal is not None and points:
                here = self.situation.piece(name).at
                found.append((name, self.way(name, goal, points) or (here, *points)))
        return tuple(sorted(found))

    def way(self, unit: str, goal: Goal, points: Iterable[Hex]) -> Route:
        """Return the route of a unit to its objective through some hexes; empty where none is."""
        return routes.through(self.situation, unit, goal, self.kind, points)

    def drawn(self, unit: str) -> Route:
        """Return the route of a unit as far as it is drawn, from where it stands."""
        points = dict(self.ways).get(unit, ())
        return routes.drawn_through(self.situation, unit, self.kind, points)

    def route_steps(self, unit: str) -> Mapping[Hex, Ruling]:
        """Return where the drawn route of a unit may go on, and why not; nothing without a goal."""
        drawn = self.drawn(unit)
        if not drawn or self.order.goal(unit) is None:
            return {}
        return drawing.steps(self.situation, self.brigiment, self.order, unit, drawn)

    @cached_property
    def ruling(self) -> Ruling:
        """Whether the order may be written, with every requirement."""
        if self.disordered and self.falls_back:
            return disorganized.may_fall_back(self.situation, self.brigiment)
        if self.disordered:
            return next(disorganized.placements(self.situation, self.brigiment, self.order))
        return kinds.may_issue(self.situation, self.brigiment, self.order, at_start=self.at_start)

    @cached_property
    def change(self) -> Ruling:
        """The chance to change to it now, or what bars the attempt."""
        may = change.may_change(self.situation, self.brigiment)
        if not may.allowed:
            return may
        return change.change_ruling(self.situation, self.brigiment, self.kind)

    # ---- what there is to draw

    @cached_property
    def routes(self) -> Mapping[str, Route]:
        """The route of every unit with an objective; those that stay where they are included."""
        return routes.routes_of(self.situation, self.brigiment, self.order)

    @cached_property
    def others(self) -> Mapping[str, Route]:
        """The routes of friends of other brigiments."""
        army = self.situation.army
        found: dict[str, Route] = {}
        for command in self.situation.commands:
            friend = army.brigiment(command.brigiment).side == self.side
            if friend and command.brigiment != self.brigiment:
                found.update(routes.routes_of(self.situation, command.brigiment))
        return found

    @cached_property
    def crossings(self) -> tuple[tuple[str, str, Hex], ...]:
        """Where two routes cross, and whose they are: two of its own, or one and a friend's."""
        mine, theirs = sorted(self.routes.items()), sorted(self.others.items())
        pairs = [*combinations(mine, 2), *((one, other) for one in mine for other in theirs)]
        found = ((a, b, lattice.crossing(way, its)) for (a, way), (b, its) in pairs)
        return tuple((a, b, at) for a, b, at in found if at is not None)

    @cached_property
    def channel(self) -> Channel | None:
        """The channel of march that the order would have; none where nobody has a way to go."""
        if not any(len(way) > 1 for way in self.routes.values()):
            return None
        command = self.situation.command(self.brigiment)
        ways = tuple(sorted(self.routes.items()))
        order = evolve(self.order, routes=ways)
        planned = self.situation.with_command(evolve(command, order=order))
        return channel.channel_of(planned, self.brigiment)

    @cached_property
    def ahead(self) -> tuple[Hex, ...]:
        """The hexes with which an objective line may go on."""
        if self.shape != LINE or not self.cells or objectives.is_ring(self.cells):
            return ()
        near = self.cells[-1].neighbours()
        on_map = (cell for cell in near if cell in self.situation.board and cell not in self.cells)
        return tuple(cell for cell in on_map if self.line_with(cell).allowed)

    def line_with(self, *cells: Hex) -> Ruling:
        """Return what the rules say of the line with these hexes added."""
        line = (*self.cells, *cells)
        return objectives.line_ruling(self.situation, self.brigiment, line, self.in_support)

    # ---- changes of it

    def with_unit(self, table: str, unit: str, cells: Cells) -> Draft:
        """Return the draft with the hexes of one unit in *own* or *ways*."""
        self.require_unit(unit)
        pairs = dict(self.ways if table == "ways" else self.own)
        pairs[unit] = cells
        kept = tuple(sorted((name, at) for name, at in pairs.items() if at))
        return evolve(self, ways=kept) if table == "ways" else evolve(self, own=kept)

    def rallied(self, battalion: str, at: Hex | None) -> Draft:
        """Return the draft with the rally point of a battalion on picket duty; none without a hex.

        Raises:
            RequestError: It is not on picket duty, or the order is no cordon.
        """
        self.require_duty(battalion)
        others = tuple(pair for pair in self.rally if pair[0] != battalion)
        new = () if at is None else ((battalion, at),)
        return evolve(self, rally=tuple(sorted((*others, *new))))

    def require_duty(self, battalion: str) -> None:
        """Raise unless a battalion is to have a rally point.

        Raises:
            RequestError: It is not on picket duty, or the order is no cordon.
        """
        if battalion not in self.on_duty:
            nobody = "nobody: only a cordon has battalions on picket duty (RS 11.12.6)"
            allowed = one_of(self.on_duty, str(battalion)) if self.on_duty else nobody
            raise RequestError("rally point", shown(battalion), allowed)

    def require_unit(self, unit: str) -> None:
        """Raise unless a unit may have an objective.

        Raises:
            RequestError: It is not in line, or there is none of that name.
        """
        if unit not in self.in_line:
            raise RequestError("unit in line", shown(unit), one_of(self.in_line, str(unit)))

    def routed(self, unit: str, points: Cells) -> Draft:
        """Return the draft with a route of march through some hexes; none for the shortest.

        Raises:
            RequestError: The unit has no objective, or no ground that it can pass leads so.
        """
        self.require_unit(unit)
        if points and not self.way(unit, drawing.goal_in(self.order, unit), points):
            label = self.situation.board.label
            found = f"no way through {', '.join(map(label, points))} to its objective"
            raise RequestError(f"route of {unit}", found, "hexes that it can pass on its way")
        return self.with_unit("ways", unit, points)


def draft_of(situation: Situation, brigiment: str) -> Draft:
    """Return a draft that says what the order a brigiment has says now."""
    order = situation.command(brigiment).order
    bodies = placing.bodies(situation, brigiment)
    behind = frozenset(b.name for b in bodies if b.units and order.support.issuperset(b.units))
    shape, cells = _shape_of(order)
    own = tuple((name, goal.hexes) for name, goal in order.goals) if shape == EACH else ()
    bare = Draft(
        situation,
        brigiment,
        order.kind,
        shape,
        cells,
        own,
        rally=tuple(pair for pair in order.rally_points if pair[0] not in situation.roster.units),
        support=behind,
        scheduled=order.scheduled,
        falls_back=order.falls_back,
    )
    return evolve(bare, ways=tuple(_own_ways(bare, order)))


def _shape_of(order: Order) -> tuple[str, Cells]:
    points = {goal for _, goal in order.goals}
    if order.line:
        return LINE, order.line
    if len(points) == 1 and next(iter(points)).radius:
        return POINT, next(iter(points)).hexes
    if points and order.kind != DISORDER:
        return EACH, ()
    return (POSITIONS if GROUPS[order.kind] == "defense" else POINT), ()


def _own_ways(draft: Draft, order: Order) -> Iterable[tuple[str, Cells]]:
    """Yield the routes that were written and are not the shortest, from where units still stand."""
    for name, way in order.routes:
        goal = draft.order.goal(name)
        there = name in draft.in_line and goal is not None
        if not there or goal is None or way[0] != draft.situation.piece(name).at:
            continue
        if way != routes.default_route(draft.situation, name, goal, draft.kind):
            yield name, way[1:]


def choosable(situation: Situation) -> tuple[str, ...]:
    """Return the brigiments with units on the map that an order can be written for."""
    return tuple(
        command.brigiment
        for command in situation.commands
        if any(True for _ in standing.own_pieces(situation, command.brigiment))
        and placing.bodies(situation, command.brigiment)
    )

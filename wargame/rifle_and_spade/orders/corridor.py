"""A route of march with the hex on either side that a unit may deviate by (11.4.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import Factory, field, frozen

from wargame.core.grid import Hex
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.orders import lattice
from wargame.rifle_and_spade.orders.standing import goal_of
from wargame.rifle_and_spade.recall import Recall

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.rifle_and_spade.state import Piece, Situation

Route = tuple[Hex, ...]
"""The hexes of a route from its start to the objective, both included."""


@frozen(eq=False)
class Corridor:
    """A route and the hexes beside it.

    Args:
        route: The hexes of the route.
        left: How many hexes it still is from each hex on the route or beside it, the way back onto
            it included.
        beyond: Hexes beside it that lie beyond another's route, with whose it is.
    """

    route: Route
    left: Mapping[Hex, int]
    beyond: Mapping[Hex, str]

    @implements("RS", "11.4.12")
    def onward(self, here: Hex, there: Hex) -> bool:
        """Return whether a step goes on toward the objective.

        It brings one nearer along the route, or steps off the route to the side; whoever is beside
        it already goes on or comes back further along, and does not dally.
        """
        before, after = self.left.get(here), self.left.get(there)
        if before is None or after is None:
            return False
        return after < before or (
            after == before and here in self.route and there not in self.route
        )

    def back(self, here: Hex, there: Hex) -> bool:
        """Return whether a step goes back along the route (11.10.4)."""
        before, after = self.left.get(here), self.left.get(there)
        return before is not None and after is not None and after > before


def corridor_of(route: Route, others: Iterable[tuple[str, Route]] = ()) -> Corridor:
    """Return the corridor of a route among the routes of others."""
    last = len(route) - 1
    left = {cell: last - n for n, cell in enumerate(route)}
    on = frozenset(route)
    beside: dict[Hex, list[int]] = {}
    for n, cell in enumerate(route):
        for near in cell.neighbours():
            if near not in on:
                beside.setdefault(near, []).append(n)
    left.update((cell, last - max(places) + 1) for cell, places in beside.items())
    beyond: dict[Hex, str] = {}
    for name, way in others:
        shared = on.intersection(way)
        if shared:
            beyond.update(
                (cell, name)
                for cell, places in beside.items()
                if cell not in way
                and all(route[n] in shared for n in places)
                and all(_past(route, n, cell, way) for n in places)
            )
    return Corridor(route, left, beyond)


@implements("RS", "11.4.12")
def _past(route: Route, n: int, cell: Hex, way: Route) -> bool:
    """Return whether a step aside from a place on a route leads across another's route."""
    aside, again = (*route[: n + 1], cell), (cell, *route[n:])
    return lattice.crossing(aside, way) is not None or lattice.crossing(again, way) is not None


@frozen(eq=False)
class Plan:
    """All routes that are set down.

    Args:
        routes: By unit.
        side: Whose each is.
        known: Corridors worked out so far.
    """

    routes: Mapping[str, Route]
    side: Mapping[str, str]
    known: dict[str, Corridor] = field(default=Factory(dict), repr=False)

    def named(self, name: str) -> Corridor | None:
        """Return the corridor of a unit whose route is set down."""
        found = self.known.get(name)
        if found is None and name in self.routes:
            mine = self.side[name]
            others = (
                (other, way)
                for other, way in sorted(self.routes.items())
                if other != name and self.side[other] == mine
            )
            found = self.known[name] = corridor_of(self.routes[name], others)
        return found

    def corridor(self, situation: Situation, piece: Piece) -> Corridor | None:
        """Return the corridor that a unit is in: its own, or that of its battalion's objective."""
        own = self.named(piece.unit)
        if own is not None:
            return own if piece.at in own.left else None
        return self._mates(situation, piece) if piece.unit not in self.routes else None

    def _mates(self, situation: Situation, piece: Piece) -> Corridor | None:
        command = situation.commanded(piece)
        unit, goal = situation.unit(piece), goal_of(situation, piece)
        if command is None or not unit.battalion or goal is None:
            return None
        for name, its in command.order.goals:
            other = situation.roster.units.get(name)
            if its == goal and other is not None and other.battalion == unit.battalion:
                found = self.named(name)
                if found is not None and piece.at in found.left:
                    return found
        return None


_PLANS: Recall[Plan] = Recall(64)


def plan_of(situation: Situation) -> Plan:
    """Return all routes of both sides that are set down in the orders."""

    def made() -> Plan:
        routes = {name: way for each in situation.commands for name, way in each.order.routes}
        side = {name: situation.unit(name).side for name in routes}
        return Plan(routes, side)

    return _PLANS.of((situation.roster, *(each.order for each in situation.commands)), made)

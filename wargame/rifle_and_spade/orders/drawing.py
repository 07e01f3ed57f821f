"""Routes of march drawn hex by hex (11.4.9, 11.4.11): where one may go on, and what bars it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.errors import RequestError
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, refusal
from wargame.rifle_and_spade.orders import lattice, routes
from wargame.rifle_and_spade.orders.approach import CLOSED

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.orders.approach import Approach
    from wargame.rifle_and_spade.orders.corridor import Route
    from wargame.rifle_and_spade.orders.order import Goal, Order, OrderKind
    from wargame.rifle_and_spade.state import Situation


@implements("RS", "11.4.9", "11.4.11")
def steps(
    situation: Situation, brigiment: str, order: Order, name: str, drawn: Route
) -> Mapping[Hex, Ruling]:
    """Return for every hex beside the end of a route that is being drawn whether it may go there.

    Args:
        situation: The position.
        brigiment: Whose.
        order: The order, as far as it is written.
        name: The unit whose route it is; it has an objective.
        drawn: The route so far, from where the unit stands.
    """
    goal = goal_in(order, name)
    others = _others(situation, brigiment, order, name)
    costs = routes.approach_of(situation, name, goal, order.kind)
    near = (cell for cell in drawn[-1].neighbours() if cell in situation.board.cells)
    label = situation.board.label
    return {
        cell: _step_bar(situation, name, goal, order.kind, (*drawn, cell), costs)
        or _crossed_by(situation, name, (*drawn, cell), others)
        or figure(f"{name} to {label(cell)}", True, "The route may go on there.", "RS 11.4.9")
        for cell in near
    }


def _step_bar(  # noqa: PLR0913 - a route and whose it is
    situation: Situation, name: str, goal: Goal, kind: OrderKind, way: Route, costs: Approach
) -> Ruling | None:
    label, said = f"{routes.NO_WAY} of {name}", situation.board.label
    if way[-1] in way[:-1]:
        why = f"The route has been in {said(way[-1])} already; none of its hexes comes twice."
        return refusal(label, why, "RS 11.4.9")
    if costs.step(*way[-2:]) >= CLOSED:
        why = f"{name} may not go from {said(way[-2])} to {said(way[-1])}."
        return refusal(label, why, "RS 11.4.9", "RS 14.1.9")
    return routes.enemy_bar(situation, name, goal, kind, way[-2:], label)


def _crossed_by(
    situation: Situation, name: str, way: Route, others: Iterable[tuple[str, Route]]
) -> Ruling | None:
    found = ((other, lattice.crossing(way, its)) for other, its in others)
    return next(
        (routes.crossing_ruling(situation, name, o, at) for o, at in found if at is not None), None
    )


@implements("RS", "11.4.9")
def crossed_by(
    situation: Situation, brigiment: str, order: Order, name: str, way: Route
) -> Ruling | None:
    """Return the refusal of a route that a unit might get if it crosses another; None if not."""
    return _crossed_by(situation, name, way, _others(situation, brigiment, order, name))


@implements("RS", "11.4.9", "11.4.11")
def goes_on(
    situation: Situation, brigiment: str, order: Order, name: str, drawn: Route
) -> tuple[Route, Ruling]:
    """Return a route that was drawn in part with the shortest rest, and whether it may be written.

    Where no way is left the route is empty.
    """
    goal = goal_in(order, name)
    way = routes.whole(situation, name, goal, order.kind, drawn)
    if not way:
        why = f"No way leads on from {situation.board.label(drawn[-1])} to the objective."
        return (), refusal(f"{routes.NO_WAY} of {name}", why, "RS 11.4.9")
    crossed = crossed_by(situation, brigiment, order, name, way)
    return way, crossed or routes.route_ruling(situation, name, goal, order.kind, way)


def _others(
    situation: Situation, brigiment: str, order: Order, name: str
) -> list[tuple[str, Route]]:
    """Return the routes that the route of a unit may not cross."""
    own = sorted(routes.routes_of(situation, brigiment, order).items())
    return [pair for pair in own if pair[0] != name] + routes.friends_routes(situation, brigiment)


def goal_in(order: Order, name: str) -> Goal:
    """Return the objective that an order gives a unit.

    Raises:
        RequestError: It gives it none.
    """
    goal = order.goal(name)
    if goal is None:
        found = "no objective to go to"
        raise RequestError(f"route of {name}", found, "a route once it has one")
    return goal

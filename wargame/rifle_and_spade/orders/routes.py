"""Routes of march (11.4.9 to 11.4.11): the default, those that are written, and what bars them."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Literal

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal
from wargame.rifle_and_spade import threat
from wargame.rifle_and_spade.orders import lattice, march
from wargame.rifle_and_spade.orders.approach import CLOSED, Approach, approach, pace_of, zone
from wargame.rifle_and_spade.orders.corridor import Route, plan_of
from wargame.rifle_and_spade.orders.order import GROUPS
from wargame.rifle_and_spade.orders.standing import goal_of, in_line, standing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.orders.order import Goal, Order, OrderKind
    from wargame.rifle_and_spade.state import Piece, Situation

NO_WAY, TOGETHER = "Route of march", "Routes of march"


def approach_of(
    situation: Situation, name: str, goal: Goal, kind: OrderKind, barred: Iterable[Hex] = ()
) -> Approach:
    """Return how far it is to an objective for a unit, by the reckoning of an order."""
    pace = pace_of(situation.unit(name), kind)
    return approach(situation, _ends(situation, goal, kind), pace, frozenset(barred))


@implements("RS", "11.16.2")
def _ends(situation: Situation, goal: Goal, kind: OrderKind) -> frozenset[Hex]:
    """Return the hexes of an objective that routes lead to: on a march those on its road."""
    hexes = zone(situation, goal)
    if kind != "march":
        return hexes
    return hexes & march.connected_road(situation.ground, hexes) or hexes


@implements("RS", "11.4.4", "11.4.10", "11.16.2")
def default_route(situation: Situation, name: str, goal: Goal, kind: OrderKind) -> Route:
    """Return the shortest route, in movement points, of a unit to its objective; empty for none.

    It heeds nobody on the way: where that makes it one that may not be written, another has to be
    plotted (11.4.11). (11.4.4 means 11.4.10 where it says 11.14.10: RS-Q40.)
    """
    return approach_of(situation, name, goal, kind).way(situation.piece(name).at)


@implements("RS", "11.4.4", "11.4.11")
def through(
    situation: Situation, name: str, goal: Goal, kind: OrderKind, points: Iterable[Hex]
) -> Route:
    """Return the route through intermediate objectives, the shortest from each to the next."""
    return whole(situation, name, goal, kind, drawn_through(situation, name, kind, points))


def drawn_through(situation: Situation, name: str, kind: OrderKind, points: Iterable[Hex]) -> Route:
    """Return the way of a unit through some hexes, without the rest to its objective, or none."""
    pace = pace_of(situation.unit(name), kind)
    found: Route = (situation.piece(name).at,)
    for each in points:
        leg = approach(situation, (each,), pace).way(found[-1])
        if not leg:
            return ()
        found = (*found, *leg[1:])
    return found


def whole(situation: Situation, name: str, goal: Goal, kind: OrderKind, drawn: Route) -> Route:
    """Return a route that was drawn in part with the shortest rest to the objective, or none.

    The rest keeps out of the hexes that were drawn.
    """
    if not drawn:
        return ()
    kept = [cell for cell in drawn[:-1] if not goal.reached(cell)]
    rest = approach_of(situation, name, goal, kind, kept).way(drawn[-1])
    return (*drawn, *rest[1:]) if rest else ()


@implements("RS", "11.4.11")
def detour(situation: Situation, name: str, goal: Goal, kind: OrderKind) -> Route:
    """Return the shortest route that may be written, round the hexes that may not; or none."""
    piece, side = situation.piece(name), situation.unit(name).side
    foes = situation.occupied[situation.other(side)]
    near = {cell for at in foes for cell in at.disc(threat.FARTHEST)}
    barred = [
        cell
        for cell in situation.board.cells
        if cell in near
        and cell != piece.at
        and _unfit(situation, cell, goal, kind, side) is not None
    ]
    return approach_of(situation, name, goal, kind, barred).way(piece.at)


@implements("RS", "11.4.11")
def with_detours(situation: Situation, order: Order) -> Order:
    """Return an order with the shortest lawful route written for all whose default is barred."""
    written = dict(order.routes)
    for name, goal in order.goals:
        if name in written or not situation.on_map(name):
            continue
        if not route_ruling(situation, name, goal, order.kind).allowed:
            way = detour(situation, name, goal, order.kind)
            if way:
                written[name] = way
    return evolve(order, routes=tuple(sorted(written.items())))


# ---- what bars a route


@implements("RS", "11.4.9", "11.4.11")
def route_ruling(
    situation: Situation, name: str, goal: Goal, kind: OrderKind, way: Iterable[Hex] = ()
) -> Ruling:
    """Return whether a route may be written for a unit, or the refusal that names the hex.

    Args:
        situation: The position.
        name: The unit.
        goal: Its objective.
        kind: The order.
        way: The route, from where it stands to its objective; the default where none is given.
    """
    label, written = f"{NO_WAY} of {name}", tuple(way)
    route = written or default_route(situation, name, goal, kind)
    if not route:
        return refusal(label, f"No way leads {name} to its objective.", "RS 11.4.9", "RS 11.4.2")
    bar = _broken(situation, name, goal, kind, route, label) or enemy_bar(
        situation, name, goal, kind, route, label
    )
    if bar is not None:
        return bar
    hexes = " - ".join(map(situation.board.label, route))
    what = "As written" if written else "The shortest"
    case = "RS 11.4.9" if written else "RS 11.4.10"
    return figure(label, len(route) - 1, f"{what}: {hexes}.", case, unit="hexes")


def _broken(  # noqa: PLR0913 - a route and whose it is
    situation: Situation, name: str, goal: Goal, kind: OrderKind, route: Route, label: str
) -> Ruling | None:
    """Return why a row of hexes is no way of a unit to its objective."""
    board, here = situation.board, situation.piece(name).at
    if route[0] != here or not goal.reached(route[-1]):
        why = f"It must lead from {board.label(here)} to the objective, both included."
        return refusal(label, why, "RS 11.4.9")
    if not lattice.connected(route) or len(set(route)) < len(route):
        why = "Each hex must adjoin the one before it, and none comes twice."
        return refusal(label, why, "RS 11.4.9")
    costs = approach_of(situation, name, goal, kind)
    for one, other in pairwise(route):
        if other not in board.cells or costs.step(one, other) >= CLOSED:
            why = f"{name} may not go from {board.label(one)} to {board.label(other)}."
            return refusal(label, why, "RS 11.4.9", "RS 14.1.9")
    return None


def enemy_bar(  # noqa: PLR0913 - a route and whose it is
    situation: Situation, name: str, goal: Goal, kind: OrderKind, route: Route, label: str
) -> Ruling | None:
    """Return why the enemy bars a route, by its first hex that is not fit for it."""
    side = situation.unit(name).side
    for cell in route[1:] if len(route) > 1 else ():
        unfit = _unfit(situation, cell, goal, kind, side)
        if unfit is not None:
            return _unfit_ruling(situation, cell, unfit, side, label)
    return None


Unfit = Literal["enemies", "threat", "beside"]


@implements("RS", "11.4.11", "11.11.3", "11.15.4")
def _unfit(situation: Situation, cell: Hex, goal: Goal, kind: OrderKind, side: str) -> Unfit | None:
    """Return what keeps a hex off a route when an order is issued; None where it may be on it.

    Attacks may lead anywhere that a movement to assault can. Other orders never lead into enemies;
    Defense not beside them, but at an objective that friends hold; General Reserve and March not
    where there is imminent threat.
    """
    group = GROUPS[kind]
    if group == "attack":
        return None
    foes = situation.occupied[situation.other(side)]
    held = cell in situation.occupied[side]
    if cell in foes and not (held and group == "defense"):
        return "enemies"
    if group == "rear" and threat.threatened(situation, cell, side):
        return "threat"
    beside = group == "defense" and not foes.isdisjoint(cell.neighbours())
    return "beside" if beside and not (held and goal.reached(cell)) else None


def _unfit_ruling(situation: Situation, cell: Hex, unfit: Unfit, side: str, label: str) -> Ruling:
    """Return the refusal of a route, *label*, for what keeps one of its hexes off it."""
    at = situation.board.label(cell)
    if unfit == "enemies":
        return refusal(label, f"Enemies are in {at}.", "RS 11.4.9", "RS 14.1.10")
    if unfit == "threat":
        seen = threat.imminent_threat(situation, cell, side)
        said = f"{at} is under imminent threat."
        return refusal(label, said, "RS 11.15.4", "RS 11.4.11", allowed=(seen,))
    said = f"{at} is beside enemies, and no objective that friends hold."
    return refusal(label, said, "RS 11.11.3", "RS 11.4.11")


# ---- an order's routes together


def routes_of(
    situation: Situation, brigiment: str, order: Order | None = None
) -> Mapping[str, Route]:
    """Return the route of every unit of a brigiment that has an objective.

    Args:
        situation: The position.
        brigiment: Whose.
        order: An order that it might get; the one it has where none is given.
    """
    if order is None:
        own = in_line(situation, brigiment)
        found = {piece.unit: route_of(situation, piece) for piece in own}
        return {name: way for name, way in found.items() if way}
    written, ways = dict(order.routes), {}
    for name, goal in order.goals:
        if situation.on_map(name):
            way = written.get(name) or default_route(situation, name, goal, order.kind)
            if way:
                ways[name] = way
    return ways


def route_of(situation: Situation, piece: Piece) -> Route:
    """Return the route of march of a unit as it stands now; empty where it has none.

    It is the one set down when the order came, as long as the unit is on it or within a hex. A unit
    driven further off has the shortest from where it is (our reading).
    """
    command, goal = situation.commanded(piece), goal_of(situation, piece)
    if command is None or goal is None:
        return ()
    plan = plan_of(situation)
    corridor = plan.corridor(situation, piece)
    if corridor is not None:
        return corridor.route
    return default_route(situation, piece.unit, goal, command.order.kind)


@implements("RS", "11.4.9")
def crossings(situation: Situation, brigiment: str, order: Order | None = None) -> Ruling:
    """Return whether no routes cross: those of a brigiment among each other, and friends' routes.

    Args:
        situation: The position.
        brigiment: Whose.
        order: An order that it might get; the one it has where none is given.
    """
    label = f"Crossings of {brigiment}"
    own = sorted(routes_of(situation, brigiment, order).items())
    parts = list(_crossed(situation, own, brigiment))
    if parts:
        return refusal(label, parts[0].sentence, "RS 11.4.9", allowed=parts)
    said = f"None of its {len(own)} routes crosses another."
    return figure(label, True, said, "RS 11.4.9")


def _crossed(
    situation: Situation, own: list[tuple[str, Route]], brigiment: str
) -> Iterator[Ruling]:
    others = friends_routes(situation, brigiment)
    pairs = (*combinations(own, 2), *((one, other) for one in own for other in others))
    for (name, way), (other, its) in pairs:
        at = lattice.crossing(way, its)
        if at is not None:
            yield crossing_ruling(situation, name, other, at)


def crossing_ruling(situation: Situation, name: str, other: str, at: Hex) -> Ruling:
    """Return the refusal of a route that crosses another."""
    said = f"The route of {name} crosses that of {other} at {situation.board.label(at)}."
    return refusal(f"{name} and {other}", said, "RS 11.4.9")


def friends_routes(situation: Situation, brigiment: str) -> list[tuple[str, Route]]:
    """Return what is ahead on the routes of friends of other brigiments: it may not be crossed."""
    side = situation.army.brigiment(brigiment).side
    return [
        (name, _ahead(situation, name, way))
        for command in situation.commands
        if command.brigiment != brigiment
        and situation.army.brigiment(command.brigiment).side == side
        for name, way in sorted(routes_of(situation, command.brigiment).items())
    ]


@implements("RS", "11.4.9")
def _ahead(situation: Situation, name: str, way: Route) -> Route:
    """Return what of a route a unit still has before it: whoever has passed is crossed no more."""
    at = situation.piece(name).at
    if at in way:
        return way[way.index(at) :]
    beside = [n for n, cell in enumerate(way) if cell.distance(at) == 1]
    return way[max(beside) :] if beside else way


@implements("RS", "11.4.9", "11.4.10", "11.4.11")
def routes_ruling(situation: Situation, brigiment: str, order: Order) -> Ruling:
    """Return whether all routes of an order may be written, or the first that may not."""
    written, label = dict(order.routes), f"{TOGETHER} of {brigiment}"
    parts = [
        route_ruling(situation, name, goal, order.kind, written.get(name, ()))
        for name, goal in order.goals
        if situation.on_map(name) and name not in order.support
    ]
    parts.append(crossings(situation, brigiment, order))
    bar = next((part for part in parts if not part.allowed), None)
    if bar is not None:
        return refusal(label, bar.sentence, *bar.cases, allowed=parts)
    return finding(label, True, "All of them may be written.", "RS 11.4.9", parts=parts)


@implements("RS", "11.4.10")
def plotted(situation: Situation) -> Situation:
    """Return the situation with every default route set down, from where the units stand now.

    The Command Phase does so at its end, so that a route stays where it was planned while units
    move along it.
    """
    commands = []
    for command in situation.commands:
        new = _plotted(situation, command)
        if new:
            ways = tuple(sorted({**dict(command.order.routes), **new}.items()))
            commands.append(evolve(command, order=evolve(command.order, routes=ways)))
    return situation.with_command(*commands) if commands else situation


def _plotted(situation: Situation, command: Command) -> dict[str, Route]:
    order, found = command.order, {}
    for name, goal in order.goals:
        if order.route(name) or not situation.on_map(name):
            continue
        if standing(situation, situation.piece(name)) in {"line", "committed"}:
            way = default_route(situation, name, goal, order.kind)
            if way:
                found[name] = way
    return found

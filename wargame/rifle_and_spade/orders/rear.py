"""Rear area orders (11.15, 11.16): where a reserve and a march may be ordered to."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, refusal
from wargame.rifle_and_spade import threat
from wargame.rifle_and_spade.orders import march, routes, standing
from wargame.rifle_and_spade.orders.approach import zone
from wargame.rifle_and_spade.orders.order import Goal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.orders.order import Order
    from wargame.rifle_and_spade.state import Situation

ROAD = "road"


@implements("RS", "11.15.2")
def at_sea(situation: Situation, brigiment: str, order: Order) -> bool:
    """Return whether an order makes a brigiment a floating reserve: nobody is on the map yet."""
    nobody = not any(True for _ in standing.own_pieces(situation, brigiment))
    return order.kind == "general reserve" and not order.goals and nobody


@implements("RS", "11.14.3", "11.15.3", "11.16.1")
def unthreatened(situation: Situation, goals: Iterable[Goal], side: str, case: str) -> Ruling:
    """Return whether no hex of the objectives is under imminent threat when the order is issued."""
    label = "Threat"
    hexes = sorted({cell for goal in goals for cell in zone(situation, goal)})
    for cell in hexes:
        if threat.threatened(situation, cell, side):
            why = f"{situation.board.label(cell)} is under imminent threat."
            found = threat.imminent_threat(situation, cell, side)
            return refusal(label, why, case, "RS 5.3", allowed=(found,))
    return figure(label, False, "No hex of the objective is under imminent threat.", case)


@implements("RS", "11.15.2", "11.15.3", "11.16.1", "11.16.2")
def placements(situation: Situation, brigiment: str, order: Order) -> Iterator[Ruling]:
    """Yield whether the objective of a reserve or a march is free of threat, and on a road."""
    side = situation.army.brigiment(brigiment).side
    goals = [goal for _, goal in order.goals]
    if not goals:
        yield refusal("Objective", "It names no objective.", "RS 11.15.2")
        return
    march = order.kind == "march"
    yield unthreatened(situation, goals, side, "RS 11.16.1" if march else "RS 11.15.3")
    if march:
        yield _on_road(situation, goals[0].hexes[0])
        yield from _by_road(situation, order)


def is_road(situation: Situation, cell: Hex) -> bool:
    """Return whether a road, not a track, passes through a hex."""
    board = situation.board
    return any(board.linked(ROAD, cell, near) for near in board.neighbours(cell))


@implements("RS", "11.16.1")
def _on_road(situation: Situation, cell: Hex) -> Ruling:
    where = situation.board.label(cell)
    if is_road(situation, cell):
        return figure("Road", where, f"A road passes through {where}.", "RS 11.16.1")
    why = f"No road passes through {where}; a track does not serve."
    return refusal("Road", why, "RS 11.16.1")


@implements("RS", "11.16.2")
def _by_road(situation: Situation, order: Order) -> Iterator[Ruling]:
    """Yield for each unit whether its route keeps to the road once it has reached it."""
    written = dict(order.routes)
    for name, goal in order.goals:
        if not situation.on_map(name):
            continue
        way = written.get(name) or routes.default_route(situation, name, goal, order.kind)
        label = f"Road march of {name}"
        off = leaves_road(situation, way, goal)
        if off is not None:
            where = situation.board.label(off)
            why = f"The route of {name} is off the road after {where}."
            yield refusal(label, why, "RS 11.16.2")
        elif way:
            yield figure(label, True, "Once on the road it keeps to it.", "RS 11.16.2")


def leaves_road(situation: Situation, way: Iterable[Hex], goal: Goal) -> Hex | None:
    """Return the hex at which a route leaves the road to its objective, or ends beside it, if any.

    Only the way onto that road may lead across country.
    """
    cells = tuple(way)
    road = march.connected_road(situation.ground, zone(situation, goal))
    for here, there in pairwise(cells):
        if here in road and not situation.board.linked(ROAD, here, there):
            return here
    return cells[-1] if len(cells) > 1 and cells[-1] not in road else None

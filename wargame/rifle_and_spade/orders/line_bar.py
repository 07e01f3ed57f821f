"""What its order forbids a unit in line that moves: off its route, beside enemies, at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.rifle_and_spade import threat
from wargame.rifle_and_spade.costs import NEVER, price
from wargame.rifle_and_spade.orders import channel, following, routes
from wargame.rifle_and_spade.orders.corridor import plan_of
from wargame.rifle_and_spade.orders.refusals import refused
from wargame.rifle_and_spade.orders.standing import contact, goal_of, standing
from wargame.rifle_and_spade.recall import Recall

if TYPE_CHECKING:
    from collections.abc import Collection

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.orders.corridor import Corridor
    from wargame.rifle_and_spade.orders.order import Goal, Order
    from wargame.rifle_and_spade.state import Piece, Situation

_THREATS: Recall[dict[tuple[Hex, str], bool]] = Recall(16)


# ---- along the route


@implements("RS", "11.4.12", "11.10.4", "11.5.12/b1", "11.6.1")
def off_route(situation: Situation, piece: Piece, there: Hex, order: Order) -> Ruling | None:
    """Return why a step does not lead toward the objective along the route; None where it does.

    Inside its objective a unit goes from hex to hex as it likes (our reading).
    """
    goal = goal_of(situation, piece)
    if goal is None:
        return _without_goal(situation, piece, there, order)
    back = order.kind == "stalled attack" and standing(situation, piece) != "committed"
    if goal.reached(piece.at) and not back:
        why = f"{piece.unit} is at its objective."
        return None if goal.reached(there) else refused(piece.unit, why, "RS 11.4.12")
    corridor = plan_of(situation).corridor(situation, piece)
    if corridor is None:
        return _by_default(situation, piece, there, order, goal)
    here, reaches = piece.at, there in corridor.left and goal.reached(there)
    leads = corridor.onward(here, there) or (back and corridor.back(here, there)) or reaches
    return _crosses(situation, piece, there, corridor) or (
        None if leads else _astray(situation, piece, there)
    )


def _crosses(situation: Situation, piece: Piece, there: Hex, corridor: Corridor) -> Ruling | None:
    """Return why a step beside the route would lead across that of another."""
    if there in corridor.beyond:
        other, where = corridor.beyond[there], situation.board.label(there)
        why = f"{where} lies beyond the route of march of {other}."
        return refused(piece.unit, why, "RS 11.4.12", "RS 11.4.9")
    return None


def _by_default(
    situation: Situation, piece: Piece, there: Hex, order: Order, goal: Goal
) -> Ruling | None:
    """Go by the shortest way from here: without a route set down, each step must shorten it."""
    togo = routes.approach_of(situation, piece.unit, goal, order.kind).togo
    if there in togo and piece.at in togo and togo[there] < togo[piece.at]:
        return None
    return _astray(situation, piece, there)


def _astray(situation: Situation, piece: Piece, there: Hex) -> Ruling:
    where = situation.board.label(there)
    why = f"{where} does not lead {piece.unit} toward its objective along its route of march."
    return refused(piece.unit, why, "RS 11.4.12")


@implements("RS", "11.4.14", "11.4.15", "11.11.2")
def _without_goal(situation: Situation, piece: Piece, there: Hex, order: Order) -> Ruling | None:
    """Keep machine guns of the brigiment to the channel, and anybody else where he is."""
    if standing(situation, piece) == "machine guns":
        return off_channel(situation, piece, there)
    if order.group == "defense":
        why = f"Where {piece.unit} stands is its objective."
        return refused(piece.unit, why, "RS 11.11.2", "RS 11.4.12")
    return refused(piece.unit, f"{piece.unit} has no objective to go to.", "RS 11.4.12")


@implements("RS", "11.4.15", "11.5.6")
def off_channel(situation: Situation, piece: Piece, there: Hex) -> Ruling | None:
    """Return why a hex lies outside the channel of march; a unit outside may come nearer to it."""
    found = channel.channel_of(situation, situation.unit(piece).brigiment)
    if found is None or found.contains(there) or found.gap(there) < found.gap(piece.at):
        return None
    return channel.within_or_behind(situation, piece, there)


# ---- what each kind of order forbids besides


def threatened(situation: Situation, cell: Hex, side: str) -> bool:
    """Return whether a hex is under imminent threat (5.3), asked once for each position."""
    known = _THREATS.of((situation,), dict)
    if (cell, side) not in known:
        known[cell, side] = threat.threatened(situation, cell, side)
    return known[cell, side]


@implements("RS", "11.11.4", "11.13.5")
def beside_enemies(situation: Situation, piece: Piece, there: Hex) -> Ruling | None:
    """Return why those who defend may not enter a hex beside enemies, unless friends hold it.

    Enemies in Us/Them do not count.
    """
    side = situation.side(piece)
    foes = situation.occupied[situation.other(side)].intersection(there.neighbours())
    if not foes - situation.shared or situation.at(there, side):
        return None
    why = f"{situation.board.label(there)} is beside enemies, and no friend holds it."
    return refused(piece.unit, why, "RS 11.11.4")


@implements("RS", "11.11.4")
def must_leave_one(situation: Situation, piece: Piece, names: Collection[str]) -> Ruling | None:
    """Return why a whole stack may not go from beside enemies, off its objective: one must stay."""
    here, side = piece.at, situation.side(piece)
    goal = goal_of(situation, piece)
    if goal is None or goal.reached(here):
        return None
    foes = situation.occupied[situation.other(side)].intersection(here.neighbours())
    stays = any(other.unit not in names for other in situation.at(here, side))
    if stays or not foes - situation.shared:
        return None
    why = f"One unit at least must stay in {situation.board.label(here)}, beside enemies."
    return refused(piece.unit, why, "RS 11.11.4")


@implements("RS", "11.11.5")
def away_from_threat(situation: Situation, piece: Piece, there: Hex) -> bool:
    """Return whether a unit under imminent threat would go away from it (nearer to none)."""
    here, side = piece.at, situation.side(piece)
    if not threatened(situation, here, side):
        return False
    near = [
        foe
        for foe in situation.occupied[situation.other(side)]
        if foe.distance(here) <= threat.WITHIN[situation.light]
    ]
    moves = [foe.distance(there) - foe.distance(here) for foe in near]
    return bool(moves) and min(moves) >= 0 and max(moves) > 0


@implements("RS", "11.14.6")
def needlessly_beside(
    situation: Situation, piece: Piece, there: Hex, order: Order
) -> Ruling | None:
    """Return why those who regroup may not go beside enemies: another hex leads on as well."""
    side = situation.side(piece)
    if not contact(situation, there, side):
        return None
    foes = situation.occupied[situation.other(side)]
    for other in piece.at.neighbours():
        if other not in situation.board.cells or other in foes or contact(situation, other, side):
            continue
        leads = off_route(situation, piece, other, order) is None
        if leads and price(situation, (piece,), other)[0] < NEVER:
            label = situation.board.label
            why = f"{label(there)} is beside enemies; {label(other)} leads on as well."
            return refused(piece.unit, why, "RS 11.14.6")
    return None


# ---- kind by kind


@implements("RS", "11.5.12", "11.5.12/b3")
def line_bar(
    situation: Situation, piece: Piece, there: Hex, command: Command, names: Collection[str]
) -> Ruling | None:
    """Return why a unit in line may not enter a hex without enemies in it.

    Args:
        situation: The position.
        piece: The unit.
        there: The hex.
        command: The state of command of its brigiment.
        names: The units that move with it.
    """
    order = command.order
    if standing(situation, piece) == "committed" or order.group == "attack":
        return off_route(situation, piece, there, order)
    if order.group == "regroup":
        off = off_route(situation, piece, there, order)
        return off or needlessly_beside(situation, piece, there, order)
    if order.group == "rear":
        return _rear(situation, piece, there, order)
    if order.kind == "disorganized defense":
        return _disorganized(situation, piece, there, order)
    return _defense(situation, piece, there, order, names)


@implements("RS", "11.11.5", "11.12.5", "11.8.1")
def _defense(
    situation: Situation, piece: Piece, there: Hex, order: Order, names: Collection[str]
) -> Ruling | None:
    """Move toward the objective, or away from a threat; an attack to come waits where it is.

    An attack that is only scheduled has its objectives set for later: until then those in line
    hold where they stand (our reading).
    """
    beside = beside_enemies(situation, piece, there) or must_leave_one(situation, piece, names)
    if beside is not None:
        return beside
    if order.scheduled is not None and standing(situation, piece) == "line":
        why = f"The attack begins on turn {order.scheduled}; until then {piece.unit} holds."
        off: Ruling | None = refused(piece.unit, why, "RS 11.8.1", "RS 11.11.2")
    else:
        off = off_route(situation, piece, there, order)
    if off is None:
        return None
    retires = order.kind != "cordon defense" and away_from_threat(situation, piece, there)
    return None if retires else off


@implements("RS", "11.13.3", "11.13.4", "11.13.5", "11.13.8")
def _disorganized(situation: Situation, piece: Piece, there: Hex, order: Order) -> Ruling | None:
    if not order.falls_back:
        why = f"{piece.unit} holds the line: in Disorganized Defense it does not move."
        return refused(piece.unit, why, "RS 11.13.5", "RS 11.13.3")
    if contact(situation, piece.at, situation.side(piece)) and situation.light != "night":
        why = f"{piece.unit} is in contact and may not move except at night."
        return refused(piece.unit, why, "RS 11.13.8", "RS 11.13.4")
    off = off_route(situation, piece, there, order)
    return off or beside_enemies(situation, piece, there)


@implements("RS", "11.15.6", "11.16.4")
def _rear(situation: Situation, piece: Piece, there: Hex, order: Order) -> Ruling | None:
    if threatened(situation, piece.at, situation.side(piece)):
        why = f"{piece.unit} is under imminent threat and must stop."
        return refused(piece.unit, why, "RS 11.15.6", "RS 5.3")
    first = following.first_stopped(situation, piece)
    if order.kind == "march" and not piece.order and first is None:
        why = f"Under March orders {piece.unit} first forms Column or limbers."
        return refused(piece.unit, why, "RS 11.16.4")
    past = None if first is None else following.past_the_first(situation, piece, there, first)
    return past or off_route(situation, piece, there, order)

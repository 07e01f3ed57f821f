"""Cordon Defense (11.12): a wide zone held by companies and pickets, set up by a scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal
from wargame.core.ruling_views import value_text
from wargame.rifle_and_spade.orders import defense, standing
from wargame.rifle_and_spade.orders.order import Goal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.orders.order import Order
    from wargame.rifle_and_spade.state import Piece, Situation

WHOLE = 3
"""How many companies of a battalion on picket duty may be whole (11.12.6/1)."""
_PICKET, _COMPANY = "picket", "company"


@implements("RS", "11.12.6", "3.2.3")
def on_picket_duty(situation: Situation, brigiment: str) -> tuple[str, ...]:
    """Return the battalions that are on picket duty: those with pickets on the map."""
    found = {
        unit.battalion
        for piece in standing.own_pieces(situation, brigiment)
        if (unit := situation.unit(piece)).size == _PICKET
    }
    return tuple(sorted(found))


def in_force(situation: Situation, brigiment: str) -> bool:
    """Return whether a brigiment may break units down into pickets now (3.2.3)."""
    return situation.command(brigiment).order.kind == "cordon defense"


@implements("RS", "11.12", "11.12.3", "11.12.4", "11.12.6", "11.12.6/1", "11.12.6/2")
def placements(situation: Situation, brigiment: str, order: Order) -> Iterator[Ruling]:
    """Yield what a cordon must have: posts that are held, picket duty, a rally point.

    What else a scenario demands it asks for itself.
    """
    yield _at_their_posts(situation, order)
    duty = on_picket_duty(situation, brigiment)
    if not duty:
        why = "At least one battalion must be broken down into companies and pickets."
        yield refusal("Picket duty", why, "RS 11.12.6")
        return
    points = dict(order.rally_points)
    for battalion in duty:
        yield _duty(situation, brigiment, battalion)
        yield _rally_point(situation, battalion, points.get(battalion))
    yield _placed(situation, brigiment, order)


@implements("RS", "11.12.4")
def _at_their_posts(situation: Situation, order: Order) -> Ruling:
    away = [
        name
        for name, goal in order.goals
        if situation.on_map(name) and not goal.reached(situation.piece(name).at)
    ]
    if away:
        why = f"Everybody in line must be at his objective; {away[0]} is not."
        return refusal("Posts", why, "RS 11.12.4")
    return figure("Posts", True, "Everybody in line is at his objective.", "RS 11.12.4")


@implements("RS", "11.12.6/1")
def _duty(situation: Situation, brigiment: str, battalion: str) -> Ruling:
    """Return whether a battalion is broken down as picket duty demands; a company is a step."""
    label = f"Picket duty of {battalion}"
    own = [
        piece
        for piece in standing.own_pieces(situation, brigiment)
        if (unit := situation.unit(piece)).battalion == battalion and unit.arm == "rifle"
    ]
    pickets = [piece for piece in own if situation.unit(piece).size == _PICKET]
    whole = [piece for piece in own if piece not in pickets]
    large = [piece.unit for piece in whole if situation.unit(piece).size != _COMPANY]
    if large:
        why = f"It must be broken down into companies and pickets; {large[0]} is larger."
        return refusal(label, why, "RS 11.12.6")
    companies = figure(
        "Whole companies",
        len(whole),
        f"{', '.join(piece.unit for piece in whole) or 'None'}.",
        "RS 11.12.6/1",
    )
    if len(whole) > WHOLE:
        why = f"{len(whole)} of its companies are whole; {WHOLE} may be."
        return refusal(label, why, "RS 11.12.6/1", allowed=(companies,))
    steps = value_text(sum(piece.steps for piece in pickets))
    said = f"{len(pickets)} pickets ({steps} steps) and {len(whole)} whole companies."
    return finding(label, len(pickets), said, "RS 11.12.6/1", parts=(companies,), unit="pickets")


@implements("RS", "11.12.6/2")
def _rally_point(situation: Situation, battalion: str, at: Hex | None) -> Ruling:
    label = f"Rally point of {battalion}"
    if at is None:
        why = f"{battalion} is on picket duty and has no rally point."
        return refusal(label, why, "RS 11.12.6/2", "RS 11.12.3")
    where = situation.board.label(at)
    return figure(label, where, f"Its rally point is {where}.", "RS 11.12.6/2")


@implements("RS", "11.12.4")
def _placed(situation: Situation, brigiment: str, order: Order) -> Ruling:
    side = situation.army.brigiment(brigiment).side
    cells = [cell for _, goal in order.goals for cell in goal.hexes]
    at = defense.unfit(situation, (*cells, *(at for _, at in order.rally_points)), side)
    if at is None:
        said = "None is among or beside enemies, unless friends hold it."
        return figure("Placement", True, said, "RS 11.12.4")
    where = situation.board.label(at)
    why = f"{where} is among or beside enemies, and no friend holds it."
    return refusal("Placement", why, "RS 11.12.4")


@implements("RS", "11.12.6/2", "11.12.9")
def without_lost_points(situation: Situation) -> Situation:
    """Return the situation without the rally points whose hexes enemies have entered.

    Whoever was there last has entered, if he has gone on since. In Disorganized Defense they go
    with the last picket as well.
    """
    changed = []
    for command in situation.commands:
        points = command.order.rally_points
        if not points:
            continue
        side = situation.army.brigiment(command.brigiment).side
        foe = situation.other(side)
        left = tuple(
            pair
            for pair in points
            if pair[1] not in situation.occupied[foe] and situation.holders.get(pair[1]) != foe
        )
        disordered = command.order.kind == "disorganized defense"
        if disordered and not on_picket_duty(situation, command.brigiment):
            left = ()
        if len(left) < len(points):
            changed.append(evolve(command, order=evolve(command.order, rally_points=left)))
    return situation.with_command(*changed) if changed else situation


@implements("RS", "11.12.3", "11.12.4")
def at_posts(situation: Situation, brigiment: str) -> tuple[tuple[str, Goal], ...]:
    """Return the objectives of a cordon as it is set up: everybody in line where he stands."""
    own: list[Piece] = list(standing.in_line(situation, brigiment))
    return tuple(sorted((piece.unit, Goal((piece.at,))) for piece in own))

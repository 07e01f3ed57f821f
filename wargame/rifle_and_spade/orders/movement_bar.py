"""What orders forbid at every step: where a stack may go, whom it may assault, fire and digging.

:func:`bar` has the form that :func:`~wargame.rifle_and_spade.movement.movement_subsegment` asks
for. It is asked for six hexes at every step, so it answers in words only where it refuses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.rifle_and_spade.orders import isolated, line_bar, pickets, support
from wargame.rifle_and_spade.orders.activity_bar import dig_bar, fire_bar
from wargame.rifle_and_spade.orders.refusals import refused
from wargame.rifle_and_spade.orders.standing import goal_of, standing

if TYPE_CHECKING:
    from collections.abc import Collection

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.orders.order import OrderGroup
    from wargame.rifle_and_spade.orders.standing import Standing
    from wargame.rifle_and_spade.plan import Bar
    from wargame.rifle_and_spade.state import Piece, Situation

__all__ = ["assault_bar", "bar", "dig_bar", "fire_bar"]

_NO_ASSAULT: dict[OrderGroup, str] = {
    "defense": "RS 11.11.6",
    "regroup": "RS 11.14.7",
    "rear": "RS 11.15.7",
}
_APART: dict[Standing, tuple[str, str]] = {
    "support": ("{} is in support and must be committed before it assaults.", "RS 11.5.4"),
    "deaf": ("{} has not heard of its order and may not be in contact.", "RS 11.6.3/2"),
}


@implements("RS", "11.4.12", "11.1.9", "14.1.4")
def bar(situation: Situation, names: tuple[str, ...], there: Hex) -> Ruling | None:
    """Return why its orders forbid a stack to enter a hex, or to assault those in it; or None.

    Args:
        situation: The position.
        names: The units that move together.
        there: A hex beside theirs; their own where they would assault out of Us/Them.
    """
    if not situation.commands:
        return None
    side = situation.unit(names[0]).side
    joins = there in situation.shared and situation.at(there, side)
    if there in situation.occupied[situation.other(side)] and not joins:
        return assault_bar(situation, names, there)
    for name in names:
        why = _bar(situation, situation.piece(name), there, names)
        if why is not None:
            return why
    return None


def _bar(situation: Situation, piece: Piece, there: Hex, names: Collection[str]) -> Ruling | None:
    command = situation.commanded(piece)
    if command is None:
        return None
    stands = standing(situation, piece)
    if stands == "headquarters":
        return _headquarters(piece, command)
    if stands == "support":
        return support.bar(situation, piece, there)
    if stands == "deaf":
        return isolated.bar(situation, piece, there)
    if pickets.bound(situation, piece):
        return pickets.bar(situation, piece, there)
    return line_bar.line_bar(situation, piece, there, command, names)


@implements("RS", "11.4.13", "11.13.4/1")
def _headquarters(piece: Piece, command: Command) -> Ruling | None:
    """Let headquarters go where they like, but stay where their units fall back to."""
    if command.order.kind == "disorganized defense" and command.order.falls_back:
        why = f"Its units fall back to {piece.unit}, which may not move."
        return refused(piece.unit, why, "RS 11.13.4/1")
    return None


@implements("RS", "11.5.4", "11.6.3/2", "11.11.6", "11.14.7", "11.15.7", "11.5.12/b6", "11.11.9")
def assault_bar(situation: Situation, names: tuple[str, ...], there: Hex) -> Ruling | None:
    """Return why its orders forbid a stack to move to assault a hex; None where it may."""
    if not situation.commands:
        return None
    for name in names:
        piece = situation.piece(name)
        command = situation.commanded(piece)
        why = None if command is None else _assault_bar(situation, piece, there, command)
        if why is not None:
            return why
    return None


@implements("RS", "11.1.9/2b", "11.11.6", "11.14.7", "11.15.7")
def assault_with(brigiment: str) -> Bar:
    """Return what forbids the independent units activated with a brigiment to move to assault."""

    def barring(situation: Situation, names: tuple[str, ...], there: Hex) -> Ruling | None:
        order = situation.command(brigiment).order
        foes = situation.occupied[situation.inactive]
        if order.group not in _NO_ASSAULT or there not in foes:
            return None
        if there != situation.piece(names[0]).at and situation.at(there, situation.active):
            return None
        free = next((name for name in names if not situation.unit(name).brigiment), None)
        if free is None:
            return None
        why = f"{free} acts with {brigiment}, which under {order.kind} orders does not assault."
        return refused(free, why, _NO_ASSAULT[order.group])

    return barring


def _assault_bar(situation: Situation, piece: Piece, there: Hex, command: Command) -> Ruling | None:
    why = _no_assault(situation, piece, there, command)
    if why is not None or there == piece.at:
        return why
    return line_bar.off_route(situation, piece, there, command.order)


def _no_assault(situation: Situation, piece: Piece, there: Hex, command: Command) -> Ruling | None:
    """Return why a unit may not assault a hex, its route apart."""
    stands, order, name = standing(situation, piece), command.order, piece.unit
    group = order.group
    apart = _APART.get(stands)
    if apart is not None:
        return refused(name, apart[0].format(name), apart[1])
    if stands == "committed":
        goal = goal_of(situation, piece)
        if group == "defense" and (goal is None or there not in goal.primary):
            why = f"Committed in a defense, {name} assaults its objective hex alone."
            return refused(name, why, "RS 11.11.9", "RS 11.5.12/b6")
    elif group in _NO_ASSAULT:
        why = f"Under {order.kind} orders nobody in line moves to assault."
        return refused(name, why, _NO_ASSAULT[group])
    return None

"""What orders say about a retreat (19.1.6): back by the route of march, within what they allow.

They bind nobody: among ways that are as good by the rules of retreat one goes by them, and where
none does, any of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.rifle_and_spade.orders import line_bar, movement_bar, pickets, routes
from wargame.rifle_and_spade.orders.corridor import plan_of
from wargame.rifle_and_spade.orders.refusals import refused
from wargame.rifle_and_spade.orders.standing import goal_of, standing

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.state import Piece, Situation


@implements("RS", "19.1.6")
def retreat_bar(situation: Situation, piece: Piece, there: Hex) -> Ruling | None:
    """Return why a retreat into a hex is not by a unit's order; None where it is.

    Units in line go back along their route of march, or one hex off it; units in support and
    machine guns of the brigiment stay within or behind the channel; those who have not heard of
    the order go the way they would move. Headquarters and independent units go as they like.
    """
    command = situation.commanded(piece)
    stands = standing(situation, piece)
    if command is None or stands == "headquarters":
        return None
    if stands == "machine guns":
        return line_bar.off_channel(situation, piece, there)
    if stands in {"support", "deaf"} or pickets.bound(situation, piece):
        return movement_bar.bar(situation, (piece.unit,), there)
    off = _forward(situation, piece, there, command)
    if off is None and command.order.group == "defense":
        return line_bar.beside_enemies(situation, piece, there)
    return off


def _forward(situation: Situation, piece: Piece, there: Hex, command: Command) -> Ruling | None:
    """Return why a step of a unit in line does not lead back along its route."""
    where, goal = situation.board.label(there), goal_of(situation, piece)
    corridor = plan_of(situation).corridor(situation, piece)
    if corridor is not None:
        back = corridor.back(piece.at, there) and there not in corridor.beyond
    elif goal is not None:
        kind = command.order.kind
        togo = routes.approach_of(situation, piece.unit, goal, kind).togo
        back = there in togo and piece.at in togo and togo[there] > togo[piece.at]
    else:
        back = False
    if back:
        return None
    why = f"{where} does not lead {piece.unit} back along its route of march."
    return refused(piece.unit, why, "RS 19.1.6")

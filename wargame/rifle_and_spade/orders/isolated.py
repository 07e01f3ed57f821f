"""Isolated units (11.6): what they take of an order, and how they get back into messaging range."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, automatic, figure
from wargame.rifle_and_spade import isolation, messaging
from wargame.rifle_and_spade.orders.refusals import refused
from wargame.rifle_and_spade.orders.standing import contact, standing

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.state import Piece, Situation

_TAKES = {
    "line": ("It stays in line and must try to reach its objective.", "RS 11.6.1"),
    "machine guns": ("It stays in line.", "RS 11.6.1"),
    "committed": ("It stays in line and must try to reach its objective.", "RS 11.6.1"),
    "support": ("It stays in support, and is not committed while it is isolated.", "RS 11.6.1"),
    "headquarters": ("Headquarters are never out of their own range.", "RS 9.3.2"),
    "independent": ("Independent units are never isolated.", "RS 9.3.5"),
}


@implements("RS", "11.6", "11.6.1", "11.6.2", "11.6.3")
def accepts(situation: Situation, name: str) -> Ruling:
    """Return what an isolated unit takes of its brigiment's order: all of it, or nothing of it yet.

    A degraded order is taken as it is, objectives and allowance with it; an order changed of the
    brigiment's own will is not, until the marker is off.
    """
    piece = situation.piece(name)
    label, stands = f"{name} under its order", standing(situation, piece)
    if stands == "deaf":
        why = f"The order was changed while {name} was isolated: it is neither in line nor support."
        return refused(label, why, "RS 11.6.3")
    said, case = _TAKES[stands]
    command = situation.commanded(piece)
    if command is not None and command.order.kind in {"stalled attack", "disorganized defense"}:
        case = "RS 11.6.2"
        said = f"The order degraded, and {name} goes by what it is now. {said}"
    if not piece.isolated:
        return automatic(label, stands, f"{name} is not isolated.", "RS 11.6")
    return figure(label, stands, said, case)


def _chain(situation: Situation, piece: Piece) -> frozenset[Hex]:
    """Return the hexes that messages of a unit's headquarters reach without it."""
    brigiment = situation.unit(piece).brigiment
    at = isolation.headquarters_hex(situation, brigiment)
    if at is None:
        return frozenset()
    reached = messaging.reached(situation, at, situation.side(piece), brigiment)
    return reached - {piece.at} if piece.at not in reached else reached


@implements("RS", "11.6.3", "11.6.3/1", "11.6.3/2")
def bar(situation: Situation, piece: Piece, there: Hex) -> Ruling | None:
    """Return why a unit that has not heard of its order may not enter a hex; None where it may.

    It goes the shortest way into messaging range, counted in hexes, and comes into no contact; out
    of contact it may always go, for its own range comes after (our reading).
    """
    side = situation.side(piece)
    where = situation.board.label(there)
    if contact(situation, there, side):
        why = f"{piece.unit} has not heard of its order and may not be in contact, as in {where}."
        return refused(piece.unit, why, "RS 11.6.3/2")
    reached = _chain(situation, piece)
    if not reached:
        why = f"{piece.unit} has no headquarters on the map to come into range of."
        return refused(piece.unit, why, "RS 11.6.3/1")
    now = min(piece.at.distance(cell) for cell in reached)
    then = min(there.distance(cell) for cell in reached)
    if then >= now and not contact(situation, piece.at, side):
        why = f"{piece.unit} may only go the shortest way into messaging range, not to {where}."
        return refused(piece.unit, why, "RS 11.6.3/1")
    return None

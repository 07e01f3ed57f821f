"""What orders forbid besides movement: commanded fire and digging."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.rifle_and_spade.construction_table import may_dig
from wargame.rifle_and_spade.orders.refusals import refused
from wargame.rifle_and_spade.orders.standing import standing

if TYPE_CHECKING:
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.orders.order import Order, OrderGroup
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.works import WorkKind

_NO_FIRE: dict[OrderGroup, str] = {"regroup": "RS 11.14.8", "rear": "RS 11.15.8"}
_NO_DIGGING: dict[OrderGroup, str] = {
    "attack": "RS 11.8.4",
    "regroup": "RS 11.14.9",
    "rear": "RS 11.15.9",
}


@implements("RS", "11.1.9/2", "11.1.9/2b", "11.14.8", "11.14.9", "11.15.8", "11.15.9", "11.8.4")
def shut_to_independents(order: Order, part: str) -> bool:
    """Return whether an order keeps the independent units activated with it out of a subsegment.

    What it forbids without saying to whom it forbids them too, as long as they act under it.

    Args:
        order: That of the brigiment they are activated with.
        part: Engineering (4c.i) or Commanded Fire (4c.ii).
    """
    return order.group in {"4c.i": _NO_DIGGING, "4c.ii": _NO_FIRE}.get(part, {})


# ---- fire


@implements("RS", "11.5.4", "11.14.8", "11.15.8", "11.5.12/b5", "11.6.3/3", "20.2.3")
def fire_bar(situation: Situation, name: str) -> Ruling | None:
    """Return why its orders forbid a unit commanded fire; None where it may."""
    piece = situation.piece(name)
    command = situation.commanded(piece)
    if command is None:
        return _starving_bar(situation, piece)
    stands = standing(situation, piece)
    if stands == "support":
        why = f"{name} is in support: it has opportunity fire only."
        return refused(name, why, "RS 11.5.4")
    if stands == "deaf":
        why = f"{name} has not heard of its order: it has opportunity fire only."
        return refused(name, why, "RS 11.6.3/3")
    return None if stands == "committed" else _line_fire_bar(situation, name, command)


@implements("RS", "20.2.3")
def _starving_bar(situation: Situation, piece: Piece) -> Ruling | None:
    """Return why an independent unit has no commanded fire: infantry out of supply."""
    if not piece.unsupplied or not situation.unit(piece).infantry:
        return None
    why = f"{piece.unit} is out of supply: infantry has opportunity fire only."
    return refused(piece.unit, why, "RS 20.2.3")


def _line_fire_bar(situation: Situation, name: str, command: Command) -> Ruling | None:
    order = command.order
    if order.group in _NO_FIRE:
        why = f"Under {order.kind} orders there is no commanded fire."
        return refused(name, why, _NO_FIRE[order.group])
    if command.out_of_supply and situation.unit(name).infantry:
        why = f"{command.brigiment} is out of supply: its infantry has opportunity fire only."
        return refused(name, why, "RS 20.2.3")
    return None


# ---- digging


@implements(
    "RS", "11.8.4", "11.11.7", "11.13.9", "11.14.9", "11.15.9", "11.5.12/b4", "13.1.2", "11.12.8"
)
def dig_bar(situation: Situation, name: str, kind: WorkKind | None = None) -> Ruling | None:
    """Return why its orders forbid a unit to dig, at all or a kind of work; None where it may.

    Defense orders let units in line dig, and those committed; units in support do not (11.11.7
    names units in line alone, and 11.5.12 gives it to those committed: our reading).

    Args:
        situation: The position.
        name: The unit.
        kind: The work; where none is named, whether it may dig at all.
    """
    piece = situation.piece(name)
    command = situation.commanded(piece)
    stands = standing(situation, piece)
    if command is None or stands == "deaf":
        return None
    order = command.order
    if stands == "support":
        why = f"{name} is in support; only units in line dig."
        return refused(name, why, "RS 11.11.7", "RS 11.5.12/b4")
    if order.group in _NO_DIGGING:
        return refused(name, f"Nobody digs under {order.kind} orders.", _NO_DIGGING[order.group])
    if kind is None:
        return None
    words = "Defense" if order.scheduled is not None else order.kind.title()
    ruling = may_dig(situation, situation.unit(name), kind, words)
    if ruling.allowed:
        return None
    case = "RS 11.13.9" if order.kind == "disorganized defense" else "RS 13.1.2"
    return refused(name, ruling.sentence, case, *map(str, ruling.cases))

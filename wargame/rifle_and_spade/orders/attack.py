"""Attack orders (11.8 to 11.10): those that are scheduled, and where they may lead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.rifle_and_spade.orders.order import Order
    from wargame.rifle_and_spade.state import Piece, Situation

ATTACKS = frozenset({"attack", "initial attack"})


@implements("RS", "11.8.1", "11.9.1")
def schedule_ruling(situation: Situation, order: Order) -> Ruling:
    """Return whether an attack may be scheduled so: for a turn that is still to come.

    It may be set for the turn from midnight, on which nobody begins one otherwise (RS-Q43).
    """
    label = "Scheduled"
    if order.kind not in ATTACKS:
        return refusal(label, f"{order.kind.capitalize()} orders are not scheduled.", "RS 11.8.1")
    if order.scheduled is None:
        return figure(label, False, "It is active at once.", "RS 11.8.1")
    if order.scheduled <= situation.turn:
        why = f"Turn {order.scheduled} is not in the future; this is turn {situation.turn}."
        return refusal(label, why, "RS 11.8.1")
    said = f"A defense until turn {order.scheduled}, then an attack without a check."
    return figure(label, order.scheduled, said, "RS 11.8.1")


@implements("RS", "11.8.1", "11.9.1", "11.3.5")
def begin_scheduled(situation: Situation) -> Situation:
    """Return the situation in the Change Orders Segment with the attacks due now active.

    The order counts as new from this turn, so that an Initial Attack has its benefits on it.
    Nothing is rolled, on the turn from midnight either.
    """
    due = [
        evolve(
            command,
            order=evolve(command.order, scheduled=None, since=situation.turn),
            progressed=False,
        )
        for command in situation.commands
        if command.order.scheduled is not None and command.order.scheduled <= situation.turn
    ]
    return situation.with_command(*due) if due else situation


@implements("RS", "11.9.4", "11.9.4/1")
def needs_no_check(situation: Situation, piece: Piece) -> bool:
    """Return whether a unit assaults without a morale check: on an Initial Attack's first turn.

    The officer point is paid all the same (RS-Q45).
    """
    command = situation.commanded(piece)
    if command is None:
        return False
    order = command.order
    return (
        order.kind == "initial attack"
        and order.scheduled is None
        and order.since == situation.turn
        and piece.unit not in order.deaf
    )


@implements("RS", "11.8.2", "11.8.2/2", "11.9.3")
def placements(situation: Situation, brigiment: str, order: Order) -> Iterator[Ruling]:
    """Yield whether somebody in line has something to attack, which is all that is asked."""
    label = "Attackers"
    names = [name for name, _ in order.goals if name not in order.support]
    there = [name for name in names if situation.on_map(name)]
    if not there:
        why = f"Nobody of {brigiment} in line has an objective."
        yield refusal(label, why, "RS 11.8.2")
    else:
        yield figure(label, len(there), f"{', '.join(there)}.", "RS 11.8.2", unit="units")

"""Tactical surprise (11.7): no opportunity fire in the first hexes of an attack, where it applies.

A scenario says who has it: the ``surprise`` of its ruleset names the brigiments, and it holds on
the first turn of their Initial Attack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, automatic, skipped

if TYPE_CHECKING:
    from collections.abc import Collection

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.triggers import Trigger


def surprises(situation: Situation, piece: Piece) -> bool:
    """Return whether a unit has tactical surprise now, without the words."""
    if not situation.ruleset.surprise:
        return False
    command = situation.commanded(piece)
    return (
        command is not None
        and command.brigiment in situation.ruleset.surprise
        and command.order.kind == "initial attack"
        and command.order.scheduled is None
        and command.order.since == situation.turn
    )


@implements("RS", "11.7", "11.9.4/2")
def surprise(situation: Situation, name: str) -> Ruling:
    """Return whether a unit has tactical surprise now, and why."""
    piece, label = situation.piece(name), f"{name} has tactical surprise"
    command = situation.commanded(piece)
    if command is None or command.brigiment not in situation.ruleset.surprise:
        return skipped(label, "The scenario gives it none.", "RS 11.7", value=False)
    if not surprises(situation, piece):
        why = "It is past: it holds on the first turn of an Initial Attack."
        return skipped(label, why, "RS 11.7", "RS 11.9.4/2", value=False)
    said = "The scenario gives it, on the first turn of the Initial Attack."
    return automatic(label, True, said, "RS 11.7", "RS 11.9.4/2")


@implements("RS", "11.7.1")
def silenced(situation: Situation, trigger: Trigger, free: Collection[Hex]) -> Trigger | None:
    """Return what of a trigger still invites fire under tactical surprise; None for nothing.

    The first hex that a stack leaves and the first that it enters are both free of fire (RS-Q42).
    Waves after the first that move to assault may be fired at all the same where they enter.

    Args:
        situation: The position, the stack being where the trigger says.
        trigger: What it does.
        free: The hex in which its activation began and the first that it entered.
    """
    acting = [situation.piece(name) for name in trigger.units if situation.on_map(name)]
    if not acting or not all(surprises(situation, each) for each in acting):
        return trigger
    if trigger.at in free and trigger.wave <= 1:
        return None
    return evolve(trigger, left=None) if trigger.left in free else trigger

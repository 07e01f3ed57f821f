"""Half allowances by order: those in line in a stalled attack, or falling back (11.10, 11.13)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import figure
from wargame.rifle_and_spade.orders.standing import standing

if TYPE_CHECKING:
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.state import Piece, Situation

_HALVED = frozenset({"stalled attack", "disorganized defense"})


@implements("RS", "11.10.4", "11.13.5", "11.5.5", "11.5.12/b2", "11.6.3/1", "14.1.4")
def halved(situation: Situation, piece: Piece) -> bool:
    """Return whether its order leaves a unit half its Movement Allowance.

    Units in support, those committed, those that have not heard of the order and headquarters keep
    all of theirs.
    """
    command = situation.commanded(piece)
    if command is None or command.order.kind not in _HALVED:
        return False
    return standing(situation, piece) in {"line", "machine guns"}


def halving(situation: Situation, piece: Piece) -> Ruling | None:
    """Return why a unit has half its allowance, or None where it has all of it."""
    if not halved(situation, piece):
        return None
    command = situation.commanded(piece)
    assert command is not None  # noqa: S101 - or it would not be halved
    if command.order.kind == "stalled attack":
        said = "In line in a stalled attack it moves at half rate."
        return figure("Stalled attack", "halved", said, "RS 11.10.4")
    said = "In line in Disorganized Defense it moves at half rate."
    return figure("Disorganized Defense", "halved", said, "RS 11.13.5")

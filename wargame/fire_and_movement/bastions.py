"""Palestinian bastions (Lebanon 12): what leaves a PLO unit in one of them untouched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Piece

BASTION = "bastion"
"""The feature of the five hexes."""
VOID = frozenset({"Ex", "D2", "D3"})
"""Results that do nothing to a PLO unit in a bastion."""
PALESTINIAN = "PLO"


@implements("LEB82", "12.0", "12.0/1", "12.0/2", "12.0/3", "12.0/4")
def bastion_immunity(situation: Situation, piece: Piece, code: str) -> tuple[str, ...]:
    """Return the cases that spare a defending unit a result, if it stands in a bastion.

    Only PLO units are spared, and only Ex, D2 and D3; Ex costs the attacker his step all the same.
    The book says that De alone touches "any enemy unit" there: an enemy of Israel is meant, and a
    Palestinian, unless ``Ruleset.sheltered`` names Syrians too (FM-Q50). The same holds for a
    bombardment, whose results are read from the same table.

    Args:
        situation: The position.
        piece: The defending unit.
        code: The result.
    """
    if BASTION not in situation.board.cell(piece.at).features or code not in VOID:
        return ()
    known = situation.unit(piece.unit).nationality in situation.ruleset.sheltered
    return ("LEB82 12.0/1", "LEB82 12.0/3") if known else ()

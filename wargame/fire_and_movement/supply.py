"""Supply (9.0): there is none unless a game says so; to be cut off costs nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding
from wargame.fire_and_movement.zones import zone_against

if TYPE_CHECKING:
    from wargame.fire_and_movement.state import Situation


@implements("FM8", "9.0")
@implements("FM7", "9.0")
def supply(situation: Situation, name: str) -> Ruling:
    """Return what being cut off costs a unit: nothing, and what it has all the same.

    Args:
        situation: The position.
        name: A unit on the map.
    """
    piece, board, rules = situation.piece(name), situation.board, situation.ruleset
    zone, enemy = zone_against(situation, name), situation.other(situation.unit(name).side)
    shut = [
        cell for cell in board.neighbours(piece.at) if cell in zone or situation.at(cell, enemy)
    ]
    face, case = situation.face(name), rules.case("9.0")
    cut = len(shut) == len(board.neighbours(piece.at))
    where = "held by the enemy or in his zones"
    found = figure("Cut off", cut, f"{len(shut)} of the hexes round it are {where}.")
    kept = figure("Figures", str(face), "It attacks, defends and moves as printed.", case)
    said = "There are no rules of supply: a unit that is cut off loses nothing by it."
    return finding("Supply", 0, said, case, parts=(found, kept), unit="steps")

"""Ground for the tests of fieldworks: grassland seven hexes across, 31.50 in its middle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.rifle_and_spade.positions import position

if TYPE_CHECKING:
    from wargame.rifle_and_spade.state import Situation

# nine hexes round 31.50: N is 31.51, S 31.49, NE 32.51, SE 32.50, NW 30.51, SW 30.50
BOARD = "column-row 29.53\ng grassland\n\n" + "ggggggg\n" * 7
HERE = "31.50"
NAMES = {"SE": 0, "NE": 1, "N": 2, "NW": 3, "SW": 4, "S": 5}


def beside(situation: Situation, direction: str, of: str = HERE) -> str:
    """Return the printed number of the hex that lies in a direction."""
    return situation.board.label(situation.board.hex(of).neighbour(NAMES[direction]))


def hexes() -> Situation:
    """Return the bare ground."""
    return position(BOARD)


def near(direction: str) -> str:
    """Return the printed number of a neighbour of the hex in the middle."""
    return beside(hexes(), direction)

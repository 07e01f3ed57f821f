"""How far support fire reaches in a bombardment (7.2, 8.1.1; Gaza 18.5, 18.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, refusal

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Marker

COAST = "coast"


@implements("FM8", "7.2/1", "8.1.1")
@implements("FM7", "7.2/1", "8.1.1")
def anywhere(situation: Situation, marker: Marker, target: Hex) -> Ruling:
    """Return that a marker reaches every hex of the map: the system's rule (8.1.1).

    A game that gives kinds of markers a range puts its own rule into ``Ruleset.marker_reach``.

    Args:
        situation: The position.
        marker: The marker, its value known or not.
        target: The hex.
    """
    where = situation.board.label(target)
    said = f"Support fire reaches {where} as it reaches every hex of the map."
    cases = situation.ruleset.cases("8.1.1", "7.2/1")
    return figure(f"Marker {marker.name or marker.id}", marker.value, said, *cases)


@implements("GAZA", "18.5/2", "18.6/1")
def by_air_and_sea(situation: Situation, marker: Marker, target: Hex) -> Ruling:
    """Return whether an open marker of Gaza 1917 reaches a hex: ships keep to the coast."""
    name, board = marker.name or marker.id, situation.board
    if marker.kind != "naval":
        said = f"{name} may be placed anywhere."
        return figure(f"Marker {name}", marker.value, said, "GAZA 18.5/2")
    near = (target, *board.neighbours(target))
    coast = [cell for cell in near if COAST in board.cell(cell).features]
    if not coast:
        near_it = f"{board.label(target)} is neither"
        why = f"{name} reaches hexes with coastline and those next to them; {near_it}."
        return refusal(f"Marker {name}", why, "GAZA 18.6/1")
    said = f"{board.label(coast[0])} has coastline, so the ships reach {board.label(target)}."
    return figure(f"Marker {name}", marker.value, said, "GAZA 18.6/1")

"""Where a unit that falls back or makes way may not go (6.2, 8.3): enemies, their zones, ground."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, refusal
from wargame.fire_and_movement.terrain_costs import closed
from wargame.fire_and_movement.zones import controlled, zone_against

if TYPE_CHECKING:
    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.ruleset import Ruleset
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Unit

PROHIBITED = "prohibited"
"""The mark of a hexside that nobody crosses."""


def shut_to(situation: Situation, name: str) -> frozenset[Hex]:
    """Return the hexes that enemies or their zones shut to a unit that falls back."""
    enemy = situation.other(situation.unit(name).side)
    return _zone(situation, name) | {piece.at for piece in situation.of(enemy)}


def _zone(situation: Situation, name: str) -> frozenset[Hex]:
    """Return the enemy zones that bar a unit that falls back: all, whatever its movement (FM-Q56).

    By ``Ruleset.exempt_in_retreat`` those alone that would hinder it when it moves.
    """
    if situation.ruleset.exempt_in_retreat:
        return zone_against(situation, name)
    return controlled(situation, situation.other(situation.unit(name).side))


def passable(situation: Situation, unit: Unit, here: Hex, there: Hex) -> bool:
    """Return whether the ground lets a unit go from a hex into another, which must be adjacent.

    It costs nothing. A unit that keeps to a railway keeps to it here too.
    """
    if here.distance(there) != 1:
        return False
    rules, board = situation.ruleset, situation.board
    bound = rules.bound.get(unit.kind)
    if bound is not None and (there not in board or not board.linked(bound.link, here, there)):
        return False
    return _ground(board, rules, here, there) is None


@lru_cache(maxsize=4096)
def _ground(board: Board, rules: Ruleset, here: Hex, there: Hex) -> Ruling | None:
    """Return why the ground or the edge of the map bars a step, if so; costs are no matter."""
    ruling = closed(board, rules, here, there)
    if ruling is not None and ruling.status == "refused":
        return ruling
    if PROHIBITED in board.side(here, there):
        why = f"The hexside into {board.label(there)} is prohibited."
        return refusal("Prohibited", why, rules.case("5.2/6"))
    return None


@implements("FM8", "6.2", "6.2/1", "8.3/5", "8.3/6", "8.3/7", "8.3/10")
@implements("FM7", "6.2", "6.2/1", "8.3/4", "8.3/5", "8.3/6", "8.3/9")
def cannot_enter(situation: Situation, name: str, here: Hex, there: Hex) -> Ruling | None:
    """Return why a unit falling back may not go from a hex into an adjacent one, if so.

    Zones of control bar it whoever else is there, and whatever exempts its movement (FM-Q56),
    unless ``Ruleset.exempt_in_retreat`` reads it otherwise.
    """
    rules, board = situation.ruleset, situation.board
    unit, label = situation.unit(name), board.label(there)
    enemy = situation.other(unit.side)
    if there not in board:
        why = f"{label} is off the map; no rule of this game lets a unit retreat there."
        return refusal("Off the map", why, rules.case("8.3/10"))
    if situation.at(there, enemy):
        who = ", ".join(situation.unit(piece.unit).name for piece in situation.at(there, enemy))
        return refusal("Enemy hex", f"{who} in {label}.", rules.case("8.3/5"))
    if there in _zone(situation, name):
        friends = " The friends there change nothing." if situation.at(there, unit.side) else ""
        why = f"{label} lies in an enemy zone of control.{friends}"
        return refusal("Enemy zone", why, *rules.cases("8.3/5", "8.3/6", "6.2/1"))
    ground = _ground(board, rules, here, there)
    if ground is not None:
        return refusal("Prohibited", ground.sentence, rules.case("8.3/7"), *ground.cases)
    if not passable(situation, unit, here, there):
        bound = rules.bound[unit.kind]
        why = f"{unit.name} keeps to the {bound.link}, and none leads into {label}."
        return refusal("Bound", why, *bound.cases)
    return None

"""Where the plain players send their units, and which hex a unit ends its move in.

All give every unit of theirs an order: the hexes it is to go to (:mod:`policy_orders`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from wargame.fire_and_movement import policy_gaza, policy_lebanon
from wargame.fire_and_movement.gaza_1917 import BRITISH, CENTRAL_POWERS, GAZA_1917
from wargame.fire_and_movement.lebanon_82 import LEBANON_82, LEBANON_1976, LEBANON_2006
from wargame.fire_and_movement.lebanon_places import ARAB, ISRAELI, PLO, SYRIAN
from wargame.fire_and_movement.movement import END, RAIL, STAY, eligible
from wargame.fire_and_movement.policy_goals import goals_of
from wargame.fire_and_movement.policy_ground import FAR, cover, distances, near, strength
from wargame.fire_and_movement.policy_orders import Orders
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.units import Piece

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.movement import Move, MovementPhase

SUPPORT = 2
"""What it is worth to tanks and motors to stand beside a brigade at the enemy, in half points."""


def next_unit(phase: MovementPhase) -> str:
    """Return the unit that moves next: the nearest to its goal first, to make way for the rest."""
    situation = phase.situation
    given = orders(situation)
    ready = [piece for piece in eligible(phase) if piece.unit not in given.hold]
    waiting = [name for name, _ in phase.entries if name not in phase.held]
    if waiting:
        return min(waiting)
    far = {piece.unit: _far(situation, given, piece) for piece in ready}
    return min(far, key=lambda name: (far[name], name), default=END)


def _far(situation: Situation, given: Orders, piece: Piece) -> int:
    side = situation.unit(piece.unit).side
    return distances(situation, side, given.goals.get(piece.unit, ())).get(piece.at, FAR)


def where(move: Move) -> str:
    """Return where the move of a unit ends: where that wins, else nearer its goal."""
    situation = move.phase.situation
    ends = _ends(move)
    won = _winning(situation, move.unit, ends)
    if won:
        return won
    goals = orders(situation).goals.get(move.unit)
    if not goals:
        return STAY
    far = distances(situation, situation.active, goals)
    scored = {key: _score(situation, move.unit, cell, far) for key, cell in ends.items()}
    return max(scored, key=lambda key: (scored[key], key == STAY, key), default=STAY)


def _ends(move: Move) -> dict[str, Hex]:
    """Return the hexes in which a move may end, by the key of the option."""
    board, start = move.phase.situation.board, move.reach.mover.start
    ends = {STAY: start} if start is not None else {}
    ends |= {board.label(cell): cell for cell in move.reach.ends}
    return ends | {RAIL + board.label(cell): cell for cell in move.rails}


def _winning(situation: Situation, name: str, ends: Mapping[str, Hex]) -> str:
    """Return the move that wins the game at once, if there is one."""
    winning = goals_of(situation).wins(situation, name)
    return min((key for key, cell in ends.items() if cell in winning), default="")


def _score(situation: Situation, name: str, cell: Hex, far: Mapping[Hex, int]) -> float:
    """Return how well a unit stands in a hex: near to its goal, covered, and not alone."""
    unit, side = situation.unit(name), situation.unit(name).side
    score = -float(far.get(cell, FAR)) + cover(situation, side, cell) / 4
    friends = [piece for piece in situation.at(cell, side) if piece.unit != name]
    around = near(situation, situation.other(side), cell, 1)
    if unit.stacking == "support" and friends and around:
        score += SUPPORT
    if far.get(cell) != 0 and unit.mobile:
        threat = strength(situation, around, "attack")
        ours = strength(situation, [*friends, _as_in(situation, name, cell)], "defense")
        score -= max(0, threat - ours)
    return score


def _as_in(situation: Situation, name: str, cell: Hex) -> Piece:
    here = next((piece for piece in situation.pieces if piece.unit == name), None)
    return Piece(name, cell, here.face if here else 0)


ORDERS: Mapping[tuple[str, str], Callable[[Situation], Orders]] = {
    (GAZA_1917.id, BRITISH): policy_gaza.british,
    (GAZA_1917.id, CENTRAL_POWERS): policy_gaza.central_powers,
    (LEBANON_82.id, ISRAELI): policy_lebanon.after_everybody,
    (LEBANON_82.id, ARAB): policy_lebanon.outlasting,
    (LEBANON_2006.id, ISRAELI): policy_lebanon.into_the_towns,
    (LEBANON_2006.id, ARAB): policy_lebanon.in_gangs,
    (LEBANON_1976.id, SYRIAN): policy_lebanon.into_the_cities,
    (LEBANON_1976.id, PLO): policy_lebanon.in_the_cities,
}
"""Who gives the orders of a side, by the ruleset of the game."""


@lru_cache(maxsize=64)
def orders(situation: Situation) -> Orders:
    """Return the orders of the active side."""
    key = (situation.ruleset.id, situation.active)
    return ORDERS.get(key, policy_lebanon.after_everybody)(situation)

"""How the plain players see the map: what is worth holding, and how far it is to go there."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from wargame.fire_and_movement.gaza_1917 import CENTRAL_POWERS, TRENCH
from wargame.fire_and_movement.gaza_victory import GAZA, GOAL, having, victory_hexes
from wargame.fire_and_movement.terrain_costs import HALVES, ways

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.ruleset import Ruleset
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Piece

FIGHT = 6 * HALVES
"""What it costs, as if it were ground, to drive the enemy out of a hex on the way."""
FAR = 10_000
"""Farther than any way."""
COVER = {"town": 4, "hill": 3, "village": 3, "oasis": 3, "wadi": 3, "open": 2, "sand": 1}
"""How good the ground is to stand on, by its line of the combat table."""


@lru_cache(maxsize=8)
def worth(board: Board) -> Mapping[Hex, int]:
    """Return what each victory hex scores."""
    return dict(victory_hexes(board))


@lru_cache(maxsize=8)
def town(board: Board) -> frozenset[Hex]:
    """Return the hexes of Gaza."""
    return frozenset(having(board, GAZA))


@lru_cache(maxsize=8)
def railroad(board: Board) -> frozenset[Hex]:
    """Return the railroad hexes that the British must not lose."""
    return frozenset(having(board, GOAL))


def cover(situation: Situation, side: str, cell: Hex) -> int:
    """Return how good a hex is to stand on for a side; trenches serve the Central Powers alone."""
    terrain = situation.board.cell(cell).terrain
    if side == CENTRAL_POWERS and (TRENCH in terrain or cell in town(situation.board)):
        return max(COVER.values()) + 1
    return max((COVER.get(kind, 0) for kind in terrain), default=0)


def matters(situation: Situation, side: str, cell: Hex) -> bool:
    """Return whether a side would rather lose a step than a hex."""
    if cell in worth(situation.board):
        return True
    return side == CENTRAL_POWERS and TRENCH in situation.board.cell(cell).terrain


@lru_cache(maxsize=256)
def held_by(situation: Situation, side: str) -> frozenset[Hex]:
    """Return the hexes in which a side stands."""
    return frozenset(piece.at for piece in situation.of(side))


def distances(situation: Situation, side: str, goals: Iterable[Hex]) -> Mapping[Hex, int]:
    """Return how far each hex is from the nearest of some goals, for a unit of a side.

    Half points of ground, and :data:`FIGHT` for each hex that the enemy holds. Zones of control
    and friends in the way are left out of account.
    """
    foes = held_by(situation, situation.other(side))
    return _distances(situation.board, situation.ruleset, frozenset(goals), foes)


def unhindered(situation: Situation, goals: Iterable[Hex]) -> Mapping[Hex, int]:
    """Return how far each hex is from the nearest of some goals over the ground alone."""
    return _distances(situation.board, situation.ruleset, frozenset(goals), frozenset())


@lru_cache(maxsize=1024)
def _distances(
    board: Board, rules: Ruleset, goals: frozenset[Hex], foes: frozenset[Hex]
) -> Mapping[Hex, int]:
    steps = _entering(board, rules)
    best = dict.fromkeys(sorted(goals), 0)
    heap = [(0, cell) for cell in best]
    while heap:
        spent, there = heappop(heap)
        if spent > best[there]:
            continue
        more = FIGHT if there in foes else 0
        for here, ground in steps.get(there, ()):
            whole = spent + ground + more
            if whole < best.get(here, FAR):
                best[here] = whole
                heappush(heap, (whole, here))
    return best


@lru_cache(maxsize=8)
def _entering(board: Board, rules: Ruleset) -> Mapping[Hex, tuple[tuple[Hex, int], ...]]:
    """Return for each hex from where it may be entered, and at what price."""
    found: dict[Hex, list[tuple[Hex, int]]] = {}
    for here, steps in ways(board, rules).out.items():
        for there, ground in steps:
            found.setdefault(there, []).append((here, ground))
    return {there: tuple(steps) for there, steps in found.items()}


def turns_to(situation: Situation, piece: Piece, goal: Hex) -> int:
    """Return how many turns a unit takes to a hex if nobody hinders it."""
    side = situation.unit(piece.unit).side
    points = situation.roster.face(piece).movement * HALVES
    far = distances(situation, side, (goal,)).get(piece.at, FAR)
    return -(-far // points) if points else FAR


def near(situation: Situation, side: str, cell: Hex, hexes: int) -> tuple[Piece, ...]:
    """Return the units of a side within so many hexes of one."""
    return tuple(piece for piece in situation.of(side) if piece.at.distance(cell) <= hexes)


def strength(situation: Situation, pieces: Iterable[Piece], which: str) -> int:
    """Return the printed attack or defence of some units together."""
    return sum(getattr(situation.roster.face(piece), which) for piece in pieces)

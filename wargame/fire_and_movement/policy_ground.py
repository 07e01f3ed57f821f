"""How the plain players see the map: what is worth holding, and how far it is to go there."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import TYPE_CHECKING

from wargame.fire_and_movement.policy_goals import aim_of, goals_of
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


def worth(situation: Situation) -> Mapping[Hex, int]:
    """Return what each hex that counts in the end is worth."""
    return goals_of(situation).worth(situation.board)


def heart(situation: Situation) -> frozenset[Hex]:
    """Return the hexes that matter most: in Gaza 1917 those of Gaza."""
    return goals_of(situation).heart(situation.board)


def strongholds(situation: Situation, side: str) -> frozenset[Hex]:
    """Return the hexes that are good to stand on for a side alone."""
    return aim_of(situation, side).strongholds(situation.board)


def cover(situation: Situation, side: str, cell: Hex) -> int:
    """Return how good a hex is to stand on for a side."""
    known = goals_of(situation).cover
    if cell in strongholds(situation, side):
        return max(known.values()) + 1
    return max((known.get(kind, 0) for kind in situation.board.cell(cell).terrain), default=0)


def matters(situation: Situation, side: str, cell: Hex) -> bool:
    """Return whether a side would rather lose a step than a hex."""
    return cell in worth(situation) or cell in strongholds(situation, side)


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

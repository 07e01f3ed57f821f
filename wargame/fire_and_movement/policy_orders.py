"""The orders of the plain players: which unit goes where, whatever the game is about.

They are made from the position alone and made anew for each move.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import field, frozen

from wargame.fire_and_movement.policy_goals import goals_of
from wargame.fire_and_movement.policy_ground import (
    FAR,
    cover,
    heart,
    held_by,
    near,
    strength,
    strongholds,
    turns_to,
    worth,
)
from wargame.fire_and_movement.stacking import no_stacking
from wargame.fire_and_movement.terrain_costs import ways

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Piece

ODDS = 6
"""How many points stronger than the defence a force is made before it goes for a hex."""
SOUND = 10
"""How many it is made against a unit that is hunted down: the last column of the table."""
CLOSE = 3
"""Enemies within so many hexes keep a garrison where it is."""
AWAY = 6
"""Hexes between a refuge and the enemy."""


@frozen
class Orders:
    """What the units of a side are to do.

    Args:
        goals: Where each unit is to go; who stands on one of its goals stays there.
        hold: Units that do not move.
    """

    goals: dict[str, frozenset[Hex]] = field(factory=dict)
    hold: set[str] = field(factory=set)

    def give(self, name: str, goals: Iterable[Hex]) -> None:
        """Give a unit its order."""
        self.goals[name] = frozenset(goals)

    def free(self, pieces: Iterable[Piece]) -> list[Piece]:
        """Return those without an order."""
        return [p for p in pieces if p.unit not in self.goals and p.unit not in self.hold]


# ---- a force


def force_for(situation: Situation, able: Sequence[Piece], cell: Hex, odds: int) -> list[Piece]:
    """Return the nearest of some units, as many as it takes to take a hex, or nobody."""
    left = goals_of(situation).last_turn - situation.turn + 1
    enemies = situation.at(cell, situation.inactive)
    need = strength(situation, enemies, "defense") + odds if enemies else 1
    eta = {piece.unit: turns_to(situation, piece, cell) for piece in able}
    force: list[Piece] = []
    for piece in sorted(able, key=lambda each: (eta[each.unit], each.unit)):
        if strength(situation, force, "attack") >= need or eta[piece.unit] > left:
            break
        force.append(piece)
    return force if strength(situation, force, "attack") >= need else []


# ---- what counts in the end


def send(
    situation: Situation,
    given: Orders,
    pieces: Sequence[Piece],
    spared: frozenset[Hex] = frozenset(),
) -> None:
    """Send units for what counts in the end and is not theirs, enough for each, the best first.

    Args:
        situation: The position.
        given: The orders so far.
        pieces: Who may be sent.
        spared: Hexes that others see to.
    """
    taken, side, label = goals_of(situation).taken, situation.active, situation.board.label
    aims = [
        cell for cell in worth(situation) if cell not in spared and not taken(situation, side, cell)
    ]
    aims.sort(key=lambda cell: (-_promise(situation, pieces, cell), label(cell)))
    for cell in aims:
        for piece in force_for(situation, given.free(pieces), cell, ODDS):
            given.give(piece.unit, (cell,))


def _promise(situation: Situation, pieces: Sequence[Piece], cell: Hex) -> float:
    """Return what a hex is worth for the trouble of taking it."""
    defence = strength(situation, situation.enemies_at(cell), "defense")
    turns = min((turns_to(situation, piece, cell) for piece in pieces), default=FAR)
    return worth(situation).get(cell, 0) / (1 + turns + defence)


def hold_on(situation: Situation, given: Orders, there: Sequence[Piece]) -> None:
    """Hold what is worth holding, fill what is empty, win back what is lost.

    Args:
        situation: The position.
        given: The orders so far.
        there: Who may be sent: the units on the map, and those that may come onto it.
    """
    side, points = situation.active, worth(situation)
    posts = sorted(points, key=lambda cell: (-points[cell], situation.board.label(cell)))
    for cell in posts:
        _garrison(situation, given, cell)
    dug_in = strongholds(situation, side)
    for piece in given.free(situation.of(side)):
        if piece.at in dug_in and near(situation, situation.inactive, piece.at, CLOSE):
            given.hold.add(piece.unit)
    for cell in posts:
        _fill(situation, given, there, cell)


def _garrison(situation: Situation, given: Orders, cell: Hex) -> None:
    """Keep in a hex who is there: everybody in the heart or near the enemy, else one unit."""
    here = situation.at(cell, situation.active)
    strongest = sorted(here, key=lambda p: (-situation.roster.face(p).defense, p.unit))
    threatened = cell in heart(situation) or near(situation, situation.inactive, cell, CLOSE)
    given.hold.update(piece.unit for piece in (strongest if threatened else strongest[:1]))


def _fill(situation: Situation, given: Orders, there: Sequence[Piece], cell: Hex) -> None:
    """Send somebody to a hex that is empty, or a force to one that the enemy took."""
    alone = situation.ruleset.stacking is no_stacking
    enough = 1 if alone or cell not in heart(situation) else 2
    if len(situation.at(cell, situation.active)) >= enough:
        return
    for piece in force_for(situation, given.free(there), cell, ODDS // 2):
        given.give(piece.unit, (cell,))


@lru_cache(maxsize=64)
def reserve(situation: Situation) -> frozenset[Hex]:
    """Return the empty strongholds next to the heart, for whoever has nothing else to do."""
    ground = ways(situation.board, situation.ruleset).ground
    around = {at for cell in heart(situation) for at in cell.disc(2) if at in ground}
    strong = strongholds(situation, situation.active) - heart(situation)
    empty = frozenset(at for at in around & strong if not situation.at(at))
    return empty or frozenset(around - held_by(situation, situation.inactive))


# ---- the enemy


def hunt(situation: Situation, given: Orders, pieces: Sequence[Piece], odds: int = SOUND) -> None:
    """Send units at the enemy: for each, the nearest first, as many as it takes to beat him.

    Whoever is left over goes for the nearest.

    Args:
        situation: The position.
        given: The orders so far.
        pieces: Who may be sent.
        odds: How much stronger than the defence a force is made, before any fire.
    """
    enemies = list(situation.of(situation.inactive))
    free = {piece.unit: piece for piece in given.free(pieces)}
    if not enemies or not free:
        return
    far = {each.unit: min(each.at.distance(p.at) for p in free.values()) for each in enemies}
    for enemy in sorted(enemies, key=lambda each: (far[each.unit], each.unit)):
        need = situation.roster.face(enemy).defense + odds
        for piece in sorted(free.values(), key=lambda p: (p.at.distance(enemy.at), p.unit)):
            if need <= 0:
                break
            given.give(free.pop(piece.unit).unit, _beside(situation, enemy.at))
            need -= situation.roster.face(piece).attack
    for piece in free.values():
        nearest = min(enemies, key=lambda each: (each.at.distance(piece.at), each.unit))
        given.give(piece.unit, _beside(situation, nearest.at))


def _beside(situation: Situation, cell: Hex) -> frozenset[Hex]:
    """Return the land next to a hex."""
    ground = ways(situation.board, situation.ruleset).ground
    return frozenset(at for at in cell.neighbours() if at in ground)


def shelter(
    situation: Situation, given: Orders, pieces: Sequence[Piece], *, worn: bool = False
) -> None:
    """Keep units where they are; send out of the way who is about to be beaten.

    Args:
        situation: The position.
        given: The orders so far.
        pieces: The units.
        worn: Whether units with a single step get out of the way in any case.
    """
    side = situation.active
    refuges = _refuges(situation)
    for piece in given.free(pieces):
        threat = strength(situation, near(situation, situation.other(side), piece.at, 2), "attack")
        beaten = threat - situation.roster.face(piece).defense >= ODDS
        weak = worn and situation.roster.steps(piece) == 1
        if piece.at in strongholds(situation, side) or not (refuges and (beaten or weak)):
            given.hold.add(piece.unit)
        else:
            given.give(piece.unit, refuges)


def _refuges(situation: Situation) -> frozenset[Hex]:
    """Return the hexes of good cover far from every enemy, or the farthest where none is far."""
    side, ground = situation.active, ways(situation.board, situation.ruleset).ground
    best = max(goals_of(situation).cover.values()) - 1
    good = frozenset(at for at in ground if cover(situation, side, at) >= best)
    return _farthest(good, held_by(situation, situation.other(side)))


@lru_cache(maxsize=64)
def _farthest(cells: frozenset[Hex], enemies: frozenset[Hex]) -> frozenset[Hex]:
    far = {at: min((at.distance(each) for each in enemies), default=AWAY) for at in cells}
    safe = min(AWAY, max(far.values(), default=0))
    return frozenset(at for at, hexes in far.items() if hexes >= safe)

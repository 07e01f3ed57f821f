"""The orders of Gaza 1917: what the British and the Central Powers send where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.fire_and_movement.gaza_1917 import BRITISH, TRAIN
from wargame.fire_and_movement.gaza_game import entries
from wargame.fire_and_movement.gaza_victory import OTTOMAN
from wargame.fire_and_movement.policy_goals import railroad
from wargame.fire_and_movement.policy_ground import (
    FAR,
    distances,
    heart,
    strongholds,
    turns_to,
    unhindered,
    worth,
)
from wargame.fire_and_movement.policy_orders import ODDS, Orders, force_for, hold_on, reserve, send
from wargame.fire_and_movement.terrain_costs import HALVES
from wargame.fire_and_movement.units import Piece

if TYPE_CHECKING:
    from wargame.fire_and_movement.state import Situation

GUARDS = 4
"""How many of the weakest mobile units guard the railroad."""
ALARM = 2
"""A raider that may be on the railroad in so many turns is hunted."""


def british(situation: Situation) -> Orders:
    """Guard the railroad, hunt raiders, send the horse to the far objectives, mass at Gaza."""
    given = Orders()
    for piece in situation.of(BRITISH):
        if piece.at in worth(situation) or situation.unit(piece.unit).kind == TRAIN:
            given.hold.add(piece.unit)
    raiders = _raiders(situation)
    _guard(situation, given, raiders)
    horse = [p for p in situation.of(BRITISH) if _rides(situation, p)]
    for raider in raiders:
        force = force_for(situation, given.free(horse), raider.at, ODDS)
        for piece in force:
            given.give(piece.unit, raider.at.neighbours())
    send(situation, given, horse, heart(situation))
    for piece in given.free(situation.of(BRITISH)):
        given.give(piece.unit, heart(situation))
    return given


def _rides(situation: Situation, piece: Piece) -> bool:
    unit = situation.unit(piece.unit)
    return unit.mobile and unit.kind != TRAIN and unit.stacking != "support"


def _raiders(situation: Situation) -> list[Piece]:
    """Return the Ottoman units that may soon be on the railroad, the nearest first."""
    side = situation.other(BRITISH)
    far = distances(situation, side, railroad(situation.board))
    found = []
    for piece in situation.of(side):
        if situation.unit(piece.unit).nationality != OTTOMAN:
            continue
        points = situation.roster.face(piece).movement * HALVES
        if far.get(piece.at, FAR) <= ALARM * points:
            found.append(piece)
    return sorted(found, key=lambda piece: (far[piece.at], piece.unit))


def _guard(situation: Situation, given: Orders, raiders: list[Piece]) -> None:
    """Put the weakest mobile units on the railroad, where raiders would come, or evenly spread."""
    mobile = [
        piece for piece in given.free(situation.of(BRITISH)) if situation.unit(piece.unit).mobile
    ]
    mobile.sort(key=lambda piece: (situation.roster.face(piece).attack, piece.unit))
    line = sorted(railroad(situation.board), key=situation.board.label)
    step = max(1, len(line) // GUARDS)
    posts = line[step // 2 :: step]
    if raiders:
        far = unhindered(situation, (raiders[0].at,))
        posts = sorted(line, key=lambda cell: (far.get(cell, FAR), cell))
    for post in posts[:GUARDS]:
        able = given.free(mobile[:GUARDS])
        if able:
            piece = min(able, key=lambda each: (turns_to(situation, each, post), each.unit))
            given.give(piece.unit, (post,))


# ---- the Central Powers


def central_powers(situation: Situation) -> Orders:
    """Hold what is worth holding, fill what is empty, win back what is lost, raid with the rest."""
    given, there = Orders(), _there(situation)
    hold_on(situation, given, there)
    trenches = strongholds(situation, situation.active)
    for piece in given.free(there):
        unit = situation.unit(piece.unit)
        if unit.mobile and unit.nationality == OTTOMAN:
            given.give(piece.unit, railroad(situation.board))
        elif piece.at not in trenches:
            given.give(piece.unit, reserve(situation))
    return given


def _there(situation: Situation) -> list[Piece]:
    """Return the units on the map, and as if they stood on its edge those that may come onto it."""
    coming = [Piece(name, cells[0]) for name, cells in entries(situation).items()]
    return [*situation.of(situation.active), *coming]

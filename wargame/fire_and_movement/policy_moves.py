"""Where the plain players send their units, and which hex a unit ends its move in.

Both give every unit of theirs an order: the hexes it is to go to. The orders are made from the
position alone and made anew for each move.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import field, frozen

from wargame.fire_and_movement.fire_day import TURNS
from wargame.fire_and_movement.gaza_1917 import BRITISH, TRAIN, TRENCH
from wargame.fire_and_movement.gaza_game import entries
from wargame.fire_and_movement.gaza_victory import OTTOMAN
from wargame.fire_and_movement.movement import END, RAIL, STAY, eligible
from wargame.fire_and_movement.policy_ground import (
    FAR,
    cover,
    distances,
    held_by,
    near,
    railroad,
    strength,
    town,
    turns_to,
    unhindered,
    worth,
)
from wargame.fire_and_movement.terrain_costs import HALVES, ways
from wargame.fire_and_movement.units import Piece

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.movement import Move, MovementPhase
    from wargame.fire_and_movement.state import Situation

LAST_TURN = len(TURNS)
GUARDS = 4
"""How many of the weakest mobile units guard the railroad."""
ALARM = 2
"""A raider that may be on the railroad in so many turns is hunted."""
ODDS = 6
"""How many points stronger than the defence a force is made before it goes for a hex."""
SUPPORT = 2
"""What it is worth to tanks and motors to stand beside a brigade at the enemy, in half points."""
CLOSE = 3
"""Enemies within so many hexes keep the garrison of a trench where it is."""


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
    """Return where the move of a unit ends: on the railroad if that wins, else nearer its goal."""
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
    """Return the move that puts an Ottoman unit on the railroad, which wins, if there is one."""
    if situation.active == BRITISH or situation.unit(name).nationality != OTTOMAN:
        return ""
    return min((key for key, cell in ends.items() if cell in railroad(situation.board)), default="")


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


@lru_cache(maxsize=64)
def orders(situation: Situation) -> Orders:
    """Return the orders of the active side."""
    return _british(situation) if situation.active == BRITISH else _ottoman(situation)


# ---- the British


def _british(situation: Situation) -> Orders:
    """Guard the railroad, hunt raiders, send the horse to the far objectives, mass at Gaza."""
    given = Orders()
    for piece in situation.of(BRITISH):
        if piece.at in worth(situation.board) or situation.unit(piece.unit).kind == TRAIN:
            given.hold.add(piece.unit)
    raiders = _raiders(situation)
    _guard(situation, given, raiders)
    horse = [p for p in situation.of(BRITISH) if _rides(situation, p)]
    for raider in raiders:
        force = _force(situation, given.free(horse), raider.at, ODDS)
        for piece in force:
            given.give(piece.unit, raider.at.neighbours())
    _send(situation, given, horse)
    for piece in given.free(situation.of(BRITISH)):
        given.give(piece.unit, town(situation.board))
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


def _send(situation: Situation, given: Orders, horse: list[Piece]) -> None:
    """Send the horse for the objectives outside Gaza, enough of it for each, the best first."""
    board = situation.board
    ours = held_by(situation, BRITISH)
    aims = [cell for cell in worth(board) if cell not in ours | town(board)]
    aims.sort(key=lambda cell: (-_promise(situation, horse, cell), board.label(cell)))
    for cell in aims:
        force = _force(situation, given.free(horse), cell, ODDS)
        for piece in force:
            given.give(piece.unit, (cell,))


def _promise(situation: Situation, horse: list[Piece], cell: Hex) -> float:
    """Return what a hex is worth for the trouble of taking it."""
    defence = strength(situation, situation.enemies_at(cell), "defense")
    turns = min((turns_to(situation, piece, cell) for piece in horse), default=FAR)
    return worth(situation.board).get(cell, 0) / (1 + turns + defence)


def _force(situation: Situation, able: list[Piece], cell: Hex, odds: int) -> list[Piece]:
    """Return the nearest of some units, as many as it takes to take a hex, or nobody."""
    left = LAST_TURN - situation.turn + 1
    enemies = situation.at(cell, situation.inactive)
    need = strength(situation, enemies, "defense") + odds if enemies else 1
    eta = {piece.unit: turns_to(situation, piece, cell) for piece in able}
    force: list[Piece] = []
    for piece in sorted(able, key=lambda each: (eta[each.unit], each.unit)):
        if strength(situation, force, "attack") >= need or eta[piece.unit] > left:
            break
        force.append(piece)
    return force if strength(situation, force, "attack") >= need else []


# ---- the Central Powers


def _ottoman(situation: Situation) -> Orders:
    """Hold what is worth holding, fill what is empty, win back what is lost, raid with the rest."""
    given, side = Orders(), situation.active
    board = situation.board
    posts = sorted(worth(board), key=lambda cell: (-worth(board)[cell], board.label(cell)))
    for cell in posts:
        _garrison(situation, given, cell)
    for piece in given.free(situation.of(side)):
        dug_in = TRENCH in board.cell(piece.at).terrain
        if dug_in and near(situation, BRITISH, piece.at, CLOSE):
            given.hold.add(piece.unit)
    for cell in posts:
        _fill(situation, given, cell)
    for piece in given.free(_there(situation)):
        unit = situation.unit(piece.unit)
        if unit.mobile and unit.nationality == OTTOMAN:
            given.give(piece.unit, railroad(board))
        elif TRENCH not in board.cell(piece.at).terrain:
            given.give(piece.unit, _reserve(situation))
    return given


def _there(situation: Situation) -> list[Piece]:
    """Return the units on the map, and as if they stood on its edge those that may come onto it."""
    coming = [Piece(name, cells[0]) for name, cells in entries(situation).items()]
    return [*situation.of(situation.active), *coming]


def _garrison(situation: Situation, given: Orders, cell: Hex) -> None:
    """Keep in a hex who is there: everybody in Gaza or near the enemy, else one unit."""
    here = situation.at(cell, situation.active)
    strongest = sorted(here, key=lambda p: (-situation.roster.face(p).defense, p.unit))
    threatened = cell in town(situation.board) or near(situation, BRITISH, cell, CLOSE)
    given.hold.update(piece.unit for piece in (strongest if threatened else strongest[:1]))


def _fill(situation: Situation, given: Orders, cell: Hex) -> None:
    """Send somebody to a hex that is empty, or a force to one that the British took."""
    side = situation.active
    if situation.at(cell, side) and len(situation.at(cell, side)) > (cell in town(situation.board)):
        return
    force = _force(situation, given.free(_there(situation)), cell, ODDS // 2)
    for piece in force:
        given.give(piece.unit, (cell,))


@lru_cache(maxsize=64)
def _reserve(situation: Situation) -> frozenset[Hex]:
    """Return the empty trenches next to Gaza, for whoever has nothing else to do."""
    board, ground = situation.board, ways(situation.board, situation.ruleset).ground
    around = {at for cell in town(board) for at in cell.disc(2) if at in ground}
    trenches = {at for at in around if TRENCH in board.cell(at).terrain}
    empty = frozenset(at for at in trenches if not situation.at(at))
    return empty or frozenset(around - held_by(situation, BRITISH))

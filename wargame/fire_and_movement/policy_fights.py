"""Whom the plain players attack and bombard: worked out on the combat table, never by dice.

Both plan a whole combat phase at once (:func:`attacks_planned`): the best attack first, then the
best of those who are left. The plan is made from the position alone, so that each question of the
phase is answered from the same plan.
"""

from __future__ import annotations

from functools import lru_cache
from statistics import median_low
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wargame.fire_and_movement.attack import Attack, eligible_attackers, targets
from wargame.fire_and_movement.bombardment import DRAW, STEP, Fallen, bombardment_column
from wargame.fire_and_movement.combat import assessed
from wargame.fire_and_movement.gaza_1917 import CAVALRY_DIVISIONS, CENTRAL_POWERS
from wargame.fire_and_movement.observation import AIR_RADIUS, in_sight
from wargame.fire_and_movement.policy_goals import aim_of
from wargame.fire_and_movement.policy_ground import heart, matters, worth
from wargame.fire_and_movement.terrain_line import known_ground

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Piece

GROUND, ATTRITION, LOST_GROUND, BACK = 1.0, 0.25, 1.0, 0.25
"""In steps: a hex gained; an exchange that the stronger side gains by; a hex that matters lost by
a retreat; and one that does not."""
TURNS_A_DAY = 3
SHARED = 3
"""A marker in so many is reckoned with for the next attack."""


@frozen
class Planned:
    """An attack that is worth making.

    Args:
        target: The hex.
        names: Who attacks.
        gain: What is to be expected of it, in steps.
    """

    target: Hex
    names: tuple[str, ...]
    gain: float


# ---- what an attack is worth


def gain(attack: Attack) -> float:
    """Return what is to be expected of an attack, in steps, over the six faces of the die."""
    results = assessed(attack).results
    return sum(_value(attack, code) for code in results) / len(results)


def _value(attack: Attack, code: str) -> float:
    """Return what one result of the table is worth to the attacker, in steps."""
    situation, rules = attack.situation, attack.situation.ruleset
    there = attack.defenders
    if there and all(rules.spared(situation, piece, code) for piece in there):
        return -float(code == "Ex")
    theirs, ground = _steps(situation, there), _ground(attack)
    # whoever stands to his last step keeps the hex from the attacker, but empties it
    emptied = ground / 2 if theirs == 1 else 0
    values = {
        "De": theirs + ground,
        "D3": 1 + ground,
        "D2": 1 + emptied,  # the defender takes the lesser evil, as a rule a step
        "Ex": _attrition(attack) + emptied,
        "(A)": -1,
        "A1": -_back(attack),
        "A2": -_back(attack),
        "A3": -float("A3" in rules.retreat_costs_step) - _back(attack),
        "Ae": -_steps(situation, attack.pieces),
    }
    return values.get(code, 0)


def _ground(attack: Attack) -> float:
    """Return what the hex under attack is worth."""
    return aim_of(attack.situation, attack.situation.active).ground + worth(attack.situation).get(
        attack.target, 0
    )


def _attrition(attack: Attack) -> float:
    """Return what an exchange is worth: as the side sees it, else something to the stronger."""
    situation = attack.situation
    aim = aim_of(situation, situation.active)
    if aim.spares_units and all(situation.roster.steps(piece) == 1 for piece in attack.pieces):
        return -1
    if aim.exchange is not None:
        return aim.exchange
    ours, theirs = situation.steps(situation.active), situation.steps(situation.inactive)
    return ATTRITION if ours > theirs else -ATTRITION


def _back(attack: Attack) -> float:
    """Return what a retreat of the attackers costs: ground that matters is worth a step."""
    situation = attack.situation
    stand = any(matters(situation, situation.active, piece.at) for piece in attack.pieces)
    return LOST_GROUND if stand else BACK


def _steps(situation: Situation, pieces: Iterable[Piece]) -> int:
    return sum(situation.roster.steps(piece) for piece in pieces)


# ---- the plan of a combat phase


@lru_cache(maxsize=128)
def attacks_planned(situation: Situation) -> tuple[Planned, ...]:
    """Return the attacks of the active side that are worth making, the best first.

    No unit is in two of them.
    """
    used: set[str] = set()
    found: list[Planned] = []
    left = {cell: _best_on(situation, cell, used) for cell in targets(situation)}
    while True:
        good = [each for each in left.values() if each is not None and each.gain > 0]
        if not good:
            return tuple(found)
        best = max(good, key=lambda each: (each.gain, each.target))
        found.append(best)
        used |= set(best.names)
        del left[best.target]
        left = {
            cell: each
            if each is None or used.isdisjoint(each.names)
            else _best_on(situation, cell, used)
            for cell, each in left.items()
        }


def planned_on(situation: Situation, target: Hex) -> Planned | None:
    """Return the attack that is planned on a hex, if one is."""
    return next((each for each in attacks_planned(situation) if each.target == target), None)


def _best_on(situation: Situation, target: Hex, used: set[str]) -> Planned | None:
    """Return the best attack on a hex by units not used yet: by all, or by one division."""
    able = [piece for piece in eligible_attackers(situation, target) if piece.unit not in used]
    if not able or not known_ground(situation, target, situation.inactive).allowed:
        return None
    forces = {tuple(sorted(_names(force))) for force in _forces(situation, able)}
    tried = (_trimmed(situation, target, force) for force in sorted(forces))
    return max(tried, key=lambda each: (each.gain, -len(each.names)), default=None)


def _forces(situation: Situation, able: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Yield the whole force, and each division that attacks by itself with who joins it freely."""
    yield list(able)
    if not aim_of(situation, situation.active).by_division:
        return
    reserve = [piece for piece in able if not _division(situation, piece)]
    for name in sorted({_division(situation, piece) for piece in able} - {""}):
        own = [piece for piece in able if _division(situation, piece) == name]
        yield from (_whole(own, able), _whole(own + reserve, able))


def _whole(chosen: list[Piece], able: Sequence[Piece]) -> list[Piece]:
    """Return those chosen with their companions: stacks attack as one."""
    at = {piece.at for piece in chosen}
    return [piece for piece in able if piece.at in at]


def _division(situation: Situation, piece: Piece) -> str:
    unit = situation.unit(piece.unit)
    return unit.formation if unit.formation_type.endswith("division") else ""


def _names(pieces: Iterable[Piece]) -> tuple[str, ...]:
    return tuple(piece.unit for piece in pieces)


def _trimmed(situation: Situation, target: Hex, names: tuple[str, ...]) -> Planned:
    """Return an attack without the stacks that it can spare: they may attack elsewhere."""
    best = gain(_attack(situation, target, names))
    stacks: dict[Hex, list[str]] = {}
    for name in names:
        stacks.setdefault(situation.piece(name).at, []).append(name)
    light = sorted(stacks, key=lambda at: (_attack_of(situation, stacks[at]), at))
    for at in light:
        rest = tuple(name for name in names if name not in stacks[at])
        if rest and (without := gain(_attack(situation, target, rest))) >= best:
            names, best = rest, without
    return Planned(target, names, best)


def _attack_of(situation: Situation, names: Iterable[str]) -> int:
    return sum(situation.face(name).attack for name in names)


def _attack(situation: Situation, target: Hex, names: tuple[str, ...]) -> Attack:
    """Return an attack as it would be made, led by Kress where he is free, with the usual fire."""
    kress = situation.active == CENTRAL_POWERS and not situation.kress_used
    ours, theirs = _usual_fire(situation)
    return Attack(situation, target, names, kress=kress, attack_fire=ours, defense_fire=theirs)


@lru_cache(maxsize=64)
def _usual_fire(situation: Situation) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the fire that an attack meets with as a rule, of both sides, where fire adds to it."""
    rules = situation.ruleset
    if rules.bombards_only:
        return (), ()
    left = len(situation.markers(situation.active, pool=True))
    ours = usual(situation, situation.active)
    theirs = usual(situation, situation.inactive)
    return ours * min(rules.markers_in_combat, left // SHARED), theirs


def usual(situation: Situation, side: str) -> tuple[str, ...]:
    """Return the marker that a side draws on the average, if it has any left."""
    pool = sorted((marker.value, marker.id) for marker in situation.markers(side, pool=True))
    return (median_low(pool)[1],) if pool else ()


def charges(situation: Situation, division: str) -> bool:
    """Return whether a division should charge now: if its planned attacks gain enough by it."""
    more = 0.0
    for each in attacks_planned(situation):
        who = {situation.unit(name).formation for name in each.names}
        if who == {CAVALRY_DIVISIONS[division]}:
            plain = _attack(situation, each.target, each.names)
            more += gain(evolve(plain, charging=frozenset({division}))) - each.gain
    return more > ATTRITION


# ---- bombardment


@lru_cache(maxsize=64)
def bombarded(situation: Situation, side: str) -> tuple[Hex, ...]:
    """Return the hexes in sight that a side bombards in this phase, the best first.

    It spends of its pool what is due in a third of a day, and fires only where it may hit. A side
    that attacks does not bombard whom it could attack besides, for that would forbid the attack.
    """
    seen = in_sight(situation, side, frozenset())
    good = tuple(cell for cell in _hit_most(situation, side) if seen is None or cell in seen)
    return good[: _budget(situation, side)]


def hidden_target(situation: Situation, side: str) -> Hex | None:
    """Return the hex out of sight that is worth an air unit's eyes, if there is one.

    It is when it is better than anything in sight.
    """
    best = next(iter(_hit_most(situation, side)), None)
    return None if best in bombarded(situation, side)[:1] else best


@lru_cache(maxsize=64)
def _hit_most(situation: Situation, side: str) -> tuple[Hex, ...]:
    """Return the hexes that a bombardment may hurt, seen or not, the best first."""
    enemies = dict.fromkeys(piece.at for piece in situation.of(situation.other(side)))
    chances = {cell: _hits(situation, side, cell) for cell in enemies}
    good = (cell for cell, hits in chances.items() if hits > 0)
    return tuple(sorted(good, key=lambda cell: (-chances[cell], cell)))


def _budget(situation: Situation, side: str) -> int:
    """Return how many hexes a side bombards at most in one phase."""
    pool = len(situation.markers(side, pool=True))
    opened = len(situation.markers(side, pool=False))
    left = TURNS_A_DAY - (situation.turn - 2) % TURNS_A_DAY
    limit = situation.ruleset.markers_per_hex.get(side, 1)
    return -(-(-(-pool // left) + opened) // limit)


def _hits(situation: Situation, side: str, cell: Hex) -> float:
    """Return how many points of strength a usual bombardment of a hex costs, on the average."""
    pool = situation.markers(side, pool=True)
    if not pool:
        names = tuple(marker.id for marker in situation.markers(side, pool=False)[:1])
    else:
        names = usual(situation, side) * situation.ruleset.markers_per_hex.get(side, 1)
    if not names or not known_ground(situation, cell, situation.other(side)).allowed:
        return 0
    costs = bombardment_column(situation, Fallen(side, cell, names))[1]
    there = situation.at(cell, situation.other(side))
    weight = sum(_weight(situation, piece) for piece in there)
    planned = planned_on(situation, cell) if side == situation.active else None
    if planned is not None:
        weight += planned.gain
    if cell in heart(situation):
        weight += GROUND
    return costs.count(STEP) / len(costs) * weight


def _weight(situation: Situation, piece: Piece) -> float:
    """Return what a step of a unit is worth."""
    face = situation.roster.face(piece)
    return (face.attack + face.defense) / face.steps


def marker_for(keys: Iterable[str], label: str) -> str | None:
    """Return the way to lay one more marker on a hex: one that serves each turn before a draw."""
    able = [key for key in keys if key.startswith("fire@") and key.endswith(f"@{label}")]
    return min(able, key=lambda key: (f"@{DRAW}@" in key, key), default=None)


def eyes_for(keys: Iterable[str], board: Board, target: Hex) -> str | None:
    """Return the way to let an air unit observe a hex that nobody sees: from as near as can be."""
    able = {
        key: board.hex(key.rpartition("@")[2]).distance(target)
        for key in keys
        if key.startswith("watch@")
    }
    near = {key: hexes for key, hexes in able.items() if hexes <= AIR_RADIUS}
    return min(near, key=lambda key: (near[key], key), default=None)

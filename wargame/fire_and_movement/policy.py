"""Plain but sensible players for whole games of Gaza 1917 and Lebanon '82, for either side.

They know the position and the question, nothing else: no dice of their own, no memory, so that the
same position is always answered alike. What a side is after is in :mod:`policy_goals`, where units
go in :mod:`policy_moves`, whom they attack and bombard in :mod:`policy_fights` and
:mod:`policy_fire`. They are there to be played against.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.fire_and_movement.advance import STAY
from wargame.fire_and_movement.aftermath import REFUSE
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.fire_plan import DONE
from wargame.fire_and_movement.gaza_1917 import CAVALRY_DIVISIONS
from wargame.fire_and_movement.landing import AT_SEA
from wargame.fire_and_movement.movement import Move, MovementPhase
from wargame.fire_and_movement.phase import END, GO, NO, YES, CombatPhase
from wargame.fire_and_movement.policy_fights import (
    attacks_planned,
    bombarded,
    charges,
    eyes_for,
    hidden_target,
    marker_for,
    planned_on,
)
from wargame.fire_and_movement.policy_fire import next_bombardment, one_more, support
from wargame.fire_and_movement.policy_goals import aim_of
from wargame.fire_and_movement.policy_ground import (
    cover,
    distances,
    heart,
    matters,
    near,
    worth,
)
from wargame.fire_and_movement.policy_moves import next_unit, where
from wargame.fire_and_movement.results import RETREAT, STAND
from wargame.fire_and_movement.retreat import retreats
from wargame.fire_and_movement.sams import FIRE, HOLD
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.support_fire import PASS

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.grid import Hex
    from wargame.core.procedure import Choice
    from wargame.fire_and_movement.units import Piece

    Rule = Callable[["_Asked"], str | None]


WHOLE_UNIT = 20
"""What a unit is worth beyond its figures to whoever spares units: more than any step."""


@frozen
class _Asked:
    """A question with the position it is asked in.

    Args:
        choice: The question.
        situation: The position.
    """

    choice: Choice
    situation: Situation

    @property
    def who(self) -> str:
        """Who is asked."""
        return self.choice.who

    @property
    def keys(self) -> list[str]:
        """What may be answered."""
        return [option.key for option in self.choice.options]

    def on_map(self, name: str) -> Piece | None:
        """Return the piece that a key names, if it names one."""
        return next((piece for piece in self.situation.pieces if piece.unit == name), None)


def plays(choice: Choice) -> str:
    """Return the answer of whoever is asked.

    Args:
        choice: A question of a game, with the position it is asked in.

    Returns:
        The key of an option; the first where the player does not care, so in the set-up.
    """
    keys = [option.key for option in choice.options]
    found = _in_phase(choice, keys)
    return found if found in keys else keys[0]


def about(situation: Situation, side: str) -> str:
    """Return what the plain player of a side does, in a sentence."""
    return f"The plain player of {side} {aim_of(situation, side).does}"


def _in_phase(choice: Choice, keys: list[str]) -> str | None:
    match choice.position:
        case MovementPhase() as phase:
            return next_unit(phase)
        case Move() as move:
            return where(move)
        case CombatPhase() as phase:
            return _next_attack(phase, keys)
        case Attack() as so_far:
            return (_supports if PASS in keys else _joins)(choice, so_far, keys)
        case Situation() as situation:
            asked = _Asked(choice, situation)
            return next((key for rule in _RULES if (key := rule(asked)) is not None), None)
    return None


# ---- attacks


def _next_attack(phase: CombatPhase, keys: list[str]) -> str:
    """Make the best of the planned attacks that may still be made."""
    board = phase.situation.board
    labels = (board.label(each.target) for each in attacks_planned(phase.situation))
    return next((label for label in labels if label in keys), END)


def _joins(choice: Choice, so_far: Attack, keys: list[str]) -> str:
    """Say who joins an attack, or announce who will."""
    situation = so_far.situation
    planned = planned_on(situation, so_far.target)
    names = planned.names if planned else ()
    at = {situation.board.label(situation.piece(name).at) for name in names}
    if NO in keys:
        asked = choice.purpose.partition(" announce ")[2].partition(" ")[0]
        return YES if asked in at else NO
    left = [key for key in keys if key in at]
    return left[0] if left else GO


def _supports(choice: Choice, attack: Attack, keys: list[str]) -> str:
    """Say whether a marker is added to a combat, and from which pool."""
    number = int(choice.purpose.rpartition(" ")[2])
    return support(attack, choice.who, number, keys)


def _charge(asked: _Asked) -> str | None:
    """Charge when the planned attacks gain by it."""
    division, _, rest = asked.choice.purpose.partition(": ")
    if rest != "charge" or division not in CAVALRY_DIVISIONS:
        return None
    return YES if charges(asked.situation, division) else NO


def _kress(asked: _Asked) -> str | None:
    """Let Kress lead the first attack, which is the best one."""
    return YES if asked.choice.purpose.startswith("Kress leads") else None


def _markers(asked: _Asked) -> str | None:
    """Lay markers on the hexes worth it, one hex after the other; aircraft find the best first."""
    if not asked.choice.purpose.endswith("place a marker"):
        return None
    situation, board = asked.situation, asked.situation.board
    hidden = hidden_target(situation, asked.who)
    if hidden is not None and (key := _found_by_air(asked, hidden)):
        return key
    found = (marker_for(asked.keys, board.label(cell)) for cell in bombarded(situation, asked.who))
    return next((key for key in found if key), DONE)


def _found_by_air(asked: _Asked, hidden: Hex) -> str | None:
    """Fire at a hex out of sight once an air unit observes it, and let one observe it before."""
    board = asked.situation.board
    return marker_for(asked.keys, board.label(hidden)) or eyes_for(asked.keys, board, hidden)


def _bombardment(asked: _Asked) -> str | None:
    """Bombard what is worth it, with as many markers as a hex may take."""
    said = asked.choice.purpose
    if said.endswith(": next bombardment"):
        return next_bombardment(asked.situation, asked.keys)
    if ": marker " in said and " on " in said:
        return one_more(asked.situation, asked.who, asked.keys)
    return None


def _missiles(asked: _Asked) -> str | None:
    """Fire at every aircraft: the site has its shot again in the next phase."""
    return FIRE if {FIRE, HOLD} == set(asked.keys) else None


def _lands(asked: _Asked) -> str | None:
    """Land as near to an enemy as can be, but not on him nor among several."""
    if AT_SEA not in asked.keys:
        return None
    situation, foe = asked.situation, asked.situation.other(asked.who)
    cells = {key: situation.board.hex(key) for key in asked.keys if key != AT_SEA}
    free = {key: cell for key, cell in cells.items() if not situation.at(cell)}
    foes = [piece.at for piece in situation.of(foe)]
    if not free or not foes:
        return AT_SEA
    far = {key: min(map(cell.distance, foes)) for key, cell in free.items()}
    among = {key: len(near(situation, foe, cell, 1)) for key, cell in free.items()}
    return min(free, key=lambda key: (among[key] > 1, far[key], key))


# ---- losses and retreats


def _stand_or_go(asked: _Asked) -> str | None:
    """Stand where it matters, or nobody can fall back, while somebody is left; in Gaza always."""
    if RETREAT not in asked.keys:
        return None
    named = {key: asked.on_map(key.removeprefix(f"{STAND}:")) for key in asked.keys}
    stands = {key: piece for key, piece in named.items() if piece is not None}
    pieces = list(stands.values())
    steps = sum(asked.situation.roster.steps(piece) for piece in pieces)
    cells = {piece.at for piece in pieces}
    dear = any(matters(asked.situation, asked.who, cell) for cell in cells)
    last = any(cell in heart(asked.situation) for cell in cells)
    trapped = any(retreats(asked.situation, piece.unit, 1).doomed for piece in pieces)
    if (steps > 1 and (dear or trapped)) or last:
        return min(stands, key=lambda key: _price(asked, stands[key]))
    return RETREAT


def _loss(asked: _Asked) -> str | None:
    """Lose the cheapest step."""
    said = asked.choice.purpose
    if not said.endswith(("loses a step", "loses one step")):
        return None
    pieces = {key: piece for key in asked.keys if (piece := asked.on_map(key)) is not None}
    return min(pieces, key=lambda key: _price(asked, pieces[key]), default=None)


def _price(asked: _Asked, piece: Piece) -> tuple[int, str]:
    """Return what the next step of a unit is worth: what its counter loses by it."""
    roster = asked.situation.roster
    after = roster.after_loss(piece)
    faces = [roster.face(each) for each in (piece, after) if each is not None]
    worths = [face.attack + face.defense for face in faces]
    price = worths[0] - sum(worths[1:])
    if after is None and aim_of(asked.situation, asked.who).spares_units:
        price += WHOLE_UNIT
    return price, piece.unit


def _way_back(asked: _Asked) -> str | None:
    """Fall back to good ground away from the enemy, never farther from Gaza than need be."""
    said = asked.choice.purpose
    if " retreats " not in said or said.endswith("retreats next"):
        return None
    situation = asked.situation
    ways = {key: situation.board.hex(key.rpartition("-")[2]) for key in asked.keys if key != REFUSE}
    return max(ways, key=lambda key: (_stay_worth(asked, ways[key]), key), default=None)


def _stay_worth(asked: _Asked, cell: Hex) -> float:
    """Return how good it is to stand in a hex for the time being."""
    situation, side = asked.situation, asked.who
    far = distances(situation, side, heart(situation)).get(cell, 0)
    foes = len(near(situation, situation.other(side), cell, 1))
    return cover(situation, side, cell) + 2 * worth(situation).get(cell, 0) - foes - far / 8


# ---- advances


def _advance(asked: _Asked) -> str | None:
    """Advance onto what is worth holding, and the British towards Gaza besides."""
    if STAY not in asked.keys or not asked.choice.purpose.partition(": advance")[1]:
        return None
    scored = {key: _gained(asked, *key.split("@")) for key in asked.keys if key != STAY}
    best = max(scored, key=lambda key: (scored[key], key), default=STAY)
    return best if best != STAY and scored[best] > 0 else STAY


def _gained(asked: _Asked, name: str, label: str) -> float:
    situation, cell = asked.situation, asked.situation.board.hex(label)
    piece = situation.piece(name)
    alone = len(situation.at(piece.at, asked.who)) == 1
    points = worth(situation)
    more = 4.0 * (points.get(cell, 0) - (points.get(piece.at, 0) if alone else 0))
    aim = aim_of(situation, asked.who)
    if aim.presses:
        far = distances(situation, asked.who, heart(situation))
        more += (far.get(piece.at, 0) - far.get(cell, 0)) / 4
        # who has advanced does not move again, though he may have a mobile phase before him
        more -= situation.ruleset.mobile_phases and not situation.mobile
    elif (alone and matters(situation, asked.who, piece.at)) or not aim.ground:
        more -= 1
    return more + situation.roster.face(piece).defense / 16


_RULES: tuple[Rule, ...] = (
    _charge,
    _kress,
    _markers,
    _bombardment,
    _missiles,
    _lands,
    _stand_or_go,
    _loss,
    _way_back,
    _advance,
)

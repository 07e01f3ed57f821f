"""The orders of Lebanon '82: what both sides of 1982, 2006 and 1976 send where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.fire_and_movement.lebanon_2006 import last_turn
from wargame.fire_and_movement.policy_ground import worth
from wargame.fire_and_movement.policy_orders import Orders, hold_on, hunt, send, shelter

if TYPE_CHECKING:
    from wargame.fire_and_movement.state import Situation

AT_THE_END = 3
"""The last turns of 2006, in which Israel goes for towns: few, but the end may come early."""
GANG = 3
"""How many points stronger than a brigade the PLO gathers in 2006: it can bring no more."""
FEW = 4
"""So few units of the enemy in 2006 mean that the end is near."""


def after_everybody(situation: Situation) -> Orders:
    """Hunt down whoever there is: 1982 as Israel, and any game without goals of its own."""
    given = Orders()
    hunt(situation, given, situation.of(situation.active))
    return given


def outlasting(situation: Situation) -> Orders:
    """Keep to cover and out of the way: 1982 as the Arabs."""
    given = Orders()
    shelter(situation, given, situation.of(situation.active))
    return given


def into_the_towns(situation: Situation) -> Orders:
    """Hunt the enemy, and be in the towns when the game ends: 2006 as Israel."""
    given, pieces = Orders(), situation.of(situation.active)
    last, enemies = last_turn(situation).value, situation.of(situation.inactive)
    ending = isinstance(last, int) and situation.turn > last - AT_THE_END
    if ending or len(enemies) <= FEW:
        given.hold.update(piece.unit for piece in pieces if piece.at in worth(situation))
        send(situation, given, pieces)
    hunt(situation, given, pieces)
    return given


def in_gangs(situation: Situation) -> Orders:
    """Gang up on brigades with whole units, and spare the others: 2006 as the PLO."""
    given, pieces = Orders(), situation.of(situation.active)
    whole = [piece for piece in pieces if situation.roster.steps(piece) > 1]
    worn = [piece for piece in pieces if piece not in whole]
    shelter(situation, given, worn, worn=True)
    hunt(situation, given, whole, GANG)
    return given


def in_the_cities(situation: Situation) -> Orders:
    """Hold Beirut and Sidon: 1976 as the PLO."""
    given, pieces = Orders(), situation.of(situation.active)
    hold_on(situation, given, pieces)
    shelter(situation, given, pieces)
    return given


def into_the_cities(situation: Situation) -> Orders:
    """Go for what is left of Beirut and Sidon, together: 1976 as Syria."""
    given, pieces = Orders(), situation.of(situation.active)
    send(situation, given, pieces)
    hunt(situation, given, pieces)
    return given

"""Lebanon '82, June 1982 (LEB82 10 to 19): from the set-up to the verdict, for two or three.

The turn itself is :mod:`~wargame.fire_and_movement.turn`, victory :mod:`lebanon_victory`, set-up
:mod:`lebanon_setup`, landings :mod:`landing`. The order of deployment is ours, Arabs first; the
book does not say. PLO and Syrians are one side in the turn also when two people play them (19.1).
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.errors import RequestError
from wargame.core.rulebook import implements
from wargame.fire_and_movement import lebanon_setup, lebanon_victory, turn
from wargame.fire_and_movement.allotment import begin_turn, track_named
from wargame.fire_and_movement.bombardment_phase import bombardment_phase
from wargame.fire_and_movement.landing import BOX, landings
from wargame.fire_and_movement.lebanon_places import ISRAELI, SEA_DIVISION, slots_1982
from wargame.fire_and_movement.plan import Plan
from wargame.fire_and_movement.sams import built
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.state import Situation, Waiting

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.core.procedure import Steps

SCENARIO = "lebanon_82/peace_for_galilee"


PLAN = Plan(
    "Lebanon '82",
    lebanon_victory.LENGTH,
    first=ISRAELI,
    support=partial(begin_turn, track=track_named("lebanon_82/1982"), first=ISRAELI),
    arrivals=landings,
    bombardment=bombardment_phase,
    won=lebanon_victory.won_at_once,
    over=lebanon_victory.is_over,
    is_last=lebanon_victory.is_last,
    verdict=lebanon_victory.verdict,
)
"""What the game adds to the sequence of play: thirty turns, Israel first (10.1), pressure (18)."""

PLAN_OF_THREE = evolve(
    PLAN, title="Lebanon '82, three players", verdict=lebanon_victory.three_player_verdict
)
"""The same for Israel, the PLO and Syria (19.1)."""


@implements("LEB82", "10.0", "10.1")
def opening(charts: Path | str | None = None, *, players: int = 2) -> turn.Game:
    """Return the game as drawn up, at the Support Fire Marker Phase of turn 1.

    Args:
        charts: A folder of the owner's own charts, used before the project's.
        players: 2, or 3 for the alternate victory conditions (19.1).
    """
    return begun(load_scenario(SCENARIO, charts).situation, plan_for(players))


def plan_for(players: int) -> Plan:
    """Return the plan for two or three players.

    Raises:
        RequestError: There are more or fewer.
    """
    plans = {2: PLAN, 3: PLAN_OF_THREE}
    if players not in plans:
        raise RequestError("players", str(players), "2 or 3")
    return plans[players]


@implements("LEB82", "10.3/1", "13.0", "13.0/1", "13.0/2")
def begun(situation: Situation, plan: Plan = PLAN) -> turn.Game:
    """Return the game from a set-up: the 96th Division in its box, all six missile sites ready."""
    there = {piece.unit for piece in situation.pieces}
    waiting = tuple(
        sorted(
            Waiting(unit.id, BOX)
            for unit in situation.roster.units.values()
            if unit.formation == SEA_DIVISION and unit.id not in there
        )
    )
    sites = built(situation.board)
    situation = evolve(situation, turn=1, active=ISRAELI, waiting=waiting, sites=sites)
    return turn.Game(situation, plan)


def peace_for_galilee(game: turn.Game | Situation | None = None, *, players: int = 2) -> Steps:
    """Play Lebanon '82 to its end.

    Args:
        game: Where to begin: a game under way, or a position at the start of a player turn. Where
            nothing is given, both sides are asked for their set-up first.
        players: 2, or 3 for the alternate victory conditions (19.1).

    Returns:
        :class:`~wargame.fire_and_movement.turn.Ended`, with the verdict.
    """
    if game is None:
        ready = load_scenario(SCENARIO).situation
        state = lebanon_setup.empty(ready, slots_1982(ready))
        return _two(state) if plan_for(players) is PLAN else _three(state)
    if isinstance(game, Situation):
        game = turn.Game(game, plan_for(players), "start")
    return turn.play_game(game)


_two, _three = (
    turn.FromSetUp(lebanon_setup.where, lebanon_setup.next_placed, partial(begun, plan=plan))
    for plan in (PLAN, PLAN_OF_THREE)
)

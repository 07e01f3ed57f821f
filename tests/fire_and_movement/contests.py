"""Whole games of Gaza between the plain player and chance, for tests and figures."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.drivers import play
from wargame.core.procedure import Chance
from wargame.fire_and_movement.gaza_1917 import BRITISH, CENTRAL_POWERS
from wargame.fire_and_movement.gaza_game import opening, second_battle
from wargame.fire_and_movement.gaza_victory import LADDER, victory_points, winner
from wargame.fire_and_movement.policy import plays
from wargame.fire_and_movement.turn import Ended

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.procedure import Choice

    Player = Callable[[Choice], str]

LEVELS = (
    "British instant victory",
    *(name for _, name, _ in LADDER),
    "Central Powers instant victory",
)
"""Every verdict there is, the best for the British first."""
OTHER_SIDE_OF_THE_DICE = 100_000
"""Chance decides and throws by two generators, so that both players of a seed see the same dice."""


@frozen
class Contest:
    """What a game came to.

    Args:
        verdict: The level of victory.
        winner: The side that won, or nothing for a draw.
        points: British victory points at its end.
        turn: The turn in which it ended.
    """

    verdict: str
    winner: str
    points: int
    turn: int


def by_chance(seed: int) -> Player:
    """Return a player that takes every decision at random."""
    random = Random(seed + OTHER_SIDE_OF_THE_DICE)
    return lambda choice: random.choice(choice.options).key


def contest(british: Player, central_powers: Player, seed: int) -> Contest:
    """Play a game of Gaza from the set-up as drawn up."""
    players = {BRITISH: british, CENTRAL_POWERS: central_powers}
    answers = Chance(Random(seed), lambda choice: players[choice.who](choice))
    ended = play(partial(second_battle, opening()), answers).outcome
    assert isinstance(ended, Ended)
    points = victory_points(ended.situation).value
    assert isinstance(points, int)
    verdict = str(ended.verdict.value)
    return Contest(verdict, winner(ended.verdict), points, ended.situation.turn)


def chance_v_chance(seed: int) -> Contest:
    """Play a game in which nobody thinks."""
    chance = by_chance(seed)
    return contest(chance, chance, seed)


def policy_v_chance(seed: int) -> Contest:
    """Play a game in which the British think."""
    return contest(plays, by_chance(seed), seed)


def chance_v_policy(seed: int) -> Contest:
    """Play a game in which the Central Powers think."""
    return contest(by_chance(seed), plays, seed)


def policy_v_policy(seed: int) -> Contest:
    """Play a game in which both sides think."""
    return contest(plays, plays, seed)

"""Whole games between the plain players and chance, for tests and figures."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.drivers import play
from wargame.core.procedure import Chance
from wargame.fire_and_movement import (
    gaza_game,
    gaza_victory,
    lebanon_1976,
    lebanon_2006,
    lebanon_game,
)
from wargame.fire_and_movement.gaza_1917 import BRITISH, CENTRAL_POWERS
from wargame.fire_and_movement.lebanon_places import ARAB, ISRAELI, PLO, SYRIAN
from wargame.fire_and_movement.policy import plays
from wargame.fire_and_movement.turn import Ended

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from wargame.core.procedure import Choice, Steps
    from wargame.core.ruling import Ruling
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.turn import Game

    Player = Callable[[Choice], str]

OTHER_SIDE_OF_THE_DICE = 100_000
"""Chance decides and throws by two generators, so that both players of a seed see the same dice."""


@frozen(eq=False)
class Battle:
    """A game in which contests are held.

    Args:
        title: What it is called.
        sides: Both sides, the first player first.
        opening: Makes the game as drawn up.
        played: Plays it.
        winner: The side that a verdict names, or nothing for a draw.
        points: How well the first player has done.
    """

    title: str
    sides: tuple[str, str]
    opening: Callable[[], Game]
    played: Callable[[Game], Steps]
    winner: Callable[[Ruling], str]
    points: Callable[[Situation], int]


def _victory_points(situation: Situation) -> int:
    points = gaza_victory.victory_points(situation).value
    assert isinstance(points, int)
    return points


def _steps_ahead(situation: Situation) -> int:
    """Return how many steps more the first player has on the map than the second."""
    first, second = situation.sides
    return situation.steps(first) - situation.steps(second)


def _named(named: Mapping[str, str]) -> Callable[[Ruling], str]:
    return lambda verdict: named.get(str(verdict.value), "")


GAZA = Battle(
    "The Second Battle of Gaza",
    (BRITISH, CENTRAL_POWERS),
    gaza_game.opening,
    gaza_game.second_battle,
    gaza_victory.winner,
    _victory_points,
)
LEBANON = {
    "1982": Battle(
        "Lebanon '82",
        (ISRAELI, ARAB),
        lebanon_game.opening,
        lebanon_game.peace_for_galilee,
        _named({ISRAELI: ISRAELI, "Arabs": ARAB}),
        _steps_ahead,
    ),
    "2006": Battle(
        "Lebanon 2006",
        (ISRAELI, ARAB),
        lebanon_2006.opening,
        lebanon_2006.invasion_2006,
        _named({ISRAELI: ISRAELI, PLO: ARAB}),
        _steps_ahead,
    ),
    "1976": Battle(
        "Lebanon 1976",
        (SYRIAN, PLO),
        lebanon_1976.opening,
        lebanon_1976.invasion_1976,
        _named({SYRIAN: SYRIAN, PLO: PLO}),
        _steps_ahead,
    ),
}
BATTLES = {"gaza": GAZA, **LEBANON}


@frozen
class Contest:
    """What a game came to.

    Args:
        verdict: The level of victory, or who won.
        winner: The side that won, or nothing for a draw.
        points: British victory points at the end of Gaza; in Lebanon, steps that the first player
            has more than the second.
        turn: The turn in which it ended.
    """

    verdict: str
    winner: str
    points: int
    turn: int


def contest(battle: Battle, thinking: Collection[str], seed: int) -> Contest:
    """Play a game as drawn up.

    Args:
        battle: The game.
        thinking: The sides that think; the others decide by chance.
        seed: What chance and dice come from.
    """
    chance = Random(seed + OTHER_SIDE_OF_THE_DICE)

    def answer(choice: Choice) -> str:
        return plays(choice) if choice.who in thinking else chance.choice(choice.options).key

    ended = play(partial(battle.played, battle.opening()), Chance(Random(seed), answer)).outcome
    assert isinstance(ended, Ended)
    winner, points = battle.winner(ended.verdict), battle.points(ended.situation)
    return Contest(str(ended.verdict.value), winner, points, ended.situation.turn)


def pairings(battle: Battle) -> dict[str, tuple[str, ...]]:
    """Return the sides that think in each pairing, the first player named first."""
    first, second = battle.sides
    return {
        "chance v chance": (),
        "policy v chance": (first,),
        "chance v policy": (second,),
        "policy v policy": (first, second),
    }

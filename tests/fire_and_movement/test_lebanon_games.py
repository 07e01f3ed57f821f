"""Whole games of Lebanon '82 by chance: no dead end, a verdict, and the same end on replay."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from random import Random

import pytest

from tests.fire_and_movement.lebanon import (
    IN_1976,
    IN_1982,
    IN_2006,
    ISRAELI,
    PLO,
    SYRIAN,
    lebanon,
)
from wargame.core.drivers import Played, play, replay
from wargame.core.procedure import Chance, Steps
from wargame.fire_and_movement import lebanon_1976, lebanon_2006, lebanon_game
from wargame.fire_and_movement.situation_text import situation_from_text, situation_to_text
from wargame.fire_and_movement.turn import Ended

GAMES = 10
STARTS: dict[str, Callable[[], Steps]] = {
    "peace_for_galilee": lebanon_game.peace_for_galilee,
    "invasion_2006": lebanon_2006.invasion_2006,
    "invasion_1976": lebanon_1976.invasion_1976,
}
WINNERS = {
    "peace_for_galilee": {ISRAELI, "Arabs"},
    "invasion_2006": {ISRAELI, PLO, "draw"},
    "invasion_1976": {SYRIAN, PLO},
}


@cache
def game(scenario: str, seed: int) -> Played:
    return play(STARTS[scenario], Chance(Random(seed)))


@pytest.mark.cases("LEB82", "10.0", "10.1", "18.0", "19.0", "20.0", "25.1", "27.0")
@pytest.mark.parametrize("scenario", STARTS)
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_by_chance_ends_with_a_verdict(scenario: str, seed: int) -> None:
    ended = game(scenario, seed).outcome
    assert isinstance(ended, Ended)
    assert ended.verdict.value in WINNERS[scenario]
    situation = ended.situation
    assert situation.turn <= 30
    where = [piece.at for piece in situation.pieces]
    assert len(set(where)) == len(where)
    text = situation_to_text(situation, f"lebanon_82/{scenario}")
    assert situation_to_text(situation_from_text(text), f"lebanon_82/{scenario}") == text


@pytest.mark.parametrize("scenario", STARTS)
def test_a_journal_replays_to_the_same_end(scenario: str) -> None:
    played = game(scenario, 0)
    again = replay(STARTS[scenario], played.journal)
    assert again.outcome.situation == played.outcome.situation
    assert again.outcome.verdict == played.outcome.verdict


def test_three_players_and_a_game_taken_up_in_the_middle() -> None:
    ended = play(partial(lebanon_game.peace_for_galilee, players=3), Chance(Random(1))).outcome
    assert ended.verdict.value in {ISRAELI, PLO, SYRIAN}
    start = lebanon_game.opening(players=3)
    assert start.plan is lebanon_game.PLAN_OF_THREE
    assert lebanon_game.opening().plan is lebanon_game.PLAN


@pytest.mark.cases("LEB82", "13.0", "13.0/1", "20.3")
def test_the_six_sites_stand_as_soon_as_the_game_is_drawn_up() -> None:
    assert len(lebanon(IN_1982).sites) == 6
    assert lebanon(IN_1982).sites == lebanon_game.opening().situation.sites
    assert not lebanon(IN_2006).sites
    assert not lebanon(IN_1976).sites

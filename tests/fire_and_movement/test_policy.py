"""The plain player of Gaza 1917: it wins as either side, and answers a position always alike."""

from __future__ import annotations

from functools import cache, partial
from random import Random
from statistics import mean

import pytest

from tests.fire_and_movement.contests import (
    Contest,
    chance_v_chance,
    chance_v_policy,
    policy_v_chance,
    policy_v_policy,
)
from tests.fire_and_movement.positions import gaza
from wargame.core.drivers import Played, play
from wargame.core.procedure import Chance
from wargame.fire_and_movement import gaza_victory
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.fire_day import TURNS
from wargame.fire_and_movement.gaza_1917 import BRITISH, CENTRAL_POWERS
from wargame.fire_and_movement.gaza_game import opening, second_battle
from wargame.fire_and_movement.policy import plays
from wargame.fire_and_movement.policy_fights import attacks_planned, bombarded, gain
from wargame.fire_and_movement.policy_goals import railroad
from wargame.fire_and_movement.policy_ground import distances
from wargame.fire_and_movement.policy_moves import orders

GAMES = 2
"""Of each pairing: eight in all. A hundred of each are played by ``tests.benchmarks.policies``."""
MARGIN = 5
"""How many victory points the British gain, or lose, by a thinking player."""
SEED = 1


@cache
def games() -> dict[str, list[Contest]]:
    pairings = {
        "chance": chance_v_chance,
        "british": policy_v_chance,
        "central": chance_v_policy,
        "both": policy_v_policy,
    }
    return {name: [played(seed) for seed in range(GAMES)] for name, played in pairings.items()}


def points(pairing: str) -> float:
    """Return the mean of British points; both hexes of Gaza at once are worth all of them."""
    full = sum(worth for _, worth in gaza_victory.victory_hexes(opening().situation.board))
    return mean(
        full if each.verdict == gaza_victory.BRITISH_AT_ONCE else each.points
        for each in games()[pairing]
    )


@pytest.mark.cases("GAZA", "12.0", "12.1", "12.3")
def test_the_british_player_beats_chance_by_a_margin_in_points() -> None:
    assert all(each.winner == BRITISH for each in games()["british"])
    assert points("british") >= points("chance") + MARGIN


@pytest.mark.cases("GAZA", "12.0", "12.2", "12.3")
def test_the_player_of_the_central_powers_beats_chance_and_saves_points() -> None:
    """Chance loses as the British to anybody; it is against a thinking enemy that he tells."""
    assert all(each.winner == CENTRAL_POWERS for each in games()["central"])
    assert points("both") <= points("british") - MARGIN


def test_a_game_between_them_lasts_to_a_verdict() -> None:
    for each in games()["both"]:
        assert each.turn == len(TURNS)
        assert each.points > 0


@cache
def played() -> Played:
    return play(partial(second_battle, opening()), Chance(Random(SEED), plays))


def test_a_question_asked_again_is_answered_alike() -> None:
    """It has no dice and no memory: the game it plays once more is the same to the last answer."""
    before, ended = games()["both"][SEED], played().outcome
    assert before.verdict == ended.verdict.value
    assert before.points == gaza_victory.victory_points(ended.situation).value


def test_it_does_something_of_everything() -> None:
    """A whole game asks nearly everything: each kind of answer is found in it."""
    answers = {str(entry.answer) for entry in played().journal}
    asked = [entry.ask for entry in played().journal]
    assert any(each.startswith("fire@") for each in answers)
    assert {"end", "stay", "yes"} <= answers
    assert any("who attacks" in each or "announce" in each for each in asked)
    assert any(each.startswith("Kress leads") for each in asked)


@pytest.mark.cases("GAZA", "12.2", "13.2")
def test_the_british_guard_the_railroad_and_hold_what_they_have() -> None:
    situation = opening().situation
    given = orders(situation)
    line = railroad(situation.board)
    posts = [goals for goals in given.goals.values() if len(goals) == 1 and goals <= line]
    assert len(posts) >= 3
    assert "BR-TRAIN" in given.hold


def test_far_is_far() -> None:
    board = opening().situation.board
    far = distances(opening().situation, BRITISH, (board.hex("0914"),))
    assert far[board.hex("0914")] == 0
    assert far[board.hex("1015")] < far[board.hex("1417")]


@pytest.mark.cases("GAZA", "18.1")
def test_nobody_attacks_or_bombards_to_his_own_harm() -> None:
    situation = opening().situation
    assert attacks_planned(situation) == ()
    for side in situation.sides:
        held = {piece.at for piece in situation.of(situation.other(side))}
        assert set(bombarded(situation, side)) <= held


@pytest.mark.cases("GAZA", "16.3", "17.0")
@pytest.mark.parametrize("side", [BRITISH, CENTRAL_POWERS])
def test_planned_attacks_are_legal_gain_and_use_nobody_twice(side: str) -> None:
    """On the eve of the assault, when both stand next to each other."""
    situation = gaza("eve_of_assault", active=side)
    planned = attacks_planned(situation)
    assert planned
    used = [name for each in planned for name in each.names]
    assert len(set(used)) == len(used)
    for each in planned:
        attack = Attack(situation, each.target, each.names).require_legal()
        assert each.gain > 0
        assert gain(attack) <= each.gain

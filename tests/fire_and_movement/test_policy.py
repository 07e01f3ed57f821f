"""The plain player of Gaza 1917: it wins as either side, and answers a position always alike."""

from __future__ import annotations

from functools import cache, partial
from random import Random
from statistics import mean

import pytest

from tests.fire_and_movement.contests import GAZA, Contest, contest, pairings
from tests.fire_and_movement.positions import gaza
from wargame.core.drivers import Played, play
from wargame.core.procedure import Chance, Choice, Option
from wargame.fire_and_movement import gaza_victory
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.fire_day import TURNS
from wargame.fire_and_movement.gaza_1917 import BRITISH, CENTRAL_POWERS
from wargame.fire_and_movement.gaza_game import opening, second_battle
from wargame.fire_and_movement.observation import in_sight
from wargame.fire_and_movement.policy import plays
from wargame.fire_and_movement.policy_fights import (
    attacks_planned,
    bombarded,
    eyes_for,
    gain,
    hidden_target,
)
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
    return {
        name: [contest(GAZA, thinking, seed) for seed in range(GAMES)]
        for name, thinking in pairings(GAZA).items()
    }


def points(pairing: str) -> float:
    """Return the mean of British points; both hexes of Gaza at once are worth all of them."""
    full = sum(worth for _, worth in gaza_victory.victory_hexes(opening().situation.board))
    return mean(
        full if each.verdict == gaza_victory.BRITISH_AT_ONCE else each.points
        for each in games()[pairing]
    )


@pytest.mark.cases("GAZA", "12.0", "12.1", "12.3")
def test_the_british_player_beats_chance_by_a_margin_in_points() -> None:
    assert all(each.winner == BRITISH for each in games()["policy v chance"])
    assert points("policy v chance") >= points("chance v chance") + MARGIN


@pytest.mark.cases("GAZA", "12.0", "12.2", "12.3")
def test_the_player_of_the_central_powers_beats_chance_and_saves_points() -> None:
    """Chance loses as the British to anybody; it is against a thinking enemy that he tells."""
    assert all(each.winner == CENTRAL_POWERS for each in games()["chance v policy"])
    assert points("policy v policy") <= points("policy v chance") - MARGIN


def test_a_game_between_them_lasts_to_a_verdict() -> None:
    for each in games()["policy v policy"]:
        assert each.turn == len(TURNS)
        assert each.points > 0


@cache
def played() -> Played:
    return play(partial(second_battle, opening()), Chance(Random(SEED), plays))


def test_a_question_asked_again_is_answered_alike() -> None:
    """It has no dice and no memory: the game it plays once more is the same to the last answer."""
    before, ended = games()["policy v policy"][SEED], played().outcome
    assert before.verdict == ended.verdict.value
    assert before.points == gaza_victory.victory_points(ended.situation).value


def test_it_does_something_of_everything() -> None:
    """A whole game asks nearly everything: each kind of answer is found in it."""
    answers = {str(entry.answer) for entry in played().journal}
    asked = [entry.ask for entry in played().journal]
    assert any(each.startswith("fire@") for each in answers)
    assert any(each.startswith("watch@") for each in answers)
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


@pytest.mark.cases("GAZA", "18.5/3")
def test_an_air_unit_observes_what_is_best_to_bombard_and_out_of_sight() -> None:
    """It is asked for its eyes first; once it sees, fire falls where it looks."""
    situation = opening().situation
    hidden = hidden_target(situation, CENTRAL_POWERS)
    assert hidden is not None
    seen = in_sight(situation, CENTRAL_POWERS, frozenset())
    assert seen is not None
    assert hidden not in seen
    label = situation.board.label(hidden)
    beside = situation.board.label(hidden.neighbour(0))
    far = situation.board.label(hidden.neighbour(0).neighbour(0))
    keys = (f"watch@air@{far}", f"watch@air@{beside}", f"watch@air@{label}")
    assert eyes_for(keys, situation.board, hidden) == keys[2]
    assert eyes_for(keys[:2], situation.board, hidden) == keys[1]
    assert eyes_for(keys[:1], situation.board, hidden) is None

    def ask(*keys: str) -> str:
        options = tuple(Option(key, key) for key in ("done", *keys))
        return plays(Choice(CENTRAL_POWERS, "CP: place a marker", options, position=situation))

    assert ask(*keys) == keys[2]
    assert ask(f"fire@draw@{label}", *keys[:2]) == f"fire@draw@{label}"
    assert ask(keys[0]) == "done"


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

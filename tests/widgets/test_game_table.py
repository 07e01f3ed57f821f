"""GameTable without a browser: both games, who plays by itself, the way back, saved games."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from wargame.core.errors import DataError, Refused, RequestError
from wargame.core.procedure import Choice, Roll
from wargame.fire_and_movement import gaza_game, lebanon_2006, lebanon_game
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.movement import BY_WAY, Move
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.turn import Game
from wargame.fire_and_movement.waypoints import legs
from widgets import GameTable
from widgets.errors import WidgetError
from widgets.explorers.table_plan import GAMES, SET_UP, at_random, position
from widgets.svg import centre

if TYPE_CHECKING:
    from wargame.fire_and_movement.state import Situation

GAZA, GALILEE = gaza_game.SCENARIO, lebanon_game.SCENARIO
EVE = "gaza_1917/eve_of_assault"
NAMES = [name for name in GAMES if not name.endswith(SET_UP)]
ALONE = {"Central Powers": "policy"}


def keys(game: GameTable) -> list[str]:
    request = game.run.request
    return [option.key for option in request.options] if isinstance(request, Choice) else []


def play(game: GameTable, seed: int, most: int) -> int:
    """Answer at random until the end, or so often; return how often."""
    random = Random(seed)
    for count in range(most):
        if game.run.request is None:
            return count
        if isinstance(game.run.request, Roll):
            game.throw()
        else:
            game.answer(random.choice(keys(game)))
    return most


def until(game: GameTable, kind: type, seed: int = 3) -> Any:
    """Answer at random until a question is asked in a position of a kind; return the position."""
    for _ in range(2000):
        there = game.run.request.position if game.run.request else None
        if isinstance(there, kind):
            return there
        play(game, seed, 1)
        seed += 1
    pytest.fail(f"no {kind.__name__} in 2000 answers")


def marked(game: GameTable, kind: str) -> set[str]:
    return {label for label, each in game.panels.map.marks.items() if each == kind}


def last_turn(name: str = GAZA) -> GameTable:
    """Return a game that begins with the last turn."""
    module = gaza_game if name == GAZA else lebanon_game
    opening = module.opening()
    last = evolve(opening.situation, turn=opening.plan.last_turn)
    return GameTable(evolve(opening, situation=last, part="end"), auto_dice=True)


# ---- playing


@pytest.mark.parametrize("name", NAMES)
def test_every_game_begins_and_goes_on(name: str) -> None:
    game = GameTable(name, auto_dice=True)
    assert game.panels.sequence.where.startswith("Turn 1")
    assert game.panels.sequence.here == "2b"
    assert game.panels.victory.ruling is not None
    assert "Movement Phase" in game.panels.headline.value
    assert play(game, 1, 60) == 60
    assert game.outcome is None
    assert game.text_twin().startswith(GAMES[name].title)
    assert game.static_html().count("<img ") == 1


def test_the_sequence_shows_what_a_game_passes_over() -> None:
    steps = {step["id"]: step for step in GameTable().panels.sequence.steps}
    assert [number for number, step in steps.items() if step["level"] == 0] == ["1", "2", "3", "4"]
    assert not steps["2c"]["used"], "the bombardment of Gaza is part of its combat phase"
    assert not steps["2e"]["used"], "Gaza has no mobile phases"
    assert steps["2b"]["who"] == "British"
    assert steps["3b"]["who"] == "Central Powers"
    steps = {step["id"]: step for step in GameTable(GALILEE).panels.sequence.steps}
    assert all(step["used"] for step in steps.values())


def test_a_unit_is_chosen_and_moved_on_the_map() -> None:
    game = GameTable()
    board, pieces = game.situation.board, game.situation.of("British")
    unit = next(p.unit for p in pieces if game.situation.at(p.at) == (p,))
    start = board.label(game.situation.piece(unit).at)
    assert start in marked(game, "candidate")
    game.panels.map.choose(start)
    move = game.run.request.position if game.run.request else None
    assert isinstance(move, Move)
    assert move.unit == unit
    assert marked(game, "candidate") == {board.label(cell) for cell in move.reach.ends}
    assert start in marked(game, "target")
    assert "#00664b" in game.panels.map.backdrop_svg, "the reach is washed green"
    end = board.label(move.reach.ends[0])
    with pytest.raises(Refused):
        game.choose("0702")
    assert game.panels.map.error
    game.choose(end)
    assert board.label(game.situation.piece(unit).at) == end
    assert game.told[-1].label.startswith(f"Move of {game.situation.unit(unit).name}")
    assert game.panels.map.backdrop_svg == ""
    with pytest.raises(Refused, match="has moved"):
        game.choose(end)
    enemy = board.label(game.situation.of("Central Powers")[0].at)
    with pytest.raises(Refused, match="British moves"):
        game.choose(enemy)


def test_a_hex_to_pass_is_named_on_the_map_and_the_move_goes_there() -> None:
    game = GameTable()
    board, unit = game.situation.board, "BR-1LH"
    start = game.situation.piece(unit).at
    game.answer(unit)
    plain = until(game, Move).reach
    game.answer(BY_WAY)
    move = until(game, Move)
    assert move.asks_way
    ways = legs(move.reach)
    assert marked(game, "candidate") == {board.label(leg.cell) for leg in ways}
    shut = next(cell for cell in plain.spent if cell not in {leg.cell for leg in ways} | {start})
    with pytest.raises(Refused, match=r"points left in|stops in"):
        game.choose(board.label(shut))
    passed = next(leg.cell for leg in ways if start.distance(leg.cell) == 3)
    game.choose(board.label(passed))
    move = until(game, Move)
    assert move.reach.origin.way == plain.path(passed)
    assert game.panels.map._arrows.count("<polyline") == 2
    assert f"by way of {board.label(plain.path(passed)[1])}" in game.panels.map.message
    end = next(c for c in move.reach.ends if passed not in plain.path(c))
    game.choose(board.label(end))
    assert game.situation.piece(unit).at == end
    assert board.label(passed) in game.told[-1].sentence
    again = GameTable()
    again.load(game.save())
    assert again.situation == game.situation


@pytest.mark.parametrize("name", [EVE, GALILEE])
def test_an_attack_that_is_made_up_is_drawn_and_worked_out(name: str) -> None:
    given: str | Game = name
    if name == EVE:
        given = Game(load_scenario(EVE).situation, gaza_game.PLAN, "combat")
    game = GameTable(given, auto_dice=True)
    while not (attack := until(game, Attack)).attackers:
        play(game, 5, 1)
    board = game.situation.board
    assert board.label(attack.target) in game.panels.map.marks
    assert "#a1260d" in game.panels.map._arrows
    assert game.told[-1].label == f"Attack on {attack.label}"
    assert game.panels.told.ruling is not None


def test_the_map_follows_a_question_out_of_sight() -> None:
    game = GameTable()
    board, (left, top, width, height) = game.situation.board, game.panels.map.window
    middle = game.situation.of("British")
    far = max(middle, key=lambda piece: abs(centre(board, piece.at)[0] - left - width / 2))
    x, y = centre(board, far.at)
    assert not (left <= x <= left + width and top <= y <= top + height)
    game.answer(far.unit)
    left, top, width, height = game.panels.map.window
    assert left <= x <= left + width
    assert top <= y <= top + height


def test_who_is_asked_is_said_and_the_seat_handed_over() -> None:
    game = GameTable(auto_dice=True)
    assert "Asked: British." in game.panels.headline.value
    while "Hand the seat over" not in game.panels.headline.value:
        play(game, 1, 1)
    request = game.run.request
    assert isinstance(request, Choice)
    assert f"Asked: {request.who}. Hand the seat over." in game.panels.headline.value


def test_dice_are_thrown_or_set() -> None:
    game = GameTable()
    while not isinstance(game.run.request, Roll):
        play(game, 2, 1)
    roll = game.run.request
    assert game.panels.dice.purpose == roll.purpose
    with pytest.raises(Refused):
        game.throw(roll.last + 1)
    game.panels.dice.ask("set", roll.first)
    assert game.run.journal[-1].answer == roll.first


@pytest.mark.parametrize("name", [GAZA, GALILEE])
def test_a_game_ends_with_its_verdict(name: str) -> None:
    game = last_turn(name)
    for _ in range(3):
        play(game, 4, 1)
    assert game.outcome is not None
    assert game.panels.victory.ruling == game.outcome.verdict
    assert game.panels.sequence.kind == "end"
    assert game.outcome.verdict.sentence in game.panels.sequence.outcome
    with pytest.raises(RequestError):
        game.answer("end")


def test_the_dice_off_of_2006_is_announced_before_it_is_thrown() -> None:
    game = GameTable(lebanon_2006.SCENARIO)
    assert game.panels.victory.ruling is not None
    assert game.panels.victory.ruling.value == "on the dice"
    assert [part.label for part in game.panels.victory.ruling.parts] == [
        "Israeli modifier",
        "PLO modifier",
        "Last turn",
    ]


def test_the_reach_of_missile_sites_is_shown_while_they_are_asked_and_thrown_for() -> None:
    opening = lebanon_game.opening()
    now = evolve(opening.situation, active="Israeli", ready=frozenset({"IS-FS-14"}))
    game = GameTable(evolve(opening, situation=now, part="bombardment"))
    game.answer("0908:site")
    game.throw()
    for _ in range(2):  # the question, then the die
        assert "wg-envelopes" in game.panels.map.backdrop_svg
        assert "How far a ready" in game.panels.map.legend_html
        if isinstance(game.run.request, Choice):
            game.answer("fire")
    game.throw()
    assert "wg-envelopes" not in game.panels.map.backdrop_svg
    assert "How far a ready" not in game.panels.map.legend_html


@pytest.mark.parametrize("name", NAMES)
def test_both_sides_can_set_up_first(name: str) -> None:
    game = GameTable(name, set_up=True, auto_dice=True)
    assert game.panels.sequence.where.startswith("Set-up")
    assert game.panels.sequence.here == ""
    assert game.panels.victory.ruling is None
    assert "Victory" not in game.text_twin()
    while game.panels.sequence.where.startswith("Set-up"):
        game.answer("ready")
    assert game.situation.pieces == GameTable(name).situation.pieces


# ---- who plays by itself


def test_the_policy_plays_a_side_and_tells_what_it_did() -> None:
    game = GameTable(players=ALONE, auto_dice=True)
    while "Central Powers" not in {entry.who for entry in game.run.journal}:
        game.answer(keys(game)[0])
    request = game.run.request
    assert isinstance(request, Choice)
    assert request.who == "British"
    assert game.panels.map.message.startswith("Then ")
    control = game.panels.players["Central Powers"]
    assert (control.value, control.label) == ("policy", "plain player")
    assert "Hand the seat over" not in game.panels.headline.value


def test_a_side_plays_at_random_and_always_alike() -> None:
    game = GameTable(GALILEE, players={"Israeli": "at random"}, auto_dice=True)
    request = game.run.request
    assert isinstance(request, Choice)
    assert request.who == "Arab"
    assert at_random(request, game.situation) == at_random(request, game.situation)


@pytest.mark.parametrize("name", NAMES)
def test_every_side_of_every_game_has_a_player_that_says_what_it_does(name: str) -> None:
    sides = GameTable(name).situation.sides
    for side in sides:
        game = GameTable(name, players={side: "policy"}, auto_dice=True, set_up=True)
        request = game.run.request
        assert isinstance(request, Choice)
        assert request.who != side
        control = game.panels.players[side]
        assert control.value == "policy"
        assert control.tooltip.startswith(f"The plain player of {side} ")


@pytest.mark.parametrize("arguments", [1, 2])
def test_a_player_of_ones_own_is_asked(arguments: int) -> None:
    asked: list[str] = []

    def first(choice: Choice) -> str:
        asked.append(choice.purpose)
        return choice.options[0].key

    def knowing(choice: Choice, situation: Situation) -> str:
        assert situation.pieces
        return first(choice)

    player = first if arguments == 1 else knowing
    game = GameTable(players={"British": player}, auto_dice=True)  # type: ignore[dict-item]
    assert asked
    assert isinstance(game.run.request, Choice)
    assert game.run.request.who == "Central Powers"
    assert game.panels.players["British"].value == "its own rule"


# ---- the way back, saved games


def test_one_goes_back_and_another_way_is_kept_as_a_branch() -> None:
    game = GameTable(auto_dice=True)
    play(game, 2, 40)
    line, last = game.run.journal, game.situation
    game.previous()
    assert len(game.run.journal) < len(line)
    game.last()
    assert (game.run.journal, game.situation) == (line, last)
    game.first()
    game.answer(next(key for key in keys(game) if key != line[0].answer))
    (branch,) = game.panels.sequence.branches
    game.switch(int(branch["key"]))
    assert (game.run.journal, game.situation) == (line, last)


@pytest.mark.parametrize("name", [GAZA, GALILEE])
def test_a_saved_game_goes_on_as_it_would_have(name: str) -> None:
    game = GameTable(name, auto_dice=True, seed=7)
    play(game, 2, 50)
    game.panels.save.click()
    other = GameTable(name, auto_dice=True)
    other.panels.kept.value = game.panels.kept.value
    other.panels.load.click()
    assert other.situation == game.situation
    play(game, 9, 30)
    play(other, 9, 30)
    assert other.save() == game.save()


@pytest.mark.parametrize("name", [GAZA, GALILEE])
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"ask": "Who goes there"}, "journal line 12"),
        ({"answer": "to the moon"}, "journal line 12"),
        ({"answer": True}, "journal line 12"),
        ({"who": "Nobody"}, "journal line 12"),
        ({"ask": 3}, "journal line 12"),
        (None, "journal line 12"),
    ],
)
def test_a_save_changed_by_hand_is_refused_by_its_line_and_changes_nothing(
    name: str, change: dict[str, Any] | None, said: str
) -> None:
    game = GameTable(name, auto_dice=True)
    play(game, 2, 30)
    data = json.loads(json.dumps(game.save()))
    if change is None:
        del data["journal"][11]
        assert data["journal"][11] != game.save()["journal"][11], "leaving it out must show"
    else:
        data["journal"][11] |= change
    here = GameTable(name, auto_dice=True)
    play(here, 5, 8)
    before = here.save(), here.situation, here.text_twin()
    with pytest.raises(DataError, match=said):
        here.load(data)
    assert said in here.panels.map.error
    assert (here.save(), here.situation, here.text_twin()) == before


def test_lines_left_over_and_games_of_another_name_are_refused() -> None:
    game = last_turn()
    play(game, 1, 3)
    data = game.save()
    data["journal"] = [*data["journal"], {"ask": "more", "answer": 1}]
    with pytest.raises(DataError, match="the end of the journal"):
        game.load(data)
    with pytest.raises(RequestError, match="which is played here"):
        GameTable().load(GameTable(GALILEE).save())
    with pytest.raises(DataError, match="JSON"):
        game.load("{")
    with pytest.raises(DataError, match="saved game, scenario"):
        GameTable().load(game.save())


def test_a_game_of_ones_own_is_saved_and_taken_up_again() -> None:
    opening = gaza_game.opening()
    game = GameTable(evolve(opening, situation=evolve(opening.situation, turn=3)), auto_dice=True)
    assert game.panels.sequence.where.startswith("Turn 3")
    play(game, 3, 20)
    again = GameTable(evolve(opening, situation=evolve(opening.situation, turn=3)))
    again.load(game.save())
    assert again.situation == game.situation == position(game.run)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"game": "gaza"}, "gaza_1917/second_battle"),
        ({"game": GAZA + SET_UP}, "or a Game"),
        ({"game": gaza_game.opening(), "set_up": True}, "False"),
        ({"players": {"Turks": "policy"}}, "Central Powers"),
        ({"players": {"British": "sleeps"}}, "or a function"),
        ({"seed": -1}, "whole number"),
        ({"height": 3}, "from 120"),
        ({"hide": "British"}, "set_up"),
    ],
)
def test_what_it_cannot_play_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(WidgetError, match=said):
        GameTable(**given)


def test_going_to_the_end_tells_what_came_last_and_not_the_whole_game() -> None:
    game = GameTable(players=ALONE, auto_dice=True)
    play(game, 5, 90)
    told = game.told
    assert told
    game.first()
    assert game.told == ()
    game.last()
    assert game.told == told

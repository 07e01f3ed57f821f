"""GuidedGame without a browser: answers, dice, whoever plays by itself, the way back, saving."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.widgets.games import ALONE, keys, moving, play
from wargame.core.errors import Refused, RequestError
from wargame.core.procedure import Choice, Roll
from wargame.rifle_and_spade.under_way import fire_under_way
from widgets import GuidedGame
from widgets.errors import WidgetError
from widgets.explorers.game_plan import hexes_in, options_at

if TYPE_CHECKING:
    from wargame.rifle_and_spade.state import Situation

# ---- playing


def test_a_game_begins_with_the_first_question_of_the_entente() -> None:
    game = GuidedGame()
    assert isinstance(game.run.request, Choice)
    assert game.panels.sequence.here == "4c.ii"
    assert game.panels.sequence.where == "Turn 12, Entente, commanded fire"
    assert game.panels.map.message == "Turn 12, Entente, commanded fire. Entente: commanded fire."
    assert game.outcome is None
    marked = {label for label, kind in game.panels.map.marks.items() if kind == "candidate"}
    assert marked == set(keys(game)) - {"end"}


def test_a_move_is_seen_in_its_middle() -> None:
    game = moving()
    game.answer("drop MG 4/Worc")
    game.answer("4.3")
    place = {p.unit: game.situation.board.label(p.at) for p in game.situation.pieces}
    assert (place["R 4/Worc"], place["MG 4/Worc"]) == ("4.3", "5.2")
    assert "4th Worcesters, right half" in game.panels.map.occupants["4.3"]


def test_a_hex_takes_its_option_and_a_barred_one_says_why_not() -> None:
    game = GuidedGame()
    game.answer("end")
    game.panels.map.choose("5.2")
    assert "at 5.2" in game.panels.sequence.purpose
    before = game.run.journal
    game.panels.map.choose("6.2")
    assert "where the Worcesters may not go" in game.panels.map.error
    with pytest.raises(Refused, match="Worcesters"):
        game.choose("6.2")
    with pytest.raises(RequestError, match="a marked hex"):
        game.choose("9.2")
    assert game.run.journal == before
    game.panels.map.choose("5.3")
    assert game.panels.map.error == ""
    assert game.run.journal[-1].answer == "5.3"


def test_a_hex_with_several_options_leaves_the_choice_to_the_list() -> None:
    game = GuidedGame(auto_dice=True)
    board, label, options = game.situation.board, "", [""]
    while not label:
        play(game, 3, 1)
        for cell, options in options_at(board, game.run.request).items():
            if len(options) > 1 and board.label(cell) not in options:
                label = board.label(cell)
                break
    before = game.run.journal
    with pytest.raises(RequestError, match="in the list"):
        game.choose(label)
    assert options[0] in game.panels.map.error
    assert game.run.journal == before


def test_words_name_hexes_only_by_whole_numbers_on_the_map() -> None:
    board = GuidedGame().situation.board
    said = "fire at 5.1 from 12.99, 0304 and 105.1; R 1/3.5"
    assert [board.label(cell) for cell in hexes_in(board, said)] == ["5.1"]


def test_dice_are_asked_for_explained_and_thrown_or_set() -> None:
    game = GuidedGame(players=ALONE)
    while not isinstance(game.run.request, Roll):
        play(game, 3, 1)
    roll = game.run.request
    assert game.panels.sequence.kind == "roll"
    assert game.panels.dice.purpose == roll.purpose
    assert game.panels.dice.enabled
    assert game.told, "what is settled before the throw"
    with pytest.raises(Refused):
        game.throw(roll.last + 1)
    assert "is no face of it" in game.panels.map.error
    assert game.run.request is roll
    game.panels.dice.ask("set", roll.first)
    assert game.run.journal[-1].answer == roll.first


def test_a_fire_that_waits_for_its_dice_is_drawn() -> None:
    game = GuidedGame(players=ALONE)
    while (shot := fire_under_way(game.run)) is None:
        play(game, 4, 1)
    assert {piece.at for piece in shot.pieces} != {shot.target}
    assert "#7a1f00" in game.panels.map.overlay_svg
    assert game.told[-1].label.startswith("Fire at")
    while fire_under_way(game.run) is not None:
        game.throw()
    assert "#7a1f00" not in game.panels.map.overlay_svg


def test_the_dice_of_a_place_are_its_own() -> None:
    """Taking a throw back and throwing again brings no other luck; another seed does."""
    faces = set()
    for seed in (1, 1, 2):
        game = GuidedGame(seed=seed, auto_dice=True)
        play(game, 8, 60)
        faces.add(json.dumps(game.save()["journal"]))
    assert len(faces) == 2
    game = GuidedGame(players=ALONE)
    while not isinstance(game.run.request, Roll):
        play(game, 3, 1)
    game.throw()
    first = game.run.journal[-1]
    at = len(game.run.journal)
    game.go_to(at - 1)
    game.throw()
    assert game.run.journal[at - 1] == first


def test_a_side_plays_by_itself_and_tells_what_it_did() -> None:
    game = GuidedGame(players=ALONE, auto_dice=True)
    play(game, 11, 30)
    assert {entry.who for entry in game.run.journal} == {"Entente", "Ottoman", ""}
    request = game.run.request
    assert isinstance(request, Choice)
    assert request.who == "Entente"
    said = [each["line"] for each in game.records]
    assert said == list(range(len(game.run.journal)))


def test_a_reader_can_be_the_ottoman_side() -> None:
    game = GuidedGame(players={"Entente": "attacks"}, auto_dice=True)
    assert isinstance(game.run.request, Choice)
    assert game.run.request.who == "Ottoman"
    assert game.run.journal, "the Entente has begun"
    assert "Entente" in game.panels.map.message


def test_a_player_of_ones_own_is_asked_with_the_position() -> None:
    asked = []

    def mine(choice: Choice, situation: Situation) -> str:
        asked.append(len(situation.pieces))
        return choice.options[0].key

    game = GuidedGame(players={"Ottoman": mine}, auto_dice=True)
    play(game, 1, 40)
    assert asked
    assert game.panels.players["Ottoman"].value == "its own rule"


@pytest.mark.parametrize("seed", range(2))
def test_a_whole_game_ends_with_its_verdict(seed: int) -> None:
    game = GuidedGame(players=ALONE, auto_dice=True, seed=seed)
    play(game, seed)
    outcome = game.outcome
    assert outcome is not None
    assert game.panels.sequence.kind == "end"
    assert str(outcome.historical.value) in game.panels.sequence.outcome
    assert game.panels.victory.ruling == outcome.historical
    with pytest.raises(RequestError):
        game.answer("end")
    with pytest.raises(RequestError):
        game.throw()


# ---- refusals


def test_what_is_refused_changes_nothing_and_is_shown() -> None:
    game = GuidedGame()
    play(game, 1, 3)
    before = game.save(), game.told, game.text_twin()
    with pytest.raises(Refused) as refused:
        game.answer("to the moon")
    assert game.panels.map.error == str(refused.value)
    with pytest.raises(RequestError):
        game.leave()
    with pytest.raises(RequestError):
        game.throw()
    with pytest.raises(WidgetError):
        game.go_to(99)
    with pytest.raises(RequestError):
        game.switch(3)
    assert (game.save(), game.told, game.text_twin()) == before


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"name": "gallipoli_1915/suvla"}, "clearing_sedd_el_bahr"),
        ({"players": {"British": "defends"}}, "Entente"),
        ({"players": {"Ottoman": "defend"}}, "did you mean defends"),
        ({"players": "Ottoman"}, "a dict"),
        ({"seed": -1}, "whole number"),
        ({"auto_dice": 1}, "True or False"),
        ({"height": 3}, "from 120"),
        ({"policy": None}, "players, auto_dice"),
    ],
)
def test_what_it_cannot_play_is_refused(given: dict[str, Any], said: str) -> None:
    with pytest.raises(WidgetError, match=said):
        GuidedGame(**given)

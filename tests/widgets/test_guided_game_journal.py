"""GuidedGame: back through the journal, branches, the controls, and saved games."""

from __future__ import annotations

import json

import pytest

from tests.widgets.games import ALONE, keys, moving, play
from wargame.core.errors import DataError, RequestError
from wargame.core.procedure import Choice
from widgets import GuidedGame
from widgets.errors import WidgetError

# ---- through the journal


def test_one_goes_back_and_on_without_losing_what_lies_ahead() -> None:
    game = GuidedGame(players=ALONE, auto_dice=True)
    play(game, 2, 12)
    line, last = game.run.journal, game.situation
    game.previous()
    assert game.run.request is not None
    asked = game.run.request
    assert isinstance(asked, Choice)
    assert asked.who == "Entente"
    game.first()
    assert (game.run.journal, game.play.line) == ((), line)
    assert game.panels.sequence.at == 0
    game.next()
    assert 0 < len(game.run.journal) < len(line)
    game.last()
    assert (game.run.journal, game.situation) == (line, last)
    game.next()
    assert game.run.journal == line


def test_another_answer_leaves_the_old_line_as_a_branch() -> None:
    game = GuidedGame(players=ALONE, auto_dice=True)
    play(game, 2, 12)
    old = game.run.journal
    game.first()
    game.answer(next(key for key in keys(game) if key != old[0].answer))
    assert game.play.line == game.run.journal
    (branch,) = game.panels.sequence.branches
    new = game.run.journal
    game.switch(int(branch["key"]))
    assert game.run.journal == old
    assert [game.run.branches[int(each["key"])] for each in game.panels.sequence.branches] == [new]


def test_the_same_answer_stays_on_the_line() -> None:
    game = moving(players=ALONE, auto_dice=True)
    line = game.run.journal
    game.first()
    game.answer("end")
    assert game.play.line == line
    assert len(game.run.journal) == 1


def test_in_the_middle_of_what_played_by_itself_one_may_answer_or_leave_it() -> None:
    game = GuidedGame(players=ALONE, auto_dice=True)
    play(game, 11, 30)
    number = next(i for i, e in enumerate(game.run.journal) if e.who == "Ottoman")
    answer = game.run.journal[number].answer
    game.go_to(number)
    assert game.panels.sequence.player == "Ottoman"
    game.leave()
    assert game.run.journal[number].answer == answer
    game.go_to(number)
    other = next(key for key in keys(game) if key != answer)
    game.answer(other)
    assert game.run.journal[number].answer == other


def test_what_the_sequence_view_asks_is_done() -> None:
    game = moving()
    view = game.panels.sequence
    for kind, at in (("previous", 1), ("first", 0), ("next", 1), ("last", 2)):
        view.ask(kind)
        assert len(game.run.journal) == at
    view.go_to(0)
    view.answer(keys(game)[1])
    view.switch(int(view.branches[0]["key"]))
    assert len(game.run.journal) == 2
    with pytest.raises(RequestError):
        view.ask("leave")
    assert "is yours" in view.error
    with pytest.raises(RequestError):
        view.throw()


# ---- controls, saving


def test_players_and_dice_are_set_by_the_form_too() -> None:
    game = GuidedGame()
    game.panels.players["Ottoman"].value = "defends"
    game.panels.auto.value = True
    assert list(game.play.players) == ["Ottoman"]
    assert game.play.auto_dice
    game.panels.players["Ottoman"].value = "you"
    assert game.play.players == {}
    game.set_player("Entente", "attacks")
    assert game.panels.players["Entente"].value == "attacks"
    assert game.panels.sequence.player == "Entente"
    game.leave()
    assert game.run.journal
    with pytest.raises(WidgetError):
        game.set_player("Entente", "sleeps")


def test_a_saved_game_goes_on_as_it_would_have() -> None:
    game = GuidedGame(players=ALONE, auto_dice=True, seed=7)
    play(game, 2, 15)
    game.panels.save.click()
    text = game.panels.kept.value
    assert json.loads(text) == game.save()
    assert set(game.save()) == {"scenario", "version", "seed", "journal"}
    other = GuidedGame(players=ALONE, auto_dice=True)
    other.panels.kept.value = text
    other.panels.load.click()
    assert other.situation == game.situation
    assert other.text_twin() == game.text_twin().replace(
        game.panels.told.text_twin(), other.panels.told.text_twin()
    )
    play(game, 9, 20)
    play(other, 9, 20)
    assert other.save() == game.save()


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("{", "JSON text"),
        ([], "an object with scenario"),
        ({"scenario": "x", "version": "1", "seed": 1, "journal": []}, "clearing_sedd_el_bahr"),
        ({"scenario": "x", "version": "1", "seed": True, "journal": []}, "seed"),
        ({"scenario": "x", "version": "1", "seed": 1}, "journal"),
        (
            {
                "scenario": "gallipoli_1915/clearing_sedd_el_bahr",
                "version": "1",
                "seed": 1,
                "journal": [{"ask": "Who goes there", "answer": "friend"}],
            },
            "journal line 1",
        ),
    ],
)
def test_what_is_no_saved_game_changes_nothing(data: object, said: str) -> None:
    game = moving()
    before = game.save()
    with pytest.raises(DataError, match=said):
        game.load(data)
    assert said in game.panels.map.error
    assert game.save() == before


def test_the_static_page_and_the_text_tell_the_same_game() -> None:
    game = GuidedGame(players=ALONE, auto_dice=True)
    play(game, 2, 15)
    html, told = game.static_html(), game.text_twin()
    assert html.count("<img ") == 1
    assert "Clearing Sedd el Bahr" in html
    assert told.startswith("Clearing Sedd el Bahr, 26 April 1915\nTurn")
    assert "Historical victory" in told
    assert repr(game) == told

"""Why something was decided: kept in the journal, in what is saved, and among the replies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from wargame.core.errors import Refused, RequestError
from widgets import BattleExplorer, GameTable, GuidedGame

if TYPE_CHECKING:
    from widgets.explorers.game_base import PlayedGame

WHY = "They cannot see us there."


def games() -> list[PlayedGame]:
    return [GuidedGame(), GameTable()]


def first(game: PlayedGame) -> str:
    request: Any = game.run.request
    key: str = request.options[0].key
    return key


@pytest.mark.parametrize("game", games(), ids=["guided", "table"])
def test_a_reason_is_kept_with_its_decision(game: PlayedGame) -> None:
    game.answer(first(game), WHY)
    assert game.run.journal[0].reason == WHY
    assert game.save()["journal"][0]["reason"] == WHY
    (reply,) = game.replies
    assert (reply.kind, reply.reason, reply.facts["line"]) == ("decision", WHY, 0)
    assert reply.prompt == game.run.journal[0].ask
    game.first()
    game.last()
    assert game.run.journal[0].reason == WHY
    again = type(game)()
    again.load(json.dumps(game.save()))
    assert again.run.journal == game.run.journal


def test_what_is_typed_goes_with_the_next_answer_only() -> None:
    game = GuidedGame()
    game.panels.reason.value = f"  {WHY} "
    game.answer(first(game))
    assert game.panels.reason.value == ""
    game.answer(first(game))
    assert [each.reason for each in game.run.journal if each.who] == [WHY, ""]


def test_a_refused_answer_keeps_what_was_typed() -> None:
    game = GuidedGame()
    game.panels.reason.value = WHY
    with pytest.raises(Refused):
        game.answer("nonsense")
    assert game.panels.reason.value == WHY
    assert game.play.reason == ""
    assert game.replies == ()


def test_a_click_on_a_hex_takes_the_reason_too() -> None:
    game = GuidedGame()
    game.answer("end")
    game.panels.reason.value = WHY
    game.choose("5.2")
    assert game.run.journal[-1].reason == WHY


def test_a_reason_can_be_given_afterwards_and_taken_back() -> None:
    game = GuidedGame()
    game.because(WHY)
    assert game.replies == ()
    game.answer(first(game))
    game.because(WHY)
    assert (game.run.journal[0].reason, game.replies[0].reason) == (WHY, WHY)
    game.because("")
    assert (game.run.journal[0].reason, game.replies[0].reason) == ("", "")


def test_another_decision_at_the_same_place_takes_its_place() -> None:
    game = GuidedGame()
    game.answer(first(game), WHY)
    game.first()
    request: Any = game.run.request
    game.answer(request.options[-1].key, "To try it.")
    (reply,) = game.replies
    assert reply.reason == "To try it."


def test_whoever_plays_by_itself_gives_no_reasons() -> None:
    game = GuidedGame(players={"Entente": "attacks", "Ottoman": "defends"}, auto_dice=True)
    assert game.replies == ()
    assert not any(each.reason for each in game.run.journal)


def test_long_and_strange_reasons_are_cut() -> None:
    game = GuidedGame()
    game.answer(first(game), "\x07" + "x" * 5000)
    assert game.run.journal[0].reason == "x" * 2000


def test_the_field_is_there_when_a_decision_is_asked_for() -> None:
    game = GuidedGame(players={"Entente": "attacks"})
    shown = []
    while not game.run.finished:
        asks = hasattr(game.run.request, "options")
        shown.append((asks, game.panels.reason.layout.display is None))
        if asks:
            game.answer(first(game))
        else:
            game.throw()
    shown.append((False, game.panels.reason.layout.display is None))
    assert all(asks == there for asks, there in shown)
    assert {asks for asks, _ in shown} == {True, False}


def test_the_end_says_how_to_look_back() -> None:
    game = GuidedGame(players={"Entente": "attacks", "Ottoman": "defends"}, auto_dice=True)
    assert "wargame debrief" in game.panels.headline.value
    assert "wargame debrief" not in GuidedGame().panels.headline.value


# ---- battles


def asked() -> BattleExplorer:
    """Return a battle in which the attacker is asked whether he retreats."""
    explorer = BattleExplorer("6 infantry", "6 infantry", seed=2)
    while not hasattr(explorer.run.request, "options"):
        explorer.throw()
    return explorer


def test_a_battle_keeps_reasons_too() -> None:
    explorer = asked()
    line = len(explorer.run.journal)
    explorer.panels.reason.value = WHY
    explorer.decide("stay")
    assert explorer.run.journal[line].reason == WHY
    assert explorer.panels.reason.value == ""
    (reply,) = explorer.replies
    assert (reply.kind, reply.reason) == ("decision", WHY)
    explorer.first()
    explorer.last()
    assert explorer.run.journal[line].reason == WHY
    again = BattleExplorer()
    again.load(explorer.save())
    assert again.run.journal[line].reason == WHY
    again.first()
    again.last()
    assert again.run.journal[line].reason == WHY


def test_a_battle_takes_a_reason_afterwards() -> None:
    explorer = asked()
    line = len(explorer.run.journal)
    explorer.decide("stay")
    explorer.because(WHY)
    assert explorer.run.journal[line].reason == WHY
    explorer.back()
    explorer.forward()
    assert explorer.run.journal[line].reason == WHY


def test_a_battle_keeps_what_was_typed_when_it_refuses() -> None:
    explorer = asked()
    explorer.panels.reason.value = WHY
    with pytest.raises(Refused):
        explorer.decide("nonsense")
    assert explorer.panels.reason.value == WHY
    with pytest.raises(RequestError):
        BattleExplorer(seed=1).decide("stay", WHY)

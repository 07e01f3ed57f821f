"""The page of a debrief: whole, alone, safe, and the day beside the game for every scenario."""

from __future__ import annotations

import json
import re
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.widgets.shared import HOSTILE
from wargame.core.debrief import TurnRecord
from wargame.core.errors import DataError
from wargame.core.history import history_of, known_histories
from wargame.core.replies import Reply, Student
from wargame.fire_and_movement.gaza_game import PLAN_OF_NINE, TITLE, opening
from widgets import BattleExplorer, DebriefView, GameTable, GuidedGame
from widgets.debrief_page import debrief_page
from widgets.debrief_words import stretches
from widgets.errors import WidgetError
from widgets.explorers import game_scenarios, table_plan
from widgets.looked_back import look_back

if TYPE_CHECKING:
    from wargame.core.debrief import Debrief
    from wargame.fire_and_movement.turn import Game

SPADE = tuple(game_scenarios.GAMES)
TABLE = tuple(name for name in table_plan.GAMES if not name.endswith(table_plan.SET_UP))
SHORT = {"Entente": "attacks", "Ottoman": "defends"}


def nine_turns() -> Game:
    """Return the second battle of Gaza with Zero Hour as a turn of its first day."""
    return evolve(opening(), plan=PLAN_OF_NINE)


@cache
def saved(name: str) -> dict[str, Any]:
    """Return a game of two plain players; the long ones as far as their first turns."""
    if name in SPADE:
        return GuidedGame(name, players=SHORT, auto_dice=True).save()
    sides = GameTable(name).situation.sides
    found = GameTable(name, players=dict.fromkeys(sides, "policy"), auto_dice=True).save()
    return found | {"journal": found["journal"][:700]}


@cache
def battle() -> dict[str, Any]:
    explorer = BattleExplorer("3 inf, 1 art", "3 inf", seed=7)
    explorer.play_out()
    return explorer.save()


@cache
def looked(name: str) -> Debrief[Any]:
    return look_back(saved(name))


@cache
def page(name: str) -> str:
    return debrief_page(saved(name))


@pytest.mark.parametrize("name", [*SPADE, *TABLE])
def test_every_scenario_has_its_page_with_the_day_beside_it(name: str) -> None:
    html, day = page(name), history_of(name)
    assert day is not None
    for named, each in stretches(looked(name)):
        assert escape(named) in html
        assert all(escape(sentence) in html for sentence in each.told)
    for event in day.event:
        assert f"{escape(event.what)} <cite>({', '.join(event.sources)})</cite>" in html
    for source in day.source:
        assert f"<b>{source.key}</b>: {escape(source.title)} ({escape(source.read)})." in html
    assert escape(day.missing) in html
    assert "Expected and actual losses" in html
    for side in looked(name).sides:
        assert f"{escape(side)}: the dice took" in html


def test_quiet_turns_are_told_together() -> None:
    found = looked(SPADE[0])
    empty = [
        TurnRecord(turn, f"Turn {turn}", dict.fromkeys(found.sides, 0)) for turn in range(20, 24)
    ]
    told = stretches(evolve(found, turns=(*found.turns, *empty)))
    assert [name for name, _ in told] == [*(each.name for each in found.turns), "Turns 20 to 23"]
    assert [name for name, _ in stretches(evolve(found, turns=empty[:1]))] == ["Turn 20"]


def test_every_history_belongs_to_a_game() -> None:
    assert {each.scenario for each in known_histories()} == {*SPADE, *TABLE}


def test_turns_of_the_day_are_turns_of_the_game() -> None:
    for name in SPADE:
        day = history_of(name)
        assert day is not None
        turns = {each.turn for each in looked(name).turns}
        assert min(each.turn for each in day.event if each.turn) in turns


def test_a_page_is_alone() -> None:
    html = page(SPADE[0])
    assert "<script" not in html
    assert not re.search(r"(src|href)=|https?:(?!//www\.w3\.org)", html)
    assert "default-src 'none'" in html
    assert "script-src 'none'" in html
    assert "size: A4;" in html
    assert "size: letter;" in debrief_page(saved(SPADE[0]), paper="letter")


def test_a_battle_is_said_to_have_no_history() -> None:
    html = debrief_page(battle())
    assert "No historical course stands beside it" in html
    assert "Round 1" in html
    assert "Chance of the attacker before the first die" in html
    assert "round by round" in html


def test_text_and_a_game_under_way_give_the_same_page() -> None:
    game = GuidedGame()
    game.load(saved(SPADE[0]))
    assert debrief_page(game) == page(SPADE[0]) == debrief_page(json.dumps(saved(SPADE[0])))
    explorer = BattleExplorer()
    explorer.load(battle())
    assert debrief_page(explorer) == debrief_page(battle())


def test_a_game_under_way_is_said_not_to_be_over() -> None:
    part = saved(SPADE[0]) | {"journal": saved(SPADE[0])["journal"][:30]}
    assert "The game is not over." in debrief_page(part)
    assert "The game is not over." in debrief_page(GuidedGame())
    assert "not played" in debrief_page(GuidedGame())


def test_exact_fractions_stand_behind_the_decimals() -> None:
    found, html = looked(SPADE[0]), page(SPADE[0])
    for side in found.sides:
        assert f"value='{found.expected(side)}'" in html
        assert f"value='{found.luck(side)}'" in html


def test_reasons_from_the_game_and_from_replies_are_listed() -> None:
    game = saved(SPADE[0])
    journal = [dict(each) for each in game["journal"]]
    one, two = [at for at, each in enumerate(journal) if each.get("who")][:2]
    journal[one]["reason"] = f"Because {HOSTILE}"
    asked = journal[two]["ask"]
    said = Reply("decision", "q", asked, "s", reason="Said later.", facts={"line": two})
    html = debrief_page(game | {"journal": journal}, [said])
    assert HOSTILE not in html
    assert escape(f"Because {HOSTILE}") in html
    assert "Said later." in html
    other = Reply("decision", "q", "Something else", "s", reason="Elsewhere.", facts={"line": two})
    assert "Elsewhere." not in debrief_page(game, [other])
    journal[two]["reason"] = "My own."
    html = debrief_page(game | {"journal": journal}, [said])
    assert ("My own." in html, "Said later." in html) == (True, False)


def test_what_a_game_heard_is_what_its_page_tells() -> None:
    game = GuidedGame()
    game.answer("end")
    bare = game.save()
    game.because("To save our powder.")
    assert "To save our powder." not in debrief_page(bare)
    assert "To save our powder." in debrief_page(bare, game.replies)
    assert "To save our powder." in debrief_page(game)
    explorer = BattleExplorer("6 inf", "6 inf", seed=2)
    while not hasattr(explorer.run.request, "options"):
        explorer.throw()
    explorer.decide("stay")
    left = explorer.save()
    explorer.because("There are as many of us.")
    assert "There are as many of us." in debrief_page(left, explorer.replies)


def test_what_learners_said_is_listed_with_their_names() -> None:
    kemal = saved(SPADE[1])
    asked = kemal["journal"][0]["ask"]
    why = Reply("decision", "q", asked, "s", reason="It was near.", facts={"line": 0})
    bet = Reply("bet", "b", "Who wins?", HOSTILE, None, reason="A guess.")
    right = Reply("answer", "a", "How many?", "3", True)
    students = [Student("Ada", replies=(why, bet)), Student(HOSTILE, replies=(why, right))]
    html = debrief_page(kemal, students)
    assert HOSTILE not in html
    assert f"Ada: It was near. / {escape(HOSTILE)}: It was near." in html
    assert "<td>Ada</td><td>Bet</td><td>Who wins?</td>" in html
    assert "<td>Answer</td><td>How many?</td><td>3</td><td>yes</td>" in html
    assert "<th scope='col'>Who</th><th scope='col'>What</th>" not in debrief_page(kemal, [bet])


def test_strange_things_are_refused() -> None:
    with pytest.raises(WidgetError, match="paper"):
        debrief_page(battle(), paper="a3")  # type: ignore[arg-type]
    with pytest.raises(WidgetError, match="replies"):
        debrief_page(battle(), ["a reply"])  # type: ignore[list-item]
    with pytest.raises(WidgetError, match="debrief page"):
        debrief_page(None)
    with pytest.raises(DataError, match="journal line 1"):
        debrief_page(saved(SPADE[0]) | {"journal": [{"ask": "?", "answer": 1}]})


def test_hostile_words_of_a_battle_are_text() -> None:
    explorer = BattleExplorer(territory={"name": HOSTILE}, seed=7)
    explorer.play_out()
    assert HOSTILE not in debrief_page(explorer)


# ---- the view in a notebook


@pytest.mark.parametrize("made", [GuidedGame, GameTable, BattleExplorer])
def test_every_family_has_its_view(made: type[Any]) -> None:
    view = DebriefView(made())
    assert repr(view) == view.text_twin()
    assert "Together" in repr(view)
    assert DebriefView(made().save()).found.sides == view.found.sides


def test_the_day_is_told_where_it_is_asked_for() -> None:
    view = DebriefView(saved(SPADE[1]), history=True)
    day = history_of(SPADE[1])
    assert day is not None
    for text in (repr(view), view.static_html()):
        assert "What happened then" in text
        assert all(each.title in text for each in day.source)
    assert "What happened then" not in repr(DebriefView(saved(SPADE[1])))
    assert "players' own" in repr(DebriefView(battle(), history=True))


def test_a_game_from_the_set_up_and_one_under_other_rules_are_looked_back_on() -> None:
    table = GameTable(set_up=True)
    for _ in range(2):
        table.answer("ready")
    assert look_back(table).scenario == TABLE[0]
    assert look_back(table.save()).turns[0].name == "Turn 1 (Zero Hour)"
    own = GameTable(nine_turns())
    found = look_back(own)
    assert (found.title, found.scenario, found.printed) == (TITLE, TABLE[0], False)
    assert "<h3>What happened then</h3>" in debrief_page(own)
    other = GameTable(evolve(nine_turns(), plan=evolve(nine_turns().plan, title="Another")))
    assert "No historical course" in debrief_page(other)
    with pytest.raises(DataError, match="position of its own"):
        look_back(own.save())

"""Saved games of the game table: the same state again, by the same rules, or a sentence."""

from __future__ import annotations

import json
from functools import cache
from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.fire_and_movement.fields import field
from wargame.core.errors import DataError, RequestError
from wargame.core.procedure import Roll
from wargame.fire_and_movement import gaza_game, lebanon_game
from wargame.fire_and_movement.differences import differing_fields, switched
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.ruleset import Ruleset
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.turn import Game
from widgets import CombatExplorer, GameTable, MovementExplorer, RetreatExplorer
from widgets.explorers.table_plan import GAMES, SET_UP

GAZA, GALILEE = gaza_game.SCENARIO, lebanon_game.SCENARIO
EVE = load_scenario("gaza_1917/eve_of_assault").situation
OWN = EVE.ruleset
ANSWERS = 60


def a_game(rules: Ruleset = OWN) -> Game:
    """Return a game that begins with a combat phase on the eve of the assault."""
    return Game(evolve(EVE, ruleset=rules), gaza_game.PLAN, "combat")


def go_on(game: GameTable, seed: int, most: int = ANSWERS) -> GameTable:
    random = Random(seed)
    for _ in range(most):
        request = game.run.request
        if request is None:
            break
        if isinstance(request, Roll):
            game.throw()
        else:
            game.answer(random.choice(request.options).key)
    return game


SWITCHES = {
    "a difference": switched(OWN, "D-07", "FM8"),
    "several": switched(switched(OWN, "D-21", "FM7"), "D-08", "FM7"),
    "a reading": OWN.replace(alignment="right", pressure_twice=False),
    "a table": OWN.replace(markers_per_hex={"British": 2, "Central Powers": 1}),
}


@pytest.mark.parametrize("what", SWITCHES)
def test_a_game_goes_on_by_the_rules_that_it_was_saved_under(what: str) -> None:
    rules = SWITCHES[what]
    game = go_on(GameTable(a_game(rules), auto_dice=True), 1)
    text = json.dumps(game.save())
    again = GameTable(a_game(), auto_dice=True)  # whose rules have no switch
    again.load(text)
    assert not differing_fields(again.situation.ruleset, rules)
    assert evolve(again.situation, ruleset=OWN) == evolve(game.situation, ruleset=OWN)
    assert again.save() == game.save()
    assert go_on(again, 2).save() == go_on(game, 2).save()
    again.first()
    assert not differing_fields(again.situation.ruleset, rules), "at its beginning too"


def test_a_switch_matters_to_what_is_replayed() -> None:
    """Standing costs each unit a step, or one for all: the same answers, another position."""
    other = GameTable(a_game(SWITCHES["a reading"]))
    plain = GameTable(a_game())
    assert other.save()["rules"] != plain.save()["rules"]
    assert other.save()["journal"] == plain.save()["journal"] == []
    other.load(plain.save())
    assert not differing_fields(other.situation.ruleset, OWN), "a save without switches has none"


def test_a_rule_of_ones_own_goes_on_where_it_is_in_force_and_nowhere_else() -> None:
    def nobody(*_: object) -> tuple[str, ...]:
        return ()

    rules = OWN.replace(spared=nobody)
    game = go_on(GameTable(a_game(rules), auto_dice=True), 1, 20)
    same = GameTable(a_game(rules), auto_dice=True)
    same.load(game.save())
    assert same.situation == game.situation
    with pytest.raises(DataError, match="saved game, rules, spared, value: found"):
        GameTable(a_game()).load(game.save())


@cache
def saved(name: str) -> str:
    """Return a save of a game of this name, as text."""
    given: str | Game = a_game() if name == "own" else name.removesuffix(SET_UP)
    table = GameTable(given, set_up=name.endswith(SET_UP), auto_dice=True)
    return json.dumps(go_on(table, 1, 30).save())


def refused(table: GameTable, data: object, said: str) -> None:
    """Check that a save is refused in a sentence and changes nothing."""
    before = table.save(), table.situation, table.text_twin(), list(table.records)
    with pytest.raises(RequestError) as error:
        table.load(data)
    assert said in str(error.value)
    assert str(error.value) == table.panels.map.error
    assert (table.save(), table.situation, table.text_twin(), list(table.records)) == before


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        (None, "saved game, rules"),
        ("D-07", "saved game, rules: found 'D-07'; allowed: an object"),
        ({}, "an object with ruleset and switched"),
        ({"ruleset": "gaza_1917", "switched": {"D-99": "FM8"}}, "switch: found 'D-99'"),
        ({"ruleset": "gaza_1917", "switched": {"D-07": "FM9"}}, "found 'FM9'; allowed: FM7, FM8"),
        ({"ruleset": "gaza_1917", "switched": {"haste": True}}, "switch: found 'haste'"),
        ({"ruleset": "gaza_1917", "switched": {"pressure_twice": 2}}, "true or false"),
        ({"ruleset": "system_v7", "switched": {}}, "allowed: gaza_1917"),
        ({"ruleset": "gaza_1918", "switched": {}}, "ruleset: found 'gaza_1918'"),
    ],
)
@pytest.mark.parametrize("name", ["own", GAZA])
def test_rules_that_are_not_known_are_refused(name: str, rules: Any, said: str) -> None:
    data = json.loads(saved(name)) | {"rules": rules}
    refused(GameTable(a_game() if name == "own" else name, auto_dice=True), data, said)


def test_a_game_that_is_set_up_first_takes_no_switch() -> None:
    name = GAZA + SET_UP
    table = GameTable(GAZA, set_up=True, auto_dice=True)
    table.load(saved(name))
    switch = {"ruleset": "gaza_1917", "switched": {"D-07": "FM8"}}
    refused(table, json.loads(saved(name)) | {"rules": switch}, "without a switch")


@pytest.mark.parametrize("name", [GAZA, GALILEE, "own"])
def test_a_save_cut_off_anywhere_is_refused(name: str) -> None:
    table, text = GameTable(a_game() if name == "own" else name, auto_dice=True), saved(name)
    for length in {0, 1, len(text) // 3, len(text) // 2, len(text) - 40, len(text) - 1}:
        refused(table, text[:length], "saved game")
    refused(table, "[" * 100_000, "saved game")


@pytest.mark.parametrize("name", [GAZA, GALILEE])
def test_a_save_of_another_game_is_refused(name: str) -> None:
    table = GameTable(name, auto_dice=True)
    for other in GAMES:
        if not other.endswith(SET_UP) and other != name:
            refused(table, json.loads(saved(name)) | {"scenario": other}, "which is played here")
    refused(table, json.loads(saved(name)) | {"scenario": "gaza_1918"}, "saved game, scenario")


def test_a_save_of_another_beginning_is_refused() -> None:
    game = go_on(GameTable(a_game(), auto_dice=True), 1, 30)
    later = evolve(a_game(), situation=evolve(EVE, spent=frozenset({EVE.pieces[0].unit})))
    refused(GameTable(later), game.save(), "saved game, scenario")
    again = GameTable(a_game())
    again.load(game.save())
    assert again.situation == game.situation


@pytest.mark.parametrize("answer", [0, 999, -1, "", "to the moon"])
@pytest.mark.parametrize("name", [GAZA, GALILEE, "own"])
def test_an_answer_changed_by_hand_is_refused_by_its_line(name: str, answer: object) -> None:
    table = GameTable(a_game() if name == "own" else name, auto_dice=True)
    for line in range(0, 30, 7):
        data = json.loads(saved(name))
        data["journal"][line]["answer"] = answer
        refused(table, data, f"journal line {line + 1}")


def test_the_replies_to_the_explorers_tell_the_rules_with_every_switch() -> None:
    other = evolve(EVE, ruleset=switched(OWN, "D-07", "FM8"))
    thrown: dict[str, Any] = {"ruleset": "gaza_1917", "switched": {"D-07": "FM8"}}
    combat = CombatExplorer(other, target="1310", attackers=("BR-161", "BR-1E", "BR-163"), bet=True)
    combat.bet("Ex")
    assert combat.replies[-1].facts["in_force"] == thrown
    combat.change(lambda plan: plan.aligned("right"))
    combat.bet("Ex")
    thrown["switched"] |= {"alignment": "right"}
    assert combat.replies[-1].facts["in_force"] == thrown


def test_the_replies_to_the_other_explorers_tell_the_rules_that_are_looked_at() -> None:
    other = evolve(EVE, ruleset=OWN.replace(pressure_twice=False))
    moving = MovementExplorer(other, "BR-161", to="1512", rules="leaves_zone", bet=True)
    moving.bet("no")
    thrown = {"leaves_zone": {"as": "system_v8"}, "pressure_twice": False}
    assert moving.replies[-1].facts["in_force"] == {"ruleset": "gaza_1917", "switched": thrown}
    small = field("a Red 4-4-4 0406", "b Red 4-4-4 0405", "d Blue 2-3-4 0505")
    back = RetreatExplorer(small, "d", rules="system_v7", bet=True)
    back.bet("nowhere")
    assert back.replies[-1].facts["in_force"]["ruleset"] == "system_v7"
    assert ruleset_named(back.replies[-1].facts["in_force"]["ruleset"]).edition == "FM7"

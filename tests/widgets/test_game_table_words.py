"""GameTable: what a reader is told of answers, and where the question stands on a narrow page."""

from __future__ import annotations

import pytest

from wargame.core.procedure import Choice
from wargame.core.questions import ask
from wargame.families import load_families
from wargame.fire_and_movement.scenario import load_scenario
from widgets import GameTable
from widgets.explorers.table_plan import answer_words


def journal(game: GameTable) -> str:
    lines = game.panels.sequence.journal
    return "\n".join(f"{line['ask']} → {line['answer']}" for line in lines)


def test_the_journal_and_the_message_name_units_and_no_keys() -> None:
    game = GameTable(players={"Central Powers": "policy"})
    game.answer("BR-158")
    game.answer("1219")
    assert "next unit to move → 158th Brigade" in journal(game)
    for key in ("end", "no", "no", "fire@BR-AIR-1@1116", "done"):
        game.answer(key)
    assert "place a marker → a marker, unseen on 1" in journal(game)
    told = game.panels.map.message
    assert "Central Powers: place a marker: a marker, unseen on 1" in told
    assert "Central Powers, Central Powers" not in told
    assert "fire@" not in journal(game) + told


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("BR-163@1310", "163rd Brigade to 1310"),
        ("stand:CP-48", "stand, 48th Regiment"),
        ("watch@BR-AIR-1@0813", "aircraft observes over 0813"),
        ("end", "end"),
    ],
)
def test_the_key_of_an_answer_in_words(key: str, words: str) -> None:
    assert answer_words(GameTable().situation.roster, key) == words


def test_on_a_narrow_page_the_question_stands_next_to_the_map() -> None:
    game = GameTable()
    (page,) = game.children
    shown = [each for column in page.children for each in column.children]
    shown.sort(key=lambda each: int(each.layout.order or 0))
    panels = game.panels
    assert shown[1:5] == [panels.map, panels.reason, panels.dice, panels.sequence]
    assert "wg-game" in game._dom_classes


def test_one_hex_is_one_hex_and_a_charge_names_its_division() -> None:
    eve = load_scenario("gaza_1917/eve_of_assault").situation
    assert load_families()
    assert ask("fm.reach", {"unit": "BR-163"}, eve).sentence.endswith("its move in 1 hex.")
    game = GameTable()
    game.answer("end")
    assert isinstance(game.run.request, Choice)
    later = game.run.request.options[0].label
    assert later == "keep the charge of the Australian and New Zealand Mounted Division for later"

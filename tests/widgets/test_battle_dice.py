"""A battle thrown, stepped, taken back, saved and loaded in the explorer, without a browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.widgets.test_battle_explorer import ONE_SHOT, hand, warned
from wargame.core.errors import Refused, RequestError, WargameError
from wargame.core.procedure import Choice, Roll
from widgets.explorers.battle import BattleExplorer
from widgets.explorers.battle_plan import ENDS

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def explorer() -> BattleExplorer:
    return BattleExplorer("3 inf, 1 art", "2 inf, 1 arm", seed=1)


def test_every_die_has_its_rule(explorer: BattleExplorer) -> None:
    assert explorer.ruling is not None
    assert "1 or 2 hits" in explorer.panels.map.message
    assert explorer.panels.dice.purpose == "barrage: artillery"
    assert "Attack factor" in explorer.panels.ruling.text_twin()
    explorer.throw(1)
    request = explorer.run.request
    assert isinstance(request, Choice)
    assert request.purpose == "loss to barrage"
    assert not explorer.panels.dice.enabled
    explorer.decide("armor")
    assert explorer.battle.engaged("defender").of("armor") == 0
    assert "1✓" in explorer.text_twin()
    assert "The defender loses 1 armor" in explorer.panels.story.value
    with pytest.raises(Refused):
        explorer.throw(7)
    with pytest.raises(RequestError):
        explorer.decide("infantry")


def test_casualties_that_may_not_be_chosen_are_told_why() -> None:
    explorer = BattleExplorer("1 arm", "1 inf, 1 art, 1 arm", seed=1)
    explorer.throw(1)
    assert isinstance(explorer.run.request, Choice)
    assert "armor" in explorer.panels.barred.value
    words = [button.description for button in explorer.panels.decision.children[1:]]
    assert words == ["artillery", "armor", "infantry"]
    assert explorer.panels.decision.children[-1].disabled


def test_a_battle_is_thrown_stepped_and_taken_back(explorer: BattleExplorer) -> None:
    explorer.play_round()
    assert explorer.battle.round == 1 or explorer.run.finished
    one = explorer.text_twin()
    explorer.play_out()
    assert explorer.run.finished
    whole = explorer.text_twin()
    assert explorer.panels.odds.lit in ENDS.values()
    assert explorer.panels.tools.round.disabled
    assert explorer.records[-1]["result"] == explorer.panels.odds.lit
    for act in (explorer.play_round, explorer.play_out, explorer.throw, explorer.forward):
        with pytest.raises(RequestError):
            act()
    explorer.first()
    assert not explorer.lines
    with pytest.raises(RequestError, match="no answer yet"):
        explorer.back()
    with pytest.raises(RequestError, match="no answer yet"):
        explorer.undo_round()
    explorer.last()
    assert explorer.text_twin() == whole
    explorer.back()
    explorer.forward()
    assert explorer.text_twin() == whole
    while explorer.battle.round > 1 or explorer.run.finished:
        explorer.undo_round()
    assert explorer.text_twin() == one


def test_the_same_seed_throws_the_same() -> None:
    one, other = (BattleExplorer("4 inf, 1 fig", "3 inf", seed=5) for _ in range(2))
    one.play_out()
    other.play_out()
    assert one.text_twin() == other.text_twin()


def test_plans_decide_when_a_round_is_thrown() -> None:
    explorer = BattleExplorer("6 inf", "6 inf", attacker_plan=ONE_SHOT, seed=2)
    explorer.play_out()
    assert explorer.run.outcome.ended == "broken off"
    assert "breaks off" in explorer.panels.map.message


def test_a_battle_that_never_ends_is_stopped() -> None:
    explorer = BattleExplorer("1 bomber", "1 inf", rules={"spill": False}, seed=1)
    explorer.play_out(2)
    assert explorer.battle.round == 2 or explorer.run.finished


def test_buttons_do_what_the_methods_do(explorer: BattleExplorer) -> None:
    tools, steps = explorer.panels.tools, explorer.panels.steps
    tools.round.click()
    thrown = len(explorer.run.journal)
    steps.back.click()
    assert len(explorer.run.journal) == thrown - 1
    steps.forward.click()
    tools.undo.click()
    assert not explorer.run.journal
    steps.last.click()
    assert len(explorer.run.journal) == thrown
    tools.battle.click()
    tools.save.click()
    kept = json.loads(tools.kept.value)
    steps.first.click()
    hand(tools.kept, json.dumps(kept))
    tools.load.click()
    assert explorer.save() == kept
    hand(tools.kept, "not this")
    tools.load.click()
    assert "JSON" in warned(explorer)


def test_a_saved_battle_is_the_same_again(explorer: BattleExplorer) -> None:
    explorer.set_rules(first="air")
    explorer.set_plan("defender", losses=("armor",))
    explorer.play_round()
    other = BattleExplorer()
    other.load(json.dumps(explorer.save()))
    assert other.text_twin() == explorer.text_twin()
    assert isinstance(other.run.request, Roll | Choice | None)


def _without(name: str) -> Callable[[dict[str, Any]], object]:
    return lambda data: {key: value for key, value in data.items() if key != name}


@pytest.mark.parametrize(
    "damage",
    [
        lambda _: 7,
        lambda _: "{",
        _without("battle"),
        _without("journal"),
        lambda data: {**data, "battle": "attacker mars: 1 infantry"},
        lambda data: {**data, "attacker": {"flee": 1}},
        lambda data: {**data, "attacker": {"break_off": "soon"}},
        lambda data: {**data, "method": "guess"},
        lambda data: {**data, "journal": [7]},
        lambda data: {**data, "journal": data["journal"] + data["journal"]},
        lambda data: {**data, "journal": [{"ask": "attack: bomber", "answer": 1}]},
    ],
)
def test_a_damaged_save_changes_nothing(
    explorer: BattleExplorer, damage: Callable[[dict[str, Any]], object]
) -> None:
    explorer.play_round()
    before = explorer.text_twin()
    with pytest.raises(WargameError):
        explorer.load(damage(explorer.save()))
    assert explorer.text_twin() == before
    assert warned(explorer)


def test_a_journal_longer_than_its_battle(explorer: BattleExplorer) -> None:
    explorer.play_out()
    data = explorer.save()
    data["journal"].append({"ask": "attack: infantry", "answer": 1})
    with pytest.raises(WargameError, match="the end of the journal"):
        explorer.load(data)

"""The battle explorer without a browser: all that a reader can do, and all that can go wrong."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.widgets.shared import HOSTILE
from wargame.area_combat.battle import Ground
from wargame.area_combat.battle_text import to_text
from wargame.area_combat.odds import battle_odds
from wargame.area_combat.plans import Plan
from wargame.area_combat.ruleset import READINGS
from wargame.core.errors import RequestError, WargameError
from widgets.errors import WidgetError
from widgets.explorers.battle import BattleExplorer
from widgets.explorers.battle_plan import BETS, ENDS, MOST_STATES, shares
from widgets.explorers.battle_rules import SWITCHES
from widgets.explorers.battle_tools import WITHIN

ONE_SHOT = {"break_off": 1}
"""A plan that breaks off after a round, which keeps fractions short."""


@pytest.fixture
def explorer() -> BattleExplorer:
    return BattleExplorer("3 inf, 1 art", "2 inf, 1 arm", seed=1)


def hand(widget: Any, value: Any) -> None:
    """Move a control as a reader's hand would."""
    widget.value = value


def warned(explorer: BattleExplorer) -> str:
    return explorer.panels.map.error


# ---- the odds


def test_short_fractions_are_told_beside_the_percentage() -> None:
    """A lone gun hits on 1 or 2, and the Soviet infantry that is left runs on 5 or 6."""
    explorer = BattleExplorer("1 art", "1 inf", attacker_plan=ONE_SHOT)
    assert explorer.odds.win == Fraction(5, 9)
    assert "Attacker takes it: 5/9 (55.6 %)" in explorer.text_twin()
    assert "Attacker breaks off: 4/9 (44.4 %)" in explorer.text_twin()
    assert "5/9" in explorer.panels.odds.text_twin()
    assert "Exact: 4 states" in explorer.panels.ends.value
    assert "Rounds: 1: 100 %." in explorer.text_twin()


def test_the_odds_are_the_engines(explorer: BattleExplorer) -> None:
    odds = battle_odds(explorer.plan.battle)
    assert shares(explorer.odds)[ENDS["taken"]] == pytest.approx(float(odds.win), abs=1e-6)
    twin = explorer.text_twin()
    assert f"IP lost by the defender, on average: {float(odds.value_lost('defender')):.2f}" in twin
    left = float(odds.remaining("attacker")["infantry"])
    assert f"Attacker, infantry: 3, {left:.2f}, " in twin


def test_how_the_odds_were_found_is_always_said() -> None:
    large = BattleExplorer("10 inf, 5 art, 5 arm", "10 inf, 5 arm")
    assert large.odds.method == "simulated"
    assert "1,000 battles were fought by chance" in large.panels.ends.value
    assert "standard error" in large.text_twin()
    assert "counted in battles fought by chance" in large.panels.odds.label
    middle = BattleExplorer("3 inf, 2 arm", "3 inf, 1 arm", method="bounded")
    assert "no chance is off by more" in middle.static_html()
    hand(middle.panels.how["how"], "exact")
    assert middle.odds.method == "exact"


def test_what_would_take_minutes_is_refused() -> None:
    explorer = BattleExplorer("10 inf, 5 art, 5 arm, 3 fig", "10 inf, 5 arm, 2 fig")
    with pytest.raises(RequestError, match=f"at most {MOST_STATES['exact']} states"):
        BattleExplorer("10 inf, 5 art, 5 arm, 3 fig", "10 inf, 5 arm, 2 fig", method="exact")
    hand(explorer.panels.how["how"], "exact")
    assert "states" in warned(explorer)
    assert explorer.plan.how == explorer.panels.how["how"].value == "quickly"


def test_a_larger_force_falls_back_on_what_is_quick() -> None:
    explorer = BattleExplorer("2 inf", "2 inf", method="exact")
    explorer.set_force("attacker", "20 inf, 9 arm, 9 art, 9 fig")
    assert explorer.plan.how == "quickly"


# ---- what if


def test_two_more_artillery_stand_beside_the_plan(explorer: BattleExplorer) -> None:
    explorer.what_if(attacker="2 art")
    other = explorer.plan.changed
    assert other is not None
    assert other.battle.engaged("attacker").of("artillery") == 3
    names = [each["name"] for each in explorer.panels.odds.series]
    assert names == ["as planned", "attacker: 2 artillery more"]
    gain = 100 * (float(other.odds.win) - float(explorer.odds.win))
    assert f"{gain:+.1f} points" in explorer.text_twin()
    explorer.what_if(defender="-1 inf")
    assert "defender: 1 infantry fewer" in explorer.panels.ends.value
    explorer.as_planned()
    assert explorer.plan.changed is None
    assert "What if" not in explorer.panels.ends.value


def test_what_ifs_by_hand(explorer: BattleExplorer) -> None:
    tools = explorer.panels.tools
    hand(tools.typed, "1 fighter")
    tools.compare.click()
    tools.presets[2].click()
    assert explorer.plan.change_words() == "attacker: 1 fighter more; defender: 2 infantry more"
    tools.clear.click()
    assert not explorer.plan.changes
    assert tools.clear.disabled


@pytest.mark.parametrize("typed", ["-9 inf", "3 infantrie", "", "2 ss panzers -"])
def test_a_what_if_that_cannot_be(explorer: BattleExplorer, typed: str) -> None:
    with pytest.raises(WargameError):
        explorer.what_if(typed)
    assert warned(explorer)
    assert not explorer.plan.changes


# ---- forces, territory, plans, house rules


def test_an_unknown_unit_gets_the_nearest_names_and_nothing_else_changes(
    explorer: BattleExplorer,
) -> None:
    before = explorer.text_twin()
    field = explorer.panels.forces["attacker"]
    hand(field, "4 infantrie")
    assert "did you mean infantry or light infantry?" in warned(explorer)
    assert "role='alert'" in explorer.panels.map.value
    assert field.value == "4 infantrie", "a slip is mended, not typed again"
    assert explorer.text_twin() == before
    hand(field, "4 inf 2 art")
    assert not warned(explorer)
    assert field.value == "4 infantry, 2 artillery"
    assert explorer.battle.engaged("attacker").of("artillery") == 2


def test_a_unit_of_another_nation(explorer: BattleExplorer) -> None:
    with pytest.raises(RequestError, match="SS panzer"):
        explorer.set_force("defender", "1 SS panzer")
    hand(explorer.panels.forces["defender nation"], "italy")
    assert explorer.battle.defender.nation.id == "italy"
    with pytest.raises(RequestError, match="attacker, defender"):
        explorer.set_force("both", "1 inf")


def test_the_territory_by_hand(explorer: BattleExplorer) -> None:
    form = explorer.panels.ground
    hand(form["landing"], "sea")
    hand(form["aboard"], 3)
    hand(form["works"], ("city",))
    hand(form["refuges"], " Kiev, Minsk,")
    hand(form["reserve"], "2 fig")
    ground = explorer.plan.battle.ground
    assert ground == Ground(works=("city",), refuges=("Kiev", "Minsk"), landing="sea", aboard=3)
    assert explorer.plan.battle.defender.reserve.of("fighter") == 2
    hand(form["island"], value=True)
    assert "refuges" not in form.keys
    hand(form["reserve"], "2 inf")
    assert "planes" in warned(explorer)


def test_plans_by_hand_and_from_python(explorer: BattleExplorer) -> None:
    form = explorer.panels.plans
    hand(form["attacker break_off"], 2)
    hand(form["attacker losses"], "art, inf")
    hand(form["support"], value=True)
    assert explorer.plan.attacker == Plan(("artillery", "infantry"), break_off=2, support=True)
    assert explorer.odds.broken_off > 0
    hand(form["attacker losses"], "artilery")
    assert "did you mean" in warned(explorer)
    explorer.set_plan("defender", fewer_than=1)
    assert explorer.plan.defender.fewer_than == 1
    with pytest.raises(RequestError, match="plan of the defender"):
        explorer.set_plan("defender", flee=1)
    with pytest.raises(RequestError, match="twice"):
        explorer.set_plan("attacker", losses=("infantry", "infantry"))


def test_every_house_rule_of_a_battle_has_its_readings(explorer: BattleExplorer) -> None:
    form = explorer.panels.rules
    assert len({each.doubt for each in SWITCHES}) == len(SWITCHES) == len(form.keys)
    for each in SWITCHES:
        assert each.readings[0][1] == getattr(READINGS, each.name)
        for _, value in each.readings[::-1]:
            hand(form[each.name], value)
            assert getattr(explorer.plan.battle.rules, each.name) == value
    assert explorer.plan.battle.rules == READINGS
    hand(form["first"], "air")
    assert "A round begins with: the air (AA-Q20)" in explorer.panels.headline.value
    explorer.set_rules(shots=4)
    assert ("as given: 4", 4) in form["shots"].options
    with pytest.raises(RequestError, match="did you mean first"):
        explorer.set_rules(frist="air")


def test_changing_how_keeps_the_dice(explorer: BattleExplorer) -> None:
    explorer.play_round()
    thrown = len(explorer.lines)
    hand(explorer.panels.how["how"], "bounded")
    assert len(explorer.lines) == thrown
    explorer.set_force("attacker", "2 inf")
    assert not explorer.lines


# ---- bets, and the best round


def test_the_odds_wait_for_a_bet() -> None:
    explorer = BattleExplorer("2 inf", "1 inf", bet=True, seed=1)
    assert explorer.panels.odds.hidden
    assert not explorer.panels.ends.value
    assert "%" not in explorer.text_twin()
    for act in (explorer.throw, explorer.play_round, explorer.best_round):
        with pytest.raises(RequestError, match="Bet"):
            act()
    with pytest.raises(RequestError, match="Bet"):
        explorer.what_if("1 inf")
    with pytest.raises(RequestError, match="attacker takes it"):
        explorer.bet("attacker wins")
    explorer.panels.odds.place_bet(BETS[0])
    assert not explorer.panels.odds.hidden
    (reply,) = explorer.replies
    assert (reply.kind, reply.said) == ("bet", BETS[0])
    assert reply.facts["chance"] == str(shares(explorer.odds)[BETS[0]])
    explorer.throw(1)
    explorer.play_out()
    assert explorer.replies[0].facts["result"] == explorer.records[-1]["result"]


def test_before_the_bet_nothing_of_the_answer_shows() -> None:
    explorer = BattleExplorer("3 inf, 1 art", "2 inf, 1 arm", bet=True, seed=1)
    panels = explorer.panels
    assert panels.rounds.layout.display == "none"
    assert not panels.rounds.series, "how many rounds there may be is an answer too"
    for page in (explorer.static_html(), explorer.text_twin()):
        for words in ("Rounds", "Who is left", "hidden for now", " %"):
            assert words not in page
    explorer.bet(BETS[0])
    assert panels.rounds.layout.display is None
    assert "Rounds fought" in explorer.static_html()


def test_bars_and_table_tell_the_same_percentages() -> None:
    explorer = BattleExplorer("3 inf, 2 art, 1 arm, 2 fig", "4 inf, 1 arm, 1 fig")
    assert explorer.odds.method == "bounded"
    bars = explorer.panels.odds.text_twin()
    assert "Defender holds it: 3.1 %" in explorer.text_twin()
    assert "defender holds it    3.1 %" in bars
    assert "/" not in bars, "a fraction that was rounded first is no fraction"


def test_the_best_round_to_break_off() -> None:
    explorer = BattleExplorer("2 inf", "3 inf, 1 arm", seed=1)
    found = explorer.best_round()
    assert found.worth[found.best] == max(found.worth.values())
    assert found.sentence in explorer.text_twin()
    tools = explorer.panels.tools
    hand(tools.worth, 3)
    hand(tools.after, WITHIN)
    tools.search.click()
    assert "lose 3 IP at most" in explorer.panels.found.value
    explorer.set_force("attacker", "3 inf")
    assert not explorer.panels.found.value


# ---- what it is given


def test_a_whole_battle_or_its_text_may_be_given(explorer: BattleExplorer) -> None:
    battle = explorer.plan.battle
    assert BattleExplorer(battle).plan.battle == battle
    assert BattleExplorer(to_text(battle)).plan.battle == battle


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"attacker": 7}, "attacker.*units such as"),
        ({"attacker": "10 bomb"}, "did you mean"),
        ({"defender": "300 inf"}, "0 to 200"),
        ({"nations": "germany"}, "who attacks, who defends"),
        ({"nations": ("germany", "atlantis")}, "soviet-union"),
        ({"reserve": "1 inf"}, "planes"),
        ({"territory": 7}, "Ground"),
        ({"territory": {"isle": True}}, "did you mean island"),
        ({"territory": {"island": 3}}, "True or False"),
        ({"territory": {"works": "city"}}, "a list of names"),
        ({"territory": {"works": [7]}}, "a list of names"),
        ({"territory": {"works": ["castle"]}}, "city, complex"),
        ({"rules": 7}, "Ruleset"),
        ({"rules": {"shots": "x"}}, "0 to"),
        ({"attacker_plan": {"losses": ["horse"]}}, "infantry"),
        ({"defender_plan": {"break_off": "soon"}}, "whole number"),
        ({"method": "guess"}, "quickly"),
        ({"colour": 1}, "nations"),
    ],
)
def test_what_it_cannot_take_is_a_sentence(given: dict[str, Any], words: str) -> None:
    with pytest.raises(WargameError, match=words):
        BattleExplorer(**given)


def test_a_keyword_that_it_does_not_know() -> None:
    with pytest.raises(WidgetError, match="did you mean defender"):
        BattleExplorer(defendr="1 inf")


def test_a_battle_without_defenders_is_over_at_once() -> None:
    explorer = BattleExplorer("1 inf", "", bet=True)
    assert explorer.run.finished
    assert not explorer.panels.odds.hidden
    assert "occupies" in explorer.panels.map.message
    assert "Attacker takes it: 100 %" in explorer.text_twin()


def test_hostile_names_stay_words() -> None:
    explorer = BattleExplorer("1 inf", "1 inf", territory={"name": HOSTILE})
    assert "<img" not in explorer.static_html() + explorer.panels.headline.value
    explorer.panels.map.warn(HOSTILE)
    assert "<img" not in explorer.panels.map.value


def test_the_static_page_has_odds_story_and_rule(explorer: BattleExplorer) -> None:
    explorer.play_round()
    page = explorer.static_html()
    for words in ("How it ends", "Who is left", "Round by round", "Rounds fought", "After one"):
        assert words in page
    assert repr(explorer) == explorer.text_twin()

"""The combat explorer without a browser: all that a reader can do, and all that can go wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve

from wargame.core.errors import Refused, RequestError, WargameError
from wargame.core.procedure import Choice
from wargame.core.replies import Reply
from wargame.fire_and_movement.bombardment import DRAW
from wargame.fire_and_movement.combat import assess, fight_odds
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.situation_text import situation_from_text
from widgets import CombatExplorer
from widgets.errors import WidgetError
from widgets.explorers.combat_controls import fields_of

BRIGADES = ("BR-161", "BR-1E", "BR-163")


@pytest.fixture
def explorer() -> CombatExplorer:
    return CombatExplorer(target="1310", attackers=BRIGADES, seed=7)


def switch(explorer: CombatExplorer, key: str) -> Any:
    """Return the form field called *key*, as a reader's hand would find it."""
    return explorer.panels.form[key]


def test_it_begins_with_what_may_be_attacked() -> None:
    explorer = CombatExplorer()
    assert "hexes may be attacked" in repr(explorer)
    marked = {label for label, kind in explorer.panels.map.marks.items() if kind == "candidate"}
    assert "1310" in marked


def test_it_opens_where_things_happen(explorer: CombatExplorer) -> None:
    near = explorer.panels.map.text_twin()
    assert "1310 Tank Redoubt" in near
    assert "0914 Gaza" not in near
    front = CombatExplorer().panels.map.text_twin()
    assert "0914 Gaza" in front
    assert "1821 Deir el Belah" not in front


def test_clicks_build_the_attack(explorer: CombatExplorer) -> None:
    by_click = CombatExplorer()
    by_click.panels.map.choose("1310")
    by_click.panels.map.choose("1311")
    by_click.panels.map.choose("1211")
    assert set(by_click.plan.attackers) == set(BRIGADES)
    assert by_click.panels.map.marks["1310"] == "target"
    assert repr(by_click) == repr(explorer)
    by_click.panels.map.choose("1211")
    assert set(by_click.plan.attackers) == {"BR-161", "BR-1E"}


def test_what_it_shows_is_what_the_engine_says(explorer: CombatExplorer) -> None:
    ruling = assess(explorer.plan.attack).ruling
    assert explorer.panels.ruling.ruling == ruling
    chances = fight_odds(explorer.plan.attack).distribution(lambda outcome: outcome.code)
    shown = explorer.panels.odds.series[0]["chances"]
    assert {code: Fraction(c) for code, c in shown.items()} == chances


def test_both_alignments_stand_side_by_side(explorer: CombatExplorer) -> None:
    left, right = explorer.panels.odds.series
    assert left["name"] == "read from the left (in force)"
    assert right["name"] == "read from the right"
    assert left["chances"] != right["chances"]


def test_a_trench_set_aside_moves_the_odds(explorer: CombatExplorer) -> None:
    before = explorer.plan.chances()
    switch(explorer, "waive terrain:trench").value = True
    assert explorer.plan.waived == {"terrain:trench"}
    assert explorer.plan.chances() != before
    assert "Set aside" in repr(explorer)
    explorer.waive()
    assert explorer.plan.chances() == before
    assert switch(explorer, "waive terrain:trench").value is False


def test_the_form_keeps_its_fields_so_that_focus_stays(explorer: CombatExplorer) -> None:
    form = explorer.panels.form
    before = {key: form[key] for key in form.keys}
    explorer.waive("terrain:trench")
    assert all(form[key] is widget for key, widget in before.items())


def test_a_throw_by_hand_gives_the_result_of_that_face(explorer: CombatExplorer) -> None:
    results = explorer.assessment.results
    explorer.throw(1)
    request = explorer.run.request if explorer.run else None
    while isinstance(request, Choice):
        explorer.decide(request.options[0].key)
        request = explorer.run.request if explorer.run else None
    outcome = explorer.outcome
    assert outcome is not None
    assert outcome.code == results[0]
    assert explorer.panels.odds.lit == results[0]
    assert explorer.panels.dice.face == 1
    explorer.undo()
    assert explorer.outcome is None


def test_the_tray_and_the_buttons_do_the_same(explorer: CombatExplorer) -> None:
    explorer.panels.dice.ask("set", 2)
    assert explorer.run is not None
    assert explorer.run.journal[0].answer == 2
    explorer.panels.back.click()
    assert explorer.run.journal == ()


def test_a_seed_repeats_the_dice() -> None:
    faces = []
    for _ in range(2):
        explorer = CombatExplorer(target="1310", attackers=BRIGADES, seed=3)
        explorer.throw()
        assert explorer.run is not None
        faces.append(explorer.run.journal[0].answer)
    assert faces[0] == faces[1]


def test_keeping_a_result_books_the_attack(explorer: CombatExplorer) -> None:
    explorer.throw(4)
    explorer.keep()
    assert explorer.situation.board.hex("1310") in explorer.situation.attacked
    assert set(BRIGADES) <= explorer.situation.fought
    explorer.aim("1310")
    with pytest.raises(Refused, match="attacked already"):
        explorer.attack_with("BR-ICB")


def test_a_bet_comes_before_the_odds() -> None:
    explorer = CombatExplorer(target="1310", attackers=BRIGADES, bet=True)
    assert explorer.panels.odds.hidden
    assert explorer.panels.dice.bands == []
    for told in ("1/6", "D2, Ex, Ex"):
        assert told not in repr(explorer)
        assert told not in explorer.static_html()
    with pytest.raises(RequestError, match="a bet on a result first"):
        explorer.throw(1)
    explorer.panels.odds.place_bet("Ex")
    assert not explorer.panels.odds.hidden
    assert "D2, Ex, Ex" in repr(explorer)
    assert explorer.panels.dice.bands[1]["outcome"] == "Ex"
    reply = explorer.replies[0]
    assert (reply.kind, reply.said, reply.right) == ("bet", "Ex", None)
    assert reply.question == "CombatExplorer: attack on 1310"
    assert reply.facts["chance"] == "1/3"
    assert Reply.from_json(json.loads(json.dumps(reply.to_json()))) == reply
    explorer.throw(2)
    while explorer.run is not None and isinstance(explorer.run.request, Choice):
        explorer.decide(explorer.run.request.options[0].key)
    assert explorer.replies[0].facts["result"] == explorer.records[-1]["result"]
    explorer.waive("terrain:trench")
    assert explorer.panels.odds.hidden


def test_a_reason_belongs_to_the_bet_it_was_given_with() -> None:
    explorer = CombatExplorer(target="1310", attackers=BRIGADES, bet=True)
    odds = explorer.panels.odds
    odds.set_state({"reason": "Three to one.", "bet": {"code": "Ex", "count": 1}})
    assert [each.reason for each in explorer.replies] == ["Three to one."]
    odds.set_state({"reason": "Nearly three to one."})
    assert [each.reason for each in explorer.replies] == ["Nearly three to one."]
    explorer.waive("terrain:trench")
    assert odds.reason == ""
    odds.set_state({"bet": {"code": "D2", "count": 1}, "reason": "No trench now."})
    assert [each.reason for each in explorer.replies] == ["Nearly three to one.", "No trench now."]
    assert [each.tries for each in explorer.replies] == [1, 2]
    explorer.waive()
    explorer.bet("Ex", "As before.")
    assert explorer.replies[-1].reason == "As before."
    assert not odds.replies


def test_support_fire_enters_the_odds(explorer: CombatExplorer) -> None:
    explorer.change(lambda plan: plan.with_fire(DRAW))
    assert explorer.run is not None
    assert explorer.run.request is not None
    assert "turn over" in explorer.run.request.purpose
    assert sum(explorer.plan.chances().values()) == 1
    hexes = explorer.situation.board
    explorer.change(lambda plan: plan.with_reply(hexes.hex("1311"), DRAW, DRAW))
    assert sum(explorer.plan.chances().values()) == 1


def test_standing_is_a_policy_of_the_odds(explorer: CombatExplorer) -> None:
    def british_retreat() -> Fraction:
        return explorer.plan.odds.chance(lambda outcome: outcome.must_retreat("British") > 0)

    retreating = british_retreat()
    switch(explorer, "stand").value = True
    assert british_retreat() < retreating
    assert explorer.plan.stand


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (lambda e: e.aim("9901"), RequestError),
        (lambda e: e.aim("1515"), Refused),
        (lambda e: e.attack_with("BR-999"), RequestError),
        (lambda e: e.attack_with("BR-22M"), Refused),
        (lambda e: e.attack_with("BR-161"), Refused),
        (lambda e: e.attack_with("CP-48"), Refused),
        (lambda e: e.waive("terrain:mud"), RequestError),
        (lambda e: e.throw(7), Refused),
        (lambda e: e.decide("retreat"), RequestError),
        (lambda e: e.bet("X"), RequestError),
        (lambda e: e.undo(), RequestError),
        (lambda e: e.keep(), RequestError),
        (lambda e: e.change(lambda plan: plan.with_fire(DRAW, DRAW)), Refused),
        (lambda e: e.change(lambda plan: plan.with_fire("BR-BIG")), RequestError),
    ],
)
def test_a_mistake_is_a_sentence_here_and_there_and_changes_nothing(
    explorer: CombatExplorer,
    act: Callable[[CombatExplorer], None],
    error: type[WargameError],
) -> None:
    plan, journal = explorer.plan, explorer.run.journal if explorer.run else ()
    with pytest.raises(error) as caught:
        act(explorer)
    assert explorer.panels.map.error == str(caught.value)
    assert explorer.plan == plan
    assert (explorer.run.journal if explorer.run else ()) == journal


def test_a_click_on_the_wrong_hex_is_told_and_not_raised(explorer: CombatExplorer) -> None:
    explorer.panels.map.choose("1515")
    assert "No enemy of British stands in 1515" in explorer.panels.map.error


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"tagret": "1310"}, "target"),
        ({"situation": 7}, "a Situation or a scenario's name"),
    ],
)
def test_wrong_arguments_get_a_sentence(arguments: dict, words: str) -> None:
    with pytest.raises(WidgetError, match=words):
        CombatExplorer(**arguments)


def test_an_unknown_scenario_lists_the_known_ones() -> None:
    with pytest.raises(RequestError, match="gaza_1917/eve_of_assault"):
        CombatExplorer("gaza_1917/eve_of_asault")


def test_the_form_is_described_without_a_widget(explorer: CombatExplorer) -> None:
    fields = {field.key: field for field in fields_of(explorer.plan)}
    assert fields["from 1311"].value is True
    assert "own fire" in fields
    assert list(fields_of(CombatExplorer().plan)) == []


def test_the_static_page_needs_no_script(explorer: CombatExplorer) -> None:
    page = explorer.static_html()
    assert "<script" not in page
    assert "<svg" in page
    assert "Tank Redoubt" in page


def test_a_charge_is_offered_and_shifts_the_column() -> None:
    explorer = CombatExplorer(target="1806", attackers=("BR-1LH", "BR-2LH"))
    before = explorer.assessment.column
    switch(explorer, "charge ANZMD").value = True
    assert explorer.plan.charging == {"ANZMD"}
    assert explorer.assessment.column != before
    explorer.throw(6)
    while explorer.outcome is None:
        assert explorer.run is not None
        request = explorer.run.request
        assert isinstance(request, Choice)
        explorer.decide(request.options[0].key)
    explorer.keep()
    assert "ANZMD" in explorer.situation.charged


def test_kress_is_offered_to_the_central_powers_alone() -> None:
    evening = evolve(load_scenario().situation, active="Central Powers")
    explorer = CombatExplorer(evening, target="1015", attackers=("CP-79", "CP-31"))
    before = explorer.assessment.column
    switch(explorer, "kress").value = True
    assert explorer.assessment.column != before
    british = CombatExplorer(target="1806", attackers=("BR-1LH", "BR-2LH"))
    assert "kress" not in british.panels.form.keys


@pytest.mark.cases("LEB82", "12.0/1")
def test_a_result_that_spares_a_bastion_says_so() -> None:
    """The sentence ended with a retreat that nobody made."""
    lines = ("active Israeli", "IS-91-A1 3120", "IS-91-A2 3219", "PLO-16 3119")
    situation = situation_from_text("\n".join(("lebanon_82/peace_for_galilee", *lines)))
    shown = CombatExplorer(
        evolve(situation, ready=frozenset()), target="3119", attackers=("IS-91-A1", "IS-91-A2")
    )
    assert shown.assessment.results[3] == "D2"
    shown.throw(4)
    headline = shown.text_twin().splitlines()[0]
    assert headline.endswith("D2 against PLO unit 16: It does nothing in 3119 Alras Jouaiya.")


@pytest.mark.cases("LEB82", "12.0/1", "12.0/3")
def test_the_odds_say_what_a_result_does_in_a_bastion_and_what_that_is_worth() -> None:
    """The table said of D2 that the defender retreats, whom it does not touch."""
    lines = ("active Israeli", "IS-91-A1 3120", "IS-91-A2 3219", "PLO-16 3119", "SY-C11 3119")
    both = situation_from_text("\n".join(("lebanon_82/peace_for_galilee", *lines)))
    situation = evolve(both, pieces=both.pieces[:3])
    shown = CombatExplorer(situation, target="3119", attackers=("IS-91-A1", "IS-91-A2"))
    says = shown.panels.odds.meanings
    assert says["D2"] == "it does nothing to PLO unit 16 in the bastion"
    assert says["Ex"].startswith("the attacker loses a step; it does nothing to PLO unit 16")
    assert says["De"] == "every defending unit is eliminated"
    assert "Arab must retreat</th><td>0</td>" in shown.panels.chances.value
    switch(shown, "waive immunity").value = True
    assert shown.panels.odds.meanings["D2"] == "the defender retreats two hexes"
    assert "Arab must retreat</th><td>1/2</td>" in shown.panels.chances.value
    mixed = CombatExplorer(both, target="3119", attackers=("IS-91-A1", "IS-91-A2"))
    before, _, rest = mixed.panels.odds.meanings["D2"].partition("; but ")
    assert before == "the defender retreats two hexes"
    assert rest == says["D2"]
    syrian = evolve(both, pieces=(*both.pieces[:2], both.pieces[3]))
    plain = CombatExplorer(syrian, target="3119", attackers=("IS-91-A1", "IS-91-A2"))
    assert "waive immunity" not in plain.panels.form.keys

"""Every result applied to steps, under each set of rules (8.2.4, 8.4; Gaza 10.3 and its key)."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import (
    BLUE,
    BRITISH,
    CENTRAL_POWERS,
    RED,
    RULESETS,
    SYSTEMS,
    Script,
    attack,
    played,
    position,
    sides,
)
from wargame.core.drivers import odds, play
from wargame.core.procedure import Choice
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.crt import CODES
from wargame.fire_and_movement.results import DISTANCE, CombatOutcome, RetreatDue, apply_result

STANDING = ("system_v8", "system_v7", "lebanon_82")
RETREATS = ("A1", "A2", "A3", "D2", "D3")


def fight(ruleset: str, *, steps: int = 2, marker: bool = False) -> Attack:
    """Return an attack of two units on one (in Gaza: on a stack of two)."""
    one, other = (side.replace(" ", "_") for side in sides(ruleset))
    units = [
        f"a1 {one} 4-4-4 0203 steps={steps}",
        f"a2 {one} 3-3-4 0204 steps={steps}",
        f"d1 {other} 4-5-4 0303 steps={steps} stacking=regiment",
    ]
    if ruleset == "gaza_1917":
        units.append(f"d2 {other} 2-3-4 0303 steps={steps}")
    markers = [f"m1 {one} +2", f"m2 {other} +3"] if marker else []
    return attack(position(*units, ruleset=ruleset, markers=markers), "a1", "a2")


def applied(plan: Attack, code: str, *answers: str) -> tuple[CombatOutcome, Script]:
    result, script = played(partial(apply_result, plan, code), *answers)
    outcome = result.outcome
    assert isinstance(outcome, CombatOutcome)
    assert outcome.code == code
    assert result.told[0].label == f"Result {code}"
    return outcome, script


def lost(outcome: CombatOutcome) -> dict[str, int]:
    return {loss.before.unit: loss.steps for loss in outcome.losses}


def defenders(ruleset: str) -> list[str]:
    return ["d1", "d2"] if ruleset == "gaza_1917" else ["d1"]


@pytest.mark.cases("FM8", "8.2.4", "8.2.4/1", "8.2.4/12", "CRT/10", "CRT/21")
@pytest.mark.cases("FM7", "8.2.4", "8.2.4/1", "8.2.4/12")
@pytest.mark.cases("GAZA", "CRT/7")
@pytest.mark.cases("LEB82", "CRT/5")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_de_removes_every_defender_whole(ruleset: str) -> None:
    outcome, script = applied(fight(ruleset), "De")
    assert lost(outcome) == dict.fromkeys(defenders(ruleset), 2)
    assert all(loss.after is None for loss in outcome.losses)
    assert (outcome.emptied, outcome.retreats, script.asked) == (True, (), [])
    assert outcome.situation.steps(sides(ruleset)[0]) == 4


@pytest.mark.cases("FM8", "8.2.4/9", "8.2.4/12", "CRT/18", "CRT/21")
@pytest.mark.cases("FM7", "8.2.4/9", "8.2.4/12")
@pytest.mark.cases("GAZA", "CRT/15")
@pytest.mark.cases("LEB82", "CRT/13")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_ae_removes_every_attacker_whole(ruleset: str) -> None:
    outcome, script = applied(fight(ruleset), "Ae")
    assert lost(outcome) == {"a1": 2, "a2": 2}
    assert (outcome.emptied, outcome.retreats, script.asked) == (False, (), [])
    assert outcome.situation.of(sides(ruleset)[0]) == ()


@pytest.mark.cases("FM8", "8.2.4/10", "CRT/19")
@pytest.mark.cases("FM7", "8.2.4/10")
@pytest.mark.cases("GAZA", "CRT/16")
@pytest.mark.cases("LEB82", "CRT/14")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_dot_changes_nothing(ruleset: str) -> None:
    plan = fight(ruleset)
    outcome, script = applied(plan, "•")
    assert outcome.situation == plan.situation
    assert (outcome.losses, outcome.retreats, script.asked) == ((), (), [])


@pytest.mark.cases("FM8", "8.2.4/4", "CRT/13")
@pytest.mark.cases("FM7", "8.2.4/4")
@pytest.mark.cases("GAZA", "CRT/10", "CRT/18")
@pytest.mark.cases("LEB82", "CRT/8")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_ex_costs_each_side_a_step_of_its_owners_choice(ruleset: str) -> None:
    one, other = sides(ruleset)
    answers = ["a2", "d2"] if ruleset == "gaza_1917" else ["a2"]
    outcome, script = applied(fight(ruleset), "Ex", *answers)
    assert lost(outcome) == {"a2": 1, defenders(ruleset)[-1]: 1}
    assert outcome.situation.steps(one) == 3
    assert [(outcome.steps_lost(side)) for side in (one, other)] == [1, 1]
    owners = [request.who for request in script.asked if isinstance(request, Choice)]
    assert owners == ([one, other] if ruleset == "gaza_1917" else [one])


@pytest.mark.cases("FM8", "8.2.4/8", "CRT/17")
@pytest.mark.cases("FM7", "8.2.4/8")
@pytest.mark.cases("GAZA", "CRT/14", "CRT/18")
@pytest.mark.cases("LEB82", "CRT/12")
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("name", ["a1", "a2"])
def test_a_in_brackets_costs_the_attacker_a_step_of_his_choice(ruleset: str, name: str) -> None:
    plan = fight(ruleset)
    outcome, script = applied(plan, "(A)", name)
    assert lost(outcome) == {name: 1}
    (choice,) = script.asked
    assert isinstance(choice, Choice)
    assert choice.who == sides(ruleset)[0]
    assert [option.key for option in choice.options] == ["a1", "a2"]
    assert list(map(str, choice.cases)) == list(plan.situation.ruleset.loss_cases)


@pytest.mark.cases("FM8", "8.3/1")
@pytest.mark.cases("FM7", "8.2.4/14")
@pytest.mark.cases("GAZA", "CRT/17")
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_one_step_unit_that_loses_a_step_is_gone(ruleset: str) -> None:
    outcome, _ = applied(fight(ruleset, steps=1), "(A)", "a1")
    assert [piece.unit for piece in outcome.situation.of(sides(ruleset)[0])] == ["a2"]


@pytest.mark.cases("FM8", "8.2.4/2", "8.2.4/3", "8.2.4/5", "8.2.4/6", "8.2.4/7", "8.2.4/11")
@pytest.mark.cases("FM8", "CRT/11", "CRT/12", "CRT/14", "CRT/15", "CRT/16", "CRT/20", "8.4")
@pytest.mark.cases("FM7", "8.2.4/2", "8.2.4/3", "8.2.4/5", "8.2.4/6", "8.2.4/7", "8.2.4/11", "8.4")
@pytest.mark.cases("LEB82", "CRT/6", "CRT/7", "CRT/9", "CRT/10", "CRT/11")
@pytest.mark.parametrize("ruleset", STANDING)
@pytest.mark.parametrize("code", RETREATS)
def test_a_retreat_is_the_whole_force_by_the_hexes_of_the_result(ruleset: str, code: str) -> None:
    plan = fight(ruleset)
    side = BLUE if code[0] == "D" else RED
    names = ("d1",) if code[0] == "D" else ("a1", "a2")
    outcome, script = applied(plan, code)  # the first option everywhere is to retreat
    assert outcome.retreats == (RetreatDue(side, names, int(code[1])),)
    assert outcome.losses == ()
    assert (outcome.must_retreat(RED), outcome.must_retreat(BLUE)) == (
        (0, int(code[1])) if code[0] == "D" else (int(code[1]), 0)
    )
    for choice in script.asked:  # every starred result may be refused
        assert isinstance(choice, Choice)
        assert choice.who == side
        assert list(map(str, choice.cases)) == list(plan.situation.ruleset.stand_cases)


@pytest.mark.cases("FM8", "8.4", "8.4/1", "8.4/2")
@pytest.mark.parametrize("code", ["A1", "A2", "A3"])
def test_in_version_8_each_attacker_that_stands_pays(code: str) -> None:
    outcome, script = applied(fight("system_v8"), code, "stand", "stand")
    assert lost(outcome) == {"a1": 1, "a2": 1}
    assert (outcome.stood, outcome.retreats) == (("a1", "a2"), ())
    assert len(script.asked) == 2
    mixed, _ = applied(fight("system_v8"), code, "retreat", "stand")
    assert lost(mixed) == {"a2": 1}
    assert mixed.stood == ("a2",)
    assert mixed.retreats == (RetreatDue(RED, ("a1",), DISTANCE[code]),)


@pytest.mark.cases("FM7", "8.4", "8.4/1", "8.4/2")
@pytest.mark.cases("LEB82", "CRT/9", "CRT/10", "CRT/11")
@pytest.mark.parametrize("ruleset", ["system_v7", "lebanon_82"])
@pytest.mark.parametrize("code", ["A1", "A2", "A3"])
@pytest.mark.parametrize("name", ["a1", "a2"])
def test_in_version_7_one_attacker_pays_for_all(ruleset: str, code: str, name: str) -> None:
    outcome, script = applied(fight(ruleset), code, f"stand:{name}")
    assert lost(outcome) == {name: 1}
    assert (outcome.stood, outcome.retreats) == ((name,), ())
    assert len(script.asked) == 1


@pytest.mark.cases("FM8", "8.4", "8.4/1", "8.4/2")
@pytest.mark.cases("FM7", "8.4", "8.4/1", "8.4/2")
@pytest.mark.cases("LEB82", "CRT/6", "CRT/7")
@pytest.mark.parametrize("ruleset", STANDING)
@pytest.mark.parametrize("code", ["D2", "D3"])
def test_a_defender_stands_at_the_price_of_a_step(ruleset: str, code: str) -> None:
    answer = "stand" if ruleset == "system_v8" else "stand:d1"
    outcome, _ = applied(fight(ruleset), code, answer)
    assert lost(outcome) == {"d1": 1}
    assert (outcome.stood, outcome.retreats, outcome.emptied) == (("d1",), (), False)


@pytest.mark.cases("FM8", "8.4/3")
@pytest.mark.cases("FM7", "8.4/3")
@pytest.mark.parametrize("ruleset", [*SYSTEMS, "gaza_1917"])
def test_a_one_step_unit_may_stand_and_dies_of_it(ruleset: str) -> None:
    answer = "stand" if ruleset == "system_v8" else "stand:d1"
    outcome, _ = applied(fight(ruleset, steps=1), "D2", answer)
    assert lost(outcome) == {"d1": 1}
    assert outcome.retreats == ()
    assert outcome.emptied is (ruleset != "gaza_1917")  # there the other of the stack holds


@pytest.mark.cases("GAZA", "CRT/9", "CRT/11", "CRT/12")
@pytest.mark.parametrize("code", ["A1", "A2", "D2"])
def test_in_gaza_one_unit_pays_for_the_whole_force(code: str) -> None:
    names = ("d1", "d2") if code == "D2" else ("a1", "a2")
    side = CENTRAL_POWERS if code == "D2" else BRITISH
    for name in names:
        outcome, script = applied(fight("gaza_1917"), code, f"stand:{name}")
        assert lost(outcome) == {name: 1}
        assert (outcome.stood, outcome.retreats) == ((name,), ())
        (choice,) = script.asked
        assert isinstance(choice, Choice)
        assert choice.who == side
        assert [o.key for o in choice.options] == ["retreat", *(f"stand:{each}" for each in names)]
    outcome, _ = applied(fight("gaza_1917"), code, "retreat")
    assert outcome.retreats == (RetreatDue(side, names, DISTANCE[code]),)
    assert outcome.losses == ()


@pytest.mark.cases("GAZA", "10.3/3", "CRT/8", "CRT/13", "CRT/18")
@pytest.mark.parametrize("code", ["A3", "D3"])
def test_in_gaza_a3_and_d3_cost_a_step_besides_and_nobody_stands(code: str) -> None:
    names = ("d1", "d2") if code == "D3" else ("a1", "a2")
    side = CENTRAL_POWERS if code == "D3" else BRITISH
    for name in names:
        outcome, script = applied(fight("gaza_1917"), code, name)
        assert lost(outcome) == {name: 1}
        assert outcome.retreats == (RetreatDue(side, names, 3),)
        assert outcome.stood == ()
        assert script.purposes == [f"{side}: which unit loses a step"]


@pytest.mark.cases("GAZA", "10.3/3")
def test_who_dies_of_that_step_retreats_no_more() -> None:
    outcome, _ = applied(fight("gaza_1917", steps=1), "D3", "d2")
    assert outcome.retreats == (RetreatDue(CENTRAL_POWERS, ("d1",), 3),)
    assert [piece.unit for piece in outcome.situation.of(CENTRAL_POWERS)] == ["d1"]


OTTOMAN = (
    "bde British 6-6-3 0203",
    "reg Central_Powers 5-6-4 0303 steps=3 stacking=regiment successor=bn",
    "bn Central_Powers 2-2-4 steps=1",
)


@pytest.mark.cases("GAZA", "13.3", "13.3/2", "10.3/3")
def test_a_three_step_regiment_takes_its_losses_one_after_the_other() -> None:
    situation = position(*OTTOMAN, ruleset="gaza_1917")
    first, _ = applied(attack(situation, "bde"), "Ex")
    second, _ = applied(attack(first.situation, "bde"), "D3")
    for outcome, steps, shown in ((first, 2, "reg"), (second, 1, "bn")):
        (piece,) = outcome.situation.of(CENTRAL_POWERS)
        assert (piece.unit, situation.roster.steps(piece)) == (shown, steps)
    assert second.retreats == (RetreatDue(CENTRAL_POWERS, ("bn",), 3),)
    last, _ = applied(attack(second.situation, "bde"), "Ex")
    assert last.situation.of(CENTRAL_POWERS) == ()


@pytest.mark.cases("GAZA", "CRT/7", "13.3")
def test_de_removes_a_three_step_regiment_and_its_battalion_stays_away() -> None:
    outcome, _ = applied(attack(position(*OTTOMAN, ruleset="gaza_1917"), "bde"), "De")
    assert lost(outcome) == {"reg": 3}
    assert outcome.situation.of(CENTRAL_POWERS) == ()


@pytest.mark.cases("FM8", "7.2/10")
@pytest.mark.cases("FM7", "7.2/9")
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("code", CODES)
def test_no_result_touches_support_fire(ruleset: str, code: str) -> None:
    plan = fight(ruleset, marker=True)
    for _, outcome in odds(partial(apply_result, plan, code), lambda c: c.options[-1].key).outcomes:
        assert outcome.situation.ready == plan.situation.ready == {"m1", "m2"}


@pytest.mark.cases("FM8", "8.2.4")
@pytest.mark.cases("FM7", "8.2.4")
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("code", CODES)
def test_each_result_is_announced_with_its_cases(ruleset: str, code: str) -> None:
    plan = fight(ruleset)
    told = play(partial(apply_result, plan, code), Script()).told
    cases = list(map(str, told[0].cases))
    assert cases == list(plan.situation.ruleset.result_cases[code])
    assert told[0].value == code
    losses = [ruling for ruling in told if ruling.label.startswith("Loss of")]
    assert all(ruling.unit == "steps" and ruling.cases for ruling in losses)


def test_nobody_left_means_nobody_loses() -> None:
    plan = fight("system_v8")
    gone = evolve(plan.situation, pieces=plan.situation.of(BLUE))
    for code in ("(A)", "A2", "Ae"):
        outcome, script = applied(evolve(plan, situation=gone), code)
        assert (outcome.losses, outcome.retreats, script.asked) == ((), (), [])

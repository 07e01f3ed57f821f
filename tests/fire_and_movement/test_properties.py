"""What must hold of every attack: exact odds, sums, and explanations that change nothing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from functools import partial
from math import sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fire_and_movement.positions import (
    BRITISH,
    CENTRAL_POWERS,
    SYSTEMS,
    attack,
    gaza,
    position,
    ruled,
)
from wargame.core.drivers import Done, advance, play
from wargame.core.procedure import Chance, Choice, Policy, Procedure, first_option
from wargame.core.ruling import Ruling
from wargame.fire_and_movement.attack import Attack, eligible_attackers, targets
from wargame.fire_and_movement.bombardment import DRAW, Bombardment
from wargame.fire_and_movement.combat import assess, fight, fight_odds, modifiers
from wargame.fire_and_movement.crt import CODES
from wargame.fire_and_movement.results import CombatOutcome
from wargame.fire_and_movement.state import Situation

Fact = tuple[Any, ...]


def fact(outcome: CombatOutcome) -> Fact:
    """Return what came of a combat, without the names of markers that are worth the same."""
    values = [
        (marker.side, marker.value)
        for name, marker in outcome.situation.roster.markers.items()
        if name in outcome.situation.ready
    ]
    left = [(piece.unit, piece.face) for piece in outcome.situation.pieces]
    due = [(each.side, each.units, each.hexes) for each in outcome.retreats]
    lost = tuple((each.before.unit, each.steps) for each in outcome.losses)
    return outcome.code, tuple(left), tuple(due), lost, outcome.stood, tuple(sorted(values))


def counted(procedure: Procedure, policy: Policy) -> dict[Fact, Fraction]:
    """Return the chance of each fact by playing every face of every die, one after the other."""
    chances: dict[Fact, Fraction] = {}
    pending: list[tuple[int, ...]] = [()]
    while pending:
        faces = pending.pop()
        steps, given, weight = procedure(), iter(faces), Fraction(1)
        step = advance(steps, None)
        while not isinstance(step, Done):
            if isinstance(step, Choice):
                step = advance(steps, step.option(policy(step)))
                continue
            face = next(given, None)
            if face is None:
                pending += [(*faces, each) for each in range(1, step.faces + 1)]
                break
            weight /= step.faces
            step = advance(steps, step.band(face))
        else:
            key = fact(step.outcome)
            chances[key] = chances.get(key, Fraction(0)) + weight
    return chances


def last_option(choice: Choice) -> str:
    return choice.options[-1].key


def thinned(situation: Situation, left: int) -> Situation:
    """Return a position with only some markers left in each pool, so that all can be counted."""
    spent = [
        marker.id
        for side in situation.sides
        for marker in situation.markers(side, pool=True)[: -left or None]
    ]
    return situation.spend(spent)


def blind() -> tuple[Attack, tuple[Bombardment, ...]]:
    """Return an attack of one brigade with one blind marker out of fifteen."""
    plan = attack(gaza(), "BR-156", at="1113")
    return plan, (Bombardment(BRITISH, plan.target, (DRAW,)),)


def answered() -> tuple[Attack, tuple[Bombardment, ...]]:
    """Return an attack that the defender answers with two blind markers."""
    plan = attack(thinned(gaza(), 3), "BR-163", at="1210")
    at = plan.situation.piece("BR-163").at
    return plan, (Bombardment(CENTRAL_POWERS, at, (DRAW, DRAW)),)


def stacked() -> tuple[Attack, tuple[Bombardment, ...]]:
    """Return an attack on a stack with one marker out of three."""
    plan = attack(thinned(gaza(), 3), "BR-161", "BR-1E", at="1310")
    return plan, (Bombardment(BRITISH, plan.target, (DRAW,)),)


def supported(ruleset: str) -> tuple[Attack, tuple[Bombardment, ...]]:
    """Return an attack of the system in which both sides place two markers."""
    markers = ["r1m Red +1", "r2m Red +3", "r3m Red +3", "b1m Blue +2", "b2m Blue +4"]
    units = ("r1 Red 5-4-4 0203", "r2 Red 2-2-4 0204 steps=1", "b1 Blue 3-4-4 0303")
    return attack(position(*units, ruleset=ruleset, markers=markers, centre="rough")), ()


FIGHTS = [blind(), answered(), stacked(), *map(supported, SYSTEMS)]
NAMES = ["one blind marker", "an answer of two", "a stack", *SYSTEMS]


@pytest.mark.parametrize(("plan", "shots"), FIGHTS, ids=NAMES)
@pytest.mark.parametrize("policy", [first_option, last_option])
def test_exact_odds_are_the_count_over_all_faces(
    plan: Attack, shots: tuple[Bombardment, ...], policy: Policy
) -> None:
    found = fight_odds(plan, shots, policy).distribution(fact)
    assert found == counted(partial(fight, plan, shots), policy)
    assert sum(found.values()) == 1


@pytest.mark.parametrize(("plan", "shots"), FIGHTS[:2], ids=NAMES[:2])
def test_exact_odds_are_what_playing_comes_to(plan: Attack, shots: tuple[Bombardment, ...]) -> None:
    exact = fight_odds(plan, shots, last_option).distribution(lambda outcome: outcome.code)
    dice, games = Chance(Random(1917), last_option), 600
    met = [play(partial(fight, plan, shots), dice).outcome.code for _ in range(games)]
    assert set(met) <= set(exact)
    for code, chance in exact.items():
        error = sqrt(float(chance * (1 - chance)) / games)
        assert abs(met.count(code) / games - float(chance)) <= 4 * error, code


def every_attack(situation: Situation) -> list[Attack]:
    """Return for each target the attack of everybody who can join it."""
    return [
        Attack(situation, cell, tuple(p.unit for p in eligible_attackers(situation, cell)))
        for cell in targets(situation)
    ]


ATTACKS = [
    plan
    for scenario in ("eve_of_assault", "second_battle")
    for side in (BRITISH, CENTRAL_POWERS)
    for plan in every_attack(gaza(scenario, active=side))
]


def test_there_is_something_to_try() -> None:
    assert len(ATTACKS) > 25


@pytest.mark.parametrize("plan", ATTACKS, ids=lambda plan: plan.label)
def test_the_chances_of_every_attack_sum_to_one(plan: Attack) -> None:
    for alignment in ("left", "right"):
        situation = ruled(plan.situation, "gaza_1917", alignment=alignment)
        found = assess(Attack(situation, plan.target, plan.attackers))
        assert sum(found.chances.values()) == 1
        assert set(found.chances) <= set(CODES)
        whole = fight_odds(found.attack)
        assert whole.distribution(lambda outcome: outcome.code) == found.chances


@pytest.mark.parametrize("plan", ATTACKS, ids=lambda plan: plan.label)
def test_explaining_changes_no_verdict(plan: Attack) -> None:
    first = assess(plan)
    told = (first.ruling.to_text(), first.ruling.to_html(), json.dumps(first.ruling.to_json()))
    second = assess(plan)
    assert second == first
    assert (second.ruling.to_text(), second.ruling.to_html()) == told[:2]
    assert Ruling.from_json(json.loads(told[2])) == first.ruling
    assert assess(plan.waive()).chances == first.chances
    assert assess(plan.waive("terrain:jungle", "shift:moonlight")).ruling == first.ruling


@pytest.mark.parametrize("plan", ATTACKS, ids=lambda plan: plan.label)
def test_the_differential_is_what_its_leaves_add_up_to(plan: Attack) -> None:
    found = assess(plan)
    situation = plan.situation
    attacking = sum(situation.face(name).attack for name in plan.attackers)
    defending = sum(situation.roster.face(piece).defense for piece in plan.defenders)
    assert found.differential == attacking - defending
    total = found.ruling.find("Differential")
    assert total is not None
    assert total.value == found.differential


@pytest.mark.parametrize("plan", ATTACKS, ids=lambda plan: plan.label)
def test_setting_terrain_aside_never_helps_the_defender(plan: Attack) -> None:
    """Read from the left, without a kind of terrain the column is never worse to attack in."""
    crt, rules = plan.situation.crt, plan.situation.ruleset
    found = assess(plan)
    for key, _ in modifiers(plan):
        if key.startswith("terrain:") and key != "terrain:sand":
            bare = assess(plan.waive(key))
            columns = [
                crt.column(each.line, rules.alignment, each.differential) for each in (found, bare)
            ]
            assert columns[0] <= columns[1]


@given(
    st.lists(st.integers(0, 12), min_size=1, max_size=6),
    st.integers(0, 12),
    st.sampled_from(("clear", "rough", "woods", "town", "mountain", "mixed woods")),
    st.sampled_from(("left", "right")),
    st.integers(0, 2),
)
def test_any_small_attack_has_odds_that_sum_to_one(
    strengths: list[int], defence: int, ground: str, alignment: str, steps: int
) -> None:
    around = ("0203", "0204", "0302", "0304", "0403", "0404")
    units = [
        f"r{n} Red {points}-1-4 {at} steps={steps or 1}"
        for n, (points, at) in enumerate(zip(strengths, around, strict=False))
    ]
    plain = position(*units, f"b1 Blue 1-{defence}-4 0303", centre=ground)
    plan = attack(ruled(plain, "system_v8", alignment=alignment))
    found = assess(plan)
    assert found.differential == sum(strengths) - defence
    assert sum(found.chances.values()) == 1
    whole = fight_odds(plan, policy=last_option)
    assert whole.distribution(lambda outcome: outcome.code) == found.chances
    for _, outcome in whole.outcomes:
        for side in ("Red", "Blue"):
            assert plan.situation.steps(side) == outcome.situation.steps(side) + outcome.steps_lost(
                side
            )


SCRIPT = """
from functools import partial
from random import Random
from wargame.core.drivers import play
from wargame.core.procedure import Chance
from wargame.fire_and_movement.phase import combat_phase
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.situation_text import situation_to_text
start = load_scenario("gaza_1917/eve_of_assault").situation
result = play(partial(combat_phase, start), Chance(Random(3)))
for ruling in result.told:
    print(ruling.to_text())
print([entry.to_json() for entry in result.journal])
print(situation_to_text(result.outcome.situation, "gaza_1917/eve_of_assault"))
"""


def test_every_interpreter_tells_the_same() -> None:
    """Sets are unordered, and their order differs from one start of Python to the next."""
    started = [
        subprocess.Popen(
            [sys.executable, "-c", SCRIPT],
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            stdout=subprocess.PIPE,
        )
        for seed in ("1", "2")
    ]
    said = [process.communicate()[0].decode() for process in started]
    assert [process.returncode for process in started] == [0, 0]
    assert said[0] == said[1]
    assert "Attack on" in said[0]

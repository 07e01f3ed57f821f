"""Random legal play: combat phases of Gaza and of the system, played to their end by chance.

No dead end, no exception, no step made or lost in the telling; a journal replays to the same end
and every position reached reads back from its text. The same phases serve all tests.
"""

from __future__ import annotations

from functools import cache, partial
from random import Random

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import (
    AROUND,
    BLUE,
    BRITISH,
    CENTRAL_POWERS,
    RED,
    SYSTEMS,
    gaza,
    position,
)
from wargame.core.drivers import Entry, Played, play, replay
from wargame.core.procedure import Chance
from wargame.fire_and_movement.phase import CombatPhase, combat_phase
from wargame.fire_and_movement.situation_text import situation_from_text, situation_to_text
from wargame.fire_and_movement.state import Situation

PHASES = 50
SCENARIOS = ("eve_of_assault", "second_battle")
SEEDS = range(PHASES)
GROUND = ("clear", "rough", "woods mountain", "town")
MARKS = ("side river 0303-0203", "link road 0303 0203", "0303 features=fortification")


def start(seed: int) -> Situation:
    """Return where a phase begins: mostly before the assault, for both sides in turn."""
    scenario = SCENARIOS[seed % 10 == 9]
    return gaza(scenario, active=(BRITISH, CENTRAL_POWERS)[seed % 2])


@cache
def phase(seed: int) -> Played:
    return play(partial(combat_phase, start(seed)), Chance(Random(seed)))


def system_start(seed: int) -> Situation:
    """Return a small position of the system: some of six units round one, and markers."""
    random = Random(seed)
    places = random.sample(AROUND, random.randint(1, 6))
    units = [
        f"r{n} {RED} {random.randint(1, 9)}-4-4 {at} steps={random.randint(1, 3)}"
        for n, at in enumerate(places)
    ]
    units += [f"b1 {BLUE} 3-{random.randint(1, 9)}-4 0303", f"b2 {BLUE} 1-1-1 0505 steps=1"]
    pool = [f"m{n} {random.choice((RED, BLUE))} +{random.randint(1, 6)}" for n in range(6)]
    marks = random.sample(MARKS, random.randint(0, 3))
    ruleset = SYSTEMS[seed % 2]
    ground = random.choice(GROUND)
    return position(*units, ruleset=ruleset, markers=pool, centre=ground, marks=marks)


@cache
def system_phase(seed: int) -> Played:
    return play(partial(combat_phase, system_start(seed)), Chance(Random(seed)))


def told_losses(result: Played) -> int:
    losses = [each for each in result.told if each.label.startswith("Loss of")]
    return sum(each.value for each in losses if isinstance(each.value, int))


def steps(situation: Situation) -> int:
    return sum(situation.steps(side) for side in situation.sides)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_gaza_phase_ends_and_keeps_count_of_every_step(seed: int) -> None:
    result, before = phase(seed), start(seed)
    outcome = result.outcome
    assert isinstance(outcome, CombatPhase)
    assert steps(before) == steps(outcome.situation) + told_losses(result)
    for combat in outcome.combats:
        lost = sum(loss.steps for loss in combat.losses)
        assert lost == sum(combat.steps_lost(side) for side in before.sides)
    assert len({piece.unit for piece in outcome.situation.pieces}) == len(outcome.situation.pieces)


@pytest.mark.cases("FM8", "8.0/3", "8.2/5")
@pytest.mark.cases("GAZA", "16.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_no_hex_is_attacked_twice_and_no_unit_fights_twice(seed: int) -> None:
    attacks = [each for each in phase(seed).told if each.label.startswith("Attack on")]
    assert len({each.label for each in attacks}) == len(attacks)
    names = [
        part.label
        for each in attacks
        for part in getattr(each.find("Attack strength"), "parts", ())
    ]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("seed", range(0, PHASES, 4))
def test_a_journal_replays_to_the_same_end(seed: int) -> None:
    result = phase(seed)
    lines = [Entry.from_json(entry.to_json()) for entry in result.journal]
    again = replay(partial(combat_phase, start(seed)), lines)
    assert again.outcome == result.outcome
    assert again.told == result.told
    assert [each.to_text() for each in again.told] == [each.to_text() for each in result.told]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_position_it_leads_to_reads_back(seed: int) -> None:
    situation = phase(seed).outcome.situation
    scenario = f"gaza_1917/{SCENARIOS[seed % 10 == 9]}"
    text = situation_to_text(situation, scenario)
    assert situation_from_text(text) == situation
    assert situation_to_text(situation_from_text(text), scenario) == text


@pytest.mark.cases("FM8", "7.2/10", "7.2/7")
@pytest.mark.cases("GAZA", "18.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_markers_are_spent_only_by_turning_them_over(seed: int) -> None:
    result, before = phase(seed), start(seed)
    turned = sum(each.label.startswith("Marker ") for each in result.told)
    watching = sum("watch@" in str(entry.answer) for entry in result.journal)
    spent = before.ready - result.outcome.situation.ready
    assert len(spent) == turned + watching
    assert result.outcome.situation.ready <= before.ready


@pytest.mark.cases("FM8", "4.1/6", "8.0/6")
@pytest.mark.cases("FM7", "4.1/6", "8.0/6")
@pytest.mark.parametrize("seed", range(30))
def test_a_phase_of_the_system_ends_and_keeps_count_of_every_step(seed: int) -> None:
    result, before = system_phase(seed), system_start(seed)
    after = result.outcome.situation
    assert steps(before) == steps(after) + told_losses(result)
    turned = sum(each.label.startswith("Marker ") for each in result.told)
    assert len(before.ready - after.ready) == turned
    again = replay(partial(combat_phase, before), result.journal)
    assert [each.to_text() for each in again.told] == [each.to_text() for each in result.told]


def test_one_phase_after_the_other_for_both_sides() -> None:
    """Five turns without movement: what is left of each side fights on until little is left."""
    situation = gaza()
    for turn in range(5):
        for side in (BRITISH, CENTRAL_POWERS):
            before = evolve(situation, active=side)
            result = play(partial(combat_phase, before), Chance(Random(turn)))
            assert steps(before) == steps(result.outcome.situation) + told_losses(result)
            situation = result.outcome.situation
    assert situation.charged <= {"ANZMD", "IMD"}

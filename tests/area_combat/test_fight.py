"""How a battle ends, and what must hold of every battle (AA-1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.area_combat.any_battle import UNITS, battles
from tests.area_combat.battles import battle, one_round, to_the_end, units
from wargame.area_combat.battle import Army, Battle
from wargame.area_combat.fight import Result, ending, fight, fight_round
from wargame.area_combat.forces import Force, force_of
from wargame.area_combat.places import landing_of
from wargame.core.drivers import play, replay
from wargame.core.procedure import Chance, Checkpoint, Choice, Roll
from wargame.core.rulebook import catalogue
from wargame.core.run import Run

# ---- ends


@pytest.mark.cases("AA", "AA-1.42")
@pytest.mark.parametrize(
    ("attacker", "defender", "dice", "ended"),
    [
        ("2 inf", "1 inf", {"attack: infantry": [1]}, "taken"),
        ("1 inf", "1 inf", {"attack: infantry": [6]}, "held"),
        ("1 inf", "2 inf", {"defence: infantry": [1, 1]}, "held"),
        ("1 inf", "1 inf", {"attack: infantry": [1], "defence: infantry": [1]}, "empty"),
        ("1 bomber", "1 inf", {"raid: bomber": [1]}, "empty"),
        ("1 inf", "", {}, "taken"),
        ("", "1 inf", {}, "held"),
        ("", "", {}, "empty"),
    ],
)
def test_how_battles_end(attacker: str, defender: str, dice: dict[str, Any], ended: str) -> None:
    result, _ = to_the_end(battle(attacker, defender), dice)
    assert result.ended == ended
    assert result.battle.over


@pytest.mark.cases("AA", "AA-1.42")
def test_the_end_is_told() -> None:
    done = play(partial(fight, battle("1 inf", "", name="Kiev")), Chance(Random(1)))
    (said,) = done.told
    assert (said.value, said.sentence) == ("taken", "The attacker occupies Kiev.")


@pytest.mark.cases("AA", "AA-1.42", "AA-6.23")
def test_a_defender_with_planes_alone_has_lost_the_territory() -> None:
    result, told = to_the_end(battle("1 inf, 1 fighter", "2 fighter"))
    assert (result.ended, result.rounds, told.thrown()) == ("taken", 0, [])
    assert result.battle.defender.left == units("2 fighter")


def test_planes_sent_home_as_the_last_attackers_break_off() -> None:
    start = battle("1 fighter", "1 inf, 1 fighter")
    result, _ = to_the_end(start, {}, {"attacker: planes home": ["all"]})
    assert result.ended == "broken off"


def test_an_ending_can_be_asked_of_any_battle_that_is_over() -> None:
    assert ending(battle("1 inf", "")) == "taken"
    assert ending(battle("", "1 inf"), broke=True) == "broken off"


def test_a_round_of_a_battle_that_is_over_asks_nothing() -> None:
    after, told = one_round(battle("1 inf", ""))
    assert (told.thrown(), told.choices) == ([], [])
    assert after.engaged("attacker") == units("1 inf")


# ---- every battle


def everybody(army: Army) -> int:
    """Return how many units a side has, wherever they are."""
    return sum(map(len, (army.engaged, army.lost, army.left, army.called, army.reserve)))


def by_type(army: Army) -> Force:
    """Return all units of a side by type, wherever they are."""
    counts: dict[str, int] = {}
    for force in (army.engaged, army.lost, army.left, army.called, army.reserve):
        for name, number in force:
            counts[name] = counts.get(name, 0) + number
    return force_of(counts, UNITS)


@given(start=battles(), seed=st.integers(0, 1000))
def test_units_are_conserved(start: Battle, seed: int) -> None:
    result = play(partial(fight, start), Chance(Random(seed))).outcome
    assert isinstance(result, Result)
    after = result.battle
    assert after.over
    assert everybody(after.attacker) == everybody(start.attacker)
    assert by_type(after.defender) == by_type(start.defender)
    if "sea" not in {landing_of(start, name) for name, _ in start.ground_of("attacker")}:
        assert by_type(after.attacker) == by_type(start.attacker)
    assert 0 <= after.ground.lift <= start.ground.lift
    assert 0 <= after.ground.aboard <= start.ground.aboard
    for army in (after.attacker, after.defender):
        there = sum(len(force) for _, force in army.went)
        assert there == sum(number for name, number in army.left if not UNITS.unit(name).flies)


@given(start=battles(), seed=st.integers(0, 1000))
def test_a_replay_equals_the_play(start: Battle, seed: int) -> None:
    played = play(partial(fight, start), Chance(Random(seed)))
    again = replay(partial(fight, start), played.journal)
    assert (again.outcome, again.told) == (played.outcome, played.told)


class Curious(Chance):
    """Answers by chance, and asks for every explanation there is."""

    def roll(self, roll: Roll) -> int:
        """Explain the die, and throw it."""
        ruling = roll.about.ruling()
        assert ruling.to_text()
        assert all(band.outcome for band in roll.bands)
        return super().roll(roll)

    def choose(self, choice: Choice) -> str:
        """Explain what is barred, and choose."""
        assert all(ruling.to_text() for _, ruling in choice.barred)
        assert isinstance(choice.position, Battle)
        return super().choose(choice)


@given(start=battles(), seed=st.integers(0, 1000))
def test_explaining_changes_nothing(start: Battle, seed: int) -> None:
    silent = play(partial(fight, start), Chance(Random(seed)))
    explained = play(partial(fight, start), Curious(Random(seed)))
    assert explained == silent


@given(start=battles(), seed=st.integers(0, 1000))
def test_every_ruling_names_a_case_that_the_catalogue_knows(start: Battle, seed: int) -> None:
    known = catalogue("AA")

    def numbers() -> Iterator[str]:
        done = play(partial(fight, start), Chance(Random(seed)))
        for ruling in done.told:
            yield from (each.number for part in ruling.walk() for each in part.cases)

    assert set(numbers()) <= set(known)


@settings(max_examples=25)
@given(start=battles(), seed=st.integers(0, 1000))
def test_a_battle_goes_on_from_any_of_its_moments(start: Battle, seed: int) -> None:
    played = play(partial(fight, start), Chance(Random(seed)))
    run = Run(partial(fight, start), played.journal)
    for mark in run.marks[:: max(1, len(run.marks) // 5)]:
        rest = played.journal[mark.at :]
        again = replay(partial(mark.checkpoint.resume, mark.checkpoint.state), rest)
        assert again.outcome == played.outcome


@given(start=battles(), seed=st.integers(0, 1000))
def test_rounds_one_by_one_are_the_battle(start: Battle, seed: int) -> None:
    whole = play(partial(fight, start), Chance(Random(seed))).outcome
    random, now = Random(seed), start
    while not now.over:
        now = play(partial(fight_round, now), Chance(random)).outcome
    assert now.round == whole.rounds
    assert now.attacker == whole.battle.attacker
    assert now.defender.went == whole.battle.defender.went
    assert now.ground == whole.battle.ground


def test_checkpoints_stand_between_all_dice() -> None:
    steps, rolls = fight(battle("2 inf", "2 inf")), 0
    last: Any = None
    value: Any = None
    for _ in range(8):
        step = steps.send(value)
        value = None
        if isinstance(step, Roll):
            assert isinstance(last, Checkpoint)
            rolls += 1
            value = step.band(3)
        last = step
    assert rolls == 4

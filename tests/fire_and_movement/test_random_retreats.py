"""Random fields and random combats: no retreat, displacement or advance breaks a rule or stops."""

from __future__ import annotations

from collections import Counter
from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.fire_and_movement.fields import SIZE, field, result_of
from tests.fire_and_movement.positions import RULESETS, sides
from wargame.core.drivers import play, replay
from wargame.core.procedure import Chance
from wargame.fire_and_movement.attack import Attack, eligible_attackers, targets
from wargame.fire_and_movement.phase import combat_phase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.fire_and_movement.results import CombatOutcome
    from wargame.fire_and_movement.state import Situation

SEEDS = range(40)
CODES = ("D2", "D3", "A1", "A2", "A3")


def crowd(ruleset: str, seed: int) -> Situation:
    """Return two crowds at close quarters on a field with some sea."""
    random = Random(seed)
    one, other = (side.replace(" ", "_") for side in sides(ruleset))
    near = [f"{row:02}{column:02}" for row in range(2, 9) for column in range(2, 9)]
    places = random.sample(near, random.randint(24, 44))
    units = []
    for number, at in enumerate(places):
        side = one if int(at[:2]) + random.choice((-1, 0, 1)) <= 4 else other
        figures = f"{random.randint(1, 9)}-{random.randint(1, 6)}-4"
        marks = f"steps={random.randint(1, 3)} mobile={number % 2} zone={int(number % 2 > 0)}"
        units.append(f"u{number} {side} {figures} {at} {marks}")
    units += [f"x {one} 1-1-1 0101", f"y {other} 1-1-1 0909"]
    every = [f"{r:02}{c:02}" for r in range(1, SIZE + 1) for c in range(1, SIZE + 1)]
    dry = {*places, "0101", "0909"}
    sea = [at for at in every if at not in dry and random.random() < 0.3]
    edges = {side.replace("_", " "): [edge] for side, edge in ((one, "north"), (other, "south"))}
    return field(*units, ruleset=ruleset, sea=sea, edges=edges, active=one.replace("_", " "))


def lawful(situation: Situation) -> None:
    """Hold a position to what no combat may break."""
    for at in {piece.at for piece in situation.pieces}:
        here = tuple(piece.unit for piece in situation.at(at))
        assert situation.ruleset.stacking(situation, here, "").allowed, here
        assert "sea" not in situation.board.cell(at).terrain


def moved_lawfully(combat: CombatOutcome) -> None:
    for each in combat.retreated:
        assert 0 <= each.short <= each.demanded
        steps = [cell.distance(each.start) for cell in each.path]
        assert steps == list(range(1, len(steps) + 1))
        for shift in each.displaced:
            assert shift.end in shift.start.neighbours()
    for shift in combat.advanced:
        assert shift.unit in combat.situation.spent


@pytest.mark.cases("FM8", "8.3", "8.3.1/6", "8.5/9", "4.1/6")
@pytest.mark.cases("FM7", "8.3", "8.3.1/7", "8.5/9", "4.1/6")
@pytest.mark.cases("GAZA", "16.1/1")
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_phase_of_crowds_ends_lawfully(ruleset: str, seed: int) -> None:
    start = crowd(ruleset, seed)
    result = play(partial(combat_phase, start), Chance(Random(seed)))
    after = result.outcome.situation
    lawful(after)
    for combat in result.outcome.combats:
        moved_lawfully(combat)
    lost = sum(loss.steps for combat in result.outcome.combats for loss in combat.losses)
    before = sum(map(start.steps, start.sides))
    assert before == lost + sum(map(after.steps, after.sides))
    again = replay(partial(combat_phase, start), result.journal)
    assert again.outcome == result.outcome
    assert [each.to_text() for each in again.told] == [each.to_text() for each in result.told]


def combats(ruleset: str, seed: int) -> Iterator[CombatOutcome]:
    """Yield retreat after retreat in one crowd, for both sides in turn."""
    random, situation = Random(seed), crowd(ruleset, seed)
    for _ in range(12):
        situation = evolve(situation, active=situation.inactive, spent=frozenset())
        able = targets(situation)
        if not able:
            continue
        target = random.choice(able)
        names = tuple(piece.unit for piece in eligible_attackers(situation, target))
        plan = Attack(situation, target, names)
        code = random.choice(CODES)
        outcome = play(partial(result_of, plan, code), Chance(random)).outcome
        situation = outcome.situation
        yield outcome


@pytest.mark.cases("FM8", "8.3/2", "8.3/9", "8.3.1/5", "8.3.1/6", "8.5/3")
@pytest.mark.cases("FM7", "8.3/1", "8.3/8", "8.3.1/6", "8.3.1/7", "8.5/3")
def test_many_retreats_are_lawful_and_of_every_kind() -> None:
    """It would mean little if nobody fell short, made way in a chain or advanced."""
    seen: Counter[str] = Counter()
    for ruleset in RULESETS:
        for seed in SEEDS:
            for combat in combats(ruleset, seed):
                lawful(combat.situation)
                moved_lawfully(combat)
                seen["advance"] += len(combat.advanced)
                for each in combat.retreated:
                    seen["retreat" if each.path else "no hex"] += 1
                    seen["short"] += bool(each.path and each.short)
                    seen["displacement"] += bool(each.displaced)
                    seen["chain"] += len(each.displaced) > 1
    assert seen["retreat"] > 600
    assert min(seen.values()) > 4, seen

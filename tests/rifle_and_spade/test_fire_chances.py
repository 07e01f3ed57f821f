"""The exact chances of a fire against the core's own odds driver over the same procedure."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.rifle_and_spade.fire_positions import HERE, any_shot, field, fire_at
from tests.rifle_and_spade.positions import gun, mg, picket, unit
from wargame.core.drivers import odds
from wargame.core.procedure import first_option
from wargame.rifle_and_spade.fire import Fired, resolve
from wargame.rifle_and_spade.fire_chances import fire_chances, table_chances
from wargame.rifle_and_spade.shot import Shot

LIMIT = 0.02
SLACK = 5
"""How much slower than its limit a run may be on a busy machine before the test complains."""


def gathered(shot: Shot) -> dict[Fired, Fraction]:
    """Return the chance of every end of a fire, by the short way."""
    found: dict[Fired, Fraction] = defaultdict(Fraction)
    for chance, each in fire_chances(shot).outcomes:
        found[Fired(each.situation, each.lost, each.check)] += chance
    return dict(found)


@pytest.mark.cases("RS", "17.2", "17.2.5", "17.2.7")
@settings(max_examples=10)
@given(st.integers(0, 10**6))
def test_the_chances_are_those_of_the_procedure_itself(seed: int) -> None:
    shot = any_shot(seed)
    plain = odds(lambda: resolve(shot), first_option).distribution(lambda fired: fired)
    assert gathered(shot) == plain
    assert sum(plain.values()) == 1


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_chances_sum_to_one_in_every_view(seed: int) -> None:
    shot = any_shot(seed)
    chances = fire_chances(shot)
    assert sum(chances.by_hits().values()) == 1
    assert sum(chances.by_check().values()) == 1
    assert sum(table_chances(shot).values()) == 1
    table = table_chances(shot)
    near = sum((p for (_, missed), p in table.items() if missed), Fraction(0))
    assert chances.near_miss == near
    assert chances.expected_steps >= 0


def test_a_fire_without_effect_is_certain() -> None:
    situation = field(
        unit("foe", "Ottoman", at=HERE),
        picket("a", "Entente", at="10.11", steps="1/4", confused=True),
    )
    shot = fire_at(situation, "a")
    assert table_chances(shot) == {(0, False): 1}
    chances = fire_chances(shot)
    assert chances.by_check() == {"": 1}
    assert chances.expected_steps == 0


def test_a_busy_fire_is_worked_out_within_its_time() -> None:
    foes = [unit(f"f{n}", "Ottoman", at=HERE) for n in range(4)]
    foes += [mg("f4", "Ottoman", at=HERE), gun("f5", "Ottoman", at=HERE)]
    own = [unit(f"a{n}", at=at) for n, at in enumerate(["10.11", "11.10", "10.9", "9.9"])]
    own += [mg("a4", at="10.12"), gun("a5", at="10.12")]
    shot = fire_at(field(*foes, *own), *(each.id for each in own))
    fire_chances(shot)
    best = float("inf")
    for _ in range(5):
        start = process_time()
        fire_chances(Shot(shot.situation, shot.firers, shot.target))
        best = min(best, process_time() - start)
    assert best < LIMIT * SLACK

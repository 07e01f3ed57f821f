"""Who takes the losses of a fire (RS 17.2.6)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rifle_and_spade.fire_positions import HERE, field
from tests.rifle_and_spade.morale_positions import run
from tests.rifle_and_spade.positions import gun, hq, mg, picket, unit, work
from wargame.core.drivers import play
from wargame.core.procedure import Chance
from wargame.rifle_and_spade.losses import EXPOSURES, exposure, take_losses
from wargame.rifle_and_spade.scene import SceneUnit
from wargame.rifle_and_spade.state import Situation

PITS = work("pits", "rifle pit", HERE)


def stack(*units: SceneUnit) -> Situation:
    return field(*units, works=[PITS])


def names(situation: Situation) -> tuple[str, ...]:
    return tuple(piece.unit for piece in situation.pieces)


@pytest.mark.cases("RS", "17.2.6/1", "17.2.6/2", "17.2.6/3", "17.2.6/4", "17.2.6/5")
def test_the_levels_of_exposure() -> None:
    situation = stack(
        unit("a", "Ottoman", at=HERE),
        unit("b", "Ottoman", at=HERE),
        unit("c", "Ottoman", at=HERE, work="pits"),
        unit("d", "Ottoman", at=HERE, hiding="terrain"),
        unit("e", "Ottoman", at=HERE, work="pits", hiding="work"),
    )
    found = [exposure(situation, situation.piece(name), ["a"]) for name in "abcde"]
    assert [EXPOSURES[each] for each in found] == list(EXPOSURES)
    assert found == [0, 1, 2, 3, 4]


@pytest.mark.cases("RS", "17.2.6")
def test_the_largest_first_then_everybody_once_and_the_owner_decides_among_equals() -> None:
    situation = stack(
        unit("a", "Ottoman", at=HERE, steps=2),
        unit("b", "Ottoman", at=HERE, steps=3),
        unit("c", "Ottoman", at=HERE, steps=2),
    )
    done = run(take_losses(situation, "abc", 4), "c")
    assert done.outcome.lost == ("b", "c", "a", "b")
    assert [step.purpose for step in done.asked] == ["Ottoman: who takes the loss"]


@pytest.mark.cases("RS", "17.2.6", "3.1.3")
def test_machine_guns_and_pickets_are_the_last_of_their_level_and_go_together() -> None:
    situation = stack(
        mg("a", "Ottoman", at=HERE),
        picket("b", at=HERE, steps="1/4"),
        unit("c", "Ottoman", at=HERE, steps=1),
        unit("d", "Ottoman", at=HERE, work="pits"),
    )
    one = run(take_losses(situation, names(situation), 1)).outcome
    assert one.lost == ("c",)
    two = run(take_losses(situation, names(situation), 2)).outcome
    assert names(two.situation) == ("d",)
    assert two.lost == ("c", "a", "b")


@pytest.mark.cases("RS", "17.2.6")
def test_a_moving_machine_gun_is_hit_before_those_who_stand() -> None:
    situation = stack(mg("a", "Ottoman", at=HERE), unit("b", "Ottoman", at=HERE))
    assert run(take_losses(situation, "ab", 1, ["a"])).outcome.lost == ("a",)


@pytest.mark.cases("RS", "17.2.6", "17.2.8")
def test_what_is_too_much_is_ignored_and_headquarters_are_never_hit() -> None:
    situation = stack(hq("hq", "Ottoman", at=HERE), unit("a", "Ottoman", at=HERE, steps=1))
    done = run(take_losses(situation, names(situation), 5)).outcome
    assert names(done.situation) == ("hq",)
    assert done.lost == ("a",)
    assert [(loss.cause, loss.steps) for loss in done.situation.losses] == [("fire", 1)]


@pytest.mark.cases("RS", "17.2.6", "11.14.12/1")
@given(st.integers(0, 10**6), st.integers(0, 12))
def test_steps_are_neither_made_nor_mislaid(seed: int, hits: int) -> None:
    random = Random(seed)
    makers = [unit, unit, picket, mg, gun, hq]
    units = []
    for number in range(random.randint(1, 6)):
        make = random.choice(makers)
        more = {"steps": random.randint(1, 4)} if make in {unit, gun} else {}
        if make is picket:
            more = {"steps": "1/4"}  # type: ignore[dict-item] # written as in a file
        inside = make is not gun and random.random() < 0.4
        where = {"work": "pits", "hiding": random.choice(["", "work"])} if inside else {}
        units.append(make(f"u{number}", "Ottoman", at=HERE, **more, **where))
    situation = stack(*units)
    movers = [each.id for each in units if random.random() < 0.3]
    taken = play(
        lambda: take_losses(situation, names(situation), hits, movers), Chance(Random(seed))
    ).outcome

    def all_steps(each: Situation) -> Fraction | int:
        there = sum(Fraction(piece.steps) for piece in each.pieces)
        return there + sum(Fraction(loss.steps) for loss in each.losses)

    assert all_steps(taken.situation) == all_steps(situation)
    assert sum(loss.steps for loss in taken.situation.losses) <= hits + Fraction(6, 4)
    kept = {piece.unit for piece in taken.situation.pieces}
    assert {each.id for each in units if each.arm == "headquarters"} <= kept

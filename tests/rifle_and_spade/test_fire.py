"""One fire from the die to the morale check (RS 17.2), and what it leaves marked."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.rifle_and_spade.fire_positions import (
    HERE,
    NORTH,
    NORTH_EAST,
    SOUTH,
    any_shot,
    field,
    fire_at,
    ground,
    trigger,
)
from tests.rifle_and_spade.morale_positions import run
from tests.rifle_and_spade.positions import all_steps, gun, hq, picket, unit, work
from wargame.core.drivers import play, replay
from wargame.core.procedure import Chance, Roll
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade.fire import NEAR_MISS, fraction_bands, resolve
from wargame.rifle_and_spade.fire_points import strength, strength_ruling
from wargame.rifle_and_spade.fire_total import net_drm, net_drm_ruling
from wargame.rifle_and_spade.sequence import end_of_turn
from wargame.rifle_and_spade.state import Situation

NEAR = Fraction(40, 100)


def duel() -> Situation:
    return field(
        unit("foe", "Ottoman", at=HERE, steps=2, morale=50),
        unit("a", at=NORTH, steps=2),
        unit("b", at=NORTH_EAST, steps=2),
    )


@pytest.mark.cases("RS", "17.2", "17.2/2", "17.2/3", "17.2/4", "17.2/5", "17.2.7", "1.4.4")
def test_a_fire_is_a_main_die_a_fraction_and_a_morale_check() -> None:
    done = run(resolve(fire_at(duel(), "a", "b")), 0, 0, 60)
    purposes = [step.purpose for step in done.asked]
    assert purposes == ["Fire at 10.10", "Fraction of 0.70 at 10.10", "Morale of foe at 10.10"]
    main, fraction, _ = done.asked
    assert isinstance(main, Roll)
    assert isinstance(fraction, Roll)
    assert (main.first, main.faces, fraction.first, fraction.faces) == (0, 10, 0, 100)
    assert done.outcome.lost == ("foe",)
    assert done.outcome.check == "failed"
    assert done.outcome.situation.piece("foe").confused
    assert done.outcome.situation.piece("foe").steps == 1
    said = done.told[0]
    assert said.value == 1
    assert [part.label for part in said.parts] == [
        "Fire points", "Net fire DRM", "Main die", "Fire result",
    ]  # fmt: skip
    assert Ruling.from_json(said.to_json()) == said


@pytest.mark.cases("RS", "17.2.5", "1.4.6")
def test_near_miss() -> None:
    """RS 17.2.5: of 0.46 a roll of 47 to 86 is a near miss. RS-Q03: .00 is not rolled for."""
    bands = fraction_bands(Fraction("0.46"), NEAR)
    assert [(b.low, b.high, b.outcome) for b in bands] == [
        (0, 46, "1"),
        (47, 86, NEAR_MISS),
        (87, 99, "0"),
    ]
    assert [b.outcome for b in fraction_bands(Fraction("1.46"), NEAR)] == ["2", "1"]
    assert [b.outcome for b in fraction_bands(Fraction("0.90"), NEAR)] == ["1", NEAR_MISS]
    assert [b.outcome for b in fraction_bands(Fraction(0), NEAR)] == ["0"]
    odd = fraction_bands(Fraction(0), NEAR, nothing=True)
    assert [(b.low, b.high) for b in odd] == [(0, 0), (1, 40), (41, 99)]


@pytest.mark.cases("RS", "17.2.5", "17.2.7", "16.2")
def test_a_near_miss_calls_for_a_check_and_a_miss_does_not() -> None:
    shot = fire_at(duel(), "a", "b")
    near = run(resolve(shot), 0, 80, 10)
    assert (near.outcome.lost, near.outcome.check) == ((), "passed")
    assert "a near miss" in near.told[0].sentence
    shot = fire_at(duel(), "a")
    assert run(resolve(shot), 9, 99).outcome.check == ""


@pytest.mark.cases("RS", "17.2.7", "17.2.6")
def test_the_dead_check_no_morale() -> None:
    situation = field(
        picket("foe", at=HERE, steps="1/4"), hq("hq", "Ottoman", at=HERE), unit("a", at=NORTH)
    )
    done = run(resolve(fire_at(situation, "a")), 0, 0)
    assert not done.outcome.situation.on_map("foe")
    assert (done.outcome.lost, done.outcome.check) == (("foe",), "")


@pytest.mark.cases("RS", "17.2/1")
def test_too_few_points_have_no_effect_but_are_fired() -> None:
    situation = field(
        unit("foe", "Ottoman", at=HERE),
        picket("a", "Entente", at=NORTH, steps="1/4", confused=True),
    )
    done = run(resolve(fire_at(situation, "a")))
    assert "no effect" in done.told[0].sentence
    assert done.outcome.situation.piece("a").fired


@pytest.mark.cases("RS", "17.3.1", "17.4.2", "17.7.7", "17.7.8", "17.7.9", "14.3.6")
def test_what_a_fire_leaves_marked() -> None:
    situation = field(
        unit("foe", "Ottoman", at=HERE),
        unit("a", at=NORTH),
        gun("g", at=NORTH),
        gun("h", at=SOUTH, shots=1),
    )
    after = run(resolve(fire_at(situation, "a", "g")), 9, 99).outcome.situation
    assert after.piece("a").fired
    assert (after.piece("g").fired, after.piece("g").shots) == (True, 1)
    assert not after.piece("h").fired
    done = trigger(situation, "enters", "foe", left="9.9")
    shot = fire_at(situation, "a", "h", trigger=done)
    again = play(lambda: resolve(shot), Chance(Random(1))).outcome.situation
    assert not again.piece("a").fired
    gun_h = again.piece("h")
    assert (gun_h.fired, gun_h.shots, gun_h.engaged) == (True, 2, frozenset({"foe"}))
    fresh = end_of_turn(again)
    assert {(p.fired, p.shots, p.engaged) for p in fresh.pieces} == {(False, 0, frozenset())}


@pytest.mark.cases("RS", "17.7.7", "7.6.5/2")
def test_fire_at_one_who_does_not_move_is_not_the_one_at_a_moving_stack() -> None:
    situation = field(unit("foe", "Ottoman", at=HERE), gun("h", at=SOUTH))
    shot = fire_at(situation, "h", occasion="counter", trigger=trigger(situation, "unhides", "foe"))
    after = play(lambda: resolve(shot), Chance(Random(1))).outcome.situation
    assert after.piece("h").engaged == frozenset()


@pytest.mark.cases("RS", "17.7.8", "17.1.7")
def test_range_zero_fire_is_no_shoot() -> None:
    situation = field(unit("foe", "Ottoman", at=HERE, came_from=SOUTH), gun("g", at=HERE))
    into = trigger(situation, "enters", "foe", left=SOUTH, wave=1)
    after = play(lambda: resolve(fire_at(situation, "g", trigger=into)), Chance(Random(1))).outcome
    assert (after.situation.piece("g").fired, after.situation.piece("g").shots) == (True, 0)


@pytest.mark.cases("RS", "7.2.2", "17.1.3")
def test_those_who_shoot_at_hidden_men_have_fired_and_those_without_room_have_not() -> None:
    situation = field(
        unit("foe", "Ottoman", at=HERE, hiding="terrain"),
        unit("a", at=NORTH),
        unit("b", at=NORTH),
        gun("g", at=NORTH_EAST),
        board=ground("s"),
    )
    after = run(resolve(fire_at(situation, "a", "g")), 9, 99).outcome.situation
    assert after.piece("a").fired
    shown = situation.replace_pieces(evolve(situation.piece("foe"), hiding=""))
    after = run(resolve(fire_at(shown, "a", "b")), 9, 99).outcome.situation
    assert (after.piece("a").fired, after.piece("b").fired) == (True, False)


@pytest.mark.cases("RS", "13.1.15", "13.1.15/b3")
def test_opportunity_fire_interrupts_digging() -> None:
    situation = field(
        unit("mover", "Ottoman", at=HERE),
        unit("a", at=NORTH, task="engineering", acted=True),
    )
    done = trigger(situation, "enters", "mover", left=SOUTH)
    after = play(lambda: resolve(fire_at(situation, "a", trigger=done)), Chance(Random(1))).outcome
    assert after.situation.piece("a").task == ""


def us_them(steps: int = 1) -> Situation:
    return field(
        unit("in", at=HERE, hiding="terrain"),
        unit("firer", at=HERE),
        unit("foe", "Ottoman", at=HERE, steps=steps),
        works=[work("t", "shallow trench", HERE, front=["N"], ends=["NE", "NW"])],
        board=ground("s"),
        shared=[HERE],
    )


@pytest.mark.cases("RS", "8.3.4", "8.3.2", "6.5.4")
def test_us_them_ends_when_range_zero_fire_destroys_a_side() -> None:
    situation = us_them()
    rises = trigger(situation, "unhides", "foe")
    shot = fire_at(situation, "firer", occasion="counter", trigger=rises)
    done = run(resolve(shot), 0, 0)
    assert not done.outcome.situation.on_map("foe")
    assert done.outcome.situation.shared == frozenset()
    assert not done.outcome.situation.piece("in").hiding
    assert done.outcome.situation.works[0].owner == "Entente"


@pytest.mark.cases("RS", "8.3.4")
def test_us_them_goes_on_while_anybody_is_left() -> None:
    situation = us_them(steps=2)
    rises = trigger(situation, "unhides", "foe")
    shot = fire_at(situation, "firer", occasion="counter", trigger=rises)
    after = run(resolve(shot), 0, 0, 0).outcome.situation
    assert after.piece("foe").steps == 1
    assert after.shared == situation.shared
    leaving = situation.replace_pieces(
        evolve(
            situation.piece("foe"),
            at=situation.board.hex(SOUTH),
            came_from=situation.board.hex(HERE),
        )
    )
    out = trigger(leaving, "enters", "foe", left=HERE)
    after = run(resolve(fire_at(leaving, "firer", trigger=out)), 9, 99).outcome.situation
    assert after.shared == situation.shared  # it may yet be thrown back


@pytest.mark.cases("RS", "17.2", "17.2.6")
@given(st.integers(0, 10**6))
def test_any_fire_keeps_count_of_steps_and_replays(seed: int) -> None:
    shot = any_shot(seed)
    played = play(lambda: resolve(shot), Chance(Random(seed)))
    assert all_steps(played.outcome.situation) == all_steps(shot.situation)
    again = replay(lambda: resolve(shot), played.journal)
    assert again.outcome == played.outcome
    assert [each.to_text() for each in again.told] == [each.to_text() for each in played.told]


@pytest.mark.cases("RS", "17.2/2", "17.2/1")
@given(st.integers(0, 10**6))
def test_explaining_never_changes_what_is_explained(seed: int) -> None:
    shot = any_shot(seed)
    found = strength(shot)
    assert strength_ruling(shot, found).value == found.points
    assert net_drm_ruling(shot, found).value == net_drm(shot, found)

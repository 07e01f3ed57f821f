"""Opportunity fire (RS 17.4), and counter-fire by those who come out of hiding (RS 7.6.5)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.fire_positions import (
    FAR_NORTH,
    HERE,
    NORTH,
    NORTH_EAST,
    NORTH_WEST,
    SOUTH,
    SOUTH_EAST,
    SOUTH_WEST,
    field,
    ground,
    trigger,
)
from tests.rifle_and_spade.morale_positions import run
from tests.rifle_and_spade.moves import keys, walk, why
from tests.rifle_and_spade.positions import gun, hq, mg, unit, work
from wargame.core.drivers import play, replay
from wargame.core.grid import Hexside
from wargame.core.procedure import Chance, Choice
from wargame.rifle_and_spade.opportunity import Reaction, offer_cover, opportunity_fire
from wargame.rifle_and_spade.scene import SceneUnit
from wargame.rifle_and_spade.state import Situation
from wargame.rifle_and_spade.triggers import Trigger

FACE = 9
"""A main die that hits nobody; the fraction of it is then 99."""
MOVER = unit("mover", "Ottoman", at=HERE, came_from=SOUTH, steps=2)


def asks(situation: Situation, done: Trigger, *answers: Any) -> Choice:
    """Return what is asked after these answers."""
    found = walk(opportunity_fire(situation, done), *answers, "?")
    assert isinstance(found, Choice)
    return found


def enters(situation: Situation, left: str = SOUTH, **more: Any) -> Trigger:
    return trigger(situation, "enters", "mover", left=left, **more)


@pytest.mark.cases("RS", "17.4", "17.4.1", "17.4.5")
def test_near_stacks_and_machine_guns_fire_together_or_one_stack_by_itself() -> None:
    """RS-Q66: every adjacent stack and all machine guns in range, or one distant stack."""
    situation = field(
        MOVER,
        unit("a", at=NORTH_WEST),
        unit("b", at=NORTH_EAST),
        mg("c", at=FAR_NORTH),
        gun("d", at="10.13", reach=9),
    )
    choice = asks(situation, enters(situation))
    assert choice.who == "Entente"
    assert keys(choice) == {
        "hold", "10.10 all", "10.10 some", "10.10 9.10", "10.10 11.10", "10.10 10.12",
        "10.10 10.13", "10.9 10.13",
    }  # fmt: skip
    done = run(opportunity_fire(situation, enters(situation)), "10.10 all", FACE, 99, 0)
    assert done.told[0].sentence.startswith("a, b, c at 10.10")
    assert done.outcome.shot_at
    assert done.outcome.spent == {"a", "b", "c"}


@pytest.mark.cases("RS", "17.4", "3.7")
def test_who_fires_may_be_chosen_unit_by_unit_but_distant_stacks_do_not_join() -> None:
    situation = field(
        MOVER,
        unit("a", at=NORTH_WEST),
        mg("a2", at=NORTH_WEST),
        unit("b", at=NORTH_EAST),
        gun("d", at="10.13", reach=9),
    )
    done = enters(situation)
    choice = asks(situation, done, "10.10 some")
    assert keys(choice) == {"9.10", "9.10 a", "9.10 a2", "11.10", "10.13"}
    choice = asks(situation, done, "10.10 some", "9.10 a2")
    assert keys(choice) == {"go", "9.10", "11.10"}
    assert why(choice, "10.13") == "17.4"
    fired = run(opportunity_fire(situation, done), "10.10 some", "9.10 a2", "go", FACE, 99)
    assert fired.outcome.spent == {"a2"}


@pytest.mark.cases("RS", "17.4.5")
def test_one_trigger_is_one_fire_at_the_hex_entered_or_the_hex_left() -> None:
    situation = field(MOVER, unit("a", at=SOUTH_EAST))
    choice = asks(situation, enters(situation))
    assert keys(choice) == {"hold", "10.10 11.9", "10.9 11.9"}
    done = run(opportunity_fire(situation, enters(situation)), "10.9 11.9", 0, 0, 0)
    assert "a at 10.9" in done.told[0].sentence
    assert done.outcome.situation.piece("mover").at == situation.board.hex(HERE)
    assert done.outcome.situation.piece("mover").steps == 1
    held = run(opportunity_fire(situation, enters(situation)), "hold").outcome
    assert held == Reaction(situation)


@pytest.mark.cases("RS", "17.4.6", "17.2.8")
def test_a_headquarters_triggers_nothing() -> None:
    situation = field(hq("mover", "Ottoman", at=HERE), unit("a", at=NORTH))
    assert run(opportunity_fire(situation, enters(situation))).outcome == Reaction(situation)


@pytest.mark.cases("RS", "17.4.5")
def test_where_nobody_can_fire_nothing_is_asked() -> None:
    situation = field(MOVER, unit("a", at=FAR_NORTH), unit("b", at=NORTH, order="column"))
    assert run(opportunity_fire(situation, enters(situation))).outcome.shot_at is False


@pytest.mark.cases("RS", "17.4.1", "19.1.9")
def test_the_active_side_fires_at_a_retreat() -> None:
    situation = field(MOVER, unit("a", at=NORTH), active="Entente")
    choice = asks(situation, trigger(situation, "retreats", "mover", left=SOUTH))
    assert choice.who == "Entente"


@pytest.mark.cases("RS", "17.4.1", "16.3")
@pytest.mark.parametrize(("die", "stopped"), [(0, False), (80, True)])
def test_a_failed_check_stops_the_mover(die: int, stopped: bool) -> None:  # noqa: FBT001
    situation = field(MOVER, unit("a", at=NORTH_EAST))
    done = run(opportunity_fire(situation, enters(situation)), "10.10 11.10", 0, 0, die)
    assert done.outcome.stopped is stopped
    assert done.outcome.situation.piece("mover").confused is stopped


@pytest.mark.cases("RS", "17.4.1")
def test_who_is_destroyed_stops_too() -> None:
    situation = field(unit("mover", "Ottoman", at=HERE, steps=1), unit("a", at=NORTH_EAST))
    done = run(opportunity_fire(situation, enters(situation)), "10.10 11.10", 0, 0)
    assert done.outcome.stopped
    assert not done.outcome.situation.on_map("mover")


@pytest.mark.cases("RS", "17.4.7", "7.4.2", "7.5.2")
def test_who_moves_behind_a_ridge_is_not_seen_across_it_in_either_hex() -> None:
    board = ground("g", "side ridge 10.10-10.11", "side ridge 9.9-9.10")
    situation = field(
        unit("mover", "Ottoman", at=HERE, came_from=SOUTH_WEST, hiding="ridge"),
        mg("across", at=FAR_NORTH),
        mg("across too", at="9.11"),
        board=board,
    )
    done = enters(situation, left=SOUTH_WEST)
    assert run(opportunity_fire(situation, done)).outcome == Reaction(situation)
    open_side = field(
        unit("mover", "Ottoman", at=HERE, came_from=SOUTH_WEST, hiding="ridge"),
        mg("behind", at="10.8"),
        board=board,
    )
    assert "10.10 10.8" in keys(asks(open_side, enters(open_side, left=SOUTH_WEST)))


@pytest.mark.cases("RS", "17.2.6/1", "7.6.5/2", "17.4.5")
def test_who_only_comes_out_of_hiding_is_no_moving_target() -> None:
    situation = field(
        unit("mover", "Ottoman", at=HERE, steps=1),
        unit("big", "Ottoman", at=HERE, steps=2),
        unit("a", at=NORTH_EAST),
    )
    out = trigger(situation, "unhides", "mover")
    lost = run(opportunity_fire(situation, out), "10.10 11.10", 0, 0, 0).outcome.situation
    assert lost.piece("big").steps == 1
    moves = run(opportunity_fire(situation, enters(situation)), "10.10 11.10", 0, 0, 0)
    assert not moves.outcome.situation.on_map("mover")


@pytest.mark.cases("RS", "7.2.1", "7.1.2")
def test_those_fired_at_may_hide_afterwards_inside_and_outside_works_apart() -> None:
    situation = field(
        MOVER,
        unit("inside", "Ottoman", at=HERE, work="pits"),
        unit("outside", "Ottoman", at=HERE),
        unit("a", at=NORTH_EAST),
        works=[work("pits", "rifle pit", HERE)],
        board=ground("s"),
    )
    done = run(
        opportunity_fire(situation, enters(situation)), "10.10 11.10", FACE, 99, "hide work", "stay"
    )
    after = done.outcome.situation
    assert (after.piece("inside").hiding, after.piece("outside").hiding) == ("work", "")
    assert after.piece("mover").hiding == ""


@pytest.mark.cases("RS", "7.1.2")
def test_a_stack_that_is_too_large_may_hide_in_part() -> None:
    situation = field(*(unit(n, "Ottoman", at=HERE, steps=3) for n in "ab"), board=ground("s"))
    done = run(offer_cover(situation, ("a", "b")), "hide terrain")
    assert [done.outcome.piece(n).hiding for n in "ab"] == ["terrain", ""]
    done = run(offer_cover(situation, ("a", "b")), "stay", "hide terrain")
    assert [done.outcome.piece(n).hiding for n in "ab"] == ["", "terrain"]


@pytest.mark.cases("RS", "14.2.8", "17.4.8")
def test_those_in_column_beside_the_mover_may_leave_it_under_fire() -> None:
    situation = field(
        MOVER, unit("column", "Ottoman", at=HERE, order="column"), unit("a", at=NORTH_EAST)
    )
    done = run(
        opportunity_fire(situation, enters(situation)), "10.10 11.10", FACE, 99, "leave column"
    )
    assert done.outcome.situation.piece("column").order == ""


# ---- out of hiding

HIDER = unit("hider", at=NORTH_EAST, hiding="terrain")


def hidden(*more: SceneUnit, **fields: Any) -> Situation:
    return field(MOVER, HIDER, *more, board=ground("s"), **fields)


@pytest.mark.cases("RS", "7.6.5", "7.6.5/1", "7.6.5/2", "7.6.5/3", "7.6.5/5", "7.6.3")
def test_a_hider_comes_out_is_fired_at_fires_and_goes_down_again() -> None:
    situation = hidden(mg("open", "Ottoman", at=SOUTH_EAST))
    choice = asks(situation, enters(situation))
    assert keys(choice) == {"hold", "out 11.10"}
    answers = ("out 11.10", "11.10 11.9", FACE, 99, "10.10 11.10", FACE, 99, "hide")
    done = run(opportunity_fire(situation, enters(situation)), *answers)
    fires = [each.sentence.partition(":")[0] for each in done.told]
    assert fires == ["open at 11.10", "hider at 10.10"]
    assert done.outcome.situation.piece("hider").hiding == "terrain"
    assert done.outcome.spent == {"open", "hider"}
    stays = run(opportunity_fire(situation, enters(situation)), *answers[:-1], "stay").outcome
    assert stays.situation.piece("hider").hiding == ""


@pytest.mark.cases("RS", "7.6.5/5")
def test_who_came_out_for_nothing_may_go_down_again() -> None:
    situation = hidden()
    answers = ("out 11.10", "hold", "hold", "hide")  # the mover may answer, being in the open
    done = run(opportunity_fire(situation, enters(situation)), *answers)
    assert done.outcome == Reaction(situation)


@pytest.mark.cases("RS", "7.6.5/4", "7.6.6")
def test_hiding_enemies_answer_and_nobody_fires_twice() -> None:
    """RS-Q68."""
    situation = hidden(unit("lurker", "Ottoman", at="11.11", hiding="terrain"))
    answers = ("out 11.10", "hold", "10.10 11.10", FACE, 99,
               "out 11.11", "11.10 11.11", FACE, 99, "hide", "hide")  # fmt: skip
    done = run(opportunity_fire(situation, enters(situation)), *answers)
    fires = [each.sentence.partition(":")[0] for each in done.told]
    assert fires == ["hider at 10.10", "lurker at 11.10"]
    assert done.outcome.spent == {"hider", "lurker"}


@pytest.mark.cases("RS", "7.6.5/4")
def test_everybody_who_came_out_is_answered_hex_by_hex() -> None:
    situation = hidden(
        unit("west", at=NORTH_WEST, hiding="terrain"),
        unit("lurker", "Ottoman", at="9.11", hiding="terrain"),
    )
    answers = ("out 11.10", "hold", "out 9.10", "hold", "10.10 all", FACE, 99,
               "out 9.11", "9.10 9.11", FACE, 99, "stay", "stay", "stay")  # fmt: skip
    done = run(opportunity_fire(situation, enters(situation)), *answers)
    fires = [each.sentence.partition(":")[0] for each in done.told]
    assert fires[-1] == "lurker at 9.10"


def us_them() -> Situation:
    return field(
        unit("in", at=HERE, hiding="terrain"),
        unit("mover", "Ottoman", at=SOUTH, came_from=HERE, steps=2),
        shared=[HERE],
        held={SOUTH: "Ottoman"},
        board=ground("s"),
    )


def fire_as_they_leave(*answers: Any) -> Reaction:
    situation = us_them()
    done = enters(situation, left=HERE)
    outcome = run(
        opportunity_fire(situation, done), "out 10.10", "hold", "10.10 10.10", *answers
    ).outcome
    assert isinstance(outcome, Reaction)
    return outcome


@pytest.mark.cases("RS", "8.3.1/3", "8.3.3", "8.3.4")
def test_in_us_them_firers_hide_again_unless_the_enemy_is_gone() -> None:
    """RS-Q69."""
    gone = fire_as_they_leave(FACE, 99)
    assert gone.situation.piece("in").hiding == ""
    stopped = fire_as_they_leave(0, 0, 80)
    assert stopped.stopped
    assert stopped.situation.piece("in").hiding == "terrain"  # they are thrown back
    dead = us_them()
    dead = dead.replace_pieces(evolve(dead.piece("mover"), steps=1))
    after = run(
        opportunity_fire(dead, enters(dead, left=HERE)), "out 10.10", "hold", "10.10 10.10", 0, 0
    )
    assert after.outcome.situation.shared == frozenset()
    assert after.outcome.situation.piece("in").hiding == ""
    held = run(
        opportunity_fire(us_them(), enters(us_them(), left=HERE)), "out 10.10", "hold", "hold"
    )
    assert held.outcome.situation.piece("in").hiding == "terrain"


@pytest.mark.cases("RS", "17.4", "7.6.5", "7.6.6")
@pytest.mark.parametrize("seed", range(30))
def test_any_chain_ends_keeps_count_and_replays(seed: int) -> None:
    random = Random(seed)
    places = [NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, FAR_NORTH, "10.8", "12.10"]
    units: list[SceneUnit] = [unit("mover", "Ottoman", at=HERE, came_from=NORTH_WEST)]
    for number, at in enumerate(places):
        make = random.choice([unit, mg, gun])
        side = random.choice(["Entente", "Ottoman"])
        hiding = random.choice(["", "terrain"])
        units.append(make(f"u{number}", side, at=at, hiding=hiding))
    situation = field(*units, board=ground("s"))
    done = enters(situation, left=NORTH_WEST)
    played = play(lambda: opportunity_fire(situation, done), Chance(random))
    after = played.outcome.situation
    lost = sum(loss.steps for loss in after.losses)
    assert sum(p.steps for p in after.pieces) + lost == sum(p.steps for p in situation.pieces)
    firers = [each.parts[0].parts for each in played.told if each.label.startswith("Fire at")]
    names = [part.label.rpartition(",")[0] for parts in firers for part in parts if part.counts]
    assert len(set(names)) == len(names)
    assert (
        replay(lambda: opportunity_fire(situation, done), played.journal).outcome == played.outcome
    )


@pytest.mark.cases("RS", "5.2.13/8", "17.4.5")
def test_a_ridge_just_crossed_shows_the_mover() -> None:
    board = ground("g", "side ridge 10.10-10.9", "10.9 height=1")
    situation = field(MOVER, mg("a", at="10.8"), board=board)
    side = Hexside.between(situation.board.hex(SOUTH), situation.board.hex(HERE))
    assert "10.10 10.8" not in keys(asks(situation, enters(situation)))
    assert "10.10 10.8" in keys(asks(situation, enters(situation, crossing=side)))

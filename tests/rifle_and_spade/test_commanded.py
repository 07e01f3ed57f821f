"""Commanded fire (RS 17.3)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.fire_positions import (
    FAR_NORTH,
    HERE,
    NORTH,
    NORTH_EAST,
    SOUTH,
    field,
    ground,
)
from tests.rifle_and_spade.morale_positions import Run, run
from tests.rifle_and_spade.moves import keys, why
from tests.rifle_and_spade.positions import gun, mg, unit
from wargame.core.procedure import Choice
from wargame.rifle_and_spade.commanded import commanded_fire
from wargame.rifle_and_spade.state import Situation

MISS = (9, 99)
FOE = unit("foe", "Ottoman", at=HERE)


def order(situation: Situation, *answers: Any, able: str = "") -> Run:
    """Run the subsegment for some units of the active side, all where nothing is said."""
    own = [p.unit for p in situation.of(situation.active)]
    return run(commanded_fire(situation, able.split() if able else own), *answers)


def asked(done: Run, number: int) -> set[str]:
    choice = done.asked[number]
    assert isinstance(choice, Choice)
    return keys(choice)


def fires(done: Run) -> list[str]:
    return [each.sentence.partition(":")[0] for each in done.told]


@pytest.mark.cases("RS", "17.3", "17.3.1", "17.1.2")
def test_units_combine_and_fire_once() -> None:
    situation = field(FOE, unit("a", at=NORTH), unit("b", at=NORTH_EAST), unit("c", at="11.9"))
    done = order(situation, "10.10", "10.11", "11.10", "go", *MISS, "10.10", "11.9", *MISS)
    assert asked(done, 0) == {"end", "10.10"}
    assert asked(done, 1) == {"10.11", "11.10", "11.9"}
    assert asked(done, 2) == {"go", "11.10", "11.9"}
    assert fires(done) == ["a, b at 10.10", "c at 10.10"]
    assert all(done.outcome.piece(name).fired for name in "abc")


@pytest.mark.cases("RS", "17.3", "17.3.2")
def test_only_those_who_are_able_fire() -> None:
    situation = field(
        FOE, unit("a", at=NORTH), unit("b", at=NORTH_EAST), unit("c", at=SOUTH, task="engineering")
    )
    assert order(situation, able="c").outcome is situation
    done = order(situation, "10.10", "10.11", *MISS, able="a")
    assert fires(done) == ["a at 10.10"]


@pytest.mark.cases("RS", "17.3.4", "9.3")
def test_stacks_that_combine_are_in_messaging_range() -> None:
    """RS-Q67: a chain of friends will do."""
    units = [FOE, gun("a", at="6.10", reach=9), gun("b", at="14.10", reach=9)]
    done = order(field(*units), "10.10", "6.10", *MISS, "end")
    assert fires(done) == ["a at 10.10"]
    open_to = asked(done, 1)
    assert open_to == {"6.10", "14.10"}
    near = field(*units, gun("c", at="6.9", reach=9))
    again = order(near, "10.10", "6.10", "go", *MISS, "end")
    choice = again.asked[2]
    assert isinstance(choice, Choice)
    assert keys(choice) == {"go", "6.9"}
    assert why(choice, "14.10") == "17.3.4"


@pytest.mark.cases("RS", "17.1.3", "3.7")
def test_a_stack_may_divide_its_fire_but_not_use_one_hexside_twice() -> None:
    situation = field(
        FOE,
        unit("other", "Ottoman", at=NORTH),
        unit("a", at=NORTH_EAST),
        unit("b", at=NORTH_EAST),
        mg("c", at=NORTH_EAST),
    )
    done = order(situation, "10.10", "11.10 a", "go", *MISS, "10.11", "11.10 b", "go", *MISS, "end")
    assert fires(done) == ["a at 10.10", "b at 10.11"]
    assert asked(done, 1) == {"11.10", "11.10 a", "11.10 b", "11.10 c"}
    whole = order(situation, "10.10", "11.10", *MISS, "10.11", "11.10", *MISS)
    assert fires(whole) == ["a, b, c at 10.10", "b at 10.11"]
    # after a the machine guns may still fire across that hexside, but not the other rifles
    third = order(situation.without(["other"]), "10.10", "11.10 a", "go", *MISS, "10.10", "11.10",
                  *MISS)  # fmt: skip
    assert fires(third) == ["a at 10.10", "c at 10.10"]


@pytest.mark.cases("RS", "17.3.1", "17.7.8")
def test_a_gun_that_had_opportunity_fire_still_has_its_commanded_fire() -> None:
    situation = field(FOE, gun("a", at=NORTH, fired=True, shots=1))
    done = order(situation, "10.10", "10.11", *MISS)
    assert done.outcome.piece("a").shots == 2
    assert done.told[0].parts[1].value == 2 + 0
    assert order(done.outcome).outcome is done.outcome


@pytest.mark.cases("RS", "7.2.2")
def test_the_target_may_hide_before_the_fire_which_is_committed_all_the_same() -> None:
    situation = field(FOE, unit("a", at=NORTH), board=ground("s"))
    done = order(situation, "10.10", "10.11", "hide terrain")
    assert "no effect" in done.told[0].sentence
    assert done.outcome.piece("a").fired
    stays = order(situation, "10.10", "10.11", "stay", 0, 0, 0)
    assert stays.outcome.piece("foe").steps == 1


@pytest.mark.cases("RS", "14.2.8")
def test_a_column_may_leave_it_after_the_fire() -> None:
    situation = field(unit("foe", "Ottoman", at=HERE, order="column"), unit("a", at=NORTH))
    done = order(situation, "10.10", "10.11", 9, 99, "leave column")
    assert done.outcome.piece("foe").order == ""


@pytest.mark.cases("RS", "7.6.5", "7.6.5/1", "7.6.5/2", "7.6.5/5", "7.6.3")
def test_who_hides_comes_out_to_fire_and_may_go_down_again() -> None:
    situation = field(FOE, unit("a", at=NORTH, hiding="terrain"), board=ground("s"))
    done = order(situation, "10.10", "out 10.11", "10.11 10.10", *MISS, "stay", *MISS, "hide")
    assert fires(done) == ["foe at 10.11", "a at 10.10"]
    assert done.outcome.piece("a").hiding == "terrain"


@pytest.mark.cases("RS", "17.7.4", "7.4.2", "7.6.3")
def test_who_can_fire_from_his_hiding_place_does_not_come_out() -> None:
    board = ground("g", "side ridge 10.11-10.12")
    situation = field(FOE, unit("a", at=NORTH, hiding="ridge"), mg("seen", "Ottoman", at=FAR_NORTH),
                      board=board)  # fmt: skip
    done = order(situation, "10.10", "10.11", *MISS)
    assert fires(done) == ["a at 10.10"]
    assert done.outcome.piece("a").hiding == "ridge"


@pytest.mark.cases("RS", "8.3.1")
def test_in_us_them_nobody_comes_out_on_command() -> None:
    situation = field(
        unit("foe", "Ottoman", at=HERE, hiding="terrain"),
        unit("a", at=HERE, hiding="terrain"),
        unit("next", "Ottoman", at=NORTH),
        shared=[HERE],
        board=ground("s"),
    )
    assert order(situation).outcome is situation


@pytest.mark.cases("RS", "7.6.5/2")
def test_who_dies_on_coming_out_does_not_fire() -> None:
    situation = field(FOE, unit("a", at=NORTH, steps=1, hiding="terrain"), board=ground("s"))
    done = order(situation, "10.10", "out 10.11", "10.11 10.10", 0, 0, "stay")
    assert fires(done) == ["foe at 10.11"]
    assert not done.outcome.on_map("a")


@pytest.mark.cases("RS", "17.3.4", "9.3", "9.3.5")
@pytest.mark.parametrize(("brigade", "chained"), [("87", False), ("86", True)])
def test_brigaded_stacks_trace_messages_through_their_own_brigade(
    brigade: str,
    chained: bool,  # noqa: FBT001 - what is expected
) -> None:
    """RS-Q67 with 9.3: only independent units make use of any friends."""
    units = [
        FOE,
        mg("a", at="10.12", brigiment="86"),
        mg("b", at="10.8", brigiment="86"),
        *(unit(f"link {at}", at=at, brigiment=brigade)
          for at in ("11.11", "12.11", "12.10", "12.9", "11.9")),
    ]  # fmt: skip
    alone = () if not chained else ("go",)
    done = order(field(*units), "10.10", "10.12", *alone, *MISS, "end", able="a b")
    assert isinstance(done.asked[2], Choice) is chained
    assert fires(done) == ["a at 10.10"]

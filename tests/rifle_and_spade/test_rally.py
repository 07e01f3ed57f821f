"""Rally: what it costs, what it leaves, and the free rally of Clearing Sedd el Bahr."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.morale_positions import FAR, HERE, NEAR, run, stack
from tests.rifle_and_spade.positions import FOREST, gun, mg, unit
from wargame.core.errors import Refused
from wargame.core.procedure import Choice
from wargame.rifle_and_spade import costs, rally

if TYPE_CHECKING:
    from wargame.rifle_and_spade.state import Situation

FREE = evolve(FOREST, command=False, rallies=1)


def shaken(name: str = "A", at: str = HERE, **more: Any) -> Any:
    usual: dict[str, Any] = {"at": at, "brigiment": "88", "confused": True}
    return unit(name, **usual | more)


def enemy(at: str = NEAR) -> Any:
    return unit("T", "Ottoman", at=at)


@pytest.mark.cases("RS", "16.5", "16.1.1")
@pytest.mark.parametrize("light", ["day", "twilight"])
def test_by_day_rallying_takes_a_third_of_the_unconfused_allowance(light: str) -> None:
    situation = stack(shaken(), mg("MG", at=HERE), light=light)
    assert rally.movement_cost(situation, ["A", "MG"]).value == 2
    rallied = rally.rally(situation, ["A", "MG"])
    assert rallied.spent == 2
    assert rallied.may_move
    assert rallied.long_action
    assert not rallied.situation.piece("A").confused
    assert costs.allowance(rallied.situation, rallied.situation.piece("A")).value == 6


@pytest.mark.cases("RS", "16.5")
def test_at_night_rallying_takes_all_of_it() -> None:
    rallied = rally.rally(stack(shaken(), light="night"), ["A"])
    assert rallied.spent == 6
    assert not rallied.may_move


@pytest.mark.cases("RS", "16.5")
def test_the_slowest_unit_counts() -> None:
    # RS-Q58: the allowance of the present mode
    situation = stack(shaken(), shaken("H", arm="cavalry", steps=1))
    assert rally.movement_cost(situation, ["H"]).value == 4
    assert rally.movement_cost(situation, ["A", "H"]).value == 2


@pytest.mark.cases("RS", "16.5")
@pytest.mark.parametrize("how", [{"fixed": True}, {"teams": False}])
def test_those_that_cannot_move_rally_free_but_do_nothing_long(how: dict[str, Any]) -> None:
    situation = stack(gun("G", at=HERE, confused=True, **how), unit("A", at=HERE))
    assert rally.movement_cost(situation, ["G"]).value == 0
    rallied = rally.rally(situation, ["G"])
    assert rallied.spent == 0
    assert not rallied.long_action
    assert rally.rally(stack(gun("G", at=HERE, confused=True)), ["G"]).long_action


@pytest.mark.cases("RS", "16.5")
def test_only_the_confused_can_rally() -> None:
    situation = stack(unit("A", at=HERE))
    with pytest.raises(Refused, match="Confused"):
        rally.rally(situation, ["A"])


@pytest.mark.cases("RS", "16.5", "10.2.2")
def test_rallying_in_contact_costs_an_officer_point_of_each_brigiment_that_rallies() -> None:
    lines = (shaken(), shaken("B", brigiment="86"), unit("C", at=HERE, brigiment="87"))
    points = {"86": 2, "87": 2, "88": 2}
    near = rally.rally(stack(*lines, enemy(), officers=points), ["A", "B", "C"]).situation
    assert dict(near.officers) == {"86": 1, "87": 2, "88": 1}
    away = rally.rally(stack(*lines, enemy(FAR), officers=points), ["A", "B", "C"]).situation
    assert dict(away.officers) == points


@pytest.mark.cases("RS", "16.5", "10.2.2")
def test_in_contact_one_cannot_rally_without_a_point() -> None:
    situation = stack(shaken(), enemy(), officers={"88": 0})
    with pytest.raises(Refused, match="0 officer points"):
        rally.rally(situation, ["A"])
    assert rally.can_rally(stack(shaken(), enemy(FAR), officers={"88": 0}), ["A"])


@pytest.mark.cases("RS", "16.5")
def test_us_them_is_contact_too() -> None:
    situation = stack(
        shaken(hiding="terrain"), unit("T", "Ottoman", at=HERE, hiding="terrain"), shared=[HERE]
    )
    assert rally.in_contact(situation, situation.piece("A"))


@pytest.mark.cases("RS", "16.5")
@pytest.mark.parametrize(
    "situation",
    [
        stack(shaken()),
        stack(unit("A", at=HERE)),
        stack(shaken(), enemy(), officers={"88": 0}),
        stack(shaken(), enemy(), officers={"88": 1}),
        stack(shaken(), rules=FREE),
    ],
)
def test_the_quick_answer_is_that_of_the_ruling(situation: Situation) -> None:
    assert rally.can_rally(situation, ["A"]) is rally.may_rally(situation, ["A"]).allowed


@pytest.mark.cases("GB", "102.1.7")
def test_where_rallying_is_free_one_stack_of_a_side_rallies_a_turn() -> None:
    situation = stack(shaken(), mg("MG", at=HERE, confused=True), shaken("B", NEAR), rules=FREE)
    ran = run(rally.free_rallies(situation, "Entente"), HERE)
    asked = ran.asked[0]
    assert isinstance(asked, Choice)
    assert [option.key for option in asked.options] == [HERE, NEAR, "none"]
    after = ran.outcome
    assert [piece.unit for piece in after.pieces if piece.confused] == ["B"]
    assert run(rally.free_rallies(situation, "Entente"), "none").outcome == situation
    assert run(rally.free_rallies(situation, "Ottoman")).outcome == situation


@pytest.mark.cases("GB", "102.1.7")
def test_where_rallying_is_free_one_does_not_rally_by_moving() -> None:
    with pytest.raises(Refused, match="freely"):
        rally.rally(stack(shaken(), rules=FREE), ["A"])


def test_where_rallying_is_by_moving_there_is_no_free_rally() -> None:
    situation = stack(shaken())
    assert run(rally.free_rallies(situation, "Entente")).outcome == situation

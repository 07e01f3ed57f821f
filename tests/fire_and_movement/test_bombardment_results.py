"""Bombardment in Gaza 1917 resolved: the column, what costs a step, stacks (18.4)."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import partial
from pathlib import Path

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import (
    BRITISH,
    CENTRAL_POWERS,
    SYSTEMS,
    Script,
    attack,
    gaza,
    played,
    position,
    ruled,
)
from wargame.core.drivers import odds, play
from wargame.core.errors import Refused
from wargame.core.ruling import Ruling
from wargame.fire_and_movement.bombardment import (
    DRAW,
    LOSS_CODES,
    NOTHING,
    STEP,
    Bombardment,
    Fallen,
    bombardment_column,
    resolve_bombardment,
)
from wargame.fire_and_movement.combat import fight
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.terrain_line import terrain_line

DATA = json.loads((Path(__file__).parents[1] / "data" / "fire_and_movement_crt.json").read_text())
REDOUBT = "1310"


def numbers(ruling: Ruling) -> set[str]:
    return {case.number for case in ruling.cases}


def strengths(situation: Situation, value: int, at: str) -> Ruling:
    """Return how a bombardment of some strength on a hex is looked up."""
    markers = {each.value: each.id for each in situation.markers(BRITISH, pool=True)}
    fallen = Fallen(BRITISH, situation.board.hex(at), (markers[value],))
    return bombardment_column(situation, fallen)[0]


@pytest.mark.cases("GAZA", "18.4", "18.4/1")
@pytest.mark.cases("FM8", "8.1.4/2")
def test_the_markers_alone_give_the_column_on_the_targets_line() -> None:
    """The illustration FM-39: +6 on a defence of 5 is looked up under +6."""
    situation = gaza()
    for value, column in ((2, "+2,+3"), (3, "+2,+3"), (4, "+4,+5"), (6, "+6,+7")):
        for at, line in (("1310", "CP in Trench or Gaza"), ("1016", "Sand"), ("1113", "Hill")):
            ruling = strengths(situation, value, at)
            assert ruling.value == column
            chosen = ruling.find("Terrain line")
            assert chosen is not None
            assert str(chosen.value).startswith(line)
            total = ruling.find("Bombardment strength")
            assert total is not None
            assert total.value == value
            assert {"18.4/1", "18.4/2", "18.4/3"} <= numbers(ruling)


@pytest.mark.cases("GAZA", "18.4/1")
def test_two_markers_add_up() -> None:
    situation = gaza()
    fallen = Fallen(CENTRAL_POWERS, situation.board.hex("1311"), ("CP-FS-19", "CP-AIR-1"))
    ruling, costs = bombardment_column(situation, fallen)
    assert ruling.value == "+6,+7"
    assert costs.count(STEP) == 3


@pytest.mark.cases("FM8", "8.1.4/2", "8.1.2/4")
@pytest.mark.cases("GAZA", "14.0/3", "18.4/1")
def test_the_line_is_the_one_of_the_side_that_is_hit() -> None:
    situation = gaza()
    fallen = Fallen(CENTRAL_POWERS, situation.board.hex("1015"), ("CP-FS-19",))
    line = bombardment_column(situation, fallen)[0].find("Terrain line")
    assert line is not None
    assert line.value == "Clear, British in Trench"
    wet = position(
        "a British 4-4-4 0203",
        "d Central_Powers 4-4-4 0303",
        ruleset="gaza_1917",
        markers=["m British +4"],
        marks=["side river 0303-0203"],
    )
    rivers = ruled(wet, "gaza_1917", hexside_lines={"river": "Town"})
    assert terrain_line(attack(rivers), 4).value == "Town"
    fired = Fallen(BRITISH, rivers.board.hex("0303"), ("m",))
    line = bombardment_column(rivers, fired)[0].find("Terrain line")
    assert line is not None
    assert line.value == "Clear, British in Trench"


@pytest.mark.cases("GAZA", "18.4/2", "18.4/3")
@pytest.mark.parametrize("value", [2, 3, 4, 5, 6])
def test_which_results_cost_a_step_and_which_are_ignored(value: int) -> None:
    rules = DATA["bombardment"]["GAZA"]
    assert set(rules["applies"]) == LOSS_CODES
    situation = gaza()
    for at in ("1310", "1016", "1113", "1410", "0914"):
        markers = {each.value: each.id for each in situation.markers(BRITISH, pool=True)}
        fallen = Fallen(BRITISH, situation.board.hex(at), (markers[value],))
        ruling, costs = bombardment_column(situation, fallen)
        line = str(getattr(ruling.find("Terrain line"), "value", ""))
        chart = situation.crt.chart(line, "left")
        codes = chart.column(chart.columns.locate(value).index)
        wanted = [NOTHING if code in rules["no_effect"] else STEP for code in codes]
        assert list(costs) == wanted


@pytest.mark.cases("GAZA", "18.4/3")
def test_a_loss_is_one_step_without_retreat_even_on_de() -> None:
    situation = gaza()
    pieces = [each for each in situation.pieces if each.unit in {"CP-31", "BR-160"}]
    sand = evolve(situation, pieces=[evolve(pieces[1], at=situation.board.hex("1016")), pieces[0]])
    fallen = Fallen(BRITISH, sand.board.hex("1016"), ("BR-FS-15", "BR-NAVAL-1"))
    result, script = played(partial(resolve_bombardment, sand, fallen), 1)
    after, losses = result.outcome
    assert [loss.steps for loss in losses] == [1]
    assert after.roster.steps(after.piece("CP-31")) == 2
    assert after.piece("CP-31").at == sand.piece("CP-31").at
    assert len(script.asked) == 1
    assert {"18.4/3"} == {case.number for case in result.told[-1].cases}


@pytest.mark.cases("GAZA", "18.4/6")
def test_each_unit_of_a_stack_is_rolled_for_by_itself() -> None:
    situation = gaza()
    fallen = Fallen(BRITISH, situation.board.hex(REDOUBT), ("BR-FS-15",))
    for faces, left in (((1, 2), {"CP-48": 3}), ((2, 1), {"CP-48": 2, "CP-2AK": 1})):
        result, script = played(partial(resolve_bombardment, situation, fallen), *faces)
        after, _ = result.outcome
        stack = after.at(fallen.target)
        assert {each.unit: after.roster.steps(each) for each in stack} == left
        assert len(script.asked) == 2
        assert len({request.purpose for request in script.asked}) == 2
    chances = odds(partial(resolve_bombardment, situation, fallen)).distribution(
        lambda end: len(end[1])
    )
    assert chances == {2: Fraction(1, 36), 1: Fraction(10, 36), 0: Fraction(25, 36)}


@pytest.mark.parametrize("ruleset", [*SYSTEMS, "lebanon_82"])
def test_in_the_system_bombardment_is_no_part_of_an_attack(ruleset: str) -> None:
    small = position(
        "r1 Red 1-1-1 0203", "b1 Blue 1-1-1 0303", ruleset=ruleset, markers=["m Red +2"]
    )
    target = small.board.hex("0303")
    with pytest.raises(Refused, match="a phase of its own") as caught:
        bombardment_column(small, Fallen("Red", target, ("m",)))
    assert caught.value.ruling.status == "refused"
    with pytest.raises(Refused, match="a phase of its own"):
        play(partial(fight, attack(small), (Bombardment("Red", target, (DRAW,)),)), Script())

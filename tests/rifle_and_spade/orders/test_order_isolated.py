"""Isolated units under existing, degraded and changed orders (11.6)."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.rifle_and_spade.orders.fields_of_march import LINE, case_of, foe, moved, ordered
from wargame.core.procedure import Choice
from wargame.rifle_and_spade.costs import allowance, points
from wargame.rifle_and_spade.isolation import mark_isolated
from wargame.rifle_and_spade.movement import activate_to_move
from wargame.rifle_and_spade.orders import isolated, movement_bar, pace, progress
from wargame.rifle_and_spade.state import Situation


def far(*, deaf: bool = True, at: str = "18.55", order: str = "attack") -> Situation:
    """Return the 175th with L1 isolated far from the others, and perhaps deaf to its order."""
    more = {"deaf": ["L1"]} if deaf else {}
    made = moved(ordered(foe("19.59"), line=LINE, order=order, **more), "L1", at)
    return made.replace_pieces(evolve(made.piece("L1"), isolated=True))


def barred(made: Situation, to: str) -> str:
    return case_of(movement_bar.bar(made, ("L1",), made.board.hex(to)))


@pytest.mark.cases("RS", "11.6", "11.6.1")
def test_under_an_existing_order_it_goes_on_to_its_objective() -> None:
    made = far(deaf=False)
    ruling = isolated.accepts(made, "L1")
    assert ruling.value == "line"
    assert case_of(ruling) == "RS 11.6.1"
    assert not barred(made, "17.55")
    assert barred(made, "18.54") == "RS 11.4.12"
    assert movement_bar.fire_bar(made, "L1") is None
    support = made.replace_pieces(evolve(made.piece("L3"), isolated=True))
    assert "not committed" in isolated.accepts(support, "L3").sentence
    assert isolated.accepts(made, "R1").status == "automatic"


@pytest.mark.cases("RS", "11.6.1")
def test_it_must_try_for_its_objective_whatever_the_others_have_done() -> None:
    """RS 11.6.1: the progress of others does not excuse it; a degraded order does (11.10.3)."""
    made = far(deaf=False)
    made = made.with_command(evolve(made.command("175"), progressed=True))
    assert case_of(progress.done_bar(made, ["L1"])) == "RS 11.6.1"
    assert progress.done_bar(made, ["R1"]) is None
    first = next(activate_to_move(made, ["L1"], bar=movement_bar.bar))
    assert isinstance(first, Choice)
    assert case_of(dict(first.barred).get("end")) == "RS 11.6.1"
    stalled = far(deaf=False, order="stalled attack")
    assert progress.done_bar(stalled, ["L1"]) is None
    assert progress.done_bar(far(), ["L1"]) is None


@pytest.mark.cases("RS", "11.6.2", "11.10.4")
def test_a_degraded_order_it_takes_as_it_is() -> None:
    made = far(deaf=False, order="stalled attack")
    assert case_of(isolated.accepts(made, "L1")) == "RS 11.6.2"
    assert pace.halved(made, made.piece("L1"))
    assert points(made, made.piece("L1")) == 6
    assert allowance(made, made.piece("L1")).value == 3


@pytest.mark.cases("RS", "11.6.3", "11.6.3/1")
def test_under_a_changed_order_it_goes_the_shortest_way_into_range() -> None:
    made = far()
    assert not isolated.accepts(made, "L1").allowed
    assert not barred(made, "17.54")
    assert not barred(made, "18.54")
    assert barred(made, "18.56") == "RS 11.6.3/1"
    assert barred(made, "19.55") == "RS 11.6.3/1"
    lost = made.without(["175 HQ"])
    assert barred(lost, "17.54") == "RS 11.6.3/1"
    stalled = far(order="stalled attack")
    assert points(stalled, stalled.piece("L1")) == 12, "no adjustment of its new order"


@pytest.mark.cases("RS", "11.6.3/2")
def test_it_may_not_be_in_contact_and_leaves_it_if_it_is() -> None:
    made = far(at="18.58")
    assert barred(made, "18.59") == "RS 11.6.3/2"
    touching = far(at="19.58")
    assert not barred(touching, "19.57")
    beside = made.board.hex("19.59")
    assert case_of(movement_bar.assault_bar(touching, ("L1",), beside)) == "RS 11.6.3/2"


@pytest.mark.cases("RS", "11.6.3/3")
def test_it_has_opportunity_fire_only() -> None:
    made = far()
    assert case_of(movement_bar.fire_bar(made, "L1")) == "RS 11.6.3/3"
    assert movement_bar.fire_bar(made, "R1") is None


@pytest.mark.cases("RS", "11.6.3")
def test_it_takes_its_part_once_the_marker_is_off() -> None:
    made = mark_isolated(moved(far(), "L1", "13.51"))
    assert made.command("175").order.deaf == frozenset()
    assert isolated.accepts(made, "L1").value == "line"

"""Orders in the turn as it is played: routes set down, what dooms an order, who acts along."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.campaigns import Script, campaign
from tests.rifle_and_spade.orders.fields_of_march import foe, ordered
from tests.rifle_and_spade.positions import unit
from wargame.core.drivers import play
from wargame.rifle_and_spade import command_phase, officer_points
from wargame.rifle_and_spade.orders import (
    change,
    composing,
    continuation,
    modifiers,
    movement_bar,
    objectives,
    standing,
)
from wargame.rifle_and_spade.orders.order import Goal, Order
from wargame.rifle_and_spade.state import Situation

# ---- routes


@pytest.mark.cases("RS", "11.4.10", "11.4.9", "2.0/3")
def test_the_command_phase_sets_the_routes_of_a_new_order_down() -> None:
    """RS 11.4.10: where everybody stands when the order is issued, not where he stands later."""
    answers: dict[str, Any] = {
        "Change orders of the Entente": ["A", "end"],
        "Orders of A": ["attack", "end"],
        "objectives of": "point",
        "its objective": "2.15",
    }
    script = Script(answers | {"Formation": "end", "Change orders of the Ottoman": "end"})
    after = play(lambda: command_phase.command_phase(campaign(turn=4)), script).outcome
    order = after.command("A").order
    assert order.kind == "attack"
    assert {name for name, _ in order.routes} == {name for name, _ in order.goals}
    assert order.route("L 1/A")[0] == after.piece("L 1/A").at


@pytest.mark.cases("RS", "11.4", "11.1.8/2")
def test_those_who_come_after_the_order_was_written_go_to_the_nearest_objective() -> None:
    """RS 11.4: every order has objectives for those in line."""
    late = unit("L9", brigiment="175", battalion="9", at="17.50")
    came = ordered(late, foe("10.60"), goals={"L1": ["11.55"], "R1": ["16.56"]})
    assert standing.goal_of(came, came.piece("L9")) is None
    after = objectives.for_latecomers(came)
    goal = standing.goal_of(after, after.piece("L9"))
    assert goal == Goal((came.board.hex("16.56"),))
    assert objectives.for_latecomers(after) is after
    script = Script({"Formation": "end", "Change orders of": "end"})
    played = play(lambda: command_phase.command_phase(came), script).outcome
    assert played.command("175").order.route("L9")
    holding = ordered(late, foe("10.60"), order="defense", goals={"L1": ["11.50"]})
    assert objectives.for_latecomers(holding) is holding


@pytest.mark.cases("RS", "11.4.11")
def test_an_order_goes_round_what_bars_its_default_routes() -> None:
    """RS 11.4.11: with a lawful way round the order is written, with that way."""
    made = ordered(foe("12.53"), order="general reserve", support=[], plot=False, light="night")
    made = made.without(["R1", "L2", "R2", "L3", "R3"])
    script = Script({"objectives of": "point", "its objective": "12.56"})
    order = play(lambda: composing.compose(made, "175", "general reserve"), script).outcome
    assert order is not None
    beside = set(made.board.hex("12.53").neighbours())
    assert beside.isdisjoint(order.route("L1"))


@pytest.mark.cases("RS", "11.1.10", "11.8.1", "11.11.2")
def test_an_attack_to_come_is_a_defense_of_where_they_stand_and_so_completed() -> None:
    """RS 11.8.1: a defense until its turn; RS 11.11.2: without a line, of the present positions."""
    made = ordered(foe("19.60"), goals={"L1": ["13.57"]}, scheduled=9, turn=5)
    assert modifiers.completed(made, "175").counts
    begun = ordered(foe("19.60"), goals={"L1": ["13.57"]}, turn=5)
    assert not modifiers.completed(begun, "175").counts


# ---- what dooms an order


@pytest.mark.cases("RS", "11.2.1", "11.3.3")
def test_a_new_order_is_not_doomed_by_what_befell_the_old_one() -> None:
    """RS 11.2.1: a disorganized defense never fails, and the order after it starts afresh."""
    made = ordered(foe("19.60"), order="disorganized defense", doomed="Released by a threat.")
    after = change.issue(made, "175", Order("defense", made.turn))
    assert continuation.continuation(after, "175").value != 0


# ---- the cap at half the officer points


def _at(points: int, **more: Any) -> Situation:
    return ordered(foe("19.60"), maximum=9, points=points, **more)


@pytest.mark.cases("RS", "10.1.6", "11.14.17")
def test_a_regroup_that_is_past_does_not_lift_the_cap_of_a_later_fall() -> None:
    """RS 10.1.6: who leaves regroup above the half and falls to it then has to regroup again."""
    goals: dict[str, Any] = {"goals": {"L1": ["13.50"]}, "radius": {"L1": 1}}
    resting = _at(7, order="regroup", support=[], regrouping=2, regrouped=True, **goals)
    for left in (
        change.issue(resting, "175", Order("defense", resting.turn)),
        continuation.degrade(resting, "175"),
    ):
        fallen = officer_points.with_points(left, "175", 2)
        assert officer_points.cap(fallen, "175") == left.command("175").half
    tired = officer_points.with_points(resting, "175", 3)
    still = change.issue(tired, "175", Order("defense", tired.turn))
    assert officer_points.cap(still, "175") == still.command("175").maximum


# ---- independent units


@pytest.mark.cases("RS", "11.1.9/2b", "11.11.6", "11.15.7", "14.4.4")
@pytest.mark.parametrize("kind", ["attack", "defense", "regroup", "march"])
def test_cavalry_assaults_with_a_brigade_that_attacks(kind: str) -> None:
    """RS 11.11.6, 11.14.7, 11.15.7."""
    horse = unit("horse", arm="cavalry", size="squadron", steps=1, at="13.55")
    made = ordered(foe("13.56"), horse, order=kind, plot=False, support=[])
    there = made.board.hex("13.56")
    why = movement_bar.assault_with("175")(made, ("horse",), there)
    assert (why is None) is (kind == "attack")
    assert movement_bar.assault_with("175")(made, ("horse",), made.board.hex("12.55")) is None
    assert movement_bar.assault_with("175")(made, ("L1",), there) is None

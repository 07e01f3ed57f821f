"""Units in support (11.5): contact, channel, not to the front, and what they are committed to."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.morale_positions import run
from tests.rifle_and_spade.orders.fields_of_march import LINE, case_of, foe, moved, ordered
from tests.rifle_and_spade.positions import unit
from wargame.core.procedure import Choice
from wargame.rifle_and_spade.movement import activate_to_move
from wargame.rifle_and_spade.orders import (
    committing,
    composing,
    movement_bar,
    pace,
    progress,
    routes,
    support,
)
from wargame.rifle_and_spade.orders.order import Goal
from wargame.rifle_and_spade.state import Situation


def barred(made: Situation, name: str, to: str) -> str:
    return case_of(movement_bar.bar(made, (name,), made.board.hex(to)))


def case_of_duty(made: Situation, name: str = "L3") -> str:
    due = support.duty(made, made.piece(name))
    return "" if due is None else due[1]


@pytest.mark.cases("RS", "11.5", "11.5.5", "11.5.6")
def test_supports_go_as_they_like_within_the_channel() -> None:
    made = ordered(line=LINE)
    for to in ("11.49", "12.50", "13.49"):
        assert not barred(made, "L3", to)
    out = moved(made, "L3", "18.51")
    assert barred(out, "L3", "19.51") == "RS 11.4.15"
    assert not barred(out, "L3", "17.51")


@pytest.mark.cases("RS", "11.5.4", "11.5.8")
def test_supports_do_not_go_into_contact() -> None:
    made = moved(ordered(foe("14.54"), line=LINE), "L3", "13.52")
    assert barred(made, "L3", "13.53") == "RS 11.5.8"
    assert case_of(movement_bar.assault_bar(made, ("L3",), made.board.hex("14.54"))) == "RS 11.5.4"
    assert case_of(movement_bar.fire_bar(made, "L3")) == "RS 11.5.4"


@pytest.mark.cases("RS", "11.5.8")
def test_supports_in_contact_go_out_of_it_and_deviate_no_more_than_they_must() -> None:
    made = moved(moved(ordered(foe("14.54"), line=LINE), "L3", "14.53"), "R1", "15.54")
    assert barred(made, "L3", "15.53") == "RS 11.5.8"
    assert not barred(made, "L3", "14.52")
    # to one side of the channel, with a way back into it: that way must be taken
    wide = moved(ordered(foe("18.52"), line=LINE), "L3", "17.51")
    assert not barred(wide, "L3", "16.51")
    assert barred(wide, "L3", "18.51") == "RS 11.5.8"


@pytest.mark.cases("RS", "11.5.8")
def test_supports_hemmed_in_may_go_anywhere() -> None:
    ring = [foe(at, f"foe {at}") for at in ("12.51", "12.53", "15.52", "14.55")]
    made = moved(ordered(*ring, line=LINE), "L3", "13.52")
    assert not barred(made, "L3", "14.53")


@pytest.mark.cases("RS", "11.5.6")
def test_once_the_line_has_arrived_supports_go_toward_an_objective_only() -> None:
    made = ordered(foe("19.60"), line=LINE)
    for name, goal in made.command("175").order.goals:
        made = moved(made, name, made.board.label(goal.hexes[0]))
    assert not barred(made, "L3", "12.50")
    assert barred(moved(made, "L3", "12.52"), "L3", "12.51") == "RS 11.5.6"


@pytest.mark.cases("RS", "11.5.7")
def test_supports_do_not_lead() -> None:
    made = moved(ordered(foe("13.56"), line=LINE), "L3", "13.49")
    assert barred(made, "L3", "13.50") == "RS 11.5.7"
    made = moved(made, "L3", "13.50")
    assert barred(made, "L3", "13.51") == "RS 11.5.7/1"
    led = moved(made, "L1", "12.53")
    assert not barred(led, "L3", "13.51")
    other = ordered(foe("13.56"), unit("friend", at="13.53"), line=LINE)
    assert not barred(moved(other, "L3", "13.50"), "L3", "13.51")


@pytest.mark.cases("RS", "11.5.7", "11.5.7/1", "11.5.7/2")
def test_a_support_that_is_closest_waits_for_those_who_pass_it_or_withdraws() -> None:
    made = moved(ordered(foe("13.56"), line=LINE), "L3", "13.53")
    assert support.closest(made, "L3").value == "wait"
    for to in ("13.52", "13.54", "12.53"):
        assert barred(made, "L3", to) == "RS 11.5.7/1", "it waits where it is"
    assert support.duty(made, made.piece("L3")) is None
    short = ordered(foe("13.56"), line=["11.51", "12.51", "13.50", "14.51"])
    short = moved(short, "L3", "13.53")
    assert support.closest(short, "L3").value == "withdraw"
    assert not barred(short, "L3", "13.52")
    assert case_of_duty(short) == "RS 11.5.6", "it is before the channel as well"
    assert case_of_duty(moved(short, "L3", "13.51")) == "RS 11.5.7/2"
    assert support.closest(moved(made, "L1", "13.54"), "L3").value == ""


@pytest.mark.cases("RS", "11.5.7/1", "11.4.5")
def test_the_whole_of_an_objective_counts_for_who_will_come_closer() -> None:
    """RS 11.4.5: the hexes around a point belong to it."""
    point: dict[str, Any] = {"goals": {name: ["13.52"] for name in ("L1", "R1", "L2", "R2")}}
    near = ordered(foe("13.56"), radius=dict.fromkeys(point["goals"], 1), **point)
    assert support.closest(moved(near, "L3", "13.52"), "L3").value == "wait"


@pytest.mark.cases("RS", "11.5.6", "11.5.7/2", "11.5.8")
def test_what_a_support_must_do_it_must_before_the_movement_ends() -> None:
    """RS 11.5.8, 11.5.6, 11.5.7/2: out of contact, into the channel, away from the enemy."""
    calm = ordered(foe("19.60"), line=LINE, progressed=True)
    assert progress.done_bar(calm, ["L3"]) is None
    touched = moved(moved(ordered(foe("14.54"), line=LINE), "L3", "14.53"), "R1", "15.54")
    aside = moved(ordered(foe("10.60"), line=LINE), "L3", "19.51")
    leading = moved(ordered(foe("13.56"), line=["11.51", "12.51", "13.50", "14.51"]), "L3", "13.51")
    for made, case in ((touched, "RS 11.5.8"), (aside, "RS 11.5.6"), (leading, "RS 11.5.7/2")):
        assert case_of(progress.done_bar(made, ["L3"])) == case
        first = next(activate_to_move(made, ["L3"], bar=movement_bar.bar))
        assert isinstance(first, Choice)
        assert case_of(dict(first.barred).get("end")) == case
    tired = aside.replace_pieces(evolve(aside.piece("L3"), acted=True))
    assert progress.done_bar(tired, ["L3"]) is None


@pytest.mark.cases("RS", "11.5.7", "11.14.10")
def test_regrouping_or_alone_supports_may_lead() -> None:
    point = {"goals": {"L1": ["13.52"]}, "radius": {"L1": 1}}
    regroup = moved(ordered(foe("13.56"), order="regroup", **point), "L3", "13.50")
    assert not barred(regroup, "L3", "13.51")
    assert support.closest(regroup, "L3").value == ""
    assert barred(moved(regroup, "L3", "13.54"), "L3", "13.55") == "RS 11.5.8"
    only = moved(ordered(foe("13.56"), line=LINE), "L3", "13.50")
    only = only.without(["L1", "R1", "L2", "R2", "MG"])
    assert not barred(only, "L3", "13.51")


# ---- committing


def objective(made: Situation, *labels: str, name: str = "L3", radius: int = 0) -> Any:
    goal = Goal(tuple(map(made.board.hex, labels)), radius)
    return support.commit_objective(made, name, goal)


@pytest.mark.cases("RS", "11.5.11", "11.8.5")
def test_in_an_attack_a_support_is_committed_within_the_channel() -> None:
    made = ordered(line=LINE)
    assert objective(made, "13.57").allowed
    assert objective(made, "13.58").allowed, "a hex off an objective"
    assert objective(made, "13.54", "14.55").allowed
    refused = objective(made, "18.53")
    assert not refused.allowed
    assert case_of(refused) == "RS 11.5.11"
    assert not objective(made, "14.60").allowed


@pytest.mark.cases("RS", "11.5.11", "11.11.8")
def test_in_a_defense_a_support_is_committed_between_itself_and_an_objective() -> None:
    made = ordered(order="defense", line=LINE)
    assert objective(made, "13.57").allowed
    assert objective(made, "12.53").allowed
    assert not objective(made, "18.53").allowed
    assert not objective(made, "13.53", "14.54").allowed
    held = ordered(foe("13.57"), order="defense", line=LINE)
    assert objective(held, "13.57").allowed, "enemies may be there"


@pytest.mark.cases("RS", "11.5.11", "11.11.9", "11.11.8")
def test_in_a_defense_no_commitment_leads_through_enemies() -> None:
    """RS 11.11.9: they may be assaulted in the objective alone."""
    more: dict[str, Any] = {"goals": {"L1": ["12.56"]}, "support": ["L3", "R3"]}
    made = moved(ordered(foe("12.53"), order="defense", **more), "L3", "12.50")
    made = moved(made.without(["R1", "L2", "R2"]), "L1", "12.56")
    refused = objective(made, "12.56")
    assert not refused.allowed
    assert str(refused.cases[1]) == "RS 11.11.9"
    assert objective(made, "12.53").allowed
    attack = moved(ordered(foe("12.53"), order="attack", **more), "L3", "12.50")
    attack = moved(attack.without(["R1", "L2", "R2"]), "L1", "12.56")
    assert objective(attack, "12.56").allowed


@pytest.mark.cases("RS", "11.5.11", "11.14.11")
def test_when_regrouping_a_support_may_be_left_as_a_rear_guard() -> None:
    made = ordered(order="regroup", goals={"L1": ["13.56"]}, radius={"L1": 1})
    assert objective(made, "13.50").allowed
    assert objective(made, "12.49").allowed
    assert not objective(made, "19.52").allowed


@pytest.mark.cases("RS", "11.5.11")
def test_the_objectives_that_exist_are_offered() -> None:
    made = ordered(line=LINE)
    assert len(support.commit_options(made, "L3")) == 4
    island = ordered(line=LINE, goals={"L1": ["13.57"]})
    assert Goal((island.board.hex("13.57"),)) in support.commit_options(island, "L3")


@pytest.mark.cases("RS", "11.8.5", "11.11.8", "11.14.11", "11.5.11")
def test_a_support_may_be_committed_to_a_hex_that_is_no_objective_yet() -> None:
    """RS 11.8.5, 11.11.8, 11.14.11: within the channel, between, or behind; each order its own."""
    made = ordered(line=LINE)
    label = made.board.label
    places = set(map(label, support.commit_places(made, "L3", 8)))
    assert {"13.54", "12.52"} <= places
    assert places.isdisjoint({"18.53", *LINE})
    steps = composing.commit_goals(made, "175", "3")
    goals = run(steps, "elsewhere", "13.54", "none").outcome
    assert goals == {"L3": Goal((made.board.hex("13.54"),))}
    assert run(composing.commit_goals(made, "175", "3"), "elsewhere", "none", "none").outcome == {}


def committed(made: Situation, to: str) -> Situation:
    goal = Goal((made.board.hex(to),))
    return routes.plotted(committing.committed(made, "175", {"L3": goal}))


@pytest.mark.cases("RS", "11.5.12", "11.5.12/b1", "11.5.12/b3", "11.5.12/b6")
def test_a_committed_unit_goes_along_its_route_into_contact_and_assaults_on_it() -> None:
    made = committed(ordered(foe("12.52"), line=LINE), "12.55")
    assert barred(made, "L3", "12.50") == ""
    near = moved(made, "L3", "12.50")
    assert barred(near, "L3", "12.51") == ""
    assert barred(near, "L3", "12.49") == "RS 11.4.12"
    assert barred(moved(near, "L3", "12.51"), "L3", "12.52") == ""


@pytest.mark.cases("RS", "11.5.12/b6", "11.11.9", "11.13.10")
def test_committed_in_a_defense_it_assaults_its_objective_alone() -> None:
    made = committed(ordered(foe("12.52"), order="defense", line=LINE), "12.55")
    near = moved(made, "L3", "12.51")
    assert barred(near, "L3", "12.52") == "RS 11.11.9"
    held = committed(ordered(foe("12.52"), order="defense", line=LINE), "12.52")
    assert barred(moved(held, "L3", "12.51"), "L3", "12.52") == ""
    assert barred(moved(held, "L3", "12.50"), "L3", "12.51") == "", "beside enemies"
    within = evolve(moved(held, "L3", "12.52"), shared=frozenset({held.board.hex("12.52")}))
    bar = movement_bar.assault_bar(within, ("L3",), held.board.hex("12.52"))
    assert bar is None


@pytest.mark.cases("RS", "11.5.12/b2")
def test_a_committed_unit_has_its_full_allowance_in_a_stalled_attack() -> None:
    made = committed(ordered(order="stalled attack", line=LINE), "12.55")
    assert not pace.halved(made, made.piece("L3"))
    assert pace.halved(made, made.piece("L1"))
    assert barred(moved(made, "L3", "12.51"), "L3", "12.50") == "RS 11.4.12", "forward only"


@pytest.mark.cases("RS", "11.5.12/b5", "20.2.3")
def test_a_committed_unit_fires_on_command_even_out_of_supply() -> None:
    made = committed(ordered(line=LINE), "12.55")
    made = made.with_command(evolve(made.command("175"), out_of_supply=True))
    assert movement_bar.fire_bar(made, "L3") is None
    assert case_of(movement_bar.fire_bar(made, "L1")) == "RS 20.2.3"
    regroup = ordered(order="regroup", goals={"L1": ["13.52"]}, radius={"L1": 1})
    assert movement_bar.fire_bar(committed(regroup, "12.53"), "L3") is None

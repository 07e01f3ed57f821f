"""Placing the markers of a Gaza phase: the options are the legal placements (18.1, 18.5)."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import BRITISH, CENTRAL_POWERS, gaza, played
from wargame.core.procedure import Choice
from wargame.fire_and_movement.bombardment import DRAW, Bombardment, check_bombardment
from wargame.fire_and_movement.fire_plan import DONE, FirePlan, plan_fire
from wargame.fire_and_movement.observation import observed
from wargame.fire_and_movement.state import Situation


def placed(situation: Situation, side: str, *answers: str) -> tuple[FirePlan, list[Choice]]:
    result, script = played(partial(plan_fire, situation, side), *answers)
    choices = [request for request in script.asked if isinstance(request, Choice)]
    assert isinstance(result.outcome, FirePlan)
    return result.outcome, choices


def keys(choice: Choice, action: str = "fire") -> set[tuple[str, str]]:
    parts = [option.key.split("@") for option in choice.options if option.key != DONE]
    return {(marker, label) for what, marker, label in parts if what == action}


@pytest.mark.cases("GAZA", "18.1/2", "18.1/4", "18.1/1", "18.1/5", "18.1/6", "18.6/1")
@pytest.mark.parametrize("side", [BRITISH, CENTRAL_POWERS])
@pytest.mark.parametrize("scenario", ["eve_of_assault", "second_battle"])
def test_the_options_are_exactly_the_permitted_bombardments(side: str, scenario: str) -> None:
    situation = gaza(scenario)
    first = f"fire@{DRAW}@{'1310' if side == BRITISH else '1311'}"
    answers = [first, DONE] if scenario == "eve_of_assault" else [DONE]
    _, choices = placed(situation, side, *answers)
    for number, choice in enumerate(choices):
        assert choice.options[0].key == DONE
        assert choice.who == side
        plan = FirePlan(side)
        if number:
            plan = plan.with_marker(situation.board.hex(first[-4:]), DRAW)
        opened = [marker.id for marker in situation.markers(side, pool=False)]
        wanted = {
            (marker, situation.board.label(cell))
            for marker in (*opened, DRAW)
            for cell in situation.board.cells
            if check_bombardment(situation, plan.shot(cell, marker)).allowed
        }
        assert keys(choice) == wanted


@pytest.mark.cases("GAZA", "18.1/2")
def test_markers_are_placed_one_by_one_until_enough() -> None:
    situation = gaza()
    plan, choices = placed(
        situation,
        CENTRAL_POWERS,
        "fire@draw@1311",
        "fire@CP-AIR-1@1311",
        "fire@draw@1214",
        DONE,
    )
    assert [situation.board.label(cell) for cell in plan.hexes] == ["1311", "1214"]
    assert plan.shots() == (
        Bombardment(CENTRAL_POWERS, situation.board.hex("1311"), ("draw", "CP-AIR-1")),
        Bombardment(CENTRAL_POWERS, situation.board.hex("1214"), ("draw",)),
    )
    assert not any(label == "1311" for _, label in keys(choices[2]))  # two there already
    assert not any(marker == "CP-AIR-1" for marker, _ in keys(choices[2]))
    assert (plan.used(DRAW), plan.used("CP-AIR-1"), plan.used("CP-AIR-2")) == (2, 1, 0)


@pytest.mark.cases("GAZA", "18.3")
def test_the_pool_is_not_overdrawn() -> None:
    situation = gaza()
    spent = [marker.id for marker in situation.markers(BRITISH, pool=True)][2:]
    short = situation.spend([*spent, "BR-AIR-1", "BR-NAVAL-1"])
    plan, choices = placed(short, BRITISH, "fire@draw@1310", "fire@draw@1210")
    assert len(choices) == 2  # nothing is left, so nobody is asked a third time
    assert plan.used(DRAW) == 2
    empty = short.spend([marker.id for marker in short.markers(BRITISH, pool=True)])
    assert placed(empty, BRITISH) == (FirePlan(BRITISH), [])


def lonely() -> Situation:
    """Return a position where the British see one of two groups of the enemy."""
    situation = gaza()
    names = {"CP-SCC", "CP-163", "CP-ARAB", "BR-158", "CP-3C"}
    return evolve(situation, pieces=[each for each in situation.pieces if each.unit in names])


@pytest.mark.cases("GAZA", "18.5", "18.5/2", "18.5/3")
def test_an_air_unit_may_observe_instead_of_bombarding() -> None:
    situation = lonely()
    board = situation.board
    _, (choice,) = placed(situation, BRITISH, DONE)
    assert {label for _, label in keys(choice)} == {"1016"}
    hidden = [board.hex(label) for label in ("2103", "1706", "1806")]
    spots = {(marker, label) for marker, label in keys(choice, "watch")}
    assert spots == {
        ("BR-AIR-1", board.label(spot)) for cell in hidden for spot in cell.disc(1) if spot in board
    }
    watch = "watch@BR-AIR-1@1706"
    plan, choices = placed(situation, BRITISH, watch, "fire@draw@1806", DONE)
    assert plan.spotters == ("BR-AIR-1",)
    assert plan.used("BR-AIR-1") == 1
    assert plan.watched == {board.hex("1706")}
    assert {label for _, label in keys(choices[1])} == {"1016", "1706", "1806"}
    assert keys(choices[1], "watch") == set()  # it does one thing only
    assert not any(marker == "BR-AIR-1" for marker, _ in keys(choices[1]))
    assert plan.shots()[0].observes == {board.hex("1706")}


@pytest.mark.cases("GAZA", "18.5/3")
def test_nobody_is_offered_to_observe_what_is_seen_already() -> None:
    situation = gaza()
    _, (choice,) = placed(situation, CENTRAL_POWERS, DONE)
    seen = {
        cell
        for cell in {piece.at for piece in situation.of(BRITISH)}
        if observed(situation, CENTRAL_POWERS, cell).allowed
    }
    unseen = {piece.at for piece in situation.of(BRITISH)} - seen
    spots = {situation.board.hex(label) for _, label in keys(choice, "watch")}
    assert all(any(spot.distance(cell) <= 1 for cell in unseen) for spot in spots)
    assert bool(spots) is bool(unseen)


def test_what_a_marker_is_worth_is_not_told() -> None:
    _, (choice,) = placed(gaza(), BRITISH, DONE)
    drawn = [option for option in choice.options if f"@{DRAW}@" in option.key]
    assert drawn
    assert all(option.label.startswith("a marker, unseen on ") for option in drawn)

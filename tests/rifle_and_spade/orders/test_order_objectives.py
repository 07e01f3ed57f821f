"""Objectives (11.4.1 to 11.4.8): points, battalions' objectives, lines, and who goes where."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.orders.fields_of_march import BOARD, LINE, case_of, foe, ordered
from tests.rifle_and_spade.positions import brigiment, mg, position, unit
from wargame.rifle_and_spade.orders import kinds, objectives, placing
from wargame.rifle_and_spade.orders.order import Goal
from wargame.rifle_and_spade.orders.standing import goal_of, standing
from wargame.rifle_and_spade.state import Situation


def cells(made: Situation, *labels: str) -> list[Any]:
    return [made.board.hex(label) for label in labels]


# ---- points and battalions


@pytest.mark.cases("RS", "11.4.5")
def test_a_point_is_a_hex_and_those_within_its_radius() -> None:
    made = ordered(plot=False)
    assert objectives.point_ruling(made, made.board.hex("14.55")).value == 1
    assert objectives.point_ruling(made, made.board.hex("14.55"), 1).value == 7
    assert objectives.point_ruling(made, made.board.hex("10.60"), 1).value == 4  # the map's edge


@pytest.mark.cases("RS", "11.4.6")
def test_a_battalion_takes_two_hexes_or_two_with_one_between_in_messaging_range() -> None:
    made = ordered(plot=False)

    def asked(where: Situation, *labels: str) -> Any:
        return objectives.battalion_ruling(where, cells(made, *labels), "Entente")

    assert asked(made, "13.55").value == 1
    assert asked(made, "13.55", "13.56").value == 2
    assert asked(made, "13.55", "13.56", "13.57").value == 3
    assert not asked(made, "13.55", "13.57").allowed
    assert not asked(made, "13.55", "13.56", "13.57", "13.58").allowed
    assert not asked(made, "13.55", "13.56", "13.55").allowed
    watched = ordered(foe("13.58", arm="machine gun"), plot=False)
    refused = asked(watched, "13.55", "13.56", "13.57")
    assert not refused.allowed
    assert case_of(refused) == "RS 11.4.6"
    assert asked(watched, "13.55", "13.56").allowed


# ---- lines


def line(made: Situation, *labels: str, support: Any = ("L3", "R3")) -> Any:
    return objectives.line_ruling(made, "175", cells(made, *labels), frozenset(support))


@pytest.mark.cases("RS", "11.4.7")
def test_a_line_may_be_as_long_as_its_battalions_and_the_gaps_between_them() -> None:
    made = ordered(plot=False)
    row = [f"12.{n}" for n in range(52, 61)]
    assert line(made, *row[:4]).allowed
    assert line(made, *row[:7]).value == 4  # four objectives and three hexes between them
    assert not line(made, *row[:8]).allowed
    watched = ordered(foe("13.54", arm="machine gun"), plot=False)
    assert not line(watched, *row[:5]).allowed
    assert line(watched, *row[:4]).allowed
    assert line(watched, *row[:5], support=()).allowed


@pytest.mark.cases("RS", "11.4.7", "3.5.6", "3.5.7")
def test_a_line_may_have_corners_but_no_holes() -> None:
    made = ordered(plot=False)
    assert line(made, "13.57", "14.57", "15.56", "15.55").allowed
    assert not line(made, "13.57", "15.56").allowed
    assert not line(made, "13.57", "14.57", "13.57").allowed
    assert line(made, "13.57").value == 1


@pytest.mark.cases("RS", "11.4.8")
def test_a_line_may_close_on_itself() -> None:
    made = ordered(plot=False)
    ring = [made.board.label(cell) for cell in made.board.hex("13.55").ring(1)]
    ruling = line(made, *ring, ring[0])
    assert ruling.allowed
    assert str(ruling.cases[0]) == "RS 11.4.8"
    assert ruling.find("Length").value == 6
    taken = objectives.assigned(made, "175", cells(made, *ring, ring[0]), {"L3", "R3"})
    assert len({goal for _, goal in taken}) == 4


@pytest.mark.cases("RS", "11.4.6", "11.4.7", "11.4.14")
def test_a_battalion_gives_two_hexes_at_most_and_machine_guns_none() -> None:
    units = [
        *(unit(f"{n}", brigiment="B", battalion="1", at="12.50") for n in range(3)),
        unit("whole", brigiment="B", battalion="2", at="13.50"),
        mg("MG 2", brigiment="B", battalion="2", at="13.50"),
        mg("MG", brigiment="B", at="13.50"),
    ]
    made = position(BOARD, units, brigiment=[brigiment("B", order="attack")])
    assert [(body.name, body.posts) for body in placing.bodies(made, "B")] == [("1", 2), ("2", 1)]
    given = dict(objectives.assigned(made, "B", cells(made, "12.55", "13.55", "14.55")))
    assert set(given) == {"0", "1", "2", "whole", "MG 2"}
    assert given["MG 2"] == given["whole"]
    assert len({given[name] for name in "012"}) == 2


@pytest.mark.cases("RS", "11.4.7", "11.4.10")
def test_units_take_their_places_on_a_line_as_they_stand() -> None:
    made = ordered(line=LINE)
    found = {
        name: made.board.label(goal.hexes[0]) for name, goal in made.command("175").order.goals
    }
    assert found == {"L1": "13.57", "R1": "14.57", "L2": "15.56", "R2": "16.56"}
    back = dict(objectives.assigned(made, "175", cells(made, *reversed(LINE)), {"L3", "R3"}))
    assert {name: made.board.label(goal.hexes[0]) for name, goal in back.items()} == found


@pytest.mark.cases("RS", "11.4.7", "9.3.1")
def test_no_more_hexes_stay_empty_than_must() -> None:
    made = ordered(plot=False)
    five = cells(made, "13.57", "14.57", "15.56", "16.56", "17.55")
    assert len({g for _, g in objectives.assigned(made, "175", five, {"L3", "R3"})}) == 4
    watched = ordered(foe("15.57", arm="machine gun"), plot=False)
    assert objectives.assigned(watched, "175", five, {"L3", "R3"}) == ()


@pytest.mark.cases("RS", "11.4.7")
def test_more_units_than_hexes_share_them() -> None:
    made = ordered(plot=False)
    given = objectives.assigned(made, "175", cells(made, "13.57", "14.57"), {"L3", "R3"})
    assert len(given) == 4
    assert len({goal for _, goal in given}) == 2


# ---- where they may be, and of what sort


@pytest.mark.cases("RS", "11.4.2")
def test_an_objective_must_be_ground_that_its_unit_could_enter() -> None:
    made = ordered(foe("13.57"), plot=False)

    def asked(label: str, kind: Any) -> Any:
        return objectives.enterable(made, "L1", Goal(tuple(cells(made, label))), kind)

    assert asked("13.56", "defense").allowed
    assert asked("13.57", "attack").allowed
    assert case_of(asked("13.57", "defense")) == "RS 11.4.2"
    off = made.board.hex("10.60").neighbour(2)
    assert not objectives.enterable(made, "L1", Goal((off,)), "attack").allowed
    strait = BOARD.replace("g grassland\n", "g grassland\nw sea\n")
    strait = strait.replace("gggggggggg\n" * 2, "gggggggggg\nwwwwwwwwww\n", 1)
    wet = ordered(board=strait, plot=False)
    there = Goal(tuple(cells(wet, "12.60")))
    assert not objectives.enterable(wet, "L1", there, "attack").allowed


@pytest.mark.cases("RS", "11.4.1", "11.4.3", "11.8.2", "11.8.2/1", "11.8.2/2", "11.9.3", "11.11.1")
def test_each_kind_of_order_allows_its_own_sorts_of_objective() -> None:
    halves = {"L1": ["11.57"], "R1": ["18.56"]}
    made = ordered(goals=halves, plot=False)
    order = made.command("175").order

    def asked(**more: Any) -> bool:
        return objectives.shape_ruling(made, "175", evolve(order, **more)).allowed

    assert not asked()
    assert asked(kind="initial attack")
    assert not asked(kind="defense")
    point = Goal(tuple(cells(made, "13.55")), 1)
    all_to = tuple((name, point) for name in ("L1", "R1"))
    assert asked(goals=all_to)
    assert asked(kind="regroup", goals=all_to)
    assert not asked(kind="defense", goals=all_to)
    on = tuple(cells(made, *LINE))
    whole = (("L1", Goal((on[0],))), ("R1", Goal((on[1],))))
    assert asked(goals=whole, line=on)
    assert asked(kind="defense", goals=whole, line=on)
    assert not asked(kind="regroup", goals=whole, line=on)
    two = (("L1", Goal(on[:2])), ("R1", Goal(on[2:])))
    assert asked(kind="initial attack", goals=two)
    assert not asked(goals=two)
    stands = tuple((n, Goal((made.piece(n).at,))) for n in ("L1", "R1"))
    assert asked(kind="defense", goals=stands)
    assert asked(kind="disorganized defense", goals=stands)
    assert asked(goals=(*all_to, ("L3", Goal(on[:2]))), committed=frozenset({"L3"}))


@pytest.mark.cases("RS", "11.4.7", "11.11.2", "11.14.2")
def test_everybody_without_an_objective_is_given_one() -> None:
    defense = ordered(order="defense")
    assert {name for name, _ in defense.command("175").order.goals} == {"L1", "R1", "L2", "R2"}
    assert all(
        goal.reached(defense.piece(name).at) for name, goal in defense.command("175").order.goals
    )
    regroup = ordered(order="regroup", goals={"L1": ["13.50"]}, radius={"L1": 1})
    goals = dict(regroup.command("175").order.goals)
    assert len(goals) == 4
    assert len(set(goals.values())) == 1
    assert ordered(order="attack").command("175").order.goals == ()


# ---- standing


@pytest.mark.cases("RS", "11.1.5", "11.1.6", "11.4.13", "11.4.14")
def test_where_units_stand_under_an_order() -> None:
    made = ordered(line=LINE, committed=["R3"], support=["L3"], deaf=["R1"])
    found = {name: standing(made, made.piece(name)) for name in
             ("L1", "R1", "L3", "R3", "MG", "175 HQ")}  # fmt: skip
    assert found == {
        "L1": "line", "R1": "deaf", "L3": "support", "R3": "committed",
        "MG": "machine guns", "175 HQ": "headquarters",
    }  # fmt: skip
    free = ordered(unit("alone", at="10.50"), line=LINE)
    assert standing(free, free.piece("alone")) == "independent"
    assert goal_of(free, free.piece("alone")) is None


@pytest.mark.cases("RS", "11.4.14")
def test_machine_guns_of_a_battalion_share_its_objective() -> None:
    made = ordered(mg("MG 1", brigiment="175", battalion="1", at="12.50"), line=LINE)
    assert standing(made, made.piece("MG 1")) == "line"
    assert goal_of(made, made.piece("MG 1")) is not None
    point = ordered(order="regroup", goals={"L1": ["13.50"]}, radius={"L1": 1})
    assert goal_of(point, point.piece("MG")) == goal_of(point, point.piece("L1"))


@pytest.mark.cases("RS", "11.4.13", "11.5")
def test_what_comes_of_a_battalion_in_support_is_in_support() -> None:
    made = ordered(unit("new", brigiment="175", battalion="3", at="12.49"), line=LINE, plot=False)
    assert standing(made, made.piece("new")) == "support"
    gone = ordered(
        unit("new", brigiment="175", battalion="3", at="12.49"),
        goals={"L3": ["14.52"]}, committed=["L3"], support=["R3"], plot=False,
    )  # fmt: skip
    assert standing(gone, gone.piece("new")) == "committed"


@pytest.mark.cases("RS", "11.4.6")
def test_the_third_hex_of_a_battalion_keeps_the_other_two_apart() -> None:
    """RS 11.4.6: the outer two are its objective, and an order is held to their range."""
    made = ordered(foe("19.60"), order="initial attack", plot=False, support=[])
    three = Goal(tuple(cells(made, "12.55", "12.56", "12.57")))
    assert three.reached(made.board.hex("12.55"))
    assert three.reached(made.board.hex("12.57"))
    assert not three.reached(made.board.hex("12.56"))
    order = evolve(made.command("175").order, goals=(("L1", three), ("R1", three)))
    assert kinds.may_issue(made, "175", order, at_start=True).allowed
    gun = foe("12.58", arm="machine gun")
    watched = ordered(gun, order="initial attack", plot=False, support=[])
    refused = kinds.may_issue(watched, "175", order, at_start=True)
    assert case_of(refused) == "RS 11.4.6"
    wide = Goal(tuple(cells(made, "12.55", "12.57")))
    apart = evolve(order, goals=(("L1", wide), ("R1", wide)))
    assert case_of(kinds.may_issue(made, "175", apart, at_start=True)) == "RS 11.4.6"

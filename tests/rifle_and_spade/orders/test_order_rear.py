"""General Reserve and March: where they are ordered to, and the rate along the road."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.orders.order_positions import OWN, ROAD, TRACK, foe, under
from tests.rifle_and_spade.positions import brigiment, division, gun, hq, position, unit
from wargame.rifle_and_spade.activation import Activation
from wargame.rifle_and_spade.movement_table import Allowance, movement_table
from wargame.rifle_and_spade.orders import kinds, march, rear, routes
from wargame.rifle_and_spade.orders.order import Goal
from wargame.rifle_and_spade.state import Situation

NAMES = ("L9", "R9", "L10")
ON_ROAD = {"L9": "10.50", "R9": "11.49", "L10": "12.50"}


def column(name: str, at: str, order: str = "column") -> Any:
    return unit(name, battalion=name[1:], at=at, order=order, **OWN)


def marching(board: str = ROAD, order: str = "column", **more: Any) -> Situation:
    """Return the brigade on the road, under March orders to its far end."""
    given: dict[str, Any] = {
        "goals": {name: ["18.50"] for name in NAMES},
        "radius": dict.fromkeys(NAMES, 1),
    } | more
    others = given.pop("others", ())
    elsewhere = {each.id for each in others}
    own = [column(n, at, order) for n, at in ON_ROAD.items() if n not in elsewhere]
    return under("march", *own, *others, board=board, **given)


def issued(situation: Situation) -> str:
    found = kinds.may_issue(situation, "3", situation.command("3").order)
    return "" if found.allowed else str(found.cases[0])


@pytest.mark.cases("RS", "11.16.1", "11.16.2", "11.16")
def test_marches_go_by_road() -> None:
    """RS 11.16.1, 11.16.2: the objective is on a road and a track does not serve."""
    assert issued(marching()) == ""
    assert issued(marching(TRACK)) == "RS 11.16.1"
    assert issued(marching(goals={name: ["18.56"] for name in NAMES})) == "RS 11.16.1"
    off = {"L9": ["10.50", "11.50", "12.51", "13.50", "14.51", "15.50", "16.51", "17.50"]}
    assert issued(marching(routes=off)) == "RS 11.16.2"
    onto = ["10.51", "10.50", "11.49", "12.50", "13.49", "14.50", "15.49", "16.50", "17.49"]
    beside = column("L9", "10.51", "")
    assert issued(marching(others=(beside,), routes={"L9": onto})) == ""
    never = ["10.51", "11.51", "12.52", "13.51", "14.52", "15.51", "16.52", "17.51", "18.51"]
    assert issued(marching(others=(beside,), routes={"L9": never})) == "RS 11.16.2"
    leaves = {"L9": ["10.50", "11.49", "12.50", "13.50", "14.50", "15.49", "16.50", "17.49"]}
    assert issued(marching(routes=leaves)) == "RS 11.16.2"


@pytest.mark.cases("RS", "11.16.1", "11.15.4", "11.15.3")
def test_no_march_into_a_threat() -> None:
    """RS 11.16.1, 11.15.4."""
    assert issued(marching(others=(foe("18.53"),))) == "RS 11.16.1"
    assert issued(marching(others=(foe("14.53"),))) == "RS 11.15.4"


@pytest.mark.cases("RS", "11.15.2", "11.15.3")
def test_objectives_of_a_reserve() -> None:
    """RS 11.15.3: free of threat."""
    there = marching()
    goal = Goal((there.board.hex("18.50"),), 1)
    assert rear.unthreatened(there, (goal,), "Entente", "RS 11.15.3").allowed
    near = marching(others=(foe("18.53"),))
    assert not rear.unthreatened(near, (goal,), "Entente", "RS 11.15.3").allowed
    assert rear.is_road(there, there.board.hex("12.50"))
    assert not rear.is_road(marching(TRACK), there.board.hex("12.50"))


@pytest.mark.cases("RS", "11.16.3")
def test_the_rapid_march() -> None:
    """RS 11.16.3: no messages, no division."""
    assert march.spared(marching(), "3").counts
    assert not march.spared(under("general reserve"), "3").counts


# ---- the rate


@pytest.mark.cases("RS", "11.16.4", "14.1.1", "14.1.2")
def test_the_march_rate() -> None:
    """RS 11.16.4: on a road connected to the objective; ours is twice that of Column."""
    assert march.march_ruling(marching(), "L9").value == 18
    assert not march.march_ruling(marching(TRACK), "L9").allowed
    assert not march.march_ruling(under("general reserve"), "L9").allowed
    assert not march.march_ruling(marching(deaf=["L9"]), "L9").allowed
    table = movement_table(marching().shelf)
    assert all(row.march_points >= row.column for row in table.allowances.values())
    assert table.allowances["rifle"].origin("march").kind == "reconstructed"
    assert Allowance(standard=6, column=9).march_points == 9


@pytest.mark.cases("RS", "11.16.4", "14.2.4")
def test_what_column_costs_on_the_march() -> None:
    """RS 11.16.4: 6 points instead of 3, but not to form it again for those who began in it."""
    out, inside = marching(order=""), marching()
    begins = Activation(out, ("L9",))
    assert (begins.marching, begins.left) == ("march", 36)
    assert march.column_cost(begins, entering=True) == 12
    began = Activation(inside, ("L9",))
    assert began.marching == "march in column"
    assert march.column_cost(began, entering=False) == 12
    assert march.column_cost(began, entering=True) == 6
    plain = Activation(marching(TRACK), ("L9",))
    assert (plain.marching, plain.left) == ("", 18)
    assert march.column_cost(plain, entering=True) == 6


@pytest.mark.cases("RS", "11.16.4", "16.1.2")
def test_confused_on_the_march() -> None:
    """RS 16.1.2: half of it."""
    slow = unit("L9", battalion="9", at="10.50", confused=True, **OWN)
    there = under("march", slow, board=ROAD, goals={"L9": ["18.50"]}, radius={"L9": 1})
    assert march.march_ruling(there, "L9").value == 9
    assert Activation(there, ("L9",)).left == 18


def _along(at: str, **more: Any) -> Situation:
    """Return a battery of the corps that is activated with the brigade on its march."""
    return position(
        ROAD,
        [
            hq("3 HQ", at="11.49", **OWN),
            column("L9", "10.50"),
            hq("Div HQ", at="10.51", size="division"),
            gun("26 Bty", at=at, order="limbered"),
            foe("10.60"),
        ],
        brigiment=[brigiment("3", order="march", division="1", goals={"L9": ["18.50"]},
                             radius={"L9": 1}, activated=True, **more)],
        division=[division("1", headquarters="Div HQ")],
        independents={"26 Bty": "1"},
    )  # fmt: skip


@pytest.mark.cases("RS", "11.16.5", "11.16.5/1", "11.16.5/2", "11.16.5/3")
def test_independent_units_march_along() -> None:
    """RS 11.16.5: with a headquarters near, on the road, and off it no further than otherwise."""
    there = _along("12.50")
    assert march.independent_ruling(there, "26 Bty", "3").value == 18
    assert not march.independent_ruling(_along("18.50"), "26 Bty", "3").allowed
    assert not march.independent_ruling(_along("12.51"), "26 Bty", "3").allowed
    assert not march.independent_ruling(there, "L9", "3").allowed
    going = Activation(there, ("26 Bty",))
    assert going.left == 36
    road, field = there.board.hex("13.49"), there.board.hex("12.51")
    assert not march.off_road(going, road, 40)
    assert not march.off_road(going, field, 2)
    assert march.off_road(going, field, 20)
    beyond = Activation(_along("12.51"), ("26 Bty",))
    assert beyond.marching == ""


@pytest.mark.cases("RS", "11.16.2")
def test_the_default_route_of_a_march_leads_to_the_road_not_beside_it() -> None:
    """RS 11.16.2: whoever stands off the road goes onto it, short of where the objective begins."""
    beside = unit("L9", battalion="9", at="14.53", **OWN)
    point: dict[str, Any] = {
        "goals": {name: ["14.50"] for name in NAMES},
        "radius": dict.fromkeys(NAMES, 1),
    }
    there = under("march", beside, board=ROAD, **point)
    order = there.command("3").order
    goal = order.goal("L9")
    assert goal is not None
    way = routes.default_route(there, "L9", goal, "march")
    assert [there.board.label(cell) for cell in way] == ["14.53", "14.52", "14.51", "14.50"]
    assert kinds.may_issue(there, "3", order).allowed
    nowhere = under("march", beside, **point)
    assert routes.default_route(nowhere, "L9", goal, "march")

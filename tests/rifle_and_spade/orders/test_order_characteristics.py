"""What an order is made of (RS 11.1.8): type, objectives, support, routes of march."""

from __future__ import annotations

import pytest

from wargame.core.grid import Hex
from wargame.rifle_and_spade.orders.order import DEGRADES, GROUPS, Goal, Order

HERE, THERE = Hex(0, 0), Hex(2, -1)


@pytest.mark.cases("RS", "11.1.8", "11.1.8/1", "11.1.8/2", "11.1.8/3", "11.1.8/4")
def test_an_order_has_a_type_objectives_support_and_routes() -> None:
    order = Order(
        "attack",
        12,
        goals=(("L 1/57", Goal((THERE,), 1)),),
        routes=(("L 1/57", (HERE, Hex(1, 0), THERE)),),
        support=frozenset({"L 2/57"}),
    )
    assert order.group == "attack"
    goal = order.goal("L 1/57")
    assert goal is not None
    assert goal.reached(Hex(2, 0))
    assert not goal.reached(HERE)
    assert order.route("L 1/57") == (HERE, Hex(1, 0), THERE)
    assert order.goal("L 2/57") is None
    assert order.route("L 2/57") is None
    assert "L 2/57" in order.support


@pytest.mark.cases("RS", "11.1.7", "11.2.4", "11.8.1")
def test_groups_and_what_each_order_fails_to() -> None:
    assert set(GROUPS) == set(DEGRADES)
    assert Order("attack", 3, scheduled=5).group == "defense"
    kind = Order("initial attack", 1).kind
    seen = []
    while (following := DEGRADES[kind]) is not None:
        seen.append(following)
        kind = following
    assert seen == ["stalled attack", "disorganized defense"]

"""The kinds of order: what may be issued, what each permits, how each ends."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.orders.order_positions import foe, outposts, regrouping, under
from wargame.rifle_and_spade.orders import kinds
from wargame.rifle_and_spade.orders.order import DEGRADES, OrderKind
from wargame.rifle_and_spade.state import Situation

SPLIT: dict[str, Any] = {"goals": {"L9": ["12.55"], "R9": ["13.55"], "L10": ["16.55"]}}
ONE: dict[str, Any] = {"goals": {name: ["13.55"] for name in ("L9", "R9", "L10")}}
POINT: dict[str, Any] = {**ONE, "radius": dict.fromkeys(("L9", "R9", "L10"), 1)}
SAY: dict[OrderKind, dict[str, Any]] = {
    "attack": POINT, "initial attack": SPLIT, "general reserve": POINT, "regroup": POINT,
    "defense": {},
}  # fmt: skip


def issued(situation: Situation, **more: Any) -> str:
    """Return what refuses the order that the brigade has, or nothing."""
    order = situation.command("3").order
    found = kinds.may_issue(situation, "3", order, **more)
    return "" if found.allowed else str(found.cases[0])


@pytest.mark.cases("RS", "11.1.9", "11.1.9/1", "11.8.2", "11.11.1", "11.14.2", "11.15.2", "11.9.3")
@pytest.mark.parametrize("kind", SAY)
def test_orders_as_they_should_be_may_be_issued(kind: OrderKind) -> None:
    """RS 11.1.9/1: each with the objectives of its kind."""
    assert issued(under(kind, **SAY[kind]), at_start=True) == ""


@pytest.mark.cases("RS", "11.9.1", "11.9.2", "11.10.1", "11.12.1", "11.12.2", "11.13.1")
def test_orders_that_nobody_chooses() -> None:
    """RS 11.9.2, 11.10.1, 11.12.2, 11.13.1."""
    assert issued(under("initial attack", **SPLIT)) == "RS 11.9.2"
    assert issued(under("stalled attack", **SPLIT), at_start=True) == "RS 11.10.1"
    assert issued(under("disorganized defense"), at_start=True) == "RS 11.13.1"
    cordon = outposts()
    order = cordon.command("27").order
    assert kinds.may_issue(cordon, "27", order, at_start=True).allowed
    assert not kinds.may_issue(cordon, "27", order).allowed


@pytest.mark.cases("RS", "11.9.3", "11.4.6")
def test_an_initial_attack_has_points_and_battalion_objectives_in_any_mixture() -> None:
    """RS 11.9.3: one may be where a unit stands already; RS 11.4.6: but no scattered hexes."""
    base = SPLIT["goals"]
    stays = under("initial attack", goals=base | {"L10": ["15.50"]})
    assert issued(stays, at_start=True) == ""
    two = under("initial attack", goals=base | {"L10": ["16.55", "17.54"]})
    assert issued(two, at_start=True) == ""
    scattered = under("initial attack", goals=base | {"L10": ["16.55", "18.55"]})
    assert issued(scattered, at_start=True) == "RS 11.4.6"


@pytest.mark.cases("RS", "11.8.2", "11.8.2/1", "11.8.2/2")
def test_attacks_have_a_line_or_a_point() -> None:
    """RS 11.8.2: no separate points; a line of the length they can hold."""
    assert issued(under("attack", **SPLIT)) == "RS 11.8.2"
    assert issued(under("attack", line=["12.55", "13.54", "14.55"])) == ""
    assert issued(under("attack", line=[f"{c}.55" for c in (11, 14)])) == "RS 11.4.7"
    assert issued(under("attack")) == "RS 11.8.2"


@pytest.mark.cases("RS", "11.11.2", "11.11.3")
def test_nobody_defends_among_the_enemy() -> None:
    """RS 11.11.2: no objective beside enemies, unless friends hold the hex."""
    line: dict[str, Any] = {"line": ["12.50", "13.49", "14.50", "15.49"]}
    assert issued(under("defense", **line)) == ""
    assert issued(under("defense", foe("14.51"), **line)) == "RS 11.11.2"
    assert issued(under("defense", foe("12.51"))) == ""


@pytest.mark.cases("RS", "11.14.3", "11.15.3", "11.15.4")
@pytest.mark.parametrize(("kind", "case"), [("regroup", "11.14.3"), ("general reserve", "11.15.3")])
def test_objectives_in_the_rear_are_not_threatened(kind: OrderKind, case: str) -> None:
    """RS 11.14.3, 11.15.3; and no route of a reserve is (11.15.4)."""
    assert issued(under(kind, foe("13.58"), **POINT)) == f"RS {case}"
    passing = issued(under(kind, foe("16.51"), **POINT))
    assert passing == ("" if kind == "regroup" else "RS 11.15.4")


@pytest.mark.cases("RS", "11.15.2")
def test_a_reserve_may_be_afloat() -> None:
    """RS 11.15.2: nobody is on the map, and the ships are the objective."""
    there = under("general reserve")
    afloat = there.without(["L9", "R9", "L10", "3 HQ"])
    assert issued(afloat) == ""
    assert issued(there) != ""


@pytest.mark.cases("RS", "11.5.2", "11.5.3", "11.15.5")
def test_how_many_are_in_support() -> None:
    """RS 11.5.3: whole battalions, as many as the chart allows; none in a reserve (11.15.5)."""
    assert issued(under("attack", support=["L10"], **_less("L10"))) == ""
    assert issued(under("attack", support=["L9"], **_less("L9"))) == "RS 11.5.3"
    every = ["L9", "R9", "L10"]
    assert issued(under("attack", support=every, **POINT)) == "RS 11.5.3"
    assert issued(under("general reserve", support=["L10"], **_less("L10"))) == "RS 11.15.5"


def _less(name: str) -> dict[str, Any]:
    return {
        part: {unit: value for unit, value in table.items() if unit != name}
        for part, table in POINT.items()
    }


@pytest.mark.cases("RS", "11.8.1")
def test_an_attack_is_scheduled_for_later() -> None:
    """RS 11.8.1: the turn is in the future, and only attacks are scheduled."""
    assert issued(under("attack", turn=3, scheduled=4, **POINT)) == ""
    assert issued(under("attack", turn=3, scheduled=3, **POINT)) == "RS 11.8.1"
    assert issued(under("regroup", turn=3, scheduled=5, **POINT)) == "RS 11.8.1"


@pytest.mark.cases("RS", "11.1.9/2", "11.1.9/2a", "11.1.9/2b", "11.1.9/2c", "11.1.7", "11.16")
@pytest.mark.cases("RS", "11.8.4", "11.11.6", "11.11.7", "11.13.9", "11.14.7", "11.14.8", "11.14.9")
@pytest.mark.cases("RS", "11.15.7", "11.15.8", "11.15.9", "11.8", "11.9", "11.10", "11.11", "11.13")
@pytest.mark.cases("RS", "11.14", "11.15", "11.12")
@pytest.mark.parametrize(
    ("kind", "assault", "fire", "digging"),
    [
        ("attack", "allowed", "allowed", "forbidden"),
        ("initial attack", "allowed", "allowed", "forbidden"),
        ("stalled attack", "allowed", "allowed", "forbidden"),
        ("defense", "committed units only", "allowed", "allowed"),
        ("cordon defense", "committed units only", "allowed", "allowed"),
        ("disorganized defense", "committed units only", "allowed", "rifle pits only"),
        ("regroup", "committed units only", "committed units only", "forbidden"),
        ("general reserve", "forbidden", "forbidden", "forbidden"),
        ("march", "forbidden", "forbidden", "forbidden"),
    ],
)
def test_effects(kind: OrderKind, assault: str, fire: str, digging: str) -> None:
    """RS 11.1.9/2: what each order permits, and what it fails to."""
    found = kinds.effects(under(kind), "3")
    values = {part.label: part.value for part in found.parts}
    assert (values["Movement to assault"], values["Commanded fire"]) == (assault, fire)
    assert values["Digging"] == digging
    assert values["Degrades to"] == (DEGRADES[kind] or "never fails")


@pytest.mark.cases("RS", "11.1.9/3", "11.8.6/1", "11.11.10/1", "11.14.19/1", "11.8.6/2")
@pytest.mark.cases("RS", "11.11.10/2", "11.14.19/2", "11.8.7", "11.11.11", "11.14.20")
@pytest.mark.parametrize("kind", ["attack", "initial attack", "defense", "regroup"])
def test_orders_fail_without_officers(kind: OrderKind) -> None:
    """RS 11.8.6, 11.11.10, 11.14.19: with no points at all; otherwise the roll decides."""
    found = kinds.failure(under(kind, points=0, **POINT), "3")
    assert found.value is True
    to = found.find("Degraded order")
    assert to is not None
    assert to.value == DEGRADES[kind]
    assert kinds.failure(under(kind, points=9, **POINT), "3").value is False


@pytest.mark.cases("RS", "11.10.5", "11.10.6", "11.13.11", "11.15.10", "11.15.11", "11.16.6")
@pytest.mark.cases("RS", "11.14.19", "11.8.6", "11.11.10")
def test_orders_that_fail_for_other_reasons() -> None:
    """RS 11.10.5, 11.15.10, 11.14.19; RS 11.13.11: one never fails."""
    assert kinds.failure(under("stalled attack"), "3").value is True
    assert kinds.failure(under("disorganized defense", points=0), "3").value is False
    for kind in ("general reserve", "march"):
        assert kinds.failure(under(kind, foe("12.52"), **POINT), "3").value is True
        assert kinds.failure(under(kind, **POINT), "3").value is False
    assert kinds.failure(regrouping(foe("14.53"), regrouping=3), "3").value is True
    assert kinds.failure(regrouping(regrouping=3, points=0), "3").value is False


@pytest.mark.cases("RS", "11.1.10", "11.14.18")
def test_completed_orders() -> None:
    """RS 11.1.10: all at their objectives; a regroup when it has been entered (11.14.18)."""
    assert kinds.completed(under("attack", **POINT), "3").value is False
    assert kinds.completed(regrouping(regrouping=0), "3").value is True
    assert kinds.completed(regrouping(), "3").value is False
    assert kinds.completed(outposts(), "27").value is False

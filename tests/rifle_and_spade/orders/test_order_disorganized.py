"""Disorganized Defense: holding the line and falling back."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.morale_positions import run
from tests.rifle_and_spade.orders.order_positions import OWN, foe, outposts, under
from tests.rifle_and_spade.positions import hq
from wargame.core.errors import Refused
from wargame.rifle_and_spade.orders import disorganized, kinds
from wargame.rifle_and_spade.state import Situation

KIND = "disorganized defense"


def goals(situation: Situation, brigiment: str = "3") -> dict[str, tuple[str, int]]:
    label = situation.board.label
    order = situation.command(brigiment).order
    return {name: (label(goal.hexes[0]), goal.radius) for name, goal in order.goals}


def chosen(*answers: str, others: tuple[Any, ...] = (), **more: Any) -> Situation:
    after: Situation = run(disorganized.choose(under(KIND, *others, **more), "3"), *answers).outcome
    return after


@pytest.mark.cases("RS", "11.13.2", "11.13.3")
def test_holding_the_line() -> None:
    """RS 11.13.3: each where he stands."""
    after = chosen("hold")
    assert goals(after) == {"L9": ("12.50", 0), "R9": ("13.50", 0), "L10": ("15.50", 0)}
    assert not after.command("3").order.falls_back


@pytest.mark.cases("RS", "11.13.4")
def test_falling_back() -> None:
    """RS 11.13.4: to the headquarters, with a radius of 1."""
    after = chosen("fall back")
    assert set(goals(after).values()) == {("14.49", 1)}
    assert after.command("3").order.falls_back


@pytest.mark.cases("RS", "11.13.4", "11.13.8")
def test_those_in_contact_hold_by_day_and_choose_at_night() -> None:
    """RS 11.13.4, 11.13.8 (RS-Q48)."""
    beside = (foe("12.51"),)
    by_day = goals(chosen("fall back", others=beside))
    assert (by_day["L9"], by_day["L10"]) == (("12.50", 0), ("14.49", 1))
    dusk = goals(chosen("fall back", others=beside, light="twilight"))
    assert dusk["L9"] == ("12.50", 0)
    stays = goals(chosen("fall back", "stay", "fall back", others=beside, light="night"))
    assert (stays["L9"], stays["R9"]) == (("12.50", 0), ("14.49", 1))
    goes = goals(chosen("fall back", "fall back", "stay", others=beside, light="night"))
    assert (goes["L9"], goes["R9"]) == (("14.49", 1), ("13.50", 0))


@pytest.mark.cases("RS", "11.13.4/2", "11.13.4/1")
def test_the_headquarters_is_not_foremost() -> None:
    """RS 11.13.4/2: asked when it is chosen; a later breach makes them hold (RS-Q47)."""
    forward = hq("3 HQ", at="13.55", **OWN)
    found = disorganized.may_fall_back(under(KIND, forward), "3")
    assert not found.allowed
    with pytest.raises(Refused):
        disorganized.fall_back(under(KIND, forward), "3")
    breached = disorganized.settle(under(KIND, forward, falls_back=True))
    assert not breached.command("3").order.falls_back
    kept = under(KIND, falls_back=True)
    assert disorganized.settle(kept) is kept


@pytest.mark.cases("RS", "11.13.4", "11.13.2")
def test_who_cannot_fall_back() -> None:
    """RS 11.13.4: without a headquarters on the map; or under other orders."""
    gone = under(KIND).without(["3 HQ"])
    assert not disorganized.may_fall_back(gone, "3").allowed
    assert not disorganized.may_fall_back(under("defense"), "3").allowed


@pytest.mark.cases("RS", "11.13.2", "11.13.7")
def test_pickets_and_committed_units_keep_theirs() -> None:
    """RS 11.13.2: pickets are still bound by 11.12.7."""
    held = disorganized.hold_the_line(outposts(order=KIND), "27")
    assert goals(held, "27")["p1"] == ("11.58", 0)
    assert goals(held, "27")["c1"] == ("14.52", 0)
    sent = under(KIND, goals={"L10": ["16.55"]}, committed=["L10"])
    after = disorganized.fall_back(sent, "3")
    assert goals(after)["L10"] == ("16.55", 0)


@pytest.mark.cases("RS", "11.11.5", "11.13", "11.13.5")
def test_who_falls_back_must_go() -> None:
    """RS 11.13, 11.11.5: what Defense demands holds here too, for nothing takes it away."""
    falling = kinds.requirement(chosen("fall back"), "3")
    assert (falling.value, str(falling.cases[0])) == (False, "RS 11.11.5")
    assert falling.parts[0].value == ("L10", "L9", "R9")
    assert kinds.requirement(chosen("hold"), "3").value is True
    near = kinds.requirement(chosen("fall back", others=(foe("12.53"),)), "3")
    assert near.parts[0].value == ("L10",)

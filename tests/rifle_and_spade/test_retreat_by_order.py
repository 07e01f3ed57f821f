"""Retreat by one's order (19.1.6): among ways that are equally good, back by the route of march."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.rifle_and_spade.assault_positions import at
from tests.rifle_and_spade.positions import brigiment, hq, mg, position, unit
from tests.rifle_and_spade.test_retreat import MIDDLE, WIDE, leave, options
from wargame.rifle_and_spade.orders import retreating
from wargame.rifle_and_spade.retreat_ways import closed, ways_out

if TYPE_CHECKING:
    from wargame.rifle_and_spade.scene import SceneUnit
    from wargame.rifle_and_spade.state import Situation


def attacking(*others: SceneUnit, **order: Any) -> Situation:
    """Return D of the 26th at 14.16, its headquarters two columns east, enemies in its hex."""
    units = [
        unit("D", "Ottoman", at=MIDDLE, brigiment="26", battalion="1"),
        unit("E", "Ottoman", at="14.15", brigiment="26", battalion="2"),
        unit("A", at=MIDDLE),
        hq("HQ 26", "Ottoman", at="16.16", brigiment="26"),
    ]
    usual: dict[str, Any] = {
        "order": "attack",
        "goals": {"D": ["14.19"], "E": ["14.19"]},
        "routes": {"D": [f"14.{row}" for row in range(13, 20)]},
    }
    line = brigiment("26", "Ottoman", **(usual | order))
    return position(WIDE, [*units, *others], brigiment=[line])


@pytest.mark.cases("RS", "19.1.6")
def test_among_equal_ways_one_goes_back_by_the_route_of_march() -> None:
    assert options(attacking(), "D") == {"15.15"}  # 15.16 is as near, but leads on
    found = leave(attacking(), "D", "defender", "hold")
    assert at(found.outcome, "D") == "15.15"
    ways = ways_out(attacking(), [attacking().piece("D")], "defender", frozenset())
    assert [attacking().board.label(each) for each in ways.astray] == ["15.16"]
    barred = dict(closed(attacking(), [attacking().piece("D")], ways, "defender"))
    assert [str(case) for case in barred["15.16"].cases] == ["RS 19.1.6"]
    south = {"routes": {"D": [f"14.{row}" for row in range(19, 12, -1)]}, "goals": {"D": ["14.13"]}}
    assert options(attacking(**south), "D") == {"15.16"}


@pytest.mark.cases("RS", "19.1.6")
def test_without_a_route_set_down_back_is_away_from_the_objective() -> None:
    assert options(attacking(routes={}), "D") == {"15.15"}


@pytest.mark.cases("RS", "19.1.6")
def test_orders_bind_nobody_who_retreats() -> None:
    assert options(attacking(order="defense", goals={}, routes={}), "D") == {"15.15", "15.16"}
    full = [unit(f"F{n}", "Ottoman", at="15.15") for n in range(9)]
    assert options(attacking(*full), "D") == {"15.16"}


@pytest.mark.cases("RS", "19.1.6", "11.11.4")
def test_who_defends_does_not_retreat_beside_enemies_if_he_need_not() -> None:
    south = {"routes": {"D": [f"14.{row}" for row in range(19, 12, -1)]}, "goals": {"D": ["14.13"]}}
    for kind, free in (("attack", {"15.16"}), ("defense", {"15.15", "15.16"})):
        made = attacking(unit("X", at="16.17"), unit("Y", at="16.15"), order=kind, **south)
        assert options(made, "D") == free


@pytest.mark.cases("RS", "19.1.6", "19.1.2")
def test_an_attacker_goes_back_by_his_route_where_attackers_came_from_both_sides() -> None:
    made, cell = attacking(), attacking().board.hex
    entered = frozenset({cell("14.15"), cell("14.17"), cell("15.16")})
    found = ways_out(made, [made.piece("D")], "attacker", entered)
    assert found.options == (cell("14.15"),)


@pytest.mark.cases("RS", "19.1.6", "11.4.15")
def test_supports_and_machine_guns_retreat_within_the_channel() -> None:
    guns = mg("G", "Ottoman", at="13.15", brigiment="26")
    lane = {name: [f"{column}.{row}" for row in range(13, 20)]
            for name, column in (("D", 14), ("E", 14))}  # fmt: skip
    made = attacking(guns, routes=lane)
    bar = retreating.retreat_bar
    cell = made.board.hex
    assert bar(made, made.piece("G"), cell("13.14")) is None
    refused = bar(made, made.piece("G"), cell("12.15"))
    assert refused is not None
    assert [str(case) for case in refused.cases] == ["RS 11.4.15"]
    behind = attacking(routes=lane, support=["E"])
    held = bar(behind, behind.piece("E"), cell("15.15"))
    assert held is not None
    assert str(held.cases[0]) == "RS 11.5.8"
    assert bar(made, made.piece("HQ 26"), cell("17.16")) is None


@pytest.mark.cases("RS", "19.1.6", "11.6.3")
def test_who_has_not_heard_retreats_toward_his_messages() -> None:
    made = attacking(deaf=["E"])
    refused = retreating.retreat_bar(made, made.piece("E"), made.board.hex("14.16"))
    assert refused is not None
    assert [str(case) for case in refused.cases] == ["RS 11.6.3/2"]

"""The counters: what is printed on infantry and on artillery."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.positions import gun, hq, mg, position, unit
from wargame.core.errors import RequestError
from wargame.rifle_and_spade.fire_points import strength
from wargame.rifle_and_spade.shot import Shot

BOARD = "column-row 10.50\ng grassland\n\ng\ng\ng\n"


@pytest.mark.cases("RS", "3.1.4", "3.1.5", "3.1.5/1", "3.1.5/2", "3.1.5/3", "3.1.8")
def test_infantry_is_rifles_machine_guns_and_cavalry_each_with_three_values() -> None:
    units = [
        unit("R", steps=2, rifles=3, machine_guns=1, morale=75),
        mg("M", machine_guns=2),
        unit("C", arm="cavalry", steps=1),
        hq("86 HQ"),
        gun("B"),
    ]
    situation = position(BOARD, units)
    rifles = situation.unit("R")
    assert (rifles.rifles, rifles.machine_guns, rifles.morale) == (3, 1, 75)
    assert [u.id for u in situation.roster.units.values() if u.infantry] == ["R", "M", "C"]
    assert [u.id for u in situation.roster.units.values() if u.rifle] == ["R", "C"]


@pytest.mark.cases("RS", "3.1.6")
@pytest.mark.parametrize(("foe", "points"), [("10.49", 4), ("10.48", 1)])
def test_rifles_and_machine_guns_are_added_where_both_reach(foe: str, points: int) -> None:
    units = [
        unit("R", at="10.50", steps=2, rifles=3, machine_guns=1),
        unit("T", "Ottoman", at=foe),
    ]
    situation = position(BOARD, units)
    assert strength(Shot(situation, ("R",), situation.board.hex(foe))).points == points


@pytest.mark.cases(
    "RS", "3.1.7", "3.1.7/1", "3.1.7/2", "3.1.7/3", "3.1.7/4", "3.1.7/6", "3.1.7/7", "3.1.9"
)
def test_artillery_prints_weapon_trajectory_steps_range_points_and_ammunition() -> None:
    more: dict[str, Any] = {
        "weapon": "7.5 cm mountain",
        "angle": "high",
        "ammunition": "HE",
        "reach": 11,
    }
    situation = position(BOARD, [gun("8 Mtn/9", steps=3, points=2, mountain=True, **more)])
    battery = situation.unit("8 Mtn/9")
    assert battery.gun is not None
    found = battery.gun
    assert (found.weapon, found.angle, found.ammunition) == ("7.5 cm mountain", "high", "HE")
    assert (battery.steps, found.points, found.reach) == (3, 2, 11)
    assert battery.artillery
    assert not battery.wheeled
    assert battery.morale == 80


def test_a_unit_that_there_is_not_is_refused_with_near_names() -> None:
    with pytest.raises(RequestError, match="R 2/Hants"):
        position(BOARD, [unit("R 2/Hants")]).unit("R 2/Hant")

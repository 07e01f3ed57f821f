"""A battle as a value, and battles that cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from tests.area_combat.battles import battle, units
from wargame.area_combat.battle import other
from wargame.core.errors import RequestError


def test_the_sides_of_a_battle() -> None:
    start = battle("2 inf, 1 fighter", "1 armor")
    assert start.ground_of("attacker") == units("2 inf")
    assert start.planes_of("attacker") == units("1 fighter")
    assert start.engaged(other("attacker")) == units("1 armor")
    assert start.army("defender").nation.id == "soviet-union"


@pytest.mark.parametrize(
    ("attacker", "defender", "over"),
    [
        ("1 inf", "1 inf", False),
        ("1 bomber", "1 inf", False),
        ("1 inf", "1 fighter", True),
        ("1 inf", "", True),
        ("", "1 inf", True),
    ],
)
def test_when_a_battle_is_over(attacker: str, defender: str, *, over: bool) -> None:
    assert battle(attacker, defender).over is over


def test_two_battles_with_the_same_in_them_are_one_value() -> None:
    one, two = battle("2 inf", "1 armor"), battle("inf 2", "tank")
    assert one == two
    assert hash(one) == hash(two)


@pytest.mark.parametrize(
    ("attacker", "defender", "sentence"),
    [
        ("1 shock", "1 inf", "attacker, Germany: found 'Shock troops'; allowed: infantry"),
        ("1 inf", "1 ss", "defender, Soviet Union: found 'SS panzer'"),
        ("1 inf", "1 inf by sea", "infantry by sea'; allowed: infantry: only attackers land"),
    ],
)
def test_a_unit_that_a_side_cannot_have_is_refused(
    attacker: str, defender: str, sentence: str
) -> None:
    with pytest.raises(RequestError, match=sentence):
        battle(attacker, defender)


def test_only_planes_wait_beside_the_territory_and_only_for_the_defender() -> None:
    with pytest.raises(RequestError, match="defender, reserve: found 2 infantry; allowed: planes"):
        battle("1 inf", "1 inf", reserve="2 inf")
    start = battle("1 inf", "1 inf")
    with pytest.raises(RequestError, match="only the defender calls planes"):
        start.with_army("attacker", reserve=units("1 fighter"))


@pytest.mark.parametrize(
    ("ground", "sentence"),
    [
        ({"works": ("castle",)}, "Kiev, works: found 'castle'; allowed: city, complex"),
        ({"landing": "moon"}, "Kiev, landing: found 'moon'; allowed: sea, air or nothing"),
        ({"lift": -1}, "Kiev, lift: found -1; allowed: 0 or more"),
    ],
)
def test_a_territory_that_cannot_be_is_refused(ground: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RequestError, match=sentence):
        battle("1 inf", "1 inf", name="Kiev", **ground)

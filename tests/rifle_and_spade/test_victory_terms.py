"""Terms of the victory conditions: good order and perimeters."""

from __future__ import annotations

import pytest

from tests.rifle_and_spade.positions import mg, position, unit
from wargame.core.errors import RequestError
from wargame.rifle_and_spade.victory_terms import good_order, perimeter, steps_of

BOARD = "column-row 10.50\ng grassland\n\ngg\ngg\ngg\ngg\n"
OWN = {"brigiment": "86"}


@pytest.mark.cases("GB", "101.2.1/1")
@pytest.mark.parametrize(
    ("left", "points", "good"), [(3, 9, True), (2, 9, False), (3, 8, False), (4, 12, True)]
)
def test_good_order_is_three_quarters_of_steps_and_of_officer_points(
    left: int, points: int, *, good: bool
) -> None:
    units = [
        unit("L", at="10.50", steps=4, left=left, **OWN),
        mg("MG", at="10.50", **OWN),
        unit("X", at="10.49", steps=2, brigiment="87"),
    ]
    situation = position(BOARD, units, officers={"86": points})
    assert steps_of(situation, "86") == left
    assert good_order(situation, "86", 4, 12).value is good


@pytest.mark.cases("GB", "101.2.1/1")
def test_without_command_rules_steps_alone_decide() -> None:
    situation = position(BOARD, [unit("L", at="10.50", steps=4, left=3, **OWN)])
    assert good_order(situation, "86", 4).value is True
    with pytest.raises(RequestError, match="officer points"):
        good_order(situation, "86", 4, 12)
    with pytest.raises(RequestError, match="began with"):
        good_order(situation, "86", 0)


@pytest.mark.cases("GB", "101.2.1/2")
def test_a_perimeter_is_a_row_of_units_in_messaging_range() -> None:
    row = [unit("A", at="10.50"), unit("B", at="10.49"), unit("C", at="10.47")]
    situation = position(BOARD, row)
    assert perimeter(situation, ["A", "B", "C"], "Entente").value is True
    assert perimeter(situation, ["A"], "Entente").value is True
    under_fire = position(BOARD, [*row, mg("foe", "Ottoman", at="11.47")])
    broken = perimeter(under_fire, ["A", "B", "C"], "Entente")
    assert broken.value is False
    assert "B and C" in broken.sentence
    with pytest.raises(RequestError, match="foe"):
        perimeter(under_fire, ["A", "foe"], "Entente")
    with pytest.raises(RequestError, match="at least one"):
        perimeter(under_fire, [], "Entente")

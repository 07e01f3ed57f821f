"""How many units may end a phase in one hex (5.3; Gaza 16)."""

from __future__ import annotations

import pytest

from tests.fire_and_movement.positions import SYSTEMS, gaza, position
from wargame.core.errors import DataError
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.stacking import gaza_stacking


@pytest.mark.cases("FM8", "5.3", "5.3/1", "5.3/3")
@pytest.mark.cases("FM7", "5.3", "5.3/1", "5.3/3")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_in_the_system_one_unit_stands_in_a_hex(ruleset: str) -> None:
    situation = position("r1 Red 4-4-6 0203", "r2 Red 4-4-6", "b Blue 1-1-1 0303", ruleset=ruleset)
    stacking = situation.ruleset.stacking
    assert stacking(situation, ("r1",), "clear").allowed
    ruling = stacking(situation, ("r1", "r2"), "clear")
    assert not ruling.allowed
    assert "r1, r2 are 2 units; one unit may" in ruling.sentence
    book = situation.ruleset.edition
    assert [str(case) for case in ruling.cases] == [f"{book} 5.3", f"{book} 5.3/1"]


@pytest.mark.cases("FM8", "5.3/1")
def test_a_position_with_two_units_in_a_hex_is_refused() -> None:
    with pytest.raises(DataError, match="0203"):
        position("r1 Red 4-4-6 0203", "r2 Red 4-4-6 0203", "b Blue 1-1-1 0303")


@pytest.mark.cases("GAZA", "10.3/2", "16.0", "16.1")
def test_gaza_allows_stacks_where_the_system_allows_none() -> None:
    assert ruleset_named("gaza_1917").stacking is gaza_stacking
    situation = gaza()
    assert gaza_stacking(situation, (), "open").allowed
    assert gaza_stacking(situation, ("BR-161", "BR-1E"), "open").allowed
    assert not ruleset_named("system_v8").stacking(situation, ("BR-161", "BR-1E"), "open").allowed


STACKS = [
    (("BR-161",), True, "16.1"),
    (("BR-161", "BR-1E"), True, "16.1/3"),
    (("BR-160", "BR-53MMG"), True, "16.1/3"),
    (("BR-5M", "BR-LC"), True, "16.1/3"),
    (("BR-1E", "BR-LC"), True, "16.1/3"),
    (("BR-160", "BR-161"), False, "16.1/3"),
    (("BR-161", "BR-1E", "BR-LC"), False, "16.1/3"),
    (("BR-ICB", "BR-4LH"), False, "16.1/3"),
    (("CP-48", "CP-2AK"), True, "16.1/4"),
    (("CP-2AK", "CP-1AK"), True, "16.1/4"),
    (("CP-81", "CP-3MG"), True, "16.1/4"),
    (("CP-48", "CP-47"), False, "16.1/4"),
    (("CP-48", "CP-2AK", "CP-1AK"), False, "16.1/4"),
    (("CP-48", "BR-161"), False, "16.1"),
]


@pytest.mark.cases("GAZA", "16.1", "16.1/3", "16.1/4")
@pytest.mark.parametrize(("units", "legal", "number"), STACKS)
def test_the_limits_of_both_sides(units: tuple[str, ...], legal: bool, number: str) -> None:  # noqa: FBT001
    ruling = gaza_stacking(gaza(), units, "open")
    assert ruling.allowed is legal
    assert [str(case) for case in ruling.cases] == [f"GAZA {number}"]


@pytest.mark.cases("GAZA", "16.1/2")
def test_nobody_stacks_in_marsh() -> None:
    situation = gaza()
    assert gaza_stacking(situation, ("CP-48",), "marsh").allowed
    ruling = gaza_stacking(situation, ("CP-48", "CP-2AK"), "open marsh")
    assert not ruling.allowed
    assert [str(case) for case in ruling.cases] == ["GAZA 16.1/2"]


@pytest.mark.parametrize("scenario", ["eve_of_assault", "second_battle"])
def test_every_stack_of_the_set_ups_is_legal(scenario: str) -> None:
    situation = gaza(scenario)
    for at in {piece.at for piece in situation.pieces}:
        units = tuple(piece.unit for piece in situation.at(at))
        ground = " ".join(situation.board.cell(at).terrain)
        assert gaza_stacking(situation, units, ground).allowed

"""Observation: range alone, counted to the target's hex (Gaza 18.2, 18.5)."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import BRITISH, CENTRAL_POWERS, gaza, position, ruled
from wargame.core.grid import Hex
from wargame.core.ruling import Ruling
from wargame.fire_and_movement.observation import in_sight, observed, sight_range
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.units import Piece

RANGES = [
    (BRITISH, "open", 5, "18.2/4"),
    (BRITISH, "hill", 7, "18.2/4"),
    (BRITISH, "hill trench", 7, "18.2/4"),
    (CENTRAL_POWERS, "sand", 4, "18.2/3"),
    (CENTRAL_POWERS, "hill", 6, "18.2/3"),
]


def lone(side: str, ground: str, label: str = "1310") -> Situation:
    """Return the Gaza map with one unit of *side* on a hex of some ground."""
    situation = gaza()
    name = "BR-161" if side == BRITISH else "CP-48"
    board = situation.board
    cells = dict(board.cells)
    at = board.hex(label)
    cells[at] = evolve(cells[at], terrain=tuple(ground.split()))
    return evolve(situation, board=evolve(board, cells=cells), pieces=(Piece(name, at),))


def numbers(ruling: Ruling) -> set[str]:
    return {case.number for case in ruling.cases}


@pytest.mark.cases("GAZA", "18.2", "18.2/1", "18.2/3", "18.2/4")
@pytest.mark.parametrize(("side", "ground", "reach", "number"), RANGES)
def test_each_side_sees_as_far_as_printed_and_farther_from_a_hill(
    side: str, ground: str, reach: int, number: str
) -> None:
    situation = lone(side, ground)
    (piece,) = situation.pieces
    assert sight_range(situation, piece) == reach
    for distance in range(1, 10):
        for cell in piece.at.ring(distance):
            ruling = observed(situation, side, cell)
            assert ruling.allowed is (distance <= reach)
            assert numbers(ruling) >= {"18.2", number}


@pytest.mark.cases("GAZA", "18.2/2")
def test_nothing_in_between_blocks_the_view() -> None:
    """Hills, towns, the sea and enemies stand in the way here, and none matters."""
    situation = gaza()
    board = situation.board
    for piece in situation.of(BRITISH):
        for cell in piece.at.ring(sight_range(situation, piece)):
            if cell in board:
                assert observed(situation, BRITISH, cell).allowed


@pytest.mark.cases("GAZA", "18.2")
def test_a_hex_out_of_sight_is_refused_with_the_nearest_unit() -> None:
    situation = lone(BRITISH, "open", "1310")
    far = situation.board.hex("1303")
    ruling = observed(situation, BRITISH, far)
    assert ruling.status == "refused"
    assert ruling.sentence == (
        "British does not observe 1303: 161st Brigade in 1310 comes nearest, 7 hexes away with "
        "a range of 5."
    )
    nobody = observed(situation, CENTRAL_POWERS, far)
    assert nobody.sentence == "Central Powers has no unit on the map to observe with."


@pytest.mark.cases("GAZA", "18.5/3")
def test_an_air_unit_observes_its_hex_and_the_six_around_it() -> None:
    situation = lone(BRITISH, "open", "1310")
    spot = situation.board.hex("0703")
    for distance, seen in ((0, True), (1, True), (2, False)):
        for cell in spot.ring(distance):
            ruling = observed(situation, BRITISH, cell, frozenset({spot}))
            assert ruling.allowed is seen
            if seen:
                assert numbers(ruling) == {"18.5/3"}


@pytest.mark.cases("FM8", "8.1.4", "8.1.4/1")
@pytest.mark.cases("FM7", "8.1.4", "8.1.4/1")
@pytest.mark.parametrize("ruleset", ["system_v8", "system_v7"])
def test_the_system_asks_for_no_observation(ruleset: str) -> None:
    situation = position("r1 Red 1-1-1 0101", "b1 Blue 1-1-1 0505", ruleset=ruleset)
    ruling = observed(situation, "Red", situation.board.hex("0505"))
    assert ruling.allowed
    assert [str(case) for case in ruling.cases] == [f"{situation.ruleset.edition} 8.1.4/1"]


def test_distance_does_not_count_the_observers_own_hex() -> None:
    assert Hex(0, 0).distance(Hex(0, 0)) == 0
    assert Hex(0, 0).distance(Hex(1, 0)) == 1


@pytest.mark.cases("GAZA", "18.2")
@pytest.mark.parametrize("side", [BRITISH, CENTRAL_POWERS])
@pytest.mark.parametrize("scenario", ["eve_of_assault", "second_battle"])
def test_all_hexes_in_sight_at_once_are_those_observed_one_by_one(side: str, scenario: str) -> None:
    situation = gaza(scenario)
    for aircraft in (frozenset[Hex](), frozenset({situation.board.hex("0702")})):
        seen = in_sight(situation, side, aircraft)
        assert seen is not None
        for cell in situation.board.cells:
            assert (cell in seen) == observed(situation, side, cell, aircraft).allowed
    assert in_sight(ruled(situation, "system_v8"), side, frozenset()) is None

"""The channel of march (11.4.15): between the outermost routes, behind them, and a hex beside."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.rifle_and_spade.orders.fields_of_march import LINE, case_of, foe, moved, ordered
from tests.rifle_and_spade.positions import hq
from wargame.rifle_and_spade.orders import channel, movement_bar, routes

if TYPE_CHECKING:
    from wargame.rifle_and_spade.state import Situation


def inside(made: Situation, label: str) -> bool:
    found = channel.channel_of(made, "175")
    assert found is not None
    cell = made.board.hex(label)
    return found.contains(cell)


@pytest.mark.cases("RS", "11.4.15")
def test_it_is_what_lies_between_the_outermost_routes_and_a_hex_beside() -> None:
    made = ordered(line=LINE)
    on = {cell for _, way in made.command("175").order.routes for cell in way}
    found = channel.channel_of(made, "175")
    assert found is not None
    assert all(found.core(cell) for cell in on)
    assert inside(made, "13.54")
    assert inside(made, "10.51")  # a hex beside the route of L1, which begins in column 11
    assert not inside(made, "18.53")
    assert found.hexes() >= on


@pytest.mark.cases("RS", "11.4.15")
def test_behind_it_counts_and_before_it_does_not() -> None:
    made = ordered(line=LINE)
    assert inside(made, "12.49")
    assert inside(made, "13.49")
    assert not inside(made, "14.60")
    assert not inside(made, "12.60")


@pytest.mark.cases("RS", "11.4.15")
def test_how_far_it_is_to_the_channel() -> None:
    made = ordered(line=LINE)
    found = channel.channel_of(made, "175")
    assert found is not None
    assert found.gap(made.board.hex("13.54")) == 0
    gaps = [found.gap(made.board.hex(f"{column}.51")) for column in range(15, 20)]
    assert gaps == sorted(gaps)
    assert gaps[-1] >= 2


@pytest.mark.cases("RS", "11.4.15", "11.4.14")
def test_machine_guns_of_the_regiment_keep_to_the_channel() -> None:
    made = ordered(line=LINE)
    assert movement_bar.bar(made, ("MG",), made.board.hex("13.49")) is None
    out = moved(made, "MG", "18.51")
    assert case_of(movement_bar.bar(out, ("MG",), made.board.hex("19.51"))) == "RS 11.4.15"
    assert movement_bar.bar(out, ("MG",), made.board.hex("17.51")) is None


@pytest.mark.cases("RS", "11.4.15")
def test_the_channel_stays_when_units_move() -> None:
    made = ordered(line=LINE)
    later = moved(made, "L1", "12.55")
    assert channel.channel_of(later, "175") is channel.channel_of(made, "175")


@pytest.mark.cases("RS", "11.4.15")
def test_routes_that_are_not_set_down_make_one_from_where_the_units_stand() -> None:
    made = ordered(line=LINE, plot=False)
    assert channel.channel_of(made, "175") is None
    said = channel.within_or_behind(made, made.piece("L3"))
    assert said.value is True
    assert said.status == "automatic"
    goals = {"L1": ["13.57"], "R2": ["16.56"]}
    made = ordered(goals=goals, plot=False)
    assert inside(made, "13.54")


@pytest.mark.cases("RS", "11.4.15")
def test_those_on_their_objectives_face_away_from_headquarters() -> None:
    made = ordered(order="defense")
    found = channel.channel_of(made, "175")
    assert found is not None
    assert found.contains(made.board.hex("12.49"))
    assert not found.contains(made.board.hex("12.53"))
    lost = made.without(["175 HQ"])
    assert channel.channel_of(routes.plotted(lost), "175") is not None


@pytest.mark.cases("RS", "11.4.15")
def test_without_headquarters_they_face_the_enemy_if_there_is_one() -> None:
    goals = {"L1": ["11.50"]}
    at = hq("175 HQ", at="11.50", brigiment="175")
    none = ordered(at, order="defense", goals=goals, plot=False).without(["R1", "L2", "R2"])
    assert channel.channel_of(none, "175") is None
    facing = ordered(at, foe("11.58"), order="defense", goals=goals, plot=False)
    facing = facing.without(["R1", "L2", "R2"])
    found = channel.channel_of(facing, "175")
    assert found is not None
    assert found.contains(facing.board.hex("11.49"))
    assert not found.contains(facing.board.hex("11.53"))


@pytest.mark.cases("RS", "11.4.15", "11.5.9/1")
def test_the_ruling_says_within_beside_or_how_far_out() -> None:
    made = ordered(line=LINE)
    piece, board = made.piece("L3"), made.board
    assert channel.within_or_behind(made, piece).value is True
    assert "allowed" in channel.within_or_behind(made, piece, board.hex("10.51")).sentence
    out = channel.within_or_behind(made, piece, board.hex("18.53"))
    assert not out.allowed
    assert "hexes outside" in out.sentence


@pytest.mark.cases("RS", "11.4.15")
def test_a_slanted_line_bounds_the_channel_hex_by_hex() -> None:
    goals = {"L1": ["11.58"], "R1": ["12.57"], "L2": ["13.56"], "R2": ["14.54"]}
    made = ordered(goals=goals)
    assert inside(made, "11.57")
    assert not inside(made, "14.58")
    assert not inside(made, "15.57")
    order = evolve(made.command("175").order, routes=())
    again = routes.plotted(made.with_command(evolve(made.command("175"), order=order)))
    assert again == made

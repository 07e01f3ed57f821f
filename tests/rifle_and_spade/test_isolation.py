"""Isolated units (9.3.2): chains of messages to headquarters, orders that need none, markers."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import brigiment, gun, hq, mg, position, unit
from wargame.rifle_and_spade.communications import exempt
from wargame.rifle_and_spade.isolation import (
    headquarters_hex,
    isolated,
    isolated_ruling,
    isolated_units,
    mark_isolated,
)
from wargame.rifle_and_spade.situation_text import _FLAGS
from wargame.rifle_and_spade.state import Situation

LINE = "column-row 10.50\ng grassland\n\ng\ng\ng\ng\ng\ng\n"
FAR = "10.46"


def stand(*more: Any, order: str = "defense", **fields: Any) -> Situation:
    """Return a headquarters in 10.50, a unit beside it, one far away, an enemy machine gun."""
    units = [
        hq("86 HQ", at="10.50", brigiment="86"),
        unit("near", at="10.49", brigiment="86", battalion="1"),
        unit("far", at=FAR, brigiment="86", battalion="2"),
        mg("foe", "Ottoman", at="10.47"),
        *more,
    ]
    return position(LINE, units, brigiment=[brigiment("86", order=order, **fields)])


def told(situation: Situation, name: str) -> bool:
    """Return whether a unit is isolated; the words and the plain answer agree."""
    piece = situation.piece(name)
    ruling = isolated_ruling(situation, piece)
    assert ruling.value is isolated(situation, piece)
    return bool(ruling.value)


@pytest.mark.cases("RS", "9.3", "9.3.2", "9.2.1")
def test_a_unit_out_of_reach_of_its_headquarters_is_isolated() -> None:
    situation = stand()
    assert not told(situation, "near")
    assert not told(situation, "86 HQ")
    assert told(situation, "far")
    assert headquarters_hex(situation, "86") == situation.board.hex("10.50")
    gone = situation.without(["86 HQ"])
    assert told(gone, "near"), "without a headquarters on the map nobody hears"
    assert headquarters_hex(gone, "86") is None


@pytest.mark.cases("RS", "9.3")
def test_only_units_of_the_brigiment_pass_messages_on() -> None:
    stranger = unit("stranger", at="10.47", brigiment="87")
    bridge = [unit(f"b{row}", at=f"10.{row}", brigiment="87") for row in (48, 47)]
    situation = stand(stranger, *bridge).without(["foe"])
    situation = evolve(situation)
    assert told(situation, "far"), "10.49 to 10.46 is too far, and strangers do not help"
    own = stand(*(unit(f"b{row}", at=f"10.{row}", brigiment="86") for row in (48, 47)))
    assert not told(own.without(["foe"]), "far")


@pytest.mark.cases("RS", "9.3.5")
def test_independents_are_never_isolated() -> None:
    situation = stand(gun("battery", at=FAR), unit("other", at=FAR, brigiment="87"))
    assert not told(situation, "battery")
    assert not told(situation, "other"), "a brigade under no orders here"
    cases = {str(each) for each in isolated_ruling(situation, situation.piece("battery")).cases}
    assert cases == {"RS 9.3.5"}


@pytest.mark.cases("RS", "9.3.4", "11.9.4/3", "11.12.6/3", "11.16.3")
@pytest.mark.parametrize("order", ["initial attack", "cordon defense", "march"])
def test_some_orders_spare_units_in_line_the_check(order: str) -> None:
    assert not told(stand(order=order), "far")
    assert told(stand(order=order, support=["far"]), "far")
    assert told(stand(order=order, deaf=["far"]), "far"), "RS 11.6.3"


@pytest.mark.cases("RS", "9.3.4", "11.9.1", "11.9.4/3")
def test_an_initial_attack_to_come_is_a_defense_and_spares_nobody() -> None:
    """RS 11.9.1, 11.8.1: until its turn it is treated as Defense."""
    waiting = stand(order="initial attack", scheduled=9)
    assert told(waiting, "far")
    assert not exempt(waiting, "86")
    assert exempt(stand(order="initial attack"), "86")


@pytest.mark.parametrize("order", ["attack", "stalled attack", "general reserve", "regroup"])
def test_other_orders_do_not(order: str) -> None:
    assert told(stand(order=order), "far")


@pytest.mark.cases("RS", "9.3.2", "3.3.8", "2.0/3a")
def test_the_segment_places_markers_and_removes_them() -> None:
    situation = mark_isolated(stand())
    assert isolated_units(situation, "86") == ("far",)
    home = situation.board.hex("10.48")
    back = situation.replace_pieces(evolve(situation.piece("far"), at=home))
    assert isolated_units(back, "86") == ("far",), "the marker stays until the next segment"
    assert isolated_units(mark_isolated(back), "86") == ()
    again = mark_isolated(situation)
    assert again == situation


@pytest.mark.cases("RS", "11.6.3")
def test_who_hears_again_takes_part_in_the_changed_order() -> None:
    situation = mark_isolated(stand(deaf=["far", "near"]))
    assert situation.command("86").order.deaf == {"far"}
    gone = mark_isolated(situation.without(["far"]))
    assert gone.command("86").order.deaf == frozenset()


def test_the_marker_is_written_in_texts() -> None:
    assert "isolated" in _FLAGS
    written = unit("far", at=FAR, brigiment="86", isolated=True)
    assert position(LINE, [written]).piece("far").isolated

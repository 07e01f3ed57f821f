"""Who may fire (RS 17.1.2): range, sight, posture, facing, and what was done already this turn."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.fire_positions import (
    FAR_NORTH,
    FAR_SOUTH,
    HERE,
    NORTH,
    SOUTH,
    field,
    ground,
    may,
    trigger,
)
from tests.rifle_and_spade.positions import gun, hq, mg, position, unit, work
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade.eligibility import Aim, aim, explained
from wargame.rifle_and_spade.scene import SceneUnit
from wargame.rifle_and_spade.triggers import Trigger

FOE = unit("foe", "Ottoman", at=HERE)


@pytest.mark.cases("RS", "17.1.2", "17.1.2/1", "17.1.2/6", "17.1.4", "17.1.5", "17.1.6", "17.7.3")
@pytest.mark.parametrize(
    ("firer", "wanted"),
    [
        (unit("a", at=NORTH), "yes"),
        (unit("a", at=FAR_NORTH), "RS 17.1.4"),
        (mg("a", at=FAR_NORTH), "yes"),
        (mg("a", at="10.13"), "RS 17.1.4"),
        (gun("a", at="10.13", reach=3), "yes"),
        (gun("a", at="10.13", reach=2), "RS 17.1.5"),
        (hq("a", at=NORTH), "RS 17.1.6"),
        (unit("a", at=NORTH, order="column"), "RS 17.1.2/6"),
        (gun("a", at=NORTH, order="limbered"), "RS 17.1.2/6"),
    ],
)
def test_range_and_order(firer: SceneUnit, wanted: str) -> None:
    assert may(field(FOE, firer), "a") == wanted


@pytest.mark.cases("RS", "17.1.2/1", "5.2.5")
def test_a_blocked_line_stops_low_angle_fire() -> None:
    board = ground("g", "10.11 height=1")
    situation = field(FOE, mg("a", at=FAR_NORTH), gun("b", at=FAR_NORTH), board=board)
    assert may(situation, "a") == "RS 17.1.2/1"
    assert may(evolve(situation, light="night"), "b") != "yes"


@pytest.mark.cases("RS", "17.1.4")
def test_at_range_two_only_machine_guns_bear() -> None:
    situation = field(FOE, unit("both", at=FAR_NORTH, machine_guns=1))
    found = aim(situation, situation.piece("both"), situation.board.hex(HERE))
    assert isinstance(found, Aim)
    assert (found.rifles, found.machine_guns) == (False, True)
    assert "machine guns" in explained(found, situation, situation.board.hex(HERE)).sentence


@pytest.mark.cases("RS", "17.1.2/4", "7.6.3", "17.7.4")
def test_of_those_who_hide_only_high_angle_guns_fire() -> None:
    situation = field(
        FOE,
        unit("a", at=NORTH, hiding="terrain"),
        gun("low", at=NORTH, hiding="terrain"),
        gun("high", at=NORTH, hiding="terrain", angle="high"),
        board=ground("s"),
    )
    assert may(situation, "a") == "RS 7.6.3"
    assert may(situation, "low") == "RS 7.6.3"
    assert may(situation, "high") == "yes"


@pytest.mark.cases("RS", "17.1.2/3", "6.3.2", "6.1.6", "17.1.7")
def test_a_gun_in_its_pit_fires_through_its_facings() -> None:
    """RS 6.1.6: at an enemy in its own hex the way he came in decides."""
    pit = work("pit", "gun pit", HERE, "Entente", front=["N", "NE"])
    situation = field(
        gun("a", at=HERE, work="pit"),
        unit("before", "Ottoman", at=NORTH),
        unit("behind", "Ottoman", at=SOUTH),
        works=[pit],
    )
    assert may(situation, "a", NORTH) == "yes"
    assert may(situation, "a", SOUTH) == "RS 6.3.2"
    for came, wanted in ((NORTH, "yes"), (SOUTH, "RS 6.3.2")):
        inside = field(
            gun("a", at=HERE, work="pit"),
            unit("foe", "Ottoman", at=HERE, came_from=came),
            works=[pit],
        )
        into = trigger(inside, "enters", "foe", left=came, wave=1)
        assert may(inside, "a", trigger=into, occasion="opportunity") == wanted


@pytest.mark.cases("RS", "17.3.1", "17.3.2", "17.3.3", "13.1.8", "17.4.2")
def test_one_commanded_fire_a_turn_and_none_for_those_who_dug() -> None:
    situation = field(
        FOE,
        unit("fresh", at=NORTH),
        unit("fired", at=NORTH, fired=True),
        unit("digs", at=NORTH, task="engineering", acted=True),
        unit("dug", at=NORTH, acted=True),
    )
    assert may(situation, "fresh") == "yes"
    for name, case in (("fired", "RS 17.3.1"), ("digs", "RS 17.3.2"), ("dug", "RS 17.3.2")):
        assert may(situation, name) == case
        assert may(situation, name, occasion="opportunity") == "yes"


@pytest.mark.cases("RS", "17.4.3", "17.7.7", "17.7.9", "14.3.6")
def test_guns_do_not_move_and_fire_and_fire_once_at_each_moving_stack() -> None:
    situation = field(
        unit("foe", "Ottoman", at=HERE),
        unit("other", "Ottoman", at=SOUTH),
        gun("moved", at=NORTH, acted=True),
        gun("digs", at=NORTH, acted=True, task="engineering"),
        gun("fired", at=NORTH, acted=True, fired=True),
        gun("a", at=NORTH, fired=True, shots=1),
    )
    enters = trigger(situation, "enters", "foe", left="9.9")
    asked: dict[str, Any] = {"trigger": enters, "occasion": "opportunity"}
    assert may(situation, "moved", **asked) == "RS 17.7.9"
    assert may(situation, "digs", **asked) == "yes"
    assert may(situation, "fired", **asked) == "yes"
    assert may(situation, "a") == "yes"  # opportunity fire does not take its commanded fire away
    gun_a = evolve(situation.piece("a"), engaged=frozenset({"foe"}))
    engaged = situation.replace_pieces(gun_a)
    assert may(engaged, "a", **asked) == "RS 17.7.7"
    assert may(engaged, "a", SOUTH, occasion="opportunity") == "yes"
    spent = situation.replace_pieces(evolve(gun_a, engaged=frozenset({"a"})))
    assert may(spent, "a") == "RS 17.3.1"


@pytest.mark.cases("RS", "17.7.6", "17.1.2/2")
def test_a_howitzer_needs_only_an_observer_in_messaging_range() -> None:
    board = ground("g", "10.12 height=3")
    units = [unit("foe", "Ottoman", at=HERE), gun("gun", at="10.13", reach=9, angle="high")]
    assert may(field(*units, board=board), "gun") == "RS 17.7.6"
    seen = field(*units, unit("eyes", at=FAR_NORTH), board=board)
    found = aim(seen, seen.piece("gun"), seen.board.hex(HERE))
    assert isinstance(found, Aim)
    assert found.spotter == "eyes"
    assert "eyes observes" in explained(found, seen, seen.board.hex(HERE)).sentence
    far = field(*units, unit("eyes", at=SOUTH), board=board)
    assert may(far, "gun") == "RS 17.7.6"


@pytest.mark.cases("RS", "17.7.6", "5.2.13/1")
@pytest.mark.cases("GB", "101.9")
def test_a_low_angle_gun_needs_a_line_but_for_its_length() -> None:
    """GB 101.9: on Gallipoli only coastal defence fires by observation."""

    def answer(*facts: str, **more: Any) -> str:
        units = [
            unit("foe", "Ottoman", at="10.6"),
            gun("gun", at="10.14", reach=9, **more),
            unit("link", at="10.12"),
            unit("eyes", at=HERE),
        ]
        board = ground("g", *facts)
        return may(field(*units, board=board, light="twilight"), "gun", "10.6")

    assert answer() == "RS 17.7.6"
    assert answer(coastal=True) == "yes"
    assert answer("10.11 height=2", coastal=True) == "RS 17.7.6"


@pytest.mark.cases("RS", "17.7.6", "7.4.2")
def test_who_hides_behind_a_ridge_does_not_observe_across_it() -> None:
    def answer(hiding: str) -> str:
        units = [
            unit("foe", "Ottoman", at=SOUTH),
            gun("gun", at=FAR_NORTH, angle="high", reach=9, hiding="terrain"),
            unit("eyes", at=NORTH, hiding=hiding),
        ]
        board = ground("s", "side ridge 10.11-10.10", "10.12 height=-2")
        return may(field(*units, board=board), "gun", SOUTH)

    assert answer("terrain") == "yes"
    assert answer("ridge") == "RS 17.7.6"


@pytest.mark.cases("GB", "101.1.2/3")
def test_ships_do_not_fire_from_shoals() -> None:
    board = "column-row 10.11\ng grassland\no shoals\nw sea\n\ng\no\nw\n"
    for at, wanted in (("10.10", "GB 101.1.2/3"), ("10.9", "yes")):
        ship = gun("ship", at=at, size="ship", reach=9)
        situation = position(board, [unit("foe", "Ottoman", at="10.11"), ship])
        assert may(situation, "ship", "10.11") == wanted


@pytest.mark.cases("RS", "7.5.2", "17.7.6")
def test_nobody_is_spotted_across_the_ridge_he_hides_behind() -> None:
    board = ground("g", "side ridge 10.10-10.11")
    units = [gun("gun", at="10.13", angle="high", reach=9), unit("eyes", at=FAR_NORTH)]
    hidden = field(*units, unit("foe", "Ottoman", at=HERE, hiding="ridge"), board=board)
    assert may(hidden, "gun") == "RS 17.7.6"
    beside = field(*units, unit("foe", "Ottoman", at=HERE, hiding="ridge"),
                   unit("scout", at=NORTH), board=board)  # fmt: skip
    assert may(beside, "gun") == "yes"
    both = field(*units, unit("foe", "Ottoman", at=HERE, hiding="ridge"),
                 unit("open", "Ottoman", at=HERE), board=board)  # fmt: skip
    assert may(both, "gun") == "yes"


@pytest.mark.cases("RS", "8.3.1/3", "8.3.6", "7.5.2")
def test_those_in_us_them_mind_their_own_hex() -> None:
    situation = field(
        unit("a", at=HERE),
        unit("foe", "Ottoman", at=HERE),
        unit("other", "Ottoman", at=NORTH),
        unit("third", "Ottoman", at=FAR_NORTH),
        gun("gun", at=SOUTH, angle="high", reach=9),
        shared=[HERE],
        board=ground("s", "10.9 height=0", "10.10 height=1"),
    )
    assert may(situation, "a", NORTH, occasion="opportunity") == "RS 8.3.1/3"
    assert may(situation, "a", HERE, occasion="opportunity") == "yes"
    assert may(situation, "gun", NORTH) == "yes"
    assert may(situation, "gun", FAR_NORTH) == "RS 17.7.6"


@pytest.mark.cases("RS", "17.1.2")
def test_a_refusal_is_a_ruling_that_survives() -> None:
    situation = field(FOE, hq("a", at=NORTH), unit("b", at=FAR_SOUTH))
    found = aim(situation, situation.piece("a"), situation.board.hex(HERE))
    assert isinstance(found, Ruling)
    assert Ruling.from_json(found.to_json()) == found
    assert Trigger("ends", ("a",), situation.board.hex(NORTH)).left is None

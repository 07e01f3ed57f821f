"""The situation as a value: who stands where, whose turn it is, what is left of markers."""

from __future__ import annotations

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import BRITISH, CENTRAL_POWERS, gaza, position
from wargame.core.errors import RequestError
from wargame.fire_and_movement.units import StepLoss, eliminated

DUEL = ("r1 Red 4-4-6 0203", "r2 Red 3-3-6 0204", "b1 Blue 4-5-6 0303")


def test_the_order_in_which_pieces_are_given_is_no_matter() -> None:
    situation = position(*DUEL)
    again = evolve(situation, pieces=tuple(reversed(situation.pieces)))
    assert again == situation
    assert hash(again) == hash(situation)


def test_pieces_are_found_by_name_by_hex_and_by_side() -> None:
    situation = position(*DUEL)
    target = situation.board.hex("0303")
    assert situation.piece("b1").at == target
    assert [piece.unit for piece in situation.at(target)] == ["b1"]
    assert situation.at(target, "Red") == ()
    assert [piece.unit for piece in situation.of("Red")] == ["r1", "r2"]
    assert [piece.unit for piece in situation.enemies_at(target)] == ["b1"]
    assert situation.at(situation.board.hex("0505")) == ()


def test_the_sides_are_each_others_opponents() -> None:
    situation = position(*DUEL)
    assert (situation.active, situation.inactive) == ("Red", "Blue")
    assert situation.other("Blue") == "Red"
    with pytest.raises(RequestError, match="Red, Blue"):
        situation.other("Green")


def test_a_unit_that_is_not_on_the_map_is_named() -> None:
    situation = position(*DUEL, "r9 Red 1-1-1")
    with pytest.raises(RequestError, match="r9"):
        situation.piece("r9")
    with pytest.raises(RequestError, match="r1"):
        situation.piece("r11")


def test_losses_leave_the_old_situation_as_it_was() -> None:
    situation = position(*DUEL)
    piece = situation.piece("r1")
    after = situation.after_losses([StepLoss(piece, situation.roster.after_loss(piece))])
    assert (situation.steps("Red"), after.steps("Red")) == (4, 3)
    assert after.face("r1").steps == 1
    gone = after.after_losses(eliminated(after.of("Red"), after.roster))
    assert gone.of("Red") == ()
    assert situation.steps("Red") == 4


def test_spent_markers_are_ready_no_more() -> None:
    situation = gaza()
    assert [len(situation.markers(BRITISH, pool=pool)) for pool in (True, False)] == [15, 2]
    assert [len(situation.markers(CENTRAL_POWERS, pool=pool)) for pool in (True, False)] == [19, 2]
    after = situation.spend(["BR-FS-01", "BR-AIR-1"])
    assert [len(after.markers(BRITISH, pool=pool)) for pool in (True, False)] == [14, 1]
    assert len(situation.markers(BRITISH, pool=True)) == 15


def test_a_new_phase_forgets_who_fought_but_not_who_charged() -> None:
    situation = evolve(
        gaza(),
        attacked=frozenset({gaza().board.hex("1310")}),
        fought=frozenset({"BR-161"}),
        charged=frozenset({"IMD"}),
        kress_used=True,
    )
    fresh = situation.at_phase_start()
    assert (fresh.attacked, fresh.fought, fresh.kress_used) == (frozenset(), frozenset(), False)
    assert fresh.charged == {"IMD"}


def test_a_piece_is_described_in_one_phrase() -> None:
    situation = gaza()
    said = situation.describe(situation.piece("CP-31"))
    assert said == "31st Regiment, 3rd Division (Central Powers), 5-6-4, 3 steps"

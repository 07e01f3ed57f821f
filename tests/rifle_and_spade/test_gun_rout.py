"""Artillery that routs (RS 16.4.2): three hexes away, or lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.rifle_and_spade.assault_positions import (
    HERE,
    OPEN,
    at,
)
from tests.rifle_and_spade.morale_positions import Run, run
from tests.rifle_and_spade.positions import gun, position, unit
from wargame.core.procedure import Choice
from wargame.rifle_and_spade import retreat

if TYPE_CHECKING:
    from wargame.rifle_and_spade.state import Situation

WIDE = "column-row 10.20\ng grassland\nw sea\n\n" + "ggggggggg\n" * 9
MIDDLE = "14.16"


def away(situation: Situation, *answers: int | str) -> Run:
    return run(retreat.rout_guns(situation, "G"), *answers)


@pytest.mark.cases("RS", "16.4.2", "19.1/4")
def test_routed_guns_fall_back_three_hexes_away_from_the_enemy() -> None:
    units = [gun("G", "Ottoman", at=MIDDLE, mountain=True), unit("A", at="14.18")]
    situation = position(WIDE, units)
    found = away(situation, "14.13")
    asked = found.asked[0]
    assert isinstance(asked, Choice)
    start, enemy = situation.board.hex(MIDDLE), situation.board.hex("14.18")
    for option in asked.options:
        end = situation.board.hex(option.key)
        assert end.distance(start) == 3
        assert end.distance(enemy) > start.distance(enemy)
    piece = found.outcome.piece("G")
    assert (at(found.outcome, "G"), piece.order, piece.steps) == ("14.13", "limbered", 2)
    assert piece.confused


@pytest.mark.cases("RS", "16.4.2")
def test_routed_guns_make_for_cover() -> None:
    text = "column-row 10.20\ng grassland\ns scrub\n\n" + "gggggg\n" * 5 + "gggsgg\n" * 2
    units = [gun("G", "Ottoman", at="12.17", mountain=True), unit("A", at="10.20")]
    found = away(position(text, units))
    assert at(found.outcome, "G") in {"13.14", "13.15"}


@pytest.mark.cases("RS", "16.4.2")
def test_guns_that_cannot_go_are_destroyed() -> None:
    fixed = position(WIDE, [gun("G", "Ottoman", at=MIDDLE, fixed=True)])
    assert not away(fixed).outcome.on_map("G")
    bare = position(WIDE, [gun("G", "Ottoman", at=MIDDLE, teams=False)])
    assert not away(bare).outcome.on_map("G")
    narrow = position(OPEN, [gun("G", "Ottoman", at=HERE)])
    lost = away(narrow).outcome
    assert not lost.on_map("G")
    assert [loss.cause for loss in lost.losses] == ["rout"]


@pytest.mark.cases("RS", "16.4.2", "19.1.8")
def test_guns_are_fired_at_on_the_way_and_go_no_further_when_they_are_gone() -> None:
    units = [
        gun("G", "Ottoman", at=MIDDLE, mountain=True, steps=1),
        *(unit(f"A{i}", at="14.17") for i in range(6)),
    ]
    situation = position(WIDE, units)
    found = away(situation, "14.13", "14.16 14.17", 0, 0)
    assert not found.outcome.on_map("G")

"""Inspecting stacks: what a side may know of the other's units in a hex."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import gun, hq, mg, position, unit, work
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.inspecting import fire_shown, markers, seen, visible
from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 10.50\ng grassland\n\ng\ng\n"
FOE = "Ottoman"


def stack(*more: object, **fields: object) -> Situation:
    """Return an Ottoman stack in 10.50 with a trench."""
    units = [
        hq("27 HQ", FOE, at="10.50"),
        gun("B 1", FOE, at="10.50", hiding="work", work="T"),
        gun("B 2", FOE, at="10.50"),
        mg("MG", FOE, at="10.50", work="T"),
        unit("L 2/27", FOE, at="10.50", work="T", confused=True),
        unit("R 2/27", FOE, at="10.50"),
        *more,
    ]
    trench = work("T", "fort", "10.50", FOE)
    return position(BOARD, units, works=[trench], **fields)  # type: ignore[arg-type]


@pytest.mark.cases("RS", "3.8", "3.8.1")
def test_headquarters_guns_and_the_topmost_other_unit_are_seen() -> None:
    situation = stack()
    cell = situation.board.hex("10.50")
    assert seen(situation, cell, "Entente") == ("27 HQ", "B 1", "B 2", "MG")
    assert len(seen(situation, cell, FOE)) == 6
    without = situation.without(["MG"])
    assert seen(without, cell, "Entente") == ("27 HQ", "B 1", "B 2", "L 2/27")


@pytest.mark.cases("RS", "3.8.1")
def test_the_markers_on_what_is_seen_and_every_fieldwork_are_told_and_nothing_else() -> None:
    situation = stack()
    ruling = visible(situation, situation.board.hex("10.50"), "Entente")
    text = ruling.to_text()
    assert "in T, hiding in its work" in text
    assert "fort" in text
    assert "L 2/27" not in text
    assert "Confused" not in text


@pytest.mark.cases("RS", "3.8.3")
def test_everything_is_shown_while_an_assault_is_resolved() -> None:
    situation = stack()
    ruling = visible(situation, situation.board.hex("10.50"), "Entente", assaulted=True)
    assert isinstance(ruling.value, tuple)
    assert len(ruling.value) == 6
    assert "Confused" in ruling.to_text()


@pytest.mark.cases("GB", "101.8")
def test_before_play_the_entente_knows_everything_and_the_ottomans_do_not() -> None:
    situation = stack(unit("L", at="10.49"), unit("R", at="10.49"))
    here, there = situation.board.hex("10.50"), situation.board.hex("10.49")
    assert len(seen(situation, here, "Entente", before_play=True)) == 6
    known = visible(situation, here, "Entente", before_play=True)
    assert str(known.cases[0]) == "GB 101.8"
    assert seen(situation, there, FOE, before_play=True) == ("L",)
    elsewhere = stack(rules=evolve(GALLIPOLI_1915, id="mons_1914"))
    assert len(seen(elsewhere, here, "Entente", before_play=True)) == 4


@pytest.mark.cases("RS", "3.8.2")
def test_a_fire_tells_its_points_by_type_and_hex() -> None:
    units = [
        unit("L", at="10.50", steps=2, rifles=4, left=1),
        mg("MG", at="10.50", machine_guns=2),
        gun("B", at="10.49", steps=2, points=3, left=1),
    ]
    situation = position(BOARD, units)
    ruling = fire_shown(situation, ["L", "MG", "B"])
    assert ruling.value == Fraction(11, 2)
    by_label = {part.label: part.value for part in ruling.parts}
    assert by_label == {"10.50": 4, "10.49": Fraction(3, 2)}
    kinds = [part.label for part in ruling.parts[1].parts + ruling.parts[0].parts]
    assert sorted(kinds) == ["Artillery", "Machine guns", "Rifles"]


def test_markers_are_told_in_words() -> None:
    column = unit("C", at="10.50", order="column", task="one hex")
    limbered = gun("G", at="10.49", order="limbered", shots=2)
    situation = position(BOARD, [column, limbered], works=[work("P", "rifle pit", "10.50")])
    assert markers(situation, situation.piece("C")) == ("on top", "in Column", "one hex")
    assert markers(situation, situation.piece("G")) == ("limbered", "2 shoots")

"""Imminent threat: whether a hex is almost at risk of small-arms fire."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import hq, position, unit
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade.gallipoli_1915 import GALLIPOLI_1915
from wargame.rifle_and_spade.ruleset import Light
from wargame.rifle_and_spade.threat import imminent_threat, threatened

FOE = "Ottoman"


def threat(
    letters: str, *units: Any, heights: str = "", light: Light = "day", **more: Any
) -> Ruling:
    """Return the ruling on 10.50, the north end of a column of hexes; both ways of asking agree."""
    facts = [f"10.{50 - i} height={height}" for i, height in enumerate(heights)]
    board = "\n".join(["column-row 10.50", "g grassland", "t town", "", *letters, "", *facts])
    situation = position(board + "\n", units, light=light, **more)
    cell = situation.board.hex("10.50")
    ruling = imminent_threat(situation, cell, "Entente")
    assert ruling.value is threatened(situation, cell, "Entente")
    return ruling


@pytest.mark.cases("RS", "5.3", "5.3.1", "5.3.1/1")
def test_by_day_an_enemy_within_three_hexes_who_sees_the_hex_is_a_threat() -> None:
    assert threat("ggggg", unit("T", FOE, at="10.47")).value is True
    assert threat("ggggg", unit("T", FOE, at="10.46")).value is False
    assert threat("ggggg", unit("T", FOE, at="10.47", hiding="ridge")).value is True
    hidden = threat("gtggg", unit("T", FOE, at="10.47"))
    assert hidden.value is False
    assert "even by daylight" in hidden.to_text()
    assert threat("ggggg", unit("own", at="10.49")).value is False


@pytest.mark.cases("RS", "5.3.1/1")
def test_at_twilight_within_two_with_the_sight_of_day() -> None:
    assert threat("ggggg", unit("T", FOE, at="10.48"), light="twilight").value is True
    assert threat("ggggg", unit("T", FOE, at="10.47"), light="twilight").value is False
    assert threat("gtggg", unit("T", FOE, at="10.48"), light="twilight").value is False


@pytest.mark.cases("RS", "5.3.1/2")
def test_at_night_only_an_enemy_in_contact_seen_or_not() -> None:
    assert threat("ggggg", unit("T", FOE, at="10.49"), light="night").value is True
    assert threat("ggggg", unit("T", FOE, at="10.48"), light="night").value is False
    shared = unit("T", FOE, at="10.50", hiding="terrain")
    assert threat("ggggg", shared, light="night", shared=["10.50"]).value is True


@pytest.mark.cases("RS", "5.3.1")
def test_a_headquarters_alone_is_a_threat_unless_the_ruleset_says_otherwise() -> None:
    """RS-Q21."""
    staff = hq("27 HQ", FOE, at="10.48")
    assert threat("ggggg", staff).value is True
    rules = evolve(GALLIPOLI_1915, lone_headquarters_threaten=False)
    assert threat("ggggg", staff, rules=rules).value is False
    assert threat("ggggg", staff, unit("T", FOE, at="10.48"), rules=rules).value is True


@pytest.mark.cases("RS", "5.3.1")
def test_another_light_may_be_asked_for() -> None:
    board = "column-row 10.50\ng grassland\n\ng\ng\ng\ng\n"
    situation = position(board, [unit("T", FOE, at="10.48")], light="night")
    cell = situation.board.hex("10.50")
    assert not threatened(situation, cell, "Entente")
    assert threatened(situation, cell, "Entente", "day")
    assert imminent_threat(situation, cell, "Entente", "day").value is True

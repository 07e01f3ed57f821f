"""Division communications (9.6): the length of the way between two headquarters."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.positions import brigiment, division, hq, position, unit
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade.communications import Purpose, division_path, exempt, shortest
from wargame.rifle_and_spade.independents import above
from wargame.rifle_and_spade.state import Situation

WIDE = "column-row 10.50\ng grassland\nw sea\n\nggg\nggg\nggg\nggg\nggg\n"
PURPOSES: tuple[Purpose, ...] = ("continue", "change")
DIVISION = [division("29", headquarters="29 HQ")]


def stand(
    *more: Any, at: str = "10.50", board: str = WIDE, order: str = "defense", **fields: Any
) -> Situation:
    """Return two headquarters, the brigade's in 10.46."""
    units = [
        hq("86 HQ", at="10.46", brigiment="86"),
        hq("29 HQ", at=at, size="division"),
        unit("foe", "Ottoman"),
        *more,
    ]
    known = [brigiment("86", division="29", order=order)]
    return position(board, units, brigiment=known, division=DIVISION, **fields)


def length(situation: Situation) -> Any:
    """Return the length; the ruling and the plain answer agree."""
    ruling, way = division_path(situation, "86"), shortest(situation, "86")
    if way is not None:
        assert ruling.value == way.length
        assert len(way.path) - 1 - len(way.calls) == way.length
    return ruling.value


@pytest.mark.cases("RS", "9.6", "9.6.1", "9.2.2")
def test_hexes_are_counted_not_points() -> None:
    assert length(stand()) == 4
    assert length(stand(at="10.46")) == 0
    ruling = division_path(stand(), "86")
    path = ruling.find("Path")
    assert path is not None
    assert path.value == ("10.46", "10.47", "10.48", "10.49", "10.50")


@pytest.mark.cases("RS", "9.6.1")
def test_enemies_are_gone_round_but_in_us_them() -> None:
    blocked = stand(unit("T", "Ottoman", at="10.48"))
    assert length(blocked) == 5
    row = [unit(f"T{column}", "Ottoman", at=f"{column}.48") for column in (10, 11, 12)]
    cut = stand(*row)
    ruling = division_path(cut, "86")
    assert not ruling.allowed
    assert shortest(cut, "86") is None
    shared = evolve(cut, shared=frozenset({cut.board.hex("10.48")}))
    assert length(shared) == 4


@pytest.mark.cases("RS", "9.6.1")
def test_nobody_crosses_cliffs_or_the_sea() -> None:
    water = "column-row 10.50\ng grassland\nw sea\n\nggg\nggg\nwwg\nggg\nggg\n"
    assert length(stand(board=water)) > 4
    cliff = WIDE + "\nside cliff 10.47-10.48\n"
    assert length(stand(board=cliff)) == 5


@pytest.mark.cases("RS", "9.6.1")
def test_a_telephone_is_no_distance() -> None:
    wires = WIDE + "\n10.46 features=telephone\n10.49 features=telephone\n"
    alone = stand(board=wires)
    assert length(alone) == 4, "somebody must be there to speak"
    manned = stand(unit("signaller", at="10.49"), board=wires)
    assert length(manned) == 1
    way = shortest(manned, "86")
    assert way is not None
    assert [tuple(map(manned.board.label, call)) for call in way.calls] == [("10.46", "10.49")]
    said = division_path(manned, "86").find("10.46 to 10.49")
    assert said is not None


@pytest.mark.cases("RS", "9.6.2", "11.9.4/3", "11.12.6/3", "11.16.3")
@pytest.mark.parametrize("order", ["initial attack", "cordon defense", "march"])
def test_some_orders_make_no_such_check(order: str) -> None:
    situation = stand(order=order)
    for check in PURPOSES:
        assert division_path(situation, "86", check).status == "skipped"


@pytest.mark.cases("RS", "9.6.2")
def test_a_reserve_is_spared_only_while_it_goes_on() -> None:
    situation = stand(order="general reserve")
    assert exempt(situation, "86")
    assert not exempt(situation, "86", "change")
    assert division_path(situation, "86", "change").value == 4


@pytest.mark.cases("RS", "9.6")
def test_without_headquarters_there_is_nothing_to_check() -> None:
    situation = stand()
    for name in ("29 HQ", "86 HQ"):
        ruling: Ruling = division_path(situation.without([name]), "86")
        assert ruling.status == "skipped"
        assert shortest(situation.without([name]), "86") is None


@pytest.mark.cases("RS", "9.1.4")
def test_a_square_brigade_serves_as_division_and_its_division_as_well() -> None:
    units = [
        hq("175 HQ", at="10.46", brigiment="175"),
        hq("M HQ", at="10.50"),
        hq("1 HQ", at="11.46", size="division"),
        unit("foe", "Ottoman"),
    ]
    known = [
        division("M", headquarters="M HQ", corps="1"),
        division("1", headquarters="1 HQ", corps="CEO"),
    ]
    situation = position(WIDE, units, brigiment=[brigiment("175", division="M")], division=known)
    assert above(situation.army, "175") == ("M", "1", "CEO")
    way = shortest(situation, "175")
    assert way is not None
    assert (way.division, way.length) == ("1", 1)
    far = situation.without(["1 HQ"])
    assert division_path(far, "175").value == 4

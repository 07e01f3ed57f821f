"""Formations and orders in files: one line each, every mistake in a sentence."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.positions import brigiment, division, gun, hq, position, unit
from wargame.core.errors import DataError
from wargame.rifle_and_spade.formations import NO_ARMY
from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 10.50\ng grassland\n\ng\ng\n"


def stand(**fields: Any) -> Situation:
    """Return a brigade of two battalions with a division and a battery."""
    units = [
        unit("L 1", at="10.50", brigiment="86", battalion="1/RMF"),
        unit("L 2", at="10.50", brigiment="86", battalion="1/LF"),
        hq("86 HQ", at="10.49", brigiment="86"),
        hq("29 HQ", at="10.49", size="division"),
        gun("battery", at="10.49"),
        unit("foe", "Ottoman"),
    ]
    return position(BOARD, units, **fields)


@pytest.mark.cases("RS", "9.1.2", "9.1.3", "9.1.5", "9.1.7", "9.4.1", "10.1.4")
def test_a_line_says_what_is_printed_and_what_is_ordered() -> None:
    line = brigiment(
        "86", division="29", quality=3, maximum=14, order="attack", since=4,
        line=["10.50", "10.49"], goals={"L 1": ["10.50"]}, radius={"L 1": 1},
        routes={"L 1": ["10.49", "10.50"]}, support=["L 2"], rally_points={"1/RMF": "10.49"},
        scheduled=5, night=[-3, 1, 2],
    )  # fmt: skip
    known = [division("29", headquarters="29 HQ", corps="VIII")]
    situation = stand(brigiment=[line], division=known, independents={"battery": "29"})
    formation, order = situation.army.brigiment("86"), situation.command("86").order
    assert formation.battalions == ("1/LF", "1/RMF")
    assert formation.headquarters == "86 HQ"
    assert formation.gains.night == (-3, 1, 2)
    assert situation.points_of("86") == 14
    goal = order.goal("L 1")
    assert goal is not None
    assert goal.radius == 1
    assert order.route("L 1") == (situation.board.hex("10.49"), situation.board.hex("10.50"))
    assert (order.kind, order.since) == ("attack", 4)
    assert order.support == {"L 2"}
    assert order.group == "defense", "it is only scheduled"
    assert situation.army.divisions["29"].corps == "VIII"
    assert situation.commanded(situation.piece("battery")) is None


def test_without_formations_there_is_no_army() -> None:
    assert stand().army is NO_ARMY


def test_points_given_apart_stand() -> None:
    situation = stand(brigiment=[brigiment("86", points=3)], officers={"86": 5})
    assert situation.points_of("86") == 5
    assert stand(brigiment=[brigiment("86", points=3)]).points_of("86") == 3


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"brigiment": [brigiment("86"), brigiment("86")]}, "86 twice"),
        ({"brigiment": [brigiment("86", maximum=99)]}, "maximum"),
        ({"brigiment": [brigiment("86", points=99)]}, "points"),
        ({"brigiment": [brigiment("86", since=-1)]}, "since"),
        ({"brigiment": [brigiment("86", regrouping=-1)]}, "regrouping"),
        ({"brigiment": [brigiment("86", missing=-1)]}, "missing"),
        ({"brigiment": [brigiment("86", day=[1])]}, "three"),
        ({"brigiment": [brigiment("86", day=[1, 1, 99])]}, "gain"),
        ({"brigiment": [brigiment("86", headquarters="87 HQ")]}, "86 HQ"),
        ({"brigiment": [brigiment("85", "French")]}, "side"),
        ({"brigiment": [brigiment("86", division="28")]}, "division"),
        ({"brigiment": [brigiment("86", goals={"L 9": ["10.50"]})]}, "L 9"),
        ({"brigiment": [brigiment("86", radius={"L 1": 9})]}, "radius"),
        ({"brigiment": [brigiment("86", line=["99.99"])]}, "99.99"),
        ({"division": [division("29", headquarters="L 9")]}, "L 9"),
        ({"division": [division("29")], "independents": {"L 1": "29"}}, "a unit of 86"),
        ({"division": [division("29")], "independents": {"battery": "28"}}, "28"),
        ({"division": [division("29")], "independents": {"gun": "29"}}, "gun"),
    ],
)  # fmt: skip
def test_mistakes_are_told(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(DataError, match=said):
        stand(**fields)

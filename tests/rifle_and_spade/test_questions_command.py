"""The questions about formations by name."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.positions import brigiment, division, hq, position, unit
from wargame.core.errors import Refused, RequestError
from wargame.core.questions import ask
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade import questions_command
from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 10.50\ng grassland\n\ng\ng\ng\ng\ng\n"


def scene() -> Situation:
    """Return a small position that every question can be asked about."""
    units = [
        hq("86 HQ", at="10.50", brigiment="86"),
        hq("29 HQ", at="10.48", size="division"),
        unit("near", at="10.49", brigiment="86", battalion="1"),
        unit("far", at="10.46", brigiment="86", battalion="2"),
        unit("T", "Ottoman"),
    ]
    known = [brigiment("86", division="29", points=9)]
    return position(BOARD, units, brigiment=known, division=[division("29", headquarters="29 HQ")])


def asked(name: str, **facts: Any) -> Ruling:
    """Return the answer to a question about the small position."""
    return ask(name, facts, scene())


@pytest.mark.parametrize(
    ("name", "facts", "value"),
    [
        ("rs.isolated", {"unit": "far"}, True),
        ("rs.isolated", {"unit": "near"}, False),
        ("rs.division_path", {"brigiment": "86"}, 2),
        ("rs.division_path", {"brigiment": "86", "check": "change"}, 2),
        ("rs.intermingled", {"brigiment": "86"}, False),
        ("rs.activates_with", {"unit": "near", "brigiment": "86"}, True),
        ("rs.headquarters_lost", {"unit": "86 HQ", "rolls": (8,)}, "10.49"),
        ("rs.may_found_column", {"unit": "far"}, True),
        ("rs.flying_column", {"unit": "far", "rolls": (8,)}, 3),
        ("rs.column", {"brigiment": "86"}, False),
        ("rs.may_rejoin", {"unit": "far"}, False),
    ],
)
def test_answers(name: str, facts: dict[str, Any], value: object) -> None:
    assert asked(name, **facts).value == value


def test_a_lost_headquarters_tells_what_is_left() -> None:
    part = asked("rs.headquarters_lost", unit="86 HQ", rolls=(8,)).find("86 keeps")
    assert part is not None
    assert part.value == 6


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("rs.division_path", {"brigiment": "86", "check": "begin"}),
        ("rs.division_path", {"brigiment": "85"}),
        ("rs.headquarters_lost", {"unit": "near"}),
        ("rs.headquarters_lost", {"unit": "86 HQ"}),
        ("rs.headquarters_lost", {"unit": "86 HQ", "rolls": (8, 8)}),
    ],
)
def test_mistakes_are_told(name: str, facts: dict[str, Any]) -> None:
    with pytest.raises(RequestError):
        asked(name, **facts)


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("rs.flying_column", {"unit": "near", "rolls": (8,)}),
        ("rs.rejoin", {"unit": "far"}),
    ],
)
def test_what_the_rules_bar_is_refused(name: str, facts: dict[str, Any]) -> None:
    with pytest.raises(Refused):
        asked(name, **facts)


def test_the_module_registers_its_questions() -> None:
    assert set(questions_command.PURPOSES) == {"continue", "change"}

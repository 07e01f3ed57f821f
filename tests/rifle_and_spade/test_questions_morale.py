"""The questions about morale and officer points by name."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.positions import mg, part, position, unit
from wargame.core.errors import RequestError
from wargame.core.questions import ask
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade import questions_morale
from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 10.50\ng grassland\n\ngg\ngg\ngg\n"
OWN: dict[str, Any] = {"brigiment": "86"}


def scene(points: int = 2) -> Situation:
    """Return a small position that every question can be asked about."""
    units = [
        unit("A", at="10.50", morale=75, **OWN),
        mg("M", at="10.50", morale=65, **OWN),
        unit("C", at="10.49", morale=75, confused=True, **OWN),
        unit("T", "Ottoman", at="11.48"),
    ]
    return position(BOARD, units, officers={"86": points})


def asked(name: str, **facts: object) -> Ruling:
    """Return the answer to a question about the small position."""
    return ask(name, facts, scene())


def test_the_module_knows_three_causes() -> None:
    assert questions_morale.CAUSES == ("fire", "assault", "move to assault")


@pytest.mark.parametrize(
    ("name", "facts", "value"),
    [
        ("rs.rating", {"units": ["A", "M"]}, 75),
        ("rs.morale_drm", {"units": ["C"]}, 20),
        ("rs.rout_band", {"units": ["A"]}, "97-99"),
        ("rs.morale_target", {"units": ["C"], "cause": "assault"}, 55),
        ("rs.morale", {"units": ["A", "M"], "rolls": [75]}, "passed"),
        ("rs.morale", {"units": ["A", "M"], "rolls": [76]}, "failed"),
        ("rs.morale", {"units": ["A", "M"], "rolls": [98]}, "routed"),
        ("rs.morale", {"units": ["A"], "rolls": [98], "cause": "move to assault"}, "failed"),
        ("rs.morale", {"units": ["A"], "rolls": [6], "choices": ["lead 86"]}, "ignored"),
        ("rs.may_rally", {"units": ["C"]}, True),
        ("rs.rally_cost", {"units": ["C"]}, 2),
        ("rs.officer_points", {"brigiment": "86", "activity": "move to assault"}, 1),
    ],
)
def test_questions_about_a_position(name: str, facts: dict[str, Any], value: object) -> None:
    assert asked(name, **facts).value == value


@pytest.mark.cases("RS", "16.1", "16.3/3", "16.3.1", "16.3/2")
def test_a_check_tells_what_it_does_to_every_unit() -> None:
    failed = asked("rs.morale", units=["A", "M"], rolls=[80])
    assert part(failed, "A afterwards") == "Confused, 2 of 2"
    assert part(failed, "M afterwards") == "Confused"
    assert part(failed, "Morale check") == 75
    shaken = asked("rs.morale", units=["C"], rolls=[80])
    assert part(shaken, "C afterwards") == "Confused, 1 of 2"
    gone = asked("rs.morale", units=["A", "M"], rolls=[98])
    assert part(gone, "A afterwards") == "off the map"


@pytest.mark.cases("RS", "10.2.2")
def test_without_officer_points_an_activity_is_refused() -> None:
    facts = {"brigiment": "86", "activity": "move to assault"}
    assert not ask("rs.officer_points", facts, scene(points=0)).allowed
    assert not asked("rs.may_rally", units=["A"]).allowed


@pytest.mark.parametrize(
    ("name", "facts", "words"),
    [
        ("rs.morale", {"units": ["A"], "rolls": [1], "cause": "noise"}, "move to assault"),
        ("rs.morale_drm", {"units": ["A"], "cause": "noise"}, "question rs.morale_drm, cause"),
        ("rs.morale", {"units": ["A"], "rolls": []}, "the next is Morale of A at 10.50"),
        ("rs.morale", {"units": ["A"], "rolls": [1], "choices": ["lead 87"]}, "lead 87, which"),
        ("rs.morale", {"units": ["Z"], "rolls": [1]}, "Z"),
        ("rs.rating", {"units": ["A", "C"]}, "found A, C; allowed: one stack"),
        ("rs.may_rally", {"units": []}, "found none; allowed: one stack"),
        ("rs.officer_points", {"brigiment": "86", "activity": "dance"}, "rally in contact"),
    ],
)
def test_mistakes_are_told_in_a_sentence(name: str, facts: dict[str, Any], words: str) -> None:
    with pytest.raises(RequestError) as told:
        asked(name, **facts)
    assert words in str(told.value)

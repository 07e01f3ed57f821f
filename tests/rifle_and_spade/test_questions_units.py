"""The questions about dice, units, stacks, threat and messages by name."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.positions import gun, hq, mg, position, unit
from wargame.core.errors import RequestError
from wargame.core.questions import ask
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade import questions_units
from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 10.50\ng grassland\n\ng\ng\ng\ng\n"
OWN: dict[str, Any] = {"brigiment": "86", "battalion": "1 RMF"}


def scene() -> Situation:
    """Return a small position that every question can be asked about."""
    units = [
        hq("86 HQ", at="10.50", **OWN),
        unit("W", at="10.49", size="company", steps=1, **OWN),
        unit("L", steps=2, **OWN),
        gun("B", at="10.49", steps=2, points=4),
        unit("T", "Ottoman", at="10.47"),
    ]
    return position(BOARD, units, officers={"86": 9})


def asked(name: str, **facts: object) -> Ruling:
    """Return the answer to a question about the small position."""
    return ask(name, facts, scene())


def test_the_module_registers_its_questions() -> None:
    assert questions_units.NOT_THROWN == -1


@pytest.mark.parametrize(
    ("name", "facts", "value"),
    [
        ("rs.dice", {"ones": 7}, 7),
        ("rs.dice", {"ones": 7, "tens": 0}, 7),
        ("rs.five_dice", {"green": 4, "red": 3, "white": 6, "black": 8, "grey": 0}, (4, 36, 80)),
        ("rs.round", {"value": "1.8"}, 1),
        ("rs.round", {"value": "1.36", "roll": 36}, 2),
        ("rs.steps", {"body": "artillery", "guns": 4}, 2),
        ("rs.step_loss", {"full": 3, "lost": 2, "artillery": True}, "remnant"),
    ],
)
def test_questions_that_need_no_position(name: str, facts: dict[str, Any], value: object) -> None:
    assert ask(name, facts).value == value


@pytest.mark.parametrize(
    ("name", "facts", "value"),
    [
        ("rs.gun_points", {"unit": "B", "left": 1}, 2),
        ("rs.reorganize", {"units": ["W"], "into": ["L: 1"]}, True),
        ("rs.stacking", {"hex": "10.49"}, True),
        ("rs.visible", {"hex": "10.49", "by": "Ottoman"}, ("B", "W")),
        ("rs.fire_shown", {"units": ["W", "B"]}, 5),
        ("rs.threat", {"hex": "10.50", "side": "Entente"}, True),
        ("rs.threat", {"hex": "10.50", "side": "Entente", "light": "night"}, False),
        ("rs.link", {"one": "10.50", "other": "10.49", "side": "Entente"}, True),
        ("rs.message", {"unit": "W", "to": "86 HQ", "brigiment": "86"}, True),
        ("rs.perimeter", {"units": ["86 HQ", "W"], "side": "Entente"}, True),
        ("rs.good_order", {"brigiment": "86", "original": 1, "maximum": 12}, True),
        ("rs.good_order", {"brigiment": "86", "original": 2}, False),
    ],
)
def test_questions_about_a_position(name: str, facts: dict[str, Any], value: object) -> None:
    assert asked(name, **facts).value == value


@pytest.mark.parametrize(
    ("name", "facts", "words"),
    [
        ("rs.reorganize", {"units": ["W"], "into": ["L 1"]}, "into"),
        ("rs.reorganize", {"units": ["W"], "into": ["L: 1"], "window": "later"}, "retreat"),
        ("rs.message", {"unit": "W", "to": "T"}, "a unit of Entente"),
        ("rs.stacking", {"hex": "10.49", "side": "Turk"}, "Ottoman"),
        ("rs.link", {"one": "10.50", "other": "10.49", "side": "Turk"}, "Ottoman"),
        ("rs.threat", {"hex": "10.50", "side": "Entente", "light": "dusk"}, "twilight"),
    ],
)
def test_mistakes_are_told_in_a_sentence(name: str, facts: dict[str, Any], words: str) -> None:
    with pytest.raises(RequestError, match=words):
        asked(name, **facts)


def test_machine_guns_are_on_top_of_the_stack() -> None:
    situation = position(BOARD, [unit("A", at="10.50"), mg("M", at="10.50")])
    assert ask("rs.visible", {"hex": "10.50", "by": "Ottoman"}, situation).value == ("M",)

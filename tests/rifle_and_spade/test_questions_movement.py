"""The questions about movement and what it triggers by name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.rifle_and_spade.positions import gun, mg, part, position, unit, work
from wargame.core.errors import Refused, RequestError
from wargame.core.questions import ask
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade import questions_movement
from wargame.rifle_and_spade.state import Situation

BOARD = """column-row 9.14
g grassland
w sea

ggg
ggg
ggg
wgg
ggg

link road 11.14 10.14 10.13 10.12
"""


def scene() -> Situation:
    """Return a small position that every question can be asked about."""
    units = [
        unit("A", at="10.14", brigiment="86"),
        unit("C", at="11.14", order="column"),
        gun("G", at="9.13", order="limbered"),
        unit("W", at="11.12", work="trench"),
        mg("M", "Ottoman", at="10.11"),
    ]
    works = [work("trench", "shallow trench", "11.12", "Entente", front=["S"], ends=["NE", "NW"])]
    return position(BOARD, units, works, active="Ottoman", officers={"86": 0})


def asked(name: str, **facts: object) -> Ruling:
    """Return the answer to a question about the small position."""
    return ask(name, facts, scene())


def test_a_movement_that_is_over_has_its_sentence() -> None:
    assert questions_movement.OVER == "The movement has ended before that."


@pytest.mark.parametrize(
    ("name", "facts", "value"),
    [
        ("rs.allowance", {"unit": "A"}, 6),
        ("rs.allowance", {"unit": "C"}, 9),
        ("rs.entry_cost", {"units": ["A"], "to": "10.13"}, 1),
        ("rs.entry_cost", {"units": ["C"], "to": "10.14"}, Fraction(1, 2)),
        ("rs.may_move", {"units": ["A"], "do": "10.13"}, True),
        ("rs.may_move", {"units": ["A"], "do": "10.12", "after": ["10.13"]}, True),
        ("rs.move", {"units": ["A"], "do": ["10.13", "9.12"]}, "9.12"),
        ("rs.trigger", {"units": ["W"], "do": ["on top"]}, 1),
        ("rs.trigger", {"units": ["A"], "do": ["10.13"], "end": True}, 2),
    ],
)
def test_questions_about_a_position(name: str, facts: dict[str, Any], value: object) -> None:
    assert asked(name, **facts).value == value


@pytest.mark.cases("RS", "14.1.5")
def test_reach_lists_every_hex_with_its_way() -> None:
    found = asked("rs.reach", units=["A"])
    hexes = part(found, "Hexes")
    assert isinstance(hexes, tuple)
    assert found.value == len(hexes) == 12
    assert "9.11" not in hexes
    assert part(found, "10.12") == 2
    (way,) = [each for each in found.parts if each.label == "10.12"]
    assert way.sentence == "By 10.14 - 10.13 - 10.12."


@pytest.mark.cases("RS", "14.2.4")
def test_a_move_is_tallied() -> None:
    found = asked("rs.move", units=["A"], do=["column", "10.13", "leave column"])
    assert part(found, "Points spent") == Fraction(13, 2)
    assert part(found, "Allowance") == 6
    assert part(found, "Must stop") is True
    assert part(found, "Order") == ("deployed",)
    assert part(found, "Step 2") == "go to 10.13 (½ point)"
    short = asked("rs.move", units=["C"], do=["10.14"])
    assert part(short, "Must stop") is False
    assert part(short, "Order") == ("column",)


@pytest.mark.cases("RS", "17.4.5")
def test_the_hex_entered_or_left_may_be_fired_at() -> None:
    found = asked("rs.trigger", units=["A"], do=["10.13", "10.12"])
    assert found.value == 2
    assert part(found, "Trigger 1") == ("10.13",)
    assert part(found, "Trigger 2") == ("10.12", "10.13")
    held = asked("rs.trigger", units=["W"], do=["on top"])
    assert held.find("Trigger 1").sentence == "Ottoman: fire at W (stays within): at 11.12."  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("facts", "case"),
    [
        ({"units": ["A"], "do": "assault 10.11", "after": ["10.13", "10.12"]}, "RS 10.2.2"),
        ({"units": ["A"], "do": "9.14", "after": ["column", "10.13", "leave column"]}, "RS 14.2.4"),
    ],
)
def test_what_is_barred_is_refused_by_its_case(facts: dict[str, Any], case: str) -> None:
    found = asked("rs.may_move", **facts)
    assert not found.allowed
    assert case in map(str, found.cases)


def test_a_barred_step_of_a_move_is_refused() -> None:
    with pytest.raises(Refused):
        asked("rs.move", units=["A"], do=["10.13", "10.12", "10.11"])
    assert not asked("rs.trigger", units=["A"], do=["10.13", "10.12", "10.11"]).allowed


def test_the_enemy_of_an_example_may_fire() -> None:
    lucky = asked("rs.move", units=["A"], do=["10.13"], choices=["10.13 10.11"], rolls=[9, 99])
    assert lucky.value == "10.13"
    with pytest.raises(RequestError, match=r"rs.move, choices: found 10.9 10.11"):
        asked("rs.move", units=["A"], do=["10.13"], choices=["10.9 10.11"])


@pytest.mark.parametrize(
    ("name", "facts", "words"),
    [
        ("rs.entry_cost", {"units": ["A"], "to": "10.12"}, "a hex adjacent to 10.14"),
        ("rs.entry_cost", {"units": ["A", "G"], "to": "10.13"}, "found A, G; allowed: one stack"),
        ("rs.reach", {"units": []}, "found none; allowed: one stack"),
        ("rs.may_move", {"units": ["A"], "do": "10.11"}, "question rs.may_move, do: found '10.11'"),
        ("rs.may_move", {"units": ["A"], "do": "fly"}, "found 'fly'; allowed: "),
    ],
)
def test_mistakes_are_told_in_a_sentence(name: str, facts: dict[str, Any], words: str) -> None:
    with pytest.raises(RequestError) as told:
        asked(name, **facts)
    assert words in str(told.value)

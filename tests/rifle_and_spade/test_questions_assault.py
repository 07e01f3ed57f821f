"""The questions about assault and retreat by name; their worked examples are example files."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rifle_and_spade.assault_positions import (
    HERE,
    OPEN,
    assaulted,
    attacker,
    defender,
    long_example,
)
from tests.rifle_and_spade.positions import gun, mg, part, position, unit
from wargame.core.errors import RequestError
from wargame.core.questions import ask
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade import questions_assault
from wargame.rifle_and_spade.state import Situation

AT: dict[str, Any] = {"at": HERE}


def asked(name: str, situation: Situation | None = None, **facts: object) -> Ruling:
    """Return the answer to a question, about the long example unless another is given."""
    return ask(name, facts, long_example() if situation is None else situation)


def test_the_module_knows_both_roles_and_three_ways_to_retreat() -> None:
    assert questions_assault.ROLES == ("attacker", "defender")
    assert questions_assault.RETREATING == ("attacker", "defender", "overstacked")


@pytest.mark.parametrize(
    ("name", "facts", "value"),
    [
        ("rs.assault_strength", AT | {"role": "attacker"}, 8),
        ("rs.assault_strength", AT | {"role": "defender"}, 2),
        ("rs.assault_value", {"unit": "A"}, 2),
        ("rs.assault_drm", AT | {"role": "attacker"}, 4),
        ("rs.assault_drm", AT | {"role": "defender", "round": 2}, 1),
        ("rs.assault_drm", AT | {"role": "defender", "round": 3}, 0),
        ("rs.assault_box", AT, "2 / 0.75"),
        ("rs.assault_box", AT | {"round": 3}, "4 / 1"),
        ("rs.assault_round", AT | {"rolls": [61, 0, 0]}, "both"),
    ],
)
def test_questions_about_the_long_example(name: str, facts: dict[str, Any], value: object) -> None:
    assert asked(name, **facts).value == value


def test_a_round_tells_what_became_of_everybody() -> None:
    found = asked("rs.assault_round", **AT, rolls=[61, 0, 0])
    assert part(found, "Coy afterwards") == "off the map"
    assert part(found, "A afterwards") == f"in {HERE}, 1 of 2"
    assert part(found, "MG afterwards") == f"in {HERE}, Confused"


def test_decisions_are_taken_in_their_order() -> None:
    stay = asked("rs.assault_round", **AT, rolls=[0, 0])
    leave = asked("rs.assault_round", **AT, rolls=[0, 0], choices=["retreat", "leave"])
    assert part(stay, "A afterwards") == f"in {HERE}, 2 of 2"
    assert part(leave, "A afterwards") == "in 11.12, 2 of 2, Confused"


def test_a_whole_assault_is_told_round_by_round() -> None:
    units = [attacker("A"), defender("D", steps=1)]
    found = asked("rs.assault", assaulted(units, board=OPEN), **AT, rolls=[0])
    assert found.value == "Entente"
    assert part(found, "Round 1, strengths") == "2 / 1"
    assert part(found, "Round 1, loses") == "defender"
    assert found.find("Round 1, morale") is None


def test_an_assault_without_a_roll() -> None:
    units = [*(attacker(name) for name in "ABCE"), defender("D", size="picket", steps="1/4")]
    situation = assaulted(units, board=OPEN)
    assert asked("rs.assault_round", situation, **AT, rolls=[]).value == "defender"
    whole = asked("rs.assault", situation, **AT, rolls=[])
    assert whole.value == "Entente"
    assert whole.find("Round 1, loses") is None
    drm = asked("rs.assault_drm", situation, **AT, role="attacker")
    assert (drm.label, drm.value) == ("Base box", "defender")


def test_nobody_may_be_left() -> None:
    units = [attacker("A", steps=1), defender("D", steps=1)]
    found = asked("rs.assault", assaulted(units, board=OPEN), **AT, rolls=[40])
    assert found.value == "nobody"


@pytest.mark.cases("RS", "18.1.1", "18.2.3")
def test_limbered_guns_have_no_value_in_assault() -> None:
    units = [attacker("A"), mg("M", at=HERE), defender("D"),
             gun("G", "Ottoman", at=HERE, order="limbered")]  # fmt: skip
    situation = assaulted(units, board=OPEN)
    assert not asked("rs.assault_value", situation, unit="G").allowed
    looking_on = asked("rs.assault_value", situation, unit="M")
    assert (looking_on.value, looking_on.counts) == (0, True)


@pytest.mark.parametrize(
    ("facts", "value"),
    [
        ({"attacker": 3, "defender": 2}, "3 / 2"),
        ({"attacker": 8, "defender": 2, "attacker_drm": 4, "defender_drm": 1}, "2 / 0.75"),
        ({"attacker": "1/4", "defender": 9}, "attacker"),
        ({"attacker": 6, "defender": "1/4", "attacker_drm": -1}, "defender"),
    ],
)
def test_shifts_without_a_position(facts: dict[str, Any], value: str) -> None:
    assert ask("rs.assault_shift", facts).value == value


@pytest.mark.cases("RS", "19.1.2", "19.1.11")
def test_retreats_end_somewhere_or_nowhere() -> None:
    situation = assaulted([attacker("A"), defender("D")], board=OPEN)
    back = asked("rs.retreat", situation, units=["A"], role="attacker")
    assert back.value == ("11.12",)
    island = position(
        "column-row 10.12\ng grassland\nw sea\n\nww\nwg\nww\n", [unit("A", at="11.11")]
    )
    lost = asked("rs.retreat", island, units=["A"], role="overstacked")
    assert (lost.value, lost.sentence) == (("lost",), "A lost.")


@pytest.mark.parametrize(
    ("name", "facts", "words"),
    [
        ("rs.assault_strength", {"at": "10.12", "role": "attacker"}, "without an assault"),
        ("rs.assault_strength", AT | {"role": "enemy"}, "attacker, defender"),
        ("rs.assault_box", AT | {"round": 0}, "found 0; allowed: 1 or more"),
        ("rs.assault_shift", {"attacker": 0, "defender": 1}, "a strength above 0"),
        ("rs.assault_round", AT | {"rolls": []}, "the next is Assault at 11.11, round 1"),
        ("rs.assault_round", AT | {"rolls": [0, 0, 5]}, "found 5, which nothing asked for"),
        ("rs.assault", AT | {"rolls": [61], "choices": []}, "the next is Morale of"),
        ("rs.retreat", {"units": ["A"], "role": "loser"}, "overstacked"),
        ("rs.retreat", {"units": [], "role": "attacker"}, "found none; allowed: one stack"),
    ],
)
def test_mistakes_are_told_in_a_sentence(name: str, facts: dict[str, Any], words: str) -> None:
    with pytest.raises(RequestError) as told:
        ask(name, facts, None if name == "rs.assault_shift" else long_example())
    assert words in str(told.value)
    assert name in str(told.value) or "assault" in str(told.value)


def test_an_assault_with_one_side_has_no_round() -> None:
    situation = assaulted([attacker("A")], board=OPEN)
    with pytest.raises(RequestError, match="both sides have units to fight"):
        asked("rs.assault_box", situation, **AT)

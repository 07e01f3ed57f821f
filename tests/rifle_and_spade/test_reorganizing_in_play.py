"""Reorganizing in play: before the first stack moves, and after the assaults; not in between."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from tests.rifle_and_spade.campaigns import Script
from tests.rifle_and_spade.positions import assault, mg, position, unit
from wargame.core.drivers import play
from wargame.rifle_and_spade import sequence
from wargame.rifle_and_spade.movement import movement_subsegment
from wargame.rifle_and_spade.reorganizing_in_play import after_assaults, places

if TYPE_CHECKING:
    from wargame.core.procedure import Choice
    from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 10.50\ng grassland\n\n" + "g\n" * 6
OWN: dict[str, Any] = {"brigiment": "27", "battalion": "2/27"}


def stand(*more: Any, **fields: Any) -> Situation:
    """Return two companies of a battalion in 10.48, with its half-battalions in the sled."""
    units = [
        unit("Coy 1", steps=1, size="company", at="10.48", **OWN),
        unit("Coy 2", steps=1, size="company", at="10.48", **OWN),
        unit("A", steps=2, at="10.50", **OWN | {"battalion": "1/27"}),
        unit("L", steps=2, **OWN),
        unit("R", steps=2, **OWN),
    ]
    return position(BOARD, [*units, *more], **fields)


def keys(choice: Choice) -> list[str]:
    """Return what may be answered."""
    return [option.key for option in choice.options]


def choices(script: Script, words: str) -> list[Choice]:
    """Return the questions with these words in their purpose."""
    return [choice for choice in script.asked if words in choice.purpose]


@pytest.mark.cases("RS", "3.2.1")
def test_before_anybody_moves_units_in_a_hex_may_be_reorganized_and_then_move() -> None:
    start = stand()
    script = Script(
        {
            "which stack moves": ["reorganize 10.48", "10.48", "done"],
            "Reorganizing in": ["Coy 1 + Coy 2 = L 2"],
            "left": ["10.47", "end"],
        }
    )
    after = play(lambda: movement_subsegment(start, ("Coy 1", "Coy 2", "A")), script).outcome
    assert {piece.unit: piece.steps for piece in after.pieces} == {"A": 2, "L": 2}
    assert after.board.label(after.piece("L").at) == "10.47"
    first, second, third = choices(script, "which stack moves")
    assert "reorganize 10.48" in keys(first)
    assert "reorganize 10.50" not in keys(first), "a battalion half alone cannot be exchanged"
    assert "reorganize 10.48" not in keys(second), "what was made is not taken apart again"
    assert not [key for key in keys(third) if key.startswith("reorganize")]


@pytest.mark.cases("RS", "3.2.1")
def test_once_a_stack_has_moved_nobody_is_reorganized() -> None:
    script = Script({"which stack moves": ["10.50", "done"], "left": ["10.49", "end"]})
    play(lambda: movement_subsegment(stand(), ("Coy 1", "Coy 2", "A")), script)
    first, second = choices(script, "which stack moves")
    assert "reorganize 10.48" in keys(first)
    assert "reorganize 10.48" not in keys(second)


@pytest.mark.cases("RS", "3.2.1")
def test_only_those_who_are_activated_are_reorganized() -> None:
    start = stand()
    assert [start.board.label(at) for at in places(start, ("Coy 1", "Coy 2"))] == ["10.48"]
    assert places(start, ("A",)) == ()
    assert places(start, ("Coy 1", "A"), "after assault") == places(start, ("Coy 1", "A"))


@pytest.mark.cases("RS", "3.2.1", "2.0/4c.iv")
def test_after_the_assaults_units_may_be_reorganized_though_they_have_moved() -> None:
    foe = mg("foe", "Ottoman", at="10.48", machine_guns=1)
    start = stand(foe, assault=[assault("10.48")])
    waves = [in_a_wave(start, name) for name in ("Coy 1", "Coy 2")]
    start = start.replace_pieces(*waves)
    able = frozenset({"Coy 1", "Coy 2", "A"})
    script = Script({"who reorganizes": ["10.48", "none"], "Reorganizing in": ["end"]}, face=0)
    after = play(lambda: sequence.subsegment("4c.iv", start, able), script).outcome
    assert not after.assaults
    asked = choices(script, "who reorganizes after the assaults")
    assert asked
    assert keys(asked[0]) == ["none", "10.48"]
    quiet = Script({})
    same = play(lambda: after_assaults(stand(), able), quiet).outcome
    assert same.pieces == stand().pieces


def in_a_wave(situation: Situation, name: str) -> Any:
    """Return a unit in the first wave of an assault."""
    return evolve(situation.piece(name), wave=1, acted=True)


def test_without_an_assault_nobody_is_asked() -> None:
    script = Script({})
    able = frozenset({"Coy 1", "Coy 2"})
    play(lambda: sequence.subsegment("4c.iv", stand(), able), script)
    assert script.asked == []

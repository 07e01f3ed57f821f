"""The ship off Krithia: sure on turn 33, by the die afterwards, one shot each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from attrs import evolve

from wargame.core.procedure import Choice, Roll, settle
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade.clearing import COLUMN_LIMIT, SHIP, sea_hexes, sightings
from wargame.rifle_and_spade.eligibility import Aim, aim
from wargame.rifle_and_spade.independents import able
from wargame.rifle_and_spade.krithia import opening
from wargame.rifle_and_spade.krithia_naval import (
    HOLD,
    gunfire,
    naval_roll,
    without_ship,
    without_spent_ship,
)
from wargame.rifle_and_spade.krithia_rules import OTTOMAN
from wargame.rifle_and_spade.sequence import light_of
from wargame.rifle_and_spade.threat import threatened
from wargame.rifle_and_spade.triggers import Trigger

if TYPE_CHECKING:
    from wargame.rifle_and_spade.state import Situation

START = opening().situation
BOARD = START.board


def on_turn(turn: int) -> Situation:
    return evolve(START, turn=turn, light=light_of(turn))


def run(situation: Situation, *answers: int | str) -> tuple[Situation, list[Any]]:
    """Run the gunfire with these answers; return the position after it, and what was asked."""
    given, asked = list(answers), []
    procedure, answer = gunfire(situation), None
    try:
        while True:
            step = procedure.send(answer)
            asked.append(step)
            answer = None
            if isinstance(step, Ruling):
                continue
            assert isinstance(step, Roll | Choice)
            if given:
                answer = settle(step, given.pop(0))
            else:
                kept = [o for o in getattr(step, "options", ()) if o.key == HOLD]
                answer = kept[0] if kept else settle(step, _least(step))
    except StopIteration as ended:
        return ended.value, asked


def _least(step: Roll | Choice) -> int | str:
    return step.first if isinstance(step, Roll) else step.options[-1].key


def waiting() -> Situation:
    """Return the position on turn 34 with the ship waiting west of Gully Spur."""
    after, _ = run(on_turn(34), 2, best_sea())
    return after


def best_sea() -> str:
    """Return the sea hex from which most Ottoman hexes are seen."""
    found = max(sea_hexes(START), key=lambda cell: len(sightings(START, cell)))
    return BOARD.label(found)


@pytest.mark.cases("GB", "102.3.8", "101.1.4")
def test_on_turn_33_a_ship_may_fire_for_certain() -> None:
    after, asked = run(START, HOLD)
    assert after == START
    (question,) = asked
    assert isinstance(question, Choice)
    assert len(question.options) > 1
    columns = [int(option.key.split(".")[0]) for option in question.options[1:]]
    assert max(columns) <= COLUMN_LIMIT
    assert all("in sight" in option.label for option in question.options[1:])


@pytest.mark.cases("GB", "102.3.8")
def test_the_shot_is_one_commanded_fire_and_the_ship_is_gone() -> None:
    sea = best_sea()
    target = BOARD.label(sightings(START, BOARD.hex(sea))[0])
    after, asked = run(START, sea, target)
    assert not after.on_map(SHIP)
    assert after.active == START.active
    assert any(isinstance(step, Roll) for step in asked), "it was resolved"
    assert len([s for s in asked if isinstance(s, Choice) and "sea hex" in s.purpose]) == 1


@pytest.mark.cases("GB", "102.3.8")
def test_later_the_die_gives_a_tenth_each() -> None:
    roll = naval_roll()
    assert (roll.faces, roll.first) == (10, 0)
    found = [settle(roll, face) for face in range(10)]
    words = [getattr(each, "outcome", "") for each in found]
    assert words[1] == "commanded fire"
    assert words[2] == "opportunity fire"
    assert set(words[:1] + words[3:]) == {"no fire"}


@pytest.mark.cases("GB", "102.3.8")
@pytest.mark.parametrize("face", [0, 3, 9])
def test_any_other_face_is_no_fire(face: int) -> None:
    after, asked = run(on_turn(35), face)
    assert after == on_turn(35)
    assert len(asked) == 1


@pytest.mark.cases("GB", "102.3.8")
@pytest.mark.parametrize("turn", [38, 39])
def test_twilight_and_night_are_no_daylight_turns(turn: int) -> None:
    after, asked = run(on_turn(turn))
    assert after == on_turn(turn)
    assert isinstance(asked[0], Ruling)


@pytest.mark.cases("GB", "102.3.8")
def test_a_ship_that_waits_fires_once_at_what_moves() -> None:
    situation = waiting()
    ship = situation.piece(SHIP)
    target = sightings(START, ship.at)[0]
    foe = next(p.unit for p in situation.at(target, OTTOMAN))
    trigger = Trigger("stays within", (foe,), target, inside_points=1)
    assert isinstance(aim(situation, ship, target, trigger, "opportunity"), Aim)
    barred = aim(situation, ship, target)
    assert isinstance(barred, Ruling)
    assert barred.cases[0].number == "17.3.1"
    assert all(SHIP not in able(situation, name) for name in ("86", "87", "88"))
    spent = situation.replace_pieces(evolve(ship, shots=1))
    refused = aim(spent, spent.piece(SHIP), target, trigger, "opportunity")
    assert isinstance(refused, Ruling)
    assert "one shot" in refused.sentence
    assert without_spent_ship(situation) is situation
    assert not without_spent_ship(spent).on_map(SHIP)


@pytest.mark.cases("GB", "102.3.8", "101.1.2/2")
def test_nobody_fires_at_a_ship_or_is_threatened_by_it() -> None:
    situation = waiting()
    at = situation.piece(SHIP).at
    gun = next(p for p in situation.of(OTTOMAN) if situation.unit(p).gun is not None)
    near = evolve(gun, at=BOARD.hex("10.15"))
    moved = without_others(situation, near.unit).replace_pieces(near)
    refused = aim(moved, near, at)
    assert isinstance(refused, Ruling)
    alone = moved.without([p.unit for p in moved.of("Entente") if p.unit != SHIP])
    close = alone.replace_pieces(evolve(alone.piece(SHIP), at=BOARD.hex("9.15")))
    assert not threatened(close, BOARD.hex("10.15"), OTTOMAN)
    beside = aim(close, near, BOARD.hex("9.15"))
    assert isinstance(beside, Ruling)
    assert beside.sentence.startswith("Ships are no counters")


def without_others(situation: Situation, name: str) -> Situation:
    return situation.without([p.unit for p in situation.of(OTTOMAN) if p.unit != name])


def test_a_ship_left_over_is_taken_off_when_the_next_turn_begins() -> None:
    left = evolve(waiting(), turn=35)
    after, _ = run(left, 0)
    assert not after.on_map(SHIP)
    assert without_ship(after) is after

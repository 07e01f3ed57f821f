"""The movement phases (4.1, 5.1, 5.2, 5.5), move by move."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.fire_and_movement.moving import at, on
from tests.fire_and_movement.positions import SYSTEMS, gaza, labels, played
from wargame.core.drivers import play, replay
from wargame.core.errors import Refused
from wargame.core.procedure import Chance, Checkpoint, Choice
from wargame.fire_and_movement.games import ruleset_named
from wargame.fire_and_movement.movement import (
    END,
    STAY,
    Move,
    MovementPhase,
    eligible,
    may_move,
    moved,
    movement_phase,
)
from wargame.fire_and_movement.state import Situation, Waiting

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.core.procedure import Steps

UNITS = ("r Red 4-4-3 0105", "m Red 2-2-6 0104 mobile=yes", "b Blue 1-1-1 0501")


def keys(request: object) -> list[str]:
    """Return the keys of a choice."""
    assert isinstance(request, Choice)
    return [option.key for option in request.options]


@pytest.mark.cases("FM8", "4.1/2", "5.0", "5.1", "5.1/2", "5.2", "5.2/2", "5.2/9")
@pytest.mark.cases("FM7", "4.1/2", "5.0", "5.1", "5.1/2", "5.2", "5.2/1", "5.2/7")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_units_move_one_at_a_time_and_once(ruleset: str) -> None:
    situation = on(*UNITS, ruleset=ruleset)
    done, script = played(partial(movement_phase, situation), "r", "0103", "m", "0102", END)
    after = done.outcome
    assert isinstance(after, Situation)
    where = {piece.unit: after.board.label(piece.at) for piece in after.pieces}
    assert where == {"r": "0103", "m": "0102", "b": "0501"}
    assert after.moved == {"r", "m"}
    assert keys(script.asked[0]) == [END, "m", "r"]
    assert keys(script.asked[2]) == [END, "m"]
    last = script.asked[4]
    assert isinstance(last, Choice)
    assert keys(last) == [END]
    with pytest.raises(Refused, match="has moved"):
        last.option("r")
    told = [ruling.sentence for ruling in done.told]
    assert told[0] == "r moves 0105, 0104, 0103, for 2 of 3 points."


@pytest.mark.cases("FM8", "4.1/2")
def test_nobody_has_to_move_and_who_stays_is_not_asked_again() -> None:
    situation = on(*UNITS)
    assert played(partial(movement_phase, situation), END)[0].outcome == situation
    done, script = played(partial(movement_phase, situation), "r", STAY, END)
    assert done.outcome == situation
    assert keys(script.asked[2]) == [END, "m"]


@pytest.mark.cases("FM8", "4.1/3", "4.1/7", "5.5", "5.5/1", "5.5/2", "5.5/3")
@pytest.mark.cases("FM7", "4.1/3", "4.1/7", "5.5", "5.5/1", "5.4/4", "5.4/5", "5.5/2")
@pytest.mark.parametrize("ruleset", SYSTEMS)
def test_in_the_mobile_phase_only_mobile_units_that_did_not_move_may(ruleset: str) -> None:
    units = (*UNITS, "n Red 2-2-6 0205 mobile=yes", "a Red 2-2-6 0204 mobile=yes")
    situation = evolve(on(*units, ruleset=ruleset), moved=frozenset("n"), spent=frozenset("a"))
    assert [each.unit for each in eligible(MovementPhase(situation, mobile=True))] == ["m"]
    rules = situation.ruleset
    numbers = {"r": "5.5/2", "n": "5.5/1", "a": "5.2/9", "b": "5.2"}
    for name, number in numbers.items():
        ruling = may_move(situation, name, mobile=True)
        assert not ruling.allowed
        assert ruling.cases == (rules.case(number),)
    assert may_move(situation, "m", mobile=True).cases == (rules.case("5.5"),)
    steps = partial(movement_phase, situation, mobile=True)
    done, script = played(steps, "m", "0103", END)
    assert keys(script.asked[0]) == [END, "m"]
    assert done.outcome.moved == {"m", "n"}


@pytest.mark.cases("GAZA", "10.3/1")
def test_gaza_has_no_mobile_phase() -> None:
    situation = gaza()
    assert not ruleset_named("gaza_1917").mobile_phases
    ruling = may_move(situation, "BR-1LH", mobile=True)
    assert [str(case) for case in ruling.cases] == ["GAZA 10.3/1"]
    steps = partial(movement_phase, situation, mobile=True)
    assert keys(played(steps, END)[1].asked[0]) == [END]


@pytest.mark.cases("FM8", "5.2", "5.2/1")
@pytest.mark.cases("FM7", "5.2", "5.2/1")
def test_who_may_not_move_and_what_no_script_can_do() -> None:
    situation = on(*UNITS, "z Red 1-1-0 0205")
    assert not may_move(situation, "z").allowed
    assert "z" not in {each.unit for each in eligible(MovementPhase(situation))}
    after = moved(situation, "r", at(situation, "0303"))
    assert after.piece("r").at == at(after, "0303")
    for name, end in (("r", "0501"), ("r", "0401"), ("b", "0401")):
        with pytest.raises(Refused):
            moved(situation, name, at(situation, end))
    with pytest.raises(Refused):
        moved(after, "r", at(after, "0304"))


@pytest.mark.cases("FM8", "4.1/2")
@pytest.mark.cases("GAZA", "11.3/4")
def test_a_unit_that_waits_comes_on_in_the_phase() -> None:
    units = ("c Central_Powers 3-4-3", "d Central_Powers 3-4-3 0501", "b British 4-4-3 0103")
    situation = on(*units, ruleset="gaza_1917")
    situation = evolve(situation, waiting=(Waiting("c", "reinforcements"),))
    edge = [at(situation, "0105"), at(situation, "0101")]
    steps = partial(movement_phase, situation, entries={"c": edge})
    done, script = played(steps, "c", "0205", END)
    after = done.outcome
    assert after.piece("c").at == at(situation, "0205")
    assert after.waiting == ()
    assert after.moved == {"c"}
    assert keys(script.asked[0]) == [END, "d", "c"]
    held = played(steps, "c", STAY, END)[0].outcome
    assert held.waiting == situation.waiting


def test_a_game_may_change_more_after_a_move() -> None:
    def mark(situation: Situation, unit: str, path: tuple[Hex, ...]) -> Situation:
        return evolve(situation, sites=frozenset(path), spent=situation.spent | {unit})

    situation = on(*UNITS)
    rules = situation.ruleset.replace(after_move=mark)
    situation = evolve(situation, ruleset=rules)
    after = played(partial(movement_phase, situation), "r", "0103", END)[0].outcome
    assert labels(after, after.sites) == ["0103", "0104", "0105"]
    assert after.spent == {"r"}


def walk(situation: Situation, seed: int) -> tuple[Situation, int]:
    """Move every unit somewhere at random; return the end and how many moved."""

    def choose(choice: Choice) -> str:
        able = [key for key in keys(choice) if key not in {END, STAY}]
        return random.choice(able) if able else keys(choice)[0]

    random = Random(seed)
    done = play(partial(movement_phase, situation), Chance(random, choose))
    again = replay(partial(movement_phase, situation), done.journal)
    assert again.outcome == done.outcome
    after = done.outcome
    assert isinstance(after, Situation)
    return after, len(after.moved)


@pytest.mark.parametrize("side", ["British", "Central Powers"])
@pytest.mark.parametrize("seed", range(4))
def test_random_moves_keep_every_limit(side: str, seed: int) -> None:
    situation = evolve(gaza("second_battle"), active=side)
    after, count = walk(situation, seed)
    assert count > 10
    assert {piece.unit for piece in after.pieces} == {piece.unit for piece in situation.pieces}
    assert after.of(after.inactive) == situation.of(situation.inactive)
    for place in {piece.at for piece in after.pieces}:
        here = after.at(place)
        assert len({after.unit(piece.unit).side for piece in here}) == 1
        terrain = " ".join(after.board.cell(place).terrain)
        assert after.ruleset.stacking(after, tuple(piece.unit for piece in here), terrain).allowed
        assert not set(after.board.cell(place).terrain) & after.ruleset.prohibited


def test_the_phase_goes_on_from_any_of_its_checkpoints() -> None:
    situation = on(*UNITS)
    steps: Steps = movement_phase(situation)
    first = next(steps)
    assert isinstance(first, Checkpoint)
    assert first.state == MovementPhase(situation)
    done, _ = played(partial(first.resume, first.state), "m", "0102", END)
    assert done.outcome.moved == {"m"}


def test_a_choice_carries_what_a_screen_or_a_bot_needs() -> None:
    situation = on(*UNITS)
    _, script = played(partial(movement_phase, situation), "m", "0102", END)
    phase, move = (request.position for request in script.asked[:2])
    assert isinstance(phase, MovementPhase)
    assert isinstance(move, Move)
    assert move.reach.ends
    assert move.rails == ()

"""The set-up of Gaza 1917 (11.1, 11.2, 11.4): drawn up, or free within each side's area."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from attrs import evolve

from tests.fire_and_movement.positions import BRITISH, CENTRAL_POWERS, Script, gaza
from wargame.core.drivers import play, replay
from wargame.core.errors import Refused
from wargame.core.procedure import Chance, Choice
from wargame.core.questions import ask
from wargame.core.run import Run
from wargame.fire_and_movement import questions_gaza  # noqa: F401 - registers its questions
from wargame.fire_and_movement.gaza_1917 import TRAIN
from wargame.fire_and_movement.gaza_setup import (
    FREE,
    READY,
    REST,
    area_of,
    empty,
    may_set_up,
    set_up,
)
from wargame.fire_and_movement.state import Situation


def ready() -> Situation:
    return gaza("second_battle")


def by_chance(seed: int) -> Situation:
    class Free(Chance):
        def choose(self, choice: Choice) -> str:
            keys = [option.key for option in choice.options if option.key not in {READY, REST}]
            return Random(f"{seed} {choice.purpose}").choice(keys)

    outcome = play(partial(set_up, empty(ready())), Free(Random(seed))).outcome
    assert isinstance(outcome, Situation)
    return outcome


@pytest.mark.cases("GAZA", "11.1/1")
def test_the_central_powers_deploy_first_and_then_the_british() -> None:
    script = Script(READY, READY)
    outcome = play(partial(set_up, empty(ready())), script).outcome
    assert [choice.who for choice in script.asked if isinstance(choice, Choice)] == [
        CENTRAL_POWERS,
        BRITISH,
    ]
    assert outcome == ready()


@pytest.mark.cases("GAZA", "11.2", "11.4", "11.4/1")
def test_the_areas_part_the_land_at_the_wadi() -> None:
    board = ready().board
    north, south = area_of(board, CENTRAL_POWERS), area_of(board, BRITISH)
    land = {at for at, cell in board.cells.items() if "sea" not in cell.terrain}
    assert not set(north) & set(south)
    assert set(north) | set(south) == land
    wadi = {at for at, cell in board.cells.items() if "wadi_el_ghuzze" in cell.features}
    assert wadi
    assert wadi <= set(south), "the British begin on the wadi or south of it"
    rails = {at for side in board.links["railroad"] for at in side.hexes}
    train = set(area_of(board, TRAIN))
    assert train
    assert train <= rails & set(south)
    assert board.hex("1821") not in train, "south of Deir el Belah, not in it"


@pytest.mark.cases("GAZA", "11.2", "11.4", "11.4/1", "16.1")
@pytest.mark.parametrize("seed", range(6))
def test_a_free_set_up_places_everybody_within_area_and_limit(seed: int) -> None:
    situation = by_chance(seed)
    assert {piece.unit for piece in situation.pieces} == {piece.unit for piece in ready().pieces}
    for piece in situation.pieces:
        others = tuple(each for each in situation.pieces if each.unit != piece.unit)
        alone = evolve(situation, pieces=others)
        assert may_set_up(alone, piece.unit, piece.at).allowed
        assert piece.face == 0


@pytest.mark.cases("GAZA", "11.2/1", "11.2/2", "11.2/3", "11.2/4", "11.2/5", "11.2/6")
def test_the_formations_that_are_set_up() -> None:
    situation = by_chance(1)
    counted: dict[str, int] = {}
    for piece in situation.of(CENTRAL_POWERS):
        formation = situation.unit(piece.unit).formation
        counted[formation] = counted.get(formation, 0) + 1
    assert counted == {
        "3rd Division": 5,
        "16th Division": 3,
        "27th Division": 2,
        "53rd Division (Ottoman)": 2,
        "Reserve (Central Powers)": 5,
        "Asia Corps": 2,
    }
    assert len(situation.of(BRITISH)) == 29


@pytest.mark.cases("GAZA", "11.2", "11.4", "11.4/1")
@pytest.mark.parametrize(
    ("unit", "at", "case"),
    [
        ("CP-31", "1418", "GAZA 11.2"),
        ("CP-31", "1616", "GAZA 11.2"),
        ("BR-155", "1316", "GAZA 11.4"),
        ("BR-TRAIN", "1821", "GAZA 11.4/1"),
        ("BR-TRAIN", "1518", "GAZA 11.4/1"),
        ("BR-TRAIN", "1819", "GAZA 11.4/1"),
        ("BR-155", "0130", "GAZA 11.4"),
    ],
)
def test_a_hex_outside_the_area_is_refused_with_the_case(unit: str, at: str, case: str) -> None:
    ruling = ask("fm.gaza_set_up", {"unit": unit, "cell": at}, evolve(ready(), pieces=()))
    assert not ruling.allowed
    assert case in map(str, ruling.cases)
    assert at in ruling.sentence


@pytest.mark.cases("GAZA", "16.1", "16.1/3", "16.1/4")
def test_the_stacking_limit_holds_in_the_set_up() -> None:
    situation = ready()
    board = situation.board
    beside = may_set_up(situation, "CP-32", board.hex("0914"))
    assert not beside.allowed, "two regiments"
    assert "GAZA 16.1" in map(str, beside.cases)
    assert may_set_up(situation, "CP-2J", board.hex("0914")).allowed
    assert not may_set_up(situation, "BR-156", board.hex("1616")).allowed
    assert may_set_up(situation, "BR-LC", board.hex("1419")).allowed


def test_the_rest_as_drawn_up_is_offered_while_it_fits() -> None:
    run = Run(partial(set_up, empty(ready())))
    run.answer(FREE)
    request = run.request
    assert isinstance(request, Choice)
    assert request.options[0].key == REST
    first = ready().of(CENTRAL_POWERS)[0].unit
    assert ready().unit(first).name in request.purpose
    # a regiment in the way of a regiment: the rest fits no longer, and is not offered
    run.answer("0914")
    assert isinstance(run.request, Choice)
    assert REST not in [option.key for option in run.request.options]
    with pytest.raises(Refused):
        run.answer(REST)
    run.undo()
    run.answer(REST)
    assert isinstance(run.request, Choice)
    assert run.request.who == BRITISH


def test_undone_and_replayed_a_set_up_is_the_same() -> None:
    played = play(partial(set_up, empty(ready())), Chance(Random(5)))
    again = replay(partial(set_up, empty(ready())), played.journal)
    assert again.outcome == played.outcome
    run = Run(partial(set_up, empty(ready())), played.journal)
    run.go_to(0)
    for entry in played.journal:
        run.answer(entry.answer)
    assert run.outcome == played.outcome

"""Setting up Lebanon '82 in 1982, 2006 and 1976: what may stand where, and the draw."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from attrs import evolve

from tests.fire_and_movement.lebanon import (
    ARAB,
    IN_1976,
    IN_1982,
    IN_2006,
    ISRAELI,
    PLO,
    SCENARIOS,
    SYRIAN,
    lebanon,
)
from wargame.core.drivers import play, replay
from wargame.core.errors import Refused, RequestError
from wargame.core.procedure import Chance, Choice
from wargame.core.questions import ask
from wargame.core.run import Run
from wargame.fire_and_movement import lebanon_setup, questions_lebanon  # noqa: F401
from wargame.fire_and_movement.lebanon_places import (
    PALESTINIANS,
    Slot,
    area_of,
    slots_1976,
    slots_1982,
    slots_2006,
)
from wargame.fire_and_movement.lebanon_setup import (
    FREE,
    READY,
    SettingUp,
    check_set_up,
    lonely,
    may_begin,
    open_cells,
)
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.units import Piece

SLOTS = dict(zip(SCENARIOS, (slots_1982, slots_2006, slots_1976), strict=True))


def begun(scenario: str) -> SettingUp:
    ready = lebanon(scenario)
    return lebanon_setup.empty(ready, SLOTS[scenario](ready))


def unit_by_unit(choice: Choice, random: Random) -> str:
    keys = [option.key for option in choice.options]
    return FREE if FREE in keys else random.choice(keys)


def check(situation: Situation, scenario: str = IN_1982) -> tuple[bool, str]:
    ruling = check_set_up(situation, SLOTS[scenario](situation))
    return ruling.allowed, ruling.sentence


def put(situation: Situation, name: str, label: str) -> Situation:
    """Return a position with a unit put elsewhere."""
    others = tuple(piece for piece in situation.pieces if piece.unit != name)
    return evolve(situation, pieces=(*others, Piece(name, situation.board.hex(label))))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_ready_made_set_ups_keep_the_rules(scenario: str) -> None:
    assert check(lebanon(scenario), scenario) == (True, check(lebanon(scenario), scenario)[1])
    assert ask("fm.set_up_kept", {"scenario": f"lebanon_82/{scenario}"}).value is True


@pytest.mark.cases("LEB82", "10.3", "10.4", "10.5", "20.1", "20.2", "25.1", "25.2")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("seed", range(5))
def test_any_set_up_by_chance_is_legal_and_replays(scenario: str, seed: int) -> None:
    random = Random(seed)
    policy = partial(unit_by_unit, random=random)
    game = partial(lebanon_setup.set_up, begun(scenario))
    played = play(game, Chance(random, policy))
    assert check(played.outcome, scenario)[0], check(played.outcome, scenario)[1]
    assert replay(game, played.journal).outcome == played.outcome
    assert {piece.face for piece in played.outcome.pieces} == {0}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_ready_on_both_sides_gives_the_set_up_as_drawn_up(scenario: str) -> None:
    run = Run(partial(lebanon_setup.set_up, begun(scenario)))
    run.answer(READY)
    run.answer(READY)
    assert run.outcome == lebanon(scenario)


@pytest.mark.cases("LEB82", "10.5/1", "10.5/2", "10.5/3", "10.5/4", "10.5/5", "10.5/6", "10.5/7")
@pytest.mark.cases("LEB82", "10.5/8", "10.5/9", "10.5/10", "10.5/11")
def test_twenty_plo_units_drawn_at_random() -> None:
    slots = [slot for slot in SLOTS[IN_1982](lebanon())[ARAB] if slot.draw == PALESTINIANS]
    assert len(slots) == 20
    for slot in slots:
        assert area_of(lebanon().board, slot.area)
    missing = evolve(lebanon(), pieces=lebanon().pieces[1:])
    assert not check(missing)[0]
    # Damour is one hex: its unit nowhere else
    assert not check(put(lebanon(), "PLO-19", "1318"))[0]


@pytest.mark.cases("LEB82", "10.4/1")
def test_at_least_ten_commando_battalions_round_zahle() -> None:
    away = put(put(lebanon(), "SY-C09", "1409"), "SY-C10", "1410")
    allowed, why = check(away)
    assert not allowed
    assert "10 at least" in why
    allowed, why = check(put(lebanon(), "SY-47", "1511"))
    assert not allowed
    allowed, why = check(put(lebanon(), "SY-91", "2509"))
    assert not allowed
    assert "any site" in why


@pytest.mark.cases("LEB82", "10.4/1")
def test_a_third_commando_battalion_is_refused_away_from_zahle() -> None:
    state = begun(IN_1982)
    pieces = (
        Piece("SY-C01", lebanon().board.hex("1410")),
        Piece("SY-C02", lebanon().board.hex("1411")),
    )
    state = evolve(state, situation=evolve(state.situation, pieces=pieces))
    slot = next(slot for slot in slots_1982(lebanon())[ARAB] if slot.unit == "SY-C03")
    there = lebanon().board.hex("1510")
    assert "LEB82 10.4/1" in map(str, may_begin(state, slot, "SY-C03", there).cases)
    assert all(
        cell.distance(lebanon().board.hex("0908")) <= 2
        for cell in open_cells(state, slot, "SY-C03")
    )


@pytest.mark.cases("LEB82", "10.3", "10.3/1", "10.3/2")
def test_divisions_in_their_sectors_and_880_together_in_one() -> None:
    assert not check(put(lebanon(), "IS-91-A1", "3914"))[0]
    assert not check(put(lebanon(), "IS-880-R", "3219"))[0]
    units = [slot.unit for slot in slots_1982(lebanon())[ISRAELI]]
    assert not {"IS-96-1", "IS-96-2"} & set(units)


@pytest.mark.cases("LEB82", "10.3/2")
def test_880_chooses_a_sector_but_not_the_91st() -> None:
    slots = tuple(slot for slot in slots_1982(lebanon())[ISRAELI] if slot.unit.startswith("IS-880"))
    state = SettingUp(evolve(lebanon(), pieces=()), lebanon(), ((ISRAELI, slots),), asked=True)
    run = Run(partial(lebanon_setup.set_up, state))
    with pytest.raises(Refused, match="91st"):
        run.answer("91")
    run.answer("252")
    assert run.request is not None
    for _ in slots:
        assert isinstance(run.request, Choice)
        run.answer(run.request.options[0].key)
    cells = {piece.at for piece in run.outcome.pieces}
    assert cells <= set(area_of(lebanon().board, "all sector:252"))


@pytest.mark.cases("LEB82", "20.1", "20.1/1", "20.1/2")
def test_2006_each_unit_next_to_one_of_its_division_and_not_on_the_golan() -> None:
    situation = lebanon(IN_2006)
    assert not lonely(situation, "36th Division")
    allowed, why = check(put(situation, "IS-36-A1", "3926"), IN_2006)
    assert not allowed
    assert "1st armoured brigade, 36th" in why
    assert not check(put(situation, "IS-252-I", "3009"), IN_2006)[0]


@pytest.mark.cases("LEB82", "20.2", "20.2/1", "20.2/2", "20.2/3", "20.2/4", "20.2/5", "20.2/6")
@pytest.mark.cases("LEB82", "20.2/7", "20.2/8", "20.2/9", "20.2/10", "20.2/11", "20.2/12")
def test_2006_fourteen_plo_units_two_where_they_like() -> None:
    situation = lebanon(IN_2006)
    assert len(situation.of(ARAB)) == 14
    assert check(put(situation, "PLO-20", "2517"), IN_2006)[0] is False
    assert check(put(situation, "PLO-20", "3321"), IN_2006)[0]


@pytest.mark.cases("LEB82", "25.1", "25.2")
def test_1976_syrians_on_the_edges_and_the_plo_in_the_cities() -> None:
    situation = lebanon(IN_1976)
    assert (len(situation.of(PLO)), len(situation.of(SYRIAN))) == (7, 4)
    assert not check(put(situation, "SY-47", "1002"), IN_1976)[0]
    assert check(put(situation, "SY-47", "3901"), IN_1976)[0]
    assert not check(put(situation, "PLO-09", "1719"), IN_1976)[0]
    third = evolve(
        situation, pieces=(*situation.pieces, Piece("SY-C01", situation.board.hex("0501")))
    )
    allowed, why = check(third, IN_1976)
    assert not allowed
    assert "commando battalion" in why


def test_mistakes_are_named() -> None:
    with pytest.raises(RequestError, match="area"):
        area_of(lebanon().board, "somewhere")
    with pytest.raises(RequestError, match="scenario"):
        ask("fm.set_up_kept", {"scenario": "gaza_1917/second_battle"})
    slot = Slot(ARAB, "Damour", "hex 1219", ("LEB82 10.5/6",), draw=PALESTINIANS)
    state = begun(IN_1982)
    here = lebanon().board.hex("1219")
    taken = evolve(state, situation=evolve(state.situation, pieces=(Piece("PLO-01", here),)))
    assert "taken" in may_begin(taken, slot, "PLO-02", here).sentence
    elsewhere = lebanon().board.hex("1319")
    assert not may_begin(state, slot, "PLO-02", elsewhere).allowed

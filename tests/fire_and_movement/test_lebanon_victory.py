"""Pressure, victory and their like: Lebanon 18, 19, 23, 24, 27."""

from __future__ import annotations

from functools import partial

import pytest
from attrs import evolve

from tests.fire_and_movement.lebanon import (
    ARAB,
    IN_1976,
    IN_2006,
    ISRAELI,
    PLO,
    SYRIAN,
    lebanon,
    standing,
)
from tests.fire_and_movement.positions import played
from wargame.core.errors import RequestError
from wargame.core.questions import ask
from wargame.fire_and_movement import (
    lebanon_1976,
    lebanon_2006,
    lebanon_victory,
    questions_lebanon,  # noqa: F401 - registers its questions
)
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.lebanon_control import (
    BEIRUT,
    credited,
    having,
    holder,
    holders,
    stock_taken,
)
from wargame.fire_and_movement.lebanon_game import PLAN, PLAN_OF_THREE, begun, plan_for
from wargame.fire_and_movement.lebanon_victory import Standings, between_arabs
from wargame.fire_and_movement.movement import moved
from wargame.fire_and_movement.situation_text import situation_from_text, situation_to_text
from wargame.fire_and_movement.state import Fallen, Situation

UNITS = {ISRAELI: "IS-91-A1", SYRIAN: "SY-47", PLO: "PLO-01"}


def after(*losses: str, turn: int = 1, scenario: str = "peace_for_galilee") -> Situation:
    """Return a scenario after losses written as ``Israeli depleted`` or ``PLO eliminated``."""
    situation, tally = lebanon(scenario), []
    for loss in losses:
        who, what = loss.split()
        side = situation.unit(UNITS[who]).side
        by = situation.other(side)
        tally.append(Fallen(turn, UNITS[who], side, by, what == "eliminated"))
    return evolve(situation, tally=tuple(sorted(tally)), turn=turn)


# ---- 18: pressure


@pytest.mark.cases("LEB82", "18.0", "18.0/1", "18.0/2", "18.0/3", "18.0/4", "18.0/x1", "18.0/x2")
@pytest.mark.parametrize(("losses", "last"), [
    ((), 30),
    (("Israeli depleted",), 29),
    (("Israeli depleted", "Israeli eliminated"), 27),
    (("Israeli depleted", "Israeli eliminated", *("Syrian eliminated",) * 3), 30),
    (("Syrian eliminated",), 30),
    (("Israeli eliminated", "Syrian depleted"), 29),
    (("PLO depleted", "PLO eliminated"), 30),
])  # fmt: skip
def test_losses_move_the_last_turn(losses: tuple[str, ...], last: int) -> None:
    ruling = lebanon_victory.last_turn(after(*losses))
    assert ruling.value == last


def test_a_unit_counts_for_depletion_and_elimination_unless_read_otherwise() -> None:
    situation = after("Israeli depleted", "Israeli eliminated")
    rules = situation.ruleset.replace(pressure_twice=False)
    once = evolve(situation, ruleset=rules)
    assert lebanon_victory.last_turn(situation).value == 27
    assert lebanon_victory.last_turn(once).value == 28


@pytest.mark.cases("LEB82", "18.0/5", "19.1/8")
@pytest.mark.parametrize(("turn", "over", "last"), [
    (27, False, False), (28, False, True), (29, True, True),
])  # fmt: skip
def test_play_stops_at_once_when_the_last_turn_has_passed(
    turn: int, *, over: bool, last: bool
) -> None:
    situation = after("Israeli eliminated", turn=turn)
    assert PLAN.over(situation) is over
    assert PLAN.stops(situation) is over
    assert PLAN.ends_with(situation) is last


# ---- 19: victory


@pytest.mark.cases("LEB82", "19.0", "19.0/1", "11.1/1")
def test_israel_wins_when_no_arab_unit_is_left_and_the_arabs_when_one_is() -> None:
    won = PLAN.won(standing("IS-91-A1 3719"))
    assert won is not None
    assert won.value == ISRAELI
    for unit in ("PLO-01 0719 1", "SY-47 0908 1"):
        situation = standing("IS-91-A1 3719", unit)
        assert PLAN.won(situation) is None
        assert PLAN.verdict(situation).value == "Arabs"
    assert PLAN.verdict(standing("IS-91-A1 3719")).value == ISRAELI


@pytest.mark.cases("LEB82", "19.1/1", "19.1/2", "19.1/3", "19.1/4", "19.1/5")
@pytest.mark.parametrize(("now", "who"), [
    (Standings(4, 4, 3), PLO), (Standings(4, 2, 3), PLO), (Standings(2, 2, 3), SYRIAN),
    (Standings(3, 3, 3, 2, 1), PLO), (Standings(3, 3, 3, 1, 2), SYRIAN),
    (Standings(3, 3, 3, 1, 1), SYRIAN), (Standings(2, 4, 3, 1, 0), PLO),
])  # fmt: skip
def test_three_players(now: Standings, who: str) -> None:
    assert between_arabs(now).value == who


@pytest.mark.cases("LEB82", "19.1", "19.1/5")
def test_the_standings_of_a_position() -> None:
    situation = begun(standing("IS-91-A1 0717", "PLO-01 0719", "SY-47 0908")).situation
    now = lebanon_victory.standings(situation)
    assert now == Standings(5, 5, 6)
    assert PLAN_OF_THREE.verdict(situation).value == SYRIAN
    assert PLAN_OF_THREE.verdict(standing("IS-91-A1 0717")).value == ISRAELI


@pytest.mark.cases("LEB82", "27.0", "19.1/1")
def test_a_hex_is_held_by_who_entered_it_last() -> None:
    situation = standing("IS-91-A1 0816", "PLO-01 0719")
    board = situation.board
    through, end = board.hex("0717"), board.hex("0618")
    assert holder(situation, through) == PLO
    there = moved(situation, "IS-91-A1", end)
    there = evolve(there, moved=frozenset())
    held = {board.label(cell) for cell, _ in there.held}
    assert "0618" in held
    assert holder(there, end) == ISRAELI
    gone = moved(there, "IS-91-A1", board.hex("0816"))
    assert holder(gone, end) == ISRAELI
    assert holders(gone, BEIRUT, ISRAELI).value == len(held)
    text = situation_to_text(gone, "lebanon_82/peace_for_galilee")
    assert situation_from_text(text) == evolve(gone, ready=situation_from_text(text).ready)


@pytest.mark.cases("LEB82", "19.1/6", "19.1/7")
@pytest.mark.parametrize(("attackers", "who"), [
    (("PLO-07",), PLO), (("SY-47",), SYRIAN), (("PLO-07", "SY-47"), SYRIAN),
])  # fmt: skip
def test_an_elimination_is_credited_to_who_inflicted_it(
    attackers: tuple[str, ...], who: str
) -> None:
    situation = standing(
        "PLO-07 1008", "SY-47 1007", "IS-91-A1 0907 1", active=ARAB
    )  # fmt: skip
    attack = Attack(situation, situation.board.hex("0907"), attackers)
    fallen = Fallen(1, "IS-91-A1", ISRAELI, ARAB, eliminated=True)
    now = credited(evolve(situation, tally=(fallen,)), attack)
    assert [each.by for each in now.tally] == [who]
    defended = evolve(attack, situation=evolve(situation, active=ISRAELI))
    defended = evolve(defended, target=situation.board.hex("1008"), attackers=("IS-91-A1",))
    now = credited(evolve(situation, tally=(fallen,)), defended)
    assert [each.by for each in now.tally] == [PLO]
    text = situation_to_text(now, "lebanon_82/peace_for_galilee")
    assert situation_from_text(text).tally == now.tally


# ---- 23, 24: 2006


@pytest.mark.cases("LEB82", "23.0", "23.0/1", "23.0/2")
def test_every_elimination_shortens_the_scenario_of_2006() -> None:
    losses = ("Israeli eliminated", "PLO eliminated", "Israeli depleted")
    situation = evolve(lebanon(IN_2006), tally=after(*losses).tally)
    assert lebanon_2006.last_turn(situation).value == 28
    for turn, over in ((28, False), (29, True)):
        assert lebanon_2006.is_over(evolve(situation, turn=turn)) is over
    assert lebanon_2006.is_last(evolve(situation, turn=28))


@pytest.mark.cases("LEB82", "24.0", "24.0/1", "24.0/2", "24.0/3", "24.0/4")
def test_both_dice_and_what_is_added_to_them() -> None:
    situation = standing(
        "IS-36-A1 3418", "IS-36-A2 3224 1", "IS-36-A3 3719", "PLO-02 2925", scenario=IN_2006
    )
    tally = after("PLO eliminated", "Israeli eliminated", "Israeli depleted").tally
    more = Fallen(2, "IS-36-A2", ISRAELI, ARAB, eliminated=False)
    situation = evolve(situation, tally=(*tally, more))
    assert [each.value for each in lebanon_2006.modifiers(situation)] == [3, 5]
    for dice, who in (((6, 3), ISRAELI), ((5, 3), "draw"), ((1, 1), PLO)):
        result, _ = played(partial(lebanon_2006.dice_off, situation), *dice)
        assert result.outcome.value == who


@pytest.mark.cases("LEB82", "24.0")
def test_2006_is_over_when_one_side_is_gone() -> None:
    assert lebanon_2006.is_over(standing("IS-36-A1 3418", scenario=IN_2006))
    assert lebanon_2006.is_over(standing("PLO-01 3418", scenario=IN_2006))


@pytest.mark.cases("LEB82", "20.3", "20.4", "21.0", "22.0")
def test_2006_no_syrians_no_sites_no_arrivals_and_twelve_israeli_markers() -> None:
    game = lebanon_2006.opening()
    situation = game.situation
    assert game.first == ISRAELI
    assert not situation.sites
    assert {situation.unit(piece.unit).nationality for piece in situation.pieces} == {ISRAELI, PLO}
    assert {each.box for each in situation.waiting} == {"set aside"}
    pool = situation.markers(ISRAELI, pool=True)
    assert len(pool) == 12
    result, _ = played(partial(game.plan.support, situation))
    assert len(result.outcome.markers(ISRAELI, pool=True)) == 7
    later, _ = played(partial(game.plan.support, evolve(situation, turn=6)))
    assert len(later.outcome.markers(ISRAELI, pool=True)) == 12


# ---- 27: 1976


@pytest.mark.cases("LEB82", "27.0", "27.0/1", "27.0/2")
def test_syria_wins_by_capture_or_by_elimination_and_the_plo_otherwise() -> None:
    situation = standing("SY-47 1801", "PLO-01 0719", scenario=IN_1976)
    plan = lebanon_1976.PLAN
    assert plan.won(situation) is None
    assert plan.verdict(situation).value == PLO
    board = situation.board
    cities = (*having(board, BEIRUT), board.hex("1820"))
    held = frozenset((cell, SYRIAN) for cell in cities)
    assert plan.won(evolve(situation, held=held)) is None  # the PLO stands in 0719
    apart = standing("SY-47 1801", "PLO-01 0818", scenario=IN_1976)
    won = plan.won(evolve(apart, held=held))
    assert won is not None
    assert won.value == SYRIAN
    alone = plan.won(standing("SY-47 1801", scenario=IN_1976))
    assert alone is not None
    assert alone.value == SYRIAN
    nobody = standing(scenario=IN_1976)
    assert plan.won(nobody) is None
    assert plan.over(nobody)
    assert plan.verdict(nobody).value == PLO


@pytest.mark.cases("LEB82", "26.0", "25.1", "13.0")
def test_1976_one_syrian_marker_in_every_turn_and_no_sites() -> None:
    game = lebanon_1976.opening()
    assert game.first == SYRIAN
    assert not game.situation.sites
    for turn in (1, 2):
        result, _ = played(partial(game.plan.support, evolve(game.situation, turn=turn)))
        markers = result.outcome.markers(SYRIAN, pool=True)
        assert [marker.value for marker in markers] == [4]


def test_mistakes_are_named() -> None:
    with pytest.raises(RequestError, match="0 to 99"):
        ask("fm.last_turn", {"israeli_depleted": 100})
    with pytest.raises(RequestError, match="side"):
        ask("fm.die_of_victory", {"side": "Syrian"})
    with pytest.raises(RequestError, match="code"):
        ask("fm.spared", {"unit": "PLO-01", "code": "X"}, scene=standing("PLO-01 0719"))


@pytest.mark.cases("LEB82", "27.0")
def test_who_stands_in_a_city_after_a_combat_is_booked_as_its_holder() -> None:
    situation = standing("IS-91-A1 0717", "PLO-01 0719")
    assert not situation.held
    booked = stock_taken(situation)
    assert booked.held == {(situation.board.hex("0717"), ISRAELI)}
    assert stock_taken(booked) is booked


def test_two_or_three_players() -> None:
    with pytest.raises(RequestError, match="2 or 3"):
        plan_for(4)

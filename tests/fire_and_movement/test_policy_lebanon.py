"""The plain players of Lebanon '82: they beat chance, keep aircraft from missiles, and spare units.

How often each wins in twenty games is shown by ``python -m tests.benchmarks.policies 20 1982 2006
1976``.
"""

from __future__ import annotations

from functools import cache, partial
from random import Random

import pytest
from attrs import evolve

from tests.fire_and_movement.contests import BATTLES, LEBANON, Contest, contest, pairings
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
from tests.fire_and_movement.positions import BLUE, RED, position
from wargame.core.drivers import play
from wargame.core.procedure import Chance, Choice, Option
from wargame.fire_and_movement import lebanon_game
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.bombardment_phase import END
from wargame.fire_and_movement.landing import AT_SEA
from wargame.fire_and_movement.plan import Plan
from wargame.fire_and_movement.policy import about, plays
from wargame.fire_and_movement.policy_fights import attacks_planned, gain
from wargame.fire_and_movement.policy_fire import danger, next_bombardment, support
from wargame.fire_and_movement.policy_moves import orders
from wargame.fire_and_movement.results import RETREAT
from wargame.fire_and_movement.sams import FIRE, HOLD
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.support_fire import PASS, PLACE
from wargame.fire_and_movement.turn import Ended, Game, play_game

SITE = "0908"


@cache
def held(battle: str, pairing: str) -> Contest:
    return contest(LEBANON[battle], pairings(LEBANON[battle])[pairing], 1)


def ask(situation: Situation, who: str, purpose: str, *keys: str) -> str:
    """Return the answer to a question."""
    options = tuple(Option(key, key) for key in keys)
    return plays(Choice(who, purpose, options, position=situation))


def around(label: str) -> list[str]:
    """Return the numbers of the hexes round one in Lebanon."""
    board = lebanon().board
    return [board.label(at) for at in board.hex(label).neighbours()]


# ---- whole games


@pytest.mark.cases("LEB82", "19.0", "24.0", "27.0")
@pytest.mark.parametrize("battle", LEBANON)
def test_the_first_player_beats_chance(battle: str) -> None:
    """Chance wins neither 1982 nor 1976 as he, against nobody."""
    assert held(battle, "policy v chance").winner == LEBANON[battle].sides[0]


@pytest.mark.cases("LEB82", "19.0/1", "24.0", "27.0/2")
@pytest.mark.parametrize("battle", LEBANON)
def test_the_second_player_beats_chance(battle: str) -> None:
    """Chance loses 2006 as he, also against chance."""
    assert held(battle, "chance v policy").winner == LEBANON[battle].sides[1]


@pytest.mark.parametrize("battle", LEBANON)
def test_a_game_between_them_ends_with_a_verdict(battle: str) -> None:
    both = held(battle, "policy v policy")
    assert both.winner in {*LEBANON[battle].sides, ""}
    assert both.turn >= held(battle, "policy v chance").turn


@pytest.mark.parametrize("battle", BATTLES)
def test_each_player_says_what_it_does(battle: str) -> None:
    situation = BATTLES[battle].opening().situation
    said = {about(situation, side) for side in situation.sides}
    assert len(said) == 2
    assert all(each.endswith(".") for each in said)


def test_a_game_without_goals_of_its_own_is_about_the_enemy() -> None:
    """Any game of the system can be played against them: they go for each other."""
    start = position(
        f"r1 {RED} 6-4-4 0303", f"r2 {RED} 6-4-4 0404", f"b1 {BLUE} 2-1-4 0505", ruleset="system_v7"
    )
    assert orders(start).goals["r1"] == frozenset(start.piece("b1").at.neighbours()) & {
        *start.board.cells
    }
    game = Game(start, Plan("a test", 2))
    ended = play(partial(play_game, game), Chance(Random(1), plays)).outcome
    assert isinstance(ended, Ended)
    assert ended.situation.steps(BLUE) < start.steps(BLUE)


# ---- attacks and fire


@pytest.mark.cases("FM7", "8.2")
@pytest.mark.parametrize("side", [ISRAELI, ARAB])
def test_planned_attacks_are_legal_and_gain(side: str) -> None:
    one, two, three, *_ = around("2311")
    situation = standing(
        f"IS-36-A1 {one}", f"IS-36-A2 {two}", f"SY-47 {three}", "PLO-01 2311", active=side
    )
    planned = attacks_planned(situation)
    assert bool(planned) == (side == ISRAELI)
    for each in planned:
        attack = Attack(situation, each.target, each.names).require_legal()
        assert each.gain > 0
        assert gain(attack) <= each.gain


@pytest.mark.cases("LEB82", "12.0")
def test_a_bastion_is_worth_less_to_attack() -> None:
    """Nothing but De touches the PLO there, and an exchange costs the attacker alone."""
    gains = []
    for label in ("2616", "2311"):
        one, two, *_ = around(label)
        situation = standing(f"IS-36-A1 {one}", f"IS-36-A2 {two}", f"PLO-01 {label}")
        target = situation.board.hex(label)
        gains.append(gain(Attack(situation, target, ("IS-36-A1", "IS-36-A2"))))
    assert gains[0] < gains[1]


@pytest.mark.cases("LEB82", "13.0", "13.1")
def test_aircraft_stay_out_of_missiles_where_other_targets_are_open() -> None:
    situation = standing("IS-36-A1 3718", "SY-C01 0909", "SY-C02 3008")
    situation = evolve(situation, sites=frozenset({situation.board.hex(SITE)}))
    covered, open_to = map(situation.board.hex, ("0909", "3008"))
    assert danger(situation, ISRAELI, covered) > 0
    assert danger(situation, ISRAELI, open_to) == 0
    assert danger(situation, ARAB, covered) == 0
    assert next_bombardment(situation, (END, "0909", "3008")) == "3008"
    spent = evolve(situation, fired=situation.sites)
    assert danger(spent, ISRAELI, covered) == 0
    assert ask(situation, ARAB, "Arab: the site in 0908 against aircraft", HOLD, FIRE) == FIRE


@pytest.mark.cases("FM7", "8.1")
def test_nothing_is_bombarded_that_markers_are_not_to_spare_for() -> None:
    situation = standing("IS-36-A1 3718", "SY-C02 3008")
    pool = sorted(marker.id for marker in situation.markers(ISRAELI, pool=True))
    few = evolve(situation, ready=frozenset(pool[:3]))
    assert next_bombardment(situation, (END, "3008")) == "3008"
    assert next_bombardment(few, (END, "3008")) == END


@pytest.mark.cases("FM7", "8.2.1/2")
@pytest.mark.cases("LEB82", "14.0")
def test_a_marker_is_laid_where_it_changes_the_odds() -> None:
    """Past the last column of the table another marker does nothing."""
    places = around("2311")
    situation = standing(f"IS-36-A1 {places[0]}", "SY-47 2311", "PLO-01 3008")
    close = Attack(situation, situation.board.hex("2311"), ("IS-36-A1",))
    assert support(close, ISRAELI, 1, (PASS, PLACE)) == PLACE
    assert support(close, ARAB, 1, (PASS, f"{PLACE}:PLO", f"{PLACE}:Syrian")).endswith("Syrian")
    names = ("IS-36-A1", "IS-36-A2", "IS-36-A3")
    there = (f"{name} {at}" for name, at in zip(names, places, strict=False))
    strong = standing("SY-C01 2311", *there)
    sure = Attack(strong, strong.board.hex("2311"), names)
    assert support(sure, ISRAELI, 1, (PASS, PLACE)) == PASS
    assert support(sure, ISRAELI, 1, (PASS,)) == PASS


# ---- losses, retreats, landings


@pytest.mark.cases("LEB82", "24.0/4")
def test_who_counts_units_depletes_two_before_he_loses_one() -> None:
    situation = standing("IS-36-A1 3718", "IS-36-A2 3719 1", "PLO-01 3720", scenario=IN_2006)
    purpose = "Israeli: which unit loses a step"
    assert ask(situation, ISRAELI, purpose, "IS-36-A1", "IS-36-A2") == "IS-36-A1"


@pytest.mark.cases("FM7", "8.3", "8.4")
def test_it_stands_where_it_cannot_fall_back() -> None:
    keys = (RETREAT, "stand:SY-47")
    free = standing("SY-47 2010", "IS-36-A1 2110")
    assert ask(free, ARAB, "Arab: retreat or stand", *keys) == RETREAT
    names = ("IS-36-A1", "IS-36-A2", "IS-36-A3", "IS-36-M", "IS-36-I", "IS-90-A1")
    ring = (f"{name} {at}" for name, at in zip(names, around("2010"), strict=True))
    shut = standing("SY-47 2010", *ring)
    assert ask(shut, ARAB, "Arab: retreat or stand", *keys) == keys[1]


@pytest.mark.cases("LEB82", "11.2", "11.3")
def test_it_lands_beside_an_enemy_and_not_on_him() -> None:
    situation = lebanon_game.begun(standing("PLO-01 1820", "IS-36-A1 3718")).situation
    coast = ("1819", "1820", "1920", "2925")
    answer = ask(situation, ISRAELI, "8-7-7 brigade: where it lands", AT_SEA, *coast)
    assert answer in {"1819", "1920"}
    nobody = evolve(situation, pieces=situation.of(ISRAELI))
    assert ask(nobody, ISRAELI, "8-7-7 brigade: where it lands", AT_SEA, *coast) == AT_SEA


# ---- orders


@pytest.mark.cases("LEB82", "27.0")
def test_in_1976_the_plo_holds_the_cities_and_syria_goes_for_them() -> None:
    situation = lebanon(IN_1976)
    plo = orders(evolve(situation, active=PLO))
    assert plo.hold == {piece.unit for piece in situation.of(PLO)}
    syria = orders(evolve(situation, active=SYRIAN))
    assert not syria.hold
    assert all(syria.goals.values())


@pytest.mark.cases("LEB82", "18.0", "19.0/1")
def test_in_1982_the_arabs_get_out_of_the_way() -> None:
    """A brigade about to be beaten goes away; who is not threatened stays, or is in a bastion."""
    situation = standing(
        "SY-47 2010", "SY-82 0505", "PLO-01 2616", "IS-36-A1 2110", "IS-36-A2 2111", active=ARAB
    )
    given = orders(situation)
    assert "SY-47" in given.goals
    assert given.hold == {"SY-82", "PLO-01"}
    enemies = [piece.at for piece in situation.of(ISRAELI)]
    assert all(at.distance(each) > 2 for at in given.goals["SY-47"] for each in enemies)


@pytest.mark.cases("LEB82", "23.0", "24.0/1")
def test_in_2006_israel_is_in_the_towns_at_the_end() -> None:
    situation = standing("IS-36-A1 3518", "IS-36-A2 3519", "PLO-01 2614", scenario=IN_2006)
    given = orders(situation)
    assert given.hold == {"IS-36-A1"}
    assert len(given.goals["IS-36-A2"]) == 1
    assert "town" in situation.board.cell(*given.goals["IS-36-A2"]).terrain

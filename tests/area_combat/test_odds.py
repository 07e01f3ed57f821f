"""The odds of battles: against every branch of the battle as it is played, and against others."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import sqrt
from random import Random

import icepool
import pytest

from tests.area_combat.odds_cases import CASES, ITALIANS, Case, battle, lost_units, lost_value
from wargame.area_combat.battle import WHO, Army, Battle, Ground
from wargame.area_combat.fight import fight
from wargame.area_combat.forces import read_force
from wargame.area_combat.nations import nation_named
from wargame.area_combat.odds import BattleOdds, Method, battle_odds
from wargame.area_combat.plans import FIGHT_ON, Plan
from wargame.area_combat.policy import policy
from wargame.area_combat.rows import thrown
from wargame.area_combat.ruleset import READINGS
from wargame.area_combat.units import UnitTable, UnitType
from wargame.core.drivers import odds, play
from wargame.core.errors import RequestError
from wargame.core.procedure import Chance

pytestmark = pytest.mark.cases("AA", "AA-1")


def _exact(case: Case) -> BattleOdds:
    return battle_odds(case.battle, case.attacker, case.defender, method="exact")


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_exact_odds_are_those_of_every_branch_of_the_fight(case: Case) -> None:
    played = odds(lambda: fight(case.battle), policy(case.attacker, case.defender))
    found = _exact(case)
    chances = played.distribution(lambda result: result.ended)
    assert {ended: found.chance(ended) for ended in chances} == chances
    assert found.mean_rounds == played.expected(lambda result: result.rounds)
    for who in WHO:
        assert found.value_lost(who) == played.expected(partial(lost_value, who))
        for name, mean in found.lost(who).items():
            assert mean == played.expected(partial(lost_units, who, name))


def test_those_who_go_back_aboard_take_berths() -> None:
    """They become light infantry there; the odds count them as what they were."""
    rules = READINGS.replace(landings="converted")
    landed = Ground(landing="sea", aboard=2)
    fought = battle("1 inf, 1 arm", "1 inf", nations=ITALIANS, ground=landed, rules=rules)
    plan = Plan(break_off=2)
    played = odds(lambda: fight(fought), policy(plan, FIGHT_ON))
    found = battle_odds(fought, plan, method="exact")
    chances = played.distribution(lambda result: result.ended)
    assert {ended: found.chance(ended) for ended in chances} == chances
    assert sum(found.lost("attacker").values()) == played.expected(
        lambda result: len(result.battle.attacker.lost)
    )


def test_one_against_one_by_hand() -> None:
    """Each round: 1/6 hits (and 1/3 of those are answered), 1/6 retreats, else the defender rolls.

    A defender that is not hit kills on 1/3 and retreats on 1/6.
    """
    found = battle_odds(battle("1 inf", "1 inf"))
    assert found.method == "exact"
    goes_on = Fraction(2, 3) * Fraction(1, 2)
    assert found.win == (Fraction(1, 6) * Fraction(2, 3) + Fraction(2, 3) / 6) / (1 - goes_on)
    assert found.draw == Fraction(1, 6) * Fraction(1, 3) / (1 - goes_on)
    assert found.win + found.loss + found.draw == 1
    assert found.mean_rounds == 1 / (1 - goes_on)


@pytest.mark.parametrize("method", ["exact", "bounded", "simulated"])
def test_battles_without_end_are_told(method: Method) -> None:
    """Only one side can hit, and only with what may be lost to chance: the rest stands for ever."""
    guard = UnitType("guard", "guard", "guards", "infantry", 0, 0, 1, 1, steady=True)
    scout = UnitType("scout", "scout", "scouts", "infantry", 1, 0, 1, 1)
    units = UnitTable((guard, scout))
    army = Army(nation_named("germany"), read_force("1 guard, 1 scout", units))
    held = Army(nation_named("germany"), read_force("1 guard", units))
    fought = Battle(army, held, units=units)
    found = battle_odds(fought, method=method, runs=200)
    assert float(found.endless) == pytest.approx(1 / 2, abs=0.2 if method == "simulated" else 1e-6)
    assert float(found.win + found.endless) == pytest.approx(1, abs=1e-6)
    assert found.bound < 1e-6
    assert sum(each.chance for each in found.ends if each.ended == "endless") == found.endless


@pytest.mark.parametrize("hits_on", range(7))
def test_hits_of_a_pool_agree_with_icepool(hits_on: int) -> None:
    theirs = 5 @ (icepool.d6 <= hits_on)
    ours = {hits: Fraction(ways, 6**5) for hits, _, ways in thrown(((5, hits_on, 0),), 5)}
    assert ours == {int(hits): theirs.probability(hits) for hits in theirs if theirs.quantity(hits)}


def test_hits_and_retreats_of_mixed_pools_agree_with_icepool() -> None:
    die = icepool.d6.map(lambda face: 10 if face <= 3 else int(face >= 5))
    other = icepool.d6.map(lambda face: 10 if face <= 1 else 0)
    theirs = 2 @ die + 3 @ other
    ours = {10 * h + r: Fraction(ways, 6**6) for h, r, ways in thrown(((2, 3, 5), (3, 1, 0)), 6)}
    assert ours == {total: theirs.probability(total) for total in theirs}


@pytest.mark.parametrize("name", ["artillery", "raid", "called", "cornered"])
def test_the_bounded_chances_are_no_further_off_than_they_say(name: str) -> None:
    case = CASES[name]
    exact = _exact(case)
    found = battle_odds(case.battle, case.attacker, case.defender, method="bounded")
    assert 0 < found.bound < 1e-6
    for end in exact.ends:
        (same,) = (
            each
            for each in found.ends
            if (each.ended, each.attacker, each.defender) == (end.ended, end.attacker, end.defender)
        )
        assert same.chance <= end.chance <= same.chance + found.bound


def test_simulated_battles_agree_with_the_odds() -> None:
    fought = battle("3 inf, 1 art, 1 arm, 1 ftr", "3 inf, 1 arm, 1 ftr")
    exact = battle_odds(fought, method="bounded")
    found = battle_odds(fought, method="simulated", runs=3_000, seed=1)
    assert abs(float(found.win) - float(exact.win)) < 4 * found.error
    assert "simulated" not in exact.sentence
    assert "fought by chance" in found.sentence
    for name, mean in exact.lost("attacker").items():
        assert found.lost("attacker")[name] == pytest.approx(mean, abs=0.1)


def test_the_fight_as_played_agrees_with_the_odds() -> None:
    fought, runs, random = battle("3 inf, 1 art, 1 arm", "3 inf, 1 arm"), 300, Random(4)
    decide = policy(FIGHT_ON, FIGHT_ON)
    won = sum(
        play(lambda: fight(fought), Chance(random, decide)).outcome.ended == "taken"
        for _ in range(runs)
    )
    chance = float(battle_odds(fought).win)
    assert abs(won / runs - chance) < 4 * sqrt(chance * (1 - chance) / runs)


def test_too_many_states_are_simulated_and_said_so() -> None:
    found = battle_odds(battle("30 inf, 9 arm, 9 ftr", "30 inf, 9 arm, 9 ftr"), runs=20)
    assert found.method == "simulated"
    assert "more than the limit" in found.sentence
    assert found.error > 0
    assert found.win + found.loss + found.draw == pytest.approx(1)


def test_unknown_words_get_a_sentence() -> None:
    fought = battle("1 inf", "1 inf")
    with pytest.raises(RequestError, match="armor"):
        battle_odds(fought, Plan(losses=("armr",)))
    with pytest.raises(RequestError, match="exact"):
        battle_odds(fought, method="exat")  # type: ignore[arg-type]
    with pytest.raises(RequestError, match="0 to"):
        Plan(break_off=-1)
    with pytest.raises(RequestError, match="twice"):
        Plan(losses=("armor", "armor"))

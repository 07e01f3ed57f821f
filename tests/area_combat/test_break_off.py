"""When to break off: every round is weighed, and losses are kept apart where that is asked."""

from __future__ import annotations

from functools import partial

import pytest

from tests.area_combat.odds_cases import CASES, battle, lost_value
from wargame.area_combat.battle import WHO
from wargame.area_combat.break_off import NEVER, Swing, TakeWithin, break_off_search
from wargame.area_combat.fight import fight
from wargame.area_combat.odds import battle_odds
from wargame.area_combat.plans import Plan
from wargame.area_combat.policy import policy
from wargame.core.drivers import odds
from wargame.core.errors import RequestError

pytestmark = pytest.mark.cases("AA", "AA-1.24")


@pytest.mark.parametrize("name", ["all break", "called", "guns", "envelopment", "home"])
def test_losses_kept_apart_are_those_of_every_branch(name: str) -> None:
    case = CASES[name]
    played = odds(lambda: fight(case.battle), policy(case.attacker, case.defender))
    found = battle_odds(case.battle, case.attacker, case.defender, method="exact", losses=True)
    for who in WHO:
        theirs = played.distribution(partial(lost_value, who))
        assert found.losses(who) == dict(sorted(theirs.items()))
    within = played.chance(
        lambda result: result.ended == "taken" and not result.battle.attacker.lost
    )
    assert found.taken_within(0) == within


def test_a_strong_attacker_fights_on_and_a_weak_one_breaks_off() -> None:
    strong = break_off_search(battle("4 inf", "1 inf"), Swing(territory=10), rounds=3)
    assert strong.best == NEVER
    assert "fight on" in strong.sentence
    weak = break_off_search(battle("2 inf, 1 art", "3 inf, 1 arm"), Swing(), rounds=3)
    assert weak.best == 1
    assert "after round 1" in weak.sentence
    assert set(weak.worth) == {0, 1, 2, 3}
    assert weak.worth[1] == max(weak.worth.values())


def test_each_round_is_worth_what_the_odds_say() -> None:
    fought = battle("2 inf, 1 art", "2 inf")
    found = break_off_search(fought, TakeWithin(3), rounds=2)
    for number, worth in found.worth.items():
        again = battle_odds(fought, Plan(break_off=number), losses=True)
        assert worth == again.taken_within(3)
    assert found.odds.taken_within(3) == found.worth[found.best]
    assert "3 IP" in found.sentence


def test_what_cannot_be_asked_gets_a_sentence() -> None:
    fought = battle("1 inf", "1 inf")
    with pytest.raises(RequestError, match="losses=True"):
        battle_odds(fought).losses("attacker")
    with pytest.raises(RequestError, match="1 to 50"):
        break_off_search(fought, Swing(), rounds=0)

"""Exact odds of small battles against a count by hand of every face of every die."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.area_combat.battles import battle
from tests.area_combat.by_hand import Fate, Side, Terms, ends
from wargame.area_combat.fight import Result, fight
from wargame.area_combat.forces import Force
from wargame.core.drivers import odds

if TYPE_CHECKING:
    from wargame.core.procedure import Choice, Policy

SMALL = [
    ("1 infantry", "1 infantry", Terms(rounds=4)),
    ("2 infantry", "1 infantry", Terms(rounds=3)),
    ("1 infantry, 1 artillery", "2 infantry", Terms(rounds=2)),
    ("1 artillery, 1 armor", "1 infantry, 1 artillery", Terms(rounds=2)),
    ("2 armor", "1 infantry, 1 artillery", Terms(rounds=2)),
    ("2 infantry, 1 armor", "1 infantry, 1 armor", Terms(rounds=2)),
    ("1 infantry, 1 fighter", "1 infantry, 1 fighter", Terms(rounds=2)),
    ("1 infantry, 1 fighter", "2 infantry", Terms(defender=7, guns=True, rounds=2)),
    ("2 armor, 1 fighter", "2 infantry", Terms(support=True, rounds=2)),
    ("2 armor", "1 infantry, 1 fighter", Terms(defender=7, rounds=2)),
]


def policy(terms: Terms) -> Policy:
    """Return decisions that break off after a round, and support armor or not."""

    def decide(choice: Choice) -> str:
        if choice.purpose == "retreat" and choice.who == "attacker":
            return "all" if choice.position.round + 1 >= terms.rounds else "stay"
        if choice.purpose == "support armor":
            return "all" if terms.support else "none"
        return choice.options[0].key

    return decide


def side(force: Force) -> Side:
    """Return the units of a force one by one."""
    return tuple(name for name, number in force for _ in range(number))


def fate(result: Result) -> tuple[str, Fate]:
    """Return how a battle ended, and what became of everybody."""
    one, other = result.battle.attacker, result.battle.defender
    return result.ended, (side(one.engaged), side(other.engaged), side(one.lost), side(other.lost))


@pytest.mark.cases("AA", "AA-1", "AA-1.1", "AA-1.8", "AA-1.10", "AA-1.14", "AA-1.19")
@pytest.mark.parametrize(("attacker", "defender", "terms"), SMALL)
def test_exact_odds_agree_with_a_count_of_every_face(
    attacker: str, defender: str, terms: Terms
) -> None:
    works = ("city",) if terms.guns or terms.defender > 6 else ()
    rules = battle("inf", "inf").rules
    if works and not terms.guns:
        rules = rules.replace(guns=())
    start = battle(attacker, defender, rules=rules, works=works)
    counted = odds(partial(fight, start), policy(terms)).distribution(fate)
    by_hand = ends(side(start.engaged("attacker")), side(start.engaged("defender")), terms)
    assert counted == by_hand
    assert sum(counted.values()) == Fraction(1)

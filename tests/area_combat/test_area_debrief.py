"""A battle and a campaign turn looked back on: hits, averages, losses and decisions."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.area_combat.battles import battle
from tests.looking_back import luck_of_a_die
from wargame.area_combat.campaign import campaign_turn
from wargame.area_combat.debrief import campaign, debrief
from wargame.area_combat.fight import fight
from wargame.area_combat.odds import battle_odds
from wargame.area_combat.theatre import load_theatre
from wargame.core.drivers import Entry, play
from wargame.core.errors import DataError
from wargame.core.procedure import Chance, first_option

if TYPE_CHECKING:
    from wargame.core.debrief import Debrief
    from wargame.core.drivers import Journal

FIELD = battle("4 inf, 1 art, 1 armor, 2 fighters", "3 inf, 1 art, 1 fighter")


@cache
def played() -> Journal:
    return play(partial(fight, FIELD), Chance(Random(5), first_option)).journal


def looked(journal: Journal) -> Debrief[Any]:
    return debrief(FIELD, journal)


@cache
def found() -> Debrief[Any]:
    return looked(played())


def test_each_round_tells_what_it_cost() -> None:
    ended = play(partial(fight, FIELD), Chance(Random(5), first_option)).outcome
    assert [each.turn for each in found().turns] == list(range(1, ended.rounds + 1))
    for side, army in zip(found().sides, (ended.battle.attacker, ended.battle.defender),
                          strict=True):  # fmt: skip
        assert found().lost(side) == len(army.lost)
    assert found().verdict is not None
    assert "rounds" in found().verdict.sentence  # type: ignore[union-attr]


def test_a_hit_that_finds_nobody_costs_nothing() -> None:
    for side in found().sides:
        assert found().by_dice(side) >= found().lost(side)


def test_the_dice_took_what_hit() -> None:
    hits = sum(throw.outcome in {"hit", "destroyed", "lost"} for throw in found().throws)
    assert sum(found().by_dice(side) for side in found().sides) == hits


def test_over_all_faces_of_a_die_its_luck_adds_up_to_nought() -> None:
    for throw in found().throws[:6]:
        assert luck_of_a_die(looked, partial(fight, FIELD), played(), throw.line) == {0}


def test_the_luck_of_guns_that_fire_twice_is_nought_on_average() -> None:
    walled = battle("1 inf, 1 fighter", "1 inf", works=("city",))
    looks = partial(debrief, walled)
    first = [looks((Entry("guns: fighter", face),)).throws[0] for face in range(1, 7)]
    attacker = looks(()).sides[0]
    assert sum(each.luck(attacker) for each in first) == 0
    ones = Entry("guns: fighter", 1)
    again = [looks((ones, Entry("guns again: fighter", face))) for face in range(1, 7)]
    assert [each.throws[1].opens for each in again] == [False] * 6
    assert sum(each.throws[1].luck(attacker) for each in again) == 0
    assert [each.by_dice(attacker) for each in again] == [1, 0, 0, 0, 0, 0]
    assert {each.expected(attacker) for each in again} == {Fraction(1, 36)}


def test_the_odds_stand_beside_the_end() -> None:
    odds = battle_odds(FIELD)
    words = debrief(FIELD, played(), odds).words
    assert f"{float(odds.win):.1%}" in words[0]
    assert found().words == ()


def test_a_reason_makes_a_decision_count() -> None:
    line = next(at for at, each in enumerate(played()) if each.who)
    plain = played()[line]
    why = Entry(plain.ask, plain.answer, plain.who, "To save the guns.")
    told = looked((*played()[:line], why, *played()[line + 1 :])).decisions
    assert [each.line for each in told if each.reason == "To save the guns."] == [line]
    assert all(each.reason == "" for each in found().decisions)


def test_a_battle_under_way_has_no_verdict() -> None:
    assert looked(played()[:5]).verdict is None
    assert looked(()).turns[0].lost == dict.fromkeys(found().sides, 0)


def test_a_journal_that_does_not_fit_is_refused_with_its_line() -> None:
    with pytest.raises(DataError, match="journal line 3"):
        looked((*played()[:2], Entry("something else", 3)))
    with pytest.raises(DataError, match="the end of the journal"):
        looked((*played(), played()[0]))


@pytest.mark.parametrize("seed", range(3))
def test_a_turn_of_a_campaign_is_looked_back_on(seed: int) -> None:
    theatre = load_theatre()
    done = play(lambda: campaign_turn(theatre, "germany"), Chance(Random(seed)))
    told = campaign(theatre, "germany", done.journal)
    count = sum(len(force) for _, whose, force in theatre.placed if whose == "germany")
    left = sum(len(force) for _, whose, force in done.outcome.placed if whose == "germany")
    assert told.lost("Germany") == count - left
    assert told.sides == ("Germany", "Its enemies")
    for side in told.sides:
        assert told.by_dice(side) >= told.lost(side)
    assert told.verdict is not None
    assert campaign(theatre, "germany", done.journal[:3]).verdict is None

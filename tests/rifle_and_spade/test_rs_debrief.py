"""A game of Rifle and Spade looked back on: losses, the luck of its dice, and what was decided."""

from __future__ import annotations

from functools import cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from tests.looking_back import every_way, luck_of_a_die, mean_luck
from tests.rifle_and_spade.assault_positions import HERE, OPEN, assaulted, attacker, defender
from tests.rifle_and_spade.fire_positions import any_shot
from wargame.core.drivers import Entry, odds
from wargame.core.errors import DataError
from wargame.core.procedure import Choice, Roll, first_option
from wargame.core.run import Run
from wargame.rifle_and_spade import assault
from wargame.rifle_and_spade.clearing import GO_ON, clearing_sedd_el_bahr
from wargame.rifle_and_spade.debrief import debrief
from wargame.rifle_and_spade.fire import resolve
from wargame.rifle_and_spade.fire_chances import fire_chances
from wargame.rifle_and_spade.fire_points import strength
from wargame.rifle_and_spade.fire_table import fire_results
from wargame.rifle_and_spade.policy import attack, defend
from wargame.rifle_and_spade.under_way import position

if TYPE_CHECKING:
    from wargame.core.debrief import Debrief
    from wargame.core.drivers import Journal

SIDES = ("Entente", "Ottoman")


@cache
def played() -> Journal:
    """Return a game of two plain players, a reason beside each end of a turn."""
    run = Run(clearing_sedd_el_bahr)
    while (request := run.request) is not None:
        if isinstance(request, Roll):
            run.answer(request.first + 7 * len(run.journal) % request.faces)
            continue
        player = attack if request.who == SIDES[0] else defend
        answer = player(request, request.position)
        run.answer(answer, "They are weak." if request.purpose.startswith("End of turn") else "")
    return run.journal


def looked(journal: Journal) -> Debrief[Any]:
    return debrief(clearing_sedd_el_bahr, journal, scenario="x", title="Clearing")


@cache
def found() -> Debrief[Any]:
    return looked(played())


def test_each_turn_tells_what_it_cost() -> None:
    assert [each.turn for each in found().turns] == list(range(12, 12 + len(found().turns)))
    assert found().turns[0].name == "Turn 12 (6 am to 8 am)"
    before, after = (Run(clearing_sedd_el_bahr, each) for each in ((), played()))
    for side in SIDES:
        there = sum(piece.steps for piece in position(before).of(side))
        left = sum(piece.steps for piece in position(after).of(side))
        assert found().lost(side) == there - left
        assert found().lost(side) == sum(each.lost[side] for each in found().turns)


def test_what_the_dice_took_is_what_was_lost_where_nothing_else_cost_a_step() -> None:
    for side in SIDES:
        assert found().lost(side) > 0
        assert found().by_dice(side) == found().lost(side)
        assert found().luck(side) == found().by_dice(side) - found().expected(side)


def test_a_die_that_goes_on_begins_with_what_the_one_before_left_open() -> None:
    throws, matched = found().throws, 0
    for one, other in pairwise(throws):
        if one.purpose.startswith("Fire at") and other.purpose.startswith("Fraction"):
            assert other.expected == one.cost
            assert (one.opens, other.opens) == (True, False)
            matched += 1
    assert matched


def test_over_all_faces_of_a_die_its_luck_adds_up_to_nought() -> None:
    kinds: dict[str, int] = {}
    for throw in found().throws:
        kinds.setdefault(throw.purpose.partition(" ")[0], throw.line)
    assert set(kinds) >= {"Fire", "Fraction", "Assault", "Morale"}
    for line in kinds.values():
        assert luck_of_a_die(looked, clearing_sedd_el_bahr, played(), line) == {0}


@pytest.mark.parametrize("seed", [1, 3, 8])
def test_the_luck_of_a_fire_is_nought_on_average(seed: int) -> None:
    shot = any_shot(seed)
    fire = partial(resolve, shot)
    assert mean_luck(lambda journal: debrief(fire, journal), fire) == dict.fromkeys(
        shot.situation.sides, 0
    )


def test_the_average_of_a_fire_is_that_of_its_chances() -> None:
    shot = next(
        each
        for each in map(any_shot, range(50))
        if fire_results(each.situation.shelf).start(strength(each).points) >= 0
    )
    fire, victim = partial(resolve, shot), shot.situation.other(shot.side)
    _, journal = next(iter(every_way(fire)))
    assert debrief(fire, journal).expected(victim) == fire_chances(shot).expected_steps


def test_the_luck_of_an_assault_round_is_nought_on_average() -> None:
    situation = assaulted([attacker("A", steps=1), defender("D", steps=1)], board=OPEN)
    marker = assault.marker_at(situation, situation.board.hex(HERE))
    fight = partial(assault.fight_round, situation, marker, 1)
    assert mean_luck(lambda journal: debrief(fight, journal), fight) == dict.fromkeys(
        situation.sides, 0
    )
    ends = odds(fight, first_option)
    _, journal = next(iter(every_way(fight)))
    told = debrief(fight, journal)
    for side in situation.sides:
        before = sum(piece.steps for piece in situation.of(side))
        left = ends.expected(lambda after, side=side: sum(p.steps for p in after.of(side)))
        assert told.expected(side) == before - left


def test_reasons_are_decisions_that_count() -> None:
    asked = [each.ask for each in found().decisions if each.reason == "They are weak."]
    assert asked
    assert all(each.startswith("End of turn") for each in asked)
    for each in found().decisions:
        assert played()[each.line].ask == each.ask
    bare = tuple(Entry(each.ask, each.answer, each.who) for each in played())
    assert not [each for each in looked(bare).decisions if each.ask.startswith("End of turn")]


def test_places_that_change_hands_are_told() -> None:
    told = " ".join(sentence for each in found().turns for sentence in each.told)
    assert "taken from the Ottoman by the Entente" in told


def test_a_game_under_way_has_no_verdict_and_a_finished_one_has() -> None:
    assert found().verdict is not None
    assert found().words
    part = looked(played()[:40])
    assert (part.verdict, part.words) == (None, ())
    assert looked(()).turns[0].throws == ()


def test_a_journal_that_does_not_fit_is_refused_with_its_line() -> None:
    line = next(at for at, each in enumerate(played()) if each.ask.startswith("End of turn"))
    damaged = (*played()[:line], Entry("something else", GO_ON, "Entente"))
    with pytest.raises(DataError, match=f"journal line {line + 1}"):
        looked(damaged)
    with pytest.raises(DataError, match="the end of the journal"):
        looked((*played(), played()[0]))


def test_a_decision_is_told_in_the_words_of_its_option() -> None:
    for each in found().decisions:
        run = Run(clearing_sedd_el_bahr, played()[: each.line])
        assert isinstance(run.request, Choice)
        assert run.request.option(played()[each.line].answer).label == each.answer

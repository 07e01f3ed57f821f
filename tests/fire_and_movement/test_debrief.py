"""A game looked back on: losses turn by turn, what the dice promised, who decided what."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.looking_back import luck_of_a_die
from wargame.core.drivers import Entry
from wargame.core.errors import DataError
from wargame.core.procedure import Choice
from wargame.core.run import Run
from wargame.fire_and_movement import lebanon_2006
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.combat import fight_odds
from wargame.fire_and_movement.debrief import Debrief, debrief, position, steps_gone
from wargame.fire_and_movement.gaza_1917 import BRITISH, CENTRAL_POWERS
from wargame.fire_and_movement.gaza_game import opening, second_battle
from wargame.fire_and_movement.gaza_victory import victory_hexes, victory_points
from wargame.fire_and_movement.policy import plays
from wargame.fire_and_movement.results import RETREAT

if TYPE_CHECKING:
    from wargame.core.drivers import Journal
    from wargame.core.procedure import Procedure
    from wargame.fire_and_movement.results import CombatOutcome
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.turn import Game


ORDER = (CENTRAL_POWERS, BRITISH)
"""Who deploys first."""


@cache
def start() -> Game:
    return opening()


def procedure() -> Procedure:
    return partial(second_battle, start())


def lost_by(side: str, outcome: CombatOutcome) -> int:
    return outcome.steps_lost(side)


def turn_of(run: Run) -> int:
    there = position(run.marks)
    assert there is not None
    return there.turn


@cache
def played(turns: int = 3, seed: int = 7) -> tuple[Journal, Situation]:
    """Return a game of two plain players to the end of a turn, or of the game, and its position."""
    run, random = Run(procedure()), Random(seed)
    while run.request is not None and turn_of(run) <= turns:
        answer = plays(run.request) if isinstance(run.request, Choice) else None
        run.answer(answer or random.randint(1, getattr(run.request, "faces", 1)))
    there = run.outcome.situation if run.finished else position(run.marks)
    assert there is not None
    return run.journal, there


@cache
def told(turns: int = 3) -> Debrief:
    return debrief(procedure(), played(turns)[0], victory_hexes(start().situation.board))


def test_the_turns_are_those_that_were_played() -> None:
    names = [each.name for each in told().turns]
    assert names == [
        "Turn 1 (Zero Hour)",
        "Turn 2 (Morning, 17 April)",
        "Turn 3 (Afternoon, 17 April)",
    ]


def test_a_turn_in_which_nobody_has_acted_is_not_told() -> None:
    assert played()[1].turn == 4
    assert [each.turn for each in told().turns] == [1, 2, 3]
    assert [each.turn for each in debrief(procedure(), ()).turns] == [1]


@pytest.mark.parametrize("side", [BRITISH, CENTRAL_POWERS])
def test_losses_are_what_is_missing_on_the_map(side: str) -> None:
    before, after = start().situation, played()[1]
    came = {each.id for each in before.waiting} - {each.id for each in after.waiting}
    fresh = sum(
        after.unit(name).faces[0].steps
        for name in came & after.roster.units.keys()
        if after.unit(name).side == side
    )
    assert told().lost(side) == before.steps(side) + fresh - after.steps(side)
    assert told().lost(side) > 0


def test_what_a_turn_loses_adds_up() -> None:
    for side in told().sides:
        assert told().luck(side) == sum(each.luck(side) for each in told().turns)
        assert told().by_dice(side) == sum(throw.cost[side] for throw in told().throws)


def test_a_battalion_is_its_regiment_two_steps_less() -> None:
    situation = start().situation
    regiment = situation.piece("CP-48")
    roster = situation.roster
    once = roster.after_loss(regiment)
    assert once is not None
    twice = roster.after_loss(once)
    assert twice is not None
    assert twice.unit != regiment.unit
    others = tuple(piece for piece in situation.pieces if piece is not regiment)
    weak = evolve(situation, pieces=(*others, twice))
    lost = steps_gone(weak, CENTRAL_POWERS) - steps_gone(situation, CENTRAL_POWERS)
    assert lost == 2


def test_the_average_of_a_combat_is_that_of_its_odds() -> None:
    run, random, found = Run(procedure()), Random(7), dict[int, Attack]()
    while run.request is not None and turn_of(run) <= 1:
        if isinstance(run.request, Choice):
            run.answer(plays(run.request))
            continue
        if isinstance(run.request.about, Attack):
            found[len(run.journal)] = run.request.about
        run.answer(random.randint(1, run.request.faces))
    thrown = {throw.line: throw for throw in debrief(procedure(), run.journal).throws}
    assert found
    for line, attack in found.items():
        odds = fight_odds(attack)
        for side in (BRITISH, CENTRAL_POWERS):
            assert thrown[line].expected[side] == odds.expected(partial(lost_by, side))


def test_a_bombardment_costs_the_one_it_falls_on() -> None:
    shelled = [throw for throw in told().throws if throw.purpose.startswith("Bombardment of")]
    assert shelled
    for throw in shelled:
        assert sum(map(bool, throw.expected.values())) == 1
        assert throw.cost == {side: Fraction(throw.cost[side] != 0) for side in throw.cost}


def test_favour_is_luck_turned_round() -> None:
    for throw in told().throws:
        assert throw.favour(BRITISH) == -throw.favour(CENTRAL_POWERS)
        assert throw.favour(BRITISH) == throw.luck(CENTRAL_POWERS) - throw.luck(BRITISH)
    greatest = [abs(throw.favour(BRITISH)) for throw in told().greatest(5)]
    assert greatest == sorted(greatest, reverse=True)


def test_prizes_are_booked_when_they_change_hands() -> None:
    held: set[object] = set()
    for each in told().turns:
        held = (held | set(each.taken)) - set(each.given_up)
        assert each.points == victory_points(each.situation).value
        for cell, _ in victory_hexes(each.situation.board):
            assert (cell in held) == bool(each.situation.at(cell, BRITISH))


def test_over_all_faces_of_a_die_its_luck_adds_up_to_nought() -> None:
    first = [each for each in told().throws if each.turn == 1]
    kinds = {each.purpose.partition(" ")[0]: each for each in first}
    assert set(kinds) == {"Combat", "Bombardment"}
    looked = partial(debrief, procedure())
    for throw in kinds.values():
        assert luck_of_a_die(looked, procedure(), played()[0], throw.line) == {0}


def test_a_turn_is_told_in_sentences() -> None:
    first = " ".join(told().turns[0].told)
    assert " attack" in first
    assert " bombardments: " in first
    assert told().turns[0].facts()["points"] == str(told().turns[0].points)
    assert debrief(procedure(), played()[0]).turns[0].facts() == {}


def test_a_reason_makes_a_decision_count() -> None:
    journal = played()[0]
    line = next(at for at, each in enumerate(journal) if each.who)
    why = evolve(journal[line], reason="To be seen.")
    found = debrief(procedure(), (*journal[:line], why, *journal[line + 1 :]))
    assert [each.line for each in found.decisions if each.reason] == [line]


def test_a_stand_and_a_charge_are_decisions_with_their_line() -> None:
    run, random = Run(procedure()), Random(3)
    while run.request is not None and turn_of(run) <= 3:
        request = run.request
        if not isinstance(request, Choice):
            run.answer(random.randint(1, request.faces))
            continue
        keys = [option.key for option in request.options]
        answer = plays(request)
        answer = keys[1] if RETREAT in keys else answer
        answer = "yes" if request.purpose.endswith(": charge") else answer
        run.answer(answer)
    decisions = debrief(procedure(), run.journal).decisions
    assert {each.ask.rpartition(": ")[2] for each in decisions} == {"charge", "retreat or stand"}
    for each in decisions:
        assert run.journal[each.line].ask == each.ask
        assert run.journal[each.line].who == each.who
        assert each.turn >= 1


def test_the_end_has_its_verdict() -> None:
    journal, _ = played(turns=10)
    whole = debrief(procedure(), journal)
    assert whole.verdict is not None
    assert told().verdict is None
    assert debrief(procedure(), journal[:-1]).verdict is None


def test_a_journal_that_does_not_fit_is_refused_with_its_line() -> None:
    journal = played()[0]
    damaged = (*journal[:9], Entry("something else", 3), *journal[10:])
    with pytest.raises(DataError, match="journal line 10"):
        debrief(procedure(), damaged)
    whole = played(turns=10)[0]
    with pytest.raises(DataError, match=f"journal line {len(whole) + 1}"):
        debrief(procedure(), (*whole, whole[-1]))


def test_a_game_still_being_set_up_has_no_turns() -> None:
    with pytest.raises(DataError, match="set-up"):
        debrief(second_battle, ())


def test_a_game_with_its_set_up_is_the_same_afterwards() -> None:
    ready = tuple(Entry(f"{side}: how it deploys", "ready", side) for side in ORDER)
    journal = played()[0]
    whole = debrief(second_battle, (*ready, *journal))
    assert [each.lost for each in whole.turns] == [each.lost for each in told().turns]


def test_lebanon_has_a_debrief_too() -> None:
    begun = partial(lebanon_2006.invasion_2006, lebanon_2006.opening())
    run, random = Run(begun), Random(1)
    while run.request is not None and len(run.journal) < 1500:
        request = run.request
        if isinstance(request, Choice):
            run.answer(random.choice(request.options).key)
        else:
            run.answer(random.randint(request.first, request.last))
    found = debrief(begun, run.journal)
    assert found.throws
    assert sum(found.lost(side) for side in found.sides) > 0
    assert [each.turn for each in found.turns] == list(range(1, len(found.turns) + 1))

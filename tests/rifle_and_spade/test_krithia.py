"""First Krithia as a game: setting up, orders before play, and random games to the verdict."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from wargame.core.drivers import Entry, Played, play, replay
from wargame.core.procedure import Chance, Checkpoint, Choice
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade import command_phase, krithia
from wargame.rifle_and_spade.clearing import SHIP, Ended
from wargame.rifle_and_spade.krithia_rules import ENTENTE, LADDER, OTTOMAN
from wargame.rifle_and_spade.state import Situation
from wargame.rifle_and_spade.turn import Game

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from wargame.core.procedure import Option, Step

SEEDS = range(10)
START = krithia.opening()


@cache
def game(seed: int) -> Played:
    return play(partial(krithia.before_play, START), Chance(Random(seed)))


def answered(
    procedure: Generator[Step, Any, Situation], pick: Callable[[Choice], Option]
) -> tuple[Situation, list[Choice]]:
    """Return the position after a procedure of choices, and the choices."""
    answer: Option | None = None
    asked: list[Choice] = []
    while True:
        try:
            step = procedure.send(answer)
        except StopIteration as ended:
            return ended.value, asked
        answer = None
        if isinstance(step, Choice):
            asked.append(step)
            answer = pick(step)
        else:
            assert isinstance(step, Ruling)


def steps(situation: Situation) -> Fraction:
    """Return the steps on the map, the ship left out."""
    return Fraction(sum(p.steps for p in situation.pieces if p.unit != SHIP))


@pytest.mark.cases("GB", "102.3", "102.3.4", "102.3.11", "102.3.12", "101.2.1")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_ends_with_a_verdict(seed: int) -> None:
    ended = game(seed).outcome
    assert isinstance(ended, Ended)
    assert ended.historical.value in LADDER
    assert ended.player.value
    assert 33 <= ended.situation.turn <= 39
    assert steps(ended.situation) <= steps(START.situation)
    names = [piece.unit for piece in ended.situation.pieces]
    assert len(set(names)) == len(names)


@pytest.mark.cases("GB", "102.3.4", "101.2.1")
def test_it_goes_on_whoever_is_left_for_the_pits_are_still_there_to_take() -> None:
    """GB 101.2.1: it ends with its last turn, or when both agree."""
    for side in (ENTENTE, OTTOMAN):
        gone = START.situation.without([piece.unit for piece in START.situation.of(side)])
        assert not START.plan.decided(gone)


def test_a_journal_replays_to_the_same_end() -> None:
    played = game(0)
    lines = [Entry.from_json(entry.to_json()) for entry in played.journal]
    again = replay(partial(krithia.before_play, START), lines)
    assert again.outcome == played.outcome
    assert [each.to_text() for each in again.told] == [each.to_text() for each in played.told]


@pytest.mark.cases("GB", "102.3.7", "102.3.1", "102.3.2")
def test_the_ottoman_guns_are_set_up_last_each_where_it_may() -> None:
    places = krithia.battery_places()
    after, asked = answered(krithia.set_up_guns(START.situation), lambda step: step.options[-1])
    assert [step.who for step in asked] == [OTTOMAN] * len(places)
    assert not any(step.barred for step in asked)
    first = asked[0].position
    assert isinstance(first, Situation)
    guns = {p.unit for p in START.situation.of(OTTOMAN) if START.situation.unit(p).artillery}
    assert guns == set(places)
    assert not any(first.on_map(name) for name in guns)
    assert len(first.of(ENTENTE)) == len(START.situation.of(ENTENTE)), "all of them stand"
    assert {name: after.piece(name).at for name in places} == {
        name: cells[-1] for name, cells in places.items()
    }


@pytest.mark.cases("GB", "102.3.9")
def test_the_entente_may_keep_the_plan_of_history() -> None:
    after, asked = answered(krithia.entente_orders(START.situation), lambda step: step.options[0])
    assert len(asked) == 5
    assert after == START.situation


@pytest.mark.cases("GB", "102.3.9")
def test_the_entente_may_write_objectives_of_its_own() -> None:
    """A brigade's own objectives change; the kind of its order does not."""
    chance = Random(5)

    def written(step: Choice) -> Option:
        own = [each for each in step.options if each.key == krithia.WRITE]
        return own[0] if own else chance.choice(list(step.options))

    after, _ = answered(krithia.entente_orders(START.situation), written)
    for command in after.commands:
        assert command.order.kind == START.situation.command(command.brigiment).order.kind
        ruling = krithia.order_ruling(after, command.brigiment, command.order)
        assert ruling.allowed, ruling.sentence


def test_a_game_may_begin_anywhere() -> None:
    for given in (START, START.situation):
        first = next(krithia.first_krithia(given))
        assert isinstance(first, Checkpoint)
    asked = next(krithia.first_krithia())
    assert isinstance(asked, Checkpoint)
    assert isinstance(START, Game)


def test_everybody_in_line_has_a_goal_and_a_route() -> None:
    begun = command_phase.closed(START.situation)  # as every turn does before its activations
    for command in begun.commands:
        assert command.order.goals
        for name, _ in command.order.goals:
            way = command.order.route(name)
            assert way is None or way[0] == START.situation.piece(name).at
    assert all(begun.command(n).order.routes for n in ("87", "88", "175", "1 RMA"))

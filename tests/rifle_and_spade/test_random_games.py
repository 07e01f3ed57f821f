"""Random legal games of Clearing Sedd el Bahr: no dead end, no exception, no step made or lost.

The same games serve all tests. A thousand of them were played once; the figure stands in the note
that closed the issue.
"""

from __future__ import annotations

from functools import cache, partial
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.rifle_and_spade.positions import all_steps
from wargame.core.drivers import Entry, Played, play, replay
from wargame.core.procedure import Chance, Checkpoint
from wargame.core.run import Run
from wargame.rifle_and_spade.clearing import Ended, clearing_sedd_el_bahr, opening
from wargame.rifle_and_spade.situation_text import situation_from_text, situation_to_text

if TYPE_CHECKING:
    from wargame.rifle_and_spade.state import Situation

GAMES = 50
SEEDS = range(GAMES)
SCENARIO = "gallipoli_1915/clearing_sedd_el_bahr"
HIDING_ROOM = 4


@cache
def game(seed: int) -> Played:
    return play(partial(clearing_sedd_el_bahr, opening()), Chance(Random(seed)))


@pytest.mark.cases("RS", "17.2.6", "18.4.2", "16.4.1", "3.2.1", "19.1.11")
@pytest.mark.cases("GB", "102.1", "102.1.4")
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_ends_with_a_verdict_and_every_step_is_accounted_for(seed: int) -> None:
    ended = game(seed).outcome
    assert isinstance(ended, Ended)
    assert ended.historical.value
    assert all_steps(ended.situation) == all_steps(opening().situation)
    names = [piece.unit for piece in ended.situation.pieces]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("seed", range(0, GAMES, 5))
def test_a_journal_replays_to_the_same_end_and_the_same_words(seed: int) -> None:
    played = game(seed)
    lines = [Entry.from_json(entry.to_json()) for entry in played.journal]
    again = replay(partial(clearing_sedd_el_bahr, opening()), lines)
    assert again.outcome == played.outcome
    assert [each.to_text() for each in again.told] == [each.to_text() for each in played.told]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_last_position_reads_back_from_its_text(seed: int) -> None:
    situation = game(seed).outcome.situation
    text = situation_to_text(situation, SCENARIO)
    assert situation_from_text(text) == situation


@pytest.mark.cases("RS", "3.7.10", "3.7.12", "14.1.10", "18.1.3")
@pytest.mark.parametrize("seed", SEEDS)
def test_between_the_steps_of_a_turn_nothing_is_left_half_done(seed: int) -> None:
    """No assault is left over, sides share a hex only in Us/Them, and there they hide."""
    for situation in positions(seed):
        both = {
            piece.at
            for piece in situation.pieces
            if len({situation.side(each) for each in situation.at(piece.at)}) > 1
        }
        assert both == situation.shared
        for at in situation.shared:
            for side in situation.sides:
                rifles = [p for p in situation.at(at, side) if situation.unit(p).rifle]
                assert sum(p.steps for p in rifles if not p.work) <= HIDING_ROOM


def positions(seed: int) -> list[Situation]:
    """Return the positions at the checkpoints of a game at which no assault waits."""
    run = Run(partial(clearing_sedd_el_bahr, opening()))
    for entry in game(seed).journal:
        run.answer(entry.answer)
    states = [mark.checkpoint for mark in run.marks]
    assert all(isinstance(each, Checkpoint) for each in states)
    situations = [each.state.situation for each in states]
    return [each for each in situations if not each.assaults]


@pytest.mark.parametrize("seed", range(0, GAMES, 10))
def test_undoing_leads_back_to_the_same_moment(seed: int) -> None:
    journal = game(seed).journal
    run = Run(partial(clearing_sedd_el_bahr, opening()))
    asked = []
    for entry in journal:
        asked.append(run.request)
        run.answer(entry.answer)
    for line in range(len(journal) - 1, -1, -7):
        run.go_to(line)
        assert run.request == asked[line]

"""The position in the middle of a game, and what a roll is for."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from wargame.core.errors import RequestError
from wargame.core.procedure import Choice, Roll, bands_of
from wargame.core.run import Run
from wargame.rifle_and_spade.clearing import Clearing, clearing_sedd_el_bahr
from wargame.rifle_and_spade.under_way import ended, explained, position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.procedure import Steps
    from wargame.rifle_and_spade.state import Situation

MOVING = re.compile(r"(?P<names>.+) at (?P<hex>\d+\.\d+): .* left")


def answered(seed: int) -> Iterator[Run]:
    """Yield a random game at each of its questions, and at its end."""
    random, run = Random(seed), Run(clearing_sedd_el_bahr)
    while (request := run.request) is not None:
        yield run
        if isinstance(request, Choice):
            run.answer(random.choice(request.options).key)
        else:
            run.answer(random.randint(request.first, request.last))
    yield run


@pytest.mark.parametrize("seed", range(8))
def test_whoever_moves_stands_where_the_question_says(seed: int) -> None:
    moved = set()
    for run in answered(seed):
        request = run.request
        found = MOVING.fullmatch(request.purpose) if isinstance(request, Choice) else None
        if found is not None:
            situation = position(run)
            for name in found["names"].split(", "):
                at = situation.board.label(situation.piece(name).at)
                assert at == found["hex"], (name, request)
                moved.add((name, at))
    assert len(moved) > 5


def standing(situation: Situation) -> list[object]:
    """Return who stands where; whoever is assaulted comes out of hiding without being asked."""
    return [(piece.unit, piece.at, piece.steps) for piece in situation.pieces]


def test_at_a_checkpoint_it_is_the_one_of_the_checkpoint() -> None:
    for run in answered(1):
        mark = run.marks[-1]
        state = mark.checkpoint.state
        assert isinstance(state, Clearing)
        if mark.at == len(run.journal) and not run.finished:
            assert standing(position(run)) == standing(state.situation)


def test_a_finished_game_has_its_last_position_and_its_victories() -> None:
    *_, run = answered(2)
    found = ended(run)
    assert found is not None
    assert position(run) is found.situation
    assert found.historical.value


def test_a_roll_is_explained_by_what_is_settled_of_it() -> None:
    told: dict[str, str] = {}
    for seed in range(6):
        for run in answered(seed):
            found = explained(run)
            if found is not None:
                assert isinstance(run.request, Roll)
                told.setdefault(run.request.purpose.split(" ")[0], found.label)
            elif isinstance(run.request, Choice):
                assert ended(run) is None
    assert told["Fire"].startswith("Fire at")
    assert told["Morale"].startswith("Morale")
    assert told["Assault"].startswith("Assault")


def test_a_procedure_without_a_position_is_refused() -> None:
    def plain() -> Steps:
        yield Roll("plain", 6, bands_of("000011"))

    with pytest.raises(RequestError, match="a game of Rifle and Spade"):
        position(Run(plain))

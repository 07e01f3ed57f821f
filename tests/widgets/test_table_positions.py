"""Every die and every decision of a whole game says in which position it is asked."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from wargame.core.procedure import Roll
from wargame.core.run import Run
from widgets.explorers.table_plan import GAMES, SET_UP, position

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.procedure import Request
    from wargame.core.ruling import Ruling

NAMES = [name for name in GAMES if not name.endswith(SET_UP)]


def answer(request: Request, random: Random) -> int | str:
    if isinstance(request, Roll):
        return random.randint(request.first, request.last)
    return random.choice(request.options).key


def lost(told: Iterable[Ruling]) -> int:
    """Return how many steps were told to be lost."""
    values = [each.value for each in told if each.label.startswith("Loss of")]
    return sum(each for each in values if isinstance(each, int))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", NAMES)
def test_a_question_carries_the_position_that_all_that_was_told_has_led_to(
    name: str, seed: int
) -> None:
    """Whatever was told lost is off the map already, and nothing that follows takes it back."""
    game, random = GAMES[name], Random(seed)
    run = Run(lambda: game.play(game.start()))
    before, steps, heard = None, 0, 0
    while (request := run.request) is not None:
        assert request.position is not None, request.purpose
        now = position(run)
        there = sum(now.steps(side) for side in now.sides)
        if before is not None:
            assert set(before.tally) <= set(now.tally), request.purpose
            assert before.gone <= now.gone, request.purpose
            assert before.turn <= now.turn, request.purpose
            same = before.waiting == now.waiting  # nobody came onto the map or left it alive
            assert not same or there + lost(run.told[heard:]) == steps, request.purpose
        before, steps, heard = now, there, len(run.told)
        run.answer(answer(request, random))
    assert before is not None
    assert set(before.tally) <= set(position(run).tally)

"""Guided games for the tests: begun, and played at random."""

from __future__ import annotations

from random import Random
from typing import Any

from wargame.core.procedure import Choice, Roll
from widgets import GuidedGame

ALONE = {"Ottoman": "defends"}


def keys(game: GuidedGame) -> list[str]:
    request = game.run.request
    return [option.key for option in request.options] if isinstance(request, Choice) else []


def play(game: GuidedGame, seed: int, most: int = 10_000) -> int:
    """Answer at random until the end, or so often; return how often."""
    random = Random(seed)
    for count in range(most):
        request = game.run.request
        if request is None:
            return count
        if isinstance(request, Roll):
            game.throw()
        else:
            game.answer(random.choice(request.options).key)
    return most


def moving(**more: Any) -> GuidedGame:
    """Return a game in which the stack of 5.2 is about to move."""
    game = GuidedGame(**more)
    game.answer("end")
    game.answer("5.2")
    return game

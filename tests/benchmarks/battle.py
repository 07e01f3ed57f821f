"""How fast whole games of Gaza 1917 are played by chance.

Run it with ``python -m tests.benchmarks.battle``. Processor time, since a test machine is shared.
"""

from __future__ import annotations

from functools import partial
from random import Random
from time import process_time
from typing import TYPE_CHECKING

from tests.benchmarks.report import Line, printed
from wargame.core.drivers import play
from wargame.core.procedure import Chance
from wargame.fire_and_movement.gaza_game import opening, second_battle

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = 12


def lines() -> Iterator[Line]:
    """Yield every figure with its bound; the first game, which fills the caches, does not count."""
    game = opening()
    play(partial(second_battle, game), Chance(Random(GAMES)))
    answers, start = 0, process_time()
    for seed in range(GAMES):
        answers += len(play(partial(second_battle, game), Chance(Random(seed))).journal)
    taken = process_time() - start
    yield Line("a game of Gaza by chance", 1000 * taken / GAMES, "ms")
    yield Line("answers in games of Gaza by chance", answers / taken, "a second", least=1500)


def main() -> None:
    """Print the figures."""
    printed("The Second Battle of Gaza", lines())


if __name__ == "__main__":
    main()

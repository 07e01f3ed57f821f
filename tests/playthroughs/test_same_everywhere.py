"""The same seed plays the same game in every process, whatever order its sets happen to have.

Names are told apart by hashes that each Python process draws anew. An option that is listed in the
order of a set stands elsewhere in the next process, and a seed then plays another game.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parents[2]
PLAYED = """
from functools import partial
from hashlib import sha256
from random import Random

from tests.playthroughs.command import GAMES
from wargame.core.procedure import Chance
from wargame.core.drivers import play

class Heard(Chance):
    def choose(self, choice):
        words.update(" | ".join(option.key for option in choice.options).encode())
        return super().choose(choice)

for game in GAMES:
    for seed in (4, 5):
        words = sha256()
        play(partial(game.played, game.opening()), Heard(Random(seed)))
        print(game.name, seed, words.hexdigest())
"""


def test_a_seed_plays_the_same_game_whatever_the_order_of_sets() -> None:
    """Two processes, each with hashes of its own, list the same options in the same order."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PLAYED],
            cwd=HERE,
            env={**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": str(HERE)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for hashes in ("1", "2")
    ]
    said = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert said[0] == said[1]
    assert said[0].count("\n") == 4

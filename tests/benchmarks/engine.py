"""What the engine costs: exact odds against simulation, start-up, memory. Figures, no verdicts.

Run it with ``python -m tests.benchmarks.engine``. Every figure of a ratio is taken in the same run
on the same machine, so that a busy machine slows both sides of it.
"""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from tests.benchmarks.report import Line, printed
from wargame.core.drivers import play
from wargame.core.procedure import Chance, first_option
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.bombardment import DRAW, Bombardment
from wargame.fire_and_movement.combat import fight, fight_odds
from wargame.fire_and_movement.phase import combat_phase
from wargame.fire_and_movement.scenario import load_scenario

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SIMULATED = 2000
STARTS = 5
HEXES = 4000
PHASES = 40
ATTACK = ("1310", ("BR-161", "BR-1E", "BR-ICB"))

BOARD = f"""
import os, sys
from wargame.core.board import Board, Cell
from wargame.core.grid import ROW_COLUMN
cells = {{ROW_COLUMN.to_hex(n // 80, n % 80): Cell(("open",)) for n in range({HEXES})}}
board = Board("big", "a board of {HEXES} hexes", ROW_COLUMN, cells)
from wargame.fire_and_movement.scenario import load_scenario
situation = load_scenario().situation
assert len(board.cells) == {HEXES}
import psutil
print(psutil.Process().memory_info().rss)
"""
"""The engine with a game loaded and a large board beside it; psutil is loaded last, to measure."""


def lines() -> Iterator[Line]:
    """Yield every figure with its bound."""
    yield from _odds()
    yield _start("wargame", 100)
    yield _start("widgets", 500)
    yield _memory()
    yield _phases()


def _odds() -> Iterator[Line]:
    situation = load_scenario().situation
    label, names = ATTACK
    target = situation.board.hex(label)
    attack = Attack(situation, target, names)
    shots = (Bombardment(situation.active, target, (DRAW,)),)
    found = fight_odds(attack, shots)  # the first time reads the chart; neither side pays for it
    exact = min(_timed(lambda: fight_odds(attack, shots)) for _ in range(5))
    dice = Chance(Random(1), first_option)

    def simulate() -> None:
        for _ in range(SIMULATED):
            play(partial(fight, attack, shots), dice)

    simulated = _timed(simulate)
    yield Line("exact odds of one attack with a blind marker", 1000 * exact, "ms")
    yield Line(f"{SIMULATED} simulated attacks of the same kind", 1000 * simulated, "ms")
    yield Line("simulated / exact", simulated / exact, "times", least=50)
    yield Line("outcomes told apart", len(found.outcomes), "outcomes")


def _timed(action: Callable[[], object]) -> float:
    start = perf_counter()
    action()
    return perf_counter() - start


def _start(module: str, most: float) -> Line:
    """Return the median time to import a module in a fresh Python, once that has started."""
    code = f"from time import perf_counter as t; s = t(); import {module}; print(t() - s)"
    times = [float(_fresh(code)) for _ in range(STARTS)]
    return Line(f"import {module}, median of {STARTS}", 1000 * median(times), "ms", most=most)


def _memory() -> Line:
    resident = int(_fresh(BOARD)) / 2**20
    return Line(f"engine with a game and a board of {HEXES} hexes", resident, "MB", most=60)


def _fresh(code: str) -> str:
    run = [sys.executable, "-c", code]
    return subprocess.run(run, check=True, capture_output=True, text=True).stdout


def _phases() -> Line:
    situation = load_scenario().situation
    start, answers = perf_counter(), 0
    for seed in range(PHASES):
        answers += len(play(partial(combat_phase, situation), Chance(Random(seed))).journal)
    return Line("answers in random combat phases", answers / (perf_counter() - start), "a second")


def main() -> None:
    """Print the figures."""
    printed("The engine", lines())


if __name__ == "__main__":
    main()

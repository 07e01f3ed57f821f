"""What Rifle and Spade costs in command: the check of orders, the matrix, random legal play.

Run it with ``python -m tests.benchmarks.command``. Figures, no verdicts; all are taken in one run,
in time of the processor, so that what else the machine does counts little.
"""

from __future__ import annotations

from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, NamedTuple

from attrs import evolve

from tests.benchmarks.report import Line, printed
from wargame.core.drivers import play
from wargame.core.procedure import Chance
from wargame.rifle_and_spade import kemal, krithia
from wargame.rifle_and_spade.orders import change
from wargame.rifle_and_spade.orders.continuation import continuation
from wargame.rifle_and_spade.orders.what_if import what_if

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wargame.core.procedure import Procedure
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.turn import Game

GAMES = 8
REPEATS = 9
SECOND = 1000


class _Scenario(NamedTuple):
    number: str
    opening: Callable[[], Game]
    played: Callable[[Game], Procedure]
    least: float | None


SCENARIOS = (
    _Scenario("102.2", kemal.opening, kemal.kemals_counterattack, 1000),
    _Scenario("102.3", krithia.opening, krithia.first_krithia, None),
)


def lines() -> Iterator[Line]:
    """Yield every figure with its bound."""
    for scenario in SCENARIOS:
        taken = _timed(scenario.opening)
        yield Line(f"{scenario.number} opened for the first time", SECOND * taken, "ms")
    yield from _checks(kemal.opening().situation)
    for scenario in SCENARIOS:
        yield _games(scenario)


def _checks(situation: Situation) -> Iterator[Line]:
    """Yield what the checks of the dearest brigiment take; each position is a new one."""
    names = [command.brigiment for command in situation.commands]
    first = _timed(lambda: [_check_of(name, situation) for name in names])
    yield Line("every check of a position, the first in a process", SECOND * first, "ms")
    check = max(_typical(situation, partial(_check_of, name)) for name in names)
    matrix = max(_typical(situation, partial(_matrix_of, name)) for name in names)
    worths = max(_typical(situation, partial(_worths_of, name)) for name in names)
    yield Line("a continuation check with its what-ifs", SECOND * check, "ms", most=50)
    yield Line("the matrix of all changes of order", SECOND * matrix, "ms", most=200)
    yield Line("the matrix with every change's what-ifs", SECOND * worths, "ms", most=200)


def _check_of(name: str, situation: Situation) -> object:
    return continuation(situation, name), what_if(situation, name)


def _matrix_of(name: str, situation: Situation) -> object:
    return change.matrix(situation, name)


def _worths_of(name: str, situation: Situation) -> object:
    asked = change.matrix(situation, name)
    return [what_if(situation, name, kind) for kind, chance in asked if chance.allowed]


def _typical(situation: Situation, asked: Callable[[Situation], object]) -> float:
    """Return the median over equal positions that are new, so that none is remembered."""
    new = [evolve(situation, turn=situation.turn) for _ in range(REPEATS)]
    return median(_timed(partial(asked, each)) for each in new)


def _games(scenario: _Scenario) -> Line:
    game = scenario.opening()
    play(partial(scenario.played, game), Chance(Random(0)))  # reads charts, board and lines
    start, answers = process_time(), 0
    for seed in range(1, 1 + GAMES):
        answers += len(play(partial(scenario.played, game), Chance(Random(seed))).journal)
    rate = answers / (process_time() - start)
    name = f"answers in {GAMES} random games of {scenario.number}"
    return Line(name, rate, "a second", least=scenario.least)


def _timed(action: Callable[[], object]) -> float:
    start = process_time()
    action()
    return process_time() - start


def main() -> None:
    """Print the figures."""
    printed("Rifle and Spade in command", lines())


if __name__ == "__main__":
    main()

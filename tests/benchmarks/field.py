"""What Rifle and Spade costs on the field: exact fire, exact assault, random legal play.

Run it with ``python -m tests.benchmarks.field``. Figures, no verdicts; what is compared is taken in
one run on one machine.
"""

from __future__ import annotations

from functools import partial
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from tests.benchmarks.report import Line, printed
from tests.rifle_and_spade.positions import gun, mg, position, unit
from wargame.core.drivers import odds, play
from wargame.core.procedure import Chance, first_option
from wargame.rifle_and_spade import fire
from wargame.rifle_and_spade.clearing import clearing_sedd_el_bahr, opening
from wargame.rifle_and_spade.fire_chances import fire_chances
from wargame.rifle_and_spade.fire_rulings import aimed_ruling
from wargame.rifle_and_spade.shot import Shot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAMES = 60
REPEATS = 15
SIMULATED = 2000
BOARD = "column-row 5.3\ns scrub\n\nsss\nsss\nsss\n"


def busy_shot() -> Shot:
    """Return a fire of six units at six."""
    here = {"at": "6.2"}
    targets = [unit("A", **here), unit("B", **here), mg("M", **here), gun("G", **here)]
    targets += [unit(name, steps=1, **here) for name in "CD"]
    around = ("5.2", "6.3", "7.2", "7.3")
    foes = [unit(f"o{i}", "Ottoman", at=at) for i, at in enumerate(around)]
    foes += [mg("om", "Ottoman", at="6.3"), gun("og", "Ottoman", at="7.3")]
    situation = position(BOARD, units=[*targets, *foes], active="Ottoman")
    firers = tuple(piece.unit for piece in situation.of("Ottoman"))
    return Shot(situation, firers, situation.board.hex("6.2"))


def lines() -> Iterator[Line]:
    """Yield every figure with its bound."""
    yield from _fire()
    yield _games()


def _fire() -> Iterator[Line]:
    shot = busy_shot()
    fire_chances(shot)  # the charts are read once; nobody pays for that here
    exact = median(_timed(lambda: fire_chances(shot)) for _ in range(REPEATS))
    driver = _timed(lambda: odds(partial(fire.resolve, shot), first_option))
    dice = Chance(Random(1), first_option)

    def simulate() -> None:
        for _ in range(SIMULATED):
            play(partial(fire.resolve, shot), dice)

    simulated = _timed(simulate)
    explained = median(_timed(lambda: aimed_ruling(shot)) for _ in range(REPEATS))
    yield Line("exact fire of 6 at 6 with morale and rout", 1000 * exact, "ms", most=20)
    yield Line("the same by the general driver", 1000 * driver, "ms")
    yield Line(f"{SIMULATED} simulated fires of the same kind", 1000 * simulated, "ms")
    yield Line("simulated / exact", simulated / exact, "times")
    yield Line("the same fire explained, every pair listed", 1000 * explained, "ms")


def _games() -> Line:
    game = opening()
    play(partial(clearing_sedd_el_bahr, game), Chance(Random(0)))  # reads charts and board
    start, answers = perf_counter(), 0
    for seed in range(GAMES):
        answers += len(play(partial(clearing_sedd_el_bahr, game), Chance(Random(seed))).journal)
    rate = answers / (perf_counter() - start)
    return Line(f"answers in {GAMES} random games of 102.1", rate, "a second", least=1500)


def _timed(action: Callable[[], object]) -> float:
    start = perf_counter()
    action()
    return perf_counter() - start


def main() -> None:
    """Print the figures."""
    printed("Rifle and Spade on the field", lines())


if __name__ == "__main__":
    main()

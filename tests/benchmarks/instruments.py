"""What a click costs in the kernel: the fire explorer and a guided game, without a browser.

Run it with ``python -m tests.benchmarks.instruments``. Times of the processor, taken in one run.
"""

from __future__ import annotations

from random import Random
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

from tests.benchmarks.report import Line, printed
from wargame.core.procedure import Choice
from widgets import FireExplorer, GuidedGame

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SECOND = 1000
ALONE = {"Ottoman": "defends"}


def lines() -> Iterator[Line]:
    """Yield every figure with its bound."""
    yield Line("a click in FireExplorer, the middle one", SECOND * _clicks(), "ms", most=120)
    yield Line("an answer in GuidedGame, the middle one", SECOND * _answers(), "ms", most=100)


def _clicks() -> float:
    field = FireExplorer(side="Ottoman", seed=5)
    field.target("6.2")
    for label in ("5.1", "7.2", "7.1"):
        field.toggle(label)
    acts: list[Callable[[], object]] = [
        lambda: field.panels.map.choose("7.1"),
        lambda: field.panels.map.choose("7.1"),
        lambda: field.moving("enters", points=2),
        lambda: field.what_if(light="twilight"),
        lambda: field.what_if(confused=True),
        lambda: field.throw((3, 5, 5, 5, 5)),
    ]
    return median(map(_timed, acts))


def _answers() -> float:
    game, random, times = GuidedGame(players=ALONE, auto_dice=True), Random(5), list[float]()
    while isinstance(game.run.request, Choice):
        key = random.choice(game.run.request.options).key
        times.append(_timed(lambda key=key: game.answer(key)))  # type: ignore[misc]
    return median(times)


def _timed(action: Callable[[], object]) -> float:
    start = process_time()
    action()
    return process_time() - start


def main() -> None:
    """Print the figures."""
    printed("Instruments of Rifle and Spade, in the kernel", lines())


if __name__ == "__main__":
    main()

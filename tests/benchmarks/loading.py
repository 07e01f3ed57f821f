"""How long a scenario takes to load: every file of it read, checked and made into a position.

Run it with ``python -m tests.benchmarks.loading``. Processor time, since a test machine is shared,
and the least of several rounds, each of them from the files, with nothing kept of the one before.
"""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

from tests.benchmarks.report import Line, printed
from wargame.core.data import read_toml, scenario_folder
from wargame.fire_and_movement import differences, scenario

if TYPE_CHECKING:
    from collections.abc import Iterator

ROUNDS = 5
MOST = 150


def lines() -> Iterator[Line]:
    """Yield what each scenario of Fire & Movement takes, and the largest file of them by itself."""
    names = scenario.scenario_names()
    for name in names:
        yield Line(
            f"loading {name}", 1000 * min(_load(name) for _ in range(ROUNDS)), "ms", most=MOST
        )
    start = process_time()
    differences.differences()
    yield Line("the differences between the editions, once", 1000 * (process_time() - start), "ms")
    files = sorted({f"{name.partition('/')[0]}/board.toml" for name in names})
    for name in files:
        path = scenario_folder() / name
        if path.is_file():
            start = process_time()
            read_toml(path)
            yield Line(f"of which the TOML of {name}", 1000 * (process_time() - start), "ms")


def _load(name: str) -> float:
    scenario.read_scenario.cache_clear()
    start = process_time()
    scenario.load_scenario(name)
    return process_time() - start


def main() -> None:
    """Print the figures."""
    printed("Loading", lines())


if __name__ == "__main__":
    main()

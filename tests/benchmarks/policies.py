"""Who wins Gaza 1917: the plain player and chance, each as either side, a hundred games each.

Run it with ``python -m tests.benchmarks.policies``, with a number of games after it if not a
hundred. Chance against chance shows what the sides are worth by themselves.
"""

from __future__ import annotations

import sys
from statistics import mean
from time import process_time
from typing import TYPE_CHECKING

from tests.fire_and_movement.contests import (
    LEVELS,
    Contest,
    chance_v_chance,
    chance_v_policy,
    policy_v_chance,
    policy_v_policy,
)
from wargame.fire_and_movement.gaza_1917 import BRITISH, CENTRAL_POWERS

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 100
PAIRINGS: dict[str, Callable[[int], Contest]] = {
    "chance v chance": chance_v_chance,
    "policy v chance": policy_v_chance,
    "chance v policy": chance_v_policy,
    "policy v policy": policy_v_policy,
}
"""British player first."""


def row(title: str, games: list[Contest], seconds: float) -> str:
    """Return a pairing as a line of the table."""
    won = {side: sum(each.winner == side for each in games) for side in (BRITISH, CENTRAL_POWERS)}
    drawn = len(games) - sum(won.values())
    points, turns = (mean(each.points for each in games), mean(each.turn for each in games))
    return (
        f"{title:<16}{won[BRITISH]:>9}{drawn:>7}{won[CENTRAL_POWERS]:>9}"
        f"{points:>9.1f}{turns:>8.1f}{seconds / len(games):>9.2f}"
    )


def levels(games: list[Contest]) -> str:
    """Return how often each level of victory was reached, the best for the British first."""
    counted = {level: sum(each.verdict == level for each in games) for level in LEVELS}
    return "; ".join(f"{level} {number}" for level, number in counted.items() if number)


def main() -> None:
    """Print the table."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    print(f"The Second Battle of Gaza, {number} games each; British player first")
    print(f"{'':<16}{'British':>9}{'drawn':>7}{'Central':>9}{'points':>9}{'turns':>8}{'s/game':>9}")
    for title, played in PAIRINGS.items():
        start = process_time()
        games = [played(seed) for seed in range(number)]
        print(row(title, games, process_time() - start))
        print(f"  {levels(games)}", flush=True)


if __name__ == "__main__":
    main()

"""Who wins Gaza 1917 and Lebanon '82: the plain players and chance, each as either side.

Run it with ``python -m tests.benchmarks.policies``, with a number of games of each pairing after it
if not a hundred, and the names of battles if not all: ``python -m tests.benchmarks.policies 20 1982
2006 1976``. Chance against chance shows what the sides are worth by themselves.
"""

from __future__ import annotations

import sys
from collections import Counter
from statistics import mean
from time import process_time

from tests.fire_and_movement.contests import BATTLES, Battle, Contest, contest, pairings

GAMES = 100


def row(battle: Battle, title: str, games: list[Contest], seconds: float) -> str:
    """Return a pairing as a line of the table."""
    won = [sum(each.winner == side for each in games) for side in battle.sides]
    points, turns = (mean(each.points for each in games), mean(each.turn for each in games))
    return (
        f"{title:<16}{won[0]:>15}{len(games) - sum(won):>7}{won[1]:>15}"
        f"{points:>9.1f}{turns:>8.1f}{seconds / len(games):>9.2f}"
    )


def verdicts(games: list[Contest]) -> str:
    """Return how often each verdict was reached, the commonest first."""
    counted = Counter(each.verdict for each in games)
    return "; ".join(f"{verdict} {number}" for verdict, number in counted.most_common())


def table(battle: Battle, number: int) -> None:
    """Print the table of a battle."""
    first, second = battle.sides
    print(f"{battle.title}, {number} games each; {first} player first")
    print(f"{'':<16}{first:>15}{'drawn':>7}{second:>15}{'points':>9}{'turns':>8}{'s/game':>9}")
    for title, thinking in pairings(battle).items():
        start = process_time()
        games = [contest(battle, thinking, seed) for seed in range(number)]
        print(row(battle, title, games, process_time() - start))
        print(f"  {verdicts(games)}", flush=True)


def main() -> None:
    """Print a table for each battle."""
    words = sys.argv[1:]
    number = int(words.pop(0)) if words and words[0].isdecimal() else GAMES
    for name in words or BATTLES:
        table(BATTLES[name], number)


if __name__ == "__main__":
    main()

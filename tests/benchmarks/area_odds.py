"""The odds of a large battle of area combat, beside simulation of the same rules.

Run it with ``python -m tests.benchmarks.area_odds``. Processor time, since a test machine is
shared; for one thread, set ``OMP_NUM_THREADS=1``. With a number after it, so many battles are
simulated (200,000 take some minutes) and held to the odds: no chance may be further off than four
standard errors.
"""

from __future__ import annotations

import sys
from math import sqrt
from time import process_time
from typing import TYPE_CHECKING

from tests.benchmarks.report import Line, printed
from wargame.area_combat.battle import Army, Battle
from wargame.area_combat.forces import read_force
from wargame.area_combat.nations import nation_named
from wargame.area_combat.odds import BattleOdds, battle_odds
from wargame.area_combat.program import ENDED

if TYPE_CHECKING:
    from collections.abc import Iterator

ATTACKER = "10 infantry, 5 artillery, 5 armor, 3 fighters"
DEFENDER = "10 infantry, 5 armor, 2 fighters"
SMALL = ("2 infantry, 1 artillery, 1 armor", "2 infantry, 1 armor")
RUNS = 4_000
POINT = 0.001
"""The standard error that a simulation is asked for: a tenth of a point."""
MOST = 4
"""Standard errors that a simulated chance may be off."""


def battle(attacker: str, defender: str) -> Battle:
    """Return a battle of Germans against British."""
    return Battle(
        Army(nation_named("germany"), read_force(attacker)),
        Army(nation_named("united-kingdom"), read_force(defender)),
    )


def timed(fought: Battle, **how: object) -> tuple[BattleOdds, float]:
    """Return odds, and the processor time they took."""
    start = process_time()
    found = battle_odds(fought, **how)  # type: ignore[arg-type]
    return found, process_time() - start


def lines(runs: int) -> Iterator[Line]:
    """Yield every figure with its bound; a small battle first, which loads what is needed."""
    fought = battle(ATTACKER, DEFENDER)
    battle_odds(battle("3 infantry, 3 armor, 3 fighters", "3 infantry, 3 armor, 3 fighters"))
    found, taken = timed(fought)
    print(f"  {found.sentence}")
    yield Line("odds of 23 units against 17", taken, "s", most=2)
    yield Line("their bound", found.bound * 1e9, "billionths", most=1000)
    yield Line("chance to win", 100 * float(found.win), "%")
    simulated, seconds = timed(fought, method="simulated", runs=runs, seed=1944)
    error = float(simulated.error)
    needed = seconds * (error / POINT) ** 2
    yield Line("simulating it for an error of 0.1 point", needed, "s")
    yield Line("times as long as the odds take", needed / taken, "x", least=1)
    yield Line("furthest simulated chance", furthest(found, simulated, runs), "errors", most=MOST)
    exact, taken = timed(battle(*SMALL))
    print(f"  {exact.sentence}")
    yield Line("exact odds of 4 units against 3", 1000 * taken, "ms")


def furthest(found: BattleOdds, simulated: BattleOdds, runs: int) -> float:
    """Return by how many standard errors the simulated chance is off that is off the most.

    The ways to end are compared, and for each type how many are left.
    """
    pairs = [(found.chance(each), simulated.chance(each)) for each in ENDED]
    for who in ("attacker", "defender"):
        theirs = simulated.survivors(who)
        for name, chances in found.survivors(who).items():
            pairs += [(chance, theirs[name].get(many, 0)) for many, chance in chances.items()]
    off = [
        abs(float(chance) - float(seen)) / sqrt(float(chance * (1 - chance)) / runs)
        for chance, seen in pairs
        if chance * runs > LEAST
    ]
    return max(off)


LEAST = 20
"""Battles that must be expected to end so for a chance to be compared: errors are normal then."""


def main() -> None:
    """Print the figures."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    printed(f"Odds of area combat: {ATTACKER}, against {DEFENDER}", lines(runs))


if __name__ == "__main__":
    main()

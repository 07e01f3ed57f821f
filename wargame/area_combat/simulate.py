"""Battles fought by chance, for forces too large to be followed state by state."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from itertools import accumulate
from typing import TYPE_CHECKING

from wargame.area_combat.battle import WHO
from wargame.area_combat.chain import Tally
from wargame.area_combat.layout import left
from wargame.area_combat.rows import Spread
from wargame.area_combat.units import FACES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random

    from wargame.area_combat.program import Program
    from wargame.area_combat.rows import After, Ready
    from wargame.area_combat.stages import Stage

MOST_ROUNDS = 1000
"""Rounds after which a simulated battle counts as one without end."""
MOST_DRAWN = 60
"""Units up to which it is quicker to keep tables than to throw every die."""
_Drawn = tuple[int, tuple[int, ...], tuple[int, ...], "tuple[tuple[str, float], ...]"]
"""Throws, throws up to each change, changes, and who goes away alive on average."""


class Cast(Spread):
    """One thing that became of a state: the dice are thrown, not counted.

    Args:
        key: The state before the dice.
        random: Throws the dice.
    """

    def __init__(self, key: int, random: Random) -> None:
        """Begin with the state."""
        super().__init__(key)
        self.random = random

    @property
    def key(self) -> int:
        """The state as it stands."""
        (key,) = self.ways
        return key

    def throw(self, ready: Ready, after: After) -> None:
        """Throw dice for each unit of each group."""
        hits = gone = 0
        chance = self.random.random
        groups, key = ready(self.key)
        for number, hits_on, retreats_from in groups:
            away = retreats_from or FACES + 1
            for _ in range(number):
                face = int(chance() * FACES) + 1
                if face <= hits_on:
                    hits += 1
                elif face >= away:
                    gone += 1
        self.ways = {after(key, hits, gone): 1}

    def branch(self, dice: int, outcomes: Callable[[int], Iterable[tuple[int, int]]]) -> None:
        """Take one of the outcomes that are listed."""
        at = self.random.randrange(FACES**dice)
        for key, ways in outcomes(self.key):
            at -= ways
            if at < 0:
                self.ways = {key: 1}
                return


def simulated(program: Program, runs: int, random: Random) -> Tally:
    """Return what comes of so many battles; the whole of the tally is their number."""
    fighter = _Fighter(program, random, Tally(runs))
    for _ in range(runs):
        fighter.fight()
    return fighter.tally


class _Fighter:
    """Fights one battle after the other.

    Of small forces it keeps what a stage may make of what it reads, and draws from that; units that
    went away alive are then counted as many as go on average, which is the same in the long run.

    Args:
        program: The battle and the plans.
        random: Throws the dice.
        tally: Where the ends are noted.
    """

    def __init__(self, program: Program, random: Random, tally: Tally) -> None:
        """Begin with empty tables."""
        self.program, self.random, self.tally = program, random, tally
        self.draws = program.units(program.start) <= MOST_DRAWN
        self.away = program.away
        self.pursuit = (program.pursuit(),)
        self.rows: dict[Stage, dict[int, _Drawn]] = defaultdict(dict)

    def fight(self) -> None:
        """Fight a battle to its end."""
        program, tally, key = self.program, self.tally, self.program.start
        number = before = program.scene.battle.round
        for name, many in self.away.items():
            self._left(name, many)
        how, leaver = program.verdict(key, number, decide=False)
        while how is None and number - before < MOST_ROUNDS:
            number += 1
            key = program.rested(self._round(number, key))
            how, leaver = program.verdict(key, number)
        ended = how or "endless"
        last = key & program.kept(ended, leaver)
        if leaver == "defender":
            last = self._through(self.pursuit, last)
        tally.ends[ended, last] = tally.ends.get((ended, last), 0) + 1
        tally.rounds[number] = tally.rounds.get(number, 0) + 1
        tally.fought += number - before

    def _round(self, number: int, key: int) -> int:
        program, stages = self.program, self.program.round(number)
        for who, force in stages.joins:
            key += program.joined(who, force)
            for name, many in force:
                self._left(left(who, name), -many)
        key = self._through(stages.before, key)
        if key & program.defended:
            key = self._through(stages.attack, key)
        due = key & program.answering
        return self._through(stages.defence if due else stages.otherwise, key)

    def _through(self, stages: Iterable[Stage], key: int) -> int:
        follow = self._drawn if self.draws else self._cast
        for stage in stages:
            if all(key & mask for mask in stage.due):
                key += follow(stage, key & stage.reads)
        return key

    def _drawn(self, stage: Stage, read: int) -> int:
        rows = self.rows[stage]
        if read not in rows:
            row = stage.row(read)
            upto = tuple(accumulate(ways for _, ways in row.changes))
            rows[read] = (
                row.throws,
                upto,
                tuple(each for each, _ in row.changes),
                tuple((name, float(mean)) for name, mean in row.left),
            )
        throws, upto, changes, away = rows[read]
        for name, mean in away:
            self._left(name, mean)
        return changes[bisect_right(upto, int(self.random.random() * throws))]

    def _cast(self, stage: Stage, read: int) -> int:
        cast = Cast(read, self.random)
        stage.build(cast)
        key, layout = cast.key, self.program.scene.layout
        if key <= layout.low:
            return key - read
        for who in WHO:
            for each in layout.types[who]:
                name = left(who, each.id)
                if number := layout.get(key, name):
                    self._left(name, number)
        return (key & layout.low) + stage.worth(key) - read

    def _left(self, name: str, number: float) -> None:
        self.tally.left[name] = self.tally.left.get(name, 0) + number

"""The chances of a battle, state by state: exact fractions, or whole numbers with a proven bound.

The exact chain uses fractions. Once all rounds are alike it visits each state once, from many units
to few, and solves the rounds in which nothing happens: battles without end are no trouble.

The bounded chain counts chances in whole numbers, so many parts of :data:`WHOLE`. Every product is
rounded down and small states are dropped, so every number is at most the true one. Whatever is
missing from the whole at the end is therefore the greatest error of any chance that is stated: each
true chance lies between the number and the number plus what is missing.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import Factory, define

from wargame.area_combat.layout import left

if TYPE_CHECKING:
    from wargame.area_combat.battle import Who
    from wargame.area_combat.forces import Force
    from wargame.area_combat.program import Ended, Program
    from wargame.area_combat.stages import Stage

Number = int | float | Fraction
"""Parts of a whole; floats only where battles are simulated."""
States = dict[int, Number]
Table = tuple[tuple[tuple[int, Number], ...], tuple[tuple[str, Number], ...]]
"""Changes of the key with their weights, and who went away alive, on average."""

WHOLE_BITS = 60
WHOLE = 1 << WHOLE_BITS
"""The whole, in the bounded chain."""
WEIGHT_BITS = 48
"""Parts of a weight, in the bounded chain."""
MOST_ROUNDS = 1000
"""Rounds after which the bounded chain stops; what still fights then is missing."""


@define
class Tally:
    """What has come of a battle.

    Args:
        whole: The number that stands for certainty.
        ends: How it ended and the key of what was left, with the chance.
        left: Units that went away alive before the end, on average; by coordinate.
        rounds: The chance that it ends after so many rounds; those told apart.
        fought: Rounds fought, on average.
    """

    whole: Number
    ends: dict[tuple[Ended, int], Number] = Factory(dict)
    left: dict[str, Number] = Factory(dict)
    rounds: dict[int, Number] = Factory(dict)
    fought: Number = 0

    @property
    def missing(self) -> Number:
        """What was rounded off or dropped."""
        return self.whole - sum(self.ends.values())

    def add(self, other: Tally, times: Number) -> None:
        """Add what came of another start, so many times."""
        for end, chance in other.ends.items():
            self.ends[end] = self.ends.get(end, 0) + times * chance
        for name, mean in other.left.items():
            self.left[name] = self.left.get(name, 0) + times * mean


class Walker:
    """Carries chances through rounds.

    Args:
        program: The battle.
        exact: Whether chances are fractions; else they are parts of :data:`WHOLE`.
        floor: What is less is dropped.
    """

    def __init__(self, program: Program, *, exact: bool, floor: int = 0) -> None:
        """Begin with empty tables."""
        self.program, self.exact, self.floor = program, exact, floor
        self.one: Number = Fraction(1) if exact else WHOLE
        self._tables: dict[Stage, dict[int, Table]] = defaultdict(dict)
        self._pursuit = program.pursuit()

    def begun(self, tally: Tally) -> States:
        """Return the state before the next round, unless there is nothing to fight about."""
        program = self.program
        for name, number in program.away.items():
            tally.left[name] = self.one * number
        states = {program.start: self.one}
        return self._sorted(states, program.scene.battle.round, tally, decide=False)

    def through(self, stage: Stage, states: States, tally: Tally) -> States:
        """Return the states after a stage."""
        tables, reads = self._tables[stage], stage.reads
        after: defaultdict[int, Number] = defaultdict(int)
        carry = _carry if self.exact else _carry_down
        for key, chance in states.items():
            if not all(key & mask for mask in stage.due):
                after[key] += chance
                continue
            read = key & reads
            if read not in tables:
                tables[read] = self._table(stage, read)
            changes, left = tables[read]
            carry(after, key, chance, changes)
            for name, mean in left:
                more = chance * mean
                tally.left[name] = tally.left.get(name, 0) + (
                    more if self.exact else int(more) >> WEIGHT_BITS
                )
        if self.floor:
            return {key: chance for key, chance in after.items() if chance >= self.floor}
        return after

    def _table(self, stage: Stage, read: int) -> Table:
        row = stage.row(read)
        changes = [(delta, self._weight(ways, row.throws)) for delta, ways in row.changes]
        left = [(name, self._weight(mean.numerator, mean.denominator)) for name, mean in row.left]
        return tuple(each for each in changes if each[1]), tuple(left)

    def _weight(self, ways: int, throws: int) -> Number:
        return Fraction(ways, throws) if self.exact else (ways << WEIGHT_BITS) // throws

    def round(self, states: States, number: int, tally: Tally) -> States:
        """Return the states that fight on after a round; those that do not go to the tally."""
        stages = self.program.round(number)
        tally.fought += sum(states.values())
        for who, force in stages.joins:
            states = self._joined(states, who, force, tally)
        for stage in stages.before:
            states = self.through(stage, states, tally)
        states, quiet = _parted(states, self.program.defended)
        for stage in stages.attack:
            states = self.through(stage, states, tally)
        states, unanswered = _parted(states, self.program.answering)
        for stage in stages.defence:
            states = self.through(stage, states, tally)
        for stage in stages.otherwise:
            unanswered = self.through(stage, unanswered, tally)
        for part in (quiet, unanswered):
            for key, chance in part.items():
                states[key] = states.get(key, 0) + chance
        return self._sorted(states, number, tally)

    def _joined(self, states: States, who: Who, force: Force, tally: Tally) -> States:
        """Let planes join that were called; until then they are alive elsewhere."""
        chance = sum(states.values())
        for name, number in force:
            tally.left[left(who, name)] -= chance * number
        more = self.program.joined(who, force)
        return {key + more: each for key, each in states.items()}

    def _sorted(self, states: States, number: int, tally: Tally, *, decide: bool = True) -> States:
        """Return the states that fight on; those that are over go to the tally."""
        going, ended = States(), self.one - self.one
        for state, chance in states.items():
            key = self.program.rested(state)
            how, leaver = self.program.verdict(key, number, decide=decide)
            if how is None:
                going[key] = going.get(key, 0) + chance
                continue
            ended += chance
            finals = {key & self.program.kept(how, leaver): chance}
            if leaver == "defender":
                finals = self.through(self._pursuit, finals, tally)
            for end, part in finals.items():
                tally.ends[how, end] = tally.ends.get((how, end), 0) + part
        if ended:
            tally.rounds[number] = tally.rounds.get(number, 0) + ended
        return going


def _parted(states: States, mask: int) -> tuple[States, States]:
    """Return the states that have a bit of a mask, and the others."""
    yes, no = States(), States()
    for key, chance in states.items():
        (yes if key & mask else no)[key] = chance
    return yes, no


def _carry(
    after: defaultdict[int, Number],
    key: int,
    chance: Number,
    changes: tuple[tuple[int, Number], ...],
) -> None:
    for change, weight in changes:
        after[key + change] += chance * weight


def _carry_down(
    after: defaultdict[int, Number],
    key: int,
    chance: Number,
    changes: tuple[tuple[int, Number], ...],
) -> None:
    for change, weight in changes:
        after[key + change] += chance * weight >> WEIGHT_BITS  # type: ignore[operator]


def follow_exactly(program: Program) -> Tally:
    """Return what comes of a battle in fractions.

    The rounds of the tally are those before all rounds are alike; use :func:`follow_bounded` for
    the others.
    """
    walker = Walker(program, exact=True)
    tally = Tally(walker.one)
    number = program.scene.battle.round
    states = walker.begun(tally)
    while states and number + 1 < program.settled:
        number += 1
        states = walker.round(states, number, tally)
    waiting: defaultdict[int, States] = defaultdict(dict)
    _sort_in(waiting, states, program)
    while waiting:
        for key, chance in waiting.pop(max(waiting)).items():
            part = Tally(walker.one)
            after = walker.round({key: Fraction(1)}, program.settled, part)
            stays = after.pop(key, Fraction(0))
            if stays == 1:
                tally.ends["endless", key] = tally.ends.get(("endless", key), 0) + chance
                continue
            visits = Fraction(chance) / Fraction(1 - stays)
            tally.fought += visits
            tally.add(part, visits)
            _sort_in(waiting, {end: visits * each for end, each in after.items()}, program)
    return tally


def _sort_in(waiting: defaultdict[int, States], states: States, program: Program) -> None:
    """File states by the number of units left, which no round makes more."""
    for key, chance in states.items():
        level = waiting[program.units(key)]
        level[key] = level.get(key, 0) + chance


def follow_bounded(program: Program, *, tolerance: float = 1e-9, floor: float = 1e-13) -> Tally:
    """Return what comes of a battle in whole numbers, each at most the true one.

    Args:
        program: The battle.
        tolerance: It stops when no more than this still fights.
        floor: States less likely than this are dropped, stage by stage.
    """
    walker = Walker(program, exact=False, floor=int(floor * WHOLE))
    tally = Tally(walker.one)
    number, least = program.scene.battle.round, int(tolerance * WHOLE)
    states = walker.begun(tally)
    while states and sum(states.values()) > least and number < MOST_ROUNDS:
        number += 1
        before, states = states, walker.round(states, number, tally)
        if states == before and number > program.settled:
            tally.ends.update({("endless", key): chance for key, chance in states.items()})
            break
    return tally

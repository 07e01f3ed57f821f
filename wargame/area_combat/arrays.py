"""The bounded chain in arrays: the same stages, followed for all states at once.

numpy is imported here, and only when a battle has more states than plain Python follows quickly.
What a stage reads makes the rows of a matrix, what it leaves alone the columns; the stage is then
one product of matrices for each group of rows that it mixes.

The bound is proven. All numbers are at least 0, so a sum of *n* products is off by a factor of at
most ``1 + (n + 2) u`` with ``u`` the unit of rounding, and such factors multiply from stage to
stage. To that comes the chance of all states that were dropped for being unlikely, and of those
that still fight when it stops.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np
from attrs import frozen

from wargame.area_combat.aloft import aloft, fought_on
from wargame.area_combat.chain import MOST_ROUNDS, Tally
from wargame.area_combat.layout import ABOARD, WIDEST, left
from wargame.area_combat.numbering import numbered, summed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from wargame.area_combat.battle import Who
    from wargame.area_combat.numbering import Chances, Keys
    from wargame.area_combat.program import Ended, Program
    from wargame.area_combat.stages import Stage

UNIT = sys.float_info.epsilon / 2
"""The unit of rounding."""
MERGED = 128
"""More than the sums besides a stage's own that a chance goes through: a state stands there at most
once for each stage since it was last merged, and numpy adds long rows in pairs of pairs."""


@frozen(eq=False)
class States:
    """States with their chances; a state may stand there more than once.

    Args:
        keys: The states.
        chances: Their chances.
    """

    keys: Keys
    chances: Chances

    def where(self, chosen: NDArray[np.bool_]) -> States:
        """Return some of the states."""
        return States(self.keys[chosen], self.chances[chosen])


def joined(parts: Iterable[States]) -> States:
    """Return the states of several."""
    listed = list(parts)
    return States(
        np.concatenate([each.keys for each in listed]),
        np.concatenate([each.chances for each in listed]),
    )


@frozen(eq=False)
class Table:
    """What a stage makes of the bits it reads.

    Args:
        changes: What is added to the key.
        weights: With which chance.
        left: Units that went away alive, on average.
        changed: The bits that any change alters.
    """

    changes: Keys
    weights: Chances
    left: tuple[tuple[str, float], ...]
    changed: int


class ArrayWalker:
    """Carries chances through rounds, in arrays.

    Args:
        program: The battle.
        floor: What is less likely is dropped.
    """

    def __init__(self, program: Program, floor: float) -> None:
        """Begin with empty tables."""
        self.program, self.floor = program, floor
        self.tally = Tally(1.0)
        self.dropped = 0.0
        self.rounding = 0.0
        self.calm = True
        self._rows: dict[Stage, dict[int, Table]] = defaultdict(dict)
        self._pursuit = program.pursuit()
        self._air, self._aloft = program.scene.layout.air, aloft(program)
        self._ends: dict[Ended, list[States]] = defaultdict(list)

    def through(self, stage: Stage, states: States) -> States:
        """Return the states after a stage."""
        if self._aloft is None or not stage.reads & self._air:
            return self._passed(stage, states)
        up = (states.keys & self._air) == self._aloft.mark
        low = self._passed(stage, states.where(~up))
        return joined((low, *self._above(stage, states.where(up)))) if up.any() else low

    def _above(self, stage: Stage, states: States) -> Iterator[States]:
        """Yield the states after a stage among planes of both sides."""
        assert self._aloft is not None  # noqa: S101 - or nobody asks
        total = float(states.chances.sum())
        for key, chance in self._aloft.chances.items():
            self._leave([self._row(stage, key)], np.array([[chance * total]]))
        parted = fought_on(self._aloft, self.program, self._lines, stage)
        self.rounding += (len(self._aloft.chances) + MERGED) * UNIT
        self.calm = parted.share == 1.0 and parted.aloft == self._aloft
        if parted.share:
            yield States(states.keys, states.chances * parted.share)
        for key, chance in parted.apart.items():
            yield States(states.keys + (key - self._aloft.mark), states.chances * chance)
        self._aloft = parted.aloft

    def _lines(self, stage: Stage, key: int) -> Iterator[tuple[int, float]]:
        """Yield what a stage makes of a key, each with its chance."""
        table = self._row(stage, key)
        for change, weight in zip(table.changes.tolist(), table.weights.tolist(), strict=True):
            yield key + change, weight

    def _landed(self, states: States) -> States:
        """Return states with the planes that they share, each by itself."""
        if self._aloft is None:
            return states
        up = (states.keys & self._air) == self._aloft.mark
        there = states.where(up)
        apart = [
            States(there.keys + (key - self._aloft.mark), there.chances * chance)
            for key, chance in self._aloft.chances.items()
        ]
        return joined((states.where(~up), *apart)) if up.any() else states

    def _passed(self, stage: Stage, states: States) -> States:
        due = np.ones(len(states.keys), dtype=bool)
        for mask in stage.due:
            due &= (states.keys & mask) != 0
        if not due.any():
            return states
        if due.all():
            return self._mixed(stage, states)
        return joined((states.where(~due), self._mixed(stage, states.where(due))))

    def _mixed(self, stage: Stage, states: States) -> States:
        rows, row = numbered(states.keys & stage.reads)
        tables = [self._row(stage, read) for read in rows.tolist()]
        if all(len(each.changes) == 1 and not each.left for each in tables):  # no die decides
            changes = np.concatenate([each.changes for each in tables])
            return States(states.keys + changes[row], states.chances)
        columns, column = numbered(states.keys & ~np.int64(stage.reads))
        there = summed(row * len(columns) + column, states.chances, len(rows) * len(columns))
        there = there.reshape(len(rows), len(columns))
        self._leave(tables, there)
        self.rounding += (len(rows) + MERGED) * UNIT
        parts = [
            self._product(rows[group], [tables[at] for at in group], there[group], columns)
            for group in _groups(rows, tables)
        ]
        return joined(parts)

    def _row(self, stage: Stage, read: int) -> Table:
        known = self._rows[stage]
        if read not in known:
            known[read] = self._table(stage, read)
        return known[read]

    def _table(self, stage: Stage, read: int) -> Table:
        row = stage.row(read)
        changes = np.array([change for change, _ in row.changes], dtype=np.int64)
        weights = np.array([ways / row.throws for _, ways in row.changes])
        left_alive = tuple((name, float(mean)) for name, mean in row.left)
        changed = 0
        for change, _ in row.changes:
            changed |= (read + change) ^ read
        return Table(changes, weights, left_alive, changed)

    def _leave(self, tables: list[Table], there: NDArray[np.float64]) -> None:
        if not any(each.left for each in tables):
            return
        totals = there.sum(axis=1).tolist()
        for table, total in zip(tables, totals, strict=True):
            for name, mean in table.left:
                self.tally.left[name] = self.tally.left.get(name, 0) + mean * total

    def _product(
        self, rows: Keys, tables: list[Table], there: NDArray[np.float64], columns: Keys
    ) -> States:
        """Carry one group of rows through; return the states, but those too unlikely."""
        sources = np.repeat(np.arange(len(rows)), [len(each.changes) for each in tables])
        reached = np.concatenate([each.changes for each in tables]) + rows[sources]
        targets, target = numbered(reached)
        matrix = np.zeros((len(targets), len(rows)))
        matrix[target, sources] = np.concatenate([each.weights for each in tables])
        result = matrix @ there
        kept = result > self.floor
        chances = result[kept]
        self.dropped += max(0.0, float(result.sum()) - float(chances.sum()))
        self.rounding += MERGED * UNIT
        return States((targets[:, None] + columns)[kept], chances)

    # ---- rounds

    def round(self, states: States, number: int) -> States:
        """Return the states that fight on after a round; the others are noted."""
        program, stages = self.program, self.program.round(number)
        self.calm = True
        total = float(states.chances.sum())
        self.tally.fought += total
        for who, force in stages.joins:
            for name, many in force:
                self.tally.left[left(who, name)] -= total * many
            states = States(states.keys + program.joined(who, force), states.chances)
        for stage in stages.before:
            states = self.through(stage, states)
        fires = (states.keys & program.defended) != 0
        quiet, states = states.where(~fires), states.where(fires)
        for stage in stages.attack:
            states = self.through(stage, states)
        fires = (states.keys & program.answering) != 0
        unanswered, states = states.where(~fires), states.where(fires)
        for stage in stages.defence:
            states = self.through(stage, states)
        for stage in stages.otherwise:
            unanswered = self.through(stage, unanswered)
        return self.sorted(joined((states, quiet, unanswered)), number)

    def sorted(self, states: States, number: int, *, decide: bool = True) -> States:
        """Return the states that fight on, each once; those that are over are noted."""
        program = self.program
        keys, place = numbered(states.keys & ~np.int64(program.within))
        chances = summed(place, states.chances, len(keys))
        self.rounding += MERGED * UNIT
        going = np.ones(len(keys), dtype=bool)
        verdicts = self._over(keys)
        if decide and program.decides(number):
            verdicts = self._decided(keys, number)
        for (ended, leaver), places in verdicts.items():
            going[places] = False
            end = self._landed(States(keys[places], chances[places]))
            end = States(end.keys & program.kept(ended, leaver), end.chances)
            self._ends[ended].append(
                self.through(self._pursuit, end) if leaver == "defender" else end
            )
            more = float(end.chances.sum())
            self.tally.rounds[number] = self.tally.rounds.get(number, 0) + more
        return States(keys[going], chances[going])

    def _over(self, keys: Keys) -> dict[tuple[Ended, Who | None], NDArray[np.intp]]:
        """Return how battles end in which nobody decides anything, and in which places."""
        program = self.program
        lost = (keys & program.defended) == 0
        won = (keys & program.invading) != 0
        held = ~lost & ((keys & program.attacking) == 0)
        found: dict[Ended, NDArray[np.bool_]] = {
            "taken": lost & won,
            "empty": lost & ~won,
            "held": held,
        }
        return {(how, None): np.flatnonzero(at) for how, at in found.items() if at.any()}

    def _decided(self, keys: Keys, number: int) -> dict[tuple[Ended, Who | None], NDArray[np.intp]]:
        """Return how battles end in which the plans decide, and in which places."""
        program = self.program
        matters = program.attacking | program.defended | program.scene.layout.mask([ABOARD])
        alike, place = numbered(keys & matters)
        verdicts = [program.verdict(key, number) for key in alike.tolist()]
        kinds = list(dict.fromkeys(verdicts))
        kind = np.array([kinds.index(each) for each in verdicts])[place]
        return {
            (how, leaver): np.flatnonzero(kind == at)
            for at, (how, leaver) in enumerate(kinds)
            if how is not None
        }

    def endless(self, before: States, after: States) -> bool:
        """Note battles without end, if a round has changed nothing any more."""
        same = np.array_equal(before.keys, after.keys)
        if not same or not self.calm or not np.array_equal(before.chances, after.chances):
            return False
        self._ends["endless"].append(self._landed(after))
        return True

    def finished(self, states: States) -> tuple[Tally, float]:
        """Return what has come of the battle, and how far off any chance is at most."""
        for ended, parts in self._ends.items():
            end = joined(parts)
            keys, place = numbered(end.keys)
            sums = summed(place, end.chances, len(keys))
            for key, chance in zip(keys.tolist(), sums.tolist(), strict=True):
                self.tally.ends[ended, key] = chance
        self.rounding += (MOST_ROUNDS + len(self.tally.ends)) * UNIT
        still = 0.0 if "endless" in self._ends else float(states.chances.sum())
        return self.tally, (self.dropped + still) * (1 + 1e-6) + 2 * self.rounding


def _groups(rows: Keys, tables: list[Table]) -> list[NDArray[np.intp]]:
    """Return the rows in groups that no change leads out of: equal in the bits that stay."""
    changed = 0
    for each in tables:
        changed |= each.changed
    _, group = numbered(rows & ~np.int64(changed))
    order = np.argsort(group, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(group[order])) + 1)


def follow_in_arrays(
    program: Program, *, tolerance: float, floor: float
) -> tuple[Tally, float] | None:
    """Return what comes of a battle, and how far off any chance is at most.

    Args:
        program: The battle.
        tolerance: It stops when no more than this still fights.
        floor: States less likely than this are dropped, stage by stage.

    Returns:
        Nothing when the key of a state is too wide.
    """
    if program.scene.layout.low.bit_length() > WIDEST:
        return None
    walker, number = ArrayWalker(program, floor), program.scene.battle.round
    for name, many in program.away.items():
        walker.tally.left[name] = many
    states = States(np.array([program.start], dtype=np.int64), np.ones(1))
    states = walker.sorted(states, number, decide=False)
    while float(states.chances.sum()) > tolerance and number < MOST_ROUNDS:
        number += 1
        before, states = states, walker.round(states, number)
        if number > program.settled and walker.endless(before, states):
            break
    return walker.finished(states)

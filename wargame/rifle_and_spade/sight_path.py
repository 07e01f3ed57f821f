"""What a line of sight meets on its way (5.2.9 to 5.2.12): hexes, ridges, and slopes.

Where a line runs depends only on the step from its one end to the other, so that is worked out once
per step (:class:`Course`) and laid over the lists of the ground (:class:`~.ground.Relief`) from any
hex. What the cases of 5.2.13 compare are a few whole numbers; the names of what gave them are
looked up again only when somebody reads the explanation.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from attrs import frozen

from wargame.core.grid import STEPS, Hex, Hexside
from wargame.core.rulebook import implements
from wargame.core.sightline import sight_line
from wargame.rifle_and_spade.ground import NOTHING, OFF_MAP

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wargame.core.board import Board
    from wargame.rifle_and_spade.ground import Field, Relief

Reader = Callable[["array[int]"], tuple[int, ...]]
Pair = tuple[int, int, int]


class Course(NamedTuple):
    """Where a line runs, as steps in the lists of a relief.

    Args:
        distance: The range in hexes (a hexside run along adds none: the reading of RS-Q20).
        end: The step to the target.
        steps: To each hex between the ends, or to the two beside a hexside run along and to that
            hexside, in order.
        pairs: Those of *steps* that are hexsides run along.
        sides: To each hexside crossed that is a side of neither end's hex.
        read_hexes: Reads the hexes between from a list that begins at the spotter.
        read_sides: Reads *sides* from a list that begins at the spotter.
    """

    distance: int
    end: int
    steps: tuple[tuple[int] | Pair, ...]
    pairs: tuple[Pair, ...]
    sides: tuple[int, ...]
    read_hexes: Reader
    read_sides: Reader


def _reader(steps: Sequence[int]) -> Reader:
    """Return what reads the figures at *steps*; where there are none, it reads NOTHING."""
    if not steps:
        return lambda _: (NOTHING,)
    return itemgetter(*steps, steps[-1])  # the last one twice, so that it is always a tuple


@lru_cache(maxsize=8192)
@implements("RS", "5.2.12")
def course(width: int, dq: int, dr: int) -> Course:
    """Return where the line from a hex to the one *dq*, *dr* further runs.

    Args:
        width: The width of the relief.
        dq: Axial columns to the target.
        dr: Axial rows to the target.
    """
    if (dq, dr) < (0, 0):
        return _turned(course(width, -dq, -dr), width)
    start, end = Hex(0, 0), Hex(dq, dr)
    line = sight_line(start, end)

    def place(cell: Hex) -> int:
        return cell.q + cell.r * width

    def side_place(side: Hexside) -> int:
        return 3 * place(side.hex) + side.direction

    def met() -> Iterator[tuple[int] | Pair]:
        for event in line.events[1:-1]:
            if event.hex is not None:
                yield (place(event.hex),)
            elif event.kind == "along" and event.hexside is not None:
                one, other = event.hexside.hexes
                yield (place(one), place(other), side_place(event.hexside))

    # a hexside between adjoining hexes of the line is crossed even where the line slips through
    # its very end
    crossed = (Hexside.between(a, b) for a, b in pairwise(line.hexes) if a.distance(b) == 1)
    sides = tuple(side_place(side) for side in crossed if not {start, end} & set(side.hexes))
    steps = tuple(met())
    pairs = tuple(each for each in steps if len(each) > 1)
    hexes = [each[0] for each in steps if len(each) == 1]
    return Course(
        start.distance(end), place(end), steps, pairs, sides, _reader(hexes), _reader(sides)
    )


def _turned(line: Course, width: int) -> Course:
    """Return the course that runs the opposite way from the same hex: walking is the dear part."""
    across = [dq + dr * width for dq, dr in STEPS[:3]]

    def side(step: int) -> int:
        place, direction = divmod(step, 3)
        return 3 * (-place - across[direction]) + direction

    def met(step: tuple[int] | Pair) -> tuple[int] | Pair:
        return (-step[0],) if len(step) == 1 else (-step[0], -step[1], side(step[2]))

    steps, sides = tuple(map(met, line.steps)), tuple(map(side, line.sides))
    pairs = tuple(each for each in steps if len(each) > 1)
    hexes = [each[0] for each in steps if len(each) == 1]
    return Course(line.distance, -line.end, steps, pairs, sides, _reader(hexes), _reader(sides))


class Outlook(NamedTuple):
    """The ground as one hex looks out on it.

    Args:
        relief: The ground.
        start: The place of the spotter.
        barriers: The barriers of the relief, from the spotter on and round to it again.
        ridges: Likewise the ridges.
    """

    relief: Relief
    start: int
    barriers: array[int]
    ridges: array[int]


@lru_cache(maxsize=16)
def outlook(field: Field, spotter: Hex) -> Outlook:
    """Return the ground as *spotter* looks out on it."""
    relief = field.relief
    start = relief.place(spotter)
    tops, ridges = relief.barrier, relief.ridge
    return Outlook(
        relief, start, tops[start:] + tops[:start], ridges[3 * start :] + ridges[: 3 * start]
    )


@frozen
class Slope:
    """A fall of the ground with unbroken down-slope terrain from its foot to the line's end.

    Args:
        foot: The hex below it.
        end: The end of the line on its lower side.
    """

    foot: Hex
    end: Hex


class Path(NamedTuple):
    """A line of sight with what it meets, in the figures that the cases compare.

    Args:
        outlook: The ground from the spotter.
        course: Where the line runs.
        low: The level of the lower end.
        high: The level of the higher end.
        barrier: The worst of what stands between; :data:`OFF_MAP` where the line leaves the map.
        ridge: The level of the highest ridge on the line that is a side of neither end's hex, or
            :data:`NOTHING`. One that the line runs along never is a side of an end's hex (5.2.9).
        reach: How far one observes.
        own_level: Whether slopes hide what is no higher than their foot (RS-Q13).
        crossing: The level of the ridge that the target is just crossing, if any.
    """

    outlook: Outlook
    course: Course
    low: int
    high: int
    barrier: int
    ridge: int
    reach: int
    own_level: bool
    crossing: int | None

    @property
    def ends(self) -> tuple[int, int]:
        """The places of the two ends."""
        start = self.outlook.start
        return start, start + self.course.end

    def raised(self, level: int) -> Path:
        """Return the path with the target at another level (5.2.13/8)."""
        levels = (self.outlook.relief.level[self.outlook.start], level)
        return self._replace(low=min(levels), high=max(levels))

    def barrier_name(self, board: Board) -> str:
        """Return the printed number of what gave :attr:`barrier`."""
        barriers, ridges = self.outlook.barriers, self.outlook.ridges
        for step in self.course.steps:
            if len(step) == 1:
                if barriers[step[0]] == self.barrier:
                    return self._label(step[0], board)
            elif ridges[step[2]] == NOTHING and self.barrier == min(
                barriers[step[0]], barriers[step[1]]
            ):
                return f"The hexside {self._label(step[0], board)} / {self._label(step[1], board)}"
        raise AssertionError(self)  # pragma: no cover - asked only when something stands there

    def ridge_name(self, board: Board) -> str:
        """Return where the ridge is that gave :attr:`ridge`."""
        along = (pair[2] for pair in self.course.pairs)
        for step in (*self.course.sides, *along):
            if self.outlook.ridges[step] == self.ridge:
                cell, direction = divmod(step, 3)
                side = Hexside(self._hex(cell), direction)
                return f"The ridge {' / '.join(map(board.label, side.hexes))}"
        raise AssertionError(self)  # pragma: no cover - asked only when there is a ridge

    def _hex(self, step: int) -> Hex:
        return self.outlook.relief.hex(self.outlook.start + step)

    def _label(self, step: int, board: Board) -> str:
        return board.label(self._hex(step))

    def slope(self, *, crest: bool) -> Slope | None:
        """Return a slope that hides what lies below it, seen from either end.

        Args:
            crest: Whether only military crests count.
        """
        down_slope = self.outlook.relief.down_slope
        start, end = self.ends
        if down_slope[end]:
            found = _slope(self.outlook.relief, (*self._between(), (start,)), end, crest=crest)
            if found is not None:
                return found
        if down_slope[start]:
            onward = (*self._between(backward=False), (end,))
            return _slope(self.outlook.relief, onward, start, crest=crest)
        return None

    def _between(self, *, backward: bool = True) -> Iterator[tuple[int, ...]]:
        """Yield the places met between, one or two at a time; not where a ridge is run along."""
        steps = self.course.steps[::-1] if backward else self.course.steps
        start, (_, _, barriers, ridges) = self.outlook.start, self.outlook
        for step in steps:
            if len(step) == 1:
                yield (start + step[0],)
            elif ridges[step[2]] == NOTHING:
                yield tuple(start + each for each in step[:2] if barriers[each] != OFF_MAP)


def _slope(
    relief: Relief, upward: Iterable[tuple[int, ...]], end: int, *, crest: bool
) -> Slope | None:
    """Return a slope that hides all from its foot down to *end*, going up the line from there.

    Where the line runs along a hexside it is followed on both sides of it: the less blocking hex
    counts (5.2.9), so every way must meet a slope. A way is no longer followed above the slope that
    hides its end, and none hides it if a way reaches terrain that no slope can hide.
    """
    level = relief.level
    ways = {(level[end], end)}  # how high each has been, and where it is
    foot = end
    for above in upward:
        longer = set()
        for highest, at in ways:
            if not relief.down_slope[at]:
                return None
            for up in above:
                falls = level[up] > highest == level[at]
                if falls and not (crest and _side(relief.width, at, up) not in relief.crests):
                    foot = at
                else:
                    longer.add((max(highest, level[up]), up))
        if not longer:
            return Slope(relief.hex(foot), relief.hex(end))
        ways = longer
    return None


def _side(width: int, one: int, other: int) -> int:
    """Return where the hexside between two places stands; -1 if they are not adjacent."""
    for direction, (dq, dr) in enumerate(STEPS[:3]):
        step = dq + dr * width
        if other - one == step:
            return 3 * one + direction
        if one - other == step:
            return 3 * other + direction
    return -1


@implements("RS", "5.2.9", "5.2.9/a", "5.2.9/b")
def trace(
    view: Outlook, line: Course, reach: int, *, own_level: bool = True, crossing: int | None = None
) -> Path:
    """Lay a course over the ground and return what it meets.

    Of the two hexes beside a hexside run along the less blocking one counts, in each case by
    itself; a ridge there counts instead of them.

    Args:
        view: The ground from the spotter.
        line: Where the line runs.
        reach: How far one observes.
        own_level: Whether slopes hide what is no higher than their foot.
        crossing: The level of the ridge that the target is just crossing.
    """
    relief, start, barriers, ridges = view
    barrier, ridge = max(line.read_hexes(barriers)), max(line.read_sides(ridges))
    for one, other, side in line.pairs:
        if ridges[side] != NOTHING:
            ridge = max(ridge, ridges[side])
        else:
            barrier = max(barrier, min(barriers[one], barriers[other]))
    low, high = relief.level[start], relief.level[start + line.end]
    if low > high:
        low, high = high, low
    return Path(view, line, low, high, barrier, ridge, reach, own_level, crossing)

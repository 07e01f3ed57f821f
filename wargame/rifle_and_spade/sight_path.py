"""What a line of sight meets on its way (5.2.9 to 5.2.12): hexes, ridges, and slopes.

Where a line runs depends only on the step from its one end to the other. The ground is kept in
lists turned each of twelve ways (:class:`~.ground.Relief`), so that in one of them every line runs
to a hex with q >= r >= 0: only those are walked, once each (:class:`Course`), and laid over the
lists from any hex. What the cases of 5.2.13 compare are a few whole numbers; the names of what gave
them are looked up again only when somebody reads the explanation.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import lru_cache
from itertools import accumulate, chain, zip_longest
from operator import itemgetter
from typing import TYPE_CHECKING, Literal, NamedTuple

from attrs import frozen

from wargame.core.grid import Hex, Hexside
from wargame.core.rulebook import implements
from wargame.core.sightline import folded, walk
from wargame.rifle_and_spade.ground import NOTHING, NOWHERE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wargame.core.board import Board
    from wargame.core.sightline import Turn
    from wargame.rifle_and_spade.ground import Field, Relief, Spot

Reader = Callable[["array[int]"], tuple[int, ...]]
Pair = tuple[int, int, int]


class Course(NamedTuple):
    """Where a line runs, as steps in the lists of a relief.

    Args:
        distance: The range in hexes (a hexside run along adds none: the reading of RS-Q20).
        end: The step to the target.
        hexes: To each hex between the ends, in order.
        pairs: To the two hexes beside each hexside run along and to that hexside, in order: the
            first comes before the first of *hexes*, and so on in turn.
        sides: To each hexside crossed that is a side of neither end's hex, in order.
        read_hexes: Reads *hexes* from a list that begins at the spotter.
        read_sides: Reads *sides* from a list that begins at the spotter.
    """

    distance: int
    end: int
    hexes: tuple[int, ...]
    pairs: tuple[Pair, ...]
    sides: tuple[int, ...]
    read_hexes: Reader
    read_sides: Reader

    def steps(self, order: Literal[1, -1] = 1) -> Iterator[tuple[int] | Pair]:
        """Yield what is met between the ends: a hex, or two and their hexside.

        Args:
            order: 1 to go to the target, -1 to come back.
        """
        # there is one pair more than hexes: it comes first either way
        for pair, place in zip_longest(self.pairs[::order], self.hexes[::order]):
            if pair is not None:
                yield pair
            if place is not None:
                yield (place,)


def _reader(steps: Sequence[int]) -> Reader:
    """Return what reads the figures at *steps*; where there are none, it reads NOTHING."""
    if not steps:
        return lambda _: (NOTHING,)
    return itemgetter(*steps, steps[-1])  # the last one twice, so that it is always a tuple


@lru_cache(maxsize=8192)
@implements("RS", "5.2.12")
def course(width: int, q: int, r: int) -> Course:
    """Return where the line from a hex to the one *q*, *r* further runs.

    Args:
        width: The width of the relief.
        q: Columns of the lists to the target.
        r: Rows of the lists to the target; q >= r >= 0.
    """
    moves = walk(q, r)
    # what each of the six moves adds to the place, and where from 3 x place its hexside stands
    onward = (1, 1 - width, width, 1, 1, 1 + width)
    across = (0, 1, 3 * width + 2, 0, 0)
    entered = (0, *accumulate(map(onward.__getitem__, moves)))
    hexes, sides, pairs = entered[1:-1], [], []
    if q == r:  # along every other hexside
        pairs = [(at + 1, at + width, 3 * (at + width) + 1) for at in entered[:-1]]
    else:
        # a hexside between adjoining hexes of the line is crossed even where the line slips
        # through its very end; the first is a side of the spotter's hex, the last of the target's
        sides = [3 * at + across[move] for at, move in zip(hexes, moves[1:-1], strict=False)]
    readers = _reader(hexes), _reader(sides)
    return Course(q + r, entered[-1], hexes, tuple(pairs), tuple(sides), *readers)


class Outlook(NamedTuple):
    """The ground as one hex looks out on it, turned.

    Args:
        relief: The ground.
        start: The place of the spotter.
        barriers: The barriers of the relief, from the spotter on.
        ridges: Likewise the ridges.
    """

    relief: Relief
    start: int
    barriers: array[int]
    ridges: array[int]


@lru_cache(maxsize=48)
def outlook(field: Field, spotter: Hex, turn: Turn) -> Outlook:
    """Return the ground as *spotter* looks out on it.

    Args:
        field: The ground.
        spotter: Where one looks from.
        turn: How the ground is to lie.
    """
    relief = field.turned(turn)
    start = relief.place(spotter)
    return Outlook(relief, start, relief.barrier[start:], relief.ridge[3 * start :])


def laid(field: Field, spotter: Hex, target: Hex) -> tuple[Outlook, Course]:
    """Return the ground as *spotter* looks out on it towards *target*, and the course there."""
    turn, q, r = folded(target.q - spotter.q, target.r - spotter.r)
    view = outlook(field, spotter, turn)
    return view, course(view.relief.width, q, r)


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
        ends: The two ends: the spotter first.
        low: The level of the lower end.
        high: The level of the higher end.
        barrier: The worst of what stands between; :data:`OFF_MAP` where the line leaves the map.
        reach: How far one observes.
        own_level: Whether slopes hide what is no higher than their foot (RS-Q13).
        crossing: The level of the ridge that the target is just crossing, if any.
    """

    outlook: Outlook
    course: Course
    ends: tuple[Spot, Spot]
    low: int
    high: int
    barrier: int
    reach: int
    own_level: bool
    crossing: int | None

    @property
    def ridge(self) -> int:
        """The level of the highest ridge on the line that is a side of neither end's hex.

        It is :data:`NOTHING` where there is none. One that the line runs along never is a side of
        an end's hex (5.2.9). Most lines are decided before anybody asks for it.
        """
        ridges, line = self.outlook.ridges, self.course
        ridge = max(line.read_sides(ridges))
        return max(ridge, *(ridges[pair[2]] for pair in line.pairs)) if line.pairs else ridge

    def raised(self, level: int) -> Path:
        """Return the path with the target at another level (5.2.13/8)."""
        levels = (self.ends[0].level, level)
        return self._replace(low=min(levels), high=max(levels))

    def barrier_name(self, board: Board) -> str:
        """Return the printed number of what gave :attr:`barrier`."""
        barriers, ridges = self.outlook.barriers, self.outlook.ridges
        for step in self.course.steps():
            if len(step) == 1:
                if barriers[step[0]] == self.barrier:
                    return self._label(step[0], board)
            elif ridges[step[2]] == NOTHING and self.barrier == min(
                barriers[step[0]], barriers[step[1]]
            ):
                return f"The hexside {self._side_label(step[2], board)}"
        raise AssertionError(self)  # pragma: no cover - asked only when something stands there

    def ridge_name(self, board: Board) -> str:
        """Return where the ridge is that gave :attr:`ridge`."""
        along = (pair[2] for pair in self.course.pairs)
        for step in (*self.course.sides, *along):
            if self.outlook.ridges[step] == self.ridge:
                return f"The ridge {self._side_label(step, board)}"
        raise AssertionError(self)  # pragma: no cover - asked only when there is a ridge

    def _label(self, step: int, board: Board) -> str:
        return board.label(self.outlook.relief.hex(self.outlook.start + step))

    def _side_label(self, step: int, board: Board) -> str:
        side = self.outlook.relief.side(3 * self.outlook.start + step)
        return " / ".join(map(board.label, side.hexes))

    def slope(self, *, crest: bool) -> Slope | None:
        """Return a slope that hides what lies below it, seen from either end.

        Args:
            crest: Whether only military crests count.
        """
        start, end = self.ends
        crests = self.outlook.relief.crests if crest else None
        if end.down_slope:
            found = _slope(end, chain(self._between(-1), ((start,),)), crests)
            if found is not None:
                return found
        if start.down_slope:
            return _slope(start, chain(self._between(1), ((end,),)), crests)
        return None

    def _between(self, order: Literal[1, -1]) -> Iterator[tuple[Spot, ...]]:
        """Return the hexes met between, one or two at a time; not where a ridge is run along."""
        relief, start, _, ridges = self.outlook
        spots, line = relief.spots, self.course
        if not line.pairs:
            return ((spots[start + step],) for step in line.hexes[::order])
        steps = (step for step in line.steps(order) if len(step) == 1 or ridges[step[2]] == NOTHING)
        beside = ([spots[start + each] for each in step[:2]] for step in steps)
        return (tuple(spot for spot in each if spot is not NOWHERE) for each in beside)


def _slope(
    end: Spot, upward: Iterable[tuple[Spot, ...]], crests: frozenset[Hexside] | None
) -> Slope | None:
    """Return a slope that hides all from its foot down to *end*, going up the line from there.

    Where the line runs along a hexside it is followed on both sides of it: the less blocking hex
    counts (5.2.9), so every way must meet a slope. A way is no longer followed above the slope that
    hides its end, and none hides it if a way reaches terrain that no slope can hide.

    Args:
        end: The end of the line below the slope, which is down-slope terrain.
        upward: What the line meets from there to its other end.
        crests: The slopes that count, if not all do.
    """
    ways = [(end.level, end)]  # how high each has been, and where it is
    foot = end
    for above in upward:
        longer = []
        for highest, at in ways:
            for up in above:
                level = up.level
                falls = level > highest == at.level
                if falls and (crests is None or _side(at, up) in crests):
                    foot = at
                elif not up.down_slope:
                    return None
                else:
                    longer.append((max(highest, level), up))
        if not longer:
            return Slope(foot.hex, end.hex)
        # where ways have come together again they are one
        ways = longer if len(longer) == 1 else list(dict.fromkeys(longer))
    return None


def _side(one: Spot, other: Spot) -> Hexside | None:
    """Return the hexside between two hexes, if they are adjacent."""
    adjacent = one.hex.distance(other.hex) == 1
    return Hexside.between(one.hex, other.hex) if adjacent else None


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
    barrier = max(line.read_hexes(barriers))
    for one, other, side in line.pairs:
        if ridges[side] == NOTHING:
            barrier = max(barrier, min(barriers[one], barriers[other]))
    ends = relief.spots[start], relief.spots[start + line.end]
    low, high = ends[0].level, ends[1].level
    if low > high:
        low, high = high, low
    return Path(view, line, ends, low, high, barrier, reach, own_level, crossing)

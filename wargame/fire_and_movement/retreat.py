"""Retreat (8.3, 8.1.5): every way a unit may fall back, and the duties that rank them.

A retreat of so many hexes ends so many hexes from where it began, so each step leads one hex
farther away. Of the ways that do so, those along vacant hexes go before those through friends, and
among these the ones that end nearer to a friendly edge go before the others: "must" before
"should", as the print has it. Only where no way of the whole length ends in a hex with room for the
unit may a friend be displaced, or the retreat fall short.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from attrs import field, frozen

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, refusal
from wargame.fire_and_movement.direction import Duty, away_from_enemy, towards_edge
from wargame.fire_and_movement.displacement import exits, makes_way, room
from wargame.fire_and_movement.fallback import passable, shut_to

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation


@frozen
class Way:
    """A way that a unit may fall back.

    Args:
        path: The hexes it enters, in order.
        through: Those of them, the last left out, that hold friends.
        crowded: Whether a friend must make way where it ends.
        nearer: Whether it does its duty of direction; true where there is none.
    """

    path: tuple[Hex, ...]
    through: tuple[Hex, ...] = ()
    crowded: bool = False
    nearer: bool = True

    @property
    def end(self) -> Hex:
        """Where it ends."""
        return self.path[-1]

    @property
    def rank(self) -> tuple[bool, bool]:
        """What it leaves undone; less is better."""
        return bool(self.through), not self.nearer

    def key(self, board: Board) -> str:
        """Return the way as it stands in a journal: ``1210-1209``."""
        return "-".join(map(board.label, self.path))


@frozen(eq=False)
class Retreats:
    """Every way that a unit may fall back.

    Args:
        situation: The position.
        unit: The unit.
        hexes: How far it must go.
        start: Its hex.
        ways: All ways of the whole length that end in a hex with room, the best first.
        crowded: Where there are none: those that end where a friend can be displaced.
        short: Where there are none of the former: the longest ways that are too short.
        afloat: Whether it is a seaborne unit, which has nowhere to go.
        duty: The duty of direction that ranks the ways.
    """

    situation: Situation
    unit: str
    hexes: int
    start: Hex
    ways: tuple[Way, ...]
    crowded: tuple[Way, ...]
    short: tuple[Way, ...]
    afloat: bool
    duty: Duty = field(default=towards_edge)

    @cached_property
    def open(self) -> tuple[Way, ...]:
        """The ways that the owner may choose from; displacement is voluntary (8.3.1/1)."""
        if self.ways:
            return _best(self.ways)
        return (*_best(self.crowded), *_best(self.short))

    @property
    def may_refuse(self) -> bool:
        """Whether it may lose a step where it stands: only friends that could make way bar it."""
        return bool(self.crowded) and not self.ways and not self.short

    @property
    def doomed(self) -> bool:
        """Whether it cannot fall back at all and is eliminated (8.3/2)."""
        return not self.open and not self.afloat

    @property
    def outranked(self) -> tuple[Way, ...]:
        """Ways of the whole length that give way to better ones."""
        best = _best(self.ways)
        return tuple(way for way in self.ways if way not in best)

    def reason(self, way: Way) -> Ruling:
        """Return why a way is outranked."""
        board, rules = self.situation.board, self.situation.ruleset
        label = way.key(board)
        if way.through and not _best(self.ways)[0].through:
            where = ", ".join(map(board.label, way.through))
            why = f"{label} leads through friends in {where}, and there are ways of vacant hexes."
            return refusal("Retreat", why, rules.case("8.3/4"))
        why = f"{label} ends no {self.aim}, and there are ways that do."
        return refusal("Retreat", why, *self.duty_cases)

    @property
    def duty_cases(self) -> tuple[str, ...]:
        """The cases for the duty of direction."""
        rules = self.situation.ruleset
        if self.duty is not away_from_enemy:
            return (str(rules.case("8.3/3")),)
        return tuple(map(str, rules.cases("8.1.5/1", "8.1.5/2")))

    @property
    def aim(self) -> str:
        """What the duty of direction asks for, in a few words."""
        if self.duty is away_from_enemy:
            return "farther from the nearest enemy"
        return "nearer to a friendly map edge"


def _best(ways: tuple[Way, ...]) -> tuple[Way, ...]:
    least = min((way.rank for way in ways), default=None)
    return tuple(way for way in ways if way.rank == least)


@implements("FM8", "8.3", "8.3/2", "8.3/4", "8.3/9", "8.3.1", "8.3.1/1", "8.3.1/2")
@implements("FM7", "8.3", "8.3/1", "8.3/3", "8.3/8", "8.3.1", "8.3.1/1", "8.3.1/2")
@implements("GAZA", "16.1/1")
def retreats(situation: Situation, name: str, hexes: int, *, duty: Duty = towards_edge) -> Retreats:
    """Return every way that a unit may fall back.

    Stacking decides where there is room (FM-Q40). A unit that only friends keep from falling back,
    and whose owner displaces none of them, loses a step in the last hex that it reaches (8.3.1/1).

    Args:
        situation: The position.
        name: The unit; it falls back from where it stands.
        hexes: How far.
        duty: The duty of direction: :func:`towards_edge` after combat, :func:`away_from_enemy`
            after a bombardment.
    """
    start = situation.piece(name).at
    if seaborne(situation, start):
        return Retreats(situation, name, hexes, start, (), (), (), afloat=True, duty=duty)
    found: dict[int, list[Way]] = {length: [] for length in range(1, hexes + 1)}
    shut = shut_to(situation, name)
    for path in _paths(situation, name, (start,), hexes, shut):
        found[len(path)].append(_way(situation, name, start, path, duty))
    roomy = {n: tuple(way for way in ways if not way.crowded) for n, ways in found.items()}
    full = tuple(sorted(roomy[hexes], key=lambda way: (way.rank, way.path)))
    crowded: tuple[Way, ...] = ()
    short: tuple[Way, ...] = ()
    if not full:
        pushing = _clearable(situation, name, found[hexes])
        short = next((roomy[n] for n in range(hexes - 1, 0, -1) if roomy[n]), ())
        for length in range(hexes - 1, 0, -1):
            if not short and not pushing:
                pushing = _clearable(situation, name, found[length])
        crowded = pushing
    return Retreats(situation, name, hexes, start, full, crowded, short, afloat=False, duty=duty)


@implements("FM8", "8.3/8")
@implements("FM7", "8.3/7")
def seaborne(situation: Situation, cell: Hex) -> bool:
    """Return whether a unit in a hex is at sea: it stands where no unit can stand on its own.

    It would have to fall back into the sea, and loses a step instead.
    """
    return not situation.ruleset.prohibited.isdisjoint(situation.board.cell(cell).terrain)


def _paths(
    situation: Situation, name: str, way: tuple[Hex, ...], hexes: int, shut: frozenset[Hex]
) -> Iterator[tuple[Hex, ...]]:
    """Yield the hexes entered on every way that leads away with each step, short ones too."""
    start, here, length = way[0], way[-1], len(way)
    unit = situation.unit(name)
    for there in here.neighbours():
        away = there.distance(start) == length and there not in shut
        if away and passable(situation, unit, here, there):
            yield (*way[1:], there)
            if length < hexes:
                yield from _paths(situation, name, (*way, there), hexes, shut)


def _way(situation: Situation, name: str, start: Hex, path: tuple[Hex, ...], duty: Duty) -> Way:
    side = situation.unit(name).side
    through = tuple(cell for cell in path[:-1] if situation.at(cell, side))
    crowded = not room(situation, name, path[-1])
    return Way(path, through, crowded, duty(situation, name, start, path[-1]))


def _clearable(situation: Situation, name: str, ways: list[Way]) -> tuple[Way, ...]:
    """Return the ways that end where a friend can make way, with room for all in the end."""
    taboo = frozenset({situation.piece(name).at})
    cells = {way.end for way in ways if way.crowded}
    clear = {
        cell
        for cell in cells
        for other in makes_way(situation, name, cell)
        if exits(situation, other, taboo | {cell})
    }
    return tuple(way for way in ways if way.end in clear)

"""The way of a unit as the movement explorer looks at it: where it leads, and by way of what."""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from attrs import evolve, frozen

from wargame.core.errors import Refused
from wargame.core.ruling import finding
from wargame.core.words import count
from wargame.fire_and_movement.gaza_game import expected
from wargame.fire_and_movement.rail import rail_path
from wargame.fire_and_movement.terrain_costs import points_words
from wargame.fire_and_movement.waypoints import Leg, key_of, leg_named, legs, why_no_leg

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.fire_and_movement.movement import Entry, Move
    from wargame.fire_and_movement.reach import Reach
    from wargame.fire_and_movement.state import Situation

Sort = Literal["open", "rail", "far", "zones", "none"]


@frozen
class Way:
    """The way to a hex that is looked at.

    Args:
        sort: Whether it is ``open``, by ``rail``, too ``far``, stopped by ``zones`` and drawn as if
            there were none, or not there at all.
        cells: Its hexes, where the unit stands first.
        steps: What each step costs; nothing for a way by rail.
    """

    sort: Sort
    cells: tuple[Hex, ...] = ()
    steps: tuple[Ruling, ...] = ()

    @property
    def legs(self) -> tuple[tuple[Hex, Hex], ...]:
        """The steps as pairs of neighbours; one that comes onto the map has the same hex twice."""
        pairs = tuple(pairwise(self.cells))
        if len(self.steps) <= len(pairs):
            return pairs
        return ((self.cells[0], self.cells[0]), *pairs)


NO_WAY = Way("none")


def way_to(move: Move, goal: Hex) -> Way:
    """Return the way to a hex; one that cannot be taken yet where no other is there."""
    found = move.reach
    if goal in found.spent:
        return _way("open", found, goal)
    if goal in move.rails:
        return Way("rail", rail_path(move.phase.situation, move.unit, goal))
    if goal in found.anywhere.spent:
        return _way("far", found.anywhere, goal)
    if goal in found.unhindered.spent:
        return _way("zones", found.unhindered, goal)
    return NO_WAY


def _way(sort: Sort, found: Reach, goal: Hex) -> Way:
    return Way(sort, found.path(goal), found.cost_ruling(goal).parts)


def reached(found: Reach) -> Ruling:
    """Return how far a unit gets: in how many hexes it may end, and which they are."""
    board, ruling = found.mover.situation.board, found.ends_ruling()
    by_points: dict[int, list[str]] = {}
    for cell in found.ends:
        by_points.setdefault(found.left[cell], []).append(board.label(cell))
    parts = tuple(
        finding(
            f"{points_words(points)} left",
            tuple(sorted(labels)),
            f"{count(len(labels), 'hex', 'hexes').capitalize()}.",
            *ruling.cases[:1],
        )
        for points, labels in sorted(by_points.items(), reverse=True)
    )
    return evolve(ruling, value=len(found.ends), unit="hexes", parts=parts)


def by_way_of(move: Move, keys: Iterable[str]) -> tuple[Move, ...]:
    """Return a move, and how it goes on from each hex that it passes, as far as it may.

    Args:
        move: The move before any is named.
        keys: The keys of the hexes, as in the engine's question.
    """

    def on(so_far: tuple[Move, ...], key: str) -> tuple[Move, ...]:
        last = so_far[-1]
        leg = leg_named(last.reach, key)
        return (*so_far, last.by(leg)) if leg in legs(last.reach) else so_far

    return reduce(on, keys, (move,))


def key_for(move: Move, cell: Hex, *, straight: bool) -> str:
    """Return the key of a hex that a move is to pass.

    Args:
        move: The move.
        cell: The hex.
        straight: Whether it goes straight there; so it does too where no other way leads on.

    Raises:
        Refused: It cannot pass there.
    """
    open_to = legs(move.reach)
    for leg in (Leg(cell, straight=straight), Leg(cell, straight=True)):
        if leg in open_to:
            return key_of(move.reach, leg)
    raise Refused(why_no_leg(move.reach, cell))


def arrivals(situation: Situation, given: Mapping[str, Iterable[str]] | None) -> tuple[Entry, ...]:
    """Return the units that may come onto the map, and through which hexes.

    Args:
        situation: The position.
        given: The printed numbers of the hexes, by unit; None for the reinforcements of the game.

    Raises:
        RequestError: There is no such unit or hex.
    """
    if given is None:
        return tuple(sorted(expected(situation).items()))
    board = situation.board
    return tuple(
        (situation.unit(name).id, tuple(map(board.hex, labels))) for name, labels in given.items()
    )

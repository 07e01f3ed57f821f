"""Which way a retreat leads (8.3, 8.1.5): the duties of direction."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.grid import Hex, Orientation
from wargame.core.rulebook import implements
from wargame.fire_and_movement.state import Situation

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wargame.core.board import Board
    from wargame.fire_and_movement.ruleset import Ruleset

Duty = Callable[[Situation, str, Hex, Hex], bool]
"""Says of a unit, its hex and the end of a way whether that way does its duty of direction."""

_TOWARDS: dict[Orientation, dict[str, tuple[int, ...]]] = {
    Orientation.POINTY: {"east": (0,), "north": (1, 2), "west": (3,), "south": (4, 5)},
    Orientation.FLAT: {"east": (0, 1), "north": (2,), "west": (3, 4), "south": (5,)},
}
"""The directions that lead off the map at each of its edges."""


@implements("FM8", "8.3/3")
@implements("FM7", "8.3/2")
def towards_edge(situation: Situation, name: str, start: Hex, end: Hex) -> bool:
    """Return whether a retreat ends nearer to a friendly edge, or another friendly goal, than here.

    Which edges these are, the game says (``Ruleset.friendly_edges``); where it says nothing, every
    retreat does its duty.
    """
    rules = situation.ruleset
    named = rules.friendly_edges.get(situation.unit(name).side, ())
    goals = _goals(situation.board, tuple(named), rules.prohibited)
    if not goals or not rules.direction_binds:
        return True
    return min(map(end.distance, goals)) < min(map(start.distance, goals))


@lru_cache(maxsize=32)
def _goals(board: Board, names: tuple[str, ...], prohibited: frozenset[str]) -> tuple[Hex, ...]:
    """Return the hexes on some edges of a map, or with some features; no sea."""
    towards = _TOWARDS[board.numbering.orientation]
    edges = [towards[name] for name in names if name in towards]
    features = frozenset(names) - towards.keys()
    return tuple(
        cell
        for cell, content in board.cells.items()
        if prohibited.isdisjoint(content.terrain)
        and (
            content.features & features
            or any(all(cell.neighbour(d) not in board for d in edge) for edge in edges)
        )
    )


@implements("FM8", "8.1.5", "8.1.5/1", "8.1.5/2")
@implements("FM7", "8.1.5", "8.1.5/1", "8.1.5/2")
def away_from_enemy(situation: Situation, name: str, start: Hex, end: Hex) -> bool:
    """Return whether a retreat from bombardment ends farther from the nearest enemy than here.

    With no enemy on the map, it has to end nearer to the nearest friend.
    """
    side = situation.unit(name).side
    enemies = [piece.at for piece in situation.of(situation.other(side))]
    if enemies:
        return min(map(end.distance, enemies)) > min(map(start.distance, enemies))
    friends = [piece.at for piece in situation.of(side) if piece.unit != name]
    return not friends or min(map(end.distance, friends)) < min(map(start.distance, friends))


def edges_of(rules: Ruleset, side: str) -> str:
    """Return the friendly edges of a side in words."""
    directions = {name for towards in _TOWARDS.values() for name in towards}
    names = rules.friendly_edges.get(side, ())
    return " or ".join(n if n in directions else n.capitalize() for n in names) or "none"


def with_edges(situation: Situation, edges: Mapping[str, Sequence[str]]) -> Situation:
    """Return a position whose sides fall back to other edges of the map, or other features.

    Args:
        situation: The position.
        edges: For each side ``north``, ``east``, ``south``, ``west`` or features of hexes.

    Raises:
        RequestError: There is no such side, edge or feature.
    """
    board, rules = situation.board, situation.ruleset
    marks = {mark for content in board.cells.values() for mark in content.features}
    known = sorted({*_TOWARDS[board.numbering.orientation], *marks})
    for side, names in edges.items():
        situation.other(side)
        for name in names:
            if name not in known:
                raise RequestError(f"edges of {side}", shown(name), one_of(known, name))
    given = {side: tuple(names) for side, names in edges.items()}
    changed = rules.replace(friendly_edges={**rules.friendly_edges, **given})
    return evolve(situation, ruleset=changed)

"""Artillery that routs (16.4.2): it limbers and falls back three hexes, or is lost."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.assault_losses import destroy
from wargame.rifle_and_spade.hiding import close_terrain
from wargame.rifle_and_spade.retreat_move import come_to_rest, withdraw
from wargame.rifle_and_spade.retreat_ways import cannot_leave, marching, open_ways

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.state import Piece, Situation

HEXES = 3


@implements("RS", "16.4.2", "19.1/4")
def rout_guns(situation: Situation, name: str) -> Generator[Step, Any, Situation]:
    """Limber routed guns and take them three hexes away; destroy them if they cannot go.

    Each hex is further from where they stood. The owner chooses where they end: where the enemy
    is further off than before if there is such a hex, and among those in cover if there is any.
    The way there is the one that touches the fewest enemies. Limbering is free (RS-Q60).

    Args:
        situation: The position.
        name: The artillery.
    """
    piece = situation.piece(name)
    paths = {} if cannot_leave(situation, piece) else _paths(situation, piece)
    if not paths:
        lost = yield from destroy(situation, (name,), "rout")
        return lost.situation
    ends = _preferred(situation, piece, paths)
    end = ends[0]
    if len(ends) > 1:
        option: Option = yield _where(situation, piece, ends)
        end = situation.board.hex(option.key)
    after = situation.replace_pieces(marching(situation, piece))
    for here, there in pairwise(paths[end]):
        if not after.on_map(name) or after.piece(name).at != here:
            return after  # shot to pieces on the way, or driven off by a further rout
        after = yield from withdraw(after, (name,), there)
    return (yield from come_to_rest(after, (name,), end))


def _paths(situation: Situation, piece: Piece) -> dict[Hex, tuple[Hex, ...]]:
    """Return the quietest path of three hexes to each end that guns can reach."""
    found: dict[Hex, tuple[int, tuple[Hex, ...]]] = {piece.at: (0, (piece.at,))}
    for distance in range(1, HEXES + 1):
        reached: dict[Hex, tuple[int, tuple[Hex, ...]]] = {}
        for here, (noise, path) in found.items():
            standing = evolve(marching(situation, piece), at=here)
            for there in open_ways(situation, [standing]):
                if there.distance(piece.at) == distance:
                    entry = (noise + _touching(situation, piece, there), (*path, there))
                    reached[there] = min(reached.get(there, entry), entry)
        found = reached
    return {end: path for end, (_, path) in found.items()}


def _touching(situation: Situation, piece: Piece, there: Hex) -> int:
    enemies = situation.occupied[situation.other(situation.side(piece))]
    return sum(cell in enemies for cell in there.neighbours())


def _preferred(situation: Situation, piece: Piece, ends: Iterable[Hex]) -> tuple[Hex, ...]:
    enemies = situation.occupied[situation.other(situation.side(piece))]

    def nearest(cell: Hex) -> int:
        return min((cell.distance(enemy) for enemy in enemies), default=0)

    every = tuple(sorted(ends))
    away = tuple(end for end in every if nearest(end) > nearest(piece.at)) or every
    return tuple(end for end in away if close_terrain(situation.ground, end)) or away


def _where(situation: Situation, piece: Piece, ends: tuple[Hex, ...]) -> Choice:
    board, name = situation.board, situation.unit(piece).name
    options = [Option(board.label(end), f"to {board.describe(end)}") for end in ends]
    purpose = f"Where {name} falls back from {board.label(piece.at)}"
    return Choice(situation.side(piece), purpose, options, ("RS 16.4.2",), position=situation)

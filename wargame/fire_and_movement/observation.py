"""Observation for bombardment (Gaza 18.2, 18.5): range alone, never blocked by ground."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding, refusal
from wargame.core.words import count

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Piece

HILL = "hill"
AIR_RADIUS = 1


@implements("GAZA", "18.2", "18.2/1", "18.2/2", "18.2/3", "18.2/4", "18.5/3")
def observed(
    situation: Situation, side: str, target: Hex, aircraft: frozenset[Hex] = frozenset()
) -> Ruling:
    """Return whether *side* observes a hex, with who does and from how far.

    Args:
        situation: The position.
        side: The side that wants to fire.
        target: The hex.
        aircraft: Hexes where that side's air units were placed to observe (18.5).

    Returns:
        A finding with the range in hexes and the observer, or a refusal that names the nearest unit
        and the range it would need. Adjacent hexes are always observed.
    """
    label, board = "Observation", situation.board
    for spot in sorted(aircraft):
        if spot.distance(target) <= AIR_RADIUS:
            said = f"The air unit over {board.label(spot)} observes that hex and the six around it."
            return finding(label, True, said, "GAZA 18.5/3")
    if side not in situation.ruleset.sight:
        case = situation.ruleset.case("8.1.4/1")
        return finding(label, True, "These rules ask for no observation.", case)
    nearest: tuple[int, Piece, int] | None = None
    for piece in situation.of(side):
        distance, reach = piece.at.distance(target), sight_range(situation, piece)
        if distance <= reach:
            name, hexes = situation.unit(piece.unit).name, _hexes(distance)
            said = f"{name} in {board.label(piece.at)} is {hexes} away and observes up to {reach}."
            return finding(label, True, said, "GAZA 18.2", *_range_cases(situation, side))
        if nearest is None or distance - reach < nearest[0] - nearest[2]:
            nearest = (distance, piece, reach)
    cases = ("GAZA 18.1/1", "GAZA 18.2", *_range_cases(situation, side))
    if nearest is None:
        return refusal(label, f"{side} has no unit on the map to observe with.", *cases)
    distance, piece, reach = nearest
    name = situation.unit(piece.unit).name
    why = (
        f"{side} does not observe {board.label(target)}: {name} in {board.label(piece.at)} comes "
        f"nearest, {_hexes(distance)} away with a range of {reach}."
    )
    return refusal(label, why, *cases)


def in_sight(situation: Situation, side: str, aircraft: frozenset[Hex]) -> frozenset[Hex] | None:
    """Return every hex that *side* observes, on the map or off it; None where all are.

    The same answer as :func:`observed` gives hex by hex, for whoever asks about many.
    """
    if side not in situation.ruleset.sight:
        return None
    discs = [_disc(spot, AIR_RADIUS) for spot in aircraft]
    discs += [_disc(piece.at, sight_range(situation, piece)) for piece in situation.of(side)]
    return frozenset().union(*discs)


@lru_cache(maxsize=4096)
def _disc(cell: Hex, radius: int) -> frozenset[Hex]:
    return frozenset(cell.disc(radius))


def sight_range(situation: Situation, piece: Piece) -> int:
    """Return how many hexes a unit observes, counting the target's hex and not its own."""
    sight = situation.ruleset.sight[situation.unit(piece.unit).side]
    on_hill = HILL in situation.board.cell(piece.at).terrain
    return sight.hill if on_hill else sight.plain


def _range_cases(situation: Situation, side: str) -> tuple[str, ...]:
    return situation.ruleset.sight[side].cases


def _hexes(distance: int) -> str:
    return count(distance, "hex", "hexes")

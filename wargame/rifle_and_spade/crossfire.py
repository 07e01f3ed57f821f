"""Crossfire (17.6): fire through two hexsides of the target that do not touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.grid import Hex
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.eligibility import Aim, aim
from wargame.rifle_and_spade.hiding import adds_to_crossfire
from wargame.rifle_and_spade.shot import Shot, reach
from wargame.rifle_and_spade.works_position import entry_sides

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.rifle_and_spade.state import Piece, Situation

HEX_SIDES = 6


@implements("RS", "17.6", "17.6.2", "7.6.4")
def crossfire(shot: Shot) -> frozenset[Hex]:
    """Return the firing hexes that put the target under crossfire; empty when there is none.

    Only infantry and low-angle shrapnel that do not hide take part, and only hexes that are not
    under possible crossfire themselves (17.6.2). Possible crossfire of a hex is worked out over
    all enemies able to fire there, leaving that exception aside (the reading of RS-Q73).
    """
    situation, target = shot.situation, shot.target
    firing = {piece.at for piece in shot.pieces if _contributes(situation, piece, target)}
    firing.discard(target)
    if not _crossed(firing, target):
        return frozenset()
    safe = {at for at in firing if not possible_crossfire(situation, at, shot.side)}
    return frozenset(safe) if _crossed(safe, target) else frozenset()


def possible_crossfire(situation: Situation, at: Hex, side: str) -> bool:
    """Return whether the enemies of *side* could put a hex under crossfire (17.6.2)."""
    foe = situation.other(side)
    cells = (cell for cell in situation.occupied[foe] if cell != at)
    able = [
        cell for cell in cells if any(_bears(situation, p, at) for p in situation.at(cell, foe))
    ]
    return _crossed(able, at)


def _contributes(situation: Situation, piece: Piece, target: Hex) -> bool:
    """Return whether a piece's fire at a hex can be part of a crossfire."""
    unit = situation.unit(piece)
    if piece.order or unit.arm == "headquarters":
        return False
    if not adds_to_crossfire(situation, piece, target):
        return False
    gun = unit.gun
    return gun is None or (gun.angle == "low" and gun.ammunition == "shrapnel")


def _bears(situation: Situation, piece: Piece, at: Hex) -> bool:
    """Return whether a piece is able to fire at a hex so that it adds to a crossfire."""
    if piece.at.distance(at) > reach(situation, piece) or not _contributes(situation, piece, at):
        return False
    return isinstance(aim(situation, piece, at, occasion="opportunity"), Aim)


def _crossed(firing: Iterable[Hex], target: Hex) -> bool:
    """Return whether fire comes in through two hexsides without a common corner (RS-Q72).

    A line through a corner counts for both hexsides that meet there.
    """
    sides = [entry_sides(at, target) for at in firing if at != target]
    return any(
        any(_apart(a, b) for a in one for b in other)
        for i, one in enumerate(sides)
        for other in sides[i + 1 :]
    )


def _apart(one: int, other: int) -> bool:
    return (one - other) % HEX_SIDES not in {0, 1, HEX_SIDES - 1}

"""Intermingled units (9.8): friends of other bodies on the way between two units of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding
from wargame.rifle_and_spade.rally import in_contact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.state import Piece, Situation

Body = tuple[str, str]
"""A brigiment and a battalion of it; an empty battalion for the brigiment as a whole."""


@frozen
class Proof:
    """Why a brigiment is intermingled.

    Args:
        body: The battalion, or the brigiment, that is divided.
        one: A unit of it.
        other: Another.
        between: The friend between them.
        path: A shortest path from one to the other through the friend's hex, both ends included.
    """

    body: str
    one: str
    other: str
    between: str
    path: tuple[Hex, ...]


@implements("RS", "9.8.2", "9.8.3")
def counted(situation: Situation, side: str) -> tuple[Piece, ...]:
    """Return the units of a side in contact that intermingling looks at, those of columns included.

    Machine guns and independent units are ignored; enemies never come into it.
    """
    return tuple(
        piece
        for piece in situation.of(side)
        if (unit := situation.unit(piece)).brigiment
        and unit.arm != "machine gun"
        and in_contact(situation, piece)
    )


@implements("RS", "9.8.1", "9.8.3")
def proofs(situation: Situation, brigiment: str) -> Iterator[Proof]:
    """Yield each friend that stands on a shortest path between two units of a body, once a body.

    Paths are counted in hexes, whatever the ground, and one that is blocked is enough. A friend who
    shares the hex of one of the two is not between them.
    """
    near = counted(situation, situation.army.brigiment(brigiment).side)
    own: dict[Body, list[Piece]] = {}
    for piece in near:
        unit = situation.unit(piece)
        if unit.brigiment == brigiment:
            if unit.battalion:
                own.setdefault((brigiment, unit.battalion), []).append(piece)
            own.setdefault((brigiment, ""), []).append(piece)
    for body, members in sorted(own.items()):
        inside = {piece.unit for piece in members}
        for between in near:
            if between.unit not in inside:
                found = _divided(members, between)
                if found is not None:
                    one, other = found
                    path = (*_way(one.at, between.at), *_way(between.at, other.at)[1:])
                    name = body[1] or body[0]
                    yield Proof(name, one.unit, other.unit, between.unit, path)


def _divided(members: list[Piece], between: Piece) -> tuple[Piece, Piece] | None:
    """Return the nearest two of a body that a unit stands between, if any."""
    at = between.at
    apart = [(piece.at.distance(at), piece) for piece in members if piece.at != at]
    found = [
        (near + far, one.unit, other.unit, one, other)
        for index, (near, one) in enumerate(apart)
        for far, other in apart[index + 1 :]
        if near + far == one.at.distance(other.at)
    ]
    return min(found, key=lambda each: each[:3])[3:] if found else None


def _way(start: Hex, goal: Hex) -> tuple[Hex, ...]:
    """Return a shortest way in hexes, both ends included."""
    way = [start]
    while way[-1] != goal:
        left = way[-1].distance(goal)
        way.append(min(each for each in way[-1].neighbours() if each.distance(goal) < left))
    return tuple(way)


def is_intermingled(situation: Situation, brigiment: str) -> bool:
    """Return whether a brigiment is intermingled, without the words."""
    return next(proofs(situation, brigiment), None) is not None


@implements("RS", "9.8", "9.8.1", "9.8.2")
def intermingled(situation: Situation, brigiment: str) -> Ruling:
    """Return whether a brigiment is intermingled, with every friend that proves it and the path.

    Headquarters are not among the exceptions of the print, so they count as any unit does.
    """
    label, case = f"{brigiment} intermingled", "RS 9.8.1"
    parts = [_told(situation, proof) for proof in proofs(situation, brigiment)]
    if parts:
        said = f"Friends of other bodies stand between units of {brigiment}."
        return finding(label, True, said, "RS 9.8", case, parts=parts)
    said = f"No friend in contact stands between units of {brigiment} in contact."
    return finding(label, False, said, "RS 9.8", case, "RS 9.8.2")


def _told(situation: Situation, proof: Proof) -> Ruling:
    printed = tuple(map(situation.board.label, proof.path))
    said = (
        f"{proof.between} stands between {proof.one} and {proof.other} of {proof.body}: "
        f"{' - '.join(printed)}."
    )
    return figure(f"{proof.body}: {proof.between}", printed, said, "RS 9.8.1")

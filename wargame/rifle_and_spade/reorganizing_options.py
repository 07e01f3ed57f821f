"""What may be worth reorganizing in a hex (3.2): candidates, to be judged by the rules after."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from operator import attrgetter
from typing import TYPE_CHECKING

from wargame.rifle_and_spade.units import PICKET

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Roster, Steps, Unit

Candidate = tuple[tuple[str, ...], tuple[tuple[str, "Steps"], ...]]
Kin = tuple[str, ...]
FOUR = 4


@lru_cache(maxsize=16)
def families(roster: Roster) -> Mapping[Kin, tuple[Unit, ...]]:
    """Return the counters by what they may be exchanged within, the smallest first."""
    found: dict[Kin, list[Unit]] = {}
    for unit in sorted(roster.units.values(), key=attrgetter("steps", "id")):
        kin = kin_of(unit)
        if kin:
            found.setdefault(kin, []).append(unit)
    return {kin: tuple(units) for kin, units in found.items() if len(units) > 1}


def kin_of(unit: Unit) -> Kin:
    """Return what a unit shares with those it may be exchanged with; empty for none."""
    if unit.gun is not None:
        return ("gun", unit.side, unit.gun.weapon)
    if unit.arm == "headquarters" or not unit.battalion:
        return ()
    return (unit.arm, unit.side, unit.brigiment, unit.battalion)


def enumerate_options(
    situation: Situation, cell: Hex, side: str, *, cordon: bool
) -> Iterator[Candidate]:
    """Yield exchanges that may be worth offering; the rules are still to judge each."""
    kinds = families(situation.roster)
    groups: dict[Kin, list[Piece]] = {}
    for piece in situation.at(cell, side):
        kin = kin_of(situation.unit(piece))
        if kin in kinds:
            groups.setdefault(kin, []).append(piece)
    for kin, pieces in groups.items():
        free = [unit for unit in kinds[kin] if not situation.on_map(unit.id)]
        if kin[0] == "gun":
            yield from _guns(situation, pieces, free)
        else:
            whole = [p for p in pieces if situation.unit(p).size != "picket"]
            yield from _pairs(situation, whole, free)
            for piece in whole:
                yield from _parts(situation, piece, free, cordon=cordon)
    yield from _pickets(situation, situation.at(cell, side))


def _pairs(
    situation: Situation, pieces: Iterable[Piece], free: Iterable[Unit]
) -> Iterator[Candidate]:
    """Yield two units made into one: one of them that lacks steps, or a larger counter."""
    free = tuple(free)
    for one, other in combinations(pieces, 2):
        steps = one.steps + other.steps
        guns = situation.unit(one).machine_guns + situation.unit(other).machine_guns
        names = (one.unit, other.unit)
        for piece in (one, other):
            if steps and situation.unit(piece).steps >= steps:
                yield names, ((piece.unit, steps),)
                break
        else:
            fitting = (u for u in free if u.steps >= steps and u.machine_guns == guns)
            larger = next(fitting, None)
            if larger is not None:
                yield names, ((larger.id, steps),)


def _parts(
    situation: Situation, piece: Piece, free: Iterable[Unit], *, cordon: bool
) -> Iterator[Candidate]:
    """Yield a unit made into smaller ones, for each smaller size of which there are enough."""
    sizes: dict[Steps, list[Unit]] = {}
    for unit in free:
        if unit.steps < piece.steps and (cordon or unit.size != "picket"):
            sizes.setdefault(unit.steps, []).append(unit)
    for size, units in sizes.items():
        into: list[tuple[str, Steps]] = []
        left = piece.steps
        for unit in units:
            if left <= 0:
                break
            into.append((unit.id, min(size, left)))
            left -= size
        if left > 0:  # too few small counters: the old one stays with the rest
            into.append((piece.unit, left))
        yield (piece.unit,), tuple(into)
    yield from _machine_guns(situation, piece, free)


def _machine_guns(situation: Situation, piece: Piece, free: Iterable[Unit]) -> Iterator[Candidate]:
    """Yield machine guns made into two smaller units with as many guns."""
    guns = situation.unit(piece).machine_guns
    if piece.steps:
        return
    for one, other in combinations([unit for unit in free if unit.machine_guns], 2):
        if one.machine_guns + other.machine_guns == guns:
            yield (piece.unit,), ((one.id, 0), (other.id, 0))
            return


def _guns(
    situation: Situation, pieces: Iterable[Piece], free: Iterable[Unit]
) -> Iterator[Candidate]:
    """Yield sections detached and sections taken back."""
    pieces = tuple(pieces)
    section = next(iter(free), None)
    for piece in pieces:
        if section is not None and piece.steps > 1 and situation.unit(piece).wheeled:
            yield (piece.unit,), ((piece.unit, piece.steps - 1), (section.id, 1))
    for parent, part in combinations(sorted(pieces, key=lambda p: -situation.unit(p).steps), 2):
        steps = parent.steps + part.steps
        if steps <= situation.unit(parent).steps:
            yield (parent.unit, part.unit), ((parent.unit, steps),)


def _pickets(situation: Situation, pieces: Iterable[Piece]) -> Iterator[Candidate]:
    """Yield four pickets of one brigade or regiment made into a step."""
    stack = tuple(pieces)
    groups: dict[str, list[str]] = {}
    for piece in stack:
        unit = situation.unit(piece)
        if unit.size == "picket" and piece.steps == PICKET:
            groups.setdefault(unit.brigiment, []).append(piece.unit)
    for brigiment, names in groups.items():
        if len(names) < FOUR or not brigiment:
            continue
        four = tuple(names[:FOUR])
        for piece in stack:
            unit = situation.unit(piece)
            own = unit.brigiment == brigiment and unit.arm == "rifle" and unit.size != "picket"
            if own and piece.steps + 1 <= unit.steps:
                yield (*four, piece.unit), ((piece.unit, piece.steps + 1),)
        company = next(_companies(situation, brigiment, stack[0]), None)
        if company is not None:
            yield four, ((company, 1),)


def _companies(situation: Situation, brigiment: str, example: Piece) -> Iterator[str]:
    """Yield the free company counters of a brigade or regiment."""
    side = situation.side(example)
    for unit in situation.roster.units.values():
        same = unit.side == side and unit.brigiment == brigiment
        if same and unit.size == "company" and not situation.on_map(unit.id):
            yield unit.id

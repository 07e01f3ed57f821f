"""Telephones and wireless (9.3.1): stacks that speak with each other at any range."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, skipped
from wargame.rifle_and_spade import works_position

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.state import Situation

STATIONS = ("telephone", "telegraph", "wireless")
"""Features of hexes that carry messages; telegraphs are as good as telephones."""


@implements("RS", "9.3.1/2", "9.3.1/T1", "9.3.1/T2")
def station(situation: Situation, cell: Hex, side: str) -> str:
    """Return what a side's units in a hex can speak by: wireless, telephone, or nothing.

    They must be there to use it. A fire trench that one of them occupies has a telephone; a ship
    has wireless.
    """
    there = situation.at(cell, side)
    if not there:
        return ""
    features = situation.board.cell(cell).features
    if "wireless" in features or any(situation.unit(p).size == "ship" for p in there):
        return "wireless"
    if features.intersection(STATIONS):
        return "telephone"
    works = (situation.work_of(piece) for piece in there)
    inside = any(work and work.fire_trench for work in works)
    return "telephone" if inside and works_position.telephone(situation, cell, side) else ""


@implements("RS", "9.3.1/T1", "9.3.1/T2")
def on_one_network(situation: Situation, one: Hex, other: Hex, side: str) -> bool:
    """Return whether units in two hexes can speak by telephone or wireless.

    Telephones are joined while some way over land between them is free of enemy units; every
    wireless is joined to every other of its side, and so joins the telephones near either.
    """
    if not (station(situation, one, side) and station(situation, other, side)):
        return False
    nets = networks(situation.ground, situation.occupied[situation.other(side)])
    mine, theirs = nets.get(one, one), nets.get(other, other)
    if mine == theirs:
        return True
    wireless = {
        nets.get(cell, cell)
        for cell in situation.occupied[side]
        if station(situation, cell, side) == "wireless"
    }
    return mine in wireless and theirs in wireless


@lru_cache(maxsize=64)
def networks(ground: Field, enemies: frozenset[Hex]) -> Mapping[Hex, Hex]:
    """Return for every land hex free of enemies the first hex of the stretch it lies in."""
    open_land = {cell for cell, spot in ground.spots.items() if not spot.sea} - enemies
    found: dict[Hex, Hex] = {}
    for start in sorted(open_land):
        if start in found:
            continue
        queue = deque([start])
        found[start] = start
        while queue:
            for cell in queue.popleft().neighbours():
                if cell in open_land and cell not in found:
                    found[cell] = start
                    queue.append(cell)
    return found


def by_telephone(situation: Situation, one: Hex, other: Hex, side: str) -> Ruling:
    """Return whether units in two hexes can speak by telephone or wireless, and why."""
    label, cases = "By telephone", ("RS 9.3.1/T1", "RS 9.3.1/T2")
    ends = {cell: station(situation, cell, side) for cell in (one, other)}
    deaf = [situation.board.label(cell) for cell, found in ends.items() if not found]
    if deaf:
        why = f"No unit at a telephone or wireless in {' or '.join(deaf)}."
        return skipped(label, why, *cases)
    if on_one_network(situation, one, other, side):
        return figure(label, True, "Both ends speak by telephone or wireless.", *cases)
    return skipped(label, "Enemies cut the wires, and no wireless bridges them.", *cases)

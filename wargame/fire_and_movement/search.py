"""The search for the cheapest ways of a unit (5.1, 5.2).

It counts half points and fills one bucket for each: prices are small whole numbers, so no heap is
needed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.fire_and_movement.movement_costs import ways_of
from wargame.fire_and_movement.terrain_costs import NEVER, ways

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.zones import Mover


@frozen
class Origin:
    """Where a search begins.

    Args:
        way: The hexes that the unit has come already, the one in which it is now last.
        paid: What that way cost, in half points.
        entries: The hexes through which a unit may come onto the map.
    """

    way: tuple[Hex, ...] = ()
    paid: int = 0
    entries: tuple[Hex, ...] = ()


SETS_OUT = Origin()
"""Where a unit on the map that has not moved yet begins."""


def steps_from(moving: Mover, here: Hex) -> Iterator[tuple[Hex, int]]:
    """Yield the hexes that a unit may enter from another, and the half points that takes."""
    for there, ground in ways_of(moving).get(here, ()):
        cost = moving.price(here, there, ground)
        if cost < NEVER and there not in moving.enemies:
            yield there, cost


def sources(moving: Mover, origin: Origin) -> dict[Hex, int]:
    """Return what it costs to stand in each hex where the search begins."""
    if moving.start is not None and not origin.way:
        return {moving.start: 0}
    if origin.way:
        return {origin.way[-1]: origin.paid}
    ground = ways(moving.situation.board, moving.situation.ruleset).ground
    return {
        cell: _entry(moving, cell, ground)
        for cell in origin.entries
        if ground.get(cell, NEVER) < NEVER and cell not in moving.enemies
    }


def _entry(moving: Mover, cell: Hex, ground: Mapping[Hex, int]) -> int:
    pays = cell in moving.zone and moving.unit.mobile and not moving.commando
    return ground[cell] + (moving.surcharge if pays else 0)


def cheapest(moving: Mover, limit: int, origin: Origin) -> tuple[dict[Hex, int], dict[Hex, Hex]]:
    """Return the cheapest ways within some half points.

    Args:
        moving: The unit.
        limit: How many it may spend.
        origin: Where it begins.

    Returns:
        What reaching each hex costs, the nearest first, and the hex before each on its way.
    """
    priced = ways(moving.situation.board, moving.situation.ruleset)
    out, least = ways_of(moving, priced), priced.least
    enemies, zone, stops = moving.enemies, moving.zone, moving.stops
    # from a free hex into a zone; from zone to zone is asked step by step
    enters = moving.surcharge if moving.unit.mobile and not moving.commando else 0
    best = sources(moving, origin)
    known: dict[Hex, int] = {}
    came: dict[Hex, Hex] = {}
    buckets: dict[int, list[Hex]] = {}
    for cell, cost in best.items():
        buckets.setdefault(cost, []).append(cell)
    while buckets and (spent := min(buckets)) <= limit:
        for here in buckets.pop(spent):
            if best[here] < spent:
                continue
            known[here] = spent  # in the order of the buckets: the nearest first
            inside = here in zone
            if spent + least[here] > limit or (inside and stops and not moving.sets_out(here)):
                continue
            for there, ground in out.get(here, ()):
                whole = spent + ground
                if whole <= limit and there in zone:
                    whole = spent + moving.price(here, there, ground) if inside else whole + enters
                if whole <= limit and whole < best.get(there, NEVER) and there not in enemies:
                    best[there], came[there] = whole, here
                    buckets.setdefault(whole, []).append(there)
    return known, came

"""Rail movement (AA-8): double the allowance along railways, so many units a turn.

"This path" has no antecedent in the print: a rail move runs through friendly territories with a
railway, all connected (AA-Q17); the capacity counts land units (AA-Q28).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.area_combat.nations import nation_named, rail_capacity
from wargame.core.errors import RequestError
from wargame.core.rulebook import implements
from wargame.core.ruling import figure, finding, refusal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.area_combat.theatre import Theatre
    from wargame.area_combat.units import UnitType
    from wargame.core.ruling import Ruling

NON_COMBAT = "non-combat movement"
COMBAT = "combat movement"


def rail_allowance(unit: UnitType) -> Ruling:
    """Return how many territories a unit moves by rail: twice its allowance (AA-8.1)."""
    words = f"{unit.movement} by itself, doubled by rail."
    allowance = figure(
        "Allowance", unit.movement, f"What {unit.name} moves.", provenance=unit.provenance
    )
    return finding(
        "Rail allowance",
        2 * unit.movement,
        words,
        "AA AA-8.1",
        parts=(allowance,),
        unit="territories",
    )


def rail_reach(
    theatre: Theatre, nation: str, start: str, unit: UnitType
) -> Mapping[str, tuple[str, ...]]:
    """Return the territories that a unit may reach by rail, each with its way.

    Of the ways within its allowance it is the one that passes fewest territories under enemy
    bombers, and the shortest of those.

    Source: AA-8.1, AA-8.2, AA-8.3.
    """
    who = nation_named(nation)
    atlas = theatre.atlas
    if unit.flies or not (atlas.areas[start].rail and theatre.friendly(start, who)):
        return {}
    return atlas.reach(
        start,
        2 * unit.movement,
        lambda area: area.rail and theatre.friendly(area.id, who),
        bombed(theatre, nation),
    )


@implements("AA", "AA-8.1", "AA-8.2", "AA-8.4")
def may_rail(  # noqa: PLR0913 - a move is exactly these facts
    theatre: Theatre,
    nation: str,
    unit: UnitType,
    start: str,
    end: str,
    number: int = 1,
    *,
    phase: str = NON_COMBAT,
) -> Ruling:
    """Return whether units may move by rail from one territory to another.

    Args:
        theatre: The position.
        nation: Whose units.
        unit: Their type.
        start: The territory they stand in.
        end: Where they would go.
        number: How many.
        phase: The part of the turn.

    Raises:
        RequestError: An area is not on the map.

    Source: AA-8.1 to AA-8.5.
    """
    label = f"{unit.count(number)} by rail"
    who = nation_named(nation)
    here, there = theatre.area(start), theatre.area(end)
    if unit.flies:
        return refusal(label, "Railways carry ground forces only.", "AA AA-8.1")
    if phase != NON_COMBAT:
        return refusal(label, f"Railways run in {NON_COMBAT} only.", "AA AA-8.4")
    if not theatre.friendly(here.id, who):
        return refusal(label, f"{here.name} is not in friendly hands.", "AA AA-8.1")
    for place in (here, there):
        if not place.rail:
            return refusal(label, f"{place.name} has no railway.", "AA AA-8.2")
    way = rail_reach(theatre, nation, here.id, unit).get(there.id)
    allowance = rail_allowance(unit)
    if way is None:
        why = (
            f"No friendly railway leads from {here.name} to {there.name} within {allowance.value}."
        )
        return refusal(label, why, "AA AA-8.1", "AA AA-8.2", allowed=(allowance,))
    return _within(theatre, nation, number, label, allowance, way)


def _within(  # noqa: PLR0913 - the facts of a move whose way is known
    theatre: Theatre, nation: str, number: int, label: str, allowance: Ruling, way: tuple[str, ...]
) -> Ruling:
    """Hold a move to the capacity of the nation's railways (AA-8.5)."""
    capacity = rail_capacity(nation_named(nation), theatre.rules)
    used = dict(theatre.railed).get(nation, 0)
    assert isinstance(capacity.value, int)  # noqa: S101 - it is a count
    if used + number > capacity.value:
        why = f"The railways carry {capacity.value} units in a turn; {used} have moved already."
        return refusal(label, why, "AA AA-8.5", allowed=(capacity,))
    names = " to ".join(theatre.atlas.areas[each].name for each in way)
    words = (
        f"By {names}: {len(way)} of {allowance.value}; {used + number} of {capacity.value} units."
    )
    return finding(label, True, words, "AA AA-8.1", "AA AA-8.2", parts=(allowance, capacity))


@implements("AA", "AA-8.3")
def interdicted_on(
    theatre: Theatre, nation: str, start: str, way: tuple[str, ...]
) -> tuple[str, ...]:
    """Return the territories on a way, start included, over which enemy bombers lie (AA-8.3)."""
    enemy = bombed(theatre, nation)
    return tuple(each for each in (start, *way) if each in enemy)


def bombed(theatre: Theatre, nation: str) -> frozenset[str]:
    """Return the territories over which bombers lie that are enemies of a nation (AA-6.3)."""
    side = nation_named(nation).side
    over = theatre.interdictions
    return frozenset(area for area, whose in over if nation_named(whose).side != side)


def carried(theatre: Theatre, nation: str, number: int) -> Theatre:
    """Return the position with more units counted against the railways of a nation.

    Raises:
        RequestError: The number is negative.
    """
    if number < 0:
        raise RequestError("rail", str(number), "0 units or more")
    railed = {**dict(theatre.railed), nation: dict(theatre.railed).get(nation, 0) + number}
    return theatre.replace(railed=tuple(sorted(railed.items())))

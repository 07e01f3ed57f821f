"""How far a salvo of artillery reaches on a map (AA-1.2; AA-Q06)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.area_combat.forces import of_arms
from wargame.area_combat.nations import nation_named
from wargame.core.rulebook import implements
from wargame.core.ruling import figure, finding, refusal

if TYPE_CHECKING:
    from wargame.area_combat.theatre import Theatre
    from wargame.core.ruling import Ruling


@implements("AA", "AA-1.2")
def may_fire_salvo(theatre: Theatre, nation: str, start: str, target: str) -> Ruling:
    """Return whether artillery may fire a salvo from its own territory into an enemy one.

    Args:
        theatre: The position.
        nation: Whose artillery.
        start: The territory it stands in, by any of its names.
        target: The territory it would fire into.

    Source: AA-1.2; the distance is not said: the territory beside it (AA-Q06,
    ``rules.salvo_reach``). It is counted over land, for guns stand on land.
    """
    label, who = "Salvo", nation_named(nation)
    here, there = theatre.area(start), theatre.area(target)
    guns = of_arms(theatre.fresh(here.id, who.id), theatre.units, "artillery")
    if not guns:
        why = f"{who.name} has no artillery in {here.name} that can still fire."
        return refusal(label, why, "AA AA-1.2")
    if there.sea or not theatre.hostile(there.id, who):
        return refusal(label, f"{there.name} is no enemy territory.", "AA AA-1.2")
    most = theatre.rules.salvo_reach
    reach = figure("Reach", most, f"{most} at most (AA-Q06).", "AA AA-1.2", unit="territories")
    steps = theatre.atlas.distance(here.id, there.id, lambda area: not area.sea)
    if steps is None or steps > most:
        why = f"{there.name} is out of reach of {here.name}."
        return refusal(label, why, "AA AA-1.2", allowed=(reach,))
    words = f"{there.name} is {steps} from {here.name}; {len(guns)} guns may fire."
    return finding(label, True, words, "AA AA-1.2", "AA AA-1.3", parts=(reach,))

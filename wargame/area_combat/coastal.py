"""Maritime coastal defence and the way home (AA-6.22, AA-6.28 to AA-6.35).

Naval battles themselves belong to the parent game; here is when planes may join one, and where
they go afterwards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.area_combat.nations import nation_named
from wargame.core.rulebook import implements
from wargame.core.ruling import figure, finding, refusal

if TYPE_CHECKING:
    from wargame.area_combat.theatre import Theatre
    from wargame.area_combat.units import UnitType
    from wargame.core.ruling import Ruling

LOST = "lost"
"""What becomes of a plane with nowhere to land."""
ROUNDS_UNDER_WAY = 1
"""Full rounds between the call and the first fight (AA-6.18, AA-6.30)."""


@implements("AA", "AA-6.18", "AA-6.30")
def ready_in(called: int) -> Ruling:
    """Return the round in which planes fight that were called in round *called*.

    Source: AA-6.18 for support on land, AA-6.30 at sea.
    """
    words = f"Called in round {called}, they are under way for one full round."
    ready = called + ROUNDS_UNDER_WAY
    return figure("First round of fighting", ready, words, "AA AA-6.18", "AA AA-6.30", unit="round")


@implements("AA", "AA-6.28", "AA-6.29", "AA-6.32", "AA-6.33")
def may_defend_coast(  # noqa: PLR0913 - a call is exactly these facts
    theatre: Theatre, nation: str, unit: UnitType, home: str, zone: str, *, friends: bool
) -> Ruling:
    """Return whether a plane may join a naval battle beside its territory.

    Args:
        theatre: The position.
        nation: Whose plane.
        unit: Its type; bombers may as well.
        home: The territory it stands in, attacked itself or not (AA-6.32).
        zone: The sea zone of the battle.
        friends: Whether friendly ships are attacked there, or fight enemies who ended their move
            there, a landing included (AA-6.29).

    Source: AA-6.28, AA-6.29, AA-6.32.
    """
    label = "Coastal defence"
    here, there = theatre.area(home), theatre.area(zone)
    if not unit.flies:
        return refusal(label, f"A unit of {unit.name} does not fly.", "AA AA-6.28")
    if not there.sea or there not in theatre.atlas.beside(here.id):
        why = f"{there.name} is no sea zone beside {here.name}."
        return refusal(label, why, "AA AA-6.28")
    if not friends:
        return refusal(label, f"No friendly ship fights in {there.name}.", "AA AA-6.29")
    if not theatre.friendly(here.id, nation_named(nation)):
        return refusal(label, f"{here.name} is not in friendly hands.", "AA AA-6.28")
    words = f"It may fly from {here.name} to {there.name}, its territory attacked or not."
    return finding(label, True, words, "AA AA-6.28", "AA AA-6.29", "AA AA-6.32")


@implements("AA", "AA-6.22", "AA-6.31", "AA-6.34", "AA-6.35")
def home_again(theatre: Theatre, nation: str, unit: UnitType, home: str) -> Ruling:
    """Return where a plane goes after a defensive mission: home, else the nearest friendly place.

    Args:
        theatre: The position after the battle.
        nation: Whose plane.
        unit: Its type; its movement is its range, in areas.
        home: The territory it came from.

    Returns:
        A ruling whose value is the id of a territory, or ``lost`` when none is in range.

    Source: AA-6.22, AA-6.31, AA-6.34, AA-6.35.
    """
    who = nation_named(nation)
    here = theatre.area(home)
    label = "The way home"
    if theatre.friendly(here.id, who):
        words = f"It flies back to {here.name}."
        return finding(label, here.id, words, "AA AA-6.22", "AA AA-6.31")
    ways = theatre.atlas.reach(here.id, unit.movement, lambda _: True)
    open_ = {at: way for at, way in ways.items() if theatre.friendly(at, who)}
    if not open_:
        why = f"{here.name} is lost, and no friendly territory lies within {unit.movement}."
        return finding(label, LOST, why, "AA AA-6.35")
    nearest = min(open_, key=lambda at: len(open_[at]))
    words = f"{here.name} is lost; {theatre.area(nearest).name} is the nearest friendly territory."
    return finding(label, nearest, words, "AA AA-6.34")

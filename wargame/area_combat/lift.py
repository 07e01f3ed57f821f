"""Air transport and airborne assault (AA-6.7 to AA-6.15): what bombers carry and drop."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.area_combat.forces import types_in
from wargame.area_combat.nations import nation_named
from wargame.area_combat.rail import NON_COMBAT
from wargame.core.rulebook import implements
from wargame.core.ruling import figure, finding, refusal

if TYPE_CHECKING:
    from wargame.area_combat.forces import Force
    from wargame.area_combat.theatre import Theatre
    from wargame.area_combat.units import UnitTable, UnitType
    from wargame.core.ruling import Ruling

DROP_REACH = 2
"""Territories between a drop and a friendly unit, at most (AA-6.11)."""


def room(bombers: Force, units: UnitTable) -> int:
    """Return how many infantry some planes carry (AA-6.7, AA-6.14)."""
    return sum(each.lifts * bombers.of(each.id) for each in types_in(bombers, units))


@implements("AA", "AA-6.7", "AA-6.8", "AA-6.9")
def may_transport(  # noqa: PLR0913 - a flight is exactly these facts
    theatre: Theatre,
    nation: str,
    bombers: Force,
    cargo: Force,
    start: str,
    end: str,
    *,
    phase: str = NON_COMBAT,
) -> Ruling:
    """Return whether bombers may carry some infantry from one territory to another.

    Args:
        theatre: The position.
        nation: Whose planes and troops; both stand in *start*.
        bombers: The planes.
        cargo: The infantry, of any type.
        start: Where they stand.
        end: Where they go: friendly, and within range over land and sea alike (AA-6.8).
        phase: The part of the turn.

    Source: AA-6.7 to AA-6.9.
    """
    label = "Air transport"
    units = theatre.units
    if phase != NON_COMBAT:
        return refusal(label, f"Planes carry troops in {NON_COMBAT} only.", "AA AA-6.9")
    heavy = next((each for each in types_in(cargo, units) if each.arm != "infantry"), None)
    if heavy is not None:
        return refusal(label, f"Bombers carry infantry of any type, no {heavy.name}.", "AA AA-6.7")
    short = _missing(theatre, nation, start, bombers, cargo)
    if short is not None:
        why = f"{theatre.area(start).name} has not that many {short.many}."
        return refusal(label, why, "AA AA-6.7")
    if not theatre.friendly(theatre.area(end).id, nation_named(nation)):
        return refusal(label, f"{theatre.area(end).name} is not in friendly hands.", "AA AA-6.9")
    fits = _fits(label, bombers, cargo, units, "AA AA-6.7")
    flight = _flight(theatre, bombers, start, end)
    return flight if fits.allowed and not flight.allowed else fits.with_parts(flight)


def _flight(theatre: Theatre, bombers: Force, start: str, end: str) -> Ruling:
    """Return whether the slowest plane gets there (AA-6.8)."""
    here, there = theatre.area(start), theatre.area(end)
    steps = theatre.atlas.distance(here.id, there.id, lambda _: True)
    most = min((each.movement for each in types_in(bombers, theatre.units)), default=0)
    if steps is None or steps > most:
        why = f"{there.name} is further from {here.name} than the {most} that the planes fly."
        return refusal("Flight", why, "AA AA-6.8")
    words = f"{there.name} is {steps} from {here.name}, over land or sea; the planes fly {most}."
    return figure("Flight", steps, words, "AA AA-6.8", unit="areas")


def _missing(
    theatre: Theatre, nation: str, start: str, bombers: Force, cargo: Force
) -> UnitType | None:
    """Return the first type of which fewer stand at the start than would fly."""
    here = theatre.force(theatre.area(start).id, nation)
    for each in (*types_in(bombers, theatre.units), *types_in(cargo, theatre.units)):
        if here.of(each.id) < bombers.of(each.id) + cargo.of(each.id):
            return each
    return None


def _fits(label: str, bombers: Force, cargo: Force, units: UnitTable, case: str) -> Ruling:
    most = room(bombers, units)
    carries = figure("Room", most, f"The planes carry {most} infantry.", case)
    if not len(cargo):
        return refusal(label, "There is nothing to carry.", case, allowed=(carries,))
    if len(cargo) > most:
        why = f"{len(cargo)} infantry do not fit: a bomber takes two at most."
        return refusal(label, why, case, allowed=(carries,))
    return finding(label, True, f"{len(cargo)} of {most} places are taken.", case, parts=(carries,))


@implements("AA", "AA-6.10", "AA-6.11", "AA-6.12", "AA-6.13", "AA-6.14", "AA-6.15")
def may_drop(  # noqa: PLR0913 - a drop is exactly these facts
    theatre: Theatre, nation: str, bombers: Force, cargo: Force, start: str, target: str
) -> Ruling:
    """Return whether bombers may drop paratroopers on a territory.

    Args:
        theatre: The position.
        nation: Whose planes and troops.
        bombers: The planes; a plane that drops does nothing else this turn (AA-6.13).
        cargo: What jumps.
        start: Where planes and troops stand (AA-6.15).
        target: The territory they jump over.

    Source: AA-6.10 to AA-6.15.
    """
    label = "Airborne assault"
    units = theatre.units
    wrong = next((each for each in types_in(cargo, units) if not each.airborne), None)
    if wrong is not None:
        return refusal(label, f"Only airborne infantry jumps, no {wrong.name}.", "AA AA-6.10")
    other = next((each for each in types_in(bombers, units) if each.role != "bomber"), None)
    if other is not None:
        return refusal(label, f"Only bombers drop troops, no {other.name}.", "AA AA-6.12")
    missing = _missing(theatre, nation, start, bombers, cargo)
    if missing is not None:
        why = f"{theatre.area(start).name} has not that many {missing.many}; both start there."
        return refusal(label, why, "AA AA-6.15")
    there = theatre.area(target)
    if there.sea or not theatre.hostile(there.id, nation_named(nation)):
        return refusal(label, f"{there.name} is no territory of the enemy.", "AA AA-6.10")
    near = nearest_friend(theatre, nation, target)
    if not near.allowed:
        return near
    fits = _fits(label, bombers, cargo, units, "AA AA-6.14")
    return fits.with_parts(near) if fits.allowed else fits


def nearest_friend(theatre: Theatre, nation: str, target: str) -> Ruling:
    """Return whether a drop lies near enough to a friendly unit, with how far that is (AA-6.11).

    Distance is counted in territories and sea zones alike, since planes cross both.
    """
    side, there = nation_named(nation).side, theatre.area(target)
    friends = {
        at for at, whose, _ in theatre.placed if nation_named(whose).side == side and at != there.id
    }
    near = theatre.atlas.reach(there.id, DROP_REACH, lambda _: True)
    found = min((len(way) for at, way in near.items() if at in friends), default=None)
    name = there.name
    if found is None:
        why = f"No friendly unit stands within {DROP_REACH} territories of {name}."
        return refusal("Distance of the drop", why, "AA AA-6.11")
    words = f"A friendly unit stands {found} from {name}; {DROP_REACH} at most."
    return figure("Distance of the drop", found, words, "AA AA-6.11", unit="territories")

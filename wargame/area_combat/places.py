"""Where units may go when they leave a battle, and how many of them (AA-1.29, AA-3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.area_combat.forces import NOBODY, less, more
from wargame.area_combat.moment import departed
from wargame.area_combat.ruleset import FORTIFIED
from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from wargame.area_combat.battle import Battle, Who
    from wargame.area_combat.units import Landing

TRANSPORTS = "transports"
"""The place of units taken off by sea."""
AFLOAT = "light-infantry"
"""What units become that go back aboard (AA-3.10)."""


def landing_of(battle: Battle, unit: str) -> Landing:
    """Return how attackers of a type came: by a way of their own, or as the attack did."""
    return battle.units.unit(unit).landed or battle.ground.landing


@implements("AA", "AA-1.29", "AA-1.30", "AA-3.3")
def automatic_places(battle: Battle, who: Who, unit: str) -> tuple[str, ...]:
    """Return where one side's ground units of a type go that retreat by themselves.

    Source: AA-1.29, AA-3.3, AA-3.6 (attackers: where the attack began), AA-1.30 (defenders: a
    friendly territory beside it; AA-Q25), AA-3.4 (none on an island), AA-3.10 (landings: aboard).
    """
    ground = battle.ground
    if who == "defender":
        return () if ground.island else ground.refuges
    landing = landing_of(battle, unit)
    if landing == "sea":
        return (TRANSPORTS,) if ground.aboard else ()
    return () if landing else ground.origins


@implements("AA", "AA-3.8")
def may_evacuate(battle: Battle) -> bool:
    """Return whether the defender may take ground units off by sea.

    Source: AA-3.8; any coastal defender, or only one in a city or complex (AA-Q27).
    """
    fortified = any(each in FORTIFIED for each in battle.ground.works)
    return battle.ground.lift > 0 and (fortified or battle.rules.evacuation == "coastal")


@implements("AA", "AA-3.3")
def willing_places(battle: Battle, who: Who, unit: str, number: int = 1) -> tuple[str, ...]:
    """Return where so many ground units of a type may go that retreat by decision.

    Attackers that landed while others came on foot may go with those: any territory will do that
    the attack began from (AA-3.3).
    """
    places = automatic_places(battle, who, unit)
    if who == "defender" and may_evacuate(battle):
        places = (*places, TRANSPORTS)
    if who == "attacker" and battle.units.unit(unit).landed and not battle.ground.landing:
        places = (*battle.ground.origins, *places)
    return tuple(each for each in places if each != TRANSPORTS or number <= _berths(battle, who))


@implements("AA", "AA-3.5")
def room(battle: Battle, who: Who, unit: str) -> int | None:
    """Return how many ground units of a type may leave by decision; nothing for no limit.

    Source: AA-3.4, AA-3.5 (no more than the transports hold).
    """
    places = willing_places(battle, who, unit)
    if not places:
        return 0
    return None if places != (TRANSPORTS,) else _berths(battle, who)


def _berths(battle: Battle, who: Who) -> int:
    return battle.ground.lift if who == "defender" else battle.ground.aboard


@implements("AA", "AA-3.6", "AA-3.10")
def gone(battle: Battle, who: Who, unit: str, number: int, place: str) -> Battle:
    """Return the battle after ground units went to a place; aboard, attackers are light infantry.

    Source: AA-3.6 (no further part in the battle), AA-3.10 (light infantry on transports).
    """
    battle = departed(battle, who, unit, number)
    army, units = battle.army(who), battle.units
    if place == TRANSPORTS:
        left = number if who == "defender" else 0
        aboard = number if who == "attacker" else 0
        ground = battle.ground
        ground = evolve(ground, lift=ground.lift - left, aboard=ground.aboard - aboard)
        battle = evolve(battle, ground=ground)
        if aboard and AFLOAT in units:
            army = evolve(army, left=more(less(army.left, unit, number), AFLOAT, units, number))
            unit = AFLOAT
    there = dict(army.went)
    there[place] = more(there.get(place, NOBODY), unit, units, number)
    return battle.with_army(who, left=army.left, went=tuple(sorted(there.items())))

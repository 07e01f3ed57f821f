"""What a battle leaves on the map: who stands where, who has retreated, whose planes flew off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.area_combat.coastal import LOST, home_again
from wargame.area_combat.forces import Force, ground, minus, plain, planes, plus
from wargame.area_combat.nations import nation_named
from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.area_combat.battle import Battle
    from wargame.area_combat.fight import Result
    from wargame.area_combat.theatre import Theatre

    Parts = Iterable[tuple[str, Force]]


def settled(theatre: Theatre, nation: str, target: str, parts: Parts, result: Result) -> Theatre:
    """Return the position that a battle leaves.

    Args:
        theatre: The position before it.
        nation: Who attacked.
        target: The territory.
        parts: Territories the attack came from, and the force from each, as it fought.
        result: How the battle ended.
    """
    battle = result.battle
    theatre = _attackers_settled(theatre, nation, target, parts, battle)
    theatre = defenders_settled(theatre, nation, target, battle)
    if result.ended != "taken":
        return theatre
    return _flown_off(theatre.with_owner(target, nation), nation, target)


@implements("AA", "AA-1.29", "AA-3.3")
def _attackers_settled(
    theatre: Theatre, nation: str, target: str, parts: Parts, battle: Battle
) -> Theatre:
    """Put the attackers where the battle left them: in the territory, where they went, or nowhere.

    Planes fly back to where they started; how they landed makes no difference any more.
    """
    units, attacker = theatre.units, battle.attacker
    lost = planes(attacker.lost, units)
    for start, part in parts:
        theatre = _without(theatre, nation, start, ground(part, units))
        flying = planes(part, units)
        down = _least(flying, lost)
        lost = minus(lost, down)
        theatre = _without(theatre, nation, start, down).tired(start, nation, minus(flying, down))
    there = [(theatre.area(place).id, force) for place, force in attacker.went]
    for at, force in (*there, (target, ground(attacker.engaged, units))):
        standing = plain(force, units)
        here = plus(theatre.force(at, nation), dict(standing), units)
        theatre = theatre.with_force(at, nation, here).tired(at, nation, standing)
    return theatre


def _without(theatre: Theatre, nation: str, at: str, gone: Force) -> Theatre:
    left = minus(theatre.force(at, nation), plain(gone, theatre.units))
    return theatre.with_force(at, nation, left)


def defenders_settled(theatre: Theatre, nation: str, target: str, battle: Battle) -> Theatre:
    """Take the defender's losses, and put those who retreated where they went.

    Units of the territory are lost before those called from beside it; the owner may not mind.
    """
    side = nation_named(nation)
    stands = [(target, whose) for whose, _ in theatre.enemies_in(target, side)]
    defender = battle.defender.nation.id
    beside = [(area.id, defender) for area in theatre.atlas.beside(target)]
    lost = battle.defender.lost
    for at, whose in (*stands, *beside):
        taken = _least(theatre.force(at, whose), lost)
        lost = minus(lost, taken)
        theatre = _without(theatre, whose, at, taken)
    for place, force in battle.defender.went:
        going = force
        for at, whose in stands:
            part = _least(theatre.force(at, whose), going)
            going = minus(going, part)
            theatre = theatre.moved(whose, at, theatre.area(place).id, dict(part))
    return theatre


@implements("AA", "AA-6.34", "AA-6.35")
def _flown_off(theatre: Theatre, nation: str, target: str) -> Theatre:
    """Return the position after the planes of a captured territory left it, or were lost."""
    for whose, force in theatre.enemies_in(target, nation_named(nation)):
        for name, number in force:
            home = home_again(theatre, whose, theatre.units.unit(name), target).value
            if home == LOST:
                left = plus(theatre.force(target, whose), {name: -number}, theatre.units)
                theatre = theatre.with_force(target, whose, left)
            else:
                theatre = theatre.moved(whose, target, str(home), {name: number})
    return theatre


def _least(one: Force, other: Force) -> Force:
    """Return what two forces have in common."""
    return Force((name, min(number, other.of(name))) for name, number in one)

"""The ground fight of a round: the attack, and the defence with marked units included (AA-1.14)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.area_combat import retreats
from wargame.area_combat.battle import other
from wargame.area_combat.forces import NOBODY, minus
from wargame.area_combat.moment import Moment, Shots, volley
from wargame.area_combat.shots import Shot
from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.procedure import Step


@implements("AA", "AA-1.14", "AA-1.4", "AA-1.25", "AA-6.1")
def begin_attack(moment: Moment) -> Moment:
    """Return the moment at which every attacking ground unit still has to roll.

    Source: AA-1.14 (one die each; AA-Q01, AA-Q15), AA-1.4 (artillery with the others from the
    second round on; in the first it fired before), AA-1.25 (only who is engaged), AA-6.1 (support).
    """
    battle, supported = moment.battle, moment.supported
    moment = evolve(moment, sky="", aiding=NOBODY, supported=NOBODY)
    if not battle.ground_of("defender"):
        return moment
    shots: list[Shots] = []
    for name, number in battle.ground_of("attacker"):
        if moment.first_round and battle.units.unit(name).arm == "artillery":
            continue
        aided = supported.of(name)
        groups = (
            Shots("attacker", name, aided, "attack", supported=True),
            Shots("attacker", name, number - aided, "attack"),
        )
        shots.extend(each for each in groups if each.number)
    return evolve(moment, shots=tuple(shots))


@implements("AA", "AA-1.19", "AA-1.27")
def begin_defence(moment: Moment) -> Moment:
    """Return the moment at which every defending ground unit still has to roll.

    Source: AA-1.19 (casualties included; AA-Q01), AA-1.27 (those that stay roll as usual). When no
    attacker is left on the ground there is nobody to hit, and nobody rolls.
    """
    battle, marked = moment.battle, moment.marked
    if not battle.ground_of("attacker"):
        return moment
    shots = volley("defender", minus(battle.ground_of("defender"), marked), "defence")
    doomed = (evolve(each, marked=True) for each in volley("defender", marked, "defence"))
    return evolve(moment, shots=(*shots, *doomed))


@implements("AA", "AA-1.18")
def shoot(moment: Moment) -> Generator[Step, Any, Moment]:
    """Roll the die of the next unit in line; count its hit, or let the unit retreat.

    Source: AA-1.14, AA-1.18 (some dice make the unit retreat; a hit counts first, AA-Q19).
    """
    shots = moment.shots[0]
    shot = Shot(moment.battle, shots)
    band = yield shot.roll()
    moment = moment.rolled()
    if band.outcome == "hit":
        return moment.hit(other(shots.who), shot.by, shot.hits)
    if band.outcome == "retreat":
        return (yield from retreats.automatic(moment, shots))
    return moment

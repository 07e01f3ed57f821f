"""Artillery: it fires before all others in the first round, or a salvo from its own territory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.area_combat import casualties
from wargame.area_combat.forces import minus, of_arms
from wargame.area_combat.ground_fire import shoot
from wargame.area_combat.moment import Moment, volley
from wargame.core.errors import RequestError
from wargame.core.procedure import Checkpoint
from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from wargame.area_combat.battle import Battle
    from wargame.core.procedure import Steps


@implements("AA", "AA-1.1", "AA-1.4")
def begin_barrage(moment: Moment) -> Moment:
    """Return the moment at which the attacking artillery still has to fire, in the first round.

    Source: AA-1.1 (before all else, in the first round only), AA-1.4, AA-1.5 (what it hits is
    removed at once).
    """
    battle = moment.battle
    if not moment.first_round or not battle.ground_of("defender"):
        return moment
    guns = of_arms(battle.engaged("attacker"), battle.units, "artillery")
    return evolve(moment, shots=volley("attacker", guns, "barrage"))


@implements("AA", "AA-1.2", "AA-1.3")
def salvo(battle: Battle) -> Steps:
    """Fire one salvo of artillery from its own territory into the one that is attacked.

    Source: AA-1.2 (one round, without entering), AA-1.3 (the defender does not roll). How far it
    reaches is a matter of the map (AA-Q06).

    Args:
        battle: The attacker brings artillery only; the defender is whoever holds the territory.

    Returns:
        The battle with the defender's losses; no round was fought.

    Raises:
        RequestError: The attacker brings no artillery, or other units as well.
    """
    guns = of_arms(battle.engaged("attacker"), battle.units, "artillery")
    others = minus(battle.engaged("attacker"), guns)
    if others or not guns:
        found = battle.units.unit(others.counts[0][0]).name if others else "no artillery"
        raise RequestError("salvo, attacker", found, "artillery, and nothing else")
    shots = volley("attacker", guns, "salvo") if battle.ground_of("defender") else ()
    return _salvo_on(Moment(battle, "barrage", shots=shots))


def _salvo_on(moment: Moment) -> Steps:
    """Go on with a salvo."""
    while moment.shots:
        yield Checkpoint("salvo", moment, _salvo_on)
        moment = yield from shoot(moment)
    moment = yield from casualties.settle(moment)
    return moment.battle

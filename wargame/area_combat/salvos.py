"""Salvos in a turn (AA-1.2): artillery that fires into a territory without going there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.area_combat.aftermath import defenders_settled
from wargame.area_combat.artillery import salvo
from wargame.area_combat.forces import of_arms
from wargame.area_combat.nations import nation_named
from wargame.area_combat.offensives import battle_of
from wargame.area_combat.sorties import inside, some
from wargame.core.rulebook import implements
from wargame.core.ruling import figure, finding, refusal

if TYPE_CHECKING:
    from wargame.area_combat.theatre import Theatre
    from wargame.core.procedure import Steps
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


def targets_of_salvo(theatre: Theatre, nation: str) -> tuple[tuple[str, str], ...]:
    """Return start and target of every salvo that may be fired at somebody (AA-1.2)."""
    who = nation_named(nation)
    return tuple(
        (start, area.id)
        for start, whose, _ in theatre.placed
        if whose == nation
        for area in theatre.atlas.territories
        if theatre.enemies_in(area.id, who)
        and may_fire_salvo(theatre, nation, start, area.id).allowed
    )


@implements("AA", "AA-1.2", "AA-1.3")
def fire_salvo(theatre: Theatre, nation: str, start: str, target: str) -> Steps:
    """Fire a salvo of some of the guns in a territory; they do nothing else this turn.

    Returns:
        The position after it.

    Source: AA-1.2 (one round, without entering), AA-1.3 (unanswered).
    """
    ready = of_arms(theatre.fresh(start, nation), theatre.units, "artillery")
    guns = yield from some(theatre, nation, "salvo", ready, least=1)
    battle = yield from inside(salvo(battle_of(theatre, nation, target, guns, (start,))))
    return defenders_settled(theatre, nation, target, battle).tired(start, nation, guns)

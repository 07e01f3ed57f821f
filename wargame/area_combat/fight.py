"""A battle, round after round, until one side is gone, driven off or breaks off (AA-1).

What is asked, by whom and with which keys (``type`` is the id of a unit type):

=====================  ========  ===================================================
purpose                who       keys
=====================  ========  ===================================================
call planes            defender  ``none``, ``all``, ``type 2``
target of the guns     defender  ``type``
planes home            both      ``stay``, ``all``, ``type 2``
support armor          attacker  ``none``, ``all``, ``type 2``
armor supported        attacker  ``type``
loss to X              both      ``type``; X is ``barrage``, ``air hit``, ``raid``,
                                 ``infantry hit``, ``armor hit``, ``artillery hit``
retreat                both      ``stay``, ``all``, ``type 2``; defender ``call off``
where to: type 2       both      the name of a territory, or ``transports``
=====================  ========  ===================================================

A side is asked again until it declines or has nothing left to declare. The dice are called
``barrage: type``, ``salvo: type``, ``guns: type``, ``guns again: type``, ``air attack: type``,
``air defence: type``, ``raid: type``, ``attack: type``, ``defence: type``, ``envelopment: type``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, frozen

from wargame.area_combat import (
    air_round,
    air_support,
    anti_air,
    artillery,
    casualties,
    ground_fire,
    retreats,
)
from wargame.area_combat.battle import Battle
from wargame.area_combat.moment import Moment, departed, destroyed
from wargame.core.procedure import Checkpoint
from wargame.core.rulebook import implements
from wargame.core.ruling import figure

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping

    from wargame.area_combat.moment import Kind, Stage
    from wargame.area_combat.ruleset import Ruleset
    from wargame.core.procedure import Step, Steps
    from wargame.core.ruling import Ruling

    Act = Callable[[Moment], Generator[Step, Any, Moment]]

Ended = Literal["taken", "held", "empty", "broken off"]


@frozen
class Result:
    """How a battle ended.

    Args:
        battle: The battle as it stands.
        ended: ``taken`` by the attacker; ``held``, the attacker being gone; ``broken off`` by his
            own decision; ``empty``, nobody being left on the ground.
        rounds: Rounds fought.
    """

    battle: Battle
    ended: Ended
    rounds: int


@implements("AA", "AA-1", "AA-1.1", "AA-1.22")
def fight(battle: Battle) -> Steps:
    """Fight a battle to its end.

    A round is: planes called arrive; artillery (first round), guns (first round), planes against
    planes, planes against the ground; the attack; the defence; the retreats. Whether artillery or
    the air comes first is a reading (AA-Q20).

    Source: AA-1 (the sequence), AA-1.42 (its end).

    Args:
        battle: The battle, before a round.

    Returns:
        The :class:`Result`.
    """
    return _fight_on(Moment(battle))


@implements("AA", "AA-1.14", "AA-1.20")
def fight_round(battle: Battle) -> Steps:
    """Fight one round of a battle; return the battle after it.

    Source: AA-1 (the sequence of a round).
    """
    return _round_on(Moment(battle))


def _fight_on(moment: Moment) -> Steps:
    """Go on with a battle from any of its moments."""
    while moment.stage != "start" or not moment.battle.over:
        moment = yield from _to_the_end(moment, _fight_on)
        moment = Moment(evolve(moment.battle, round=moment.battle.round + 1), broke=moment.broke)
    return (yield from _concluded(moment))


def _round_on(moment: Moment) -> Steps:
    """Go on with one round from any of its moments."""
    if not moment.battle.over or moment.stage != "start":
        moment = yield from _to_the_end(moment, _round_on)
    return evolve(moment.battle, round=moment.battle.round + 1)


def _to_the_end(moment: Moment, resume: Callable[[Any], Steps]) -> Generator[Step, Any, Moment]:
    """Play a round to its end, from any moment in it."""
    moment = _forward(moment)
    while moment.stage != "end":
        yield Checkpoint(f"round {moment.battle.round + 1}, {moment.stage}", moment, resume)
        moment = yield from _act(moment)
        moment = _forward(moment)
    return moment


# ---- the parts of a round, in order

_FRONT: tuple[Stage, ...] = ("start", "call")
_GUNS: tuple[Stage, ...] = ("barrage",)
_AIR: tuple[Stage, ...] = ("guns", "air", "attacker home", "defender home", "support", "raid")
_REST: tuple[Stage, ...] = ("attack", "defence", "attacker retreat", "defender retreat", "end")
_ORDERS: Mapping[str, tuple[Stage, ...]] = {
    "artillery": (*_FRONT, *_GUNS, *_AIR, *_REST),
    "air": (*_FRONT, *_AIR, *_GUNS, *_REST),
}

_BEGIN: Mapping[Stage, Callable[[Moment], Moment]] = {
    "call": air_support.begin_call,
    "barrage": artillery.begin_barrage,
    "guns": anti_air.begin_guns,
    "air": air_round.begin_air,
    "attacker home": air_round.begin_home,
    "defender home": air_round.begin_home,
    "support": air_support.begin_support,
    "raid": air_support.begin_raid,
    "attack": ground_fire.begin_attack,
    "defence": ground_fire.begin_defence,
    "attacker retreat": retreats.begin_retreat,
    "defender retreat": retreats.begin_retreat,
}

_ASK: Mapping[Stage, Act] = {
    "call": air_support.call,
    "guns": anti_air.aim,
    "attacker home": air_round.send_home,
    "defender home": air_round.send_home,
    "support": air_support.support,
    "attacker retreat": retreats.declare,
    "defender retreat": retreats.declare,
}

_ROLL: Mapping[Kind, Act] = {
    "guns": anti_air.shoot_at_plane,
    "envelopment": retreats.escape,
}


def order(rules: Ruleset) -> tuple[Stage, ...]:
    """Return the parts of a round in order (AA-Q20)."""
    return _ORDERS[rules.first]


def _due(moment: Moment) -> bool:
    """Return whether something is still to be done in this part of the round."""
    doomed = moment.stage == "defence" and bool(moment.marked)
    return bool(moment.shots or moment.hits) or moment.asks or doomed


def _forward(moment: Moment) -> Moment:
    """Return the next moment at which something is to be done, or the end of the round."""
    stages = order(moment.battle.rules)
    while not _due(moment) and moment.stage != "end":
        stage = stages[stages.index(moment.stage) + 1]
        moment = evolve(moment, stage=stage)
        if stage != "end":
            moment = _BEGIN[stage](moment)
    return moment


def _act(moment: Moment) -> Generator[Step, Any, Moment]:
    """Do the next thing: roll a die, let hits be taken, or ask."""
    if moment.shots:
        return (yield from _ROLL.get(moment.shots[0].kind, ground_fire.shoot)(moment))
    if moment.asks:
        return (yield from _ASK[moment.stage](moment))
    return (yield from casualties.settle(moment))


# ---- the end of a battle


@implements("AA", "AA-1.42", "AA-6.22", "AA-6.23", "AA-6.34", "AA-6.35")
def _concluded(moment: Moment) -> Generator[Step, Any, Result]:
    """Say how a battle ended; planes without a base fly on or are lost.

    Source: AA-1.42 (occupation), AA-6.22 (planes that were called go back), AA-6.34 and AA-6.35
    (the base captured).
    """
    battle = retreats.called_off(moment.battle)
    ended = ending(battle, broke=moment.broke)
    if ended == "taken":
        battle = _unbased(battle)
    yield _told(battle, ended)
    return Result(battle, ended, battle.round)


def ending(battle: Battle, *, broke: bool = False) -> Ended:
    """Return how a battle that is over ended.

    Args:
        battle: The battle.
        broke: Whether the attacker left by his own decision.
    """
    if not battle.ground_of("defender"):
        return "taken" if battle.ground_of("attacker") else "empty"
    return "broken off" if broke else "held"


def _unbased(battle: Battle) -> Battle:
    """Return the battle after the planes of a lost territory left it, or were lost with it."""
    for name, number in battle.planes_of("defender"):
        leave = departed if battle.ground.refuges else destroyed
        battle = leave(battle, "defender", name, number)
    return battle


def _told(battle: Battle, ended: Ended) -> Ruling:
    said = {
        "taken": f"The attacker occupies {battle.ground.name}.",
        "held": f"The defender holds {battle.ground.name}; no attacker is left in the battle.",
        "broken off": f"The attacker breaks off; the defender holds {battle.ground.name}.",
        "empty": f"Nobody is left on the ground; {battle.ground.name} does not change hands.",
    }[ended]
    return figure("The battle ends", ended, said, "AA AA-1.42")

"""Planes and the ground: support for armor, attacks on ground units, planes called for (AA-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.area_combat.battle import WHO, other
from wargame.area_combat.declaring import ALL, counted, read_key
from wargame.area_combat.forces import NOBODY, Force, less, minus, more, of_arms, types_in
from wargame.area_combat.moment import Moment, volley
from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import as_cases, figure, refusal

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wargame.area_combat.battle import Battle
    from wargame.area_combat.units import UnitType
    from wargame.core.procedure import Step
    from wargame.core.ruling import Ruling

NONE = "none"
CALL = "call planes"
SUPPORT = "support armor"
SUPPORTERS = ("fighter", "dive-bomber")
"""The roles of planes that may support armor (AA-6.1)."""


# ---- defensive air support: planes called to the battle


@implements("AA", "AA-6.18", "AA-6.19", "AA-5.1")
def begin_call(moment: Moment) -> Moment:
    """Return the moment after planes called in the last round have come.

    Source: AA-6.18 (they need one full round), AA-6.19 (planes already there join at once).
    """
    battle = moment.battle
    army = battle.defender
    engaged = army.engaged
    for name, number in army.called:
        engaged = more(engaged, name, battle.units, number)
    battle = battle.with_army("defender", engaged=engaged, called=NOBODY)
    return evolve(moment, battle=battle, asks=bool(_callable(battle)))


def _callable(battle: Battle) -> Force:
    """Return the planes that may be called: fighters in reserve."""
    return Force(
        (name, number)
        for name, number in battle.defender.reserve
        if battle.units.unit(name).role == "fighter"
    )


@implements("AA", "AA-6.2", "AA-6.17", "AA-5.3")
def call(moment: Moment) -> Generator[Step, Any, Moment]:
    """Let the defender call fighters from beside the territory; they come in the next round.

    Source: AA-6.2, AA-5.3, AA-6.17 (fighters, from an adjacent territory), AA-6.18 (the delay).
    """
    battle = moment.battle
    planes = _callable(battle)
    options = (
        Option(NONE, "call no more planes"),
        Option(ALL, "call all fighters"),
        *counted(planes, battle.units),
    )
    cases = as_cases(("AA AA-6.2", "AA AA-6.17", "AA AA-6.18"))
    barred = tuple(_not_called(battle))
    option = yield Choice("defender", CALL, options, cases, barred, position=battle)
    if option.key == NONE:
        return evolve(moment, asks=False)
    army = battle.defender
    for name, number in planes.counts if option.key == ALL else (read_key(option.key),):
        called = more(army.called, name, battle.units, number)
        army = evolve(army, called=called, reserve=less(army.reserve, name, number))
        said = f"{battle.units.unit(name).count(number)} called: in the fight from the next round."
        yield figure("Called", number, said, *cases, unit="planes")
    battle = evolve(battle, defender=army)
    return evolve(moment, battle=battle, asks=bool(_callable(battle)))


def _not_called(battle: Battle) -> Iterator[tuple[str, Ruling]]:
    others = minus(battle.defender.reserve, _callable(battle))
    for option in counted(others, battle.units):
        why = f"Only fighters come to a ground battle when called, not {option.label}."
        yield option.key, refusal(f"Call {option.label}", why, "AA AA-6.17")


# ---- close air support: planes that help armor


def begin_support(moment: Moment) -> Moment:
    """Return the moment at which the attacker may let planes support armor.

    Source: AA-6.1, AA-5.5 and AA-5.8 (once no enemy plane is there).
    """
    free = moment.sky == "attacker" and bool(moment.battle.ground_of("defender"))
    return evolve(moment, asks=free and bool(_planes(moment)) and bool(_armor(moment)))


def _planes(moment: Moment) -> Force:
    """Return the planes that could still support."""
    units = moment.battle.units
    planes = minus(moment.battle.planes_of("attacker"), moment.aiding)
    return Force(each for each in planes if units.unit(each[0]).role in SUPPORTERS)


def _armor(moment: Moment) -> Force:
    """Return the armor that no plane supports yet."""
    armor = of_arms(moment.battle.engaged("attacker"), moment.battle.units, "armor")
    return minus(armor, moment.supported)


@implements("AA", "AA-6.1", "AA-5.5", "AA-5.8")
def support(moment: Moment) -> Generator[Step, Any, Moment]:
    """Let the attacker's fighters and dive-bombers support armor, one plane to one.

    Source: AA-6.1 (+1 to the attack); a plane that supports does not attack in that round, unless
    the ruleset lets it do both (AA-Q08).
    """
    battle = moment.battle
    planes, room = _planes(moment), len(_armor(moment))
    options = (
        Option(NONE, "no more support"),
        Option(ALL, "as many planes as there is armor"),
        *counted(planes, battle.units, room),
    )
    cases = as_cases(("AA AA-6.1",))
    barred = tuple(_no_support(battle))
    option = yield Choice("attacker", SUPPORT, options, cases, barred, position=battle)
    if option.key == NONE:
        return evolve(moment, asks=False)
    for name, number in planes.counts if option.key == ALL else (read_key(option.key),):
        for _ in range(min(number, len(_armor(moment)))):
            moment = yield from _aided(moment, name)
    return evolve(moment, asks=bool(_planes(moment)) and bool(_armor(moment)))


def _aided(moment: Moment, plane: str) -> Generator[Step, Any, Moment]:
    """Let one plane support one armor; of several types the attacker chooses which."""
    battle = moment.battle
    types: tuple[UnitType, ...] = types_in(_armor(moment), battle.units)
    key = types[0].id
    if len(types) > 1:
        options = [Option(each.id, each.name) for each in types]
        cases = as_cases(("AA AA-6.1",))
        option = yield Choice("attacker", "armor supported", options, cases, position=battle)
        key = option.key
    return evolve(
        moment,
        aiding=more(moment.aiding, plane, battle.units),
        supported=more(moment.supported, key, battle.units),
    )


def _no_support(battle: Battle) -> Iterator[tuple[str, Ruling]]:
    for name, _ in battle.planes_of("attacker"):
        unit = battle.units.unit(name)
        if unit.role not in SUPPORTERS:
            why = f"Only fighters and dive-bombers support armor, not {unit.name}."
            yield f"{name} 1", refusal(f"Support by {unit.name}", why, "AA AA-6.1")


# ---- the only planes in the sky attack the ground


@implements("AA", "AA-1.10", "AA-5.7", "AA-6.25")
def begin_raid(moment: Moment) -> Moment:
    """Return the moment at which the planes of the only side with any attack the ground.

    Source: AA-1.10 (before the ground units roll, every round; AA-Q26), AA-5.7 (with the normal
    factor: the attacker's attack, the defender's defence), AA-6.1 (not those in support; AA-Q08).
    """
    battle, sky = moment.battle, moment.sky
    if sky not in WHO or not battle.ground_of(other(sky)):
        return moment
    planes = battle.planes_of(sky)
    if battle.rules.support == "either":
        planes = minus(planes, moment.aiding)
    return evolve(moment, shots=volley(sky, planes, "raid"))

"""The stages of a round above the ground: anti-aircraft fire, planes against planes, raids."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from wargame.area_combat.air_support import SUPPORTERS
from wargame.area_combat.battle import WHO, other
from wargame.area_combat.giving import given_out, left_over
from wargame.area_combat.layout import STRIKES, SUPPORT, count
from wargame.area_combat.plans import loss_order, shot_at
from wargame.area_combat.rows import Spread
from wargame.area_combat.stages import Stage, goes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.area_combat.battle import Who
    from wargame.area_combat.rows import Group
    from wargame.area_combat.stages import Scene
    from wargame.area_combat.units import UnitType

GUN_DICE = 2
"""Dice of an anti-aircraft shot, so that its chances are counted in throws of two."""
DESTROYED, FLIES_HOME, MISSED = 1, 12, 23
"""Of 36 throws: 1 and 1 again; 2 or 3, whatever the second; the rest (AA-2, AA-Q09)."""


def guns(scene: Scene) -> tuple[Stage, ...]:
    """Return the stage of anti-aircraft fire.

    Source: AA-2.1 to AA-2.6 with AA-Q03, AA-Q09 and AA-Q10.
    """
    battle, layout = scene.battle, scene.layout
    planes = layout.planes("attacker")
    if not planes or not set(battle.ground.works) & set(battle.rules.guns):
        return ()

    def build(spread: Spread) -> None:
        shots, (key,) = battle.rules.shots, spread.ways
        for unit in shot_at(planes):
            number = min(shots, layout.get(key, count("attacker", unit.id)))
            shots -= number
            for _ in range(number):
                spread.branch(GUN_DICE, partial(_shot, scene, unit))

    reads = layout.counts("attacker", planes)
    return (Stage("anti-aircraft fire", reads, (reads,), build, scene),)


def _shot(scene: Scene, unit: UnitType, key: int) -> Iterable[tuple[int, int]]:
    yield key - scene.layout.one(count("attacker", unit.id)), DESTROYED
    yield key + goes(scene, "attacker", unit, 1), FLIES_HOME
    yield key, MISSED


def air(scene: Scene, home: tuple[Who, ...]) -> tuple[Stage, ...]:
    """Return the stages of planes: against planes, else against the ground.

    Source: AA-1.8 to AA-1.12, AA-4.3 to AA-4.8 and AA-6.1 with AA-Q07, AA-Q08, AA-Q21 and AA-Q26.

    Args:
        scene: The battle.
        home: The sides whose planes fly home after an air round.
    """
    layout = scene.layout
    flying = {who: layout.planes(who) for who in WHO}
    if not flying["attacker"] and not flying["defender"]:
        return ()
    reads = layout.counts("attacker", flying["attacker"])
    reads |= layout.counts("defender", flying["defender"])
    due = reads
    if "attacker" in home:
        reads |= layout.counts("attacker", layout.ground("attacker"))
    if scene.plans["attacker"].support:
        reads |= layout.counts("attacker", scene.of_arm("attacker", "armor"))

    def build(spread: Spread) -> None:
        (key,) = spread.ways
        there = [who for who in WHO if layout.total(key, who, flying[who])]
        if len(there) > 1:
            _dogfight(scene, spread, home)
        else:
            _raid(scene, there[0], spread)

    stages = [Stage("planes", reads, (due,), build, scene)]
    for who in WHO:
        victims = scene.victims(who, "air")
        steps = given_out(scene, who, victims, STRIKES[who], marks=False)
        stages += [left_over(scene, STRIKES[who], *step) for step in steps]
    return tuple(stages)


def _dogfight(scene: Scene, spread: Spread, home: tuple[Who, ...]) -> None:
    """Fight an air round; what is hit beyond the last plane falls on the ground (AA-Q26)."""
    for who in WHO:
        for unit in scene.layout.planes(who):
            _aim(scene, who, unit, spread)
    for who in WHO:
        spread.change(partial(_shot_down, scene, who))
    for who in home:
        spread.change(partial(flown_home, scene, who))


def _aim(scene: Scene, who: Who, unit: UnitType, spread: Spread) -> None:
    layout, rules = scene.layout, scene.battle.rules
    dice, worth = (unit.air_dice, 1) if rules.jets == "dice" else (1, unit.air_dice)
    hit = worth * layout.one(STRIKES[other(who)])
    factor = unit.air_factor(attacking=who == "attacker")

    def ready(key: int) -> tuple[tuple[Group, ...], int]:
        return ((dice * layout.get(key, count(who, unit.id)), factor, 0),), key

    spread.throw(ready, lambda key, hits, _: key + hits * hit)


def _shot_down(scene: Scene, who: Who, key: int) -> int:
    layout, hits = scene.layout, scene.layout.get(key, STRIKES[who])
    key -= hits * layout.one(STRIKES[who])
    for unit in loss_order(scene.plans[who], layout.planes(who)):
        number = min(hits, layout.get(key, count(who, unit.id)))
        key -= number * layout.one(count(who, unit.id))
        hits -= number
    spills = hits if scene.battle.rules.spill and scene.victims(who, "air") else 0
    return key + spills * layout.one(STRIKES[who])


def flown_home(scene: Scene, who: Who, key: int) -> int:
    """Return the state after all planes of a side went home (AA-Q07).

    Attacking planes without ground units stay: for them to go home is to break off.
    """
    if who == "attacker" and not scene.layout.total(key, who, scene.layout.ground(who)):
        return key
    for unit in scene.layout.planes(who):
        key += goes(scene, who, unit, scene.layout.get(key, count(who, unit.id)))
    return key


def _raid(scene: Scene, who: Who, spread: Spread) -> None:
    """Attack ground units with the planes that nobody opposes, or support armor."""
    layout = scene.layout
    victims = scene.victims(other(who), "air")
    hit = layout.one(STRIKES[other(who)]) if victims else 0
    (start,) = spread.ways
    aiding = _aiding(scene, start) if who == "attacker" else {}
    spread.change(lambda key: key + sum(aiding.values()) * layout.one(SUPPORT))
    both = scene.battle.rules.support == "both"
    for unit in layout.planes(who):
        number = layout.get(start, count(who, unit.id)) - (0 if both else aiding.get(unit.id, 0))
        _strike(spread, number, unit.factor(attacking=who == "attacker"), hit)


def _strike(spread: Spread, dice: int, factor: int, hit: int) -> None:
    spread.throw(lambda key: (((dice, factor, 0),), key), lambda key, hits, _: key + hits * hit)


def _aiding(scene: Scene, key: int) -> dict[str, int]:
    """Return the planes that support armor, one each, in the order of the unit table."""
    if not scene.plans["attacker"].support:
        return {}
    layout, found = scene.layout, dict[str, int]()
    armor = layout.total(key, "attacker", scene.of_arm("attacker", "armor"))
    for unit in layout.planes("attacker"):
        if unit.role not in SUPPORTERS:
            continue
        found[unit.id] = min(armor, layout.get(key, count("attacker", unit.id)))
        armor -= found[unit.id]
    return found

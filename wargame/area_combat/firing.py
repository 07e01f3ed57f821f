"""The fire of ground units as stages: a side's arm rolls at once, its hits are given out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.area_combat.giving import given_out, left_over, spilled_back
from wargame.area_combat.layout import ABOARD, HITS, SUPPORT, count, left, marked
from wargame.area_combat.places import automatic_places, landing_of
from wargame.area_combat.rows import Spread
from wargame.area_combat.stages import CAUGHT_ON, Stage, goes

if TYPE_CHECKING:
    from wargame.area_combat.battle import Who
    from wargame.area_combat.rows import Group
    from wargame.area_combat.stages import Scene
    from wargame.area_combat.units import Arm, UnitType


def fire(scene: Scene, who: Who, arm: Arm, *, barrage: bool = False) -> tuple[Stage, ...]:
    """Return the stages of the fire of a side's arm.

    Source: AA-1.13 to AA-1.20 with AA-Q01 and AA-Q02; artillery in the first round AA-1.1.

    Args:
        scene: The battle.
        who: Who fires.
        arm: With what.
        barrage: Whether its hits remove at once and are not answered.
    """
    shooters = scene.of_arm(who, arm)
    if not shooters:
        return ()
    foe: Who = "defender" if who == "attacker" else "attacker"
    marks = who == "attacker" and not barrage
    victims = scene.victims(foe, arm)
    answers = marks and arm == "armor" and scene.answers_at_once
    steps = list(given_out(scene, foe, victims, HITS, marks=marks, answers=answers))
    layout = scene.layout
    reads = [count(who, each.id) for each in shooters]
    if who == "defender" and arm != "infantry":
        reads += [marked(each.id) for each in shooters]
    if who == "attacker" and arm == "armor":
        reads.append(SUPPORT)
    if who == "attacker" and any(scene.retreats[who, each.id] for each in shooters):
        reads.append(ABOARD)
    first = steps[0] if steps else ("", lambda _: None, ())

    def build(spread: Spread) -> None:
        for unit in shooters:
            _roll(scene, who, unit, spread)
        first[1](spread)
        if not steps:
            spread.change(lambda found: found & ~layout.mask([HITS]))

    due = layout.counts(who, shooters)
    stages = [Stage(f"{who} {arm}", layout.mask([*reads, *first[2]]), (due,), build, scene)]
    stages += [left_over(scene, HITS, *step) for step in steps[1:]]
    if answers:
        stages += spilled_back(scene)
    return tuple(stages)


def removal(scene: Scene) -> tuple[Stage, ...]:
    """Return the stage in which marked units are removed that had nobody to fire at."""
    layout = scene.layout
    heavy = [*scene.of_arm("defender", "armor"), *scene.of_arm("defender", "artillery")]
    marks = layout.mask(marked(each.id) for each in heavy)

    def gone(key: int) -> int:
        for each in heavy:
            number = layout.get(key, marked(each.id))
            key -= number * (layout.one(count("defender", each.id)) + layout.one(marked(each.id)))
        return key

    def build(spread: Spread) -> None:
        spread.change(gone)

    reads = marks | layout.counts("defender", heavy)
    return (Stage("marked units are removed", reads, (marks,), build, scene),) if marks else ()


def _roll(scene: Scene, who: Who, unit: UnitType, spread: Spread) -> None:
    """Roll for all units of a type; those that retreat by themselves are gone at once."""
    layout, name = scene.layout, count(who, unit.id)
    factor = unit.factor(attacking=who == "attacker")
    low = scene.retreats[who, unit.id]
    hit = layout.one(HITS)

    def ready(key: int) -> tuple[tuple[Group, ...], int]:
        number, special = layout.get(key, name), _special(scene, who, unit, key)
        others = (number - special, factor, low)
        if who == "attacker":
            if special:
                key -= special * layout.one(SUPPORT)
            return ((special, factor + 1, low), others), key
        if special:
            key -= special * (layout.one(name) + layout.one(marked(unit.id)))
        return ((special, factor, 0), others), key

    def after(key: int, hits: int, gone: int) -> int:
        return (_away(scene, who, unit, key, gone) if gone else key) + hits * hit

    spread.throw(ready, after)
    followed = scene.battle.rules.envelopment == "all" and unit.arm == "infantry"
    if who == "defender" and followed:
        enveloped(scene, unit, spread)


def enveloped(scene: Scene, unit: UnitType, spread: Spread) -> None:
    """Roll for defending infantry that goes away: a 1 loses it (AA-1.28)."""
    layout, name = scene.layout, left("defender", unit.id)
    spread.throw(
        lambda key: (((layout.get(key, name), CAUGHT_ON, 0),), key),
        lambda key, caught, _: key - caught * layout.one(name),
    )


def _special(scene: Scene, who: Who, unit: UnitType, key: int) -> int:
    """Return how many units of a type have support, or are marked."""
    layout = scene.layout
    if who == "attacker":
        if unit.arm != "armor":
            return 0
        return min(layout.get(key, count(who, unit.id)), layout.get(key, SUPPORT))
    return 0 if unit.arm == "infantry" else layout.get(key, marked(unit.id))


def _away(scene: Scene, who: Who, unit: UnitType, key: int, gone: int) -> int:
    """Let units retreat by themselves, where they can."""
    battle, layout = scene.battle, scene.layout
    if who == "attacker" and landing_of(battle, unit.id) == "sea":
        gone = min(gone, layout.get(key, ABOARD))
        key -= gone * layout.one(ABOARD)
    elif not automatic_places(battle, who, unit.id):
        return key - gone * layout.one(count(who, unit.id))
    return key + goes(scene, who, unit, gone)

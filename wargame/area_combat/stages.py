"""A round as a handful of stages: all units of a class roll at once, and what their dice do.

A stage reads a few coordinates of the state and says by what it changes them, with which chances.
Two things keep the states few, and both are exact. Dice that are alike are counted, not listed.
And a marked infantry unit fires back the moment it is marked: its die is its own, it can hit
attacking infantry only, and all of that has rolled by then.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from attrs import field, frozen

from wargame.area_combat.battle import WHO
from wargame.area_combat.layout import (
    ABOARD,
    FOUGHT,
    HITS,
    SUPPORT,
    Layout,
    count,
    layout_of,
    left,
    marked,
    saved,
)
from wargame.area_combat.nations import retreat_number
from wargame.area_combat.plans import has_refuge, queue
from wargame.area_combat.rows import Spread
from wargame.area_combat.units import FACES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from wargame.area_combat.battle import Battle, Who
    from wargame.area_combat.plans import Hit, Plan
    from wargame.area_combat.rows import Group
    from wargame.area_combat.units import Arm, UnitType

CAUGHT_ON = 1
"""Defending infantry that goes away is lost on this (AA-1.28)."""
CLASSES: tuple[Hit, ...] = ("infantry", "armor", "artillery")
"""The classes of hits in the order they are given out."""


@frozen
class Scene:
    """What the stages of a battle have in common.

    Args:
        battle: The battle.
        plans: What each side will do.
        layout: Where the units stand in the key.
        track: Whether the key counts what each side saved.
        retreats: The number from which each side retreats by itself; 0 for never.
    """

    battle: Battle
    plans: Mapping[Who, Plan] = field(eq=False)
    layout: Layout
    track: bool
    retreats: Mapping[Who, int] = field(eq=False)

    def of_arm(self, who: Who, arm: Arm) -> tuple[UnitType, ...]:
        """Return a side's types of an arm."""
        return tuple(each for each in self.layout.types[who] if each.arm == arm)

    def victims(self, who: Who, hit: Hit) -> tuple[UnitType, ...]:
        """Return the types that a side gives up for a hit, in order."""
        return queue(hit, self.plans[who], self.layout.types[who], self.battle.rules)


def scene_of(battle: Battle, plans: Mapping[Who, Plan], *, track: bool) -> Scene:
    """Return what the stages of a battle have in common."""
    retreats = {who: _retreats_from(battle, who) for who in WHO}
    return Scene(battle, plans, layout_of(battle, track=track), track, retreats)


def _retreats_from(battle: Battle, who: Who) -> int:
    """Return the number from which a side's units retreat by themselves; 0 if they never do.

    Source: AA-1.30 to AA-1.32 with AA-Q04, AA-Q05, AA-Q19 and AA-Q25.
    """
    rules, ground = battle.rules, battle.ground
    if rules.triggers not in {"both", "attack" if who == "attacker" else "defense"}:
        return 0
    cornered = rules.nowhere == "fights" and not has_refuge(battle, who)
    if who == "defender":
        stays = cornered or bool(set(ground.works) & set(rules.unshaken))
    elif ground.landing == "sea":
        stays = rules.landings == "ignored" or not ground.aboard
    else:
        stays = cornered or ground.landing == "air"
    low = retreat_number(battle.army(who).nation, rules).value
    assert isinstance(low, int)  # noqa: S101 - the figure of a die
    return 0 if stays else low


@frozen
class Row:
    """What a stage makes of the coordinates it reads.

    Args:
        throws: The number of equally likely throws.
        changes: What is added to the key, and in how many throws.
        left: Units that went away alive: the coordinate of the left, and how many on average.
    """

    throws: int
    changes: tuple[tuple[int, int], ...]
    left: tuple[tuple[str, Fraction], ...]


@frozen(eq=False)
class Stage:
    """A part of a round.

    Args:
        title: What it is.
        reads: The bits of the key that decide about it.
        due: Each of these masks must have a bit in the key, else the stage passes by.
        build: Throws the dice and changes the state as they say.
        scene: The battle.
    """

    title: str
    reads: int
    due: tuple[int, ...]
    build: Callable[[Spread], None]
    scene: Scene

    def row(self, read: int) -> Row:
        """Return what the stage makes of the bits it reads."""
        spread = Spread(read)
        self.build(spread)
        layout, throws = self.scene.layout, FACES**spread.dice
        changes: dict[int, int] = {}
        away: dict[str, Fraction] = {}
        for key, ways in spread.ways.items():
            low = key & layout.low
            if key > layout.low:
                self._note(key, Fraction(ways, throws), away)
                low += self.worth(key)
            changes[low - read] = changes.get(low - read, 0) + ways
        return Row(throws, tuple(changes.items()), tuple(away.items()))

    def _note(self, key: int, chance: Fraction, away: dict[str, Fraction]) -> None:
        """Note who went away alive."""
        layout = self.scene.layout
        for who in WHO:
            for each in layout.types[who]:
                name = left(who, each.id)
                if number := layout.get(key, name):
                    away[name] = away.get(name, Fraction(0)) + chance * number

    def worth(self, key: int) -> int:
        """Return what the key is to count of those who went away alive."""
        layout = self.scene.layout
        if not self.scene.track:
            return 0
        return sum(
            layout.get(key, left(who, each.id)) * each.cost * layout.one(saved(who))
            for who in WHO
            for each in layout.types[who]
        )


def goes(scene: Scene, who: Who, unit: UnitType, number: int) -> int:
    """Return the change of key when units go away alive."""
    layout = scene.layout
    return number * (layout.one(left(who, unit.id)) - layout.one(count(who, unit.id)))


def given_out(
    scene: Scene, who: Who, victims: Iterable[UnitType], hits: str, *, marks: bool
) -> Iterable[tuple[str, Callable[[Spread], None], tuple[str, ...]]]:
    """Yield how hits are given out type by type: a title, what is done, and what it reads."""
    listed = tuple(victims)
    for at, unit in enumerate(listed):
        last = at == len(listed) - 1
        give = partial(_give, scene, who, unit, hits, marks=marks, last=last)
        reads = [count(who, unit.id)]
        if marks and unit.arm == "infantry":
            reads += [count("attacker", each.id) for each in scene.of_arm("attacker", "infantry")]
            reads.append(FOUGHT)
        elif marks:
            reads.append(marked(unit.id))
        yield f"{who} loses {unit.id}", give, tuple(reads)


def _give(  # noqa: PLR0913 - one victim of one class of hits
    scene: Scene,
    who: Who,
    unit: UnitType,
    hits: str,
    spread: Spread,
    *,
    marks: bool,
    last: bool,
) -> None:
    layout, one = scene.layout, scene.layout.one(count(who, unit.id))
    hit, all_hits = layout.one(hits), layout.mask([hits])

    def taken(key: int) -> int:
        there = layout.get(key, count(who, unit.id))
        if marks and unit.arm != "infantry":
            there -= layout.get(key, marked(unit.id))
        return min(there, layout.get(key, hits))

    def after(key: int, number: int) -> int:
        key -= number * hit
        return key & ~all_hits if last else key

    if marks and unit.arm == "infantry":

        def back(key: int, returned: int, _: int) -> int:
            number = taken(key)
            return _infantry_loses(scene, after(key, number) - number * one, returned)

        spread.throw(lambda key: ((taken(key), unit.defense, 0),), back)
    elif marks:
        mark = layout.one(marked(unit.id))
        spread.change(lambda key: after(key, taken(key)) + taken(key) * mark)
    else:
        spread.change(lambda key: after(key, taken(key)) - taken(key) * one)


def _infantry_loses(scene: Scene, key: int, hits: int) -> int:
    """Remove attacking infantry for infantry hits; note when that was the last of it."""
    victims, layout = scene.victims("attacker", "infantry"), scene.layout
    before = layout.total(key, "attacker", victims)
    for unit in victims:
        name = count("attacker", unit.id)
        number = min(hits, layout.get(key, name))
        key -= number * layout.one(name)
        hits -= number
    if before and not layout.total(key, "attacker", victims):
        key |= layout.mask([FOUGHT])
    return key


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
    steps = list(given_out(scene, foe, victims, HITS, marks=marks))
    layout = scene.layout
    reads = [count(who, each.id) for each in shooters]
    if who == "defender" and arm != "infantry":
        reads += [marked(each.id) for each in shooters]
    if who == "attacker" and arm == "armor":
        reads.append(SUPPORT)
    if who == "attacker" and scene.retreats[who] and arm != "artillery":
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
    return tuple(stages)


def left_over(
    scene: Scene, hits: str, title: str, give: Callable[[Spread], None], reads: tuple[str, ...]
) -> Stage:
    """Return the stage in which hits that are left over go to the next type."""
    layout = scene.layout
    return Stage(title, layout.mask([hits, *reads]), (layout.mask([hits]),), give, scene)


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
    low = 0 if unit.steady or unit.arm == "artillery" else scene.retreats[who]
    hit = layout.one(HITS)

    def groups(key: int) -> tuple[Group, ...]:
        number, special = layout.get(key, name), _special(scene, who, unit, key)
        if who == "attacker":
            return ((special, factor + 1, low), (number - special, factor, low))
        return ((special, factor, 0), (number - special, factor, low))

    def after(key: int, hits: int, gone: int) -> int:
        special = _special(scene, who, unit, key)
        if special and who == "attacker":
            key -= special * layout.one(SUPPORT)
        elif special:
            key -= special * (layout.one(name) + layout.one(marked(unit.id)))
        return _away(scene, who, unit, key, gone) + hits * hit

    spread.throw(groups, after)
    followed = scene.battle.rules.envelopment == "all" and unit.arm == "infantry"
    if who == "defender" and followed:
        enveloped(scene, unit, spread)


def enveloped(scene: Scene, unit: UnitType, spread: Spread) -> None:
    """Roll for defending infantry that goes away: a 1 loses it (AA-1.28)."""
    layout, name = scene.layout, left("defender", unit.id)
    spread.throw(
        lambda key: ((layout.get(key, name), CAUGHT_ON, 0),),
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
    if not gone:
        return key
    battle, layout = scene.battle, scene.layout
    if who == "attacker" and battle.ground.landing == "sea":
        gone = min(gone, layout.get(key, ABOARD))
        key -= gone * layout.one(ABOARD)
    elif not has_refuge(battle, who):
        return key - gone * layout.one(count(who, unit.id))
    return key + goes(scene, who, unit, gone)

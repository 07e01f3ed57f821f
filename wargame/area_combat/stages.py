"""A round as a handful of stages: all units of a class roll at once, and what their dice do.

A stage reads a few coordinates of the state and says by what it changes them, with which chances.
Two things keep the states few, and both are exact. Dice that are alike are counted, not listed.
And a marked infantry unit fires back the moment it is marked: its die is its own, it can hit
attacking infantry only, and all of that has rolled by then.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import field, frozen

from wargame.area_combat.battle import WHO
from wargame.area_combat.layout import (
    Layout,
    count,
    layout_of,
    left,
    saved,
)
from wargame.area_combat.moment import Shots
from wargame.area_combat.plans import queue
from wargame.area_combat.rows import Spread
from wargame.area_combat.shots import Shot
from wargame.area_combat.units import FACES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wargame.area_combat.battle import Battle, Who
    from wargame.area_combat.moment import Kind
    from wargame.area_combat.plans import Hit, Plan
    from wargame.area_combat.units import Arm, UnitType

CAUGHT_ON = 1
"""Defending infantry that goes away is lost on this (AA-1.28)."""
_KIND: Mapping[Who, Kind] = {"attacker": "attack", "defender": "defence"}
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
        retreats: The number from which each type of a side retreats by itself; 0 for never.
    """

    battle: Battle
    plans: Mapping[Who, Plan] = field(eq=False)
    layout: Layout
    track: bool
    retreats: Mapping[tuple[Who, str], int] = field(eq=False)
    _victims: dict[tuple[Who, Hit], tuple[UnitType, ...]] = field(
        factory=dict, init=False, eq=False, repr=False
    )

    def of_arm(self, who: Who, arm: Arm) -> tuple[UnitType, ...]:
        """Return a side's types of an arm."""
        return tuple(each for each in self.layout.types[who] if each.arm == arm)

    def victims(self, who: Who, hit: Hit) -> tuple[UnitType, ...]:
        """Return the types that a side gives up for a hit, in order."""
        if (who, hit) not in self._victims:
            types = self.layout.types[who]
            self._victims[who, hit] = queue(hit, self.plans[who], types, self.battle.rules)
        return self._victims[who, hit]

    @property
    def overflows_last(self) -> bool:
        """Whether armor hits on attackers come to infantry only when nothing else is left.

        It then makes no difference whether infantry or armor hits are given out first.
        """
        arms = [each.arm for each in self.victims("attacker", "armor")]
        return "infantry" not in arms or set(arms[arms.index("infantry") :]) == {"infantry"}

    @property
    def answers_at_once(self) -> bool:
        """Whether marked armor may fire back the moment it is marked.

        All it can hit must have rolled: attacking artillery too, whose hits are then given out
        before those of armor. That is the same when armor takes its victims from one end of a line
        and artillery from the other: what is left in the middle depends on the numbers only.
        """
        heavy = self.victims("defender", "armor")
        infantry = self.victims("defender", "infantry")
        others = tuple(each for each in heavy if each not in infantry)
        line = others + infantry == heavy
        turned = infantry + others == self.victims("defender", "artillery")
        return self.overflows_last and line and turned


def scene_of(battle: Battle, plans: Mapping[Who, Plan], *, track: bool) -> Scene:
    """Return what the stages of a battle have in common.

    Which dice make a unit retreat by itself is asked of the die that is thrown in play.
    """
    layout = layout_of(battle, track=track)
    retreats = {
        (who, each.id): Shot(battle, Shots(who, each.id, 1, _KIND[who])).retreats_on
        for who in WHO
        for each in layout.ground(who)
    }
    return Scene(battle, plans, layout, track, retreats)


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
        for key, ways in spread.ways.items():
            change = (key & layout.low) - read
            if key > layout.low:
                change += self.worth(key)
            changes[change] = changes.get(change, 0) + ways
        away = tuple(
            (name, Fraction(number, throws)) for name, number in self._away(spread.ways).items()
        )
        return Row(throws, tuple(changes.items()), away)

    def _away(self, spread: Mapping[int, int]) -> dict[str, int]:
        """Return how many went away alive, in all throws together."""
        any_of = 0
        for key in spread:
            any_of |= key
        return {
            name: sum(((key & mask) >> place) * ways for key, ways in spread.items())
            for name, (place, mask) in self.scene.layout.leaving.items()
            if any_of & mask
        }

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

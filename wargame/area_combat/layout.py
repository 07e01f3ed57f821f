"""A battle's units packed into one whole number: the key of a state in the chain.

Every coordinate (so many of a type, marked, hits not yet given out) has its own bits, so a change
of state is an addition, and what a die needs to know is a mask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from wargame.area_combat.battle import WHO
from wargame.area_combat.forces import Force, value
from wargame.area_combat.plans import callable_planes, types_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.area_combat.battle import Battle, Who
    from wargame.area_combat.units import UnitType

WIDEST = 62
"""Bits that the key of a state may have in the arrays of numpy."""
HITS = "hits"
"""Hits of the class that fires, not yet given out."""
STRIKES: dict[Who, str] = {"attacker": "strikes on attacker", "defender": "strikes on defender"}
"""Hits of planes on ground units, not yet given out."""
SUPPORT = "support"
"""Armor that planes support in this round."""
BACK = "back"
"""Hits of marked armor on attacking infantry, not yet given out."""
FOUGHT: dict[bool, str] = {True: "fought infantry", False: "fought others"}
"""Whether marked units have removed the last attacking infantry, or the last of the others, before
the defence began."""
ABOARD = "aboard"
"""Units that the landing craft can still take back."""


def count(who: Who, unit: str) -> str:
    """Return the name of a coordinate: engaged units."""
    return f"{who} {unit}"


def marked(unit: str) -> str:
    """Return the name of a coordinate: defenders that are hit and still fire (AA-1.19)."""
    return f"marked {unit}"


def left(who: Who, unit: str) -> str:
    """Return the name of a coordinate: units that went away alive."""
    return f"left {who} {unit}"


def saved(who: Who) -> str:
    """Return the name of a coordinate: what the units that went away alive cost."""
    return f"saved {who}"


@frozen
class Layout:
    """Where each coordinate stands in the key.

    Args:
        places: Name to the lowest bit and the mask of the bits, shifted into place.
        low: The mask of what the chain keeps; above it a row notes who went away alive.
        types: The types of each side, in the order of the unit table.
        leaving: The places of those who go away alive.
    """

    places: Mapping[str, tuple[int, int]] = field(eq=False)
    low: int
    types: Mapping[Who, tuple[UnitType, ...]] = field(eq=False)
    leaving: Mapping[str, tuple[int, int]] = field(eq=False)

    def one(self, name: str) -> int:
        """Return what one more of a coordinate adds to the key."""
        return 1 << self.places[name][0]

    def mask(self, names: Iterable[str]) -> int:
        """Return the bits of some coordinates."""
        found = 0
        for name in names:
            found |= self.places[name][1]
        return found

    @property
    def air(self) -> int:
        """The bits of planes."""
        return self.counts("attacker", self.planes("attacker")) | self.counts(
            "defender", self.planes("defender")
        )

    def get(self, key: int, name: str) -> int:
        """Return the value of a coordinate."""
        place, mask = self.places[name]
        return (key & mask) >> place

    def ground(self, who: Who) -> tuple[UnitType, ...]:
        """Return a side's types that fight on the ground."""
        return tuple(each for each in self.types[who] if not each.flies)

    def planes(self, who: Who) -> tuple[UnitType, ...]:
        """Return a side's types that fly."""
        return tuple(each for each in self.types[who] if each.flies)

    def counts(self, who: Who, types: Iterable[UnitType]) -> int:
        """Return the bits of a side's engaged units of some types."""
        return self.mask(count(who, each.id) for each in types)

    def total(self, key: int, who: Who, types: Iterable[UnitType]) -> int:
        """Return how many units of some types a side has engaged."""
        return sum(self.get(key, count(who, each.id)) for each in types)

    def value(self, key: int, who: Who) -> int:
        """Return what a side's engaged units cost, in IP."""
        return sum(self.get(key, count(who, each.id)) * each.cost for each in self.types[who])

    def key(self, engaged: Mapping[Who, Force]) -> int:
        """Return the key of two forces."""
        return sum(
            number * self.one(count(who, name))
            for who, force in engaged.items()
            for name, number in force
        )

    def force(self, key: int, who: Who) -> Force:
        """Return a side's engaged units."""
        return Force((each.id, self.get(key, count(who, each.id))) for each in self.types[who])


def layout_of(battle: Battle, *, track: bool) -> Layout:
    """Return the layout for a battle.

    Args:
        battle: The battle.
        track: Whether the key also counts what each side saved, so that losses are exact.
    """
    types = {who: types_of(battle.army(who), battle) for who in WHO}
    most = {who: {each.id: _most(battle, who, each.id) for each in types[who]} for who in WHO}
    sizes: dict[str, int] = {}
    for who in WHO:
        for each in types[who]:
            sizes[count(who, each.id)] = most[who][each.id]
    for each in types["defender"]:
        if each.arm in {"armor", "artillery"}:
            sizes[marked(each.id)] = most["defender"][each.id]
    dice = 2 * sum(sum(most[who].values()) for who in WHO)
    sizes |= dict.fromkeys((HITS, BACK, *STRIKES.values(), SUPPORT), dice)
    sizes |= dict.fromkeys(FOUGHT.values(), 1)
    sizes[ABOARD] = battle.ground.aboard
    for who in WHO:
        if track:
            army = battle.army(who)
            forces = (army.engaged, army.called, callable_planes(army, battle))
            sizes[saved(who)] = sum(value(force, battle.units) for force in forces)
    low = sum(number.bit_length() for number in sizes.values())
    for who in WHO:
        sizes |= {left(who, each.id): most[who][each.id] for each in types[who]}
    places = _placed(sizes)
    leaving = {left(who, each.id): places[left(who, each.id)] for who in WHO for each in types[who]}
    return Layout(places, (1 << low) - 1, types, leaving)


def _most(battle: Battle, who: Who, name: str) -> int:
    army = battle.army(who)
    return army.engaged.of(name) + army.called.of(name) + callable_planes(army, battle).of(name)


def _placed(sizes: Mapping[str, int]) -> dict[str, tuple[int, int]]:
    places, at = {}, 0
    for name, most in sizes.items():
        bits = most.bit_length()
        places[name] = (at, ((1 << bits) - 1) << at)
        at += bits
    return places

"""Plans: what a side will do in a battle, said beforehand, so that its odds can be worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

from wargame.area_combat.forces import Force
from wargame.area_combat.places import landing_of, may_evacuate
from wargame.core.errors import RequestError, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.area_combat.battle import Army, Battle, Who
    from wargame.area_combat.ruleset import Ruleset
    from wargame.area_combat.units import UnitType

Hit = Literal["infantry", "armor", "artillery", "air"]
"""Whose hit it is, which decides what it may remove (AA-1.15, AA-1.16)."""
MOST_ROUNDS = 1000


@frozen
class Plan:
    """What a side will do.

    Args:
        losses: The types that are given up first, in order; those not named follow, the cheapest
            first.
        break_off: The round after which everything retreats; 0 for never.
        fewer_than: Everything retreats after a round that leaves fewer ground units than this.
        planes_home: The first round whose air round the planes leave after; 0 for never.
        call_das: The round at whose beginning fighters in reserve are called; 0 for never.
        support: Whether fighters and dive-bombers support armor rather than attack.
    """

    losses: tuple[str, ...] = field(default=(), converter=tuple[str, ...])
    break_off: int = 0
    fewer_than: int = 0
    planes_home: int = 0
    call_das: int = 0
    support: bool = False

    def __attrs_post_init__(self) -> None:
        """Check that the numbers can be rounds and units."""
        for what in ("break_off", "fewer_than", "planes_home", "call_das"):
            number = getattr(self, what)
            if type(number) is not int or not 0 <= number <= MOST_ROUNDS:
                raise RequestError(f"plan, {what}", shown(number), f"0 to {MOST_ROUNDS}")
        if len(set(self.losses)) < len(self.losses):
            twice = next(name for name in self.losses if self.losses.count(name) > 1)
            raise RequestError("plan, losses", f"{shown(twice)} twice", "each type once")


FIGHT_ON = Plan()
"""To the end, the cheapest units lost first."""


def checked(plan: Plan, battle: Battle) -> Plan:
    """Return a plan whose types are named by their ids.

    Raises:
        RequestError: It names a type that there is not; the nearest are given.
    """
    names = tuple(battle.units.named(word).id for word in plan.losses)
    if names == plan.losses:
        return plan
    return Plan(
        names,
        plan.break_off,
        plan.fewer_than,
        plan.planes_home,
        plan.call_das,
        plan.support,
    )


def loss_order(plan: Plan, types: Iterable[UnitType]) -> tuple[UnitType, ...]:
    """Return types in the order a plan gives them up: as named, then cheapest first.

    Planes come after ground units, unless they are named.
    """
    named = {name: at for at, name in enumerate(plan.losses)}
    return tuple(
        sorted(types, key=lambda each: (named.get(each.id, len(named)), each.flies, each.cost))
    )


def shot_at(planes: Iterable[UnitType]) -> tuple[UnitType, ...]:
    """Return types of planes in the order in which guns choose them: the dearest first."""
    return tuple(sorted(planes, key=lambda each: -each.cost))


def queue(hit: Hit, plan: Plan, types: Iterable[UnitType], rules: Ruleset) -> tuple[UnitType, ...]:
    """Return the ground types that a hit may remove, in the order the owner gives them up.

    Source: AA-1.15 (infantry hits remove infantry only), AA-1.16 and AA-1.17 with AA-Q02 (armor
    hits remove armor first; the owner may give artillery instead), AA-1.11 (planes: any).
    """
    ordered = loss_order(plan, (each for each in types if not each.flies))
    infantry = tuple(each for each in ordered if each.arm == "infantry")
    if hit == "infantry":
        return infantry
    if hit != "armor":
        return ordered
    first = {"armor", "artillery"} if rules.armor_class else {"armor"}
    heavy = tuple(each for each in ordered if each.arm in first)
    return heavy + tuple(each for each in ordered if each not in heavy)


def types_of(army: Army, battle: Battle) -> tuple[UnitType, ...]:
    """Return every type that an army has or may call, in the order of the unit table."""
    forces = (army.engaged, army.called, callable_planes(army, battle))
    names = {name for force in forces for name, _ in force}
    return tuple(battle.units.unit(name) for name in sorted(names, key=battle.units.rank))


def callable_planes(army: Army, battle: Battle) -> Force:
    """Return the fighters in reserve, which alone may be called (AA-6.17)."""
    return Force(each for each in army.reserve if battle.units.unit(each[0]).role == "fighter")


def has_refuge(battle: Battle, who: Who) -> bool:
    """Return whether a side may go somewhere by land (AA-1.29, AA-1.30, AA-3.4)."""
    ground = battle.ground
    if who == "attacker":
        return not ground.landing and bool(ground.origins)
    return bool(ground.refuges) and not ground.island


def may_withdraw(battle: Battle, who: Who, force: Force, aboard: int) -> bool:
    """Return whether ground units may all retreat, by land or aboard ships.

    Source: AA-1.29 and AA-1.31 (attackers go back to where they came from; parachutists cannot),
    AA-3.4 to AA-3.8 with AA-Q27 (defenders need a friendly territory beside it, or transports).

    Args:
        battle: The battle.
        who: The side.
        force: Its ground units.
        aboard: What landing craft can still take back.
    """
    if not force or has_refuge(battle, who):
        return True
    if who == "attacker":
        afloat = all(landing_of(battle, name) == "sea" for name, _ in force)
        return afloat and len(force) <= aboard
    return may_evacuate(battle) and len(force) <= battle.ground.lift

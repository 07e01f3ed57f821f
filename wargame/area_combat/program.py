"""The rounds of a battle as stages in order, and when a battle is at an end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import Factory, field, frozen

from wargame.area_combat import air_stages
from wargame.area_combat.battle import WHO, Who
from wargame.area_combat.firing import fire, removal
from wargame.area_combat.forces import Force, ground, value
from wargame.area_combat.layout import ABOARD, FOUGHT, SUPPORT, count, left, saved
from wargame.area_combat.plans import Hit, callable_planes, checked, has_refuge, may_withdraw
from wargame.area_combat.rows import Spread
from wargame.area_combat.stages import CAUGHT_ON, CLASSES, Scene, Stage, scene_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.area_combat.battle import Battle
    from wargame.area_combat.plans import Plan
    from wargame.area_combat.units import UnitType

Ended = Literal["taken", "held", "empty", "broken off", "endless"]
ENDED: tuple[Ended, ...] = ("taken", "held", "empty", "broken off", "endless")
"""How a battle ends; ``endless`` when nobody left can hit anybody."""


ATTACK: tuple[Hit, ...] = ("infantry", "artillery", "armor")
"""The order of the attack in which marked armor fires back at once."""
DEFENCE: tuple[Hit, ...] = ("armor", "infantry", "artillery")
"""The order of the defence that leaves the fewest states."""
Joins = tuple[tuple[Who, Force], ...]
"""Planes that were called and join."""


@frozen
class Round:
    """The stages of a round.

    Args:
        joins: What is added to the key at its beginning: planes that were called.
        before: The stages before the ground units fire.
        attack: The fire of attacking ground units, if any defender is there.
        defence: The fire of defending ground units, if any attacker was there when it began.
        otherwise: What happens to marked units if not.
    """

    joins: Joins
    before: tuple[Stage, ...]
    attack: tuple[Stage, ...]
    defence: tuple[Stage, ...]
    otherwise: tuple[Stage, ...]


@frozen(eq=False)
class Program:
    """A battle under two plans.

    Args:
        scene: The battle, the plans and the layout.
        start: The key it begins with.
        settled: The round from which on all rounds are alike.
    """

    scene: Scene
    start: int
    settled: int
    _ground: dict[Who, int] = field(init=False, repr=False)
    _engaged: dict[Who, int] = field(init=False, repr=False)
    _within: int = field(init=False, repr=False)
    _rounds: dict[int, Round] = field(default=Factory(dict), init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Note which bits of the key are whose."""
        layout = self.scene.layout
        ground = {who: layout.counts(who, layout.ground(who)) for who in WHO}
        engaged = {who: layout.counts(who, layout.types[who]) for who in WHO}
        object.__setattr__(self, "_ground", ground)
        object.__setattr__(self, "_engaged", engaged)
        object.__setattr__(self, "_within", layout.mask([*FOUGHT.values(), SUPPORT]))

    def round(self, number: int) -> Round:
        """Return the stages of a round; the first is 1."""
        number = min(number, self.settled)
        if number not in self._rounds:
            self._rounds[number] = self._round(number)
        return self._rounds[number]

    def _round(self, number: int) -> Round:
        scene = self.scene
        home = tuple(who for who in WHO if 0 < scene.plans[who].planes_home <= number)
        first = number == 1
        barrage = fire(scene, "attacker", "artillery", barrage=True) if first else ()
        guns = air_stages.guns(scene) if first else ()
        above = (*guns, *air_stages.air(scene, home))
        orders = (barrage, above) if scene.battle.rules.first == "artillery" else (above, barrage)
        fires: tuple[Hit, ...] = ATTACK if scene.answers_at_once else CLASSES
        attack = tuple(arm for arm in fires if arm != "artillery" or not first)
        defence: tuple[Hit, ...] = DEFENCE if scene.overflows_last else CLASSES
        return Round(
            self._joins(number),
            tuple(stage for part in orders for stage in part),
            tuple(stage for arm in attack for stage in fire(scene, "attacker", arm)),
            tuple(stage for arm in defence for stage in fire(scene, "defender", arm)),
            removal(scene),
        )

    def _joins(self, number: int) -> Joins:
        battle = self.scene.battle
        first, army = battle.round + 1, battle.defender
        call = self.scene.plans["defender"].call_das
        joins = [army.called] if number == first else []
        if call and number == max(call, first) + 1:
            joins.append(callable_planes(army, battle))
        return tuple(("defender", force) for force in joins if force)

    @property
    def defended(self) -> int:
        """The bits of the key that are defenders on the ground."""
        return self._ground["defender"]

    @property
    def invading(self) -> int:
        """The bits of the key that are attackers on the ground."""
        return self._ground["attacker"]

    @property
    def attacking(self) -> int:
        """The bits of the key that are attackers."""
        return self._engaged["attacker"]

    @property
    def answering(self) -> int:
        """The bits of the key one of which makes the defenders fire."""
        return self._ground["attacker"] | self.scene.layout.mask(FOUGHT.values())

    @property
    def within(self) -> int:
        """The bits of the key that matter within a round only."""
        return self._within

    def decides(self, number: int) -> bool:
        """Return whether a plan may end the battle after a round."""
        plans = self.scene.plans.values()
        return any(0 < plan.break_off <= number or plan.fewer_than for plan in plans)

    @property
    def away(self) -> dict[str, int]:
        """Return the planes that are not in the battle yet, by the coordinate of the left."""
        battle, found = self.scene.battle, dict[str, int]()
        for who in WHO:
            army = battle.army(who)
            for force in (army.called, callable_planes(army, battle)):
                for name, number in force:
                    found[left(who, name)] = found.get(left(who, name), 0) + number
        return found

    def joined(self, who: Who, force: Force) -> int:
        """Return the change of key when planes join that were called."""
        layout = self.scene.layout
        more = sum(number * layout.one(count(who, name)) for name, number in force)
        if self.scene.track:
            more -= value(force, self.scene.battle.units) * layout.one(saved(who))
        return more

    def rested(self, key: int) -> int:
        """Return the key between two rounds, without what matters within one only."""
        return key & ~self._within

    def verdict(
        self, key: int, number: int, *, decide: bool = True
    ) -> tuple[Ended | None, Who | None]:
        """Return how the battle ends after a round, if it does, and who retreats to end it.

        Args:
            key: The state.
            number: The round.
            decide: Whether the moment has come to retreat by decision.
        """
        if not key & self._ground["defender"]:
            return ("taken" if key & self._ground["attacker"] else "empty"), None
        if not key & self._engaged["attacker"]:
            return "held", None
        if not decide:
            return None, None
        if self._leaves(key, "attacker", number):
            return "broken off", "attacker"
        if self._leaves(key, "defender", number):
            return ("taken" if key & self._ground["attacker"] else "empty"), "defender"
        return None, None

    def _leaves(self, key: int, who: Who, number: int) -> bool:
        plan, layout = self.scene.plans[who], self.scene.layout
        battle, due = self.scene.battle, 0 < plan.break_off <= number
        if not due and not plan.fewer_than:
            return False
        if not due and layout.total(key, who, layout.ground(who)) >= plan.fewer_than:
            return False
        if has_refuge(battle, who):  # always then, and asked of every single state
            return True
        force = ground(layout.force(key, who), battle.units)
        return may_withdraw(battle, who, force, layout.get(key, ABOARD))

    def units(self, key: int) -> int:
        """Return how many units both sides have engaged."""
        layout = self.scene.layout
        return sum(layout.total(key, who, layout.types[who]) for who in WHO)

    def pursuit(self) -> Stage:
        """Return the stage in which defending infantry that retreats is rolled for (AA-1.28)."""
        scene, layout = self.scene, self.scene.layout
        infantry = scene.of_arm("defender", "infantry")

        def build(spread: Spread) -> None:
            for unit in infantry:
                _chase(scene, unit, spread)

        reads = layout.counts("defender", infantry)
        return Stage("envelopment", reads, (reads,), build, scene)

    def kept(self, ended: Ended, leaver: Who | None) -> int:
        """Return the bits of the key that count at the end.

        Planes with nowhere to land are lost (AA-6.34, AA-6.35).
        """
        layout = self.scene.layout
        kept = self._engaged["attacker"] | self._engaged["defender"]
        if self.scene.track:
            kept |= layout.mask(saved(who) for who in WHO)
        if ended == "taken" and leaver is None and not self.scene.battle.ground.refuges:
            kept &= ~layout.counts("defender", layout.planes("defender"))
        return kept


def program_of(battle: Battle, plans: Mapping[Who, Plan], *, track: bool = False) -> Program:
    """Return a battle under two plans, ready to be followed.

    Args:
        battle: The battle.
        plans: What each side will do.
        track: Whether losses are kept unit value by unit value, for their distribution.
    """
    kept = {who: checked(plans[who], battle) for who in WHO}
    scene = scene_of(battle, kept, track=track)
    start = scene.layout.key({who: battle.engaged(who) for who in WHO})
    start += battle.ground.aboard * scene.layout.one(ABOARD)
    if track:
        for who in WHO:
            army = battle.army(who)
            away = value(army.called, battle.units) + value(
                callable_planes(army, battle), battle.units
            )
            start += away * scene.layout.one(saved(who))
    settled = max(2, battle.round + 2)
    for plan in kept.values():
        call = max(plan.call_das, battle.round + 1) + 2 if plan.call_das else 0
        settled = max(settled, plan.break_off, plan.planes_home, call)
    return Program(scene, start, settled)


def _chase(scene: Scene, unit: UnitType, spread: Spread) -> None:
    layout, name = scene.layout, count("defender", unit.id)
    spread.throw(
        lambda key: (((layout.get(key, name), CAUGHT_ON, 0),), key),
        lambda key, caught, _: key - caught * layout.one(name),
    )

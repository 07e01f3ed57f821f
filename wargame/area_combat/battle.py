"""A battle in a territory as a value: who is engaged, who left, what the ground allows."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Literal, get_args

from attrs import evolve, field, frozen

from wargame.area_combat.forces import NOBODY, Force, ground, planes
from wargame.area_combat.nations import Nation
from wargame.area_combat.ruleset import FORTIFIED, READINGS, Ruleset
from wargame.area_combat.units import Landing, UnitTable, load_units
from wargame.core.errors import RequestError, one_of, shown

Who = Literal["attacker", "defender"]
WHO: tuple[Who, Who] = ("attacker", "defender")


@frozen(cache_hash=True)
class Ground:
    """The territory fought over, as far as a battle minds it.

    Args:
        name: What a person reads.
        works: What it holds of ``city`` and ``complex``.
        island: Whether no land borders it (AA-3.4).
        refuges: Friendly territories beside it, for defenders that retreat; names.
        lift: Units that the defender's transports in sea zones beside it can take off (AA-3.8).
        origins: Territories the attack came from; attackers retreat there (AA-1.29).
        landing: How the attackers came (AA-1.31); single types may have come another way, see
            :attr:`~wargame.area_combat.units.UnitType.landed`.
        aboard: Units that the attacker's transports can take back (AA-3.10).
    """

    name: str = "the territory"
    works: tuple[str, ...] = ()
    island: bool = False
    refuges: tuple[str, ...] = ("the rear",)
    lift: int = 0
    origins: tuple[str, ...] = ("the start line",)
    landing: Landing = ""
    aboard: int = 0

    def __attrs_post_init__(self) -> None:
        """Check that the territory can be one.

        Raises:
            RequestError: It holds works that there are not, or transports that hold nothing.
        """
        for each in self.works:
            if each not in FORTIFIED:
                raise RequestError(f"{self.name}, works", shown(each), one_of(FORTIFIED, each))
        if self.landing not in get_args(Landing):
            allowed = "sea, air or nothing"
            raise RequestError(f"{self.name}, landing", shown(self.landing), allowed)
        for what in ("lift", "aboard"):
            if getattr(self, what) < 0:
                found = shown(getattr(self, what))
                raise RequestError(f"{self.name}, {what}", found, "0 or more")


@frozen(cache_hash=True)
class Army:
    """One side of a battle.

    Args:
        nation: Whose units.
        engaged: Units that still fight.
        lost: Units destroyed.
        left: Units that retreated, were evacuated or flew home.
        called: Planes that were called and arrive in the next round (AA-6.18).
        reserve: Planes beside the territory that may be called (AA-6.17).
        went: Where the ground units that left are: territories, or ``transports``; in order.
    """

    nation: Nation
    engaged: Force
    lost: Force = NOBODY
    left: Force = NOBODY
    called: Force = NOBODY
    reserve: Force = NOBODY
    went: tuple[tuple[str, Force], ...] = ()


@frozen(cache_hash=True)
class Battle:
    """A battle between two rounds.

    Args:
        attacker: The side whose turn it is.
        defender: The other.
        ground: The territory.
        round: Rounds fought.
        rules: The readings in force; they do not change in a battle.
        units: The unit types; the same.
    """

    attacker: Army
    defender: Army
    ground: Ground = Ground()
    round: int = 0
    rules: Ruleset = READINGS
    units: UnitTable = field(factory=load_units, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Check that every unit may belong to the nation that brings it, and stand where it does.

        Raises:
            RequestError: A unit belongs to another nation, or the reserve is not what may wait.
        """
        for who in WHO:
            army = self.army(who)
            _allowed(who, army.nation, army.engaged, self.units)
            if army.called or army.reserve:
                _allowed(who, army.nation, army.called, self.units)
                _allowed(who, army.nation, army.reserve, self.units)
                _waiting(who, army, self.units)

    def army(self, who: Who) -> Army:
        """Return one side."""
        return self.attacker if who == "attacker" else self.defender

    def engaged(self, who: Who) -> Force:
        """Return what one side still has in the fight."""
        return self.army(who).engaged

    def ground_of(self, who: Who) -> Force:
        """Return one side's engaged ground units."""
        return ground(self.engaged(who), self.units)

    def planes_of(self, who: Who) -> Force:
        """Return one side's engaged planes."""
        return planes(self.engaged(who), self.units)

    def with_army(self, who: Who, **changes: Any) -> Battle:  # noqa: ANN401 - a field of an Army
        """Return the battle with one side changed."""
        army = evolve(self.army(who), **changes)
        one, two = (army, self.defender) if who == "attacker" else (self.attacker, army)
        return Battle(one, two, self.ground, self.round, self.rules, self.units)

    @property
    def over(self) -> bool:
        """Whether one side has nothing left to fight with on the ground, or nothing at all.

        Planes alone may go on attacking; a defender without ground units has lost the territory,
        for nothing holds it (AA-1.42, AA-6.23).
        """
        return not self.ground_of("defender") or not self.engaged("attacker")


def other(who: Who) -> Who:
    """Return the other side."""
    return "defender" if who == "attacker" else "attacker"


@lru_cache(maxsize=4096)
def _allowed(who: Who, nation: Nation, force: Force, units: UnitTable) -> None:
    for name, _ in force:
        unit = units.unit(name)
        if unit.nation and unit.nation != nation.id:
            ours = [each.name for each in units if each.nation in {"", nation.id}]
            allowed = one_of(ours, limit=len(ours))
            raise RequestError(f"{who}, {nation.name}", shown(unit.name), allowed)
        if unit.landed and who == "defender":
            allowed = f"{units.unit(unit.plain).name}: only attackers land"
            raise RequestError(who, shown(unit.name), allowed)


def _waiting(who: Who, army: Army, units: UnitTable) -> None:
    waiting = (*army.called, *army.reserve)
    if who == "attacker" and waiting:
        found = units.unit(waiting[0][0]).count(waiting[0][1])
        raise RequestError("attacker, reserve", found, "nothing: only the defender calls planes")
    for name, number in waiting:
        if not units.unit(name).flies:
            found = units.unit(name).count(number)
            raise RequestError("defender, reserve", found, "planes")

"""A battle as the explorer plans it: the forces, both plans, how to find the odds, and what if."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, Literal

from attrs import evolve, frozen

from wargame.area_combat.battle import WHO, Battle, Who
from wargame.area_combat.fight import fight
from wargame.area_combat.forces import NOBODY, described, plus, read_force
from wargame.area_combat.odds import LIMIT, RUNS, BattleOdds, battle_odds, has_numpy, states_of
from wargame.area_combat.plans import FIGHT_ON, Plan
from wargame.area_combat.program import program_of
from wargame.core.errors import RequestError, one_of, shown

if TYPE_CHECKING:
    from wargame.area_combat.odds import Chance, Method
    from wargame.area_combat.program import Ended
    from wargame.core.procedure import Procedure

How = Literal["quickly", "exact", "bounded", "simulated"]
HOWS: dict[How, str] = {
    "quickly": "as well as at once",
    "exact": "exactly, in fractions",
    "bounded": "state by state, with a bound",
    "simulated": "by 10,000 battles",
}
"""How the odds can be found, and what a reader is told of it."""
QUICK_EXACT, QUICK_RUNS = 60, 1000
"""States that are followed at once in fractions; battles fought where there are too many."""
QUICK_BOUNDED = {True: 20_000, False: 300}
"""States that are followed at once in decimals, with numpy and without."""
MOST_STATES: dict[How, int] = {"exact": 600, "bounded": LIMIT}
"""States beyond which a way would keep a reader waiting for minutes."""
ENDS: dict[Ended, str] = {
    "taken": "attacker takes it",
    "held": "defender holds it",
    "empty": "nobody is left",
    "broken off": "attacker breaks off",
    "endless": "no one can hit",
}
"""How a battle may end, in the words one can bet on."""
BETS = tuple(ENDS[end] for end in ("taken", "held", "empty", "broken off"))
MEANINGS = {
    ENDS["taken"]: "no defender is left on the ground, an attacker is",
    ENDS["held"]: "every attacker is destroyed or driven off",
    ENDS["empty"]: "nobody is left on the ground on either side",
    ENDS["broken off"]: "the attacker leaves by decision",
    ENDS["endless"]: "those who are left cannot hit each other",
}
_LESS = ("-", "−", "minus ", "without ", "less ")


@frozen
class Change:
    """What if there were more or fewer units.

    Args:
        who: Whose.
        counts: By how much, by type; negative for fewer.
    """

    who: Who
    counts: tuple[tuple[str, int], ...]


@frozen
class BattlePlan:
    """A battle, what both sides will do, and how its odds are found.

    Args:
        battle: The battle, between two rounds.
        attacker: What the attacker will do.
        defender: What the defender will do.
        how: How to find the odds.
        changes: The what-ifs to compare with.
    """

    battle: Battle
    attacker: Plan = FIGHT_ON
    defender: Plan = FIGHT_ON
    how: How = "quickly"
    changes: tuple[Change, ...] = ()

    def plan_of(self, who: Who) -> Plan:
        """Return what a side will do."""
        return self.attacker if who == "attacker" else self.defender

    def with_plan(self, who: Who, plan: Plan) -> BattlePlan:
        """Return the plan with another one of a side."""
        found = evolve(self, attacker=plan) if who == "attacker" else evolve(self, defender=plan)
        program_of(self.battle, {each: found.plan_of(each) for each in WHO})  # names its types
        return found

    @cached_property
    def states(self) -> int:
        """How many states there may be between two rounds."""
        return states_of(program_of(self.battle, {who: self.plan_of(who) for who in WHO}))

    @cached_property
    def odds(self) -> BattleOdds:
        """The odds, found as :attr:`how` says."""
        method: Method = quickly(self.states) if self.how == "quickly" else self.how
        runs = QUICK_RUNS if self.how == "quickly" else RUNS
        most = MOST_STATES.get(self.how, QUICK_BOUNDED[has_numpy()])
        return battle_odds(
            self.battle, self.attacker, self.defender, method=method, limit=most, runs=runs
        )

    @cached_property
    def changed(self) -> BattlePlan | None:
        """The plan with the what-ifs worked in; None without any."""
        if not self.changes:
            return None
        battle = self.battle
        for change in self.changes:
            battle = _with_change(battle, change)
        return evolve(self, battle=battle, changes=())

    def what_if(self, who: Who, typed: str) -> BattlePlan:
        """Return the plan with one more what-if.

        Args:
            who: Whose force.
            typed: Units to add, as a person types them; with a minus before them, to take away.

        Raises:
            RequestError: They name no unit, or there are not so many.
        """
        words = typed.strip()
        less = next((each for each in _LESS if words.lower().startswith(each)), "")
        force = read_force(words[len(less) :].lstrip("+"), self.battle.units, f"what if, {who}")
        counts = tuple((name, -many if less else many) for name, many in force)
        found = evolve(self, changes=(*self.changes, Change(who, counts)))
        assert found.changed is not None  # noqa: S101 - it has a change, which is checked here
        return check_how(found)

    def without(self) -> BattlePlan:
        """Return the plan without what-ifs."""
        return evolve(self, changes=())

    def change_words(self) -> str:
        """Return the what-ifs in words: ``attacker: 2 artillery more``."""
        return "; ".join(self._words(each) for each in self.changes)

    def _words(self, change: Change) -> str:
        units = self.battle.units
        parts = [
            f"{units.unit(name).count(abs(many))} {'more' if many > 0 else 'fewer'}"
            for name, many in change.counts
        ]
        return f"{change.who}: {', '.join(parts) or 'nothing'}"

    def procedure(self) -> Procedure:
        """Return the battle, to be fought die by die."""
        return partial(fight, self.battle)

    def sides(self) -> str:
        """Return who fights whom with what."""
        told = (
            f"{army.nation.name} {verb} with {described(army.engaged, self.battle.units)}"
            for army, verb in (
                (self.battle.attacker, "attacks"),
                (self.battle.defender, "defends"),
            )
        )
        return "; ".join(told) + "."


def quickly(states: int) -> Method:
    """Return how the odds of a battle of so many states are found without a wait."""
    if states <= QUICK_EXACT:
        return "exact"
    return "bounded" if states <= QUICK_BOUNDED[has_numpy()] else "simulated"


def check_how(plan: BattlePlan) -> BattlePlan:
    """Return a plan whose odds can be found as it says, with and without what-ifs.

    Raises:
        RequestError: There is no such way, or it would take minutes.
    """
    if plan.how not in HOWS:
        raise RequestError("BattleExplorer, method", shown(plan.how), one_of(HOWS, str(plan.how)))
    most = MOST_STATES.get(plan.how)
    for each in (plan, plan.changed):
        if most is not None and each is not None and each.states > most:
            allowed = f"at most {most:,} states; quickly or simulated for more"
            raise RequestError(f"odds, {plan.how}", f"{each.states:,} states", allowed)
    return plan


def _with_change(battle: Battle, change: Change) -> Battle:
    force = battle.engaged(change.who)
    for name, many in change.counts:
        if force.of(name) + many < 0:
            unit = battle.units.unit(name)
            has = unit.count(force.of(name))
            raise RequestError(f"what if, {change.who}", unit.count(-many), f"{has} at most")
    return battle.with_army(change.who, engaged=plus(force, dict(change.counts), battle.units))


def with_force(plan: BattlePlan, who: Who, typed: str) -> BattlePlan:
    """Return the plan with another force of a side; an empty text is no unit at all.

    Raises:
        RequestError: A word names no unit, or the nation has no such unit.
    """
    force = read_force(typed, plan.battle.units, who) if typed.strip() else NOBODY
    return in_battle(plan, plan.battle.with_army(who, engaged=force))


def in_battle(plan: BattlePlan, battle: Battle) -> BattlePlan:
    """Return the plan of another battle; what-ifs that it has not the units for are forgotten."""
    found = evolve(plan, battle=battle)
    try:
        return check_how(found)
    except RequestError:
        return evolve(found, changes=(), how="quickly")


def shares(odds: BattleOdds) -> dict[str, Fraction]:
    """Return the chance of each end, by the words of :data:`ENDS`; what cannot be is left out."""
    found = {words: exactly(odds.chance(end)) for end, words in ENDS.items()}
    return {words: share for words, share in found.items() if share}


def exactly(chance: Chance) -> Fraction:
    """Return a chance as a fraction between 0 and 1, however it was found."""
    return min(max(Fraction(chance), Fraction(0)), Fraction(1))

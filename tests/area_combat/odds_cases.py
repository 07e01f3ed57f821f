"""Battles whose odds are compared, each with the plans of both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from wargame.area_combat.battle import Army, Battle, Ground
from wargame.area_combat.forces import read_force, value
from wargame.area_combat.nations import nation_named
from wargame.area_combat.plans import FIGHT_ON, Plan
from wargame.area_combat.ruleset import READINGS

if TYPE_CHECKING:
    from wargame.area_combat.battle import Who
    from wargame.area_combat.fight import Result


def battle(
    attacker: str,
    defender: str,
    *,
    nations: tuple[str, str] = ("germany", "united-kingdom"),
    reserve: str = "",
    **more: Any,
) -> Battle:
    """Return a battle of two forces as they are typed."""
    ours, theirs = (nation_named(nation) for nation in nations)
    found = Battle(Army(ours, read_force(attacker)), Army(theirs, read_force(defender)), **more)
    return found.with_army("defender", reserve=read_force(reserve)) if reserve else found


def lost_value(who: Who, result: Result) -> int:
    """Return what a side lost in a battle that was fought, in IP."""
    fought = result.battle
    return value(fought.army(who).lost, fought.units)


def lost_units(who: Who, name: str, result: Result) -> int:
    """Return how many units of a type a side lost in a battle that was fought."""
    return result.battle.army(who).lost.of(name)


@frozen
class Case:
    """A battle under two plans."""

    battle: Battle
    attacker: Plan
    defender: Plan = FIGHT_ON


ITALIANS = ("italy", "italy")
CASES: dict[str, Case] = {
    "infantry": Case(battle("1 inf", "1 inf"), Plan(break_off=2)),
    "all break": Case(
        battle("2 inf", "2 inf", nations=ITALIANS), Plan(break_off=3), Plan(break_off=2)
    ),
    "artillery": Case(battle("2 inf, 1 art", "1 inf, 1 art"), Plan(break_off=2)),
    "armor": Case(battle("1 inf, 1 arm", "1 inf, 1 arm"), Plan(break_off=2)),
    "raid": Case(battle("1 inf, 1 arm, 1 ftr", "1 inf, 1 arm"), Plan(break_off=2)),
    "support": Case(battle("1 arm, 1 ftr", "1 inf, 1 arm"), Plan(break_off=2, support=True)),
    "both": Case(
        battle("1 arm, 2 ftr", "2 inf", rules=READINGS.replace(support="both")),
        Plan(break_off=1, support=True),
    ),
    "dogfight": Case(battle("1 inf, 1 ftr", "1 inf, 1 ftr"), Plan(break_off=1)),
    "spill": Case(battle("1 inf, 3 ftr", "2 inf, 1 bomber"), Plan(break_off=1)),
    "home": Case(battle("1 inf, 1 ftr", "1 inf, 1 ftr"), Plan(break_off=2), Plan(planes_home=1)),
    "guns": Case(
        battle("1 inf, 2 bomber, 3 ftr", "1 inf", ground=Ground(works=("city",))),
        Plan(break_off=1),
    ),
    "jets": Case(battle("1 inf, 1 jet", "1 inf, 1 jet"), Plan(break_off=1)),
    "jets doubled": Case(
        battle("1 inf, 1 jet", "1 inf, 1 jet", rules=READINGS.replace(jets="double")),
        Plan(break_off=1),
    ),
    "landing": Case(
        battle("1 inf, 1 arm", "1 inf", ground=Ground(landing="sea", aboard=2)),
        Plan(break_off=2),
    ),
    "drop beside others": Case(
        battle("1 inf, 1 para by air", "1 inf", nations=ITALIANS), Plan(break_off=2)
    ),
    "landing beside others": Case(
        battle(
            "1 inf, 1 inf by sea, 1 arm by sea",
            "1 inf",
            nations=ITALIANS,
            ground=Ground(aboard=1),
            rules=READINGS.replace(landings="converted"),
        ),
        Plan(break_off=1),
    ),
    "landing with no land behind": Case(
        battle("1 inf, 2 inf by sea", "1 inf", ground=Ground(origins=(), aboard=2)),
        Plan(break_off=1),
        Plan(break_off=2),
    ),
    "cornered": Case(
        battle(
            "2 inf, 1 arm",
            "1 inf, 1 light",
            ground=Ground(refuges=()),
            rules=READINGS.replace(nowhere="lost", armor_class=False),
        ),
        Plan(fewer_than=2, break_off=2),
    ),
    "envelopment": Case(
        battle("2 inf, 1 arm", "1 inf, 1 light", rules=READINGS.replace(envelopment="all")),
        Plan(break_off=2),
        Plan(break_off=1),
    ),
    "losses": Case(
        battle("1 inf, 1 shock", "1 art, 1 arm, 1 inf", nations=("soviet-union", "italy")),
        Plan(losses=("shock troops",), break_off=1),
        Plan(losses=("armor",)),
    ),
    "two armors": Case(
        battle("1 arm, 1 ss, 1 ftr", "2 inf"), Plan(break_off=1, support=True, losses=("ss",))
    ),
    "answered": Case(battle("1 art, 1 arm", "1 inf, 1 arm"), Plan(break_off=2)),
    "answered to infantry": Case(battle("1 inf, 1 arm", "2 arm"), Plan(break_off=2)),
    "armor first": Case(
        battle("1 art, 1 arm", "1 inf, 1 arm"), Plan(break_off=2), Plan(losses=("armor",))
    ),
    "no class": Case(
        battle("1 inf, 1 art, 1 arm", "1 inf, 1 arm", rules=READINGS.replace(armor_class=False)),
        Plan(break_off=1),
    ),
    "called": Case(
        battle("1 inf, 1 ftr", "2 inf", reserve="1 ftr, 1 bomber"),
        Plan(break_off=3),
        Plan(call_das=1),
    ),
    "air first": Case(
        battle("1 art, 1 ftr", "1 inf, 1 art", rules=READINGS.replace(first="air")),
        Plan(break_off=1),
    ),
}
"""Small battles that end within few rounds, so that every branch can be followed."""

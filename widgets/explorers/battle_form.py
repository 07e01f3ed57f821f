"""The lines of the battle explorer's forms: forces, territory, plans, and how to find the odds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.area_combat.battle import WHO, Battle
from wargame.area_combat.forces import NOBODY, described, read_force
from wargame.area_combat.nations import load_nations, nation_named
from widgets.explorers.battle_plan import (
    HOWS,
    BattlePlan,
    check_how,
    in_battle,
    with_force,
)
from widgets.explorers.form import Field, Look

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wargame.area_combat.battle import Who

    Act = Callable[[Any], Callable[[BattlePlan], BattlePlan]]

LOOK = Look(check="100%", label="12.5em", menu="100%", most="34em", number="19em")
WIDE = Look(check="100%", label="21em", menu="100%", most="44em")
LANDINGS = (("over land", ""), ("from the sea", "sea"), ("by parachute", "air"))
WORKS = (
    ("nothing", ()),
    ("a city", ("city",)),
    ("a complex", ("complex",)),
    ("a city and a complex", ("city", "complex")),
)
_MOST = 50


def force_fields(plan: BattlePlan) -> Iterator[Field[BattlePlan]]:
    """Yield who fights whom with what."""
    nations = tuple((each.name, each.id) for each in load_nations())
    for who in WHO:
        army = plan.battle.army(who)
        words = described(army.engaged, plan.battle.units) if army.engaged else ""
        yield Field(f"{who} nation", "menu", who.capitalize(), army.nation.id,
                    _nation(who), nations)  # fmt: skip
        yield Field(who, "text", f"{who.capitalize()}'s units", words, _force(who))


def ground_fields(plan: BattlePlan) -> Iterator[Field[BattlePlan]]:
    """Yield what the territory allows."""
    ground, defender = plan.battle.ground, plan.battle.defender
    works = next((each for _, each in WORKS if set(each) == set(ground.works)), ground.works)
    yield Field("works", "menu", "It holds", works, _ground("works"), WORKS)
    yield Field("landing", "menu", "Attackers come", ground.landing, _ground("landing"), LANDINGS)
    if ground.landing == "sea":
        yield Field("aboard", "number", "Room to go back aboard", ground.aboard,
                    _ground("aboard"), bounds=(0, _MOST))  # fmt: skip
    elif not ground.landing:
        yield Field("origins", "text", "From", _names(ground.origins), _places("origins"))
    yield Field("island", "check", "It is an island", ground.island, _ground("island"))
    if not ground.island:
        yield Field("refuges", "text", "Refuges", _names(ground.refuges), _places("refuges"))
    yield Field("lift", "number", "Ships can take off", ground.lift,
                _ground("lift"), bounds=(0, _MOST))  # fmt: skip
    reserve = described(defender.reserve, plan.battle.units) if defender.reserve else ""
    yield Field("reserve", "text", "Fighters beside it", reserve, _reserve)


def plan_fields(plan: BattlePlan) -> Iterator[Field[BattlePlan]]:
    """Yield what both sides will do."""
    units = plan.battle.units
    for who in WHO:
        mine = plan.plan_of(who)
        order = ", ".join(units.unit(name).name for name in mine.losses)
        yield Field(f"{who} plan", "heading", f"Plan of the {who} (0 is never)")
        yield Field(f"{who} losses", "text", "Lost first", order, _losses(who))
        label = "Retreats after round" if who == "defender" else "Breaks off after round"
        for name, words in (("break_off", label), ("fewer_than", "or with fewer units than"),
                            ("planes_home", "Planes home from round")):  # fmt: skip
            yield Field(f"{who} {name}", "number", words, getattr(mine, name),
                        _planned(who, name), bounds=(0, _MOST))  # fmt: skip
        if who == "attacker":
            yield Field("support", "check", "Planes support armor rather than attack",
                        mine.support, _planned(who, "support"))  # fmt: skip
        else:
            yield Field("call_das", "number", "Calls fighters in round", mine.call_das,
                        _planned(who, "call_das"), bounds=(0, _MOST))  # fmt: skip


def how_fields(plan: BattlePlan) -> Iterator[Field[BattlePlan]]:
    """Yield how the odds are found."""
    options = tuple((words, how) for how, words in HOWS.items())
    yield Field("how", "menu", "Find the odds", plan.how, _how, options)


def order_of(typed: str, plan: BattlePlan) -> tuple[str, ...]:
    """Return the types that a person lists, in order.

    Raises:
        RequestError: A word names no unit.
    """
    words = (each.strip() for each in typed.replace(";", ",").split(","))
    return tuple(plan.battle.units.named(each).id for each in words if each)


def _names(places: tuple[str, ...]) -> str:
    return ", ".join(places)


def _nation(who: Who) -> Act:
    def act(name: str) -> Callable[[BattlePlan], BattlePlan]:
        nation = nation_named(name)
        return lambda plan: in_battle(plan, plan.battle.with_army(who, nation=nation))

    return act


def _force(who: Who) -> Act:
    return lambda typed: lambda plan: with_force(plan, who, typed)


def _reserve(typed: str) -> Callable[[BattlePlan], BattlePlan]:
    def act(plan: BattlePlan) -> BattlePlan:
        force = read_force(typed, plan.battle.units, "reserve") if typed.strip() else NOBODY
        return in_battle(plan, plan.battle.with_army("defender", reserve=force))

    return act


def _ground(name: str) -> Act:
    def act(value: Any) -> Callable[[BattlePlan], BattlePlan]:  # noqa: ANN401 - a fact of a Ground
        return lambda plan: in_battle(plan, _on_ground(plan.battle, name, value))

    return act


def _places(name: str) -> Act:
    def act(typed: str) -> Callable[[BattlePlan], BattlePlan]:
        places = tuple(dict.fromkeys(each.strip() for each in typed.split(",") if each.strip()))
        return lambda plan: in_battle(plan, _on_ground(plan.battle, name, places))

    return act


def _on_ground(battle: Battle, name: str, value: Any) -> Battle:  # noqa: ANN401 - a fact of a Ground
    return evolve(battle, ground=evolve(battle.ground, **{name: value}))


def _losses(who: Who) -> Act:
    def act(typed: str) -> Callable[[BattlePlan], BattlePlan]:
        return lambda plan: plan.with_plan(
            who, evolve(plan.plan_of(who), losses=order_of(typed, plan))
        )

    return act


def _planned(who: Who, name: str) -> Act:
    def act(value: Any) -> Callable[[BattlePlan], BattlePlan]:  # noqa: ANN401 - a fact of a Plan
        return lambda plan: plan.with_plan(who, evolve(plan.plan_of(who), **{name: value}))

    return act


def _how(how: Any) -> Callable[[BattlePlan], BattlePlan]:  # noqa: ANN401 - a word of HOWS
    return lambda plan: check_how(evolve(plan, how=how))

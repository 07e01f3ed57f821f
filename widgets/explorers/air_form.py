"""The form of the air mission explorer: plane, mission, home, target, and what matters to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.area_combat.missions import MISSIONS
from wargame.area_combat.nations import load_nations
from widgets.explorers.air_plan import BOUNDS, CALLED, CARGO, RAIDS
from widgets.explorers.form import Field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from widgets.explorers.air_plan import AirPlan

    Change = Callable[[AirPlan], AirPlan]


def fields_of(plan: AirPlan) -> Iterator[Field[AirPlan]]:
    """Yield the lines of the form for a plan."""
    nations = tuple((each.name, each.id) for each in load_nations())
    yield Field("nation", "menu", "Nation", plan.nation, _flying, nations)
    planes = tuple((each.name, each.id) for each in plan.theatre.units if each.flies)
    yield Field("unit", "menu", "Plane", plan.unit, _taking, planes)
    missions = tuple((f"{each.name} ({each.when})", each.id) for each in MISSIONS)
    yield Field("mission", "menu", "Mission", plan.mission, _asking, missions)
    areas = sorted(plan.theatre.atlas.areas.values(), key=lambda each: (each.sea, each.name))
    names = tuple((each.name, each.id) for each in areas)
    yield Field("home", "menu", "Home", plan.home, _starting, names)
    yield Field("target", "menu", "Target", plan.target, _aiming, names)
    picks = (("the target", "target"), ("the home", "home"))
    yield Field("picks", "menu", "Map picks", plan.picks, _setting("picks"), picks)
    flown = (("nothing yet", ""), *((each.name.lower(), each.id) for each in MISSIONS))
    yield Field("flown", "menu", "Has flown", plan.flown, _setting("flown"), flown)
    yield _number(plan, "planes", f"{plan.type.many.capitalize()}")
    yield from _own(plan)


def _own(plan: AirPlan) -> Iterator[Field[AirPlan]]:
    """Yield the lines that matter to this mission alone."""
    mission = plan.mission
    if mission in RAIDS:
        if mission != "strategic-bombing":
            yield _number(plan, "bombers", "Bombers")
        if mission != "escort":
            yield _number(plan, "escorts", "Escorting fighters")
        if mission != "strategic-air-defense":
            yield _number(plan, "interceptors", "Fighters that meet them")
        label = "Compare one more and one less"
        yield Field("compare", "check", label, plan.compare, _setting("compare"))
    if mission in CARGO:
        yield _number(plan, "cargo", "Infantry carried")
    if mission == "interdiction":
        yield _number(plan, "armor", "Armor that crosses")
        ways = (("leaves", "leave"), ("enters", "enter"))
        yield Field("way", "menu", "The armor", plan.way, _setting("way"), ways)
    if mission in CALLED:
        yield _number(plan, "called", "Called in round")
        yield Field("lost", "check", "Home is lost meanwhile", plan.lost, _setting("lost"))
    if mission == "coastal-defense":
        label = "Friendly ships fight there"
        yield Field("friends", "check", label, plan.friends, _setting("friends"))


def _number(plan: AirPlan, what: str, label: str) -> Field[AirPlan]:
    return Field(what, "number", label, getattr(plan, what), _counting(what), bounds=BOUNDS[what])


def _flying(nation: str) -> Change:
    return lambda plan: plan.take(plan.unit, nation)


def _taking(unit: str) -> Change:
    return lambda plan: plan.take(unit)


def _asking(mission: str) -> Change:
    return lambda plan: plan.fly(mission)


def _starting(area: str) -> Change:
    return lambda plan: plan.start(area)


def _aiming(area: str) -> Change:
    return lambda plan: plan.aim(area)


def _setting(name: str) -> Callable[[Any], Change]:
    return lambda value: lambda plan: plan.set(**{name: value})


def _counting(what: str) -> Callable[[Any], Change]:
    return lambda number: lambda plan: plan.count(what, number)

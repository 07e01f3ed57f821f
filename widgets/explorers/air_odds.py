"""The odds of what matters in an air mission, and when called planes fight."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import TYPE_CHECKING, Any

from attrs import frozen

from wargame.area_combat.anti_air import begin_guns, shoot_at_plane
from wargame.area_combat.battle import Army, Battle, Ground
from wargame.area_combat.bombing_odds import raid_odds
from wargame.area_combat.coastal import home_again, ready_in
from wargame.area_combat.forces import NOBODY, Force
from wargame.area_combat.interdiction import interdicted
from wargame.area_combat.moment import Moment
from wargame.area_combat.units import FACES
from wargame.core.drivers import odds
from widgets.explorers.air_plan import BOUNDS, CALLED, RAIDS
from widgets.odds import long

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wargame.area_combat.bombing_odds import RaidOdds
    from wargame.core.procedure import Steps
    from wargame.core.ruling import Ruling
    from widgets.explorers.air_plan import AirPlan

GUNS = {
    "destroyed": "a 1, and a 1 again",
    "flies home": "2 or 3 on the first die",
    "flies on": "any other face",
}
FATES = {
    "destroyed": "a 1",
    "held": "2 or 3: it ends its move there, or may not leave",
    "passes": "4 to 6, or 2 to 6 where interdiction stops nobody who enters",
}
MOST_LINES = 12
"""Lines of a table of losses; more are put together."""
HITS = {"hit": "the die is not above the attack", "miss": "any other face"}


@frozen
class Shown:
    """A table of odds.

    Args:
        label: What it is called.
        series: As :class:`~widgets.odds.OddsView` takes it.
        meanings: A sentence for each code.
        order: The codes in order.
    """

    label: str
    series: tuple[Mapping[str, Any], ...]
    meanings: Mapping[str, str]
    order: tuple[str, ...]

    @property
    def rounded(self) -> bool:
        """Whether the fractions are too long to read."""
        return long(share for each in self.series for share in each["chances"].values())


def tables(plan: AirPlan) -> Iterator[Shown]:
    """Yield the odds of a mission that may be flown, the first of the guns at one plane."""
    if not plan.ruling.allowed:
        return
    if plan.guns:
        chances = at_the_guns(plan.raid.ground.name, plan.there.works, plan)
        series = ({"name": "one plane", "chances": chances},)
        yield Shown("The guns, at one plane", series, GUNS, tuple(GUNS))
    if plan.mission in RAIDS and plan.there.complex:
        yield from _raid(plan)
    if plan.mission == "interdiction":
        yield _interdiction(plan)
    if plan.mission == "close-air-support":
        yield _support(plan)


def at_the_guns(name: str, works: tuple[str, ...], plan: AirPlan) -> dict[str, Fraction]:
    """Return what becomes of one plane that the guns fire at."""
    one = Force(((plan.unit, 1),))
    rules = plan.theatre.rules
    battle = Battle(
        Army(plan.who, one), Army(plan.foe, NOBODY), Ground(name, works), rules=rules,
        units=plan.theatre.units,
    )  # fmt: skip
    start = begin_guns(Moment(battle, stage="guns"))

    def shot() -> Steps:
        moment = yield from shoot_at_plane(start)
        return moment.battle.attacker

    found = odds(shot).distribution(
        lambda army: "destroyed" if army.lost else "flies home" if army.left else "flies on"
    )
    return {code: found.get(code, Fraction(0)) for code in GUNS}


def _raid(plan: AirPlan) -> Iterator[Shown]:
    found = raid_odds(plan.raid)
    left = (
        {"name": "bombers", "chances": _coded(found.through)},
        {"name": "escorts", "chances": _coded(found.escorts)},
        {"name": "interceptors", "chances": _coded(found.interceptors)},
    )
    codes = sorted({*found.through, *found.escorts, *found.interceptors})
    yield Shown("Planes left before the bombs", left, {}, tuple(map(_planes, codes)))
    costs, meanings = _in_bands(found.damage)
    series = ({"name": "IP lost", "chances": costs},)
    yield Shown("What the bombs cost", series, meanings, tuple(meanings))


def _in_bands(damage: Mapping[int, Fraction]) -> tuple[dict[str, Fraction], dict[str, str]]:
    """Return the losses, several to a line where there are too many lines; and what each means."""
    step = ceil(max(damage) / MOST_LINES) if damage else 1
    chances: dict[str, Fraction] = {}
    meanings: dict[str, str] = {}
    for cost, chance in damage.items():
        low = 0 if cost == 0 else step * ((cost - 1) // step) + 1
        high = 0 if cost == 0 else min(low + step - 1, max(damage))
        code = f"{low} IP" if low == high else f"{low} to {high} IP"
        chances[code] = chances.get(code, Fraction(0)) + chance
        meanings[code] = "" if cost else "nothing is lost"
    return chances, meanings


def _coded(chances: Mapping[int, Fraction]) -> dict[str, Fraction]:
    return {_planes(count): chance for count, chance in chances.items()}


def _planes(count: int) -> str:
    return f"{count} plane{'' if count == 1 else 's'}"


def _interdiction(plan: AirPlan) -> Shown:
    unit, rules = plan.theatre.units.unit("armor"), plan.theatre.rules

    def fates(way: Any) -> dict[str, Fraction]:  # noqa: ANN401 - a direction
        steps = odds(lambda: interdicted(unit, way, rules, over=plan.there.name))
        found = steps.distribution(lambda fate: fate)
        return {code: found.get(code, Fraction(0)) for code in FATES}

    series = (
        {"name": "armor that leaves", "chances": fates("leave")},
        {"name": "armor that enters", "chances": fates("enter")},
    )
    return Shown("Armor under the bombers, one unit", series, FATES, tuple(FATES))


def _support(plan: AirPlan) -> Shown:
    attack = plan.theatre.units.unit("armor").attack

    def hit(factor: int) -> dict[str, Fraction]:
        chance = Fraction(min(FACES, factor), FACES)
        return {"hit": chance, "miss": 1 - chance}

    series = (
        {"name": "armor alone", "chances": hit(attack)},
        {"name": "armor with a plane: +1", "chances": hit(attack + 1)},
    )
    return Shown("The attack of one armor", series, HITS, tuple(HITS))


def timing(plan: AirPlan) -> Iterator[Ruling]:
    """Yield when called planes fight, and where they land."""
    if plan.mission not in CALLED and plan.mission != "strategic-air-defense":
        return
    at_once = plan.mission == "defensive-air-support" and plan.home == plan.target
    if plan.mission in CALLED and not at_once:
        yield ready_in(plan.called)
    theatre = plan.theatre
    if plan.lost:
        theatre = theatre.with_owner(plan.home, plan.foe.id)
    yield home_again(theatre, plan.nation, plan.type, plan.home)


@lru_cache(maxsize=64)
def what_if(plan: AirPlan) -> tuple[tuple[str, int, RaidOdds], ...]:
    """Return the run with one less, as many and one more escort, and interceptor."""
    rows: list[tuple[str, int, RaidOdds]] = []
    for what in ("escorts", "interceptors"):
        name, now = counted(plan, what)
        low, high = BOUNDS[name]
        rows += [
            (what, number, raid_odds(plan.set(**{name: number}).raid))
            for number in range(max(low, now - 1), min(high, now + 1) + 1)
        ]
    return tuple(rows)


def counted(plan: AirPlan, what: str) -> tuple[str, int]:
    """Return the name in the plan of a number of escorts or interceptors, and the number."""
    own = {"escorts": "escort", "interceptors": "strategic-air-defense"}
    name = "planes" if plan.mission == own[what] else what
    return name, getattr(plan, name)

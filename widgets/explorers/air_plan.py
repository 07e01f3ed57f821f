"""What is asked of the air mission explorer: who flies what, from where to where, with whom."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from wargame.area_combat.battle import Army, Battle, Ground
from wargame.area_combat.flights import Flight, may_go
from wargame.area_combat.forces import Force, plus
from wargame.area_combat.missions import MISSIONS, mission_named
from wargame.area_combat.nations import load_nations, nation_named
from wargame.core.errors import RequestError, one_of, shown

if TYPE_CHECKING:
    from wargame.area_combat.atlas import Area
    from wargame.area_combat.missions import Mission
    from wargame.area_combat.nations import Nation
    from wargame.area_combat.theatre import Theatre
    from wargame.area_combat.units import UnitType
    from wargame.core.ruling import Ruling

RAIDS = ("strategic-bombing", "escort", "strategic-air-defense")
"""Missions that are parts of one bombing run."""
CARGO = {"air-transport": "infantry", "airborne-assault": "airborne"}
"""What a mission carries."""
CALLED = ("defensive-air-support", "coastal-defense")
"""Missions that are called in a round of a battle."""
MOST = 3
"""Planes of a kind in a plan; with more, exact odds would keep a reader waiting."""
BOUNDS = {
    "planes": (1, MOST),
    "bombers": (1, MOST),
    "escorts": (0, MOST),
    "interceptors": (0, MOST),
    "cargo": (0, 2 * MOST),
    "armor": (1, 3),
    "called": (1, 9),
}
"""The least and the most of each number of a plan."""


@frozen(slots=False)
class AirPlan:
    """A mission that is looked at.

    Args:
        theatre: The position.
        nation: The id of the nation that flies.
        unit: The id of the type of plane.
        mission: The id of the mission.
        home: The id of the area it flies from.
        target: The id of the area it flies to.
        planes: How many fly the mission.
        bombers: Bombers of a run that others escort or meet.
        escorts: Escorts of a bombing run.
        interceptors: Fighters that meet it.
        cargo: Infantry carried or dropped.
        armor: Armor units that cross an interdicted territory.
        way: Whether that armor would ``enter`` or ``leave``.
        called: The round in which planes are called.
        flown: The mission that the planes have flown already, or nothing.
        friends: Whether friendly ships fight in the sea zone.
        lost: Whether home is lost meanwhile, for the way back.
        compare: Whether other numbers of escorts and interceptors are worked out as well.
        picks: Whether an area chosen on the map is ``home`` or ``target``.
    """

    theatre: Theatre = field(repr=False)
    nation: str = "united-kingdom"
    unit: str = "bomber"
    mission: str = "strategic-bombing"
    home: str = "gb"
    target: str = "ge"
    planes: int = 2
    bombers: int = 2
    escorts: int = 1
    interceptors: int = 1
    cargo: int = 2
    armor: int = 1
    way: str = "leave"
    called: int = 1
    flown: str = ""
    friends: bool = True
    lost: bool = False
    compare: bool = True
    picks: str = "target"

    # ---- changes --------------------------------------------------------------------------------

    def fly(self, mission: str) -> AirPlan:
        """Ask for another mission.

        Raises:
            RequestError: There is none of that name.
        """
        return evolve(self, mission=mission_named(_word("mission", mission)).id)

    def take(self, unit: str, nation: str = "") -> AirPlan:
        """Fly another plane, perhaps of another nation.

        Raises:
            RequestError: There is no such type or nation.
        """
        type_ = self.theatre.units.named(_word("plane", unit))
        if not type_.flies:
            planes = [each.name for each in self.theatre.units if each.flies]
            raise RequestError("plane", shown(type_.name), one_of(planes, limit=len(planes)))
        whose = nation_named(_word("nation", nation)).id if nation else self.nation
        return evolve(self, unit=type_.id, nation=whose)

    def start(self, word: str) -> AirPlan:
        """Fly from another area, by its id, name or city."""
        return evolve(self, home=self.theatre.area(_word("home", word)).id)

    def aim(self, word: str) -> AirPlan:
        """Fly to another area."""
        return evolve(self, target=self.theatre.area(_word("target", word)).id)

    def pick(self, area: str) -> AirPlan:
        """Take an area chosen on the map."""
        return self.start(area) if self.picks == "home" else self.aim(area)

    def count(self, what: str, number: int) -> AirPlan:
        """Set a number of the plan.

        Args:
            what: One of :data:`BOUNDS`.
            number: How many.

        Raises:
            RequestError: There is no such number, or it is out of bounds.
        """
        if what not in list(BOUNDS):
            raise RequestError("air mission, number", shown(what), one_of(BOUNDS, str(what)))
        low, high = BOUNDS[what]
        if type(number) is not int or not low <= number <= high:
            raise RequestError(f"air mission, {what}", shown(number), f"{low} to {high}")
        return self.set(**{what: number})

    def set(self, **changes: Any) -> AirPlan:  # noqa: ANN401 - of any field
        """Change a field whose value needs no check."""
        return evolve(self, **changes)

    # ---- what follows ---------------------------------------------------------------------------

    @property
    def who(self) -> Nation:
        """The nation that flies."""
        return nation_named(self.nation)

    @property
    def type(self) -> UnitType:
        """The type of plane."""
        return self.theatre.units.unit(self.unit)

    @property
    def asked(self) -> Mission:
        """The mission."""
        return mission_named(self.mission)

    @property
    def here(self) -> Area:
        """Where it flies from."""
        return self.theatre.atlas.areas[self.home]

    @property
    def there(self) -> Area:
        """Where it flies to."""
        return self.theatre.atlas.areas[self.target]

    def flight(self, target: str = "") -> Flight:
        """Return the flight, perhaps to another target."""
        kind = CARGO.get(self.mission)
        return Flight(
            self.theatre,
            self.who,
            self.type,
            self.asked,
            self.home,
            target or self.target,
            planes=self.planes,
            cargo=Force(((kind, self.cargo),)) if kind else Force(),
            flown=(self.flown,) if self.flown else (),
            friends=self.friends,
        )

    @cached_property
    def ruling(self) -> Ruling:
        """Whether it may be flown, and why."""
        return may_go(self.flight())

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """The areas to which the mission may be flown from home."""
        areas = self.theatre.atlas.areas
        return tuple(at for at in areas if may_go(self.flight(at)).allowed)

    @property
    def open(self) -> tuple[Mission, ...]:
        """The missions that the plane may fly from home to the target."""
        return tuple(each for each in MISSIONS if self.fly(each.id).ruling.allowed)

    @property
    def guns(self) -> bool:
        """Whether anti-aircraft guns fire at the planes."""
        fired_at = any("anti-aircraft" in step for step in self.asked.sequence)
        works = [each for each in self.there.works if each in self.theatre.rules.guns]
        return (fired_at or self.mission in RAIDS) and bool(works)

    @property
    def raid(self) -> Battle:
        """The bombing run that a strategic mission is part of."""
        bombing = self.mission == "strategic-bombing"
        bombers = self.planes if bombing else self.bombers
        escorts = self.planes if self.mission == "escort" else self.escorts
        meeting = self.planes if self.mission == "strategic-air-defense" else self.interceptors
        names = {
            "bomber": self.unit if bombing else "bomber",
            "escort": self.unit if self.mission == "escort" else "fighter",
            "fighter": self.unit if self.mission == "strategic-air-defense" else "fighter",
        }
        units = self.theatre.units
        flying = plus(Force(), {names["bomber"]: bombers}, units)
        flying = plus(flying, {names["escort"]: escorts}, units)
        defends = self.mission == "strategic-air-defense"
        mine, theirs = (self.foe, self.who) if defends else (self.who, self.foe)
        return Battle(
            Army(mine, flying),
            Army(theirs, plus(Force(), {names["fighter"]: meeting}, units)),
            Ground(self.there.name, self.there.works),
            rules=self.theatre.rules,
            units=units,
        )

    @property
    def foe(self) -> Nation:
        """The enemy: who owns the target, or who has bombers, or any."""
        owner = self.theatre.owner(self.target)
        enemies = [each for each in load_nations() if each.side != self.who.side]
        owners = [each for each in enemies if each.id == owner]
        flying = [
            each
            for each in enemies
            if any(
                whose == each.id and force.of("bomber") for _, whose, force in self.theatre.placed
            )
        ]
        return [*owners, *flying, *enemies][0]


def _word(what: str, value: object) -> str:
    if not isinstance(value, str):
        raise RequestError(f"air mission, {what}", shown(value), "its name")
    return value

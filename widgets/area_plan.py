"""What a map of areas shows: a position, the area chosen, and how far a unit gets from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from wargame.area_combat.atlas import Atlas, load_atlas
from wargame.area_combat.nations import nation_named
from wargame.area_combat.rail import rail_allowance, rail_reach
from wargame.area_combat.theatre import Theatre, load_theatre
from wargame.core.data import scenario_folder
from wargame.core.errors import RequestError, one_of, shown
from widgets.errors import WidgetError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wargame.area_combat.atlas import Area
    from wargame.area_combat.units import UnitType

REACHES = {
    "none": "nothing",
    "rail": "by rail",
    "return": "by air, out and back",
    "range": "by air, one way",
}
"""What may be shown of a unit, and in words."""
DEFAULT = "eastern_front_1942"


def theatre_of(where: object, widget: str) -> Theatre:
    """Return the position that a caller means.

    Args:
        where: A theatre, an atlas, or the name of a file of either kind.
        widget: The widget that asks, for errors.

    Raises:
        WidgetError: It is none of these.
        DataError: A file does not fit.
    """
    if isinstance(where, Theatre):
        return where
    if isinstance(where, str):
        names = {each.stem: _loader(each.stem) for each in _files()}
        if where not in names:
            raise WidgetError(f"{widget}, theatre", shown(where), one_of(sorted(names), where))
        where = names[where]()
        return theatre_of(where, widget)
    if isinstance(where, Atlas):
        owners = tuple(sorted((each.id, each.owner) for each in where.territories if each.owner))
        return Theatre(owners, (), atlas=where)
    allowed = "a theatre, an atlas, or the name of one"
    raise WidgetError(f"{widget}, theatre", shown(where), allowed)


def _files() -> list[Any]:
    others = {"units", "nations"}
    folder = scenario_folder() / "area_combat"
    return [each for each in folder.glob("*.toml") if each.stem not in others]


def _loader(name: str) -> Callable[[], Theatre | Atlas]:
    """Return what reads a file: a theatre names its atlas, an atlas does not."""
    text = (scenario_folder() / "area_combat" / f"{name}.toml").read_text("utf-8")
    theatre = any(line.startswith("atlas = ") for line in text.splitlines())
    return (lambda: load_theatre(name)) if theatre else (lambda: load_atlas(name))


@frozen
class AreaPlan:
    """What is looked at.

    Args:
        theatre: The position.
        area: The id of the area chosen, or nothing.
        nation: Whose unit is looked at.
        unit: The id of its type.
        reach: One of :data:`REACHES`.
    """

    theatre: Theatre = field(repr=False)
    area: str = ""
    nation: str = ""
    unit: str = ""
    reach: str = "none"

    @property
    def here(self) -> Area:
        """The area chosen.

        Raises:
            RequestError: None is.
        """
        if not self.area:
            names = ", ".join(each.name for each in self.theatre.atlas.areas.values())
            raise RequestError("area map", "no area chosen", f"one of {names}")
        return self.theatre.atlas.areas[self.area]

    @property
    def units(self) -> tuple[tuple[str, str, int], ...]:
        """What stands in the area: nation, type and number."""
        return tuple(
            (nation, name, number)
            for nation, force in self.theatre.in_area(self.area)
            for name, number in force
        )

    @property
    def type(self) -> UnitType | None:
        """The type of unit looked at."""
        return self.theatre.units.unit(self.unit) if self.unit else None

    def choose(self, word: str) -> AreaPlan:
        """Choose an area by id, name or city; nothing chooses none.

        Raises:
            RequestError: There is none of that name.
        """
        if not isinstance(word, str):
            raise WidgetError("area map, area", shown(word), "the name of an area")
        if not word:
            return evolve(self, area="", nation="", unit="")
        area = self.theatre.area(word).id
        return self if area == self.area else _with_a_unit(evolve(self, area=area))

    def take(self, unit: str, nation: str = "") -> AreaPlan:
        """Look at a unit, whether one stands here or not.

        Args:
            unit: Its type.
            nation: Whose; that of a unit here, or the owner of the area.

        Raises:
            RequestError: There is no such type or nation, or the area belongs to nobody.
        """
        name = self.theatre.units.named(unit).id
        whose = next((each[0] for each in self.units if each[1] == name), "")
        owner = self.theatre.owner(self.area)
        chosen = next(filter(None, (nation, whose, owner)), "")
        if not chosen:
            where = self.here.name
            raise RequestError(where, "nobody's territory", "a nation whose unit it is")
        return evolve(self, unit=name, nation=nation_named(chosen).id)

    def reaching(self, kind: str) -> AreaPlan:
        """Show how a unit gets about.

        Raises:
            WidgetError: *kind* is none of :data:`REACHES`.
        """
        if kind not in list(REACHES):
            raise WidgetError("area map, reach", shown(kind), one_of(REACHES, str(kind)))
        return evolve(self, reach=kind)

    def on(self, theatre: Theatre) -> AreaPlan:
        """Look at another position; what is chosen stays while it is on the map."""
        area = self.area if self.area in theatre.atlas.areas else ""
        return _with_a_unit(evolve(self, theatre=theatre, area=area))

    @property
    def ways(self) -> Mapping[str, tuple[str, ...]]:
        """The areas reached, each with a shortest way."""
        unit = self.type
        if unit is None or not self.area or self.reach == "none":
            return {}
        if self.reach == "rail":
            return rail_reach(self.theatre, self.nation, self.area, unit)
        if not unit.flies:
            return {}
        most = unit.movement // 2 if self.reach == "return" else unit.movement
        return self.theatre.atlas.reach(self.area, most, lambda _: True)

    def reach_words(self) -> str:
        """Say how far the unit gets, or why nowhere; nothing while it is not asked."""
        unit = self.type
        if self.reach == "none" or not self.area:
            return ""
        if unit is None:
            return f"Nothing stands in {self.here.name}."
        return self._rail_words(unit) if self.reach == "rail" else self._air_words(unit)

    def _rail_words(self, unit: UnitType) -> str:
        nation = nation_named(self.nation)
        here = self.here
        if unit.flies:
            return f"Railways carry ground forces only, no {unit.name} (AA-8.1)."
        if not here.rail:
            return f"{here.name} has no railway (AA-8.2)."
        if not self.theatre.friendly(here.id, nation):
            return f"{here.name} is not in the hands of {nation.name} or its friends (AA-8.1)."
        most = rail_allowance(unit)
        found = len(self.ways)
        return (
            f"By rail {unit.name} reaches {found} territories from {here.name}, {most.value} "
            f"steps at most (AA-8.1)."
        )

    def _air_words(self, unit: UnitType) -> str:
        if not unit.flies:
            return f"A unit of {unit.name} does not fly."
        half = self.reach == "return"
        most = unit.movement // 2 if half else unit.movement
        how = f"half of its {unit.movement}, to come back" if half else "its whole range"
        return (
            f"By air a {unit.name} reaches {len(self.ways)} areas from {self.here.name}: "
            f"{most} steps, {how}."
        )


def _with_a_unit(plan: AreaPlan) -> AreaPlan:
    """Keep the unit looked at while one like it stands here, else take the first here."""
    standing = [(nation, name) for nation, name, _ in plan.units]
    if (plan.nation, plan.unit) in standing:
        return plan
    same = [each for each in standing if each[1] == plan.unit]
    nation, unit = next(iter([*same, *standing]), ("", ""))
    return evolve(plan, nation=nation, unit=unit)

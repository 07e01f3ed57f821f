"""Non-combat movement: on foot, by rail, by air (AA-6.9, AA-8.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from attrs import frozen

from wargame.area_combat.declaring import counted, read_key
from wargame.area_combat.forces import NOBODY, Force, plus
from wargame.area_combat.interdiction import Direction, interdicted
from wargame.area_combat.lift import may_transport
from wargame.area_combat.nations import nation_named
from wargame.area_combat.rail import bombed, carried, interdicted_on, may_rail, rail_reach
from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import as_cases, figure

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wargame.area_combat.theatre import Theatre
    from wargame.area_combat.units import UnitType
    from wargame.core.procedure import Step, Steps
    from wargame.core.ruling import Ruling

How = Literal["walk", "rail", "lift"]
_CASES = as_cases(("AA AA-6.9", "AA AA-8.4"))
_SAID: dict[How, str] = {"walk": "", "rail": " by rail", "lift": " by air transport"}


@frozen
class Way:
    """A way to a territory.

    Args:
        how: On foot (or a plane's own flight), by rail, carried by a bomber.
        steps: The territories passed, the last one included.
    """

    how: How
    steps: tuple[str, ...]

    @property
    def key(self) -> str:
        """The key of its option: ``po rail``."""
        return f"{self.steps[-1]} {self.how}"


def starts(theatre: Theatre, nation: str) -> tuple[tuple[str], ...]:
    """Return the areas where a nation has units that have done nothing this turn."""
    return tuple(
        (at,) for at, whose, _ in theatre.placed if whose == nation and theatre.fresh(at, nation)
    )


@implements("AA", "AA-6.7", "AA-6.9", "AA-8.2", "AA-8.4")
def move(theatre: Theatre, nation: str, start: str) -> Steps:
    """Move some units of one type out of a territory.

    Returns:
        The position after it.

    Source: AA-8 (rail), AA-6.7 to AA-6.9 (air transport), the parent game's allowances on foot.
    """
    options = list(counted(theatre.fresh(start, nation), theatre.units))
    option = yield Choice(nation, "move", options, _CASES, position=theatre)
    name, number = read_key(option.key)
    unit = theatre.units.unit(name)
    ways = tuple(ways_of(theatre, nation, start, unit, number))
    if not ways:
        said = f"There is nowhere for {unit.count(number)} to go."
        yield figure("Move", 0, said, *_CASES)
        return theatre.tired(start, nation, plus(NOBODY, {name: number}, theatre.units))
    way = yield from _chosen(theatre, nation, unit, number, start, ways)
    return (yield from _go(theatre, nation, start, unit, number, way))


def _chosen(  # noqa: PLR0913 - the facts of a move
    theatre: Theatre, nation: str, unit: UnitType, number: int, start: str, ways: tuple[Way, ...]
) -> Generator[Step, Any, Way]:
    names = theatre.atlas.areas
    options = [Option(way.key, f"{names[way.steps[-1]].name}{_SAID[way.how]}") for way in ways]
    barred = tuple(_barred(theatre, nation, unit, number, start, ways))
    option = yield Choice(nation, "move to", options, _CASES, barred, position=theatre)
    return next(way for way in ways if way.key == option.key)


def ways_of(
    theatre: Theatre, nation: str, start: str, unit: UnitType, number: int
) -> Iterator[Way]:
    """Yield every way that some units of a type may go.

    A territory that is reached on foot needs no railway, unless that passes fewer enemy bombers.

    Source: AA-8.1 to AA-8.5, AA-6.7, AA-6.8.
    """
    who = nation_named(nation)

    def passable(area: str) -> bool:
        return theatre.friendly(area, who) and not theatre.hostile(area, who)

    atlas = theatre.atlas
    under = frozenset() if unit.flies else bombed(theatre, nation)
    near = atlas.reach(start, unit.movement, lambda area: unit.flies or passable(area.id), under)
    walked = {at: way for at, way in near.items() if not atlas.areas[at].sea and passable(at)}
    yield from (Way("walk", way) for way in walked.values())
    for at, way in rail_reach(theatre, nation, start, unit).items():
        spared = under.intersection(walked.get(at, way)) > under.intersection(way)
        needed = at not in walked or (unit.arm == "armor" and spared)
        if needed and may_rail(theatre, nation, unit, start, at, number).allowed:
            yield Way("rail", way)
    if unit.arm == "infantry":
        yield from _lifts(theatre, nation, start, unit, number)


def _lifts(theatre: Theatre, nation: str, start: str, unit: UnitType, number: int) -> Iterator[Way]:
    bombers = carriers(theatre, nation, start)
    cargo = plus(NOBODY, {unit.id: number}, theatre.units)
    for area in theatre.atlas.territories if bombers else ():
        if area.id == start:
            continue
        if may_transport(theatre, nation, bombers, cargo, start, area.id).allowed:
            yield Way("lift", (area.id,))


def carriers(theatre: Theatre, nation: str, start: str) -> Force:
    """Return the bombers in an area that may still fly this turn."""
    units = theatre.units
    return Force((n, c) for n, c in theatre.fresh(start, nation) if units.unit(n).lifts)


def _barred(  # noqa: PLR0913 - the facts of a move
    theatre: Theatre, nation: str, unit: UnitType, number: int, start: str, ways: tuple[Way, ...]
) -> Iterator[tuple[str, Ruling]]:
    """Yield the rail moves that one might expect, each with why it is not open."""
    open_ = {way.key for way in ways}
    for area in theatre.atlas.territories:
        key = f"{area.id} rail"
        if area.rail and area.id != start and key not in open_ and not unit.flies:
            why = may_rail(theatre, nation, unit, start, area.id, number)
            if not why.allowed:
                yield key, why


@implements("AA", "AA-8.3")
def _go(  # noqa: PLR0913 - the facts of a move
    theatre: Theatre, nation: str, start: str, unit: UnitType, number: int, way: Way
) -> Steps:
    """Move units along a way, past enemy bombers (AA-8.3)."""
    one = plus(NOBODY, {unit.id: 1}, theatre.units)
    if way.how == "rail":
        theatre = carried(theatre, nation, number)
    if way.how == "lift":
        theatre = _flown(theatre, nation, start, way.steps[-1], number)
    for _ in range(number):
        end, alive = yield from _passed(theatre, nation, start, unit, way)
        theatre = theatre.moved(nation, start, end, {unit.id: 1}) if end != start else theatre
        if alive:
            theatre = theatre.tired(end, nation, one)
        else:
            left = plus(theatre.force(end, nation), {unit.id: -1}, theatre.units)
            theatre = theatre.with_force(end, nation, left)
    return theatre


def _passed(
    theatre: Theatre, nation: str, start: str, unit: UnitType, way: Way
) -> Generator[Step, Any, tuple[str, bool]]:
    """Return where a unit gets, and whether it lives (AA-6.4 to AA-6.6)."""
    if unit.flies or way.how == "lift":
        return way.steps[-1], True
    for over in interdicted_on(theatre, nation, start, way.steps):
        name = theatre.atlas.areas[over].name
        leaving: Direction = "leave" if over == start else "enter"
        fate = yield from interdicted(unit, leaving, theatre.rules, over=name)
        if fate == "destroyed":
            return start, False
        if fate == "held":
            return over, True
    return way.steps[-1], True


def _flown(theatre: Theatre, nation: str, start: str, end: str, number: int) -> Theatre:
    """Return the position after the bombers that carry so many have flown with them."""
    for name, count in carriers(theatre, nation, start):
        unit = theatre.units.unit(name)
        needed = min(count, -(-number // unit.lifts))
        if needed < 1:
            continue
        theatre = theatre.moved(nation, start, end, {name: needed})
        theatre = theatre.tired(end, nation, plus(NOBODY, {name: needed}, theatre.units))
        number -= needed * unit.lifts
    return theatre

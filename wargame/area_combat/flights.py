"""A flight asked about as a whole: which plane, which mission, from where to where (AA-5 to AA-7).

:mod:`~wargame.area_combat.missions` says which plane flies what; here a map, a range and what
stands where are added, so that one ruling answers whether a mission may be flown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from wargame.area_combat.bombing import interceptors, may_escort
from wargame.area_combat.coastal import may_defend_coast
from wargame.area_combat.forces import NOBODY, Force, described, planes, plus
from wargame.area_combat.lift import may_drop, may_transport
from wargame.area_combat.missions import Mission, may_fly
from wargame.core.rulebook import implements
from wargame.core.ruling import figure, finding, refusal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.area_combat.atlas import Area
    from wargame.area_combat.nations import Nation
    from wargame.area_combat.theatre import Theatre
    from wargame.area_combat.units import UnitType
    from wargame.core.ruling import Ruling


@frozen
class Flight:
    """A mission somebody wants to fly.

    Args:
        theatre: The position.
        nation: Whose planes.
        unit: Their type.
        mission: What they are to fly.
        home: The id of the area they start from.
        target: The id of the area they fly to.
        planes: How many of them.
        cargo: What they carry or drop.
        flown: The ids of missions they have flown since their own turn began.
        friends: Whether friendly ships fight in the sea zone (AA-6.29).
    """

    theatre: Theatre = field(repr=False)
    nation: Nation
    unit: UnitType
    mission: Mission
    home: str
    target: str
    planes: int = 1
    cargo: Force = NOBODY
    flown: tuple[str, ...] = ()
    friends: bool = True

    @property
    def here(self) -> Area:
        """Where the planes start."""
        return self.theatre.atlas.areas[self.home]

    @property
    def there(self) -> Area:
        """Where they fly to."""
        return self.theatre.atlas.areas[self.target]

    @property
    def force(self) -> Force:
        """The planes."""
        return plus(NOBODY, {self.unit.id: self.planes}, self.theatre.units)


@implements("AA", "AA-4.1", "AA-6.17", "AA-6.19", "AA-7.1", "AA-7.8")
def may_go(flight: Flight) -> Ruling:
    """Return whether a flight may be flown; the first thing against it refuses it.

    Source: AA-4.1 and the cases of its mission; AA-6.17 and AA-6.19 (fighters from beside the
    battle or in it), AA-7.1 (bombers over a complex, out and back), AA-7.8 (fighters at home).
    """
    may = may_fly(flight.unit, flight.mission, flight.flown)
    if not may.allowed:
        return may
    found = [may]
    for each in _conditions(flight):
        found.append(each)
        if not each.allowed:
            break
    last = found[-1]
    label = f"{flight.mission.name} from {flight.here.name} to {flight.there.name}"
    if not last.allowed:
        return refusal(label, last.sentence, *last.cases, allowed=found)
    words = f"{flight.unit.count(flight.planes)} of {flight.nation.name} may fly it."
    return finding(label, True, words, *flight.mission.cases, parts=found)


def _conditions(flight: Flight) -> Iterator[Ruling]:
    """Yield what a flight needs, each as a ruling that allows or refuses."""
    yield _standing(flight)
    yield from _CONDITIONS[flight.mission.id](flight)


def _standing(flight: Flight) -> Ruling:
    fresh = flight.theatre.fresh(flight.home, flight.nation.id).of(flight.unit.id)
    label = "Planes that start"
    if fresh < flight.planes:
        have = f"only {flight.unit.count(fresh)}" if fresh else f"no {flight.unit.name}"
        why = f"{flight.here.name} has {have} of {flight.nation.name} that may still fly."
        return refusal(label, why, "AA AA-4.1")
    words = f"{flight.unit.count(fresh)} of {flight.nation.name} may start in {flight.here.name}."
    return figure(label, flight.planes, words, "AA AA-4.1", unit="planes")


def _out_and_back(flight: Flight) -> Ruling:
    """Return whether the planes get there and home again (AA-5.1, AA-7.6)."""
    steps = flight.theatre.atlas.distance(flight.home, flight.target, lambda _: True)
    label, name, most = "Range, out and back", flight.there.name, flight.unit.movement
    allowance = figure(
        "Movement", most, f"What a {flight.unit.name} flies.", provenance=flight.unit.provenance
    )
    if steps is None or 2 * steps > most:
        far = "not to be reached" if steps is None else f"{steps} away"
        why = f"{name} is {far}: out and back is more than {most}."
        return refusal(label, why, flight.mission.cases[0], allowed=(allowance,))
    words = f"{name} is {steps} away: {2 * steps} of {most}, out and back."
    return finding(label, steps, words, flight.mission.cases[0], parts=(allowance,), unit="areas")


def _enemy_land(flight: Flight) -> Ruling:
    there, case = flight.there, flight.mission.cases[0]
    if there.sea or not flight.theatre.hostile(there.id, flight.nation):
        return refusal("Target", f"{there.name} is no territory of the enemy.", case)
    return figure("Target", there.name, f"{there.name} is the enemy's.", case)


def _support(flight: Flight) -> Iterator[Ruling]:
    yield _enemy_land(flight)
    yield _out_and_back(flight)


def _interdict(flight: Flight) -> Iterator[Ruling]:
    yield _enemy_land(flight)
    yield _out_and_back(flight)
    yield _skies(flight)


def _skies(flight: Flight) -> Ruling:
    """Say whether enemy planes have to be fought first (AA-5.8)."""
    theatre, name = flight.theatre, flight.there.name
    over = NOBODY
    for _, force in theatre.enemies_in(flight.target, flight.nation):
        over = plus(over, dict(planes(force, theatre.units)), theatre.units)
    if over:
        words = f"{described(over, theatre.units)} of the enemy stand in {name}: fight them first."
        return figure("Skies", "held", words, "AA AA-5.4", "AA AA-5.8")
    return figure("Skies", "clear", f"No enemy plane stands in {name}.", "AA AA-5.8")


def _transport(flight: Flight) -> Iterator[Ruling]:
    yield may_transport(
        flight.theatre, flight.nation.id, flight.force, flight.cargo, flight.home, flight.target
    )


def _drop(flight: Flight) -> Iterator[Ruling]:
    yield _out_and_back(flight)
    yield may_drop(
        flight.theatre, flight.nation.id, flight.force, flight.cargo, flight.home, flight.target
    )


def _defend(flight: Flight) -> Iterator[Ruling]:
    label, here, there = "Reach of support", flight.here, flight.there
    if there.sea or not flight.theatre.friendly(there.id, flight.nation):
        yield refusal(label, f"{there.name} is no friendly territory.", "AA AA-6.17")
    elif here == there:
        words = f"They stand in {there.name} already and join at once."
        yield figure(label, "at once", words, "AA AA-6.19")
    elif here not in flight.theatre.atlas.beside(there.id):
        yield refusal(label, f"{here.name} is not beside {there.name}.", "AA AA-6.17")
    else:
        yield figure(label, "beside", f"{here.name} lies beside {there.name}.", "AA AA-6.17")


def _coast(flight: Flight) -> Iterator[Ruling]:
    yield may_defend_coast(
        flight.theatre,
        flight.nation.id,
        flight.unit,
        flight.home,
        flight.target,
        friends=flight.friends,
    )


def _bomb(flight: Flight) -> Iterator[Ruling]:
    yield _enemy_land(flight)
    there = flight.there
    if not there.complex:
        yield refusal("Complex", f"{there.name} has no Industrial Complex.", "AA AA-7.1")
    else:
        words = f"The complex of {there.name} prints {there.complex} IP, which bounds nothing."
        yield figure("Complex", there.complex, words, "AA AA-7.1", "AA AA-7.5", unit="IP")
    yield _out_and_back(flight)


def _escort(flight: Flight) -> Iterator[Ruling]:
    theatre = flight.theatre
    yield may_escort(flight.unit, theatre.atlas, flight.home, flight.target, theatre.rules)


def _intercept(flight: Flight) -> Iterator[Ruling]:
    """Yield whether fighters meet bombers over a territory (AA-7.8; ``rules.interceptors``)."""
    theatre, here, there = flight.theatre, flight.here, flight.there
    label = "Where they stand"
    near = here in theatre.atlas.beside(there.id)
    home = flight.force if here == there else NOBODY
    ready = interceptors(home, flight.force if near else NOBODY, theatre.rules, theatre.units)
    if not ready:
        late = " Those beside it would come a round too late (AA-Q13)." if near else ""
        why = f"Only fighters in {there.name} meet bombers over it.{late}"
        yield refusal(label, why, "AA AA-7.8")
    else:
        yield figure(label, here.id, f"They meet the bombers over {there.name}.", "AA AA-7.8")


_CONDITIONS = {
    "close-air-support": _support,
    "interdiction": _interdict,
    "air-transport": _transport,
    "airborne-assault": _drop,
    "defensive-air-support": _defend,
    "coastal-defense": _coast,
    "strategic-bombing": _bomb,
    "escort": _escort,
    "strategic-air-defense": _intercept,
}

"""Combat movement and the battles it leads to: who attacks from where, over land and from the air.

No attack comes from the sea here: transports, what they hold and where they sail are the parent
game's, and this campaign has no ships. A battle that is set up by hand knows such landings: as a
whole (:attr:`~wargame.area_combat.battle.Ground.landing`), or of single types while others walk
(``3 infantry by sea``), with :attr:`~wargame.area_combat.battle.Ground.aboard` for the room on the
transports.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.area_combat.aftermath import settled
from wargame.area_combat.battle import Army, Battle, Ground
from wargame.area_combat.fight import fight
from wargame.area_combat.forces import NOBODY, Force, ground, minus, planes, plus, types_in
from wargame.area_combat.interdiction import Direction, interdicted
from wargame.area_combat.lift import nearest_friend, room
from wargame.area_combat.nations import nation_named
from wargame.area_combat.rail import interdicted_on
from wargame.area_combat.sorties import inside, some
from wargame.core.rulebook import implements
from wargame.core.ruling import as_cases, figure

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from wargame.area_combat.theatre import Theatre
    from wargame.core.procedure import Step, Steps

_CASES = as_cases(("AA AA-1.14", "AA AA-1.42"))
DROP = "airborne"
"""How troops are named that come by parachute, among the places an attack began from."""


@frozen
class Committed:
    """What goes into an attack, by the territory it comes from.

    Args:
        parts: Territory and force, in the order committed.
        dropped: What jumps, with the territory its bombers come from; in neither of the parts.
    """

    parts: tuple[tuple[str, Force], ...] = ()
    dropped: tuple[tuple[str, Force], ...] = ()

    def all(self, theatre: Theatre) -> Force:
        """Return everything that attacks."""
        force = NOBODY
        for _, part in (*self.parts, *self.dropped):
            force = plus(force, dict(part), theatre.units)
        return force

    def walked(self, theatre: Theatre) -> tuple[str, ...]:
        """Return the territories that ground units come from on foot."""
        return tuple(start for start, part in self.parts if ground(part, theatre.units))


@implements("AA", "AA-6.11")
def targets(theatre: Theatre, nation: str) -> tuple[tuple[str], ...]:
    """Return the hostile territories that a nation may attack.

    Source: the parent game (from a territory beside it), AA-6.11 (by a drop, two territories from
    any friendly unit).
    """
    who = nation_named(nation)
    starts = [
        at
        for at, whose, _ in theatre.placed
        if whose == nation and ground(theatre.fresh(at, nation), theatre.units)
    ]
    return tuple(
        (each.id,)
        for each in theatre.atlas.territories
        if theatre.hostile(each.id, who)
        and (
            any(each in theatre.atlas.beside(start) for start in starts)
            or any(_jumpers(theatre, nation, each.id))
        )
    )


@implements("AA", "AA-1.42", "AA-5.1", "AA-6.13")
def attack(theatre: Theatre, nation: str, target: str) -> Steps:
    """Commit forces to a territory, take what interdiction costs, and fight.

    Returns:
        The position after the battle; without ground units committed, the position as it was.

    Source: AA-5.1 (planes move with the land forces), AA-6.4 (armor under interdiction), AA-1
    (the battle), AA-1.42 (occupation).
    """
    committed = yield from _commit(theatre, nation, target)
    theatre, committed = yield from _march(theatre, nation, target, committed)
    theatre = _carried(theatre, nation, target, committed)
    force = committed.all(theatre)
    if not ground(force, theatre.units):
        said = "No ground unit goes in; there is no attack."
        yield figure("Attack", False, said, *_CASES)
        return theatre
    if not theatre.enemies_in(target, nation_named(nation)):
        said = f"{theatre.atlas.areas[target].name} is undefended and is occupied."
        yield figure("Attack", True, said, "AA AA-1.42")
        return _moved_in(theatre, nation, target, committed)
    committed = _landed(theatre, committed)
    result = yield from inside(fight(_battle(theatre, nation, target, committed)))
    return settled(theatre, nation, target, (*committed.parts, *committed.dropped), result)


def _commit(theatre: Theatre, nation: str, target: str) -> Generator[Step, Any, Committed]:
    parts: list[tuple[str, Force]] = []
    for start, force in _near(theatre, nation, target):
        chosen = yield from some(theatre, nation, f"from {start}", force)
        if chosen:
            parts.append((start, chosen))
    dropped: list[tuple[str, Force]] = []
    for start, force in _jumpers(theatre, nation, target, tuple(parts)):
        chosen = yield from some(theatre, nation, f"drop from {start}", force)
        if chosen:
            dropped.append((start, chosen))
    return Committed(tuple(parts), tuple(dropped))


def _near(theatre: Theatre, nation: str, target: str) -> Iterator[tuple[str, Force]]:
    """Yield what may go in from each place: ground units beside, planes that can come back."""
    for at, whose, _ in theatre.placed:
        if whose != nation or at == target:
            continue
        fresh, units = theatre.fresh(at, nation), theatre.units
        beside = theatre.atlas.areas[target] in theatre.atlas.beside(at)
        steps = theatre.atlas.distance(at, target, lambda _: True) or 0
        able = {
            each.id
            for each in types_in(fresh, units)
            if (each.flies and 2 * steps <= each.movement) or (beside and not each.flies)
        }
        part = Force((name, number) for name, number in fresh if name in able)
        if part:
            yield at, part


@implements("AA", "AA-6.10", "AA-6.11", "AA-6.12", "AA-6.14", "AA-6.15")
def _jumpers(
    theatre: Theatre, nation: str, target: str, parts: Iterable[tuple[str, Force]] = ()
) -> Iterator[tuple[str, Force]]:
    """Yield what may jump from each place, as far as bombers are left to carry it there and return.

    Source: AA-6.10 to AA-6.15; that planes come back is the parent game's.
    """
    units, going = theatre.units, dict(parts)
    near = nearest_friend(theatre, nation, target).allowed
    for at, whose, _ in theatre.placed if near else ():
        if whose != nation or at == target:
            continue
        free = minus(theatre.fresh(at, nation), going.get(at, NOBODY))
        troops = Force((name, count) for name, count in free if units.unit(name).airborne)
        seats = room(_carriers(theatre, free, at, target), units) if troops else 0
        if seats:
            yield at, Force((name, min(count, seats)) for name, count in troops)


def _carriers(theatre: Theatre, free: Force, start: str, target: str) -> Force:
    """Return the planes that carry troops and come back from a target."""
    steps = theatre.atlas.distance(start, target, lambda _: True)
    units = [] if steps is None else types_in(free, theatre.units)
    able = {each.id for each in units if each.lifts and 2 * (steps or 0) <= each.movement}
    return Force((name, count) for name, count in free if name in able)


@implements("AA", "AA-6.13")
def _carried(theatre: Theatre, nation: str, target: str, committed: Committed) -> Theatre:
    """Return the position with the bombers that drop troops spent for this turn (AA-6.13)."""
    going = dict(committed.parts)
    for start, troops in committed.dropped:
        left = len(troops)
        free = minus(theatre.fresh(start, nation), going.get(start, NOBODY))
        for unit in types_in(_carriers(theatre, free, start, target), theatre.units):
            if left > 0:
                needed = min(free.of(unit.id), -(-left // unit.lifts))
                left -= needed * unit.lifts
                spent = plus(NOBODY, {unit.id: needed}, theatre.units)
                theatre = theatre.tired(start, nation, spent)
    return theatre


@implements("AA", "AA-6.4")
def _march(
    theatre: Theatre, nation: str, target: str, committed: Committed
) -> Generator[Step, Any, tuple[Theatre, Committed]]:
    """Roll for each armor unit that leaves or enters under enemy bombers (AA-6.4)."""
    parts: list[tuple[str, Force]] = []
    for start, force in committed.parts:
        going = force
        ways: tuple[tuple[Direction, str], ...] = (("leave", start), ("enter", target))
        for way, over in ways:
            if interdicted_on(theatre, nation, over, ()):
                theatre, going = yield from _under_bombers(theatre, nation, start, going, way)
        parts.append((start, going))
    return theatre, evolve(committed, parts=tuple(parts))


def _under_bombers(
    theatre: Theatre, nation: str, start: str, force: Force, way: Direction
) -> Generator[Step, Any, tuple[Theatre, Force]]:
    name = theatre.atlas.areas[start].name
    for kind, number in force:
        unit = theatre.units.unit(kind)
        for _ in range(number if unit.arm == "armor" else 0):
            fate = yield from interdicted(unit, way, theatre.rules, over=name)
            one = plus(NOBODY, {kind: 1}, theatre.units)
            if fate != "passes":
                force = minus(force, one)
            if fate == "destroyed":
                here = minus(theatre.force(start, nation), one)
                theatre = theatre.with_force(start, nation, here)
            if fate == "held":
                theatre = theatre.tired(start, nation, one)
    return theatre, force


def _landed(theatre: Theatre, committed: Committed) -> Committed:
    """Return what attacks, those who jump told apart from others of their kind who walk (AA-1.31).

    Where nobody walks, the battle itself is a drop.
    """
    if not committed.walked(theatre):
        return committed
    by_air = theatre.units.landed
    dropped = tuple(
        (start, Force((by_air(name, "air"), number) for name, number in part))
        for start, part in committed.dropped
    )
    return evolve(committed, dropped=dropped)


@implements("AA", "AA-1.29", "AA-1.31")
def _battle(theatre: Theatre, nation: str, target: str, committed: Committed) -> Battle:
    """Return the battle; attackers go back to where ground units of the attack came from."""
    starts = committed.walked(theatre)
    force = committed.all(theatre)
    return battle_of(theatre, nation, target, force, starts, dropped=not starts)


def battle_of(  # noqa: PLR0913 - the facts of a battle on a map
    theatre: Theatre,
    nation: str,
    target: str,
    attackers: Force,
    starts: tuple[str, ...],
    *,
    dropped: bool = False,
) -> Battle:
    """Return the battle for a territory as the map has it.

    Args:
        theatre: The position.
        nation: Who attacks.
        target: The territory.
        attackers: What attacks.
        starts: The territories the attack comes from.
        dropped: Whether the attackers come by parachute only.
    """
    who = nation_named(nation)
    area = theatre.atlas.areas[target]
    stands = theatre.enemies_in(target, who)
    defender = _led_by(theatre, stands)
    force = NOBODY
    for _, each in stands:
        force = plus(force, dict(each), theatre.units)
    origins = tuple(theatre.atlas.areas[start].name for start in starts)
    return Battle(
        Army(who, attackers),
        Army(nation_named(defender), force, reserve=_callable(theatre, defender, target)),
        Ground(
            area.name,
            area.works,
            island=area.island,
            refuges=_refuges(theatre, defender, target),
            origins=origins or (DROP,),
            landing="air" if dropped else "",
        ),
        rules=theatre.rules,
        units=theatre.units,
    )


def _led_by(theatre: Theatre, stands: tuple[tuple[str, Force], ...]) -> str:
    """Return the nation that a defence counts as: a battle has one, its allies fight beside it.

    It is the one with the most units, but one with units of its own kind (SS panzers) goes first.
    """

    def weight(stand: tuple[str, Force]) -> tuple[bool, int, str]:
        nation, force = stand
        own = any(each.nation for each in types_in(force, theatre.units))
        return own, len(force), nation

    return max(stands, key=weight)[0]


def _refuges(theatre: Theatre, defender: str, target: str) -> tuple[str, ...]:
    who = nation_named(defender)
    near = theatre.atlas.beside(target)
    return tuple(each.name for each in near if not each.sea and theatre.friendly(each.id, who))


def _callable(theatre: Theatre, defender: str, target: str) -> Force:
    """Return the fighters beside a territory that may be called to its defence (AA-6.17)."""
    found = NOBODY
    for area in theatre.atlas.beside(target):
        found = plus(found, dict(theatre.force(area.id, defender)), theatre.units)
    units = theatre.units
    return Force((name, number) for name, number in found if units.unit(name).role == "fighter")


def _moved_in(theatre: Theatre, nation: str, target: str, committed: Committed) -> Theatre:
    """Return the position after an undefended territory was entered; planes fly home again."""
    for start, part in (*committed.parts, *committed.dropped):
        walking = ground(part, theatre.units)
        theatre = theatre.moved(nation, start, target, dict(walking))
        theatre = theatre.tired(target, nation, walking)
        theatre = theatre.tired(start, nation, planes(part, theatre.units))
    return theatre.with_owner(target, nation)

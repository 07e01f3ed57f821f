"""Combat movement and the battles it leads to: who attacks from where, and what the end leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.area_combat.battle import Army, Battle, Ground
from wargame.area_combat.coastal import LOST, home_again
from wargame.area_combat.fight import Result, fight
from wargame.area_combat.forces import NOBODY, Force, ground, minus, planes, plus, types_in
from wargame.area_combat.interdiction import Direction, interdicted
from wargame.area_combat.lift import nearest_friend, room
from wargame.area_combat.nations import nation_named
from wargame.area_combat.rail import interdicted_on
from wargame.area_combat.sorties import NONE, inside, some
from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import as_cases, figure

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

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


def targets(theatre: Theatre, nation: str) -> tuple[str, ...]:
    """Return the hostile territories beside which a nation has fresh ground units."""
    who = nation_named(nation)
    starts = [
        at
        for at, whose, _ in theatre.placed
        if whose == nation and ground(theatre.fresh(at, nation), theatre.units)
    ]
    return tuple(
        each.id
        for each in theatre.atlas.territories
        if theatre.hostile(each.id, who)
        and any(each in theatre.atlas.beside(start) for start in starts)
    )


def choose_target(theatre: Theatre, nation: str) -> Generator[Step, Any, str]:
    """Ask what to attack next; ``none`` ends it."""
    open_ = targets(theatre, nation)
    if not open_:
        return NONE
    names = theatre.atlas.areas
    options = [Option(NONE, "no more attacks"), *(Option(at, names[at].name) for at in open_)]
    option = yield Choice(nation, "attack", options, _CASES, position=theatre)
    key: str = option.key
    return key


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
    theatre = _carried(theatre, nation, committed)
    force = committed.all(theatre)
    if not ground(force, theatre.units):
        said = "No ground unit goes in; there is no attack."
        yield figure("Attack", False, said, *_CASES)
        return theatre
    if not theatre.enemies_in(target, nation_named(nation)):
        said = f"{theatre.atlas.areas[target].name} is undefended and is occupied."
        yield figure("Attack", True, said, "AA AA-1.42")
        return _moved_in(theatre, nation, target, committed)
    result = yield from inside(fight(_battle(theatre, nation, target, committed)))
    return _settled(theatre, nation, target, committed, result)


def _commit(theatre: Theatre, nation: str, target: str) -> Generator[Step, Any, Committed]:
    parts: list[tuple[str, Force]] = []
    for start, force in _near(theatre, nation, target):
        chosen = yield from some(theatre, nation, f"from {start}", force)
        if chosen:
            parts.append((start, chosen))
    dropped: list[tuple[str, Force]] = []
    for start, force in _jumpers(theatre, nation, target, parts):
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


def _jumpers(
    theatre: Theatre, nation: str, target: str, parts: list[tuple[str, Force]]
) -> Iterator[tuple[str, Force]]:
    """Yield what may jump from each place, as far as bombers are left to carry it (AA-6.10-15)."""
    if not nearest_friend(theatre, nation, target).allowed:
        return
    units, going = theatre.units, dict(parts)
    for at, whose, _ in theatre.placed:
        if whose != nation or at == target:
            continue
        free = minus(theatre.fresh(at, nation), going.get(at, NOBODY))
        carriers = Force((n, c) for n, c in free if units.unit(n).lifts)
        seats = room(carriers, units)
        troops = Force((n, min(c, seats)) for n, c in free if units.unit(n).airborne)
        if troops and seats:
            yield at, troops


@implements("AA", "AA-6.13")
def _carried(theatre: Theatre, nation: str, committed: Committed) -> Theatre:
    """Return the position with the bombers that drop troops spent for this turn (AA-6.13)."""
    going = dict(committed.parts)
    for start, troops in committed.dropped:
        left = len(troops)
        free = minus(theatre.fresh(start, nation), going.get(start, NOBODY))
        for unit in types_in(free, theatre.units):
            if unit.lifts and left > 0:
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


def _battle(theatre: Theatre, nation: str, target: str, committed: Committed) -> Battle:
    starts = tuple(start for start, _ in committed.parts)
    walked = any(ground(part, theatre.units) for _, part in committed.parts)
    force = committed.all(theatre)
    return battle_of(theatre, nation, target, force, starts, dropped=not walked)


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


def _settled(
    theatre: Theatre, nation: str, target: str, committed: Committed, result: Result
) -> Theatre:
    """Return the position that a battle leaves."""
    battle = result.battle
    theatre = _attackers_settled(theatre, nation, target, committed, battle)
    theatre = defenders_settled(theatre, nation, target, battle)
    if result.ended != "taken":
        return theatre
    return _flown_off(theatre.with_owner(target, nation), nation, target)


def _attackers_settled(
    theatre: Theatre, nation: str, target: str, committed: Committed, battle: Battle
) -> Theatre:
    """Put the attackers where the battle left them: in the territory, back, or nowhere."""
    units = theatre.units
    holding = ground(battle.attacker.engaged, units)
    gone = plus(battle.attacker.lost, dict(holding), units)
    for start, part in (*committed.parts, *committed.dropped):
        taken = _least(part, gone)
        gone = minus(gone, taken)
        theatre = theatre.with_force(start, nation, minus(theatre.force(start, nation), taken))
        theatre = theatre.tired(start, nation, minus(part, taken))
    here = plus(theatre.force(target, nation), dict(holding), units)
    return theatre.with_force(target, nation, here).tired(target, nation, holding)


def defenders_settled(theatre: Theatre, nation: str, target: str, battle: Battle) -> Theatre:
    """Take the defender's losses, and put those who retreated where they went.

    Units of the territory are lost before those called from beside it; the owner may not mind.
    """
    side = nation_named(nation)
    stands = [(target, whose) for whose, _ in theatre.enemies_in(target, side)]
    defender = battle.defender.nation.id
    beside = [(area.id, defender) for area in theatre.atlas.beside(target)]
    lost = battle.defender.lost
    for at, whose in (*stands, *beside):
        taken = _least(theatre.force(at, whose), lost)
        lost = minus(lost, taken)
        theatre = theatre.with_force(at, whose, minus(theatre.force(at, whose), taken))
    for place, force in battle.defender.went:
        going = force
        for at, whose in stands:
            part = _least(theatre.force(at, whose), going)
            going = minus(going, part)
            theatre = theatre.moved(whose, at, theatre.area(place).id, dict(part))
    return theatre


@implements("AA", "AA-6.34", "AA-6.35")
def _flown_off(theatre: Theatre, nation: str, target: str) -> Theatre:
    """Return the position after the planes of a captured territory left it, or were lost."""
    for whose, force in theatre.enemies_in(target, nation_named(nation)):
        for name, number in force:
            home = home_again(theatre, whose, theatre.units.unit(name), target).value
            if home == LOST:
                left = plus(theatre.force(target, whose), {name: -number}, theatre.units)
                theatre = theatre.with_force(target, whose, left)
            else:
                theatre = theatre.moved(whose, target, str(home), {name: number})
    return theatre


def _least(one: Force, other: Force) -> Force:
    """Return what two forces have in common."""
    return Force((name, min(number, other.of(name))) for name, number in one)

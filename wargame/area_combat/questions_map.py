"""Rule questions about a map by name: rail, air transport, drops, escort, coasts, the way home."""

from __future__ import annotations

from wargame.area_combat import bombing, coastal, interdiction, lift, nations, rail
from wargame.area_combat.asked import force_in, rules_of
from wargame.area_combat.nations import nation_named
from wargame.area_combat.salvos import may_fire_salvo
from wargame.area_combat.scene import FAMILY
from wargame.area_combat.theatre import Theatre
from wargame.core.errors import RequestError
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure


@question("aa.rail", scene=FAMILY)
def by_rail(  # noqa: PLR0913 - a move is exactly these facts
    theatre: Theatre,
    *,
    unit: str,
    nation: str,
    start: str,
    end: str,
    number: int = 1,
    moved: int = 0,
    phase: str = rail.NON_COMBAT,
) -> Ruling:
    """Whether units may move by rail from one territory to another.

    Args:
        theatre: The position.
        unit: Their type.
        nation: Whose.
        start: The territory they stand in, by any of its names.
        end: Where they would go.
        number: How many.
        moved: Units that the nation has moved by rail in this turn before.
        phase: The part of the turn, such as ``combat movement``.
    """
    if number < 1:
        raise RequestError("question aa.rail, number", str(number), "1 or more")
    whose = nation_named(nation).id
    before = rail.carried(theatre, whose, moved)
    found = rail.may_rail(before, whose, theatre.units.named(unit), start, end, number, phase=phase)
    return (
        found.with_parts(*_under_bombers(theatre, whose, unit, start, end))
        if found.allowed
        else found
    )


def _under_bombers(
    theatre: Theatre, nation: str, unit: str, start: str, end: str
) -> tuple[Ruling, ...]:
    """Return what interdiction says of the way, where enemy bombers lie over it."""
    kind, here = theatre.units.named(unit), theatre.area(start).id
    way = rail.rail_reach(theatre, nation, here, kind)[theatre.area(end).id]
    over = rail.interdicted_on(theatre, nation, here, way)
    names = tuple(theatre.atlas.areas[each].name for each in over)
    said = (
        f"Enemy bombers lie over {' and '.join(names)}." if names else "No enemy bombers lie there."
    )
    return (figure("Interdicted", names, said, "AA AA-8.3", *interdiction.CASES[:1]),)


@question("aa.rail_capacity")
def rail_capacity(*, nation: str, rules: str = "") -> Ruling:
    """How many land units a nation's railways carry in a turn.

    Args:
        nation: The nation.
        rules: Switches, such as ``unlisted_rail: 3``.
    """
    return nations.rail_capacity(nation_named(nation), rules_of(rules))


@question("aa.salvo_reach", scene=FAMILY)
def salvo(theatre: Theatre, *, nation: str, start: str, target: str, rules: str = "") -> Ruling:
    """Whether artillery may fire a salvo from its own territory into another.

    Args:
        theatre: The position.
        nation: Whose.
        start: The territory it stands in.
        target: The territory it would fire into.
        rules: Switches, such as ``salvo_reach: 2``; those of the position without.
    """
    switched = theatre.replace(rules=rules_of(rules)) if rules else theatre
    return may_fire_salvo(switched, nation, start, target)


@question("aa.transport", scene=FAMILY)
def transport(  # noqa: PLR0913 - a flight is exactly these facts
    theatre: Theatre,
    *,
    nation: str,
    bombers: str,
    cargo: str,
    start: str,
    end: str,
    phase: str = rail.NON_COMBAT,
) -> Ruling:
    """Whether bombers may carry infantry from one territory to another.

    Args:
        theatre: The position.
        nation: Whose.
        bombers: The planes.
        cargo: What they carry.
        start: Where both stand.
        end: Where they go.
        phase: The part of the turn.
    """
    flying, aboard = force_in(bombers, "bombers"), force_in(cargo, "cargo")
    whose = nation_named(nation).id
    return lift.may_transport(theatre, whose, flying, aboard, start, end, phase=phase)


@question("aa.drop", scene=FAMILY)
def drop(  # noqa: PLR0913 - a drop is exactly these facts
    theatre: Theatre, *, nation: str, bombers: str, cargo: str, start: str, target: str
) -> Ruling:
    """Whether bombers may drop paratroopers on a territory.

    Args:
        theatre: The position.
        nation: Whose.
        bombers: The planes.
        cargo: What jumps.
        start: Where both stand.
        target: Where they jump.
    """
    flying, jumping = force_in(bombers, "bombers"), force_in(cargo, "cargo")
    there = theatre.area(target).id
    return lift.may_drop(theatre, nation_named(nation).id, flying, jumping, start, there)


@question("aa.escort", scene=FAMILY)
def escort(theatre: Theatre, *, unit: str, start: str, target: str, rules: str = "") -> Ruling:
    """Whether a plane may escort bombers or ships to a target and back.

    Args:
        theatre: The position.
        unit: The escort.
        start: Its territory.
        target: Where the bombers go.
        rules: Switches, such as ``escort_limit: zones``; those of the position without.
    """
    plane = theatre.units.named(unit)
    switched = rules_of(rules) if rules else theatre.rules
    return bombing.may_escort(plane, theatre.atlas, start, target, switched)


@question("aa.coastal", scene=FAMILY)
def coast(  # noqa: PLR0913 - a call is exactly these facts
    theatre: Theatre, *, unit: str, nation: str, home: str, zone: str, friends: bool = True
) -> Ruling:
    """Whether a plane may join a naval battle in a sea zone beside its territory.

    Args:
        theatre: The position.
        unit: The plane.
        nation: Whose.
        home: Its territory.
        zone: The sea zone.
        friends: Whether friendly ships fight there.
    """
    plane, whose = theatre.units.named(unit), nation_named(nation).id
    return coastal.may_defend_coast(theatre, whose, plane, home, zone, friends=friends)


@question("aa.home", scene=FAMILY)
def way_home(theatre: Theatre, *, unit: str, nation: str, home: str) -> Ruling:
    """Where a plane goes after a defensive mission: the id of a territory, or ``lost``.

    Args:
        theatre: The position after the battle.
        unit: The plane.
        nation: Whose.
        home: The territory it came from.
    """
    plane = theatre.units.named(unit)
    if not plane.flies:
        raise RequestError("question aa.home, unit", plane.name, "a plane")
    return coastal.home_again(theatre, nation_named(nation).id, plane, home)

"""Units that change their brigiment: into a flying column (9.5.2), and home again (9.5.6).

What a unit belongs to stands on its counter, so the counters are exchanged for others that say the
new brigiment: everything else then treats the column as the brigiment it is (9.5). The same change
of the same counters gives the same roster, so that equal positions stay equal.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.rifle_and_spade.formations import Army
from wargame.rifle_and_spade.units import Roster

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.formations import Brigiment
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.units import Unit

Moves = tuple[tuple[str, str], ...]


@lru_cache(maxsize=512)
def _rewritten(roster: Roster, moves: Moves, added: Unit | None) -> Roster:
    units = dict(roster.units)
    for name, brigiment in moves:
        units[name] = evolve(units[name], brigiment=brigiment)
    if added is not None:
        units[added.id] = added
    return Roster(units)


@lru_cache(maxsize=512)
def _with_origins(army: Army, origins: Moves, column: Brigiment | None) -> Army:
    known = dict(army.brigiments)
    if column is not None:
        known[column.id] = column
    return Army(known, army.divisions, army.independents, {**army.organic, **dict(origins)})


def origin(army: Army, unit: Unit) -> str:
    """Return the brigiment that a counter belongs to by origin (see :func:`organic`)."""
    here = army.brigiments.get(unit.brigiment)
    if here is None or not here.column:
        return unit.brigiment
    if unit.id in army.organic:
        return army.organic[unit.id]
    homes = (
        name
        for name, each in sorted(army.brigiments.items())
        if not each.column and each.side == unit.side and unit.battalion in each.battalions
    )
    return next(homes, "")


@implements("RS", "9.5.6", "9.5.1")
def organic(situation: Situation, unit: str) -> str:
    """Return the brigiment that a unit belongs to by origin.

    For a unit of a flying column it is remembered, or found by its battalion; for any other it is
    the one it is with.
    """
    return origin(situation.army, situation.unit(unit))


def moved(
    situation: Situation,
    names: Iterable[str],
    brigiment: str,
    *,
    column: Brigiment | None = None,
    staff: Unit | None = None,
) -> Situation:
    """Return the situation with units under another brigiment, and their orders left behind.

    The counters on the sled for smaller bodies of a battalion go along when all of it on the map
    goes, so that it can still be broken down.

    Args:
        situation: The position.
        names: The units.
        brigiment: Where they go.
        column: A new column, when they found one.
        staff: Its headquarters counter.
    """
    going = tuple(sorted(names))
    with_sled = sorted({*going, *_sled(situation, going)})
    origins = tuple((name, organic(situation, name)) for name in with_sled)
    roster = _rewritten(situation.roster, tuple((name, brigiment) for name in with_sled), staff)
    army = _with_origins(situation.army, origins, column)
    gone = frozenset(going)
    commands = tuple(_without(command, gone) for command in situation.commands)
    return evolve(situation, roster=roster, army=army, commands=commands)


def _sled(situation: Situation, going: tuple[str, ...]) -> set[str]:
    found: set[str] = set()
    bodies = {(u.brigiment, u.battalion) for u in map(situation.unit, going) if u.battalion}
    for body in bodies:
        own = [u.id for u in situation.roster.units.values() if (u.brigiment, u.battalion) == body]
        staying = [name for name in own if situation.on_map(name) and name not in going]
        if not staying:
            found.update(own)
    return found


def _without(command: Command, gone: frozenset[str]) -> Command:
    """Return a command whose order says nothing of units that have left."""
    order = command.order
    named = {name for name, _ in (*order.goals, *order.routes)}
    if not gone & (named | order.support | order.committed | order.deaf):
        return command
    left = evolve(
        order,
        goals=tuple(each for each in order.goals if each[0] not in gone),
        routes=tuple(each for each in order.routes if each[0] not in gone),
        support=order.support - gone,
        committed=order.committed - gone,
        deaf=order.deaf - gone,
    )
    return evolve(command, order=left)

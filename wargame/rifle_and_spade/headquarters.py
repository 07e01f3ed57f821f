"""Headquarters that are destroyed (9.2.12): where they come back, and the leaders lost (10.3)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding
from wargame.rifle_and_spade import officers
from wargame.rifle_and_spade.costs import NEVER, ways
from wargame.rifle_and_spade.independents import above
from wargame.rifle_and_spade.state import Piece

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.grid import Hex
    from wargame.core.procedure import Band, Step
    from wargame.rifle_and_spade.formations import Army
    from wargame.rifle_and_spade.state import Situation

ENTRIES = ("supply", "entry")
"""Features of hexes by which a side's supply and reinforcements come, followed by the side."""


@frozen
class Led:
    """What a unit is the headquarters of.

    Args:
        brigiments: Brigades, regiments or flying columns.
        divisions: Divisions or square brigades.
    """

    brigiments: tuple[str, ...]
    divisions: tuple[str, ...]

    def __bool__(self) -> bool:
        """Whether it is that of anything."""
        return bool(self.brigiments or self.divisions)


def led_by(situation: Situation, unit: str) -> Led:
    """Return the formations whose headquarters a unit is."""
    army = situation.army
    return Led(
        tuple(name for name, each in sorted(army.brigiments.items()) if each.headquarters == unit),
        tuple(name for name, each in sorted(army.divisions.items()) if each.headquarters == unit),
    )


@implements("RS", "9.2.12", "10.3")
def lost(situation: Situation, piece: Piece) -> Generator[Step, Any, Situation]:
    """Bring a destroyed headquarters back on the map and roll for the leaders lost with it.

    Without formations it only costs its brigiment leaders, where officer points are kept at all.

    Args:
        situation: The position, the headquarters off the map.
        piece: The headquarters as it stood.
    """
    led = led_by(situation, piece.unit)
    if not led:
        whose = situation.unit(piece).brigiment
        return (yield from officers.lose_leaders(situation, whose)) if whose else situation
    situation = yield from replace(situation, piece)
    for brigiment in led.brigiments:
        situation = yield from officers.lose_leaders(situation, brigiment)
    for division in led.divisions:
        situation = yield from _lose_shared(situation, division)
    return situation


# ---- where it comes back


@implements("RS", "9.2.12")
def formation(situation: Situation, unit: str) -> tuple[Piece, ...]:
    """Return the units on the map of what a headquarters leads, itself excepted.

    A division's are those of its brigiments, those of its square brigades among them (9.1.4), and
    those independent of it.
    """
    led, army = led_by(situation, unit), situation.army
    bodies = set(led.brigiments)
    for division in led.divisions:
        bodies.update(_under(army, division))
    return tuple(
        piece
        for piece in situation.of(situation.unit(unit).side)
        if piece.unit != unit
        and (
            situation.unit(piece).brigiment in bodies
            or army.independents.get(piece.unit) in led.divisions
        )
    )


@implements("RS", "9.2.12")
def refuges(situation: Situation, piece: Piece) -> tuple[tuple[Hex, ...], str]:
    """Return the hexes, all as good, where a destroyed headquarters comes back, and why there.

    With the nearest of its formation by a way free of enemies; failing that with the nearest as the
    crow flies; failing that where supply or reinforcements come in. None where there is no such
    hex. It does not come back to the hex where it was destroyed.
    """
    side = situation.unit(piece).side
    theirs = {each.at for each in formation(situation, piece.unit)} - {piece.at}
    near = _by_way(situation, piece.at, theirs, side)
    if near:
        return near, "with the nearest unit by a way free of enemies"
    if theirs:
        least = min(cell.distance(piece.at) for cell in theirs)
        found = sorted(cell for cell in theirs if cell.distance(piece.at) == least)
        return tuple(found), "with the nearest unit, for no way is free of enemies"
    return entries(situation, side), "where supply or reinforcements come in"


def entries(situation: Situation, side: str) -> tuple[Hex, ...]:
    """Return the hexes free of enemies by which a side's supply or reinforcements come."""
    words = {f"{each} {side}" for each in ENTRIES}
    enemies = situation.occupied[situation.other(side)]
    found = (c for c, cell in situation.board.cells.items() if words & cell.features)
    return tuple(sorted(set(found) - enemies))


def _by_way(situation: Situation, start: Hex, wanted: set[Hex], side: str) -> tuple[Hex, ...]:
    """Return the nearest wanted hexes by ways over passable ground free of enemies."""
    enemies = situation.occupied[situation.other(side)]
    table, board = ways(situation.ground, situation.shelf), situation.board
    steps, queue = {start: 0}, deque([start])
    found: list[Hex] = []
    while queue:
        here = queue.popleft()
        if found and steps[here] > steps[found[0]]:
            break
        if here in wanted and here not in enemies:
            found.append(here)
        for there in board.neighbours(here):
            edge = None if there in steps or there in enemies else table.edge(here, there)
            if edge is not None and min(edge.foot, edge.road) < NEVER:
                steps[there] = steps[here] + 1
                queue.append(there)
    return tuple(sorted(found))


@implements("RS", "9.2.12")
def replace(situation: Situation, piece: Piece) -> Generator[Step, Any, Situation]:
    """Place a destroyed headquarters on the map again; its owner chooses between equal hexes.

    It takes the posture of those it joins: in their work, and hiding if they all hide.
    """
    found, why = refuges(situation, piece)
    label, name = situation.board.label, situation.unit(piece).name
    if not found:
        said = f"{name} has nowhere to come back to and stays off the map."
        yield finding(f"{name} comes back", "off the map", said, "RS 9.2.12")
        return situation
    there = found[0]
    if len(found) > 1:
        there = situation.board.hex((yield _where(situation, piece, found)).key)
    yield figure(f"{name} comes back", label(there), f"In {label(there)}: {why}.", "RS 9.2.12")
    return evolve(situation, pieces=(*situation.pieces, _placed(situation, piece, there)))


def _where(situation: Situation, piece: Piece, found: Iterable[Hex]) -> Choice:
    board = situation.board
    options = [Option(board.label(cell), f"in {board.describe(cell)}") for cell in found]
    purpose = f"Where {situation.unit(piece).name} comes back"
    side = situation.unit(piece).side
    return Choice(side, purpose, options, ("RS 9.2.12",), position=situation)


def _placed(situation: Situation, piece: Piece, there: Hex) -> Piece:
    hosts = situation.at(there, situation.unit(piece).side)
    new = Piece(piece.unit, there, piece.steps)
    if not hosts:
        return new
    work, hiding = hosts[0].work, hosts[0].hiding
    alike = all((each.work, each.hiding) == (work, hiding) for each in hosts)
    return evolve(new, work=work, hiding=hiding) if alike else new


@implements("RS", "9.1.4", "9.2.12")
def _under(army: Army, division: str) -> tuple[str, ...]:
    """Return the brigiments of a division, those in a square brigade of it included."""
    return tuple(name for name in sorted(army.brigiments) if division in above(army, name))


# ---- what it costs


@implements("RS", "9.2.12", "10.2.3")
def shares(situation: Situation, division: str, points: int) -> tuple[tuple[str, int], ...]:
    """Return what each brigiment of a division loses of its leaders' loss, as equal as can be.

    What does not divide falls on those with most officer points (our reading).
    """
    names = [
        name
        for name in _under(situation.army, division)
        if situation.points_of(name) is not None
        and not situation.waits(name)
        and not situation.waits(name)
    ]
    if not names:
        return ()
    each, over = divmod(points, len(names))
    richest = sorted(names, key=lambda name: -(situation.points_of(name) or 0))[:over]
    return tuple((name, each + (name in richest)) for name in names)


def _lose_shared(situation: Situation, division: str) -> Generator[Step, Any, Situation]:
    """Roll once for the leaders of a division and let its brigiments bear the loss."""
    if not shares(situation, division, 0):
        return situation
    roll = officers.casualty_roll(situation.shelf, division)
    band: Band = yield evolve(roll, position=situation)
    parts = list[Ruling]()
    for name, points in shares(situation, division, int(band.outcome)):
        situation = situation.spend(name, points)
        said = f"{name} bears {points}."
        parts.append(figure(name, points, said, "RS 9.2.12", unit="officer points"))
    said = f"The brigades and regiments of {division} bear it as equally as can be."
    yield finding("Leaders lost", int(band.outcome), said, "RS 9.2.12", parts=parts)
    return situation

"""Displacement (8.3.1; Gaza 16.1): friends make way for a retreating unit, in chains if need be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding
from wargame.fire_and_movement.direction import towards_edge
from wargame.fire_and_movement.fallback import passable, shut_to
from wargame.fire_and_movement.results import Shift

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.fire_and_movement.state import Situation


@frozen
class Exit:
    """Where a displaced unit may go.

    Args:
        cell: The hex.
        pushes: The friend there that must make way in turn; empty where there is room.
    """

    cell: Hex
    pushes: str = ""


@implements("FM8", "8.3.1/3", "8.3.1/6")
@implements("FM7", "8.3.1/3", "8.3.1/7")
@implements("GAZA", "16.1/1")
def room(situation: Situation, name: str, cell: Hex, *, without: str = "") -> bool:
    """Return whether a unit may end in a hex beside the friends there, by the stacking rules.

    Where a rule of the system speaks of one unit in a hex, a game's limits stand for it (FM-Q40).

    Args:
        situation: The position.
        name: The unit that comes.
        cell: The hex.
        without: A unit there that leaves.
    """
    side = situation.unit(name).side
    there = [p.unit for p in situation.at(cell, side) if p.unit not in {name, without}]
    ground = " ".join(situation.board.cell(cell).terrain)
    return situation.ruleset.stacking(situation, (*there, name), ground).allowed


def makes_way(situation: Situation, name: str, cell: Hex) -> tuple[str, ...]:
    """Return the units in a hex of which each, by leaving, makes room for the unit that comes."""
    side = situation.unit(name).side
    return tuple(
        piece.unit
        for piece in situation.at(cell, side)
        if room(situation, name, cell, without=piece.unit)
    )


@implements("FM8", "8.3.1/2", "8.3.1/3", "8.3.1/5", "8.3.1/6")
@implements("FM7", "8.3.1/2", "8.3.1/3", "8.3.1/4", "8.3.1/6", "8.3.1/7")
def exits(situation: Situation, name: str, taboo: frozenset[Hex]) -> tuple[Exit, ...]:
    """Return where a unit that is displaced may go: one hex, as if it retreated.

    Hexes with room go before hexes where another friend must make way in turn. Stacking is judged
    when the chain is at its end: a chain that leaves somebody without a place is not there at all
    (FM-Q15). Of the hexes with room, those nearer to a friendly edge go first.

    Args:
        situation: The position.
        name: The unit.
        taboo: Hexes that the chain has used already.
    """
    taboo |= shut_to(situation, name)
    open_hexes = _open(situation, name, taboo)
    here = situation.piece(name).at
    free = [cell for cell in open_hexes if room(situation, name, cell)]
    if free or not situation.ruleset.displacement_chains:
        nearer = [cell for cell in free if towards_edge(situation, name, here, cell)]
        return tuple(map(Exit, nearer or free))
    return tuple(
        Exit(cell, other)
        for cell in open_hexes
        for other in makes_way(situation, name, cell)
        if _ends_well(situation, other, taboo | {here, cell})
    )


def _open(situation: Situation, name: str, taboo: frozenset[Hex]) -> tuple[Hex, ...]:
    """Return the hexes next to a unit that it may be displaced into, room or no room."""
    here, unit = situation.piece(name).at, situation.unit(name)
    return tuple(
        cell
        for cell in situation.board.neighbours(here)
        if cell not in taboo and passable(situation, unit, here, cell)
    )


def _ends_well(situation: Situation, name: str, taboo: frozenset[Hex]) -> bool:
    """Return whether some chain that begins with this unit leaves everybody a place."""
    waiting, asked = [(name, taboo)], {name}
    while waiting:
        unit, used = waiting.pop(0)
        for cell in _open(situation, unit, used):
            if room(situation, unit, cell):
                return True
            for other in makes_way(situation, unit, cell):
                if other not in asked:
                    asked.add(other)
                    waiting.append((other, used | {cell}))
    return False


@implements("FM8", "8.3.1", "8.3.1/4", "8.3.1/5", "8.3.1/7", "8.3.1/8")
@implements("FM7", "8.3.1", "8.3.1/5", "8.3.1/6", "8.3.1/8", "8.3.1/9")
def make_way(
    situation: Situation, name: str, taboo: frozenset[Hex]
) -> Generator[Step, Any, tuple[Situation, tuple[Shift, ...]]]:
    """Displace a unit, and whoever must make way for it; the owner chooses where.

    A unit of the attacker's that was displaced attacks no more in this player turn. The same unit
    may be displaced again by another retreat.

    Args:
        situation: The position.
        name: The unit.
        taboo: Hexes that the chain has used already, the one it makes way in among them.

    Returns:
        The situation, and the moves in the order they were made.
    """
    ways = exits(situation, name, taboo)
    chosen = yield from _choose(situation, name, ways)
    here, moves = situation.piece(name).at, tuple[Shift, ...]()
    if chosen.pushes:
        used = taboo | {here, chosen.cell}
        situation, moves = yield from make_way(situation, chosen.pushes, used)
    situation = moved(situation, name, chosen.cell)
    if situation.unit(name).side == situation.active:
        situation = evolve(situation, spent=situation.spent | {name})
    yield _told(situation, name, here, chosen.cell)
    return situation, (*moves, Shift(name, here, chosen.cell))


def _choose(situation: Situation, name: str, ways: tuple[Exit, ...]) -> Generator[Step, Any, Exit]:
    if len(ways) == 1:
        return ways[0]
    unit, board = situation.unit(name), situation.board
    options = {exit_key(situation, way): way for way in ways}
    labels = [
        Option(key, f"to {board.describe(way.cell)}{_pushing(situation, way)}")
        for key, way in options.items()
    ]
    cases = situation.ruleset.cases("8.3.1", "8.3.1/3")
    purpose = f"{unit.side}: {unit.name} is displaced"
    answer: Option = yield Choice(unit.side, purpose, tuple(labels), cases, position=situation)
    return options[answer.key]


def exit_key(situation: Situation, way: Exit) -> str:
    """Return the word for an exit in a journal: ``1210``, or ``1210:CP-39`` if that makes way."""
    label = situation.board.label(way.cell)
    return f"{label}:{way.pushes}" if way.pushes else label


def _pushing(situation: Situation, way: Exit) -> str:
    return f", where {situation.unit(way.pushes).name} makes way" if way.pushes else ""


def _told(situation: Situation, name: str, start: Hex, end: Hex) -> Ruling:
    board, unit, rules = situation.board, situation.unit(name), situation.ruleset
    where = board.label(end)
    said = f"{unit.name} is displaced from {board.label(start)} to {where}."
    cases = list(rules.cases("8.3.1", "8.3.1/4"))
    if name in situation.spent:
        said += " It attacks no more this turn."
        cases.append(rules.case("8.3.1/8"))
    return finding(f"Displacement of {unit.name}", where, said, *cases)


def moved(situation: Situation, name: str, cell: Hex) -> Situation:
    """Return the situation with a unit put into another hex."""
    pieces = (evolve(p, at=cell) if p.unit == name else p for p in situation.pieces)
    return evolve(situation, pieces=pieces)

"""Where a unit stands under its brigiment's order: in line, in support, apart (11.1.5-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from wargame.core.rulebook import implements
from wargame.rifle_and_spade.recall import Recall

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.orders.order import Goal, Order
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Roster, Unit

Standing = Literal[
    "independent", "headquarters", "support", "committed", "deaf", "machine guns", "line"
]
"""In line are *line*, *committed* and *machine guns*: the last are those of the brigiment itself,
which have no objective of their own (11.4.14)."""
NO_GOALS = "Nobody has an objective to be at"
"""How one says that an order leaves nobody in line with an objective."""
IN_LINE: frozenset[Standing] = frozenset({"line", "committed", "machine guns"})


@frozen
class _Entry:
    standing: Standing
    goal: Goal | None


_BOOKS: Recall[dict[str, _Entry]] = Recall(128)


def _entry(situation: Situation, piece: Piece, command: Command) -> _Entry:
    book = _BOOKS.of((command.order, situation.roster), dict)
    found = book.get(piece.unit)
    if found is None:
        made = _made(situation.roster, situation.unit(piece), command.order)
        found = book[piece.unit] = made
    return found


def _made(roster: Roster, unit: Unit, order: Order) -> _Entry:
    if unit.arm == "headquarters":
        return _Entry("headquarters", None)
    if unit.id in order.deaf:
        return _Entry("deaf", None)
    own = order.goal(unit.id)
    if unit.id in order.support:
        return _Entry("support", None)
    if unit.id in order.committed:
        return _Entry("committed", own)
    if own is not None:
        return _Entry("line", own)
    return _by_battalion(roster, unit, order)


def _by_battalion(roster: Roster, unit: Unit, order: Order) -> _Entry:
    """Return the standing of a unit that the order does not name: that of its battalion.

    Units are combined and broken down while an order runs (3.2), and what comes of it takes the
    place of what it was made of. Machine guns of the brigiment itself have no battalion.
    """
    goals = dict(order.goals)
    mates = [name for name in goals if _mates(roster, unit, name)]
    if mates:
        mate = mates[0]
        return _Entry("committed" if mate in order.committed else "line", goals[mate])
    if any(_mates(roster, unit, name) for name in sorted(order.support)):
        return _Entry("support", None)
    shared = _common(order)
    if unit.arm == "machine gun" and not unit.battalion:
        return _Entry("machine guns" if shared is None else "line", shared)
    return _Entry("line", shared)


def _mates(roster: Roster, unit: Unit, name: str) -> bool:
    other = roster.units.get(name)
    return (
        other is not None
        and bool(unit.battalion)
        and (other.brigiment, other.battalion) == (unit.brigiment, unit.battalion)
    )


def _common(order: Order) -> Goal | None:
    """Return the point objective that an order gives to everybody, such as a Regroup Point."""
    goals = {goal for _, goal in order.goals}
    only = goals.pop() if len(goals) == 1 else None
    return only if only is not None and only.radius else None


@implements("RS", "11.1.5", "11.1.6", "11.4.13", "11.4.14")
def standing(situation: Situation, piece: Piece) -> Standing:
    """Return where a unit stands under the order of its brigiment.

    Machine guns that belong to a battalion share its objective, those of the brigiment itself have
    none (GB-Q45).
    """
    command = situation.commanded(piece)
    return "independent" if command is None else _entry(situation, piece, command).standing


@implements("RS", "11.4", "11.4.13", "11.13.3")
def goal_of(situation: Situation, piece: Piece) -> Goal | None:
    """Return the objective of a unit in line; None where it has none."""
    command = situation.commanded(piece)
    return None if command is None else _entry(situation, piece, command).goal


def own_pieces(situation: Situation, brigiment: str) -> Iterator[Piece]:
    """Yield the pieces of a brigiment."""
    units = situation.roster.units
    return (piece for piece in situation.pieces if units[piece.unit].brigiment == brigiment)


def on_map(situation: Situation, brigiment: str) -> bool:
    """Return whether any unit of a brigiment is on the map."""
    return next(own_pieces(situation, brigiment), None) is not None


def in_line(situation: Situation, brigiment: str) -> tuple[Piece, ...]:
    """Return the units of a brigiment in line on the map, committed ones and machine guns too."""
    own = own_pieces(situation, brigiment)
    return tuple(piece for piece in own if standing(situation, piece) in IN_LINE)


def with_goals(situation: Situation, brigiment: str) -> tuple[tuple[Piece, Goal], ...]:
    """Return the units in line of a brigiment on the map that have an objective, with it."""
    return tuple(
        (piece, goal)
        for piece in in_line(situation, brigiment)
        if (goal := goal_of(situation, piece)) is not None
    )


def all_there(situation: Situation, brigiment: str) -> bool:
    """Return whether units in line have objectives and every one of them is at his own."""
    found = with_goals(situation, brigiment)
    return bool(found) and all(goal.reached(piece.at) for piece, goal in found)


def contact(situation: Situation, cell: Hex, side: str) -> bool:
    """Return whether a unit of a side in a hex would be in contact: beside enemies or with them."""
    foes = situation.occupied[situation.other(side)]
    return cell in foes or not foes.isdisjoint(cell.neighbours())

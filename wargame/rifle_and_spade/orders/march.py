"""March rates (11.16.3 to 11.16.5): the higher allowance along a secure road."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal, skipped
from wargame.rifle_and_spade import independents, isolation, messaging
from wargame.rifle_and_spade.costs import halves, rooted, stack_points
from wargame.rifle_and_spade.movement_table import movement_table
from wargame.rifle_and_spade.orders import standing
from wargame.rifle_and_spade.orders.approach import zone

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.activation import Activation
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.state import Piece, Situation

Rate = Literal["", "march", "march in column"]
"""Whether a stack has the March Order MA in this activation, and whether it began it in Column."""
ROAD = "road"


# ---- the road


@lru_cache(maxsize=64)
def connected_road(field: Field, ends: frozenset[Hex]) -> frozenset[Hex]:
    """Return the hexes that a road, with no track between, joins to any of some hexes."""
    board: Board = field.board
    found = {cell for cell in ends if _has_road(board, cell)}
    queue = deque(sorted(found))
    while queue:
        here = queue.popleft()
        for there in board.neighbours(here):
            if there not in found and board.linked(ROAD, here, there):
                found.add(there)
                queue.append(there)
    return frozenset(found)


def _has_road(board: Board, cell: Hex) -> bool:
    return any(board.linked(ROAD, cell, near) for near in board.neighbours(cell))


def _road_of(situation: Situation, command: Command) -> frozenset[Hex]:
    """Return the road hexes connected to the objective of a brigiment on the march."""
    goal = next((goal for _, goal in command.order.goals), None)
    if goal is None:
        return frozenset()
    return connected_road(situation.ground, zone(situation, goal))


# ---- who has the rate


@implements("RS", "11.16.4", "14.1.2")
def march_ruling(situation: Situation, name: str) -> Ruling:
    """Return whether a unit of a brigiment would begin its activation at the March Order MA."""
    piece, label = situation.piece(name), f"March rate of {name}"
    command = situation.commanded(piece)
    if command is None or command.order.kind != "march":
        return refusal(label, f"{name} is under no March order.", "RS 11.16.4")
    if standing.standing(situation, piece) == "deaf":
        why = f"{name} has not heard of its order."
        return refusal(label, why, "RS 11.6.3")
    where = situation.board.label(piece.at)
    if piece.at not in _road_of(situation, command):
        why = f"No road joins {where}, where {name} is, to its objective."
        return refusal(label, why, "RS 11.16.4")
    return _rate_of(situation, piece, label, "RS 11.16.4")


def _rate_of(situation: Situation, piece: Piece, label: str, case: str) -> Ruling:
    unit = situation.unit(piece)
    row = movement_table(situation.shelf).allowances[unit.arm]
    whole = 0 if rooted(unit) else row.march_points
    origin = row.origin("march")
    chart = figure("Allowance", whole, f"{unit.arm}, on the march.", "RS 14.1.1", provenance=origin)
    if not piece.confused:
        said = f"By road it has {whole} movement points."
        return finding(label, whole, said, case, parts=(chart,), unit="points")
    half = figure("Confused", "halved", "A Confused unit moves at half rate.", "RS 16.1.2")
    said = f"Confused, it has {whole // 2} movement points by road."
    return finding(label, whole // 2, said, case, parts=(chart, half), unit="points")


@implements("RS", "11.16.5", "11.16.5/1", "11.16.5/2", "11.16.5/3")
def independent_ruling(situation: Situation, name: str, brigiment: str) -> Ruling:
    """Return whether an independent unit may go along with a brigiment's march at its rate.

    It then moves along roads toward the objective of that brigiment, and nowhere else.
    """
    piece, label = situation.piece(name), f"March rate of {name}"
    command = situation.command(brigiment)
    if not independents.independent(situation, name):
        return refusal(label, f"{name} is no independent unit.", "RS 11.16.5")
    if command.order.kind != "march":
        why = f"{brigiment} is under no March order."
        return refusal(label, why, "RS 11.16.5/1")
    at, side = isolation.headquarters_hex(situation, brigiment), situation.side(piece)
    if at is None or not messaging.linked(situation, piece.at, at, side):
        why = f"The headquarters of {brigiment} is not within messaging range of {name}."
        return refusal(label, why, "RS 11.16.5/1", "RS 9.3")
    where = situation.board.label(piece.at)
    if piece.at not in _road_of(situation, command):
        why = f"No road joins {where}, where {name} is, to the objective of {brigiment}."
        return refusal(label, why, "RS 11.16.5/2")
    return _rate_of(situation, piece, label, "RS 11.16.5")


# ---- in an activation


def rate(run: Activation) -> Rate:
    """Return whether a stack begins its activation at the March Order MA: all of it must."""
    situation = run.situation
    if not any(command.order.kind == "march" for command in situation.commands):
        return ""
    pieces = run.pieces
    if not all(_has_rate(situation, piece) for piece in pieces):
        return ""
    units = situation.roster.units
    infantry = [piece for piece in pieces if units[piece.unit].infantry]
    return "march in column" if all(piece.order for piece in infantry) else "march"


def _has_rate(situation: Situation, piece: Piece) -> bool:
    command = situation.commanded(piece)
    if command is not None:
        return march_ruling(situation, piece.unit).allowed
    return any(
        each.activated
        and each.order.kind == "march"
        and situation.army.brigiment(each.brigiment).side == situation.side(piece)
        and independent_ruling(situation, piece.unit, each.brigiment).allowed
        for each in situation.commands
    )


def points(situation: Situation, pieces: Iterable[Piece]) -> int:
    """Return the March Order MA of a stack in half points: that of its slowest unit."""
    table, units = movement_table(situation.shelf), situation.roster.units
    found = []
    for piece in pieces:
        unit = units[piece.unit]
        whole = 0 if rooted(unit) else table.allowances[unit.arm].march_points
        found.append(halves(whole // 2 if piece.confused else whole))
    return min(found)


@implements("RS", "11.16.5/3")
def keeps_to_road(run: Activation) -> bool:
    """Return whether a stack at the March Order MA still has it: independent units on roads alone.

    Those of the brigiment are held to their routes by their order.
    """
    situation = run.situation
    return not _alone(run) or _has_road(situation.board, run.cell)


@implements("RS", "11.16.5/3")
def off_road(run: Activation, there: Hex, cost: int) -> bool:
    """Return whether a step off the road is more than independent units can do without marching."""
    situation = run.situation
    if not run.marching or not _alone(run) or situation.board.linked(ROAD, run.cell, there):
        return False
    return run.spent + cost > stack_points(situation, run.pieces)


def _alone(run: Activation) -> bool:
    return any(run.situation.commanded(piece) is None for piece in run.pieces)


@implements("RS", "11.16.4", "14.2.4")
def column_cost(run: Activation, *, entering: bool) -> int:
    """Return the half points that a stack pays to enter or leave Column.

    Twice as much at the March Order MA, but not to form Column again for those who began in it.
    """
    table = movement_table(run.situation.shelf).activities
    spared = entering and run.marching == "march in column"
    dear = bool(run.marching) and not spared
    return halves(table.column_march if dear else table.column)


@implements("RS", "11.16.3")
def spared(situation: Situation, brigiment: str) -> Ruling:
    """Return whether a brigiment on the march needs neither messages nor its division."""
    label = "Rapid march"
    if situation.command(brigiment).order.kind != "march":
        return skipped(label, "It is not on the march.", "RS 11.16.3", value=False)
    said = "Units in line are not marked isolated, and nobody asks how far the division is."
    return figure(label, True, said, "RS 11.16.3")

"""Pickets (11.12.7 to 11.12.9): the few things they do, one of each battalion free a turn.

A picket that is sent out by the exception of 11.12.7/5 has a rally point of its own, under its own
name beside those of the battalions, until the turn is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.errors import Refused
from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal, skipped
from wargame.rifle_and_spade.orders import line_bar, standing
from wargame.rifle_and_spade.orders.approach import approach
from wargame.rifle_and_spade.orders.order import Goal
from wargame.rifle_and_spade.orders.refusals import refused

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.orders.order import Order
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Roster

JOIN_RANGE = 3
"""How near a company or larger unit must be for a picket to join it (11.12.7/2)."""
NONE = "none"
_KINDS = frozenset({"cordon defense", "disorganized defense"})


@implements("RS", "11.12.7", "11.12.9", "11.13.7")
def bound(situation: Situation, piece: Piece) -> bool:
    """Return whether a unit is a picket under the rules of 11.12.7."""
    if situation.roster.units[piece.unit].size != "picket":
        return False
    command = situation.commanded(piece)
    return command is not None and command.order.kind in _KINDS


@implements("RS", "11.12.7/1", "11.12.7/2", "11.12.7/3")
def adrift(situation: Situation, piece: Piece) -> bool:
    """Return whether a picket that left its post has yet to come to a company or a rally point.

    Above all one that had to retreat: it must do one or the other.
    """
    command, goal = situation.commanded(piece), standing.goal_of(situation, piece)
    if command is None or goal is None or goal.reached(piece.at):
        return False
    order = command.order
    free = piece.unit in dict(order.rally_points)
    if free or piece.at in rally_points(situation.roster, order):
        return False
    return all(other.at != piece.at for other in hosts(situation, piece))


# ---- where they may go


@implements("RS", "11.12.7", "11.12.7/1", "11.12.7/2", "11.12.7/3", "11.12.7/5", "11.13.7")
def activities(situation: Situation, name: str, there: Hex) -> Ruling:
    """Return what lets a picket go into an adjacent hex, or the refusal with what it may do.

    Args:
        situation: The position.
        name: The picket.
        there: A hex beside its own.
    """
    piece = situation.piece(name)
    command = situation.commanded(piece)
    label = f"{name} to {situation.board.label(there)}"
    if command is None or not bound(situation, piece):
        return refusal(label, f"{name} is no picket on duty.", "RS 11.12.7")
    parts = (
        _joining(situation, piece, there),
        _rallying(situation, piece, there, command.order),
        _sent_out(situation, piece, there, command.order),
    )
    allowed = [part for part in parts if part.counts]
    if not allowed:
        why = f"{name} may defend its post, join a company near by, rally or rout."
        return refusal(label, why, "RS 11.12.7", allowed=parts)
    found = allowed[0]
    return finding(label, found.label, found.sentence, *found.cases, parts=parts)


@implements("RS", "11.12.7/2")
def hosts(situation: Situation, piece: Piece) -> tuple[Piece, ...]:
    """Return the companies and larger units of its brigiment that a picket is near enough to."""
    brigiment = situation.unit(piece).brigiment
    return tuple(
        other
        for other in standing.own_pieces(situation, brigiment)
        if other.at.distance(piece.at) <= JOIN_RANGE
        and (unit := situation.unit(other)).arm == "rifle"
        and unit.size != "picket"
    )


def _joining(situation: Situation, piece: Piece, there: Hex) -> Ruling:
    label, case = "Join", "RS 11.12.7/2"
    near = hosts(situation, piece)
    nearer = [o.unit for o in near if there.distance(o.at) < piece.at.distance(o.at)]
    if nearer:
        return figure(label, nearer[0], f"It goes to join {nearer[0]}.", case)
    if near:
        why = f"It does not lead to {', '.join(other.unit for other in near)}."
        return skipped(label, why, case)
    why = f"No company or larger unit of theirs is within {JOIN_RANGE} hexes."
    return skipped(label, why, case)


def rally_points(roster: Roster, order: Order) -> tuple[Hex, ...]:
    """Return the rally points of the battalions of an order."""
    return tuple(at for name, at in order.rally_points if name not in roster.units)


def _rallying(situation: Situation, piece: Piece, there: Hex, order: Order) -> Ruling:
    label, case = "Rally point", "RS 11.12.7/3"
    points = rally_points(situation.roster, order)
    for at in points:
        if _nearer(situation, piece, there, at):
            where = situation.board.label(at)
            return figure(label, where, f"It goes to the rally point {where}.", case)
    why = "It does not lead to a rally point." if points else "There is no rally point."
    return skipped(label, why, case)


def _sent_out(situation: Situation, piece: Piece, there: Hex, order: Order) -> Ruling:
    label, case = "Free picket", "RS 11.12.7/5"
    at = dict(order.rally_points).get(piece.unit)
    if at is None:
        return skipped(label, f"{piece.unit} is not the free picket of this turn.", case)
    where = situation.board.label(at)
    if _nearer(situation, piece, there, at):
        return figure(label, where, f"Sent to {where} as the free picket of its battalion.", case)
    return skipped(label, f"It does not lead to {where}, where {piece.unit} is sent.", case)


def _nearer(situation: Situation, piece: Piece, there: Hex, at: Hex) -> bool:
    togo = approach(situation, (at,), "foot").togo
    return there in togo and piece.at in togo and togo[there] < togo[piece.at]


def bar(situation: Situation, piece: Piece, there: Hex) -> Ruling | None:
    """Return why a picket may not enter a hex; None where one of its activities leads there.

    Like others who defend it goes beside enemies only where friends are.
    """
    return _leads_nowhere(situation, piece, there) or line_bar.beside_enemies(
        situation, piece, there
    )


def _leads_nowhere(situation: Situation, piece: Piece, there: Hex) -> Ruling | None:
    command = situation.commanded(piece)
    assert command is not None  # noqa: S101 - asked of pickets on duty alone
    if any(there.distance(o.at) < piece.at.distance(o.at) for o in hosts(situation, piece)):
        return None
    order = command.order
    own = dict(order.rally_points).get(piece.unit)
    ends = (*rally_points(situation.roster, order), *(() if own is None else (own,)))
    if any(_nearer(situation, piece, there, at) for at in ends):
        return None
    where = situation.board.label(there)
    why = f"{piece.unit} is a picket, and none of what pickets do leads it to {where}."
    return refused(piece.unit, why, "RS 11.12.7")


# ---- the free picket


def _battalion(situation: Situation, name: str) -> tuple[str, str]:
    unit = situation.unit(name)
    return unit.brigiment, unit.battalion


def sent(situation: Situation, brigiment: str) -> dict[str, Hex]:
    """Return the pickets sent out this turn, with where they go."""
    points = situation.command(brigiment).order.rally_points
    return {name: at for name, at in points if name in situation.roster.units}


@implements("RS", "11.12.7/5")
def may_send(situation: Situation, name: str, at: Hex | None = None) -> Ruling:
    """Return whether a picket may be sent out as the free one of its battalion this turn.

    Args:
        situation: The position.
        name: The picket.
        at: Where to: any objective of its brigiment; without it only whether it may be sent at all.
    """
    piece, label = situation.piece(name), f"{name} as the free picket"
    if not bound(situation, piece):
        return refusal(label, f"{name} is no picket on duty.", "RS 11.12.7")
    brigiment = situation.unit(name).brigiment
    mates = [
        other
        for other in sent(situation, brigiment)
        if other != name and _battalion(situation, other) == _battalion(situation, name)
    ]
    if mates:
        why = f"One picket of a battalion is free each turn, and {mates[0]} has been sent."
        return refusal(label, why, "RS 11.12.7/5")
    if at is None:
        return figure(label, True, "No other of its battalion has been sent.", "RS 11.12.7/5")
    where = situation.board.label(at)
    if at not in goals_of(situation, brigiment):
        why = f"{where} is no objective of {brigiment}."
        return refusal(label, why, "RS 11.12.7/5")
    return figure(label, where, f"It may go to {where}.", "RS 11.12.7/5")


def goals_of(situation: Situation, brigiment: str) -> tuple[Hex, ...]:
    """Return the objectives of a brigiment, rally points included (11.12.6/2)."""
    order = situation.command(brigiment).order
    hexes = {cell for _, goal in order.goals for cell in goal.hexes} | set(order.line)
    return tuple(sorted(hexes | set(rally_points(situation.roster, order))))


@implements("RS", "11.12.7/5")
def send(situation: Situation, name: str, at: Hex) -> Situation:
    """Return the situation with a picket sent out to an objective.

    Raises:
        Refused: It may not be.
    """
    found = may_send(situation, name, at)
    if not found.allowed:
        raise Refused(found)
    command = situation.command(situation.unit(name).brigiment)
    points = {**dict(command.order.rally_points), name: at}
    return _with_points(situation, command, points)


def _with_points(situation: Situation, command: Command, points: dict[str, Hex]) -> Situation:
    order = evolve(command.order, rally_points=tuple(sorted(points.items())))
    return situation.with_command(evolve(command, order=order))


@implements("RS", "11.12.7/5")
def offer_to_send(situation: Situation, brigiment: str) -> Generator[Step, Any, Situation]:
    """Ask for every battalion on picket duty which picket is the free one, before they move."""
    side = situation.army.brigiment(brigiment).side
    for battalion, names in _by_battalion(situation, brigiment).items():
        free = [Option(NONE, "none"), *(Option(name, f"send {name}") for name in names)]
        purpose = f"The free picket of {battalion}"
        case = ("RS 11.12.7/5",)
        answer: Option = yield Choice(side, purpose, free, case, position=situation)
        if answer.key == NONE:
            continue
        name, label = answer.key, situation.board.label
        here = situation.piece(name).at
        places = [cell for cell in goals_of(situation, brigiment) if cell != here]
        where = [Option(label(cell), f"to {label(cell)}") for cell in places]
        there: Option = yield Choice(side, f"Where {name} goes", where, case, position=situation)
        situation = send(situation, name, situation.board.hex(there.key))
    return situation


def _by_battalion(situation: Situation, brigiment: str) -> dict[str, list[str]]:
    """Return the pickets that may be sent out, by battalion; none where there is nowhere to go."""
    found: dict[str, list[str]] = {}
    places = goals_of(situation, brigiment)
    for piece in standing.own_pieces(situation, brigiment):
        somewhere = any(cell != piece.at for cell in places)
        if somewhere and bound(situation, piece) and may_send(situation, piece.unit).allowed:
            found.setdefault(situation.unit(piece).battalion, []).append(piece.unit)
    return found


@implements("RS", "11.12.7/5")
def renew(situation: Situation) -> Situation:
    """Return the situation at the end of a turn: no picket is free any more.

    One that went out has its post where it stands now.
    """
    for command in situation.commands:
        gone = sent(situation, command.brigiment)
        if not gone:
            continue
        points = {n: at for n, at in command.order.rally_points if n not in gone}
        posts = {name: Goal((situation.piece(name).at,)) for name in gone if situation.on_map(name)}
        goals = tuple(sorted({**dict(command.order.goals), **posts}.items()))
        routes = tuple(pair for pair in command.order.routes if pair[0] not in gone)
        order = evolve(command.order, goals=goals, routes=routes)
        situation = _with_points(situation, evolve(command, order=order), points)
    return situation

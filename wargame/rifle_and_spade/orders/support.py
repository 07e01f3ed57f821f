"""Units in support (11.5): where they may go, and what they may be committed to."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, automatic, figure, finding, refusal
from wargame.rifle_and_spade.costs import NEVER, price
from wargame.rifle_and_spade.orders import channel, objectives, pickets, routes
from wargame.rifle_and_spade.orders.approach import zone
from wargame.rifle_and_spade.orders.line_bar import off_channel
from wargame.rifle_and_spade.orders.order import Goal
from wargame.rifle_and_spade.orders.refusals import refused
from wargame.rifle_and_spade.orders.standing import (
    all_there,
    contact,
    goal_of,
    in_line,
    standing,
)
from wargame.rifle_and_spade.recall import Recall

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.state import Piece, Situation

WAIT, WITHDRAW = "wait", "withdraw"
Duty = tuple[str, str]
"""Why a unit must go on, and the case."""
_PLACES: Recall[dict[str, str]] = Recall(16)
_SCREENS: Recall[dict[str, frozenset[Hex]]] = Recall(16)


# ---- moving in support


@implements("RS", "11.5", "11.5.4", "11.5.5", "11.5.8", "11.14.10")
def bar(situation: Situation, piece: Piece, there: Hex) -> Ruling | None:
    """Return why a unit in support may not enter a hex; None where it may.

    It goes as it likes, but not into contact, not out of the channel and not to the front. Out of
    contact it must go, and then deviates from the other two no more than it has to.
    """
    if not contact(situation, piece.at, situation.side(piece)):
        return _keeping_out(situation, piece, there) or _bounds(situation, piece, there)
    free = [cell for cell in piece.at.neighbours() if _gets_away(situation, piece, cell)]
    if not free:
        return None
    if there not in free:
        why = f"{piece.unit} is in support and must go out of contact."
        return refused(piece.unit, why, "RS 11.5.8")
    why_not = _bounds(situation, piece, there)
    if why_not is None or all(_bounds(situation, piece, cell) is not None for cell in free):
        return None
    return why_not


@implements("RS", "11.5.7/1", "11.5.8")
def _keeping_out(situation: Situation, piece: Piece, there: Hex) -> Ruling | None:
    """Keep a unit out of contact, and where it is while others are to come closer."""
    if contact(situation, there, situation.side(piece)):
        why = f"{piece.unit} is in support and may not be in contact."
        return refused(piece.unit, why, "RS 11.5.8", "RS 11.5.4")
    if _among_the_closest(situation, piece) == WAIT:
        why = f"{piece.unit}, in support, waits until those in line have come closer."
        return refused(piece.unit, why, "RS 11.5.7/1")
    return None


@implements("RS", "11.5.6", "11.5.7/2", "11.5.8")
def duty(situation: Situation, piece: Piece) -> Duty | None:
    """Return why a unit in support must go on from where it stands; None where it may stay.

    Out of contact, back into the channel of march, and away from an enemy to whom it is among the
    closest: each as far as it can.
    """
    if contact(situation, piece.at, situation.side(piece)):
        if not any(_gets_away(situation, piece, cell) for cell in piece.at.neighbours()):
            return None
        return f"{piece.unit}, in support, must try to go out of contact.", "RS 11.5.8"
    place, brigiment = _among_the_closest(situation, piece), situation.unit(piece).brigiment
    if place == WAIT:
        return None
    march = None if all_there(situation, brigiment) else channel.channel_of(situation, brigiment)
    if march is not None and march.gap(piece.at):
        return f"{piece.unit} must come back into the channel of march.", "RS 11.5.6"
    if place == WITHDRAW:
        return f"{piece.unit}, in support, is too near the enemy and has to go back.", "RS 11.5.7/2"
    return None


def _gets_away(situation: Situation, piece: Piece, cell: Hex) -> bool:
    return (
        cell in situation.board.cells
        and not contact(situation, cell, situation.side(piece))
        and price(situation, (piece,), cell)[0] < NEVER
    )


@implements("RS", "11.5.6", "11.5.7")
def _bounds(situation: Situation, piece: Piece, there: Hex) -> Ruling | None:
    brigiment = situation.unit(piece).brigiment
    if _line(situation, brigiment) == (True, True):
        off = _toward_objectives(situation, piece, there)
    else:
        off = off_channel(situation, piece, there)
    return off or _to_the_front(situation, piece, there)


@implements("RS", "11.12.6/2")
def _objectives(situation: Situation, brigiment: str) -> tuple[Goal, ...]:
    """Return the objectives of a brigiment, each once; rally points serve supports as well."""
    order = situation.command(brigiment).order
    points = pickets.rally_points(situation.roster, order)
    goals = (*(goal for _, goal in order.goals), *(Goal((at,)) for at in points))
    return tuple(dict.fromkeys(goals))


@implements("RS", "11.5.6", "11.12.6/2")
def _toward_objectives(situation: Situation, piece: Piece, there: Hex) -> Ruling | None:
    """Once everybody in line is where he should be, supports go toward one of the objectives."""
    goals = _objectives(situation, situation.unit(piece).brigiment)
    hexes = {cell for goal in goals for cell in zone(situation, goal)}
    if not hexes or any(there.distance(cell) < piece.at.distance(cell) for cell in hexes):
        return None
    why = f"All in line are at their objectives: {piece.unit} may only go toward one of them."
    return refused(piece.unit, why, "RS 11.5.6")


_LINES: Recall[dict[str, tuple[bool, bool]]] = Recall(16)


def _line(situation: Situation, brigiment: str) -> tuple[bool, bool]:
    """Return whether anybody of a brigiment is in line, and whether all of them have arrived."""
    known = _LINES.of((situation,), dict)
    if brigiment not in known:
        known[brigiment] = (
            bool(in_line(situation, brigiment)),
            all_there(situation, brigiment),
        )
    return known[brigiment]


# ---- who is closest to the enemy


def _screen(situation: Situation, side: str) -> frozenset[Hex]:
    """Return where the units of a side stand that may be closest: all but supports and staffs."""
    known = _SCREENS.of((situation,), dict)
    if side not in known:
        known[side] = frozenset(
            piece.at
            for piece in situation.of(side)
            if standing(situation, piece) != "support"
            and situation.unit(piece).arm != "headquarters"
        )
    return known[side]


@lru_cache(maxsize=64)
def _nearest(screen: frozenset[Hex], foes: frozenset[Hex]) -> Mapping[Hex, int]:
    return {foe: min(foe.distance(cell) for cell in screen) for foe in foes} if screen else {}


def _closest_to(situation: Situation, cell: Hex, side: str) -> list[Hex]:
    """Return the enemy hexes to which a unit there would be among the closest."""
    foes = situation.occupied[situation.other(side)]
    near = _nearest(_screen(situation, side), foes)
    return [foe for foe in foes if foe not in near or cell.distance(foe) <= near[foe]]


def _exempt(situation: Situation, brigiment: str) -> bool:
    order = situation.command(brigiment).order
    return order.kind == "regroup" or not _line(situation, brigiment)[0]


@implements("RS", "11.5.7", "11.14.10")
def _to_the_front(situation: Situation, piece: Piece, there: Hex) -> Ruling | None:
    """Return why a unit in support may not go where it would be among the closest to an enemy.

    Those who may be closest are all friends but units in support and headquarters, whatever their
    brigiment. One that is closest already may go away from those enemies.
    """
    if _exempt(situation, situation.unit(piece).brigiment):
        return None
    for foe in _closest_to(situation, there, situation.side(piece)):
        if there.distance(foe) <= piece.at.distance(foe):
            where, label = situation.board.label(there), situation.board.label(foe)
            why = f"In {where} {piece.unit}, in support, would be among the closest to {label}."
            return refused(piece.unit, why, "RS 11.5.7")
    return None


def _among_the_closest(situation: Situation, piece: Piece) -> str:
    """Return what :func:`closest` does, without the words and once for each position."""
    known = _PLACES.of((situation,), dict)
    if piece.unit not in known:
        known[piece.unit] = _place(situation, piece)
    return known[piece.unit]


def _place(situation: Situation, piece: Piece) -> str:
    if _exempt(situation, situation.unit(piece).brigiment):
        return ""
    near = _closest_to(situation, piece.at, situation.side(piece))
    if not near:
        return ""
    return WAIT if all(_reliever(situation, piece, foe) for foe in near) else WITHDRAW


@implements("RS", "11.5.7", "11.5.7/1", "11.5.7/2", "11.14.10")
def closest(situation: Situation, name: str) -> Ruling:
    """Return what a unit in support that is among the closest to an enemy must do.

    Returns:
        "wait" where somebody in line will come closer by his order, "withdraw" where nobody will,
        or nothing where it is not among the closest.
    """
    piece, label = situation.piece(name), f"{name} among the closest to the enemy"
    brigiment, side = situation.unit(piece).brigiment, situation.side(piece)
    if _exempt(situation, brigiment):
        why = "Under Regroup orders, or with supports alone left, a support may be closest."
        return automatic(label, "", why, "RS 11.14.10", "RS 11.5.7")
    near = _closest_to(situation, piece.at, side)
    if not near:
        return figure(
            label, "", "Units in line, or others, are closer to every enemy.", "RS 11.5.7"
        )
    parts = [_relief(situation, piece, foe) for foe in sorted(near)]
    if all(part.value for part in parts):
        said = f"{name} waits until they have come closer."
        return finding(label, WAIT, said, "RS 11.5.7/1", parts=parts)
    return finding(label, WITHDRAW, f"{name} must move away.", "RS 11.5.7/2", parts=parts)


def _relief(situation: Situation, piece: Piece, foe: Hex) -> Ruling:
    """Return who in line will by his order come closer to an enemy than a unit in support is."""
    label, other = f"Closer to {situation.board.label(foe)}", _reliever(situation, piece, foe)
    if other:
        said = f"{other} has an objective nearer to it than {piece.unit} is."
        return figure(label, other, said, "RS 11.5.7/1")
    return figure(label, "", "Nobody's objective is nearer to it.", "RS 11.5.7/2")


def _reliever(situation: Situation, piece: Piece, foe: Hex) -> str:
    """Return a unit in line whose objective is nearer to an enemy than a unit in support is."""
    mine = piece.at.distance(foe)
    for other in situation.of(situation.side(piece)):
        goal = goal_of(situation, other)
        if goal is not None and any(foe.distance(each) < mine for each in zone(situation, goal)):
            return other.unit
    return ""


# ---- committing


@implements("RS", "11.5.11", "11.8.5", "11.11.8", "11.14.11", "11.5.12/b1")
def commit_objective(
    situation: Situation, name: str, goal: Goal, way: Iterable[Hex] = ()
) -> Ruling:
    """Return whether a unit in support may be committed to an objective, by a route.

    It may be an objective of the brigiment; in an attack a new one within or behind the channel;
    in a defense a single hex between the unit and an objective; when regrouping one between the
    outermost routes or behind them. All of these may be a hex off.

    Args:
        situation: The position.
        name: The unit.
        goal: The objective.
        way: The route to it, the default where none is given.
    """
    piece, label = situation.piece(name), f"Commit objective of {name}"
    order = situation.command(situation.unit(piece).brigiment).order
    why = _elsewhere(situation, piece, goal) or _misshapen(situation, piece, goal)
    if why is not None:
        return refusal(label, why.sentence, "RS 11.5.11", *why.cases)
    # going in among enemies is what a commit action is for, whatever the order
    route = routes.route_ruling(situation, name, goal, "attack", way)
    if not route.allowed:
        return refusal(label, route.sentence, "RS 11.5.11", *route.cases, allowed=(route,))
    bar = _closed(situation, piece, goal, tuple(way))
    if bar is not None:
        return refusal(label, bar.sentence, "RS 11.5.11", *bar.cases, allowed=(route,))
    said = f"{name} may be committed there under {order.kind} orders."
    return finding(label, True, said, "RS 11.5.11", parts=(route,))


@implements("RS", "11.4.6", "11.8.5")
def _misshapen(situation: Situation, piece: Piece, goal: Goal) -> Ruling | None:
    """Return why an objective of more than one hex is none for a battalion; None where it is."""
    if len(goal.hexes) == 1:
        return None
    found = objectives.battalion_ruling(situation, goal.hexes, situation.side(piece))
    return None if found.allowed else found


@implements("RS", "11.5.11", "11.4.9", "11.11.9")
def _closed(
    situation: Situation, piece: Piece, goal: Goal, written: tuple[Hex, ...]
) -> Ruling | None:
    """Return why a route to a commit objective is no valid one, though the ground allows it.

    In a defense it leads through enemies, whom the unit may assault in its objective alone. That it
    crosses others' routes is no bar: nothing is said of it but of orders as they are written.
    """
    order = situation.command(situation.unit(piece).brigiment).order
    way = written or routes.default_route(situation, piece.unit, goal, "attack")
    side = situation.side(piece)
    held = situation.occupied[situation.other(side)] - situation.occupied[side]
    through = next((cell for cell in way if cell in held and cell not in goal.primary), None)
    if order.group == "defense" and through is not None:
        why = f"Its route leads through enemies in {situation.board.label(through)}."
        return refused(piece.unit, why, "RS 11.11.9", "RS 11.4.9")
    return None


def _elsewhere(situation: Situation, piece: Piece, goal: Goal) -> Ruling | None:
    """Return why an objective is none that a unit may be committed to."""
    brigiment = situation.unit(piece).brigiment
    order = situation.command(brigiment).order
    existing = {c for each in _objectives(situation, brigiment) for c in zone(situation, each)}
    if all(any(cell.distance(other) <= 1 for other in existing) for cell in goal.hexes):
        return None
    if order.group == "defense":
        if len(goal.hexes) > 1 or goal.radius:
            why = "A new commit objective in a defense is a single hex of radius 0."
            return refused(piece.unit, why, "RS 11.11.8")
        cell = goal.hexes[0]
        if any(_between(piece.at, cell, other) for other in existing):
            return None
        where = situation.board.label(cell)
        why = f"{where} is not between {piece.unit} and an objective of its brigiment."
        return refused(piece.unit, why, "RS 11.11.8")
    case = "RS 11.14.11" if order.group == "regroup" else "RS 11.8.5"
    for cell in goal.hexes:
        found = channel.within_or_behind(situation, piece, cell)
        if not found.allowed:
            return refused(piece.unit, found.sentence, case)
    return None


def _between(one: Hex, cell: Hex, other: Hex) -> bool:
    """Return whether a hex, or one beside it, lies on a shortest line of hexes between two."""
    return any(
        one.distance(near) + near.distance(other) == one.distance(other) for near in cell.disc(1)
    )


@implements("RS", "11.5.11")
def commit_options(situation: Situation, name: str) -> tuple[Goal, ...]:
    """Return the objectives of its brigiment to which a unit in support may be committed."""
    goals = _objectives(situation, situation.unit(name).brigiment)
    return tuple(g for g in goals if commit_objective(situation, name, g).allowed)


@implements("RS", "11.5.11", "11.8.5", "11.11.8", "11.14.11")
def commit_places(situation: Situation, name: str, reach: int) -> tuple[Hex, ...]:
    """Return the land hexes near a unit in support that may be a new objective of its own.

    Those of its brigiment are left out; the way there is another question.

    Args:
        situation: The position.
        name: The unit.
        reach: How near, in hexes.
    """
    piece, spots = situation.piece(name), situation.ground.spots
    known = {cell for goal in _objectives(situation, situation.unit(name).brigiment)
             for cell in goal.hexes}  # fmt: skip
    return tuple(
        cell
        for cell in sorted(piece.at.disc(reach))
        if cell in spots
        and not spots[cell].sea
        and cell not in known
        and cell != piece.at
        and _elsewhere(situation, piece, Goal((cell,))) is None
    )

"""What an order demands each turn: to make progress, withdraw, occupy the defenses, march.

Shown beforehand as what is still owed, and enforced when it would be breached: who still could
must, before the movement subsegment ends, and the last who can goes on until he has. So with what
units in support and isolated ones must do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, skipped
from wargame.rifle_and_spade import stacking, to_assault
from wargame.rifle_and_spade.activation import Activation, Offer
from wargame.rifle_and_spade.costs import NEVER, points, price
from wargame.rifle_and_spade.orders import (
    following,
    line_bar,
    movement_bar,
    pickets,
    standing,
    support,
)
from wargame.rifle_and_spade.orders.refusals import refused

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.orders.order import Order, OrderKind
    from wargame.rifle_and_spade.state import Piece, Situation

_SHARED: dict[OrderKind, str] = {
    "attack": "RS 11.8.3",
    "initial attack": "RS 11.8.3",
    "regroup": "RS 11.14.5",
}
"""Demands that one unit fulfils for all."""
_ATTACKS = frozenset({"attack", "initial attack"})
"""Orders under which moving to assault is progress, so that whoever can do nothing else does it."""
_EACH: dict[OrderKind, str] = {
    "defense": "RS 11.11.5",
    "disorganized defense": "RS 11.11.5",
    "general reserve": "RS 11.15.6",
    "march": "RS 11.15.6",
}
"""Demands on every unit in line that is not at its objective."""


def acts_as(order: Order) -> OrderKind:
    """Return the kind an order acts as: an attack that is only scheduled is a defense (11.8.1)."""
    return "defense" if order.scheduled is not None else order.kind


# ---- what is owed


def owed(situation: Situation, brigiment: str, label: str, case: str) -> Ruling:
    """Return whether somebody has done this turn what one unit in line must; True when met."""
    command = situation.command(brigiment)
    away = tuple(_away(situation, brigiment))
    if not away:
        return figure(label, True, "All units in line are at their objectives.", case)
    if command.progressed:
        return figure(label, True, "It has been met this turn.", case)
    kind = acts_as(command.order)
    able = [piece.unit for piece in away if _able(situation, piece, kind)]
    who = figure("Still able", tuple(able), f"{', '.join(able) or 'Nobody'}.", case)
    if not able and command.order.kind == "regroup":
        why = "Nobody in line is able to move."
        return skipped(label, why, case, value=True, parts=(who,))
    said = (
        "One of them must move as far as it can toward its objective, arrive there, draw fire on "
        "the move or move to assault."
        if case == "RS 11.8.3"
        else "One of them must move as far as it can, arrive there or draw fire on the move."
    )
    return finding(label, False, said, case, parts=(who,))


def each_owes(situation: Situation, brigiment: str, label: str, case: str) -> Ruling:
    """Return whether every unit in line is where it should be or has moved; True when met."""
    owing = [piece.unit for piece in _away(situation, brigiment) if _owes(situation, piece)]
    if not owing:
        return figure(label, True, "Nobody in line has to move toward his objective.", case)
    who = figure("Still to move", tuple(owing), f"{', '.join(owing)}.", case)
    said = "Off their objectives and not threatened, they owe a step on their way there."
    return finding(label, False, said, case, parts=(who,))


def _away(situation: Situation, brigiment: str) -> Iterator[Piece]:
    """Yield the units in line that are not where their order, or the rules for pickets, want them.

    Those of a cordon that are no pickets have no duty to come back to their posts (11.12.5).
    """
    cordon = situation.command(brigiment).order.kind == "cordon defense"
    for piece in standing.in_line(situation, brigiment):
        goal = standing.goal_of(situation, piece)
        off = goal is not None and not goal.reached(piece.at)
        if off and (
            pickets.adrift(situation, piece) if pickets.bound(situation, piece) else not cordon
        ):
            yield piece


@implements("RS", "11.11.5", "11.15.6")
def _owes(situation: Situation, piece: Piece) -> bool:
    """Return whether a unit off its objective still has to move: able to, and not excused."""
    return not _excused(situation, piece) and can_go_on(situation, piece)


def _excused(situation: Situation, piece: Piece) -> bool:
    """Return whether a unit need not move: under threat, or in its place behind one that stopped.

    A threat does not excuse pickets that were driven out.
    """
    if following.keeps_its_place(situation, piece):
        return True
    threatened = line_bar.threatened(situation, piece.at, situation.side(piece))
    return threatened and not pickets.bound(situation, piece)


def can_go_on(situation: Situation, piece: Piece) -> bool:
    """Return whether a unit not yet activated has a hex toward its objective that it can enter."""
    gun_fired = piece.fired and situation.unit(piece).artillery  # infantry fires and moves
    if piece.acted or piece.wave or piece.task or gun_fired:
        return False
    purse = points(situation, piece)
    return any(
        price(situation, (piece,), there)[0] <= purse and _has_room(situation, piece, there)
        for there in onward(situation, piece)
    )


def _able(situation: Situation, piece: Piece, kind: OrderKind) -> bool:
    """Return whether a unit not yet activated can do what an order demands of one of them."""
    return can_go_on(situation, piece) or (kind in _ATTACKS and _can_assault(situation, piece))


@implements("RS", "11.8.3/4")
def _can_assault(situation: Situation, piece: Piece) -> bool:
    """Return whether a unit not yet activated can move to assault, when it can do nothing else."""
    near = (piece.at, *piece.at.neighbours())
    if piece.acted or situation.occupied[situation.other(situation.side(piece))].isdisjoint(near):
        return False
    return _storms(Activation(situation, (piece.unit,)))


def _storms(run: Activation) -> bool:
    return any(isinstance(each, Offer) for each in to_assault.offers(run))


def onward(situation: Situation, piece: Piece) -> Iterator[Hex]:
    """Yield the hexes beside a unit that its order lets it enter, those with enemies left out."""
    foes = situation.occupied[situation.other(situation.side(piece))]
    for there in piece.at.neighbours():
        open_to = there in situation.board.cells and there not in foes
        if open_to and movement_bar.bar(situation, (piece.unit,), there) is None:
            yield there


def _has_room(situation: Situation, piece: Piece, there: Hex) -> bool:
    friends = situation.at(there, situation.side(piece))
    moved = evolve(piece, at=there, work="", hiding="")
    return stacking.fits(situation, (*friends, moved), there)


# ---- enforced when it would be breached


def _in_play(situation: Situation, piece: Piece) -> tuple[Command, OrderKind, str] | None:
    """Return the order that demands something of a unit in line off its objective, if one does."""
    command = situation.commanded(piece)
    if command is None:
        return None
    kind = acts_as(command.order)
    if pickets.bound(situation, piece):
        driven = pickets.adrift(situation, piece)
        return (command, kind, "RS 11.12.7/1") if driven else None
    case = _SHARED.get(kind) or _EACH.get(kind)
    goal = standing.goal_of(situation, piece)
    in_line = standing.standing(situation, piece) in standing.IN_LINE
    if case is None or not in_line or goal is None or goal.reached(piece.at):
        return None
    return command, kind, case


@implements("RS", "11.11.5", "11.11.7")
def dig_bar(situation: Situation, name: str) -> Ruling | None:
    """Return why a unit may not dig: it must move first, and there is one action a turn."""
    piece = situation.piece(name)
    found = _in_play(situation, piece)
    if found is None or found[1] in _SHARED or not _owes(situation, piece):
        return None
    return refused(name, f"{name} must move toward its objective, and so does not dig.", found[2])


def _cut_off(piece: Piece, kind: OrderKind) -> bool:
    """Return whether a unit by itself must try for its objective, being isolated (11.6.1)."""
    return piece.isolated and kind in _SHARED


def _duty(situation: Situation, piece: Piece) -> support.Duty | None:
    """Return why a unit in support must go on; None for all others."""
    if standing.standing(situation, piece) != "support":
        return None
    return support.duty(situation, piece)


@implements("RS", "11.8.3", "11.11.5", "11.14.5", "11.15.6")
@implements("RS", "11.5.6", "11.5.7/2", "11.5.8", "11.6.1")
def done_bar(situation: Situation, names: Iterable[str]) -> Ruling | None:
    """Return why the movement subsegment may not end yet; None where it may.

    Args:
        situation: The position.
        names: The units that may still be activated to move.
    """
    if not situation.commands:
        return None
    for name in names:
        piece = situation.piece(name)
        due = _duty(situation, piece)
        if due is not None and can_go_on(situation, piece):
            return refused("done", *due)
        found = _in_play(situation, piece)
        if found is None:
            continue
        command, kind, case = found
        if kind not in _SHARED:
            if _owes(situation, piece):
                why = f"{name} must still move toward its objective."
                return refused("done", why, case)
        elif _cut_off(piece, kind) and can_go_on(situation, piece):
            why = f"{name}, isolated, must still try to reach its objective."
            return refused("done", why, "RS 11.6.1")
        elif not command.progressed and _able(situation, piece, kind):
            why = f"{command.brigiment} must still go forward; {name} can."
            return refused("done", why, case)
    return None


@implements("RS", "11.8.3", "11.11.5", "11.14.5", "11.15.6")
@implements("RS", "11.5.6", "11.5.7/2", "11.5.8", "11.6.1")
def end_bar(run: Activation, keys: Collection[str]) -> Ruling | None:
    """Return why a stack may not end its movement yet; None where it may.

    Args:
        run: Its activation.
        keys: What it may do now.
    """
    situation = run.situation
    if not situation.commands:
        return None
    on = _goes_on(run, keys)
    for piece in run.pieces:
        due = _duty(situation, piece) if on else None
        if due is not None:
            return refused("end", *due)
        found = _in_play(situation, piece)
        if found is None:
            continue
        command, kind, case = found
        if on and _cut_off(piece, kind) and not run.spent:
            why = f"{piece.unit}, isolated, must try to reach its objective."
            return refused("end", why, "RS 11.6.1")
        if kind not in _SHARED:
            if on and not run.entered and not _excused(situation, piece):
                why = f"{piece.unit} must move toward its objective."
                return refused("end", why, case)
        elif _met(run, command) or not (on or (kind in _ATTACKS and _may_storm(run, piece))):
            continue
        elif not _others(run, command.brigiment, kind):
            why = f"{command.brigiment} must go forward, and nobody else of it still can."
            return refused("end", why, case)
    return None


def _may_storm(run: Activation, piece: Piece) -> bool:
    """Return whether a unit of a stack could move to assault now, the others being left behind."""
    return _storms(evolve(run, names=(piece.unit,)))


def _goes_on(run: Activation, keys: Collection[str]) -> bool:
    cells = run.situation.board.cells
    return any(
        there in cells and not run.enemies(there) and run.label(there) in keys
        for there in run.cell.neighbours()
    )


def _met(run: Activation, command: Command) -> bool:
    return command.progressed or run.shot_at


def _others(run: Activation, brigiment: str, kind: OrderKind) -> bool:
    """Return whether others can still do what is owed: those whose activation is still to come."""
    situation, later = run.situation, run.later
    return any(
        piece.unit not in run.names
        and (later is None or piece.unit in later or piece.unit in run.behind)
        and _able(situation, piece, kind)
        for piece in _away(situation, brigiment)
    )


# ---- met


@implements("RS", "11.8.3/1", "11.8.3/2", "11.8.3/3", "11.8.3/4", "11.14.5/1", "11.14.5/2")
@implements("RS", "11.14.5/3")
def noted(start: Activation, run: Activation) -> Situation:
    """Return the situation after a movement, with the demands that it met taken down.

    A unit in line has met them when it has fewer points left than any hex toward its objective
    costs, when it has arrived, when it was fired at as it moved (that anybody could have fired is
    not enough: our reading), or when it moved to assault. A check that keeps it back from an
    assault leaves the attempt, which is all that is asked (our reading: 11.5.8 explains the word).

    Args:
        start: The activation before anything was done.
        run: The activation at its end.
    """
    situation = run.situation
    if not situation.commands:
        return situation
    for piece in start.pieces:
        if piece.unit in run.behind:
            continue
        command = start.situation.commanded(piece)
        if command is None or situation.command(command.brigiment).progressed:
            continue
        kind = acts_as(command.order)
        in_line = standing.standing(start.situation, piece) in standing.IN_LINE
        if kind in _SHARED and in_line and _meets(start, run, piece, kind):
            now = situation.command(command.brigiment)
            situation = situation.with_command(evolve(now, progressed=True))
    return situation


def _meets(start: Activation, run: Activation, before: Piece, kind: OrderKind) -> bool:
    if run.shot_at or (run.tried and kind in _ATTACKS):
        return True
    if not run.situation.on_map(before.unit):
        return False
    piece = run.situation.piece(before.unit)
    if piece.wave and kind != "regroup":
        return True
    if piece.at == start.cell:
        return False
    goal = standing.goal_of(run.situation, piece)
    if goal is not None and goal.reached(piece.at):
        return True
    return piece.unit in run.names and _spent_all(run, piece)


def _spent_all(run: Activation, piece: Piece) -> bool:
    costs = [run.prices.get(there, (NEVER, 0))[0] for there in onward(run.situation, piece)]
    return run.left <= 0 or (bool(costs) and run.left < min(costs))


@implements("RS", "11.8.3")
def renewed(situation: Situation) -> Situation:
    """Return the situation at the start of a turn: every demand is owed anew."""
    changed = [evolve(each, progressed=False) for each in situation.commands if each.progressed]
    return situation.with_command(*changed) if changed else situation

"""Guns on the move (14.3): limbering, prolonging, dragging; guns that stay where they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.rifle_and_spade import activation, entering, stacking, works_position
from wargame.rifle_and_spade.costs import NEVER, entry_cost, halves, rooted, ways
from wargame.rifle_and_spade.triggers import Trigger

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.activation import Activation, Barred, Offer
    from wargame.rifle_and_spade.state import Mode, Piece, Situation
    from wargame.rifle_and_spade.units import Gun, Unit

LIMBER, UNLIMBER, PROLONG, DRAG = "limber", "unlimber", "prolong", "drag"


@implements("RS", "14.3.6")
def offers(run: Activation) -> Iterator[Offer | Barred]:
    """Yield what the guns of a stack may do besides moving limbered."""
    guns = [piece for piece in run.pieces if _gun(run.situation, piece) is not None]
    if not guns or run.shared or run.hid:
        return
    if any(piece.fired for piece in guns):
        why = "Guns that fired this turn neither move nor limber."
        yield from (activation.barred(key, why, "RS 14.3.6") for key in (LIMBER, PROLONG, DRAG))
        return
    yield from _limbering(run, guns)
    yield from _prolonging(run, guns)
    yield from _dragging(run, guns)


def _gun(situation: Situation, piece: Piece) -> Gun | None:
    return situation.roster.units[piece.unit].gun


# ---- limbering


@implements("RS", "14.3.1", "14.3.4", "6.3.4", "14.3.9", "14.3.10")
def _limbering(run: Activation, guns: list[Piece]) -> Iterator[Offer | Barred]:
    cost = halves(run.activities.limber)
    for key, moving in ((LIMBER, False), (UNLIMBER, True)):
        chosen = [piece for piece in guns if bool(piece.order) == moving]
        if not chosen:
            continue
        bar = _bar_to_limber(run, key, chosen, cost)
        said = f"{key} the guns ({activation.points_of(cost)})"
        yield bar or activation.Offer(key, said, limber, (key,))


def _bar_to_limber(run: Activation, key: str, guns: list[Piece], cost: int) -> Barred | None:
    for piece in guns:
        unit = run.situation.unit(piece)
        if rooted(unit):
            return activation.barred(key, *_why_rooted(unit))
        if piece.work:
            why = f"{unit.name} is in a gun pit; it must be on top to limber."
            return activation.barred(key, why, "RS 6.3.4")
    if cost > run.left:
        why = f"That takes {activation.points_of(cost)}; {activation.points_of(run.left)} left."
        return activation.barred(key, why, "RS 14.3.1")
    after = _stack_after(run, _turned(guns, key))
    if not stacking.fits(run.situation, after, run.cell):
        return key, stacking.stack_ruling(run.situation, after, run.cell)
    return None


@implements("RS", "14.3.9", "14.3.10")
def _why_rooted(unit: Unit) -> tuple[str, str]:
    if unit.gun is not None and unit.gun.fixed:
        return f"{unit.name} stands in a permanent mount and never moves.", "RS 14.3.9"
    return f"{unit.name} lacks transport: it can only be prolonged or dragged.", "RS 14.3.10"


def _turned(guns: Iterable[Piece], key: str) -> list[Piece]:
    order: Mode = "limbered" if key == LIMBER else ""
    return [evolve(piece, order=order, hiding="") for piece in guns]


def _stack_after(run: Activation, changed: list[Piece]) -> tuple[Piece, ...]:
    new = {piece.unit: piece for piece in changed}
    stack = run.situation.at(run.cell, run.side)
    return tuple(new.get(piece.unit, piece) for piece in stack)


@implements("RS", "14.3.1", "14.3.3", "16.3/3")
def limber(run: Activation, key: str) -> Generator[Step, Any, Activation]:
    """Limber or unlimber: pay, let the enemy fire in this hex, and fail if the check fails."""
    cost = halves(run.activities.limber)
    guns = [p for p in run.pieces if _gun(run.situation, p) and bool(p.order) == (key == UNLIMBER)]
    run = run.changed(*(evolve(p, hiding="") for p in run.pieces), spent=cost)
    trigger = Trigger("stays within", (), run.cell, inside_points=cost)
    run = yield from activation.draw_fire(run, trigger)
    if run.over:
        return run
    still = [run.situation.piece(gun.unit) for gun in guns if run.situation.on_map(gun.unit)]
    return run.changed(*_turned(still, key)).stopped_by_mode()


# ---- prolonging


@implements("RS", "14.3.7", "6.3.5", "12.1.1", "14.3.9", "14.3.10")
def _prolonging(run: Activation, guns: list[Piece]) -> Iterator[Offer | Barred]:
    inside = [piece for piece in guns if piece.work]
    outside = [p for p in guns if not p.work and not p.order and _pit_for(run.situation, p)]
    if not inside and not outside:
        return
    if (fixed := _fixed(run.situation, inside)) is not None:
        yield activation.barred(PROLONG, *_why_rooted(fixed))
        return
    if not run.situation.ruleset.pits_left_by_prolonging and not any(
        rooted(run.situation.unit(piece)) for piece in (inside or outside)
    ):
        return
    if not (run.fresh and run.long):
        why = "Prolonging takes the whole movement: nothing else may come before it."
        yield activation.barred(PROLONG, why, "RS 14.3.7", "RS 12.2")
        return
    where = "out of the pit, to be on top" if inside else "into the pit"
    yield activation.Offer(PROLONG, f"prolong the guns {where}", prolong, ())


def _fixed(situation: Situation, pieces: Iterable[Piece]) -> Unit | None:
    for piece in pieces:
        unit = situation.unit(piece)
        if unit.gun is not None and unit.gun.fixed:
            return unit
    return None


def _pit_for(situation: Situation, piece: Piece) -> bool:
    return works_position.work_for(situation, situation.unit(piece), piece.at) is not None


@implements("RS", "14.3.7", "12.2", "6.3.5")
def prolong(run: Activation) -> Generator[Step, Any, Activation]:
    """Haul guns out of their pit, or into one, by hand: a long action that draws fire."""
    guns = [piece for piece in run.pieces if _gun(run.situation, piece) is not None]
    inside = any(piece.work for piece in guns)
    moving = [p for p in guns if bool(p.work) == inside and not p.order]
    names = [piece.unit for piece in moving]
    run = run.changed(
        *(evolve(p, task=PROLONG, hiding="", acted=True) for p in moving),
        *(evolve(p, hiding="") for p in run.pieces if p.unit not in names),
    )
    trigger = Trigger("prolongs", (), run.cell, long=True)
    run = yield from activation.draw_fire(run, trigger)
    situation = run.situation
    there = [n for n in names if situation.on_map(n) and situation.piece(n).at == trigger.at]
    done = [n for n in there if not run.over and situation.piece(n).task == PROLONG]
    situation = situation.replace_pieces(
        *(evolve(situation.piece(n), task="") for n in there),
    )
    if inside:
        out = [evolve(situation.piece(name), work="") for name in done]
        situation = situation.replace_pieces(*out)
    else:
        situation = activation.occupy(situation, done)
    return evolve(run, situation=situation, over=True)


# ---- dragging


@implements("RS", "14.3.8", "14.3.10", "14.3.9")
def _dragging(run: Activation, guns: list[Piece]) -> Iterator[Offer | Barred]:
    units = run.situation.roster.units
    loose = [piece for piece in guns if not piece.order and units[piece.unit].wheeled]
    if not loose or len(loose) < len(guns):
        return
    if (fixed := _fixed(run.situation, loose)) is not None:
        yield activation.barred(DRAG, *_why_rooted(fixed))
        return
    hands = sum(p.steps for p in run.pieces if units[p.unit].arm == "rifle" and not p.order)
    if hands < len(loose):
        why = "Each battery takes a step of rifle infantry stacked with it to drag it."
        yield activation.barred(DRAG, why, "RS 14.3.8")
        return
    if not (run.fresh and run.long):
        why = "Dragging takes the whole movement: nothing else may come before it."
        yield activation.barred(DRAG, why, "RS 14.3.8", "RS 12.2")
        return
    if any(piece.work for piece in loose):
        yield activation.Offer(f"{DRAG} out", "drag the guns out of the pit", drag_out)
    for there in run.situation.board.neighbours(run.cell):
        bar = _bar_to_drag(run, there)
        key = f"{DRAG} {run.label(there)}"
        said = f"drag the guns to {run.label(there)}"
        yield (key, bar[1]) if bar else activation.Offer(key, said, drag, (there,))


def _bar_to_drag(run: Activation, there: Hex) -> Barred | None:
    """Return why guns cannot be dragged into a hex; wheels need no road for it."""
    label = run.label(there)
    if run.enemies(there):
        why = f"Enemies are in {label}: nobody is dragged there."
        return activation.barred(label, why, "RS 14.1.10")
    if ways(run.situation.ground, run.situation.shelf).edge(run.cell, there).foot >= NEVER:
        return label, entry_cost(run.situation, run.names, there)
    return entering.crowded(run, there) or entering.forbidden(run, there)


@implements("RS", "14.3.8", "12.2")
def drag(run: Activation, there: Hex) -> Generator[Step, Any, Activation]:
    """Drag guns one hex by hand, into a pit there if there is one: a long action."""
    return (yield from entering.long_move(run, there, "drags", DRAG))


@implements("RS", "14.3.8", "14.3.10")
def drag_out(run: Activation) -> Generator[Step, Any, Activation]:
    """Drag guns out of their pit within the hex: the same long action without a move."""
    before = run.pieces
    run = run.changed(*(evolve(p, task=DRAG, hiding="", acted=True) for p in before))
    trigger = Trigger("drags", (), run.cell, long=True)
    run = yield from activation.draw_fire(run, trigger)
    situation = run.situation
    left = [situation.piece(p.unit) for p in before if situation.on_map(p.unit)]
    done = [
        evolve(p, task="", work="" if _gun(situation, p) and not run.over else p.work) for p in left
    ]
    return evolve(run, situation=situation.replace_pieces(*done), over=True)

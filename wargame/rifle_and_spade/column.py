"""Column (14.2): entering and leaving it, and dropping out of it under fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.rifle_and_spade import activation, stacking
from wargame.rifle_and_spade.costs import halves
from wargame.rifle_and_spade.orders import march
from wargame.rifle_and_spade.triggers import Trigger

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.activation import Activation, Barred, Offer
    from wargame.rifle_and_spade.state import Piece, Situation

ENTER, LEAVE, STAY, STOP = "column", "leave column", "stay", "leave and stop"


def offers(run: Activation) -> Iterator[Offer | Barred]:
    """Yield what a stack may do about Column now."""
    infantry = _infantry(run)
    if not infantry or run.shared or run.hid:
        return
    if any(piece.order for piece in infantry):
        yield _leaving(run, infantry)
    if not all(piece.order for piece in infantry):
        yield _entering(run, infantry)


def _infantry(run: Activation) -> tuple[Piece, ...]:
    units = run.situation.roster.units
    return tuple(piece for piece in run.pieces if units[piece.unit].infantry)


@implements("RS", "14.2.4", "14.2.5", "14.2.10", "16.1.2")
def _entering(run: Activation, infantry: tuple[Piece, ...]) -> Offer | Barred:
    cost = march.column_cost(run, entering=True)
    if any(piece.confused for piece in infantry):
        why = "Confused units may not enter Column."
        return activation.barred(ENTER, why, "RS 14.2.10", "RS 16.1.2")
    if cost > run.left:
        return _too_dear(run, ENTER, cost)
    if not _fits(run.situation, _in_column(infantry)):
        why = f"{run.label(run.cell)} has no room for so many in Column."
        return activation.barred(ENTER, why, "RS 14.2.2", "RS 3.7.8")
    said = f"form Column ({activation.points_of(cost)})"
    return activation.Offer(ENTER, said, enter)


@implements("RS", "14.2.4")
def _leaving(run: Activation, infantry: tuple[Piece, ...]) -> Offer | Barred:
    cost = march.column_cost(run, entering=False)
    if cost > run.left:
        return _too_dear(run, LEAVE, cost)
    if not _fits(run.situation, _deployed(infantry)):
        why = f"{run.label(run.cell)} has no room for them off the road."
        return activation.barred(LEAVE, why, "RS 3.7.8")
    said = f"leave Column ({activation.points_of(cost)})"
    return activation.Offer(LEAVE, said, leave)


def _too_dear(run: Activation, key: str, cost: int) -> Barred:
    needs, has = activation.points_of(cost), activation.points_of(run.left)
    return activation.barred(key, f"That takes {needs}; {has} left.", "RS 14.2.4")


def _in_column(pieces: Iterable[Piece]) -> list[Piece]:
    return [evolve(each, order="column", work="", hiding="") for each in pieces]


def _deployed(pieces: Iterable[Piece]) -> list[Piece]:
    return [evolve(each, order="") if each.order else each for each in pieces]


def _fits(situation: Situation, pieces: list[Piece]) -> bool:
    """Return whether a hex has room for pieces of its stack as changed."""
    cell, side = pieces[0].at, situation.side(pieces[0])
    after = {piece.unit: piece for piece in situation.at(cell, side)}
    after.update((piece.unit, piece) for piece in pieces)
    return stacking.fits(situation, after.values(), cell)


@implements("RS", "14.2", "14.2.2", "14.2.3", "14.2.4")
def enter(run: Activation) -> Generator[Step, Any, Activation]:
    """Form Column: pay, let the enemy fire, then go on by the allowance of Column.

    Troops in Column are on top of any work; coming out of it costs nothing more.
    """
    cost = march.column_cost(run, entering=True)
    run = run.changed(*_in_column(_infantry(run)), spent=cost)
    trigger = Trigger("column", (), run.cell, inside_points=cost)
    run = yield from activation.draw_fire(run, trigger)
    return run if run.over else run.stopped_by_mode()


@implements("RS", "14.2.3", "14.2.4")
def leave(run: Activation) -> Generator[Step, Any, Activation]:
    """Leave Column: pay, let the enemy fire, then stop if the standard allowance is spent."""
    cost = march.column_cost(run, entering=False)
    run = run.changed(*_deployed(_infantry(run)), spent=cost)
    trigger = Trigger("column", (), run.cell, inside_points=cost)
    run = yield from activation.draw_fire(run, trigger)
    return run if run.over else run.stopped_by_mode()


@implements("RS", "14.2.8", "14.3.3", "17.4.8")
def offer_to_leave(run: Activation) -> Generator[Step, Any, Activation]:
    """Ask a moving stack that was fired at whether it leaves Column, guns whether they unlimber.

    It pays as usual, or simply stops where it is. Neither triggers fire.
    """
    pieces = tuple(piece for piece in run.pieces if piece.order)
    if not pieces or not _fits(run.situation, _deployed(pieces)):
        return run
    cost = _cost_of_leaving(run, pieces)
    options = [Option(STAY, "stay as they are")]
    if cost <= run.left:
        options.append(Option(LEAVE, f"leave Column and pay {activation.points_of(cost)}"))
    options.append(Option(STOP, "leave Column and stop here"))
    answer: Option = yield Choice(
        run.side, "Fired at in Column", options, ("RS 14.2.8",), position=run.situation
    )
    if answer.key == STAY:
        return run
    if answer.key == STOP:
        return evolve(run.changed(*_deployed(pieces)), over=True)
    return run.changed(*_deployed(pieces), spent=cost).stopped_by_mode()


def _cost_of_leaving(run: Activation, pieces: tuple[Piece, ...]) -> int:
    column, limber = march.column_cost(run, entering=False), halves(run.activities.limber)
    return max(column if piece.order == "column" else limber for piece in pieces)


@implements("RS", "14.2.8", "14.3.3")
def leave_under_fire(situation: Situation, names: Iterable[str]) -> Generator[Step, Any, Situation]:
    """Ask the owner of a stack that was fired at and is not moving whether it leaves Column.

    It costs nothing and triggers nothing. Whoever resolves the fire calls this after it.

    Args:
        situation: The position after the fire.
        names: The units fired at; those off the map or not in Column do not matter.
    """
    pieces = [situation.piece(name) for name in names if situation.on_map(name)]
    pieces = [piece for piece in pieces if piece.order]
    if not pieces or not _fits(situation, _deployed(pieces)):
        return situation
    options = (Option(STAY, "stay as they are"), Option(LEAVE, "leave Column"))
    side = situation.side(pieces[0])
    answer: Option = yield Choice(
        side, "Fired at in Column", options, ("RS 14.2.8",), position=situation
    )
    if answer.key == STAY:
        return situation
    return situation.replace_pieces(*_deployed(pieces))

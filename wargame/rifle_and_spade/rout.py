"""Rout (16.4), a step that runs (16.3.1), and becoming Confused (16.1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import figure
from wargame.rifle_and_spade import headquarters, officers, retreat
from wargame.rifle_and_spade.losses import worth_to_owner

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.procedure import Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Steps, Unit


@implements("RS", "16.1.2", "14.2.10")
def confused(piece: Piece) -> Piece:
    """Return a piece Confused: it drops out of column, which triggers no fire, and ends its task.

    It keeps its place in an assault (16.3/3), stays hidden, and stays limbered.
    """
    order = "" if piece.order == "column" else piece.order
    return evolve(piece, confused=True, order=order, task="")


def confuse(situation: Situation, names: Iterable[str]) -> Situation:
    """Return the situation with those of the units that are on the map Confused."""
    found = (situation.piece(name) for name in names if situation.on_map(name))
    return situation.replace_pieces(*map(confused, found))


def break_off(situation: Situation, names: Iterable[str]) -> Situation:
    """Return the situation with the long actions of those units given up (13.1.15)."""
    found = (situation.piece(name) for name in names if situation.on_map(name))
    return situation.replace_pieces(*(evolve(each, task="") for each in found if each.task))


@implements("RS", "16.4", "16.4.1", "16.4.2", "9.2.12")
def rout(
    situation: Situation, names: Iterable[str], *, with_headquarters: bool = False
) -> Generator[Step, Any, Situation]:
    """Rout a stack: infantry leaves the map, artillery limbers and falls back three hexes.

    By RS-Q60 any artillery that routs limbers, at no cost, or is destroyed where it cannot. No
    regroup brings a headquarters back, so one that runs is set up again as if it had been destroyed
    (9.2.12), without the loss of leaders that only its destruction asks for (our reading).

    Args:
        situation: The position.
        names: The units of the stack.
        with_headquarters: Whether headquarters go with it, as out of an assault (18.1.4); fire
            does not touch them (17.2.8).
    """
    pieces = [situation.piece(name) for name in names if situation.on_map(name)]
    after = situation
    runners = [piece for piece in pieces if _runs(situation.unit(piece), with_headquarters)]
    for piece in runners:
        after = after.without_steps(piece, piece.steps, "rout")
    after = officers.pay_for_losses(situation, after)
    if runners:
        yield _told(situation, runners, "routs and leaves the map", "RS 16.4.1")
    for piece in runners:
        if headquarters.led_by(situation, piece.unit):
            after = yield from headquarters.replace(after, piece)
    for piece in pieces:
        if situation.unit(piece).artillery and after.on_map(piece.unit):
            after = yield from retreat.rout_guns(after, piece.unit)
            after = confuse(after, [piece.unit])
    return after


def _runs(unit: Unit, with_headquarters: bool) -> bool:  # noqa: FBT001 - handed on
    return unit.infantry or (with_headquarters and unit.arm == "headquarters")


def _told(situation: Situation, pieces: list[Piece], does: str, number: str) -> Ruling:
    names = tuple(piece.unit for piece in pieces)
    said = "; ".join(f"{situation.unit(name).name} {does}" for name in names)
    return figure("Routed", names, f"{said}.", number)


@implements("RS", "16.3.1")
def one_step_routs(situation: Situation, names: Iterable[str]) -> Generator[Step, Any, Situation]:
    """Take one infantry step of a stack to the Routed box.

    Which one is not said. As with losses to fire and assault, the unit with the most steps gives
    it, and the owner chooses among equals; pickets make up the step together. Machine guns have
    no steps, so they lose nothing here.
    """
    after: Situation = situation
    owed: Steps = 1
    while owed > 0:
        runners = [
            piece
            for piece in (after.piece(name) for name in names if after.on_map(name))
            if piece.steps and after.unit(piece).infantry
        ]
        if not runners:
            break
        runner = yield from _who_runs(after, runners)
        taken = min(runner.steps, owed)
        after = after.without_steps(runner, taken, "rout")
        yield _told(situation, [runner], "loses a step to rout", "RS 16.3.1")
        owed -= taken
    return officers.pay_for_losses(situation, after)


def _who_runs(situation: Situation, runners: list[Piece]) -> Generator[Step, Any, Piece]:
    most = max(piece.steps for piece in runners)
    equals = [piece for piece in runners if piece.steps == most]
    if len({worth_to_owner(situation, piece) for piece in equals}) == 1:
        return equals[0]
    options = [Option(each.unit, f"a step of {situation.unit(each).name}") for each in equals]
    place = situation.board.label(equals[0].at)
    purpose = f"Which unit loses a step to rout at {place}"
    option: Option = yield Choice(
        situation.side(equals[0]), purpose, options, ("RS 16.3.1",), position=situation
    )
    return situation.piece(option.key)

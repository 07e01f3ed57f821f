"""Who takes the losses of a fire (17.2.6): the most exposed first, the largest among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.units import PICKET

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.state import Piece, Situation

EXPOSURES = (
    "moving",
    "outside works",
    "in works",
    "hiding outside works",
    "hiding in works",
)
"""The levels of exposure, the most exposed first."""
CASES = ("RS 17.2.6",)


@frozen
class Hits:
    """What a fire cost.

    Args:
        situation: The position after the losses.
        lost: The units hit, once for every hit, in order.
    """

    situation: Situation
    lost: tuple[str, ...]


@implements("RS", "17.2.6/1", "17.2.6/2", "17.2.6/3", "17.2.6/4", "17.2.6/5")
def exposure(situation: Situation, piece: Piece, movers: Iterable[str]) -> int:
    """Return how exposed a piece is: an index into :data:`EXPOSURES`."""
    if piece.unit in set(movers):
        return 0
    inside = situation.work_of(piece) is not None
    return (3 if piece.hiding else 1) + inside


@implements("RS", "17.2.6", "3.1.3", "17.2.8")
def take_losses(
    situation: Situation, targets: Iterable[str], hits: int, movers: Iterable[str] = ()
) -> Generator[Step, Any, Hits]:
    """Apply hits to a stack; its owner decides among units that are equally due.

    Each hit goes to the most exposed level. Within a level every unit takes one before any takes a
    second, the largest first; machine guns and pickets are hit only when nobody else is left there,
    and then one hit destroys them all. Headquarters are never hit. Hits beyond the steps in the hex
    are ignored.

    Args:
        situation: The position.
        targets: The units fired at.
        hits: Step losses.
        movers: Those among them that move: the most exposed.
    """
    standing, moving = list(targets), frozenset(movers)
    lost: list[str] = []
    struck: list[str] = []  # in this level, since all in it were last hit alike
    level = -1
    for _ in range(hits):
        due = _due(situation, standing, moving)
        if not due:
            break
        now = exposure(situation, due[0], moving)
        struck = struck if now == level else []
        level = now
        soft = [piece for piece in due if _soft(situation, piece)]
        if len(soft) == len(due):
            for piece in due:
                situation = situation.without_steps(piece, piece.steps, "fire")
                lost.append(piece.unit)
            continue
        hard = [piece for piece in due if piece not in soft]
        fresh = [piece for piece in hard if piece.unit not in struck]
        if not fresh:
            struck, fresh = [], hard
        most = max(piece.steps for piece in fresh)
        name = yield from _whom(situation, [p for p in fresh if p.steps == most])
        situation = situation.without_steps(situation.piece(name), 1, "fire")
        struck.append(name)
        lost.append(name)
    return Hits(situation, tuple(lost))


@implements("RS", "9.2.5")
def _due(situation: Situation, names: Iterable[str], movers: frozenset[str]) -> list[Piece]:
    """Return the pieces of the most exposed level that still has any."""
    here = [
        situation.piece(name)
        for name in names
        if situation.on_map(name) and situation.unit(name).arm != "headquarters"
    ]
    first = min((exposure(situation, piece, movers) for piece in here), default=0)
    return [piece for piece in here if exposure(situation, piece, movers) == first]


def _soft(situation: Situation, piece: Piece) -> bool:
    """Return whether a piece is hit only when nobody else is there: machine guns and pickets."""
    return situation.unit(piece).arm == "machine gun" or piece.steps <= PICKET


def _whom(situation: Situation, alike: list[Piece]) -> Generator[Step, Any, str]:
    """Ask the owner who takes a hit, where several are equally due."""
    if len(alike) == 1:
        return alike[0].unit
    owner = situation.side(alike[0])
    options = [Option(piece.unit, f"{piece.unit} takes the loss") for piece in alike]
    answer: Option = yield Choice(
        owner, f"{owner}: who takes the loss", options, CASES, position=situation
    )
    return answer.key


def worth_to_owner(situation: Situation, piece: Piece) -> tuple[object, ...]:
    """Return all that could make an owner prefer one unit to another."""
    unit = situation.unit(piece)
    body = (unit.brigiment, unit.battalion, unit.arm, unit.size, unit.steps)
    worth = (unit.rifles, unit.machine_guns, unit.morale)
    return (*body, *worth, evolve(piece, unit=""))

"""Who takes the hits of an assault (18.4.2), and units destroyed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import figure
from wargame.rifle_and_spade import headquarters, officers
from wargame.rifle_and_spade.losses import worth_to_owner

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.toll import Cause
    from wargame.rifle_and_spade.units import Steps


@frozen
class Hit:
    """What a hit did.

    Args:
        situation: The position after it.
        steps: Steps lost.
        removed: Units removed from the map.
    """

    situation: Situation
    steps: Steps = 0
    removed: tuple[str, ...] = ()


def _weak(situation: Situation, piece: Piece) -> bool:
    """Return whether a piece goes with all pickets and machine guns at one hit."""
    unit = situation.unit(piece)
    return unit.arm == "machine gun" or (unit.rifle and unit.size == "picket")


@implements("RS", "18.4.2")
def exposed(situation: Situation, pieces: Iterable[Piece]) -> tuple[tuple[Piece, ...], bool]:
    """Return who a hit falls on, and whether it takes them all.

    Rifles and cavalry first: the largest, equals as the owner likes. Then all pickets and machine
    guns together; when only artillery and headquarters are left, all of these together.
    """
    stack = tuple(pieces)
    weak = tuple(piece for piece in stack if _weak(situation, piece))
    strong = [piece for piece in stack if situation.unit(piece).rifle and piece not in weak]
    if strong:
        most = max(piece.steps for piece in strong)
        return tuple(piece for piece in strong if piece.steps == most), False
    if weak:
        return weak, True
    return stack, True


@implements("RS", "18.4.2", "18.4/6")
def take_hit(situation: Situation, names: Iterable[str], role: str) -> Generator[Step, Any, Hit]:
    """Apply one hit to a side.

    Args:
        situation: The position.
        names: The units that fight on that side.
        role: attacker or defender, for the question whose step it is.
    """
    pieces = tuple(situation.piece(name) for name in names if situation.on_map(name))
    if not pieces:
        return Hit(situation)
    struck, together = exposed(situation, pieces)
    if together:
        return (yield from destroy(situation, [piece.unit for piece in struck], "assault"))
    piece = struck[0]
    if len({worth_to_owner(situation, each) for each in struck}) > 1:
        option: Option = yield _whose_step(situation, struck, role)
        piece = situation.piece(option.key)
    lost = min(1, piece.steps)
    after = situation.without_steps(piece, lost, "assault")
    removed = () if after.on_map(piece.unit) else (piece.unit,)
    return Hit(officers.pay_for_losses(situation, after), lost, removed)


def _whose_step(situation: Situation, equals: tuple[Piece, ...], role: str) -> Choice:
    options = [Option(each.unit, f"a step of {situation.unit(each).name}") for each in equals]
    place = situation.board.label(equals[0].at)
    purpose = f"Which unit of the {role} loses a step at {place}"
    return Choice(situation.side(equals[0]), purpose, options, ("RS 18.4.2",), position=situation)


@implements("RS", "18.4/2b", "18.4/4c", "19.1.11", "11.14.14")
def destroy(situation: Situation, names: Iterable[str], cause: Cause) -> Generator[Step, Any, Hit]:
    """Remove units with all their steps; a headquarters comes back elsewhere and may cost leaders.

    Args:
        situation: The position.
        names: The units.
        cause: assault, or surrender: those steps never come back.
    """
    pieces = [situation.piece(name) for name in names if situation.on_map(name)]
    if not pieces:
        return Hit(situation)
    after, steps = situation, sum((piece.steps for piece in pieces), 0)
    for piece in pieces:
        after = after.without_steps(piece, piece.steps, cause)
    after = officers.pay_for_losses(situation, after)
    gone = tuple(piece.unit for piece in pieces)
    what = "surrendered" if cause == "surrender" else "destroyed"
    named = ", ".join(situation.unit(piece).name for piece in pieces)
    number = "RS 19.1.11" if cause == "surrender" else "RS 18.4.2"
    yield figure(what.capitalize(), gone, f"{named}: {what}.", number)
    for piece in pieces:
        if situation.unit(piece).arm == "headquarters":
            after = yield from headquarters.lost(after, piece)
    return Hit(after, steps, gone)

"""Rally (16.5): a stack comes from Confused to Good."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.errors import Refused
from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import automatic, figure, finding, refusal
from wargame.rifle_and_spade import costs, officers

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.procedure import Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.officers import Activity
    from wargame.rifle_and_spade.state import Piece, Situation

SHARE = 3
"""By day and at twilight rallying takes one part of the movement allowance in so many (16.5)."""
NONE = "none"


@frozen
class Rallied:
    """What came of rallying.

    Args:
        situation: The position after it.
        spent: Movement points spent. They trigger no fire and add to no modifier (17.4.5, 17.4.11).
        may_move: Whether any movement allowance can be left: not at night.
        long_action: Whether the stack may still perform a long action in this activation: not
            where a unit without a movement allowance rallied.
    """

    situation: Situation
    spent: int
    may_move: bool
    long_action: bool


def _confused(situation: Situation, names: Iterable[str]) -> list[Piece]:
    found = (situation.piece(name) for name in names if situation.on_map(name))
    return [piece for piece in found if piece.confused]


def _allowances(situation: Situation, names: Iterable[str]) -> list[int]:
    """Return the movement allowances that the units would have were none of them Confused."""
    pieces = [situation.piece(name) for name in names if situation.on_map(name)]
    return [_allowance(situation, evolve(piece, confused=False)) for piece in pieces]


def _allowance(situation: Situation, piece: Piece) -> int:
    """Return a movement allowance; none for guns in fixed mounts or without teams (14.3.8-10)."""
    gun = situation.unit(piece).gun
    if gun is not None and (gun.fixed or not gun.teams):
        return 0
    return costs.points(situation, piece) // 2


@implements("RS", "16.5")
def movement_cost(situation: Situation, names: Iterable[str]) -> Ruling:
    """Return the movement points that rallying a stack takes.

    By RS-Q58 a third is rounded down, of the allowance the units would have in their present mode
    were they not Confused. A stack moves as its slowest unit does, so that one's counts; a unit
    that cannot move at all costs nothing.
    """
    able = [each for each in _allowances(situation, names) if each > 0]
    if not able:
        why = "No unit of the stack has a movement allowance, so rallying takes none."
        return automatic("Movement points", 0, why, "RS 16.5")
    slowest = min(able)
    part = figure("Unconfused allowance", slowest, "That of the slowest unit.", "RS 16.5")
    night = situation.light == "night"
    cost = slowest if night else slowest // SHARE
    said = (
        "At night rallying takes all of it." if night else "Rallying takes a third, rounded down."
    )
    return finding(
        "Movement points", cost, said, "RS 16.5", "RS 1.4.5", parts=(part,), unit="movement points"
    )


def in_contact(situation: Situation, piece: Piece) -> bool:
    """Return whether a piece is adjacent to an enemy or in Us/Them (1.3)."""
    enemy = situation.occupied[situation.other(situation.side(piece))]
    return piece.at in enemy or any(near in enemy for near in piece.at.neighbours())


def _payers(situation: Situation, confused: list[Piece]) -> dict[str, Activity]:
    """Return what each brigiment in the stack pays for: its own units that rally."""
    where: Activity = (
        "rally in contact" if in_contact(situation, confused[0]) else "rally elsewhere"
    )
    return dict.fromkeys(sorted({situation.unit(piece).brigiment for piece in confused}), where)


@implements("RS", "16.5", "10.2.2")
def may_rally(situation: Situation, names: Iterable[str]) -> Ruling:
    """Return whether a stack may rally now, with what it costs; the reason where it may not.

    That rallying comes first in an activation is for the caller to see to.
    """
    names = tuple(names)
    confused = _confused(situation, names)
    if situation.ruleset.rallies is not None:
        why = "In this scenario a side rallies freely once a turn instead of by moving."
        return refusal("Rally", why, "GB 102.1.7")
    if not confused:
        return refusal("Rally", "No unit of the stack is Confused.", "RS 16.5")
    costs = [officers.afford(situation, *pair) for pair in _payers(situation, confused).items()]
    lacking = [cost for cost in costs if not cost.allowed]
    if lacking:
        return refusal("Rally", lacking[0].sentence, "RS 10.2.2", allowed=costs)
    said = "A Confused stack may rally as the first thing it does."
    parts = (movement_cost(situation, names), *costs)
    return finding("Rally", True, said, "RS 16.5", parts=parts)


def can_rally(situation: Situation, names: Iterable[str]) -> bool:
    """Return whether :func:`may_rally` allows it, without explaining."""
    confused = _confused(situation, names)
    return (
        bool(confused)
        and situation.ruleset.rallies is None
        and all(
            officers.can_afford(situation, *pair) for pair in _payers(situation, confused).items()
        )
    )


def steadied(situation: Situation, names: Iterable[str]) -> Situation:
    """Return the situation with those units in Good morale."""
    return situation.replace_pieces(
        *(evolve(piece, confused=False) for piece in _confused(situation, names))
    )


@implements("RS", "16.5", "16.1.1")
def rally(situation: Situation, names: Iterable[str]) -> Rallied:
    """Rally a stack as the first activity of its movement (16.5).

    Raises:
        Refused: It may not; the ruling says why.
    """
    names = tuple(names)
    if not can_rally(situation, names):
        raise Refused(may_rally(situation, names))
    confused = _confused(situation, names)
    spent = movement_cost(situation, names).value
    free = 0 in _allowances(situation, [piece.unit for piece in confused])
    after = steadied(situation, names)
    for brigiment, activity in _payers(situation, confused).items():
        after = officers.spend(after, brigiment, activity)
    assert isinstance(spent, int)  # noqa: S101 - a count of movement points
    return Rallied(after, spent, may_move=situation.light != "night", long_action=not free)


@implements("GB", "102.1.7")
def free_rallies(situation: Situation, side: str) -> Generator[Step, Any, Situation]:
    """Let a side rally its stacks of this turn where a scenario makes that free (GB 102.1.7).

    The ruleset says how many. The owner may pass each up.
    """
    for _ in range(situation.ruleset.rallies or 0):
        stacks = {piece.at: None for piece in situation.of(side) if piece.confused}
        if not stacks:
            return situation
        label = situation.board.label
        options = [Option(label(at), f"rally the stack at {label(at)}") for at in stacks]
        options.append(Option(NONE, "rally nobody"))
        purpose = "Which Confused stack rallies this turn"
        option: Option = yield Choice(side, purpose, options, ("GB 102.1.7",), position=situation)
        if option.key == NONE:
            return situation
        at = situation.board.hex(option.key)
        situation = steadied(situation, [piece.unit for piece in situation.at(at, side)])
    return situation

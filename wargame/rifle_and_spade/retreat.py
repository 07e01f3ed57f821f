"""Retreat (19): out of the hex, or into Us/Them, or into captivity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.rifle_and_spade import retreat_us_them
from wargame.rifle_and_spade.assault_losses import destroy
from wargame.rifle_and_spade.gun_rout import rout_guns
from wargame.rifle_and_spade.retreat_move import come_to_rest, present, withdraw
from wargame.rifle_and_spade.retreat_ways import closed, has_way, ways_out

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.retreat_ways import RetreatRole, Ways
    from wargame.rifle_and_spade.state import Piece, Situation

__all__ = ["can_retreat", "leave", "retreat", "rout_guns"]

SINGLY = "singly"
"""The key of the option to send the units of a stack different ways."""


@implements("RS", "19.0", "19.1", "19.1/1", "19.1/2", "19.1/3", "19.1.1")
def retreat(
    situation: Situation, names: Iterable[str], role: RetreatRole, *, us_them: bool = False
) -> Generator[Step, Any, Situation]:
    """Retreat units of one side from their hex; the owner decides where the rules leave a choice.

    Args:
        situation: The position.
        names: The units, all in one hex; those that cannot fight go with those that do (18.1.4).
        role: attacker, defender, or overstacked.
        us_them: Whether they may go to ground in the same hex instead (19.2): attackers only.

    Returns:
        The position. Attackers are still there, under the marker, when the defender would rather
        go on with the assault than give way to Us/Them (19.2.3).
    """
    names = tuple(name for name in names if situation.on_map(name))
    if not names:
        return situation
    at = situation.piece(names[0]).at
    entered = _entered(situation, situation.at(at, situation.unit(names[0]).side))
    if us_them and role == "attacker":
        plan = yield from retreat_us_them.plan(
            situation, names, may_leave=can_retreat(situation, names)
        )
        if plan.refused:
            return plan.situation
        after = yield from leave(plan.situation, plan.leaving, role, entered, plan.barred)
        return (yield from retreat_us_them.carry_out(after, plan.staying, at))
    return (yield from leave(situation, names, role, entered))


def _entered(situation: Situation, pieces: Iterable[Piece]) -> frozenset[Hex]:
    """Return the hexes from which the attackers of a hex came."""
    return frozenset(
        piece.came_from
        for piece in pieces
        if piece.came_from is not None and piece.wave and situation.unit(piece).rifle
    )


def can_retreat(situation: Situation, names: Iterable[str]) -> bool:
    """Return whether every one of these units has a way out of its hex."""
    return all(has_way(situation, situation.piece(name)) for name in names)


def leave(
    situation: Situation,
    names: Sequence[str],
    role: RetreatRole,
    entered: frozenset[Hex],
    barred: tuple[tuple[str, Ruling], ...] = (),
) -> Generator[Step, Any, Situation]:
    """Take units out of their hex, together as far as they can go together.

    Args:
        situation: The position.
        names: The units.
        role: Decides the direction.
        entered: The hexes from which attackers came.
        barred: What else one might expect, with the reason why it may not be.
    """
    if not names:
        return situation
    at, pending, singly = situation.piece(names[0]).at, list(names), False
    while pending := list(present(situation, pending, at)):
        pieces = [situation.piece(name) for name in pending]
        group, found = _together(situation, pieces[:1] if singly else pieces, role, entered)
        if not found.options:
            situation = yield from surrender(situation, [piece.unit for piece in group])
            continue
        there, moving = found.options[0], [piece.unit for piece in group]
        if len(found.options) > 1:
            shut = (*closed(situation, group, found, role), *barred)
            option: Option = yield _ask(situation, group, shut, found.options)
            if option.key == SINGLY:
                singly = True
                continue
            there = situation.board.hex(option.key)
        situation = yield from withdraw(situation, moving, there)
        situation = yield from come_to_rest(situation, moving, there)
    return situation


def _together(
    situation: Situation, pieces: Sequence[Piece], role: RetreatRole, entered: frozenset[Hex]
) -> tuple[list[Piece], Ways]:
    """Return the first unit and all that have the same ways out and find room there with it."""
    first, *others = pieces
    group, found = [first], ways_out(situation, [first], role, entered)
    alone = found.options
    if not alone:
        return group, found
    for piece in others:
        if ways_out(situation, [piece], role, entered).options == alone:
            joined = ways_out(situation, [*group, piece], role, entered)
            if joined.options and set(joined.options) <= set(alone):
                group, found = [*group, piece], joined
    return group, found


def _ask(
    situation: Situation,
    group: Sequence[Piece],
    barred: tuple[tuple[str, Ruling], ...],
    found: tuple[Hex, ...],
) -> Choice:
    board = situation.board
    options = [Option(board.label(each), f"to {board.describe(each)}") for each in found]
    if len(group) > 1:
        options.append(Option(SINGLY, "unit by unit, not all the same way"))
    named = ", ".join(situation.unit(piece).name for piece in group)
    purpose = f"Retreat from {board.label(group[0].at)}: where {named} go"
    cases = ("RS 19.1", "RS 19.1.2", "RS 19.1.3")
    return Choice(situation.side(group[0]), purpose, options, cases, barred, position=situation)


@implements("RS", "19.1.11")
def surrender(situation: Situation, names: Iterable[str]) -> Generator[Step, Any, Situation]:
    """Remove units that have no way out; their steps are captured and never come back."""
    lost = yield from destroy(situation, names, "surrender")
    return lost.situation

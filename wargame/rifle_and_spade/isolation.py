"""Isolated units (9.3.2): those that no chain of messages joins to their headquarters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, automatic, finding
from wargame.rifle_and_spade import messaging

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.state import Piece, Situation

EXEMPT = frozenset({"initial attack", "cordon defense", "march"})
"""The orders whose units in line need no messages (9.3.4)."""
_ORDER_CASES = {
    "initial attack": "RS 11.9.4/3",
    "cordon defense": "RS 11.12.6/3",
    "march": "RS 11.16.3",
}


@implements("RS", "9.2.1")
def headquarters_hex(situation: Situation, brigiment: str) -> Hex | None:
    """Return where a brigiment's headquarters is; None while it is off the map."""
    name = situation.army.brigiment(brigiment).headquarters
    return situation.piece(name).at if name and situation.on_map(name) else None


def _exempt(command: Command, piece: Piece) -> bool:
    """Return whether the order spares a unit: in line, and not still deaf to it (11.6.3).

    An Initial Attack that is still to come is a defense until then (11.9.1, 11.8.1).
    """
    order = command.order
    at_work = order.kind in EXEMPT and order.scheduled is None
    return at_work and piece.unit not in order.support and piece.unit not in order.deaf


@implements("RS", "9.3", "9.3.2", "9.3.4")
def isolated(situation: Situation, piece: Piece) -> bool:
    """Return whether a unit is out of messaging range now, without the words.

    It is the marker (:attr:`Piece.isolated`) that counts during a turn; this is what the Isolated
    Units Segment goes by.
    """
    command = situation.commanded(piece)
    if command is None or _exempt(command, piece):
        return False
    at = headquarters_hex(situation, command.brigiment)
    if at is None:
        return True
    return piece.at not in messaging.reached(
        situation, at, situation.side(piece), command.brigiment
    )


@implements("RS", "9.3.2", "9.3.4", "9.3.5", "11.9.4/3", "11.12.6/3", "11.16.3")
def isolated_ruling(situation: Situation, piece: Piece) -> Ruling:
    """Return whether a unit is out of messaging range of its headquarters, link by link.

    The exempt orders spare units in line alone. Of the three only March can come by a change of
    order (RS-Q28); units that were isolated then stay so until a message reaches them.
    """
    label, command = f"{piece.unit} isolated", situation.commanded(piece)
    if command is None:
        if situation.unit(piece).brigiment:
            said = "Its brigade or regiment is under no orders here."
            return automatic(label, False, said, "RS 9.3.2")
        said = f"{piece.unit} is an independent unit, and these are never isolated."
        return automatic(label, False, said, "RS 9.3.5")
    if _exempt(command, piece):
        kind = command.order.kind
        said = f"Units in line under {kind.title()} orders need no messages."
        return automatic(label, False, said, "RS 9.3.4", _ORDER_CASES[kind])
    at = headquarters_hex(situation, command.brigiment)
    if at is None:
        said = f"The headquarters of {command.brigiment} is not on the map."
        return automatic(label, True, said, "RS 9.3.2", "RS 9.2.1")
    side = situation.side(piece)
    way = messaging.message(situation, piece.at, at, side, command.brigiment)
    said = (
        f"Messages reach {piece.unit} from the headquarters of {command.brigiment}."
        if way.allowed
        else f"No message reaches {piece.unit} from the headquarters of {command.brigiment}."
    )
    return finding(label, not way.allowed, said, "RS 9.3.2", "RS 9.3", parts=(way,))


@implements("RS", "9.3.2", "2.0/3a", "3.3.8")
def mark_isolated(situation: Situation) -> Situation:
    """Return the situation after the Isolated Units Segment: markers placed and removed.

    A unit that was deaf to a changed order takes its part in it once its marker is gone (11.6.3).
    """
    changed = [
        evolve(piece, isolated=now)
        for piece in situation.pieces
        if (now := isolated(situation, piece)) != piece.isolated
    ]
    if changed:
        situation = situation.replace_pieces(*changed)
    hearing = [_hear(situation, command) for command in situation.commands if command.order.deaf]
    return situation.with_command(*hearing) if hearing else situation


def _hear(situation: Situation, command: Command) -> Command:
    """Return a command whose order only units still marked, or off the map, are deaf to."""
    deaf = frozenset(
        name
        for name in command.order.deaf
        if situation.on_map(name) and situation.piece(name).isolated
    )
    return evolve(command, order=evolve(command.order, deaf=deaf))


@implements("RS", "11.6.3", "9.3.2")
def handed_on(situation: Situation, before: Iterable[str], made: Collection[str]) -> Situation:
    """Return the situation with units as deaf to an order as those that they were made of.

    Args:
        situation: The position after counters were exchanged.
        before: The units that were.
        made: Those in their place.
    """
    gone = frozenset(before)
    changed = [
        evolve(command, order=evolve(command.order, deaf=(command.order.deaf - gone).union(made)))
        for command in situation.commands
        if gone & command.order.deaf
    ]
    return situation.with_command(*changed) if changed else situation


def isolated_units(situation: Situation, brigiment: str) -> tuple[str, ...]:
    """Return the units of a brigiment that bear the marker."""
    return tuple(
        piece.unit
        for piece in situation.pieces
        if piece.isolated and situation.unit(piece).brigiment == brigiment
    )

"""Inspecting stacks (3.8): what a side may know of the other's units in a hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, total
from wargame.core.ruling_views import value_text
from wargame.rifle_and_spade.stacking import prorated, stacking_order

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Steps

SPIES: dict[str, str] = {"gallipoli_1915": "Entente"}
"""By game, the side that may look through every stack before play begins (101.8)."""
_HIDING = {"terrain": "hiding", "work": "hiding in its work", "ridge": "hiding behind a ridge"}


@implements("RS", "3.8", "3.8.1", "3.8.3")
@implements("GB", "101.8")
def seen(
    situation: Situation,
    cell: Hex,
    by_side: str,
    *,
    assaulted: bool = False,
    before_play: bool = False,
) -> tuple[str, ...]:
    """Return the units in a hex that a side may look at, each stack from top to bottom.

    Its own; of the enemy's the headquarters, the artillery, and the topmost other unit.

    Args:
        situation: The position.
        cell: The hex.
        by_side: Who looks.
        assaulted: Whether an assault is being resolved there: then everything is shown.
        before_play: Whether play has not begun: then whoever has spies looks at everything.
    """
    own = stacking_order(situation, situation.at(cell, by_side))
    theirs = stacking_order(situation, situation.at(cell, situation.other(by_side)))
    if not (assaulted or (before_play and _has_spies(situation, by_side))):
        theirs = tuple(_on_top(situation, theirs))
    return tuple(piece.unit for piece in (*own, *theirs))


def _has_spies(situation: Situation, side: str) -> bool:
    return any(situation.ruleset.belongs_to(game) for game, spy in SPIES.items() if spy == side)


def _on_top(situation: Situation, stack: Iterable[Piece]) -> Iterable[Piece]:
    """Yield what of a stack, in stacking order, may be seen from outside."""
    topmost = True
    for piece in stack:
        unit = situation.unit(piece)
        if unit.artillery or unit.arm == "headquarters":
            yield piece
        elif topmost:
            topmost = False
            yield piece


@implements("RS", "3.8", "3.8.1", "3.8.3")
@implements("GB", "101.8")
def visible(
    situation: Situation,
    cell: Hex,
    by_side: str,
    *,
    assaulted: bool = False,
    before_play: bool = False,
) -> Ruling:
    """Return what a side may know of a hex: units with their markers, and every fieldwork.

    The explanation tells no more than the side may know: not even how much lies underneath.

    Args:
        situation: The position.
        cell: The hex.
        by_side: Who looks.
        assaulted: Whether an assault is being resolved there.
        before_play: Whether play has not begun.
    """
    names = seen(situation, cell, by_side, assaulted=assaulted, before_play=before_play)
    parts = [_unit_part(situation, situation.piece(name)) for name in names]
    parts += [
        figure(work.id, work.kind, f"A {work.kind}.", "RS 3.8.1")
        for work in situation.works_at(cell)
    ]
    case, said = "RS 3.8.1", "Headquarters, artillery and the topmost other unit are shown."
    if assaulted:
        case, said = "RS 3.8.3", "While an assault is resolved everything is shown."
    elif before_play and _has_spies(situation, by_side):
        case, said = "GB 101.8", "Before play begins everything is known."
    label = f"{situation.board.label(cell)} as {by_side} sees it"
    return finding(label, names, said, case, parts=parts)


def _unit_part(situation: Situation, piece: Piece) -> Ruling:
    unit = situation.unit(piece)
    marks = markers(situation, piece)
    said = f"{unit.name}{': ' if marks else ''}{', '.join(marks)}."
    steps = value_text(piece.steps) if piece.steps else None
    return figure(piece.unit, steps, said, "RS 3.8.1", unit="steps" if steps else "")


def markers(situation: Situation, piece: Piece) -> tuple[str, ...]:
    """Return what the markers on a piece say of it, in words."""
    work = situation.work_of(piece)
    works = any(each.kind != "barbed wire" for each in situation.works_at(piece.at))
    found = (
        f"in {work.id}" if work else "on top" if works else "",
        _HIDING.get(piece.hiding, ""),
        "in Column" if piece.order == "column" else piece.order,
        "Confused" if piece.confused else "",
        f"wave {piece.wave} of an assault" if piece.wave else "",
        piece.task,
        f"{piece.shots} shoots" if piece.shots else "",
    )
    return tuple(word for word in found if word)


@implements("RS", "3.8.2")
def fire_shown(situation: Situation, names: Iterable[str]) -> Ruling:
    """Return what a side must tell when units fire: points of each type, from each hex.

    What the target must tell, the modifiers that apply to it, is the explanation of the fire.

    Args:
        situation: The position.
        names: The units that fire.
    """
    by_hex: dict[Hex, list[Piece]] = {}
    for name in names:
        piece = situation.piece(name)
        by_hex.setdefault(piece.at, []).append(piece)
    parts = tuple(_hex_fire(situation, cell, by_hex[cell]) for cell in sorted(by_hex))
    said = "Points of each type are told for each hex, before any multiplier."
    return total("Fire shown", parts, said, "RS 3.8.2", unit="points")


def _hex_fire(situation: Situation, cell: Hex, pieces: Iterable[Piece]) -> Ruling:
    sums: dict[str, Steps] = {"Artillery": 0, "Machine guns": 0, "Rifles": 0}
    for piece in pieces:
        unit = situation.unit(piece)
        if unit.gun is not None:
            sums["Artillery"] += prorated(unit.gun.points, unit.steps, piece.steps)
        sums["Machine guns"] += unit.machine_guns
        sums["Rifles"] += prorated(unit.rifles, unit.steps, piece.steps)
    parts = [
        figure(kind, points, f"{kind}, all told.", "RS 3.8.2", unit="points")
        for kind, points in sums.items()
        if points
    ]
    label = situation.board.label(cell)
    return total(label, parts, f"From {label}.", "RS 3.8.2", unit="points")

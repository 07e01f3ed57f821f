"""Hiding (7): in close terrain, in a fieldwork, or behind a ridge; from whom, and what it bars.

Hiding is a posture of units, not a matter of sight: one may have a line of sight to a hex and yet
find nothing to shoot at in it. What it is worth against fire stands in the Fire Mods Table.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from attrs import evolve

from wargame.core.grid import Hexside
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding, refusal
from wargame.rifle_and_spade import actions, works_position
from wargame.rifle_and_spade.ground import RIDGES
from wargame.rifle_and_spade.movement_table import limits

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.state import Cover, Piece, Situation
    from wargame.rifle_and_spade.works import Work

FireKind = Literal["commanded", "opportunity", "counter"]
Why = tuple[str, str]
"""A sentence that forbids, and its case."""

COVERS: tuple[Cover, ...] = ("work", "terrain", "ridge")
WORDS: dict[Cover, str] = {
    "": "in the open", "terrain": "in the close terrain", "work": "in the fieldwork",
    "ridge": "behind the ridge",
}  # fmt: skip


@lru_cache(maxsize=8192)
def ridge_sides(field: Field, cell: Hex) -> frozenset[int]:
    """Return the directions of a hex's sides that are ridges or cliffs."""
    sides = field.board.hexsides
    return frozenset(d for d in range(6) if sides.get(Hexside.of(cell, d), frozenset()) & RIDGES)


@lru_cache(maxsize=8192)
def close_terrain(field: Field, cell: Hex) -> bool:
    """Return whether a hex is close terrain (5.1.2)."""
    content = field.board.cells.get(cell)
    known = field.ruleset.ground
    return content is not None and any(known[kind].close for kind in content.terrain)


# ---- going into hiding


@implements("RS", "7.1", "7.2", "7.2.7")
def may_hide(situation: Situation, names: Sequence[str], cover: Cover) -> Ruling:
    """Return whether units of one hex may hide so, and why; it costs nothing and triggers nothing.

    They may while they move (inside a hex or on entering it), when they retreat, after
    opportunity fire, and before commanded fire; the callers know the moment.
    """
    why = _obstacle(situation, [situation.piece(name) for name in names], cover)
    who = " and ".join(names)
    if why is not None:
        return refusal(f"Hiding {WORDS[cover]}", why[0], f"RS {why[1]}")
    return finding(f"Hiding {WORDS[cover]}", True, f"{who} may hide {WORDS[cover]}.", "RS 7.2")


def ways_to_hide(situation: Situation, names: Sequence[str]) -> tuple[Cover, ...]:
    """Return how all these units of one hex may hide together; none when they may not."""
    pieces = [situation.piece(name) for name in names]
    if any(_posture(situation, piece) for piece in pieces):
        return ()
    open_to_all = tuple(
        cover for cover in COVERS if not any(_lacks(situation, piece, cover) for piece in pieces)
    )
    return open_to_all if open_to_all and _too_many(situation, pieces) is None else ()


def _obstacle(situation: Situation, pieces: Sequence[Piece], cover: Cover) -> Why | None:
    for piece in pieces:
        why = _posture(situation, piece) or _lacks(situation, piece, cover)
        if why is not None:
            return why
    return _too_many(situation, pieces)


@implements("RS", "7.1.3")
def _posture(situation: Situation, piece: Piece) -> Why | None:
    if piece.order:
        how = "in column" if piece.order == "column" else "limbered"
        return f"{piece.unit} is {how}.", "7.1.3"
    if piece.wave:
        return f"{piece.unit} is assaulting.", "7.6.7"
    if piece.task and not actions.cancelled_by_hiding(situation.shelf, piece.task):
        return f"{piece.unit} cannot leave off: {piece.task}.", "7.1.3"
    return None


@implements("RS", "6.1.1/2", "6.1.1/4", "6.3.7", "7.1.1", "7.4", "7.4.1")
def _lacks(situation: Situation, piece: Piece, cover: Cover) -> Why | None:
    """Return what a piece lacks for a way to hide: wire alone hides nobody."""
    label = situation.board.label(piece.at)
    if cover == "work":
        return None if piece.work else (f"{piece.unit} is inside no fieldwork.", "7.1.1")
    if cover == "ridge":
        if ridge_sides(situation.ground, piece.at):
            return None
        return f"No ridge or cliff lies beside {label}.", "7.4.1"
    if piece.work:
        return f"{piece.unit} is inside a fieldwork, not on top.", "6.1.1/4"
    if not close_terrain(situation.ground, piece.at):
        return f"{label} is open ground.", "7.1"
    return None


@implements("RS", "7.1.2", "3.7.10", "3.7.10/a", "3.7.10/b", "9.2.8")
def _too_many(situation: Situation, pieces: Sequence[Piece]) -> Why | None:
    """Return what would be too much of one side in hiding.

    It is so many rifle steps outside fieldworks, and either one battery or batteries that are all
    in fieldworks; machine guns and headquarters hide free.
    """
    if not pieces:
        return "There is nobody to hide.", "7.2"
    cell, side = pieces[0].at, situation.side(pieces[0])
    names = {piece.unit for piece in pieces}
    both = [p for p in situation.at(cell, side) if p.hiding or p.unit in names]
    most = limits(situation.shelf, situation.board.cell(cell).terrain)
    steps = sum(p.steps for p in both if situation.unit(p).rifle and not p.work)
    if steps > most.hiding:
        return f"{steps} rifle steps would hide; outside fieldworks {most.hiding} can.", "3.7.10"
    guns = [p for p in both if situation.unit(p).artillery]
    if len(guns) > most.hiding_guns and not all(p.work for p in guns):
        return f"{len(guns)} batteries would hide, not all in fieldworks.", "3.7.10"
    return None


@implements("RS", "7.2.5", "7.2.6", "13.1.15/b4")
def hide(situation: Situation, names: Iterable[str], cover: Cover) -> Situation:
    """Return the situation with units hiding; the long action that hiding cancels is left off.

    Digging goes on in Us/Them by night, where one digs under cover (13.1.17).
    """
    changed = []
    for name in names:
        piece = situation.piece(name)
        quiet = piece.at in situation.shared and situation.light == "night"
        keeps = not actions.cancelled_by_hiding(situation.shelf, piece.task) or (
            piece.task == "engineering" and quiet
        )
        changed.append(evolve(piece, hiding=cover, task=piece.task if keeps else ""))
    return situation.replace_pieces(*changed)


def hide_where_they_are(situation: Situation, names: Iterable[str]) -> Situation:
    """Return the situation with units hiding each by what it has: its work, or the terrain."""
    names = sorted(names)
    inside = [name for name in names if situation.piece(name).work]
    outside = [name for name in names if name not in inside]
    return hide(hide(situation, inside, "work"), outside, "terrain")


@implements("RS", "7.6.2/1", "7.6.5/1", "7.6.7")
def unhide(situation: Situation, names: Iterable[str]) -> Situation:
    """Return the situation with units out of hiding; whether that triggers is the caller's.

    It does so by itself only when nothing else is done (7.6.2); in assault it never does.
    """
    return situation.replace_pieces(*(evolve(situation.piece(name), hiding="") for name in names))


# ---- from whom one hides


@implements("RS", "7.4.2", "7.5.2")
def hidden_from(situation: Situation, piece: Piece, firer_at: Hex) -> bool:
    """Return whether a piece hides from whoever stands in a hex.

    Behind a ridge it hides only from enemies further off than the next hex whose line comes in
    across a ridge or cliff of its own hex; where the line comes in by a corner, either side counts.
    """
    if piece.hiding != "ridge":
        return bool(piece.hiding)
    if piece.at.distance(firer_at) <= 1:
        return False
    ridges = ridge_sides(situation.ground, piece.at)
    return not ridges.isdisjoint(works_position.entry_sides(firer_at, piece.at))


@implements("RS", "7.6.4")
def adds_to_crossfire(situation: Situation, piece: Piece, target: Hex) -> bool:
    """Return whether a piece's fire at a hex may make crossfire: not while it hides from there."""
    return not hidden_from(situation, piece, target)


@implements("RS", "7.6.3")
def may_fire_hiding(situation: Situation, piece: Piece, target: Hex) -> bool:
    """Return whether a piece may fire at a hex without leaving its hiding place.

    High-angle guns may; behind a ridge anyone may along lines that do not cross it.
    """
    if not hidden_from(situation, piece, target):
        return True
    gun = situation.unit(piece).gun
    return gun is not None and gun.angle == "high"


# ---- moving under cover


@implements("RS", "7.2.4", "7.3", "7.3/1", "7.3/2", "7.4")
def moves_hidden(situation: Situation, names: Iterable[str], there: Hex) -> bool:
    """Return whether all these units can go on into a hex without being seen from anywhere new.

    Infantry can along connected fire trenches and into a fire trench from behind; anybody who
    hides behind a ridge can, as long as the next hex lies along a ridge too and the ridge is not
    crossed. Everybody else who hides must stop.
    """
    return all(
        _under_ground(situation, piece, there) or _behind_ridge(situation, piece, there)
        for piece in map(situation.piece, names)
    )


def _under_ground(situation: Situation, piece: Piece, there: Hex) -> bool:
    unit = situation.unit(piece)
    if unit.artillery:
        return False
    work = works_position.work_for(situation, unit, there)
    if work is None or not work.fire_trench:
        return False
    if works_position.from_the_rear(situation, piece, there):
        return True
    here = situation.work_of(piece)
    came_out = here is not None and (here.fire_trench or not piece.hiding)
    return came_out and works_position.along_trenches(situation, piece, there)


def _behind_ridge(situation: Situation, piece: Piece, there: Hex) -> bool:
    if piece.hiding != "ridge" or piece.at.distance(there) != 1 or piece.order:
        return False
    here = ridge_sides(situation.ground, piece.at)
    crossed = piece.at.direction_to(there) in here
    return not crossed and bool(ridge_sides(situation.ground, there))


def cover_after(situation: Situation, piece: Piece, there: Hex) -> Cover:
    """Return how a piece that moves hidden into a hex hides there."""
    return "work" if _under_ground(situation, piece, there) else "ridge"


def leaves_hidden(situation: Situation, names: Iterable[str], there: Hex) -> bool:
    """Return whether units that hide in a fire trench stay unseen in the hex that they leave.

    They do when they go off to its rear or along a connection; they may then be fired at in the
    hex they enter only.
    """
    return all(_slips_away(situation, piece, there) for piece in map(situation.piece, names))


def _slips_away(situation: Situation, piece: Piece, there: Hex) -> bool:
    work = situation.work_of(piece)
    if piece.hiding != "work" or work is None or not work.fire_trench:
        return False
    if piece.at.distance(there) != 1 or situation.unit(piece).artillery:
        return False
    to_the_rear = work.bearing(piece.at.direction_to(there)) == "rear"
    return to_the_rear or works_position.along_trenches(situation, piece, there)


# ---- coming out to fire


@implements("RS", "7.6.3", "7.6.5", "8.3.1", "8.3.1/3", "8.3.1/4")
def unhide_to_fire(
    situation: Situation, names: Sequence[str], target: Hex, kind: FireKind
) -> Ruling:
    """Return whether hiding units may come out to fire at a hex (their first step of 7.6.5).

    In Us/Them they come out only against the enemy in their own hex, and never on command.
    """
    for piece in map(situation.piece, names):
        why = _stays_down(situation, piece, target, kind)
        if why is not None:
            return refusal("Coming out to fire", why[0], f"RS {why[1]}")
    said = "They come out, take the fire of those in the open, fire, and may hide again."
    return finding("Coming out to fire", True, said, "RS 7.6.5")


def comes_out(situation: Situation, piece: Piece, target: Hex, kind: FireKind) -> bool:
    """Return the same for one piece, without words."""
    return _stays_down(situation, piece, target, kind) is None


def _stays_down(situation: Situation, piece: Piece, target: Hex, kind: FireKind) -> Why | None:
    if not piece.hiding:
        return f"{piece.unit} does not hide.", "7.6.5"
    if situation.unit(piece).arm == "headquarters":
        return f"{piece.unit} never fires.", "17.1.6"
    if piece.at not in situation.shared:
        return None
    if kind == "commanded":
        return f"{piece.unit} is in Us/Them: it comes out for no command.", "8.3.1"
    if target != piece.at:
        return f"{piece.unit} is in Us/Them: only its own hex concerns it.", "8.3.1/3"
    return None


@implements("RS", "7.2/3", "7.2.1", "7.2/4", "7.2.2", "7.6.5/5")
def rehide(situation: Situation, names: Iterable[str], covers: Sequence[Cover]) -> Situation:
    """Return the situation with units back in the hiding places they had, where they still may.

    Args:
        situation: The position.
        names: The units, on the map or not.
        covers: How each of them hid, in the same order.
    """
    for name, cover in zip(names, covers, strict=True):
        if cover and situation.on_map(name):
            piece = situation.piece(name)
            if not piece.hiding and _obstacle(situation, [piece], cover) is None:
                situation = hide(situation, [name], cover)
    return situation


def hidden_work(situation: Situation, piece: Piece) -> Work | None:
    """Return the work in which a piece hides, if it does."""
    return situation.work_of(piece) if piece.hiding == "work" else None

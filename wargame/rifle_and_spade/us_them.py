"""Us/Them (8): both sides gone to ground in one hex of close terrain, within yards of each other.

It comes of an assault given up halfway (19.2). Everybody in the hex hides, those who had it first
in its fieldworks, the others on top of them; and everybody minds only the enemy on the doorstep.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding, refusal
from wargame.rifle_and_spade import hiding, works_position
from wargame.rifle_and_spade.ruleset import observation_ranges
from wargame.rifle_and_spade.works import FOR_INFANTRY

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.works import Work


def both_sides(situation: Situation, cell: Hex) -> bool:
    """Return whether units of both sides stand in a hex."""
    return len({situation.side(piece) for piece in situation.at(cell)}) > 1


@implements("RS", "6.1.1/5")
def original_occupier(situation: Situation, cell: Hex) -> str | None:
    """Return the side whose hex it was when the other came in, or None where nothing tells.

    It is the defender of an assault, or else the owner of the works there (RS-Q22).
    """
    marker = situation.assault_at(cell)
    if marker is not None:
        return situation.other(marker.attacker)
    works = (work for work in situation.works_at(cell) if not work.close_quarters)
    return next((work.owner for work in works if work.kind != "barbed wire"), None)


@implements("RS", "8.0", "8.1", "8.2.1", "8.3", "6.1.1/5", "7.2/2")
def enter(situation: Situation, cell: Hex, names: Iterable[str]) -> Situation:
    """Return the situation with a hex in Us/Them: everybody in it hides.

    Units that come in leave assault and column; they and their enemies keep only works that are
    their own side's, and lie in the close terrain otherwise. That they fit is the caller's.

    Args:
        situation: The position.
        cell: The hex.
        names: Those who went to ground there, or came to reinforce.
    """
    comers = frozenset(names)
    changed = []
    for piece in situation.at(cell):
        work = situation.work_of(piece)
        keeps = work is not None and work.owner == situation.side(piece)
        order = "" if piece.order == "column" else piece.order
        wave = 0 if piece.unit in comers else piece.wave
        changed.append(evolve(piece, work=piece.work if keeps else "", order=order, wave=wave))
    situation = evolve(situation.replace_pieces(*changed), shared=situation.shared | {cell})
    return hiding.hide_where_they_are(situation, (each.unit for each in changed))


@implements("RS", "8.2.2")
def artillery_may_fire_into(situation: Situation, gun_at: Hex, target: Hex) -> bool:
    """Return whether guns elsewhere may fire at a hex: not into Us/Them, where friends lie."""
    return target not in situation.shared or gun_at == target


# ---- coming out


def _enemies(situation: Situation, cell: Hex, side: str) -> bool:
    return bool(situation.at(cell, situation.other(side)))


@implements("RS", "8.3.1", "8.3.1/1")
def may_leave(situation: Situation, names: Sequence[str], there: Hex) -> Ruling:
    """Return whether units in Us/Them may come out to move into an adjacent hex, and why.

    No enemy may be in it, and their own side must have been the last to enter it.
    """
    board, piece = situation.board, situation.piece(names[0])
    side, label = situation.side(piece), board.label(there)
    if piece.at not in situation.shared:
        return finding("Leaving", True, f"{board.label(piece.at)} is not in Us/Them.", "RS 8.3.1")
    if piece.at.distance(there) != 1:
        return refusal("Leaving Us/Them", f"{label} is not adjacent.", "RS 8.3.1/1")
    if _enemies(situation, there, side):
        return refusal("Leaving Us/Them", f"The enemy is in {label}.", "RS 8.3.1/1")
    if situation.holders.get(there) != side:
        why = f"{side} was not the last to enter {label}; they move into known ground only."
        return refusal("Leaving Us/Them", why, "RS 8.3.1/1")
    said = f"{label} is free of the enemy, and {side} was the last to enter it."
    return finding("Leaving Us/Them", True, said, "RS 8.3.1/1")


def leave(situation: Situation, names: Iterable[str]) -> Situation:
    """Return the situation with units out of hiding to move off; they are in the hex still.

    What their going triggers is one movement trigger (7.6.2), not another for coming out.
    """
    return hiding.unhide(situation, names)


@implements("RS", "8.3.1/2")
def may_assault_inside(situation: Situation, names: Sequence[str]) -> Ruling:
    """Return whether units in Us/Them may assault the enemy in their own hex, and why."""
    piece = situation.piece(names[0])
    side, label = situation.side(piece), situation.board.label(piece.at)
    if piece.at not in situation.shared or not _enemies(situation, piece.at, side):
        why = f"{label} is not shared with the enemy."
        return refusal("Assault within Us/Them", why, "RS 8.3.1/2")
    said = f"Rifles in {label} may rise against the enemy there, if they pass their check."
    return finding("Assault within Us/Them", True, said, "RS 8.3.1/2")


@implements("RS", "8.3.1/2")
def wire_crossed(situation: Situation, piece: Piece) -> Work | None:
    """Return the work whose wire a unit in Us/Them crossed to come in; it pays for it again."""
    if piece.came_from is None or piece.came_from.distance(piece.at) != 1:
        return None
    return situation.wire_between(piece.came_from, piece.at)


@implements("RS", "8.3.1/3", "8.3.3")
def after_firing(situation: Situation, names: Iterable[str]) -> Situation:
    """Return the situation with units in Us/Them back in hiding after they fired.

    Where no enemy is left in the hex they stay out (the reading of RS-Q69).
    """
    again = [
        name
        for name in names
        if situation.on_map(name)
        and (piece := situation.piece(name)).at in situation.shared
        and both_sides(situation, piece.at)
    ]
    return hiding.hide_where_they_are(situation, again)


# ---- its end


@implements("RS", "8.3.3", "8.3.4")
def settle(situation: Situation, exposed: Iterable[Hex] = ()) -> Situation:
    """Return the situation without Us/Them markers where only one side is left; works change hands.

    Those who remain hide as they did (8.3.3), except that nobody does where the others were driven
    off by fire at range zero or by assault (8.3.4). Neither triggers anything. Call it whenever
    units left a hex or went off the map; it also lets the sole occupant of a hex take its works
    (:func:`.works_position.capture`).

    Args:
        situation: The position.
        exposed: Hexes whose other side was driven off by such fire or assault.
    """
    over = [cell for cell in situation.shared if not both_sides(situation, cell)]
    if over:
        situation = evolve(situation, shared=situation.shared.difference(over))
        driven = frozenset(exposed).intersection(over)
        left = [piece.unit for cell in sorted(driven) for piece in situation.at(cell)]
        situation = hiding.unhide(situation, left)
    return works_position.capture(situation)


@implements("RS", "8.3.2")
def retain(situation: Situation) -> Generator[Step, Any, Situation]:
    """Ask which work to keep where a side is left with two for infantry in one hex.

    That comes of both sides having dug in Us/Them; any number of gun pits may stay.
    """
    for cell in sorted({work.at for work in situation.works}):
        doubled = _doubled(situation, cell)
        if not doubled:
            continue
        side = doubled[0].owner
        options = [Option(work.id, f"Keep the {work.kind}, {work.id}") for work in doubled]
        label = situation.board.label(cell)
        kept = (
            yield Choice(
                side,
                f"Which fieldwork of {label} is kept",
                options,
                ("RS 8.3.2",),
                position=situation,
            )
        ).key
        situation = _without_works(situation, {work.id for work in doubled if work.id != kept})
    return situation


def _doubled(situation: Situation, cell: Hex) -> list[Work]:
    """Return the works for infantry of one side in a hex when there are several."""
    works = [work for work in situation.works_at(cell) if work.kind in FOR_INFANTRY]
    for side in situation.sides:
        own = [work for work in works if work.owner == side and works_position.complete(work)]
        if len(own) > 1 and not both_sides(situation, cell):
            return own
    return []


def _without_works(situation: Situation, gone: set[str]) -> Situation:
    """Return the situation without works; who was in one is on top, and hides no more in it."""
    out = [
        evolve(piece, work="", hiding="" if piece.hiding == "work" else piece.hiding)
        for piece in situation.pieces
        if piece.work in gone
    ]
    works = tuple(work for work in situation.works if work.id not in gone)
    return evolve(situation.replace_pieces(*out), works=works)


# ---- reinforcing, and what one sees


@implements("RS", "8.3.5")
def may_reinforce(situation: Situation, names: Sequence[str], there: Hex) -> Ruling:
    """Return whether units may move into a hex in Us/Them to join their own side, and why.

    It is plain movement, not assault; no more than can hide there may come.
    """
    label, side = situation.board.label(there), situation.side(situation.piece(names[0]))
    if there not in situation.shared or not situation.at(there, side):
        why = f"{label} is not shared between {side} and the enemy."
        return refusal("Reinforcing Us/Them", why, "RS 8.3.5")
    moved = (
        evolve(situation.piece(name), at=there, work="", order="", hiding="") for name in names
    )
    ruling = hiding.may_hide(situation.replace_pieces(*moved), names, "terrain")
    if not ruling.allowed:
        why = f"They could not all hide in {label}."
        return refusal("Reinforcing Us/Them", why, "RS 8.3.5", allowed=(ruling,))
    said = f"They join {side} in {label}; opportunity fire comes before they hide."
    return finding("Reinforcing Us/Them", True, said, "RS 8.3.5")


def reinforce(situation: Situation, names: Iterable[str]) -> Situation:
    """Return the situation after units that came into Us/Them went into hiding there.

    They go into a work of their own side if it has room, and hide on top of it otherwise.
    """
    names = [name for name in names if situation.on_map(name)]
    situation = works_position.occupy(situation, names)
    for cell in {situation.piece(name).at for name in names}:
        situation = enter(situation, cell, names)
    return situation


@implements("RS", "8.3.6")
def spotting_range(situation: Situation, piece: Piece) -> int:
    """Return how far a unit observes for artillery: from Us/Them to the next hex, by night not."""
    if piece.at in situation.shared:
        return 0 if situation.light == "night" else 1
    return observation_ranges(situation.shelf).within(situation.light)

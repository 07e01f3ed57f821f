"""Where one stands to a fieldwork (6): facings, ways in, who holds it, and its capture.

What a work is stands in :mod:`.works`; here is what follows from who is where.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.grid import Hex
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding, refusal
from wargame.core.sightline import sight_line
from wargame.rifle_and_spade.movement_table import movement_table
from wargame.rifle_and_spade.works import FIRE_TRENCHES, FOR_GUNS, FOR_INFANTRY, TRENCHES, connected

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Unit
    from wargame.rifle_and_spade.works import Bearing, Work, WorkKind

NEW = "new "
"""How *building* begins for a work that is not there yet: nobody can be in it."""

_ORDER: tuple[Bearing, ...] = ("side", "front", "rear")
"""Of two bearings at a corner the first of these is told: the one that helps the firer most."""


def complete(work: Work) -> bool:
    """Return whether a work is there to be used, rather than only begun."""
    return not work.building.removeprefix("paused ").startswith(NEW)


@lru_cache(maxsize=8192)
def _entry(dq: int, dr: int) -> tuple[int, ...]:
    """Return the directions by which the line to the origin from ``Hex(dq, dr)`` comes in."""
    here, start = Hex(0, 0), Hex(dq, dr)
    if start == here:
        return ()
    last = sight_line(start, here).events[-2]
    if last.kind == "cross" and last.hexside is not None:
        return tuple(d for d in range(6) if here.neighbour(d) in last.hexside.hexes)
    ends = last.hexside.vertices if last.hexside is not None else (last.vertex,)
    corner = next(i for i, point in enumerate(here.vertices()) if point in ends)
    return tuple(sorted((corner, (corner + 1) % 6)))


def entry_sides(start: Hex, end: Hex) -> tuple[int, ...]:
    """Return the directions of the hexsides of *end* through which the line from *start* comes.

    It is one, or the two that meet where the line comes in exactly by a corner: then both count.
    There is none within one hex.
    """
    return _entry(start.q - end.q, start.r - end.r)


@implements("RS", "6.1.6", "6.1.7")
def bearings(work: Work, firer_at: Hex, piece: Piece | None = None) -> frozenset[Bearing]:
    """Return every bearing that a unit has to a work; empty where the work has no facing.

    Args:
        work: The work.
        firer_at: Where the unit is.
        piece: The unit itself; in the hex of the work the hex it came from decides, Us/Them
            included, and without one it has no bearing.
    """
    if firer_at != work.at:
        sides = entry_sides(firer_at, work.at)
    elif piece is None or piece.came_from is None or piece.came_from.distance(work.at) != 1:
        return frozenset()
    else:
        sides = (work.at.direction_to(piece.came_from),)
    found = (work.bearing(each) for each in sides)
    return frozenset(each for each in found if each is not None)


def relative_position(
    situation: Situation,  # noqa: ARG001 - the fixed shape of such questions
    firer_at: Hex,
    work: Work,
    piece: Piece | None = None,
) -> Bearing | None:
    """Return whether a unit stands to the front, side or rear of a work; None without facings.

    Where the line comes in by a corner both hexsides count (our reading: the print is silent);
    the answer is the one that helps the firer, side before front before rear.
    """
    found = bearings(work, firer_at, piece)
    return next((each for each in _ORDER if each in found), None)


@implements("RS", "6.4.6", "6.4.7", "6.4.8")
def enfilades(work: Work, firer_at: Hex, piece: Piece | None = None) -> bool:
    """Return whether fire from there at units inside a work rakes it: shallow trenches only."""
    if work.kind != "shallow trench" or work.circular:
        return False
    return "side" in bearings(work, firer_at, piece)


@implements("RS", "6.4.10")
def no_mans_land(situation: Situation, firer: Piece, target: Piece) -> bool:
    """Return whether a target stands before the firer's fire trench, at range zero.

    The firer must be inside the trench, not on top (the reading of RS-Q25).
    """
    work = situation.work_of(firer)
    if work is None or work.kind not in FIRE_TRENCHES or target.at != firer.at:
        return False
    return "front" in bearings(work, target.at, target)


@implements("RS", "6.2.3", "6.4.9", "17.6.1")
def open_to_crossfire(work: Work | None) -> bool:
    """Return whether those inside a work suffer from crossfire: in pits yes, in trenches no."""
    return work is None or work.kind not in TRENCHES


@implements("RS", "6.4.11")
def telephone(situation: Situation, cell: Hex, side: str) -> bool:
    """Return whether a side has a telephone in a hex: every fire trench of its own is one."""
    return any(
        work.kind in FIRE_TRENCHES and work.owner == side and complete(work)
        for work in situation.works_at(cell)
    )


@implements("RS", "6.3.2", "6.6.1", "6.6.1/1")
def may_fire_from(work: Work, target: Hex, piece: Piece | None = None) -> bool:
    """Return whether guns inside a work can fire at a hex: only through its facings.

    A fort lends any of its facings to every gun in it. Works for infantry bind nobody.

    Args:
        work: The work the guns are in.
        target: The hex fired at.
        piece: A target in the same hex, whose way in decides.
    """
    if work.kind not in FOR_GUNS or (work.kind == "fort" and not work.front):
        return True
    if target != work.at:
        return not work.front.isdisjoint(entry_sides(target, work.at))
    if piece is None or piece.came_from is None or piece.came_from.distance(work.at) != 1:
        return True
    return work.at.direction_to(piece.came_from) in work.front


def fire_facing(situation: Situation, piece: Piece, target: Hex) -> Ruling:
    """Return whether a piece may fire at a hex from the work it is in, and why."""
    board, work = situation.board, situation.work_of(piece)
    there = board.label(target)
    if work is None or work.kind not in FOR_GUNS or not situation.unit(piece).artillery:
        return finding("Facing", True, f"No gun pit binds {piece.unit}.", "RS 6.3.2")
    cases = ("RS 6.6.1/1",) if work.kind == "fort" else ("RS 6.3.2",)
    if may_fire_from(work, target):
        said = f"The line to {there} passes a facing hexside of the {work.kind}."
        return finding("Facing", True, said, *cases)
    why = f"The line to {there} passes no facing hexside of the {work.kind}: go on top first."
    return refusal("Facing", why, *cases)


@implements("RS", "6.1.3", "6.2.2", "6.3.6", "6.3.8")
def may_use(situation: Situation, unit: Unit, work: Work) -> bool:
    """Return whether a unit may occupy a work, room apart: its kind, and nobody else's just now.

    In Us/Them the works belong to those who had the hex first; the other side has only what it
    digs there itself (the reading of RS-Q22: capture makes the sole occupant the owner).
    """
    if work.kind not in (FOR_GUNS if unit.artillery else FOR_INFANTRY) or not complete(work):
        return False
    if work.at in situation.shared:
        return work.owner == unit.side
    inside = (each for each in situation.at(work.at) if each.work == work.id)
    return all(situation.side(each) == unit.side for each in inside)


@implements("RS", "6.3.3")
def work_for(situation: Situation, unit: Unit, cell: Hex) -> Work | None:
    """Return the work in a hex that a unit would go into: its own side's first.

    A gun pit takes one battery; a hex may have several.
    """
    able = [work for work in situation.works_at(cell) if may_use(situation, unit, work)]
    able.sort(key=lambda work: (work.owner != unit.side, work.id))
    for work in able:
        others = (p.unit for p in situation.at(cell) if p.work == work.id and p.unit != unit.id)
        if work.kind != "gun pit" or not any(others):
            return work
    return None


@implements("RS", "6.1.2")
def occupy(situation: Situation, names: Iterable[str]) -> Situation:
    """Return the situation with those units inside works of their hex, where there is one for each.

    This is where units are unless they say that they stay on top; what does not fit in stays on
    top. Units in column and limbered guns are on top in any case.
    """
    for name in sorted(names):
        piece = situation.piece(name)
        work = None if piece.order else work_for(situation, situation.unit(piece), piece.at)
        if work is not None and piece.work != work.id and has_room(situation, piece, work):
            situation = situation.replace_pieces(evolve(piece, work=work.id))
    return situation


def has_room(situation: Situation, piece: Piece, work: Work) -> bool:
    """Return whether a work holds one more unit: only rifle steps are counted (14.1.3)."""
    if not situation.unit(piece).rifle:
        return True
    inside = [
        p.steps
        for p in situation.at(work.at)
        if p.work == work.id and p.unit != piece.unit and situation.unit(p).rifle
    ]
    return piece.steps + sum(inside) <= movement_table(situation.shelf).capacity(work.kind)


def _trench_at(situation: Situation, piece: Piece, there: Hex) -> Work | None:
    """Return the trench in a hex that a piece could go into."""
    unit = situation.unit(piece)
    if not (unit.infantry or unit.arm == "headquarters") or piece.order:
        return None
    work = work_for(situation, unit, there)
    return work if work is not None and work.trench else None


@implements("RS", "6.4.3")
def along_trenches(situation: Situation, piece: Piece, there: Hex) -> bool:
    """Return whether a piece inside a trench reaches the next one without leaving cover."""
    here, work = situation.work_of(piece), _trench_at(situation, piece, there)
    return here is not None and work is not None and connected(here, work)


@implements("RS", "6.4.4")
def from_the_rear(situation: Situation, piece: Piece, there: Hex) -> bool:
    """Return whether a piece comes into a fire trench from behind, by communication trenches."""
    work = _trench_at(situation, piece, there)
    if work is None or not work.fire_trench or there.distance(piece.at) != 1:
        return False
    return work.bearing(there.direction_to(piece.at)) == "rear"


@implements("RS", "6.1.4", "6.4.5")
def enter_without_on_top(situation: Situation, piece: Piece, there: Hex) -> bool:
    """Return whether a piece that moves into a hex is inside its trench from the first.

    Everybody else is on top for the moment of entering, and may be fired at so.
    """
    return along_trenches(situation, piece, there) or from_the_rear(situation, piece, there)


@implements("RS", "6.3.5")
def may_go_on_top(situation: Situation, piece: Piece) -> Ruling:
    """Return whether a piece inside a work may go on top of it: fixed guns never."""
    gun = situation.unit(piece).gun
    if gun is not None and gun.fixed:
        why = f"{piece.unit} stands in a permanent mount and never leaves it."
        return refusal("On top", why, "RS 6.3.5", "RS 14.3.9")
    if not piece.work:
        return refusal("On top", f"{piece.unit} is in no fieldwork.", "RS 6.1.1/3")
    how = " by prolonging" if gun is not None else ""
    return finding("On top", True, f"{piece.unit} may go on top{how}.", "RS 6.1.4")


@implements("RS", "6.1.5")
def may_coexist(situation: Situation, side: str, cell: Hex, kind: WorkKind) -> Ruling:
    """Return whether a side may have one more work of a kind in a hex.

    It has one for infantry and any number of gun pits; a fort is both and stands alone.
    """
    board = situation.board
    own = [work for work in situation.works_at(cell) if work.owner == side]
    others = [work for work in own if work.kind != "barbed wire"]
    if kind != "barbed wire" and any(work.kind == "fort" for work in others):
        why = f"A fort stands in {board.label(cell)}; it is pit and trench at once."
        return refusal("Coexistence", why, "RS 6.1.5")
    if kind == "fort" and others:
        return refusal("Coexistence", "A fort stands with no other work of its side.", "RS 6.1.5")
    twin = next(
        (work for work in others if kind in FOR_INFANTRY and work.kind in FOR_INFANTRY), None
    )
    if twin is not None:
        why = f"{side} already has a {twin.kind} in {board.label(cell)}: one to a hex."
        return refusal("Coexistence", why, "RS 6.1.5")
    return finding("Coexistence", True, f"There is room for a {kind}.", "RS 6.1.5")


@implements("RS", "6.4.2", "6.5.3")
def implied_wire(kind: WorkKind, front: frozenset[int], *, circular: bool) -> frozenset[int]:
    """Return the hexsides that a new work of a kind has wired: a fire trench its front."""
    if kind not in FIRE_TRENCHES:
        return frozenset()
    return frozenset(range(6)) if circular or kind == "fort" else front


@implements("RS", "6.5.4", "13.1.20")
def capture(situation: Situation) -> Situation:
    """Return the situation with every work taken by whoever is alone in its hex.

    The taker becomes the owner; wire is cut, and what was only begun is lost: a work that was not
    there before vanishes, an improvement is undone.
    """
    taken = {work.id: by for work in situation.works if (by := _taker(situation, work))}
    if not taken:
        return situation
    left = []
    for work in situation.works:
        if work.id not in taken:
            left.append(work)
        elif complete(work) and work.kind != "barbed wire":
            fresh = evolve(work, owner=taken[work.id], wire=frozenset(), building="", progress=0)
            left.append(fresh)
    return evolve(situation, works=tuple(left))


def _taker(situation: Situation, work: Work) -> str:
    """Return the side that is alone in the hex of a work that is not its own, or nothing."""
    there = situation.at(work.at)
    if not there:
        return ""
    side = situation.side(there[0])
    if side == work.owner or any(situation.side(each) != side for each in there):
        return ""
    return side

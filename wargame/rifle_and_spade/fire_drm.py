"""The modifiers between a firing unit and a target unit (17.2/2d): cover, the fire, its state."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wargame.core.rulebook import implements
from wargame.rifle_and_spade.crossfire import crossfire
from wargame.rifle_and_spade.fire_mods import fire_mods
from wargame.rifle_and_spade.hiding import hidden_from
from wargame.rifle_and_spade.shot import STANDING, fire_kind, seen
from wargame.rifle_and_spade.works import FOR_GUNS, FOR_INFANTRY
from wargame.rifle_and_spade.works_position import enfilades, no_mans_land, open_to_crossfire

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.grid import Hex
    from wargame.core.provenance import Provenance
    from wargame.rifle_and_spade.fire_mods import Cover, FireKind, FireMods, TargetKind
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.shot import Shot
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.triggers import Deed
    from wargame.rifle_and_spade.works import Work

IN_PLACE: frozenset[Deed] = STANDING | {"ends"}
"""Deeds done where one is, in a work or outside it, and not on the way in or out (6.1.4)."""


@frozen
class Drm:
    """One modifier that applies.

    Args:
        label: What a person reads.
        value: Its size; negative is good for the firer.
        why: Why it applies, in one sentence.
        case: The rule case.
        origin: Where the figure comes from.
    """

    label: str
    value: int
    why: str
    case: str
    origin: Provenance


@frozen
class Pair:
    """A firing unit and a target unit, with the modifiers of that pair (17.2/2d).

    Args:
        firer: The unit that fires.
        target: The unit fired at.
        drms: What applies between them.
    """

    firer: str
    target: str
    drms: tuple[Drm, ...]

    @property
    def value(self) -> int:
        """The sum."""
        return sum(each.value for each in self.drms)


@implements("RS", "6.1.4", "6.1.1/3", "6.1.1/4", "6.3.8", "6.6.1/2", "7.5.3")
def covers(situation: Situation, piece: Piece, *, on_top: bool) -> tuple[Cover, ...]:
    """Return the cover rows of a piece in its hex: one, or two where works add to terrain.

    Args:
        situation: The position.
        piece: The piece, in the hex where it is fired at.
        on_top: Whether it is outside the work for the moment, moving (6.1.4), and so not hiding.
    """
    mods, unit = fire_mods(situation.shelf), situation.unit(piece)
    target: TargetKind = "artillery" if unit.artillery else "infantry"
    work = None if on_top else situation.work_of(piece)
    kinds = FOR_GUNS if unit.artillery else FOR_INFANTRY
    hides = not on_top and piece.hiding in {"terrain", "work"}
    ground = mods.row(place_of(situation, piece.at), target, hiding=hides and not work)
    if work is None or work.kind not in kinds:
        return (ground,)
    row = mods.row(work.kind, target, hiding=hides)
    if situation.ruleset.works_replace_terrain:
        return (row,)
    return (mods.row(place_of(situation, piece.at), target, hiding=False), row)


def place_of(situation: Situation, at: Hex) -> str:
    """Return what the ground of a hex is to fire: open, scrub, town."""
    return _place(situation.ground, fire_mods(situation.shelf), at)


@lru_cache(maxsize=1 << 12)
def _place(ground: Field, mods: FireMods, at: Hex) -> str:
    places = [mods.places.get(kind, "open") for kind in ground.board.cell(at).terrain]
    closed = [place for place in places if place != "open"]
    return closed[-1] if closed else "open"


@implements("RS", "7.5.1", "7.5.2", "17.5")
def prohibited(shot: Shot, firer: Piece, target: Piece) -> bool:
    """Return whether a target is immune from a firer: by hiding in cover or behind a ridge."""
    if _ridge_hides(shot, firer, target):
        return True
    kind = fire_kind(shot.situation.unit(firer))
    rows = covers(shot.situation, target, on_top=_on_top(shot, target))
    return any(_barred(row, kind, shot, firer) for row in rows)


def _barred(row: Cover, kind: FireKind, shot: Shot, firer: Piece) -> bool:
    """Return whether a row forbids a kind of fire; plunging is looked into only where it tells."""
    if row.drm(kind) is not None:
        return False
    return row.plunging is None or not plunging(shot, firer)


def _ridge_hides(shot: Shot, firer: Piece, target: Piece) -> bool:
    if target.hiding != "ridge" or fire_kind(shot.situation.unit(firer)) == "high":
        return False
    return hidden_from(shot.situation, target, firer.at)


@implements("RS", "6.1.4", "6.4.3", "6.4.4")
def _on_top(shot: Shot, target: Piece) -> bool:
    """Return whether a target is caught outside its work because it moves in or out of it.

    Those who move from trench to trench are not, nor those who come out of hiding in their work, or
    have come to the end of their movement in one.
    """
    trigger = shot.trigger
    if trigger is None or trigger.covered or trigger.deed in IN_PLACE:
        return False
    return target.unit in shot.movers


def _shelter(shot: Shot, target: Piece) -> Work | None:
    """Return the work that a target is inside of when it is fired at."""
    return None if _on_top(shot, target) else shot.situation.work_of(target)


@implements("RS", "17.5")
def plunging(shot: Shot, firer: Piece) -> bool:
    """Return whether infantry fires down by a level or more for each hex of range (RS-Q71)."""
    distance = shot.distance(firer)
    if distance == 0 or fire_kind(shot.situation.unit(firer)) != "infantry":
        return False
    spots = shot.situation.ground.spots
    return spots[firer.at].level - spots[shot.target].level >= distance


@frozen
class _From:
    """What is the same for every target of a firer: its kind, plunging, a line that is Partial."""

    piece: Piece
    kind: FireKind
    down: bool
    partial: bool


@frozen
class _At:
    """What is the same for every firer at a target: cover, work, whether crossfire tells."""

    piece: Piece
    rows: tuple[Cover, ...]
    work: Work | None
    crossed: bool


def pairs(shot: Shot) -> tuple[Pair, ...]:
    """Return every pair of a firer and a target that is not immune from it (17.2/2d)."""
    marks = [_mark(shot, piece) for piece in shot.targets]
    if any(mark.crossed for mark in marks) and not crossfire(shot):
        marks = [evolve(mark, crossed=False) for mark in marks]
    return tuple(
        Pair(firer.piece.unit, mark.piece.unit, drms)
        for firer in (_firer(shot, piece) for piece in shot.pieces)
        for mark in marks
        if not _ridge_hides(shot, firer.piece, mark.piece)
        and (drms := _between(shot, firer, mark)) is not None
    )


def _mark(shot: Shot, piece: Piece) -> _At:
    rows = covers(shot.situation, piece, on_top=_on_top(shot, piece))
    work = _shelter(shot, piece)
    return _At(piece, rows, work, open_to_crossfire(work))


def _firer(shot: Shot, piece: Piece) -> _From:
    kind = fire_kind(shot.situation.unit(piece))
    return _From(piece, kind, plunging(shot, piece), _partial(shot, piece))


@implements("RS", "14.2.9", "14.3.5", "9.2.7")
def _between(shot: Shot, firer: _From, mark: _At) -> tuple[Drm, ...] | None:
    """Return the modifiers of a pair: cover first, then the fire, then the target's state.

    None where the fire is prohibited.
    """
    mods, kind, target = fire_mods(shot.situation.shelf), firer.kind, mark.piece
    found = []
    for row in mark.rows:
        drm = cover_drm(mods, row, kind, plunging=firer.down)
        if drm is None:
            return None
        found.append(drm)
    for name, applies, why in (
        ("plunging", firer.down, "The infantry fires from a level or more above for each hex."),
        ("crossfire", mark.crossed, "Fire comes through two hexsides that do not touch."),
        (
            "no mans land",
            _no_mans_land(shot, firer.piece, target),
            "It is caught before a fire trench.",
        ),
        ("enfilade", _raked(mark.work, firer.piece), "The fire comes along the trench."),
        ("partial", firer.partial, "The line of sight is Partial."),
        ("column", target.order == "column", f"{target.unit} is in column."),
        ("limbered", target.order == "limbered", f"{target.unit} is limbered."),
    ):
        value = mods.modifiers[name].drm(kind) if applies else None
        if value is not None:
            found.append(modifier_drm(mods, name, value, why))
    return (*found, *_wave(shot, mods, kind, firer.piece, target))


def cover_drm(mods: FireMods, row: Cover, kind: FireKind, *, plunging: bool = False) -> Drm | None:
    """Return what a cover row is worth against a kind of fire; None where it is prohibited."""
    return _cover_drm(mods, (row.place, row.target, row.hiding), kind, plunging)


@lru_cache(maxsize=1 << 10)
def _cover_drm(
    mods: FireMods,
    key: tuple[str, TargetKind, bool],
    kind: FireKind,
    plunging: bool,  # noqa: FBT001 - a part of what is remembered
) -> Drm | None:
    row = mods.cover[key]
    value = row.drm(kind, plunging=plunging)
    if value is None:
        return None
    posture = "hiding in" if row.hiding else "in"
    who = "Artillery" if row.target == "artillery" else "Infantry"
    place = "the open" if row.place == "open" else row.place
    case = "RS 7.5.3" if row.hiding else "RS 17.2.1"
    printed = row.printed.get(kind, "")
    return Drm(f"{who} {posture} {place}", value, "What the target's place is worth.", case,
               mods.origin(printed))  # fmt: skip


@lru_cache(maxsize=1 << 10)
def modifier_drm(mods: FireMods, name: str, value: int, why: str) -> Drm:
    """Return a modifier of the chart as it applies, with the reason."""
    row = mods.modifiers[name]
    return Drm(row.label, value, why, row.case, mods.origin(row.printed))


@implements("RS", "17.4.13")
def _no_mans_land(shot: Shot, firer: Piece, target: Piece) -> bool:
    """Return whether a mover is shot at range zero from the fire trench that it moves up to."""
    trigger = shot.trigger
    if trigger is None or target.unit not in shot.moving or shot.target != trigger.at:
        return False
    return no_mans_land(shot.situation, firer, target)


def enfiladed(situation: Situation, firer: Piece, target: Piece) -> bool:
    """Return whether a firer rakes the trench that its target is in."""
    return _raked(situation.work_of(target), firer)


@implements("RS", "6.4.6")
def _raked(work: Work | None, firer: Piece) -> bool:
    return work is not None and enfilades(work, firer.at, firer)


def _partial(shot: Shot, firer: Piece) -> bool:
    look = seen(shot.situation, firer.at, shot.target, shot.crossing(), any_range=True)
    return look == "Partial"


@implements("RS", "17.4.12")
def _wave(shot: Shot, mods: FireMods, kind: FireKind, firer: Piece, target: Piece) -> Iterator[Drm]:
    """Yield what a later wave of an assault is spared at range zero."""
    trigger = shot.trigger
    if trigger is None or trigger.wave <= 1 or target.unit not in shot.movers:
        return
    each = mods.modifiers["wave"].drm(kind)
    if shot.distance(firer) == 0 and each is not None:
        value = each * (trigger.wave - 1)
        yield modifier_drm(mods, "wave", value, f"It is wave {trigger.wave}.")

"""Fire strength (17.1, 17.2/1): every firer's points, with limits, multipliers and exclusions."""

from __future__ import annotations

from fractions import Fraction
from operator import attrgetter
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, skipped, total
from wargame.rifle_and_spade.eligibility import Aim, aim
from wargame.rifle_and_spade.fire_drm import prohibited
from wargame.rifle_and_spade.fire_mods import fire_mods
from wargame.rifle_and_spade.rounding import plain, points_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.rifle_and_spade.fire_mods import FireMods
    from wargame.rifle_and_spade.shot import Shot
    from wargame.rifle_and_spade.state import Piece
    from wargame.rifle_and_spade.units import Steps

RIFLES, MACHINE_GUNS, GUN = "rifles", "machine guns", "gun"


@frozen
class Part:
    """What one firer brings of one kind.

    Args:
        piece: The firer.
        kind: rifles, machine guns or gun.
        printed: Fire points as printed, for the steps it has left.
        used: Points within the limit of its hexside, before multipliers.
        multipliers: The names of the multipliers that apply.
        points: What is left of it in the end.
    """

    piece: Piece
    kind: str
    printed: Steps
    used: Steps
    multipliers: tuple[str, ...]
    points: Steps


@frozen
class Strength:
    """The strength of a fire.

    Args:
        parts: What counts.
        immune: Firers from whom every target is immune (17.2/1).
        beyond: Firers for whom the limit of the hexside leaves nothing (17.1.3).
        barred: Firers that may not fire at the hex, with the reason.
        points: The sum.
        spotters: Guns that do not see for themselves, each with its observer (17.7.6).
    """

    parts: tuple[Part, ...]
    immune: tuple[str, ...]
    beyond: tuple[str, ...]
    barred: tuple[Ruling, ...]
    points: Steps
    spotters: tuple[tuple[str, str], ...] = ()


@implements("RS", "17.2/1", "17.1.3", "1.4.7", "3.7.6")
def strength(shot: Shot) -> Strength:
    """Return the fire points of a shot, exactly.

    The limit of a hexside, 2 rifle steps and 5 machine-gun points for each stack, holds before
    anything is multiplied (17.1.3, RS-Q62); a stack fires its units in good order first, the best
    shots among them. Units from which all targets are immune add nothing and do not use up the
    limit.
    """
    able, immune, barred = [], [], []
    for piece in shot.pieces:
        found = aim(shot.situation, piece, shot.target, shot.trigger, shot.occasion)
        if isinstance(found, Ruling):
            barred.append(found)
        elif shot.targets and all(prohibited(shot, piece, each) for each in shot.targets):
            immune.append(piece.unit)
        else:
            able.append(found)
    parts = tuple(part for part in _parts(shot, able) if part.used)
    firing = {part.piece.unit for part in parts}
    beyond = tuple(each.piece.unit for each in able if each.piece.unit not in firing)
    points: Steps = sum((part.points for part in parts), start=0)
    spotters = tuple((each.piece.unit, each.spotter) for each in able if each.spotter)
    return Strength(parts, tuple(immune), beyond, tuple(barred), points, spotters)


def _parts(shot: Shot, aims: Iterable[Aim]) -> Iterable[Part]:
    mods = fire_mods(shot.situation.shelf)
    room: dict[tuple[object, str], Steps] = {}
    for each in sorted(aims, key=lambda found: _best_first(shot, found)):
        piece, unit = each.piece, shot.situation.unit(each.piece)
        share = Fraction(piece.steps) / unit.steps if unit.steps else 1
        if each.rifles:
            limit = room.setdefault((piece.at, RIFLES), mods.limits.rifle_steps)
            steps = min(piece.steps, limit)
            room[piece.at, RIFLES] = limit - steps
            used = unit.rifles * Fraction(steps) / unit.steps
            yield _part(shot, mods, piece, RIFLES, unit.rifles * share, used)
        if each.machine_guns:
            limit = room.setdefault((piece.at, MACHINE_GUNS), mods.limits.machine_gun_points)
            bearing = min(unit.machine_guns, limit)
            room[piece.at, MACHINE_GUNS] = limit - bearing
            yield _part(shot, mods, piece, MACHINE_GUNS, unit.machine_guns, bearing)
        if each.gun and unit.gun is not None:
            printed = unit.gun.points * share
            yield _part(shot, mods, piece, GUN, printed, printed)


def _best_first(shot: Shot, found: Aim) -> tuple[bool, Steps, str]:
    unit = shot.situation.unit(found.piece)
    a_step = Fraction(unit.rifles) / unit.steps if unit.steps else unit.machine_guns
    return found.piece.confused, -a_step, unit.id


@implements("RS", "17.1.7", "16.1.2", "1.4.7")
def _part(  # noqa: PLR0913 - what a part is made of
    shot: Shot, mods: FireMods, piece: Piece, kind: str, printed: Steps, used: Steps
) -> Part:
    """Multiply a firer's points: twice or half at range zero, half when Confused.

    Rifles and machine guns are not doubled against a retreat (17.1.7).
    """
    names = []
    if shot.distance(piece) == 0:
        retreat = shot.trigger is not None and shot.trigger.deed == "retreats"
        if kind == GUN:
            names.append("shrapnel at range zero")
        elif not retreat:
            names.append("range zero")
    if piece.confused:
        names.append("confused")
    points: Steps = used
    for name in names:
        points = Fraction(points) * mods.multipliers[name].by
    return Part(piece, kind, plain(printed), plain(used), tuple(names), plain(points))


def strength_ruling(shot: Shot, found: Strength | None = None) -> Ruling:
    """Return the fire points with every multiplier, limit and exclusion."""
    found = strength(shot) if found is None else found
    mods = fire_mods(shot.situation.shelf)
    parts = [_said(shot, mods, part) for part in sorted(found.parts, key=_order)]
    parts += [
        skipped(name, "Every target is immune from its fire.", "RS 17.2/1", value=0)
        for name in found.immune
    ]
    parts += [
        skipped(name, "The hexside has room for no more of its stack.", "RS 17.1.3", value=0)
        for name in found.beyond
    ]
    parts += [skipped(each.label, each.sentence, *each.cases, value=0) for each in found.barred]
    where = shot.situation.board.label(shot.target)
    said = f"{points_text(found.points)} fire points bear on {where}."
    return total("Fire points", parts, said, "RS 17.2/1", unit="fire points")


_order = attrgetter("piece.at", "piece.unit", "kind")


def _said(shot: Shot, mods: FireMods, part: Part) -> Ruling:
    unit = shot.situation.unit(part.piece)
    label = f"{part.piece.unit}, {part.kind}"
    printed = figure(
        "On the counter",
        part.printed,
        f"{points_text(part.printed)} with {points_text(part.piece.steps)} steps left."
        if unit.steps
        else f"{points_text(part.printed)}.",
        "RS 3.1.6" if unit.infantry else "RS 3.1.7/6",
        provenance=unit.provenance,
    )
    inner = [printed]
    if part.used != part.printed:
        limit = f"{mods.limits.rifle_steps} rifle steps, {mods.limits.machine_gun_points} points"
        said = f"Across one hexside a stack fires at most {limit} of machine guns."
        inner.append(figure("Within the limit", part.used, said, "RS 17.1.3"))
    for name in part.multipliers:
        row = mods.multipliers[name]
        inner.append(figure(row.label, row.by, f"Times {points_text(row.by)}.", row.case))
    said = f"{points_text(part.points)} fire points at range {shot.distance(part.piece)}."
    return finding(label, part.points, said, "RS 17.1", parts=inner, unit="fire points")

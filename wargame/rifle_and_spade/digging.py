"""What may be dug (13.1): the jobs open to the units that may act, hex by hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, refusal
from wargame.rifle_and_spade import works_position
from wargame.rifle_and_spade.construction_table import construction_table, may_build, may_dig
from wargame.rifle_and_spade.orders import activity_bar, progress
from wargame.rifle_and_spade.project import (
    Project,
    Shape,
    pit_facings,
    project,
    trench_shapes,
    wire_stretches,
)
from wargame.rifle_and_spade.works import FOR_INFANTRY

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.works import Work, WorkKind

Why = tuple[str, str]
AS_IS = (Shape(),)
GUN_PIT_SIDES = 2
"""Facings of a gun pit when it is new; engineering widens it by one (6.3.1, 6.3.2)."""


@frozen
class Job:
    """A piece of digging that units may begin, take up again or join.

    Args:
        key: Its name in a journal.
        label: What a person reads.
        cell: The hex.
        project: What comes of it, its shape still open where there are several.
        shapes: How it may lie.
        units: Who may work at it.
        work: The work that is built on; empty where there is none yet.
        begun: Whether it is in hand already.
    """

    key: str
    label: str
    cell: Hex
    project: Project
    shapes: tuple[Shape, ...]
    units: tuple[str, ...]
    work: str = ""
    begun: bool = False


@implements("RS", "13.1.5", "13.1.15/b2", "13.1.17")
def obstacle(situation: Situation, name: str) -> Ruling | None:
    """Return why a unit may not dig at all now, or None when it may."""
    why = _obstacle(situation, name)
    if why is None:
        return activity_bar.dig_bar(situation, name) or progress.dig_bar(situation, name)
    return refusal(f"{name} may dig", why[0], f"RS {why[1]}")


def _obstacle(situation: Situation, name: str) -> Why | None:
    piece, unit = situation.piece(name), situation.unit(name)
    shared = piece.at in situation.shared
    reasons: tuple[tuple[bool, str, str], ...] = (
        (unit.arm == "cavalry", "Cavalry does not dig.", "13.1.2"),
        (unit.arm == "headquarters", "Headquarters do not dig.", "9.2.9"),
        (piece.acted, "It has had its action this turn.", "12.0"),
        (bool(piece.task), f"It is busy: {piece.task}.", "12.0"),
        (piece.confused, "It is Confused and must rally on an earlier turn.", "13.1.5"),
        (bool(piece.order), "It is in column or limbered.", "7.1.3"),
        (unit.gun is not None and unit.gun.fixed, "Fixed guns stay in their mounts.", "6.3.5"),
        (
            situation.assault_at(piece.at) is not None,
            "It is under an Assault marker.",
            "13.1.15/b2",
        ),
        (
            shared and situation.light != "night",
            "In Us/Them one digs by night only, under cover.",
            "13.1.17",
        ),
    )
    return next(((words, case) for bars, words, case in reasons if bars), None)


def jobs(situation: Situation, able: Iterable[str]) -> tuple[Job, ...]:
    """Return every job open to those units of the active side, in the order of hexes and kinds.

    Nobody joins in what units dig that are not among them: their work is noted at another time.
    """
    able = frozenset(able)
    there: dict[Hex, list[str]] = {}
    for name in sorted(able):
        if not situation.on_map(name) or situation.unit(name).side != situation.active:
            continue
        if _obstacle(situation, name) is None and progress.dig_bar(situation, name) is None:
            there.setdefault(situation.piece(name).at, []).append(name)
    return tuple(
        job
        for cell in sorted(there)
        for job in (
            *_for_infantry(situation, cell, there[cell], able),
            *_for_guns(situation, cell, there[cell]),
        )
    )


def _side(situation: Situation, names: list[str]) -> str:
    return situation.unit(names[0]).side


def _diggers(situation: Situation, names: list[str], kind: WorkKind) -> tuple[str, ...]:
    row = construction_table(situation.shelf).works.get(kind)
    if row is None:
        return ()
    return tuple(
        n
        for n in names
        if may_dig(situation, situation.unit(n), kind).allowed
        and activity_bar.dig_bar(situation, n, kind) is None
    )


# ---- infantry


def _for_infantry(
    situation: Situation, cell: Hex, names: list[str], able: frozenset[str]
) -> Iterator[Job]:
    """Yield what infantry may dig: one thing at a time in a hex, which others may join."""
    side = _side(situation, names)
    own = [work for work in situation.works_at(cell) if work.owner == side]
    dug = [work for work in own if work.kind in FOR_INFANTRY or work.kind == "barbed wire"]
    in_hand = [work for work in dug if (p := project(work)) is not None and not p.paused]
    found = [_go_on(situation, work, names) for work in in_hand]
    at_it = (p for p in situation.at(cell, side) if p.task == "engineering")
    if any(not situation.unit(p).artillery and p.unit not in able for p in at_it):
        return
    if not in_hand:
        found = [*_open(situation, cell, side, dug, names)]
    yield from (job for job in found if job.units)


def _open(
    situation: Situation, cell: Hex, side: str, dug: list[Work], names: list[str]
) -> Iterator[Job]:
    main = next((work for work in dug if work.kind in FOR_INFANTRY), None)
    if main is None:
        if works_position.may_coexist(situation, side, cell, "rifle pit").allowed:
            yield from _new(situation, cell, side, "rifle pit", AS_IS, names)
    elif project(main) is not None:
        yield _go_on(situation, main, names)
    else:
        yield from _improve(situation, main, names)
        yield from _lie_anew(situation, main, names)
    wire = next((work for work in dug if work.kind == "barbed wire"), None)
    if wire is None:
        yield from _new(situation, cell, side, "barbed wire", wire_stretches(), names)
    elif project(wire) is not None:
        yield _go_on(situation, wire, names)


def _new(  # noqa: PLR0913 - a new work is exactly these facts
    situation: Situation,
    cell: Hex,
    side: str,
    kind: WorkKind,
    shapes: tuple[Shape, ...],
    names: list[str],
) -> Iterator[Job]:
    if may_build(situation, side, kind).allowed:
        label = situation.board.label(cell)
        diggers = _diggers(situation, names, kind)
        said = f"Dig a {kind} in {label}" if kind != "barbed wire" else f"Put up wire in {label}"
        yield Job(f"{label} {kind}", said, cell, Project(kind, new=True), shapes, diggers)


@implements("RS", "13.1.10", "13.1.11")
def _improve(situation: Situation, work: Work, names: list[str]) -> Iterator[Job]:
    """Yield the next work up the ladder; a fire trench lies as the shallow one did."""
    table = construction_table(situation.shelf)
    row = next((each for each in table.works.values() if each.made_of == work.kind), None)
    if row is None or not may_build(situation, work.owner, row.kind).allowed:
        return
    shapes = (Shape(work.front, work.ends, work.circular),) if work.trench else trench_shapes()
    label = situation.board.label(work.at)
    yield Job(
        f"{label} {row.kind}",
        f"Make a {row.kind} of {work.id}",
        work.at,
        Project(row.kind),
        shapes,
        _diggers(situation, names, row.kind),
        work.id,
    )


@implements("RS", "13.1.12", "13.1.18")
def _lie_anew(situation: Situation, work: Work, names: list[str]) -> Iterator[Job]:
    """Yield a change of a trench's facings and ends, which takes as much as building it.

    It is open where new trenches are barred, too (our reading of 101.6). A trench dug in Us/Them
    joins others only after such work, when Us/Them is over.
    """
    if work.kind not in {"shallow trench", "fire trench"}:
        return
    now = Shape(work.front, work.ends, work.circular)
    joins = work.close_quarters and work.at not in situation.shared
    shapes = tuple(each for each in trench_shapes() if joins or each != now)
    yield Job(
        f"{situation.board.label(work.at)} turn {work.id}",
        f"Turn or connect {work.id}",
        work.at,
        Project(work.kind),
        shapes,
        _diggers(situation, names, work.kind),
        work.id,
    )


def _go_on(situation: Situation, work: Work, names: list[str]) -> Job:
    """Return the job of joining or taking up again what is in hand."""
    now = project(work) or Project(work.kind)
    return Job(
        f"{situation.board.label(work.at)} go on {work.id}",
        f"Go on with the {now.kind} at {situation.board.label(work.at)}",
        work.at,
        evolve(now, paused=False),
        (now.shape,),
        _diggers(situation, names, now.kind),
        work.id,
        begun=True,
    )


# ---- artillery


@implements("RS", "6.3.2", "13.1.9")
def _for_guns(situation: Situation, cell: Hex, names: list[str]) -> Iterator[Job]:
    """Yield what each battery may dig for itself: a pit, a wider one, or one facing elsewhere."""
    side = _side(situation, names)
    pits = [
        work for work in situation.works_at(cell) if work.kind == "gun pit" and work.owner == side
    ]
    for name in _diggers(situation, names, "gun pit"):
        for work in pits:
            now = project(work)
            if now is not None and now.paused:
                job = _go_on(situation, work, [name])
                key, digger = f"{job.key} {name}", evolve(job.project, digger=name)
                yield evolve(job, key=key, project=digger)
            elif now is None and situation.piece(name).work == work.id:
                yield from _facings(situation, work, name)
        room = works_position.may_coexist(situation, side, cell, "gun pit").allowed
        if room and may_build(situation, side, "gun pit").allowed:
            label = situation.board.label(cell)
            yield Job(
                f"{label} gun pit {name}",
                f"Dig a gun pit in {label} for {name}",
                cell,
                Project("gun pit", new=True, digger=name),
                pit_facings(),
                (name,),
            )


def _facings(situation: Situation, work: Work, name: str) -> Iterator[Job]:
    label = situation.board.label(work.at)
    plan = Project("gun pit", digger=name)
    if len(work.front) == GUN_PIT_SIDES:
        wider = pit_facings(work.front)
        key, said = f"{label} widen {work.id}", f"Widen {work.id} by a facing"
        yield Job(key, said, work.at, plan, wider, (name,), work.id)
    others = tuple(each for each in pit_facings() if each.front != work.front)
    key, said = f"{label} turn {work.id}", f"Turn {work.id}"
    yield Job(key, said, work.at, plan, others, (name,), work.id)

"""Engineering (13): the subsegment in which fieldworks are finished, noted, begun and gone on with.

Work done in a turn is noted when the Engineering Subsegment of the next begins, for those who are
still at it then; whoever was torn from it meanwhile (:func:`.actions.interrupt`) has lost the turn.
A work that nobody goes on with is paused, with what was done so far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Choice, Option
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure
from wargame.rifle_and_spade import actions, opportunity, us_them, works_position
from wargame.rifle_and_spade.construction_table import (
    construction_table,
    count,
    limits_of,
    note_conversion,
)
from wargame.rifle_and_spade.digging import Job, jobs, obstacle
from wargame.rifle_and_spade.project import Project, Shape, project
from wargame.rifle_and_spade.triggers import Trigger
from wargame.rifle_and_spade.works import FOR_INFANTRY, Work

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.state import Cover, Piece, Situation

END = "end"
ALL = "all"


@implements("RS", "13.0", "13.1")
def engineering_subsegment(
    situation: Situation, able: frozenset[str]
) -> Generator[Step, Any, Situation]:
    """Finish what is done, note progress, then let units begin or go on, one job at a time.

    Args:
        situation: The position; its active side acts.
        able: The units that may act in this subsegment.
    """
    if not situation.ruleset.engineering:
        return situation
    able = able & {piece.unit for piece in situation.of(situation.active)}
    situation = yield from us_them.retain(situation)
    situation = count(situation)
    situation = yield from note_progress(situation, able)
    while found := jobs(situation, able):
        options = [Option(job.key, job.label) for job in found]
        key = (
            yield Choice(
                situation.active,
                "Engineering",
                [*options, Option(END, "Dig no more")],
                ("RS 13.1",),
                _barred(situation, able),
                position=situation,
            )
        ).key
        if key == END:
            break
        job = next(each for each in found if each.key == key)
        situation = yield from _activate(situation, job)
    return situation


def _barred(situation: Situation, able: frozenset[str]) -> tuple[tuple[str, Ruling], ...]:
    known = ((name, obstacle(situation, name)) for name in sorted(able) if situation.on_map(name))
    return tuple((name, why) for name, why in known if why is not None)


# ---- what was done in the turn that ended


@implements("RS", "13.1", "13.1.15", "13.1.16", "13.1.19")
def note_progress(situation: Situation, able: frozenset[str]) -> Generator[Step, Any, Situation]:
    """Note a turn's work wherever enough of those units are still digging; all of them stop then.

    A work is finished when it has had its turns; its builders are inside it from then on.
    """
    for old in situation.works:
        plan = project(old)
        if plan is None or plan.paused or old.owner != situation.active:
            continue
        diggers = _at_work(situation, old, plan, able)
        if not diggers and _others_dig(situation, old, plan):
            continue
        row = construction_table(situation.shelf)[plan.kind]
        steps = sum(piece.steps for piece in diggers)
        done = old.progress + bool(diggers and steps >= row.personnel)
        yield _announcement(situation, old, plan, done, row.turns)
        if done >= row.turns:
            situation = _finish(situation, old, plan, [piece.unit for piece in diggers])
        else:
            situation = _pause(situation, old, plan, done)
    idle = [name for name in able if situation.on_map(name)]
    return actions.interrupt(
        situation, [name for name in idle if situation.piece(name).task == "engineering"]
    )


def _at_work(situation: Situation, work: Work, plan: Project, able: frozenset[str]) -> list[Piece]:
    """Return those of *able* who dig at a work, undisturbed."""
    return [each for each in _diggers(situation, work, plan) if each.unit in able]


def _others_dig(situation: Situation, work: Work, plan: Project) -> bool:
    """Return whether a work is in the hands of units whose turn is not noted now."""
    return bool(_diggers(situation, work, plan))


def _diggers(situation: Situation, work: Work, plan: Project) -> list[Piece]:
    return [
        piece
        for piece in situation.at(work.at, work.owner)
        if piece.task == "engineering"
        and not piece.confused
        and situation.unit(piece).artillery == bool(plan.digger)
        and plan.digger in {"", piece.unit}
    ]


def _announcement(situation: Situation, work: Work, plan: Project, done: int, turns: int) -> Ruling:
    origin = construction_table(situation.shelf).provenance
    label = situation.board.label(work.at)
    said = f"{label}, {plan.kind}: {done} of {turns} turns' work done."
    if done == work.progress:
        said += " The last turn's was interrupted, or too few were at it."
    cases = ("RS 13.1",) if done > work.progress else ("RS 13.1.15",)
    return figure("Construction", done, said, *cases, unit="turns", provenance=origin)


def _with_work(situation: Situation, old: str, new: Work | None) -> Situation:
    works = (new if work.id == old else work for work in situation.works)
    return evolve(situation, works=tuple(work for work in works if work is not None))


def _pause(situation: Situation, work: Work, plan: Project, done: int) -> Situation:
    """Lay a work aside, with its progress; of a hole not yet begun in earnest nothing stays."""
    if plan.new and not done:
        return _with_work(situation, work.id, None)
    paused = evolve(work, building=evolve(plan, paused=True).text, progress=done)
    return _with_work(situation, work.id, paused)


@implements("RS", "6.4.2", "6.5", "13.1.9", "13.1.12", "13.1.17", "13.1.18")
def _finish(situation: Situation, work: Work, plan: Project, builders: list[str]) -> Situation:
    shape = plan.shape
    made = evolve(work, id=_name(situation, work, plan), kind=plan.kind, building="", progress=0)
    if plan.kind == "barbed wire":
        made = evolve(made, wire=shape.front)
    elif shape != Shape():
        made = evolve(made, front=shape.front, ends=shape.ends, circular=shape.circular)
        wire = works_position.implied_wire(plan.kind, shape.front, circular=shape.circular)
        if wire and not _wire_barred(situation, work.owner):
            made = evolve(made, wire=wire)
    if plan.kind in FOR_INFANTRY:
        made = evolve(made, close_quarters=work.at in situation.shared)
    situation = _with_work(situation, work.id, made)
    if made.id != work.id:
        inside = (each for each in situation.at(work.at) if each.work == work.id)
        moved = (evolve(each, work=made.id) for each in inside)
        situation = situation.replace_pieces(*moved)
    return _go_in(situation, made, builders)


def _wire_barred(situation: Situation, side: str) -> bool:
    limits = limits_of(situation, side, "barbed wire")
    return any(not each.allowed and each.share is None for each in limits)


def _name(situation: Situation, work: Work, plan: Project) -> str:
    """Return the name of a finished work: works dug in play are called after their kind."""
    if work.kind == plan.kind or not work.id.startswith(f"{work.kind} "):
        return work.id
    return _new_name(situation, plan, situation.board.label(work.at))


def _new_name(situation: Situation, plan: Project, label: str) -> str:
    taken = {work.id for work in situation.works}
    names = (f"{plan.kind} {label}/{n}" for n in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def _go_in(situation: Situation, work: Work, names: Sequence[str]) -> Situation:
    """Put those who built a work inside it, as far as it has room; wire has no inside."""
    for name in sorted(names):
        piece = situation.piece(name)
        if not works_position.may_use(situation, situation.unit(name), work):
            continue
        if works_position.has_room(situation, piece, work):
            hiding: Cover = "work" if piece.hiding == "terrain" else piece.hiding
            situation = situation.replace_pieces(evolve(piece, work=work.id, hiding=hiding))
    return situation


# ---- what is done in this one


@implements("RS", "7.2/3", "7.6.2", "7.6.2/2", "13.1.4", "13.1.6", "13.1.7", "13.1.17")
def _activate(situation: Situation, job: Job) -> Generator[Step, Any, Situation]:
    """Ask how the work shall lie and who digs, set them to it, and let the enemy fire at them.

    Coming out of hiding is part of it: there is one trigger. Those who were fired at may hide then,
    and so leave off. Those who dig in Us/Them by night stay hidden, and so trigger nothing.
    """
    shape = yield from _shape(situation, job)
    names = yield from _who(situation, job)
    quiet = job.cell in situation.shared
    situation = start(situation, job, shape, names)
    if quiet:
        return situation
    trigger = Trigger("engineering", names, job.cell, long=True)
    reaction = yield from opportunity.opportunity_fire(situation, trigger)
    if not reaction.shot_at:
        return reaction.situation
    alive = tuple(name for name in names if reaction.situation.on_map(name))
    return (yield from opportunity.offer_cover(reaction.situation, alive))


def _shape(situation: Situation, job: Job) -> Generator[Step, Any, Shape]:
    if len(job.shapes) == 1:
        return job.shapes[0]
    options = [Option(each.key, each.label(situation.board)) for each in job.shapes]
    key = (
        yield Choice(
            situation.active,
            f"{job.label}: how it lies",
            options,
            ("RS 6.1.6",),
            position=situation,
        )
    ).key
    return next(each for each in job.shapes if each.key == key)


def _who(situation: Situation, job: Job) -> Generator[Step, Any, tuple[str, ...]]:
    if len(job.units) == 1:
        return job.units
    options = [Option(ALL, "All of them"), *(Option(name, name) for name in job.units)]
    key = (
        yield Choice(
            situation.active, f"{job.label}: who digs", options, ("RS 13.1.2",), position=situation
        )
    ).key
    return job.units if key == ALL else (key,)


@implements("RS", "13.1.3", "13.1.4")
def start(situation: Situation, job: Job, shape: Shape, names: Sequence[str]) -> Situation:
    """Return the situation with units digging: on top, in the open but in Us/Them, and acting."""
    plan = evolve(job.project, shape=shape, paused=False)
    if job.work:
        old = next(work for work in situation.works if work.id == job.work)
        work = evolve(old, building=plan.text)
        situation = _with_work(situation, old.id, work)
        if not job.begun and not plan.new and plan.kind != old.kind:
            situation = note_conversion(situation, work)
    else:
        name = _new_name(situation, plan, situation.board.label(job.cell))
        side = situation.unit(names[0]).side
        dug = Provenance("derived", "dug in play")
        work = Work(name, plan.kind, job.cell, side, building=plan.text, provenance=dug)
        situation = evolve(situation, works=(*situation.works, work))
    hiding: Cover = "terrain" if job.cell in situation.shared else ""
    out = (evolve(situation.piece(name), work="", hiding=hiding) for name in names)
    return actions.begin(situation.replace_pieces(*out), names, "engineering")

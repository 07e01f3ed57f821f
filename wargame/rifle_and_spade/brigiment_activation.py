"""The activation of a brigiment (2.0, step 4c) under its orders, subsegment by subsegment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, refusal
from wargame.rifle_and_spade import (
    engineering,
    independents,
    movement,
    reinforcements,
    release,
    sequence,
)
from wargame.rifle_and_spade.orders import (
    activity_bar,
    continuation,
    cordon,
    disorganized,
    movement_bar,
    pickets,
    regroup,
    standing,
)
from wargame.rifle_and_spade.watching import Watch

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.plan import Bar, Plan
    from wargame.rifle_and_spade.sequence import SubsegmentId
    from wargame.rifle_and_spade.state import Situation

DONE = "done"
NEAR = 3
"""How near an enemy must be for a unit to be asked whether it waits to assault him, in hexes."""


@frozen
class Active:
    """A brigiment in its activation.

    Args:
        situation: The position.
        brigiment: The brigiment.
        able: The units that act with it.
        waiting: Units that have come but are not on the map yet.
        held: Units that wait to assault with a brigiment activated later.
    """

    situation: Situation
    brigiment: str
    able: frozenset[str]
    waiting: reinforcements.File = ()
    held: frozenset[str] = frozenset()


@implements("RS", "2.0/4c", "2.0/4c.i", "2.0/4c.ii", "2.0/4c.iii", "2.0/4c.iv")
@implements("RS", "2.0/4c.i.A", "2.0/4c.i.B", "2.0/4c.i.C", "2.0/b1", "2.0/b2")
def run_part(part: str, active: Active, plan: Plan) -> Generator[Step, Any, Active]:
    """Run one subsegment, and see to what it has brought about.

    Args:
        part: Its number.
        active: The activation.
        plan: What the scenario adds.
    """
    own = (movement_bar.bar, movement_bar.assault_with(active.brigiment))
    bars = (*((plan.bar,) if plan.bar else ()), *own)
    watch = Watch(bars)
    name = _subsegment(part)
    if name == "4c.iii":
        active = yield from _movement(active, watch)
    else:
        situation, able = yield from _without_shut_out(active, name)
        situation = yield from sequence.subsegment(name, situation, able, watch.bar)
        active = evolve(active, situation=situation)
    situation = watch.settled(plan.take_off(active.situation))
    situation, told = release.by_threat(continuation.flag_failures(situation))
    yield from told
    situation = disorganized.settle(cordon.without_lost_points(regroup.enter(situation)))
    return evolve(active, situation=situation)


@implements("RS", "11.1.9/2b")
def _without_shut_out(
    active: Active, name: SubsegmentId
) -> Generator[Step, Any, tuple[Situation, frozenset[str]]]:
    """Return who acts in a subsegment: no independents where the order lets nobody.

    What they have dug before is noted all the same.
    """
    situation, able = active.situation, active.able - active.held
    order = situation.command(active.brigiment).order
    if not activity_bar.shut_to_independents(order, name):
        return situation, able
    spare = frozenset(each for each in able if independents.independent(situation, each))
    if name == "4c.i" and situation.ruleset.engineering:
        situation = yield from engineering.note_progress(situation, spare)
    return situation, able - spare


def _subsegment(part: str) -> SubsegmentId:
    return next(each for each in sequence.SUBSEGMENTS if each == part)


@implements("RS", "2.0/4c.iii", "11.12.7/5", "15.1.1")
def _movement(active: Active, watch: Watch) -> Generator[Step, Any, Active]:
    """Let pickets be sent out, newcomers enter, stacks move; then ask who waits to assault."""
    name = active.brigiment
    situation = yield from pickets.offer_to_send(active.situation, name)
    waiting = active.waiting
    if waiting:
        situation, waiting = yield from reinforcements.enter_the_map(
            situation, waiting, name, watch.bar
        )
    free = [
        each
        for each in sorted(active.able)
        if situation.on_map(each) and situation.piece(each).task != "engineering"
    ]
    held = frozenset(each for each in active.held if _still_held(situation, each))
    if held:
        watch.bars = (*watch.bars, _toward_the_enemy(held))
    situation = yield from movement.movement_subsegment(situation, free, held, watch.bar)
    held = frozenset(each for each in held if _still_held(situation, each))
    held |= yield from _who_waits(situation, active, free)
    return evolve(active, situation=situation, waiting=waiting, held=held)


# ---- waiting to assault together


def _still_held(situation: Situation, name: str) -> bool:
    if not situation.on_map(name):
        return False
    piece = situation.piece(name)
    mine = situation.side(piece) == situation.active
    return mine and not (piece.acted or piece.wave or piece.task or piece.fired)


@implements("RS", "14.4.6")
def _toward_the_enemy(held: frozenset[str]) -> Bar:
    """Return what forbids those who have waited to do anything but close with the enemy."""

    def bar(situation: Situation, names: tuple[str, ...], there: Hex) -> Ruling | None:
        if held.isdisjoint(names):
            return None
        foes = situation.occupied[situation.inactive]
        here = situation.piece(names[0]).at
        if not foes or _gap(there, foes) < _gap(here, foes):
            return None
        why = "Those who have waited move only to assault, closer to the enemy at every step."
        return refusal(names[0], why, "RS 14.4.6")

    return bar


def _gap(cell: Hex, foes: frozenset[Hex]) -> int:
    return min(cell.distance(foe) for foe in foes)


@implements("RS", "14.4.6", "3.3.14")
def _who_waits(
    situation: Situation, active: Active, names: list[str]
) -> Generator[Step, Any, frozenset[str]]:
    """Ask which units of a brigiment that have done nothing wait for one that is still to come."""
    later = [
        command.brigiment
        for command in situation.commands
        if command.released
        and not command.activated
        and situation.army.brigiment(command.brigiment).side == situation.active
    ]
    found: set[str] = set()
    if not later:
        return frozenset()
    ready = [name for name in names if _could_wait(situation, active, name)]
    while ready:
        options = [Option(DONE, "nobody else"), *(Option(n, f"{n} waits") for n in ready)]
        purpose = f"{active.brigiment}: who waits to assault with another"
        side = situation.active
        answer: Option = yield Choice(side, purpose, options, ("RS 14.4.6",), position=situation)
        if answer.key == DONE:
            break
        found.add(answer.key)
        ready.remove(answer.key)
    return frozenset(found)


def _could_wait(situation: Situation, active: Active, name: str) -> bool:
    """Return whether a unit might assault later: rifles near the enemy whose order lets them."""
    if not _still_held(situation, name):
        return False
    piece, unit = situation.piece(name), situation.unit(name)
    if unit.brigiment != active.brigiment or not unit.rifle or piece.confused:
        return False
    foes = situation.occupied[situation.inactive]
    if not foes or _gap(piece.at, foes) > NEAR:
        return False
    command = situation.command(active.brigiment)
    attacks = command.order.group == "attack"
    stands = standing.standing(situation, piece)
    return stands == "committed" or (attacks and stands == "line")

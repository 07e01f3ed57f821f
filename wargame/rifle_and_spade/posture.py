"""What a stack does within its hex (6.1.4, 7.2, 16.5): rally, go on top or inside, hide."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.rifle_and_spade import activation, hiding, rally
from wargame.rifle_and_spade.activation import Offer
from wargame.rifle_and_spade.costs import halves
from wargame.rifle_and_spade.hiding import WORDS
from wargame.rifle_and_spade.triggers import Trigger

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.activation import Activation, Barred
    from wargame.rifle_and_spade.state import Cover, Piece, Situation

RALLY, HIDE, STAND = "rally", "hide", "stay"
INSIDE, ON_TOP, UNHIDE = "inside", "on top", "unhide"


def offers(run: Activation) -> Iterator[Offer | Barred]:
    """Yield what a stack may do within its hex."""
    yield from _rallying(run)
    yield from _shifting(run)
    yield from _hiding(run)


@implements("RS", "16.5")
def _rallying(run: Activation) -> Iterator[Offer | Barred]:
    if not any(piece.confused for piece in run.pieces):
        return
    if not run.fresh:
        why = "Rallying comes first in an activation, before anything else."
        yield activation.barred(RALLY, why, "RS 16.5")
    elif rally.can_rally(run.situation, run.names):
        yield Offer(RALLY, "rally", _rally)
    else:
        yield RALLY, rally.may_rally(run.situation, run.names)


@implements("RS", "16.5", "14.1.11", "17.4.5")
def _rally(run: Activation) -> Generator[Step, Any, Activation]:
    """Rally first of all; the points spent on it draw no fire, nor may a long action follow."""
    done = rally.rally(run.situation, run.names)
    yield from ()
    spent = run.spent + halves(done.spent)
    return evolve(
        run,
        situation=done.situation,
        spent=spent,
        rallied=True,
        long=False,
        over=not done.may_move,
    )


@implements("RS", "6.1.4", "6.1.1/3", "17.4.11")
def _shifting(run: Activation) -> Iterator[Offer | Barred]:
    """Yield going on top of a work or back into it, for infantry and for guns that may."""
    if run.shared or run.hid or not run.situation.works_at(run.cell):
        return
    cost = halves(run.activities.on_top)
    out = [p for p in run.pieces if p.work and _may_shift(run.situation, p)]
    into = [
        p
        for p in run.pieces
        if not p.work and not p.order and _may_shift(run.situation, p) and _room(run.situation, p)
    ]
    for key, who, words in ((ON_TOP, out, "go on top"), (INSIDE, into, "go into the work")):
        if not who:
            continue
        if cost > run.left:
            why = f"That takes {activation.points_of(cost)}; {activation.points_of(run.left)} left."
            yield activation.barred(key, why, "RS 6.1.4")
        else:
            said = f"{words} ({activation.points_of(cost)})"
            yield Offer(key, said, _shift, (tuple(p.unit for p in who), key))


@implements("RS", "6.3.4", "6.3.5")
def _may_shift(situation: Situation, piece: Piece) -> bool:
    """Return whether a unit changes between a work and its top for points.

    Guns do only where the ruleset does not make them prolong (RS-Q24).
    """
    unit = situation.unit(piece)
    if unit.gun is None:
        return True
    able = unit.gun.teams and not unit.gun.fixed and not piece.fired
    return able and not situation.ruleset.pits_left_by_prolonging


def _room(situation: Situation, piece: Piece) -> bool:
    return activation.occupy(situation, (piece.unit,)) is not situation


@implements("RS", "6.1.4", "17.4.5", "17.4.11")
def _shift(run: Activation, names: tuple[str, ...], key: str) -> Generator[Step, Any, Activation]:
    """Go on top of a work or into it within the hex; the movers are on top for the fire."""
    cost = halves(run.activities.on_top)
    up = {piece.unit: evolve(piece, hiding="") for piece in run.pieces}
    up.update((name, evolve(up[name], work="")) for name in names)
    run = run.changed(*up.values(), spent=cost)
    trigger = Trigger("stays within", (), run.cell, inside_points=cost)
    run = yield from activation.draw_fire(run, trigger)
    if key == ON_TOP:
        return run
    still = [name for name in names if name in run.names]
    return evolve(run, situation=activation.occupy(run.situation, still))


@implements("RS", "7.2", "7.2/1", "7.2.6", "7.6.2")
def _hiding(run: Activation) -> Iterator[Offer | Barred]:
    """Yield the ways to hide, or to come out of hiding for nothing else."""
    if run.shared or run.hid:
        return
    if all(piece.hiding for piece in run.pieces):
        if run.fresh:
            yield Offer(UNHIDE, "come out of hiding and do no more", _unhide)
        return
    for cover in hiding.ways_to_hide(run.situation, run.names):
        yield Offer(f"{HIDE} {cover}", f"hide {WORDS[cover]}", _hide, (cover,))


@implements("RS", "7.2.4", "7.2/1", "17.4.10")
def _hide(run: Activation, cover: Cover) -> Generator[Step, Any, Activation]:
    """Hide, after any fire that is due; behind a ridge or in a fire trench one may then go on."""
    run = yield from activation.announced(run)
    if run.over or cover not in hiding.ways_to_hide(run.situation, run.names):
        return run
    run = evolve(run, situation=hiding.hide(run.situation, run.names, cover))
    return evolve(run, hid=True, over=cover == "terrain")


@implements("RS", "7.6.2/1", "17.4.9")
def _unhide(run: Activation) -> Generator[Step, Any, Activation]:
    """Come out of hiding and do nothing else: that alone is a trigger; the movement is over."""
    run = evolve(run, situation=hiding.unhide(run.situation, run.names))
    run = yield from activation.draw_fire(run, Trigger("unhides", (), run.cell))
    return evolve(run, over=True, moved=False)


@implements("RS", "7.2.1", "7.2/3", "14.4.1")
def hide_after(run: Activation) -> Generator[Step, Any, Activation]:
    """Let a stack that was stopped hide where it is."""
    alive = tuple(name for name in run.names if run.situation.on_map(name))
    if not alive or any(run.situation.piece(name).hiding for name in alive):
        return run
    if any(run.situation.piece(name).wave for name in alive):
        return run
    ways = hiding.ways_to_hide(run.situation, alive)
    if not ways:
        return run
    options = [Option(STAND, "stay as they are")]
    options += [Option(f"{HIDE} {cover}", f"hide {WORDS[cover]}") for cover in ways]
    answer: Option = yield Choice(
        run.side, "Stopped: hide here", options, ("RS 7.2.1",), position=run.situation
    )
    if answer.key == STAND:
        return run
    chosen = next(cover for cover in ways if answer.key == f"{HIDE} {cover}")
    return evolve(run, situation=hiding.hide(run.situation, alive, chosen))

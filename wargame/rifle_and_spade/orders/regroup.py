"""Regroup orders (11.14): entering regroup, the count of what may come back, leaving it again.

How steps come back and are exchanged stands in
:mod:`~wargame.rifle_and_spade.orders.recovery`.
"""

from __future__ import annotations

from math import floor
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal, skipped, total
from wargame.core.ruling_views import value_text
from wargame.rifle_and_spade import battalions
from wargame.rifle_and_spade.orders import rear, standing
from wargame.rifle_and_spade.toll import Loss

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.orders.order import Goal, Order
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.toll import Cause
    from wargame.rifle_and_spade.units import Steps

STEPS = "steps"
RECOVERABLE: tuple[Cause, ...] = ("fire", "assault", "rout")


@implements("RS", "11.14.2")
def point(order: Order) -> Goal | None:
    """Return the Regroup Point of an order: the one of radius 1 that those in line share."""
    return next(
        (goal for name, goal in order.goals if goal.radius and name not in order.committed), None
    )


@implements("RS", "11.14.2", "11.14.3")
def placements(situation: Situation, brigiment: str, order: Order) -> Iterator[Ruling]:
    """Yield whether the order names a Regroup Point and nothing of it is under threat."""
    goal = point(order)
    if goal is None:
        yield refusal("Regroup point", "It names no regroup point of radius 1.", "RS 11.14.2")
        return
    side = situation.army.brigiment(brigiment).side
    yield rear.unthreatened(situation, (goal,), side, "RS 11.14.3")


# ---- entering


@implements("RS", "11.14.12", "11.14.18")
def entered(situation: Situation, brigiment: str) -> Ruling:
    """Return whether a brigiment is, or now comes to be, in regroup: all of it at the point.

    All units count, headquarters, machine guns and those in support among them.
    """
    command, label = situation.command(brigiment), f"{brigiment} in regroup"
    order = command.order
    if order.kind != "regroup":
        return skipped(label, f"It is under {order.kind} orders.", "RS 11.14.12", value=False)
    if command.regrouping is not None:
        said = f"It entered {command.regrouping} turns ago."
        return figure(label, True, said, "RS 11.14.12", "RS 11.14.18")
    goal = point(order)
    own = tuple(standing.own_pieces(situation, brigiment))
    if goal is None or not own:
        return skipped(label, "There is nobody to regroup.", "RS 11.14.12", value=False)
    away = [piece.unit for piece in own if not goal.reached(piece.at)]
    if away:
        why = f"Not at the regroup point: {', '.join(away)}."
        return skipped(label, why, "RS 11.14.12", value=False)
    return figure(label, True, "All of it is at the regroup point.", "RS 11.14.12")


@implements("RS", "11.14.12", "11.14.10", "10.1.6")
def enter(situation: Situation) -> Situation:
    """Return the situation with the brigiments whose last unit has come in now in regroup.

    Asked after every movement. Units in support are then in line, and the cap on officer points is
    lifted (RS-Q35).
    """
    for command in situation.commands:
        if command.order.kind != "regroup" or command.regrouping is not None:
            continue
        if entered(situation, command.brigiment).counts:
            situation = situation.with_command(_gathered(command))
    return situation


def _gathered(command: Command) -> Command:
    order, goal = command.order, point(command.order)
    assert goal is not None  # noqa: S101 - they have come to it
    names = {name for name, _ in order.goals} | order.support
    gathered = evolve(
        order,
        goals=tuple((name, goal) for name in sorted(names)),
        routes=(),
        support=frozenset(),
        committed=frozenset(),
        deaf=frozenset(),
    )
    return evolve(command, order=gathered, regrouping=0, regrouped=True)


# ---- the count


def lost(situation: Situation, brigiment: str, *causes: Cause) -> Steps:
    """Return the steps that a brigiment lost for some causes since it was last counted."""
    return sum(
        (e.steps for e in situation.losses if e.brigiment == brigiment and e.cause in causes),
        start=0,
    )


@implements("RS", "11.14.12/1", "11.14.13", "11.14.14", "11.14.15")
def count(situation: Situation, brigiment: str) -> Ruling:
    """Return how many steps may come back: half of those shot or stormed, and all that ran.

    Losses are told apart by their cause, so that routed steps and those that surrendered are no
    part of the sum that is halved (RS-Q49). Only rifle steps are booked to a brigiment. Of routed
    pickets whole steps alone count (our reading).
    """
    command = situation.command(brigiment)
    wounded = lost(situation, brigiment, "fire", "assault")
    ran = lost(situation, brigiment, "rout")
    half, whole = floor(wounded / 2), floor(ran)
    missing = total(
        "Missing",
        (
            figure("Half of fire and assault", half, f"Half of {value_text(wounded)}, fractions "
                   "dropped.", "RS 11.14.12/1", "RS 11.14.13", unit=STEPS),
            _left_over(command.missing),
        ),
        "Steps lost to fire and assault that find their way back.",
        "RS 11.14.12/1",
        unit=STEPS,
    )  # fmt: skip
    routed = total(
        "Routed",
        (
            figure("Lost to rout", whole, "All of them.", "RS 11.14.13", unit=STEPS),
            _left_over(command.routed),
        ),
        "Steps that ran.",
        "RS 11.14.12/1",
        unit=STEPS,
    )
    gone = lost(situation, brigiment, "surrender")
    captured = skipped(
        "Surrendered", f"{value_text(gone)} steps are prisoners.", "RS 11.14.14", value=gone
    )
    said = f"{missing.value} missing and {routed.value} routed steps may come back."
    return total(
        f"Recoverable steps of {brigiment}",
        (missing, routed, captured),
        said,
        "RS 11.14.12/1",
        unit=STEPS,
    )


def _left_over(steps: int) -> Ruling:
    if not steps:
        return skipped("Left over", "Nothing from an earlier regroup.", "RS 11.14.12/1", value=0)
    return figure("Left over", steps, "From an earlier regroup.", "RS 11.14.12/1", unit=STEPS)


@implements("RS", "11.14.12/1")
def counted(situation: Situation, brigiment: str) -> Situation:
    """Return the situation with the count taken down, and its losses not to be counted again."""
    found = count(situation, brigiment)
    missing, routed = (part.value for part in found.parts[:2])
    assert isinstance(missing, int)  # noqa: S101 - whole steps
    assert isinstance(routed, int)  # noqa: S101 - whole steps
    command = evolve(situation.command(brigiment), missing=missing, routed=routed)
    return written_off(situation.with_command(command), brigiment)


def written_off(situation: Situation, brigiment: str) -> Situation:
    """Return the situation with the losses of a brigiment so far booked as counted."""
    amount = lost(situation, brigiment, *RECOVERABLE)
    return booked(situation, brigiment, amount) if amount else situation


def booked(situation: Situation, brigiment: str, more: Steps) -> Situation:
    """Return the situation with recoverable losses gone and so many more steps counted."""
    now = lost(situation, brigiment, "counted") + more
    kept = [
        each
        for each in situation.losses
        if each.brigiment != brigiment or each.cause not in (*RECOVERABLE, "counted")
    ]
    if now > 0:
        kept.append(Loss(brigiment, "counted", now))
    return evolve(situation, losses=tuple(sorted(kept, key=_of_loss)))


def _of_loss(loss: Loss) -> tuple[str, str]:
    return loss.brigiment, loss.cause


# ---- leaving


@implements("RS", "11.14.17", "11.14.17/1", "11.14.17/2", "10.1.5", "10.1.6")
def leaving(situation: Situation, brigiment: str) -> Ruling:
    """Return the maximum of officer points with which a brigiment leaves regroup.

    A battalion with exactly half its steps counts half, as the rule has it, or whole, as its
    example has it, by a switch of the ruleset (RS-Q51).
    """
    found = battalions.maximum_ruling(situation, brigiment)
    assert isinstance(found.value, int)  # noqa: S101 - fractions are dropped
    said = f"Half of {found.value}, fractions dropped."
    half = figure(
        "Half-maximum", found.value // 2, said, "RS 11.14.17/2", "RS 10.1.6", unit="officer points"
    )
    label = f"{brigiment} leaves regroup"
    return finding(
        label, found.value, found.sentence, "RS 11.14.17", parts=(found, half),
        unit="officer points",
    )  # fmt: skip


@implements("RS", "11.14.17", "11.14.12/1")
def leave(situation: Situation, brigiment: str) -> Situation:
    """Return the situation with a brigiment out of regroup, after its order was changed.

    Steps that have not come back yet are remembered for the next time; what was lost meanwhile is
    past counting. Officer points above the new maximum are not taken away (our reading).
    """
    command = situation.command(brigiment)
    if command.order.kind != "regroup" or command.regrouping is None:
        return situation
    maximum = leaving(situation, brigiment).value
    assert isinstance(maximum, int)  # noqa: S101 - fractions are dropped
    left = evolve(command, maximum=maximum, regrouping=None)
    return written_off(situation.with_command(left), brigiment)

"""The Command Phase (2.0, step 3): messages, columns, officer points, orders, the cup.

The sides act in parallel; here the first player's answers are asked for first within each segment,
which changes nothing, since neither sees the other's orders.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding
from wargame.rifle_and_spade import cup, flying_columns, isolation, officer_points
from wargame.rifle_and_spade.orders import (
    attack,
    change,
    committing,
    composing,
    continuation,
    cordon,
    disorganized,
    objectives,
    recovery,
    regroup,
    reverting,
    routes,
    standing,
)
from wargame.rifle_and_spade.orders_table import SELECTABLE

if TYPE_CHECKING:
    from collections.abc import Collection, Generator, Iterator, Mapping
    from fractions import Fraction

    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.orders.order import OrderKind
    from wargame.rifle_and_spade.state import Situation

END, COMMIT, REVERT, OPTION = "end", "commit", "revert", "hold or fall back"
NO_BONUS: Mapping[str, Fraction] = {}


@implements("RS", "2.0/3", "11.4.10")
def command_phase(
    situation: Situation, dawn: Mapping[str, Fraction] = NO_BONUS
) -> Generator[Step, Any, Situation]:
    """Run the Command Phase of a turn for both sides.

    At its end those who came after their order was written have an objective, and the routes of
    whoever has a new one are set down, from where he stands.

    Args:
        situation: The position.
        dawn: The bonus of dawn of each brigiment that has one, per battalion (10.1.7).
    """
    situation = isolation.mark_isolated(situation)
    for side in situation.sides:
        situation = yield from flying_columns.formation_adjustment(situation, side)
    situation = yield from adjust_officer_points(situation, dawn)
    failed = yield from continuation.check_all(situation)
    situation = continuation.degrade_all(situation, failed)
    situation = begin_orders(situation)
    for side in situation.sides:
        situation = yield from change_orders(situation, side, failed)
    return closed(situation)


@implements("RS", "2.0/3e", "2.0/3f", "11.4.10", "11.14.12")
def closed(situation: Situation) -> Situation:
    """Return the situation when no more orders are changed this turn, the cups loaded.

    Who has gathered is in regroup, those who came later share the objectives, and every route of
    march that was not written is set down as it leads from where the units stand now. A turn
    without a Command Phase ends it like this too.
    """
    situation = objectives.for_latecomers(regroup.enter(situation))
    return cup.load(routes.plotted(situation))


@implements("RS", "2.0/3c", "10.1", "10.1.7", "11.14.12")
def adjust_officer_points(
    situation: Situation, dawn: Mapping[str, Fraction] = NO_BONUS
) -> Generator[Step, Any, Situation]:
    """Give and take officer points by orders, at dawn the bonus, and let those in regroup recover.

    Those who have not come yet have their maximum when they do (10.1.4).

    Args:
        situation: The position.
        dawn: The bonus of dawn of each brigiment that has one, per battalion.
    """
    for name in [command.brigiment for command in situation.commands if command.released]:
        if not standing.on_map(situation, name):
            continue
        if officer_points.regrouping(situation.command(name)):
            situation = yield from recovery.segment(situation, name)
        situation = yield from officer_points.adjust(situation, name)
        if name in dawn and officer_points.is_dawn(situation.turn):
            situation = yield from officer_points.dawn(situation, name, dawn[name])
    return situation


@implements("RS", "2.0/3e", "11.8.1", "11.12.6/2")
def begin_orders(situation: Situation) -> Situation:
    """Return the situation with scheduled attacks now due, and with lost rally points gone."""
    situation = cordon.without_lost_points(attack.begin_scheduled(situation))
    return disorganized.settle(situation)


# ---- the Change Orders Segment


@implements("RS", "2.0/3e", "2.0/3e.ii", "11.3.4", "11.3.2")
def change_orders(
    situation: Situation, side: str, failed: Collection[str] = ()
) -> Generator[Step, Any, Situation]:
    """Let a side see to the orders of its brigiments, in the sequence it likes.

    Args:
        situation: The position.
        side: The side.
        failed: The brigiments whose orders have just failed, which change to nothing else.
    """
    seen: set[str] = set()
    while True:
        listed = [
            command.brigiment
            for command in situation.commands
            if command.brigiment not in seen
            and situation.army.brigiment(command.brigiment).side == side
            and _concerned(situation, command, failed)
        ]
        if not listed:
            return situation
        options = [Option(END, "leave all other orders as they are")]
        options += [Option(name, f"see to the orders of {name}") for name in listed]
        purpose = f"Change orders of the {side}"
        cases = ("RS 2.0/3e", "RS 11.3.4")
        answer: Option = yield Choice(side, purpose, options, cases, position=situation)
        if answer.key == END:
            return situation
        seen.add(answer.key)
        situation = yield from _see_to(situation, answer.key, failed)


def _concerned(situation: Situation, command: Command, failed: Collection[str]) -> bool:
    """Return whether there is anything to decide about the orders of a brigiment now."""
    if not command.released:
        return False
    name = command.brigiment
    changes = name not in failed and change.may_change(situation, name).allowed
    reverts = bool(reverting.open_to(situation, name))
    return changes or reverts or _has_option(situation, command) or bool(command.order.support)


def _has_option(situation: Situation, command: Command) -> bool:
    if command.order.kind != "disorganized defense":
        return False
    name = command.brigiment
    return command.order.falls_back or bool(disorganized.may_fall_back(situation, name).allowed)


def _see_to(
    situation: Situation, brigiment: str, failed: Collection[str]
) -> Generator[Step, Any, Situation]:
    """Ask what is done about the orders of one brigiment, until its owner has done.

    One check to change its order a turn, and one for each battalion to be committed, or to turn
    from being committed to the Regroup Point (11.14.11, which is rolled for in the same way).
    """
    tried: set[str] = set()
    while True:
        options, barred = _actions(situation, brigiment, failed, tried)
        if not options:
            return situation
        side = situation.army.brigiment(brigiment).side
        options = [Option(END, "nothing else"), *options]
        purpose = f"Orders of {brigiment}: {situation.command(brigiment).order.kind}"
        answer: Option = yield Choice(
            side, purpose, options, ("RS 11.3",), barred, position=situation
        )
        if answer.key == END:
            return situation
        word, _, rest = answer.key.partition(": ")
        tried.update((answer.key, *_counterpart(word, rest)))
        if answer.key == OPTION:
            situation = yield from disorganized.choose(situation, brigiment)
        elif word == COMMIT:
            situation = yield from commit(situation, brigiment, rest)
        elif word == REVERT:
            situation = yield from reverting.try_to_revert(situation, brigiment, rest)
        else:
            tried.update(SELECTABLE)
            situation = yield from change_to(situation, brigiment, _kind(answer.key))


def _counterpart(word: str, battalion: str) -> tuple[str, ...]:
    """Return the other of the two rolls of a battalion: a turn has one (11.5.10; our reading)."""
    other = {COMMIT: REVERT, REVERT: COMMIT}.get(word)
    return () if other is None else (f"{other}: {battalion}",)


def _kind(key: str) -> OrderKind:
    return next(kind for kind in SELECTABLE if kind == key)


def _actions(
    situation: Situation, brigiment: str, failed: Collection[str], tried: Collection[str]
) -> tuple[list[Option], tuple[tuple[str, Ruling], ...]]:
    options, barred = [], []
    if brigiment not in failed:
        for kind in SELECTABLE:
            if kind in tried:
                continue
            why = change.barred(situation, brigiment, kind)
            if why is None:
                options.append(Option(kind, f"try to change to {kind}"))
            else:
                barred.append((kind, why))
    options += [each for each in _of_battalions(situation, brigiment) if each.key not in tried]
    if OPTION not in tried and _has_option(situation, situation.command(brigiment)):
        options.append(Option(OPTION, "hold the line or fall back"))
    return options, tuple(barred)


def _of_battalions(situation: Situation, brigiment: str) -> Iterator[Option]:
    """Yield the checks for single battalions: committing them, and turning them back."""
    for battalion, names in committing.in_support(situation, brigiment).items():
        if any(committing.requirement(situation, name).allowed for name in names):
            yield Option(f"{COMMIT}: {battalion}", f"try to commit {battalion}")
    for battalion in reverting.open_to(situation, brigiment):
        said = f"try to turn {battalion} to the regroup point"
        yield Option(f"{REVERT}: {battalion}", said)


@implements("RS", "11.3.2", "11.3.3", "11.1", "2.0/3e.ii")
def change_to(
    situation: Situation, brigiment: str, kind: OrderKind
) -> Generator[Step, Any, Situation]:
    """Roll to change an order, and let its owner write the new one where that succeeds.

    Where no order of the kind can be written, or its owner gives up, the present one stays.
    """
    succeeds = yield from change.try_to_change(situation, brigiment, kind)
    if not succeeds:
        return situation
    order = yield from composing.compose(situation, brigiment, kind)
    if order is None:
        said = f"No {kind} order is written: {brigiment} keeps its present order."
        yield finding(f"Orders of {brigiment}", False, said, "RS 11.4.11")
        return situation
    return regroup.enter(change.issue(situation, brigiment, order))


@implements("RS", "11.5.10", "11.5.11")
def commit(situation: Situation, brigiment: str, battalion: str) -> Generator[Step, Any, Situation]:
    """Roll to commit a battalion in support, and ask where its units go."""
    if not committing.commit_ruling(situation, brigiment, battalion).allowed:
        yield committing.commit_ruling(situation, brigiment, battalion)
        return situation
    succeeds = yield from committing.try_to_commit(situation, brigiment, battalion)
    if not succeeds:
        return situation
    goals = yield from composing.commit_goals(situation, brigiment, battalion)
    return committing.committed(situation, brigiment, goals) if goals else situation


# ---- orders for those who have come


@implements("RS", "15.1.4", "11.1")
def orders_on_arrival(
    situation: Situation, brigiment: str, allowed: Collection[str]
) -> Generator[Step, Any, Situation]:
    """Let a brigiment that has just come or been released be given one of several orders.

    Nothing is rolled: the order is part of its arrival.
    """
    if not allowed or not any(True for _ in standing.own_pieces(situation, brigiment)):
        return situation
    order = yield from composing.given(situation, brigiment, allowed)
    return situation if order is None else change.issue(situation, brigiment, order)

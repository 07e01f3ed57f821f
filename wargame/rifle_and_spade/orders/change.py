"""Changing orders (11.3): what bars a change, its exact chance, the matrix of all changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.errors import Refused
from wargame.core.rulebook import implements
from wargame.core.ruling import figure, finding, refusal, total
from wargame.rifle_and_spade import isolation
from wargame.rifle_and_spade.dice import percentile
from wargame.rifle_and_spade.officer_points import points_of, settled_regroup
from wargame.rifle_and_spade.orders import continuation, modifiers, regroup, standing
from wargame.rifle_and_spade.orders.order import GROUPS, called
from wargame.rifle_and_spade.orders_table import SELECTABLE, orders_chart
from wargame.rifle_and_spade.ruleset import TURNS_A_DAY

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.procedure import Band, Roll, Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.orders.order import Order, OrderKind
    from wargame.rifle_and_spade.state import Situation

CHANGED, UNCHANGED = "changed", "unchanged"
KINDS: tuple[OrderKind, ...] = tuple(GROUPS)
_NEVER: dict[OrderKind, str] = {
    "initial attack": "RS 11.9.2",
    "stalled attack": "RS 11.10.1",
    "cordon defense": "RS 11.12.2",
    "disorganized defense": "RS 11.13.1",
}
_FROM_DISORDER: tuple[OrderKind, ...] = ("defense", "regroup")


def _order(situation: Situation, brigiment: str) -> Order:
    return situation.command(brigiment).order


def is_midnight(turn: int) -> bool:
    """Return whether a game turn is the one from midnight to 4 am."""
    return turn % TURNS_A_DAY == 0


@implements("RS", "15.1.4")
def _not_there(situation: Situation, brigiment: str, label: str) -> Ruling | None:
    """Return why nobody gives a brigiment orders yet: it waits, or has not come; else None."""
    if not situation.command(brigiment).released:
        why = f"{brigiment} has not been released."
        return refusal(label, why, "GB 101.7.1", "RS 15.1.2")
    if not standing.on_map(situation, brigiment):
        return refusal(label, f"{brigiment} has not entered the map.", "RS 15.1.4")
    return None


@implements("RS", "11.3", "11.3.5", "11.3.6", "11.12.9", "2.0/3e.ii")
def may_change(situation: Situation, brigiment: str) -> Ruling:
    """Return whether a brigiment may try to change its order at all this turn."""
    order, label = _order(situation, brigiment), f"Change of orders of {brigiment}"
    away = _not_there(situation, brigiment, label)
    if away is not None:
        return away
    if is_midnight(situation.turn):
        why = "On the turn from midnight to 4 am nobody changes orders of his own will."
        return refusal(label, why, "RS 11.3.5")
    pickets = [
        piece.unit
        for piece in standing.own_pieces(situation, brigiment)
        if situation.unit(piece).size == "picket"
    ]
    if pickets:
        why = f"First its pickets must be recombined or routed: {', '.join(pickets)}."
        return refusal(label, why, "RS 11.3.6", "RS 11.12.9")
    if order.kind == "stalled attack":
        why = "A stalled attack fails before anybody changes orders."
        return refusal(label, why, "RS 11.3", "RS 11.10.5")
    if order.kind == "disorganized defense" and order.since >= situation.turn:
        why = "Its order has failed this turn; it must spend a turn in Disorganized Defense."
        return refusal(label, why, "RS 11.13.1", "RS 11.3")
    return figure(label, True, "It may try.", "RS 11.3")


@implements("RS", "11.3.2", "11.9.2", "11.10.1", "11.12.2", "11.13.1")
def barred(situation: Situation, brigiment: str, kind: OrderKind) -> Ruling | None:
    """Return why a brigiment may not change to an order of a kind; None where it may try.

    The same kind again changes what else the order says. Whether an order of that kind could be
    written now is another question: see :mod:`~wargame.rifle_and_spade.orders.kinds`.
    """
    at_all = may_change(situation, brigiment)
    if not at_all.allowed:
        return at_all
    label, present = f"Change to {kind}", continuation.acting_kind(_order(situation, brigiment))
    if kind in _NEVER:
        words = ", ".join(SELECTABLE)
        why = f"{called(kind).capitalize()} is never chosen; open are {words}."
        return refusal(label, why, _NEVER[kind])
    if present == "disorganized defense" and kind not in _FROM_DISORDER:
        why = "From Disorganized Defense one changes to Defense or Regroup only."
        return refusal(label, why, "RS 11.13.1")
    if orders_chart(situation.shelf).step(present, kind) is None:
        return refusal(label, f"The matrix has no change from {present}.", "RS 11.3.1")
    return None


@implements("RS", "11.3.1", "11.3.2", "11.14.1", "11.15.1", "4.1.2")
def change_ruling(
    situation: Situation, brigiment: str, kind: OrderKind, drms: Ruling | None = None
) -> Ruling:
    """Return the exact chance to change to an order of a kind, or the refusal.

    Args:
        situation: The position.
        brigiment: Whose.
        kind: The new order; that of now changes its other characteristics.
        drms: The modifiers that do not depend on the kind, where the caller has them.
    """
    why = barred(situation, brigiment, kind)
    if why is not None:
        return why
    chart = orders_chart(situation.shelf)
    present = continuation.acting_kind(_order(situation, brigiment))
    step = figure(
        "Matrix",
        chart.step(present, kind),
        f"From {present} to {kind}.",
        "RS 11.3.1",
        provenance=chart.provenance,
    )
    return check_ruling(situation, brigiment, f"Change to {kind}", step, drms)


def check_ruling(
    situation: Situation, brigiment: str, label: str, step: Ruling, drms: Ruling | None = None
) -> Ruling:
    """Return the chance of a Change Orders Check with a line of the matrix."""
    chart, points = orders_chart(situation.shelf), points_of(situation, brigiment)
    said = f"To change with {points} officer points."
    number = figure(
        "Number",
        chart.target("change", points),
        said,
        "RS 11.1.2",
        "RS 11.3.2",
        provenance=chart.provenance,
    )
    common = drms or modifiers.modifiers(situation, brigiment, "change")
    net = total("Net modifier", (step, common), "The matrix and the others.", "RS 11.3.2")
    return continuation.rolled(label, number, net, "RS 11.3.2")


def matrix(situation: Situation, brigiment: str) -> tuple[tuple[OrderKind, Ruling], ...]:
    """Return for all nine kinds the chance to change to it, or the refusal."""
    drms = None
    if may_change(situation, brigiment).allowed:
        drms = modifiers.modifiers(situation, brigiment, "change")
    return tuple((kind, change_ruling(situation, brigiment, kind, drms)) for kind in KINDS)


def bands_of_check(ruling: Ruling, good: str, bad: str) -> tuple[Band, ...]:
    """Return the bands of the roll that a chance was reckoned for."""
    target = ruling.parts[0].value
    assert isinstance(target, int)  # noqa: S101 - the highest natural roll that succeeds
    return continuation.check_bands(target, 0, good, bad)


@implements("RS", "11.3.2")
def change_roll(situation: Situation, brigiment: str, kind: OrderKind) -> Roll:
    """Return the roll to change to an order of a kind.

    Raises:
        Refused: The brigiment may not.
    """
    ruling = change_ruling(situation, brigiment, kind)
    if not ruling.allowed:
        raise Refused(ruling)
    bands = bands_of_check(ruling, CHANGED, UNCHANGED)
    roll = percentile(f"{brigiment}: change to {kind}", bands, "RS 11.3.2")
    return evolve(roll, position=situation)


@implements("RS", "11.3.3", "11.6.3", "11.1.4")
def issue(situation: Situation, brigiment: str, order: Order) -> Situation:
    """Return the situation with a new order, in effect at once.

    Units marked isolated do not take their part in it until the marker goes (11.6.3). A brigiment
    that was in regroup leaves it (11.14.17). What would have doomed the order of before is past.
    """
    situation = regroup.leave(situation, brigiment)
    command = situation.command(brigiment)
    deaf = frozenset(isolation.isolated_units(situation, brigiment))
    new = evolve(order, since=situation.turn, deaf=deaf)
    changed = evolve(command, order=new, doomed="", progressed=False)
    return settled_regroup(situation.with_command(changed), brigiment)


@implements("RS", "11.1", "11.3.2", "11.3.3")
def try_to_change(
    situation: Situation, brigiment: str, kind: OrderKind
) -> Generator[Step, Any, bool]:
    """Roll to change to an order of a kind; return whether the change succeeds.

    The kind is said before the roll, the rest of the order after it (11.1): :func:`issue` it then.
    """
    band: Band = yield change_roll(situation, brigiment, kind)
    succeeds = band.outcome == CHANGED
    said = (
        f"{brigiment} changes to {kind}." if succeeds else f"{brigiment} keeps its present order."
    )
    yield finding(f"Change of orders of {brigiment}", succeeds, said, "RS 11.3.3")
    return succeeds

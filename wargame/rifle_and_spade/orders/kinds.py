"""The nine kinds of order (11.8 to 11.16): issuing one, what it does, what it owes, how it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal, skipped
from wargame.rifle_and_spade.orders import (
    attack,
    committing,
    continuation,
    cordon,
    defense,
    disorganized,
    modifiers,
    objectives,
    progress,
    rear,
    regroup,
    routes,
)
from wargame.rifle_and_spade.orders.order import DEGRADES, GROUPS
from wargame.rifle_and_spade.orders_table import support_chart

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wargame.rifle_and_spade.orders.order import Order, OrderGroup, OrderKind
    from wargame.rifle_and_spade.state import Situation

_AT_START: dict[OrderKind, str] = {"initial attack": "RS 11.9.1", "cordon defense": "RS 11.12.1"}
_DEGRADED: dict[OrderKind, str] = {
    "stalled attack": "RS 11.10.1",
    "disorganized defense": "RS 11.13.1",
}
_LATER: dict[OrderKind, str] = {"initial attack": "RS 11.9.2", "cordon defense": "RS 11.12.2"}
BASES: dict[OrderGroup, str] = {
    "attack": "RS 11.8",
    "defense": "RS 11.11",
    "regroup": "RS 11.14",
    "rear": "RS 11.15",
}
"""The base order of each group (11.1.7)."""


# ---- when issued


@implements("RS", "11.1.9/1", "11.9.1", "11.12.1", "11.10.1", "11.13.1", "11.4.2")
def may_issue(
    situation: Situation, brigiment: str, order: Order, *, at_start: bool = False
) -> Ruling:
    """Return whether an order may be written, with every requirement; the first broken one refuses.

    Units that the order gives no objective get theirs as they do when nothing is said. Whether the
    brigiment may change its order now, and with what chance, is another question: see
    :mod:`~wargame.rifle_and_spade.orders.change`.

    Args:
        situation: The position.
        brigiment: Whose.
        order: The order.
        at_start: Whether a scenario sets it up, which alone gives Initial Attack and Cordon.
    """
    label = f"{order.kind.capitalize()} of {brigiment}"
    parts: list[Ruling] = []
    for part in _requirements(situation, brigiment, order, at_start=at_start):
        parts.append(part)
        if not part.allowed:
            return refusal(label, part.sentence, *part.cases, allowed=parts)
    said = f"Every requirement of {order.kind} orders is kept."
    return finding(label, True, said, BASES[GROUPS[order.kind]], "RS 11.1.9/1", parts=parts)


def _requirements(
    situation: Situation, brigiment: str, order: Order, *, at_start: bool
) -> Iterator[Ruling]:
    yield _of_its_kind(order.kind, at_start=at_start)
    if order.scheduled is not None:
        yield attack.schedule_ruling(situation, order)
    yield support_ruling(situation, brigiment, order)
    if rear.at_sea(situation, brigiment, order):
        said = "The ships that carry it are its objective."
        yield figure("Floating reserve", True, said, "RS 11.15.2")
        return
    full = objectives.with_goals(situation, brigiment, order)
    yield objectives.shape_ruling(situation, brigiment, full)
    if full.line:
        yield objectives.line_ruling(situation, brigiment, full.line, full.support)
    side = situation.army.brigiment(brigiment).side
    for hexes in dict.fromkeys(goal.hexes for _, goal in full.goals if len(goal.hexes) > 1):
        yield objectives.battalion_ruling(situation, hexes, side)
    yield from _PLACEMENTS[full.kind](situation, brigiment, full)
    for name, goal in full.goals:
        if situation.on_map(name):
            yield objectives.enterable(situation, name, goal, full.kind)
    yield routes.routes_ruling(situation, brigiment, full)


def _of_its_kind(kind: OrderKind, *, at_start: bool) -> Ruling:
    label = "Kind"
    if kind in _DEGRADED:
        why = f"{kind.capitalize()} orders come about only when another order fails."
        return refusal(label, why, _DEGRADED[kind])
    if kind in _AT_START and not at_start:
        why = f"{kind.capitalize()} orders are given only by a scenario, at its start."
        return refusal(label, why, _LATER[kind], _AT_START[kind])
    case = _AT_START.get(kind, "RS 11.1.7")
    return figure(label, kind, f"{kind.capitalize()} orders may be chosen.", case)


@implements("RS", "11.5.2", "11.5.3", "11.15.5", "11.12.6")
def support_ruling(situation: Situation, brigiment: str, order: Order) -> Ruling:
    """Return whether an order keeps no more battalions in support than it may.

    A battalion counts when all of its rifles are in support; in a cordon, companies of one on
    picket duty may be besides (11.12.6/1).
    """
    label = "In support"
    if not order.support:
        return figure(label, 0, "Nobody is to be in support.", "RS 11.5.3", unit="battalions")
    whole, parted = _battalions_in_support(situation, brigiment, order)
    duty = cordon.on_picket_duty(situation, brigiment)
    torn = sorted(name for name in parted if name not in duty)
    if order.kind not in support_chart(situation.shelf).battalions:
        why = f"{order.kind.capitalize()} orders keep nobody in support."
        case = "RS 11.15.5" if GROUPS[order.kind] == "rear" else "RS 11.5.2"
        return refusal(label, why, case)
    if torn:
        why = f"A battalion is in support as a whole; {torn[0]} is not."
        return refusal(label, why, "RS 11.5.3")
    limit = committing.support_limit(situation, brigiment, order.kind)
    assert isinstance(limit.value, int)  # noqa: S101 - a count of battalions
    if len(whole) > limit.value:
        why = f"{len(whole)} battalions are to be in support, and {limit.value} may be."
        return refusal(label, why, "RS 11.5.3", "RS 11.5.1", allowed=(limit,))
    said = f"In support: {', '.join(sorted(whole)) or 'single companies'}."
    return finding(label, len(whole), said, "RS 11.5.3", parts=(limit,), unit="battalions")


def _battalions_in_support(
    situation: Situation, brigiment: str, order: Order
) -> tuple[set[str], set[str]]:
    """Return the battalions wholly in support, and those only in part."""
    inside: set[str] = set()
    outside: set[str] = set()
    for piece in situation.pieces:
        unit = situation.unit(piece)
        if unit.brigiment == brigiment and unit.rifle and unit.battalion:
            (inside if unit.id in order.support else outside).add(unit.battalion)
    return inside - outside, inside & outside


_PLACEMENTS: dict[OrderKind, Callable[[Situation, str, Order], Iterator[Ruling]]] = {
    "attack": attack.placements,
    "initial attack": attack.placements,
    "stalled attack": attack.placements,
    "defense": defense.placements,
    "cordon defense": cordon.placements,
    "disorganized defense": disorganized.placements,
    "regroup": regroup.placements,
    "general reserve": rear.placements,
    "march": rear.placements,
}


# ---- while in effect

_YES, _NO = "allowed", "forbidden"
_ASSAULT: dict[OrderGroup, tuple[str, str]] = {
    "attack": (_YES, "RS 14.4"),
    "defense": ("committed units only", "RS 11.11.6"),
    "regroup": ("committed units only", "RS 11.14.7"),
    "rear": (_NO, "RS 11.15.7"),
}
_FIRE: dict[OrderGroup, tuple[str, str]] = {
    "attack": (_YES, "RS 17.3"),
    "defense": (_YES, "RS 17.3"),
    "regroup": ("committed units only", "RS 11.14.8"),
    "rear": (_NO, "RS 11.15.8"),
}
_DIGGING: dict[OrderGroup, tuple[str, str]] = {
    "attack": (_NO, "RS 11.8.4"),
    "defense": (_YES, "RS 11.11.7"),
    "regroup": (_NO, "RS 11.14.9"),
    "rear": (_NO, "RS 11.15.9"),
}
_MOVES: dict[OrderKind, tuple[str, str]] = {
    "attack": ("toward the objective", "RS 11.4.12"),
    "initial attack": ("toward the objective", "RS 11.4.12"),
    "stalled attack": ("half rate, along the route either way", "RS 11.10.4"),
    "defense": ("toward the objective, not beside enemies", "RS 11.11.4"),
    "cordon defense": ("pickets by their activities alone", "RS 11.12.7"),
    "disorganized defense": ("only falling back, at half rate", "RS 11.13.5"),
    "regroup": ("toward the regroup point", "RS 11.4.12"),
    "general reserve": ("toward the objective until threatened", "RS 11.15.6"),
    "march": ("by road toward the objective, at the march rate", "RS 11.16.4"),
}


@implements(
    "RS", "11.1.9/2", "11.1.9/2a", "11.1.9/2b", "11.1.9/2c", "11.8", "11.11", "11.15", "11.16"
)
@implements("RS", "11.14", "11.9.4", "11.10.2", "11.10.3", "11.12", "11.13", "11.9")
def effects(situation: Situation, brigiment: str) -> Ruling:
    """Return what the order of a brigiment permits and forbids those in line, case by case."""
    order = situation.command(brigiment).order
    kind, group = continuation.acting_kind(order), order.group
    tables = (("Movement to assault", _ASSAULT), ("Commanded fire", _FIRE), ("Digging", _DIGGING))
    move, case = _MOVES[kind]
    parts = [figure("Movement", move, f"{move.capitalize()}.", case)]
    for label, table in tables:
        value, case = table[group]
        if label == "Digging" and kind == "disorganized defense":
            value, case = "rifle pits only", "RS 11.13.9"
        parts.append(figure(label, value, f"{label}: {value}.", case))
    parts.append(requirement(situation, brigiment))
    fails_to = DEGRADES[kind] or "never fails"
    parts.append(figure("Degrades to", fails_to, f"{fails_to.capitalize()}.", _DEGRADES_CASE[kind]))
    said = f"{brigiment} acts by {kind} orders."
    return finding(f"Orders of {brigiment}", kind, said, BASES[group], "RS 11.1.9/2", parts=parts)


# ---- what is owed


@implements("RS", "11.8.3", "11.11.5", "11.14.5", "11.15.6", "11.10.3", "11.12.5")
def requirement(situation: Situation, brigiment: str) -> Ruling:
    """Return what the order of a brigiment still demands of it this turn; True when it is met."""
    kind = continuation.acting_kind(situation.command(brigiment).order)
    if kind in {"attack", "initial attack"}:
        return progress.owed(situation, brigiment, "Make Progress", "RS 11.8.3")
    if kind == "regroup":
        return progress.owed(situation, brigiment, "Withdrawal", "RS 11.14.5")
    if kind in {"defense", "disorganized defense"}:
        return progress.each_owes(situation, brigiment, "Occupy Defenses", "RS 11.11.5")
    if kind in {"general reserve", "march"}:
        return progress.each_owes(situation, brigiment, "March", "RS 11.15.6")
    if kind == "cordon defense":
        pickets = progress.each_owes(situation, brigiment, "Pickets", "RS 11.12.7/1")
        if pickets.value is not True:
            return pickets
    case = "RS 11.12.5" if kind == "cordon defense" else "RS 11.10.3"
    return skipped("Requirement", f"{kind.capitalize()} orders demand nothing.", case, value=True)


# ---- how it ends

_DEGRADES_CASE: dict[OrderKind, str] = {
    "attack": "RS 11.8.7",
    "initial attack": "RS 11.8.7",
    "stalled attack": "RS 11.10.6",
    "defense": "RS 11.11.11",
    "cordon defense": "RS 11.11.11",
    "disorganized defense": "RS 11.13.11",
    "regroup": "RS 11.14.20",
    "general reserve": "RS 11.15.11",
    "march": "RS 11.16.6",
}


@implements("RS", "11.1.9/3", "11.8.6", "11.8.6/1", "11.8.6/2", "11.8.7", "11.10.5")
@implements("RS", "11.11.10", "11.11.10/1", "11.11.10/2", "11.14.19", "11.14.19/1", "11.14.19/2")
@implements("RS", "11.14.20", "11.15.10", "11.15.11", "11.16.6", "11.13.11")
def failure(situation: Situation, brigiment: str) -> Ruling:
    """Return whether the order of a brigiment must fail in the next check, and to what.

    True where it fails whatever is rolled; False where it goes on or the roll decides, the exact
    chance of which is among the parts.
    """
    kind = continuation.acting_kind(situation.command(brigiment).order)
    check = continuation.continuation(situation, brigiment)
    to = DEGRADES[kind]
    parts = [check]
    if to is not None:
        parts.append(figure("Degraded order", to, f"It fails to {to}.", _DEGRADES_CASE[kind]))
    cases = (*map(str, check.cases), "RS 11.1.9/3")
    if check.value == continuation.HOPELESS:
        reason = check.parts[0].sentence if check.parts else check.sentence
        return finding(f"Failure of {brigiment}", True, reason, *cases, parts=parts)
    said = "Nothing makes it fail for certain."
    return finding(f"Failure of {brigiment}", False, said, *cases, parts=parts)


def completed(situation: Situation, brigiment: str) -> Ruling:
    """Return whether the order of a brigiment is completed (11.1.10)."""
    return modifiers.completed(situation, brigiment)

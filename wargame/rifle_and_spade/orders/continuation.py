"""Orders continuation (11.2): whether a brigiment's order goes on or fails, and to what.

A check is explained before it is rolled: why the order fails without a roll, goes on without one,
or else the number, every modifier with its case, and the exact chance.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Band, Roll
from wargame.core.rulebook import implements
from wargame.core.ruling import automatic, figure, finding
from wargame.rifle_and_spade.dice import HUNDRED, percentile
from wargame.rifle_and_spade.officer_points import points_of, regrouping, settled_regroup
from wargame.rifle_and_spade.orders import modifiers, standing
from wargame.rifle_and_spade.orders.order import DEGRADES, Goal, OrderKind, called
from wargame.rifle_and_spade.orders_table import FAILS, Column, orders_chart
from wargame.rifle_and_spade.threat import imminent_threat, threatened

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.orders.order import Order
    from wargame.rifle_and_spade.state import Situation

CONTINUES, FAILED = "continues", "fails"
CERTAIN, HOPELESS = 1, 0
COLUMNS: dict[OrderKind, Column] = {
    "attack": "attack",
    "initial attack": "attack",
    "defense": "defense",
    "cordon defense": "defense",
    "regroup": "regroup",
}
"""The orders that are rolled for (11.2.3), each with its column; the others go on by themselves."""
_BY_ITSELF = frozenset({"stalled attack", "disorganized defense"})
"""Orders that need no flag: the first fails in any case, the other never does."""
_ZERO: dict[OrderKind, str] = {
    "attack": "RS 11.8.6",
    "initial attack": "RS 11.8.6",
    "defense": "RS 11.11.10",
    "cordon defense": "RS 11.11.10",
    "regroup": "RS 11.14.19",
}


def acting_kind(order: Order) -> OrderKind:
    """Return the kind an order acts as: an attack that is only scheduled is a defense (11.8.1)."""
    return "defense" if order.scheduled is not None else order.kind


def exact_chance(number: int, drm: int) -> Fraction:
    """Return the chance that a pair of dice, modified, comes at or under a number."""
    return Fraction(max(min(number - drm + 1, HUNDRED), 0), HUNDRED)


def plain(value: Fraction) -> int | Fraction:
    """Return a chance as a whole number where it is none or certain."""
    return value.numerator if value.denominator == 1 else value


def check_bands(number: int, drm: int, good: str, bad: str) -> tuple[Band, ...]:
    """Return the natural rolls that succeed and those that fail."""
    last = max(min(number - drm, HUNDRED - 1), -1)
    bands = (Band(0, last, good), Band(last + 1, HUNDRED - 1, bad))
    return tuple(band for band in bands if band.width > 0)


@implements("RS", "11.2", "11.2.3", "4.1.2")
def continuation(situation: Situation, brigiment: str) -> Ruling:
    """Return the chance that the order of a brigiment continues, with everything that makes it.

    The value is exact: 1 where nothing is rolled and the order goes on, 0 where it fails without a
    roll.
    """
    command = situation.command(brigiment)
    label = f"Orders continuation of {brigiment}"
    decided = _without_roll(situation, command)
    if decided is not None:
        value = CERTAIN if decided.value == CONTINUES else HOPELESS
        return finding(label, value, decided.sentence, *decided.cases, parts=(decided,))
    number = _number(situation, command)
    drm = modifiers.modifiers(situation, brigiment, "continue")
    return rolled(label, number, drm, "RS 11.2.3")


def rolled(label: str, number: Ruling, drm: Ruling, *cases: str) -> Ruling:
    """Return the chance of a check from its number and its modifiers."""
    assert isinstance(number.value, int)  # noqa: S101 - a number of the chart
    assert isinstance(drm.value, int)  # noqa: S101 - modifiers are whole
    highest = number.value - drm.value
    said = f"{number.value} less {drm.value:+}: a natural roll of {highest} or less."
    target = finding("Target", highest, said, *cases, parts=(number, drm))
    chance = exact_chance(number.value, drm.value)
    hundredths = int(chance * HUNDRED)
    return finding(label, plain(chance), f"{hundredths} of 100 rolls.", *cases, parts=(target,))


def chance(situation: Situation, brigiment: str) -> Fraction:
    """Return the exact chance that the order of a brigiment continues."""
    value = continuation(situation, brigiment).value
    assert isinstance(value, int | Fraction)  # noqa: S101 - a chance is a number
    return Fraction(value)


def by_number(situation: Situation, command: Command) -> Column | None:
    """Return the column that decides whether an order continues; None where something else does."""
    kind = acting_kind(command.order)
    if not command.released or command.doomed or kind not in COLUMNS or regrouping(command):
        return None
    return None if _threatened(situation, command, kind) else COLUMNS[kind]


def _number(situation: Situation, command: Command) -> Ruling:
    """Return the Orders Continuation Number, from the column of the order."""
    chart = orders_chart(situation.shelf)
    points = points_of(situation, command.brigiment)
    column = COLUMNS[acting_kind(command.order)]
    number = chart.target(column, points)
    said = f"To continue with {points} officer points, column {column}."
    cases = ("RS 11.1.2", "RS 11.2.3")
    return figure("Number", number, said, *cases, provenance=chart.provenance)


@implements("RS", "11.2.1", "11.2.2", "11.8.6", "11.10.5", "11.11.10", "11.13.11", "11.14.19")
def _without_roll(situation: Situation, command: Command) -> Ruling | None:
    """Return what decides without a roll: first what makes the order fail; None where one rolls."""
    kind = acting_kind(command.order)
    if not command.released:
        return automatic("Not released", CONTINUES, "Only those released check.", "RS 2.0/3d")
    if kind == "disorganized defense":
        said = "Disorganized Defense never fails."
        return automatic("Never fails", CONTINUES, said, "RS 11.13.11")
    return _failing(situation, command, kind) or _going_on(situation, command, kind)


def _failing(situation: Situation, command: Command, kind: OrderKind) -> Ruling | None:
    if command.doomed:
        return automatic("Mandatory failure", FAILED, command.doomed, "RS 11.2.1")
    if kind == "stalled attack":
        said = "A stalled attack fails after one turn."
        return automatic("Automatic failure", FAILED, said, "RS 11.2.2", "RS 11.10.5")
    threat = _threatened(situation, command, kind)
    if threat is not None:
        return threat
    if kind not in COLUMNS or regrouping(command):
        return None
    points = points_of(situation, command.brigiment)
    if orders_chart(situation.shelf).target(COLUMNS[kind], points) == FAILS:
        said = f"With {points} officer points the order fails without a roll."
        return automatic("Mandatory failure", FAILED, said, "RS 11.2.1", _ZERO[kind], "RS 11.1.2")
    return None


@implements("RS", "11.14.19", "11.15.10")
def _threatened(situation: Situation, command: Command, kind: OrderKind) -> Ruling | None:
    """Return the failure that an imminent threat brings about: to a regroup point, to a reserve."""
    side = situation.army.brigiment(command.brigiment).side
    if kind == "regroup":
        order = command.order  # units committed from support have objectives of their own
        goals = (goal for name, goal in order.goals if name not in order.committed)
        cells = {cell for goal in goals for cell in _reach(situation, goal)}
        what, case = "The regroup point", "RS 11.14.19"
    elif kind in {"general reserve", "march"}:
        cells = {piece.at for piece in standing.own_pieces(situation, command.brigiment)}
        what, case = "A unit", "RS 11.15.10"
    else:
        return None
    found = next((cell for cell in sorted(cells) if threatened(situation, cell, side)), None)
    if found is None:
        return None
    said = f"{what} is under imminent threat, in {situation.board.label(found)}."
    why = imminent_threat(situation, found, side)
    return evolve(automatic("Mandatory failure", FAILED, said, "RS 11.2.1", case), parts=(why,))


def _reach(situation: Situation, goal: Goal) -> Iterator[Hex]:
    """Yield the hexes of the map that an objective covers."""
    for centre in goal.hexes:
        yield from (cell for cell in centre.disc(goal.radius) if cell in situation.board.cells)


def _going_on(situation: Situation, command: Command, kind: OrderKind) -> Ruling | None:
    if kind not in COLUMNS:
        said = f"{called(kind).capitalize()} is not checked."
        return automatic("No check", CONTINUES, said, "RS 11.2.3")
    if regrouping(command):
        said = "After entering regroup only a threat to its objective makes it fail."
        return automatic("No check", CONTINUES, said, "RS 11.14.19")
    points = points_of(situation, command.brigiment)
    if orders_chart(situation.shelf).target(COLUMNS[kind], points) is None:
        said = f"With {points} officer points there is no number: it continues without a roll."
        return automatic("No number", CONTINUES, said, "RS 11.2.3", "RS 11.1.2")
    return None


@implements("RS", "11.2.3")
def continuation_roll(situation: Situation, brigiment: str) -> Roll | None:
    """Return the roll to continue; None where the order goes on or fails without one."""
    command = situation.command(brigiment)
    if _without_roll(situation, command) is not None:
        return None
    number = _number(situation, command).value
    drm = modifiers.modifiers(situation, brigiment, "continue").value
    assert isinstance(number, int)  # noqa: S101 - else nothing is rolled
    assert isinstance(drm, int)  # noqa: S101 - modifiers are whole
    bands = check_bands(number, drm, CONTINUES, FAILED)
    roll = percentile(f"{brigiment}: {command.order.kind} continues", bands, "RS 11.2.3")
    return evolve(roll, position=situation)


@implements("RS", "11.2.1")
def flag_failures(situation: Situation) -> Situation:
    """Return the situation with every order marked that must fail at the next check (RS-Q36).

    Asked after whatever may bring it about: officer points spent, units moved near. What has come
    about once stays so, even if points are gained or the enemy leaves before the check.
    """
    for command in situation.commands:
        kind = acting_kind(command.order)
        if not command.released or command.doomed or kind in _BY_ITSELF:
            continue
        found = _failing(situation, command, kind)
        if found is not None:
            situation = situation.with_command(evolve(command, doomed=found.sentence))
    return situation


@implements("RS", "11.1.1")
def degraded(order: Order) -> OrderKind | None:
    """Return the kind that an order fails to; None for the one that never fails."""
    return DEGRADES[acting_kind(order)]


@implements(
    "RS", "11.2.4", "11.2.5", "11.10", "11.10.2", "11.10.6", "11.11.11", "11.13.6", "2.0/3e.i"
)
def degrade(situation: Situation, brigiment: str) -> Situation:
    """Return the situation after an order failed: at once the degraded one is in effect.

    A stalled attack keeps all that the attack had. In Disorganized Defense every unit in line holds
    where it stands (11.13.3), until the side says otherwise; by RS-Q38 no order degrades to
    Defense. Units in support stay so.
    """
    command = situation.command(brigiment)
    order = command.order
    new = degraded(order)
    if new is None:
        return situation
    changed = evolve(order, kind=new, since=situation.turn, previous=order.kind, scheduled=None)
    if new == "disorganized defense":
        changed = evolve(
            changed,
            line=(),
            goals=_holding(situation, command),
            routes=(),
            committed=frozenset(),
            falls_back=False,
        )
    changed_command = evolve(command, order=changed, doomed="", progressed=False, regrouping=None)
    return settled_regroup(situation.with_command(changed_command), brigiment)


@implements("RS", "11.13.3")
def _holding(situation: Situation, command: Command) -> tuple[tuple[str, Goal], ...]:
    """Return where each unit in line stands; machine guns of the brigiment have no objective."""
    return tuple(
        (piece.unit, Goal((piece.at,)))
        for piece in standing.in_line(situation, command.brigiment)
        if standing.standing(situation, piece) != "machine guns"
    )


@implements("RS", "2.0/3d")
def check(situation: Situation, brigiment: str) -> Generator[Step, Any, bool]:
    """Check whether the order of a brigiment continues; return whether it does."""
    command = situation.command(brigiment)
    decided = _without_roll(situation, command)
    if decided is not None:
        yield finding(
            f"Orders continuation of {brigiment}",
            decided.value,
            decided.sentence,
            *decided.cases,
            parts=(decided,),
        )
        return decided.value == CONTINUES
    request = continuation_roll(situation, brigiment)
    assert request is not None  # noqa: S101 - nothing has decided without it
    band: Band = yield request
    return band.outcome == CONTINUES


def check_all(situation: Situation) -> Generator[Step, Any, tuple[str, ...]]:
    """Check every released brigiment (2.0, step 3d); return those whose orders failed.

    Nothing is checked of those that have not come yet, or of whom nobody is left.
    """
    failed = []
    for command in situation.commands:
        if not command.released or command.order.kind == "disorganized defense":
            continue
        if not standing.on_map(situation, command.brigiment):
            continue
        goes_on = yield from check(situation, command.brigiment)
        if not goes_on:
            failed.append(command.brigiment)
    return tuple(failed)


def degrade_all(situation: Situation, failed: Iterable[str]) -> Situation:
    """Return the situation with the orders of those that failed degraded (2.0, step 3e.i)."""
    for brigiment in failed:
        situation = degrade(situation, brigiment)
    return situation

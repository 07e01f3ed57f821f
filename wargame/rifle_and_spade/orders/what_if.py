"""What each remedy would be worth in a check of orders: the same sum with one thing changed."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from wargame.core.errors import RequestError
from wargame.rifle_and_spade import intermingling, isolation
from wargame.rifle_and_spade.officer_points import points_of
from wargame.rifle_and_spade.orders import change, continuation, modifiers, standing
from wargame.rifle_and_spade.orders_table import FAILS, orders_chart

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.orders.order import OrderKind
    from wargame.rifle_and_spade.orders_table import Column, OrdersChart
    from wargame.rifle_and_spade.state import Situation


class WhatIf(NamedTuple):
    """A remedy, or a loss, and the chance there would be with it."""

    label: str
    chance: Fraction


class _Sum(NamedTuple):
    """A check as numbers: everything a remedy may change."""

    chart: OrdersChart
    column: Column
    points: int
    step: int
    drms: Ruling

    def chance(self, less: int = 0, more_points: int = 0) -> Fraction:
        """Return the chance with the modifiers lower, or officer points more, than they are."""
        target = self.chart.target(self.column, max(self.points + more_points, 0))
        if target is None:
            return Fraction(1)
        if target == FAILS:
            return Fraction(0)
        return continuation.exact_chance(int(target), self.net - less)

    @property
    def net(self) -> int:
        """All modifiers together."""
        assert isinstance(self.drms.value, int)  # noqa: S101 - modifiers are whole
        return self.drms.value + self.step

    def part(self, label: str) -> int:
        """Return what a modifier adds now; nothing where it does not apply."""
        found = next(part for part in self.drms.parts if part.label == label)
        return found.value if found.counts and isinstance(found.value, int) else 0


def what_if(situation: Situation, brigiment: str, kind: OrderKind | None = None) -> list[WhatIf]:
    """Return what each remedy would make of a brigiment's chance.

    Args:
        situation: The position.
        brigiment: Whose.
        kind: The order to change to; without it the chance to continue is meant.

    Returns:
        Nothing where no roll is made whatever is mended: under orders that are not checked, when
        the order has failed already, when it may not be changed.
    """
    asked = _sum(situation, brigiment, kind)
    if asked is None:
        return []
    found = [*_officers(asked)]
    if asked.chart.target(asked.column, asked.points) not in {FAILS, None}:
        found = [*_remedies(situation, brigiment, asked), *found]
    return found


def _sum(situation: Situation, brigiment: str, kind: OrderKind | None) -> _Sum | None:
    command, chart = situation.command(brigiment), orders_chart(situation.shelf)
    points = points_of(situation, brigiment)
    if kind is None:
        column = continuation.by_number(situation, command)
        if column is None:
            return None
        drms = modifiers.modifiers(situation, brigiment, "continue")
        return _Sum(chart, column, points, 0, drms)
    if change.barred(situation, brigiment, kind) is not None:
        return None
    step = chart.step(continuation.acting_kind(command.order), kind)
    if step is None:
        raise RequestError("change of orders", kind, "a change that the matrix has")
    return _Sum(chart, "change", points, step, modifiers.modifiers(situation, brigiment, "change"))


def _remedies(situation: Situation, brigiment: str, asked: _Sum) -> Iterator[WhatIf]:
    drms = asked.chart.drms
    cut_off = isolation.isolated_units(situation, brigiment)
    for name in cut_off:
        yield WhatIf(f"{name} no longer isolated", asked.chance(drms.isolated))
    if len(cut_off) > 1:
        yield WhatIf("nobody isolated", asked.chance(asked.part("Isolated units")))
    yield from _untangled(situation, brigiment, asked)
    way = asked.part("Way to the division")
    if way > 0:
        nearer = [row for row in drms.distance if row.points < way]
        if nearer:
            row = nearer[-1]
            label = f"headquarters within {row.up_to} hexes of the division's"
            yield WhatIf(label, asked.chance(way - row.points))
    if not asked.part("Completed order") and _can_be_completed(situation, brigiment):
        yield WhatIf("all units at their objectives", asked.chance(-drms.completed))


def _can_be_completed(situation: Situation, brigiment: str) -> bool:
    """Return whether the order counts as completed when everybody is at his objective."""
    order = situation.command(brigiment).order
    never = order.kind in modifiers.NEVER_COMPLETED or order.kind == "regroup"
    return not never and any(
        standing.goal_of(situation, piece) is not None
        for piece in standing.in_line(situation, brigiment)
    )


def _untangled(situation: Situation, brigiment: str, asked: _Sum) -> Iterator[WhatIf]:
    """Yield what it would be worth if friends in between moved out of the way: one, or all.

    One alone is told only where it would do.
    """
    worth = asked.part("Intermingled")
    found = tuple(intermingling.proofs(situation, brigiment))
    between = tuple(dict.fromkeys(proof.between for proof in found))
    for name in between:
        if _rests_on(found, name) and not intermingling.is_intermingled(
            situation.without([name]), brigiment
        ):
            yield WhatIf(f"{name} out of the way", asked.chance(worth))
    if len(between) > 1:
        yield WhatIf("nobody in between", asked.chance(worth))


def _rests_on(found: Iterable[intermingling.Proof], name: str) -> bool:
    """Return whether no proof of intermingling would stand without a unit."""
    return all(name in {proof.between, proof.one, proof.other} for proof in found)


def _officers(asked: _Sum) -> Iterator[WhatIf]:
    yield WhatIf("one officer point more", asked.chance(more_points=1))
    if asked.points:
        yield WhatIf("one officer point less", asked.chance(more_points=-1))

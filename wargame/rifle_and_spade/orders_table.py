"""The charts of orders: numbers, modifiers, the matrix of changes, battalions in support.

Charts 11.1.2, 11.1.3, 11.3.1 and 11.5.1.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from wargame.core.data import read_toml, structure
from wargame.core.errors import DataError, RequestError, shown
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.lines import within
from wargame.rifle_and_spade.orders.order import OrderKind

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from wargame.core.charts import ChartShelf

Column = Literal["attack", "defense", "regroup", "change"]
COLUMNS: tuple[Column, ...] = ("attack", "defense", "regroup", "change")
Target = int | Literal["F"] | None
"""A number to roll at or under; F for a failure without a roll; None for no roll and no failure."""

FAILS: Literal["F"] = "F"
HUNDRED = 100
MOST = 99
CLASSES = 5
SELECTABLE: tuple[OrderKind, ...] = ("attack", "defense", "regroup", "general reserve", "march")
"""The orders that a change may lead to (11.9.2, 11.10.1, 11.12.2, 11.13.1 bar the others)."""
SUPPORTED: tuple[OrderKind, ...] = (
    "attack", "initial attack", "defense", "cordon defense", "regroup",
)  # fmt: skip
"""The orders that may put battalions in support (11.5.2)."""


@frozen
class Numbers:
    """The chart of 11.1.2: by officer points from 0, the last figure standing for all beyond.

    Args:
        attack: To continue an attack.
        defense: To continue a defense.
        regroup: To continue a regrouping not yet entered.
        change: To change orders.
    """

    attack: tuple[str, ...]
    defense: tuple[str, ...]
    regroup: tuple[str, ...]
    change: tuple[str, ...]

    def column(self, name: Column) -> tuple[str, ...]:
        """Return a column as it is printed."""
        return {
            "attack": self.attack,
            "defense": self.defense,
            "regroup": self.regroup,
            "change": self.change,
        }[name]


@frozen
class Row:
    """A line of a modifier that rises by rows.

    Args:
        up_to: The highest value it stands for.
        points: What it adds to the roll.
    """

    up_to: int
    points: int


@frozen
class Modifiers:
    """The chart of 11.1.3; positive figures are adverse.

    Args:
        completed: All surviving units are at their objectives.
        isolated: For each isolated unit.
        intermingled: Units of others stand between the brigiment's own.
        quality: By class of staff, I to V.
        no_way: No way leads to the headquarters of the division.
        distance: By hexes to the headquarters of the division, in rising rows.
    """

    completed: int
    isolated: int
    intermingled: int
    quality: tuple[int, ...]
    no_way: int
    distance: tuple[Row, ...]

    def far(self, hexes: int) -> Row:
        """Return the row for a distance; one beyond the last row uses the last."""
        return next((row for row in self.distance if hexes <= row.up_to), self.distance[-1])


@frozen
class Committing:
    """The line of 11.3.1 for battalions in support."""

    points: int


@frozen(eq=False)
class OrdersChart:
    """The charts of 11.1.2, 11.1.3 and 11.3.1.

    Args:
        numbers: To continue and to change, by officer points.
        drms: What modifies both rolls.
        matrix: From the present order to the modifier for each new one that it may change to.
        commit: For committing battalions in support.
        provenance: Where the figures come from.
    """

    numbers: Numbers
    drms: Modifiers
    matrix: dict[OrderKind, dict[OrderKind, int]]
    commit: Committing
    provenance: Provenance

    @cached_property
    def _targets(self) -> dict[Column, tuple[Target, ...]]:
        return {name: tuple(map(_target, self.numbers.column(name))) for name in COLUMNS}

    @implements("RS", "11.1.2")
    def target(self, column: Column, points: int) -> Target:
        """Return the figure of a column for so many officer points."""
        figures = self._targets[column]
        return figures[min(points, len(figures) - 1)]

    @implements("RS", "11.3.1")
    def step(self, present: OrderKind, new: OrderKind) -> int | None:
        """Return the modifier for a change; None where the matrix has none."""
        return self.matrix.get(present, {}).get(new)


@frozen(eq=False)
class SupportChart:
    """The chart of 11.5.1.

    Args:
        battalions: For each order, for 1, 2, 3 and so on battalions, how many may be in support.
        provenance: Where the figures come from.
    """

    battalions: dict[OrderKind, tuple[int, ...]]
    provenance: Provenance

    @implements("RS", "11.5.1", "11.5.2")
    def most(self, kind: OrderKind, battalions: int) -> int:
        """Return how many of so many battalions may be in support; none under most orders."""
        figures = self.battalions.get(kind, ())
        if not figures or battalions < 1:
            return 0
        return figures[min(battalions, len(figures)) - 1]


def _target(written: str) -> Target:
    """Return what a figure of 11.1.2 means.

    Raises:
        RequestError: It is none.
    """
    if written == FAILS:
        return FAILS
    if not written:
        return None
    if not (written.isascii() and written.isdigit()) or int(written) > MOST:
        allowed = "a number from 0 to 99, 'F' for failure, or '' for no roll"
        raise RequestError("number", shown(written), allowed)
    return int(written)


@lru_cache(maxsize=8)
def orders_chart(shelf: ChartShelf) -> OrdersChart:
    """Return the charts of orders, the owner's or the project's.

    Raises:
        DataError: A figure is out of all bounds, or a column falls where it must rise.
    """
    path: Path = shelf.path("rifle_and_spade/orders")
    data = read_toml(path)
    _check_numbers(structure(data.get("numbers"), Numbers, f"{path.name}, numbers"), path.name)
    chart = structure(data, OrdersChart, path.name)
    _check_modifiers(chart.drms, f"{path.name}, drms")
    for present, line in chart.matrix.items():
        for new, points in line.items():
            within(f"{path.name}, matrix", f"{present} to {new}", points, -MOST, MOST)
            if new not in SELECTABLE:
                where = f"{path.name}, matrix, {present}"
                raise DataError(where, shown(new), f"one of {', '.join(SELECTABLE)}")
    within(f"{path.name}, commit", "points", chart.commit.points, -MOST, MOST)
    return chart


@implements("RS", "11.8.6/1", "11.11.10/1", "11.14.19/1")
def _check_numbers(numbers: Numbers, where: str) -> None:
    for name in COLUMNS:
        place = f"{where}, numbers, {name}"
        written = numbers.column(name)
        if not written:
            raise DataError(place, "no figures", "one for each officer point from 0")
        try:
            figures = list(map(_target, written))
        except RequestError as error:
            raise DataError(place, error.found, error.allowed) from None
        if name != "change" and figures[0] != FAILS:
            found = written[0] or "no roll"
            allowed = "'F' for no officer points, with which the order fails (RS 11.8.6, 11.11.10)"
            raise DataError(place, found, allowed)
        if name == "change" and not all(isinstance(each, int) for each in figures):
            raise DataError(place, "a figure that is no number", "numbers from 0 to 99")
        if any(_ease(one) > _ease(other) for one, other in pairwise(figures)):
            found = ", ".join(each or "no roll" for each in written)
            raise DataError(place, found, "figures that rise with officer points")


def _ease(target: Target) -> int:
    """Return a figure as a number that is higher the easier it is."""
    return -1 if target == FAILS else HUNDRED if target is None else target


def _check_modifiers(drms: Modifiers, where: str) -> None:
    for name in ("completed", "isolated", "intermingled", "no_way"):
        within(where, name, getattr(drms, name), -MOST, MOST)
    if len(drms.quality) != CLASSES:
        raise DataError(f"{where}, quality", f"{len(drms.quality)} figures", "one a class, I to V")
    for number, points in enumerate(drms.quality, start=1):
        within(f"{where}, quality", f"class {number}", points, -MOST, MOST)
    _check_rows(drms.distance, f"{where}, distance")


def _check_rows(rows: Iterable[Row], where: str) -> None:
    ends = [row.up_to for row in rows]
    if not ends or any(one >= other for one, other in pairwise(ends)):
        found = ", ".join(map(str, ends)) or "no rows"
        raise DataError(where, found, "rows with rising 'up_to'")
    for row in rows:
        within(where, f"up to {row.up_to}", row.points, -MOST, MOST)


@lru_cache(maxsize=8)
def support_chart(shelf: ChartShelf) -> SupportChart:
    """Return the chart of battalions in support, the owner's or the project's.

    Raises:
        DataError: It lists an order that takes none, or more in support than there are battalions.
    """
    path: Path = shelf.path("rifle_and_spade/support")
    chart = structure(read_toml(path), SupportChart, path.name)
    for kind, figures in chart.battalions.items():
        where = f"{path.name}, battalions, {kind}"
        if kind not in SUPPORTED:
            raise DataError(where, "an order without support", f"one of {', '.join(SUPPORTED)}")
        for there, most in enumerate(figures, start=1):
            within(where, f"{there} battalions", most, 0, there)
    return chart

"""Chart look-up: every answer says which row, column and shifts, and whose figure it is."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

from wargame.core.data import inside, scenario_folder
from wargame.core.errors import RequestError, shown
from wargame.core.provenance import Provenance
from wargame.core.ruling import Case, Ruling, Value, as_cases, figure, finding
from wargame.core.ruling_views import value_text

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

Beyond = Literal["clamp", "refuse"]


@frozen
class Interval:
    """One row or column heading.

    Args:
        low: The least value it stands for.
        high: The greatest.
        label: How the chart prints it.
    """

    low: int
    high: int
    label: str

    def __contains__(self, value: int) -> bool:
        """Whether *value* belongs to this heading."""
        return self.low <= value <= self.high


def interval(label: str) -> Interval:
    """Return the heading printed as *label*: ``"-2"``, ``"0"``, ``"+2,+3"``.

    Raises:
        RequestError: It is not one or more whole numbers with commas.
    """
    try:
        figures = [int(part.replace("−", "-")) for part in label.split(",")]
    except ValueError:
        raise RequestError(
            "chart heading", shown(label), "numbers such as '-2' or '+2,+3'"
        ) from None
    return Interval(min(figures), max(figures), label)


@frozen
class Place:
    """Where a figure stands on an axis.

    Args:
        index: The heading, counted from 0.
        ruling: The explanation; its value is the heading as printed.
    """

    index: int
    ruling: Ruling


@frozen
class Axis:
    """The headings along one edge of a chart, in order.

    Args:
        name: What is counted along it ("Differential").
        headings: From the first to the last.
        below: What a value under the first heading does: use the first, or be refused.
        above: The same past the last heading.
        cases: The rule cases for those policies.
        line: What one heading is called ("column", "row").
    """

    name: str
    headings: tuple[Interval, ...] = field(converter=tuple[Interval, ...])
    below: Beyond = "refuse"
    above: Beyond = "refuse"
    cases: tuple[Case, ...] = field(default=(), converter=as_cases)
    line: str = "column"

    def __attrs_post_init__(self) -> None:
        """Check that the headings rise without sharing a value."""
        rising = all(one.high < other.low for one, other in pairwise(self.headings))
        if not self.headings or not rising:
            found = ", ".join(each.label for each in self.headings) or "no headings"
            raise RequestError(f"chart, {self.name}", found, "headings that rise, none twice")

    def locate(self, value: int, shifts: Iterable[Ruling] = ()) -> Place:
        """Return the place of *value*, moved by *shifts*.

        Args:
            value: What is looked up.
            shifts: Rulings whose values are numbers of headings to the right (left is negative).

        Raises:
            RequestError: The value, or the shift, leads off a chart that refuses it.
        """
        start = self._start(value)
        trail = tuple(shifts)
        moved = sum(each.value for each in trail if each.counts and isinstance(each.value, int))
        last = len(self.headings) - 1
        wanted = start.index + moved
        index = min(max(wanted, 0), last)
        if index != wanted and (self.below if wanted < 0 else self.above) == "refuse":
            raise RequestError(
                f"chart, {self.name}", f"{self.line} {wanted + 1}", f"1 to {last + 1}"
            )
        heading = self.headings[index].label
        said = f"{self.name} {self._said(value)} is looked up in {self.line} {heading}."
        if index != wanted:
            end = "first" if wanted < 0 else "last"
            said += f" The shifts lead past the {end} {self.line}, so that one is used."
        elif moved:
            before = self.headings[start.index].label
            by = value_text(moved, signed=True)
            said += f" The shifts move it by {by} from {self.line} {before}."
        label = self.line.capitalize()
        ruling = finding(label, heading, said, *self.cases, parts=(start.ruling, *trail))
        return Place(index, ruling)

    def _said(self, value: int) -> str:
        """Return *value* with a sign where the headings carry one: a die has none."""
        return value_text(value, signed=any(each.label[:1] in "+-−" for each in self.headings))

    def _start(self, value: int) -> Place:
        first, last = self.headings[0], self.headings[-1]
        if value < first.low:
            return self._beyond(value, 0, first, self.below, "below")
        if value > last.high:
            return self._beyond(value, len(self.headings) - 1, last, self.above, "above")
        for index, heading in enumerate(self.headings):
            if value in heading:
                said = f"{self._said(value)} belongs to {self.line} {heading.label}."
                return Place(
                    index, figure(f"{self.line.capitalize()} before shifts", heading.label, said)
                )
        raise RequestError(f"chart, {self.name}", str(value), "a value that a heading covers")

    def _beyond(self, value: int, index: int, edge: Interval, policy: Beyond, side: str) -> Place:
        if policy == "refuse":
            low, high = self.headings[0].low, self.headings[-1].high
            raise RequestError(f"chart, {self.name}", str(value), f"{low} to {high}")
        said = f"{self._said(value)} lies {side} the chart, so {self.line} {edge.label} is used."
        label = f"{self.line.capitalize()} before shifts"
        return Place(index, figure(label, edge.label, said, *self.cases))


@frozen
class Chart:
    """A table of results.

    Args:
        title: What a person calls it.
        rows: The headings down the side.
        columns: The headings along the top.
        cells: ``cells[row][column]``.
        provenance: Where the figures come from.
        cases: The rule cases that print or use it.
        origins: The provenance of single cells that differ, by (row, column).
    """

    title: str
    rows: Axis
    columns: Axis
    cells: tuple[tuple[Value, ...], ...]
    provenance: Provenance
    cases: tuple[Case, ...] = field(default=(), converter=as_cases)
    origins: dict[tuple[int, int], Provenance] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        """Check that there is a cell for every heading."""
        wanted = (len(self.rows.headings), len(self.columns.headings))
        widths = {len(row) for row in self.cells}
        if len(self.cells) != wanted[0] or widths != {wanted[1]}:
            found = (
                f"{len(self.cells)} rows of {' or '.join(map(str, sorted(widths))) or 'no'} cells"
            )
            raise RequestError(self.title, found, f"{wanted[0]} rows of {wanted[1]} cells")

    def origin(self, row: int, column: int) -> Provenance:
        """Return where the figure of one cell comes from."""
        return self.origins.get((row, column), self.provenance)

    def column(self, index: int) -> tuple[Value, ...]:
        """Return the cells of one column, from the first row down."""
        return tuple(row[index] for row in self.cells)

    def look_up(self, row: int, column: int, shifts: Iterable[Ruling] = ()) -> Ruling:
        """Return the result for a row value and a column value.

        Args:
            row: The value along the side (often the die).
            column: The value along the top.
            shifts: Column shifts, as rulings.

        Raises:
            RequestError: A value leads off a chart that refuses it.
        """
        down, across = self.rows.locate(row), self.columns.locate(column, shifts)
        i, j = down.index, across.index
        result = self.cells[i][j]
        said = (
            f"{self.title}: {self.rows.name.lower()} {self.rows.headings[i].label}, "
            f"column {self.columns.headings[j].label}."
        )
        return finding(
            "Result",
            result,
            said,
            *self.cases,
            parts=(down.ruling, across.ruling),
            provenance=self.origin(i, j),
        )


@frozen(cache_hash=True)
class ChartShelf:
    """Where charts are looked for: the owner's folder first, then the project's.

    Args:
        own: A folder of the user's own TOML charts, laid out like ``scenarios/charts``; a chart
            found there replaces the project's.
    """

    own: Path | None = None

    def path(self, name: str) -> Path:
        """Return the file of the chart called *name* ("fire_and_movement/gaza_1917").

        Raises:
            RequestError: No folder has it.
        """
        if self.own is not None:
            try:
                return inside(self.own, name)
            except RequestError:
                if not self.own.is_dir():
                    raise RequestError(
                        "charts", shown(str(self.own)), "a folder of TOML charts"
                    ) from None
        return inside(scenario_folder() / "charts", name)

"""The Fire Results Table (17.2.3): step losses by fire points and modified die."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import Factory, field, frozen

from wargame.core.data import read_toml, structure
from wargame.core.errors import DataError
from wargame.core.procedure import Band, bands_of
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding
from wargame.rifle_and_spade.rounding import decimals, points_text

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.core.charts import ChartShelf
    from wargame.rifle_and_spade.units import Steps

DIE = 10
NOTHING = Fraction(0)


@frozen
class _Sheet:
    rows: list[int]
    columns: list[Fraction]
    cells: list[list[Fraction]]
    printed: list[str] = Factory(list)


@frozen
class _File:
    chart: _Sheet
    provenance: Provenance


@frozen
class Cell:
    """Where a fire ends up on the table.

    Args:
        row: The modified die of the row.
        column: The index of the column, or -1 left of the table: no effect.
        start: The index of the column that the fire points gave.
        result: Step losses, with two decimals.
    """

    row: int
    column: int
    start: int
    result: Fraction


@implements("RS", "17.2/1", "17.2/3", "17.2/4", "17.2.4")
@frozen(eq=False)
class FireResults:
    """The table.

    Args:
        rows: Modified dice, from the best to the worst for the firer, without a gap.
        columns: Fire points, rising.
        cells: ``cells[row][column]``, in step losses.
        provenance: Where the figures come from.
        printed: The cells that the text prints.
    """

    rows: tuple[int, ...] = field(converter=tuple[int, ...])
    columns: tuple[Fraction, ...]
    cells: tuple[tuple[Fraction, ...], ...]
    provenance: Provenance
    printed: frozenset[tuple[Fraction, int]] = frozenset()

    @cached_property
    def least(self) -> Fraction:
        """The fewest fire points that have an effect."""
        return self.columns[0]

    def start(self, points: Steps) -> int:
        """Return the column of a sum of fire points, rounded down; -1 where it is too small."""
        return bisect_right(self.columns, points) - 1

    def cell(self, points: Steps, modified: int) -> Cell:
        """Return where fire points and a modified die lead."""
        return self.place(self.start(points), modified)

    def place(self, start: int, modified: int) -> Cell:
        """Return where the column of the fire points and a modified die lead.

        Past the first row one column to the right for each pip, past the last one to the left
        (17.2.4). At the right edge the last column is used; off the left edge there is no effect
        (the reading of RS-Q63).
        """
        row = min(max(modified, self.rows[0]), self.rows[-1])
        column = start + (row - modified)
        if start < 0 or column < 0:
            return Cell(row, -1, start, NOTHING)
        column = min(column, len(self.columns) - 1)
        return Cell(row, column, start, self.cells[row - self.rows[0]][column])

    def bands(self, points: Steps, net: int) -> tuple[Band, ...]:
        """Return the faces of the main die by the result they lead to, in step losses."""
        return _bands(self, self.start(points), net)

    def look_up(self, points: Steps, modified: int) -> Ruling:
        """Return the fire result, in step losses, with the way to it."""
        cell = self.cell(points, modified)
        if cell.start < 0:
            said = f"A sum under {points_text(self.least)} has no effect."
            return figure("Fire result", NOTHING, said, "RS 17.2/1", unit="steps")
        first = self.columns[cell.start]
        parts = [
            figure(
                "Column",
                first,
                f"{points_text(points)} fire points are read in column {points_text(first)}.",
                "RS 17.2/1",
            ),
            self._row(cell, modified),
        ]
        if cell.column < 0:
            said = "The shifts lead off the left edge of the table: no effect."
            return finding("Fire result", NOTHING, said, "RS 17.2.4", parts=parts, unit="steps")
        column = self.columns[cell.column]
        origin = self.provenance
        if (column, cell.row) in self.printed:
            origin = Provenance("printed", "RS 17.2.4")
        said = f"Row {cell.row}, column {points_text(column)}: {decimals(cell.result)} step losses."
        return finding(
            "Fire result",
            cell.result,
            said,
            "RS 17.2/4",
            "RS 17.2.3",
            parts=parts,
            unit="steps",
            provenance=origin,
        )

    def _row(self, cell: Cell, modified: int) -> Ruling:
        if modified == cell.row:
            return figure("Row", modified, f"The modified die is {modified}.", "RS 17.2/3")
        pips = abs(modified - cell.row)
        way = "right" if modified < cell.row else "left"
        columns = "one column" if pips == 1 else f"{pips} columns"
        said = f"{modified} lies beyond the table: row {cell.row}, and {columns} to the {way}."
        reached = cell.start + cell.row - modified
        if reached >= len(self.columns):
            said += " The table ends before; its last column is used."
        return figure("Row", cell.row, said, "RS 17.2.4")


@lru_cache(maxsize=1024)
def _bands(table: FireResults, start: int, net: int) -> tuple[Band, ...]:
    faces = [decimals(table.place(start, die + net).result) for die in range(DIE)]
    return bands_of(faces, first=0)


@lru_cache(maxsize=8)
def fire_results(shelf: ChartShelf) -> FireResults:
    """Return the table from the owner's charts or the project's.

    Raises:
        DataError: The file does not hold such a table.
    """
    path: Path = shelf.path("rifle_and_spade/fire_results")
    file = structure(read_toml(path), _File, path.name)
    sheet, where = file.chart, f"{path.name}, chart"
    rows = sheet.rows
    if not rows or rows != list(range(rows[0], rows[0] + len(rows))):
        raise DataError(f"{where}, rows", str(rows), "modified dice that rise by one")
    if not sheet.columns or any(a >= b for a, b in pairwise(sheet.columns)):
        found = ", ".join(map(str, sheet.columns))
        raise DataError(f"{where}, columns", found, "fire points that rise")
    wide = {len(row) for row in sheet.cells}
    if len(sheet.cells) != len(rows) or wide != {len(sheet.columns)}:
        found = f"{len(sheet.cells)} rows"
        allowed = f"{len(rows)} rows of {len(sheet.columns)} cells"
        raise DataError(f"{where}, cells", found, allowed)
    if any(cell < 0 or (cell * 100).denominator != 1 for row in sheet.cells for cell in row):
        raise DataError(
            f"{where}, cells", "a figure", "step losses with two decimals, none below 0"
        )
    printed = frozenset(_key(each, where) for each in sheet.printed)
    cells = tuple(map(tuple, sheet.cells))
    return FireResults(rows, tuple(sheet.columns), cells, file.provenance, printed)


def _key(text: str, where: str) -> tuple[Fraction, int]:
    column, _, row = text.partition("/")
    try:
        return Fraction(column), int(row)
    except ValueError:
        allowed = "fire points and a modified die, such as 6.5/-7"
        raise DataError(f"{where}, printed", repr(text), allowed) from None

"""The Combat Results Table: terrain lines over one grid of results (8.2.1, CRT of each game).

Every line prints its own differentials above the same grid of six die rows. How a line that is
shorter than the grid lies on it, from the left or from the right, the transcription leaves open
(FM-Q01); so the alignment is a switch. With ``left``, the better ground starts further to the
attacker's bad side, which is what 8.2.2 promises the defender. With ``right``, every line ends in
the +10 column and terrain no longer helps anybody; Lebanon's rulebook states that one.

The tables are data, each game's own as it prints it: Lebanon's mountains begin at -1 and those of
version 8 at 0 (FM-Q03), Gaza's sand ends at +8 (FM-Q04), a plus sign that is missing in version 8
is read as there (FM-Q05), and what is cut off in Lebanon is completed from the grid of version 8
and marked so (FM-Q02).
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from attrs import Factory, define, field, frozen

from wargame.core.charts import Axis, Chart, ChartShelf, Interval, interval
from wargame.core.data import read_toml, structure
from wargame.core.errors import DataError, RequestError, one_of, shown
from wargame.core.provenance import Provenance, weakest
from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from pathlib import Path

Alignment = Literal["left", "right"]
ALIGNMENTS: tuple[Alignment, ...] = ("left", "right")
CODES = ("De", "D3", "D2", "Ex", "A1", "A2", "A3", "(A)", "Ae", "•")
"""Every result there is, from the defender's ruin to the attacker's, then no effect."""

MEANING = {
    "De": "every defending unit is eliminated",
    "D3": "the defender retreats three hexes",
    "D2": "the defender retreats two hexes",
    "Ex": "each side loses a step",
    "A1": "the attackers retreat one hex",
    "A2": "the attackers retreat two hexes",
    "A3": "the attackers retreat three hexes",
    "(A)": "one attacking unit loses a step",
    "Ae": "every attacking unit is eliminated",
    "•": "nothing happens",
}
"""What each result does, in a few words; a game may add to it."""

DIE = Axis("Die", tuple(interval(str(face)) for face in range(1, 7)), line="row")


@frozen
class Line:
    """One terrain line of a table.

    Args:
        name: As printed.
        terrains: Kinds of terrain it serves.
        columns: The differentials it prints, from the left.
        case: The catalogue case of the line.
        printed: How many cells of each die row the book prints; empty when it prints them all.
    """

    name: str
    terrains: list[str]
    columns: list[str]
    case: str
    printed: list[int] = Factory(list)


@frozen
class _File:
    id: str
    title: str
    provenance: Provenance
    cases: list[str]
    clamp_cases: list[str]
    grid: list[str]
    line: list[Line]
    completion: Provenance | None = None


@define(eq=False)
class CombatResultsTable:
    """A game's table.

    Args:
        id: Its name in files.
        title: What a person reads.
        lines: Its terrain lines by name, in printed order.
        grid: ``grid[die - 1][column]``, the results.
        provenance: Where the printed cells come from.
        completion: Where the cells come from that the book does not print, if any.
        cases: The cases that print it.
        clamp_cases: The cases for differentials off the line's ends.
    """

    id: str
    title: str
    lines: dict[str, Line]
    grid: tuple[tuple[str, ...], ...]
    provenance: Provenance
    completion: Provenance | None
    cases: tuple[str, ...]
    clamp_cases: tuple[str, ...]
    _charts: dict[tuple[str, str], Chart] = field(factory=dict, init=False, repr=False)

    def line(self, name: str) -> Line:
        """Return a terrain line, by its printed name or by one kind of terrain that only it serves.

        Raises:
            RequestError: The table has none of that name.
        """
        if name in self.lines:
            return self.lines[name]
        word = str(name).casefold()
        fitting = [line for line in self.lines.values() if word in _words(line)]
        if len(fitting) != 1:
            raise RequestError(self.title, f"line {shown(name)}", one_of(self.lines, str(name)))
        return fitting[0]

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The names of the lines in printed order, the best ground first."""
        return tuple(self.lines)

    def offset(self, line: str, alignment: str) -> int:
        """Return the grid column that the line's first differential stands over.

        Raises:
            RequestError: The alignment is neither left nor right.
        """
        if alignment not in ALIGNMENTS:
            raise RequestError(self.title, f"alignment {shown(alignment)}", one_of(ALIGNMENTS))
        return 0 if alignment == "left" else len(self.grid[0]) - len(self.line(line).columns)

    def column(self, line: str, alignment: str, differential: int) -> int:
        """Return the grid column a line gives for a differential; further left is better to defend.

        Raises:
            RequestError: There is no such line or alignment.
        """
        headings = self.chart(line, alignment).columns.headings
        last = len(headings) - 1
        index = next((n for n, each in enumerate(headings) if differential <= each.high), last)
        return index + self.offset(line, alignment)

    @implements("FM8", *(f"CRT/{number}" for number in range(1, 9)))
    @implements("GAZA", *(f"CRT/{number}" for number in range(1, 7)))
    @implements("LEB82", *(f"CRT/{number}" for number in range(1, 5)))
    def chart(self, line: str, alignment: str) -> Chart:
        """Return one terrain line as a chart: die down, differential across.

        Differentials off either end use the end column. Version 8 says so on its table; the
        reading for the other tables is the same (FM-Q07).

        Raises:
            RequestError: There is no such line or alignment.
        """
        key = (self.line(line).name, alignment)
        if key not in self._charts:
            self._charts[key] = self._build(self.line(line), alignment)
        return self._charts[key]

    def _build(self, line: Line, alignment: str) -> Chart:
        first = self.offset(line.name, alignment)
        width = len(line.columns)
        headings = tuple(interval(label) for label in line.columns)
        columns = Axis("Differential", headings, "clamp", "clamp", self.clamp_cases)
        origins = {
            (row, column): self.completion
            for row, count in enumerate(line.printed)
            for column in range(count, width)
            if self.completion is not None
        }
        moved = line.printed and first != self.offset(line.name, "right")
        if moved and self.completion is not None:
            # the book prints this table aligned to the right, so moved cells are not its own
            cells = ((row, column) for row in range(len(self.grid)) for column in range(width))
            origins = dict.fromkeys(cells, self.completion)
        return Chart(
            title=f"{self.title}, {line.name}",
            rows=DIE,
            columns=columns,
            cells=tuple(row[first : first + width] for row in self.grid),
            provenance=self.provenance,
            cases=(*self.cases, line.case),
            origins=origins,
        )


def column_origin(chart: Chart, column: int) -> Provenance | None:
    """Return where the results of a column come from: it is only as sure as its weakest cell."""
    return weakest(*(chart.origin(row, column) for row in range(len(chart.rows.headings))))


def _words(line: Line) -> set[str]:
    return {line.name.casefold(), *line.terrains, *map(str.strip, line.name.casefold().split(","))}


def load_crt(path: Path) -> CombatResultsTable:
    """Return the Combat Results Table in a TOML file.

    Args:
        path: The file.

    Raises:
        DataError: The grid or a line does not fit.
    """
    source = structure(read_toml(path), _File, path.name)
    grid = tuple(tuple(row.split()) for row in source.grid)
    _check_grid(grid, path.name)
    lines: dict[str, Line] = {}
    for line in source.line:
        _check_line(line, len(grid[0]), path.name)
        lines[line.name] = line
    return CombatResultsTable(
        source.id,
        source.title,
        lines,
        grid,
        source.provenance,
        source.completion,
        tuple(source.cases),
        tuple(source.clamp_cases),
    )


def _check_grid(grid: tuple[tuple[str, ...], ...], where: str) -> None:
    if len(grid) != len(DIE.headings) or len({len(row) for row in grid}) != 1:
        raise DataError(f"{where}, grid", f"rows of {[len(row) for row in grid]}", "six rows alike")
    for number, row in enumerate(grid, start=1):
        for code in row:
            if code not in CODES:
                raise DataError(f"{where}, grid, row {number}", shown(code), ", ".join(CODES))


def _check_line(line: Line, width: int, where: str) -> None:
    try:
        headings = [interval(label) for label in line.columns]
    except RequestError as error:
        raise DataError(f"{where}, line {line.name}", error.found, error.allowed) from error
    if not 0 < len(headings) <= width:
        raise DataError(f"{where}, line {line.name}", f"{len(headings)} columns", f"1 to {width}")
    if not _contiguous(headings):
        raise DataError(f"{where}, line {line.name}", "a gap", "differentials without a gap")
    if line.printed and len(line.printed) != len(DIE.headings):
        raise DataError(f"{where}, line {line.name}, printed", str(len(line.printed)), "six counts")


def _contiguous(headings: list[Interval]) -> bool:
    return all(other.low == one.high + 1 for one, other in pairwise(headings))


@lru_cache(maxsize=32)
def crt_named(name: str, shelf: ChartShelf) -> CombatResultsTable:
    """Return the table called *name* from the owner's charts or the project's.

    Args:
        name: ``gaza_1917``, ``system_v8`` or ``lebanon_82``.
        shelf: Where charts are looked for.
    """
    return load_crt(shelf.path(f"fire_and_movement/{name}"))

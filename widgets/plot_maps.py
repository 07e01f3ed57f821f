"""Heat maps on a sheet: a row for each line of a table, a figure in each cell."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from attrs import frozen
from matplotlib.patches import Rectangle

from widgets.plot_sheet import (
    INK,
    MARGIN,
    PALE_INK,
    PAPER,
    PLAIN,
    POINTS,
    Page,
    Room,
    Sheet,
    ink_on,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.collections import QuadMesh

GAP = 0.2
"""Between two maps beside each other, in inches."""
LEGEND = 0.75
"""The room for the colours and their values, in inches at a font of ten points."""
MOST_LINES = 2
"""Lines of a row's name; more do not fit beside the row."""


@frozen
class Grid:
    """What a heat map shows.

    Args:
        columns: The headings along the top.
        names: The name of each row.
        cases: The rule case of each row.
        values: The exact value of each cell, row by row.
        words: How each cell is written on the map.
        printed: Whether the book prints a cell; the others follow from the ends of their row.
        bounds: The values that have the first and the last colour.
        colours: The name of a colour map.
    """

    columns: tuple[str, ...]
    names: tuple[str, ...]
    cases: tuple[str, ...]
    values: tuple[tuple[Fraction, ...], ...]
    words: tuple[tuple[str, ...], ...]
    printed: tuple[tuple[bool, ...], ...]
    bounds: tuple[Fraction, Fraction]
    colours: str

    def to_text(self) -> str:
        """Return the exact values under their headings."""
        signed = self.bounds[0] < 0
        rows = [["", *self.columns]]
        for name, cells in zip(self.names, self.values, strict=True):
            rows.append([name, *(_exact(cell, signed=signed) for cell in cells)])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join(_text_row(row, widths) for row in rows)


def _exact(value: Fraction, *, signed: bool) -> str:
    """Return a fraction as ``1/6``, with its sign where signs matter."""
    return f"{'+' if signed and value > 0 else ''}{value}".replace("-", "−")


def _text_row(row: Sequence[str], widths: Sequence[int]) -> str:
    (name, first), *cells = zip(row, widths, strict=True)
    return "  ".join((name.ljust(first), *(word.rjust(width) for word, width in cells)))


@frozen
class _Layout:
    """Where heat maps stand on a sheet, in inches.

    Args:
        across: How many stand beside each other.
        width: Of the cells of one map together.
        height: The same.
        head: The room above each map: a gap, its heading, the axis's name, two lines of headings.
    """

    across: int
    width: float
    height: float
    head: float

    def at(self, number: int, sheet: Sheet) -> tuple[float, float]:
        """Return the left and the top of a map's cells."""
        down, right = divmod(number, self.across)
        left = MARGIN + sheet.label + right * (self.width + GAP)
        return left, down * (self.head + self.height) + self.head


def _layout(sheet: Sheet, grids: Mapping[str, Grid]) -> _Layout:
    across = min(sheet.abreast, len(grids))
    legend = LEGEND * sheet.font / 10
    cells = sheet.width - 2 * MARGIN - sheet.label - legend - (across - 1) * GAP
    rows = max(len(grid.names) for grid in grids.values())
    head = sheet.line() * (5.6 if any(grids) else 3.9)
    return _Layout(across, cells / across, rows * sheet.row, head)


def maps_room(sheet: Sheet, grids: Mapping[str, Grid]) -> Room:
    """Return the room that heat maps take, and the hole they leave beside the last if they do."""
    layout = _layout(sheet, grids)
    rows = -(-len(grids) // layout.across)
    height = rows * (layout.head + layout.height)
    if len(grids) % layout.across == 0:
        return Room(height)
    left, top = layout.at(len(grids), sheet)
    left += LEGEND * sheet.font / 10 + GAP
    return Room(height, (left, top, sheet.width - MARGIN - left))


def draw_maps(page: Page, grids: Mapping[str, Grid], axis: str) -> None:
    """Draw heat maps of the same rows and columns, each under its heading.

    Args:
        page: Where.
        grids: The maps by heading; those that do not fit beside the first stand below.
        axis: What the columns count.
    """
    sheet, layout = page.sheet, _layout(page.sheet, grids)
    for number, (heading, grid) in enumerate(grids.items()):
        left, top = layout.at(number, sheet)
        axes = page.axes(left, top, layout.width, layout.height)
        longest = max(len(word) for words in grid.words for word in words)
        cell = layout.width / len(grid.columns) * POINTS
        fitting = 0.75 * cell / (0.66 * max(longest, 1))  # a figure is 0.66 as wide as high
        mesh = _draw_map(axes, grid, min(sheet.font * 0.92, fitting))
        _head_map(axes, grid, sheet, heading, axis)
        right = number % layout.across
        if right == 0:
            _name_rows(axes, grid, sheet)
        if right == layout.across - 1 or number == len(grids) - 1:
            place = page.axes(left + layout.width + 0.1, top, 0.13, layout.height)
            _draw_legend(page, place, mesh, grid)


def _draw_map(axes: Axes, grid: Grid, font: float) -> QuadMesh:
    numbers = [[float(value) for value in row] for row in grid.values]
    low, high = map(float, grid.bounds)
    edges: dict[str, Any] = {"edgecolors": PAPER, "linewidth": 1.2}
    mesh = axes.pcolormesh(numbers, cmap=grid.colours, vmin=low, vmax=high, **edges)
    axes.invert_yaxis()
    axes.set_yticks([])
    colours = mpl.colormaps[grid.colours]
    for row, words in enumerate(grid.words):
        printed = [column for column, each in enumerate(grid.printed[row]) if each]
        _outline(axes, row, printed[0], printed[-1] + 1)
        for column, word in enumerate(words):
            look: dict[str, Any] = {"ha": "center", "va": "center", **PLAIN}
            look["color"] = ink_on(colours((numbers[row][column] - low) / (high - low)))
            look["style"] = "normal" if grid.printed[row][column] else "italic"
            axes.text(column + 0.5, row + 0.5, word, fontsize=font, **look)
    return mesh


def _outline(axes: Axes, row: int, start: int, end: int) -> None:
    """Draw a frame round the cells of a row that the book prints, to be seen on light and dark."""
    for colour, width in ((PAPER, 3.6), (INK, 1.5)):
        look: dict[str, Any] = {"fill": False, "edgecolor": colour, "linewidth": width}
        axes.add_patch(Rectangle((start, row), end - start, 1, clip_on=False, **look))


def _name_rows(axes: Axes, grid: Grid, sheet: Sheet) -> None:
    """Write the names of the rows to their left, each with its rule case below."""
    for row, (name, case) in enumerate(zip(grid.names, grid.cases, strict=True)):
        lines = sheet.wrapped(name, sheet.label - 0.1)
        if len(lines) > MOST_LINES:
            lines = [*lines[: MOST_LINES - 1], f"{lines[MOST_LINES - 1][:-1]}…"]
        for number, line in enumerate((*lines, case)):
            last = number == len(lines)
            look: dict[str, Any] = {"ha": "right", "va": "center", "color": INK, **PLAIN}
            look["xytext"] = (-6, (len(lines) / 2 - number) * sheet.font * 1.15)
            look["fontsize"] = sheet.font
            if last:
                look |= {"color": PALE_INK, "fontsize": sheet.font * 0.8}
            axes.annotate(line, (0, row + 0.5), textcoords="offset points", **look)


def _head_map(axes: Axes, grid: Grid, sheet: Sheet, heading: str, axis: str) -> None:
    places = [column + 0.5 for column in range(len(grid.columns))]
    labels = [label.replace(", ", "\n").replace(" ", "\n") for label in grid.columns]
    axes.xaxis.tick_top()
    axes.set_xticks(places, labels, fontsize=sheet.font * 0.9, color=INK, **PLAIN)
    axes.tick_params(length=0, pad=3)
    named: dict[str, Any] = {"fontsize": sheet.font * 0.9, "color": PALE_INK, **PLAIN}
    headed: dict[str, Any] = {"fontsize": sheet.font * 1.1, "color": INK, "weight": "bold", **PLAIN}
    for lines, words, look in ((2.7, axis, named), (4.0, heading, headed)):
        up = (0, lines * sheet.font * 1.2)
        axes.annotate(words, (0, 0), xytext=up, textcoords="offset points", **look)


def _draw_legend(page: Page, place: Axes, mesh: QuadMesh, grid: Grid) -> None:
    """Draw the colours beside a map, with the values some of them stand for: sixths if they fit."""
    low, high = grid.bounds
    bar = page.figure.colorbar(mesh, cax=place)
    lines = len(grid.names) * page.sheet.row / page.sheet.line(1.2)
    step = next(n for n in (1, 2, 3, 6) if n == 6 or (high - low) * 6 / n < lines)  # noqa: PLR2004 - sixths
    values = (Fraction(n, 6) for n in range(ceil(low * 6), floor(high * 6) + 1) if n % step == 0)
    ticks = {float(value): _exact(value, signed=low < 0) for value in values}
    bar.set_ticks(list(ticks), labels=list(ticks.values()))
    bar.ax.tick_params(labelsize=page.sheet.font * 0.9, labelcolor=INK, length=2)
    bar.outline.set_visible(False)

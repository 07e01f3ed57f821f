"""The chance to win over numbers of two unit types, drawn with matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.patches import Rectangle

from widgets.plot_sheet import (
    INK,
    MARGIN,
    PALE_INK,
    PAPER,
    PLAIN,
    POINTS,
    Page,
    PlotFigure,
    Room,
    Sheet,
    Words,
    ink_on,
)
from widgets.plots import CHANCE_COLOURS

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from widgets.battle_heatmap import BattleHeatmap

LEFT, LEGEND = 0.75, 0.75
"""The room for the rows' numbers and for the colours, in inches at a font of ten points."""
QUARTERS = {0.0: "0 %", 0.25: "25 %", 0.5: "50 %", 0.75: "75 %", 1.0: "100 %"}


def draw(heat: BattleHeatmap, sheet: Sheet) -> PlotFigure:
    """Return a map, with its words around it."""
    scale, rows = sheet.font / 10, heat.most[0] + 1
    height = rows * sheet.row * 0.8
    foot = 3.2 * sheet.line()
    room = Room(0.1 + height + foot)
    page = Page(sheet, Words(heat.title, heat.about, heat.notes()), room, heat.table_text())
    width = sheet.width - 2 * MARGIN - (LEFT + LEGEND) * scale - 0.1
    axes = page.axes(MARGIN + LEFT * scale, 0.1, width, height)
    _fill(axes, heat, sheet, width)
    _name(axes, heat, sheet)
    place = page.axes(MARGIN + LEFT * scale + width + 0.1, 0.1, 0.13, height)
    bar = page.figure.colorbar(axes.collections[0], cax=place)
    bar.set_ticks(list(QUARTERS), labels=list(QUARTERS.values()))
    bar.ax.tick_params(labelsize=sheet.font * 0.9, labelcolor=INK, length=2)
    bar.outline.set_visible(False)
    return page.figure


def _fill(axes: Axes, heat: BattleHeatmap, sheet: Sheet, width: float) -> None:
    """Colour and label the cells, and frame the battle that was given."""
    rows, columns = (most + 1 for most in heat.most)
    chances = [
        [float(heat.cells[row, column].chance) for column in range(columns)] for row in range(rows)
    ]
    edges: dict[str, Any] = {"edgecolors": PAPER, "linewidth": 1.2}
    axes.pcolormesh(chances, cmap=CHANCE_COLOURS, vmin=0, vmax=1, **edges)
    colours = mpl.colormaps[CHANCE_COLOURS]
    font = min(sheet.font * 0.92, 0.8 * width / columns * POINTS / (0.66 * len("~100")))
    for (row, column), cell in heat.cells.items():
        look: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": font, **PLAIN}
        look["color"] = ink_on(colours(chances[row][column]))
        axes.text(column + 0.5, row + 0.5, cell.words, **look)
    row, column = heat.given
    for colour, line in ((PAPER, 5.0), (INK, 2.4)):  # to be seen on light and dark
        look = {"fill": False, "edgecolor": colour, "linewidth": line, "clip_on": False}
        axes.add_patch(Rectangle((column, row), 1, 1, **look))


def _name(axes: Axes, heat: BattleHeatmap, sheet: Sheet) -> None:
    rows, columns = (most + 1 for most in heat.most)
    numbers: dict[str, Any] = {"fontsize": sheet.font * 0.9, "color": INK}
    axes.set_xticks([each + 0.5 for each in range(columns)], list(map(str, range(columns))),
                    **numbers)  # fmt: skip
    axes.set_yticks([each + 0.5 for each in range(rows)], list(map(str, range(rows))), **numbers)
    axes.tick_params(length=0, pad=3)
    named: dict[str, Any] = {"fontsize": sheet.font * 0.95, "color": PALE_INK, **PLAIN}
    axes.set_xlabel(f"{heat.columns.many} of the {heat.who}", **named)
    axes.set_ylabel(f"{heat.rows.many} of the {heat.who}", **named)

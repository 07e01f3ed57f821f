"""Fire as SVG: the sight lines on the map, and the way of ten dice over the Fire Results Table.

Everything here shows what the rules have decided; nothing decides.
"""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.rifle_and_spade.fire_table import DIE
from wargame.rifle_and_spade.rounding import decimals, points_text
from widgets.sight_profile import dashes, ink
from widgets.svg import SIZE, centre, number
from widgets.svg_marks import mixed, word

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.fire_table import Cell, FireResults
    from wargame.rifle_and_spade.sight import Verdict

WORDS: dict[str, str] = {
    "Open": "Open",
    "Partial": "Partial",
    "Blocked": "observed by another",
}
"""How a line of fire is told; a gun fires where it does not see when somebody observes for it."""

PAPER, INK, SOFT, FIRE = "#fffdf7", "#1d1d1b", "#6b675e", "#a1260d"
LOW, HIGH = "#fbf6e6", "#e59a63"
WIDE, TALL, LEFT, TOP = 21, 15, 36, 30
AROUND = 3
"""Rows of the table drawn beyond those that the dice reach."""
BEST = 3
"""Step losses at which a cell of the picture is as dark as any."""


def sight_lines(board: Board, lines: Mapping[Hex, Verdict | None], target: Hex) -> str:
    """Return a line from each firing hex to the target: whole, dashed or dotted, with its word.

    Args:
        board: The map.
        lines: Each firing hex with its sight of the target.
        target: The hex fired at.
    """
    drawn = "".join(_line(board, at, target, verdict) for at, verdict in sorted(lines.items()))
    return f'<g class="wg-fire-lines">{drawn}</g>' if drawn else ""


def _line(board: Board, start: Hex, end: Hex, verdict: Verdict | None) -> str:
    (x1, y1), (x2, y2) = centre(board, start), centre(board, end)
    length = max(hypot(x2 - x1, y2 - y1), 1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    tip, base = (x2 - ux * 15, y2 - uy * 15), (x2 - ux * 27, y2 - uy * 27)
    tail = (x1 + ux * 15, y1 + uy * 15)
    way = f"M{number(tail[0])} {number(tail[1])}L{number(base[0])} {number(base[1])}"
    wings = "".join(
        f"L{number(base[0] - s * uy * 6)} {number(base[1] + s * ux * 6)}" for s in (1, -1)
    )
    colour = ink(verdict)
    # the word stands beside the line, nearer its start: the target's hex has enough to show
    x, y = x1 + (x2 - x1) * 0.42 - uy * 12, y1 + (y2 - y1) * 0.42 + ux * 12
    said = word(WORDS.get(verdict or "", "not covered"))
    return (
        f'<path d="{way}" fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round"/>'
        f'<path d="{way}" fill="none" stroke="{colour}" stroke-width="3.4"{dashes(verdict)}/>'
        f'<path d="M{number(tip[0])} {number(tip[1])}{wings}Z" fill="{colour}" stroke="#fff" '
        'stroke-width="1.3"/>'
        f'<text x="{number(x)}" y="{number(y + SIZE * 0.1)}" text-anchor="middle" font-size="9.5" '
        f'font-weight="700" fill="{colour}" stroke="#fff" stroke-width="3" '
        f'stroke-linejoin="round" paint-order="stroke">{said}</text>'
    )


@frozen
class Way:
    """Where one face of the main die leads on the table.

    Args:
        die: The face.
        modified: With the net modifier.
        cell: Where it ends up.
    """

    die: int
    modified: int
    cell: Cell

    @property
    def shift(self) -> int:
        """Columns to the right (or, below zero, to the left) for what lies beyond the table."""
        return self.cell.row - self.modified


def ways(table: FireResults, start: int, net: int) -> tuple[Way, ...]:
    """Return where each face of the main die leads."""
    return tuple(Way(die, die + net, table.place(start, die + net)) for die in range(DIE))


def table_svg(table: FireResults, start: int, net: int, thrown: int | None = None) -> str:
    """Return the Fire Results Table as a picture, with the way of each face of the main die.

    Rows beyond the table, which a modified die may reach, are drawn outside its frame; from there
    the way goes along, a column for each pip, to the row at the edge.

    Args:
        table: The table.
        start: The column of the fire points.
        net: The net modifier.
        thrown: The face that has landed.
    """
    found = ways(table, start, net)
    first, last = _reach(table, found)
    across = LEFT + WIDE * len(table.columns) + 12
    down = TOP + TALL * (last - first + 1) + 8
    inner = "".join(
        [
            *_grid(table, first, last),
            *_heads(table, start, first, last),
            *(_way(table, each, first, lit=each.die == thrown) for each in found),
            *_discs(found, first, thrown),
        ]
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" '
        f'width="{across}" height="{down}" style="max-width:100%;height:auto" '
        f'font-family="system-ui, sans-serif" font-size="9" fill="{INK}">'
        f'<rect width="{across}" height="{down}" rx="5" fill="{PAPER}"/>{inner}</svg>'
    )


def _reach(table: FireResults, found: tuple[Way, ...]) -> tuple[int, int]:
    """Return the first and the last row to draw: those that the dice reach, with some around."""
    rows = [row for way in found for row in (way.modified, way.cell.row)]
    first, last = min(rows), max(rows)
    if first > table.rows[0]:
        first = max(first - AROUND, table.rows[0])
    if last < table.rows[-1]:
        last = min(last + AROUND, table.rows[-1])
    return first, last


def _x(column: int) -> float:
    return LEFT + WIDE * column


def _y(row: int, first: int) -> float:
    return TOP + TALL * (row - first)


def _grid(table: FireResults, first: int, last: int) -> Iterator[str]:
    """Draw the cells, darker the more they cost; where the table goes on, its frame is open."""
    shown_rows = [row for row in table.rows if first <= row <= last]
    for row in shown_rows:
        for column, losses in enumerate(table.cells[row - table.rows[0]]):
            tint = mixed(LOW, HIGH, min(float(losses) / BEST, 1))
            yield (
                f'<rect x="{_x(column)}" y="{_y(row, first)}" width="{WIDE - 1}" '
                f'height="{TALL - 1}" fill="{tint}"/>'
            )
    left, right = LEFT - 1, LEFT + WIDE * len(table.columns)
    top, bottom = _y(shown_rows[0], first) - 1, _y(shown_rows[-1], first) + TALL
    frame = f"M{left} {top}V{bottom}M{right} {top}V{bottom}"
    frame += f"M{left} {top}H{right}" if shown_rows[0] == table.rows[0] else ""
    frame += f"M{left} {bottom}H{right}" if shown_rows[-1] == table.rows[-1] else ""
    yield f'<path d="{frame}" fill="none" stroke="{SOFT}" stroke-width="1.2"/>'


def _heads(table: FireResults, start: int, first: int, last: int) -> Iterator[str]:
    """Write the fire points over the columns and the modified die beside the rows."""
    yield f'<text x="4" y="12" fill="{SOFT}">fire points →</text>'
    for column, points in enumerate(table.columns):
        own = column == start
        style = f'font-weight="700" fill="{FIRE}" font-size="10.5"' if own else f'fill="{SOFT}"'
        yield (
            f'<text x="{_x(column) + WIDE / 2}" y="{TOP - 6}" text-anchor="middle" {style}>'
            f"{points_text(points)}</text>"
        )
    if start >= 0:
        yield (
            f'<rect x="{_x(start) - 1}" y="{TOP - 17}" width="{WIDE + 1}" '
            f'height="{TALL * (last - first + 1) + 18}" fill="none" stroke="{FIRE}" '
            'stroke-width="1.4" stroke-dasharray="3 2"/>'
        )
    for row in range(first, last + 1):
        beyond = ' font-style="italic"' if row not in table.rows else ""
        yield (
            f'<text x="{LEFT - 6}" y="{_y(row, first) + TALL - 4}" text-anchor="end" '
            f'fill="{SOFT}"{beyond}>{row}</text>'
        )


def _way(table: FireResults, way: Way, first: int, *, lit: bool) -> str:
    """Draw the way from the column of the fire points to the cell, for a die beyond the table."""
    if not way.shift or way.cell.start < 0:
        return ""
    x1, y1 = _x(way.cell.start) + WIDE / 2, _y(way.modified, first) + TALL / 2
    column = min(max(way.cell.start + way.shift, -1), len(table.columns) - 1)
    x2, y2 = _x(column) + WIDE / 2, _y(way.cell.row, first) + TALL / 2
    bold = f'stroke="{FIRE}" stroke-width="2.2"' if lit else f'stroke="{SOFT}" stroke-width="1"'
    return (
        f'<path d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" fill="none" {bold}/>'
        f'<circle cx="{number(x1)}" cy="{number(y1)}" r="2" fill="{FIRE if lit else SOFT}"/>'
    )


def _discs(found: tuple[Way, ...], first: int, thrown: int | None) -> Iterator[str]:
    """Draw each face in the cell where it ends up; faces that meet there share a disc."""
    places: dict[tuple[int, int], list[Way]] = {}
    for way in found:
        places.setdefault((way.cell.row, way.cell.column), []).append(way)
    for (row, column), there in places.items():
        dice = [way.die for way in there]
        faces = str(dice[0]) if len(dice) == 1 else f"{dice[0]}–{dice[-1]}"
        x, y = _x(column) + WIDE / 2, _y(row, first) + TALL / 2
        lit = thrown in dice
        paper, edge = (FIRE, FIRE) if lit else ("#fff", INK)
        half = 7 if len(dice) == 1 else 10.2
        said = f"die {faces}: {decimals(there[0].cell.result)}"
        yield (
            f'<g><title>{said}</title><rect x="{number(x - half)}" y="{number(y - 6.6)}" '
            f'width="{2 * half}" height="13.2" rx="6.6" fill="{paper}" stroke="{edge}" '
            f'stroke-width="1.1"/><text x="{number(x)}" y="{number(y + 3.4)}" '
            f'text-anchor="middle" font-weight="700" fill="{"#fff" if lit else INK}">{faces}'
            "</text></g>"
        )


def table_words(table: FireResults, start: int, net: int) -> str:
    """Return the ways of the ten faces in one sentence, for readers who do not see the picture."""
    told = [f"{way.die}: {way_words(table, way)}" for way in ways(table, start, net)]
    return f"Fire Results Table. {'; '.join(told)}."


def way_words(table: FireResults, way: Way) -> str:
    """Return where a face leads: modified die, row, shift, column, step losses."""
    if way.cell.start < 0:
        return "no effect"
    row = f"row {way.cell.row}"
    if way.shift:
        row += f", {shift_words(way.shift)}"
    if way.cell.column < 0:
        return f"{row}: off the table, no effect"
    column = points_text(table.columns[way.cell.column])
    return f"{row}, column {column}: {decimals(way.cell.result)}"


def shift_words(shift: int) -> str:
    """Return ``3 columns right``; nothing for no shift."""
    if not shift:
        return ""
    columns = "column" if abs(shift) == 1 else "columns"
    return f"{abs(shift)} {columns} {'right' if shift > 0 else 'left'}"

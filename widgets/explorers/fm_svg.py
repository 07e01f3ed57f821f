"""What the Fire & Movement explorers draw alike: washes, zones, tags, ways from hex to hex."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import TYPE_CHECKING

from wargame.core.grid import Hexside
from widgets.svg import SIZE, centre, image, number, outline, side_ends
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wargame.core.board import Board
    from wargame.core.grid import Hex

FIRST, SECOND = "#17406d", "#7a2e12"
"""The colours of the sides, as on their counters."""
GREEN, RED, BLUE, PURPLE = "#00664b", "#a1260d", "#005b96", "#6a2c91"
_TRIM = 21
"""How far from the middle of a hex a way begins and ends, clear of a counter."""


def wash(board: Board, cells: Iterable[Hex], colour: str, opacity: float) -> str:
    """Return hexes washed in a colour."""
    path = "".join(outline(board, cell, SIZE * 0.96) for cell in sorted(cells))
    return f'<path d="{path}" fill="{colour}" fill-opacity="{opacity}"/>' if path else ""


def zone_svg(board: Board, cells: frozenset[Hex], which: int) -> str:
    """Return a zone of control: hatched within, with a line round it.

    The first side's hatch rises to the right and its line is whole; the second's falls, and its
    line is broken.

    Args:
        board: The map.
        cells: The hexes.
        which: 0 for the first side, 1 for the second.
    """
    if not cells:
        return ""
    colour = (FIRST, SECOND)[which]
    strokes = "".join(_hatch(board, cell, which) for cell in sorted(cells))
    edge = sorted(
        side_ends(board, Hexside.between(cell, there))
        for cell in cells
        for there in cell.neighbours()
        if there not in cells
    )
    line = ("", ' stroke-dasharray="6 4"')[which]
    return (
        f'<path d="{strokes}" fill="none" stroke="{colour}" stroke-width="1.4" opacity=".42"/>'
        f'<path d="{"".join(edge)}" fill="none" stroke="#fff" stroke-width="5.5" opacity=".55"/>'
        f'<path d="{"".join(edge)}" fill="none" stroke="{colour}" stroke-width="2.8"{line}/>'
    )


def _hatch(board: Board, cell: Hex, which: int) -> str:
    x, y = centre(board, cell)
    turn = pi / 4 * (-1, 1)[which]
    ux, uy = cos(turn), sin(turn)
    found = ""
    for away, half in ((-18, 15), (-9, 22), (0, 25), (9, 22), (18, 15)):
        mx, my = x - uy * away, y + ux * away
        found += (
            f"M{number(mx - ux * half)} {number(my - uy * half)}"
            f"L{number(mx + ux * half)} {number(my + uy * half)}"
        )
    return found


def tag(x: float, y: float, text: str, colour: str, size: float = 12) -> str:
    """Return words about a point, readable on any ground."""
    return (
        f'<text x="{number(x)}" y="{number(y + size * 0.36)}" text-anchor="middle" '
        f'font-size="{number(size)}" font-weight="700" fill="{colour}" stroke="#fff" '
        f'stroke-width="3.4" stroke-linejoin="round" paint-order="stroke">{word(text)}</text>'
    )


def points_tag(board: Board, cell: Hex, text: str, colour: str, *, held: bool) -> str:
    """Return the points left in a hex: in its middle, else beside what stands there.

    Below it they stand, or on the right where the name of a place is below.
    """
    x, y = centre(board, cell)
    if not held:
        return tag(x, y + SIZE * 0.05, text, colour, 14)
    if board.cells[cell].name:
        return tag(x + SIZE * 0.76, y, text, colour, 11)
    return tag(x, y + SIZE * 0.8, text, colour, 11)


def badge(x: float, y: float, text: str, colour: str, size: float = 10) -> str:
    """Return words in a small box about a point."""
    wide = max(size * 1.5, size * 0.66 * len(text) + 6)
    high = size * 1.45
    return (
        f'<rect x="{number(x - wide / 2)}" y="{number(y - high / 2)}" width="{number(wide)}" '
        f'height="{number(high)}" rx="3" fill="#fff" stroke="{colour}" stroke-width="1.4"/>'
        f'<text x="{number(x)}" y="{number(y + size * 0.36)}" text-anchor="middle" '
        f'font-size="{number(size)}" font-weight="700" fill="{colour}">{word(text)}</text>'
    )


def way_svg(
    board: Board, cells: Sequence[Hex], colour: str, dashes: str = "", aside: float = 0
) -> str:
    """Return a way through the middles of hexes, with a head where it ends.

    Args:
        board: The map.
        cells: The hexes, where it begins first.
        colour: Its colour.
        dashes: Its dashes; whole without.
        aside: How far to its right it is drawn, so that ways through the same hexes lie apart.
    """
    points = [centre(board, cell) for cell in cells]
    (x1, y1), (x2, y2) = points[-2], points[-1]
    length = max(hypot(x2 - x1, y2 - y1), 1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    points = [(x - uy * aside, y + ux * aside) for x, y in points]
    x2, y2 = points[-1]
    points[0] = _towards(points[0], points[1])
    tip, base = (x2 - ux * 13, y2 - uy * 13), (x2 - ux * 25, y2 - uy * 25)
    points[-1] = base
    wings = [(base[0] - uy * 7, base[1] + ux * 7), (base[0] + uy * 7, base[1] - ux * 7)]
    line = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    head = "".join(f"L{number(x)} {number(y)}" for x, y in wings)
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    plain = 'fill="none" stroke-linejoin="round"'
    return (
        f'<polyline points="{line}" {plain} stroke="#fff" stroke-width="7" opacity=".8"/>'
        f'<polyline points="{line}" {plain} stroke="{colour}" stroke-width="4"{dashed}/>'
        f'<path d="M{number(tip[0])} {number(tip[1])}{head}Z" fill="{colour}" stroke="#fff" '
        'stroke-width="1.2"/>'
    )


def _towards(one: tuple[float, float], other: tuple[float, float]) -> tuple[float, float]:
    (x1, y1), (x2, y2) = one, other
    length = max(hypot(x2 - x1, y2 - y1), 1)
    return x1 + (x2 - x1) / length * _TRIM, y1 + (y2 - y1) / length * _TRIM


def cross(board: Board, cell: Hex, colour: str = RED) -> str:
    """Return a cross in a hex, for ground that is shut."""
    x, y = centre(board, cell)
    arms = "".join(
        f"M{number(x - 9)} {number(y - 9 * s)}L{number(x + 9)} {number(y + 9 * s)}" for s in (1, -1)
    )
    return (
        f'<path d="{arms}" stroke="#fff" stroke-width="7.5" stroke-linecap="round"/>'
        f'<path d="{arms}" stroke="{colour}" stroke-width="4" stroke-linecap="round"/>'
    )


def legend_html(lines: Iterable[tuple[str, str]]) -> str:
    """Return what signs mean: pairs of a drawing, 48 by 16, and words."""
    rows = "".join(f"<li>{image(_framed(drawn), '')} {word(says)}</li>" for drawn, says in lines)
    return f"<ul class='wg-fm-legend'>{rows}</ul>"


def _framed(drawn: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="16" font-family="sans-serif">'
        f'<rect width="48" height="16" fill="#efe9d2"/>{drawn}</svg>'
    )


def line_key(colour: str, dashes: str = "") -> str:
    """Return the sign of a way, for a legend."""
    return (
        f'<path d="M3 8H45" stroke="{colour}" stroke-width="4" '
        f'stroke-dasharray="{dashes or "none"}"/>'
    )


def hatch_key(which: int) -> str:
    """Return the sign of a side's zone, for a legend."""
    slope = "".join(f"M{x} {(13, 3)[which]}l10 {(-10, 10)[which]}" for x in range(4, 36, 8))
    dashes = ("none", "6 4")[which]
    colour = (FIRST, SECOND)[which]
    return (
        f'<path d="{slope}" stroke="{colour}" stroke-width="1.5"/>'
        f'<path d="M1 1.5H47M1 14.5H47" stroke="{colour}" stroke-width="2.4" '
        f'stroke-dasharray="{dashes}"/>'
    )

"""Command on the map as SVG: messages link by link, who stands between, the way to the division."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from widgets.explorers.drawn_map import DrawnMap
from widgets.svg import SIZE, centre, image, number
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from widgets.explorers.orders_plan import Link, OrdersPlan

HOLDS, BREAKS, BETWEEN, DIVISION = "#00664b", "#a1260d", "#6a2c91", "#005b96"
_TRIM = 15
"""How far from the middle of a hex a link begins, so that the counters stay readable."""
_NEAR = 12

LEGEND = (
    (HOLDS, "", "a link of a message that holds"),
    (BREAKS, "6 4", "the link that breaks (with a cross)"),
    (BETWEEN, "2 4", "a shortest path with a friend of another body on it"),
    (DIVISION, "9 5", "the way to the division, with its length in hexes"),
)


class OrdersMap(DrawnMap):
    """A map of a position with the lines of command of one brigiment."""

    def show_command(self, plan: OrdersPlan) -> None:
        """Draw a brigiment's messages, who stands between its units, and its way to the division.

        Args:
            plan: The brigiment, on the same board.
        """
        self.show_drawing(over_svg(plan), under_svg(plan))


def under_svg(plan: OrdersPlan) -> str:
    """Return the way to the division, which lies under the counters."""
    board = plan.situation.board
    way = plan.way
    drawn = "" if way is None else _path(board, way.path, DIVISION, "9 5")
    return f'<g class="wg-orders-paths">{drawn}</g>'


def over_svg(plan: OrdersPlan) -> str:
    """Return the links and all words, which lie over the counters."""
    return f'<g class="wg-orders-links">{"".join(_over(plan))}</g>'


def _over(plan: OrdersPlan) -> Iterator[str]:
    board = plan.situation.board
    for link in plan.links:
        yield _link(board, link)
    for proof in plan.proofs:  # beside the links, which may go the same way
        yield f'<g transform="translate(9 14)">{_path(board, proof.path, BETWEEN, "2 4")}</g>'
    at = plan.headquarters
    if at is not None:
        yield _tag(board, at, f"HQ {plan.brigiment}", HOLDS, -1)
    cells: dict[Hex, int] = {}
    for piece in plan.pieces:
        if piece.isolated:
            cells[piece.at] = cells.get(piece.at, 0) + 1
    for cell, count in cells.items():
        yield _tag(board, cell, "isolated" if count == 1 else f"{count} isolated", BREAKS, 1)
    for cell in dict.fromkeys(plan.situation.piece(p.between).at for p in plan.proofs):
        yield _tag(board, cell, "between", BETWEEN, -1)
    way = plan.way
    if way is not None and way.length:
        yield _tag(board, way.path[0], f"{_hexes(way.length)} to {way.division}", DIVISION, 1)
        yield _tag(board, way.path[-1], f"HQ {way.division}", DIVISION, -1)


def _hexes(count: int) -> str:
    return "1 hex" if count == 1 else f"{count} hexes"


def _path(board: Board, cells: Sequence[Hex], colour: str, dashes: str) -> str:
    points = " ".join(f"{number(x)},{number(y)}" for x, y in (centre(board, c) for c in cells))
    return (
        f'<polyline points="{points}" fill="none" stroke="#fff" stroke-width="6.5" opacity=".75"/>'
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="4" '
        f'stroke-dasharray="{dashes}"/>'
    )


def _link(board: Board, link: Link) -> str:
    (x1, y1), (x2, y2) = centre(board, link.one), centre(board, link.other)
    length = max(hypot(x2 - x1, y2 - y1), 1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    way = (
        f"M{number(x1 + ux * _TRIM)} {number(y1 + uy * _TRIM)}"
        f"L{number(x2 - ux * _TRIM)} {number(y2 - uy * _TRIM)}"
    )
    colour = HOLDS if link.holds else BREAKS
    dashes = "" if link.holds else ' stroke-dasharray="6 4"'
    title = f"<title>{word(link.ruling.label)}: {word(link.ruling.sentence)}</title>"
    drawn = (
        f'<path d="{way}" stroke="#fff" stroke-width="6.5" fill="none"/>'
        f'<path d="{way}" stroke="{colour}" stroke-width="3.4" fill="none"{dashes}/>'
    )
    return f"<g>{title}{drawn}{'' if link.holds else _cross((x1 + x2) / 2, (y1 + y2) / 2)}</g>"


def _cross(x: float, y: float) -> str:
    arms = "".join(
        f"M{number(x - 6)} {number(y - 6 * s)}L{number(x + 6)} {number(y + 6 * s)}" for s in (1, -1)
    )
    return (
        f'<path d="{arms}" stroke="#fff" stroke-width="6"/>'
        f'<path d="{arms}" stroke="{BREAKS}" stroke-width="3.2"/>'
    )


def _tag(board: Board, cell: Hex, text: str, colour: str, below: int) -> str:
    """Return words on the upper (-1) or lower (1) edge of a hex, clear of a stack of counters."""
    x, y = centre(board, cell)
    y += below * SIZE * 0.88 + 3
    return (
        f'<text x="{number(x)}" y="{number(y)}" text-anchor="middle" font-size="9.5" '
        f'font-weight="700" fill="{colour}" stroke="#fff" stroke-width="3.2" '
        f'stroke-linejoin="round" paint-order="stroke">{word(text)}</text>'
    )


def seen(plan: OrdersPlan) -> tuple[str, ...]:
    """Return the printed numbers of the hexes to look at for a brigiment."""
    cells: Iterable[Hex] = {piece.at for piece in plan.pieces}
    if plan.way is not None and plan.way.length <= _NEAR:
        cells = {*cells, *plan.way.path}
    cells = {*cells, *(cell for proof in plan.proofs for cell in proof.path)}
    return tuple(map(plan.situation.board.label, sorted(cells)))


def legend_html() -> str:
    """Return what the lines mean."""
    rows = "".join(f"<li>{image(_swatch(line), '')} {says}</li>" for *line, says in LEGEND)
    return f"<ul class='wg-orders-legend'>{rows}</ul>"


def _swatch(line: Sequence[str]) -> str:
    colour, dashes = line
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="48" height="10"><path d="M1 5H47" '
        'stroke="#fff" stroke-width="8"/><path d="M2 5H46" '
        f'stroke="{colour}" stroke-width="4" stroke-dasharray="{dashes or "none"}"/></svg>'
    )

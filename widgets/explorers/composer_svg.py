"""An order drawn on the map: objectives, routes of march, channel, crossings; legible in mono."""

from __future__ import annotations

from math import hypot
from typing import TYPE_CHECKING

from wargame.core.grid import Hexside
from wargame.rifle_and_spade.orders.approach import zone
from wargame.rifle_and_spade.orders.order import Goal
from widgets.explorers.composer_plan import LINE
from widgets.svg import SIZE, centre, number, outline, side_ends
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.orders.corridor import Route
    from widgets.explorers.composer_plan import Draft

Point = tuple[float, float]

DASHES = ("", "10 4", "3 4", "14 4 3 4", "7 3 2 3 2 3")
"""The stroke of each battalion's routes, so that they are told apart without colour."""
INKS = ("#7a1f00", "#003f7d", "#4b2e83", "#00563b", "#5a3d00")
BLACK = "#000000"
STEP = 4.5
"""How far routes that run together are set apart, in board units."""


def strokes(draft: Draft, *, mono: bool = False) -> dict[str, tuple[str, str]]:
    """Return the ink and the dashes of each battalion's routes."""
    names = [body.name for body in draft.battalions]
    return {
        name: (BLACK if mono else INKS[n % len(INKS)], DASHES[n % len(DASHES)])
        for n, name in enumerate(names)
    }


def sample_svg(ink: str, dashes: str) -> str:
    """Return a short piece of a route, for a legend."""
    return (
        '<svg width="54" height="12" role="img" aria-hidden="true" style="vertical-align:middle">'
        f'<path d="M2 6H40" fill="none" stroke="{ink}" stroke-width="3"{_dash(dashes)}/>'
        f'<path d="M40 1L52 6L40 11Z" fill="{ink}"/></svg>'
    )


def drawing(draft: Draft, *, mono: bool = False) -> str:
    """Return everything that an order puts on the map, as SVG elements.

    Args:
        draft: The order.
        mono: Whether it is for paper and one ink.
    """
    parts = (
        _channel(draft, mono=mono),
        _objectives(draft),
        *_routes(draft, mono=mono),
        *_support(draft),
        *_crossings(draft),
    )
    return f'<g class="wg-order">{"".join(parts)}</g>'


def _dash(dashes: str) -> str:
    return f' stroke-dasharray="{dashes}"' if dashes else ""


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


# ---- the channel


def _channel(draft: Draft, *, mono: bool) -> str:
    if draft.channel is None:
        return ""
    board = draft.situation.board
    inside = draft.channel.hexes()
    fill = "".join(outline(board, cell) for cell in sorted(inside))
    edge = "".join(
        side_ends(board, Hexside.between(cell, near))
        for cell in sorted(inside)
        for near in cell.neighbours()
        if near not in inside
    )
    colour = BLACK if mono else "#005b96"
    return (
        f'<path d="{fill}" fill="{colour}" fill-opacity="{".06" if mono else ".12"}"/>'
        f'<path d="{edge}" fill="none" stroke="{colour}" stroke-width="2.2" '
        'stroke-dasharray="2 5" stroke-linecap="round"><title>Edge of the channel of march'
        "</title></path>"
    )


# ---- objectives


def _objectives(draft: Draft) -> str:
    board = draft.situation.board
    if draft.shape == LINE and draft.order.line:
        return _line(board, draft.order.line)
    goals = dict.fromkeys(
        goal
        for name, goal in draft.order.goals
        if goal.radius or goal.hexes != (draft.situation.piece(name).at,)
    )
    return "".join(_goal(draft, goal) for goal in goals)


def _line(board: Board, line: tuple[Hex, ...]) -> str:
    way = _path(centre(board, cell) for cell in line)
    dots = "".join(_square(board, cell) for cell in dict.fromkeys(line))
    return (
        f'<g stroke-linejoin="round" stroke-linecap="round"><path d="{way}" fill="none" '
        'stroke="#fff" stroke-width="11"/><path d="' + way + '" fill="none" stroke="#111" '
        'stroke-width="7"><title>Objective line</title></path><path d="' + way + '" fill="none" '
        f'stroke="#fff" stroke-width="1.6" stroke-dasharray="1 5"/></g>{dots}'
    )


def _square(board: Board, cell: Hex) -> str:
    x, y = centre(board, cell)
    return (
        f'<rect x="{number(x - 6)}" y="{number(y - 6)}" width="12" height="12" fill="#fff" '
        'stroke="#111" stroke-width="3"/>'
    )


def _goal(draft: Draft, goal: Goal) -> str:
    board = draft.situation.board
    heart = "".join(_square(board, cell) for cell in goal.hexes)
    if not goal.radius:
        ring = "".join(outline(board, cell, SIZE - 3) for cell in goal.hexes)
    else:
        around = zone(draft.situation, goal)
        ring = "".join(
            side_ends(board, Hexside.between(cell, near))
            for cell in around
            for near in cell.neighbours()
            if near not in around
        )
    return (
        f'<path d="{ring}" fill="none" stroke="#fff" stroke-width="7"/><path d="{ring}" '
        f'fill="none" stroke="#111" stroke-width="4"><title>Objective</title></path>{heart}'
    )


# ---- routes


def _routes(draft: Draft, *, mono: bool) -> Iterator[str]:
    board, inks = draft.situation.board, strokes(draft, mono=mono)
    ways = _together(draft)
    taken: set[Hex] = set()
    for n, (way, names) in enumerate(ways):
        aside = STEP * (n - (len(ways) - 1) / 2)
        ink, dashes = inks[draft.battalion_of(names[0])]
        points = [(x + aside, y + aside / 2) for x, y in (centre(board, cell) for cell in way)]
        written = any(draft.order.route(name) for name in names)
        said = f"Route of {', '.join(names)}" + (", as written" if written else "")
        yield _arrow(points, ink, dashes, said)
        yield _label(draft, way, names, taken)


def _together(draft: Draft) -> list[tuple[Route, list[str]]]:
    """Return the ways that lead anywhere, each with the units of one battalion that go it."""
    found: dict[tuple[str, Route], list[str]] = {}
    for name, way in draft.routes.items():
        if len(way) > 1:
            found.setdefault((draft.battalion_of(name), way), []).append(name)
    return [(way, names) for (_, way), names in found.items()]


def _arrow(points: list[Point], ink: str, dashes: str, said: str) -> str:
    (x1, y1), (x2, y2) = points[-2], points[-1]
    length = hypot(x2 - x1, y2 - y1) or 1
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    base = (x2 - ux * 13, y2 - uy * 13)
    way = _path([*points[:-1], base])
    wings = [(base[0] - uy * 6, base[1] + ux * 6), (x2, y2), (base[0] + uy * 6, base[1] - ux * 6)]
    return (
        f'<g stroke-linejoin="round"><path d="{way}" fill="none" stroke="#fff" stroke-width="6"/>'
        f'<path d="{way}" fill="none" stroke="{ink}" stroke-width="3"{_dash(dashes)}>'
        f'<title>{word(said)}</title></path><path d="{_path(wings)}Z" fill="{ink}" stroke="#fff"/>'
        "</g>"
    )


def _label(draft: Draft, way: Route, names: list[str], taken: set[Hex]) -> str:
    """Name a route beside its first hex that no other name has taken."""
    inner = way[1:-1] or way[1:]
    free = [cell for cell in inner if cell not in taken] or list(inner)
    at = free[len(free) // 2] if len(free) > 1 else free[0]
    taken.add(at)
    body = next((b for b in draft.battalions if set(b.units) == set(names)), None)
    x, y = centre(draft.situation.board, at)
    return _text(x, y - 9, body.name if body is not None else ", ".join(names), 9)


def _text(x: float, y: float, words: str, size: float) -> str:
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" font-weight="700" '
        'text-anchor="middle" fill="#111" stroke="#fff" stroke-width="3" '
        f'stroke-linejoin="round" paint-order="stroke">{word(words)}</text>'
    )


# ---- what else


def _support(draft: Draft) -> Iterator[str]:
    """Mark where units in support stand, with a broken ring and the word."""
    board, situation = draft.situation.board, draft.situation
    for cell in sorted({situation.piece(name).at for name in draft.in_support}):
        x, y = centre(board, cell)
        yield (
            f'<path d="{outline(board, cell, SIZE - 3)}" fill="none" stroke="#111" '
            'stroke-width="2.4" stroke-dasharray="9 5"><title>In support</title></path>'
        )
        yield _text(x, y + SIZE * 0.72, "in support", 8)


def _crossings(draft: Draft) -> Iterator[str]:
    board = draft.situation.board
    drawn: set[Hex] = set()
    for one, other, at in draft.crossings:
        if other in draft.others:
            points = [centre(board, cell) for cell in draft.others[other]]
            yield (
                f'<path d="{_path(points)}" fill="none" stroke="#444" stroke-width="2" '
                f'stroke-dasharray="1 3"><title>Route of {word(other)}</title></path>'
            )
        if at in drawn:
            continue
        drawn.add(at)
        x, y = centre(board, at)
        cross = _path([(x - 8, y - 8), (x + 8, y + 8)]) + _path([(x - 8, y + 8), (x + 8, y - 8)])
        yield (
            f'<circle cx="{number(x)}" cy="{number(y)}" r="15" fill="#fff" fill-opacity=".75" '
            f'stroke="#b00020" stroke-width="3"/><path d="{cross}" fill="none" stroke="#b00020" '
            f'stroke-width="4"><title>{word(f"{one} crosses {other}")}</title></path>'
        )
        yield _text(x, y + 27, "crossing", 9)

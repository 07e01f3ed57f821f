"""An order drawn on the map: objectives, routes of march, channel, crossings; legible in mono."""

from __future__ import annotations

from itertools import pairwise
from math import dist, hypot
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
LOW = SIZE * 0.6
"""How far under the middle of a hex its objective is marked, in board units."""
APART = 24
"""How far the names of routes keep from each other, in board units."""
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
        '<path d="M1 6H42M39 -1L54 6L39 13Z" fill="#fff" stroke="#fff" stroke-width="6"/>'
        f'<path d="M2 6H40" fill="none" stroke="{ink}" stroke-width="3"{_dash(dashes)}/>'
        f'<path d="M40 1L52 6L40 11Z" fill="{ink}"/></svg>'
    )


def drawing(draft: Draft, *, mono: bool = False) -> str:
    """Return what an order puts over the counters of the map, as SVG elements.

    Args:
        draft: The order.
        mono: Whether it is for paper and one ink.
    """
    parts = (
        _objectives(draft),
        *_routes(draft, mono=mono),
        *_support(draft),
        *_rally(draft),
        *_crossings(draft),
    )
    return f'<g class="wg-order">{"".join(parts)}</g>'


def _dash(dashes: str) -> str:
    return f' stroke-dasharray="{dashes}"' if dashes else ""


def _path(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)


# ---- the channel


def channel_svg(draft: Draft, *, mono: bool = False) -> str:
    """Return the channel of march, which lies under the counters.

    Args:
        draft: The order.
        mono: Whether it is for paper and one ink.
    """
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
    way = _path(_foot(board, cell) for cell in line)
    dots = "".join(_square(board, cell) for cell in dict.fromkeys(line))
    return (
        f'<g stroke-linejoin="round" stroke-linecap="round"><path d="{way}" fill="none" '
        'stroke="#fff" stroke-width="11"/><path d="' + way + '" fill="none" stroke="#111" '
        'stroke-width="7"><title>Objective line</title></path><path d="' + way + '" fill="none" '
        f'stroke="#fff" stroke-width="1.6" stroke-dasharray="1 5"/></g>{dots}'
    )


def _foot(board: Board, cell: Hex) -> Point:
    """Return where an objective is marked: low in the hex, so that counters can be read."""
    x, y = centre(board, cell)
    return x, y + LOW


def _square(board: Board, cell: Hex) -> str:
    x, y = _foot(board, cell)
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
    taken: list[Point] = []
    for n, (way, names) in enumerate(ways):
        aside = STEP * (n - (len(ways) - 1) / 2)
        ink, dashes = inks[draft.battalion_of(names[0])]
        points = [(x + aside, y + aside / 2) for x, y in (centre(board, cell) for cell in way)]
        written = any(draft.order.route(name) for name in names)
        said = f"Route of {', '.join(names)}" + (", as written" if written else "")
        yield _arrow(points, ink, dashes, said)
        yield _label(draft, points, names, taken)


def _together(draft: Draft) -> list[tuple[Route, list[str]]]:
    """Return the ways that lead anywhere, each with the units of one battalion that go it."""
    found: dict[tuple[str, Route], list[str]] = {}
    for name, way in draft.routes.items():
        if len(way) > 1:
            found.setdefault((draft.battalion_of(name), way), []).append(name)
    return [(way, names) for (_, way), names in found.items()]


def _aside(end: Point, other: Point) -> Point:
    """Return where a route begins or ends: beside the middle of the hex, so counters show."""
    share = SIZE * 0.4 / (dist(end, other) or 1)
    return end[0] + (other[0] - end[0]) * share, end[1] + (other[1] - end[1]) * share


def _arrow(points: list[Point], ink: str, dashes: str, said: str) -> str:
    points = [_aside(points[0], points[1]), *points[1:-1], _aside(points[-1], points[-2])]
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


def _label(draft: Draft, points: list[Point], names: list[str], taken: list[Point]) -> str:
    """Name a route between two hexes of it, where counters are fewest and no other name stands."""
    between = [((x1 + x2) / 2, (y1 + y2) / 2) for (x1, y1), (x2, y2) in pairwise(points)]
    free = [at for at in between if all(dist(at, other) > APART for other in taken)]
    x, y = free[0] if free else between[-1]
    taken.append((x, y))
    body = next((b for b in draft.battalions if set(b.units) == set(names)), None)
    return _text(x, y + 3, body.name if body is not None else ", ".join(names), 9)


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
        yield _text(x, y + SIZE * 0.92, "in support", 8)


RALLY_SIGN = "M0 0V-10L10 -6.5L1.8 -3.5V0Z"
"""A pennant on a staff, its foot at the origin."""


def _rally(draft: Draft) -> Iterator[str]:
    """Plant a pennant at each rally point, and name the battalion."""
    for name, at in draft.order.rally_points:
        x, y = centre(draft.situation.board, at)
        yield (
            f'<path d="{RALLY_SIGN}" transform="translate({number(x - 7)} {number(y + 9)}) '
            'scale(1.8)" fill="#111" stroke="#fff" stroke-width="1.6" paint-order="stroke">'
            f"<title>Rally point of {word(name)}</title></path>"
        )
        yield _text(x, y + SIZE * 0.72, f"rally {name}", 8)


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

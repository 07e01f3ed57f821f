"""Fieldworks as SVG: trenches along their fronts, pits, forts and wire, told by shape.

Everything lies inside its hex, on a ring outside the counters: teeth point to the enemy, a trench
runs on to the middle of its end hexsides, so that trenches that connect meet there.
"""

from __future__ import annotations

from math import hypot, sqrt
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.grid import Hex, Orientation
from wargame.rifle_and_spade.clearing_rules import OUTSIDE
from wargame.rifle_and_spade.works import Work
from widgets.legend import ROW, side_items, sides_html
from widgets.svg import SIZE, centre, number, outline
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.board import Board
    from wargame.rifle_and_spade.state import Situation

RING = SIZE * 0.74
"""The size of the hexagon that trenches are dug along."""
TOOTH, WIRE_AT, CROSS = 3, 25.6, 1.7
EARTH, STONE, IRON = "#4a1f10", "#4d4d4d", "#111"
_LINES = {
    "shallow trench": f'stroke="{EARTH}" stroke-width="1.5" stroke-dasharray="5 1.6"',
    "fire trench": f'stroke="{EARTH}" stroke-width="2.6"',
    "fort": f'stroke="{STONE}" stroke-width="4"',
    "gun pit": f'stroke="{EARTH}" stroke-width="2.2"',
    "rifle pit": f'stroke="{EARTH}" stroke-width="1.8"',
}
SAYS = {
    "rifle pit": "Rifle pits: small arcs, no facing",
    "gun pit": "Gun pit: an arc with a barrel toward each hexside it faces",
    "shallow trench": "Shallow trench: a broken line, teeth toward its front, dots at its ends",
    "fire trench": "Fire trench: a heavy line, teeth toward its front, dots at its ends",
    "fort": "Fort: a wall with a bastion at each corner",
    "barbed wire": "Barbed wire: crosses along the hexside",
}
"""What the signs mean; colour says nothing that shape does not."""

Point = tuple[float, float]


@frozen
class _Place:
    """A hex to draw in: its middle, and which way the directions lie.

    Args:
        orientation: How the hexes lie on paper.
        x: The middle.
        y: The middle.
    """

    orientation: Orientation
    x: float
    y: float

    def toward(self, direction: int) -> Point:
        """Return the direction of a neighbour as a step of length one."""
        dx, dy = self.orientation.centre(Hex(0, 0).neighbour(direction))
        length = hypot(dx, dy)
        return dx / length, dy / length

    def point(self, direction: int, ahead: float, along: float) -> Point:
        """Return a point *ahead* of the middle toward a neighbour, and *along* its hexside."""
        dx, dy = self.toward(direction)
        return self.x + dx * ahead - dy * along, self.y + dy * ahead + dx * along

    def edge(self, direction: int, size: float) -> tuple[Point, Point]:
        """Return the ends of a side of a hexagon of some size about the middle."""
        ahead = size * sqrt(3) / 2
        return self.point(direction, ahead, -size / 2), self.point(direction, ahead, size / 2)


def works_svg(board: Board, works: Iterable[Work]) -> str:
    """Return fieldworks as SVG elements.

    Args:
        board: The map.
        works: What stands on it; works beyond its edge are left out.
    """
    drawn = []
    for work in works:
        if work.at in board:
            place = _Place(board.numbering.orientation, *centre(board, work.at))
            drawn.append(_work(place, work))
    return f'<g class="wg-works" fill="none" stroke-linecap="round">{"".join(drawn)}</g>'


def _work(place: _Place, work: Work) -> str:
    if work.kind == "rifle pit":
        body = _path(_arcs(place, (0, 2, 4), 5), _LINES[work.kind])
    elif work.kind == "gun pit":
        body = _path(_arcs(place, sorted(work.front), 8), _LINES[work.kind])
        body += _path(_barrels(place, work), _LINES[work.kind])
    elif work.trench:
        body = _trench(place, work)
    else:
        body = ""
    if work.progress or work.building:
        body = f'<g opacity=".55">{body}</g>'
    return body + _wire(place, work)


def _path(way: str, style: str) -> str:
    """Draw a way with a casing of paper, so that it shows on any ground."""
    if not way:
        return ""
    case = f'<path d="{way}" stroke="#fff" stroke-width="5.5" stroke-opacity=".6"/>'
    return f'{case}<path d="{way}" {style}/>'


def _at(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def _trench(place: _Place, work: Work) -> str:
    front = range(6) if work.all_round else sorted(work.front)
    style = _LINES[work.kind]
    sides = "".join("M{}L{}".format(*map(_at, place.edge(each, RING))) for each in front)
    ends = [place.point(each, SIZE * sqrt(3) / 2, 0) for each in sorted(work.ends)]
    drawn = _path(sides + "".join(_run_out(place, work, each) for each in work.ends), style)
    drawn += "".join(
        f'<circle cx="{number(x)}" cy="{number(y)}" r="2.4" fill="{EARTH}"/>' for x, y in ends
    )
    if work.kind == "fort":
        return drawn + _bastions(place)
    teeth = "".join(_teeth(place, each) for each in front)
    return drawn + f'<path d="{teeth}" fill="{EARTH}"/>'


def _run_out(place: _Place, work: Work, end: int) -> str:
    """Lead a trench from its front to the middle of an end hexside."""
    middle, edge = place.point(end, RING * sqrt(3) / 2, 0), place.point(end, SIZE * sqrt(3) / 2, 0)
    ways = [
        f"M{_at(corner)}L{_at(middle)}L{_at(edge)}"
        for turn in (1, -1)
        if (end + turn) % 6 in work.front
        for corner in [_shared(place, end, (end + turn) % 6)]
    ]
    return "".join(ways) or f"M{_at(middle)}L{_at(edge)}"


def _shared(place: _Place, one: int, other: int) -> Point:
    """Return the corner where two neighbouring sides of the ring meet."""
    theirs = place.edge(other, RING)
    return min(
        place.edge(one, RING), key=lambda p: min(hypot(p[0] - x, p[1] - y) for x, y in theirs)
    )


def _teeth(place: _Place, direction: int) -> str:
    ahead = RING * sqrt(3) / 2
    return "".join(
        f"M{_at(place.point(direction, ahead, along - 1.8))}"
        f"L{_at(place.point(direction, ahead + TOOTH, along))}"
        f"L{_at(place.point(direction, ahead, along + 1.8))}Z"
        for along in (-7, 0, 7)
    )


def _bastions(place: _Place) -> str:
    way = []
    for direction in range(6):
        x, y = place.edge(direction, RING)[0]
        way.append(f"M{number(x - 3)} {number(y - 3)}h6v6h-6z")
    return f'<path d="{"".join(way)}" fill="{STONE}" stroke="#fff" stroke-width=".8"/>'


def _arcs(place: _Place, directions: Iterable[int], half: float) -> str:
    """Draw an arc that bulges toward each of these hexsides."""
    ahead = RING * sqrt(3) / 2 - 1
    return "".join(
        f"M{_at(place.point(each, ahead, -half))}"
        f"Q{_at(place.point(each, ahead + half * 0.9, 0))} {_at(place.point(each, ahead, half))}"
        for each in directions
    )


def _barrels(place: _Place, work: Work) -> str:
    return "".join(
        f"M{_at(place.point(each, 18, 0))}L{_at(place.point(each, 27, 0))}"
        for each in sorted(work.front)
    )


def _wire(place: _Place, work: Work) -> str:
    crosses = []
    for direction in sorted(work.wire):
        for along in (-10, -5, 0, 5, 10):
            x, y = place.point(direction, WIRE_AT, along)
            crosses.append(
                f"M{number(x - CROSS)} {number(y - CROSS)}l{2 * CROSS} {2 * CROSS}"
                f"m0 {-2 * CROSS}l{-2 * CROSS} {2 * CROSS}"
            )
    style = f'stroke="{IRON}" stroke-width="1"'
    return f'<path d="{"".join(crosses)}" {style}/>' if crosses else ""


def markers_svg(situation: Situation) -> str:
    """Return the Us/Them and Assault markers of a position, as SVG elements.

    A marker lies at the top of its hex, where it hides no figures of a counter but the hex's
    printed number, and so repeats it.
    """
    told: dict[Hex, list[str]] = {cell: ["Us/Them"] for cell in situation.shared}
    for assault in situation.assaults:
        waves = f"Assault {assault.waves}" if assault.waves > 1 else "Assault"
        told.setdefault(assault.at, []).append(waves)
    return "".join(
        _marker(situation.board, cell, f"{situation.board.label(cell)} {', '.join(told[cell])}")
        for cell in sorted(told)
        if cell in situation.board
    )


def _marker(board: Board, cell: Hex, text: str) -> str:
    x, y = centre(board, cell)
    width = 3.9 * len(text) + 5
    paper = "#ffd9d0" if "Assault" in text else "#fff"
    return (
        f'<g class="wg-marker" transform="translate({number(x)} {number(y - SIZE * 0.86)})">'
        f'<rect x="{number(-width / 2)}" y="0" width="{number(width)}" height="9.5" rx="2" '
        f'fill="{paper}" stroke="#111" stroke-width="1.2"/>'
        f'<text x="0" y="7.2" font-size="7" font-weight="700" text-anchor="middle" fill="#111">'
        f"{word(text)}</text></g>"
    )


def works_words(situation: Situation) -> dict[Hex, str]:
    """Return what stands in hexes besides units, in words: works, markers, who held them last."""
    found: dict[Hex, list[str]] = {}
    names = situation.board.numbering.orientation.direction_names
    for work in situation.works:
        found.setdefault(work.at, []).append(work_words(work, names))
    for cell in situation.shared:
        found.setdefault(cell, []).append("Us/Them")
    for assault in situation.assaults:
        by = f"under assault by the {assault.attacker}, waves: {assault.waves}"
        found.setdefault(assault.at, []).append(by)
    for cell, content in situation.board.cells.items():
        if OUTSIDE in content.features:
            found.setdefault(cell, []).append("beyond the area of the scenario")
    for cell, side in situation.held:
        found.setdefault(cell, []).append(f"last held by the {side}")
    return {cell: "; ".join(words) for cell, words in found.items()}


def work_words(work: Work, names: tuple[str, ...]) -> str:
    """Return a fieldwork in words.

    Args:
        work: The work.
        names: The compass names of the directions.
    """

    def listed(directions: Iterable[int]) -> str:
        found = sorted(directions)
        return "all round" if len(found) == len(names) else " ".join(names[each] for each in found)

    facts = [
        f"front {listed(range(6) if work.all_round else work.front)}"
        if work.front or work.all_round
        else "",
        f"ends {listed(work.ends)}" if work.ends else "",
        f"wire {listed(work.wire)}" if work.wire and work.kind != "barbed wire" else "",
        listed(work.wire) if work.kind == "barbed wire" else "",
        f"becoming a {work.building}" if work.building else "",
    ]
    return ", ".join(filter(None, [f"{work.kind} ({work.id})", *facts]))


_SAMPLES: Mapping[str, Work] = {
    kind: Work(kind, kind, Hex(0, 0), "", front, ends, wire)  # type: ignore[arg-type]
    for kind, front, ends, wire in (
        ("rifle pit", (), (), ()),
        ("gun pit", (2,), (), ()),
        ("shallow trench", (1, 2, 3), (0, 4), ()),
        ("fire trench", (1, 2, 3), (0, 4), ()),
        ("fort", (), (), ()),
        ("barbed wire", (), (), (1, 2, 3)),
    )
}


def works_html(works: Iterable[Work]) -> str:
    """Return the entries of a legend for the kinds of work there are; empty without any."""
    found = list(works)
    kinds = {work.kind for work in found} | {"barbed wire" for work in found if work.wire}
    items = "".join(_sample(kind) for kind in SAYS if kind in kinds)
    return f'<ul class="wg-legend-works" style="{ROW}">{items}</ul>' if items else ""


def hexsides_html(board: Board) -> str:
    """Return the entries of a legend for the hexsides of a board, and for what lies beyond it."""
    items = side_items(board)
    if any(OUTSIDE in cell.features for cell in board.cells.values()):
        items.append("<li>Pale and struck through: beyond the area of the scenario</li>")
    return sides_html(items)


def beyond_svg(board: Board) -> str:
    """Veil the hexes that lie beyond the area of the scenario."""
    veil, strokes = [], []
    for at, cell in board.cells.items():
        if OUTSIDE in cell.features:
            x, y = centre(board, at)
            veil.append(outline(board, at))
            strokes.append(f"M{number(x - 14)} {number(y + 20)}L{number(x + 14)} {number(y - 14)}")
    if not veil:
        return ""
    return (
        f'<path d="{"".join(veil)}" fill="#fff" fill-opacity=".6"/>'
        f'<path d="{"".join(strokes)}" stroke="#777" stroke-width="1.2"/>'
    )


def _sample(kind: str) -> str:
    drawing = _work(_Place(Orientation.FLAT, 0, 0), _SAMPLES[kind])
    return (
        '<li><svg viewBox="-32 -32 64 64" width="34" height="34" style="vertical-align:middle" '
        'aria-hidden="true"><path d="M30 0L15 26L-15 26L-30 0L-15 -26L15 -26Z" fill="#f3efdc" '
        f'stroke="#4a4436"/><g fill="none" stroke-linecap="round">{drawing}</g></svg> '
        f"{word(SAYS[kind])}</li>"
    )

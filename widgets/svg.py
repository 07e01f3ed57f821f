"""The one renderer: a board as SVG text, the same text for the same board.

The live map, the static picture in a saved notebook and a printed handout all show this. Terrain is
one path per kind and block of hexes, hatches are unrotated pattern fills: that is what a browser
paints and repaints quickly (``notes`` in CONTRIBUTING say what was measured).
"""

from __future__ import annotations

from base64 import b64encode
from collections import defaultdict
from functools import partial
from math import sqrt
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.board import TerrainKind
from wargame.core.grid import Hex, Orientation
from widgets.svg_marks import ABOVE, TRENCH_STYLE, glyph_symbols, paint, pattern, word
from widgets.svg_styles import HEXSIDE_STYLES, LINK_STYLES

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from wargame.core.board import Board, Cell
    from wargame.core.grid import Hexside

Box = tuple[float, float, float, float]
"""Left, top, width and height, in board units."""

SIZE = 32
"""The length from the centre of a hex to its corner, in board units."""

INSET = SIZE * 0.84
"""The size of the ring or patch that marks what stands on the ground."""

NAME, LARGEST_NAME, NAME_SEEN = 8, 20, 7.5
"""The size of a name in board units, its limit, and what it keeps on a page-wide picture."""


LONGEST_NAME = 12
"""Characters of a name that fit across a hex; a longer one takes two lines."""

BLOCK = 5
"""Hexes along the edge of a block whose terrain is one path."""

LAYERS = ("terrain", "features", "hexsides", "links", "names")
"""The layers of the board, from the ground up; counters lie above all but the names."""

AREAS = "areas"
"""In place of ``terrain``: the ground without a line round each cell, for a map of areas."""

UNKNOWN = TerrainKind("unknown ground", "?", "#dddddd", "cross")


def number(value: float) -> str:
    """Return a coordinate with one decimal at most: short, and alike on every machine."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def centre(board: Board, cell: Hex) -> tuple[float, float]:
    """Return the centre of a hex in board units."""
    x, y = board.numbering.orientation.centre(cell)
    return x * SIZE, y * SIZE


def corners(orientation: Orientation, x: float, y: float, size: float) -> list[tuple[float, float]]:
    """Return the six corners of a hexagon of some *size* about a point."""
    half, long = size / 2, size * sqrt(3) / 2
    offsets: tuple[tuple[float, float], ...]
    if orientation is Orientation.POINTY:
        offsets = (
            (0, -size),
            (long, -half),
            (long, half),
            (0, size),
            (-long, half),
            (-long, -half),
        )
    else:
        offsets = (
            (size, 0),
            (half, long),
            (-half, long),
            (-size, 0),
            (-half, -long),
            (half, -long),
        )
    return [(x + dx, y + dy) for dx, dy in offsets]


def outline(board: Board, cell: Hex, size: float = SIZE) -> str:
    """Return the path of a hexagon about the centre of a hex."""
    points = corners(board.numbering.orientation, *centre(board, cell), size)
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def view_box(board: Board, margin: float = 6) -> Box:
    """Return the extent of the board: left, top, width, height, in board units."""
    points = [
        point
        for cell in board.cells
        for point in corners(board.numbering.orientation, *centre(board, cell), SIZE)
    ]
    if not points:
        return (0, 0, 2 * SIZE, 2 * SIZE)
    left, top = min(x for x, _ in points) - margin, min(y for _, y in points) - margin
    right, bottom = max(x for x, _ in points) + margin, max(y for _, y in points) + margin
    return round(left, 1), round(top, 1), round(right - left, 1), round(bottom - top, 1)


def part_of(board: Board, box: Box, beyond: float = SIZE) -> Board:
    """Return the part of a board that is seen through a box.

    Args:
        board: The map.
        box: The box, in board units.
        beyond: How far outside it the centre of a hex may lie, in board units; the length of a hex
            to have those at the edge too.
    """
    left, top, width, height = box

    def seen(cell: Hex) -> bool:
        x, y = centre(board, cell)
        across = -beyond <= x - left <= width + beyond
        return across and -beyond <= y - top <= height + beyond

    def touched(side: Hexside) -> bool:
        return any(map(seen, side.hexes))

    return evolve(
        board,
        cells={at: cell for at, cell in board.cells.items() if seen(at)},
        hexsides={side: kinds for side, kinds in board.hexsides.items() if touched(side)},
        links={kind: frozenset(filter(touched, sides)) for kind, sides in board.links.items()},
    )


def defs(board: Board) -> str:
    """Return the patterns and glyphs that :func:`board_svg` refers to."""
    used = {kind for cell in board.cells.values() for kind in cell.terrain}
    looks = {kind: look_of(board, kind) for kind in sorted(used)}
    patterns = "".join(pattern(kind, look) for kind, look in looks.items())
    return patterns + glyph_symbols({look.glyph for look in looks.values()})


def look_of(board: Board, kind: str) -> TerrainKind:
    """Return how a kind of terrain is drawn; ground without a description is marked so."""
    return board.terrain.get(kind, UNKNOWN)


def board_svg(board: Board, layers: Iterable[str] = LAYERS, built: str = "") -> str:
    """Return the static layers of a board as SVG elements, without the ``<svg>`` around them.

    Args:
        board: The map.
        layers: Which of :data:`LAYERS` to draw, :data:`AREAS` perhaps in place of the first.
        built: What was built on it, as SVG elements; it lies under the names.
    """
    makers: dict[str, Callable[[Board], str]] = {
        AREAS: partial(_terrain, lines=False),
        "terrain": _terrain,
        "features": _standing,
        "hexsides": _hexsides,
        "links": _links,
        "names": _names,
    }
    shown = set(layers)
    drawn = {
        name: f'<g class="wg-{name}">{makers[name](board)}</g>' for name in makers if name in shown
    }
    names = drawn.pop("names", "")
    return "".join(drawn.values()) + built + names


def _block(cell: Hex) -> tuple[int, int]:
    return (cell.q + cell.r // 2) // BLOCK, cell.r // BLOCK


def _terrain(board: Board, *, lines: bool = True) -> str:
    paths: dict[tuple[str, tuple[int, int]], list[str]] = defaultdict(list)
    for at, cell in board.cells.items():
        block = _block(at) if lines else (0, 0)  # without lines the seams of blocks would be seen
        paths[cell.terrain[0] if cell.terrain else "", block].append(outline(board, at))
    line = 'stroke="#4a4436" stroke-opacity=".45" stroke-width="1"' if lines else ""
    return "".join(
        f'<path d="{"".join(parts)}" fill="{paint(kind, look_of(board, kind))}" {line}/>'
        for (kind, _), parts in sorted(paths.items())
    )


def _standing(board: Board) -> str:
    """Draw what stands on the ground: a ring, a glyph, or a smaller hexagon in colour and hatch."""
    drawn, rings = [], []
    for at, cell in board.cells.items():
        for kind in cell.terrain[1:] or cell.terrain:
            look = look_of(board, kind)
            x, y = centre(board, at)
            if look.glyph == "trench":
                rings.append(outline(board, at, INSET))
            elif look.glyph:
                if kind != cell.terrain[0]:
                    drawn.append(
                        f'<path d="{outline(board, at, INSET)}" fill="{paint(kind, look)}"/>'
                    )
                drawn.append(f'<use href="#glyph-{look.glyph}" x="{number(x)}" y="{number(y)}"/>')
            elif len(cell.terrain) > 1:
                inner = outline(board, at, SIZE * 0.62)
                drawn.append(f'<path d="{inner}" fill="{paint(kind, look)}" fill-opacity=".85"/>')
    ring = f'<path d="{"".join(rings)}" {TRENCH_STYLE}/>' if rings else ""
    return ring + "".join(drawn)


def side_ends(board: Board, side: Hexside) -> str:
    """Return the path of a hexside, from corner to corner."""
    points = [board.numbering.orientation.corner(vertex) for vertex in side.vertices]
    return "M" + "L".join(f"{number(x * SIZE)} {number(y * SIZE)}" for x, y in points)


def _hexsides(board: Board) -> str:
    paths: dict[str, list[str]] = defaultdict(list)
    for side, kinds in board.hexsides.items():
        for kind in sorted(kinds):
            paths[kind].append(side_ends(board, side))
    plain = 'stroke="#333" stroke-width="4"'
    return "".join(
        f'<path d="{"".join(parts)}" fill="none" {HEXSIDE_STYLES.get(kind, plain)} '
        f'stroke-linecap="round"><title>{word(kind)}</title></path>'
        for kind, parts in sorted(paths.items())
    )


def _links(board: Board) -> str:
    drawn = []
    for kind, sides in sorted(board.links.items()):
        way = "".join(sorted(_link(board, side) for side in sides))
        style = LINK_STYLES.get(kind, LINK_STYLES["road"])
        if kind == "railroad":  # the ties of the rails
            ties = 'stroke="#222" stroke-width="8" stroke-dasharray="1.6 5"'
            drawn.append(f'<path d="{way}" fill="none" {ties}/>')
        drawn.append(f'<path d="{way}" fill="none" {style} stroke-linecap="round"/>')
    return "".join(drawn)


def _link(board: Board, side: Hexside) -> str:
    ends = (centre(board, cell) for cell in side.hexes)
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in ends)


def _names(board: Board, size: float = NAME) -> str:
    drawn, flat = [], board.numbering.orientation is Orientation.FLAT
    for at, cell in board.cells.items():
        lines = _name_lines(cell)
        x, y = centre(board, at)
        # a flat-sided hex ends soon below: a second line would run into the next number
        lift = 0.94 * (len(lines) - 1) if flat else 0
        for i, line in enumerate(lines):
            # lines lie apart by their own size, for a map seen from afar writes them larger
            down = f' dy="{0.94 * i - lift:.2f}em"' if lines[1:] else ""
            place = f'x="{number(x)}" y="{number(y + SIZE * 0.78)}"{down}'
            drawn.append(f"<text {place}>{word(line)}</text>")
    return (
        f'<g text-anchor="middle" font-size="{number(size)}" font-weight="600" fill="#1a1a1a" '
        'stroke="#fff" stroke-width=".3em" stroke-linejoin="round" paint-order="stroke">'
        f"{''.join(drawn)}</g>"
    )


def _name_lines(cell: Cell) -> list[str]:
    """Return a name on a line or two, starred for an objective; of "Town (Quarter)" the latter."""
    marks = (mark.partition(":") for mark in sorted(cell.features))
    stars = [f"★{worth}" for kind, _, worth in marks if kind == "objective"]
    name = " ".join([*stars, cell.name.partition(" (")[2].rstrip(")") or cell.name]).strip()
    if len(name) <= LONGEST_NAME or " " not in name:
        return [name] if name else []
    middle = min((i for i, c in enumerate(name) if c == " "), key=lambda i: abs(i - len(name) / 2))
    return [name[:middle], name[middle + 1 :]]


def letters(board: Board, at: Hex) -> str:
    """Return the letters of the terrain in a hex, for writing beside its number."""
    return "".join(look_of(board, kind).letter for kind in board.cells[at].terrain)


def arrow_svg(board: Board, start: Hex, end: Hex, colour: str = "#7a1f00") -> str:
    """Return an arrow from one hex towards another, ending short of its centre."""
    (x1, y1), (x2, y2) = centre(board, start), centre(board, end)
    length = max(sqrt((x2 - x1) ** 2 + (y2 - y1) ** 2), 1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    tip, base = (x2 - ux * 24, y2 - uy * 24), (x2 - ux * 36, y2 - uy * 36)
    tail = (x1 + ux * 22, y1 + uy * 22)
    wings = [(base[0] - uy * 7, base[1] + ux * 7), (base[0] + uy * 7, base[1] - ux * 7)]
    line = f"M{number(tail[0])} {number(tail[1])}L{number(base[0])} {number(base[1])}"
    head = "".join(f"L{number(x)} {number(y)}" for x, y in wings)
    return (
        f'<path d="{line}" fill="none" stroke="#fff" stroke-width="7"/>'
        f'<path d="{line}" fill="none" stroke="{colour}" stroke-width="4"/>'
        f'<path d="M{number(tip[0])} {number(tip[1])}{head}Z" fill="{colour}" stroke="#fff" '
        'stroke-width="1.2"/>'
    )


STATIC_MARKS = {
    "target": 'stroke="#b8320a" stroke-width="4"',
    "chosen": 'stroke="#005b96" stroke-width="4"',
    "candidate": 'stroke="#00664b" stroke-width="2.5" stroke-dasharray="7 4"',
}
MOST_NUMBERS = 700
"""A static picture writes printed numbers on boards of up to so many hexes."""
COLUMN, SCREEN, LARGEST = 900, 480, 3
"""A part of a map is enlarged until it is a page wide or high, in pixels, up to this often."""


def static_map(  # noqa: PLR0913 - what a picture shows
    board: Board,
    overlay: str,
    marks: Mapping[str, str],
    title: str,
    box: Box | None = None,
    layers: Collection[str] = LAYERS,
    built: str = "",
) -> str:
    """Return a map as one SVG picture, with printed numbers where there is room.

    The names of places lie over counters, which would hide them, and under :data:`ABOVE`.

    Args:
        board: The map, or the part of it that is to be drawn.
        overlay: Counters and arrows, as SVG elements.
        marks: Highlighted hexes: printed number to kind of mark.
        title: What the picture shows, for readers who do not see it.
        box: What is seen of it, in board units; all of it unless given.
        layers: Which of :data:`LAYERS` to draw.
        built: What was built on it, as SVG elements.
    """
    box = view_box(board) if box is None else box
    scale = max(1, min(LARGEST, COLUMN / box[2], SCREEN / box[3]))
    across, down = scale * box[2], scale * box[3]
    rings = "".join(
        f'<path d="{outline(board, board.hex(label), SIZE - 4)}" fill="none" '
        f"{STATIC_MARKS.get(kind, STATIC_MARKS['candidate'])}/>"
        for label, kind in sorted(marks.items())
        if board.numbering.parse(label) in board
    )
    extent = " ".join(number(each) for each in box)
    numbers = "" if AREAS in layers else _numbers(board)
    shown = set(layers)
    ground = board_svg(board, shown - {"names"}, built)
    size = min(LARGEST_NAME, max(NAME, NAME_SEEN * box[2] / COLUMN))
    names = f'<g class="wg-names">{_names(board, size)}</g>' if "names" in shown else ""
    under, mark, over = overlay.partition(ABOVE)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{extent}" width="{number(across)}" '
        f'height="{number(down)}" role="img" style="max-width:100%;height:auto;background:#fff" '
        f'font-family="sans-serif"><title>{word(title)}</title><defs>{defs(board)}</defs>'
        f"{ground}{rings}{numbers}{under}{names}{mark}{over}</svg>"
    )


def image(picture: str, title: str) -> str:
    """Return an SVG picture as an HTML image.

    Notebooks that are not trusted strip drawing elements and leave a heap of their words; an image
    they keep. Nor do the names inside one picture meet those of another.

    Args:
        picture: The SVG.
        title: What it shows, for readers who do not see it.
    """
    data = b64encode(picture.encode()).decode()
    fits = "max-width:100%;height:auto"
    return f'<img alt="{word(title)}" style="{fits}" src="data:image/svg+xml;base64,{data}">'


def _numbers(board: Board) -> str:
    if len(board.cells) > MOST_NUMBERS:
        return ""
    lift = 0.57 if board.numbering.orientation is Orientation.POINTY else 0.62
    texts = []
    for at in board.cells:
        x, y = centre(board, at)
        written = word(f"{board.label(at)} {letters(board, at)}")
        texts.append(f'<text x="{number(x)}" y="{number(y - SIZE * lift)}">{written}</text>')
    return (
        '<g font-size="8" text-anchor="middle" fill="#222" stroke="#fff" stroke-width="1.6" '
        f'stroke-linejoin="round" paint-order="stroke">{"".join(texts)}</g>'
    )

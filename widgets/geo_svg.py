"""The real map as one SVG picture: what a reader without a kernel sees, and what is printed."""

from __future__ import annotations

from math import cos, radians
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wargame.core.georef import Point, middle
from widgets.geo_relief import mercator, relief_url
from widgets.svg import number
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.board import Board
    from wargame.core.georef import Anchor, GridFit
    from wargame.core.georef_file import Georef
    from wargame.core.georef_ground import Frame, Ground
    from wargame.core.grid import Hex

WIDTH = 860
"""Pixels across."""
MARGIN = 0.03
"""Ground shown beyond the hexes, as a share of their extent."""

SEA, LAND, COAST, RIVER = "#cfe2ee", "#eef0df", "#2b5573", "#2f6f9f"
HEXES, MISSED, CHOSEN, POINTED = "#3d2f22", "#b3261e", "#005b96", "#00664b"
BARS = (200, 500, 1000, 2000, 5000, 10000, 20000)
"""Lengths of a scale bar, in metres."""


@frozen
class Sheet:
    """Where points of the ground lie on the picture.

    Args:
        frame: What is shown.
        width: Pixels across.
    """

    frame: Frame
    width: float = WIDTH

    @property
    def scale(self) -> float:
        """Pixels to a degree of longitude."""
        return self.width / (self.frame.east - self.frame.west)

    @property
    def height(self) -> float:
        """Pixels from top to bottom."""
        return self.scale * (mercator(self.frame.north) - mercator(self.frame.south))

    def place(self, point: Point) -> tuple[float, float]:
        """Return where a point lies, from the left and the top."""
        down = mercator(self.frame.north) - mercator(point.lat)
        return (point.lon - self.frame.west) * self.scale, down * self.scale

    def path(self, points: Iterable[Point], *, closed: bool = False) -> str:
        """Return a line through points as the data of an SVG path."""
        on_it = (self.place(each) for each in points)
        line = "L".join(f"{number(x)} {number(y)}" for x, y in on_it)
        return f"M{line}{'Z' if closed else ''}"


def frame_of(board: Board, fit: GridFit, ground: Ground) -> Frame:
    """Return the part of the ground that the hexes of a board lie on, with a margin."""
    points = [fit.point(cell) for cell in board.cells]
    lats, lons = [p.lat for p in points], [p.lon for p in points]
    beyond = 0.7 * fit.width / 100_000
    up, out = (MARGIN * (max(each) - min(each)) + beyond for each in (lats, lons))
    all_of = ground.frame
    return evolve(
        all_of,
        south=max(all_of.south, min(lats) - up),
        north=min(all_of.north, max(lats) + up),
        west=max(all_of.west, min(lons) - out),
        east=min(all_of.east, max(lons) + out),
    )


def ground_svg(sheet: Sheet, ground: Ground) -> str:
    """Return sea, land, relief, coast and rivers."""
    left, top = sheet.place(Point(ground.frame.north, ground.frame.west))
    right, bottom = sheet.place(Point(ground.frame.south, ground.frame.east))
    land = "".join(sheet.path(ring, closed=True) for ring in ground.land)
    coast = "".join(map(sheet.path, ground.coast))
    rivers = "".join(map(sheet.path, ground.rivers))
    return (
        f'<rect width="{number(sheet.width)}" height="{number(sheet.height)}" fill="{SEA}"/>'
        f'<path d="{land}" fill="{LAND}" fill-rule="evenodd"/>'
        f'<image href="{relief_url(ground)}" x="{number(left)}" y="{number(top)}" '
        f'width="{number(right - left)}" height="{number(bottom - top)}" '
        'preserveAspectRatio="none"/>'
        f'<path d="{rivers}" fill="none" stroke="{RIVER}" stroke-width="1.6"/>'
        f'<path d="{coast}" fill="none" stroke="{COAST}" stroke-width="1.5"/>'
    )


def hexes_svg(sheet: Sheet, board: Board, fit: GridFit) -> str:
    """Return the outlines of all hexes of a board."""
    ways = "".join(sheet.path(fit.corners(cell), closed=True) for cell in board.cells)
    return f'<path d="{ways}" fill="none" stroke="{HEXES}" stroke-opacity=".55" stroke-width=".8"/>'


def chosen_svg(sheet: Sheet, fit: GridFit, cell: Hex) -> str:
    """Return the outline of the chosen hex, with its middle."""
    x, y = sheet.place(fit.point(cell))
    return (
        f'<path d="{sheet.path(fit.corners(cell), closed=True)}" fill="{CHOSEN}" '
        f'fill-opacity=".18" stroke="{CHOSEN}" stroke-width="3"/>'
        f'<circle cx="{number(x)}" cy="{number(y)}" r="3" fill="{CHOSEN}"/>'
    )


def misses_svg(sheet: Sheet, fit: GridFit, board: Board) -> str:
    """Return, for each anchor on the board, a line from the middle of its hexes to the place."""
    drawn = []
    for anchor in anchors_on(board, fit):
        x1, y1 = sheet.place(hex_middle(fit, anchor.cells))
        x2, y2 = sheet.place(anchor.point)
        ends = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
        drawn.append(
            f'<path d="{ends}" stroke="#fff" stroke-width="5"/>'
            f'<path d="{ends}" stroke="{MISSED}" stroke-width="2.6"/>'
            f'<circle cx="{number(x2)}" cy="{number(y2)}" r="4.5" fill="{MISSED}" stroke="#fff"/>'
            f'<rect x="{number(x1 - 3)}" y="{number(y1 - 3)}" width="6" height="6" fill="#fff" '
            f'stroke="{MISSED}" stroke-width="1.6"/>'
        )
    return "".join(drawn)


def anchors_on(board: Board, fit: GridFit) -> list[Anchor]:
    """Return the anchors whose hexes a board has."""
    return [each for each in fit.anchors if any(cell in board for cell in each.cells)]


def hex_middle(fit: GridFit, cells: tuple[Hex, ...]) -> Point:
    """Return where the middle of some hexes lies on the ground."""
    return fit.plane.point(*fit.ground(*middle(fit.numbering.orientation, cells)))


def names_svg(sheet: Sheet, georef: Georef, board: Board, fit: GridFit) -> str:
    """Return the names of places, those of anchors heavier, with a dot for the others."""
    drawn = []
    for place in georef.places:
        if place.point in sheet.frame:
            x, y = sheet.place(place.point)
            drawn.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="2.4" stroke="none"/>')
            drawn.append(_name(sheet, place.name, x, y))
    for anchor in anchors_on(board, fit):
        x, y = sheet.place(anchor.point)
        left = sheet.place(hex_middle(fit, anchor.cells))[0] > x
        drawn.append(_name(sheet, anchor.name, x, y, bold=True, left=left))
    return (
        '<g font-size="12.5" fill="#1a1a1a" stroke="#fff" stroke-width="3" '
        f'stroke-linejoin="round" paint-order="stroke">{"".join(drawn)}</g>'
    )


def _name(  # noqa: PLR0913 - what it is and where
    sheet: Sheet, name: str, x: float, y: float, *, bold: bool = False, left: bool = False
) -> str:
    """Return a name beside its place, on the side where there is room."""
    room = not left and x + 8 + 7 * len(name) < sheet.width
    side, anchor = (7, "start") if room else (-7, "end")
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{number(x + side)}" y="{number(y + 4)}" text-anchor="{anchor}"{weight}>'
        f"{word(name)}</text>"
    )


def bar_svg(sheet: Sheet) -> str:
    """Return a scale bar of a round length, below on the left."""
    middle_lat = (sheet.frame.south + sheet.frame.north) / 2
    per_metre = sheet.scale / (111_320 * cos(radians(middle_lat)))
    length = max((b for b in BARS if b * per_metre < sheet.width / 4), default=BARS[0])
    told = f"{length // 1000} km" if length >= BARS[2] else f"{length} m"
    y, long = sheet.height - 14, length * per_metre
    line = f"M14 {number(y - 5)}V{number(y)}H{number(14 + long)}V{number(y - 5)}"
    return (
        f'<path d="{line}" fill="none" stroke="#fff" stroke-width="4"/>'
        f'<path d="{line}" fill="none" stroke="#1a1a1a" stroke-width="1.6"/>'
        f'<text x="{number(18 + long)}" y="{number(y)}" font-size="12" fill="#1a1a1a" '
        f'stroke="#fff" stroke-width="3" paint-order="stroke">{told}</text>'
    )


def picture(  # noqa: PLR0913 - what a picture shows
    georef: Georef,
    board: Board,
    fit: GridFit,
    title: str,
    chosen: Hex | None = None,
    frame: Frame | None = None,
) -> str:
    """Return the real map with the hexes of a board on it.

    Args:
        georef: Its anchors and places.
        board: The hexes to draw.
        fit: Where they lie.
        title: What it shows, for readers who do not see it.
        chosen: A hex to highlight.
        frame: What is shown; all of the board unless given.
    """
    ground = georef.ground()
    sheet = Sheet(frame_of(board, fit, ground) if frame is None else frame)
    mark = chosen_svg(sheet, fit, chosen) if chosen is not None else ""
    size = f'width="{number(sheet.width)}" height="{number(sheet.height)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(sheet.width)} '
        f'{number(sheet.height)}" {size} role="img" font-family="sans-serif">'
        f"<title>{word(title)}</title>{ground_svg(sheet, ground)}{hexes_svg(sheet, board, fit)}"
        f"{mark}{misses_svg(sheet, fit, board)}{names_svg(sheet, georef, board, fit)}"
        f"{bar_svg(sheet)}</svg>"
    )

"""The height profile of a line of sight: the ground in section, its ridges, the line above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.grid import Hexside
from wargame.core.sightline import sight_line
from widgets.svg import letters, number
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.board import Board
    from wargame.core.grid import Hex, Vertex
    from wargame.rifle_and_spade.ground import Field, Spot
    from wargame.rifle_and_spade.sight import Verdict

Point = tuple[float, float]

HAIR = 1e-9
"""Two places on a line that are this close are one."""

STROKES = {"Open": "", "Partial": "12 6", "Blocked": "3 6"}
"""How the line of each verdict is broken."""

INKS = {"Open": "#00664b", "Partial": "#8a4b00", "Blocked": "#8c1d2f"}
UNCOVERED = "#444444"


def ink(verdict: Verdict | None) -> str:
    """Return the colour of a verdict; grey where the rules give none."""
    return INKS.get(verdict or "", UNCOVERED)


def dashes(verdict: Verdict | None) -> str:
    """Return the attribute that breaks the line of a verdict."""
    broken = STROKES.get(verdict or "", "1 4")
    return f' stroke-dasharray="{broken}"' if broken else ""


@frozen
class Band:
    """A stretch of the line over the same ground.

    Args:
        start: Where it begins, from 0 at the spotter's centre to 1 at the target's.
        end: Where it ends.
        spots: The hex, or the two beside a hexside that the line runs along.
    """

    start: float
    end: float
    spots: tuple[Spot, ...]

    @property
    def level(self) -> int:
        """The level of the ground: of the lower hex beside a hexside."""
        return min(spot.level for spot in self.spots)

    @property
    def top(self) -> int:
        """The level that a line meets there."""
        return min(spot.top for spot in self.spots)

    def label(self, board: Board) -> str:
        """Return the printed number, or both beside a hexside."""
        return "/".join(board.label(spot.hex) for spot in self.spots)

    def terrain(self, board: Board) -> str:
        """Return the letters of the terrain."""
        return "/".join(letters(board, spot.hex) for spot in self.spots)


@frozen
class Spike:
    """A ridge on the line.

    Args:
        start: Where it begins.
        end: Where it ends: further on if the line runs along it.
        side: The hexside.
        level: Its level.
        adjacent: Whether it is a side of an end's hex, and so stops nothing.
    """

    start: float
    end: float
    side: Hexside
    level: int
    adjacent: bool

    @property
    def middle(self) -> float:
        """Its middle."""
        return (self.start + self.end) / 2

    def words(self, board: Board) -> str:
        """Return where and how high it is, and whether it counts."""
        beside = ", beside an end" if self.adjacent else ""
        labels = " / ".join(board.label(cell) for cell in self.side.hexes)
        return f"ridge {labels}, level {self.level}{beside}"


@frozen
class Profile:
    """The ground under a line, in section.

    Args:
        bands: The ground, in order; none where the line is off the map.
        spikes: The ridges.
        crests: Where military crests are crossed.
    """

    bands: tuple[Band, ...]
    spikes: tuple[Spike, ...]
    crests: tuple[float, ...]

    def words(self, board: Board) -> str:
        """Return the ground and the ridges in order, as one line of text."""
        things = [
            (band.start, f"{band.label(board)} ({band.terrain(board)}) level {band.level}")
            for band in self.bands
        ]
        # a hexside stands before the ground that begins at it
        things += [(spike.start - HAIR, spike.words(board)) for spike in self.spikes]
        things += [(at - HAIR, "military crest") for at in self.crests]
        return "; ".join(text for _, text in sorted(things, key=lambda each: each[0]))


def profile_of(field: Field, start: Hex, end: Hex) -> Profile:
    """Return the ground under the line between two hexes.

    Args:
        field: The ground.
        start: The spotter's hex.
        end: The target's hex.
    """
    bands, spikes, crests = [], [], []
    ends = {start, end}
    for first, last, thing in _pieces(field.board, start, end):
        if not isinstance(thing, Hexside):
            spots = tuple(field.spots[cell] for cell in thing if cell in field.spots)
            if spots:
                bands.append(Band(first, last, spots))
            continue
        level = field.ridge_level(thing)
        if level is not None:
            spikes.append(Spike(first, last, thing, level, bool(ends & set(thing.hexes))))
        if field.crest(thing) and first == last:
            crests.append(first)
    return Profile(tuple(bands), tuple(spikes), tuple(crests))


def _pieces(
    board: Board, start: Hex, end: Hex
) -> Iterator[tuple[float, float, tuple[Hex, ...] | Hexside]]:
    """Yield the stretches of the line and the hexsides on it, each with where it begins and ends.

    The walk itself is exact; only where things are drawn is measured here.
    """
    place, here, cell, slipped = _Measure(board, start, end), 0.0, start, False
    for event in sight_line(start, end).events[1:]:
        side = event.hexside
        if event.hex is not None:
            # where the line slips through the very end of a hexside, it has crossed that
            if slipped and cell.distance(event.hex) == 1:
                yield here, here, Hexside.between(cell, event.hex)
            cell, slipped = event.hex, False
        elif side is None:
            corner = place.corner(event.vertex)
            yield here, corner, (cell,)
            here, slipped = corner, True
        elif event.kind == "along":
            first, last = place.stretch(side)
            yield here, first, (cell,)
            yield first, last, side.hexes
            yield first, last, side
            here = last
        else:
            at = place.crossing(side)
            yield here, at, (cell,)
            yield at, at, side
            here = at
    yield here, 1.0, (cell,)


class _Measure:
    """Where on a line, from 0 to 1, it meets a hexside."""

    def __init__(self, board: Board, start: Hex, end: Hex) -> None:
        self._plane = board.numbering.orientation
        self._from = self._plane.centre(start)
        to = self._plane.centre(end)
        self._way = to[0] - self._from[0], to[1] - self._from[1]

    def _along_and_aside(self, point: Point) -> Point:
        x, y = point[0] - self._from[0], point[1] - self._from[1]
        dx, dy = self._way
        return (x * dx + y * dy) / (dx * dx + dy * dy), dx * y - dy * x

    def corner(self, vertex: Vertex | None) -> float:
        return 0.0 if vertex is None else self._along_and_aside(self._plane.corner(vertex))[0]

    def crossing(self, side: Hexside) -> float:
        one, other = (self._along_and_aside(self._plane.corner(each)) for each in side.vertices)
        share = one[1] / (one[1] - other[1])
        return one[0] + share * (other[0] - one[0])

    def stretch(self, side: Hexside) -> Point:
        ends = sorted(self._along_and_aside(self._plane.corner(each))[0] for each in side.vertices)
        return ends[0], ends[1]


# ---- drawn ---------------------------------------------------------------------------------------

WIDE, LEFT, RIGHT, TOP, BELOW = 720, 58, 26, 34, 62
RISE = 34
"""Pixels for a level."""
CAP = 11
"""Pixels of what stands on the ground without raising it."""
ROOM = 62
"""Pixels that two printed numbers with a stroke between them need side by side."""
EYES = 6
"""Pixels by which the line of sight is drawn above the ground."""

_TILES = (
    '<pattern id="profile-blocking" width="8" height="6" patternUnits="userSpaceOnUse">'
    '<rect width="8" height="6" fill="#e0b9a0"/><path d="M0 0H8M0 3H8M2 0V3M6 3V6" '
    'stroke="#6b3320" stroke-width=".8"/></pattern>'
    '<pattern id="profile-slope" width="7" height="11" patternUnits="userSpaceOnUse">'
    '<path d="M3.5 11V4M3.5 7L1 3.5M3.5 8L6 4.5" fill="none" stroke="#2e5d2b" '
    'stroke-width="1.2"/></pattern>'
)


@frozen
class _Sheet:
    """The picture's scales.

    Args:
        low: The lowest level drawn.
        high: The highest.
    """

    low: int
    high: int

    @property
    def height(self) -> int:
        return TOP + RISE * (self.high - self.low + 1) + BELOW

    @property
    def floor(self) -> float:
        return self.height - BELOW

    def x(self, share: float) -> float:
        return LEFT + share * (WIDE - LEFT - RIGHT)

    def y(self, level: float) -> float:
        return self.floor - RISE * (level - self.low + 0.5)


def profile_svg(
    field: Field, start: Hex, end: Hex, verdict: Verdict | None, raised: int | None = None
) -> str:
    """Return the height profile of a line as one SVG picture.

    The line drawn is straight, as the eye would have it; the rules compare levels, which are
    therefore ruled across.

    Args:
        field: The ground.
        start: The spotter's hex.
        end: The target's hex.
        verdict: The verdict on the line.
        raised: The level at which a target is seen that crosses a ridge.
    """
    profile, spots = profile_of(field, start, end), field.spots
    ends = spots[start].level, spots[end].level if raised is None else raised
    levels = [*ends, *(spike.level for spike in profile.spikes)]
    for band in profile.bands:
        levels += [band.level, band.top]
    sheet, board = _Sheet(min(levels), max(levels)), field.board
    title = f"Heights from {board.label(start)} to {board.label(end)}: {verdict or 'not covered'}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {sheet.height}" '
        f'role="img" font-family="sans-serif" style="width:100%;max-width:{WIDE}px;height:auto;'
        f'background:#fff"><title>{word(title)}</title>'
        f'<defs>{_TILES}</defs><rect width="{WIDE}" height="{sheet.height}" fill="#fff"/>'
        f"{_rules(sheet)}{''.join(_band(sheet, board, band) for band in profile.bands)}"
        f"{''.join(_spike(sheet, board, spike) for spike in profile.spikes)}"
        f"{''.join(_crest(sheet, profile, at) for at in profile.crests)}"
        f"{_names(sheet, board, profile)}{_sight(sheet, ends, verdict)}"
        f'<text x="{LEFT}" y="20" font-size="13" font-weight="700" fill="{ink(verdict)}">'
        f"{word(title)}</text></svg>"
    )


def _rules(sheet: _Sheet) -> str:
    """Rule every level across."""
    return "".join(
        f'<path d="M{LEFT} {number(sheet.y(level))}H{WIDE - RIGHT}" stroke="#b5b5b5" '
        f'stroke-width="1"/><text x="{LEFT - 6}" y="{number(sheet.y(level) + 4)}" '
        f'text-anchor="end" font-size="11" fill="#333">level {level}</text>'
        for level in range(sheet.low, sheet.high + 1)
    )


def _band(sheet: _Sheet, board: Board, band: Band) -> str:
    """Draw a stretch of ground with what grows or stands on it."""
    left, width = sheet.x(band.start), sheet.x(band.end) - sheet.x(band.start)
    top = sheet.y(band.level)

    def box(above: float, height: float, fill: str) -> str:
        return (
            f'<rect x="{number(left)}" y="{number(above)}" width="{number(width)}" '
            f'height="{number(height)}" {fill}/>'
        )

    drawn = box(top, sheet.floor - top, 'fill="#dccba6" stroke="#8a6a3c" stroke-width=".8"')
    if all(spot.blocking for spot in band.spots):
        tall = max(CAP, top - sheet.y(band.top))
        drawn += box(top - tall, tall, 'fill="url(#profile-blocking)" stroke="#6b3320"')
    if all(spot.down_slope for spot in band.spots):
        # a tile is as high as the strip, which is moved rather than the tile
        drawn += (
            f'<g transform="translate({number(left)} {number(top - CAP)})"><rect '
            f'width="{number(width)}" height="{CAP}" fill="url(#profile-slope)"/></g>'
        )
    says = f"{band.label(board)}: level {band.level}"
    return f"<g><title>{word(says)}</title>{drawn}</g>"


def _spike(sheet: _Sheet, board: Board, spike: Spike) -> str:
    """Draw a ridge: full where it counts, hollow where it is beside an end."""
    left, right, top = sheet.x(spike.start), sheet.x(spike.end), sheet.y(spike.level)
    foot = sheet.y(spike.level - 1)
    fill = "#fff" if spike.adjacent else "#5b4636"
    return (
        f'<path d="M{number(left - 7)} {number(foot)}L{number(left)} {number(top)}'
        f'L{number(right)} {number(top)}L{number(right + 7)} {number(foot)}Z" fill="{fill}" '
        f'stroke="#2b1a10" stroke-width="1.4"><title>{word(spike.words(board))}</title></path>'
    )


def _crest(sheet: _Sheet, profile: Profile, at: float) -> str:
    """Mark a military crest at the top of its slope."""
    beside = [
        band for band in profile.bands if min(abs(band.start - at), abs(band.end - at)) < HAIR
    ]
    top = sheet.y(max((band.level for band in beside), default=sheet.low))
    x, foot = sheet.x(at), sheet.y(min((band.level for band in beside), default=sheet.low))
    return (
        f'<path d="M{number(x)} {number(top)}V{number(foot)}" stroke="#1a1a1a" '
        f'stroke-width="4.5"/><text x="{number(x)}" y="{number(top - 7)}" text-anchor="middle" '
        'font-size="10" font-weight="700" fill="#1a1a1a" stroke="#fff" stroke-width="2.6" '
        'paint-order="stroke">crest</text>'
    )


def _names(sheet: _Sheet, board: Board, profile: Profile) -> str:
    """Write number and terrain under each stretch, aslant where there is little room."""
    drawn = []
    for band in profile.bands:
        x = sheet.x((band.start + band.end) / 2)
        wide = sheet.x(band.end) - sheet.x(band.start)
        written = word(f"{band.label(board)} {band.terrain(board)}")
        y, turn = number(sheet.floor + 14), ""
        if wide < ROOM:
            turn = f' transform="rotate(-42 {number(x)} {y})"'
        anchor = "end" if turn else "middle"
        drawn.append(f'<text x="{number(x)}" y="{y}" text-anchor="{anchor}"{turn}>{written}</text>')
    return f'<g font-size="10.5" fill="#222">{"".join(drawn)}</g>'


def _sight(sheet: _Sheet, ends: tuple[int, int], verdict: Verdict | None) -> str:
    """Draw the line of sight from end to end."""
    (x1, x2), (y1, y2) = (sheet.x(0), sheet.x(1)), (sheet.y(level) - EYES for level in ends)
    way = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
    return (
        f'<path d="{way}" stroke="#fff" stroke-opacity=".7" stroke-width="4.6"/>'
        f'<path d="{way}" stroke="{ink(verdict)}" stroke-width="2.8"{dashes(verdict)}/>'
        + "".join(
            f'<circle cx="{number(x)}" cy="{number(y)}" r="5" fill="#fff" '
            f'stroke="{ink(verdict)}" stroke-width="2.2"/>'
            for x, y in ((x1, y1), (x2, y2))
        )
    )

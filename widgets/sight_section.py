"""The height profile of a line of sight as a picture: the ground, its ridges, the line above it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from widgets.sight_profile import HAIR, dashes, ink, levels_of, profile_of
from widgets.svg import number
from widgets.svg_marks import word

if TYPE_CHECKING:
    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.sight import Verdict
    from widgets.sight_profile import Band, Profile, Spike

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
        name: Begins the ids of its patterns.
    """

    low: int
    high: int
    name: str

    @property
    def tiles(self) -> str:
        """The patterns of what grows and stands on the ground."""
        return _TILES.replace("profile-", f"{self.name}-")

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


def profile_svg(  # noqa: PLR0913 - a section is exactly these facts
    field: Field,
    start: Hex,
    end: Hex,
    verdict: Verdict | None,
    raised: int | None = None,
    *,
    name: str = "profile",
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
        name: Begins the ids of its patterns; no two pictures on a page may share it.
    """
    profile, spots = profile_of(field, start, end), field.spots
    ends = spots[start].level, spots[end].level if raised is None else raised
    sheet, board = _Sheet(*levels_of(field, profile, ends), name), field.board
    title = f"Heights from {board.label(start)} to {board.label(end)}: {verdict or 'not covered'}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {sheet.height}" '
        f'role="img" font-family="sans-serif" style="width:100%;max-width:{WIDE}px;height:auto;'
        f'background:#fff"><title>{word(title)}</title>'
        f'<defs>{sheet.tiles}</defs><rect width="{WIDE}" height="{sheet.height}" fill="#fff"/>'
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
        drawn += box(top - tall, tall, f'fill="url(#{sheet.name}-blocking)" stroke="#6b3320"')
    if all(spot.down_slope for spot in band.spots):
        # a tile is as high as the strip, which is moved rather than the tile
        drawn += (
            f'<g transform="translate({number(left)} {number(top - CAP)})"><rect '
            f'width="{number(width)}" height="{CAP}" fill="url(#{sheet.name}-slope)"/></g>'
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

"""The height profile of a line of sight on a sheet: ground in section, ridges, the line above it.

Nothing in it needs colour: what blocks is brick, slopes are stippled, ridges that count are full,
and the line is whole, dashed or dotted by its verdict, which is written out.
"""

from __future__ import annotations

from math import radians, sin
from typing import TYPE_CHECKING, Any

from matplotlib.patches import Polygon, Rectangle

from wargame.rifle_and_spade.sight import verdict
from widgets.plot_sheet import INK, MARGIN, PALE_INK, PAPER, PLAIN, POINTS, Page, Room, Sheet
from widgets.sight_profile import HAIR, ink, levels_of, profile_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from matplotlib.axes import Axes

    from wargame.core.board import Board
    from wargame.rifle_and_spade.sight import Look
    from widgets.sight_profile import Band, Profile, Spike

GROUND, WALL, GREEN, PEAK = "#dccba6", "#e0b9a0", "#c9d8b4", "#5b4636"
DASHES: dict[str, Any] = {"Open": "-", "Partial": (0, (5, 2.5)), "Blocked": (0, (1, 1.6))}
"""How the line of each verdict is broken."""
CAP = 0.3
"""Levels that what stands on the ground without raising it is drawn high."""
TURN = 42
"""Degrees by which a name that has little room is turned."""
APART = 0.024
"""Names written aslant stand at least so far apart, as a share of the line; others are left out."""
FOOT = 0.012
"""Half the width of a ridge's foot, as a share of the line."""
NARROW = 0.09
"""Names of stretches shorter than this share of the line are written aslant."""
EYES = 0.12
"""Levels that the line of sight is drawn above the ground."""


def profile_room(sheet: Sheet, look: Look) -> Room:
    """Return the room that a profile takes with its names and its levels."""
    (low, high), board = _levels(look), look.field.board
    profile = profile_of(look.field, look.spotter, look.target)
    longest = max((len(_said(board, band)) for band in profile.bands if _aslant(band)), default=0)
    letter = sheet.font * 0.85 * 0.62 / POINTS
    below = 1.6 * sheet.line() + longest * letter * sin(radians(TURN))
    return Room((high - low + 1) * _rise(sheet) + below)


def draw_profile(page: Page, look: Look) -> None:
    """Draw the ground under a line of sight, its ridges and crests, and the line."""
    sheet, field = page.sheet, look.field
    board, profile = field.board, profile_of(field, look.spotter, look.target)
    low, high = _levels(look)
    label = 0.7
    width = sheet.width - 2 * MARGIN - label - 0.1
    axes = page.axes(MARGIN + label, 0, width, (high - low + 1) * _rise(sheet))
    axes.set_xlim(0, 1)
    axes.set_ylim(low - 0.5, high + 0.5)
    axes.set_yticks(range(low, high + 1))
    names = [f"level {level}" for level in range(low, high + 1)]
    axes.set_yticklabels(names, fontsize=sheet.font * 0.9, color=PALE_INK)
    axes.tick_params(length=0)
    axes.grid(axis="y", color="#d0d0d0", linewidth=0.7)
    axes.set_axisbelow(True)
    axes.set_xticks([])
    for band in profile.bands:
        _draw_band(axes, band, low)
    for band in _named(profile):
        _name(axes, board, band, sheet)
    for spike in profile.spikes:
        _draw_spike(axes, spike)
    for at in profile.crests:
        _draw_crest(axes, profile, at, sheet)
    _draw_line(axes, look)


def _rise(sheet: Sheet) -> float:
    return sheet.row * 1.1


def _ends(look: Look) -> tuple[int, int]:
    """Return the levels at which spotter and target are seen."""
    spots = look.field.spots
    raised = look.field.ridge_level(look.crossing) if look.crossing is not None else None
    return spots[look.spotter].level, spots[look.target].level if raised is None else raised


def _levels(look: Look) -> tuple[int, int]:
    profile = profile_of(look.field, look.spotter, look.target)
    return levels_of(look.field, profile, _ends(look))


def _draw_band(axes: Axes, band: Band, low: int) -> None:
    left, width, foot = band.start, band.end - band.start, low - 0.5

    def box(bottom: float, top: float, colour: str, **hatch: Any) -> None:  # noqa: ANN401 - a patch's own
        look: dict[str, Any] = {"facecolor": colour, "edgecolor": "#6b4a1e", "linewidth": 0.7}
        axes.add_patch(Rectangle((left, bottom), width, top - bottom, **look, **hatch))

    box(foot, band.level, GROUND)
    if band.blocks:
        box(band.level, max(band.level + CAP, band.top), WALL, hatch="++++")
    if all(spot.down_slope for spot in band.spots):
        box(band.level, band.level + CAP, GREEN, hatch="....")


def _aslant(band: Band) -> bool:
    return band.end - band.start < NARROW


def _said(board: Board, band: Band) -> str:
    return f"{band.label(board)} {band.terrain(board)}"


def _named(profile: Profile) -> Iterator[Band]:
    """Yield the stretches whose names have room beside the last one's."""
    last = -1.0
    for band in profile.bands:
        middle = (band.start + band.end) / 2
        if not _aslant(band) or middle - last >= APART:
            last = middle
            yield band


def _name(axes: Axes, board: Board, band: Band, sheet: Sheet) -> None:
    """Write number and terrain under a stretch, aslant where there is little room."""
    said, aslant = _said(board, band), _aslant(band)
    turned: dict[str, Any] = {"rotation": TURN, "ha": "right", "rotation_mode": "anchor"}
    look: dict[str, Any] = {"fontsize": sheet.font * 0.85, "color": INK, "va": "top", **PLAIN}
    look |= turned if aslant else {"ha": "center"}
    middle = (band.start + band.end) / 2
    place: dict[str, Any] = {"xycoords": ("data", "axes fraction"), "textcoords": "offset points"}
    axes.annotate(said, (middle, 0), xytext=(0, -4), annotation_clip=False, **place, **look)


def _draw_spike(axes: Axes, spike: Spike) -> None:
    """Draw a ridge: full where it counts, hollow where it is beside an end."""
    foot, top = spike.level - 1, spike.level
    corners = [
        (spike.start - FOOT, foot),
        (spike.start, top),
        (spike.end, top),
        (spike.end + FOOT, foot),
    ]
    fill = PAPER if spike.adjacent else PEAK
    axes.add_patch(Polygon(corners, facecolor=fill, edgecolor=INK, linewidth=1, zorder=3))


def _draw_crest(axes: Axes, profile: Profile, at: float, sheet: Sheet) -> None:
    """Mark a military crest at the top of its slope, and name it on its lower side."""
    before = [band.level for band in profile.bands if abs(band.end - at) < HAIR]
    after = [band.level for band in profile.bands if abs(band.start - at) < HAIR]
    if not before or not after:
        return
    low, high = sorted((before[0], after[0]))
    axes.plot([at, at], [low, high], color=INK, linewidth=3.5, zorder=3)
    side, aside = ("left", 5) if after[0] == low else ("right", -5)
    place: dict[str, Any] = {"xytext": (aside, 0), "textcoords": "offset points", "ha": side}
    look: dict[str, Any] = {"fontsize": sheet.font * 0.8, "va": "center", "color": INK, **PLAIN}
    axes.annotate("crest", (at, (low + high + CAP) / 2), zorder=6, **place, **look)


def _draw_line(axes: Axes, look: Look) -> None:
    """Draw the line of sight from end to end, with its verdict."""
    said = verdict(look)
    ends = [level + EYES for level in _ends(look)]
    colour = ink(said)
    axes.plot([0, 1], ends, color=PAPER, linewidth=4.5, alpha=0.8, zorder=4, clip_on=False)
    style = DASHES.get(said or "", "-")
    axes.plot([0, 1], ends, color=colour, linewidth=2.2, linestyle=style, zorder=5, clip_on=False)
    dot: dict[str, Any] = {"markersize": 8, "markeredgewidth": 1.8, "zorder": 6}
    axes.plot([0, 1], ends, "o", color=PAPER, markeredgecolor=colour, clip_on=False, **dot)

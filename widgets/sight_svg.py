"""A line of sight as SVG: heights on the map, the line with what it meets, what is seen from a hex.

Everything here shows what the rules have decided; nothing decides. No meaning rests on colour
alone: verdicts differ in stroke and hatch, and are written out.
"""

from __future__ import annotations

from collections import defaultdict
from math import cos, pi, sin
from typing import TYPE_CHECKING

from wargame.core.grid import Hexside
from wargame.core.sightline import sight_line
from wargame.rifle_and_spade.ground import CREST
from wargame.rifle_and_spade.sight import VERDICTS
from widgets.sight_profile import INKS, dashes, ink, profile_of
from widgets.svg import MOST_NUMBERS, SIZE, centre, number, outline, side_ends
from widgets.svg_marks import word
from widgets.svg_styles import HEXSIDE_STYLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.sight import Verdict
    from widgets.sight_profile import Spike

_HATCHES = {
    "Open": (14, '<circle cx="7" cy="7" r="2" fill="none" stroke-width="1"/>'),
    "Partial": (10, '<path d="M-1 9L1 11M0 0L10 10M9 -1L11 1" stroke-width="1.2"/>'),
    "Blocked": (8, '<path d="M0 8L8 0M0 0L8 8" stroke-width="1"/>'),
}
"""For each verdict, the side of its tile and its drawing."""

_SIGNS = (
    (HEXSIDE_STYLES["ridge"], "ridge"),
    (HEXSIDE_STYLES["cliff"], "cliff"),
    ('stroke="#6b3f12" stroke-width="2"', "contour"),
    ('stroke="#f2c200" stroke-width="9"', "run along"),
    ('stroke="#1a1a1a" stroke-width="1.3"', "hexes crossed"),
)
"""Lines of the key: how each is drawn and what it means."""

HIGH, TINT, DEEPEST = "#6b4a1e", 0.13, 0.6
"""The colour laid over high ground, how much of it for each level, and the most of it."""


def heights_svg(board: Board) -> str:
    """Return the heights of a board: a tint and a figure for each level, contours, crests."""
    by_level: dict[int, list[str]] = defaultdict(list)
    for at, cell in board.cells.items():
        if cell.height > 0:
            by_level[cell.height].append(outline(board, at))
    tints = "".join(
        f'<path d="{"".join(parts)}" fill="{HIGH}" '
        f'fill-opacity="{min(TINT * level, DEEPEST):.2f}"/>'
        for level, parts in sorted(by_level.items())
    )
    return f'<g class="wg-heights">{tints}{_contours(board)}{_crests(board)}{_levels(board)}</g>'


def _contours(board: Board) -> str:
    """Draw every hexside where the ground changes its level."""
    cells = board.cells
    way = "".join(
        side_ends(board, Hexside.between(at, beside))
        for at, cell in cells.items()
        for beside in at.neighbours()
        if beside in cells and cells[beside].height > cell.height
    )
    return f'<path d="{way}" fill="none" stroke="#6b3f12" stroke-width="2"/>' if way else ""


def _crests(board: Board) -> str:
    """Draw teeth on military crests, pointing down the slope."""
    way = []
    for side in board.hexsides:
        cells = [cell for cell in side.hexes if cell in board]
        if CREST not in board.hexsides[side] or len(cells) < 2:  # noqa: PLR2004 - a pair
            continue
        high, low = sorted(cells, key=lambda cell: -board.cells[cell].height)
        (x1, y1), (x2, y2) = centre(board, high), centre(board, low)
        ahead, middle = ((x2 - x1) / 8, (y2 - y1) / 8), ((x1 + x2) / 2, (y1 + y2) / 2)
        across = (-ahead[1], ahead[0])
        for step in (-1.3, 0, 1.3):
            x, y = middle[0] + step * across[0], middle[1] + step * across[1]
            tip = number(x + ahead[0]), number(y + ahead[1])
            way.append(f"M{number(x)} {number(y)}L{tip[0]} {tip[1]}")
    return f'<path d="{"".join(way)}" stroke="#333" stroke-width="3"/>' if way else ""


def _levels(board: Board) -> str:
    if len(board.cells) > MOST_NUMBERS:
        return ""
    texts = []
    for at, cell in board.cells.items():
        if cell.height:
            x, y = centre(board, at)
            texts.append(f'<text x="{number(x)}" y="{number(y + 5)}">{cell.height}</text>')
    return (
        '<g text-anchor="middle" font-size="14" font-weight="700" fill="#4a2a0a" '
        f'fill-opacity=".75">{"".join(texts)}</g>'
    )


def view_shapes(board: Board) -> dict[Hex, str]:
    """Return what a field of view fills of each hex, worked out once for a board."""
    return {at: outline(board, at, SIZE - 2) for at in board.cells}


def view_svg(shapes: Mapping[Hex, str], seen: Mapping[Hex, Verdict]) -> str:
    """Return a field of view: every hex under the hatch of its verdict.

    Args:
        shapes: The board's :func:`view_shapes`.
        seen: The verdicts.
    """
    parts: dict[str, list[str]] = defaultdict(list)
    for at, verdict in seen.items():
        parts[verdict].append(shapes[at])
    drawn = "".join(
        f'<path d="{"".join(parts[verdict])}" fill="url(#sight-{verdict})"/>'
        for verdict in _HATCHES
        if verdict in parts
    )
    return f'<g class="wg-view"><defs>{hatches(parts)}</defs>{drawn}</g>'


def hatches(verdicts: Mapping[str, object]) -> str:
    """Return the hatches of some verdicts, as definitions."""
    return "".join(
        f'<pattern id="sight-{verdict}" width="{side}" height="{side}" '
        f'patternUnits="userSpaceOnUse"><g stroke="{INKS[verdict]}" stroke-opacity=".75">{drawing}'
        "</g></pattern>"
        for verdict, (side, drawing) in _HATCHES.items()
        if verdict in verdicts
    )


def lit_svg(board: Board, lit: Iterable[Hex]) -> str:
    """Return hexes that a searchlight lights: filled with light, and with rays in their corners.

    Args:
        board: The map.
        lit: The hexes.
    """
    cells = sorted(cell for cell in lit if cell in board)
    if not cells:
        return ""
    shapes = "".join(outline(board, cell, SIZE - 2) for cell in cells)
    rays = "".join(_rays(*centre(board, cell)) for cell in cells)
    return (
        f'<g class="wg-lit"><path d="{shapes}" fill="#fff6a8" fill-opacity=".7"/>'
        f'<path d="{rays}" stroke="#fff" stroke-width="4" stroke-linecap="round"/>'
        f'<path d="{rays}" stroke="#7a5c00" stroke-width="2" stroke-linecap="round"/></g>'
    )


def _rays(x: float, y: float) -> str:
    """Draw six rays around a place, clear of what stands in the middle."""
    way = []
    for turn in range(6):
        angle = turn * pi / 3 + pi / 6
        dx, dy = cos(angle), sin(angle)
        way.append(
            f"M{number(x + 18 * dx)} {number(y + 18 * dy)}L{number(x + 24 * dx)} "
            f"{number(y + 24 * dy)}"
        )
    return "".join(way)


def line_svg(field: Field, start: Hex, end: Hex, verdict: Verdict | None) -> str:
    """Return the line from one hex to another with what it meets on its way.

    The hexes it crosses have a thin outline, hexsides that it runs along a thick one, and every
    ridge on it a peak.

    Args:
        field: The ground.
        start: The spotter's hex.
        end: The target's hex.
        verdict: How the line is drawn and what is written beside its end.
    """
    board, profile = field.board, profile_of(field, start, end)
    (x1, y1), (x2, y2) = centre(board, start), centre(board, end)
    line = sight_line(start, end)
    crossed = "".join(outline(board, at, SIZE - 3.5) for at in line.hexes[1:-1] if at in board)
    along = "".join(side_ends(board, side) for side in line.along)
    way = f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"
    peaks = "".join(
        _peak(board, spike, (x1 + (x2 - x1) * spike.middle, y1 + (y2 - y1) * spike.middle))
        for spike in profile.spikes
    )
    return (
        '<g class="wg-sight">'
        f'<path d="{crossed}" fill="none" stroke="#1a1a1a" stroke-width="1.3"/>'
        f'<g fill="none" stroke-linecap="round"><path d="{along}" stroke="#3a2a00" '
        f'stroke-width="14"/><path d="{along}" stroke="#f2c200" stroke-width="11.5"/></g>'
        f'<path d="{way}" fill="none" stroke="#fff" stroke-width="6.5" stroke-linecap="round"/>'
        f'<path d="{way}" fill="none" stroke="{ink(verdict)}" stroke-width="3.4"{dashes(verdict)}/>'
        f"{peaks}{_ends((x1, y1), (x2, y2), verdict)}</g>"
    )


def _peak(board: Board, spike: Spike, at: tuple[float, float]) -> str:
    """Draw a ridge on the line: full where it counts, hollow where it is beside an end."""
    x, y = at
    fill = "#fff" if spike.adjacent else "#5b4636"
    return (
        f'<path d="M{number(x - 8)} {number(y + 6)}L{number(x)} {number(y - 8)}L{number(x + 8)} '
        f'{number(y + 6)}Z" fill="{fill}" stroke="#2b1a10" stroke-width="1.6">'
        f"<title>{word(spike.words(board))}</title></path>"
    )


def _ends(start: tuple[float, float], end: tuple[float, float], verdict: Verdict | None) -> str:
    """Draw an eye at the spotter, a bull's eye at the target, and the verdict beside that."""
    (x1, y1), (x2, y2) = ((number(x), number(y)) for x, y in (start, end))
    colour = ink(verdict)
    edge = f'fill="#fff" stroke="{colour}" stroke-width="2.2"'
    down = 1 if end[1] >= start[1] else -1  # away from the line
    beside = number(end[1] + 29 * down + 4)
    return (
        f'<ellipse cx="{x1}" cy="{y1}" rx="11" ry="7" {edge}><title>Spotter</title></ellipse>'
        f'<circle cx="{x1}" cy="{y1}" r="3.4" fill="{colour}"/>'
        f'<circle cx="{x2}" cy="{y2}" r="9" {edge}><title>Target</title></circle>'
        f'<circle cx="{x2}" cy="{y2}" r="3.4" fill="{colour}"/>'
        f'<text x="{x2}" y="{beside}" text-anchor="middle" font-size="12.5" font-weight="700" '
        f'fill="{colour}" stroke="#fff" stroke-width="3.4" stroke-linejoin="round" '
        f'paint-order="stroke">{verdict or "Not covered"}</text>'
    )


def key_svg() -> str:
    """Return a key of lines, hatches, peaks and hexsides as one SVG picture."""
    rows = []
    for i, verdict in enumerate(VERDICTS):
        y = 18 + 26 * i
        rows.append(
            f'<path d="M8 {y}H62" stroke="{ink(verdict)}" stroke-width="3.4"{dashes(verdict)}/>'
            f'<rect x="70" y="{y - 10}" width="44" height="20" fill="#e6e3b8"/>'
            f'<rect x="70" y="{y - 10}" width="44" height="20" fill="url(#sight-{verdict})"/>'
            f'<text x="122" y="{y + 4}">{verdict}</text>'
        )
    for i, (style, said) in enumerate(_SIGNS):
        x, y = (8, 186)[i % 2], 98 + 22 * (i // 2)
        rows.append(
            f'<path d="M{x} {y}H{x + 40}" fill="none" {style}/><text x="{x + 48}" y="{y + 4}">'
            f"{said}</text>"
        )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 330 154" width="330" height="154" '
        'role="img" font-family="sans-serif" font-size="12" fill="#222" '
        'style="max-width:100%;height:auto;background:#fff"><title>Key</title>'
        f'<defs>{hatches(_HATCHES)}</defs><rect width="330" height="154" fill="#fff"/>'
        f"{''.join(rows)}"
        '<path d="M186 28L194 12L202 28Z" fill="#5b4636" stroke="#2b1a10" stroke-width="1.6"/>'
        '<text x="210" y="24">ridge that counts</text>'
        '<path d="M186 54L194 38L202 54Z" fill="#fff" stroke="#2b1a10" stroke-width="1.6"/>'
        '<text x="210" y="50">ridge beside an end</text>'
        '<path d="M196 64V76M202 64V76M190 64V76" stroke="#333" stroke-width="3"/>'
        '<path d="M184 64H208" stroke="#333" stroke-width="4"/>'
        '<text x="214" y="74">military crest</text>'
        '<path d="M186 142H226" stroke="#fff6a8" stroke-width="18"/>'
        f'<path d="{_rays(0, 0)}" transform="translate(206 142) scale(.36)" stroke="#7a5c00" '
        'stroke-width="5"/><text x="234" y="146">searchlight</text></svg>'
    )

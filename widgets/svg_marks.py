"""Hatches and glyphs: what terrain looks like besides its colour."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wargame.core.board import TerrainKind

_TILES = {
    "dots": (8, '<circle cx="4" cy="4" r="1"/>'),
    "stipple": (10, '<path d="M2 3h1M7 1h1M5 6h1M9 8h1M1 8h1" stroke-width="1.1"/>'),
    "diagonal": (9, '<path d="M-1 1L1 -1M0 9L9 0M8 10L10 8" stroke-width="1"/>'),
    "cross": (9, '<path d="M0 9L9 0M0 0L9 9" stroke-width=".7"/>'),
    "waves": (12, '<path d="M0 4q3-3 6 0t6 0M0 10q3-3 6 0t6 0" stroke-width=".9"/>'),
    "brick": (10, '<path d="M0 0H10M0 5H10M2 0V5M7 5V10" stroke-width=".7"/>'),
    "horizontal": (6, '<path d="M0 3H6" stroke-width=".9"/>'),
}
"""For each hatch, the side of its tile in board units and its drawing; unrotated is quickest."""

_GLYPHS = {
    "houses": '<path d="M-12 20v-7l5-4 5 4v7zM2 22v-6l4-4 4 4v6z" fill="#7c4a2d" stroke="#2b1a10" '
    'stroke-width=".8"/>',
    "town": '<path d="M-20 22v-10h9v-7h9v7h6v-4h8v4h7v10z" fill="#8a5a44" stroke="#2b1a10" '
    'stroke-width=".9"/><path d="M-15 17h3M-8 11h3M-8 17h3M6 17h3M13 17h3" stroke="#f3e6d3" '
    'stroke-width="2"/>',
    "palms": '<path d="M-8 22q-1-8 1-13M-7 9q-6-4-9 1M-7 9q5-5 9 0M-7 9q-2-6-7-5M6 22q1-6 0-10'
    'M6 12q-5-3-7 1M6 12q5-3 8 1" fill="none" stroke="#2e5d2b" stroke-width="1.8" '
    'stroke-linecap="round"/>',
    "fort": '<path d="M-12 20v-12h5v4h4v-4h6v4h4v-4h5v12z" fill="#9a9a9a" stroke="#222"/>',
}

ABOVE = '<g class="wg-above">'
"""Where the part of an overlay begins that lies over counters and names."""


def mixed(colour: str, other: str, share: float) -> str:
    """Return *colour* mixed with a *share* (0 to 1) of another, both ``#rrggbb``."""
    pairs = ((int(colour[i : i + 2], 16), int(other[i : i + 2], 16)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in pairs)


def fill_id(kind: str) -> str:
    """Return the id of a terrain kind's pattern; only letters, digits and dashes."""
    return "fill-" + "".join(c if c.isascii() and c.isalnum() else f"-{ord(c):x}-" for c in kind)


def pattern(kind: str, look: TerrainKind, prefix: str = "") -> str:
    """Return the ``<pattern>`` of a terrain kind: its colour with its hatch; empty without one."""
    if look.hatch not in _TILES:
        return ""
    side, drawing = _TILES[look.hatch]
    ink = mixed(look.colour, "#1a1a1a", 0.38)
    return (
        f'<pattern id="{prefix}{fill_id(kind)}" width="{side}" height="{side}" '
        f'patternUnits="userSpaceOnUse"><rect width="{side}" height="{side}" fill="{look.colour}"/>'
        f'<g stroke="{ink}" fill="none">{drawing}</g></pattern>'
    )


def paint(kind: str, look: TerrainKind, prefix: str = "") -> str:
    """Return the fill of a terrain kind: its pattern, or its plain colour."""
    return f"url(#{prefix}{fill_id(kind)})" if look.hatch in _TILES else look.colour


TRENCH_STYLE = 'fill="none" stroke="#5a2a1a" stroke-width="3.2" stroke-dasharray="4.5 2.6"'
"""Trenches are a broken ring inside the hex, so that a counter on it does not hide them."""


def glyph_symbols(names: set[str]) -> str:
    """Return the definitions of the glyphs named."""
    return "".join(
        f'<g id="glyph-{name}">{_GLYPHS[name]}</g>' for name in sorted(names) if name in _GLYPHS
    )


def word(text: str) -> str:
    """Return text that is safe anywhere in SVG or HTML, without control characters."""
    return escape("".join(c for c in text if c >= " "), quote=True)


def above(drawing: str) -> str:
    """Return a drawing as the part of an overlay that lies over counters and names."""
    return f"{ABOVE}{drawing}</g>" if drawing else ""

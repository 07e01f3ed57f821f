"""The legend of a map: its terrain with colour, hatch and letter, and where it comes from."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from wargame.core.provenance import KINDS, MEANING
from widgets.svg import corners, look_of, number
from widgets.svg_marks import TRENCH_STYLE, glyph_symbols, paint, pattern, word
from widgets.svg_styles import HEXSIDE_STYLES, LINK_STYLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.board import Board

_PREFIX = "legend-"
ROW = (
    "display:flex;flex-wrap:wrap;gap:2px 14px;align-items:center;list-style:none;"
    "padding:0;margin:4px 0"
)
_SWATCH = 'style="vertical-align:middle" aria-hidden="true"'


def legend_html(board: Board, sides: Mapping[str, str], cells: str = "hexes") -> str:
    """Return the legend of a board.

    Args:
        board: The map.
        sides: For each side, the frame of its counters (``rectangle`` or ``diamond``).
        cells: What the cells of the board are called.
    """
    kinds = sorted({kind for cell in board.cells.values() for kind in cell.terrain})
    terrain = "".join(_terrain_item(board, kind) for kind in kinds)
    links = "".join(_link_item(kind) for kind in sorted(board.links))
    frames = "".join(
        f"<li>{word(side)}: counters with a {word(frame)} frame</li>"
        for side, frame in sides.items()
    )
    if sides:
        frames += "<li>The signs on the counters are those armies use today (APP-6)</li>"
    return (
        f'<ul class="wg-legend-terrain" style="{ROW}">{terrain}{links}</ul>'
        f"<ul>{_objectives(board)}{frames}{_provenance(board, cells)}{_credits(board)}</ul>"
    )


def _terrain_item(board: Board, kind: str) -> str:
    look = look_of(board, kind)
    points = corners(board.numbering.orientation, 0, 0, 30)
    shape = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"
    glyph = glyph_symbols({look.glyph}) if look.glyph else ""
    if look.glyph == "trench":
        ring = corners(board.numbering.orientation, 0, 0, 23)
        path = "L".join(f"{number(x)} {number(y)}" for x, y in ring)
        glyph = f'<path d="M{path}Z" {TRENCH_STYLE}/>'
    return (
        '<li><svg viewBox="-32 -32 64 64" width="34" height="34" '
        f"{_SWATCH}>"
        f"<defs>{pattern(kind, look, _PREFIX)}</defs>"
        f'<path d="{shape}" fill="{paint(kind, look, _PREFIX)}" stroke="#4a4436"/>{glyph}</svg> '
        f"{word(look.name)} <b>{word(look.letter)}</b></li>"
    )


def _link_item(kind: str) -> str:
    style = LINK_STYLES.get(kind, LINK_STYLES["road"])
    return (
        '<li><svg viewBox="0 0 34 12" width="34" height="12" '
        f"{_SWATCH}>"
        f'<path d="M1 6H33" fill="none" {style}/></svg> {word(kind.capitalize())}</li>'
    )


_SIDES = {
    "ridge": "Ridge",
    "cliff": "Cliff",
    "beach": "Beach",
    "crest": "Military crest",
    "river": "River",
    "stream": "Stream",
    "lake": "Lake",
    "bastion": "Bastion",
}


def side_items(board: Board) -> list[str]:
    """Return an entry of a legend for each kind of hexside of a board."""
    kinds = {kind for found in board.hexsides.values() for kind in found}
    return [
        f'<li><svg viewBox="0 0 34 12" width="34" height="12" {_SWATCH}>'
        f'<path d="M3 6H31" fill="none" stroke-linecap="round" '
        f"{HEXSIDE_STYLES[kind]}/></svg> {name}</li>"
        for kind, name in _SIDES.items()
        if kind in kinds and kind in HEXSIDE_STYLES
    ]


def sides_html(items: Iterable[str]) -> str:
    """Return entries for hexsides as a row of a legend; empty without any."""
    row = "".join(items)
    return f'<ul class="wg-legend-sides" style="{ROW}">{row}</ul>' if row else ""


def _objectives(board: Board) -> str:
    """Say what a star before a name means, where the map has any."""
    marks = {mark for cell in board.cells.values() for mark in cell.features}
    if "objective" in marks:
        return "<li>★ before a name: an objective</li>"
    if not any(mark.startswith("objective:") for mark in marks):
        return ""
    return "<li>★ before a name: an objective, and the victory points it is worth</li>"


def _provenance(board: Board, cells: str) -> str:
    counts = Counter(cell.provenance.kind for cell in board.cells.values())
    items = [f"{counts[kind]} {cells} {kind}: {MEANING[kind]}" for kind in KINDS if counts[kind]]
    note = f" ({board.provenance.note})" if board.provenance.note else ""
    return f"<li>Where it comes from: {word('; '.join(items))}{word(note)}.</li>" if items else ""


def _credits(board: Board) -> str:
    if not board.credits:
        return ""
    return f"<li>Credits: {word('; '.join(board.credits))}.</li>"

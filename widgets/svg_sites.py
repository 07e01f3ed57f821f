"""Missile sites as SVG: a missile on its launcher, and how far it reaches; told by shape.

A site that is ready is dark, one that has fired is hollow with a broken line, one that is gone is
crossed out. The sign stands left of the middle of its hex, at the edge beside a counter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.grid import Hexside
from wargame.fire_and_movement.sams import built, envelope, standing
from widgets.legend import ROW
from widgets.svg import SIZE, centre, number, outline, side_ends
from widgets.svg_marks import word

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation

READY, FIRED, GONE = "ready", "has fired", "destroyed"
SAYS = {
    READY: "Missile site, ready: a dark missile",
    FIRED: "Missile site that has fired: hollow, a broken line",
    GONE: "Missile site, destroyed: crossed out",
}
"""What the signs mean; colour says nothing that shape does not."""
RANGE = "#6a2c91"
_LIMIT = f'stroke="{RANGE}" stroke-width="2.8" stroke-dasharray="9 4 2 4"'
BESIDE, ALONE = (0.8, 0.7), (1.15, 0.48)
"""How large the sign is, and how far left of the middle in lengths of a hexside: beside a counter,
and in an empty hex, where figures may be written in the middle."""
_MISSILE = "M0-14Q3-10 3-6V4L6 9H-6L-3 4V-6Q-3-10 0-14Z"
_BASE = "M-6 13H6M0 9V13"
_CROSS = "M-8-10L8 10M8-10L-8 10"


def states(situation: Situation) -> dict[Hex, str]:
    """Return every missile site that there is or was, with its state; none where no rule is."""
    if situation.ruleset.sams is None:
        return {}
    left = frozenset(standing(situation))
    found = dict.fromkeys(built(situation.board) - left, GONE)
    return found | {cell: FIRED if cell in situation.fired else READY for cell in left}


def sites_svg(situation: Situation) -> str:
    """Return the missile sites of a position as SVG elements; they lie over the counters."""
    drawn = []
    for cell, state in sorted(states(situation).items()):
        x, y = centre(situation.board, cell)
        scale, aside = BESIDE if situation.at(cell) else ALONE
        at = f"translate({number(x - SIZE * aside)} {number(y + 2)}) scale({scale})"
        drawn.append(f'<g transform="{at}">{_sign(state)}</g>')
    return f'<g class="wg-sites">{"".join(drawn)}</g>' if drawn else ""


def _sign(state: str) -> str:
    fill = "#111" if state == READY else "#fff"
    dashes = ' stroke-dasharray="2.6 1.8"' if state == FIRED else ""
    line = 'stroke-linejoin="round" stroke-linecap="round"'
    crossed = f'<path d="{_CROSS}" stroke="#111" stroke-width="3"/>' if state == GONE else ""
    return (
        f'<g {line}><path d="{_MISSILE}{_BASE}" fill="#fff" stroke="#fff" stroke-width="5"/>'
        f'<path d="{_MISSILE}" fill="{fill}" stroke="#111" stroke-width="1.5"{dashes}/>'
        f'<path d="{_BASE}" fill="none" stroke="#111" stroke-width="2"/>{crossed}</g>'
    )


def envelopes_svg(situation: Situation) -> str:
    """Return how far the sites reach that stand: a line round each, and in hexes their number.

    The number stands where more than one site covers the hex.
    """
    board, edges = situation.board, list[str]()
    count: dict[Hex, int] = {}
    for site in standing(situation):
        cells = envelope(situation, site)
        for cell in cells:
            count[cell] = count.get(cell, 0) + 1
        edges += [
            side_ends(board, Hexside.between(cell, there))
            for cell in sorted(cells)
            for there in cell.neighbours()
            if there not in cells
        ]
    if not count:
        return ""
    washed = "".join(outline(board, cell) for cell in sorted(count))
    line = f'd="{"".join(edges)}" fill="none"'
    figures = "".join(
        _figure(situation, cell, times) for cell, times in sorted(count.items()) if times > 1
    )
    return (
        f'<g class="wg-envelopes"><path d="{washed}" fill="{RANGE}" fill-opacity=".13"/>'
        f'<path {line} stroke="#fff" stroke-width="5.5" opacity=".6"/>'
        f"<path {line} {_LIMIT}/>{figures}</g>"
    )


def _figure(situation: Situation, cell: Hex, times: int) -> str:
    x, y = centre(situation.board, cell)
    return (
        f'<text x="{number(x + SIZE * 0.72)}" y="{number(y + 4)}" font-size="11" fill="{RANGE}" '
        'font-weight="700" text-anchor="middle" stroke="#fff" stroke-width="3" '
        f'stroke-linejoin="round" paint-order="stroke">{times}</text>'
    )


def sites_words(situation: Situation) -> dict[Hex, str]:
    """Return the missile sites in words, by hex."""
    return {cell: f"missile site, {state}" for cell, state in states(situation).items()}


def sites_html(situation: Situation, *, envelopes: bool = False) -> str:
    """Return the entries of a legend for missile sites; empty where the rules have none.

    Args:
        situation: The position.
        envelopes: Whether their reach is drawn too.
    """
    if not states(situation):
        return ""
    items = "".join(f"<li>{_swatch(_sign(state))} {word(SAYS[state])}</li>" for state in SAYS)
    if envelopes:
        says = "How far a ready or fired site reaches; a figure: by so many the hex is covered"
        line = f'<path d="M-16 0H16" {_LIMIT}/>'
        items += f"<li>{_swatch(line)} {word(says)}</li>"
    return f'<ul class="wg-legend-sites" style="{ROW}">{items}</ul>'


def _swatch(drawing: str) -> str:
    return (
        '<svg viewBox="-17 -17 34 34" width="34" height="34" style="vertical-align:middle" '
        f'aria-hidden="true">{drawing}</svg>'
    )

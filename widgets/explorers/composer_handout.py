"""The planning map: an order as one page for paper, without script and without colour alone."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from attrs import evolve

from widgets import rs_view
from widgets.explorers.composer_svg import RALLY_SIGN, channel_svg, drawing, sample_svg, strokes
from widgets.explorers.composer_words import chance, table_html, title, verdict
from widgets.svg import part_of, static_map, view_box
from widgets.svg_counters import counters_svg
from widgets.svg_marks import above
from widgets.svg_works import markers_svg, works_svg

if TYPE_CHECKING:
    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from widgets.explorers.composer_plan import Draft

REACH = 2
"""How many hexes around units, routes and objectives the page shows."""

_STYLE = """
@page { size: A4; margin: 12mm }
body { font: 10.5pt/1.4 Georgia, serif; color: #000; background: #fff; max-width: 190mm;
  margin: 0 auto; padding: 4mm }
h1 { font-size: 16pt; margin: 0 0 1mm } h2 { font-size: 12pt; margin: 4mm 0 1mm }
.verdict { border: 2px solid #000; padding: 1.5mm 3mm; font-weight: bold }
.verdict.no { border-style: double; border-width: 5px }
figure { margin: 2mm 0; break-inside: avoid } figcaption { font-size: 9pt }
figure svg { display: inline-block }
figure > svg { display: block; margin: 0 auto; width: auto !important; height: auto;
  max-width: 100%; max-height: 165mm; border: 1px solid #000 }
figure > svg .wg-terrain { opacity: .55 }
table { font-size: 9.5pt } tr { break-inside: avoid }
.sign { display: flex; gap: 10mm; margin-top: 6mm } .sign span { flex: 1; border-top: 1px solid }
.why { font-size: 9pt } @media print { .why { break-before: page } }
"""


def handout(draft: Draft) -> str:
    """Return the planning map of an order: one HTML page that needs nothing else.

    Args:
        draft: The order.
    """
    ruling, allowed = draft.ruling, draft.ruling.allowed
    said, board = escape(title(draft)), draft.situation.board
    sources = escape("; ".join(board.credits))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{said}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{said}</h1>"
        f'<p class="verdict{"" if allowed else " no"}">{"✓" if allowed else "✗"} '
        f"{escape(verdict(draft))}</p><p>{escape(chance(draft))}</p>"
        f"<figure>{_picture(draft)}<figcaption>{_signs(draft)}</figcaption></figure>"
        f"{table_html(draft, mono=True)}"
        '<p class="sign"><span>Written by</span><span>Received, time</span></p>'
        f'<section class="why"><h2>Why</h2>{ruling.to_html()}<p>{escape(board.title)}. {sources}'
        "</p></section></body></html>"
    )


def _picture(draft: Draft) -> str:
    situation = draft.situation
    part, box = _seen(draft)
    counters = [each for each in rs_view.counters(situation) if each.at in part]
    over = counters_svg(part, counters) + markers_svg(situation)
    over += above(drawing(draft, mono=True))
    built = works_svg(situation.board, situation.works) + channel_svg(draft, mono=True)
    return static_map(part, over, {}, f"Planning map: {title(draft)}", box, built=built)


def _seen(draft: Draft) -> tuple[Board, tuple[float, float, float, float]]:
    """Return the part of the map that matters to the order, and its extent."""
    board = draft.situation.board
    near = {cell for at in places(draft) for cell in at.disc(REACH) if cell in board}
    box = view_box(evolve(board, cells={cell: board.cells[cell] for cell in near}))
    return part_of(board, box), box


def places(draft: Draft) -> set[Hex]:
    """Return the hexes that an order has to do with."""
    situation = draft.situation
    units = {situation.piece(name).at for name in (*draft.in_line, *draft.in_support)}
    goals = {cell for _, goal in draft.order.goals for cell in goal.hexes}
    ways = {cell for way in draft.routes.values() for cell in way}
    rally = {at for _, at in draft.order.rally_points}
    return {
        cell for cell in units | goals | ways | rally | set(draft.cells) if cell in situation.board
    }


_LINE = (
    '<path d="M2 6H46" stroke="#111" stroke-width="7"/>'
    '<path d="M2 6H46" stroke="#fff" stroke-width="1.6" stroke-dasharray="1 5"/>'
)
_SQUARE = '<rect x="2" y="1" width="10" height="10" fill="#fff" stroke="#111" stroke-width="3"/>'
_FLAG = f'<path d="{RALLY_SIGN}" transform="translate(4 11)" fill="#111"/>'
_EDGE = (
    '<path d="M2 6H46" stroke="#000" stroke-width="2.2" stroke-dasharray="2 5" '
    'stroke-linecap="round"/>'
)


def _sign(width: int, drawn: str) -> str:
    return f'<svg width="{width}" height="12" aria-hidden="true">{drawn}</svg>'


def _signs(draft: Draft) -> str:
    going = {draft.battalion_of(name) for name, way in draft.routes.items() if len(way) > 1}
    routes = [
        f"{sample_svg(ink, dashes)} route of {escape(name)}"
        for name, (ink, dashes) in strokes(draft, mono=True).items()
        if name in going
    ]
    fixed = [
        f"{_sign(48, _LINE)} objective line",
        f"{_sign(14, _SQUARE)} objective",
        f"{_sign(48, _EDGE)} edge of the channel of march",
    ]
    rally = [f"{_sign(16, _FLAG)} rally point"] if draft.order.rally_points else []
    return "Signs: " + "; ".join([*routes, *fixed, *rally]) + "."

"""The parts of the order composer on the screen, and how they follow a draft."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING

import ipywidgets as w

from widgets.explorers.composer_form import OBJECTIVE, ROUTE, Form
from widgets.explorers.composer_handout import handout, places
from widgets.explorers.composer_plan import EACH, LINE, POINT
from widgets.explorers.composer_svg import channel_svg, drawing
from widgets.explorers.composer_words import as_text, headline_html, lines, table_html, verdict
from widgets.explorers.drawn_map import DrawnMap
from widgets.explorers.frame import column, paragraph, row
from widgets.rs_view import show
from widgets.ruling import RulingView
from widgets.svg_marks import word

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from widgets.explorers.composer_form import Acts
    from widgets.explorers.composer_plan import Draft

HINT = (
    "A hex that you choose goes on with what the form says under “A click writes”; its last hex, "
    "chosen again, is taken back. Everything has a field, too."
)


class Panels:
    """The widgets of the composer.

    Args:
        draft: The draft to begin with.
        height: The height of the map in pixels.
        acts: What the form calls.
    """

    def __init__(self, draft: Draft, height: int, acts: Acts) -> None:
        """Make the widgets."""
        self.map = DrawnMap(draft.situation.board, height=height, hint=HINT)
        show(draft.situation, self.map)
        self.form = Form(draft.situation, acts)
        self.headline = w.HTML(layout=w.Layout(width="100%"))
        self.table = w.HTML(layout=w.Layout(width="100%"))
        self.paper = w.HTML(layout=w.Layout(width="100%"))
        self.ruling = RulingView(label="Whether the order may be written")

    def rows(self) -> tuple[w.Widget, ...]:
        """Return the layout: map and form, what is written, explanation; narrow pages stack."""
        field = w.VBox([self.map], layout=column("420px", "58%"))
        form = w.VBox([self.headline, self.form.box, self.paper], layout=column("300px", "38%"))
        return w.HBox([field, form], layout=row()), self.table, self.ruling

    def look(self, draft: Draft) -> None:
        """Look at the part of the map that the order has to do with."""
        self.map.look_at(*map(draft.situation.board.label, sorted(places(draft))), reach=2)

    def show(self, draft: Draft, pen: tuple[str, str], unit: str) -> None:
        """Bring every panel up to date."""
        self.form.show(draft, pen, unit)
        self.headline.value = paragraph(headline_html(draft))
        self.table.value = paragraph(table_html(draft))
        self.paper.value = ""
        self.ruling.show(draft.ruling)
        with self.map.hold_sync():
            self.map.mark(_ahead(draft, pen))
            self.map.show_drawing(drawing(draft), channel_svg(draft))
            self.map.note(_notes(draft))
        self.map.say(verdict(draft))

    def show_paper(self, draft: Draft) -> None:
        """Offer the planning map for saving or printing."""
        data = b64encode(handout(draft).encode()).decode()
        name = word(f"order-{draft.brigiment}.html".replace(" ", "-").replace("/", "-"))
        self.paper.value = paragraph(
            f'<a download="{name}" href="data:text/html;charset=utf-8;base64,{data}">'
            "Save the planning map</a>, then open and print it."
        )

    def text(self, draft: Draft) -> str:
        """Return everything as text."""
        return f"{as_text(draft)}\n{self.ruling.text_twin()}"

    def html(self, draft: Draft) -> str:
        """Return everything as HTML without script."""
        return "".join(
            (headline_html(draft), self.map.static_html(), table_html(draft),
             self.ruling.static_html())
        )  # fmt: skip


def _ahead(draft: Draft, pen: tuple[str, str]) -> dict[Hex, str]:
    """Return the hexes with which a line or route may go on, and those that are barred to it."""
    what, unit = pen
    if what == OBJECTIVE:
        return dict.fromkeys(draft.ahead, "candidate")
    if what != ROUTE:
        return {}
    been = draft.drawn(unit)  # where it has been it can be cut back to
    steps = draft.route_steps(unit).items()
    return {
        cell: "candidate" if may.allowed else "barred" for cell, may in steps if cell not in been
    }


def _notes(draft: Draft) -> dict[Hex, str]:
    """Return what is read out of the order for some hexes."""
    said: dict[Hex, list[str]] = {}
    if draft.shape in {LINE, POINT}:
        words = "on the objective line" if draft.shape == LINE else "objective"
        for cell in draft.cells:
            said.setdefault(cell, []).append(words)
    if draft.shape == EACH:
        for name, cells in draft.own:
            for cell in cells:
                said.setdefault(cell, []).append(f"objective of {name}")
    for line in lines(draft):
        way = draft.routes.get(line.unit, ())
        for cell in way if len(way) > 1 else ():
            said.setdefault(cell, []).append(f"route of {line.unit}")
    for name, at in draft.order.rally_points:
        said.setdefault(at, []).append(f"rally point of {name}")
    for one, other, at in draft.crossings:
        said.setdefault(at, []).append(f"here {one} and {other} cross")
    return {cell: "; ".join(dict.fromkeys(words)) for cell, words in said.items()}

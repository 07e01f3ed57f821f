"""HexMap: a board that can be panned, zoomed, clicked and read without seeing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import traitlets as t
from attrs import evolve

from wargame.core.board import Board
from wargame.core.errors import RequestError, one_of, shown
from wargame.core.grid import Hex
from widgets.assets import front_end
from widgets.base import TeachingWidget
from widgets.errors import WidgetError
from widgets.legend import legend_html
from widgets.svg import (
    LAYERS,
    SIZE,
    Box,
    arrow_svg,
    board_svg,
    defs,
    image,
    letters,
    part_of,
    static_map,
    view_box,
)
from widgets.svg_counters import Counter, counters_svg
from widgets.svg_marks import word

MARKS = ("target", "chosen", "candidate", "barred")
"""Kinds of highlight; each has a line of its own, not only a colour."""


class HexMap(TeachingWidget):
    """A map in a notebook.

    Args:
        board: The map to show.
        height: Its height in pixels.
        label: Its name for readers who do not see it; the board's title unless given.
        layers: Which of ``terrain, features, hexsides, links, names`` to draw.
        traits: Any other trait.

    Raises:
        WidgetError: A keyword is unknown, or *board* is no board.
    """

    _esm, _css = front_end("hexmap")

    board_svg = t.Unicode().tag(sync=True)
    defs_svg = t.Unicode().tag(sync=True)
    view_box = t.List(t.Float(), default_value=[0.0, 0.0, 1.0, 1.0]).tag(sync=True)
    close_up = t.List(t.Float()).tag(sync=True)
    geometry = t.Dict().tag(sync=True)
    kinds = t.List(t.Unicode()).tag(sync=True)
    names = t.Dict(value_trait=t.Unicode()).tag(sync=True)
    occupants = t.Dict(value_trait=t.Unicode()).tag(sync=True)
    notes = t.Dict(value_trait=t.Unicode()).tag(sync=True)
    overlay_svg = t.Unicode().tag(sync=True)
    marks = t.Dict(value_trait=t.Unicode()).tag(sync=True)
    height = t.Int(480, min=120, max=4000).tag(sync=True)
    show_numbers = t.Enum(("auto", "always", "never"), "auto").tag(sync=True)
    legend_html = t.Unicode().tag(sync=True)
    hint = t.Unicode().tag(sync=True)
    message = t.Unicode().tag(sync=True)
    error = t.Unicode().tag(sync=True)
    pick = t.Dict(default_value={"label": "", "count": 0}).tag(sync=True)
    focus_hex = t.Unicode().tag(sync=True)
    label = t.Unicode("Hex map").tag(sync=True)

    def __init__(self, board: Board, *, layers: Iterable[str] = LAYERS, **traits: Any) -> None:  # noqa: ANN401 - trait values
        """Draw *board*."""
        if not isinstance(board, Board):
            raise WidgetError("HexMap, board", shown(board), "a Board")
        self.board = board
        self.counters: tuple[Counter, ...] = ()
        self._arrows = ""
        self._callbacks: list[Callable[[Hex], None]] = []
        super().__init__(**({"label": board.title} | traits))
        self.draw(layers)
        self.observe(self._picked, "pick")

    def draw(self, layers: Iterable[str] = LAYERS) -> None:
        """Draw the board again with these layers.

        Raises:
            WidgetError: One of them is no layer.
        """
        chosen = tuple(layers)
        for name in chosen:
            if name not in LAYERS:
                raise WidgetError("HexMap, layers", shown(name), one_of(LAYERS, str(name)))
        self.layers = chosen
        cells, board = list(self.board.cells), self.board
        described = [board.describe(cell).partition(": ")[2] for cell in cells]
        kinds = list(dict.fromkeys(described))
        index = {text: i for i, text in enumerate(kinds)}
        with self.hold_sync():
            self.board_svg, self.defs_svg = board_svg(board, chosen), defs(board)
            self.view_box = list(view_box(board))
            self.kinds = kinds
            self.names = {board.label(at): c.name for at, c in board.cells.items() if c.name}
            self.geometry = {
                "orientation": board.numbering.orientation.value,
                "size": SIZE,
                "q": [cell.q for cell in cells],
                "r": [cell.r for cell in cells],
                "label": [board.label(cell) for cell in cells],
                "letter": [letters(board, cell) for cell in cells],
                "kind": [index[text] for text in described],
            }
            self.legend_html = legend_html(board, {})

    def show_counters(
        self, counters: Iterable[Counter], sides: Mapping[str, str] | None = None
    ) -> None:
        """Show these counters instead of those shown before.

        Args:
            counters: What to draw.
            sides: For each side, the frame of its counters, for the legend.
        """
        self.counters = tuple(counters)
        says: dict[str, list[str]] = {}
        for counter in self.counters:
            says.setdefault(self.board.label(counter.at), []).append(counter.says)
        with self.hold_sync():
            self.occupants = {label: "; ".join(phrases) for label, phrases in says.items()}
            self._overlay()
            if sides is not None:
                self.legend_html = legend_html(self.board, sides)

    def show_arrows(self, arrows: Iterable[tuple[Hex, Hex]]) -> None:
        """Show arrows, each from one hex to another, instead of those shown before."""
        self._arrows = "".join(arrow_svg(self.board, start, end) for start, end in arrows)
        self._overlay()

    def _overlay(self) -> None:
        self.overlay_svg = counters_svg(self.board, self.counters) + self._arrows

    def look_at(self, *labels: str, reach: int = 2) -> None:
        """Begin with a part of the board instead of all of it; the reader can look elsewhere.

        Args:
            labels: The printed numbers of hexes to see; without any, all of the board is seen.
            reach: How many hexes around each of them are seen too.

        Raises:
            RequestError: The map has no such hex.
        """
        near = {cell for label in labels for cell in self.board.hex(label).disc(reach)}
        cells = {cell: self.board.cells[cell] for cell in near if cell in self.board}
        self.close_up = list(view_box(evolve(self.board, cells=cells))) if cells else []

    @property
    def _window(self) -> Box:
        """What is seen of the board at first."""
        left, top, width, height = self.close_up or self.view_box
        return left, top, width, height

    def mark(self, marks: Mapping[Hex, str]) -> None:
        """Highlight hexes.

        Args:
            marks: From a hex to one of :data:`MARKS`.

        Raises:
            WidgetError: A mark has another name.
        """
        for kind in marks.values():
            if kind not in MARKS:
                raise WidgetError("HexMap.mark", shown(kind), one_of(MARKS, str(kind)))
        self.marks = {self.board.label(cell): kind for cell, kind in marks.items()}

    def note(self, notes: Mapping[Hex, str]) -> None:
        """Add words to what is read out for some hexes."""
        self.notes = {self.board.label(cell): text for cell, text in notes.items()}

    def say(self, sentence: str) -> None:
        """Show a sentence under the map and have it spoken."""
        with self.hold_sync():
            self.message, self.error = sentence, ""

    def warn(self, sentence: str) -> None:
        """Show a sentence as an alert."""
        self.error = sentence

    def on_pick(self, callback: Callable[[Hex], None]) -> None:
        """Call *callback* with the hex whenever a reader chooses one."""
        self._callbacks.append(callback)

    def choose(self, label: str) -> None:
        """Choose a hex, as a click on it does.

        Args:
            label: Its printed number.

        Raises:
            RequestError: The map has no such hex.
        """
        self.board.hex(label)
        self.pick = {"label": label, "count": self._picks() + 1}

    def _picks(self) -> int:
        """Return how many hexes were chosen so far; a front end may have sent anything."""
        count = self.pick.get("count", 0)
        return count if isinstance(count, int) else 0

    def _picked(self, change: dict[str, Any]) -> None:
        label = change["new"].get("label", "") if isinstance(change["new"], dict) else ""
        if not label:
            return
        try:
            cell = self.board.hex(label)
        except RequestError as error:
            self.warn(str(error))
            return
        for callback in self._callbacks:
            callback(cell)

    def text_twin(self) -> str:
        """Return the map in words: title, size, and every hex with a name, a unit or a mark.

        Of a map that begins with a part of the board, that part.
        """
        board = part_of(self.board, self._window, beyond=0)
        size, whole = len(board.cells), len(self.board.cells)
        of_all = "" if size == whole else f" of its {whole}"
        lines = [f"{board.title}: {size}{of_all} hexes"]
        for cell in board.cells:
            label = board.label(cell)
            facts = [
                self.occupants.get(label, ""),
                self.notes.get(label, ""),
                self.marks.get(label, ""),
            ]
            told = "; ".join(filter(None, facts))
            if told or board.cells[cell].name:
                lines.append(f"  {board.describe(cell)}{f'; {told}' if told else ''}")
        return "\n".join(lines)

    def static_html(self) -> str:
        """Return the map, or the part of it seen at first, as a picture with its legend."""
        part = part_of(self.board, self._window)
        counters = counters_svg(part, [each for each in self.counters if each.at in part])
        over = counters + self._arrows
        picture = static_map(part, over, self.marks, self.label, self._window, self.layers)
        message = f"<p>{word(self.message)}</p>" if self.message else ""
        # the whole map is where a reader learns its signs; a close-up need not repeat them
        unfolded = "" if self.close_up else " open"
        legend = f"<summary>Legend and sources</summary>{self.legend_html}"
        caption = f"<figcaption>{message}<details{unfolded}>{legend}</details></figcaption>"
        return f"<figure>{image(picture, self.label)}{caption}</figure>"

"""HexMap: a board that can be panned, zoomed, clicked and read without seeing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import traitlets as t
from attrs import evolve, frozen

from wargame.core.board import Board
from wargame.core.errors import RequestError, WargameError, one_of, shown
from wargame.core.grid import Hex
from widgets.assets import front_end
from widgets.base import TeachingWidget
from widgets.errors import WidgetError
from widgets.legend import legend_html
from widgets.svg import (
    AREAS,
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
from widgets.svg_marks import above, word

MARKS = ("target", "chosen", "candidate", "barred")
"""Kinds of highlight; each has a line of its own, not only a colour."""

NO_MOVE: dict[str, Any] = {"key": "", "label": "", "held": False, "count": 0}


@frozen
class Handle:
    """An end that a reader can drag over the map, or move by key.

    Args:
        key: The word that names it to whoever is called.
        at: The hex it stands in.
        words: What a person calls it ("Spotter").
    """

    key: str
    at: Hex
    words: str


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
    backdrop_svg = t.Unicode().tag(sync=True)
    overlay_svg = t.Unicode().tag(sync=True)
    marks = t.Dict(value_trait=t.Unicode()).tag(sync=True)
    handles = t.List(t.Dict()).tag(sync=True)
    link = t.Bool(False).tag(sync=True)
    # a drag is answered many times a second; to tell the browser what it has told costs a message
    handle_move = t.Dict(default_value=NO_MOVE).tag(sync=True, echo_update=False)
    handled = t.Int(0).tag(sync=True)
    height = t.Int(480, min=120, max=4000).tag(sync=True)
    show_numbers = t.Enum(("auto", "always", "never"), "auto").tag(sync=True)
    legend_html = t.Unicode().tag(sync=True)
    hint = t.Unicode().tag(sync=True)
    message = t.Unicode().tag(sync=True)
    error = t.Unicode().tag(sync=True)
    pick = t.Dict(default_value={"label": "", "count": 0}).tag(sync=True)
    focus_hex = t.Unicode().tag(sync=True)
    # told only where somebody follows the pointer, for it moves all the time
    follow_pointer = t.Bool(False).tag(sync=True)
    pointed = t.Unicode().tag(sync=True, echo_update=False)
    label = t.Unicode("Hex map").tag(sync=True)

    def __init__(self, board: Board, *, layers: Iterable[str] = LAYERS, **traits: Any) -> None:  # noqa: ANN401 - trait values
        """Draw *board*."""
        if not isinstance(board, Board):
            raise WidgetError("HexMap, board", shown(board), "a Board")
        self.board = board
        self.counters: tuple[Counter, ...] = ()
        self._arrows = ""
        self._callbacks: list[Callable[[Hex], None]] = []
        self._movers: list[Callable[[str, Hex], None]] = []
        super().__init__(**({"label": board.title} | traits))
        self.draw(layers)
        self.observe(self._picked, "pick")
        self.observe(self._dragged, "handle_move")

    def draw(self, layers: Iterable[str] = LAYERS) -> None:
        """Draw the board again with these layers.

        Raises:
            WidgetError: One of them is no layer.
        """
        chosen = tuple(layers)
        for name in chosen:
            if name not in (*LAYERS, AREAS):
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
        self.overlay_svg = counters_svg(self.board, self.counters) + above(self._arrows)

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

    def show_handles(self, handles: Iterable[Handle], *, link: bool = False) -> None:
        """Let a reader drag these ends over the map, or move them by key.

        Args:
            handles: The ends; none takes them away.
            link: Whether a line joins them while one is moved.

        Raises:
            WidgetError: One is no handle, or two have the same key.
        """
        ends = list(handles)
        for each in ends:
            if not isinstance(each, Handle):
                raise WidgetError("HexMap.show_handles", shown(each), "a Handle")
            if sum(each.key == other.key for other in ends) > 1:
                found = f"{shown(each.key)} twice"
                raise WidgetError("HexMap.show_handles", found, "keys that differ")
        label = self.board.label
        with self.hold_sync():
            self.handles = [{"key": e.key, "label": label(e.at), "words": e.words} for e in ends]
            self.link = bool(link)

    @property
    def in_hand(self) -> bool:
        """Whether a reader still holds the handle that was moved last."""
        return self.handle_move.get("held") is True

    def on_handle(self, callback: Callable[[str, Hex], None]) -> None:
        """Call *callback* with key and hex whenever a reader has moved a handle to another hex.

        While a handle is dragged this happens again and again, each time when the last call is
        over; what it raises of this project's errors is shown, and the handle put back.
        """
        self._movers.append(callback)

    def move_handle(self, key: str, label: str) -> None:
        """Move a handle, as a reader's hand does.

        Args:
            key: Which one.
            label: The printed number of the hex to move it to.

        Raises:
            WidgetError: There is no such handle; the map shows the same words.
            RequestError: The map has no such hex; shown likewise.
            WargameError: What the one who was called has raised; shown likewise.
        """
        try:
            self._move(key, label)
        except WargameError as error:
            self.warn(str(error))
            raise

    def _move(self, key: object, label: object) -> None:
        before = self.handles
        keys = [each["key"] for each in before]
        if not isinstance(key, str) or key not in keys:
            raise WidgetError("HexMap, handle", shown(key), one_of(keys, str(key)))
        if not isinstance(label, str):
            raise WidgetError("HexMap, hex of a handle", shown(label), "a printed number")
        cell = self.board.hex(label)
        with self.hold_sync():
            self.handles = [e | {"label": label} if e["key"] == key else e for e in before]
            try:
                for callback in self._movers:
                    callback(key, cell)
            except WargameError:
                self.handles = before
                raise

    def _dragged(self, change: dict[str, Any]) -> None:
        """Answer a move that the browser tells of; it tells the next one when this is done."""
        told = change["new"]
        count = told.get("count")
        with self.hold_sync():
            self.error = ""
            try:
                self._move(told.get("key"), told.get("label"))
            except WargameError as error:
                self.warn(str(error))
            finally:
                self.handled = count if isinstance(count, int) else self.handled

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
                *(f"{e['words']}, can be moved" for e in self.handles if e["label"] == label),
            ]
            told = "; ".join(filter(None, facts))
            if told or board.cells[cell].name:
                lines.append(f"  {board.describe(cell)}{f'; {told}' if told else ''}")
        return "\n".join(lines)

    def static_html(self) -> str:
        """Return the map, or the part of it seen at first, as a picture with its legend."""
        part = part_of(self.board, self._window)
        counters = counters_svg(part, [each for each in self.counters if each.at in part])
        over = counters + above(self._arrows)
        picture = static_map(part, over, self.marks, self.label, self._window, self.layers)
        message = f"<p>{word(self.message)}</p>" if self.message else ""
        # the whole map is where a reader learns its signs; a close-up need not repeat them
        unfolded = "" if self.close_up else " open"
        legend = f"<summary>Legend and sources</summary>{self.legend_html}"
        caption = f"<figcaption>{message}<details{unfolded}>{legend}</details></figcaption>"
        return f"<figure>{image(picture, self.label)}{caption}</figure>"

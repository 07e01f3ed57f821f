"""GeoMap: the hexes of a game on the real coast, beside the game's own map.

Needs the extra ``geo``. Nothing is asked of any other machine unless tiles are asked for.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from wargame.core.board import Board
from wargame.core.errors import WargameError, one_of, shown
from wargame.core.georef import FITS
from wargame.core.georef_file import georef_names, georef_of, load_georef
from widgets.base import TeachingBox, refuse_unknown
from widgets.errors import WidgetError
from widgets.explorers.frame import column, paragraph, row, wide_html
from widgets.geo_svg import picture
from widgets.geo_words import (
    STYLE,
    credit_lines,
    credits_html,
    hex_words,
    residuals_html,
    residuals_text,
    summary,
)
from widgets.given import among, flag, text, whole
from widgets.hexmap import HexMap
from widgets.svg import image
from widgets.svg_marks import word

if TYPE_CHECKING:
    from wargame.core.georef_file import Georef
    from wargame.core.grid import Hex

NARROW = ("380px", "46%")
"""Each map's share of the row; on a narrow page they fall under each other."""
LOWEST, HIGHEST = 200, 2000
"""Pixels that the maps may be high."""


class GeoMap(TeachingBox):
    """The real ground with a game's hexes on it, and the game's map beside it.

    What is pointed at or chosen on either map is marked on the other. The hexes lie where a grid
    fitted to known places puts them; how far it is off stands under the maps, in metres.

    Args:
        where: A board, or the name of one or of a map sheet: ``gaza``, ``lebanon``, ``anzac``.
        fit: How the grid is fitted, ``similarity`` or ``affine``.
        online: Whether to show map tiles from the internet under the hexes. This asks a server of
            OpenStreetMap, and so tells it what is looked at; offline it draws its own ground.
        height: Of both maps, in pixels.
        label: What it is called, for those who hear it.

    Raises:
        WidgetError: An argument is of the wrong kind, ipyleaflet is missing, or the ground of the
            board is not known.
    """

    def __init__(
        self,
        where: Board | str = "gaza",
        *,
        fit: str = "similarity",
        online: bool = False,
        height: int = 440,
        label: str = "",
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build both maps and link them."""
        refuse_unknown(self, unknown, ("where", "fit", "online", "height", "label"))
        self.georef, self.board = ground_of(where)
        self.online = flag("GeoMap, online", online)
        tall = whole("GeoMap, height", height, LOWEST, HIGHEST)
        kind = among("GeoMap, fit", fit, tuple(FITS))
        self.label = text("GeoMap, label", label) or f"{self.board.title} on the real ground"
        self.fit = self.georef.fit(kind)
        self.chosen: Hex | None = None
        self.pointed: Hex | None = None
        self.map = HexMap(self.board, height=tall, follow_pointer=True)
        self._build_real_map(tall)
        self.kind = w.Dropdown(description="Fit:", options=tuple(FITS), value=kind)
        self.under, self.table, self.credits = wide_html(), wide_html(), wide_html()
        real = w.VBox([self.real, self.under], layout=column(*NARROW))
        game = w.VBox([self.map], layout=column(*NARROW))
        super().__init__([self.kind, w.Box([real, game], layout=row()), self.table, self.credits])
        self.add_class("wg-geo")
        self._link()
        self._show()

    def _build_real_map(self, height: int) -> None:
        from widgets import geo_layers as layers

        ground = self.georef.ground()
        self.real = layers.base_map(self.board, self.fit, self.georef, height, online=self.online)
        self.hexes = layers.hexes_layer(self.board, self.fit)
        self.misses = layers.miss_layer(self.board, self.fit)
        self.middles = layers.middle_dots(self.board, self.fit)
        self.chosen_mark, self.pointed_mark = layers.chosen_layer(), layers.pointed_layer()
        under = () if self.online else layers.ground_layers(ground)
        names = layers.names_layer(self.georef, self.board, self.fit)
        marks = (self.misses, *self.middles, self.chosen_mark, self.pointed_mark)
        self.real.layers = (
            *self.real.layers,
            *under,
            *layers.line_layers(ground),
            *marks,
            self.hexes,
            names,
        )

    def _link(self) -> None:
        """Let each map follow the other."""
        self.kind.observe(self._kind_picked, "value")
        self.hexes.on_click(self._clicked)
        self.hexes.on_hover(self._hovered)
        self.map.on_pick(self._picked)
        self.map.observe(lambda change: self._followed(change["new"]), ["pointed", "focus_hex"])

    def choose(self, label: str) -> None:
        """Choose a hex, as a click on either map does.

        Args:
            label: Its printed number.

        Raises:
            RequestError: The map has no such hex.
        """
        self.board.hex(text("GeoMap, hex", label))
        self.map.focus_hex = label
        self.map.choose(label)

    def point_at(self, label: str = "") -> None:
        """Point at a hex, as a pointer over the real map does; without a number, at none.

        Raises:
            RequestError: The map has no such hex.
        """
        if text("GeoMap, hex", label):
            self.board.hex(label)
        self.map.pointed = label

    def refit(self, kind: str) -> None:
        """Fit the grid in another way.

        Args:
            kind: ``similarity`` or ``affine``.

        Raises:
            WidgetError: There is no such fit.
        """
        self.kind.value = among("GeoMap, fit", kind, tuple(FITS))

    def _kind_picked(self, change: dict[str, Any]) -> None:
        from widgets import geo_layers as layers

        self.fit = self.georef.fit(change["new"])
        self.hexes.data = layers.hexes_data(self.board, self.fit)
        self.misses.locations = layers.miss_lines(self.board, self.fit)
        for dot, (start, _) in zip(self.middles, self.misses.locations, strict=True):
            dot.location = start
        self._show()

    def _clicked(self, **event: Any) -> None:  # noqa: ANN401 - as the browser sends it
        self._from_real(event, self.choose)

    def _hovered(self, **event: Any) -> None:  # noqa: ANN401 - as the browser sends it
        self._from_real(event, self.point_at)

    def _from_real(self, event: dict[str, Any], act: Any) -> None:  # noqa: ANN401 - takes a number
        """Do with the hex of an event what is to be done; a browser may have sent anything."""
        properties = event.get("properties")
        label = properties.get("label") if isinstance(properties, dict) else None
        try:
            act(label)
        except WargameError as error:
            self.map.warn(str(error))

    def _picked(self, cell: Hex) -> None:
        self.chosen = cell
        self._show()

    def _followed(self, label: str) -> None:
        """Mark on the real map what is pointed at or walked to on the game map."""
        try:
            self.pointed = self.board.hex(label) if label else None
        except WargameError as error:  # a browser may have sent anything
            self.map.warn(str(error))
        self._mark()

    def _show(self) -> None:
        """Show the fit, and of the chosen hex what lies in it."""
        if self.chosen is not None:
            found = self.georef.ground().swallowed(self.fit, self.chosen)
            self.map.say(hex_words(self.board, found))
        self.table.value = STYLE + residuals_html(self.georef, self.fit)
        self.credits.value = credits_html(self.georef, online=self.online)
        self._mark()

    def _mark(self) -> None:
        from widgets.geo_layers import pair

        self.map.mark({self.chosen: "chosen"} if self.chosen is not None else {})
        for layer, cell in ((self.chosen_mark, self.chosen), (self.pointed_mark, self.pointed)):
            ring = [] if cell is None else [pair(each) for each in self.fit.corners(cell)]
            layer.locations = ring
        told = "Point at a hex on either map." if self.pointed is None else self._pointed_words()
        self.under.value = paragraph(word(told))

    def _pointed_words(self) -> str:
        assert self.pointed is not None  # noqa: S101 - the one caller has looked
        lat, lon = self.fit.point(self.pointed)
        return f"{self.board.describe(self.pointed)}; its middle at {lat:.4f} N {lon:.4f} E"

    def text_twin(self) -> str:
        """Return the fit, its residuals, the chosen hex and the credits."""
        lines = [self.label, summary(self.georef, self.fit), "Residuals:"]
        lines += residuals_text(self.fit)
        if self.chosen is not None:
            lines.append(f"Chosen: {self.map.message}")
        credits_ = credit_lines(self.georef, online=self.online)
        return "\n".join([*lines, "Layers:", *(f"  {line}" for line in credits_)])

    def static_html(self) -> str:
        """Return the real map as a picture, with the residuals and the credits."""
        drawn = picture(self.georef, self.board, self.fit, self.label, self.chosen)
        chosen = f"<p>{word(self.map.message)}</p>" if self.chosen is not None else ""
        words = residuals_html(self.georef, self.fit) + credits_html(self.georef)
        return (
            f"<figure>{image(drawn, self.label)}<figcaption>{chosen}{words}</figcaption></figure>"
        )


def ground_of(where: object) -> tuple[Georef, Board]:
    """Return what is known about the ground of a board, and the board.

    Args:
        where: A board, or the name of one or of a map sheet.

    Raises:
        WidgetError: There is none, nothing is known of its ground, or ipyleaflet is missing.
    """
    if find_spec("ipyleaflet") is None:
        cure = "Install it with: pip install wargame[geo]."
        raise WidgetError("GeoMap", "no ipyleaflet", "an installation that has it", cure)
    if isinstance(where, Board):
        return georef_of(where.id), where
    sheets = {name: load_georef(name) for name in georef_names()}
    boards = {board: each for each in sheets.values() for board in each.boards}
    if not isinstance(where, str) or where not in {*sheets, *boards}:
        allowed = one_of([*sheets, *boards], str(where))
        raise WidgetError("GeoMap, where", shown(where), f"a Board, or one of {allowed}")
    if where in sheets:
        return sheets[where], sheets[where].board()
    return boards[where], boards[where].board(where)

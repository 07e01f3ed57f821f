"""A map of a position with a drawing over its counters, and another under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from widgets import fm_view
from widgets.hexmap import HexMap
from widgets.svg import image, part_of, static_map
from widgets.svg_counters import counters_svg
from widgets.svg_marks import above

if TYPE_CHECKING:
    from wargame.fire_and_movement.state import Situation
    from widgets.svg import Box


class PositionMap(HexMap):
    """A map of a position of Fire & Movement that can be drawn on."""

    def show_position(
        self, situation: Situation, first: str = "", done: frozenset[str] = frozenset()
    ) -> None:
        """Show the units of a position on this map's board.

        Args:
            situation: The position.
            first: The unit that lies uppermost in its hex.
            done: Units shown as having done what they may, besides those that have fought.
        """
        cards = zip(situation.pieces, fm_view.counters(situation), strict=True)
        lying = sorted(cards, key=lambda each: each[0].unit == first)
        dimmed = [evolve(card, dimmed=card.dimmed or p.unit in done) for p, card in lying]
        self.show_counters(dimmed, fm_view.frames(situation))

    @property
    def window(self) -> Box:
        """The part of the board that is looked at unless the reader looks elsewhere."""
        return self._window

    def show_drawing(self, over: str, under: str = "") -> None:
        """Show a drawing instead of the one before.

        Args:
            over: What lies over the counters: SVG elements, in board units.
            under: What lies under them.
        """
        with self.hold_sync():
            self._arrows, self.backdrop_svg = over, under
            self._overlay()

    def static_html(self) -> str:
        """Return the map, or the part of it seen at first, as a picture with its legend."""
        part, box = part_of(self.board, self._window), self._window
        cards = counters_svg(part, [each for each in self.counters if each.at in part])
        over, under = cards + above(self._arrows), self.backdrop_svg
        picture = static_map(part, over, self.marks, self.label, box, self.layers, under)
        before, _, rest = super().static_html().partition("<img ")  # what stands around the picture
        return before + image(picture, self.label) + rest.partition(">")[2]

"""A map of a position with a drawing over its counters, and another under them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from widgets.fm_view import SituationMap

if TYPE_CHECKING:
    from widgets.svg import Box


class PositionMap(SituationMap):
    """A map of a position of Fire & Movement that can be drawn on."""

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

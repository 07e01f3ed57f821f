"""A map of a position with a drawing of which a part lies under the counters."""

from __future__ import annotations

from widgets.rs_view import SituationMap


class DrawnMap(SituationMap):
    """A map of a position with a drawing over its counters, and another under them."""

    _under = ""

    @property
    def _built(self) -> str:
        return super()._built + self._under

    def show_drawing(self, over: str, under: str = "") -> None:
        """Show a drawing instead of the one before.

        Args:
            over: What lies over the counters: SVG elements, in board units.
            under: What lies under them.
        """
        with self.hold_sync():
            self._arrows, self._under = over, under
            self._draw_ground()
            self._overlay()

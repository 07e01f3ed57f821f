"""OfficerPointsTrack: the officer points of every brigiment through a game, turn by turn."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from wargame.core.errors import one_of, shown
from widgets.base import TeachingBox, refuse_unknown
from widgets.errors import WidgetError
from widgets.given import text
from widgets.keys import KeyGuard
from widgets.officer_history import lines, positions, tracks
from widgets.officer_track_svg import track_svg
from widgets.svg_marks import word

if TYPE_CHECKING:
    from widgets.officer_history import Track
    from widgets.plot_sheet import PlotFigure

KEY = (
    "Whole line: officer points. Dashed: the maximum. Dotted: the half-maximum. Shaded turns lie "
    "in the night."
)
EVERYBODY = "every brigiment"


class OfficerPointsTrack(TeachingBox):
    """A chart of officer points over turns, a panel for each brigiment.

    Args:
        history: A game under way, whose checkpoints are read, or its positions in order.
        hide: A side whose officer points are not to be known (4.4); empty for none.
        label: What the chart is called, for those who hear it.

    Raises:
        WidgetError: An argument is of the wrong kind, or the game has no officer points.
    """

    def __init__(
        self,
        history: object,
        *,
        hide: str = "",
        label: str = "Officer points",
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and draw the chart."""
        refuse_unknown(self, unknown, ("history", "hide", "label"))
        self.label = text("OfficerPointsTrack, label", label)
        self.hidden = ""
        self.tracks: tuple[Track, ...] = ()
        self.shown: tuple[Track, ...] = ()
        self._history: tuple[Any, ...] = ()
        self._telling = False
        self.only = w.Dropdown(description="Show:", options=(EVERYBODY,))
        self.picture = w.HTML(layout=w.Layout(width="100%", overflow="auto"))
        self.said = w.HTML()
        super().__init__([self.only, self.picture, self.said, KeyGuard()])
        self.only.observe(self._picked, "value")
        self.show(history, hide=hide)

    def show(self, history: object, *, hide: str | None = None) -> None:
        """Show another game, or the same one further on.

        Args:
            history: As for the widget.
            hide: As for the widget; None leaves it as it is.

        Raises:
            WidgetError: As for the widget; nothing has changed.
        """
        hidden = self.hidden if hide is None else text("OfficerPointsTrack, hide", hide)
        found = positions(history)
        made = tracks(found, hidden)
        self._history, self.hidden, self.tracks = found, hidden, made
        self._choose(str(self.only.value))

    def look_at(self, brigiment: str = "") -> None:
        """Show one brigiment, or with nothing every one.

        Raises:
            WidgetError: There is none that is shown.
        """
        known = [track.brigiment for track in self.tracks]
        if brigiment and brigiment not in known:
            where = "OfficerPointsTrack, brigiment"
            raise WidgetError(where, shown(brigiment), one_of(known, str(brigiment)))
        self._choose(brigiment or EVERYBODY)

    def figure(self, *, paper: str = "screen") -> PlotFigure:
        """Return the chart for print, drawn by matplotlib.

        Args:
            paper: ``screen``, or ``a4`` for a page.

        Raises:
            WidgetError: There is no such paper, or no matplotlib.
        """
        from widgets.plots import officer_points

        return officer_points(self._history, hide=self.hidden, paper=paper)

    def _picked(self, change: dict[str, Any]) -> None:
        if not self._telling:
            self._choose(change["new"])

    def _choose(self, wanted: str) -> None:
        known = [track.brigiment for track in self.tracks]
        wanted = wanted if wanted in known else EVERYBODY
        self.shown = tuple(t for t in self.tracks if wanted in {EVERYBODY, t.brigiment})
        self._telling = True
        try:
            if self.only.options != (EVERYBODY, *known):
                self.only.options = (EVERYBODY, *known)
            self.only.value = wanted
        finally:
            self._telling = False
        self.picture.value = track_svg(self.shown, self._heard())
        hidden = f" The officer points of the {self.hidden} are hidden." if self.hidden else ""
        self.said.value = f"<p>{word(KEY + hidden)}</p>"

    def _heard(self) -> str:
        """Return what the picture shows, in a sentence for those who hear it."""
        now = (
            f"{t.brigiment} {t.samples[-1].points} of {t.samples[-1].maximum}" for t in self.shown
        )
        return f"{self.label} over turns. Now: {', '.join(now)}"

    def text_twin(self) -> str:
        """Return for each brigiment and turn what it had, as text."""
        return "\n".join([self.label, *lines(self.shown, self.hidden)])

    def static_html(self) -> str:
        """Return the chart, its key and its figures without script."""
        figures = escape("\n".join(lines(self.shown)))
        table = f"<details><summary>In figures</summary><pre>{figures}</pre></details>"
        return f"{self.picture.value}{self.said.value}{table}"

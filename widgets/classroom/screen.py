"""A page as regions of HTML that the server draws, and what people do there.

A view says what stands in each region and acts on what a person does; it knows nothing of Panel and
can be driven without a browser. The screen sends a browser only the regions that have changed.
"""

from __future__ import annotations

from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from panel.custom import JSComponent

from wargame.core.errors import WargameError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

MOST_FIELDS, LONGEST = 40, 4_000
"""Fields of a form, and characters of one, that a page may send."""
AREAS = ("head", "status", "main", "side", "foot")
"""Where a region stands: the part of its name before the colon."""


class View(Protocol):
    """What a page shows, and what it does."""

    notice: str
    """What the page last had to say, as HTML."""

    @property
    def place(self) -> object:
        """Where the page is; when it changes, the page begins at its top again."""

    def regions(self) -> Mapping[str, str]:
        """Return the regions in their order: ``area:name`` and HTML."""

    def act(self, name: str, data: Mapping[str, str]) -> None:
        """Do what a person asks for.

        Raises:
            WargameError: It cannot be done; the page shows the sentence.
        """


class Screen(JSComponent):
    """Shows a view in a browser.

    Args:
        view: What is shown.
        after: Called after a person did something; what it raises is shown.
    """

    _esm: ClassVar[Path] = Path(str(files("widgets.classroom") / "screen.js"))
    _stylesheets: ClassVar[list[str]] = [
        (files("widgets.classroom") / "screen.css").read_text("utf-8")
    ]

    def __init__(
        self,
        view: View,
        after: Callable[[], None] = lambda: None,
        **params: Any,  # noqa: ANN401 - Panel's own
    ) -> None:
        """Show a view once a browser is there."""
        super().__init__(sizing_mode="stretch_width", **params)  # type: ignore[no-untyped-call]
        self._view, self._after = view, after
        self._sent: dict[str, str] = {}
        self._place: object = view.place
        self._drawn = False

    def draw(self) -> None:
        """Send what has changed since it was last sent."""
        if not self._drawn:
            return  # the browser asks for everything when it is ready
        regions = dict(self._view.regions())
        regions["status:notice"] = self._view.notice
        new = {key: html for key, html in regions.items() if self._sent.get(key) != html}
        moved, self._place = self._place != self._view.place, self._view.place
        if new or moved or list(regions) != list(self._sent):
            self._sent = regions
            self._send_msg({"order": list(regions), "html": new, "top": moved})

    def turn_to(self, view: View) -> None:
        """Show another view from now on.

        Args:
            view: What is shown.
        """
        self._view, self._after = view, lambda: None

    def reveal(self) -> None:
        """Bring what stands below the page into sight."""
        self._send_msg({"below": True})

    def _handle_msg(self, data: object) -> None:
        """Act on what a browser sends, if it is shaped as ours is."""
        name, given = _asked(data)
        if name == "ready":
            self._drawn, self._sent = True, {}
        elif name:
            try:
                self._view.notice = ""
                self._view.act(name, given)
                self._after()
            except WargameError as error:
                self._view.notice = notice(str(error))
        self.draw()


def notice(words: str) -> str:
    """Return a sentence for a person, as HTML."""
    return f'<p class="notice">{escape(words)}</p>'


def _asked(data: object) -> tuple[str, dict[str, str]]:
    """Return what was asked for, and with what; nothing where it is not shaped so."""
    if not isinstance(data, dict):
        return "", {}
    name, given = data.get("act"), data.get("data")
    if not isinstance(name, str) or not isinstance(given, dict) or len(given) > MOST_FIELDS:
        return "", {}
    fields = {str(key): value for key, value in given.items() if isinstance(value, str)}
    if any(len(value) > LONGEST for value in fields.values()):
        return "", {}
    return name, fields

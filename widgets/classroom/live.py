"""A page that follows its room: many changes at once are one new look."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from bokeh.document import Document


class Live:
    """Calls a page back when its room changes, soon, and once for many changes.

    Changes are told from any thread; the page is called in the thread of its own document.

    Args:
        document: The document of the page.
        act: Called with the kinds of change since it was last called.
        kinds: The changes that the page wants to hear of.
        wait: Milliseconds in which changes are gathered.
    """

    def __init__(
        self,
        document: Document,
        act: Callable[[frozenset[str]], None],
        kinds: Collection[str],
        wait: int,
    ) -> None:
        """Begin to gather."""
        self._document, self._act, self._kinds, self._wait = document, act, kinds, wait
        self._lock = Lock()
        self._heard: set[str] = set()
        self._over = False

    def hear(self, kind: str) -> None:
        """Take note of a change; the first one of several sets the clock."""
        if kind not in self._kinds:
            return
        with self._lock:
            first = not self._heard and not self._over
            self._heard.add(kind)
        if first:
            self._document.add_next_tick_callback(self._set_clock)

    def _set_clock(self) -> None:
        self._document.add_timeout_callback(self._call, self._wait)

    def _call(self) -> None:
        with self._lock:
            heard, self._heard = frozenset(self._heard), set()
            over = self._over
        if not over:
            self._act(heard)

    def stop(self) -> None:
        """Call the page back no more."""
        with self._lock:
            self._over = True

"""KeyGuard: for composites of ipywidgets alone, whose menus let keys through to the notebook."""

from __future__ import annotations

from widgets.assets import built
from widgets.base import TeachingWidget


class KeyGuard(TeachingWidget):
    """Nothing to see; plain keys pressed in the controls around it do not reach the notebook.

    The other widgets of the front end do the same for the composite they stand in.
    """

    _esm = built("keys.js")

    def text_twin(self) -> str:
        """Return nothing: it says nothing."""
        return ""

    def static_html(self) -> str:
        """Return nothing: it shows nothing."""
        return ""

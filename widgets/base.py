"""What all teaching widgets share: plain errors, a text twin, a picture that needs no kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anywidget
import ipywidgets

from wargame.core.errors import one_of, shown
from widgets.errors import WidgetError

if TYPE_CHECKING:
    from collections.abc import Iterable


class TextTwin:
    """A widget that can also be read: the same content as text and as a static picture."""

    def text_twin(self) -> str:
        """Return the content as plain text; the same for the same content, on every machine."""
        return type(self).__name__

    def static_html(self) -> str:
        """Return the content as HTML that needs no script, for a reader without a kernel."""
        from html import escape

        return f"<pre>{escape(self.text_twin())}</pre>"

    def __repr__(self) -> str:
        """Return the text twin."""
        return self.text_twin()

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:  # noqa: ANN401 - as ipywidgets has it
        """Return the live view with the static one beside it."""
        live: Any = super()  # ipywidgets' or anywidget's
        bundle = live._repr_mimebundle_(**kwargs)
        data, metadata = bundle if isinstance(bundle, tuple) else (bundle, {})
        if data is None:
            return bundle
        return {**data, "text/plain": repr(self), "text/html": self.static_html()}, metadata


def refuse_unknown(widget: ipywidgets.Widget, given: Iterable[str], known: Iterable[str]) -> None:
    """Refuse keywords that a widget does not know.

    Raises:
        WidgetError: One of *given* is not among *known*; near names are given.
    """
    allowed = sorted(known)
    for keyword in given:
        if keyword not in allowed:
            where = type(widget).__name__
            raise WidgetError(where, f"keyword {shown(keyword)}", one_of(allowed, keyword))


class TeachingWidget(TextTwin, anywidget.AnyWidget):
    """The base of the small widgets: traits only, no custom messages, no unknown keywords."""

    def __init__(self, **traits: Any) -> None:  # noqa: ANN401 - trait values
        """Set the given traits.

        Raises:
            WidgetError: A keyword is no trait of the widget.
        """
        own = [name for name in self.trait_names() if not name.startswith("_")]
        refuse_unknown(self, traits, own)
        super().__init__(**traits)


class TeachingBox(TextTwin, ipywidgets.VBox):
    """The base of the explorers: a column of widgets with a text twin of its own."""

"""What the explorers share: how they are laid out, and how a mistake is told on the screen."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

import ipywidgets as w

from wargame.core.errors import WargameError

if TYPE_CHECKING:
    from collections.abc import Iterator


class Screen(Protocol):
    """What shows an error: a map, or a line of words."""

    def warn(self, sentence: str) -> None:
        """Show a sentence as an alert."""


@contextmanager
def shown_on(screen: Screen) -> Iterator[None]:
    """Show an error on the map with the words that Python raises.

    Args:
        screen: The map, or the line, that shows it.

    Raises:
        WargameError: Whatever was raised inside.
    """
    try:
        yield
    except WargameError as error:
        screen.warn(str(error))
        raise


def paragraph(html: str) -> str:
    """Set words as a paragraph is set: a line of ipywidgets is as high as a button."""
    return f"<div style='line-height:1.45'>{html}</div>"


def wide_html() -> w.HTML:
    """Return a place for words as wide as its column, empty."""
    return w.HTML(layout=w.Layout(width="100%"))


def row() -> w.Layout:
    """Return the layout of a row whose columns fall under each other on a narrow page."""
    return w.Layout(flex_flow="row wrap", width="100%", align_items="flex-start", grid_gap="8px")


def column(least: str, width: str) -> w.Layout:
    """Return the layout of a column.

    Args:
        least: How narrow it may get before it falls under its neighbour.
        width: Its share of the row.
    """
    return w.Layout(flex=f"1 1 {width}", min_width=least, flex_flow="column", overflow="visible")

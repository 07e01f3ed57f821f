"""The error of the widgets; importing it needs no widget library."""

from __future__ import annotations

from wargame.core.errors import RequestError


class WidgetError(RequestError, TypeError):
    """A widget was asked for something it has not got, or was given something it cannot show."""

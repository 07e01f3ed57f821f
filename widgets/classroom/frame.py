"""What stands around every page: its head, the way to other pages, word of a lost server."""

from __future__ import annotations

import logging
from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

import panel as pn
from panel.io.state import state

from wargame.core.errors import WargameError

if TYPE_CHECKING:
    from collections.abc import Callable

LOG = logging.getLogger(__name__)
HOME = files("widgets.classroom")
OURS = "Something went wrong in the application; what happened is told where it was started."
HEAD = """\
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/look.css">
<script src="/again.js" defer></script>"""
TOP = """\
<a class="skip" href="#main">To the content</a>
<header class="top"><a class="name" href="/">wargame</a>
<nav aria-label="Pages"><a href="/">Classes</a> <a href="/gallery">Gallery</a></nav></header>
<p class="lost" id="lost" role="status"></p>"""
LIVE = (
    """\
{% extends base %}
{% block title %}{{ heading }}{% endblock %}
{% block postamble %}"""
    + HEAD
    + """{% endblock %}
{% block contents %}"""
    + TOP
    + """
<div id="main" tabindex="-1">{{ before }}{{ embed(roots.view) }}</div>{% endblock %}"""
)
"""A page with a view that Bokeh keeps alive, as Panel's own template has it."""
PLAIN = """\
<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title>
{head}</head>
<body>{top}
<main id="main" tabindex="-1">{body}</main></body></html>
"""


def plain_page(title: str, body: str) -> str:
    """Return a page that needs no script.

    Args:
        title: Its title, as plain text.
        body: Its content, as HTML.
    """
    return PLAIN.format(title=f"{escape(title)} – wargame", head=HEAD, top=TOP, body=body)


def sorry(error: WargameError) -> str:
    """Return what a page says that cannot be shown, with where to go on."""
    return (
        f'<h1>This page cannot be shown</h1><p class="alert" role="alert">{escape(str(error))}</p>'
        '<p><a href="/">Join a class, or go on in one</a></p>'
    )


def live_page(
    title: str, build: Callable[[], pn.viewable.Viewable], before: str = ""
) -> Callable[[], pn.Template]:
    """Return the function that makes a page for whoever opens it.

    Args:
        title: Its title.
        build: Makes the view.
        before: What stands above the view, as HTML.

    Returns:
        The function; where the view cannot be made, its page says why.
    """

    def page() -> pn.Template:
        words = before
        try:
            view = build()
        except WargameError as error:
            view, words = pn.Column(), sorry(error)
        except Exception:  # whatever it is, it tells a visitor nothing of this machine
            LOG.exception("the page %s could not be made", title)
            view, words = pn.Column(), sorry(WargameError(OURS))
        document = state.curdoc
        if document is not None:  # the page tells of a lost server itself
            document.config.update(notify_connection_status=False, notifications=None)
        template = pn.Template(LIVE)
        template.add_variable("heading", f"{escape(title)} – wargame")
        template.add_variable("before", words)
        template.add_panel("view", view)
        return template

    return page

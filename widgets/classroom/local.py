"""Notebook widgets inside a page of the application, with nothing fetched from elsewhere.

Panel shows a widget of a notebook through ipywidgets_bokeh, which would fetch the front ends of
anywidget and of the map from a server on the internet, and a font from two more. Both front ends
were installed with their Python packages, so this server hands them out itself.

Four names here are not public: ``IPyWidget._get_ipywidget``, ``state._ipykernels`` and ``TempComm``
of Panel, ``_instances`` of ipywidgets; and :func:`forget` knows how anywidget follows files. The
pins of these packages and the tests beside this guard them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import panel as pn
import panel.io.ipywidget  # first: it makes ipywidgets_bokeh keep a kernel for every page
from comm import get_comm_manager
from ipywidgets import Widget
from ipywidgets.widgets import widget as registry
from ipywidgets_bokeh.widget import IPyWidget
from jupyter_core.paths import jupyter_path
from panel.io.ipywidget import TempComm
from panel.io.state import state
from tornado.web import RequestHandler

from wargame.core.errors import RequestError
from widgets.errors import WidgetError

if TYPE_CHECKING:
    from bokeh.document import Document

# A widget of no page has a comm that Panel never opened, so that closing it would fail: there is
# nobody to tell.
TempComm.close = lambda _self, *_args, **_more: None  # type: ignore[method-assign]

FRONT_ENDS = "/nbext"
"""Where the front ends are handed out."""
KNOWN = ("anywidget", "jupyter-leaflet")
DARK = """\
@media (prefers-color-scheme: dark) {
  .widget-dropdown > select {
    background-image: url("data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' \
viewBox='0 0 18 18'%3E%3Cpath d='M5 7l4 4 4-4' fill='none' stroke='%23ecebe4' \
stroke-width='2'/%3E%3C/svg%3E") !important;
  }
}
"""
"""The arrow of a list is a picture, and ipywidgets has a dark one only."""


def front_end_of(package: str) -> Path | None:
    """Return the front end of a package where pip has put it, and nothing of any other.

    Args:
        package: Its name; only those in :data:`KNOWN` are looked for.
    """
    places = jupyter_path("nbextensions", package, "index.js") if package in KNOWN else ()
    return next((Path(each) for each in places if Path(each).is_file()), None)


class LocalIPyWidget(pn.pane.IPyWidget):
    """A pane with a widget of a notebook, whose front end comes from this machine.

    The widget must have been made for this very page: one made outside of any page belongs to
    nobody, and Panel would show it, with all that it says, to whoever comes next.
    """

    priority = None  # asked for by name, so that no pane turns into one by chance

    def __init__(self, widget: Widget, **params: Any) -> None:  # noqa: ANN401 - Panel's own
        """Show a widget."""
        super().__init__(widget, **params)  # type: ignore[no-untyped-call] # Panel has no types here

    def _get_ipywidget(
        self,
        obj: Widget,
        doc: Document,
        root: object,  # noqa: ARG002 - as Panel calls it
        comm: object,  # noqa: ARG002 - as Panel calls it
        **kwargs: Any,  # noqa: ANN401 - properties of a Bokeh model
    ) -> IPyWidget:
        """Return the model of the widget, told where its front end is.

        Raises:
            WidgetError: The widget was made outside of this page.
        """
        if getattr(obj, "_document", None) is not doc:
            cure = "Make the widget in the function that makes the page, or in one of its events."
            found = "a widget made outside of this page"
            raise WidgetError("LocalIPyWidget", found, "a widget of this page", cure)
        styles = [*kwargs.pop("stylesheets", ()), DARK]
        return IPyWidget(widget=obj, cdn=FRONT_ENDS, stylesheets=styles, **kwargs)


class FrontEnd(RequestHandler):
    """Hands out the installed front ends of notebook widgets, and no other file."""

    def get(self, name: str) -> None:
        """Answer with one front end, such as ``anywidget@~0.11.0/dist/index.js``."""
        file = front_end_of(name.partition("@")[0])
        if file is None:
            self.set_status(404)
            self.finish("There is no such front end here.")
            return
        self.set_header("Content-Type", "text/javascript; charset=utf-8")
        self.set_header("Cache-Control", "private, max-age=3600")
        self.finish(file.read_bytes())


def stay_local() -> None:
    """Keep every page of this process from fetching anything from elsewhere.

    Raises:
        RequestError: A front end is not installed beside this Python.
    """
    missing = [name for name in KNOWN if front_end_of(name) is None]
    if missing:
        found = f"no front end of {' nor of '.join(missing)} in share/jupyter"
        cure = "Run: python -m pip install --force-reinstall anywidget jupyter-leaflet"
        raise RequestError("wargame app", found, "an installation with the app extra", cure)
    pn.extension("ipywidgets")
    IPyWidget.__css__ = []  # a font of icons, which nothing here uses
    pn.config.css_files = []


def forget(document: Document) -> None:
    """Let go of the widgets of a page that nobody looks at any more.

    ipywidgets remembers every widget until it is closed, the registry of comms its comm, anywidget
    whom to tell when a script on the disk changes, and Panel a kernel for every page: a server
    would grow with each visitor. Closing would tell the page, which is gone already.

    Args:
        document: The page's document.
    """
    instances = registry._instances  # noqa: SLF001 - there is no public list
    comms = get_comm_manager().comms
    for name, each in list(instances.items()):
        if getattr(each, "_document", None) is document:
            del instances[name]
            comms.pop(name, None)
            each.comm = None
            _stop_following(each)
    state._ipykernels.pop(document, None)  # noqa: SLF001 - it would keep the whole page


def _stop_following(widget: Widget) -> None:
    """Let no widget of this class follow its script on the disk: that is for who writes scripts."""
    for each in type(widget).__mro__:
        for name in ("_esm", "_css"):
            changed = getattr(each.__dict__.get(name), "changed", None)
            if changed is not None:
                changed.disconnect()

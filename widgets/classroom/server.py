"""The server of the application: one process, one classroom, pages for whoever opens them."""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import panel as pn
from bokeh.application.handlers import Handler
from panel.io.application import build_applications
from panel.io.server import get_server

from widgets.classroom import session
from widgets.classroom.codes import read_code
from widgets.classroom.debriefs import Debrief
from widgets.classroom.errors import RoomError
from widgets.classroom.frame import live_page
from widgets.classroom.gallery import INSTRUMENTS, live
from widgets.classroom.guard import SafeHeaders, this_machine
from widgets.classroom.local import FRONT_ENDS, FrontEnd, forget, stay_local
from widgets.classroom.pages import Settings, cookie_name, routes
from widgets.classroom.student import student_page
from widgets.classroom.teacher import teacher_page

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from bokeh.application import Application
    from bokeh.application.application import SessionContext
    from bokeh.document import Document
    from bokeh.server.server import Server
    from tornado.httputil import HTTPServerRequest

    from widgets.classroom.rooms import Classroom

LINGER = 60_000
"""How long a page whose connection broke is kept, in ms: a phone that sleeps comes back to it."""
LARGEST_FORM = 100_000
LARGEST_MESSAGE = 4_000_000
"""Bytes of one message of a page: a saved game that a person pastes is the longest."""


class Visit(Handler):
    """Hands the token of a browser to the page it opens, and cleans up when the page is gone.

    Args:
        place: ``class`` or ``teach``; empty for a page that is nobody's.
    """

    def __init__(self, place: str = "") -> None:
        """Keep the place."""
        super().__init__()
        self._place = place

    def modify_document(self, doc: Document) -> None:
        """Add nothing to the page."""

    def process_request(self, request: HTTPServerRequest) -> dict[str, Any]:
        """Read the cookie of the room that the address names; add nothing that is sent.

        Only the page itself gets a token, not the script by which Bokeh would show it elsewhere.
        """
        if request.path == f"/{self._place}":
            asked = request.query_arguments.get("room", [b""])[-1].decode("ascii", "replace")
            try:
                code = read_code(asked)
            except RoomError:
                return {}
            cookie = request.cookies.get(cookie_name(self._place, code))
            session.carry(request, cookie.value if cookie else "", code)
        return {}

    async def on_session_destroyed(self, session_context: SessionContext) -> None:
        """Close the widgets of the page."""
        document = getattr(session_context, "_document", None)  # the public name is gone by now
        if document is not None:
            forget(document)


def serve(  # noqa: PLR0913 - what a server is set by
    classroom: Classroom,
    *,
    host: str = "",
    port: int,
    names: Iterable[str] = (),
    lessons: Iterable[Path] = (),
    open_anywhere: bool = False,
) -> tuple[Server, Settings]:
    """Make the server; it answers once its loop runs.

    Args:
        classroom: The classroom that all pages share.
        host: The address to listen on; empty for every one of this machine.
        port: The port.
        names: Other names that this machine is known by.
        lessons: Notebooks of the teacher's own.
        open_anywhere: Whether every machine may open a class, not only this one.

    Returns:
        The server and how it is set.

    Raises:
        OSError: The port is in use, or is not to be had.
        RequestError: A front end of a widget is missing.
    """
    stay_local()
    machine = this_machine(host, port, names)
    session.hold(classroom, urlsplit(next(iter(machine.addresses), "")).netloc)
    settings = Settings(machine, tuple(lessons), open_anywhere)
    server = get_server(
        applications(),  # type: ignore[arg-type] # Panel takes them as they are
        port=port,
        address=host or None,
        websocket_origin=machine.origins,
        extra_patterns=[
            *routes(settings),
            (r"/debrief", Debrief, {"settings_": settings}),
            (rf"{FRONT_ENDS}/(.*)", FrontEnd),
        ],
        use_index=False,
        # a page's own secrets: nobody else's page can be taken over, and no cookie stands in one
        sign_sessions=True,
        secret_key=secrets.token_urlsafe(32),
        include_cookies=[],
        include_headers=[],
        unused_session_lifetime_milliseconds=LINGER,
        websocket_max_message_size=LARGEST_MESSAGE,
        http_server_kwargs={"max_body_size": LARGEST_FORM},
    )
    server._tornado.add_transform(SafeHeaders)  # noqa: SLF001 - the way to tornado's own setting
    return server, settings


def applications() -> dict[str, Application]:
    """Return every page that is kept alive, by its address."""
    pages: dict[str, tuple[str, str, Callable[[], pn.Template]]] = {
        "/class": ("class", "The class", live_page("The class", student_page)),
        "/teach": ("teach", "Teaching", live_page("Teaching", teacher_page)),
    }
    for each in INSTRUMENTS.values():
        above = f'<div class="instrument"><h1>{each.title}</h1><p>{each.sentence}</p></div>'
        page = live_page(each.title, partial(live, each.name), above)
        pages[f"/gallery/{each.name}"] = ("", each.title, page)
    titles = {address: f"{title} – wargame" for address, (_, title, _) in pages.items()}
    found = build_applications({at: page for at, (*_, page) in pages.items()}, title=titles)
    for address, (place, *_) in pages.items():
        found[address].add(Visit(place))
    return found

"""What a page of the application knows of itself: the classroom, and whose page it is.

A page is a function that builds a view. It asks here for the one :class:`Classroom` of the server
and for the token of the person who opened the page. The token comes from a cookie that scripts
cannot read; it is handed over on the request itself, because Bokeh writes what it knows of cookies
and headers into the page, where a script could read them after all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from panel.io.state import state

from wargame.core.errors import RequestError

if TYPE_CHECKING:
    from tornado.httputil import HTTPServerRequest

    from widgets.classroom.rooms import Classroom

PERSON = "wargame_person"
"""The attribute of a request that carries the token."""
ROOM = "wargame_room"
"""The attribute of a request that carries the code of the room."""

_held: list[Classroom] = []
_address: list[str] = []


def hold(classroom: Classroom, address: str = "") -> None:
    """Make a classroom the one of this server.

    Args:
        classroom: The classroom; it takes the place of one that was held before.
        address: Where students reach it, to be read out; empty where that is not known.
    """
    _held[:] = [classroom]
    _address[:] = [address]


def address() -> str:
    """Return where students reach this server, such as ``192.0.2.7:5006``; empty if not known."""
    return _address[0] if _address else ""


def classroom() -> Classroom:
    """Return the classroom of this server.

    Raises:
        RequestError: None is held: the page is not served by ``wargame app``.
    """
    if not _held:
        cure = "Start the application with: wargame app."
        raise RequestError("this page", "no classroom", "a page that the application serves", cure)
    return _held[0]


def token() -> str:
    """Return the token of the person who opened this page; empty when the browser sent none.

    An empty token is nobody's: :meth:`Classroom.who` refuses it with what to do.
    """
    return _carried(PERSON)


def code() -> str:
    """Return the code of the room of this page, as it stands in the address; empty without one."""
    return _carried(ROOM)


def carry(request: HTTPServerRequest, person: str, room: str) -> None:
    """Hand a person and a room over to the page that answers a request.

    Args:
        request: The request for the page.
        person: The token.
        room: The code of the room.
    """
    setattr(request, PERSON, person)
    setattr(request, ROOM, room)


def _carried(name: str) -> str:
    document = state.curdoc
    context = document.session_context if document is not None else None
    request = getattr(context, "request", None)  # only a session of a server has one
    carried: str = getattr(request, name, "")
    return carried

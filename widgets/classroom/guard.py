"""Who may ask this server, and what a browser may do with its answers.

A page on another site can make a browser send requests here. So every form must come from a page of
this server, under a name that this machine really has (else a foreign name could be pointed here),
and cookies are sent by pages of this server only. A browser is told to fetch nothing from elsewhere
and to show no page of ours inside another site's.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from attrs import frozen
from tornado.web import OutputTransform

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tornado.httputil import HTTPHeaders, HTTPServerRequest

EVERYWHERE = ("", "0.0.0.0")  # noqa: S104 - so the machine is told to listen
LOCAL = ("localhost", "127.0.0.1")
ELSEWHERE = "192.0.2.1"
"""An address that is nobody's (RFC 5737): asked which way to it, no packet is sent."""
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; "
    "connect-src 'self' ws://{host} wss://{host} data: blob:; worker-src 'self' blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Widgets of a notebook are modules loaded from what the page itself holds (blob:)."""


@frozen
class Machine:
    """The names and addresses under which this server is known.

    Args:
        port: The port.
        names: Host names and IPv4 addresses; Bokeh takes no others as origins.
    """

    port: int
    names: tuple[str, ...]

    @property
    def origins(self) -> list[str]:
        """Every name with the port, as browsers send them; port 80 is left out by them."""
        bare = list(self.names) if self.port == 80 else []  # noqa: PLR2004 - that of http
        return bare + [f"{name}:{self.port}" for name in self.names]

    @property
    def addresses(self) -> list[str]:
        """The addresses that people on the same network can type."""
        shown = [each for each in self.names if each not in LOCAL and _is_address(each)]
        return [f"http://{each}:{self.port}/" for each in shown]

    def knows(self, host: str) -> bool:
        """Return whether a request for this host is meant for this server."""
        return host.lower() in self.origins

    def is_own(self, remote: str) -> bool:
        """Return whether a request comes from this machine itself."""
        with suppress(ValueError):
            address = ip_address(remote.partition("%")[0])
            return address.is_loopback or str(address) in self.names
        return False


def this_machine(host: str, port: int, more: Iterable[str] = ()) -> Machine:
    """Return the names of this machine.

    Args:
        host: The address that is listened on; empty for all.
        port: The port.
        more: Other names it is known by, such as one that a router gives it.
    """
    names = [*LOCAL, *(each.lower() for each in more)]
    if host in EVERYWHERE:
        own = socket.gethostname().lower()
        names += [own, f"{own}.local", *_own_addresses(own)]
    else:
        names.append(host.lower())
    return Machine(port, tuple(dict.fromkeys(names)))


def _own_addresses(name: str) -> list[str]:
    found = []
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        asked.connect((ELSEWHERE, 9))
        found.append(asked.getsockname()[0])
    with suppress(OSError):
        found += [str(entry[4][0]) for entry in socket.getaddrinfo(name, None, socket.AF_INET)]
    return [each for each in found if not ip_address(each).is_loopback]


def _is_address(name: str) -> bool:
    with suppress(ValueError):
        ip_address(name)
        return True
    return False


def refused(request: HTTPServerRequest, machine: Machine) -> str:
    """Return why a request is not answered; empty when it is.

    Args:
        request: The request.
        machine: What this server is called.
    """
    if not machine.knows(request.host):
        return (
            "This server is not known by that name. Use the address that it printed when it was "
            "started, or start it with --name and the name."
        )
    if request.method in {"GET", "HEAD"}:
        return ""
    origin = request.headers.get("Origin", "")
    site = request.headers.get("Sec-Fetch-Site", "same-origin")
    if urlsplit(origin).netloc.lower() != request.host.lower() or site != "same-origin":
        return "This form did not come from a page of this server. Open the page, and try again."
    return ""


class SafeHeaders(OutputTransform):
    """Adds to every answer what a browser may do with it."""

    def __init__(self, request: HTTPServerRequest) -> None:
        """Keep the host that was asked."""
        self._host = request.host

    def transform_first_chunk(
        self,
        status_code: int,
        headers: HTTPHeaders,
        chunk: bytes,
        finishing: bool,  # noqa: FBT001 - as tornado calls it
    ) -> tuple[int, HTTPHeaders, bytes]:
        """Add the headers."""
        del finishing  # an answer in parts has headers like any other
        safe = "".join(each for each in self._host if each.isalnum() or each in "-.:[]_")
        headers["Content-Security-Policy"] = POLICY.format(host=safe)
        headers["X-Content-Type-Options"] = "nosniff"
        headers["Referrer-Policy"] = "same-origin"
        headers["Cross-Origin-Resource-Policy"] = "same-origin"
        return status_code, headers, chunk

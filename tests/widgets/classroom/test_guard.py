"""Under which names the server answers, and which forms it takes."""

from __future__ import annotations

import pytest
from tornado.httputil import HTTPConnection, HTTPHeaders, HTTPServerRequest, RequestStartLine

from widgets.classroom.guard import Machine, refused, this_machine

MACHINE = Machine(5006, ("localhost", "127.0.0.1", "10.0.0.7"))
OURS = "http://10.0.0.7:5006"


def request(method: str, host: str = "10.0.0.7:5006", **headers: str) -> HTTPServerRequest:
    """Return a request as a browser sends it."""
    sent = HTTPHeaders({name.replace("_", "-"): text for name, text in headers.items()})
    sent["Host"] = host
    line = RequestStartLine(method, "/join", "HTTP/1.1")
    return HTTPServerRequest(start_line=line, headers=sent, connection=HTTPConnection())


def test_every_own_name_is_an_origin_with_its_port() -> None:
    assert MACHINE.origins == ["localhost:5006", "127.0.0.1:5006", "10.0.0.7:5006"]
    assert Machine(80, ("pc",)).origins == ["pc", "pc:80"]


def test_students_are_told_addresses_only_that_they_can_reach() -> None:
    assert MACHINE.addresses == ["http://10.0.0.7:5006/"]
    assert this_machine("127.0.0.1", 5006).addresses == []


def test_names_that_were_given_are_known_besides_the_own() -> None:
    machine = this_machine("", 5006, ["Class.example"])
    assert machine.knows("class.example:5006")
    assert machine.knows("CLASS.example:5006")
    assert machine.knows("localhost:5006")
    assert not machine.knows("localhost:5007")


@pytest.mark.parametrize(
    ("remote", "own"),
    [("127.0.0.1", True), ("::1", True), ("10.0.0.7", True), ("10.0.0.8", False), ("", False)],
)
def test_only_this_machine_is_this_machine(remote: str, own: bool) -> None:  # noqa: FBT001 - a table
    assert MACHINE.is_own(remote) is own


def test_a_name_that_is_not_ours_is_refused_even_for_reading() -> None:
    assert "not known by that name" in refused(request("GET", "evil.example:5006"), MACHINE)
    assert refused(request("GET"), MACHINE) == ""


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "null"},
        {"Origin": "http://evil.example"},
        {"Origin": "http://10.0.0.7:5007"},
        {"Origin": OURS, "Sec_Fetch_Site": "cross-site"},
        {"Origin": OURS, "Sec_Fetch_Site": "same-site"},
        {"Origin": OURS, "Sec_Fetch_Site": "none"},
    ],
)
def test_a_form_of_another_site_is_refused(headers: dict[str, str]) -> None:
    assert "did not come from a page" in refused(request("POST", **headers), MACHINE)


def test_a_form_of_our_own_page_is_taken() -> None:
    assert refused(request("POST", Origin=OURS, Sec_Fetch_Site="same-origin"), MACHINE) == ""
    assert refused(request("POST", Origin=OURS), MACHINE) == ""

"""The pages that are plain forms: the first page, the list of the gallery, and small answers.

A form that lets somebody in sets a cookie with their token that no script can read and that no
other site can make a browser send; its name holds the room, so that two rooms in one browser do not
mix. Then it leads to ``/class`` or ``/teach``.
"""

from __future__ import annotations

import json
import re
from secrets import token_hex
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from attrs import frozen
from tornado.web import RequestHandler

from wargame.core.errors import RequestError, WargameError, one_of, shown
from widgets.classroom import session
from widgets.classroom.codes import read_code
from widgets.classroom.errors import Denied, TooSoon
from widgets.classroom.frame import HOME, plain_page, sorry
from widgets.classroom.guard import refused
from widgets.classroom.start import (
    Said,
    gallery_list,
    groups,
    lesson_options,
    lesson_titles,
    start,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from widgets.classroom.guard import Machine
    from widgets.classroom.views import Member

COOKIE = re.compile(r"wargame-(class|teach)-([A-Z0-9]{6})")
DAYS = 30
"""How long a browser stays in a room by itself."""
LONGEST = 2_000
PLACES = ("class", "teach")
RUN = token_hex(8)
"""Another at every start of the server: pages see by it that they are to be loaded anew."""


@frozen
class Settings:
    """How this server is set.

    Args:
        machine: What it is called.
        lessons: Notebooks of the teacher's own.
        open_anywhere: Whether every machine may open a class, not only this one.
    """

    machine: Machine
    lessons: tuple[Path, ...] = ()
    open_anywhere: bool = False


def cookie_name(place: str, code: str) -> str:
    """Return the name of the cookie of a room.

    Args:
        place: ``class`` or ``teach``.
        code: The code of the room as it is kept.
    """
    return f"wargame-{place}-{code}"


class Plain(RequestHandler):
    """A page that needs no script.

    Args:
        settings_: How the server is set.
    """

    def initialize(self, settings_: Settings) -> None:
        """Keep how the server is set."""
        self.own = settings_

    def prepare(self) -> None:
        """Refuse what does not come from a page of this server."""
        why = refused(self.request, self.own.machine)
        if why:
            self.show("Not from here", sorry(Denied(why)), 403)

    def show(self, title: str, body: str, status: int = 200) -> None:
        """Answer with a page."""
        self.set_status(status)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(plain_page(title, body))

    def field(self, name: str) -> str:
        """Return a field of the form that was sent, without the gaps around it.

        Raises:
            RequestError: It is longer than any field is.
        """
        text: str = self.get_body_argument(name, "")
        if len(text) > LONGEST:
            raise RequestError(name, f"{len(text):,} characters", f"at most {LONGEST:,}")
        return text.strip()

    @property
    def remote(self) -> str:
        """Where the request comes from."""
        return self.request.remote_ip or ""

    @property
    def may_open(self) -> bool:
        """Whether whoever asks may open a class."""
        return self.own.open_anywhere or self.own.machine.is_own(self.remote)

    def members(self) -> Iterator[Member]:
        """Yield who this browser is, in each room it is in."""
        for name, morsel in self.request.cookies.items():
            if COOKIE.fullmatch(name):
                try:
                    yield session.classroom().who(morsel.value)
                except WargameError:
                    continue  # taken out, or a room of another file

    def let_in(self, place: str, code: str, token: str) -> None:
        """Keep a token in the browser and lead to its page.

        Args:
            place: ``class`` or ``teach``.
            code: The room.
            token: The token.
        """
        key = read_code(code)
        self.set_cookie(
            cookie_name(place, key),
            token,
            expires_days=DAYS,
            httponly=True,
            samesite="Strict",
            secure=self.request.protocol == "https",
        )
        self.redirect(f"/{place}?room={key}", status=303)

    def again(self, form: str, error: WargameError, *names: str) -> None:
        """Show the first page with what was sent and why it could not be done."""
        fields = {name: self.get_body_argument(name, "")[:LONGEST] for name in names}
        status = 429 if isinstance(error, TooSoon) else 400
        if isinstance(error, TooSoon):
            self.set_header("Retry-After", str(error.seconds))
        self.first(Said(form, fields, str(error)), status)

    def first(self, said: Said, status: int = 200) -> None:
        """Show the first page."""
        lessons = lesson_options(lesson_titles(self.own.lessons), said.fields.get("lesson", ""))
        body = start(self.members(), lessons, said, may_open=self.may_open)
        self.show("A class", body, status)


class Start(Plain):
    """The first page."""

    def get(self) -> None:
        """Show it."""
        self.first(Said())


class Join(Plain):
    """Lets a student in."""

    def get(self) -> None:
        """Show the first page: this address is only sent to."""
        self.redirect("/")

    def post(self) -> None:
        """Let a student in, once a team and a side are chosen where there are any."""
        try:
            self._join()
        except WargameError as error:
            self.again("join", error, "code", "nickname")

    def _join(self) -> None:
        room, name = session.classroom(), self.field("nickname")
        code = read_code(self.field("code"))
        teams, sides = room.groups_of(code, self.remote)
        team, side = self.field("team"), self.field("side")
        if (teams and not team) or (sides and not side):
            self.show("Join a class", groups(code, name, teams, sides, Said()))
            return
        self.let_in("class", code, room.join(code, name, team, side, self.remote))


class Open(Plain):
    """Opens a class."""

    def get(self) -> None:
        """Show the first page: this address is only sent to."""
        self.redirect("/")

    def post(self) -> None:
        """Open a class and let its teacher in."""
        try:
            self._open()
        except WargameError as error:
            self.again("open", error, "lesson", "title", "board", "teams", "sides")

    def _open(self) -> None:
        if not self.may_open:
            raise Denied("A class is opened on the machine that runs the application.")
        lessons, lesson = lesson_titles(self.own.lessons), self.field("lesson")
        if lesson not in lessons:  # a name from here is a file of the machine
            raise RequestError("lesson", shown(lesson), one_of(lessons, lesson))
        room, password = session.classroom(), self.get_body_argument("password", "")
        code = room.open(
            password,
            lesson,
            title=self.field("title") or lessons[lesson][0],
            board=self.field("board"),
            teams=_listed(self.field("teams")),
            sides=_listed(self.field("sides")),
            remote=self.remote,
        )
        self.let_in("teach", code, room.teach(code, password, self.remote))


def _listed(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


class Return(Plain):
    """Lets a teacher in again."""

    def get(self) -> None:
        """Show the first page: this address is only sent to."""
        self.redirect("/")

    def post(self) -> None:
        """Let a teacher in by code and password."""
        try:
            code = read_code(self.field("code"))
            password = self.get_body_argument("password", "")
            self.let_in("teach", code, session.classroom().teach(code, password, self.remote))
        except WargameError as error:
            self.again("return", error, "code")


class Leave(Plain):
    """Makes a browser forget a room, such as one that the next student uses."""

    def get(self) -> None:
        """Show the first page: this address is only sent to."""
        self.redirect("/")

    def post(self) -> None:
        """Forget the token, here and in the file."""
        name = f"wargame-{self.field('as')}-{self.field('room')}"
        if COOKIE.fullmatch(name):
            session.classroom().leave(self.get_cookie(name, "") or "")
            self.clear_cookie(name)
        self.redirect("/", status=303)


class Export(Plain):
    """Hands out what was said, as a file: a student's own, or the class's for its teacher."""

    def get(self) -> None:
        """Answer with the JSON."""
        try:
            place, code, token = self._whose()
            room = session.classroom()
            data = room.class_export(token) if place == "teach" else room.own_export(token)
        except WargameError as error:
            self.show("Export", sorry(error), 403)
            return
        named = "class" if place == "teach" else "answers"
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.set_header("Content-Disposition", f'attachment; filename="{named}-{code}.json"')
        self.set_header("Cache-Control", "no-store")
        self.finish(json.dumps(data, ensure_ascii=False, indent=1))

    def _whose(self) -> tuple[str, str, str]:
        """Return place, room and token: as the address says, else as the page that links here."""
        place, room = self.get_query_argument("as", ""), self.get_query_argument("room", "")
        if not place or not room:
            came = urlsplit(self.request.headers.get("Referer", ""))
            place = came.path.strip("/")
            room = next(iter(parse_qs(came.query).get("room", ())), "")
        if place not in PLACES:
            raise RequestError("as", shown(place), one_of(PLACES, place))
        code = read_code(room)
        return place, code, self.get_cookie(cookie_name(place, code), "") or ""


class Gallery(Plain):
    """The list of the gallery."""

    def get(self) -> None:
        """Show it."""
        self.show("Gallery", gallery_list())


class Alive(Plain):
    """Says that the server is there, and which run of it this is."""

    def get(self) -> None:
        """Answer with the name of this run."""
        self.set_header("Cache-Control", "no-store")
        self.finish({"run": RUN})


class Asset(RequestHandler):
    """Hands out the style and the script that every page has."""

    KINDS = {"look.css": "text/css", "again.js": "text/javascript"}  # noqa: RUF012 - never changed

    def get(self, name: str) -> None:
        """Answer with the file; its name is one of :attr:`KINDS` by the route."""
        self.set_header("Content-Type", f"{self.KINDS[name]}; charset=utf-8")
        self.set_header("Cache-Control", "no-cache")
        self.finish((HOME / name).read_bytes())


def routes(settings: Settings) -> list[tuple[str, type[RequestHandler], dict[str, Settings]]]:
    """Return the routes of the plain pages.

    Args:
        settings: How the server is set.
    """
    own = {"settings_": settings}
    return [
        (r"/", Start, own),
        (r"/join", Join, own),
        (r"/open", Open, own),
        (r"/return", Return, own),
        (r"/leave", Leave, own),
        (r"/export\.json", Export, own),
        (r"/gallery/?", Gallery, own),
        (r"/alive", Alive, own),
        (r"/(look\.css|again\.js)", Asset, {}),
    ]

"""The first page and its forms: plain HTML, of use without any script."""

from __future__ import annotations

from functools import cache
from html import escape
from typing import TYPE_CHECKING

from attrs import frozen

from widgets.classroom.codes import shown_code
from widgets.classroom.gallery import HEADINGS, INSTRUMENTS
from widgets.handout.lesson import read_lesson, shipped_lessons

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from widgets.classroom.views import Member

FAMILIES = {
    "fire_and_movement": "Fire & Movement",
    "rifle_and_spade": "Rifle and Spade",
    "area_combat": "Area combat",
    "geography": "Geography",
}
ONLY_HERE = (
    "<p>A class is opened on the machine that runs the application: open this page there. "
    "(Started with <code>--open-anywhere</code>, it lets every machine open one.)</p>"
)


@frozen
class Said:
    """What a form was sent with, to stand in it again.

    Args:
        form: The form: ``join``, ``open`` or ``return``; empty when none was sent.
        fields: Its fields; a password is never among them.
        error: Why it could not be done.
    """

    form: str = ""
    fields: Mapping[str, str] = {}
    error: str = ""

    def of(self, form: str, name: str) -> str:
        """Return what a field of a form said, escaped."""
        return escape(self.fields.get(name, "")) if form == self.form else ""

    def alert(self, form: str) -> str:
        """Return why a form could not be done, as HTML."""
        if form != self.form or not self.error:
            return ""
        return f'<p class="alert" role="alert">{escape(self.error)}</p>'


@cache
def lesson_titles(more: tuple[Path, ...] = ()) -> dict[str, tuple[str, str]]:
    """Return the lessons that a class can go through: their titles and families, by name.

    Args:
        more: Notebooks of the teacher's own.
    """
    found = {str(path): (read_lesson(path).title, "Your own") for path in more}
    for name, path in shipped_lessons().items():
        family = name.partition("/")[0]
        found[name] = (read_lesson(path).title, FAMILIES.get(family, family))
    return found


def start(rooms: Iterable[Member], lessons: str, said: Said, *, may_open: bool) -> str:
    """Return the content of the first page.

    Args:
        rooms: The rooms that this browser is in.
        lessons: The options of the list of lessons.
        said: What was sent and could not be done.
        may_open: Whether whoever asks may open a class.
    """
    doors = [_join(said), _open(lessons, said) if may_open else _closed(said), _return(said)]
    return (
        "<h1>A class</h1>"
        f"{_rooms(rooms)}"
        f'<div class="doors">{"".join(doors)}<section><h2>Gallery</h2><p>Every explorer and every '
        'scenario, to try alone.</p><p><a href="/gallery">Open the gallery</a></p></section></div>'
    )


def _rooms(rooms: Iterable[Member]) -> str:
    lines = "".join(
        f'<li><a href="/{place_of(each)}?room={each.room}">Go on in {shown_code(each.room)} '
        f"{'as its teacher' if each.kind == 'teacher' else f'as {escape(each.name)}'}</a> "
        f'<form method="post" action="/leave"><input type="hidden" name="room" value="{each.room}">'
        f'<input type="hidden" name="as" value="{place_of(each)}">'
        f'<button aria-label="Forget {shown_code(each.room)} in this browser">Forget</button>'
        "</form></li>"
        for each in rooms
    )
    return f'<ul class="rooms">{lines}</ul>' if lines else ""


def place_of(member: Member) -> str:
    """Return the page of a member: ``teach`` or ``class``."""
    return "teach" if member.kind == "teacher" else "class"


def _join(said: Said) -> str:
    return (
        f'<section><h2>Join a class</h2>{said.alert("join")}<form method="post" action="/join">'
        f"{_code('join', said)}"
        '<label for="join-name">Your name here</label><input id="join-name" name="nickname" '
        f'required maxlength="30" autocomplete="off" value="{said.of("join", "nickname")}">'
        "<button>Join</button></form></section>"
    )


def groups(code: str, nickname: str, teams: Sequence[str], sides: Sequence[str], said: Said) -> str:
    """Return the content of the page on which a student chooses a team and a side.

    Args:
        code: The room.
        nickname: The name already given.
        teams: The teams to choose from, if any.
        sides: The sides to choose from, if any.
        said: What was sent and could not be done.
    """
    return (
        f"<h1>Join {escape(code)} as {escape(nickname)}</h1>{said.alert('join')}"
        '<form method="post" action="/join">'
        f'<input type="hidden" name="code" value="{escape(code)}">'
        f'<input type="hidden" name="nickname" value="{escape(nickname)}">'
        f"{_choice('team', 'Team', teams)}{_choice('side', 'Side', sides)}"
        '<button>Join</button></form><p><a href="/">Another name or another class</a></p>'
    )


def _choice(name: str, words: str, among: Sequence[str]) -> str:
    if not among:
        return ""
    options = "".join(f"<option>{escape(each)}</option>" for each in among)
    select = f'<select id="join-{name}" name="{name}">{options}</select>'
    return f'<label for="join-{name}">{words}</label>{select}'


def _code(form: str, said: Said) -> str:
    return (
        f'<label for="{form}-code">Code of the class</label><input class="code" id="{form}-code" '
        f'name="code" required maxlength="20" autocomplete="off" autocapitalize="characters" '
        f'spellcheck="false" placeholder="H4K-7PT" value="{said.of(form, "code")}">'
    )


def _password(form: str, words: str, kind: str) -> str:
    return (
        f'<label for="{form}-password">Password <span class="hint">{words}</span></label>'
        f'<input id="{form}-password" name="password" type="password" required minlength="6" '
        f'maxlength="200" autocomplete="{kind}">'
    )


def _closed(said: Said) -> str:
    return f"<section><h2>Open a class</h2>{said.alert('open')}{ONLY_HERE}</section>"


def _open(lessons: str, said: Said) -> str:
    games = [each for each in INSTRUMENTS.values() if each.kind == "game"]
    games.append(INSTRUMENTS["battle"])
    boards = '<option value="">none</option>' + "".join(
        f'<option value="{each.name}">{escape(each.title)}</option>' for each in games
    )
    return (
        f'<section><h2>Open a class</h2>{said.alert("open")}<form method="post" action="/open">'
        f'<label for="open-lesson">Lesson</label><select id="open-lesson" name="lesson">{lessons}'
        '</select><label for="open-title">Name of the class <span class="hint">may be left empty'
        '</span></label><input id="open-title" name="title" maxlength="100" autocomplete="off" '
        f'value="{said.of("open", "title")}">'
        f'<label for="open-board">A game for everybody to play</label><select id="open-board" '
        f'name="board">{boards}</select>'
        f"{_names('teams', 'Teams', said)}{_names('sides', 'Sides', said)}"
        f"{_password('open', 'lets you back in; six characters or more', 'new-password')}"
        "<button>Open the class</button></form></section>"
    )


def _names(name: str, words: str, said: Said) -> str:
    return (
        f'<label for="open-{name}">{words} <span class="hint">with commas between; may be left '
        f'empty</span></label><input id="open-{name}" name="{name}" maxlength="1000" '
        f'autocomplete="off" value="{said.of("open", name)}">'
    )


def _return(said: Said) -> str:
    return (
        f'<section><h2>Go on teaching</h2>{said.alert("return")}<form method="post" '
        f'action="/return">{_code("return", said)}'
        f"{_password('return', 'of this class', 'current-password')}"
        "<button>Go on</button></form></section>"
    )


def lesson_options(lessons: Mapping[str, tuple[str, str]], chosen: str = "") -> str:
    """Return the lessons as the options of a list, under the name of each family.

    Args:
        lessons: What :func:`lesson_titles` returned.
        chosen: The lesson that is chosen already.
    """
    found: dict[str, str] = {}
    for name, (title, family) in lessons.items():
        picked = " selected" if name == chosen else ""
        option = f'<option value="{escape(name)}"{picked}>{escape(title)}</option>'
        found[family] = found.get(family, "") + option
    return "".join(
        f'<optgroup label="{escape(family)}">{options}</optgroup>'
        for family, options in found.items()
    )


def gallery_list() -> str:
    """Return the content of the gallery's page."""
    parts = ["<h1>Gallery</h1>"]
    for kind, heading in HEADINGS.items():
        lines = "".join(
            f'<li><a href="/gallery/{each.name}"><b>{escape(each.title)}</b></a>'
            f'<p>{escape(each.sentence)}</p><p class="family">{escape(each.family)}</p></li>'
            for each in INSTRUMENTS.values()
            if each.kind == kind
        )
        parts.append(f'<h2>{heading}</h2><ul class="gallery">{lines}</ul>')
    return "".join(parts)

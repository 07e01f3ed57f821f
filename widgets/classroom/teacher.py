"""The teacher's page: who is here and who is stuck, what the class says, and the reins."""

from __future__ import annotations

from html import escape
from secrets import randbelow
from typing import TYPE_CHECKING, get_args
from urllib.parse import urlencode

from wargame.core.errors import RequestError, WargameError, shown
from widgets.classroom import session
from widgets.classroom.class_list import class_list
from widgets.classroom.course import Question, course, room_title
from widgets.classroom.forms import button, key
from widgets.classroom.histogram import histogram
from widgets.classroom.page import BOARD, Page, lost
from widgets.classroom.screen import notice
from widgets.classroom.student import contents, own_question, tools
from widgets.classroom.views import Change

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from panel.viewable import Viewable

    from widgets.classroom.course import Step
    from widgets.classroom.rooms import Classroom
    from widgets.classroom.views import BoardRow, Prompt, RoomView

WAIT = 500
"""Milliseconds in which the teacher's page gathers changes: sixty answers are one new look."""
HIGHEST_SEED = 999_999
"""Short enough to be read out."""


class TeacherView:
    """What a teacher sees, and does.

    Args:
        room: The classroom of the server.
        token: Whose page it is.

    Raises:
        Denied: The token is nobody's, or a student's.
    """

    def __init__(self, room: Classroom, token: str) -> None:
        """Begin where the class stands."""
        self._room, self._token = room, token
        self.now: RoomView = room.room(token)
        self.rows = room.roster(token)  # refused to a student
        self.course = course(self.now.lesson)
        self.notice = ""
        self.stage = ""
        self.pushes: Callable[[str], None] | None = None
        """What moves all boards: given the name of the deed; set by whoever holds the board."""

    @property
    def place(self) -> int:
        """Nothing that a teacher does takes the page back to its top."""
        return 0

    @property
    def step(self) -> Step:
        """Where the class stands."""
        return self.course.steps[min(self.now.step, len(self.course.steps) - 1)]

    # ---- what happens ---------------------------------------------------------------------------

    def look(self) -> None:
        """Look at the room anew."""
        self.now = self._room.room(self._token)
        self.rows = self._room.roster(self._token)

    def act(self, name: str, data: Mapping[str, str]) -> None:
        """Do what the teacher asks for.

        Raises:
            WargameError: It cannot be done now.
        """
        acts: dict[str, Callable[[Mapping[str, str]], object]] = {
            "go": lambda data: self._go(_whole("step", data.get("value", ""))),
            "back": lambda _: self._go(self.now.step - 1),
            "on": lambda _: self._go(self.now.step + 1),
            "pace": self._pace,
            "show": lambda data: self._show(data, on=True),
            "hide": lambda data: self._show(data, on=False),
            "show-step": lambda _: self._show_step(),
            "ask": self._ask,
            "settle": self._settle,
            "freeze": lambda _: self._freeze(1 + randbelow(HIGHEST_SEED)),
            "free": lambda _: self._freeze(None),
            "remove": self._remove,
            "close": lambda _: self._room.close(self._token),
            "stage": self._stage,
            "boards": self._boards,
        }
        if name not in acts:
            raise RequestError("this page", shown(name), "what its buttons do", "Load it again.")
        acts[name](data)
        self.look()

    def _go(self, step: int) -> None:
        self._room.go_to(self._token, max(0, min(step, len(self.course.steps) - 1)))

    def _pace(self, data: Mapping[str, str]) -> None:
        self._room.set_pace(self._token, "free" if data.get("pace") == "free" else "together")

    def _show(self, data: Mapping[str, str], *, on: bool) -> None:
        self._room.show(self._token, data.get("question", ""), on)

    def _show_step(self) -> None:
        for question in self.step.questions:
            self._room.show(self._token, question.id, True)

    def _ask(self, data: Mapping[str, str]) -> None:
        prompt = data.get("prompt", "").strip()
        options = [line.strip() for line in data.get("options", "").splitlines() if line.strip()]
        if not prompt:
            raise RequestError("your question", "no words", "a question", "Write it, then ask.")
        self._room.ask(self._token, prompt, options)
        self.notice = notice("Asked. It stands at the top of every student's page.")

    def _settle(self, data: Mapping[str, str]) -> None:
        name, right = data.get("question", ""), data.get("right", "").strip()
        if not right:
            raise RequestError("the right answer", "nothing", "an answer", "Say which is right.")
        self._room.settle(self._token, name, right)

    def _freeze(self, seed: int | None) -> None:
        self._room.freeze(self._token, seed)

    def _remove(self, data: Mapping[str, str]) -> None:
        self._room.remove(self._token, _whole("student", data.get("member", "")))

    def _stage(self, data: Mapping[str, str]) -> None:
        self.stage = data.get("what", "")

    def _boards(self, data: Mapping[str, str]) -> None:
        if self.pushes is None or self.stage != BOARD:
            cure = "Open your board first."
            raise RequestError("all boards", "no board of yours", "a position to give out", cure)
        self.pushes(data.get("how", ""))
        self.notice = notice("Every board has your position now.")

    def beat(self) -> None:
        """Look who has not been seen for a while."""
        self.look()

    # ---- what is seen ---------------------------------------------------------------------------

    def regions(self) -> dict[str, str]:
        """Return the regions of the page."""
        found = {"head:title": self._title(), "head:way": self._way()}
        found |= {"side:roster": class_list(self.rows, self.now, self.course)}
        found |= {f"main:own-{each.question}": self._own(each) for each in self.now.prompts[::-1]}
        found |= dict(self._questions())
        found["main:ask"] = "" if self.now.closed else _ASK
        found["main:text"] = self._text()
        found["main:boards"] = self._tools()
        found["foot:end"] = self._end()
        return found

    def _title(self) -> str:
        closed = '<p class="notice">The room is closed. What was said is kept.</p>'
        return (
            f'<p class="room">{escape(room_title(self.now, self.course))}</p>'
            f'<p class="code"><small>Room</small> <b>{escape(self.now.code)}</b></p>'
            f'<p class="hint">Students open <b data-origin="{escape(session.address())}"></b> '
            "and join with this code.</p>"
            f"{closed if self.now.closed else ''}"
        )

    def _way(self) -> str:
        here, titles = self.now.step, [each.title for each in self.course.steps]
        where = (
            f'<p class="where">Step {here + 1} of {len(titles)}: <b>{escape(titles[here])}</b></p>'
        )
        if self.now.closed:
            return where
        back = button("back", "All back", id="back") if here else ""
        on = button("on", "All on", id="on", look="first") if here + 1 < len(titles) else ""
        steps = f'<nav class="row" aria-label="Steps">{back}{contents(titles, here)}{on}</nav>'
        return f'{where}{steps}<div class="row">{self._pace_button()}{self._dice_button()}</div>'

    def _pace_button(self) -> str:
        if self.now.pace == "together":
            return button("pace", "Let each go freely", pace="free", id="pace")
        return button("pace", "Go together", pace="together", id="pace")

    def _dice_button(self) -> str:
        if self.now.seed is None:
            return button("freeze", "Freeze the dice", id="dice")
        seed = f'<span class="seed">Dice frozen by seed <b>{self.now.seed}</b></span>'
        return button("free", "Free the dice", id="dice") + seed

    def _questions(self) -> Iterator[tuple[str, str]]:
        asked = self.step.questions
        hidden = [each for each in asked if each.id not in self.now.shown]
        if len(hidden) > 1:
            yield "main:all", button("show-step", "Show all answers of this step", id="show-step")
        for question in asked:
            yield f"main:{question.id}", self._question(question)

    def _own(self, prompt: Prompt) -> str:
        question = own_question(prompt)
        return f'<p class="kind">You ask</p>{self._question(question, self._settling(prompt))}'

    def _settling(self, prompt: Prompt) -> str:
        """Return the form that says which answer is right."""
        own = key(prompt.question)
        if prompt.options:
            options = "".join(
                f"<option{' selected' if each == prompt.right else ''}>{escape(each)}</option>"
                for each in prompt.options
            )
            field = f'<select id="right-{own}" name="right">{options}</select>'
        else:
            value = escape(prompt.right or "")
            field = f'<input type="text" id="right-{own}" name="right" value="{value}">'
        return (
            f'<form class="row" data-act="settle" data-question="{escape(prompt.question)}">'
            f'<label for="right-{own}">The right answer</label>{field}'
            f'<button id="settle-{own}">Settle</button></form>'
        )

    def _question(self, question: Question, more: str = "") -> str:
        tally = self._room.tally(self._token, question.id)
        shows = question.id in self.now.shown
        act, words = ("hide", "Hide the answer") if shows else ("show", "Show the answer")
        if question.kind == "bet":
            words = "Close the text again" if shows else "Show the bets, and go on"
        toggle = button(act, words, question=question.id, id=f"show-{key(question.id)}")
        state = "The class sees this." if shows else "Hidden from the class."
        return (
            f'<div class="question"><p class="prompt">{escape(question.prompt)}</p>'
            f"{histogram(tally, question.options)}{self._answer(question)}"
            f'<div class="row">{toggle}<span class="hint">{state}</span></div>{more}</div>'
        )

    def _answer(self, question: Question) -> str:
        if question.id not in self.course.questions or question.kind == "bet":
            return ""
        answer, why = self.course.answer(question.id)
        own = key(question.id)
        return (
            f'<details id="answer-{own}"><summary>The answer (only you see this)</summary>'
            f"<p><b>{escape(answer)}</b>. {escape(why)}</p></details>"
        )

    def _text(self) -> str:
        html = "".join(piece.html for piece in self.step.pieces)
        return (
            '<details id="text"><summary>The text of this step, whole</summary>'
            f'<div class="lesson">{html}</div></details>'
        )

    def _tools(self) -> str:
        found = tools(self.step, self.stage, "Open my board" if self.now.board else "")
        if self.stage == BOARD and not self.now.closed:
            found += _PUSHES
        boards = "".join(
            _board(row, self.now.code) for row in self._room.boards(self._token) if self.now.board
        )
        listed = (
            f'<details id="boards"><summary>The boards of the class</summary><ul>{boards}</ul>'
            "</details>"
        )
        return f'<div class="row tools">{found}</div>{listed if boards else ""}'

    def _end(self) -> str:
        export = '<p><a href="export.json" download>Save what the class said as a file</a></p>'
        if self.now.closed:
            return export
        return (
            f'{export}<details id="closing"><summary>Close the room</summary><p>Nobody can answer '
            "or join any more. What was said is kept, and can still be saved.</p>"
            f"{button('close', 'Close the room now', id='close')}</details>"
        )


_PUSHES = "".join(
    (
        button("boards", "My position to all boards", how="push", id="push"),
        button("boards", "All boards one question back", how="back", id="push-back"),
        button("boards", "All boards one question on", how="on", id="push-on"),
    )
)
_ASK = """
<details id="ask"><summary>Ask something of your own</summary>
<form data-act="ask" data-clear>
<label for="ask-prompt">Your question</label>
<input type="text" id="ask-prompt" name="prompt" maxlength="2000" required autocomplete="off">
<label for="ask-options">What can be answered: one answer a line; nothing for a number</label>
<textarea id="ask-options" name="options" rows="3"></textarea>
<div class="row"><button id="ask-send">Ask the class</button></div>
</form></details>"""


def teacher_page() -> Viewable:
    """Return the page of the teacher whose browser asks."""
    room, token = session.classroom(), session.token()
    try:
        view = TeacherView(room, token)
        page = Page(view, room, token, get_args(Change), WAIT)
    except WargameError as error:
        return lost(error)
    view.pushes = page.push
    return page.viewable()


def _board(row: BoardRow, code: str) -> str:
    if row.data is None:
        return f"<li>{escape(row.name)}: nothing played yet</li>"
    address = urlencode({"room": code.replace("-", ""), "board": row.owner})
    link = f'<a href="/debrief?{escape(address)}" target="_blank" rel="noopener">Debrief</a>'
    return f"<li>{escape(row.name)}: {link}</li>"


def _whole(where: str, words: str) -> int:
    if not words.isdecimal() or len(words) > 9:  # noqa: PLR2004 - no file has a thousand million
        raise RequestError(where, shown(words), "a whole number")
    return int(words)

"""A student's page: the step of the lesson, questions and bets, and what the class said."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from wargame.core.errors import RequestError, WargameError, shown
from wargame.core.replies import LONGEST, Reply
from widgets.classroom import session
from widgets.classroom.course import Question, course, room_title
from widgets.classroom.forms import asked, button
from widgets.classroom.forms import shown as answered
from widgets.classroom.gallery import instruments_of
from widgets.classroom.histogram import histogram
from widgets.classroom.page import BOARD, Page, lost, opener

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from panel.viewable import Viewable

    from widgets.classroom.course import Kind, Piece, Step
    from widgets.classroom.rooms import Classroom
    from widgets.classroom.views import Member, Prompt, RoomView

KINDS = ("step", "shown", "frozen", "board", "closed", "asked", "members")
"""The changes of a room that a student's page follows; what others say is shown only later."""
WAIT = 150
"""Milliseconds in which a student's page gathers changes."""
WAITS = "What follows tells how it ends. It opens when the teacher shows this bet."
WAITS_FREE = "What follows tells how it ends. It opens when you have sent your bet."


class StudentView:
    """What a student sees, and does.

    Args:
        room: The classroom of the server.
        token: Whose page it is.

    Raises:
        Denied: The token is nobody's.
    """

    def __init__(self, room: Classroom, token: str) -> None:
        """Begin where the class stands."""
        self._room, self._token = room, token
        self.member: Member = room.who(token)
        self.now: RoomView = room.room(token)
        self.course = course(self.now.lesson)
        self.step = min(self.now.step, len(self.course.steps) - 1)
        self.notice = ""
        self.stage = ""
        self._replies = {each.question: each for each in room.mine(token)}
        room.seen(token, self.step)

    @property
    def place(self) -> int:
        """The step on the page."""
        return self.step

    # ---- what happens ---------------------------------------------------------------------------

    def look(self) -> None:
        """Look at the room anew; with the class together the page goes where the class goes."""
        self.now = self._room.room(self._token)
        self._replies = {each.question: each for each in self._room.mine(self._token)}
        if self.now.pace == "together" and self.step != self.now.step:
            self._go(self.now.step)

    def act(self, name: str, data: Mapping[str, str]) -> None:
        """Do what the student asks for.

        Raises:
            WargameError: It cannot be done now.
        """
        if name == "reply":
            self._reply(data)
        elif name in {"go", "back", "on"} and self.now.pace == "free":
            self._go(_number(data.get("value", "")) if name == "go" else self._next(name))
        elif name == "stage":
            self.stage = data.get("what", "")
        else:
            raise RequestError("this page", shown(name), "what its buttons do", "Load it again.")

    def _next(self, name: str) -> int:
        return self.step + (1 if name == "on" else -1)

    def _go(self, step: int) -> None:
        self.step = max(0, min(step, len(self.course.steps) - 1))
        self._room.seen(self._token, self.step)

    def _reply(self, data: Mapping[str, str]) -> None:
        question = self._question(data.get("question", ""))
        said, reason = data.get("said", "").strip(), data.get("reason", "").strip()
        if not said:
            raise RequestError("answer", "nothing", "an answer", "Choose or type one, then send.")
        reply = Reply(
            "answer" if question.kind != "bet" else "bet",
            question.id,
            question.prompt[: LONGEST["prompt"]],
            said,
            reason=reason,
            cases=question.cases,
        )
        self._replies[question.id] = self._room.reply(self._token, reply)

    def _question(self, name: str) -> Question:
        own = {each.question: each for each in self.now.prompts}
        if name in own:
            return own_question(own[name])
        found = self.course.questions.get(name)
        if found is None:
            raise RequestError("answer", shown(name), "a question of this lesson")
        return found

    def beat(self) -> None:
        """Say that the student is there."""
        self._room.seen(self._token, self.step)

    # ---- what is seen ---------------------------------------------------------------------------

    def regions(self) -> dict[str, str]:
        """Return the regions of the page."""
        step = self.course.steps[self.step]
        found = {"head:title": self._title(), "head:way": self._way(step)}
        found |= {f"main:own-{each.question}": self._own(each) for each in self.now.prompts[::-1]}
        found |= {f"main:{self.step}-{name}": html for name, html in self._pieces(step)}
        found["main:tools"] = self._tools(step)
        found["foot:said"] = self._said()
        return found

    def _title(self) -> str:
        room, me = self.now, self.member
        seat = ", ".join(filter(None, (me.team, me.side)))
        closed = '<p class="notice">The class is over. What you said is kept.</p>'
        return (
            f'<p class="room">{escape(room_title(room, self.course))} <b>{escape(room.code)}</b>'
            f'</p><p class="me">You are <b>{escape(me.name)}</b>'
            f"{f' ({escape(seat)})' if seat else ''}</p>{closed if room.closed else ''}"
        )

    def _way(self, step: Step) -> str:
        here, of = self.step + 1, len(self.course.steps)
        free = self.now.pace == "free"
        where = f'<p class="where">Step {here} of {of}: <b>{escape(step.title)}</b></p>'
        if not free:
            hint = '<p class="hint">The class goes together.</p>'
            return f'<div data-top tabindex="-1">{where}{hint}</div>'
        back = button("back", "Back", id="back") if self.step else ""
        on = button("on", "On", id="on") if here < of else ""
        return (
            f'<div data-top tabindex="-1">{where}<nav class="row" aria-label="Steps">{back}'
            f"{contents([each.title for each in self.course.steps], self.step)}{on}</nav></div>"
        )

    def _own(self, prompt: Prompt) -> str:
        words = '<p class="kind">Your teacher asks</p>'
        return words + self._block(own_question(prompt), prompt.right)

    def _pieces(self, step: Step) -> Iterator[tuple[str, str]]:
        waiting = False
        for number, piece in enumerate(step.pieces):
            if all(map(self._open, piece.behind)):
                waiting = False
                yield str(number), self._piece(piece)
            elif not waiting:
                waiting = True
                words = WAITS_FREE if self.now.pace == "free" else WAITS
                yield f"{number}-waits", f'<p class="waits">{words}</p>'

    def _piece(self, piece: Piece) -> str:
        if piece.question:
            return self._block(piece.question, None)
        return f'<div class="lesson">{piece.html}</div>'

    def _open(self, bet: str) -> bool:
        own = self.now.pace == "free" and bet in self._replies
        return own or bet in self.now.shown or self.now.closed

    def _block(self, question: Question, settled: str | None) -> str:
        reply = self._replies.get(question.id)
        if question.id not in self.now.shown:
            if self.now.closed:
                return answered(question, reply)
            return asked(question, reply)
        tally = self._room.tally(self._token, question.id)
        feedback, answer = self._words(question, reply, settled)
        kinds = "The bets of the class" if question.kind == "bet" else "What the class said"
        bars = f"<h3>{kinds}</h3>{histogram(tally, question.options)}"
        return answered(question, reply, feedback, answer, bars)

    def _words(
        self, question: Question, reply: Reply | None, settled: str | None
    ) -> tuple[str, str]:
        """Return what is said to a reply, and the right answer."""
        if question.id not in self.course.questions:
            right = {True: "Right.", False: "Not that one.", None: ""}
            return right[reply.right if reply else None], settled or ""
        answer, why = self.course.answer(question.id)
        if reply is None:
            return "", f"{answer}. {why}" if answer else ""
        feedback = self.course.judge(question.id, reply.said)[1]
        return feedback, "" if reply.right else answer

    def _tools(self, step: Step) -> str:
        found = tools(step, self.stage, "Open the board" if self.now.board else "")
        if self.now.board:
            address = f"/debrief?room={self.now.code.replace('-', '')}"
            found += f'<a href="{address}" target="_blank" rel="noopener">Debrief of my board</a>'
        return f'<div class="row tools">{found}</div>' if found else ""

    def _said(self) -> str:
        link = '<a href="export.json" download>Save my answers as a file</a>'
        lines = "".join(
            f"<li>{escape(each.prompt)}<br><b>{escape(each.said)}</b>"
            f"{f' – {escape(each.reason)}' if each.reason else ''}</li>"
            for each in self._replies.values()
        )
        words = f"What I said ({len(self._replies)})"
        told = f"<ol>{lines}</ol>" if lines else "<p>Nothing yet.</p>"
        return f'<details id="said"><summary>{words}</summary>{told}</details><p>{link}</p>'


def student_page() -> Viewable:
    """Return the page of the student whose browser asks."""
    room, token = session.classroom(), session.token()
    try:
        view = StudentView(room, token)
    except WargameError as error:
        return lost(error)
    return Page(view, room, token, KINDS, WAIT).viewable()


def tools(step: Step, opened: str, board: str) -> str:
    """Return the buttons that open and close what stands below the page.

    Args:
        step: Its instruments can be opened.
        opened: What is open.
        board: What the button of the board says; empty without one.
    """
    buttons = [button("stage", board, what=BOARD, id="open-board", look="first")] if board else []
    for widget in step.instruments:
        buttons += [opener(each.name, each.title) for each in instruments_of(widget)]
    if opened:
        buttons.append(button("stage", "Close what is open", what="", id="close-stage"))
    return "".join(buttons)


def own_question(prompt: Prompt) -> Question:
    """Return a question of the teacher's own as one of the lesson."""
    kind: Kind = "choice" if prompt.options else "number"
    return Question(prompt.question, prompt.prompt, kind, prompt.options)


def contents(titles: list[str], here: int) -> str:
    """Return the steps of a lesson to choose one from."""
    options = "".join(
        f'<option value="{number}"{" selected" if number == here else ""}>{escape(title)}</option>'
        for number, title in enumerate(titles)
    )
    return (
        '<label class="contents" for="contents">Step</label>'
        f'<select id="contents" data-act="go">{options}</select>'
    )


def _number(words: str) -> int:
    if not words.isdecimal() or len(words) > 3:  # noqa: PLR2004 - no lesson has a thousand steps
        raise RequestError("step", shown(words), "a step of the lesson")
    return int(words)

"""A lesson as a class goes through it: steps, bets and questions; the answers stay behind.

Everything is read from the notebook as it is stored. What follows a bet in the lesson, up to the
next heading, often tells how it ends: such a piece lies *behind* the bet, and a page shows it only
when the bet is made or shown.
"""

from __future__ import annotations

import ast
import re
from functools import cache
from html import escape, unescape
from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

from wargame.core.errors import RequestError, one_of, shown
from widgets import __all__ as WIDGETS  # noqa: N812 - the names themselves
from widgets.errors import WidgetError
from widgets.handout.asked import asks, questions_in
from widgets.handout.lesson import find_lesson, read_lesson
from widgets.handout.markup import GUESS, Appendix, output_html, parts, prose

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from widgets.classroom.views import RoomView
    from widgets.handout.lesson import Cell, Lesson
    from widgets.question import CheckedQuestion

Kind = Literal["bet", "choice", "number"]
PARTS = {
    "RulingView",
    "HexMap",
    "CheckedQuestion",
    "OddsView",
    "DiceTray",
    "SequenceView",
    "ReplySheet",
}
"""Widgets that show something of a lesson, and are no instrument by themselves."""
INSTRUMENTS = frozenset(WIDGETS) - PARTS
_FOUND = re.compile(r"<details><summary>What we found</summary>.*?</details>", re.DOTALL)
_NUMBERED = re.compile(r"^(\d+)\.\s+")


@frozen
class Question:
    """What a class is asked: nothing of it tells the answer.

    Args:
        id: The lesson's name, ``#`` and a name that stays the same: ``…/01_combat#combat-1``.
        prompt: The question.
        kind: ``bet`` (a guess in the reader's own words), ``choice`` or ``number``.
        options: What can be chosen.
        unit: What a number counts.
        cases: The rule cases it is about.
    """

    id: str
    prompt: str
    kind: Kind
    options: tuple[str, ...] = ()
    unit: str = ""
    cases: tuple[str, ...] = ()


@frozen
class Piece:
    """A piece of a step: some text with its figures, or a question.

    Args:
        html: Text and figures; empty for a question.
        question: What is asked.
        behind: The bets before it in its section, by id.
    """

    html: str = ""
    question: Question | None = None
    behind: tuple[str, ...] = ()


@frozen
class Step:
    """A section of a lesson.

    Args:
        title: Its heading.
        pieces: Text and questions, in reading order.
        instruments: The widgets that its cells make, by class name.
    """

    title: str
    pieces: tuple[Piece, ...]
    instruments: tuple[str, ...] = ()

    @property
    def html(self) -> str:
        """The text that a reader may see before any bet is made."""
        return "".join(piece.html for piece in self.pieces if not piece.behind)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is asked in it, in reading order."""
        return tuple(piece.question for piece in self.pieces if piece.question)


@frozen
class Course:
    """A lesson for a class.

    Args:
        name: The lesson's name.
        title: Its title.
        place: The line under the title.
        steps: Its sections; the first is what stands before the first heading.
    """

    name: str
    title: str
    place: str
    steps: tuple[Step, ...]
    _checked: Mapping[str, CheckedQuestion] = field(repr=False)

    @property
    def questions(self) -> dict[str, Question]:
        """Everything that is asked, by id, in reading order."""
        return {each.id: each for step in self.steps for each in step.questions}

    def step_of(self, question: str) -> int:
        """Return the number of the step that a question is asked in.

        Raises:
            RequestError: The lesson has no such question.
        """
        for number, step in enumerate(self.steps):
            if any(each.id == question for each in step.questions):
                return number
        raise RequestError("question", shown(question), one_of(self.questions, question))

    def judge(self, question: str, said: str) -> tuple[bool | None, str]:
        """Return whether an answer is right, and what is said to it.

        Args:
            question: Its id.
            said: An option, a number as typed, or a bet in one's own words.

        Returns:
            Nothing for a bet, which nobody judges but the lesson itself.

        Raises:
            RequestError: There is no such question or option, or no number to read.
        """
        if question not in self.questions:
            raise RequestError("question", shown(question), one_of(self.questions, question))
        checked = self._checked.get(question)
        if checked is None:
            return None, ""
        try:
            verdict, words = checked.judge(said)
        except WidgetError as error:
            allowed = "one of the options that are shown"
            raise RequestError("answer", shown(said), allowed) from error
        if verdict == "unread":
            raise RequestError("answer", shown(said), "a number: 3, 1/3, 0.333 or 33.3 %")
        return verdict == "right", words

    def answer(self, question: str) -> tuple[str, str]:
        """Return the right answer and what is said to it, for when it is shown; a bet has none."""
        checked = self._checked.get(question)
        if checked is None:
            return "", ""
        unit = f" {checked.unit}" if checked.unit else ""
        words = checked.feedback_to
        return checked.answer + unit, words.get(checked.answer) or words.get("", "")


@cache
def course(name: str) -> Course:
    """Return a lesson as a class goes through it; it is read once.

    Args:
        name: What people call it, such as ``FM 01``, or the path of a notebook.

    Raises:
        RequestError: There is no such lesson.
        DataError: It is no notebook, or a question of it is not written out.
    """
    return course_of(read_lesson(find_lesson(name)))


def course_of(lesson: Lesson) -> Course:
    """Return a lesson that was read as a class goes through it.

    Raises:
        DataError: A question is not written out, or two have the same name.
    """
    reader = _Reader(lesson)
    steps = tuple(reader.steps())
    return Course(lesson.name, lesson.title, lesson.place, steps, reader.checked)


def judge(question: str, said: str) -> tuple[bool | None, str]:
    """Return whether an answer to any lesson's question is right, and what is said to it.

    Args:
        question: Its id, which begins with the name of its lesson.
        said: The answer.

    Raises:
        RequestError: There is no such question, or the answer cannot be one.
    """
    if "#" not in question:  # of an explorer or a board, which judges for itself
        return None, ""
    return course(question.partition("#")[0]).judge(question, said)


def room_title(room: RoomView, taken: Course) -> str:
    """Return what a room is called: its own title, else that of its lesson."""
    return taken.title if room.title in {"", room.lesson} else room.title


def asked_at(lesson: str, step: int) -> tuple[str, ...]:
    """Return the ids of what a step of a lesson asks; of a step that it has not, nothing.

    Args:
        lesson: Its name.
        step: The number of the step, from 0.

    Raises:
        RequestError: There is no such lesson.
    """
    steps = course(lesson).steps
    return tuple(each.id for each in steps[step].questions) if 0 <= step < len(steps) else ()


class _Whole(Appendix):
    """Leaves legends and rule cases where they are: a page of a class has no end to send to."""

    def lighter(self, html: str) -> str:
        """Return an output as it is."""
        return html


class _Reader:
    """Goes through the cells of a lesson once."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.checked: dict[str, CheckedQuestion] = {}
        self._bets = 0
        self._behind: tuple[str, ...] = ()

    def steps(self) -> Iterator[Step]:
        title, pieces, made = self.lesson.title, list[Piece](), list[str]()
        for number, cell in enumerate(self.lesson.cells, start=1):
            for piece in self._pieces(cell, number):
                if heading := re.match(r"<h2[^>]*>(.*?)</h2>", piece.html, re.DOTALL):
                    yield Step(title, tuple(pieces), tuple(dict.fromkeys(made)))
                    title, pieces, made = _words(heading[1]), [], []
                pieces.append(piece)
            if cell.kind == "code":
                made += instruments_in(cell.source)
        yield Step(title, tuple(pieces), tuple(dict.fromkeys(made)))

    def _pieces(self, cell: Cell, number: int) -> Iterator[Piece]:
        if cell.kind == "markdown":
            for block in parts(prose(cell.source)):
                yield from self._block(_FOUND.sub("", block))
        elif asks(cell.source):
            for each in questions_in(cell.source, f"{self.lesson.name}, cell {number}"):
                yield Piece(question=self._asked(each))
        else:
            shown_by = "".join(output_html(each, _Whole()) for each in cell.outputs)
            code = f"<details class='code'><summary>Code</summary><pre>{escape(cell.source)}</pre>"
            yield Piece(f"<div class='out'>{shown_by}</div>{code}</details>", behind=self._behind)

    def _block(self, html: str) -> Iterator[Piece]:
        """Yield a block of text; a bet stands in place of the words that ask for a guess."""
        if re.match(r"<h[1-6]", html):
            self._behind = ()
        told = GUESS.sub("", html)
        if _words(told):
            yield Piece(told, behind=self._behind)
        for found in GUESS.finditer(html):
            self._bets += 1
            bet = Question(f"{self.lesson.name}#bet-{self._bets}", _words(found[0]), "bet")
            yield Piece(question=bet, behind=self._behind)
            self._behind = (*self._behind, bet.id)

    def _asked(self, checked: CheckedQuestion) -> Question:
        name = checked.id or f"question-{len(self.checked) + 1}"
        while f"{self.lesson.name}#{name}" in self.checked:
            name += "-again"
        key = f"{self.lesson.name}#{name}"
        self.checked[key] = checked
        cases = tuple(str(card["name"]) for card in checked.cases)
        options = tuple(checked.options)
        kind: Kind = "number" if checked.kind == "number" else "choice"
        return Question(key, checked.prompt, kind, options, checked.unit, cases)


def _words(html: str) -> str:
    """Return HTML as the words that are read."""
    return " ".join(unescape(re.sub(r"<[^>]+>", "", html)).split())


def instruments_in(source: str) -> list[str]:
    """Return the instruments that a cell makes, by class name, in the order met."""
    try:
        tree = ast.parse(source)
    except SyntaxError:  # a magic or a draft: no instrument of ours
        return []
    calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    names = (call.id for call in calls if isinstance(call, ast.Name))
    return [name for name in names if name in INSTRUMENTS]


def short_title(step: Step) -> str:
    """Return a step's title without the number that the lesson gives it."""
    return _NUMBERED.sub("", step.title)

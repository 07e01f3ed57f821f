"""ReplySheet: all that a reader said in a lesson, with room for each reason, and a file of it."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import traitlets
from attrs import evolve

from wargame.core.errors import shown
from wargame.core.replies import LONGEST, LONGEST_NAME, export_text, student_export, written
from widgets.assets import front_end
from widgets.base import TeachingWidget
from widgets.errors import WidgetError
from widgets.given import mapping, text, whole
from widgets.said import Listening, everything_said, overhear

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.replies import Reply
    from widgets.said import Said

LABEL = "What you said"
NOTHING = "Nothing yet. Bets and answers given above are listed here."
NO_REASON: dict[str, Any] = {"row": -1, "reason": "", "count": 0}
MOST = 2**53
"""The greatest count that a browser can tell from the next one."""
ENDING = ".json"


class ReplySheet(TeachingWidget):
    """What was said to questions and explorers, row by row, to be explained and handed in.

    It lists every bet, answer and decision as it is made. A reason can be added to each; *Save my
    answers* puts all of it into a file of plain JSON on the reader's own machine, which
    :func:`wargame.core.replies.read_export` reads back.

    Args:
        widgets: The questions, explorers and games to list; without any, all those of the notebook,
            in the order in which they were made.
        name: The reader's name; it can be typed in the widget too.
        lesson: The lesson's name, "fire_and_movement/01_combat". It goes in front of the names of
            its questions, so that the questions of two lessons are not mixed up.
        without: What not to list: an example that the lesson has worked by itself.
        label: What the sheet is called.

    Raises:
        WidgetError: To one of the *widgets* nothing can be said, or a text is too long or no text.
    """

    _esm, _css = front_end("replies")

    rows = traitlets.List(traitlets.Dict()).tag(sync=True)
    name = traitlets.Unicode().tag(sync=True)
    lesson = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode(LABEL).tag(sync=True)
    because = traitlets.Dict(NO_REASON).tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)

    def __init__(
        self,
        *widgets: Listening,
        name: str = "",
        lesson: str = "",
        without: Iterable[Listening] = (),
        label: str = LABEL,
        **traits: Any,  # noqa: ANN401 - trait values
    ) -> None:
        """List what was said so far, and go on listening."""
        self._listed = tuple(_said("widget", each) for each in widgets)
        self._left_out = frozenset(_said("without", each) for each in without)
        self._places: list[tuple[Said, int]] = []
        self._standing = NO_REASON
        super().__init__(
            name=_short("name", name),
            lesson=_short("lesson", lesson),
            label=_short("label", label),
            **traits,
        )
        for said in self._listed:
            said.on_change(self.renew)
        if not self._listed:
            overhear(self)
        self.renew()

    @property
    def replies(self) -> tuple[Reply, ...]:
        """The rows; a question that was asked anew is answered by the latest answer."""
        return tuple(self._named(said.replies[at]) for said, at in self._places)

    def export(self) -> dict[str, Any]:
        """Return all of it as plain JSON data."""
        return student_export(self.name, self.replies, lesson=self.lesson)

    def save(self, path: str | Path) -> Path:
        """Write all of it to a file, as the button does.

        Args:
            path: The file, which ends in ``.json``; one that is there is replaced.

        Returns:
            The file.

        Raises:
            WidgetError: The name ends otherwise, or the file cannot be written.
        """
        file = Path(path)
        if file.suffix != ENDING:
            raise WidgetError("ReplySheet, save", shown(str(path)), f"a name that ends in {ENDING}")
        try:
            file.write_text(export_text(self.export()), encoding="utf-8")
        except OSError as error:
            found = f"{file.name}, which cannot be written ({error.strerror})"
            raise WidgetError(
                "ReplySheet, save", found, "a file in a folder that exists"
            ) from error
        return file

    def explain(self, row: int, reason: str) -> None:
        """Give the reason for a row, as a reader does.

        Args:
            row: Its number, from 1.
            reason: Why; empty to take it back.

        Raises:
            WidgetError: There is no such row.
        """
        whole("ReplySheet, row", row, 1, len(self._places))
        said, at = self._places[row - 1]
        said.change(at, reason=written(text("ReplySheet, reason", reason), LONGEST["reason"]))

    def renew(self) -> None:
        """List what has been said by now."""
        self._places = list(_latest(self._sources()))
        self.rows = [each.to_json() for each in self.replies]

    def _sources(self) -> Iterator[Said]:
        every = self._listed or everything_said()
        return (said for said in every if said not in self._left_out)

    def _named(self, reply: Reply) -> Reply:
        if reply.kind != "answer" or not self.lesson or "#" in reply.question:
            return reply
        return evolve(reply, question=f"{self.lesson}#{reply.question}"[: LONGEST["question"]])

    @traitlets.validate("name")
    def _name_read(self, proposal: Any) -> str:  # noqa: ANN401 - as traitlets has it
        return written(proposal["value"], LONGEST_NAME)

    @traitlets.validate("because")
    def _because_read(self, proposal: Any) -> dict[str, Any]:  # noqa: ANN401 - as traitlets has it
        """Take a reason if it is one; otherwise the last one stands, and the browser is told."""
        try:
            self._standing = self._read_because(proposal["value"])
        except WidgetError as error:
            self.error = str(error)
        else:
            self.error = ""
        return self._standing

    def _read_because(self, given: dict[str, Any]) -> dict[str, Any]:
        where = "ReplySheet, because"
        data = mapping(where, given)
        return {
            "row": whole(f"{where}, row", data.get("row"), -1, len(self._places) - 1),
            "reason": written(text(f"{where}, reason", data.get("reason")), LONGEST["reason"]),
            "count": whole(f"{where}, count", data.get("count"), 0, MOST),
        }

    @traitlets.observe("because")
    def _hear(self, change: Any) -> None:  # noqa: ANN401 - as traitlets has it
        new, old = change["new"], change["old"]
        if new["count"] > old["count"] and new["row"] >= 0:
            self.explain(new["row"] + 1, new["reason"])

    def text_twin(self) -> str:
        """Return the rows as text."""
        if not self._places:
            return f"{self.label}: {NOTHING}"
        return "\n".join([self.label, *map(_line, self.replies)])

    def static_html(self) -> str:
        """Return the rows as a table."""
        if not self._places:
            return f"<p><strong>{escape(self.label)}</strong>: {NOTHING}</p>"
        heads = "".join(
            f"<th scope='col'>{head}</th>" for head in ("Question", "Said", "Right?", "Why")
        )
        rows = "".join(
            f"<tr><th scope='row'>{escape(each.prompt)}</th><td>{escape(each.said)}</td>"
            f"<td>{_right(each)}</td><td>{escape(each.reason)}</td></tr>"
            for each in self.replies
        )
        return (
            f"<table><caption>{escape(self.label)}</caption>"
            f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        )


def _latest(sources: Iterable[Said]) -> Iterator[tuple[Said, int]]:
    """Yield where each reply stands; of answers to one question asked several times, the last."""
    found: dict[object, tuple[Said, int]] = {}
    for said in sources:
        for at, reply in enumerate(said.replies):
            key = reply.question if reply.kind == "answer" else (said.number, at)
            found[key] = (said, at)
    yield from found.values()


def _said(where: str, widget: object) -> Said:
    if not isinstance(widget, Listening):
        allowed = "questions, explorers, games: widgets to which something can be said"
        raise WidgetError(f"ReplySheet, {where}", shown(type(widget).__name__), allowed)
    return widget.said


def _short(what: str, value: object) -> str:
    where = f"ReplySheet, {what}"
    if len(text(where, value)) > LONGEST_NAME:
        raise WidgetError(where, f"{len(str(value))} characters", f"at most {LONGEST_NAME}")
    return written(str(value), LONGEST_NAME)


def _right(reply: Reply) -> str:
    if reply.right is None:
        return ""
    return "✓ right" if reply.right else "✗ wrong"


def _line(reply: Reply) -> str:
    """Return ``- May it? yes (✓ right). Why: ...``."""
    right = _right(reply)
    said = f"{reply.said} ({right})" if right else reply.said
    return f"- {reply.prompt} {said}" + (f"\n  Why: {reply.reason}" if reply.reason else "")

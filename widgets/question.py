"""CheckedQuestion: a question in a lesson, with feedback for each answer; the reply is kept."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING, Any

import traitlets

from wargame.core.errors import shown
from wargame.core.replies import LONGEST, Reply, written
from wargame.core.ruling_views import value_text
from widgets.assets import front_end
from widgets.base import TeachingWidget
from widgets.errors import WidgetError
from widgets.given import among, cards, exact, known_cases, mapping, text, texts, whole
from widgets.numbers import Written, read_number
from widgets.said import Listening

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wargame.core.ruling import Case

KINDS = ("choice", "number")
MOST = 2**53
"""The greatest count that a browser can tell from the next one."""
NO_REPLY: dict[str, Any] = {"chosen": -1, "text": "", "count": 0}


class CheckedQuestion(Listening, TeachingWidget):
    """A question to answer by choosing an option or typing a number.

    The answer and the feedback stay in Python: the page holds neither before they are due.

    Args:
        prompt: The question.
        options: What can be chosen; at least two, all different. None for a number.
        answer: The right option or its index; for a number, the exact value (never a float).
        why: Feedback. Text is said to the right answer; a dict says it per option, or per number
            for typical mistakes (``{"1/6": "That counts one face; two of them give D2."}``).
        cases: The rule cases that the question is about; shown with the first feedback.
        id: The name of the question in replies; its prompt unless given.
        kind: ``choice`` or ``number``.
        unit: What a number counts, shown after the field.

    Raises:
        WidgetError: An argument is of the wrong kind, or they do not fit each other.
    """

    _esm, _css = front_end("question")

    prompt = traitlets.Unicode().tag(sync=True)
    options = traitlets.List(traitlets.Unicode()).tag(sync=True)
    kind = traitlets.Enum(KINDS, "choice").tag(sync=True)
    unit = traitlets.Unicode().tag(sync=True)
    cases = traitlets.List(traitlets.Dict()).tag(sync=True)
    reply = traitlets.Dict(NO_REPLY).tag(sync=True)
    verdict = traitlets.Unicode().tag(sync=True)
    feedback = traitlets.Unicode().tag(sync=True)
    checks = traitlets.Int(0).tag(sync=True)
    tries = traitlets.Int(0).tag(sync=True)
    reason = traitlets.Unicode().tag(sync=True)
    error = traitlets.Unicode().tag(sync=True)

    def __init__(  # noqa: PLR0913 - a question is exactly these facts
        self,
        prompt: str,
        options: Sequence[str] = (),
        answer: int | str | Fraction = 0,
        why: Mapping[str, str] | str = "",
        cases: Sequence[str | Case] = (),
        id: str = "",
        *,
        kind: str = "choice",
        unit: str = "",
        **traits: Any,  # noqa: ANN401 - trait values
    ) -> None:
        """Check what is given, then ask."""
        self.id = text("CheckedQuestion, id", id)
        # A lesson has several questions: the sentence says which.
        self._where = f"CheckedQuestion {self.id!r}" if self.id else "CheckedQuestion"
        kind = among(f"{self._where}, kind", kind, KINDS)
        choices = texts(f"{self._where}, options", options)
        if kind == "choice":
            self._answer: int | Fraction = _index(self._where, choices, answer)
        else:
            self._answer = _expected(self._where, choices, answer)
        self._why = _feedback(self._where, choices, kind, why)
        found = known_cases(f"{self._where}, cases", cases)
        self._standing: dict[str, Any] = NO_REPLY
        super().__init__(
            prompt=text(f"{self._where}, prompt", prompt),
            options=choices,
            kind=kind,
            unit=text(f"{self._where}, unit", unit),
            cases=cards(found),
            **traits,
        )
        self.said.on_change(self._same_reason)

    @property
    def answer(self) -> str:
        """The right answer for an answer key: an option, or a number as its author wrote it."""
        if self.kind == "choice":
            return self.options[int(self._answer)]
        numbers = ((key, read_number(key)) for key in self._why)
        same = (key for key, number in numbers if number and number.value == self._answer)
        return next(same, value_text(Fraction(self._answer)))

    @property
    def feedback_to(self) -> dict[str, str]:
        """What is said to each reply that has words of its own; under "", to the right one."""
        return dict(self._why)

    def choose(self, option: int | str) -> str:
        """Choose an option (its index or its text), or type a number, and check it.

        Args:
            option: What to answer.

        Returns:
            The feedback.

        Raises:
            WidgetError: There is no such option; the widget shows the same words.
        """
        try:
            if self.kind == "choice":
                chosen, typed = _index(self._where, self.options, option), ""
            else:
                chosen, typed = -1, text(f"{self._where}, number", str(option))
        except WidgetError as error:
            self.error = str(error)
            raise
        with self.hold_sync():
            # The count stays: this is no check that the browser has asked for.
            self.reply = {"chosen": chosen, "text": typed, "count": self.reply["count"]}
            self._check(chosen, typed)
        return self.feedback

    def judge(self, said: str) -> tuple[str, str]:
        """Judge an answer without taking it: nothing of the widget changes.

        Args:
            said: An option, or a number as typed.

        Returns:
            ``right``, ``wrong`` or ``unread``, and the feedback.

        Raises:
            WidgetError: There is no such option.
        """
        if self.kind == "choice":
            return self._judge_choice(_index(self._where, self.options, said))
        return self._judge_number(said)

    def _check(self, chosen: int, typed: str) -> None:
        verdict, words = self._judge_choice(chosen) if chosen >= 0 else self._judge_number(typed)
        with self.hold_sync():
            self.error = ""
            self.verdict, self.feedback = verdict, words
            if verdict != "unread" and not any(each.right for each in self.replies):
                self.tries += 1
                said = self.options[chosen] if chosen >= 0 else typed.strip()
                self._keep(said, right=verdict == "right")
            self.checks += 1

    def _keep(self, said: str, *, right: bool) -> None:
        """Keep the last try, up to the right one: to try others after it changes nothing."""
        self.said.put(
            Reply(
                "answer",
                written(self.id or self.prompt, LONGEST["question"]) or "question",
                written(self.prompt, LONGEST["prompt"]),
                written(said, LONGEST["said"]),
                right,
                self.tries,
                self.reason,
                tuple(card["name"] for card in self.cases),
            )
        )

    @traitlets.validate("reason")
    def _reason_read(self, proposal: Any) -> str:  # noqa: ANN401 - as traitlets has it
        return written(proposal["value"], LONGEST["reason"])

    @traitlets.observe("reason")
    def _reasoned(self, _change: object) -> None:
        super().because(self.reason)

    def _same_reason(self) -> None:
        """Show the reason of the reply, wherever it was given."""
        self.reason = self.replies[0].reason

    def because(self, reason: str) -> None:
        """Say why; before the answer it waits for it."""
        self.reason = reason

    def _judge_choice(self, chosen: int) -> tuple[str, str]:
        own = self._why.get(self.options[chosen], "")
        if chosen == self._answer:
            return "right", _sentences("Right.", own or self._why.get("", ""))
        return "wrong", _sentences("Not that one.", own or "Try another.")

    def _judge_number(self, typed: str) -> tuple[str, str]:
        written = read_number(typed)
        if written is None:
            return "unread", f"{shown(typed)} is no number to read. Write 3, 1/3, 0.333 or 33.3 %."
        expected = Fraction(self._answer)
        if written.means(expected):
            exactly = "" if written.value == expected else f"Exactly: {value_text(expected)}."
            own = self._own(written) or self._why.get("", "")
            return "right", _sentences("Right.", exactly, own)
        own = self._own(written)
        if not own and written.rounds(expected):
            own = "It is near: give two decimals at least, or the exact fraction."
        return "wrong", _sentences("Not that number.", own or "Try again.")

    def _own(self, written: Written) -> str:
        """Return the feedback for this very number, if its author gave any."""
        known = ((read_number(key), words) for key, words in self._why.items())
        found = (words for number, words in known if number and written.means(number.value))
        return next(found, "")

    @traitlets.validate("reply")
    def _reply_read(self, proposal: Any) -> dict[str, Any]:  # noqa: ANN401 - as traitlets has it
        """Take what the browser sends if it is a reply; otherwise the last one stands."""
        try:
            self._standing = self._read_reply(proposal["value"])
        except WidgetError as error:
            self.error = str(error)
        return self._standing

    def _read_reply(self, reply: dict[str, Any]) -> dict[str, Any]:
        where = f"{self._where}, reply"
        count = whole(f"{where}, count", reply.get("count"), 0, MOST)
        highest = len(self.options) - 1
        chosen = whole(f"{where}, chosen", reply.get("chosen"), -1, highest)
        typed = text(f"{where}, text", reply.get("text"))
        return {"chosen": chosen, "text": typed[:200], "count": count}

    @traitlets.observe("reply")
    def _hear(self, change: Any) -> None:  # noqa: ANN401 - as traitlets has it
        new, old = change["new"], change["old"]
        if new["count"] > old["count"] and (new["chosen"] >= 0 or self.kind == "number"):
            self._check(new["chosen"], new["text"])

    def text_twin(self) -> str:
        """Return the question and its options; never the answer."""
        if self.kind == "number":
            return f"{self.prompt}\n  ______ {self.unit}".rstrip()
        return "\n".join([self.prompt, *(f"  ( ) {option}" for option in self.options)])

    def static_html(self) -> str:
        """Return the question and its options; never the answer."""
        prompt = f"<p><strong>{escape(self.prompt)}</strong></p>"
        if self.kind == "number":
            return f"{prompt}<p>______ {escape(self.unit)}</p>"
        options = "".join(f"<li>{escape(option)}</li>" for option in self.options)
        return f"{prompt}<ul>{options}</ul>"


def _sentences(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def _index(where: str, options: Sequence[str], given: object) -> int:
    if len(options) < 2:  # noqa: PLR2004 - with one option there is nothing to choose
        raise WidgetError(f"{where}, options", f"{len(options)} of them", "two or more")
    if isinstance(given, str):
        return list(options).index(among(f"{where}, option", given, options))
    return whole(f"{where}, option", given, 0, len(options) - 1)


def _expected(where: str, options: Sequence[str], given: object) -> Fraction:
    if options:
        raise WidgetError(f"{where}, options", "options for a number", "none")
    return exact(f"{where}, answer", given)


def _feedback(where: str, options: Sequence[str], kind: str, why: object) -> dict[str, str]:
    """Return feedback by option or number; under "" what is said to the right answer."""
    if isinstance(why, str):
        return {"": why}
    given = mapping(f"{where}, why", why)
    for key, words in given.items():
        text(f"{where}, why", words)
        if kind == "choice":
            among(f"{where}, why", key, options)
        elif not isinstance(key, str) or read_number(key) is None:
            raise WidgetError(f"{where}, why", shown(key), "a number as text, such as '1/6'")
    return given

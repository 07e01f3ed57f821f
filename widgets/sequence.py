"""SequenceView: where a game is, what is asked, and its journal as a list one can go to."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

import traitlets as t

from wargame.core.errors import WargameError, shown
from wargame.core.procedure import Choice, Roll
from wargame.core.ruling import Ruling
from wargame.core.run import Run
from widgets.assets import front_end
from widgets.base import TeachingWidget
from widgets.errors import WidgetError
from widgets.given import among, cards, text, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.drivers import Entry, Journal
    from wargame.core.procedure import Request

INTENTS = ("answer", "throw", "go", "switch", "leave", "first", "previous", "next", "last")
"""What a reader can ask for: to answer with an option, to throw the dice, to go to a line of the
journal, to switch to a kept branch, to leave an answer to the player who plays by itself, and the
four ways through the journal."""
NO_INTENT: dict[str, Any] = {"kind": "", "key": "", "line": 0, "count": 0}
OVER = "The game is over."
MOST = 2**53
Asked = Callable[[str, str, int], object]


class SequenceView(TeachingWidget):
    """The sequence of play, the pending question, and the journal.

    The front end only asks; whoever called :meth:`on_intent` acts, and shows the game again.

    Args:
        outline: The sequence of play as a ruling, part within part; skipped parts are greyed, with
            their reason.
        label: What it is called, for those who hear it.
        hint: A sentence under the question.

    Raises:
        WidgetError: An argument is of the wrong kind.
    """

    _esm, _css = front_end("sequence")

    steps = t.List(t.Dict()).tag(sync=True)
    here = t.Unicode().tag(sync=True)
    where = t.Unicode().tag(sync=True)
    kind = t.Enum(("", "choice", "roll", "end"), "").tag(sync=True)
    who = t.Unicode().tag(sync=True)
    purpose = t.Unicode().tag(sync=True)
    options = t.List(t.Dict()).tag(sync=True)
    barred = t.List(t.Dict()).tag(sync=True)
    cases = t.List(t.Dict()).tag(sync=True)
    player = t.Unicode().tag(sync=True)
    journal = t.List(t.Dict()).tag(sync=True)
    at = t.Int(0, min=0).tag(sync=True)
    branches = t.List(t.Dict()).tag(sync=True)
    outcome = t.Unicode().tag(sync=True)
    intent = t.Dict(NO_INTENT).tag(sync=True)
    hint = t.Unicode().tag(sync=True)
    label = t.Unicode("Sequence of play").tag(sync=True)
    error = t.Unicode().tag(sync=True)

    def __init__(
        self,
        outline: Ruling | None = None,
        *,
        label: str = "Sequence of play",
        hint: str = "",
        **traits: Any,  # noqa: ANN401 - trait values
    ) -> None:
        """Check what is given, then show it."""
        if outline is not None and not isinstance(outline, Ruling):
            raise WidgetError("SequenceView, outline", shown(outline), "a Ruling, or None")
        self._callbacks: list[Asked] = []
        self._standing: dict[str, Any] = NO_INTENT
        super().__init__(
            steps=[] if outline is None else list(_steps(outline)),
            label=text("SequenceView, label", label),
            hint=text("SequenceView, hint", hint),
            **traits,
        )
        self.observe(self._heard, "intent")

    def follow(self, outline: Ruling) -> None:
        """Show another sequence of play, before anything of it has happened.

        Args:
            outline: As for the widget.

        Raises:
            WidgetError: It is no ruling.
        """
        if not isinstance(outline, Ruling):
            raise WidgetError("SequenceView, outline", shown(outline), "a Ruling")
        with self.hold_sync():
            self.steps = list(_steps(outline))
            self.here, self.where, self.kind, self.purpose, self.who = "", "", "", "", ""
            self.options, self.barred, self.cases, self.journal, self.branches = [], [], [], [], []
            self.at, self.outcome, self.error = 0, "", ""

    def show(  # noqa: PLR0913 - what there is to see of a game
        self,
        run: Run,
        *,
        line: Journal = (),
        here: str = "",
        where: str = "",
        player: str = "",
        outcome: str = OVER,
    ) -> None:
        """Show a game as it stands.

        Args:
            run: The game.
            line: The line of play it is in, which begins with its journal; what follows lies ahead.
            here: The part of the sequence of play it is in, by number.
            where: Where it is, in words.
            player: Who can be left to answer by itself; empty for nobody.
            outcome: How it ended, in words, once it has.

        Raises:
            WidgetError: *run* is no Run, or *line* does not begin with its journal.
        """
        if not isinstance(run, Run):
            raise WidgetError("SequenceView.show, run", shown(run), "a Run")
        whole_line = line or run.journal
        if whole_line[: len(run.journal)] != run.journal:
            found = "a line that goes another way"
            raise WidgetError("SequenceView.show, line", found, "one that begins with the journal")
        marks = {mark.at: mark.name for mark in run.marks}
        with self.hold_sync():
            self.error = ""
            self.here, self.where, self.player = here, where, player
            self.outcome = outcome if run.finished else ""
            self._ask(run.request)
            self.at = len(run.journal)
            self.journal = [
                _journal_line(entry, marks.get(i, "")) for i, entry in enumerate(whole_line)
            ]
            self.branches = [
                {"title": _title(run.branches[i], run.journal), "key": str(i)}
                for i in _apart(run.branches, whole_line)
            ]

    def _ask(self, request: Request | None) -> None:
        self.kind = "end" if request is None else "roll" if isinstance(request, Roll) else "choice"
        self.purpose = "" if request is None else request.purpose
        self.cases = [] if request is None else cards(request.cases)
        choice = request if isinstance(request, Choice) else None
        self.who = choice.who if choice else ""
        self.options = [{"key": o.key, "label": o.label} for o in choice.options] if choice else []
        self.barred = [
            {"key": key, "label": key, "why": why.sentence, "cases": cards(why.cases)}
            for key, why in (choice.barred if choice else ())
        ]

    # ---- what a reader does, also from Python ---------------------------------------------------

    def on_intent(self, callback: Asked) -> None:
        """Let *callback* act on what a reader asks for.

        Args:
            callback: Called with one of :data:`INTENTS`, the key of an option, and the number of a
                line or branch; the last two are empty and 0 where they mean nothing. What it raises
                of this project's errors is shown.
        """
        self._callbacks.append(callback)

    def ask(self, kind: str, key: str = "", line: int = 0) -> None:
        """Ask as a reader does.

        Args:
            kind: One of :data:`INTENTS`.
            key: The option to answer with.
            line: How many answers of the journal to keep, or the key of a branch.

        Raises:
            WidgetError: There is no such thing to ask for, or nobody listens.
            WargameError: What the one who acts has raised; the widget shows the same words.
        """
        try:
            kind = among("SequenceView, intent", kind, INTENTS)
            key = text("SequenceView, option", key)
            if kind == "go":
                whole("SequenceView, line", line, 0, len(self.journal))
            if kind == "switch":
                among("SequenceView, branch", str(line), [each["key"] for each in self.branches])
            if not self._callbacks:
                raise WidgetError("SequenceView", "nobody who acts", "a game: on_intent")
            self.error = ""
            for callback in self._callbacks:
                callback(kind, key, line)
        except WargameError as error:
            self.error = str(error)
            raise

    def answer(self, key: str) -> None:
        """Answer the pending question with an option.

        Args:
            key: The word that names it.

        Raises:
            Refused: It is not open; the widget shows the same words.
        """
        self.ask("answer", key)

    def throw(self) -> None:
        """Throw the dice that are asked for.

        Raises:
            RequestError: None are.
        """
        self.ask("throw")

    def go_to(self, line: int) -> None:
        """Go to the moment after so many answers.

        Args:
            line: How many.

        Raises:
            WidgetError: There are not so many.
        """
        self.ask("go", line=line)

    def switch(self, branch: int) -> None:
        """Switch to a kept branch.

        Args:
            branch: Its key among :attr:`branches`.

        Raises:
            WidgetError: There is no such branch.
        """
        self.ask("switch", line=branch)

    def _heard(self, change: dict[str, Any]) -> None:
        """Act on what the browser asks for; each count is asked for once."""
        told, count = change["new"], change["new"].get("count")
        if not isinstance(count, int) or isinstance(count, bool) or not 0 < count < MOST:
            return
        if told == self._standing:
            return
        self._standing = told
        with self.hold_sync():
            try:
                self.ask(told.get("kind", ""), told.get("key", ""), told.get("line", 0))
            except WargameError as error:
                self.error = str(error)

    # ---- in words -------------------------------------------------------------------------------

    def text_twin(self) -> str:
        """Return where the game is, what is asked with its options, and the journal so far."""
        lines = [self.where, self._question()]
        lines += [f"  [{each['key']}] {each['label']}" for each in self.options]
        lines += [f"  not open: {each['label']} - {each['why']}" for each in self.barred]
        lines += [f"  {i + 1}. {_words(each)}" for i, each in enumerate(self.journal[: self.at])]
        ahead = len(self.journal) - self.at
        lines += [f"  and {ahead} more ahead"] if ahead else []
        lines += [f"  {each['title']}" for each in self.branches]
        return "\n".join(filter(None, lines))

    def _question(self) -> str:
        if self.kind == "roll":
            return f"Dice: {self.purpose}"
        if self.kind == "end":
            return self.outcome
        return _headed(self.who, self.purpose)

    def static_html(self) -> str:
        """Return the sequence of play, the question and the journal as lists without script."""
        options = "".join(f"<li>{escape(each['label'])}</li>" for each in self.options)
        journal = "".join(f"<li>{escape(_words(each))}</li>" for each in self.journal[: self.at])
        steps = "".join(
            f"<li style='margin-left:{each['level']}em'>{_step_html(each, here=self.here)}</li>"
            for each in self.steps
        )
        past = f"<details><summary>Journal</summary><ol>{journal}</ol></details>" if journal else ""
        whole_turn = f"<details><summary>Sequence of play</summary><ul>{steps}</ul></details>"
        return (
            f"<p><b>{escape(self.where)}</b></p><p>{escape(self._question())}</p>"
            f"<ul>{options}</ul>{past}{whole_turn if steps else ''}"
        )


def _steps(ruling: Ruling, level: int = -1) -> Iterator[dict[str, Any]]:
    """Yield the parts of an outline, each with how deep it lies."""
    if level >= 0:
        number, _, title = ruling.label.partition(" ")
        used = ruling.counts
        yield {
            "id": number,
            "title": title,
            "who": str(ruling.value) if used else "",
            "doing": ruling.sentence if used else "",
            "level": level,
            "used": used,
            "why": "" if used else ruling.sentence,
        }
        if not used:  # what it is divided into goes with it
            return
    for part in ruling.parts:
        yield from _steps(part, level + 1)


def _journal_line(entry: Entry, mark: str) -> dict[str, str]:
    return {"mark": mark, "who": entry.who, "ask": entry.ask, "answer": str(entry.answer)}


def _headed(who: str, purpose: str) -> str:
    return purpose if not who or purpose.startswith(f"{who}:") else f"{who}: {purpose}"


def _words(line: dict[str, str]) -> str:
    mark = f"{line['mark']}: " if line["mark"] else ""
    return f"{mark}{_headed(line['who'], line['ask'])} → {line['answer']}"


def _apart(branches: tuple[Journal, ...], line: Journal) -> Iterator[int]:
    """Yield the numbers of the branches that are no mere beginning of the line or of another."""
    for i, branch in enumerate(branches):
        others = (line, *branches[:i], *branches[i + 1 :])
        if not any(other[: len(branch)] == branch for other in others):
            yield i


def _title(branch: Journal, journal: Journal) -> str:
    """Say where a branch leaves the present line."""
    pairs = zip(branch, journal, strict=False)
    same = next((i for i, (one, two) in enumerate(pairs) if one != two), None)
    same = min(len(branch), len(journal)) if same is None else same
    size = f"{len(branch)} answers"
    if same >= len(branch):
        return f"{size}, part of this line"
    entry = branch[same]
    told = _headed(entry.who, entry.ask)
    return f"{size}; from answer {same + 1} on another way: {told} → {entry.answer}"


def _step_html(step: dict[str, Any], here: str) -> str:
    name = escape(f"{step['id']} {step['title']}")
    if not step["used"]:
        return f"<s>{name}</s> not used: {escape(step['why'])}"
    return f"<b>▶ {name}</b>" if step["id"] == here else name

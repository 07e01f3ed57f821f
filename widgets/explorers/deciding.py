"""A decision in a game and why it was taken: kept as a reply, and in the journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as w

from wargame.core.replies import LONGEST, MOST_CASES, Reply, written
from widgets.said import Listening

if TYPE_CHECKING:
    from wargame.core.procedure import Choice
    from wargame.core.run import Run

ASKED = "Why? (optional; kept with your next answer)"
"""What stands in the empty field for a reason."""


def reason_field() -> w.Text:
    """Return the small field for a reason."""
    return w.Text(
        placeholder=ASKED, tooltip=ASKED, continuous_update=False, layout=w.Layout(width="98%")
    )


class Deciding(Listening):
    """A widget in which decisions are taken, each with a reason if the reader gives one."""

    run: Run | None
    _last: int | None = None
    """The line of the reader's last decision."""

    def because(self, reason: str) -> None:
        """Say why, after the last decision; the journal keeps it too. Without any, do nothing.

        Args:
            reason: In the reader's own words.
        """
        super().because(reason)
        run, line = self.run, self._last
        if run is not None and line is not None and line < len(run.journal):
            run.because(line, written(reason, LONGEST["reason"]))

    def _decided(self, where: str, request: Choice, line: int, key: str, reason: str) -> None:
        """Keep a decision; another one at the same place of the journal takes its place.

        Args:
            where: What is played.
            request: What was asked.
            line: How many answers came before it.
            key: The option taken.
            reason: Why, if that was said.
        """
        self._last = line
        question = f"{type(self).__name__}: {where}, answer {line + 1}"
        label = request.option(key).label
        self.said.put(
            Reply(
                "decision",
                written(question, LONGEST["question"]),
                written(request.purpose, LONGEST["prompt"]),
                written(label, LONGEST["said"]),
                reason=reason,
                cases=tuple(map(str, request.cases[:MOST_CASES])),
                facts={"line": line, "who": request.who, "key": written(key, LONGEST["said"])},
            )
        )

"""The line of an explorer without a map: where things stand, and what was refused."""

from __future__ import annotations

import ipywidgets as w

from widgets.explorers.frame import paragraph
from widgets.svg_marks import word


class Notice(w.HTML):
    """A line that is read out when it changes; an error stands out, as an alert.

    It has the words of a map's own line: :attr:`message` and :attr:`error`.
    """

    def __init__(self) -> None:
        """Make the line, empty."""
        self.message = self.error = ""
        super().__init__(layout=w.Layout(width="auto"))  # 100 % and a margin would be too wide

    def say(self, sentence: str) -> None:
        """Show a sentence and have it spoken."""
        self.message, self.error = sentence, ""
        self._show()

    def warn(self, sentence: str) -> None:
        """Show a sentence as an alert, above the one that stands."""
        self.error = sentence
        self._show()

    def _show(self) -> None:
        alert = (
            "<div role='alert' class='wg-battle-alert' style='border-left:4px solid "
            "var(--jp-error-color1, #b00020);padding:2px 8px;font-weight:600'>"
            f"{word(self.error)}</div>"
            if self.error
            else ""
        )
        self.value = paragraph(f"{alert}<div role='status'>{word(self.message)}</div>")

"""The buttons that explorers share: those of a decision, and those that step back and forth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets as w

from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wargame.core.procedure import Choice


class Decision(w.VBox):
    """A button for every option of a decision.

    Args:
        decide: What a button calls with the key of its option.
        layout: The layout of the column.
    """

    def __init__(self, decide: Callable[[str], None], **layout: str) -> None:
        """Make the column, empty."""
        self._decide = decide
        super().__init__([], layout=w.Layout(**layout))

    def ask(self, choice: Choice | None, heading: str = "", *, barred: bool = False) -> None:
        """Show the options of a decision instead of those shown before.

        Args:
            choice: The decision; None asks for nothing.
            heading: What stands above the buttons; nothing when empty.
            barred: Whether options that are not open are shown too, to read why.
        """
        buttons = self._buttons(choice, heading, barred=barred) if choice is not None else ()
        self.children = tuple(buttons)

    def _buttons(self, choice: Choice, heading: str, *, barred: bool) -> Iterator[w.Widget]:
        if heading:
            yield w.HTML(f"<b>{word(heading)}</b>")
        for option in choice.options:
            button = _button(option.label)
            button.on_click(self._pressing(option.key))
            yield button
        for key, why in choice.barred if barred else ():
            yield _button(key, disabled=True, tooltip=why.sentence)

    def _pressing(self, key: str) -> Callable[[Any], None]:
        return lambda _: self._decide(key)


class Steps(w.HBox):
    """Four buttons that lead through what happens: first, previous, next, last.

    Args:
        first: What the button for it says it does; likewise the others.
        back: For the one before.
        forward: For the one after.
        last: For the last.
    """

    def __init__(self, *, first: str, back: str, forward: str, last: str) -> None:
        """Make the buttons."""
        self.first = _button("⏮ First", tooltip=first)
        self.back = _button("◀ Previous", tooltip=back)
        self.forward = _button("Next ▶", tooltip=forward)
        self.last = _button("Last ⏭", tooltip=last)
        buttons = [self.first, self.back, self.forward, self.last]
        super().__init__(buttons, layout=w.Layout(flex_flow="row wrap"))

    def listen(self, *acts: Callable[[], None]) -> None:
        """Let the four buttons, from first to last, do these."""
        for button, act in zip(self.children, acts, strict=True):
            button.on_click(_without_event(act))

    def allow(self, *, back: bool, forward: bool) -> None:
        """Say whether there is anything to go back to, and to go on to."""
        self.first.disabled = self.back.disabled = not back
        self.forward.disabled = self.last.disabled = not forward


def _without_event(act: Callable[[], None]) -> Callable[[Any], None]:
    return lambda _: act()


def _button(label: str, **traits: Any) -> w.Button:  # noqa: ANN401 - of a button
    return w.Button(description=label, layout=w.Layout(width="auto"), **traits)

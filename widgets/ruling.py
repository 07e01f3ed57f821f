"""RulingView: a ruling as a tree to open and close, with the rule cases on every line."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import traitlets

from wargame.core.errors import shown
from wargame.core.provenance import MEANING
from wargame.core.ruling import Ruling
from wargame.core.ruling_views import MARKS, headline
from widgets.assets import front_end
from widgets.base import TeachingWidget
from widgets.errors import WidgetError
from widgets.given import cards, case_lines, text, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.provenance import Provenance

OURS = "This rests on reconstructed figures."
NOTHING = "Nothing to explain yet."


class RulingView(TeachingWidget):
    """A ruling that a reader can open branch by branch.

    Assigning ``ruling`` shows another one; :meth:`show` does the same and sets the note.

    Args:
        ruling: What to explain; nothing yet when None.
        open_depth: How many levels are open before the reader opens or closes any.
        note: A sentence under the tree. Without one, a ruling that rests on reconstructed figures
            says so.
        label: What the tree is called, for those who hear it.

    Raises:
        WidgetError: An argument is of the wrong kind.
    """

    _esm, _css = front_end("ruling")

    ruling = traitlets.Instance(Ruling, allow_none=True)
    tree = traitlets.Dict().tag(sync=True)
    note = traitlets.Unicode().tag(sync=True)
    beside_html = traitlets.Unicode().tag(sync=True)
    label = traitlets.Unicode("Ruling").tag(sync=True)
    open_depth = traitlets.Int(2, min=0).tag(sync=True)

    def __init__(
        self,
        ruling: Ruling | None = None,
        *,
        open_depth: int = 2,
        note: str | None = None,
        label: str = "Ruling",
        **traits: Any,  # noqa: ANN401 - trait values
    ) -> None:
        """Check what is given, then show it."""
        open_depth = whole("RulingView, open_depth", open_depth, 0, 40)
        ruling = _checked(ruling)
        super().__init__(
            open_depth=open_depth, label=text("RulingView, label", label), tree={}, **traits
        )
        self.show(ruling, note=note)

    def show(
        self, ruling: Ruling | None, *, note: str | None = None, beside_html: str = ""
    ) -> None:
        """Explain another ruling, or none; branches that it shares with the last stay as they are.

        Args:
            ruling: What to explain.
            note: The sentence under the tree; None lets the ruling decide.
            beside_html: Markup of one's own to show beside the tree, such as a picture that
                changes with it: both go in one message. The twins leave it out.

        Raises:
            WidgetError: *ruling* is no ruling, or *note* or *beside_html* no text.
        """
        ruling = _checked(ruling)
        if note is None:
            note = OURS if ruling is not None and ruling.reconstructed else ""
        text("RulingView, note", note)
        text("RulingView, beside_html", beside_html)
        with self.hold_sync():
            self.note, self.beside_html = note, beside_html
            self.ruling = ruling

    @traitlets.observe("ruling")
    def _renew(self, _change: object) -> None:
        self.tree = {} if self.ruling is None else enriched(self.ruling)

    def text_twin(self) -> str:
        """Return the tree as indented text, with the note."""
        tree = NOTHING if self.ruling is None else self.ruling.to_text()
        return "\n".join(filter(None, (tree, self.note)))

    def static_html(self) -> str:
        """Return the tree as nested lists, with the note and what its rule cases say."""
        if self.ruling is None:
            return f"<p>{escape(self.text_twin())}</p>"
        note = f"<p><em>{escape(self.note)}</em></p>" if self.note else ""
        return f"{self.ruling.to_html()}{note}{_cases_html(self.ruling)}"


def _checked(ruling: object) -> Ruling | None:
    if ruling is not None and not isinstance(ruling, Ruling):
        raise WidgetError("RulingView, ruling", shown(ruling), "a Ruling, or None")
    return ruling


def enriched(ruling: Ruling) -> dict[str, Any]:
    """Return the JSON of a ruling with what the front end shows beside it.

    Each node gains ``path``, ``headline``, ``mark`` and ``reconstructed``; its cases become
    ``{name, summary}``, and a provenance gains a sentence.
    """
    return _node(ruling, ruling.to_json(), "", signed=False)


def _node(ruling: Ruling, data: dict[str, Any], path: str, *, signed: bool) -> dict[str, Any]:
    signed_parts = ruling.rule == "sum"
    names = _names(part.label for part in ruling.parts)
    data |= {
        "path": path,
        "headline": headline(ruling, signed=signed),
        "mark": MARKS[ruling.status],
        "reconstructed": ruling.reconstructed,
        "cases": cards(ruling.cases),
        "parts": [
            _node(part, below, f"{path}/{name}", signed=signed_parts)
            for part, below, name in zip(ruling.parts, data["parts"], names, strict=True)
        ],
    }
    if ruling.provenance is not None:
        data["provenance"] |= {"sentence": origin_sentence(ruling.provenance)}
    return data


def _names(labels: Iterable[str]) -> Iterator[str]:
    """Yield each label as a step of a path, told apart from its likes by a number."""
    met: dict[str, int] = {}
    for label in labels:
        name = label.replace("~", "~0").replace("/", "~1").replace("#", "~2")
        met[name] = met.get(name, 0) + 1
        yield name if met[name] == 1 else f"{name}#{met[name]}"


def origin_sentence(origin: Provenance) -> str:
    """Return where a figure comes from, as a sentence.

    Args:
        origin: The provenance of the figure.
    """
    source = f" ({origin.source})" if origin.source else ""
    note = f" {origin.note.rstrip('.')}." if origin.note else ""
    return f"{origin.kind.capitalize()}: {MEANING[origin.kind]}{source}.{note}"


def _cases_html(ruling: Ruling) -> str:
    """Return every case of the tree once, with its summary, folded by the browser's own means."""
    cases = dict.fromkeys(case for each in ruling.walk() for case in each.cases)
    if not cases:
        return ""
    lines = "".join(f"<li>{escape(line)}</li>" for line in case_lines(cards(cases)))
    return f"<details><summary>Rule cases</summary><ul>{lines}</ul></details>"

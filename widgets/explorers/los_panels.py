"""The parts of the LOS explorer on the screen, and how they follow what is looked at."""

from __future__ import annotations

from collections import Counter
from itertools import count
from typing import TYPE_CHECKING, Any

import ipywidgets as w
from attrs import frozen

from wargame.rifle_and_spade.ruleset import LIGHTS
from wargame.rifle_and_spade.sight import VERDICTS
from widgets.explorers.frame import column, paragraph, row
from widgets.hexmap import Handle, HexMap
from widgets.ruling import OURS, RulingView
from widgets.sight_profile import profile_of
from widgets.sight_section import profile_svg
from widgets.sight_svg import heights_svg, key_svg, line_svg, lit_svg, view_shapes, view_svg
from widgets.sight_words import along_words, heights_words
from widgets.svg import LAYERS, MOST_NUMBERS, image
from widgets.svg_counters import counters_svg
from widgets.svg_marks import above, word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.sight import Look, Verdict

ENDS = ("Spotter", "Target", "Searchlight")
HINT = (
    "Drag either end of the line, or take hold of it with H and move it with the arrow keys. "
    "A click on a hex sets what is chosen beside the map."
)
SPOTTER, TARGET = "spotter", "target"
"""The ends of the line, as the map's handles."""
_NUMBERS = count(1)
"""Tells the live sections on one page apart."""
KEY = (
    "What the line and the hatches mean: Open, a whole line, rings; Partial, dashes, slanting "
    "strokes; Blocked, dots, a net. A full peak is a ridge that counts, a hollow one a ridge "
    "beside an end; a yellow hexside is one that the line runs along; a pale hex with rays is lit "
    "by a searchlight."
)


@frozen
class Sighted:
    """What the panels show.

    Args:
        look: The question.
        ruling: The answer, with its nine cases.
        verdict: Its word; None where the line leaves the map.
        seen: The field of view, if it is shown.
        crossable: The hexes from which the target could come over a ridge.
    """

    look: Look
    ruling: Ruling
    verdict: Verdict | None
    seen: Mapping[Hex, Verdict] | None
    crossable: tuple[Hex, ...]

    @property
    def field(self) -> Field:
        """The ground."""
        return self.look.field

    def label(self, cell: Hex) -> str:
        """Return the printed number of a hex."""
        return self.field.board.label(cell)

    @property
    def crossed_from(self) -> Hex | None:
        """The hex that the target has just left over a ridge."""
        side = self.look.crossing
        if side is None:
            return None
        return next(cell for cell in side.hexes if cell != self.look.target)

    def sentence(self) -> str:
        """Return the verdict and what decided it."""
        look = self.look
        over, said = self.crossed_from, self.ruling.sentence
        crossing = f", just over the ridge from {self.label(over)}" if over is not None else ""
        line = f"{self.label(look.spotter)} to {self.label(look.target)} by {look.light}{crossing}"
        return f"{line}: {said}" if self.verdict else f"{line}: not covered. {said}"

    def along(self) -> tuple[str, ...]:
        """Return what counts on each hexside that the line runs along."""
        return along_words(self.field, self.look.spotter, self.look.target)

    def lit_words(self) -> str:
        """Return which hexes searchlights light, and whether that helps."""
        look = self.look
        if not look.lit:
            return ""
        labels = ", ".join(sorted(map(self.label, look.lit)))
        helps = "; by day that changes nothing" if look.light == "day" else ", and seen as by day"
        return f"Lit by searchlights: {labels}{helps}."

    def view_words(self) -> str:
        """Return what is seen from the spotter's hex, counted."""
        if self.seen is None:
            return ""
        counts = Counter(self.seen.values())
        told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in VERDICTS)
        return f"Field of view from {self.label(self.look.spotter)}: {told}."


class GroundMap(HexMap):
    """A map with heights, and a drawing of what is seen over it.

    The heights belong to the board, so that a line that moves does not repaint them.
    """

    _heights = ""
    _sight = ""
    _view = ""

    def draw(self, layers: Iterable[str] = LAYERS) -> None:
        """Draw the board and its heights again with these layers."""
        super().draw(layers)
        self._heights = heights_svg(self.board)
        self.board_svg += self._heights

    def show_sight(self, drawing: str, view: str = "") -> None:
        """Show these drawings, SVG elements, instead of those shown before.

        Args:
            drawing: The line, above everything.
            view: What is seen, below all highlights; it seldom changes, and is sent alone.
        """
        self._sight, self._view = drawing, view
        self._overlay()

    def _overlay(self) -> None:
        self._arrows = self._heights + self._view + self._sight  # for the static picture
        self.backdrop_svg = self._view
        self.overlay_svg = counters_svg(self.board, self.counters) + above(self._sight)


class Panels:
    """The widgets of the explorer.

    Args:
        field: The ground.
        height: The height of the map in pixels.
    """

    def __init__(self, field: Field, height: int) -> None:
        """Make the widgets, empty."""
        self._telling = False
        self._name = f"profile{next(_NUMBERS)}"
        self._shapes = view_shapes(field.board)
        self._drawn: tuple[Mapping[Hex, Verdict] | None, str, dict[Hex, str]] = (None, "", {})
        self.map = GroundMap(field.board, height=height, hint=HINT)
        self.end = _field(w.Dropdown, "A click sets", options=list(ENDS), value="Target")
        self.spotter = _field(w.Text, "Spotter", continuous_update=False)
        self.target = _field(w.Text, "Target", continuous_update=False)
        self.light = _field(w.Dropdown, "Light", options=list(LIGHTS))
        self.lit = _field(
            w.Text, "Lit hexes", continuous_update=False, placeholder="by searchlights"
        )
        self.view = _check("field of view")
        self.crosses = _check("target just crossed a ridge from")
        self.ridge = _field(w.Dropdown, "Hex", options=[])
        self.key = w.HTML(paragraph(image(key_svg(), KEY)))
        self.ruling = RulingView(label="Line of sight, case by case")

    def rows(self) -> tuple[w.Widget, ...]:
        """Return the layout: map and form, section with explanation; narrow pages stack them."""
        form = w.VBox(
            [
                self.end,
                self.spotter,
                self.target,
                self.light,
                self.lit,
                self.view,
                self.crosses,
                self.ridge,
                self.key,
            ],
            layout=column("290px", "34%"),
        )
        ground = w.Box([self.map], layout=column("420px", "62%"))
        return w.HBox([ground, form], layout=row()), self.ruling

    def listen(self, act: Callable[[str, Any], None]) -> None:
        """Call *act* with the name of a control and its new value, when a reader's hand moves it.

        Args:
            act: What to do.
        """
        for name in ("spotter", "target", "light", "lit", "view", "crosses", "ridge"):

            def moved(change: dict[str, Any], name: str = name) -> None:
                if not self._telling:
                    act(name, change["new"])

            getattr(self, name).observe(moved, "value")

    def begin(self, sighted: Sighted) -> None:
        """Show all of a small board, and of a large one where the line lies."""
        if len(sighted.field.board.cells) > MOST_NUMBERS:
            ends = sighted.look.spotter, sighted.look.target
            self.map.look_at(*map(sighted.label, ends), reach=4)

    def show(self, sighted: Sighted, *, form: bool = True) -> None:
        """Bring every panel up to date.

        Each message and each frame between two of them costs a drag dearly, so there are two of
        them, sent together at the end: section with explanation, and last the map.

        Args:
            sighted: What to show.
            form: Whether the form follows too.
        """
        if form:
            self.set_form(sighted)
        with self.map.hold_sync(), self.ruling.hold_sync():
            section = _headline(sighted) + _live_profile(sighted, self._name)
            self.ruling.show(sighted.ruling, note=_note(sighted), beside_html=section)
            self._show_map(sighted)
            self.map.say(" ".join(filter(None, (sighted.sentence(), sighted.view_words()))))

    def set_form(self, sighted: Sighted) -> None:
        """Set the form to what is looked at, without calling it a reader's wish."""
        look, over = sighted.look, sighted.crossed_from
        options = [(sighted.label(cell), sighted.label(cell)) for cell in sighted.crossable]
        self._telling = True
        try:
            self.spotter.value = sighted.label(look.spotter)
            self.target.value = sighted.label(look.target)
            self.light.value = look.light
            self.lit.value = ", ".join(sorted(map(sighted.label, look.lit)))
            self.view.value = sighted.seen is not None
            if list(self.ridge.options) != options:
                self.ridge.options = options
            self.crosses.value = over is not None
            if options:
                self.ridge.value = sighted.label(over) if over is not None else options[0][1]
        finally:
            self._telling = False
        self.crosses.disabled = self.ridge.disabled = not options

    def _show_map(self, sighted: Sighted) -> None:
        look = sighted.look
        view, notes = self._view(sighted.seen)
        for cell in look.lit:
            notes[cell] = "; ".join(filter(None, (notes.get(cell), "lit by a searchlight")))
        notes[look.target] = f"the target, {sighted.verdict or 'not covered'}"
        notes[look.spotter] = "the spotter"
        with self.map.hold_sync():
            drawn = line_svg(sighted.field, look.spotter, look.target, sighted.verdict)
            self.map.show_sight(drawn, lit_svg(sighted.field.board, look.lit) + view)
            self.map.mark({look.target: "target", look.spotter: "chosen"})
            self.map.note(notes)
            ends = (SPOTTER, look.spotter, "Spotter"), (TARGET, look.target, "Target")
            self.map.show_handles([Handle(*each) for each in ends], link=True)

    def _view(self, seen: Mapping[Hex, Verdict] | None) -> tuple[str, dict[Hex, str]]:
        """Return a field of view drawn and in words; kept while only the target moves."""
        if seen is None:
            return "", {}
        if self._drawn[0] is not seen:
            words = {cell: f"seen: {verdict}" for cell, verdict in seen.items()}
            self._drawn = seen, view_svg(self._shapes, seen), words
        return self._drawn[1], dict(self._drawn[2])

    def text(self, sighted: Sighted) -> str:
        """Return everything as text."""
        look = sighted.look
        section = profile_of(sighted.field, look.spotter, look.target)
        lines = (
            sighted.sentence(),
            f"Heights: {section.words(sighted.field.board)}.",
            *sighted.along(),
            sighted.lit_words(),
            sighted.view_words(),
            self.ruling.text_twin(),
        )
        return "\n".join(filter(None, lines))

    def html(self, sighted: Sighted) -> str:
        """Return everything as HTML without script."""
        parts = (
            paragraph(_headline(sighted)),
            self.map.static_html(),
            self.key.value,
            _profile(sighted),
        )
        return "".join((*parts, self.ruling.static_html()))


def _headline(sighted: Sighted) -> str:
    look = sighted.look
    verdict = word(sighted.verdict or "Not covered")
    ends = f"{word(sighted.label(look.spotter))} looks at {word(sighted.label(look.target))}"
    more = "".join(
        f"<p>{word(each)}</p>" for each in (*sighted.along(), sighted.lit_words()) if each
    )
    title = f"<h4>{ends}, by {look.light}: {verdict}</h4>"
    return f"{title}<p>{word(sighted.ruling.sentence)}</p>{more}"


def _note(sighted: Sighted) -> str:
    """Return what is written under the nine cases: the heights they use, and whose figures."""
    ours = OURS if sighted.ruling.reconstructed else ""
    return " ".join(filter(None, (heights_words(sighted.look), ours)))


def _profile(sighted: Sighted) -> str:
    """Return the section as an image, with its words for those who do not see it."""
    return image(_section(sighted), _section_words(sighted))


def _live_profile(sighted: Sighted, name: str) -> str:
    """Return the section as elements: an image would blink at each hex while an end is dragged."""
    title = word(_section_words(sighted))
    return f"<div role='img' aria-label=\"{title}\">{_section(sighted, name)}</div>"


def _section(sighted: Sighted, name: str = "profile") -> str:
    look, field = sighted.look, sighted.field
    raised = field.ridge_level(look.crossing) if look.crossing is not None else None
    return profile_svg(field, look.spotter, look.target, sighted.verdict, raised, name=name)


def _section_words(sighted: Sighted) -> str:
    look, field = sighted.look, sighted.field
    told = profile_of(field, look.spotter, look.target).words(field.board)
    return f"Heights along the line: {told}"


def _field(kind: Callable[..., Any], label: str, **traits: Any) -> Any:  # noqa: ANN401 - a widget
    return kind(
        description=label,
        layout=w.Layout(width="15em"),
        style={"description_width": "5.5em"},
        **traits,
    )


def _check(label: str) -> w.Checkbox:
    return w.Checkbox(False, description=label, indent=False, layout=w.Layout(width="100%"))

"""The parts of the hiding explorer on the screen, and how they follow a plan and its chain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets as w
from attrs import frozen

from wargame.core.procedure import Choice, Roll
from widgets import rs_view
from widgets.dice import DiceTray
from widgets.explorers.buttons import Decision, Steps
from widgets.explorers.frame import column, paragraph, row, wide_html
from widgets.explorers.hiding_chain import Event, arrows_svg
from widgets.explorers.hiding_plan import NAMES, POSTURES
from widgets.explorers.hiding_words import (
    STYLE,
    chain_html,
    field_words,
    headline,
    part,
    table_html,
    text_lines,
    ways_html,
)
from widgets.ruling import RulingView
from widgets.svg import SIZE, board_svg, outline
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.core.run import Run
    from wargame.rifle_and_spade.state import Situation
    from widgets.explorers.hiding_plan import HidingPlan

HINT = "Choose a hex with a unit: one of the same side to look at it, an enemy to look from there."


class HidingMap(rs_view.SituationMap):
    """A map of a position with a hatch over hexes, and the arrows of a chain over the counters."""

    _hatch = ""

    def show_field(self, hatch: str, arrows: str) -> None:
        """Show this hatch, below all counters, and these arrows above them, both SVG elements."""
        with self.hold_sync():
            self._hatch, self._arrows = hatch, arrows
            self.backdrop_svg = hatch
            self._overlay()

    def _draw_ground(self) -> None:
        # the hatch is sent by itself: it changes more often than the ground
        self.board_svg = board_svg(self.board, self.layers, super()._built)

    @property
    def _built(self) -> str:
        return super()._built + self._hatch


def field_svg(board: Board, cells: Iterable[Hex]) -> str:
    """Return hexes under a hatch, as SVG elements."""
    way = "".join(outline(board, cell, SIZE - 2) for cell in sorted(cells))
    if not way:
        return ""
    tile = '<path d="M0 10L10 0M-2 2L2 -2M8 12L12 8" stroke="#1b3a6b" stroke-width="1.2"/>'
    return (
        '<g class="wg-hiding-field"><defs><pattern id="wg-hiding-hatch" width="10" height="10" '
        f'patternUnits="userSpaceOnUse"><g stroke-opacity=".55">{tile}</g></pattern></defs>'
        f'<path d="{way}" fill="url(#wg-hiding-hatch)" stroke="#1b3a6b" stroke-opacity=".35"/></g>'
    )


@frozen
class Moment:
    """What the panels show.

    Args:
        plan: The plan.
        title: What the position is called.
        run: The chain; None where there is nothing to fire at.
        events: What has happened in it.
    """

    plan: HidingPlan
    title: str
    run: Run | None
    events: tuple[Event, ...]

    @property
    def situation(self) -> Situation:
        """The position: before the chain, or after it."""
        if self.run is not None and self.run.finished:
            outcome: Situation = self.run.outcome
            return outcome
        return self.plan.position

    def ruling(self) -> Ruling | None:
        """Return what the chosen firer can do to the unit as it hides."""
        plan = self.plan
        return plan.entry(plan.firer, plan.cover).ruling if plan.firer else None

    def sentence(self) -> str:
        """Return where things stand."""
        plan, fires = self.plan, [each for each in self.events if each.fire]
        if self.run is None:
            said = "There is nothing at which it can fire."
        elif self.run.finished:
            said = f"The chain is over after {len(fires)} fire{'' if len(fires) == 1 else 's'}."
        elif fires:
            said = f"Fire {fires[-1].fire}: {fires[-1].words}"
        else:
            said = "The chain has not begun." if not self.run.journal else "No fire so far."
        return f"{plan.unit}, {NAMES[plan.cover]}. {said}"


class Panels:
    """The widgets of the explorer.

    Args:
        plan: The plan to begin with.
        height: The height of the map in pixels.
        act: What the form calls with the name of a control and its new value.
        decide: What a decision button calls with its key.
    """

    def __init__(
        self,
        plan: HidingPlan,
        height: int,
        act: Callable[[str, Any], None],
        decide: Callable[[str], None],
    ) -> None:
        """Make the widgets."""
        self._quiet = False
        self.map = HidingMap(plan.situation.board, height=height, hint=HINT)
        self.headline, self.ways, self.field = wide_html(), wide_html(), wide_html()
        self.table, self.chain, self.asked = wide_html(), wide_html(), wide_html()
        self.unit, self.cover = _menu("Unit"), _menu("It is")
        self.firer, self.target = _menu("Seen by"), _menu("It fires at")
        self.dice = DiceTray()
        self.decision = Decision(decide, overflow="visible")
        self.steps = Steps(
            first="Back to before the chain",
            back="Back to the fire before",
            forward="Go on to the next fire: who may answers, nobody is hit",
            last="Go on to the end of the chain",
        )
        self.ruling = RulingView(label="The chosen firer at the unit as it hides", open_depth=3)
        for name in ("unit", "cover", "firer", "target"):

            def moved(event: dict[str, Any], name: str = name) -> None:
                if not self._quiet:
                    act(name, event["new"])

            getattr(self, name).observe(moved, "value")

    def rows(self) -> tuple[w.Widget, ...]:
        """Return the layout; narrow pages put columns under each other."""
        form = [self.headline, self.unit, self.cover, self.firer, self.field, self.ways]
        doing = [self.target, self.steps, self.dice, self.asked, self.decision]
        ground = w.Box([self.map], layout=column("420px", "58%"))
        return (
            w.HBox([ground, w.VBox(form, layout=column("300px", "38%"))], layout=row()),
            self.table,
            w.HTML(STYLE + part("<h4>Coming out to fire: the chain of counter-fire</h4>")),
            w.HBox(
                [
                    w.VBox(doing, layout=column("330px", "44%")),
                    w.VBox([self.chain], layout=column("380px", "52%")),
                ],
                layout=row(),
            ),
            self.ruling,
        )

    def begin(self, plan: HidingPlan) -> None:
        """Show all of a small board, and of a large one where the unit and its enemies are."""
        board = plan.situation.board
        if len(board.cells) > 60:  # noqa: PLR2004 - a board that does not fit a glance
            near = [piece.at for piece in plan.firers()[:3]]
            self.map.look_at(*map(board.label, [plan.at, *near]), reach=2)

    def show(self, moment: Moment) -> None:
        """Bring every panel up to date."""
        plan = moment.plan
        self.set_form(plan)
        self.headline.value = STYLE + part(headline(plan, moment.title))
        self.ways.value = part(ways_html(plan))
        self.field.value = paragraph(word(field_words(plan)))
        self.table.value = part(table_html(plan))
        self.chain.value = part(chain_html(moment.events))
        self.ruling.show(moment.ruling())
        self._show_run(moment)
        self._show_map(moment)
        self.map.say(moment.sentence())

    def set_form(self, plan: HidingPlan) -> None:
        """Set the form to the plan, without calling it a reader's wish."""
        label = plan.situation.board.label
        self._quiet = True
        try:
            pieces = sorted(plan.situation.pieces, key=lambda each: each.unit)
            _set(self.unit, [(f"{each.unit} ({label(each.at)})", each.unit) for each in pieces],
                 plan.unit)  # fmt: skip
            open_to = [cover for cover in POSTURES if plan.may_hide(cover).allowed]
            _set(self.cover, [(NAMES[each], each) for each in open_to], plan.cover)
            _set(self.firer, [(each.unit, each.unit) for each in plan.firers()], plan.firer or None)
            _set(self.target, [(label(each), each) for each in plan.targets()], plan.target)
        finally:
            self._quiet = False

    def _show_run(self, moment: Moment) -> None:
        run = moment.run
        request = run.request if run is not None else None
        with self.dice.hold_sync():
            self.dice.enabled = isinstance(request, Roll)
            self.dice.hint = moment.sentence()
            self.dice.show(request if isinstance(request, Roll) else None)
        asked = request if isinstance(request, Choice) else None
        self.asked.value = paragraph(f"<b>{word(asked.purpose)}</b>") if asked else ""
        self.decision.ask(asked)
        begun = run is not None and bool(run.journal)
        self.steps.allow(back=begun, forward=run is not None and not run.finished)

    def _show_map(self, moment: Moment) -> None:
        plan = moment.plan
        board = plan.situation.board
        marks = {plan.at: "chosen"}
        fires = [each for each in moment.events if each.fire]
        now = fires[-1].target if fires else plan.target
        if now is not None and now != plan.at:
            marks[now] = "target"
        with self.map.hold_sync():
            rs_view.show(moment.situation, self.map)
            self.map.mark(marks)
            hatch = field_svg(board, plan.safe_from())
            self.map.show_field(hatch, arrows_svg(board, moment.events))

    def text(self, moment: Moment) -> str:
        """Return everything as text."""
        lines = [f"{moment.title}. {moment.sentence()}", field_words(moment.plan)]
        lines += text_lines(moment.plan)
        lines += [
            f"{f'{each.fire}. ' if each.fire else '   '}{each.words} [{', '.join(each.cases)}]"
            for each in moment.events
        ]
        return "\n".join([*lines, self.ruling.text_twin()])

    def html(self) -> str:
        """Return everything that is shown as HTML without script."""
        parts = (
            self.headline.value,
            self.map.static_html(),
            self.field.value,
            self.ways.value,
            self.table.value,
            self.chain.value,
        )
        return "".join((*parts, self.ruling.static_html()))


def _set(menu: w.Dropdown, options: list[tuple[str, Any]], value: object) -> None:
    if list(menu.options) != options:
        menu.options = options
    menu.value = value if options else None
    menu.disabled = not options


def _menu(label: str) -> w.Dropdown:
    return w.Dropdown(
        options=[],
        description=label,
        style={"description_width": "5.5em"},
        layout=w.Layout(width="100%", max_width="24em"),
    )

"""The parts of the air mission explorer on the screen, and how they follow a plan and its run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as w
from attrs import evolve, frozen

from wargame.core.procedure import Roll
from widgets.area_map import AreaSheet
from widgets.area_svg import CHOSEN, NEIGHBOUR, TARGET, outlined_svg
from widgets.dice import DiceTray
from widgets.explorers import air_words as words
from widgets.explorers.air_form import fields_of
from widgets.explorers.air_odds import tables, timing
from widgets.explorers.air_steps import here, outcome_words, outline
from widgets.explorers.form import Form, Look
from widgets.explorers.frame import column, row, wide_html
from widgets.odds import OddsView
from widgets.ruling import RulingView
from widgets.sequence import SequenceView
from widgets.svg import arrow_svg
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.drivers import Journal
    from wargame.core.ruling import Ruling
    from wargame.core.run import Run
    from widgets.explorers.air_plan import AirPlan

HINT = "Choose the target, or the home, as the menu says. Broken outlines: where it may be flown."
LOOK = Look(label="12em", menu="98%", most="98%", number="18em")
MOST_TABLES = 3
NO_DICE = "No die belongs to this mission itself."


@frozen
class Moment:
    """What the panels show.

    Args:
        plan: The plan.
        run: The dice of the mission, where it has any.
        line: The answers of the line that is stepped through.
        landed: The roll answered last, and its face.
    """

    plan: AirPlan
    run: Run | None
    line: Journal = ()
    landed: tuple[Roll, int] | None = None

    @property
    def said(self) -> str:
        """What the dice came to, once they have all been thrown."""
        run = self.run
        done = run is not None and run.finished and run.journal
        return outcome_words(self.plan, run.outcome) if run is not None and done else ""

    @property
    def ruling(self) -> Ruling:
        """Whether it may be flown and why, when planes fight, and what the dice have told."""
        ruling = self.plan.ruling
        told = self.run.told if self.run is not None and self.run.journal else ()
        extra = (*timing(self.plan), *told) if ruling.allowed else ()
        return evolve(ruling, parts=(*ruling.parts, *extra)) if extra else ruling


class Panels:
    """The widgets of the explorer.

    Args:
        plan: The plan to begin with.
        height: The height of the map in pixels.
        change: What the form calls with a change of the plan.
    """

    def __init__(
        self,
        plan: AirPlan,
        height: int,
        change: Callable[[Callable[[AirPlan], AirPlan]], None],
    ) -> None:
        """Make the widgets, empty."""
        self.map = AreaSheet(plan.theatre, height=height, hint=HINT)
        self.form = Form(fields_of, change, LOOK)
        self.headline, self.what_if = wide_html(), wide_html()
        self.sequence = SequenceView(outline(plan), label="The mission, step by step")
        self.dice = DiceTray()
        self.odds = tuple(OddsView() for _ in range(MOST_TABLES))
        self.ruling = RulingView(label="May it be flown?")

    def rows(self) -> tuple[w.Widget, ...]:
        """Return the layout; narrow pages put columns under each other."""
        field = w.VBox([self.map], layout=column("420px", "58%"))
        side = w.VBox([self.form.box, self.headline], layout=column("300px", "38%"))
        steps = w.VBox([self.sequence, self.dice], layout=column("320px", "46%"))
        chances = w.VBox([*self.odds, self.what_if], layout=column("320px", "50%"))
        return (
            w.HBox([field, side], layout=row()),
            w.HBox([steps, chances], layout=row()),
            self.ruling,
        )

    def show(self, moment: Moment) -> None:
        """Bring every panel up to date."""
        plan = moment.plan
        self.form.show(plan)
        self.headline.value = words.headline_html(plan)
        self._show_run(moment)
        self._show_odds(plan)
        self.ruling.show(moment.ruling)
        self._show_map(plan)
        self.map.say(moment.said or words.sentence(plan))

    def _show_run(self, moment: Moment) -> None:
        run = moment.run
        with self.sequence.hold_sync(), self.dice.hold_sync():
            self.sequence.follow(outline(moment.plan))
            if run is None:
                self.dice.layout.display = "none"
                self.sequence.where = NO_DICE if moment.plan.ruling.allowed else ""
                return
            self.dice.layout.display = None
            request = run.request
            at = here(moment.plan, request.purpose) if request is not None else ""
            self.sequence.show(run, line=moment.line, here=at, outcome=moment.said)
            self.dice.enabled = isinstance(request, Roll)
            if isinstance(request, Roll):
                self.dice.show(request)
            elif moment.landed is not None:
                self.dice.show(*moment.landed)
            else:
                self.dice.show(None)

    def _show_odds(self, plan: AirPlan) -> None:
        found = tuple(tables(plan))
        for at, view in enumerate(self.odds):
            view.layout.display = None if at < len(found) else "none"
            if at < len(found):
                each = found[at]
                view.show(each.series, meanings=each.meanings, order=each.order, label=each.label,
                          rounded=each.rounded)  # fmt: skip
            else:
                view.show((), label="Odds")
        self.what_if.value = words.what_if_html(plan)

    def _show_map(self, plan: AirPlan) -> None:
        marks = dict.fromkeys(plan.targets, NEIGHBOUR)
        marks[plan.target], marks[plan.home] = TARGET, CHOSEN
        board, at = self.map.board, self.map.middles
        drawing = outlined_svg(board, plan.theatre.atlas, marks)
        if plan.home != plan.target:
            drawing += arrow_svg(board, at[plan.home], at[plan.target])
        self.map.show_theatre(plan.theatre, drawing)

    def text(self, moment: Moment) -> str:
        """Return everything as text."""
        plan = moment.plan
        lines = list(words.headline_lines(plan))
        lines += [moment.said] if moment.said else []
        lines.append(self.sequence.text_twin())
        lines += [f"  {each.label}: {each.sentence}" for each in outline(plan).parts]
        lines += [view.text_twin() for view in self.odds if view.series]
        lines += [", ".join(each) for each in words.what_if_rows(plan)]
        return "\n".join([*filter(None, lines), self.ruling.text_twin()])

    def html(self, moment: Moment) -> str:
        """Return everything as HTML without script."""
        said = f"<p>{word(moment.said)}</p>" if moment.said else ""
        parts = [self.map.static_html(), self.headline.value, said, self.sequence.static_html()]
        parts += [view.static_html() for view in self.odds if view.series]
        return "".join([*parts, self.what_if.value, self.ruling.static_html()])

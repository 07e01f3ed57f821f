"""The parts of the retreat explorer on the screen, and how they follow a plan and its run."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import ipywidgets as w
from attrs import evolve, frozen

from wargame.core.procedure import Choice
from wargame.fire_and_movement.results import CombatOutcome
from wargame.fire_and_movement.state import Situation
from widgets.explorers import retreat_svg as svg
from widgets.explorers import retreat_words as words
from widgets.explorers.buttons import Decision
from widgets.explorers.fm_map import PositionMap
from widgets.explorers.fm_variants import OWN
from widgets.explorers.fm_words import STYLE, paragraphs, part
from widgets.explorers.form import Form, Look
from widgets.explorers.frame import column, row, wide_html
from widgets.explorers.retreat_ahead import Ahead, ahead, standing
from widgets.explorers.retreat_form import fields_of
from widgets.ruling import RulingView
from widgets.said import WHY

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.core.run import Run
    from wargame.fire_and_movement.retreat import Retreats
    from widgets.explorers.retreat_plan import RetreatPlan

HINT = (
    "Choose a unit; then a hex, to look at the way that ends there or to read why none does. "
    "Choose the hex again for the next way."
)


@frozen
class Moment:
    """What the panels show.

    Args:
        plan: The plan.
        base: The plan with which the retreat began.
        run: The retreat under way, once a unit is chosen.
        title: What the position is called.
    """

    plan: RetreatPlan
    base: RetreatPlan
    run: Run | None
    title: str

    @property
    def choice(self) -> Choice | None:
        """The decision that is asked for."""
        request = self.run.request if self.run is not None else None
        return request if isinstance(request, Choice) else None

    @property
    def outcome(self) -> CombatOutcome | None:
        """What it came to, once all is decided."""
        if self.run is None or not self.run.finished:
            return None
        found = self.run.outcome
        return found if isinstance(found, CombatOutcome) else None

    @property
    def now(self) -> Situation:
        """The position at this moment."""
        if self.outcome is not None:
            return self.outcome.situation
        asked = self.choice.position if self.choice is not None else None
        return asked if isinstance(asked, Situation) else self.plan.situation

    @cached_property
    def begun(self) -> bool:
        """Whether anything has been decided."""
        return self.run is not None and bool(self.run.journal)

    @property
    def found(self) -> Retreats | None:
        """The ways that the unit still has; None once it has gone, or stood."""
        plan = self.plan
        if not plan.unit or self.advancing or (self.outcome is not None and self.begun):
            return None
        places = {piece.unit: piece.at for piece in self.now.pieces}
        return plan.found if places.get(plan.unit) == plan.start else None

    @property
    def advancing(self) -> tuple[Hex, ...]:
        """The hexes into which an attacker may advance now."""
        keys = [option.key for option in self.choice.options] if self.choice is not None else []
        labels = [key.partition("@")[2] for key in keys if "@" in key]
        return tuple(map(self.plan.situation.board.hex, dict.fromkeys(labels)))

    @cached_property
    def ahead(self) -> Ahead | None:
        """What would follow the way looked at."""
        plan, run = self.plan, self.run
        if not plan.unit or run is None:
            return None
        # once it has gone, what is ahead does not depend on the way looked at
        return ahead(self.base, plan.unit, plan.way, run.journal)

    @cached_property
    def stand(self) -> Ruling | None:
        """What standing would cost."""
        return standing(self.base) if self.plan.unit else None

    def sentence(self) -> str:
        """Return where things stand."""
        if self.plan.hidden:
            return words.sum_words(self.plan)
        if self.plan.why is not None:
            return self.plan.why.sentence
        story = self.run.told if self.run is not None and self.begun else ()
        told = story[-1].sentence if story else ""
        if self.choice is not None and self.begun:
            return f"{told} {self.choice.purpose}?".strip()
        if self.outcome is not None and self.begun:
            return f"{told} All is done.".strip()
        return words.sum_words(self.plan)

    @property
    def ruling(self) -> Ruling | None:
        """The explanation: every way, or why not there, and what has happened since."""
        plan = self.plan
        if plan.hidden or not plan.unit:
            return None
        if plan.why is not None:
            return plan.why
        explained = plan.explained(plan.found)
        if self.run is None or not self.begun:
            return explained
        return evolve(explained.with_parts(*self.run.told), sentence=self.sentence())


class Panels:
    """The widgets of the explorer.

    Args:
        plan: The plan to begin with.
        height: The height of the map in pixels.
        change: What the form calls with a change of the plan.
        decide: What a decision button calls with its key.
    """

    def __init__(
        self,
        plan: RetreatPlan,
        height: int,
        change: Callable[[Callable[[RetreatPlan], RetreatPlan]], None],
        decide: Callable[[str], None],
    ) -> None:
        """Make the widgets, empty."""
        self.map = PositionMap(plan.situation.board, height=height, hint=HINT)
        self.form = Form(fields_of, change, Look(label="5em", menu="98%", most="98%"))
        self.headline, self.apart, self.ways = wide_html(), wide_html(), wide_html()
        self.chain, self.cost, self.advance = wide_html(), wide_html(), wide_html()
        self.legend = wide_html()
        self.ruling = RulingView(label="The rules, way by way")
        self.decision = Decision(decide, width="100%")
        self.decision.add_class("wg-fm-decision")
        wide = w.Layout(width="auto")
        self.go = w.Button(
            description="Go this way", tooltip="Retreat by the way looked at", layout=wide
        )
        # a layout of its own, for it is hidden alone
        self.nowhere = w.Button(
            description="Nowhere",
            tooltip="Bet that it cannot retreat at all",
            layout=w.Layout(width="auto"),
        )
        self.back = w.Button(
            description="↺ Take back", tooltip="Take the last decision back", layout=wide
        )
        self.why = w.Text(placeholder=WHY, tooltip=WHY, layout=w.Layout(width="19em"))
        self._seen: tuple[object, ...] = ()

    def rows(self) -> tuple[w.Widget, ...]:
        """Return the layout; narrow pages put columns under each other."""
        each = [self.nowhere, self.why, self.go, self.back]
        buttons = w.HBox(each, layout=w.Layout(flex_flow="row wrap"))
        side = [self.form.box, self.headline, buttons, self.decision]
        field = w.VBox([self.map, self.legend], layout=column("420px", "58%"))
        after = [self.cost, self.chain, self.apart]
        return (
            w.HBox([field, w.VBox(side, layout=column("320px", "38%"))], layout=row()),
            self.ways,
            w.HBox(
                [
                    w.VBox(after, layout=column("320px", "46%")),
                    w.VBox([self.advance], layout=column("320px", "46%")),
                ],
                layout=row(),
            ),
            self.ruling,
        )

    def show(self, moment: Moment) -> None:
        """Bring every panel up to date."""
        plan = moment.plan
        self.form.show(plan)
        self.headline.value = STYLE + part(words.facts_html(plan, moment.title))
        self._show_tables(moment)
        self.legend.value = part(svg.legend_html(plan))
        self.ruling.show(moment.ruling)
        choice = None if plan.hidden else moment.choice
        self.nowhere.layout.display = None if plan.hidden else "none"
        self.why.layout.display = None if plan.hidden else "none"
        self.decision.ask(choice, choice.purpose if choice else "", barred=True)
        self.go.disabled = plan.hidden or moment.found is None or plan.way is None
        self.back.disabled = not moment.begun
        # the map comes last: it takes a browser longest to paint
        self._show_map(moment)
        self.map.say(moment.sentence())

    def _show_tables(self, moment: Moment) -> None:
        plan = moment.plan
        if not plan.unit or plan.hidden:
            for panel in (self.ways, self.chain, self.cost, self.advance, self.apart):
                panel.value = ""
            return
        found = moment.found or plan.found
        self.ways.value = part(words.ways_html(plan, found))
        self.chain.value = part(words.chain_html(plan, found))
        self.cost.value = part(words.cost_html(moment.ahead, moment.stand))
        self.advance.value = part(words.advance_html(moment.ahead))
        self.apart.value = part(paragraphs(*_difference(moment)))

    def _show_map(self, moment: Moment) -> None:
        plan, found, now = moment.plan, moment.found, moment.now
        seen = (plan.unit, plan.position)
        with self.map.hold_sync():
            if seen != self._seen and (plan.unit or not self._seen):
                reach = plan.hexes + 1 if plan.unit else 1
                self.map.look_at(*svg.seen(plan), reach=reach)
            self._seen = seen
            self.map.show_position(now, plan.unit, now.spent)
            self.map.mark(_marks(moment))
            self.map.note(words.notes(plan, found, moment.advancing))
            self.map.show_drawing(svg.over_svg(plan, found, now), svg.under_svg(plan, found))

    def text(self, moment: Moment) -> str:
        """Return everything as text."""
        plan = moment.plan
        lines = [f"{moment.title}. {moment.sentence()}"]
        if not plan.unit:
            return lines[0]
        lines += words.facts(plan)
        if plan.hidden:
            return "\n".join(lines)
        found = moment.found or plan.found
        lines += [
            f"{way}: {rank}. {why} [{cases}]" for way, rank, why, cases in words.rows(plan, found)
        ]
        lines += words.chain_lines(plan, found)
        lines += words.cost_lines(moment.ahead, moment.stand)
        if moment.ahead is not None:
            lines += words.advance_lines(moment.ahead)
        lines += _difference(moment)
        return "\n".join([*lines, self.ruling.text_twin()])

    def html(self, moment: Moment) -> str:
        """Return everything as HTML without script."""
        parts = [self.headline.value, self.map.static_html(), self.legend.value, self.ways.value]
        parts += [self.cost.value, self.chain.value, self.apart.value, self.advance.value]
        return "".join([*parts, "" if moment.ruling is None else self.ruling.static_html()])


def _difference(moment: Moment) -> list[str]:
    plan = moment.plan
    if plan.rules == OWN or not plan.unit:
        return []
    return words.difference_words(plan, moment.stand, standing(moment.base.by_rules(OWN)))


def _marks(moment: Moment) -> dict[Hex, str]:
    plan = moment.plan
    if not plan.unit:
        return {}
    marks: dict[Hex, str] = dict.fromkeys(moment.advancing, "candidate")
    marks[plan.start] = "chosen"
    if moment.found is not None and plan.way is not None and not plan.hidden:
        marks[plan.way.end] = "target"
    if plan.spot is not None:
        marks[plan.spot] = "barred"
    return marks

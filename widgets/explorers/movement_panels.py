"""The parts of the movement explorer on the screen, and how they follow a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as w

from widgets.explorers import movement_svg as svg
from widgets.explorers import movement_words as words
from widgets.explorers.fm_map import PositionMap
from widgets.explorers.fm_words import STYLE, paragraphs, part
from widgets.explorers.form import Form, Look
from widgets.explorers.frame import column, row, wide_html
from widgets.explorers.movement_form import fields_of
from widgets.ruling import RulingView
from widgets.said import WHY

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.grid import Hex
    from widgets.explorers.movement_plan import MovementPlan

HINT = (
    "Choose a unit, then a hex to see the way there or why there is none. Choose the hex again to "
    "take up a unit in it. «Pass it» goes on from the hex: so the way is chosen too."
)


class Panels:
    """The widgets of the explorer.

    Args:
        plan: The plan to begin with.
        title: What the position is called.
        height: The height of the map in pixels.
        change: What the form calls with a change of the plan.
    """

    def __init__(
        self,
        plan: MovementPlan,
        title: str,
        height: int,
        change: Callable[[Callable[[MovementPlan], MovementPlan]], None],
    ) -> None:
        """Make the widgets, empty."""
        self._title = title
        self._shown: MovementPlan | None = None
        self.map = PositionMap(plan.situation.board, height=height, hint=HINT)
        self.form = Form(fields_of, change, Look(label="4.5em", menu="98%", most="98%"))
        self.headline, self.way, self.apart = wide_html(), wide_html(), wide_html()
        self.legend = wide_html()
        self.ruling = RulingView(label="The rules, step by step")
        wide = w.Layout(width="auto")
        self.go = w.Button(description="Move there", tooltip="Move the unit there", layout=wide)
        self.yes = w.Button(description="Yes, it may", tooltip="Bet that it may", layout=wide)
        self.no = w.Button(description="No, it may not", tooltip="Bet that it may not", layout=wide)
        self.via = w.Button(
            description="Pass it", tooltip="Name the hex as one that the move passes", layout=wide
        )
        self.plain = w.Button(
            description="Cheapest way", tooltip="Give up the hexes to pass", layout=wide
        )
        self.why = w.Text(placeholder=WHY, tooltip=WHY, layout=w.Layout(width="19em"))
        bets = [self.yes, self.no, self.why]
        self.bets = w.HBox(bets, layout=w.Layout(flex_flow="row wrap"))
        self.back = w.Button(
            description="↺ Take back", tooltip="Take the last move back", layout=wide
        )

    def rows(self) -> tuple[w.Widget, ...]:
        """Return the layout; narrow pages put columns under each other."""
        each = [self.go, self.via, self.plain, self.back]
        buttons = w.HBox(each, layout=w.Layout(flex_flow="row wrap"))
        side = [self.form.box, self.bets, buttons, self.headline, self.apart]
        field = w.VBox([self.map, self.legend], layout=column("420px", "58%"))
        return (
            w.HBox([field, w.VBox(side, layout=column("320px", "38%"))], layout=row()),
            self.way,
            self.ruling,
        )

    def begin(self, plan: MovementPlan) -> None:
        """Show where things happen."""
        self.map.look_at(*svg.seen(plan), reach=1)

    def show(self, plan: MovementPlan) -> None:
        """Bring every panel up to date."""
        self.form.show(plan)
        self.headline.value = STYLE + part(words.facts_html(plan, self._title))
        self.way.value = part(words.way_html(plan))
        self.apart.value = part(paragraphs(*words.difference_words(plan)))
        self.legend.value = part(svg.legend_html(plan))
        self.ruling.show(None if plan.hidden else plan.ruling)
        self.bets.layout.display = None if plan.bet_due else "none"
        self.go.disabled, self.back.disabled = not plan.ready, not plan.past
        self.via.disabled, self.plain.disabled = not plan.may_pass, not plan.by
        # the map comes last: it takes a browser longest to paint
        self._show_map(plan)
        self.map.say(words.sentence(plan))

    def _show_map(self, plan: MovementPlan) -> None:
        before, self._shown = self._shown, plan
        with self.map.hold_sync():
            if before is None or _pieces(before) != _pieces(plan):
                done = plan.phase.situation.moved | plan.phase.situation.spent
                self.map.show_position(plan.situation, plan.unit, done)
            self.map.mark(_marks(plan))
            self.map.note(words.notes(plan))
            self.map.show_drawing(svg.over_svg(plan), svg.under_svg(plan))

    def text(self, plan: MovementPlan) -> str:
        """Return everything as text."""
        lines = words.text_lines(plan, self._title)
        if plan.unit and not plan.hidden:
            lines.append(self.ruling.text_twin())
        return "\n".join(lines)

    def html(self, plan: MovementPlan) -> str:
        """Return everything as HTML without script."""
        parts = [self.headline.value, self.map.static_html(), self.legend.value, self.way.value]
        parts.append(self.apart.value)
        return "".join([*parts, self.ruling.static_html() if plan.unit and not plan.hidden else ""])


def _pieces(plan: MovementPlan) -> tuple[object, ...]:
    """Return what the counters on the map depend on."""
    now = plan.phase.situation
    return now.pieces, now.moved, now.spent, plan.unit


def _marks(plan: MovementPlan) -> dict[Hex, str]:
    if not plan.unit:
        return {}
    marks = {} if plan.start is None else {plan.start: "chosen"}
    marks |= dict.fromkeys(plan.reach.origin.way[1:], "candidate")
    if plan.goal is not None and plan.goal != plan.start:
        marks[plan.goal] = "target" if plan.hidden or plan.open else "barred"
    return marks

"""The parts of the orders explorer on the screen, and how they follow a plan and its roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets as w
from attrs import frozen

from wargame.core.procedure import Roll
from widgets import rs_view
from widgets.dice import DiceTray
from widgets.explorers import orders_words as words
from widgets.explorers.frame import column, row
from widgets.explorers.orders_svg import OrdersMap, legend_html, seen
from widgets.odds import OddsView
from widgets.ruling import RulingView
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Callable

    from widgets.explorers.orders_plan import Check, OrdersPlan

BET_FIRST = "Bet on the check first; then the dice are yours."
PROMPT = "Bet first: how will the check come out?"
HINT = "Choose a hex with a unit to look at its brigade or regiment."


@frozen
class Moment:
    """What the panels show.

    Args:
        plan: The brigiment and its check.
        title: What the position is called.
        bet_due: Whether the chances wait for a bet.
        face: The roll that lies; None before it is thrown.
        told: The checks whose chances may be told; None for all.
    """

    plan: OrdersPlan
    title: str
    bet_due: bool
    face: int | None
    told: frozenset[Check] | None

    @property
    def roll(self) -> Roll | None:
        """The roll that is asked for, or was made."""
        return self.plan.roll

    @property
    def lit(self) -> str:
        """How the check came out by a roll; empty before."""
        if self.face is None or self.roll is None:
            return ""
        return self.roll.band(self.face).outcome

    def sentence(self) -> str:
        """Return where things stand."""
        plan = self.plan
        if self.roll is None:
            return words.chance_words(plan)
        if self.face is None:
            return f"{self.roll.purpose}?"
        rolled = f"Rolled {self.face:02}: {self.lit}."
        if plan.check.sort == "continue" and self.lit == plan.outcomes[1]:
            return f"{rolled} {str(plan.degraded).capitalize()} is in effect at once."
        return rolled


class Panels:
    """The widgets of the explorer.

    Args:
        plan: The plan to begin with.
        height: The height of the map in pixels.
        look: What the first menu calls with a brigiment.
        check: What the second menu calls with a check.
    """

    def __init__(
        self,
        plan: OrdersPlan,
        height: int,
        look: Callable[[str], None],
        check: Callable[[Check], None],
    ) -> None:
        """Make the widgets."""
        self._quiet = False
        self._drawn: OrdersPlan | None = None
        self.map = OrdersMap(plan.situation.board, height=height, hint=HINT)
        rs_view.show(plan.situation, self.map)
        self.brigiment = _menu("Brigade or regiment", look, self._open)
        self.check = _menu("Check", check, self._open)
        self.headline, self.sum, self.what_if = _html(), _html(), _html()
        self.matrix, self.messages, self.formation = _html(), _html(), _html()
        self.legend = _html()
        self.legend.value = words.part(legend_html())
        self.ruling = RulingView(label="The check, step by step")
        self.odds = OddsView(prompt=PROMPT)
        self.dice = DiceTray()
        self.again = w.Button(
            description="↺ Take the roll back",
            tooltip="Take the roll back, to throw again",
            layout=w.Layout(width="auto"),
        )

    def _open(self) -> bool:
        return not self._quiet

    def rows(self) -> tuple[w.Widget, ...]:
        """Return the layout; narrow pages put columns under each other."""
        field = w.VBox([self.map, self.legend], layout=column("420px", "55%"))
        side = [self.brigiment, self.check, self.headline, self.sum]
        throwing = [self.dice, self.again, self.odds]
        return (
            w.HBox([field, w.VBox(side, layout=column("340px", "41%"))], layout=row()),
            w.HBox(
                [
                    w.VBox(throwing, layout=column("340px", "44%")),
                    w.VBox([self.what_if], layout=column("340px", "50%")),
                ],
                layout=row(),
            ),
            self.matrix,
            w.HBox(
                [
                    w.VBox([self.messages], layout=column("420px", "55%")),
                    w.VBox([self.formation], layout=column("340px", "41%")),
                ],
                layout=row(),
            ),
            self.ruling,
        )

    def show(self, moment: Moment) -> None:
        """Bring every panel up to date."""
        plan, hidden = moment.plan, moment.bet_due
        self._show_menus(plan)
        self.headline.value = words.STYLE + words.part(words.facts_html(plan, moment.title))
        self.sum.value = words.part(words.check_html(plan, hidden=hidden))
        self.what_if.value = "" if hidden else words.part(words.remedies_html(plan))
        self.matrix.value = "" if hidden else words.part(words.matrix_html(plan, moment.told))
        self.ruling.show(None if hidden else plan.ruling)
        self._show_dice(moment)
        self._show_odds(moment)
        self._show_map(moment)
        self.map.say(moment.sentence() if not hidden else BET_FIRST)

    def _show_menus(self, plan: OrdersPlan) -> None:
        self._quiet = True
        try:
            names = [each.brigiment for each in plan.situation.commands]
            _fill(self.brigiment, [(_told(plan, name), name) for name in names], plan.brigiment)
            _fill(self.check, [(str(each), each) for each in plan.checks], plan.check)
        finally:
            self._quiet = False

    def _show_dice(self, moment: Moment) -> None:
        thrown = moment.face is not None
        with self.dice.hold_sync():
            self.dice.enabled = moment.roll is not None and not moment.bet_due and not thrown
            self.dice.hint = BET_FIRST if moment.bet_due else moment.sentence()
            # the bands tell the chance, so they too wait for the bet
            self.dice.show(None if moment.bet_due else moment.roll, moment.face)
        self.again.disabled = not thrown
        for part in (self.dice, self.again):
            part.layout.display = None if moment.roll is not None else "none"

    def _show_odds(self, moment: Moment) -> None:
        plan = moment.plan
        chance = plan.chance
        series = []
        if chance is not None:
            good, bad = plan.outcomes
            series = [{"name": str(plan.check), "chances": {good: chance, bad: 1 - chance}}]
        self.odds.show(
            series,
            order=list(plan.outcomes) if series else [],
            lit=moment.lit,
            label=f"{plan.brigiment}, {plan.check}",
            hidden=moment.bet_due,
            betting=moment.bet_due,
        )
        if moment.bet_due:
            self.odds.clear_bet()

    def _show_map(self, moment: Moment) -> None:
        plan = moment.plan
        before, self._drawn = self._drawn, plan
        if before == plan:
            return
        self.messages.value = words.part(words.messages_html(plan))
        self.formation.value = words.part(words.formation_html(plan))
        with self.map.hold_sync():
            if before is None or before.brigiment != plan.brigiment:
                self.map.look_at(*seen(plan), reach=1)
            at = plan.headquarters
            self.map.mark(
                {
                    **{piece.at: "candidate" for piece in plan.pieces},
                    **({at: "chosen"} if at is not None else {}),
                }
            )
            self.map.show_command(plan)

    def text(self, moment: Moment) -> str:
        """Return everything as text."""
        hidden = moment.bet_due
        lines = [f"{moment.title}. {BET_FIRST if hidden else moment.sentence()}"]
        lines += words.text_lines(moment.plan, moment.told, hidden=hidden)
        lines.append(self.odds.text_twin())
        if not hidden:
            lines.append(self.ruling.text_twin())
        return "\n".join(lines)

    def html(self, moment: Moment) -> str:
        """Return everything as HTML without script."""
        rolled = moment.sentence() if moment.face is not None else ""
        parts = (
            self.headline.value,
            self.map.static_html(),
            self.legend.value,
            self.sum.value,
            words.part(f"<p>{word(rolled)}</p>"),
            self.odds.static_html(),
            self.what_if.value,
            self.matrix.value,
            self.messages.value,
            self.formation.value,
        )
        return "".join((*parts, "" if moment.bet_due else self.ruling.static_html()))


def _told(plan: OrdersPlan, name: str) -> str:
    situation = plan.situation
    return f"{situation.army.brigiment(name).name}: {situation.command(name).order.kind}"


def _fill(menu: w.Dropdown, options: list[tuple[str, Any]], value: object) -> None:
    if list(menu.options) != options:
        menu.options = options
    menu.value = value


def _menu(label: str, act: Callable[[Any], None], heard: Callable[[], bool]) -> w.Dropdown:
    menu = w.Dropdown(
        options=[],
        description=label,
        style={"description_width": "11em"},
        layout=w.Layout(width="100%", max_width="30em"),
    )

    def moved(event: dict[str, Any]) -> None:
        if heard():
            act(event["new"])

    menu.observe(moved, "value")
    return menu


def _html() -> w.HTML:
    return w.HTML(layout=w.Layout(width="100%"))

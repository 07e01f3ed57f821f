"""The parts of the combat explorer on the screen, and how they follow a plan and its run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as w
from attrs import evolve, frozen

from wargame.core.procedure import Choice, Roll
from wargame.core.ruling import Ruling
from wargame.fire_and_movement.combat import RESULTS
from wargame.fire_and_movement.crt import ALIGNMENTS, CODES
from widgets import fm_view
from widgets.dice import DiceTray
from widgets.explorers.buttons import Decision
from widgets.explorers.combat_controls import fields_of, hexes_of
from widgets.explorers.combat_plan import NO_COMBAT
from widgets.explorers.combat_words import (
    chances_html,
    meanings,
    outcome_sentence,
    plan_sentence,
    situation_sentence,
)
from widgets.explorers.form import Form, Look
from widgets.explorers.frame import column, paragraph, row, wide_html
from widgets.odds import OddsView
from widgets.ruling import RulingView

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.board import Board
    from wargame.core.run import Run
    from wargame.fire_and_movement.results import CombatOutcome
    from widgets.explorers.combat_plan import CombatPlan

BET_FIRST = "Bet on a result first; then the die is yours."
HINT = "Choose a defended hex, then the hexes that attack it; choose it again to start over."


@frozen
class Moment:
    """What the panels show.

    Args:
        plan: The plan.
        run: Its resolution, once the attack is legal.
        bet_due: Whether the odds wait for a bet.
        landed: The last roll and its face, while it is the last thing that happened.
    """

    plan: CombatPlan
    run: Run | None
    bet_due: bool
    landed: tuple[Roll, int] | None = None

    @property
    def outcome(self) -> CombatOutcome | None:
        """What the attack came to, once it is resolved."""
        return self.run.outcome if self.run is not None and self.run.finished else None

    @property
    def ending(self) -> str:
        """What it came to, in words."""
        return outcome_sentence(self.outcome, () if self.run is None else self.run.told)


class Panels:
    """The widgets of the explorer.

    Args:
        board: The map to draw.
        height: Its height in pixels.
        change: What the form calls with a change of the plan.
        decide: What a decision button calls with its key.
    """

    def __init__(
        self,
        board: Board,
        height: int,
        change: Callable[[Callable[[CombatPlan], CombatPlan]], None],
        decide: Callable[[str], None],
    ) -> None:
        """Make the widgets, empty."""
        self.map = fm_view.SituationMap(board, height=height, hint=HINT)
        self.form = Form(fields_of, change, Look())
        self.headline = wide_html()
        self.ruling = RulingView()
        self.odds = OddsView()
        self.chances = wide_html()
        self.dice = DiceTray()
        self.decision = Decision(decide)
        self.back = w.Button(description="Take back", tooltip="Take the last answer back")
        self.keep = w.Button(
            description="Keep this result", tooltip="Go on from the position after it"
        )

    def rows(self) -> tuple[w.Widget, ...]:
        """Return the layout: map and form, odds and dice, explanation; narrow pages stack them."""
        form = w.VBox([self.headline, self.form.box], layout=column("300px", "38%"))
        buttons = w.HBox([self.back, self.keep])
        chance = w.VBox([self.odds], layout=column("320px", "48%"))
        throwing = w.VBox(
            [self.dice, self.decision, buttons, self.chances], layout=column("280px", "48%")
        )
        field = w.Box([self.map], layout=column("420px", "58%"))
        return (
            w.HBox([field, form], layout=row()),
            w.HBox([chance, throwing], layout=row()),
            self.ruling,
        )

    def begin(self, plan: CombatPlan, target: str) -> None:
        """Show where things happen: round the target, or else every hex that may be attacked.

        Raises:
            RequestError: The map has no such hex.
        """
        if target:
            self.map.look_at(target, reach=3)
        else:
            self.map.look_at(*map(plan.situation.board.label, plan.targets()), reach=1)

    def show(self, moment: Moment) -> None:
        """Bring every panel up to date."""
        plan, ready = moment.plan, moment.plan.ready
        self.form.show(plan)
        self.headline.value = paragraph(plan_sentence(plan, moment.outcome))
        for widget in (self.odds, self.chances, self.dice, self.decision, self.back, self.keep):
            widget.layout.display = None if ready else "none"
        if ready:
            self._show_odds(moment)
            self._show_run(moment)
            self.ruling.show(_explanation(moment))
        else:
            self.ruling.show(None if plan.target is None else plan.declaration)
        self.back.disabled = moment.run is None or not moment.run.journal
        self.keep.disabled = moment.outcome is None
        # The map comes last: it takes a browser longest to paint, and the words would wait for it.
        self._show_map(moment)
        self.map.say(self.sentence(moment))

    def _show_map(self, moment: Moment) -> None:
        plan, outcome = moment.plan, moment.outcome
        situation = outcome.situation if outcome else plan.situation
        aimed = plan.target
        marks = dict.fromkeys(plan.targets() if aimed is None else plan.candidates(), "candidate")
        marks |= dict.fromkeys(hexes_of(plan), "chosen")
        words = {"candidate": "may attack", "chosen": "attacks", "target": "is attacked"}
        if aimed is None:
            words["candidate"] = "may be attacked"
        else:
            marks[aimed] = "target"
        with self.map.hold_sync():
            self.map.show_position(situation)
            self.map.mark(marks)
            self.map.note({cell: words[kind] for cell, kind in marks.items()})
            arrows = [(cell, aimed) for cell in hexes_of(plan)] if aimed is not None else []
            self.map.show_arrows(arrows)

    def _show_odds(self, moment: Moment) -> None:
        plan, outcome = moment.plan, moment.outcome
        own = plan.situation.ruleset.alignment
        other = next(each for each in ALIGNMENTS if each != own)
        chances, others = plan.chances(), plan.aligned(other).chances()
        self.odds.show(
            [
                {"name": f"read from the {own} (in force)", "chances": chances},
                {"name": f"read from the {other}", "chances": others},
            ],
            order=[code for code in (*CODES, NO_COMBAT) if code in chances or code in others],
            meanings=meanings(plan) | {NO_COMBAT: "the bombardment leaves nothing to fight"},
            lit=(outcome.code or NO_COMBAT) if outcome else "",
            hidden=moment.bet_due,
            betting=moment.bet_due,
        )
        if moment.bet_due:
            self.odds.clear_bet()
        self.chances.value = "" if moment.bet_due else paragraph(chances_html(plan))

    def _show_run(self, moment: Moment) -> None:
        request = moment.run.request if moment.run else None
        with self.dice.hold_sync():
            self.dice.enabled = isinstance(request, Roll) and not moment.bet_due
            self.dice.hint = BET_FIRST if moment.bet_due else moment.ending
            if moment.bet_due:
                self.dice.show(None)  # its bands are the odds
            elif isinstance(request, Roll):
                self.dice.show(request)
            elif moment.landed is not None:
                self._land(*moment.landed)
            else:
                self.dice.show(None)
        choice = request if isinstance(request, Choice) else None
        self.decision.ask(choice, choice.purpose if choice else "")

    def _land(self, roll: Roll, face: int) -> None:
        """Let the die land, unless it lies there already: a landing is spoken."""
        if (self.dice.purpose, self.dice.face) != (roll.purpose, face):
            self.dice.show(roll)
            self.dice.land(face)

    def sentence(self, moment: Moment) -> str:
        """Return the one sentence that says where things stand."""
        if moment.outcome is not None:
            return moment.ending
        return situation_sentence(moment.plan, bet_due=moment.bet_due)

    def text(self, moment: Moment) -> str:
        """Return everything as text."""
        lines = [self.sentence(moment)]
        if moment.plan.ready:
            if not moment.bet_due:
                lines.append(self.odds.text_twin())
            lines.append(self.ruling.text_twin())
        return "\n".join(lines)

    def html(self, moment: Moment) -> str:
        """Return everything as HTML without script."""
        parts = [self.map.static_html(), self.headline.value]
        if moment.plan.ready:
            parts += [self.odds.static_html(), self.chances.value]
        return "".join([*parts, self.ruling.static_html()])


def _explanation(moment: Moment) -> Ruling:
    """Return how the attack is worked out, and what happened once dice have been thrown."""
    explanation, run = moment.plan.assessment.ruling, moment.run
    if moment.bet_due:  # the row of results is the odds
        parts = (part for part in explanation.parts if part.label != RESULTS)
        return evolve(explanation, parts=tuple(parts))
    if run is None or not run.journal:
        return explanation
    story = (each for each in run.told if not each.label.startswith("Attack on"))
    said = moment.ending or "The attack is being resolved."
    return evolve(explanation.with_parts(*story), sentence=said)

"""The parts of the battle explorer on the screen, and how they follow a plan and its run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets as w
from attrs import frozen

from wargame.core.procedure import Choice, Roll
from widgets.dice import DiceTray
from widgets.explorers.battle_form import (
    LOOK,
    WIDE,
    force_fields,
    ground_fields,
    how_fields,
    plan_fields,
)
from widgets.explorers.battle_notice import Notice
from widgets.explorers.battle_plan import BETS, ENDS, MEANINGS, shares
from widgets.explorers.battle_rules import ELSEWHERE, differing, rule_fields
from widgets.explorers.battle_story import (
    battle_of,
    lines_of,
    standing_html,
    standing_lines,
    story_html,
    story_lines,
)
from widgets.explorers.battle_tools import Tools, folding
from widgets.explorers.battle_words import (
    STYLE,
    bars_label,
    bars_of,
    best_html,
    best_rows,
    ends_html,
    heading,
    odds_lines,
    part,
    round_shares,
    survivors_html,
    too_long,
)
from widgets.explorers.buttons import Decision, Steps
from widgets.explorers.deciding import reason_field
from widgets.explorers.form import Form
from widgets.explorers.frame import column, row, wide_html
from widgets.odds import OddsView
from widgets.ruling import RulingView
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.area_combat.battle import Battle
    from wargame.area_combat.break_off import BreakOff
    from wargame.core.ruling import Ruling
    from wargame.core.run import Run
    from widgets.explorers.battle_plan import BattlePlan
    from widgets.explorers.battle_story import Line, Trail

BET_FIRST = "Bet on how the battle ends first; then the dice are yours."
PROMPT = "Bet first: how does the battle end?"
ENDING, ROUNDS = "How the battle ends", "Rounds fought"


@frozen
class Moment:
    """What the panels show.

    Args:
        plan: The battle and both plans.
        run: The battle being fought.
        trail: What was asked and answered in it.
        bet_due: Whether the chances wait for a bet.
        ahead: How many answers are known that lie ahead.
        best: The best round to break off, once it was asked for.
    """

    plan: BattlePlan
    run: Run
    trail: Trail
    bet_due: bool
    ahead: int
    best: BreakOff | None

    @property
    def battle(self) -> Battle:
        """The battle as it stands."""
        request = self.run.request
        if request is not None:
            return battle_of(request)
        battle: Battle = self.run.outcome.battle
        return battle

    @property
    def lines(self) -> tuple[Line, ...]:
        """The story so far."""
        return lines_of(self.run, self.trail)

    @property
    def lit(self) -> str:
        """How it came out, in the words one can bet on; empty before the end."""
        return ENDS[self.run.outcome.ended] if self.run.finished else ""

    @property
    def ending(self) -> str:
        """How the battle ended, in a sentence; empty before the end."""
        return self.run.told[-1].sentence if self.run.finished and self.run.told else ""

    @property
    def ruling(self) -> Ruling | None:
        """Why the die asked for does what it does."""
        request = self.run.request
        if not isinstance(request, Roll) or not hasattr(request.about, "ruling"):
            return None
        found: Ruling = request.about.ruling()
        return found

    def sentence(self) -> str:
        """Return where things stand."""
        if self.bet_due:
            return BET_FIRST
        request = self.run.request
        if request is None:
            return self.ending
        ahead = f"Round {battle_of(request).round + 1}: "
        if isinstance(request, Choice):
            return f"{ahead}the {request.who} decides, {request.purpose}."
        ruling = self.ruling
        said = f" {ruling.sentence}" if ruling is not None else ""
        return f"{ahead}{request.purpose}.{said}"


class Panels:
    """The widgets of the explorer.

    Args:
        change: What a form calls with a change of the plan.
        decide: What a decision button calls with its key.
    """

    def __init__(
        self,
        change: Callable[[Callable[[BattlePlan], BattlePlan]], None],
        decide: Callable[[str], None],
    ) -> None:
        """Make the widgets."""
        self.map = Notice()
        self.forces = Form(force_fields, change, LOOK)
        self.ground = Form(ground_fields, change, LOOK)
        self.plans = Form(plan_fields, change, LOOK)
        self.rules = Form(rule_fields, change, WIDE)
        self.how = Form(how_fields, change, LOOK)
        self.headline, self.ends, self.survivors = wide_html(), wide_html(), wide_html()
        self.reason = reason_field()
        self.standing, self.story, self.barred = wide_html(), wide_html(), wide_html()
        self.found = wide_html()
        self.tools = Tools()
        self.ruling = RulingView(label="The die, step by step", open_depth=1)
        self.odds = OddsView(prompt=PROMPT, bets=list(BETS), order=list(BETS), meanings=MEANINGS)
        self.rounds = OddsView(label=ROUNDS)
        self.dice = DiceTray()
        self.decision = Decision(decide, overflow="visible")
        self.steps = Steps(
            first="Back to before the first roll",
            back="Take the last answer back",
            forward="Give the next answer that is known",
            last="Give all the answers that are known",
        )

    @property
    def forms(self) -> tuple[Form[BattlePlan], ...]:
        """The forms of the plan."""
        return self.forces, self.ground, self.plans, self.rules, self.how

    def rows(self) -> tuple[w.Widget, ...]:
        """Return the layout; narrow pages put columns under each other."""
        outside = w.HTML(part(f"<p class='wg-battle-soft'>{ELSEWHERE}</p>"))
        house = w.VBox([self.rules.box, outside], layout=w.Layout(overflow="visible"))
        folded = (
            folding("Territory", "What the territory allows", self.ground.box),
            folding("Plans", "What both sides will do", self.plans.box),
            folding("House rules", "The readings of what is in doubt", house),
        )
        asked = [self.tools.what_if, self.tools.breaking, self.found]
        left = [self.headline, self.forces.box, *folded, *asked]
        right = [self.odds, self.how.box, self.ends]
        throwing = [self.dice, self.decision, self.reason, self.barred, self.steps,
                    self.tools.throwing]  # fmt: skip
        return (
            self.map,
            _row((left, "320px", "44%"), (right, "340px", "52%")),
            _row((throwing, "320px", "38%"), ([self.standing, self.story], "340px", "58%")),
            self.ruling,
            _row(([self.survivors], "320px", "44%"), ([self.rounds], "340px", "52%")),
            self.tools.keeping,
        )

    def show(self, moment: Moment) -> None:
        """Bring every panel up to date."""
        for form in self.forms:
            form.show(moment.plan)
        self.tools.allow(moment)
        self.headline.value = STYLE + part(heading(moment.plan, differing(moment.plan)))
        self._show_odds(moment)
        self._show_run(moment)
        self.map.say(moment.sentence())

    def _show_run(self, moment: Moment) -> None:
        request, ruling = moment.run.request, moment.ruling
        rolls = request if isinstance(request, Roll) else None
        with self.dice.hold_sync():
            self.dice.enabled = rolls is not None and not moment.bet_due
            self.dice.hint = BET_FIRST if moment.bet_due else ""
            self.dice.show(rolls)
        asked = request if isinstance(request, Choice) and not moment.bet_due else None
        self.reason.layout.display = "none" if asked is None else None
        self.decision.ask(asked, f"{asked.who}: {asked.purpose}" if asked else "", barred=True)
        self.barred.value = part(_barred(asked)) if asked and asked.barred else ""
        open_to = bool(moment.ahead) and not moment.bet_due
        self.steps.allow(back=bool(moment.run.journal), forward=open_to)
        self.standing.value = part(standing_html(moment.battle))
        self.story.value = part(story_html(moment.lines, moment.ending))
        if ruling is None:
            self.ruling.layout.display = "none"
        else:
            self.ruling.layout.display = None
            self.ruling.show(ruling)

    def _show_odds(self, moment: Moment) -> None:
        plan, due = moment.plan, moment.bet_due
        series = [("as planned", plan)]
        if plan.changed is not None:
            series.append((plan.change_words(), plan.changed))
        all_odds = [each.odds for _, each in series]
        rounded = too_long(all_odds, shares)
        told = [{"name": name, "chances": bars_of(shares(each.odds), rounded=rounded)}
                for name, each in series]  # fmt: skip
        self.odds.show(told, order=list(BETS), lit=moment.lit, hidden=due, betting=due,
                       label=bars_label(plan.odds, ENDING), rounded=rounded)  # fmt: skip
        if due:
            self.odds.clear_bet()
        self._show_rounds(series, due=due)
        self.ends.value = "" if due else part(ends_html(plan))
        self.survivors.value = "" if due else part(survivors_html(plan))
        best = moment.best
        self.found.value = part(best_html(best)) if best is not None and not due else ""

    def _show_rounds(self, series: list[tuple[str, BattlePlan]], *, due: bool) -> None:
        """Show how long battles last; before a bet not even which numbers of rounds there are."""
        self.rounds.layout.display = "none" if due else None
        if due:
            self.rounds.show((), label=ROUNDS)
            return
        rounded = too_long([each.odds for _, each in series], round_shares)
        told = [{"name": name, "chances": bars_of(round_shares(each.odds), rounded=rounded)}
                for name, each in series]  # fmt: skip
        self.rounds.show(told, label=bars_label(series[0][1].odds, ROUNDS), rounded=rounded)

    def text(self, moment: Moment) -> str:
        """Return everything as text."""
        plan = moment.plan
        lines = [f"Battle for {plan.battle.ground.name}. {plan.sides()}"]
        lines += [f"House rule: {each}." for each in differing(plan)]
        lines.append(moment.sentence())
        if moment.bet_due:
            lines.append(self.odds.text_twin())
        else:
            lines += odds_lines(plan)
            if moment.best is not None:
                lines += [f"  {name}: {worth}" for _, name, worth in best_rows(moment.best)]
                lines.append(moment.best.sentence)
        lines += standing_lines(moment.battle)
        lines += story_lines(moment.lines, moment.ending)
        return "\n".join([*lines, *([] if moment.ruling is None else [self.ruling.text_twin()])])

    def html(self, moment: Moment) -> str:
        """Return everything as HTML without script."""
        parts = [
            self.headline.value,
            part(f"<p>{word(moment.sentence())}</p>"),
            self.odds.static_html(),
            self.ends.value,
            self.survivors.value,
            "" if moment.bet_due else self.rounds.static_html(),
            self.found.value,
            self.standing.value,
            self.story.value,
        ]
        if moment.ruling is not None:
            parts.append(self.ruling.static_html())
        return "".join(parts)


def _row(*columns: tuple[list[Any], str, str]) -> w.HBox:
    boxes = [w.VBox(shown, layout=column(least, width)) for shown, least, width in columns]
    return w.HBox(boxes, layout=row())


def _barred(choice: Choice) -> str:
    lines = "".join(
        f"<li>{word(why.sentence)} ({word(', '.join(map(str, why.cases)))})</li>"
        for _, why in choice.barred
    )
    return f"<p>Not open:</p><ul>{lines}</ul>"

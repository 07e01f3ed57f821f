"""The parts of the assault explorer on the screen, and how they follow a plan and its run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ipywidgets as w
from attrs import evolve, frozen

from wargame.core.procedure import Choice, Roll
from widgets import rs_view
from widgets.dice import DiceTray
from widgets.explorers.assault_bands import SAYS, bands_svg, bands_words
from widgets.explorers.assault_form import LOOK, fields_of
from widgets.explorers.assault_plan import Fought, morale_rulings, rounds_of
from widgets.explorers.assault_svg import grid_svg, way_words
from widgets.explorers.assault_words import (
    HOLDS,
    MEANINGS,
    STYLE,
    chances_html,
    chances_lines,
    heading,
    holds,
    part,
    readable,
    round_html,
    round_lines,
    rounds_html,
    strengths_html,
)
from widgets.explorers.buttons import Decision, Steps
from widgets.explorers.form import Form
from widgets.explorers.frame import column, row, wide_html
from widgets.odds import OddsView
from widgets.ruling import RulingView
from widgets.svg import image
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.ruling import Ruling
    from wargame.core.run import Run
    from wargame.rifle_and_spade.assault import Round
    from wargame.rifle_and_spade.state import Situation
    from widgets.explorers.assault_plan import AssaultPlan

BET_FIRST = "Bet on who holds the hex first; then the dice are yours."
PROMPT = "Bet first: who holds the hex after the last round looked at?"
HINT = "Choose another hex with an assault marker to look at that assault instead."


@frozen
class Moment:
    """What the panels show.

    Args:
        plan: The assault.
        title: What the position is called.
        run: Its resolution; None where there is nothing to fight about.
        bet_due: Whether the chances wait for a bet.
        ahead: How many answers are known that lie ahead.
        rounds: The rounds that have begun.
    """

    plan: AssaultPlan
    title: str
    run: Run | None
    bet_due: bool
    ahead: int
    rounds: tuple[Fought, ...]

    @classmethod
    def of(
        cls, plan: AssaultPlan, title: str, run: Run | None, *, bet_due: bool, ahead: int
    ) -> Moment:
        """Return the moment at which a run stands."""
        return cls(plan, title, run, bet_due, ahead, tuple(rounds_of(run)) if run else ())

    @property
    def fight(self) -> Round:
        """The round looked at: the last that has begun."""
        return self.rounds[-1].round if self.rounds else self.plan.first

    @property
    def face(self) -> int | None:
        """The roll in that round."""
        return self.rounds[-1].face if self.rounds else None

    @property
    def situation(self) -> Situation:
        """The position at the start of that round, or at the end."""
        if self.run is not None and self.run.finished:
            outcome: Situation = self.run.outcome
            return outcome
        return self.fight.situation

    @property
    def ending(self) -> tuple[Ruling, ...]:
        """What was announced of the end of the assault."""
        if self.run is None or not self.run.finished:
            return ()
        return tuple(
            each for each in self.run.told if each.label == f"Assault at {self.plan.label}"
        )

    @property
    def lit(self) -> str:
        """How it came out, in the words one can bet on; empty before the end."""
        run, plan = self.run, self.plan
        if run is None or not run.finished:
            return ""
        if len(self.rounds) > plan.rounds:
            return HOLDS[3]
        after: Situation = run.outcome
        if plan.at in after.shared:
            return HOLDS[1]
        sides = {after.side(piece) for piece in after.at(plan.at)}
        if not sides:
            return HOLDS[2]
        return HOLDS[0] if plan.marker.attacker in sides else HOLDS[1]

    def sentence(self) -> str:
        """Return where things stand."""
        if self.run is None:
            return "One side has nobody in this assault."
        if self.run.finished:
            return " ".join(each.sentence for each in self.ending) or "The assault is over."
        fight, asked = self.fight, self.run.request
        if self.face is not None:
            said = f"Rolled {self.face:02}: {SAYS[self.rounds[-1].outcome]}."
        elif fight.final.weakling:
            said = ""
        else:
            said = f"Round {fight.number}: {bands_words(fight.bands)}"
        purpose = f"{asked.purpose}." if asked is not None else ""
        if self.bet_due:
            purpose = BET_FIRST
        return " ".join(filter(None, (said, purpose)))


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
        plan: AssaultPlan,
        height: int,
        change: Callable[[Callable[[AssaultPlan], AssaultPlan]], None],
        decide: Callable[[str], None],
    ) -> None:
        """Make the widgets."""
        self.map = rs_view.situation_map(
            plan.situation, plan.label, reach=1, height=height, hint=HINT
        )
        self.form = Form(fields_of, change, LOOK)
        self.headline = wide_html()
        self.grid, self.round, self.strengths = wide_html(), wide_html(), wide_html()
        self.story, self.chances, self.barred = wide_html(), wide_html(), wide_html()
        self.ruling = RulingView(label="The round, step by step", open_depth=1)
        self.odds = OddsView(prompt=PROMPT, bets=list(HOLDS), order=list(HOLDS), meanings=MEANINGS)
        self.dice = DiceTray()
        self.decision = Decision(decide, overflow="visible")
        self.steps = Steps(
            first="Back to before the first roll",
            back="Take the last answer back",
            forward="Give the next answer that is known, as it was told",
            last="Give all the answers that are known",
        )

    def rows(self) -> tuple[w.Widget, ...]:
        """Return the layout; narrow pages put columns under each other."""
        side = w.VBox([self.headline, self.form.box], layout=column("300px", "38%"))
        field = w.Box([self.map], layout=column("400px", "58%"))
        table = w.VBox([self.grid], layout=column("520px", "56%"))
        beside = w.VBox([self.round, self.strengths], layout=column("320px", "40%"))
        throwing = [self.dice, self.decision, self.barred, self.steps]
        return (
            w.HBox([field, side], layout=row()),
            w.HBox([table, beside], layout=row()),
            w.HBox(
                [
                    w.VBox(throwing, layout=column("320px", "40%")),
                    w.VBox([self.story], layout=column("500px", "56%")),
                ],
                layout=row(),
            ),
            w.HBox(
                [
                    w.VBox([self.odds], layout=column("320px", "44%")),
                    w.VBox([self.chances], layout=column("500px", "52%")),
                ],
                layout=row(),
            ),
            self.ruling,
        )

    def show(self, moment: Moment) -> None:
        """Bring every panel up to date."""
        fight = moment.fight
        self.form.show(moment.plan)
        self.headline.value = STYLE + part(heading(fight, moment.title))
        self._show_round(moment)
        self._show_run(moment)
        self._show_odds(moment)
        self.ruling.show(explanation(fight))
        self._show_map(moment)
        self.map.say(moment.sentence())

    def _show_round(self, moment: Moment) -> None:
        fight = moment.fight
        self.grid.value = _live(grid_svg(fight), way_words(fight))
        bar = _bar(moment, _live)
        title = f"<h4>Round {fight.number}</h4>"
        self.round.value = part(title + round_html(fight) + bar)
        self.strengths.value = part(strengths_html(fight))
        self.story.value = part(rounds_html(moment.rounds, moment.ending))

    def _show_run(self, moment: Moment) -> None:
        run = moment.run
        request = run.request if run is not None else None
        with self.dice.hold_sync():
            self.dice.enabled = isinstance(request, Roll) and not moment.bet_due
            self.dice.hint = BET_FIRST if moment.bet_due else moment.sentence()
            self.dice.show(request if isinstance(request, Roll) else None)
        asked = request if isinstance(request, Choice) and not moment.bet_due else None
        self.decision.ask(asked, f"{asked.who}: {asked.purpose}" if asked else "", barred=True)
        self.barred.value = part(_barred(asked)) if asked and asked.barred else ""
        begun = run is not None and bool(run.journal)
        self.steps.allow(back=begun, forward=bool(moment.ahead) and not moment.bet_due)

    def _show_odds(self, moment: Moment) -> None:
        plan = moment.plan
        series = [("in this assault", plan)]
        if plan.switched:
            series = [("with the switches", plan), ("as it stands", plan.as_it_stands)]
        told = [
            {"name": name, "chances": readable(holds(each.odds.last))}
            for name, each in series
            if each.contested
        ]
        rounds = "one round" if plan.rounds == 1 else f"{plan.rounds} rounds"
        self.odds.show(
            told,
            order=list(HOLDS),
            lit=moment.lit,
            label=f"After {rounds}",
            hidden=moment.bet_due,
            betting=moment.bet_due,
        )
        if moment.bet_due:
            self.odds.clear_bet()
        self.chances.value = (
            "" if moment.bet_due or not plan.contested else part(chances_html(plan))
        )

    def _show_map(self, moment: Moment) -> None:
        with self.map.hold_sync():
            rs_view.show(moment.situation, self.map)
            self.map.mark({moment.plan.at: "target"})

    def text(self, moment: Moment) -> str:
        """Return everything as text."""
        lines = [f"{moment.title}. {moment.sentence()}"]
        shown = moment.rounds or (Fought(moment.fight, None, (), None),)
        lines += [line for each in shown for line in round_lines(each)]
        lines += [each.sentence for each in moment.ending]
        lines.append(self.odds.text_twin())
        if not moment.bet_due and moment.plan.contested:
            lines += chances_lines(moment.plan)
        return "\n".join([*lines, self.ruling.text_twin()])

    def html(self, moment: Moment) -> str:
        """Return everything as HTML without script."""
        fight = moment.fight
        bar = _bar(moment, image)
        parts = (
            self.headline.value,
            self.map.static_html(),
            image(grid_svg(fight), way_words(fight)),
            part(f"<h4>Round {fight.number}</h4>{round_html(fight)}"),
            bar,
            self.strengths.value,
            self.story.value,
            self.odds.static_html(),
            self.chances.value,
        )
        return "".join((*parts, self.ruling.static_html()))


def explanation(fight: Round) -> Ruling:
    """Return a round worked out, with the morale that either side would have to show."""
    checks = (
        evolve(ruling, label=f"Morale of the {role}")
        for role, ruling in morale_rulings(fight).items()
    )
    return fight.ruling().with_parts(*checks)


def _bar(moment: Moment, picture: Callable[[str, str], str]) -> str:
    """Return the bands of the round's box; nothing where no roll is made."""
    fight = moment.fight
    if fight.final.weakling:
        return ""
    return picture(bands_svg(fight.bands, moment.face), bands_words(fight.bands))


def _barred(choice: Choice) -> str:
    lines = "".join(
        f"<li>{word(key)}: {word(why.sentence)} ({word(', '.join(map(str, why.cases)))})</li>"
        for key, why in choice.barred
    )
    return f"<p>Not open:</p><ul>{lines}</ul>"


def _live(picture: str, words: str) -> str:
    """Return a picture as elements: an image would blink at each change."""
    return f"<div role='img' aria-label=\"{word(words)}\">{picture}</div>"

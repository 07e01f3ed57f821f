"""AssaultExplorer: an assault that explains itself, round by round, with its exact chances."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.drivers import Entry
from wargame.core.errors import RequestError, one_of, shown
from wargame.core.procedure import Choice
from wargame.core.run import Run
from wargame.rifle_and_spade import assault
from widgets.errors import WidgetError
from widgets.explorers.assault_example import LONG, source_of
from widgets.explorers.assault_form import with_steps
from widgets.explorers.assault_panels import BET_FIRST, Moment, Panels
from widgets.explorers.assault_plan import (
    AssaultPlan,
    WhatIf,
    check_steps,
    check_switch,
    checked_rounds,
    rounds_of,
)
from widgets.explorers.assault_words import HOLDS, holds
from widgets.explorers.explorer import StepExplorer
from widgets.explorers.frame import shown_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.grid import Hex
    from wargame.core.procedure import Request
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.assault_odds import AssaultOdds
    from wargame.rifle_and_spade.state import Situation
    from widgets.explorers.assault_plan import Fought
    from widgets.plot_sheet import PlotFigure


class AssaultExplorer(StepExplorer):
    """Map, table, rounds and chances of one assault.

    Switch a thing off and watch the box and the chances; throw, or set the percentile roll by hand,
    and take the decisions of both sides; go back and forth through the rounds. Everything a reader
    can do has a method that does the same without a browser, and raises what the widget shows.

    Args:
        situation: A position with an assault marker, or the id of an example with one; without it
            the long example of 18.4.2, whose answers are known: Next plays it as it is told.
        at: The printed number of the hex; the first assault unless given.
        rounds: How many rounds the chances look ahead.
        bet: Whether the chances stay hidden until the reader has bet on who holds the hex.
        seed: Seeds the dice, to repeat a lesson; a fresh one unless given.
        height: The height of the map in pixels.

    Raises:
        WidgetError: *situation* is neither a position with an assault nor such an example.
        RequestError: There is no such hex, or no assault in it, or *rounds* is no such number.
    """

    panels: Panels
    _waits = "an assault that waits for a roll"

    def __init__(  # noqa: PLR0913 - what a lesson may set
        self,
        situation: Situation | str = LONG,
        *,
        at: str = "",
        rounds: int = 10,
        bet: bool = False,
        seed: int | None = None,
        height: int = 420,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and work out the first round."""
        if unknown:
            words = "situation, at, rounds, bet, seed, height"
            raise WidgetError("AssaultExplorer", f"keyword {shown(next(iter(unknown)))}", words)
        self.source = source_of(situation)
        position = self.source.situation
        cell = position.board.hex(at) if at else position.assaults[0].at
        assault.marker_at(position, cell)
        self.plan = AssaultPlan(position, cell, rounds=checked_rounds(rounds))
        self.run: Run | None = None
        self.records: list[dict[str, Any]] = []
        self._random = Random(seed)
        self._betting = self._bet_open = bet
        self.panels = Panels(self.plan, height, self._from_form, self._told(self.decide))
        super().__init__(list(self.panels.rows()))
        self._listen()
        self._show_plan(self.plan)

    def _listen(self) -> None:
        super()._listen()
        self.panels.odds.leave_replies_to(self)
        self.panels.odds.on_bet(self._told(self.bet))

    # ---- what can be asked ----------------------------------------------------------------------

    @property
    def round(self) -> assault.Round:
        """The round looked at, worked out up to the dice."""
        return self._moment.fight

    @property
    def ruling(self) -> Ruling:
        """That round as an explanation."""
        return self.round.ruling()

    @property
    def rounds(self) -> tuple[Fought, ...]:
        """The rounds that have begun."""
        return tuple(rounds_of(self.run)) if self.run else ()

    @property
    def odds(self) -> AssaultOdds:
        """The exact chances of the assault, from before its first round on."""
        return self.plan.odds

    @property
    def situation(self) -> Situation:
        """The position at the start of the round looked at, or after the assault."""
        return self._moment.situation

    @property
    def _moment(self) -> Moment:
        done = len(self.run.journal) if self.run else 0
        due = self._bet_open and self.plan.contested
        ahead = max(len(self._line) - done, 0)
        return Moment.of(self.plan, self.source.title, self.run, bet_due=due, ahead=ahead)

    # ---- what a reader does, also from Python ---------------------------------------------------

    def look_at(self, label: str) -> None:
        """Look at the assault in the hex with this printed number; the switches are set back.

        Raises:
            RequestError: There is no such hex, or no assault in it.
        """
        with shown_on(self.panels.map):
            cell = self.plan.situation.board.hex(label)
            assault.marker_at(self.plan.situation, cell)
            self._show_plan(AssaultPlan(self.plan.situation, cell, rounds=self.plan.rounds))

    def what_if(self, **switches: Any) -> None:  # noqa: ANN401 - of any kind
        """Set switches; those that are not named stay as they are.

        Args:
            switches: ``confused`` and ``wire`` (True, False, or None for as it stands), ``works``
                (False takes the defenders out of them), ``steps`` (attacker to steps, 0 for none).

        Raises:
            RequestError: There is no such switch, attacker, or number of steps.
        """
        with shown_on(self.panels.map):
            for name, value in switches.items():
                check_switch(name, value)
            steps = switches.pop("steps", {})
            plan = evolve(self.plan, what_if=evolve(self.plan.what_if, **switches))
            for unit, amount in steps.items():
                check_steps(plan, unit, amount)
                plan = with_steps(plan, unit, amount)
            self._show_plan(plan)

    def as_it_stands(self) -> None:
        """Set all switches back."""
        self._show_plan(evolve(self.plan, what_if=WhatIf()))

    def look_ahead(self, rounds: int) -> None:
        """Let the chances look so many rounds ahead; what has been played stays.

        Raises:
            RequestError: It is no such number.
        """
        with shown_on(self.panels.map):
            self.plan = evolve(self.plan, rounds=checked_rounds(rounds))
            self.panels.show(self._moment)

    def bet(self, code: str, reason: str = "") -> None:
        """Bet on who holds the hex in the end; the chances are shown then, and the bet kept.

        Args:
            code: Who holds it.
            reason: Why; what stands in the field for it unless given.

        Raises:
            RequestError: There is nothing of that name to bet on.
        """
        with shown_on(self.panels.map):
            if code not in HOLDS:
                raise RequestError("bet", shown(code), one_of(HOLDS, str(code)))
            facts = self._facts() | {"chance": str(holds(self.odds.last)[code])}
            about = f"who holds {self.plan.label}"
            why = reason or self.panels.odds.reason
            self._bet_said(about, self.panels.odds.prompt, code, facts, reason=why)
            self._bet_open = False
            self.panels.show(self._moment)

    def play(self, *answers: int | str) -> None:
        """Give several answers, one after the other: rolls and options.

        Raises:
            RequestError: Nothing is asked for any more, or a bet is due first.
            Refused: An answer is not possible; those before it stand.
        """
        for answer in answers:
            if isinstance(answer, int):
                self.throw(answer)
            else:
                self.decide(answer)

    def back(self) -> None:
        """Take the last answer back; :meth:`forward` gives it again.

        Raises:
            RequestError: There is none.
        """
        with shown_on(self.panels.map):
            if self.run is None or not self.run.journal:
                raise RequestError("Previous", "no answer yet", "an answer to take back")
            self.run.undo()
            self.panels.show(self._moment)

    def forward(self) -> None:
        """Give the next answer that is known: one taken back, or as the example is told.

        Raises:
            RequestError: None is known, or a bet is due first.
        """
        with shown_on(self.panels.map):
            self._require_ahead()
            self._step()
            self.panels.show(self._moment)

    def last(self) -> None:
        """Give all the answers that are known.

        Raises:
            RequestError: None is known, or a bet is due first.
        """
        with shown_on(self.panels.map):
            self._require_ahead()
            while self._moment.ahead:
                self._step()
            self.panels.show(self._moment)

    def figure(self, paper: str = "screen") -> PlotFigure:
        """Return who holds the hex after each round for print, drawn with matplotlib.

        Args:
            paper: ``screen``, or ``a4`` for a page.

        Raises:
            WidgetError: There is no such paper, or no matplotlib.
        """
        from widgets.explorers.assault_plot import holding

        return holding(self.plan, self.source.title, paper)

    # ---- how it hangs together ------------------------------------------------------------------

    def _require_ahead(self) -> None:
        if not self._moment.ahead:
            raise RequestError(
                "Next", "no answer that is known", "a throw or a decision of your own"
            )
        self._require_bet()

    def _require_bet(self) -> None:
        if self._moment.bet_due:
            raise RequestError("assault", "no bet yet", BET_FIRST)

    def _step(self) -> None:
        assert self.run is not None  # noqa: S101 - something lies ahead
        self.run.answer(self._line[len(self.run.journal)])

    def _answer(self, answer: int | str) -> None:
        self._require_bet()
        super()._answer(answer)

    def _answered(self, request: Request, answer: int | str) -> None:
        super()._answered(request, answer)
        if self.run is not None and self.run.finished:
            journal = [Entry.to_json(line) for line in self.run.journal]
            result = {"result": self._moment.lit, "journal": journal}
            self.records.append({"kind": "resolved", **self._facts(), **result})
            self._came(self._moment.lit)

    def _from_form(self, act: Callable[[AssaultPlan], AssaultPlan]) -> None:
        """Change the plan from the form; only what concerns the position begins anew."""
        with shown_on(self.panels.map):
            plan = act(self.plan)
            if (plan.at, plan.what_if) == (self.plan.at, self.plan.what_if):
                self.look_ahead(plan.rounds)
            else:
                self._show_plan(plan)

    def _pick(self, cell: Hex) -> None:
        label, request = (
            self.plan.situation.board.label(cell),
            self.run.request if self.run else None,
        )
        if isinstance(request, Choice) and label in [option.key for option in request.options]:
            self.decide(label)
        else:
            self.look_at(label)

    def _show_plan(self, plan: AssaultPlan) -> None:
        self.plan = plan
        self._bet_open, self._bet_at = self._betting, None
        self.run = Run(plan.procedure()) if plan.contested else None
        told = plan == AssaultPlan(self.source.situation, self.source.situation.assaults[0].at,
                                   rounds=plan.rounds)  # fmt: skip
        self._line = self.source.story if told else ()
        self.panels.show(self._moment)

    def _facts(self) -> dict[str, Any]:
        what_if = self.plan.what_if
        return {
            "at": self.plan.label,
            "confused": what_if.confused,
            "works": what_if.works,
            "wire": what_if.wire,
            "steps": {name: str(steps) for name, steps in what_if.steps},
        }

    def text_twin(self) -> str:
        """Return the rounds, the chances and the explanation as text."""
        return self.panels.text(self._moment)

    def static_html(self) -> str:
        """Return map, table, rounds, chances and explanation without script."""
        return self.panels.html(self._moment)

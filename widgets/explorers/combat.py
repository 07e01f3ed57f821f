"""CombatExplorer: an attack that explains itself before, while and after the die is thrown."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.drivers import Entry
from wargame.core.errors import Refused, RequestError, one_of, shown
from wargame.core.procedure import Roll
from wargame.core.run import Run
from wargame.fire_and_movement.crt import CODES
from wargame.fire_and_movement.scenario import DEFAULT, load_scenario
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.switches import rules_data
from wargame.lab import own_charts
from widgets.errors import WidgetError
from widgets.explorers.combat_panels import Moment, Panels
from widgets.explorers.combat_plan import CombatPlan
from widgets.explorers.explorer import RunExplorer
from widgets.explorers.frame import shown_on

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.grid import Hex
    from wargame.core.procedure import Request
    from wargame.fire_and_movement.combat import Assessment
    from wargame.fire_and_movement.results import CombatOutcome


class CombatExplorer(RunExplorer):
    """Map, form, odds, dice and explanation of one attack.

    Click a defended hex, then the hexes that attack it; switch a modifier off and watch the odds;
    throw, or set a face by hand. Everything a reader can do has a method that does the same without
    a browser, and raises what the widget shows.

    Args:
        situation: A position, or the name of a scenario.
        target: The printed number of the hex to begin with.
        attackers: The units to begin with.
        bet: Whether the odds stay hidden until the reader has bet on a result.
        seed: Seeds the dice, to repeat a lesson; a fresh one unless given.
        height: The height of the map in pixels.

    Raises:
        WidgetError: *situation* is neither a position nor a name.
        RequestError: The scenario, the hex or a unit does not exist.
        Refused: The attack to begin with may not be declared.
    """

    panels: Panels
    _waits = "a legal attack that waits for a die"

    def __init__(  # noqa: PLR0913 - what a lesson may set
        self,
        situation: Situation | str = DEFAULT,
        *,
        target: str = "",
        attackers: tuple[str, ...] = (),
        bet: bool = False,
        seed: int | None = None,
        height: int = 460,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and show the first plan."""
        if unknown:
            words = "situation, target, attackers, bet, seed, height"
            raise WidgetError("CombatExplorer", f"keyword {shown(next(iter(unknown)))}", words)
        if isinstance(situation, str):
            situation = load_scenario(situation, own_charts()).situation
        if not isinstance(situation, Situation):
            raise WidgetError(
                "CombatExplorer", shown(situation), "a Situation or a scenario's name"
            )
        self.plan = CombatPlan(situation)
        self.run: Run | None = None
        self.records: list[dict[str, Any]] = []
        self._random = Random(seed)
        self._betting = self._bet_open = bet
        self._landed: tuple[Roll, int] | None = None
        self.panels = Panels(situation.board, height, self.change, self._told(self.decide))
        super().__init__(list(self.panels.rows()))
        self._listen()
        self._show_plan(self.plan)
        self.panels.begin(self.plan, target)
        if target:
            self.aim(target)
        if attackers:
            self.attack_with(*attackers)

    def _listen(self) -> None:
        super()._listen()
        panels = self.panels
        panels.odds.leave_replies_to(self)
        panels.odds.on_bet(self._told(self.bet))
        panels.back.on_click(self._told(lambda _: self.undo()))
        panels.keep.on_click(self._told(lambda _: self.keep()))

    # ---- what can be asked ----------------------------------------------------------------------

    @property
    def situation(self) -> Situation:
        """The position."""
        return self.plan.situation

    @property
    def assessment(self) -> Assessment:
        """The attack worked out up to the die.

        Raises:
            RequestError: No hex is chosen.
            Refused: The attack may not be declared.
        """
        return self.plan.assessment

    @property
    def outcome(self) -> CombatOutcome | None:
        """What the attack came to, once it is resolved."""
        return self._moment.outcome

    @property
    def _moment(self) -> Moment:
        return Moment(self.plan, self.run, self._bet_open and self.plan.ready, self._landed)

    # ---- what a reader does, also from Python ---------------------------------------------------

    def aim(self, target: str) -> None:
        """Attack the hex with this printed number; a new plan begins.

        Raises:
            RequestError: The map has no such hex.
            Refused: No enemy defends it.
        """
        with shown_on(self.panels.map):
            plan = self.plan.aim(self.situation.board.hex(target))
            if not plan.attack.defenders:
                raise Refused(plan.declaration)
            self._show_plan(plan)

    def attack_with(self, *units: str) -> None:
        """Attack with exactly these units.

        Raises:
            RequestError: A unit does not exist, or no target is chosen.
            Refused: The attack may not be declared; the plan stays as it was.
        """
        self.change(lambda plan: plan.with_attackers(units))

    def change(self, act: Callable[[CombatPlan], CombatPlan]) -> None:
        """Change the plan: ``explorer.change(lambda plan: plan.with_fire("draw"))``.

        Raises:
            RequestError: Something named does not exist.
            Refused: The rules do not permit it; the plan stays as it was.
        """
        with shown_on(self.panels.map):
            plan = act(self.plan)
            if plan.attackers and not plan.declaration.allowed:
                raise Refused(plan.declaration)
            plan.require_fire()
            self._show_plan(plan)

    def waive(self, *modifiers: str) -> None:
        """Set modifiers aside ("terrain:trench", "shift:coordination"), and only these.

        Raises:
            RequestError: The attack has no such modifier.
        """
        with shown_on(self.panels.map):
            known = [key for key, _ in self.plan.modifiers()]
            for key in modifiers:
                if key not in known:
                    raise RequestError("modifier", shown(key), one_of(known, key))
            self._show_plan(evolve(self.plan, waived=frozenset(modifiers)))

    def bet(self, code: str, reason: str = "") -> None:
        """Bet on a result; the odds are shown afterwards, and the bet is kept as a reply.

        Args:
            code: The result.
            reason: Why; what stands in the field for it unless given.

        Raises:
            RequestError: There is no such result, or nothing to bet on.
        """
        with shown_on(self.panels.map):
            if code not in CODES:
                raise RequestError("bet", shown(code), one_of(CODES, str(code)))
            if not self.plan.ready:
                raise RequestError("bet", "no attack to bet on", "a target and attackers")
            facts = self._facts() | {"chance": str(self.plan.chances().get(code, 0))}
            about = f"attack on {self.situation.board.label(self.plan.attack.target)}"
            why = reason or self.panels.odds.reason
            self._bet_said(about, self.panels.odds.prompt, code, facts, reason=why)
            self._bet_open = False
            self.panels.show(self._moment)

    def undo(self) -> None:
        """Take the last answer back.

        Raises:
            RequestError: There is none.
        """
        with shown_on(self.panels.map):
            if self.run is None or not self.run.journal:
                raise RequestError("Take back", "no answer yet", "an answer to take back")
            self.run.undo()
            self._landed = None
            self.panels.show(self._moment)

    def keep(self) -> None:
        """Go on from the position after the attack.

        Raises:
            RequestError: The attack is not resolved.
        """
        with shown_on(self.panels.map):
            outcome = self.outcome
            if outcome is None:
                raise RequestError("Keep this result", "no result yet", "a resolved attack")
            self._show_plan(self.plan.booked(outcome))

    # ---- how it hangs together ------------------------------------------------------------------

    def _pick(self, cell: Hex) -> None:
        if cell in self.plan.candidates():
            self.change(lambda plan: plan.toggled(cell))
        else:
            self.aim(self.situation.board.label(cell))

    def _show_plan(self, plan: CombatPlan) -> None:
        self.plan = plan
        self._bet_open, self._bet_at = self._betting, None
        self._landed = None
        self.run = Run(plan.procedure()) if plan.ready else None
        self.panels.show(self._moment)

    def _check_throw(self) -> None:
        if self._moment.bet_due:
            raise RequestError("throw", "no bet yet", "a bet on a result first")

    def _answered(self, request: Request, answer: int | str) -> None:
        if isinstance(request, Roll) and isinstance(answer, int):
            self._landed = (request, answer)
        outcome = self.outcome
        if self.run is not None and outcome is not None:
            journal = [Entry.to_json(line) for line in self.run.journal]
            result = {"result": outcome.code, "journal": journal}
            self.records.append({"kind": "resolved", **self._facts(), **result})
            self._came(outcome.code)

    def _facts(self) -> dict[str, Any]:
        plan = self.plan
        return {
            "target": self.situation.board.label(plan.attack.target),
            "attackers": list(plan.attackers),
            "waived": sorted(plan.waived),
            "in_force": rules_data(self.situation.ruleset),
        }

    def text_twin(self) -> str:
        """Return the plan, its odds and its explanation as text."""
        return self.panels.text(self._moment)

    def static_html(self) -> str:
        """Return map, odds and explanation without script."""
        return self.panels.html(self._moment)

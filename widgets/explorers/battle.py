"""BattleExplorer: a battle of area combat that explains itself, die by die, with its odds."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.area_combat.break_off import Swing, TakeWithin, break_off_search
from wargame.core.errors import RequestError, one_of, shown
from wargame.core.run import Run
from widgets.errors import WidgetError
from widgets.explorers.battle_panels import Panels
from widgets.explorers.battle_plan import (
    BETS,
    QUICK_RUNS,
    BattlePlan,
    check_how,
    in_battle,
    shares,
    with_force,
)
from widgets.explorers.battle_run import BattleRun, followed
from widgets.explorers.battle_source import Given, loaded, plan_from, saved, side_named
from widgets.explorers.frame import shown_on

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wargame.area_combat.battle import Battle, Ground
    from wargame.area_combat.break_off import BreakOff
    from wargame.area_combat.forces import Force
    from wargame.area_combat.nations import Nation
    from wargame.area_combat.odds import BattleOdds
    from wargame.area_combat.plans import Plan
    from wargame.area_combat.ruleset import Ruleset

SEARCHED = 6
"""Rounds that the search for the best round to break off looks at."""


class BattleExplorer(BattleRun):
    """Forces in, odds out; then the battle itself, die by die, with the rule of each.

    Everything a reader can do has a method that does the same without a browser, and raises what
    the widget shows.

    Args:
        attacker: The attacking units, typed as one likes: ``10 inf, 5 art``. A whole battle, or
            its text, stands for all that follows up to *rules*.
        defender: The defending units.
        nations: Who attacks and who defends.
        reserve: Fighters beside the territory that the defender may call.
        territory: A :class:`~wargame.area_combat.battle.Ground`, or a dict of its facts.
        rules: A :class:`~wargame.area_combat.ruleset.Ruleset`, or a dict of switches.
        attacker_plan: A :class:`~wargame.area_combat.plans.Plan`, or a dict of its facts.
        defender_plan: The same.
        method: How the odds are found: ``quickly`` (small battles followed, others simulated with
            their error said), ``exact``, ``bounded`` or ``simulated``.
        bet: Whether the odds stay hidden until the reader has bet on the end.
        seed: Seeds the dice, to repeat a lesson; a fresh one unless given.

    Raises:
        WidgetError: An argument is of the wrong kind.
        RequestError: A word names no unit, nation, fact or switch, or a force cannot be.
    """

    def __init__(  # noqa: PLR0913 - what a lesson may set
        self,
        attacker: Force | Battle | str = "3 infantry, 1 armor",
        defender: Force | str = "2 infantry",
        *,
        nations: Sequence[str | Nation] = ("germany", "soviet-union"),
        reserve: Force | str = "",
        territory: Ground | Mapping[str, Any] | None = None,
        rules: Ruleset | Mapping[str, Any] | None = None,
        attacker_plan: Plan | Mapping[str, Any] | None = None,
        defender_plan: Plan | Mapping[str, Any] | None = None,
        method: str = "quickly",
        bet: bool = False,
        seed: int | None = None,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and work out the odds."""
        if unknown:
            names = ("attacker", "defender", "nations", "reserve", "territory", "rules",
                     "attacker_plan", "defender_plan", "method", "bet", "seed")  # fmt: skip
            word = next(iter(unknown))
            raise WidgetError("BattleExplorer", f"keyword {shown(word)}", one_of(names, word))
        plans = attacker_plan, defender_plan
        self.plan = plan_from(
            Given(attacker, defender, nations, reserve, territory, rules, plans, method)
        )
        self.records: list[dict[str, Any]] = []
        self._random = Random(seed)
        self._betting = self._bet_open = bet
        self.panels = Panels(self._from_form, self._told(self.decide))
        super().__init__(list(self.panels.rows()))
        self._listen()
        self._show_plan(self.plan)

    def _listen(self) -> None:
        panels = self.panels  # no map to pick from
        panels.dice.on_request(self._told(self._dice_request))
        panels.steps.listen(*map(self._told, (self.first, self.back, self.forward, self.last)))
        panels.odds.leave_replies_to(self)
        panels.odds.on_bet(self._told(self.bet))
        acts: dict[str, Callable[..., None]] = {
            "what if": self._compare,
            "clear": self.as_planned,
            "search": self._search,
            "round": self.play_round,
            "battle": self.play_out,
            "undo": self.undo_round,
            "save": self._write,
            "load": self.load,
        }
        panels.tools.listen({name: self._told(act) for name, act in acts.items()})

    # ---- what can be asked ----------------------------------------------------------------------

    @property
    def odds(self) -> BattleOdds:
        """The odds of the battle under both plans, from its beginning."""
        return self.plan.odds

    # ---- the plan, also from Python -------------------------------------------------------------

    def set_force(self, who: str, typed: str) -> None:
        """Give a side another force; the battle begins anew.

        Raises:
            RequestError: A word names no unit, or the nation has no such unit; nothing changes.
        """
        with shown_on(self.panels.map):
            self._show_plan(with_force(self.plan, side_named(who, "force"), typed))

    def set_plan(self, who: str, **facts: Any) -> None:  # noqa: ANN401 - facts of a Plan
        """Change what a side will do: facts of a :class:`~wargame.area_combat.plans.Plan`."""
        with shown_on(self.panels.map):
            side = side_named(who, "plan")
            known = self.plan.plan_of(side)
            for name in facts:
                if not hasattr(known, name):
                    raise RequestError(f"plan of the {side}", shown(name), "a fact of a Plan")
            self._show_plan(self.plan.with_plan(side, evolve(known, **facts)))

    def set_rules(self, **switches: Any) -> None:  # noqa: ANN401 - values of switches
        """Set house rules: switches of a :class:`~wargame.area_combat.ruleset.Ruleset`."""
        with shown_on(self.panels.map):
            battle = self.plan.battle
            rules = battle.rules.replace(**switches)
            self._show_plan(in_battle(self.plan, evolve(battle, rules=rules)))

    def what_if(self, attacker: str = "", defender: str = "") -> None:
        """Compare with more units of a side (or fewer: ``-1 inf``); what was compared stays.

        Raises:
            RequestError: A word names no unit, or there are not so many to take away.
        """
        with shown_on(self.panels.map):
            self._require_bet()
            plan = self.plan
            if attacker.strip():
                plan = plan.what_if("attacker", attacker)
            if defender.strip():
                plan = plan.what_if("defender", defender)
            if plan is self.plan:
                raise RequestError("what if", "no unit", "units to add, such as 2 art")
            self.plan = plan
            self.panels.show(self._moment)

    def as_planned(self) -> None:
        """Forget the what-ifs."""
        self.plan = self.plan.without()
        self.panels.show(self._moment)

    def best_round(self, territory: int = 0, *, within: int | None = None) -> BreakOff:
        """Find the best round to break off after.

        Args:
            territory: What the territory is worth, in IP, beside the losses.
            within: Instead of IP gained, look at the chance to take it and lose no more than this.

        Raises:
            RequestError: A bet is due first.
        """
        with shown_on(self.panels.map):
            self._require_bet()
            aim = Swing(territory) if within is None else TakeWithin(within)
            plan = self.plan
            self._best = break_off_search(
                plan.battle, aim, plan.attacker, plan.defender, rounds=SEARCHED,
                method=plan.odds.method, runs=QUICK_RUNS if plan.how == "quickly" else None,
            )  # fmt: skip
            self.panels.show(self._moment)
            return self._best

    def bet(self, end: str, reason: str = "") -> None:
        """Bet on how the battle ends; the odds are shown then, and the bet kept.

        Args:
            end: How it ends.
            reason: Why; what stands in the field for it unless given.

        Raises:
            RequestError: There is nothing of that name to bet on.
        """
        with shown_on(self.panels.map):
            if end not in BETS:
                raise RequestError("bet", shown(end), one_of(BETS, str(end)))
            plan = self.plan
            facts = {"chance": str(shares(self.odds).get(end, 0)), "forces": plan.sides()}
            about = f"battle for {plan.battle.ground.name}"
            why = reason or self.panels.odds.reason
            self._bet_said(about, self.panels.odds.prompt, end, facts, reason=why)
            self._bet_open = False
            self.panels.show(self._moment)

    # ---- saved battles --------------------------------------------------------------------------

    def save(self) -> dict[str, Any]:
        """Return the battle under way as JSON data: forces, plans, rules, journal."""
        return saved(self.plan, self.run.journal)

    def load(self, data: object) -> None:
        """Go on with a saved battle, also from its text.

        Raises:
            DataError: It is no saved battle, or its journal does not fit; the present one stays.
        """
        with shown_on(self.panels.map):
            plan, journal = loaded(data)
            run = Run(plan.procedure())
            trail = followed(run, journal)
            self.plan, self.run, self._trail = plan, run, trail
            self._best, self._bet_open = None, False
            self._line = tuple(entry.answer for entry in journal)
            self._reasons = {(at, each.answer): each.reason for at, each in enumerate(journal)}
            self._last = None
            self.panels.show(self._moment)

    # ---- how it hangs together ------------------------------------------------------------------

    def _compare(self, who: str, typed: str) -> None:
        self.what_if(**{who: typed})

    def _search(self, worth: int, within: bool) -> None:  # noqa: FBT001 - from an event
        if within:
            self.best_round(within=worth)
        else:
            self.best_round(worth)

    def _write(self) -> None:
        self.panels.tools.kept.value = json.dumps(self.save(), ensure_ascii=False)

    def _from_form(self, act: Callable[[BattlePlan], BattlePlan]) -> None:
        """Change the plan from a form; how the odds are found leaves the dice as they are."""
        with shown_on(self.panels.map):
            plan = check_how(act(self.plan))
            if evolve(plan, how=self.plan.how) == self.plan:
                self.plan = plan
                self.panels.show(self._moment)
            elif plan != self.plan:
                self._show_plan(plan)

    def _show_plan(self, plan: BattlePlan) -> None:
        self.plan, self.run = plan, Run(plan.procedure())
        self._trail, self._line, self._best = (), (), None
        self._reasons, self._last = {}, None
        self._bet_open, self._bet_at = self._betting and not self.run.finished, None
        self.panels.show(self._moment)

    def text_twin(self) -> str:
        """Return forces, odds, story and explanation as text."""
        return self.panels.text(self._moment)

    def static_html(self) -> str:
        """Return forces, odds, story and explanation without script."""
        return self.panels.html(self._moment)

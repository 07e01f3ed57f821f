"""RetreatExplorer: every way a unit may fall back, what ranks it, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.drivers import Entry
from wargame.core.errors import RequestError, shown
from wargame.core.run import Run
from wargame.fire_and_movement.aftermath import REFUSE
from wargame.fire_and_movement.results import RETREAT
from wargame.fire_and_movement.scenario import DEFAULT
from wargame.fire_and_movement.switches import rules_data
from widgets.errors import WidgetError
from widgets.explorers.explorer import Explorer
from widgets.explorers.fm_source import source_of
from widgets.explorers.frame import shown_on
from widgets.explorers.retreat_ahead import Ahead, Link, chains
from widgets.explorers.retreat_panels import Moment, Panels
from widgets.explorers.retreat_plan import RetreatPlan

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.fire_and_movement.results import CombatOutcome
    from wargame.fire_and_movement.retreat import Retreats
    from wargame.fire_and_movement.scenario import Scenario
    from wargame.fire_and_movement.state import Situation


NOWHERE = "nowhere"
"""A bet that a unit cannot retreat."""
BET_FIRST = "a bet on where the retreat may end"


class RetreatExplorer(Explorer):
    """A retreat before it is made: the ways that are open, those that give way, and what is shut.

    Choose a unit and how far it must go. Every way stands on the map and in a table with the duty
    that ranks it; beside it, who would make way, what it costs to stand instead, and where the
    attackers could advance. Then carry it out decision by decision. Everything a reader can do has
    a method that does the same without a browser, and raises what the widget shows.

    Args:
        situation: A position, a loaded scenario or the name of one, or the id of an example.
        unit: The unit that must retreat.
        hexes: How far, in hexes.
        cause: ``defender`` if it was attacked, ``attacker`` if it attacked, or ``bombardment``.
        rules: Other rules to begin with; see :attr:`rules`.
        bet: Whether the ways stay hidden until the reader has bet on where one of them ends.
        height: The height of the map in pixels.

    Raises:
        WidgetError: *situation* is none of these, or a keyword is unknown.
        RequestError: The unit, the distance, the cause or the rules do not exist.
    """

    panels: Panels

    def __init__(  # noqa: PLR0913 - what a lesson may set
        self,
        situation: Situation | Scenario | str = DEFAULT,
        unit: str = "",
        hexes: int = 2,
        *,
        cause: str = "defender",
        rules: str = "",
        bet: bool = False,
        height: int = 520,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and show the first plan."""
        if unknown:
            words = "situation, unit, hexes, cause, rules, bet, height"
            raise WidgetError("RetreatExplorer", f"keyword {shown(next(iter(unknown)))}", words)
        source = source_of(situation, "RetreatExplorer")
        plan = RetreatPlan(source.situation, betting=bet).go(hexes).because(cause)
        plan = plan.by_rules(rules) if rules else plan
        plan = plan.take_up(unit) if unit else plan
        self.plan = self._base = plan
        self.run = _run(plan)
        self.records: list[dict[str, Any]] = []
        self._title = source.title
        self.panels = Panels(plan, height, self.change, self._told(self.decide))
        super().__init__(list(self.panels.rows()))
        self._listen()
        self.panels.show(self._moment)

    def _listen(self) -> None:
        super()._listen()
        self.panels.nowhere.on_click(self._told(lambda _: self.bet(NOWHERE)))
        self.panels.go.on_click(self._told(lambda _: self.take()))
        self.panels.back.on_click(self._told(lambda _: self.back()))

    # ---- what can be asked ----------------------------------------------------------------------

    @property
    def situation(self) -> Situation:
        """The position at this moment."""
        return self._moment.now

    @property
    def retreats(self) -> Retreats:
        """Every way that the unit has, or had.

        Raises:
            RequestError: No unit is chosen.
        """
        return self._moment.found or self.plan.found

    @property
    def ruling(self) -> Ruling | None:
        """The explanation shown; None before a unit is chosen."""
        return self._moment.ruling

    @property
    def chains(self) -> tuple[Link, ...]:
        """Who may make way for the way looked at, and what that sets off."""
        return chains(self.retreats, self.plan.way) if self.plan.way is not None else ()

    @property
    def stiff_resistance(self) -> Ruling | None:
        """What standing would cost; None where nobody fights for the hex."""
        return self._moment.stand

    @property
    def ahead(self) -> Ahead | None:
        """What the way looked at would lead to; its ``advances`` say where attackers could go."""
        return self._moment.ahead

    @property
    def outcome(self) -> CombatOutcome | None:
        """What it came to, once all is decided."""
        return self._moment.outcome

    @property
    def rules(self) -> dict[str, str]:
        """The rules that may be chosen: the word for each, and what it is called."""
        return {each.key: each.title for each in self.plan.variants}

    @property
    def _moment(self) -> Moment:
        return Moment(self.plan, self._base, self.run, self._title)

    # ---- what a reader does, also from Python ---------------------------------------------------

    def change(self, act: Callable[[RetreatPlan], RetreatPlan]) -> None:
        """Change the plan: ``explorer.change(lambda plan: plan.go(3))``; decisions start anew.

        To look at another way, or to ask about a hex, takes no decision back.

        Raises:
            RequestError: Something named does not exist.
        """
        with shown_on(self.panels.map):
            before, self.plan = self.plan, act(self.plan)
            if _facts(before) != _facts(self.plan):
                self.plan = self._base = evolve(self.plan, later=None)
                self.run = _run(self.plan)
            self.panels.show(self._moment)

    def take_up(self, unit: str) -> None:
        """Choose the unit that must retreat.

        Raises:
            RequestError: It does not exist or is not on the map.
        """
        self.change(lambda plan: plan.take_up(unit))

    def retreat(self, hexes: int, cause: str = "") -> None:
        """Set how far it must go, and why if that changes.

        Raises:
            RequestError: No result demands that, or there is no such cause.
        """
        self.change(lambda plan: (plan.because(cause) if cause else plan).go(hexes))

    def look_at(self, way: str) -> None:
        """Look at an open way, written as a journal has it: ``0504-0604``.

        Raises:
            RequestError: No open way is called so.
        """
        self.change(lambda plan: plan.look_at(way))

    def ask(self, label: str) -> None:
        """Ask about a hex: why no open way ends there.

        Raises:
            RequestError: The map has no such hex, or no unit is chosen.
        """
        self.change(lambda plan: plan.ask(plan.situation.board.hex(label)))

    def bet(self, label: str, reason: str = "") -> None:
        """Bet on a hex in which the retreat may end; the ways are shown then.

        Args:
            label: Its printed number, or ``nowhere``.
            reason: Why; what stands in the field for it unless given.

        Raises:
            RequestError: The map has no such hex, or there is nothing to bet on.
        """
        with shown_on(self.panels.map):
            plan = self.plan
            if not plan.hidden:
                raise RequestError("bet", "nothing to bet on", "a retreat that waits for a bet")
            if label != NOWHERE:
                plan.situation.board.hex(label)
            ends = sorted({plan.situation.board.label(way.end) for way in plan.found.open})
            facts = {"unit": plan.unit, "hexes": plan.hexes, "cause": plan.cause, "answer": ends}
            right = label in ends if ends else label == NOWHERE
            prompt = f"Where may {plan.goer.name} end a retreat of {plan.hexes}?"
            about, why = f"{plan.unit} by {plan.hexes}", reason or self.panels.why.value
            facts |= _rules(plan)
            self._bet_said(about, prompt, label, facts, right=right, reason=why)
            self.panels.why.value = ""
            self.change(lambda now: evolve(now, bets=now.bets | {now.asked}))

    def use_rules(self, key: str) -> None:
        """Retreat by other rules, to see what they change; ``own`` returns to those in force.

        Raises:
            RequestError: There are none of that name; :attr:`rules` lists them.
        """
        self.change(lambda plan: plan.by_rules(key))

    def take(self, way: str = "") -> None:
        """Retreat by the way looked at, or by another; what was asked before it is answered so.

        Args:
            way: An open way, as a journal has it.

        Raises:
            RequestError: No unit is chosen, the way is not open, or the unit has gone already.
        """
        with shown_on(self.panels.map):
            plan = self.plan
            if plan.hidden:
                raise RequestError("Go this way", "no bet yet", BET_FIRST)
            plan = plan.look_at(way) if way else plan
            if self._moment.found is None or plan.way is None or self.run is None:
                found = f"no way of {plan.goer.name} to take now"
                raise RequestError("Go this way", found, "a unit that has not retreated yet")
            self.plan = plan
            _go(self.run, plan.unit, plan.way.key(plan.situation.board))
            self._after_answer()

    def decide(self, option: str) -> None:
        """Take the decision that is asked for.

        Args:
            option: The key of an option.

        Raises:
            RequestError: No decision is asked for.
            Refused: The option is not open; the sentence says which are, or why.
        """
        with shown_on(self.panels.map):
            if self.plan.hidden:
                raise RequestError("decide", "no bet yet", BET_FIRST)
            if self.run is None or self._moment.choice is None:
                raise RequestError("decide", shown(option), "nothing, for no decision is asked for")
            self.run.answer(option)
            self._after_answer()

    def back(self) -> None:
        """Take the last decision back.

        Raises:
            RequestError: There is none.
        """
        with shown_on(self.panels.map):
            if self.run is None or not self.run.journal:
                raise RequestError("Take back", "no decision yet", "a decision to take back")
            self.run.undo()
            self._follow()
            self.panels.show(self._moment)

    # ---- how it hangs together ------------------------------------------------------------------

    def _after_answer(self) -> None:
        if self.run is not None and self.run.finished:
            plan = self.plan
            self.records.append(
                {
                    "kind": "retreated",
                    "unit": plan.unit,
                    "hexes": plan.hexes,
                    "cause": plan.cause,
                    **_rules(plan),
                    "journal": [Entry.to_json(line) for line in self.run.journal],
                }
            )
        self._follow()
        self.panels.show(self._moment)

    def _follow(self) -> None:
        """Look at the unit of the force whose ways are asked for now, as it has them now."""
        moment, base = self._moment, self._base
        left = [piece.unit for piece in moment.now.at(base.start) if piece.unit in base.force]
        left.sort(key=lambda name: name != self.plan.unit)
        keys = {option.key for option in moment.choice.options} if moment.choice else set[str]()
        asked = (name for name in left if _is_asked(base, name, moment.now, keys))
        unit = next(asked, self.plan.unit)
        later = moment.now if moment.begun and unit in left else None
        self.plan = evolve(self.plan, unit=unit, later=later, spot=None)

    def _pick(self, cell: Hex) -> None:
        """Take the option of a hex, look at a way that ends there, take up a unit, or ask why."""
        if self.plan.hidden and cell.distance(self.plan.start) == self.plan.hexes:
            self.bet(self.situation.board.label(cell))
            return
        options = self._options_in(cell)
        if len(options) == 1:
            self.decide(options[0])
        elif options:
            raise RequestError("map", f"{len(options)} options there", "one of the buttons below")
        elif self.plan.unit and (ways := self.plan.ending(cell)):
            way = self.plan.way
            key = way.key(self.plan.situation.board) if way is not None else ""
            self.look_at(ways[(ways.index(key) + 1) % len(ways)] if key in ways else ways[0])
        elif names := [piece.unit for piece in self.situation.at(cell)]:
            here = names.index(self.plan.unit) if self.plan.unit in names else -1
            self.take_up(names[(here + 1) % len(names)])
        elif self.plan.unit:
            self.change(lambda plan: plan.ask(cell))
        else:
            label = self.situation.board.label(cell)
            raise RequestError("map", f"{label}, an empty hex", "a hex with a unit, to choose it")

    def _options_in(self, cell: Hex) -> list[str]:
        """Return the options of a displacement or an advance into a hex."""
        choice, label = self._moment.choice, self.situation.board.label(cell)
        keys = [option.key for option in choice.options] if choice is not None else []
        return [key for key in keys if key.rpartition("@")[2].partition(":")[0] == label]

    def text_twin(self) -> str:
        """Return the ways, the chains, the costs and the advances as text."""
        return self.panels.text(self._moment)

    def static_html(self) -> str:
        """Return map, ways and explanation without script."""
        return self.panels.html(self._moment)


def _rules(plan: RetreatPlan) -> dict[str, Any]:
    """Return what a record says of the rules: the word chosen, and what that comes to."""
    return {"rules": plan.rules, "in_force": rules_data(plan.situation.ruleset)}


def _run(plan: RetreatPlan) -> Run | None:
    return Run(plan.procedure()) if plan.unit else None


def _is_asked(plan: RetreatPlan, name: str, now: Situation, keys: set[str]) -> bool:
    """Return whether options are the ways of a unit."""
    ways = plan.found_in(name, now).open
    return bool(ways) and {way.key(now.board) for way in ways} == keys - {REFUSE}


def _facts(plan: RetreatPlan) -> tuple[object, ...]:
    """Return what the course of a retreat depends on."""
    return (
        plan.unit,
        plan.hexes,
        plan.cause,
        plan.struck,
        plan.left_out,
        plan.charging,
        plan.rules,
    )


def _go(run: Run, unit: str, way: str) -> None:
    """Answer until the unit has been sent by a way."""
    while run.request is not None:
        keys = [option.key for option in getattr(run.request, "options", ())]
        answer = next((key for key in (way, RETREAT, unit) if key in keys), "")
        if not answer:
            return
        run.answer(answer)
        if answer == way:
            return

"""MovementExplorer: where a unit can go, at what cost, and why not elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.drivers import Entry
from wargame.core.errors import RequestError, one_of, shown
from wargame.fire_and_movement.movement import MovementPhase
from wargame.fire_and_movement.scenario import DEFAULT
from wargame.fire_and_movement.switches import rules_data
from widgets.errors import WidgetError
from widgets.explorers.explorer import Explorer
from widgets.explorers.fm_source import source_of
from widgets.explorers.frame import shown_on
from widgets.explorers.movement_form import next_unit
from widgets.explorers.movement_panels import Panels
from widgets.explorers.movement_plan import MovementPlan
from widgets.explorers.movement_way import arrivals

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.fire_and_movement.reach import Reach
    from wargame.fire_and_movement.scenario import Scenario
    from wargame.fire_and_movement.state import Situation


class MovementExplorer(Explorer):
    """A movement phase in which every hex says what it costs to get there, or why nobody does.

    Choose a unit: the map shows the points it has left in each hex. Choose a hex: the way there is
    drawn with the cost of every step, or the reason why there is none. Everything a reader can do
    has a method that does the same without a browser, and raises what the widget shows.

    Args:
        situation: A position, a loaded scenario or the name of one, or the id of an example.
        unit: The unit to begin with.
        to: The printed number of a hex to look at with it.
        rules: Other rules to begin with; see :attr:`rules`.
        zones: Whether the zones of control of both sides are shown at first.
        mobile: Whether it is the Mobile Movement Phase.
        bet: Whether a unit's reach stays hidden until the reader has bet on a hex.
        entries: The units that may come onto the map, each with the printed numbers of the hexes
            through which it may; the reinforcements of the game where nothing is said.
        height: The height of the map in pixels.

    Raises:
        WidgetError: *situation* is none of these, or a keyword is unknown.
        RequestError: The unit, the hex or the rules do not exist.
    """

    panels: Panels

    def __init__(  # noqa: PLR0913 - what a lesson may set
        self,
        situation: Situation | Scenario | str = DEFAULT,
        unit: str = "",
        *,
        to: str = "",
        rules: str = "",
        zones: bool = False,
        mobile: bool = False,
        bet: bool = False,
        entries: Mapping[str, Iterable[str]] | None = None,
        height: int = 520,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and show the first plan."""
        if unknown:
            words = "situation, unit, to, rules, zones, mobile, bet, entries, height"
            raise WidgetError("MovementExplorer", f"keyword {shown(next(iter(unknown)))}", words)
        source = source_of(situation, "MovementExplorer")
        position = evolve(source.situation, mobile=mobile)
        coming = arrivals(position, entries)
        plan = MovementPlan(MovementPhase(position, mobile), betting=bet, arrivals=coming)
        plan = plan.by_rules(rules) if rules else plan
        if mobile and not position.ruleset.mobile_phases:
            plan.begun(position.active, mobile=True)  # which says why not
        plan = plan.take_up(unit) if unit else plan
        plan = plan.look_at(position.board.hex(to)) if to else plan
        both = frozenset(position.sides) if zones else frozenset()
        self.plan = evolve(plan, zones=both)
        self.records: list[dict[str, Any]] = []
        self.panels = Panels(self.plan, source.title, height, self.change)
        super().__init__(list(self.panels.rows()))
        self._listen()
        self.panels.begin(self.plan)
        self.panels.show(self.plan)

    def _listen(self) -> None:
        super()._listen()
        self.panels.yes.on_click(self._told(lambda _: self.bet("yes")))
        self.panels.no.on_click(self._told(lambda _: self.bet("no")))
        self.panels.go.on_click(self._told(lambda _: self.move()))
        self.panels.via.on_click(self._told(lambda _: self.pass_by()))
        self.panels.plain.on_click(self._told(lambda _: self.go_cheapest()))
        self.panels.back.on_click(self._told(lambda _: self.back()))

    # ---- what can be asked ----------------------------------------------------------------------

    @property
    def situation(self) -> Situation:
        """The position, under the rules that it came with."""
        return self.plan.phase.situation

    @property
    def reach(self) -> Reach:
        """Where the chosen unit can go.

        Raises:
            RequestError: No unit is chosen.
        """
        return self.plan.reach

    @property
    def ruling(self) -> Ruling | None:
        """The answer shown: a way with its cost, why there is none, or how far the unit reaches."""
        return self.plan.ruling

    @property
    def rules(self) -> dict[str, str]:
        """The rules that may be chosen: the word for each, and what it is called."""
        return {each.key: each.title for each in self.plan.variants}

    @property
    def _moment(self) -> MovementPlan:
        return self.plan

    # ---- what a reader does, also from Python ---------------------------------------------------

    def change(self, act: Callable[[MovementPlan], MovementPlan]) -> None:
        """Change the plan: ``explorer.change(lambda plan: plan.by_rules("system_v7"))``.

        Raises:
            RequestError: Something named does not exist.
        """
        with shown_on(self.panels.map):
            self._show_plan(act(self.plan))

    def take_up(self, unit: str) -> None:
        """Choose a unit of either side.

        Raises:
            RequestError: It does not exist or is not on the map.
        """
        self.change(lambda plan: plan.take_up(unit))

    def look_at(self, label: str) -> None:
        """Look at the way to the hex with this printed number, or at why there is none.

        Raises:
            RequestError: The map has no such hex, or no unit is chosen.
        """
        self.change(lambda plan: plan.look_at(plan.situation.board.hex(label)))

    def pass_by(self, label: str = "", *, straight: bool = False) -> None:
        """Name a hex that the move is to pass, after those named before.

        Args:
            label: Its printed number; the hex looked at unless given.
            straight: Whether the unit steps straight into it, though another way costs no more.

        Raises:
            RequestError: The map has no such hex, or no unit is chosen, or a bet is due.
            Refused: The move cannot pass there.
        """
        board = self.situation.board
        cell = board.hex(label) if label else self.plan.goal
        if cell is None:
            raise RequestError("pass", "no hex", "a hex that is looked at, or its number")
        self.change(lambda plan: plan.pass_by(cell, straight=straight))

    def go_cheapest(self) -> None:
        """Give up the hexes to pass: every way is the cheapest again."""
        self.change(lambda plan: plan.named(0, ""))

    def bet(self, answer: str, reason: str = "") -> None:
        """Bet whether the unit may end its move in the hex looked at; its reach is shown then.

        Args:
            answer: ``yes`` or ``no``.
            reason: Why; what stands in the field for it unless given.

        Raises:
            RequestError: It is neither, or there is nothing to bet on.
        """
        with shown_on(self.panels.map):
            plan = self.plan
            if answer not in {"yes", "no"}:
                raise RequestError("bet", shown(answer), "yes or no")
            if not plan.bet_due or plan.goal is None:
                allowed = "a unit and a hex that wait for a bet"
                raise RequestError("bet", "nothing to bet on", allowed)
            truth = "yes" if plan.open else "no"
            to = plan.situation.board.label(plan.goal)
            facts = {"unit": plan.unit, "to": to, "answer": truth, **_rules(plan)}
            prompt = f"May {plan.mover.name} end its move in {to}?"
            why, right = reason or self.panels.why.value, answer == truth
            self._bet_said(f"{plan.unit} to {to}", prompt, answer, facts, right=right, reason=why)
            self.panels.why.value = ""
            self._show_plan(evolve(plan, bets=plan.bets | {(plan.unit, plan.rules)}))

    def use_rules(self, key: str) -> None:
        """Move by other rules, to see what they change; ``own`` returns to those in force.

        Raises:
            RequestError: There are none of that name; :attr:`rules` lists them.
        """
        self.change(lambda plan: plan.by_rules(key))

    def show_zones(self, *sides: str) -> None:
        """Show the zones of control of exactly these sides; without any, of none.

        Raises:
            RequestError: There is no such side.
        """
        with shown_on(self.panels.map):
            for side in sides:
                if side not in self.situation.sides:
                    raise RequestError(
                        "zones", shown(side), one_of(self.situation.sides, str(side))
                    )
            self._show_plan(evolve(self.plan, zones=frozenset(sides)))

    def begin(self, side: str, *, mobile: bool = False) -> None:
        """Begin a movement phase of a side; who has moved may move again in a new turn.

        Raises:
            RequestError: There is no such side, or these rules have no mobile phases.
        """
        self.change(lambda plan: plan.begun(side, mobile=mobile))

    def move(self, to: str = "") -> None:
        """Move the chosen unit to the hex looked at, or to another.

        Args:
            to: The printed number of the hex; that looked at unless given.

        Raises:
            RequestError: No unit or no hex is chosen, or the map has no such hex.
            Refused: The unit may not move now, or not there.
        """
        with shown_on(self.panels.map):
            plan = self.plan
            plan = plan.look_at(plan.situation.board.hex(to)) if to else plan
            if plan.hidden:
                raise RequestError("move", "no bet yet", "a bet on a hex first")
            after, journal = plan.moved()
            assert plan.goal is not None  # noqa: S101 - it moved there
            self.records.append(
                {
                    "kind": "moved",
                    "unit": plan.unit,
                    "from": "" if plan.start is None else plan.situation.board.label(plan.start),
                    "to": plan.situation.board.label(plan.goal),
                    **_rules(plan),
                    "journal": [Entry.to_json(line) for line in journal],
                }
            )
            self._show_plan(after)

    def back(self) -> None:
        """Take the last move, or the last change of phase, back.

        Raises:
            RequestError: There was none.
        """
        with shown_on(self.panels.map):
            self._show_plan(self.plan.back())

    # ---- how it hangs together ------------------------------------------------------------------

    def _pick(self, cell: Hex) -> None:
        """Look at a hex; one that is looked at already, or cannot be an end, gives up its unit."""
        plan = self.plan
        other = next_unit(plan, cell)
        if plan.unit and (not other or _is_goal(plan, cell)):
            self.change(lambda now: now.look_at(cell))
        elif other:
            self.take_up(other)
        else:
            label = plan.situation.board.label(cell)
            raise RequestError("map", f"{label}, an empty hex", "a hex with a unit, to choose it")

    def _show_plan(self, plan: MovementPlan) -> None:
        self.plan = plan
        self.panels.show(plan)

    def text_twin(self) -> str:
        """Return the unit, its reach, the way and what other rules change as text."""
        return self.panels.text(self.plan)

    def static_html(self) -> str:
        """Return map, way and explanation without script."""
        return self.panels.html(self.plan)


def _rules(plan: MovementPlan) -> dict[str, Any]:
    """Return what a record says of the rules: the word chosen, and what that comes to."""
    return {"rules": plan.rules, "in_force": rules_data(plan.situation.ruleset)}


def _is_goal(plan: MovementPlan, cell: Hex) -> bool:
    """Return whether a choice of a hex with units asks for the way there, rather than for them."""
    if cell == plan.goal or (cell == plan.start and not plan.by):
        return False
    enemy = plan.situation.other(plan.mover.side)
    if plan.situation.at(cell, enemy):
        return True
    return not plan.hidden and (cell in plan.reach.ends or cell in plan.rails)

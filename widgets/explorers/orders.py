"""OrdersExplorer: a brigade or regiment under orders, its messages, and whether its order holds."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.drivers import Entry
from wargame.core.errors import RequestError, WargameError, one_of, shown
from wargame.core.procedure import Roll
from wargame.core.run import Run
from wargame.rifle_and_spade.orders.order import GROUPS
from widgets.base import TeachingBox
from widgets.errors import WidgetError
from widgets.explorers.frame import shown_on
from widgets.explorers.orders_panels import BET_FIRST, Moment, Panels
from widgets.explorers.orders_plan import SORTS, Check, OrdersPlan, most_at_risk
from widgets.explorers.orders_source import OPENING, source_of
from widgets.said import Listening

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.orders.order import OrderKind
    from wargame.rifle_and_spade.scenario import Scenario
    from wargame.rifle_and_spade.state import Situation
    from widgets.explorers.orders_plan import Remedy


class OrdersExplorer(Listening, TeachingBox):
    """The friction of command: who hears his headquarters, and what an order is still worth.

    The map draws the messages link by link, the friends who stand between, and the way to the
    division. Beside it stands a check: to continue the order, to change it, or to commit a
    battalion in support. Everything a reader can do has a method that does the same without a
    browser, and raises what the widget shows.

    Args:
        situation: A position with orders, a loaded scenario or the name of one, or the id of an
            example; without it the opening of Kemal's Counterattack.
        brigiment: The brigade or regiment; the one likeliest to fail by a roll unless given.
        bet: Whether the chances stay hidden until the reader has bet on each check.
        seed: Seeds the dice, to repeat a lesson; a fresh one unless given.
        height: The height of the map in pixels.

    Raises:
        WidgetError: *situation* is none of these, or nobody in it is under orders.
        RequestError: No brigade or regiment of that name is in play.
    """

    def __init__(
        self,
        situation: Situation | Scenario | str = OPENING,
        brigiment: str = "",
        *,
        bet: bool = False,
        seed: int | None = None,
        height: int = 460,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and work out the check."""
        if unknown:
            words = "situation, brigiment, bet, seed, height"
            raise WidgetError("OrdersExplorer", f"keyword {shown(next(iter(unknown)))}", words)
        self.source = source_of(situation)
        position = self.source.situation
        name = brigiment or most_at_risk(position)
        position.command(name)
        self.plan = OrdersPlan(position, name)
        self.run: Run | None = None
        self.records: list[dict[str, Any]] = []
        self._random = Random(seed)
        self._betting = bet
        self._bets: set[tuple[str, Check]] = set()
        self.panels = Panels(self.plan, height, self._told(self.look_at), self._told(self._checked))
        super().__init__(list(self.panels.rows()))
        self._listen()
        self._show_plan(self.plan)

    def _listen(self) -> None:
        panels = self.panels
        panels.map.on_pick(self._told(self._pick))
        panels.dice.on_request(self._told(self._dice_request))
        panels.odds.leave_replies_to(self)
        panels.odds.on_bet(self._told(self.bet))
        panels.again.on_click(self._told(lambda _: self.back()))

    # ---- what can be asked ----------------------------------------------------------------------

    @property
    def ruling(self) -> Ruling:
        """The check, worked out."""
        return self.plan.ruling

    @property
    def chance(self) -> Fraction | None:
        """The exact chance of success; None where the rules forbid to try."""
        return self.plan.chance

    @property
    def remedies(self) -> tuple[Remedy, ...]:
        """What each remedy would be worth."""
        return self.plan.remedies

    @property
    def matrix(self) -> dict[OrderKind, Ruling]:
        """The chance to change to each kind of order, or the refusal."""
        return dict(self.plan.matrix)

    @property
    def commits(self) -> dict[str, Ruling]:
        """The chance to commit each battalion in support, or the refusal."""
        return dict(self.plan.commits)

    @property
    def result(self) -> str:
        """How the roll came out, in the words one can bet on; empty before it."""
        return self._moment.lit

    @property
    def situation(self) -> Situation:
        """The position, after the roll where one has been made."""
        if self.run is None or not self.run.finished:
            return self.plan.situation
        return self.plan.after(succeeds=self.run.outcome)

    @property
    def _moment(self) -> Moment:
        told = self._told_checks()
        due = told is not None and self.plan.check not in told and self.plan.roll is not None
        face = None
        if self.run is not None and self.run.journal:
            answer = self.run.journal[0].answer
            face = answer if isinstance(answer, int) else None
        return Moment(self.plan, self.source.title, due, face, told)

    # ---- what a reader does, also from Python ---------------------------------------------------

    def look_at(self, brigiment: str) -> None:
        """Look at a brigade or regiment; its check to continue comes first.

        Raises:
            RequestError: None of that name is in play.
        """
        with shown_on(self.panels.map):
            self.plan.situation.command(brigiment)
            self._show_plan(OrdersPlan(self.plan.situation, brigiment))

    def check(self, sort: str = "continue", what: str = "") -> None:
        """Look at another check of the same brigiment.

        Args:
            sort: ``continue``, ``change`` or ``commit``.
            what: The new order, or the battalion in support.

        Raises:
            RequestError: There is no such check.
        """
        with shown_on(self.panels.map):
            if sort not in SORTS:
                raise RequestError("check", shown(sort), one_of(SORTS, str(sort)))
            known = [each.what for each in self.plan.checks if each.sort == sort]
            if what not in known:
                raise RequestError(f"check, {sort}", shown(what), _open(sort, known, what))
            found = next(each for each in self.plan.checks if tuple(each) == (sort, what))
            self._show_plan(evolve(self.plan, check=found))

    def bet(self, code: str, reason: str = "") -> None:
        """Bet on how the check comes out; the chances are shown then, and the bet kept.

        Args:
            code: How it comes out.
            reason: Why; what stands in the field for it unless given.

        Raises:
            RequestError: There is nothing of that name to bet on, or nothing is rolled.
        """
        with shown_on(self.panels.map):
            if self.plan.roll is None:
                raise RequestError("bet", shown(code), "nothing, for no roll is made")
            if code not in self.plan.outcomes:
                raise RequestError("bet", shown(code), one_of(self.plan.outcomes, str(code)))
            check = self.plan.check
            about = " ".join(filter(None, [f"{self.plan.brigiment}, {check.sort}", check.what]))
            why = reason or self.panels.odds.reason
            self._bet_said(about, self.panels.odds.prompt, code, self._facts(), reason=why)
            self._bets.add((self.plan.brigiment, self.plan.check))
            self.panels.show(self._moment)

    def throw(self, face: int | None = None) -> None:
        """Throw the pair of dice, or set them.

        Args:
            face: The roll from 0 to 99; thrown unless given.

        Raises:
            RequestError: No roll is asked for, or a bet is due first.
            Refused: The dice have no such face.
        """
        with shown_on(self.panels.map):
            roll = self.run.request if self.run else None
            if self.run is None or not isinstance(roll, Roll):
                found = "a roll that is made already" if self.result else "no roll to make"
                raise RequestError("throw", found, "a check that waits for a roll")
            if self._moment.bet_due:
                raise RequestError("throw", "no bet yet", BET_FIRST)
            self.run.answer(self._random.randint(roll.first, roll.last) if face is None else face)
            journal = [Entry.to_json(line) for line in self.run.journal]
            result = {"result": self.result, "journal": journal}
            self.records.append({"kind": "rolled", **self._facts(), **result})
            self._came(self.result)
            self.panels.show(self._moment)

    def back(self) -> None:
        """Take the roll back, to throw again.

        Raises:
            RequestError: Nothing has been thrown.
        """
        with shown_on(self.panels.map):
            if self.run is None or not self.run.journal:
                raise RequestError("Take the roll back", "no roll yet", "a roll that lies")
            self.run.undo()
            self.panels.show(self._moment)

    # ---- how it hangs together ------------------------------------------------------------------

    def _told_checks(self) -> frozenset[Check] | None:
        """Return the checks whose chances have been bet on; None where all may be told."""
        if not self._betting:
            return None
        name = self.plan.brigiment
        return frozenset(check for brigiment, check in self._bets if brigiment == name)

    def _checked(self, check: Check) -> None:
        self.check(check.sort, check.what)

    def _told(self, act: Callable[..., None]) -> Callable[..., None]:
        """Make an event handler: an error is shown in the widget and goes no further."""

        def handler(*args: Any) -> None:  # noqa: ANN401 - an event
            try:
                act(*args)
            except WargameError as error:
                self.panels.map.warn(str(error))

        return handler

    def _pick(self, cell: Hex) -> None:
        """Look at a brigiment with a unit in a hex; each choice leads to the next of them."""
        situation = self.plan.situation
        found = (situation.commanded(piece) for piece in situation.at(cell))
        names = list(dict.fromkeys(each.brigiment for each in found if each is not None))
        if not names:
            label = situation.board.label(cell)
            raise RequestError("map", label, "a hex with a unit that is under orders")
        here = names.index(self.plan.brigiment) if self.plan.brigiment in names else -1
        if (name := names[(here + 1) % len(names)]) != self.plan.brigiment:
            self.look_at(name)

    def _dice_request(self, kind: str, face: int) -> None:
        self.throw(None if kind == "throw" else face)

    def _show_plan(self, plan: OrdersPlan) -> None:
        self.plan, self._bet_at = plan, None
        self.run = Run(plan.procedure()) if plan.ruling.allowed else None
        self.panels.show(self._moment)

    def _facts(self) -> dict[str, Any]:
        plan = self.plan
        return {
            "brigiment": plan.brigiment,
            "order": plan.command.order.kind,
            "points": plan.points,
            "check": plan.check.sort,
            "what": plan.check.what,
            "chance": str(plan.chance),
        }

    def text_twin(self) -> str:
        """Return the brigiment, its messages, the check and the chances as text."""
        return self.panels.text(self._moment)

    def static_html(self) -> str:
        """Return map, check, chances and explanation without script."""
        return self.panels.html(self._moment)


def _open(sort: str, known: list[str], what: object) -> str:
    if sort == "continue":
        return "nothing, for there is one order to continue"
    if sort == "change":
        return one_of(GROUPS, str(what))
    return one_of(known, str(what)) if known else "nothing, for no battalion is in support"

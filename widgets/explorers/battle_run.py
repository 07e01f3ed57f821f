"""A battle under way on the screen: dice, decisions, whole rounds, back and forth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.area_combat.policy import policy
from wargame.core.drivers import check_line
from wargame.core.errors import DataError, RequestError, WargameError, shown
from wargame.core.procedure import Choice, Roll
from wargame.core.replies import LONGEST, written
from widgets.explorers.battle_panels import BET_FIRST, Moment, Panels
from widgets.explorers.battle_story import Answered, Trail, battle_of
from widgets.explorers.deciding import Deciding
from widgets.explorers.explorer import StepExplorer
from widgets.explorers.frame import shown_on

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.area_combat.battle import Battle
    from wargame.area_combat.break_off import BreakOff
    from wargame.core.drivers import Entry
    from wargame.core.procedure import Request
    from wargame.core.ruling import Ruling
    from wargame.core.run import Run
    from widgets.explorers.battle_plan import BattlePlan
    from widgets.explorers.battle_story import Line


class BattleRun(Deciding, StepExplorer):
    """What a reader does with the dice of a battle, also from Python."""

    panels: Panels
    plan: BattlePlan
    run: Run
    _reasons: dict[tuple[int, int | str], str]
    """Why, by line and answer, also of what was taken back."""
    records: list[dict[str, Any]]
    _bet_open: bool
    _trail: Trail = ()
    _best: BreakOff | None = None
    _waits = "a die of the battle"

    if TYPE_CHECKING:  # the explorer has it

        def save(self) -> dict[str, Any]:
            """Return the battle under way as JSON data."""

    @property
    def battle(self) -> Battle:
        """The battle as it stands after the dice thrown so far."""
        return self._moment.battle

    @property
    def lines(self) -> tuple[Line, ...]:
        """The story so far: dice of each kind, decisions, and what came of them."""
        return self._moment.lines

    @property
    def ruling(self) -> Ruling | None:
        """Why the die asked for hits on what it does; None when no die is asked for."""
        return self._moment.ruling

    @property
    def _moment(self) -> Moment:
        ahead = max(len(self._line) - len(self.run.journal), 0)
        return Moment(self.plan, self.run, self._trail, self._bet_open, ahead, self._best)

    def play(self, *answers: int | str) -> None:
        """Give several answers, one after the other: faces and options."""
        for answer in answers:
            if isinstance(answer, int):
                self.throw(answer)
            else:
                self.decide(answer)

    def play_round(self) -> None:
        """Throw the rest of the round; what is to be decided both plans decide.

        Raises:
            RequestError: The battle is over, or a bet is due first.
        """
        with shown_on(self.panels.map):
            self._require_going("Throw the round")
            number = self.battle.round
            while self.run.request is not None and battle_of(self.run.request).round == number:
                self._put(self._by_chance(self.run.request))
            self._shown()

    def play_out(self, most: int = 200) -> None:
        """Throw to the end; what is to be decided both plans decide.

        Args:
            most: Rounds after which to stop: some battles never end.

        Raises:
            RequestError: The battle is over, or a bet is due first.
        """
        with shown_on(self.panels.map):
            self._require_going("Throw the battle")
            end = self.battle.round + most
            while self.run.request is not None and battle_of(self.run.request).round < end:
                self._put(self._by_chance(self.run.request))
            self._shown()

    def undo_round(self) -> None:
        """Go back to the beginning of the round, or of the one before when at a beginning.

        Raises:
            RequestError: Nothing was thrown yet.
        """
        with shown_on(self.panels.map):
            if not self._trail:
                raise RequestError("Take the round back", "no answer yet", "an answer to take back")
            last = battle_of(self._trail[-1].request).round
            kept = sum(battle_of(each.request).round < last for each in self._trail)
            self._go_to(kept)

    def first(self) -> None:
        """Go back to before the first answer."""
        self._go_to(0)

    def back(self) -> None:
        """Take the last answer back; :meth:`forward` gives it again.

        Raises:
            RequestError: There is none.
        """
        with shown_on(self.panels.map):
            if not self._trail:
                raise RequestError("Previous", "no answer yet", "an answer to take back")
            self._go_to(len(self._trail) - 1)

    def forward(self) -> None:
        """Give the next answer that is known.

        Raises:
            RequestError: None is known, or a bet is due first.
        """
        self._go_on(1)

    def last(self) -> None:
        """Give all the answers that are known.

        Raises:
            RequestError: None is known, or a bet is due first.
        """
        self._go_on(self._moment.ahead)

    # ---- how it hangs together ------------------------------------------------------------------

    def _go_on(self, answers: int) -> None:
        with shown_on(self.panels.map):
            if not self._moment.ahead:
                allowed = "a throw or a decision of your own"
                raise RequestError("Next", "no answer that is known", allowed)
            self._require_bet()
            for _ in range(answers):
                self._put(self._line[len(self._trail)])
            self.panels.show(self._moment)

    def _go_to(self, answers: int) -> None:
        self.run.go_to(answers)
        self._trail = self._trail[:answers]
        self.panels.show(self._moment)

    def decide(self, option: str, reason: str = "") -> None:
        """Take the decision that is asked for.

        Args:
            option: The key of an option.
            reason: Why, for the debrief; what stands in the field for it unless given.

        Raises:
            RequestError: No decision is asked for, or a bet is due first.
            Refused: The option is not open; the sentence says which are, or why.
        """
        field, line, request = self.panels.reason, len(self.run.journal), self.run.request
        typed = written(reason or field.value, LONGEST["reason"]).strip()
        before = self._reasons.get((line, option))
        self._reasons[line, option] = typed
        try:
            super().decide(option)
        except WargameError:
            self._reasons[line, option] = before or ""
            raise
        field.value = ""
        if isinstance(request, Choice):
            self._decided(f"battle for {self.plan.battle.ground.name}", request, line, option,
                          typed)  # fmt: skip

    def because(self, reason: str) -> None:
        """Say why, after the last decision; the journal keeps it too."""
        super().because(reason)
        if self._last is not None and self._last < len(self.run.journal):
            entry = self.run.journal[self._last]
            self._reasons[self._last, entry.answer] = entry.reason

    def _put(self, answer: int | str) -> None:
        request = self.run.request
        assert request is not None  # noqa: S101 - it asks
        line = len(self.run.journal)
        self.run.answer(answer, self._reasons.get((line, answer), ""))
        self._trail = (*self._trail, Answered(request, answer, len(self.run.told)))

    def _answer(self, answer: int | str) -> None:
        self._require_bet()
        self._put(answer)
        self._shown()

    def _shown(self) -> None:
        """Remember what was answered, and show it."""
        self._remember()
        if self.run.finished:
            self.records.append({"kind": "resolved", "result": self._moment.lit, **self.save()})
            self._came(self._moment.lit)
        self.panels.show(self._moment)

    def _by_chance(self, request: Request) -> int | str:
        if isinstance(request, Roll):
            return self._random.randint(request.first, request.last)
        decide = policy(self.plan.attacker, self.plan.defender)
        return decide(request)

    def _require_bet(self) -> None:
        if self._bet_open:
            raise RequestError("battle", "no bet yet", BET_FIRST)

    def _require_going(self, where: str) -> None:
        self._require_bet()
        if self.run.finished:
            raise RequestError(where, "a battle that is over", "a battle that goes on")

    def _check_throw(self) -> None:
        self._require_bet()


def followed(run: Run, journal: Iterable[Entry]) -> Trail:
    """Give a run the answers of a journal; return what was asked.

    Raises:
        DataError: A line does not fit.
    """
    trail: list[Answered] = []
    for number, entry in enumerate(journal, start=1):
        request = run.request
        if request is None:
            raise DataError(f"journal line {number}", shown(entry.ask), "the end of the journal")
        check_line(entry, request, number)
        run.answer(entry.answer, entry.reason)
        trail.append(Answered(request, entry.answer, len(run.told)))
    return tuple(trail)

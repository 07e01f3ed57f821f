"""FireExplorer: a fire that explains itself, from the points on the counters to the last die."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from wargame.core.drivers import Entry
from wargame.core.errors import RequestError, one_of, shown
from wargame.rifle_and_spade.rounding import points_text
from wargame.rifle_and_spade.scenario import DEFAULT
from widgets.errors import WidgetError
from widgets.explorers.explorer import Explorer
from widgets.explorers.fire_asked import (
    SWITCHES,
    Deed,
    aimed,
    fired_by,
    for_side,
    moved,
    picked,
    switched,
    toggled,
)
from widgets.explorers.fire_deeds import STILL
from widgets.explorers.fire_panels import Moment, Panels
from widgets.explorers.fire_plan import FirePlan
from widgets.explorers.fire_source import plan_of
from widgets.explorers.fire_throw import Thrown
from widgets.explorers.fire_words import BETS, at_least_one, bet_of
from widgets.explorers.frame import shown_on

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.fire import Fired
    from wargame.rifle_and_spade.fire_chances import FireChances
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.units import Steps


class FireExplorer(Explorer):
    """Map, fire points, the four families of modifiers, table, odds and five dice of one fire.

    Click an enemy hex, the target, then hexes of the firing side; say what the target does; switch
    its cover, the light or the firers' state, and watch every figure; throw five dice, or set them.
    Everything a reader can do has a method that does the same without a browser, and raises what
    the widget shows.

    Args:
        situation: A position, the name of a scenario, or the id of an example ("RS-55").
        side: The side that fires; the active one, or the example's, unless given.
        target: The printed number of the hex to begin with; the example's unless given.
        firers: The units to begin with.
        bet: Whether table and odds stay hidden until the reader has bet on the chance of a loss.
        seed: Seeds the dice, to repeat a lesson; a fresh one unless given.
        height: The height of the map in pixels.

    Raises:
        WidgetError: *situation* is none of these.
        RequestError: The side, the hex or a unit does not exist.
    """

    panels: Panels

    def __init__(  # noqa: PLR0913 - what a lesson may set
        self,
        situation: Situation | str = DEFAULT,
        *,
        side: str = "",
        target: str = "",
        firers: Iterable[str] = (),
        bet: bool = False,
        seed: int | None = None,
        height: int = 460,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and show the first plan."""
        if unknown:
            words = "situation, side, target, firers, bet, seed, height"
            raise WidgetError("FireExplorer", f"keyword {shown(next(iter(unknown)))}", words)
        self.plan, self.title = plan_of(situation)
        self.thrown: Thrown | None = None
        self.records: list[dict[str, Any]] = []
        self._random = Random(seed)
        self._betting = self._bet_open = bool(bet)
        self.panels = Panels(self.plan.situation, height, self.change, self._told(self.decide))
        super().__init__(list(self.panels.rows()))
        if side:
            self.plan = for_side(self.plan, side)
        if target:
            self.plan = aimed(self.plan, target)
        names = tuple(firers)
        if names:
            self.plan = fired_by(self.plan, names)
        self.panels.begin(self.plan)
        self._show_plan(self.plan)
        self._listen()

    def _listen(self) -> None:
        super()._listen()
        panels = self.panels
        panels.dice.on_request(lambda kind, faces: self.throw(None if kind == "throw" else faces))
        panels.odds.leave_replies_to(self)
        panels.odds.on_bet(self._told(self.bet))
        panels.back.on_click(self._told(lambda _: self.undo()))
        panels.keep.on_click(self._told(lambda _: self.keep()))

    # ---- what can be asked ----------------------------------------------------------------------

    @property
    def situation(self) -> Situation:
        """The position, with the deed and the what-if switches worked in."""
        return self.plan.position

    @property
    def ruling(self) -> Ruling:
        """All that is settled before the dice: fire points, net modifier with its candidates.

        Raises:
            RequestError: No target or no firer is chosen.
        """
        self._require_ready("ruling")
        return self.plan.ruling

    @property
    def chances(self) -> FireChances:
        """The exact chances: step losses, near miss, morale, rout.

        Raises:
            RequestError: No target or no firer is chosen.
        """
        self._require_ready("chances")
        return self.plan.chances

    @property
    def outcome(self) -> Fired | None:
        """What the fire did, once it is resolved."""
        return None if self.thrown is None else self.thrown.outcome

    @property
    def _moment(self) -> Moment:
        return Moment(self.plan, self.thrown, self._bet_due, self.title)

    @property
    def _bet_due(self) -> bool:
        return self._bet_open and self.plan.ready and not self.plan.weak

    # ---- what a reader does, also from Python ---------------------------------------------------

    def fire_for(self, side: str) -> None:
        """Let this side fire; a new plan begins.

        Raises:
            RequestError: It is none of the two sides.
        """
        self.change(lambda plan: for_side(plan, side))

    def target(self, label: str) -> None:
        """Fire at the hex with this printed number; firers that may fire there are kept.

        Raises:
            RequestError: The map has no such hex, or no enemy stands there.
        """
        self.change(lambda plan: aimed(plan, label))

    def toggle(self, label: str) -> None:
        """Let the stack in this hex fire, all of it that may, or leave off if any of it does.

        Raises:
            RequestError: The map has no such hex, none of the side stands there, or there is no
                target yet.
            Refused: Nobody in the hex may fire; the ruling says why.
        """
        self.change(lambda plan: toggled(plan, label))

    def fire_with(self, *units: str) -> None:
        """Fire with exactly these units; those that may not fire show as exclusions.

        Raises:
            RequestError: A unit does not exist, is not of the side, or there is no target yet.
        """
        self.change(lambda plan: fired_by(plan, units))

    def moving(  # noqa: PLR0913 - what a mover does is exactly these facts
        self,
        deed: str = "enters",
        *,
        units: Iterable[str] = (),
        left: str = "",
        points: Steps = 0,
        inside: Steps = 0,
        wave: int = 0,
        covered: bool = False,
        ridge: bool = False,
        at_left: bool = False,
    ) -> None:
        """Say what the target does: opportunity fire, or counter-fire.

        Args:
            deed: "enters", "retreats", "engineering" and so on; "still" where it keeps still.
            units: Those of the target that do it; all of them unless given.
            left: The printed number of the hex they came from.
            points: Movement points spent on hexsides.
            inside: Such points spent within the hex fired at.
            wave: For a movement to assault, the number of the wave.
            covered: Whether they stay within trenches all along.
            ridge: Whether they have just come over the ridge from *left*.
            at_left: Whether the hex they left is fired at instead.

        Raises:
            RequestError: Something named does not exist or does not belong to the deed.
        """
        flags = bool(covered), bool(ridge), bool(at_left)
        asked = Deed(deed, tuple(units), left, points, inside, wave, *flags)
        self.change(lambda plan: moved(plan, asked))

    def still(self) -> None:
        """Let the target keep still: commanded fire.

        Raises:
            RequestError: There is no target yet.
        """
        self.moving(STILL)

    def what_if(self, **switches: Any) -> None:  # noqa: ANN401 - of any switch
        """Switch things otherwise than they stand; None puts one back.

        Args:
            switches: ``hide``, ``work``, ``column`` (of the target), ``confused``, ``out`` (of the
                firers: out of hiding), each True or False, and ``light``: day, twilight or night.

        Raises:
            RequestError: There is no such switch, or no such light.
        """
        self.change(lambda plan: switched(plan, switches))

    def as_it_stands(self) -> None:
        """Put all what-if switches back."""
        self.what_if(**dict.fromkeys(SWITCHES))

    def change(self, act: Callable[[FirePlan], FirePlan]) -> None:
        """Change the plan: ``explorer.change(lambda plan: plan.with_firers(["A 1/RDF"]))``.

        Raises:
            RequestError: Something named does not exist.
            Refused: The rules do not permit it; the plan stays as it was.
        """
        with shown_on(self.panels.map):
            self._show_plan(act(self.plan))

    def bet(self, code: str, reason: str = "") -> None:
        """Bet on the chance of at least one loss; table and odds are shown afterwards.

        Args:
            code: The chance.
            reason: Why; what stands in the field for it unless given.

        Raises:
            RequestError: There is no such bet, or nothing to bet on.
        """
        with shown_on(self.panels.map):
            if code not in BETS:
                raise RequestError("bet", shown(code), one_of(BETS, str(code)))
            self._require_ready("bet")
            chance = at_least_one(self.plan.chances)
            right = bet_of(chance) == code
            facts = self._facts() | {"chance": str(chance)}
            about = f"loss in {facts['target']}"
            why = reason or self.panels.odds.reason
            self._bet_said(about, self.panels.odds.prompt, code, facts, right=right, reason=why)
            self._bet_open = False
            self.panels.show(self._moment)
            verdict = "right" if right else f"not so; it is {bet_of(chance)}"
            self.panels.map.say(f"You bet on {code}: {verdict}. {self.panels.map.message}")

    def throw(self, faces: Sequence[int] | None = None) -> None:
        """Throw the five dice, or set them: green, red, white, black, gray.

        Raises:
            RequestError: There is no fire to throw for, a bet or a decision is due first, or a face
                is none of a ten-sided die.
        """
        with shown_on(self.panels.map):
            self._require_ready("throw")
            if self.plan.weak:
                least = f"{points_text(self.plan.table.least)} or more"
                raise RequestError("throw", self.plan.ruling.sentence, least)
            if self._bet_due:
                raise RequestError("throw", "no bet yet", "a bet on the chance of a loss first")
            if self.thrown is not None and self.thrown.choice is not None:
                waits = self.thrown.choice.purpose
                raise RequestError("throw", f"a decision that waits: {waits}", "the decision first")
            if faces is None:
                faces = [self._random.randint(0, 9) for _ in range(5)]
            if len(faces) != 5:  # noqa: PLR2004 - five dice
                raise RequestError(
                    "throw", f"{len(faces)} faces", "five: green, red, white, black, gray"
                )
            self.thrown = Thrown(self.plan, faces, self._random)
            self._went_on()

    def decide(self, option: str) -> None:
        """Take the decision that the target's side is asked for.

        Raises:
            RequestError: No decision is asked for.
            Refused: The option is not open; the sentence lists those that are.
        """
        with shown_on(self.panels.map):
            if self.thrown is None or self.thrown.choice is None:
                raise RequestError("decide", shown(option), "nothing, for no decision is asked for")
            self.thrown.decide(option)
            self._went_on()

    def undo(self) -> None:
        """Take the last decision back, or the throw.

        Raises:
            RequestError: Nothing is thrown.
        """
        with shown_on(self.panels.map):
            if self.thrown is None:
                raise RequestError("Take back", "no throw yet", "a throw to take back")
            if not self.thrown.undo():
                self.thrown = None
            self.panels.show(self._moment)

    def keep(self) -> None:
        """Go on from the position after the fire.

        Raises:
            RequestError: The fire is not resolved, or rests on what-if switches.
        """
        with shown_on(self.panels.map):
            outcome = self.outcome
            if outcome is None:
                raise RequestError("Keep this result", "no result yet", "a resolved fire")
            if self.plan.what_if.any:
                raise RequestError(
                    "Keep this result", "what-if switches", "a fire of things as they stand"
                )
            self._show_plan(FirePlan(outcome.situation, self.plan.side))

    # ---- how it hangs together ------------------------------------------------------------------

    def _pick(self, cell: Hex) -> None:
        """Aim at an enemy hex, let a stack of one's own fire, or leave the target alone."""
        self.change(lambda plan: picked(plan, cell))

    def _show_plan(self, plan: FirePlan) -> None:
        self.plan = plan
        self.thrown = None
        self._bet_open, self._bet_at = self._betting, None
        self.panels.show(self._moment)

    def _went_on(self) -> None:
        thrown, outcome = self.thrown, self.outcome
        if thrown is not None and outcome is not None:
            journal = [Entry.to_json(line) for line in thrown.run.journal]
            told: dict[str, Any] = {
                "faces": list(thrown.faces),
                "result": thrown.code,
                "check": thrown.check,
            }
            told |= {"lost": list(outcome.lost), "journal": journal}
            self.records.append({"kind": "resolved", **self._facts(), **told})
            self._came(thrown.code)
        self.panels.show(self._moment)

    def _facts(self) -> dict[str, Any]:
        plan, label = self.plan, self.plan.situation.board.label
        return {
            "side": plan.side,
            "target": label(plan.target) if plan.target is not None else "",
            "firers": list(plan.firers),
            "deed": plan.deed,
        }

    def _require_ready(self, where: str) -> None:
        if not self.plan.ready:
            raise RequestError(where, "no fire yet", "a target and at least one firer")

    def text_twin(self) -> str:
        """Return the plan, its odds, what happened and its explanation as text."""
        return self.panels.text(self._moment)

    def static_html(self) -> str:
        """Return map, tables, odds and explanation without script."""
        return self.panels.html(self._moment)

"""HidingExplorer: what hiding does against each firer, and the chain that coming out sets off."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from wargame.core.errors import RequestError, WargameError, shown
from wargame.core.run import Run
from widgets.errors import WidgetError
from widgets.explorers.explorer import StepExplorer
from widgets.explorers.frame import shown_on
from widgets.explorers.hiding_chain import Event, events_of, willing
from widgets.explorers.hiding_panels import Moment, Panels
from widgets.explorers.hiding_plan import Entry, HidingPlan
from widgets.explorers.hiding_source import CHAIN, source_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.state import Situation


class HidingExplorer(StepExplorer):
    """Map, table of firers and chain of counter-fire of one unit that hides.

    Choose a unit and a way to hide, and see from whom it hides and what that is worth; choose a
    firer, and the map is hatched from where he could not hurt it; let it come out to fire, and
    follow the chain. Everything a reader can do has a method that does the same without a browser,
    and raises what the widget shows.

    Args:
        situation: A position with units of both sides, or the id of an example in which somebody
            hides; without it the chain of 7.6.5.
        unit: The unit to begin with; the first that hides unless given.
        cover: How it hides: ``terrain``, ``work``, ``ridge``, or empty; as it stands unless given.
        firer: The enemy from whose eyes the map is drawn; the nearest unless given.
        target: The printed number of the hex at which the unit comes out to fire.
        seed: Seeds the dice, to repeat a lesson; a fresh one unless given.
        height: The height of the map in pixels.

    Raises:
        WidgetError: *situation* is neither such a position nor such an example.
        RequestError: There is no such unit, way to hide, firer or target.
        Refused: The unit may not hide so.
    """

    panels: Panels
    _waits = "a chain that waits for a roll"

    def __init__(  # noqa: PLR0913 - what a lesson may set
        self,
        situation: Situation | str = CHAIN,
        *,
        unit: str = "",
        cover: str | None = None,
        firer: str = "",
        target: str = "",
        seed: int | None = None,
        height: int = 460,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and look at the first unit."""
        if unknown:
            words = "situation, unit, cover, firer, target, seed, height"
            raise WidgetError("HidingExplorer", f"keyword {shown(next(iter(unknown)))}", words)
        plan, self.title = source_of(situation)
        plan = HidingPlan.of(plan.situation, unit) if unit else plan
        plan = plan.hide(cover) if cover is not None else plan
        plan = plan.seen_by(firer) if firer else plan
        self.plan = _aimed(plan, target) if target else plan
        self.run: Run | None = None
        self._random = Random(seed)
        self.panels = Panels(self.plan, height, self._moved, self._told(self.decide))
        super().__init__(list(self.panels.rows()))
        self._listen()
        self.panels.begin(self.plan)
        self._show_plan(self.plan)

    # ---- what can be asked ----------------------------------------------------------------------

    @property
    def table(self) -> dict[str, tuple[Entry, ...]]:
        """Every firer with what it can do to the unit in each posture open to it."""
        return self.plan.table()

    @property
    def events(self) -> tuple[Event, ...]:
        """What has happened in the chain, step by step."""
        procedure = self.plan.procedure()
        if self.run is None or procedure is None:
            return ()
        answers = (entry.answer for entry in self.run.journal)
        return events_of(procedure, answers, self.plan.position, self.plan.opening())

    @property
    def fires(self) -> tuple[str, ...]:
        """The fires of the chain so far, such as ``A at 10.12``."""
        return tuple(each.words.partition(":")[0] for each in self.events if each.fire)

    @property
    def safe_from(self) -> tuple[str, ...]:
        """The printed numbers of the hexes from which the chosen firer could not hurt the unit."""
        return tuple(sorted(map(self.plan.situation.board.label, self.plan.safe_from())))

    @property
    def _moment(self) -> Moment:
        return Moment(self.plan, self.title, self.run, self.events)

    # ---- what a reader does, also from Python ---------------------------------------------------

    def look_at(self, unit: str) -> None:
        """Look at another unit, as it stands.

        Raises:
            RequestError: There is no such unit on the map.
        """
        with shown_on(self.panels.map):
            self._show_plan(HidingPlan.of(self.plan.situation, unit))

    def hide(self, cover: str) -> None:
        """Let the unit hide by ``terrain``, ``work`` or ``ridge``; empty brings it out.

        Raises:
            RequestError: There is no such way.
            Refused: It is not open to the unit; the sentence says why.
        """
        with shown_on(self.panels.map):
            self._show_plan(self.plan.hide(cover))

    def seen_by(self, firer: str) -> None:
        """Hatch the map for another enemy; the chain stays where it is.

        Raises:
            RequestError: There is no such firer.
        """
        with shown_on(self.panels.map):
            self.plan = self.plan.seen_by(firer)
            self.panels.show(self._moment)

    def fire_at(self, label: str) -> None:
        """Let the unit come out to fire at the hex with this printed number; a new chain begins.

        Raises:
            RequestError: The map has no such hex, or the unit cannot fire there.
        """
        with shown_on(self.panels.map):
            self._show_plan(_aimed(self.plan, label))

    def back(self) -> None:
        """Go back to the fire before.

        Raises:
            RequestError: Nothing has happened yet.
        """
        with shown_on(self.panels.map):
            if self.run is None or not self.run.journal:
                raise RequestError("Previous", "no step yet", "a step to take back")
            here = len(self.run.journal)
            before = [each.line for each in self.events if each.fire and each.line < here]
            self.run.go_to(max(before, default=0))
            self.panels.show(self._moment)

    def forward(self) -> None:
        """Go on to the next fire: answers given before, or else who may answers and nobody is hit.

        Raises:
            RequestError: The chain is over, or there is none.
        """
        with shown_on(self.panels.map):
            self._require_going()
            fires = len(self.fires)
            while self._going and len(self.fires) == fires:
                self._step()
            self.panels.show(self._moment)

    def last(self) -> None:
        """Go on to the end of the chain in the same way.

        Raises:
            RequestError: The chain is over, or there is none.
        """
        with shown_on(self.panels.map):
            self._require_going()
            while self._going:
                self._step()
            self.panels.show(self._moment)

    # ---- how it hangs together ------------------------------------------------------------------

    @property
    def _going(self) -> bool:
        return self.run is not None and not self.run.finished

    def _require_going(self) -> None:
        if not self._going:
            raise RequestError("Next", "no chain that goes on", "a unit with an enemy to fire at")

    def _step(self) -> None:
        run = self.run
        assert run is not None  # noqa: S101 - it goes on
        assert run.request is not None  # noqa: S101 - it goes on
        done = len(run.journal)
        known = self._line[done : done + 1]
        run.answer(known[0] if known else willing(run.request))
        self._remember()

    def _moved(self, name: str, value: Any) -> None:  # noqa: ANN401 - of any control
        board = self.plan.situation.board
        acts: dict[str, Callable[[], None]] = {
            "unit": lambda: self.look_at(value),
            "cover": lambda: self.hide(value),
            "firer": lambda: self.seen_by(value),
            "target": lambda: self.fire_at(board.label(value)),
        }
        try:
            acts[name]()
        except WargameError:  # shown already
            self.panels.set_form(self.plan)

    def _pick(self, cell: Hex) -> None:
        """Look at a unit of this side in the hex, or through the eyes of an enemy there."""
        plan = self.plan
        label, there = plan.situation.board.label(cell), plan.situation.at(cell)
        friends = [piece.unit for piece in there if plan.situation.side(piece) == plan.side]
        enemies = [piece.unit for piece in plan.firers() if piece.at == cell]
        for names, now, act in (
            (friends, plan.unit, self.look_at),
            (enemies, plan.firer, self.seen_by),
        ):
            if names:  # the next one, if the first is looked at already
                act(names[(names.index(now) + 1) % len(names)] if now in names else names[0])
                return
        raise RequestError(f"hex {label}", "nobody who matters", "a hex with a unit")

    def _show_plan(self, plan: HidingPlan) -> None:
        self.plan, self._line = plan, ()
        procedure = plan.procedure()
        self.run = Run(procedure) if procedure is not None else None
        self.panels.show(self._moment)

    def text_twin(self) -> str:
        """Return the ways to hide, the table, the chain and the explanation as text."""
        return self.panels.text(self._moment)

    def static_html(self) -> str:
        """Return map, table, chain and explanation without script."""
        return self.panels.html()


def _aimed(plan: HidingPlan, label: str) -> HidingPlan:
    board = plan.situation.board
    cell = board.hex(label)
    if cell not in plan.targets():
        hexes = ", ".join(map(board.label, plan.targets())) or "nothing: it can fire nowhere"
        raise RequestError(f"{plan.unit}, target", shown(label), hexes)
    return plan.fire_at(cell)

"""AirMissionExplorer: which plane may fly what, where to, in which steps and with which odds."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from wargame.area_combat.bombing_odds import raid_odds
from wargame.core.errors import RequestError, one_of, shown
from wargame.core.procedure import Roll
from wargame.core.run import Run
from widgets.area_plan import DEFAULT, theatre_of
from widgets.errors import WidgetError
from widgets.explorers.air_panels import Moment, Panels
from widgets.explorers.air_plan import RAIDS, AirPlan
from widgets.explorers.air_steps import procedure
from widgets.explorers.explorer import RunExplorer
from widgets.explorers.frame import shown_on

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wargame.area_combat.atlas import Atlas
    from wargame.area_combat.bombing_odds import RaidOdds
    from wargame.area_combat.theatre import Theatre
    from wargame.core.drivers import Journal
    from wargame.core.grid import Hex
    from wargame.core.procedure import Request
    from wargame.core.ruling import Ruling

WORDS = "theatre, mission, unit, nation, home, target, seed, height"
FACTS = ("nation", "unit", "mission", "home", "target", "planes", "bombers", "escorts",
         "interceptors", "cargo", "armor", "way", "flown", "friends")  # fmt: skip
"""What dice thrown depend on."""


class AirMissionExplorer(RunExplorer):
    """An air mission before it is flown, and its dice.

    Choose a plane, a mission, a home and a target, in the menus or on the map of areas. The
    explorer says whether it may be flown and, if not, what is open instead; shows its steps with
    the case of each; the exact odds of the guns, of the round against interceptors, of the bombs
    and of interdiction; when called planes fight and where they land; what more escorts or more
    interceptors would change. Then throw the dice step by step. Everything a reader can do has a
    method that does the same without a browser, and raises what the widget shows.

    Args:
        theatre: A position, an atlas, or the name of a file of either kind.
        mission: The mission to begin with, by id or name.
        unit: The type of plane.
        nation: Whose planes.
        home: Where they fly from.
        target: Where they fly to.
        seed: For dice that fall alike every time.
        height: The height of the map in pixels.

    Raises:
        WidgetError: *theatre* is no position, or a keyword is unknown.
        RequestError: A mission, plane, nation or area does not exist.
    """

    panels: Panels
    _waits = "a mission that may be flown and waits for a roll"

    def __init__(  # noqa: PLR0913 - what a lesson may set
        self,
        theatre: Theatre | Atlas | str = DEFAULT,
        mission: str = "strategic-bombing",
        *,
        unit: str = "bomber",
        nation: str = "united-kingdom",
        home: str = "",
        target: str = "",
        seed: int | None = None,
        height: int = 520,
        **unknown: Any,  # noqa: ANN401 - refused in a sentence
    ) -> None:
        """Build the widget and show the first plan."""
        if unknown:
            raise WidgetError("AirMissionExplorer", f"keyword {shown(next(iter(unknown)))}", WORDS)
        here = theatre_of(theatre, "AirMissionExplorer")
        areas = list(here.atlas.areas)
        plan = AirPlan(here, home=areas[0], target=areas[-1]).take(unit, nation).fly(mission)
        plan = plan.start(home or _first(areas, "gb")).aim(target or _first(areas, "ge"))
        self.plan = plan
        self.run: Run | None = None
        self._line: Journal = ()
        self._landed: tuple[Roll, int] | None = None
        self._random = Random(seed)
        self.panels = Panels(plan, height, self.change)
        super().__init__(list(self.panels.rows()))
        self._listen()
        self._begin()
        self.panels.show(self._moment)

    def _listen(self) -> None:
        super()._listen()
        self.panels.sequence.on_intent(self._intent)

    # ---- what can be asked ----------------------------------------------------------------------

    @property
    def ruling(self) -> Ruling:
        """The explanation shown: whether the mission may be flown, and what has happened since."""
        return self._moment.ruling

    @property
    def allowed(self) -> bool:
        """Whether the mission may be flown."""
        return self.plan.ruling.allowed

    @property
    def raid(self) -> RaidOdds:
        """The exact odds of the bombing run that the mission is part of.

        Raises:
            RequestError: The mission is no part of one, or nothing is there to bomb.
        """
        if self.plan.mission not in RAIDS:
            found = self.plan.asked.name
            raise RequestError("raid", found, "strategic bombing, escort or strategic air defence")
        return raid_odds(self.plan.raid)

    @property
    def outcome(self) -> object:
        """What the dice came to, once all are thrown: as the engine returns it."""
        return self.run.outcome if self.run is not None and self.run.finished else None

    @property
    def _moment(self) -> Moment:
        return Moment(self.plan, self.run, self._line, self._landed)

    # ---- what a reader does, also from Python ---------------------------------------------------

    def change(self, act: Callable[[AirPlan], AirPlan]) -> None:
        """Change the plan: ``explorer.change(lambda plan: plan.count("escorts", 3))``.

        Raises:
            RequestError: Something named does not exist.
        """
        with shown_on(self.panels.map):
            before, self.plan = self.plan, act(self.plan)
            if _facts(before) != _facts(self.plan):
                self._begin()
            self.panels.show(self._moment)

    def fly(self, mission: str, unit: str = "", nation: str = "") -> None:
        """Ask for a mission, perhaps with another plane."""
        self.change(lambda plan: plan.take(unit or plan.unit, nation).fly(mission))

    def from_to(self, home: str, target: str = "") -> None:
        """Fly from an area, perhaps to another."""
        self.change(lambda plan: (plan.aim(target) if target else plan).start(home))

    def count(self, what: str, number: int) -> None:
        """Set a number of the plan.

        Args:
            what: planes, bombers, escorts, interceptors, cargo, armor, or called (the round).
            number: How many.

        Raises:
            RequestError: There is no such number, or it is out of bounds.
        """
        self.change(lambda plan: plan.count(what, number))

    def go_to(self, line: int) -> None:
        """Go to the moment after so many answers; those taken back stay ahead.

        Raises:
            RequestError: No dice belong to the mission, or there are not so many answers.
        """
        with shown_on(self.panels.map):
            run = self.run
            if run is None or line not in range(len(self._line) + 1):
                found = f"{shown(line)} of {len(self._line)} answers"
                raise RequestError("go to", found, "an answer that was given")
            ahead: Sequence[Any] = self._line[len(run.journal) : line]
            run.go_to(min(line, len(run.journal)))
            for entry in ahead:
                run.answer(entry.answer)
            self._landed = None
            self.panels.show(self._moment)

    # ---- inside ---------------------------------------------------------------------------------

    def _begin(self) -> None:
        steps = procedure(self.plan)
        self.run = Run(steps) if steps is not None else None
        self._line, self._landed = (), None

    def _answered(self, request: Request, answer: int | str) -> None:
        run = self.run
        assert run is not None  # noqa: S101 - it was answered
        if isinstance(request, Roll) and isinstance(answer, int):
            self._landed = (request, answer)
        if self._line[: len(run.journal)] != run.journal:
            self._line = run.journal

    def _pick(self, cell: Hex) -> None:
        area = self.panels.map.area_at(cell)
        self.change(lambda plan: plan.pick(area))

    def _intent(self, kind: str, key: str, line: int) -> None:
        """Act on what the sequence view asks; it shows an error itself."""
        at = len(self.run.journal) if self.run is not None else 0
        places = {
            "go": line,
            "first": 0,
            "previous": max(0, at - 1),
            "next": min(len(self._line), at + 1),
            "last": len(self._line),
        }
        if kind == "answer":
            self.decide(key)
        elif kind == "throw":
            self.throw()
        elif kind in places:
            self.go_to(places[kind])
        elif kind == "switch" and self.run is not None:
            self.run.switch(line)
            self._line, self._landed = self.run.journal, None
            self.panels.show(self._moment)
        else:
            allowed = one_of(["answer", "throw", *places, "switch"], kind)
            raise RequestError("air mission", shown(kind), allowed)

    def text_twin(self) -> str:
        """Return the answer, the steps, the odds and the explanation as text."""
        return self.panels.text(self._moment)

    def static_html(self) -> str:
        """Return all of it as HTML that needs no script."""
        return self.panels.html(self._moment)


def _first(areas: list[str], wished: str) -> str:
    return wished if wished in areas else areas[0]


def _facts(plan: AirPlan) -> tuple[object, ...]:
    return tuple(getattr(plan, name) for name in FACTS)

"""A movement phase as the explorer looks at it: a unit, a hex it might go to, and the rules."""

from __future__ import annotations

from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from attrs import evolve, frozen

from wargame.core.drivers import Entry
from wargame.core.errors import Refused, RequestError
from wargame.core.run import Run
from wargame.fire_and_movement import questions_movement
from wargame.fire_and_movement.movement import RAIL, Move, MovementPhase, may_move, moves
from wargame.fire_and_movement.rail import rail_path, rail_ruling
from wargame.fire_and_movement.zones import controlled
from widgets.explorers.fm_variants import OWN, Variant, chosen, movement_variants

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.fire_and_movement.reach import Reach
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Unit

Sort = Literal["open", "rail", "far", "zones", "none"]


@frozen
class Way:
    """The way to a hex that is looked at.

    Args:
        sort: Whether it is ``open``, by ``rail``, too ``far``, stopped by ``zones`` and drawn as if
            there were none, or not there at all.
        cells: Its hexes, where the unit stands first.
        steps: What each step costs; nothing for a way by rail.
    """

    sort: Sort
    cells: tuple[Hex, ...] = ()
    steps: tuple[Ruling, ...] = ()


@frozen
class Past:
    """A moment before a move, to return to.

    Args:
        phase: The phase as it was.
        said: What the line under the map said.
    """

    phase: MovementPhase
    said: str


@frozen
class Difference:
    """What other rules change for a unit.

    Args:
        gained: Hexes it reaches by these rules alone.
        lost: Hexes it reaches by the rules in force alone.
        changed: Hexes it reaches by both, with other points left.
    """

    gained: frozenset[Hex]
    lost: frozenset[Hex]
    changed: frozenset[Hex]


@frozen
class MovementPlan:
    """What a reader has chosen.

    Args:
        phase: The phase under way, under the rules of the position.
        unit: The unit; empty before one is chosen.
        goal: The hex looked at.
        rules: The rules by which the unit moves, as :func:`movement_variants` calls them.
        zones: The sides whose zones of control are shown.
        past: The phases before each move, the first one first.
        said: The last move, in a sentence; empty when something else happened since.
        betting: Whether the reach stays hidden until the reader has bet on a hex.
        bets: The units, each with the rules, for which one has been made.
    """

    phase: MovementPhase
    unit: str = ""
    goal: Hex | None = None
    rules: str = OWN
    zones: frozenset[str] = frozenset()
    past: tuple[Past, ...] = ()
    said: str = ""
    betting: bool = False
    bets: frozenset[tuple[str, str]] = frozenset()

    @property
    def hidden(self) -> bool:
        """Whether the reach of the unit waits for a bet."""
        return self.betting and bool(self.unit) and (self.unit, self.rules) not in self.bets

    @property
    def bet_due(self) -> bool:
        """Whether a bet on the hex looked at may be made now."""
        return self.hidden and self.goal is not None and self.goal != self.start

    # ---- the rules

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The rules that may be chosen, those of the position first."""
        return movement_variants(self.phase.situation.ruleset)

    @property
    def variant(self) -> Variant:
        """The rules chosen."""
        return chosen(self.variants, self.rules)

    @cached_property
    def ruled(self) -> MovementPhase:
        """The phase under the rules chosen."""
        situation = evolve(self.phase.situation, ruleset=self.variant.ruleset)
        return evolve(self.phase, situation=situation)

    @property
    def situation(self) -> Situation:
        """The position under the rules chosen."""
        return self.ruled.situation

    def zone(self, side: str) -> frozenset[Hex]:
        """Return the hexes of the map in the zones of control of a side."""
        cells, situation = self.situation.board.cells, self.situation
        return frozenset(cell for cell in controlled(situation, side) if cell in cells)

    # ---- the unit

    @property
    def mover(self) -> Unit:
        """The unit chosen.

        Raises:
            RequestError: None is.
        """
        if not self.unit:
            raise RequestError("unit", "none chosen", "a unit on the map")
        return self.situation.unit(self.unit)

    @property
    def start(self) -> Hex:
        """Where the unit stands."""
        return self.situation.piece(self.mover.id).at

    @cached_property
    def eligible(self) -> Ruling:
        """Whether the unit may move in this phase."""
        return may_move(self.situation, self.mover.id, mobile=self.phase.mobile)

    @cached_property
    def move(self) -> Move:
        """The move that the unit may make."""
        return Move(self.ruled, self.mover.id, self.situation.piece(self.mover.id).face)

    @property
    def reach(self) -> Reach:
        """Where it can go as things stand, whether it is its turn or not."""
        return self.move.reach

    @property
    def rails(self) -> tuple[Hex, ...]:
        """Where it can go by rail and not otherwise."""
        return self.move.rails

    @property
    def passed(self) -> frozenset[Hex]:
        """Hexes that it can only pass through."""
        return frozenset(self.reach.spent) - frozenset(self.reach.ends) - {self.start}

    @cached_property
    def difference(self) -> Difference | None:
        """What the rules chosen change against those in force; None where they are these."""
        if not self.unit or self.rules == OWN:
            return None
        other = evolve(self, rules=OWN)
        now, then = _left(self), _left(other)
        both = now.keys() & then.keys()
        return Difference(
            frozenset(now.keys() - both),
            frozenset(then.keys() - both),
            frozenset(cell for cell in both if now[cell] != then[cell]),
        )

    # ---- the hex looked at

    @cached_property
    def ruling(self) -> Ruling | None:
        """The answer: the way to the hex, why there is none, or how far the unit reaches."""
        if not self.unit:
            return None
        if self.goal is None:
            return questions_movement.reached(self.situation, unit=self.unit)
        if self.goal in self.rails:
            return rail_ruling(self.situation, self.unit, self.goal, self.phase.railed)
        return self.reach.why_not(self.goal)

    @property
    def open(self) -> bool:
        """Whether the unit's move may end in the hex looked at."""
        return self.goal is not None and (self.goal in self.reach.ends or self.goal in self.rails)

    @property
    def ready(self) -> bool:
        """Whether the unit may move there now."""
        return not self.hidden and self.open and self.eligible.allowed

    @cached_property
    def way(self) -> Way:
        """The way to the hex looked at; one that it cannot take yet where no other is there."""
        goal = self.goal
        if not self.unit or goal is None or goal == self.start:
            return Way("none")
        if goal in self.reach.spent:
            return _way("open", self.reach, goal)
        if goal in self.rails:
            return Way("rail", rail_path(self.situation, self.unit, goal))
        if goal in self.reach.anywhere.spent:
            return _way("far", self.reach.anywhere, goal)
        if goal in self.reach.unhindered.spent:
            return _way("zones", self.reach.unhindered, goal)
        return Way("none")

    @property
    def legs(self) -> tuple[tuple[Hex, Hex], ...]:
        """The way as pairs of neighbours."""
        return tuple(pairwise(self.way.cells))

    # ---- what a reader may do

    def take_up(self, name: str) -> MovementPlan:
        """Return the plan with another unit, nothing looked at.

        Raises:
            RequestError: It does not exist or is not on the map.
        """
        if name:
            self.situation.piece(name)
        return evolve(self, unit=name, goal=None, said="")

    def look_at(self, cell: Hex | None) -> MovementPlan:
        """Return the plan with another hex looked at.

        Raises:
            RequestError: No unit is chosen.
        """
        if cell is not None:
            self.situation.piece(self.mover.id)
        return evolve(self, goal=cell, said="")

    def by_rules(self, key: str) -> MovementPlan:
        """Return the plan under other rules.

        Raises:
            RequestError: There are none of that name.
        """
        chosen(self.variants, key)
        return evolve(self, rules=key, said="")

    def moved(self) -> tuple[MovementPlan, list[Entry]]:
        """Return the plan after the unit moved to the hex looked at, and the journal of that.

        Raises:
            RequestError: No unit or no hex is chosen.
            Refused: It may not move now, or not there.
        """
        if self.goal is None:
            raise RequestError("move", f"no hex for {self.mover.name}", "a hex in its reach")
        if not self.eligible.allowed:
            raise Refused(self.eligible)
        if not self.open:
            assert self.ruling is not None  # noqa: S101 - there is a unit
            raise Refused(self.ruling)
        run = Run(partial(moves, self.ruled))
        run.answer(self.unit)
        by = RAIL if self.goal in self.rails else ""
        run.answer(by + self.situation.board.label(self.goal))
        after = run.request.position if run.request is not None else self.ruled
        assert isinstance(after, MovementPhase)  # noqa: S101 - the next choice is asked in one
        own = evolve(after, situation=evolve(after.situation, ruleset=self.phase.situation.ruleset))
        past = (*self.past, Past(self.phase, self.said))
        done = evolve(self, phase=own, goal=None, past=past, said=run.told[-1].sentence)
        return done, list(run.journal)

    def back(self) -> MovementPlan:
        """Return the plan as it was before the last move or the last change of phase.

        Raises:
            RequestError: There was none.
        """
        if not self.past:
            raise RequestError("Take back", "no move yet", "a move to take back")
        *past, last = self.past
        return evolve(self, phase=last.phase, goal=None, past=tuple(past), said=last.said)

    def begun(self, side: str, *, mobile: bool = False) -> MovementPlan:
        """Return the plan at the beginning of a phase of a side.

        Who moved in the Movement Phase has moved in the Mobile Movement Phase of the same turn.

        Raises:
            RequestError: There is no such side, or these rules have no mobile phases.
        """
        now = self.phase.situation
        now.other(side)
        if mobile and not now.ruleset.mobile_phases:
            found = f"a Mobile Movement Phase in {now.ruleset.title}"
            raise RequestError("phase", found, "the Movement Phase, for there is no other")
        goes_on = mobile and side == now.active
        fresh = now if goes_on else evolve(now, moved=frozenset(), spent=frozenset())
        phase = MovementPhase(evolve(fresh, active=side, mobile=mobile), mobile)
        past = (*self.past, Past(self.phase, self.said))
        return evolve(self, phase=phase, goal=None, past=past, said="")


def _left(plan: MovementPlan) -> dict[Hex, int]:
    """Return the half points left in every hex where a move may end; none after one by rail."""
    return {cell: plan.reach.left[cell] for cell in plan.reach.ends} | dict.fromkeys(plan.rails, 0)


def _way(sort: Sort, reach: Reach, goal: Hex) -> Way:
    return Way(sort, reach.path(goal), reach.cost_ruling(goal).parts)

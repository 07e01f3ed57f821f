"""A movement phase as the explorer looks at it: a unit, a hex it might go to, and the rules."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wargame.core.drivers import Entry
from wargame.core.errors import Refused, RequestError
from wargame.core.run import Run
from wargame.fire_and_movement.movement import (
    BY_WAY,
    RAIL,
    Move,
    MovementPhase,
    may_come,
    may_move,
    moves,
)
from wargame.fire_and_movement.rail import rail_ruling
from wargame.fire_and_movement.waypoints import legs
from wargame.fire_and_movement.zones import controlled
from widgets.explorers.fm_variants import OWN, Variant, chosen, movement_variants
from widgets.explorers.movement_way import NO_WAY, Way, by_way_of, key_for, reached, way_to

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.fire_and_movement.movement import Entry as Arrival
    from wargame.fire_and_movement.reach import Reach
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Unit


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
        arrivals: The units that may come onto the map, and through which hexes, both sides'.
        by: The keys of the hexes that the move is to pass, in order.
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
    arrivals: tuple[Arrival, ...] = ()
    by: tuple[str, ...] = ()

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

    @cached_property
    def coming(self) -> tuple[Arrival, ...]:
        """The units that are not on the map and may come onto it."""
        there = {piece.unit for piece in self.situation.pieces}
        return tuple(each for each in self.arrivals if each[0] not in there)

    @property
    def arrives(self) -> bool:
        """Whether the unit chosen comes onto the map."""
        return self.unit in dict(self.coming)

    @property
    def start(self) -> Hex | None:
        """Where the unit stands; None while it comes onto the map."""
        return None if self.arrives else self.situation.piece(self.mover.id).at

    @cached_property
    def eligible(self) -> Ruling:
        """Whether the unit may move in this phase."""
        may = may_come if self.arrives else may_move
        return may(self.situation, self.mover.id, mobile=self.phase.mobile)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The move that the unit may make, and how it goes on from each hex that it is to pass."""
        face = 0 if self.arrives else self.situation.piece(self.mover.id).face
        phase = evolve(self.ruled, entries=self.coming)
        return by_way_of(Move(phase, self.mover.id, face), self.by)

    @property
    def move(self) -> Move:
        """The move from the last hex that it is to pass."""
        return self.moves[-1]

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
        if not self.unit or self.rules == OWN or self.by:
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
            return reached(self.reach)
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
        if not self.unit or goal is None or (goal == self.start and not self.by):
            return NO_WAY
        return way_to(self.move, goal)

    @cached_property
    def cheapest(self) -> Way:
        """The cheapest way to the hex looked at, where the way to it is another one."""
        if not self.by or self.goal is None or self.goal == self.start:
            return NO_WAY
        found = way_to(self.moves[0], self.goal)
        return NO_WAY if found.cells == self.way.cells else found

    # ---- what a reader may do

    def take_up(self, name: str) -> MovementPlan:
        """Return the plan with another unit, nothing looked at.

        Raises:
            RequestError: It does not exist or is not on the map.
        """
        if name and name not in dict(self.coming):
            self.situation.piece(name)
        return evolve(self, unit=name, goal=None, by=(), said="")

    def look_at(self, cell: Hex | None) -> MovementPlan:
        """Return the plan with another hex looked at.

        Raises:
            RequestError: No unit is chosen.
        """
        if cell is not None:
            self.situation.unit(self.mover.id)
        return evolve(self, goal=cell, said="")

    def pass_by(self, cell: Hex, *, straight: bool = False) -> MovementPlan:
        """Return the plan with another hex that the move is to pass, after those named before.

        Raises:
            RequestError: No unit is chosen, or its reach waits for a bet.
            Refused: The move cannot pass there.
        """
        if self.hidden or not self.unit:
            raise RequestError("pass", f"no {'bet' if self.unit else 'unit'} yet", "one first")
        return self.named(len(self.by), key_for(self.move, cell, straight=straight))

    @property
    def may_pass(self) -> bool:
        """Whether the hex looked at may be named as one to pass."""
        if not self.unit or self.hidden or self.goal is None:
            return False
        return any(leg.cell == self.goal for leg in legs(self.reach))

    def named(self, place: int, key: str) -> MovementPlan:
        """Return the plan with another hex in a place of those to pass; later ones are given up.

        Args:
            place: Which of them, from 0.
            key: Its key; empty to give it up too.
        """
        by = (*self.by[:place], *((key,) if key else ()))
        goal = None if self.goal is not None and key.endswith(self._label(self.goal)) else self.goal
        return evolve(self, by=by, goal=goal, said="")

    def _label(self, cell: Hex) -> str:
        return self.situation.board.label(cell)

    def by_rules(self, key: str) -> MovementPlan:
        """Return the plan under other rules.

        Raises:
            RequestError: There are none of that name.
        """
        chosen(self.variants, key)
        other = evolve(self, rules=key, said="")
        # hexes that cannot be passed by these rules are given up
        return evolve(other, by=self.by[: len(other.moves) - 1]) if self.by else other

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
        coming = (each for each in self.coming if each[0] == self.unit)
        run = Run(partial(moves, evolve(self.ruled, entries=tuple(coming))))
        run.answer(self.unit)
        for key in self.by:
            run.answer(BY_WAY)
            run.answer(key)
        by = RAIL if self.goal in self.rails else ""
        run.answer(by + self.situation.board.label(self.goal))
        after = run.request.position if run.request is not None else self.ruled
        assert isinstance(after, MovementPhase)  # noqa: S101 - the next choice is asked in one
        ruleset = self.phase.situation.ruleset
        own = evolve(after, situation=evolve(after.situation, ruleset=ruleset), entries=())
        past = (*self.past, Past(self.phase, self.said))
        done = evolve(self, phase=own, goal=None, by=(), past=past, said=run.told[-1].sentence)
        return done, list(run.journal)

    def back(self) -> MovementPlan:
        """Return the plan as it was before the last move or the last change of phase.

        Raises:
            RequestError: There was none.
        """
        if not self.past:
            raise RequestError("Take back", "no move yet", "a move to take back")
        *past, last = self.past
        return evolve(self, phase=last.phase, goal=None, by=(), past=tuple(past), said=last.said)

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
        return evolve(self, phase=phase, goal=None, by=(), past=past, said="")


def _left(plan: MovementPlan) -> dict[Hex, int]:
    """Return the half points left in every hex where a move may end; none after one by rail."""
    return {cell: plan.reach.left[cell] for cell in plan.reach.ends} | dict.fromkeys(plan.rails, 0)

"""A retreat as the explorer looks at it: who must go how far and why, by which rules."""

from __future__ import annotations

from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, frozen

from wargame.core.errors import RequestError, one_of, shown
from wargame.fire_and_movement import retreat_rulings
from wargame.fire_and_movement.aftermath import after_combat, carry_out
from wargame.fire_and_movement.attack import Attack, eligible_attackers
from wargame.fire_and_movement.direction import Duty, away_from_enemy, towards_edge
from wargame.fire_and_movement.fallback import cannot_enter
from wargame.fire_and_movement.gaza_1917 import CAVALRY_DIVISIONS
from wargame.fire_and_movement.results import (
    DISTANCE,
    CombatOutcome,
    RetreatDue,
    apply_result,
)
from wargame.fire_and_movement.retreat import Retreats, Way, retreats
from widgets.explorers.fm_variants import OWN, Variant, chosen, retreat_variants
from widgets.given import whole

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Procedure, Step
    from wargame.core.ruling import Ruling
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Unit

Cause = Literal["defender", "attacker", "bombardment"]
CAUSES: tuple[Cause, ...] = ("defender", "attacker", "bombardment")
MOST = max(DISTANCE.values())
"""The longest retreat that a result demands, in hexes."""


@frozen
class RetreatPlan:
    """What a reader has chosen.

    Args:
        position: The position, under its own rules.
        unit: The unit that must retreat; empty before one is chosen.
        hexes: How far.
        cause: Whether it was attacked, attacked itself, or was bombarded.
        struck: The hex it attacked, where it did; the first of them unless chosen.
        left_out: Enemies next to it that took no part in the attack.
        charging: Divisions that charged (Gaza 13.1).
        rules: The rules by which it retreats, as :func:`retreat_variants` calls them.
        looked: The way looked at, as a journal has it; the first open one unless chosen.
        spot: A hex asked about, in which no way ends.
        zone: Whether the zones that shut hexes are shown.
        later: The position in which its ways are asked for, once something has been decided.
        betting: Whether the ways stay hidden until the reader has bet on where one ends.
        bets: The retreats for which that has been done.
    """

    position: Situation
    unit: str = ""
    hexes: int = 2
    cause: Cause = "defender"
    struck: Hex | None = None
    left_out: frozenset[str] = frozenset()
    charging: frozenset[str] = frozenset()
    rules: str = OWN
    looked: str = ""
    spot: Hex | None = None
    zone: bool = True
    later: Situation | None = None
    betting: bool = False
    bets: frozenset[tuple[object, ...]] = frozenset()

    @property
    def asked(self) -> tuple[object, ...]:
        """What a bet is about."""
        return self.start, self.hexes, self.cause, self.rules

    @property
    def hidden(self) -> bool:
        """Whether the ways wait for a bet."""
        return self.betting and bool(self.unit) and self.asked not in self.bets

    # ---- the position

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The rules that may be chosen, those of the position first."""
        return retreat_variants(self.position.ruleset)

    @property
    def variant(self) -> Variant:
        """The rules chosen."""
        return chosen(self.variants, self.rules)

    @cached_property
    def situation(self) -> Situation:
        """The position under the rules chosen, the side that attacks or bombards to act."""
        active = self.position.active
        if self.unit:
            side = self.position.unit(self.unit).side
            active = side if self.cause == "attacker" else self.position.other(side)
        return evolve(self.position, ruleset=self.variant.ruleset, active=active)

    @property
    def goer(self) -> Unit:
        """The unit chosen.

        Raises:
            RequestError: None is.
        """
        if not self.unit:
            raise RequestError("unit", "none chosen", "a unit on the map")
        return self.position.unit(self.unit)

    @property
    def start(self) -> Hex:
        """Where it stands."""
        return self.position.piece(self.goer.id).at

    @property
    def force(self) -> tuple[str, ...]:
        """The units that must retreat: all of its side in its hex."""
        return tuple(piece.unit for piece in self.position.at(self.start, self.goer.side))

    # ---- why it retreats

    @property
    def struck_hexes(self) -> tuple[Hex, ...]:
        """The hexes that an attacking unit may have attacked."""
        enemy = self.position.other(self.goer.side)
        around = self.position.board.neighbours(self.start)
        return tuple(cell for cell in around if self.position.at(cell, enemy))

    @property
    def able(self) -> tuple[str, ...]:
        """The enemies that may have attacked it."""
        return tuple(piece.unit for piece in eligible_attackers(self.situation, self.start))

    @property
    def code(self) -> str:
        """The result of the table that demands such a retreat; empty where none does."""
        letter = {"defender": "D", "attacker": "A"}.get(self.cause, "")
        codes = (code for code, hexes in DISTANCE.items() if hexes == self.hexes)
        return next((code for code in codes if letter and code.startswith(letter)), "")

    @cached_property
    def attack(self) -> Attack | None:
        """The attack whose result it is; None for a bombardment, or where there can be none."""
        if not self.unit or not self.code:
            return None
        if self.cause == "attacker":
            target = self.struck or next(iter(self.struck_hexes), None)
            names = self.force if target is not None else ()
        else:
            target = self.start
            names = tuple(name for name in self.able if name not in self.left_out)
        if target is None or not names:
            return None
        charging = self.charging & set(self.divisions)
        return Attack(self.situation, target, names, charging)

    @property
    def divisions(self) -> tuple[str, ...]:
        """The cavalry divisions among the attackers, which may have charged."""
        if self.cause != "defender":
            return ()
        named = {self.position.unit(name).formation for name in self.able}
        return tuple(short for short, long in CAVALRY_DIVISIONS.items() if long in named)

    @property
    def duty(self) -> Duty:
        """The duty of direction."""
        return away_from_enemy if self.cause == "bombardment" else towards_edge

    def procedure(self) -> Procedure:
        """Return the retreat as a procedure, from the result to the last advance."""
        return partial(_carried_out, self)

    # ---- the ways

    @cached_property
    def found(self) -> Retreats:
        """Every way that it may fall back."""
        return self.found_in(self.goer.id, self.later or self.situation)

    def found_in(self, name: str, situation: Situation) -> Retreats:
        """Return every way that a unit of the force may fall back at some moment."""
        return retreats(situation, name, self.hexes, duty=self.duty)

    def explained(self, found: Retreats) -> Ruling:
        """Return the ways as a ruling."""
        return retreat_rulings.explained(found)

    @cached_property
    def way(self) -> Way | None:
        """The open way looked at."""
        ways = {way.key(self.situation.board): way for way in self.found.open}
        if self.looked in ways:
            return ways[self.looked]
        return next(iter(ways.values()), None)

    def ending(self, cell: Hex) -> tuple[str, ...]:
        """Return the open ways that end in a hex, as a journal has them."""
        board = self.situation.board
        return tuple(way.key(board) for way in self.found.open if way.end == cell)

    @cached_property
    def why(self) -> Ruling | None:
        """Why no open way ends in the hex asked about; None where none is asked about."""
        if self.spot is None or not self.unit:
            return None
        path = max(self._paths_to(self.spot), key=self._free_steps)
        return retreat_rulings.may_retreat(
            self.situation, self.unit, path, self.hexes, duty=self.duty
        )

    def _paths_to(self, cell: Hex) -> tuple[tuple[Hex, ...], ...]:
        """Return ways to a hex, those that give way to better ones before all others."""
        outranked = tuple(way.path for way in self.found.outranked if way.end == cell)
        return outranked or _shortest(self.start, cell)

    def _free_steps(self, path: tuple[Hex, ...]) -> int:
        """Return how far along a path nothing bars the unit."""
        steps = pairwise((self.start, *path))
        barred = (
            cannot_enter(self.situation, self.unit, here, there) is not None
            for here, there in steps
        )
        return next((n for n, shut in enumerate(barred) if shut), len(path))

    # ---- what a reader may do

    def take_up(self, name: str) -> RetreatPlan:
        """Return the plan with another unit; what concerned the one before is dropped.

        Raises:
            RequestError: It does not exist or is not on the map.
        """
        if name:
            self.position.piece(name)
        nobody = frozenset[str]()
        return evolve(
            self, unit=name, struck=None, left_out=nobody, charging=nobody, looked="", spot=None
        )

    def go(self, hexes: int) -> RetreatPlan:
        """Return the plan with another distance.

        Raises:
            RequestError: No result demands that.
        """
        distance = whole("hexes", hexes, 1, MOST)
        return evolve(self, hexes=distance, looked="", spot=None)

    def because(self, cause: str) -> RetreatPlan:
        """Return the plan with another cause.

        Raises:
            RequestError: There is no such cause.
        """
        for known in CAUSES:
            if known == cause:
                return evolve(self, cause=known, looked="", spot=None)
        raise RequestError("cause", shown(cause), one_of(CAUSES, str(cause)))

    def by_rules(self, key: str) -> RetreatPlan:
        """Return the plan under other rules.

        Raises:
            RequestError: There are none of that name.
        """
        chosen(self.variants, key)
        return evolve(self, rules=key, spot=None)

    def look_at(self, key: str) -> RetreatPlan:
        """Return the plan with another open way looked at.

        Raises:
            RequestError: No open way is called so.
        """
        ways = [way.key(self.situation.board) for way in self.found.open]
        if key not in ways:
            allowed = one_of(ways, str(key)) if ways else "nothing, for no way is open"
            raise RequestError("way", shown(key), allowed)
        return evolve(self, looked=key, spot=None)

    def ask(self, cell: Hex) -> RetreatPlan:
        """Return the plan with a hex asked about."""
        self.position.piece(self.goer.id)
        return evolve(self, spot=cell)


def _carried_out(plan: RetreatPlan) -> Generator[Step, Any, CombatOutcome]:
    """Apply the result and what follows it; a bombardment's retreat by itself."""
    if plan.attack is not None:
        outcome = yield from apply_result(plan.attack, plan.code, step_later=True)
        return (yield from after_combat(outcome, plan.attack))
    due = RetreatDue(plan.goer.side, plan.force, plan.hexes)
    after, retreated, losses = yield from carry_out(plan.situation, due, duty=plan.duty)
    return CombatOutcome("", after, losses, retreated=retreated)


def _shortest(start: Hex, end: Hex) -> tuple[tuple[Hex, ...], ...]:
    """Return every shortest way to a hex near by; one of them to a hex far off."""
    ways: list[tuple[Hex, ...]] = [(start,)]
    away = end.distance(start)
    for left in range(away - 1, -1, -1):
        ways = [
            (*way, there)
            for way in ways
            for there in way[-1].neighbours()
            if there.distance(end) == left
        ]
        ways = ways if away <= MOST else ways[:1]
    return tuple(way[1:] for way in ways)

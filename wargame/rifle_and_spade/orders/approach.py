"""How far it is to an objective from everywhere on the map, and the shortest way there (11.4.10).

Reckoned backwards from the objective once, and kept: the answer depends on the map, the wire on it
and how one moves, not on who stands where.
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from heapq import heappop, heappush
from itertools import chain
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from wargame.core.rulebook import implements
from wargame.rifle_and_spade.costs import NEVER, halves, ways
from wargame.rifle_and_spade.movement_table import movement_table
from wargame.rifle_and_spade.orders.lattice import across, minus
from wargame.rifle_and_spade.recall import Recall

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.charts import ChartShelf
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.costs import Ways
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.orders.order import Goal, OrderKind
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.units import Unit
    from wargame.rifle_and_spade.works import Work

Pace = Literal["foot", "wheels", "column", "limbered", "march", "march on wheels"]
"""Across country on foot; limbered, by road where there is one; in Column on roads and tracks, or
the same limbered; along roads alone once one is on them (11.16.2)."""

OFF_ROAD = 1 << 10
"""What half a point off the road weighs on a march: the shortest way onto the road comes first."""
CLOSED = NEVER * OFF_ROAD
"""A step that cannot be taken."""
Wire = frozenset[tuple["Hex", "Hex"]]
_WIRES: Recall[Wire] = Recall(16)


@implements("RS", "11.4.10", "11.16.2")
def pace_of(unit: Unit, kind: OrderKind) -> Pace:
    """Return how the routes of a unit are reckoned under an order.

    March orders go by road; General Reserve in Column or limbered, on what roads and tracks there
    are; all others across country, but for wheels, which move limbered anyway (our reading).
    """
    if kind == "march":
        return "march on wheels" if unit.wheeled else "march"
    if unit.wheeled:
        return "limbered" if kind == "general reserve" else "wheels"
    return "column" if kind == "general reserve" else "foot"


@frozen(eq=False)
class Approach:
    """The ways to some hexes.

    Args:
        ends: The hexes.
        togo: How far it is from each hex from which one can get there, in half points.
        field: The map under its rules.
        shelf: Where the charts are.
        pace: How one moves.
        wire: Where there is wire on the way, from hex to hex.
        barred: Hexes that are kept out of.
    """

    ends: frozenset[Hex]
    togo: Mapping[Hex, int]
    field: Field
    shelf: ChartShelf
    pace: Pace
    wire: Wire
    barred: frozenset[Hex]

    @cached_property
    def _ways(self) -> Ways:
        return ways(self.field, self.shelf)

    def way(self, start: Hex) -> tuple[Hex, ...]:
        """Return the shortest way from a hex, both ends included; empty where there is none.

        Of ways that are equally short it is the straightest.
        """
        togo = self.togo
        if start not in togo:
            return ()
        end = min(self.ends, key=lambda each: (start.distance(each), each))
        axis, found = minus(end, start), [start]
        while found[-1] not in self.ends:
            here = found[-1]
            found.append(
                min(
                    (
                        there
                        for there in here.neighbours()
                        if there in togo and self.step(here, there) + togo[there] == togo[here]
                    ),
                    key=lambda each: (abs(across(axis, minus(each, start))), each),
                )
            )
        return tuple(found)

    def step(self, here: Hex, there: Hex) -> int:
        """Return what a step weighs in this reckoning; :data:`CLOSED` if it cannot be taken."""
        edge = self._ways.edge(here, there)
        wheels = self.pace in {"wheels", "limbered", "march on wheels"}
        cost = edge.wheeled if wheels else edge.foot
        if self.pace in {"march", "march on wheels"}:
            if self.field.board.linked("road", here, there):
                return edge.road
            return CLOSED if cost >= NEVER else cost * OFF_ROAD
        if self.pace != "foot":
            cost = min(cost, edge.road)
        if cost >= NEVER:
            return CLOSED
        if (here, there) in self.wire:
            cost += halves(movement_table(self.shelf).sides["wire"].foot)
        return cost


def wire_on(works: tuple[Work, ...]) -> Wire:
    """Return the steps from hex to hex on which one must cross wire."""

    def made() -> Wire:
        out = ((w.at, w.at.neighbour(d)) for w in works if w.wire for d in w.wire)
        return frozenset(chain.from_iterable(((a, b), (b, a)) for a, b in out))

    return _WIRES.of((works,), made)


@implements("RS", "11.4.5", "11.4.6")
def zone(situation: Situation, goal: Goal) -> frozenset[Hex]:
    """Return every hex of the map that belongs to an objective."""
    cells = situation.board.cells
    return frozenset(each for cell in goal.primary for each in cell.disc(goal.radius)
                     if each in cells)  # fmt: skip


def approach(
    situation: Situation, ends: Iterable[Hex], pace: Pace, barred: frozenset[Hex] = frozenset()
) -> Approach:
    """Return the ways to some hexes, enemies or not.

    Args:
        situation: The position.
        ends: The hexes.
        pace: How one moves.
        barred: Hexes to keep out of.
    """
    wire = wire_on(situation.works)
    there = frozenset(ends) - barred
    return _approach(situation.ground, situation.shelf, there, pace, wire, barred)


@lru_cache(maxsize=512)
def _approach(  # noqa: PLR0913 - what the ways depend on
    field: Field,
    shelf: ChartShelf,
    ends: frozenset[Hex],
    pace: Pace,
    wire: Wire,
    barred: frozenset[Hex],
) -> Approach:
    togo: dict[Hex, int] = dict.fromkeys(sorted(ends), 0)
    made = Approach(ends, togo, field, shelf, pace, wire, barred)
    queue = [(0, end) for end in togo]
    cells = field.board.cells
    while queue:
        spent, there = heappop(queue)
        if spent > togo[there]:
            continue
        for here in there.neighbours():
            if here not in cells or here in barred:
                continue
            cost = made.step(here, there)
            if cost >= CLOSED:
                continue
            if here not in togo or spent + cost < togo[here]:
                togo[here] = spent + cost
                heappush(queue, (spent + cost, here))
    return made

"""Kemal's Counterattack (102.2): who comes, who is released, and the plans of the Ottoman side."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import Factory, evolve, field, frozen

from wargame.core.data import read_toml, scenario_folder, structure
from wargame.core.errors import DataError, located, shown
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.formation_lines import OrderLine
from wargame.rifle_and_spade.kemal_rules import ENTENTE, OPENING_ORDERS, ORDERS_ON_ARRIVAL
from wargame.rifle_and_spade.lines import within
from wargame.rifle_and_spade.orders import objectives, standing
from wargame.rifle_and_spade.orders.order import Goal, OrderKind
from wargame.rifle_and_spade.reinforcements import Arrival, Release

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.orders.order import Order
    from wargame.rifle_and_spade.state import Situation

FILE = "gallipoli_1915/kemal_plans.toml"
LANDING = "landing"
"""The feature of the hexes that reinforcements of the Entente appear in (102.2.3)."""
FIRST, LAST = 5, 10


@frozen
class ArrivalLine:
    """Units that come on a turn."""

    turn: int
    units: list[str]


@frozen
class ReleaseLine:
    """A brigiment released on a turn."""

    turn: int
    brigiment: str


@frozen
class PlanLine:
    """An order that a regiment may begin with.

    Args:
        brigiment: Whose.
        title: What a person reads.
        order: Its kind.
        orders: Its line, support and routes.
        everybody: The printed number of the point objective, of radius 1, that all have; else
            empty.
    """

    brigiment: str
    title: str
    order: OrderKind
    orders: OrderLine = field(factory=OrderLine)
    everybody: str = ""

    def written(self, situation: Situation) -> Order:
        """Return the order, with an objective for everybody in line.

        Raises:
            DataError: It names a hex or unit that is none.
        """
        where = f"{FILE}, plan of {self.brigiment}"
        board, roster = situation.board, situation.roster
        order = self.orders.written(board, roster, self.order, situation.turn, where)
        if self.everybody:
            with located(where):
                goal = Goal((board.hex(self.everybody),), 1)
            own = standing.own_pieces(situation, self.brigiment)
            infantry = [piece.unit for piece in own if roster[piece.unit].rifle]
            order = evolve(order, goals=tuple((name, goal) for name in sorted(infantry)))
        return objectives.with_goals(situation, self.brigiment, order)


@frozen
class Schedule:
    """The whole file.

    Args:
        provenance: Where it comes from.
        arrival: Who comes, and when.
        release: Who is released, and when.
        plan: Orders to begin with.
    """

    provenance: Provenance
    arrival: list[ArrivalLine] = Factory(list)
    release: list[ReleaseLine] = Factory(list)
    plan: list[PlanLine] = Factory(list)

    def plans(self, brigiment: str) -> tuple[PlanLine, ...]:
        """Return the plans of a brigiment, the one of history first."""
        return tuple(each for each in self.plan if each.brigiment == brigiment)


@lru_cache(maxsize=4)
def schedule(path: Path | None = None) -> Schedule:
    """Return what a file says; the project's own where none is given.

    Raises:
        DataError: A turn is outside the scenario, or a plan is one that 102.2.8 does not allow.
    """
    path = path or scenario_folder() / FILE
    found = structure(read_toml(path), Schedule, path.name)
    for turn in [*(each.turn for each in found.arrival), *(each.turn for each in found.release)]:
        within(path.name, "turn", turn, FIRST, LAST)
    for each in found.plan:
        allowed = OPENING_ORDERS.get(each.brigiment, ())
        if each.order not in allowed:
            where = f"{path.name}, plan of {each.brigiment}, order"
            raise DataError(where, shown(each.order), " or ".join(allowed) or "no plan of its own")
    return found


@implements("GB", "102.2.3", "102.2.9")
def arrivals(situation: Situation) -> tuple[Arrival, ...]:
    """Return the reinforcements of the Entente, which appear in one of two hexes.

    A brigade is given its order when the first of it comes.

    Raises:
        DataError: A unit is none, or the enemy's.
    """
    met: set[str] = set()
    found = []
    for line in schedule().arrival:
        where = f"{FILE}, arrival of turn {line.turn}"
        with located(where):
            units = [situation.roster[name] for name in line.units]
        for unit in units:
            if unit.side != ENTENTE:
                raise DataError(where, unit.id, "units of the Entente alone (GB 102.2.8)")
        new = {unit.brigiment for unit in units if unit.brigiment} - met
        met |= new
        orders = ORDERS_ON_ARRIVAL if new else ()
        at = landing(situation)
        found.append(Arrival(line.turn, tuple(line.units), at, "appears", orders=orders))
    return tuple(found)


@implements("GB", "102.2.8")
def releases(situation: Situation) -> tuple[Release, ...]:
    """Return who is released and when: the 77th, which keeps its General Reserve.

    Raises:
        RequestError: There is no such brigiment.
    """
    lines = schedule().release
    return tuple(Release(each.turn, situation.command(each.brigiment).brigiment) for each in lines)


def landing(situation: Situation) -> tuple[Hex, ...]:
    """Return the hexes that the Entente's reinforcements appear in."""
    cells = situation.board.cells
    return tuple(sorted(at for at, cell in cells.items() if LANDING in cell.features))

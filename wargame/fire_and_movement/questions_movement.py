"""Questions about movement and zones of control that may be asked by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.errors import RequestError
from wargame.core.questions import question
from wargame.core.ruling import Ruling, finding
from wargame.core.words import count
from wargame.fire_and_movement import movement, movement_costs, rail, reach, zones
from wargame.fire_and_movement.terrain_costs import in_points

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation

FAMILY = "fire_and_movement"


def _adjacent(situation: Situation, here: str, there: str) -> tuple[Hex, Hex]:
    one, other = situation.board.hex(here), situation.board.hex(there)
    one.direction_to(other)
    return one, other


@question("fm.entry_cost", scene=FAMILY)
def entry_cost(situation: Situation, *, unit: str, there: str, here: str = "") -> Ruling:
    """What a unit pays to enter an adjacent hex: ground, hexside, enemy zone.

    Args:
        situation: The position.
        unit: The unit; where it stands is where it began to move.
        there: The hex it enters.
        here: The hex it leaves; where it stands when not given.
    """
    start = here or situation.board.label(situation.piece(unit).at)
    return movement_costs.entry_cost(situation, unit, *_adjacent(situation, start, there))


@question("fm.zones", scene=FAMILY)
def zone_hexes(situation: Situation, *, side: str) -> Ruling:
    """Which hexes of the map lie in the zones of control of a side."""
    situation.other(side)
    cells = zones.controlled(situation, side)
    found = tuple(sorted(situation.board.label(cell) for cell in cells if cell in situation.board))
    said = f"{side} has zones of control in {count(len(found), 'hex', 'hexes')} of the map."
    cases = situation.ruleset.cases("6.0", "6.0/1")
    return finding("Zones of control", found, said, *cases)


@question("fm.enemy_zone", scene=FAMILY)
def enemy_zone(situation: Situation, *, who: str, cell: str) -> Ruling:
    """Whether a hex lies in an enemy zone of control for a side, or for a unit that moves."""
    return zones.zone_ruling(situation, who, situation.board.hex(cell))


@question("fm.reach", scene=FAMILY)
def reached(situation: Situation, *, unit: str) -> Ruling:
    """In which hexes a unit's move may end, with its whole movement allowance."""
    return reach.reach(situation, unit).ends_ruling()


@question("fm.move_cost", scene=FAMILY)
def move_cost(situation: Situation, *, unit: str, to: str) -> Ruling:
    """What the cheapest way of a unit to a hex costs, step by step."""
    return reach.reach(situation, unit).cost_ruling(situation.board.hex(to))


@question("fm.points_left", scene=FAMILY)
def points_left(situation: Situation, *, unit: str, to: str) -> Ruling:
    """How many movement points a unit has left in a hex, going there the cheapest way."""
    found, cell = reach.reach(situation, unit), situation.board.hex(to)
    if cell not in found.spent:
        return found.why_not(cell)
    left, cost = in_points(found.left[cell]), found.cost_ruling(cell)
    return finding("Points left", left, cost.sentence, *cost.cases, parts=(cost,), unit="points")


@question("fm.may_end", scene=FAMILY)
def may_end(situation: Situation, *, unit: str, to: str) -> Ruling:
    """Whether a unit's move may end in a hex, and if not why."""
    return reach.reach(situation, unit).why_not(situation.board.hex(to))


@question("fm.may_follow", scene=FAMILY)
def may_follow(situation: Situation, *, unit: str, path: tuple[str, ...]) -> Ruling:
    """Whether a unit may move along a path, hex by hex, and what that costs.

    Args:
        situation: The position.
        unit: The unit.
        path: The hexes it enters, in order; where it stands is not among them.
    """
    if not path:
        raise RequestError("question fm.may_follow, path", "no hexes", "the hexes that it enters")
    return reach.along(situation, unit, tuple(map(situation.board.hex, path)))


@question("fm.may_move", scene=FAMILY)
def may_move(
    situation: Situation,
    *,
    unit: str,
    mobile: bool = False,
    moved: tuple[str, ...] = (),
    spent: tuple[str, ...] = (),
) -> Ruling:
    """Whether a unit may move in this phase at all.

    Args:
        situation: The position.
        unit: The unit.
        mobile: Whether it is the Mobile Movement Phase.
        moved: Units that have moved in this player turn.
        spent: Units that may do nothing more in it.
    """
    for name in (*moved, *spent):
        situation.unit(name)
    now = evolve(situation, moved=frozenset(moved), spent=frozenset(spent))
    return movement.may_move(now, unit, mobile=mobile)


@question("fm.may_rail", scene=FAMILY)
def may_rail(situation: Situation, *, unit: str, to: str = "", used_by: str = "") -> Ruling:
    """Whether a unit may move by rail, to some hex if one is given.

    Args:
        situation: The position.
        unit: The unit.
        to: Where it would go.
        used_by: The unit that has used the railway in this phase.
    """
    if not to:
        return rail.may_rail(situation, unit, used_by)
    return rail.rail_ruling(situation, unit, situation.board.hex(to), used_by)


@question("fm.may_arrive", scene=FAMILY)
def may_arrive(situation: Situation, *, unit: str, entries: tuple[str, ...], to: str) -> Ruling:
    """Whether a unit that comes onto the map may end its move in a hex, and at what cost."""
    hexes = tuple(map(situation.board.hex, entries))
    return reach.arriving(situation, unit, hexes).why_not(situation.board.hex(to))

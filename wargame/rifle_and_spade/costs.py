"""What movement costs and what there is to spend (14.1, 14.2.6).

Costs are reckoned in half points inside, so that they stay whole numbers; rulings and triggers
give them in points. What depends on the map alone is worked out once for each hexside.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from attrs import Factory, field, frozen

from wargame.core.board import cheapest_paths
from wargame.core.grid import Hex, Hexside
from wargame.core.rulebook import implements
from wargame.core.ruling import automatic, figure, finding, refusal, total
from wargame.rifle_and_spade.movement_table import movement_table, strictest
from wargame.rifle_and_spade.orders import pace
from wargame.rifle_and_spade.rounding import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.board import Paths
    from wargame.core.charts import ChartShelf
    from wargame.core.grid import Vertex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.movement_table import GroundRow, MovementTable, SideRow, Wheels
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Steps, Unit

NEVER = 1 << 20
"""Half points that nobody has: the way is closed."""

_CROSSED = ("ridge", "crest", "cliff")
"""Kinds of hexside that movement overland meets; beaches are paid in landing."""
_RIDGES = frozenset({"ridge", "cliff"})


def halves(points: Steps) -> int:
    """Return points as half points."""
    return int(points * 2)


def in_points(half_points: int) -> Steps:
    """Return half points as points."""
    whole, half = divmod(half_points, 2)
    return Fraction(half_points, 2) if half else whole


@frozen
class Edge:
    """What it costs to go from one hex into the next, in half points.

    Args:
        foot: On foot, the hexside included; :data:`NEVER` where one may not go.
        foot_side: How much of it is spent on the hexside.
        wheeled: On wheels across country.
        wheeled_side: How much of it is spent on the hexside.
        road: In Column or limbered along a road or track; :data:`NEVER` where there is none.
        road_side: How much of it is spent on the hexside.
        ridge: The hexside, where a ridge or cliff lies on it.
    """

    foot: int
    foot_side: int
    wheeled: int
    wheeled_side: int
    road: int = NEVER
    road_side: int = 0
    ridge: Hexside | None = None


@frozen(eq=False)
class Ways:
    """The hexsides of a map with their costs, each worked out when first asked for.

    Args:
        ground: The map under its rules.
        table: The charts.
        known: Hexsides worked out so far.
        labels: Printed numbers worked out so far.
    """

    ground: Field
    table: MovementTable
    known: dict[tuple[Hex, Hex], Edge] = field(default=Factory(dict), repr=False)
    labels: dict[Hex, str] = field(default=Factory(dict), repr=False)

    def label(self, cell: Hex) -> str:
        """Return the printed number of a hex."""
        found = self.labels.get(cell)
        if found is None:
            found = self.labels[cell] = self.ground.board.label(cell)
        return found

    def edge(self, here: Hex, there: Hex) -> Edge:
        """Return the costs between two adjacent hexes of the map."""
        key = (here, there)
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._edge(here, there)
        return found

    def rows(self, cell: Hex) -> list[GroundRow]:
        """Return the rows of the chart for all the terrain of a hex."""
        return [self.table.ground(kind) for kind in self.ground.board.cells[cell].terrain]

    def sides(self, here: Hex, there: Hex) -> list[tuple[str, SideRow]]:
        """Return the rows of the chart for what lies on a hexside, contours aside."""
        kinds = self.ground.board.side(here, there)
        return [(kind, self.table.sides[kind]) for kind in _CROSSED if kind in kinds]

    def climb(self, here: Hex, there: Hex) -> int:
        """Return how many contours one climbs."""
        cells = self.ground.board.cells
        return max(cells[there].height - cells[here].height, 0)

    def link(self, here: Hex, there: Hex) -> str:
        """Return the kind of road between two hexes, the cheapest; empty where there is none."""
        side, links = Hexside.between(here, there), self.ground.board.links
        kinds = [kind for kind in self.table.links if side in links.get(kind, ())]
        if not kinds and "track" in self.table.links and self.along_beach(here, there):
            kinds = ["track"]
        return min(kinds, key=lambda kind: self.table.links[kind].cost, default="")

    @implements("GB", "101.1.3/1")
    def along_beach(self, here: Hex, there: Hex) -> bool:
        """Return whether one beach goes on from a hex to the next, which is as good as a track."""
        ends = self._beach_ends
        return here in ends and there in ends and not ends[here].isdisjoint(ends[there])

    @cached_property
    def _beach_ends(self) -> dict[Hex, set[Vertex]]:
        """The ends of the beaches round each hex that has one."""
        found: dict[Hex, set[Vertex]] = {}
        for side, kinds in self.ground.board.hexsides.items():
            if "beach" in kinds:
                for cell in side.hexes:
                    found.setdefault(cell, set()).update(side.vertices)
        return found

    def _edge(self, here: Hex, there: Hex) -> Edge:
        contour = self.table.sides["contour"]
        rows, sides, up = self.rows(there), self.sides(here, there), self.climb(here, there)
        foot_side = halves(sum(row.foot for _, row in sides) + up * contour.foot)
        wheeled_side = halves(sum(row.wheeled for _, row in sides) + up * contour.wheeled)
        shut = not (all(r.passable for r in rows) and all(r.passable for _, r in sides))
        wheels = strictest([*(r.wheels for r in rows), *(r.wheels for _, r in sides)])
        foot = NEVER if shut else halves(max(row.foot for row in rows)) + foot_side
        no_wheels = shut or wheels != "anywhere"
        rough = halves(max(row.wheeled for row in rows))
        wheeled = NEVER if no_wheels else rough + wheeled_side
        road, road_side = self._road(here, there, up)
        on = self.ground.board.side(here, there)
        ridge = Hexside.between(here, there) if on & _RIDGES else None
        return Edge(foot, foot_side, wheeled, wheeled_side, road, road_side, ridge)

    def _road(self, here: Hex, there: Hex, up: int) -> tuple[int, int]:
        kind = self.link(here, there)
        if not kind or not all(row.passable for row in self.rows(there)):
            return NEVER, 0
        row, contour = self.table.links[kind], self.table.sides["contour"]
        climb = 0 if row.contours_free else halves(up * contour.foot)
        return halves(row.cost) + climb, climb


@lru_cache(maxsize=32)
def ways(ground: Field, shelf: ChartShelf) -> Ways:
    """Return the costs of a map under the charts of a shelf."""
    return Ways(ground, movement_table(shelf))


def on_road(unit: Unit, order: str) -> bool:
    """Return whether a unit can use roads: in Column, limbered, or a headquarters (9.2.4)."""
    return bool(order) or unit.arm == "headquarters"


@implements("RS", "14.1.5", "14.1.6", "14.2.6", "14.3.3", "5.1.3/b7")
def _price(edge: Edge, unit: Unit, order: str) -> tuple[int, int]:
    if edge.road < NEVER and on_road(unit, order):
        return edge.road, edge.road_side
    if unit.wheeled:
        return edge.wheeled, edge.wheeled_side
    return edge.foot, edge.foot_side


def price(situation: Situation, pieces: Iterable[Piece], there: Hex) -> tuple[int, int]:
    """Return what a stack pays to enter an adjacent hex, in half points.

    Returns:
        The whole price, :data:`NEVER` or more where someone may not go, and how much of it is
        spent on the hexside. A stack pays what its slowest unit pays.
    """
    pieces = tuple(pieces)
    here = pieces[0].at
    edge = ways(situation.ground, situation.shelf).edge(here, there)
    units = situation.roster.units
    prices = [_price(edge, units[each.unit], each.order) for each in pieces]
    cost, side = prices[0] if len(prices) == 1 else max(prices)
    if _may_be_wired(situation, here, there) and situation.wire_between(here, there):
        wire = _wire(situation)
        return cost + wire, side + wire
    return cost, side


def _may_be_wired(situation: Situation, here: Hex, there: Hex) -> bool:
    return bool(situation.works_at(here) or situation.works_at(there))


@implements("RS", "6.5.1", "6.5.3")
def _wire(situation: Situation) -> int:
    return halves(movement_table(situation.shelf).sides["wire"].foot)


def wire_cost(situation: Situation, here: Hex | None, there: Hex) -> int:
    """Return the half points for barbed wire between two hexes; nothing without wire."""
    if here is None or here == there or not situation.wire_between(here, there):
        return 0
    return _wire(situation)


@implements("RS", "14.3.9", "14.3.10")
def rooted(unit: Unit) -> bool:
    """Return whether a unit has no movement points at all: fixed guns, guns without teams."""
    return unit.gun is not None and (unit.gun.fixed or not unit.gun.teams)


def points(situation: Situation, piece: Piece) -> int:
    """Return a unit's Movement Allowance in half points, as :func:`allowance` explains it."""
    unit = situation.roster.units[piece.unit]
    if rooted(unit):
        return 0
    row = movement_table(situation.shelf).allowances[unit.arm]
    whole = row.column if on_road(unit, piece.order) else row.standard
    if situation.commands and pace.halved(situation, piece):
        whole //= 2
    return 2 * (whole // 2) if piece.confused else 2 * whole


@implements("RS", "14.1", "14.1.2", "9.2.4", "16.1.2")
def allowance(situation: Situation, piece: Piece) -> Ruling:
    """Return the Movement Allowance of a unit, in points."""
    unit = situation.unit(piece)
    if rooted(unit):
        fixed = unit.gun is not None and unit.gun.fixed
        how = "stands in a permanent mount" if fixed else "lacks transport"
        why = f"{unit.name} {how}: it has no movement points."
        return automatic("Movement Allowance", 0, why, "RS 14.3.9" if fixed else "RS 14.3.10")
    row = movement_table(situation.shelf).allowances[unit.arm]
    mode = "column" if on_road(unit, piece.order) else "standard"
    whole = row.column if mode == "column" else row.standard
    said = f"{unit.arm}, {piece.order or 'standard'}: {whole} movement points."
    base = figure(
        "Allowance by arm", whole, said, "RS 14.1.1", "RS 14.1.2", provenance=row.origin(mode)
    )
    halves = [ordered] if (ordered := pace.halving(situation, piece)) is not None else []
    if piece.confused:
        said = "A Confused unit moves at half rate."
        halves.append(figure("Confused", "halved", said, "RS 16.1.2"))
    left = whole >> len(halves)
    why = f"{unit.name} has {left} movement points."
    if halves:
        what = "half" if len(halves) == 1 else "half of half"
        why = f"{unit.name} has {left} movement points: {what} of {whole}, fractions dropped."
    return finding("Movement Allowance", left, why, "RS 14.1", parts=(base, *halves))


@implements("RS", "14.1.3", "14.1.9", "14.1.12", "5.1.3")
def entry_cost(situation: Situation, names: Iterable[str], there: Hex) -> Ruling:
    """Return what a stack pays to enter an adjacent hex: hex, hexside, wire, or a refusal."""
    pieces = [situation.piece(name) for name in names]
    here, label = pieces[0].at, situation.board.label(there)
    if there not in situation.board:
        return refusal("Movement cost", f"{label} is off the map.", "RS 14.1.9")
    costs = ways(situation.ground, situation.shelf)
    edge, roster = costs.edge(here, there), situation.roster.units
    slowest = max(pieces, key=lambda each: _price(edge, roster[each.unit], each.order))
    unit = roster[slowest.unit]
    cost, _ = _price(edge, unit, slowest.order)
    if cost >= NEVER:
        return _closed(costs, unit, here, there)
    by_road = edge.road < NEVER and on_road(unit, slowest.order)
    parts = _road_parts(costs, here, there) if by_road else _parts(costs, unit, here, there)
    if situation.wire_between(here, there):
        row = costs.table.sides["wire"]
        said = "Barbed wire on the hexside."
        parts.append(
            figure("wire", plain(row.foot), said, "RS 6.5.1", provenance=row.origin("foot"))
        )
    pace = "wheeled" if unit.wheeled else "foot"
    said = f"Entering {label} costs {unit.name} this ({'by road' if by_road else pace})."
    return total("Movement cost", parts, said, "RS 14.1.5", "RS 14.1.6", unit="points")


def _road_parts(costs: Ways, here: Hex, there: Hex) -> list[Ruling]:
    kind = costs.link(here, there)
    row, up = costs.table.links[kind], costs.climb(here, there)
    said = f"Along a {kind}, in Column or limbered; the other terrain does not count."
    cases = ("RS 14.2.6", "RS 14.2.4")
    parts = [figure(kind, plain(row.cost), said, *cases, provenance=row.origin("cost"))]
    if up and not row.contours_free:
        climb = costs.table.sides["contour"]
        parts.append(figure("contour", plain(up * climb.foot), "Uphill.", "RS 5.1.3"))
    return parts


def _parts(costs: Ways, unit: Unit, here: Hex, there: Hex) -> list[Ruling]:
    pace = "wheeled" if unit.wheeled else "foot"
    kinds = costs.ground.board.cells[there].terrain
    rows = dict(zip(kinds, costs.rows(there), strict=True))
    kind = max(kinds, key=lambda each: _of(rows[each], pace))
    origin = rows[kind].origin(pace)
    parts = [
        figure("hex", plain(_of(rows[kind], pace)), f"{kind}.", "RS 14.1.5", provenance=origin)
    ]
    if up := costs.climb(here, there):
        row = costs.table.sides["contour"]
        said = f"{up} level{'s' if up > 1 else ''} up."
        amount = plain(up * _of(row, pace))
        parts.append(figure("contour", amount, said, "RS 5.1.3", provenance=row.origin(pace)))
    for name, side in costs.sides(here, there):
        said = f"A {name} on the hexside."
        amount = plain(_of(side, pace))
        parts.append(figure(name, amount, said, "RS 5.1.3", provenance=side.origin(pace)))
    return parts


def _of(row: GroundRow | SideRow, pace: str) -> Fraction:
    return row.wheeled if pace == "wheeled" else row.foot


@implements("GB", "101.1.2/2", "101.1.2/3")
def _closed(costs: Ways, unit: Unit, here: Hex, there: Hex) -> Ruling:
    """Return why a unit may not go from a hex into the next."""
    kinds = costs.ground.board.cells[there].terrain
    rows: list[tuple[str, GroundRow | SideRow]] = [
        *zip(kinds, costs.rows(there), strict=True),
        *costs.sides(here, there),
    ]
    label = costs.ground.board.label(there)
    shut = next((kind for kind, row in rows if not row.passable), "")
    if shut:
        return refusal("Movement cost", f"{label}: nobody may pass {shut}.", "RS 14.1.9")
    barring: list[tuple[str, Wheels]] = [(kind, row.wheels) for kind, row in rows]
    kind = next(kind for kind, wheels in barring if wheels != "anywhere")
    why = f"{label}: {unit.name} goes on wheels, and those pass {kind} by road or track only."
    return refusal("Movement cost", why, "RS 14.1.9", "RS 14.1.6")


def stack_points(situation: Situation, pieces: Iterable[Piece]) -> int:
    """Return the allowance of a stack in half points: that of its slowest unit."""
    return min(points(situation, piece) for piece in pieces)


def reach(situation: Situation, names: Iterable[str]) -> Paths:
    """Return where a stack could go with its whole allowance, as it stands now, and at what cost.

    Enemies are walked round; what fire would do on the way is not asked.
    """
    pieces = [situation.piece(name) for name in names]
    side, costs = situation.side(pieces[0]), ways(situation.ground, situation.shelf)
    enemies = situation.occupied[situation.other(side)]
    units = [(situation.unit(piece), piece.order) for piece in pieces]

    def cost(here: Hex, there: Hex) -> int | None:
        if there not in situation.board.cells or there in enemies:
            return None
        edge = costs.edge(here, there)
        price = max(_price(edge, unit, order)[0] for unit, order in units)
        return None if price >= NEVER else price + wire_cost(situation, here, there)

    found = cheapest_paths(pieces[0].at, cost, stack_points(situation, pieces))
    return type(found)(
        found.start, {cell: in_points(int(n)) for cell, n in found.cost.items()}, found.came_from
    )

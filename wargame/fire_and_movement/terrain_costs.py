"""What ground costs to enter (5.4): the chart of a game, and a map priced by it.

The chart is a value of the :class:`~wargame.fire_and_movement.ruleset.Ruleset`. A map under a chart
is worked out once, in half points, since a road hex of half a point is the smallest price there is.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from attrs import Factory, field, frozen

from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import Case, Ruling, figure, not_covered, refusal, skipped, total

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wargame.core.board import Board
    from wargame.core.grid import Hex, Hexside
    from wargame.fire_and_movement.ruleset import Ruleset

Points = int | Fraction
NEVER = 1_000_000
"""The half points of a step that nobody may take; more than any unit has."""
HALVES = 2
"""Half points to a movement point."""


def in_points(half_points: int) -> Points:
    """Return half points as movement points."""
    whole, half = divmod(half_points, HALVES)
    return Fraction(half_points, HALVES) if half else whole


def points_text(half_points: int) -> str:
    """Return half points as movement points in writing: ``3½``."""
    whole, half = divmod(half_points, HALVES)
    return f"{whole or ''}½" if half else str(whole)


def points_words(half_points: int) -> str:
    """Return the same with the word: ``3½ points``, ``1 point``, ``½ point``."""
    return f"{points_text(half_points)} point{'' if 0 < half_points <= HALVES else 's'}"


@frozen
class Row:
    """A line of a terrain chart.

    Args:
        points: Movement points to enter the hex or to cross the hexside; None where nobody may.
        cases: The cases that print it.
        plus: Whether it adds to the other terrain of its hex (5.4/6) instead of standing for it.
        provenance: Where the figure is from.
    """

    points: Points | None
    cases: tuple[str, ...]
    plus: bool = False
    provenance: Provenance = Provenance("printed", "the rulebook")

    @property
    def halves(self) -> int:
        """The price in half points."""
        return NEVER if self.points is None else int(self.points * HALVES)


def row(points: Points | None, *cases: str, plus: bool = False) -> Row:
    """Return a line that the rulebook prints under *cases*."""
    return Row(points, cases, plus, Provenance("printed", ", ".join(cases)))


BARRED = Row(None, (), provenance=Provenance("derived", "marked so on the map"))
"""The line of hexsides that a map marks as prohibited."""


@frozen(eq=False)
class TerrainCosts:
    """The terrain chart of a game, as far as movement goes.

    Args:
        ground: Kinds of terrain and features of a hex. Terrain that is not here has no price: the
            answer is then "not covered".
        sides: What lies on hexsides; kinds that are not here are marks without a price, unless the
            combat table knows them for terrain.
        links: Roads, trails, railways: the price from one such hex through such a hexside into the
            next, whatever else is there.
    """

    ground: Mapping[str, Row] = field(factory=dict)
    sides: Mapping[str, Row] = field(factory=dict)
    links: Mapping[str, Row] = field(factory=dict)


@frozen(eq=False)
class Ways:
    """A map priced by a chart.

    Args:
        board: The map.
        costs: The chart.
        prohibited: Kinds of terrain that nobody enters.
        terrain_sides: Kinds of hexside that the combat table has a line for.
        stacks: Stacks that were judged before, by what judges them, the units and the ground.
    """

    board: Board
    costs: TerrainCosts
    prohibited: frozenset[str]
    terrain_sides: frozenset[str]
    stacks: dict[tuple[object, object, tuple[str, ...], str], bool] = Factory(dict)
    _along: dict[str, Mapping[Hex, tuple[tuple[Hex, int], ...]]] = Factory(dict)

    @cached_property
    def ground(self) -> Mapping[Hex, int]:
        """What each hex costs by itself, in half points."""
        known = {(content.terrain, content.features) for content in self.board.cells.values()}
        price = {kind: self._ground(*kind) for kind in known}
        return {
            cell: price[content.terrain, content.features]
            for cell, content in self.board.cells.items()
        }

    @cached_property
    def out(self) -> Mapping[Hex, tuple[tuple[Hex, int], ...]]:
        """From each hex, the hexes one may enter from it and what that costs in half points."""
        ground, sides, links = self.ground, self._sides, self._links
        return {
            here: tuple(
                (there, price)
                for there in self.board.neighbours(here)
                if (price := _step(ground[there], sides, links, here, there)) < NEVER
            )
            for here in self.board.cells
        }

    @cached_property
    def least(self) -> Mapping[Hex, int]:
        """What it costs at least to leave each hex: a search spares itself the dear ones."""
        return {
            here: min((price for _, price in out), default=NEVER) for here, out in self.out.items()
        }

    def along(self, link: str) -> Mapping[Hex, tuple[tuple[Hex, int], ...]]:
        """Return the same for a unit that keeps to one kind of road or railway."""
        found = self._along.get(link)
        if found is None:
            found = self._along[link] = self._kept_to(link)
        return found

    def price(self, here: Hex, there: Hex) -> int:
        """Return the half points from a hex into an adjacent one; :data:`NEVER` if barred."""
        return next((price for cell, price in self.out.get(here, ()) if cell == there), NEVER)

    def links(self, here: Hex, there: Hex) -> tuple[str, ...]:
        """Return the priced roads and railways between two adjacent hexes, the cheapest first."""
        kinds = [kind for kind in self.costs.links if self.board.linked(kind, here, there)]
        return tuple(sorted(kinds, key=lambda kind: self.costs.links[kind].halves))

    def kinds(self, cell: Hex) -> tuple[str, ...]:
        """Return the kinds of terrain in a hex, with the features that have a price."""
        content = self.board.cell(cell)
        priced = sorted(mark for mark in content.features if mark in self.costs.ground)
        return tuple(dict.fromkeys((*content.terrain, *priced)))

    def _ground(self, terrain: tuple[str, ...], features: frozenset[str]) -> int:
        rows = self.costs.ground
        if any(kind in self.prohibited or kind not in rows for kind in terrain):
            return NEVER
        found = [rows[kind] for kind in {*terrain, *(features & rows.keys())}]
        whole = [each.halves for each in found if not each.plus]
        return max(whole) + sum(each.halves for each in found if each.plus) if whole else NEVER

    @cached_property
    def _sides(self) -> dict[tuple[Hex, Hex], int]:
        found = {}
        for side, kinds in self.board.hexsides.items():
            price = sum(map(self._side, kinds))
            if price:
                one, other = side.hexes
                found[one, other] = found[other, one] = price
        return found

    def _side(self, kind: str) -> int:
        if kind in self.costs.sides:
            return self.costs.sides[kind].halves
        return NEVER if kind in self.terrain_sides else 0

    @cached_property
    def _links(self) -> dict[tuple[Hex, Hex], int]:
        found: dict[tuple[Hex, Hex], int] = {}
        for kind, each in self.costs.links.items():
            for pair in _both_ways(self.board.links.get(kind, frozenset())):
                found[pair] = min(each.halves, found.get(pair, NEVER))
        return found

    def _kept_to(self, link: str) -> Mapping[Hex, tuple[tuple[Hex, int], ...]]:
        price = self.costs.links[link].halves if link in self.costs.links else NEVER
        found: dict[Hex, tuple[tuple[Hex, int], ...]] = {}
        for here, there in _both_ways(self.board.links.get(link, frozenset())):
            if price < NEVER and self.price(here, there) < NEVER:
                found[here] = (*found.get(here, ()), (there, price))
        return {here: tuple(sorted(out)) for here, out in found.items()}


def _both_ways(sides: frozenset[Hexside]) -> Iterator[tuple[Hex, Hex]]:
    for side in sides:
        one, other = side.hexes
        yield one, other
        yield other, one


def _step(
    ground: int,
    sides: Mapping[tuple[Hex, Hex], int],
    links: Mapping[tuple[Hex, Hex], int],
    here: Hex,
    there: Hex,
) -> int:
    """Return the price of a step; a road ignores dear ground, never prohibited hexes or sides."""
    across = ground + sides.get((here, there), 0)
    return min(across, links.get((here, there), NEVER)) if across < NEVER else NEVER


@lru_cache(maxsize=64)
def ways(board: Board, rules: Ruleset) -> Ways:
    """Return a map priced by the chart of a ruleset; worked out once and kept."""
    return _ways(board, rules.costs, rules.prohibited, frozenset(rules.hexside_lines))


@lru_cache(maxsize=32)
def _ways(
    board: Board, costs: TerrainCosts, prohibited: frozenset[str], sides: frozenset[str]
) -> Ways:
    return Ways(board, costs, prohibited, sides)


def _no_entry(known: Row | None) -> bool:
    return known is not None and known.points is None


def prohibited_sides(rules: Ruleset, kinds: frozenset[str]) -> frozenset[str]:
    """Return those of some kinds of hexside that nobody crosses."""
    rows = rules.costs.sides
    return frozenset(kind for kind in kinds if kind in rows and rows[kind].points is None)


@implements("FM8", "5.2/6", "5.2/7")
@implements("FM7", "5.2/4", "5.2/5")
@implements("GAZA", "TEC/11")
@implements("LEB82", "10.2/6")
def closed(board: Board, rules: Ruleset, here: Hex | None, there: Hex) -> Ruling | None:
    """Return why nobody may go from a hex into an adjacent one, or nothing if one may.

    Args:
        board: The map.
        rules: The rules in force.
        here: The hex left; None for a unit that comes onto the map.
        there: The hex entered.

    Returns:
        A refusal for prohibited hexes and hexsides and for the edge of the map; "not covered" where
        the chart has no price.
    """
    label = board.label(there)
    if there not in board:
        why = f"{label} is off the map; no rule lets a unit leave it there."
        return refusal("Off the map", why, rules.case("5.2/7"))
    priced = ways(board, rules)
    kinds, sides = priced.kinds(there), board.side(here, there) if here else frozenset[str]()
    rows = priced.costs.ground
    shut = {k: rows.get(k) for k in kinds if k in priced.prohibited or _no_entry(rows.get(k))}
    shut |= {k: priced.costs.sides[k] for k in sorted(prohibited_sides(rules, sides))}
    for kind, known in shut.items():
        why = f"{label}: {kind} is prohibited; nobody enters or crosses it."
        cases = known.cases if known and known.points is None else ()
        return refusal("Prohibited", why, rules.case("5.2/6"), *cases)
    strange = [kind for kind in kinds if kind not in priced.costs.ground]
    strange += [k for k in sorted(sides & priced.terrain_sides) if k not in priced.costs.sides]
    if strange or all(priced.costs.ground[kind].plus for kind in kinds):
        what = ", ".join(strange or kinds)
        why = f"The chart of {rules.title} has no cost for {what} in {label}."
        return not_covered("Ground", why, rules.case("5.4"))
    return None


@implements("FM8", "5.4", "5.4/1", "5.4/2", "5.4/3", "5.4/5", "5.4/6", "5.4.1", "5.4.2", "5.1/3")
@implements("FM7", "5.4", "5.4/1", "5.4/2", "5.4/3", "5.4/6", "5.4/7", "5.4.1", "5.4.2", "5.1/3")
@implements("GAZA", "14.0/1", "TEC", *(f"TEC/{number}" for number in range(1, 11)))
@implements("LEB82", "10.2", *(f"10.2/{number}" for number in (1, 2, 3, 4, 5, 7, 8, 9, 10)))
def terrain_cost(board: Board, rules: Ruleset, here: Hex | None, there: Hex) -> Ruling:
    """Return what the ground costs from a hex into an adjacent one, in points.

    Args:
        board: The map.
        rules: The rules in force.
        here: The hex left; None for a unit that comes onto the map, which pays the hex alone.
        there: The hex entered.

    Returns:
        A sum: by road or trail its price alone; else the dearest terrain of the hex, what adds to
        it, and what lies on the hexside. A refusal, or "not covered", where one may not go.
    """
    barred = closed(board, rules, here, there)
    if barred is not None:
        return barred
    priced, label = ways(board, rules), board.label(there)
    across = [*_ground_parts(priced, rules, there), *_side_parts(priced, rules, here, there)]
    dear = sum(each.value for each in across if each.counts and isinstance(each.value, Points))
    links = priced.links(here, there) if here else ()
    if links and priced.costs.links[links[0]].points <= dear:  # type: ignore[operator]
        by = _link_part(priced, rules, links[0])
        spared = f"{by.label} hex to {by.label.lower()} hex: other terrain does not count."
        rest = skipped("Ground", spared, *by.cases, value=dear, unit="points")
        said = f"Into {label} by {by.label.lower()}."
        return total("Terrain", (by, rest), said, rules.case("5.4"), unit="points")
    return total("Terrain", across, f"Into {label}.", rules.case("5.4"), unit="points")


def _link_part(priced: Ways, rules: Ruleset, link: str) -> Ruling:
    each = priced.costs.links[link]
    said = f"From one {link} hex through a {link} hexside into the next."
    number = "5.4.2" if link == "trail" else "5.4.1"
    cases: tuple[Case | str, ...] = (rules.case(number), *each.cases)
    return figure(
        link.capitalize(), each.points, said, *cases, unit="points", provenance=each.provenance
    )


def _ground_parts(priced: Ways, rules: Ruleset, cell: Hex) -> Iterator[Ruling]:
    rows = {kind: priced.costs.ground[kind] for kind in priced.kinds(cell)}
    whole = {kind: each for kind, each in rows.items() if not each.plus}
    dearest = max(whole, key=lambda kind: whole[kind].halves)
    for kind, each in rows.items():
        if kind == dearest or each.plus:
            said = f"{kind.capitalize()} adds to the other terrain." if each.plus else "The hex."
            number = "5.4/6" if each.plus else "5.4"
            yield _figure(rules, kind, each, said, number)
        else:
            why = f"{dearest.capitalize()} in the same hex costs as much or more."
            cases: tuple[Case | str, ...] = (rules.case("5.4/1"), *each.cases)
            yield skipped(kind.capitalize(), why, *cases, value=each.points, unit="points")


def _side_parts(priced: Ways, rules: Ruleset, here: Hex | None, there: Hex) -> Iterator[Ruling]:
    for kind in sorted(priced.board.side(here, there)) if here else ():
        if kind in priced.costs.sides:
            said = f"A {kind} on the hexside."
            yield _figure(rules, kind, priced.costs.sides[kind], said, "5.4/5")


def _figure(rules: Ruleset, kind: str, each: Row, said: str, number: str) -> Ruling:
    cases: tuple[Case | str, ...] = (rules.case(number), *each.cases)
    return figure(
        kind.capitalize(), each.points, said, *cases, unit="points", provenance=each.provenance
    )

"""Where a unit can go (5.1, 5.2, 6.1), at what cost, and why not elsewhere."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding, refusal, total
from wargame.core.words import count
from wargame.fire_and_movement.movement_costs import step_cost, step_price
from wargame.fire_and_movement.search import SETS_OUT, Origin, cheapest, sources, steps_from
from wargame.fire_and_movement.terrain_costs import HALVES, points_text, points_words, ways
from wargame.fire_and_movement.zones import NOBODY, Mover, comer, halt_cases, mover

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation

UNBOUNDED = 1000 * HALVES
"""Half points enough to cross any map, for saying what a hex out of reach would cost."""


@frozen(eq=False)
class Reach:
    """Where a unit can go with its whole movement allowance.

    Args:
        mover: The unit.
        spent: What reaching each hex costs at least, in half points, where it stands included.
        came_from: The hex before each on its cheapest way.
        origin: Where it begins: where it stands, at the map's edge, or in a hex that it is known to
            pass.
    """

    mover: Mover
    spent: Mapping[Hex, int]
    came_from: Mapping[Hex, Hex]
    origin: Origin = SETS_OUT

    @property
    def here(self) -> Hex | None:
        """Where it is: its hex, or the last that it is known to pass; None off the map."""
        return self.origin.way[-1] if self.origin.way else self.mover.start

    @cached_property
    def left(self) -> Mapping[Hex, int]:
        """The half points left in each hex that it can get to, if only to pass through."""
        allowance = self.mover.allowance
        return {cell: allowance - spent for cell, spent in self.spent.items()}

    @cached_property
    def ends(self) -> tuple[Hex, ...]:
        """The hexes in which its move may end, nearest first.

        Where it began is one of them only when it comes back there.
        """
        situation, unit = self.mover.situation, self.mover.unit
        start = None if self.mover.under_way else self.mover.start
        # one unit alone is within every limit, and most hexes are empty
        friends = {each.at for each in situation.of(unit.side)}
        return tuple(
            cell
            for cell in self.spent
            if cell not in friends or (cell != start and _fits(situation, unit.id, cell))
        )

    def holds(self, cell: Hex) -> bool:
        """Return whether a hex has room for the unit at the end of a move."""
        situation = self.mover.situation
        return not situation.at(cell) or _fits(situation, self.mover.unit.id, cell)

    @cached_property
    def straight(self) -> Mapping[Hex, int]:
        """The next hexes that another way leads to as cheaply or more so: the cost straight there.

        So every path can be put together from cheapest ways and such steps.
        """
        here, allowance = self.here, self.mover.allowance
        if here is None:
            begun = sources(self.mover, self.origin)
            return {cell: begun[cell] for cell in self.came_from.keys() & begun.keys()}
        if self.mover.halts(here):
            return {}
        spent = self.spent[here]
        return {
            there: spent + cost
            for there, cost in steps_from(self.mover, here)
            if spent + cost <= allowance and self.came_from.get(there) != here
        }

    @cached_property
    def anywhere(self) -> Reach:
        """The same for a unit with points without end."""
        return _spread(self.mover, UNBOUNDED, self.origin)

    @cached_property
    def unhindered(self) -> Reach:
        """The same for a unit with points without end and no zones in its way."""
        return _spread(evolve(self.mover, zone=NOBODY), UNBOUNDED, self.origin)

    def by(self, cell: Hex, *, straight: bool = False) -> Reach:
        """Return where it can go once it has come to a hex, having paid for the way there.

        Args:
            cell: A hex that it can get to.
            straight: Whether it comes there by one step, though another way is as cheap or cheaper.

        Raises:
            KeyError: It cannot get there so.
        """
        before = self.origin.way or (() if self.here is None else (self.here,))
        paid = self.straight[cell] if straight else self.spent[cell]
        way = (*before, cell) if straight else self.path(cell)
        moving = evolve(self.mover, under_way=True)
        return _spread(moving, moving.allowance, Origin(way, paid))

    def ends_ruling(self) -> Ruling:
        """Return the hexes in which its move may end, by their numbers, and how many they are."""
        situation, unit = self.mover.situation, self.mover.unit
        labels = tuple(sorted(map(situation.board.label, self.ends)))
        said = f"{unit.name} may end its move in {count(len(labels), 'hex', 'hexes')}."
        return finding("Reach", labels, said, *situation.ruleset.cases("5.1", "5.1/1"))

    def path(self, cell: Hex) -> tuple[Hex, ...]:
        """Return the cheapest way to a hex, both ends included; empty when there is none.

        It passes the hexes that it is known to pass. A unit that comes onto the map has a way that
        begins in the hex it enters.
        """
        if cell not in self.spent:
            return ()
        way = [cell]
        while way[-1] in self.came_from:
            way.append(self.came_from[way[-1]])
        return (*self.origin.way[:-1], *reversed(way))

    @implements("FM8", "5.1", "5.1/1", "5.1/2")
    @implements("FM7", "5.1", "5.1/1", "5.1/2")
    def cost_ruling(self, cell: Hex) -> Ruling:
        """Return what the cheapest way to a hex costs, step by step, in points.

        Returns:
            A sum with a part for each step; the refusal of :meth:`why_not` where there is no way.
        """
        way = self.path(cell)
        if not way:
            return self.why_not(cell)
        board, rules = self.mover.situation.board, self.mover.situation.ruleset
        steps = list(self._steps(way))
        left = points_text(self.mover.allowance - self.spent[cell])
        whole = points_words(self.mover.allowance)
        said = f"{self.mover.unit.name} has {left} of {whole} left in {board.label(cell)}."
        cases = rules.cases("5.1", "5.1/2")
        return total("Movement cost", steps, said, *cases, unit="points")

    def _steps(self, way: tuple[Hex, ...]) -> Iterator[Ruling]:
        """Yield what each step of a way costs, labelled by the hex that it leads into."""
        moving = evolve(self.mover, under_way=False)
        first = [] if moving.start else [(None, way[0])]
        for here, there in [*first, *pairwise(way)]:
            cost = step_cost(moving, here, there)
            yield evolve(cost, label=_into(moving.situation.board.label(there)))
            moving = evolve(moving, under_way=True)

    @implements("FM8", "5.2/1", "5.2/3", "5.2/4", "5.3/2")
    @implements("FM7", "5.2/1", "5.2/2", "5.2/8", "5.3/2")
    def why_not(self, cell: Hex) -> Ruling:
        """Return whether the unit may end its move in a hex, and if not why.

        Returns:
            A finding when it may; else a refusal (or "not covered") with the cheapest way as parts,
            where there is one at any price.
        """
        situation, name = self.mover.situation, self.mover.unit.name
        rules = situation.ruleset
        if cell == self.mover.start and not self.mover.under_way:
            why = f"{name} stands there: it need not move, and not moving is no move."
            return refusal("Reach", why, rules.case("5.1"))
        if cell in self.spent:
            return self._ending(cell)
        barred = self._shut(cell)
        if barred is not None:
            return evolve(barred, label="Reach")
        return self._too_far(cell)

    def _ending(self, cell: Hex) -> Ruling:
        situation, label = self.mover.situation, self.mover.situation.board.label(cell)
        space = room(situation, self.mover.unit.id, cell)
        if not space.allowed:
            why = f"{label} may be passed through, but no move ends there: {space.sentence}"
            cases = situation.ruleset.cases("5.3/2", "5.3/3")
            return refusal("Reach", why, *cases, allowed=(space,))
        cost = self.cost_ruling(cell)
        return finding("Reach", True, cost.sentence, *cost.cases, parts=(cost, space))

    def _shut(self, cell: Hex) -> Ruling | None:
        """Return why the hex itself is closed from every side, if so."""
        around = [each for each in cell.neighbours() if each in self.mover.situation.board]
        found = [step_cost(self.mover, here, cell) for here in around]
        if not found or any(each.allowed for each in found):
            return None
        unknown = (each for each in found if each.status == "not covered")
        zones = [each for each in found if each.label == "Zone of control"]
        return None if zones else next(unknown, found[0])

    def _too_far(self, cell: Hex) -> Ruling:
        situation, unit = self.mover.situation, self.mover.unit
        rules, label = situation.ruleset, situation.board.label(cell)
        whole = points_text(self.mover.allowance)
        far = self.anywhere
        if cell in far.spent:
            cost = points_words(far.spent[cell])
            by = f" by way of {situation.board.label(way[-1])}" if (way := self.origin.way) else ""
            why = f"{label} is too far{by}: {cost}, and {unit.name} has {whole} a turn."
            parts = far._steps(far.path(cell))  # noqa: SLF001 - a Reach too
            return refusal("Reach", why, *rules.cases("5.2/1", "5.2/3"), allowed=parts)
        free = self.unhindered
        if cell in free.spent:
            cost = points_words(free.spent[cell])
            why = f"Enemy zones stop {unit.name} before {label}; without them: {cost}."
            return refusal("Reach", why, *rules.cases("5.2/8", "6.1"))
        shut = f"No way leads {unit.name} to {label}: enemies or closed ground lie all round"
        return refusal("Reach", f"{shut}.", *rules.cases("5.2/5", "5.2/6"))


def _into(label: str) -> str:
    return f"Into {label}"


@implements("FM8", "5.3/3")
@implements("FM7", "5.3/3")
@implements("GAZA", "16.2")
def room(situation: Situation, name: str, cell: Hex) -> Ruling:
    """Return whether a unit's move may end in a hex, beside the friends that stand there.

    Stacked units move one by one (Gaza 16.2), so the limit is asked for each.
    """
    names, ground = _stack(situation, name, cell)
    return situation.ruleset.stacking(situation, names, ground)


def _stack(situation: Situation, name: str, cell: Hex) -> tuple[tuple[str, ...], str]:
    """Return who would stand in a hex with a unit, and the ground, for a stacking rule."""
    friends = [p.unit for p in situation.at(cell, situation.unit(name).side) if p.unit != name]
    return (*friends, name), " ".join(situation.board.cell(cell).terrain)


def _fits(situation: Situation, name: str, cell: Hex) -> bool:
    """Return the yes or no of :func:`room`, remembered: it depends on names and ground alone."""
    names, ground = _stack(situation, name, cell)
    known = ways(situation.board, situation.ruleset).stacks
    key = (situation.ruleset.stacking, situation.roster, names, ground)
    if key not in known:
        known[key] = situation.ruleset.stacking(situation, names, ground).allowed
    return known[key]


def reach(situation: Situation, name: str) -> Reach:
    """Return where a unit on the map can go with its whole allowance, as things stand.

    Whether it may move at all now is not asked: see
    :func:`wargame.fire_and_movement.movement.may_move`.

    Args:
        situation: The position.
        name: The unit.

    Raises:
        RequestError: The unit does not exist or is not on the map.
    """
    moving = mover(situation, name)
    return _spread(moving, moving.allowance)


@implements("GAZA", "11.3/4", "11.3/5")
def arriving(situation: Situation, name: str, entries: Iterable[Hex], face: int = 0) -> Reach:
    """Return where a unit that comes onto the map can go.

    It pays what the first hex costs, hexside and road left aside, and may enter an enemy zone but
    no enemy hex (Gaza 11.3).

    Args:
        situation: The position.
        name: The unit, which is not on the map.
        entries: The hexes through which it may come.
        face: Which side of its counter shows.
    """
    moving = comer(situation, name, face)
    return _spread(moving, moving.allowance, Origin(entries=tuple(entries)))


@implements("FM8", "5.1/2", "5.2/3")
@implements("FM7", "5.1/2", "5.2/2")
def along(situation: Situation, name: str, path: tuple[Hex, ...]) -> Ruling:
    """Return whether a unit may move along a path, and what it costs, step by step, in points.

    Args:
        situation: The position.
        name: The unit.
        path: The hexes it enters, in order.

    Returns:
        A sum, or the refusal of the first step that the rules do not allow.
    """
    moving, rules = mover(situation, name), situation.ruleset
    steps, spent, here = list[Ruling](), 0, situation.piece(name).at
    for there in path:
        label = situation.board.label(there)
        if there not in here.neighbours():
            why = f"{label} is not adjacent to {situation.board.label(here)}."
            return refusal("Path", why, rules.case("5.1/2"), allowed=steps)
        if moving.halts(here):
            why = f"A leg unit stops in {situation.board.label(here)}, in an enemy zone."
            return refusal("Path", why, *halt_cases(moving), allowed=steps)
        step = evolve(step_cost(moving, here, there), label=_into(label))
        steps.append(step)
        if not step.allowed:
            return refusal("Path", step.sentence, *step.cases, allowed=steps)
        spent += step_price(moving, here, there)
        if spent > moving.allowance:
            whole, cost = points_text(moving.allowance), points_words(spent)
            why = f"As far as {label} it costs {cost}; {moving.unit.name} has {whole}."
            return refusal("Path", why, *rules.cases("5.2/1", "5.2/3"), allowed=steps)
        moving, here = evolve(moving, under_way=True), there
    space = room(situation, name, here)
    if not space.allowed:
        return refusal("Path", space.sentence, rules.case("5.3/3"), allowed=(*steps, space))
    said = f"{moving.unit.name} may move to {situation.board.label(here)}."
    return total("Path", steps, said, *rules.cases("5.1", "5.1/2"), unit="points")


def _spread(moving: Mover, limit: int, origin: Origin = SETS_OUT) -> Reach:
    return Reach(moving, *cheapest(moving, limit, origin), origin)

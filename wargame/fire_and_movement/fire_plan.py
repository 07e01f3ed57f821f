"""Placing the markers of a Gaza combat phase (18.1, 18.5): on which hex, and who observes."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.fire_and_movement.bombardment import DRAW, Bombardment, check_bombardment
from wargame.fire_and_movement.observation import AIR_RADIUS, in_sight

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.fire_and_movement.state import Situation

    Permitted = Callable[[Bombardment], bool]

DONE = "done"


@frozen
class FirePlan:
    """What one side has placed, still face down.

    Args:
        side: Whose.
        placed: Hexes with their markers, in the order placed.
        spotters: Ids of air units that observe instead of bombarding.
        watched: Hexes over which they observe.
    """

    side: str
    placed: tuple[tuple[Hex, tuple[str, ...]], ...] = ()
    spotters: tuple[str, ...] = ()
    watched: frozenset[Hex] = frozenset()

    def shot(self, cell: Hex, *more: str) -> Bombardment:
        """Return the bombardment of a hex, with *more* markers than are placed on it."""
        markers = (*dict(self.placed).get(cell, ()), *more)
        return Bombardment(self.side, cell, markers, self.watched)

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The bombarded hexes."""
        return tuple(cell for cell, _ in self.placed)

    def shots(self) -> tuple[Bombardment, ...]:
        """Return the bombardments."""
        return tuple(self.shot(cell) for cell in self.hexes)

    def with_marker(self, cell: Hex, marker: str) -> FirePlan:
        """Return the plan with one more marker on a hex."""
        known = dict(self.placed)
        known[cell] = (*known.get(cell, ()), marker)
        return evolve(self, placed=tuple(known.items()))

    def with_spotter(self, cell: Hex, marker: str) -> FirePlan:
        """Return the plan with an air unit observing over a hex."""
        return evolve(self, spotters=(*self.spotters, marker), watched=self.watched | {cell})

    def used(self, marker: str) -> int:
        """Return how often a marker, or the blind draw, is placed already."""
        return sum(names.count(marker) for _, names in self.placed) + self.spotters.count(marker)


@implements("GAZA", "18.1/2", "18.1/4")
def plan_fire(situation: Situation, side: str) -> Generator[Step, Any, FirePlan]:
    """Let a side place its markers, one by one, until it is done.

    The defender too, on any hex that he observes with units of the active side, within the limits
    of his own side; nothing of it is added to a combat (FM-Q27).

    Args:
        situation: The position.
        side: Who places.

    Returns:
        The plan; nothing is turned over or spent yet.
    """

    @cache  # one marker more changes little, so most of what was permitted before still is
    def permitted(shot: Bombardment) -> bool:
        return check_bombardment(situation, shot).allowed

    @cache
    def sight(watched: frozenset[Hex]) -> frozenset[Hex] | None:
        return in_sight(situation, side, watched)

    plan = FirePlan(side)
    enemies = tuple(dict.fromkeys(piece.at for piece in situation.of(situation.other(side))))
    while True:
        options = [Option(DONE, "place no more")]
        seen = sight(plan.watched)
        open_to = enemies if seen is None else tuple(cell for cell in enemies if cell in seen)
        hidden = [cell for cell in enemies if cell not in open_to]
        for marker in _placeable(situation, plan):
            options += _fire_options(situation, plan, marker, open_to, permitted)
            if marker != DRAW and situation.roster.marker(marker).kind == "air":
                options += _watch_options(situation, marker, hidden)
        if len(options) == 1:
            return plan
        purpose = f"{side}: place a marker"
        cases = ("GAZA 18.1/2", "GAZA 18.1/4")
        answer: Option = yield Choice(side, purpose, tuple(options), cases, position=situation)
        if answer.key == DONE:
            return plan
        action, marker, label = answer.key.split("@")
        cell = situation.board.hex(label)
        place = plan.with_marker if action == "fire" else plan.with_spotter
        plan = place(cell, marker)


def _placeable(situation: Situation, plan: FirePlan) -> tuple[str, ...]:
    """Return what may still be placed: open markers not yet used, and the blind draw."""
    opened = (m.id for m in situation.markers(plan.side, pool=False) if not plan.used(m.id))
    left = len(situation.markers(plan.side, pool=True)) - plan.used(DRAW)
    return (*opened, DRAW) if left > 0 else tuple(opened)


def _fire_options(
    situation: Situation,
    plan: FirePlan,
    marker: str,
    enemies: Iterable[Hex],
    permitted: Permitted,
) -> Iterator[Option]:
    """Yield every bombardment that one marker more would make, on observed hexes of the enemy."""
    board = situation.board
    name = "a marker, unseen" if marker == DRAW else situation.roster.marker(marker).name or marker
    for cell in enemies:
        if permitted(plan.shot(cell, marker)):
            key = f"fire@{marker}@{board.label(cell)}"
            yield Option(key, f"{name} on {board.describe(cell)}")


@implements("GAZA", "18.5/3")
def _watch_options(situation: Situation, marker: str, hidden: Iterable[Hex]) -> Iterator[Option]:
    """Yield the hexes over which an air unit would observe an enemy that nobody observes yet."""
    board = situation.board
    name = situation.roster.marker(marker).name or marker
    near = {spot for cell in hidden for spot in cell.disc(AIR_RADIUS) if spot in board}
    for spot in sorted(near, key=board.label):
        label = board.label(spot)
        yield Option(f"watch@{marker}@{label}", f"{name} observes over {label}")

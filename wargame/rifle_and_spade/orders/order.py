"""What an order is (11.1.8): its kind, objectives, routes of march and units in support."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.grid import Hex

OrderKind = Literal[
    "attack", "initial attack", "stalled attack",
    "defense", "cordon defense", "disorganized defense",
    "regroup", "general reserve", "march",
]  # fmt: skip
OrderGroup = Literal["attack", "defense", "regroup", "rear"]
"""The groups of 11.1.7, each with a base order."""

GROUPS: dict[OrderKind, OrderGroup] = {
    "attack": "attack",
    "initial attack": "attack",
    "stalled attack": "attack",
    "defense": "defense",
    "cordon defense": "defense",
    "disorganized defense": "defense",
    "regroup": "regroup",
    "general reserve": "rear",
    "march": "rear",
}
DEGRADES: dict[OrderKind, OrderKind | None] = {
    "attack": "stalled attack",
    "initial attack": "stalled attack",
    "stalled attack": "disorganized defense",
    "defense": "disorganized defense",
    "cordon defense": "disorganized defense",
    "disorganized defense": None,
    "regroup": "disorganized defense",
    "general reserve": "disorganized defense",
    "march": "disorganized defense",
}
"""What each order fails to (11.2.4); nothing degrades Disorganized Defense."""


APART = 3
"""A battalion objective of so many hexes is two, with one between them (11.4.6)."""


def _hexes(given: Iterable[Hex]) -> tuple[Hex, ...]:
    return tuple(given)


def called(kind: OrderKind) -> str:
    """Return an order by its kind as a sentence has it: ``an attack order``."""
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind} order"


@implements("RS", "11.4.1", "11.4.5", "11.4.6")
@frozen
class Goal:
    """The objective of one unit: a hex with a radius, or the two or three hexes of a battalion.

    Args:
        hexes: The hexes that are the objective itself.
        radius: How far around them it reaches.
    """

    hexes: tuple[Hex, ...] = field(converter=_hexes)
    radius: int = 0

    @property
    def primary(self) -> tuple[Hex, ...]:
        """The hexes to be in: of three the outer two, which the third keeps apart (11.4.6)."""
        return self.hexes if len(self.hexes) < APART else (self.hexes[0], self.hexes[-1])

    def reached(self, at: Hex) -> bool:
        """Return whether a unit in a hex is at its objective."""
        return any(at.distance(each) <= self.radius for each in self.primary)


@implements("RS", "11.1.8", "11.1.8/1", "11.1.8/2", "11.1.8/3", "11.1.8/4")
@frozen
class Order:
    """An order.

    Args:
        kind: One of the nine.
        since: The game turn it came into effect.
        line: The hexes of an objective line, in order (11.4.7); empty for point objectives.
        goals: The objective of each unit in line, as pairs in order of the units.
        routes: Routes of march that differ from the default, from where the unit stood to its
            objective, both included (11.4.9), as pairs.
        support: Units in support (11.5).
        committed: Units committed from support (11.5.12); their goals and routes stand above.
        deaf: Units isolated when the order was changed: they have not taken their part (11.6.3).
        scheduled: The game turn on which an attack becomes active; a defense until then (11.8.1).
        falls_back: Whether Disorganized Defense falls back instead of holding the line (11.13.4).
        rally_points: The rally point of each battalion on picket duty, as pairs (11.12.6).
        previous: The order it degraded from, where that still matters (stalled attack, pickets).
    """

    kind: OrderKind
    since: int
    line: tuple[Hex, ...] = field(default=(), converter=_hexes)
    goals: tuple[tuple[str, Goal], ...] = ()
    routes: tuple[tuple[str, tuple[Hex, ...]], ...] = ()
    support: frozenset[str] = frozenset()
    committed: frozenset[str] = frozenset()
    deaf: frozenset[str] = frozenset()
    scheduled: int | None = None
    falls_back: bool = False
    rally_points: tuple[tuple[str, Hex], ...] = ()
    previous: OrderKind | None = None

    @property
    def group(self) -> OrderGroup:
        """The group of 11.1.7; an attack that is only scheduled is a defense (11.8.1)."""
        return "defense" if self.scheduled is not None else GROUPS[self.kind]

    def goal(self, unit: str) -> Goal | None:
        """Return the objective of a unit, if it has one."""
        return next((goal for name, goal in self.goals if name == unit), None)

    def route(self, unit: str) -> tuple[Hex, ...] | None:
        """Return the written route of march of a unit, if it has one of its own."""
        return next((way for name, way in self.routes if name == unit), None)

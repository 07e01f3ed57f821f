"""Fieldworks (6): pits, trenches, wire and forts, and where a unit stands to them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

from wargame.core.grid import Hex, Hexside
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from collections.abc import Iterable

WorkKind = Literal[
    "rifle pit", "gun pit", "shallow trench", "fire trench", "fort", "barbed wire"
]  # fmt: skip
Bearing = Literal["front", "side", "rear"]
"""What a hexside of a work is to it (6.1.6)."""

WORK_KINDS: tuple[WorkKind, ...] = (
    "rifle pit", "gun pit", "shallow trench", "fire trench", "fort", "barbed wire"
)  # fmt: skip
FOR_INFANTRY = frozenset({"rifle pit", "shallow trench", "fire trench", "fort"})
FOR_GUNS = frozenset({"gun pit", "fort"})
TRENCHES = frozenset({"shallow trench", "fire trench", "fort"})
FIRE_TRENCHES = frozenset({"fire trench", "fort"})


def _directions(given: Iterable[int]) -> frozenset[int]:
    return frozenset(given)


@implements("RS", "6.0", "6.1.5", "6.2.1", "6.3.1", "6.4", "6.5", "6.6.1", "6.6.2")
@frozen
class Work:
    """A fieldwork in a hex.

    Args:
        id: Its name in files and on pieces that occupy it.
        kind: rifle pit, gun pit, shallow trench, fire trench, fort or barbed wire.
        at: The hex.
        owner: The side that built it.
        front: Directions 0..5 of its front (a gun pit's facing) hexsides.
        ends: Directions of a trench's end hexsides: its sides. Circular trenches have none.
        wire: Directions of the hexsides with barbed wire.
        circular: Whether a trench has front all round.
        close_quarters: Whether it was dug in Us/Them, and so connects to nothing (13.1.17).
        progress: Game turns of construction done; 0 for what is complete.
        building: What it is being made into; empty when nobody works on it.
        provenance: Where it is known from.
    """

    id: str
    kind: WorkKind
    at: Hex
    owner: str
    front: frozenset[int] = field(default=frozenset(), converter=_directions)
    ends: frozenset[int] = field(default=frozenset(), converter=_directions)
    wire: frozenset[int] = field(default=frozenset(), converter=_directions)
    circular: bool = False
    close_quarters: bool = False
    progress: int = 0
    building: str = ""
    provenance: Provenance = Provenance("reconstructed")

    @property
    def trench(self) -> bool:
        """Whether it is a trench, a fort's included."""
        return self.kind in TRENCHES

    @property
    def fire_trench(self) -> bool:
        """Whether it is a fire trench, a fort's included (6.6.2)."""
        return self.kind in FIRE_TRENCHES

    @property
    def all_round(self) -> bool:
        """Whether it has front on every side: circular trenches and forts (6.4, 6.6)."""
        return self.circular or self.kind == "fort"

    @implements("RS", "6.1.6", "6.4", "6.6.2")
    def bearing(self, direction: int) -> Bearing | None:
        """Return what the hexside in a direction is to the work; None where it has no facing."""
        if self.kind in {"rifle pit", "barbed wire"}:
            return None
        if self.kind == "fort" or (self.trench and self.circular) or direction in self.front:
            return "front"
        return "side" if direction in self.ends else "rear"

    @cached_property
    def wired(self) -> frozenset[Hexside]:
        """The hexsides with barbed wire."""
        return frozenset(Hexside.of(self.at, each) for each in self.wire)


@implements("RS", "6.4.1", "6.4.8", "13.1.17")
def connected(one: Work, other: Work) -> bool:
    """Return whether two trenches in adjacent hexes join by their ends."""
    if not (one.trench and other.trench) or one.at.distance(other.at) != 1:
        return False
    if one.all_round or other.all_round or one.close_quarters or other.close_quarters:
        return False
    toward, back = one.at.direction_to(other.at), other.at.direction_to(one.at)
    return toward in one.ends and back in other.ends

"""One fire (17.1): who fires at which hex, and who stands there as its target."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Literal

from attrs import evolve, frozen

from wargame.core.grid import Hex, Hexside
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.fire_mods import fire_mods
from wargame.rifle_and_spade.recall import Recall
from wargame.rifle_and_spade.ruleset import ObservationRanges, observation_ranges
from wargame.rifle_and_spade.sight import Look, verdict
from wargame.rifle_and_spade.works import connected

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.rifle_and_spade.fire_mods import FireKind, Limits
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.ruleset import Light
    from wargame.rifle_and_spade.sight import Verdict
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.triggers import Deed, Trigger
    from wargame.rifle_and_spade.units import Unit

FireOccasion = Literal["commanded", "opportunity", "counter"]
STANDING: frozenset[Deed] = frozenset({"unhides", "fires", "engineering"})
"""Deeds that trigger but are no movement: nobody is a moving target for them."""
SEEN: frozenset[Verdict | None] = frozenset({"Open", "Partial"})
"""The lines of sight along which one may fire."""


@implements("RS", "17.1")
@frozen
class Shot:
    """One fire at one hex.

    Args:
        situation: The position at that moment; units that move are already in the hex they entered.
        firers: The units that fire, by id.
        target: The hex fired at.
        occasion: commanded, opportunity or counter-fire.
        trigger: What invited it, unless it was commanded.
    """

    situation: Situation
    firers: tuple[str, ...]
    target: Hex
    occasion: FireOccasion = "commanded"
    trigger: Trigger | None = None

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces that fire."""
        return tuple(map(self.situation.piece, self.firers))

    @cached_property
    def side(self) -> str:
        """The side that fires."""
        return self.situation.unit(self.firers[0]).side

    @cached_property
    def movers(self) -> frozenset[str]:
        """The units whose act invited the fire."""
        return frozenset(self.trigger.units) if self.trigger else frozenset()

    @cached_property
    def moving(self) -> frozenset[str]:
        """Those of them that move: they are the most exposed (17.2.6), and easier to hit."""
        trigger = self.trigger
        return frozenset() if trigger is None or trigger.deed in STANDING else self.movers

    @cached_property
    def targets(self) -> tuple[Piece, ...]:
        """The enemy stack in the hex, as :func:`targets_at` has it."""
        return targets_at(self.situation, self.side, self.target, self.trigger)

    def distance(self, piece: Piece) -> int:
        """Return the range from a piece to the target, in hexes (1.4.1)."""
        return piece.at.distance(self.target)

    def crossing(self) -> Hexside | None:
        """Return the ridge hexside that those fired at are just crossing."""
        return crossing_into(self.target, self.trigger)


@implements("RS", "5.2.13/8")
def crossing_into(target: Hex, trigger: Trigger | None) -> Hexside | None:
    """Return the ridge hexside that those who are fired at in a hex are just crossing."""
    return trigger.crossing if trigger is not None and trigger.at == target else None


@implements("RS", "17.1", "17.2.8", "17.4.5")
def targets_at(
    situation: Situation, side: str, target: Hex, trigger: Trigger | None = None
) -> tuple[Piece, ...]:
    """Return the enemies of a side that a fire at a hex is directed at: the whole stack (17.1).

    A stack fired at in the hex it has just left, or by guns in one before, is shown there still. A
    wave that enters an assault
    is fired at by itself: those who came before are under the marker already (17.8.3). Headquarters
    are not touched by fire, so they are no targets.
    """
    units = situation.roster.units
    there = tuple(
        piece
        for piece in situation.at(target, situation.other(side))
        if units[piece.unit].arm != "headquarters"
    )
    if trigger is None:
        return there
    if trigger.left_behind(target):
        gone = (situation.piece(name) for name in trigger.units if situation.on_map(name))
        shown = (_as_it_left(situation, p, trigger, target) for p in gone if p.at == trigger.at)
        return (*there, *shown)
    if trigger.wave:
        return tuple(piece for piece in there if piece.unit in trigger.units)
    return there


@implements("RS", "6.4.3", "7.4", "17.4.7")
def _as_it_left(situation: Situation, piece: Piece, trigger: Trigger, cell: Hex) -> Piece:
    """Return a piece in a hex that it has left: on top of any work there, in the open.

    Along connected trenches it was inside the one there too; behind a ridge it hid there too.
    """
    work, now = "", situation.work_of(piece)
    if trigger.covered and now is not None:
        joined = (each for each in situation.works_at(cell) if connected(each, now))
        work = next((each.id for each in joined), "")
    behind = piece.hiding if piece.hiding == "ridge" else ""
    return evolve(piece, at=cell, work=work, hiding=behind)


@implements("RS", "17.1.4", "17.1.5", "17.1.6")
def reach(situation: Situation, piece: Piece) -> int:
    """Return the greatest range of a piece, in hexes; -1 for headquarters, which do not fire."""
    return reaches(situation)[piece.unit]


def reaches(situation: Situation) -> Mapping[str, int]:
    """Return the greatest range of every unit there is, on the map or not."""
    roster, shelf = situation.roster, situation.shelf

    def measured() -> dict[str, int]:
        limits = fire_mods(shelf).limits
        return {name: _reach(unit, limits) for name, unit in roster.units.items()}

    return _REACHES.of((roster, shelf), measured)


_REACHES: Recall[dict[str, int]] = Recall()


def _reach(unit: Unit, limits: Limits) -> int:
    if unit.gun is not None:
        return unit.gun.reach
    if unit.arm == "headquarters":
        return -1
    return limits.machine_gun_range if unit.machine_guns else limits.rifle_range


@implements("RS", "17.7.7")
def small_arms_reach(situation: Situation, cell: Hex, side: str) -> bool:
    """Return whether a hex is within range of rifles or machine guns of a side.

    Range alone counts, whoever sees it (our reading).
    """
    limits = fire_mods(situation.shelf).limits
    furthest = max(limits.rifle_range, limits.machine_gun_range)
    near = (at for at in situation.occupied[side] if at.distance(cell) <= furthest)
    return any(
        situation.unit(piece).infantry and at.distance(cell) <= reach(situation, piece)
        for at in near
        for piece in situation.at(at, side)
    )


@implements("RS", "17.1.1", "17.7.2")
def fire_kind(unit: Unit) -> FireKind:
    """Return the kind of a unit's fire: infantry, low-angle or high-angle artillery."""
    return "high" if unit.gun and unit.gun.angle == "high" else "low" if unit.gun else "infantry"


def seen(
    situation: Situation,
    spotter: Hex,
    target: Hex,
    crossing: Hexside | None = None,
    *,
    any_range: bool = False,
) -> Verdict | None:
    """Return the line of sight between two hexes in this light; None where it leaves the map.

    Args:
        situation: The position.
        spotter: Where one looks from.
        target: What one looks at.
        crossing: A ridge hexside that the target is just crossing.
        any_range: Whether to leave observation range out of account (17.7.6).
    """
    light: Light = "day" if target in situation.lit else situation.light
    ranges = _UNLIMITED if any_range else observation_ranges(situation.shelf)
    return _seen(situation.ground, ranges, spotter, target, light, crossing)


_UNLIMITED = ObservationRanges(999, 999, 999, Provenance("printed", "RS 17.7.6"))
"""Observation ranges that never stop a line."""


@lru_cache(maxsize=1 << 14)
def _seen(  # noqa: PLR0913 - the facts a line of sight rests on
    ground: Field,
    ranges: ObservationRanges,
    spotter: Hex,
    target: Hex,
    light: Light,
    crossing: Hexside | None,
) -> Verdict | None:
    return verdict(Look(ground, spotter, target, ranges, light, crossing=crossing))

"""The modifiers of a fire that no pair decides (17.2/2a-c): density, artillery, target activity."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.rulebook import implements
from wargame.rifle_and_spade.fire_drm import Drm, modifier_drm
from wargame.rifle_and_spade.fire_mods import fire_mods
from wargame.rifle_and_spade.rounding import points_text
from wargame.rifle_and_spade.shot import fire_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wargame.rifle_and_spade.fire_mods import FireKind, FireMods
    from wargame.rifle_and_spade.shot import Shot
    from wargame.rifle_and_spade.state import Piece
    from wargame.rifle_and_spade.units import Steps


@implements("RS", "17.2/2a", "3.7.11")
def density(shot: Shot) -> Drm:
    """Return the density modifier, counting all enemy target steps; those in boats twice (17.2.4).

    The artillery column is read when any artillery fires (the text does not say which).
    """
    mods = fire_mods(shot.situation.shelf)
    boats = shot.movers if shot.trigger and shot.trigger.deed == "lands" else frozenset()
    counted = (piece.steps * (2 if piece.unit in boats else 1) for piece in shot.targets)
    steps: Steps = sum(counted, start=0)
    row = mods.density_row(steps)
    guns = any(shot.situation.unit(piece).artillery for piece in shot.pieces)
    value = row.artillery if guns else row.infantry
    return Drm("Target density", value, f"{points_text(steps)} target steps count.", "RS 17.2.2",
               mods.origin(row.printed))  # fmt: skip


@frozen
class Activity:
    """What one target unit does, with the modifiers for it (17.2/2c)."""

    target: str
    drms: tuple[Drm, ...]

    @property
    def value(self) -> int:
        """The sum."""
        return sum(each.value for each in self.drms)


@implements("RS", "17.2/2c", "17.4.11", "12.2", "19.1.8")
def activities(shot: Shot) -> tuple[Activity, ...]:
    """Return what each target unit that moves or performs a long action adds.

    Movement counts for infantry opportunity fire alone; with artillery among the firers it still
    counts if any infantry fires (RS-Q64). Points on hexsides count for the hex left and the hex
    entered, points inside a hex for that hex.
    """
    situation, mods = shot.situation, fire_mods(shot.situation.shelf)
    kinds = {fire_kind(situation.unit(piece)) for piece in shot.pieces}
    found = []
    for target in shot.targets:
        drms = tuple(_activity(shot, mods, target, kinds))
        if drms:
            found.append(Activity(target.unit, drms))
    return tuple(found)


def _activity(shot: Shot, mods: FireMods, target: Piece, kinds: set[FireKind]) -> Iterator[Drm]:
    trigger = shot.trigger
    long = bool(target.task) or (
        trigger is not None and trigger.long and target.unit in shot.movers
    )
    if long:
        values = [v for kind in kinds if (v := mods.modifiers["long action"].drm(kind)) is not None]
        if values:
            yield modifier_drm(
                mods, "long action", min(values), f"{target.unit} performs a long action."
            )
        return
    if trigger is None or target.unit not in shot.moving or "infantry" not in kinds:
        return
    moving, point = (mods.modifiers[name].drm("infantry") for name in ("moving", "moving point"))
    if moving is not None:
        yield modifier_drm(mods, "moving", moving, f"{target.unit} moves.")
    at_left = shot.target == trigger.left
    spent = trigger.hexside_points + (trigger.left_points if at_left else trigger.inside_points)
    if point is not None and spent:
        value = int(point * spent)
        yield modifier_drm(mods, "moving point", value, f"{spent} points on hexsides and works.")


@frozen
class GunDrm:
    """The artillery modifiers of one firing gun (17.7.1)."""

    firer: str
    drms: tuple[Drm, ...]

    @property
    def value(self) -> int:
        """The sum."""
        return sum(each.value for each in self.drms)


@implements("RS", "17.2/2b", "17.7.6", "17.7.8")
def gun_drms(shot: Shot, spotters: Mapping[str, str]) -> tuple[GunDrm, ...]:
    """Return the artillery modifiers of each firing gun.

    Fire at range zero is no shoot and is not counted for later (17.7.8), but suffers from earlier
    shoots as any fire does.

    Args:
        shot: The fire.
        spotters: The observer of each gun that does not see for itself.
    """
    situation, mods = shot.situation, fire_mods(shot.situation.shelf)
    table, found = mods.artillery, []
    for piece in shot.pieces:
        if not situation.unit(piece).artillery:
            continue
        band = mods.range_band(shot.distance(piece))
        drms = [Drm("Range", band.drm, f"Range {shot.distance(piece)}.", "RS 17.7.1",
                    mods.provenance)]  # fmt: skip
        if spotters.get(piece.unit):
            why = f"{spotters[piece.unit]} observes for it."
            drms.append(Drm("Observed fire", table.observed, why, "RS 17.7.6", mods.provenance))
        if piece.shots:
            why = f"It has fired {piece.shots} times this turn."
            value = table.earlier_shoot * piece.shots
            drms.append(Drm("Earlier shoots", value, why, "RS 17.7.8", mods.provenance))
        found.append(GunDrm(piece.unit, tuple(drms)))
    return tuple(found)

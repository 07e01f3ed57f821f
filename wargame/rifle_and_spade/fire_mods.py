"""The Fire Mods Table (17.2.1) with density (17.2.2) and artillery (17.7.1), as data."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from attrs import Factory, frozen

from wargame.core.data import read_toml, structure
from wargame.core.errors import DataError, RequestError, one_of, shown
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.core.charts import ChartShelf
    from wargame.rifle_and_spade.units import Steps

FireKind = Literal["infantry", "low", "high"]
"""Rifles and machine guns; guns; howitzers and mortars (17.1.1)."""
TargetKind = Literal["infantry", "artillery"]

PROHIBITED = "P"
BASE = (
    "plunging",
    "crossfire",
    "no mans land",
    "enfilade",
    "partial",
    "column",
    "limbered",
    "wave",
)
ACTIVITY = ("moving", "moving point", "long action")
MULTIPLIERS = ("range zero", "shrapnel at range zero", "confused")


@frozen
class Cover:
    """What a target's place is worth against each kind of fire.

    Args:
        place: open, scrub, town or a kind of fieldwork.
        target: infantry or artillery.
        infantry: The modifier for infantry fire, or P where such fire is prohibited.
        low: For low-angle artillery.
        high: For high-angle artillery.
        assault: Whether it counts in assault.
        hiding: Whether the row is for units that hide there.
        plunging: What plunging infantry fire meets instead of a P.
        printed: The figures that the text prints, with the case.
    """

    place: str
    target: TargetKind
    infantry: Any
    low: Any
    high: Any
    assault: bool
    hiding: bool = False
    plunging: int | None = None
    printed: dict[str, str] = Factory(dict)

    def __attrs_post_init__(self) -> None:
        """Check that every figure is a whole number or P."""
        for kind in ("infantry", "low", "high"):
            value = getattr(self, kind)
            if value != PROHIBITED and type(value) is not int:
                where = f"cover, {self.place}, {kind}"
                raise RequestError(where, shown(value), "a whole number or 'P'")

    def drm(self, kind: FireKind, *, plunging: bool = False) -> int | None:
        """Return the modifier for a kind of fire; None where it is prohibited."""
        value: int | str = getattr(self, kind)
        if value == PROHIBITED:
            return self.plunging if plunging else None
        assert isinstance(value, int)  # noqa: S101 - checked when the row was made
        return value


@frozen
class Modifier:
    """A modifier of one condition for each kind of fire; None where it does not apply to it.

    *assault* says whether it counts in assault too (18.4/3).
    """

    id: str
    label: str
    case: str
    infantry: int | None = None
    low: int | None = None
    high: int | None = None
    printed: str = ""
    assault: bool = False

    def drm(self, kind: FireKind) -> int | None:
        """Return the modifier for a kind of fire; None where it does not apply to it."""
        value: int | None = getattr(self, kind)
        return value


@frozen
class Multiplier:
    """A multiplier of fire strength."""

    id: str
    label: str
    by: Fraction
    case: str


@frozen
class Limits:
    """Fixed figures of 17.1 and 17.2.5."""

    rifle_steps: int
    machine_gun_points: int
    rifle_range: int
    machine_gun_range: int
    near_miss: Fraction


@frozen
class Density:
    """A row of the density table: up to so many target steps."""

    steps: int
    infantry: int
    artillery: int
    printed: str = ""


@frozen
class RangeBand:
    """A row of the artillery table: up to so many hexes."""

    hexes: int
    drm: int


@frozen
class ArtilleryDrms:
    """The artillery table (17.7.1)."""

    observed: int
    earlier_shoot: int
    range: list[RangeBand]


@frozen
class _File:
    provenance: Provenance
    places: dict[str, str]
    cover: list[Cover]
    modifier: list[Modifier]
    multiplier: list[Multiplier]
    limits: Limits
    density: list[Density]
    artillery: ArtilleryDrms


@implements("RS", "1.4.2", "17.1.8", "17.2.1", "17.2.2", "17.7.1")
@frozen(eq=False)
class FireMods:
    """The tables.

    Args:
        provenance: Where they come from.
        places: From a kind of terrain to the place that cover rows name.
        cover: Cover rows by place, target and whether it hides.
        modifiers: The other modifiers by their names.
        multipliers: The multipliers of strength by their names.
        limits: Fixed figures.
        density: Rows by rising steps.
        artillery: The artillery table.
    """

    provenance: Provenance
    places: Mapping[str, str]
    cover: Mapping[tuple[str, TargetKind, bool], Cover]
    modifiers: Mapping[str, Modifier]
    multipliers: Mapping[str, Multiplier]
    limits: Limits
    density: tuple[Density, ...]
    artillery: ArtilleryDrms

    def row(self, place: str, target: TargetKind, *, hiding: bool) -> Cover:
        """Return the cover row of a place.

        Raises:
            RequestError: The chart has none; the owner's own chart must name it.
        """
        found = self.cover.get((place, target, hiding))
        if found is None:
            posture = "hiding " if hiding else ""
            known = [" ".join(map(str, key[:2])) for key in self.cover]
            raise RequestError(
                "fire_mods, cover", f"{posture}{target} in {place}", one_of(known, place)
            )
        return found

    def density_row(self, steps: Steps) -> Density:
        """Return the density row for a number of target steps."""
        return next((row for row in self.density if steps <= row.steps), self.density[-1])

    def range_band(self, hexes: int) -> RangeBand:
        """Return the artillery row for a range in hexes."""
        bands = self.artillery.range
        return next((band for band in bands if hexes <= band.hexes), bands[-1])

    def origin(self, printed: str) -> Provenance:
        """Return the provenance of a figure that the text prints in a case, or of the rest."""
        return Provenance("printed", printed) if printed else self.provenance


@lru_cache(maxsize=8)
def fire_mods(shelf: ChartShelf) -> FireMods:
    """Return the tables from the owner's charts or the project's.

    Raises:
        DataError: The file does not hold them.
    """
    path: Path = shelf.path("rifle_and_spade/fire_mods")
    file = structure(read_toml(path), _File, path.name)
    _all_there(path.name, "modifier", [each.id for each in file.modifier], BASE + ACTIVITY)
    _all_there(path.name, "multiplier", [each.id for each in file.multiplier], MULTIPLIERS)
    for name, rows in (
        ("density", [row.steps for row in file.density]),
        ("artillery.range", [band.hexes for band in file.artillery.range]),
    ):
        if not rows or rows != sorted(set(rows)):
            raise DataError(f"{path.name}, {name}", shown(rows), "rows that rise")
    return FireMods(
        file.provenance,
        file.places,
        {(row.place, row.target, row.hiding): row for row in file.cover},
        {each.id: each for each in file.modifier},
        {each.id: each for each in file.multiplier},
        file.limits,
        tuple(file.density),
        file.artillery,
    )


def _all_there(name: str, key: str, found: list[str], wanted: tuple[str, ...]) -> None:
    missing = [each for each in wanted if each not in found]
    if missing or len(set(found)) != len(found):
        raise DataError(f"{name}, {key}", ", ".join(found), f"each of {', '.join(wanted)} once")

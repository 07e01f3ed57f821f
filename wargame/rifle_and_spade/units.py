"""The counters (3.1): what is printed on a unit, and the whole set of them."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from wargame.core.errors import RequestError, one_of
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from collections.abc import Mapping

Arm = Literal["rifle", "machine gun", "artillery", "cavalry", "headquarters"]
Size = Literal[
    "battalion",
    "half-battalion",
    "company",
    "picket",
    "squadron",
    "platoon",
    "battery",
    "section",
    "subsection",
    "brigade",
    "division",
    "ship",
]
Angle = Literal["", "low", "high"]
Ammunition = Literal["", "shrapnel", "HE"]
Steps = int | Fraction
"""Steps and fire points are whole, or quarters for pickets; never floating."""

ARTILLERY_MORALE = 80
PICKET = Fraction(1, 4)


@implements("RS", "3.1.7", "3.1.7/1", "3.1.7/2", "3.1.7/4", "3.1.7/6", "3.1.7/7", "3.1.9")
@frozen
class Gun:
    """What an artillery counter prints besides its steps.

    Args:
        weapon: The type ("18 pdr").
        angle: low for guns, high for howitzers and mortars.
        ammunition: shrapnel (a grey box) or HE (a yellow one).
        points: Fire points at full strength.
        reach: Range in hexes.
        mountain: Whether mules carry it; otherwise it goes on wheels.
        fixed: Whether it stands in a permanent mount (14.3.9).
        teams: Whether it has horses or mules; without them it lacks transport (14.3.10).
        coastal: Whether it is coastal defence artillery (101.4.3).
    """

    weapon: str
    angle: Angle
    ammunition: Ammunition
    points: Steps
    reach: int
    mountain: bool = False
    fixed: bool = False
    teams: bool = True
    coastal: bool = False


@implements("RS", "3.1.4", "3.1.5", "3.1.5/1", "3.1.5/2", "3.1.5/3", "3.1.6", "3.1.8")
@frozen
class Unit:
    """A counter.

    Args:
        id: Its name in files and on the counter ("L 2/Hants").
        name: What a person reads.
        side: Whose it is.
        arm: rifle, machine gun, artillery, cavalry or headquarters.
        size: How large a body it is.
        brigiment: The brigade or regiment it belongs to; empty for independent units.
        battalion: Its battalion, which decides with whom it may be reorganized.
        steps: Steps at full strength; machine guns and headquarters have none.
        rifles: Rifle fire points at full strength.
        machine_guns: Machine-gun fire points.
        morale: Percentile rating; higher is better.
        gun: What artillery has besides.
        provenance: Where its figures come from.
    """

    id: str
    name: str
    side: str
    arm: Arm
    size: Size
    brigiment: str = ""
    battalion: str = ""
    steps: Steps = 0
    rifles: Steps = 0
    machine_guns: Steps = 0
    morale: int = ARTILLERY_MORALE
    gun: Gun | None = None
    provenance: Provenance = Provenance("reconstructed")

    @property
    def infantry(self) -> bool:
        """Whether it is rifles, machine guns or cavalry (3.1.5)."""
        return self.arm in {"rifle", "machine gun", "cavalry"}

    @property
    def rifle(self) -> bool:
        """Whether it counts and fights as rifles: rifle infantry, and cavalry (3.1.4)."""
        return self.arm in {"rifle", "cavalry"}

    @property
    def artillery(self) -> bool:
        """Whether it is artillery."""
        return self.gun is not None

    @property
    def wheeled(self) -> bool:
        """Whether it pays wheeled movement costs (14.1.6): artillery other than mountain guns."""
        return self.gun is not None and not self.gun.mountain


@frozen(eq=False)
class Roster:
    """Every unit there is, on the map or not.

    Args:
        units: The units by id.
    """

    units: Mapping[str, Unit]

    def __getitem__(self, name: str) -> Unit:
        """Return the unit called *name*.

        Raises:
            RequestError: There is none; near names are given.
        """
        try:
            return self.units[name]
        except KeyError:
            raise RequestError("unit", repr(name), one_of(self.units, name)) from None

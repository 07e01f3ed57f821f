"""What a game of the series may replace, and the readings where the print is in doubt."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from wargame.core.charts import ChartShelf
from wargame.core.data import read_toml, structure
from wargame.core.provenance import Provenance

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from wargame.rifle_and_spade.ground import GroundClass

Light = Literal["day", "twilight", "night"]
LIGHTS: tuple[Light, ...] = ("day", "twilight", "night")


@frozen(eq=False)
class Ruleset:
    """The rules in force.

    Args:
        id: Its name in files.
        title: What a person reads.
        ground: From a kind of terrain to what it is to the rules.
        slope_hides_its_own_level: How 5.2.13/6 is read (RS-Q13): with True a checked hex undoes the
            case only when it is *higher* than the lower side of the contour. The print says "the
            same or higher", under which the case could never apply.
        crossing_before_range: How 5.2.13/8 is read (RS-Q16): with True a target that crosses a
            ridge is Partial even to an adjacent firer, as the printed example has it.
    """

    id: str
    title: str
    ground: Mapping[str, GroundClass]
    slope_hides_its_own_level: bool = True
    crossing_before_range: bool = True


@frozen
class ObservationRanges:
    """How far one observes by each light (5.2.1), in hexes."""

    day: int
    twilight: int
    night: int
    provenance: Provenance

    def within(self, light: Light) -> int:
        """Return the range by a light."""
        return {"day": self.day, "twilight": self.twilight, "night": self.night}[light]


@lru_cache(maxsize=8)
def observation_ranges(shelf: ChartShelf) -> ObservationRanges:
    """Return the observation ranges from the owner's charts or the project's."""
    path: Path = shelf.path("rifle_and_spade/observation")
    return structure(read_toml(path), ObservationRanges, path.name)

"""The field of view of a hex: its line of sight to every hex of the map."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from wargame.rifle_and_spade.sight import checked_light, judged
from wargame.rifle_and_spade.sight_path import course, outlook, trace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.ruleset import Light, ObservationRanges
    from wargame.rifle_and_spade.sight import Verdict


def field_of_view(
    field: Field, spotter: Hex, ranges: ObservationRanges, light: Light = "day"
) -> Mapping[Hex, Verdict | None]:
    """Return what a hex sees of every hex of the map.

    The same cases decide as in :func:`~wargame.rifle_and_spade.sight.sight`. What was asked lately
    is remembered.

    Args:
        field: The ground.
        spotter: Where one looks from.
        ranges: How far one observes.
        light: day, twilight or night.

    Returns:
        Open, Partial or Blocked for each hex; None where the line leaves the map on its way.

    Raises:
        RequestError: The spotter is off the map, or the light is none of the three.
    """
    field.board.cell(spotter)
    return _view(field, spotter, ranges.within(checked_light(light)))


@lru_cache(maxsize=64)
def _view(field: Field, spotter: Hex, reach: int) -> Mapping[Hex, Verdict | None]:
    ground, own_level = outlook(field, spotter), field.ruleset.slope_hides_its_own_level
    width = ground.relief.width
    q, r = spotter
    # what lies out of range is Blocked by the first case: no line need be walked for that
    seen: dict[Hex, Verdict | None] = dict.fromkeys(field.board.cells, "Blocked")
    for cell in seen:
        if spotter.distance(cell) <= reach:
            line = course(width, cell.q - q, cell.r - r)
            seen[cell] = judged(trace(ground, line, reach, own_level=own_level))
    return MappingProxyType(seen)

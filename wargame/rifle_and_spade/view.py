"""The field of view of a hex: its line of sight to every hex of the map."""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from wargame.core.sightline import TURNS, folded
from wargame.rifle_and_spade.sight import checked_light, judged
from wargame.rifle_and_spade.sight_path import course, outlook, trace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.ruleset import Light, ObservationRanges
    from wargame.rifle_and_spade.sight import Verdict


def field_of_view(
    field: Field,
    spotter: Hex,
    ranges: ObservationRanges,
    light: Light = "day",
    lit: frozenset[Hex] = frozenset(),
) -> Mapping[Hex, Verdict | None]:
    """Return what a hex sees of every hex of the map.

    The same cases decide as in :func:`~wargame.rifle_and_spade.sight.sight`. What was asked lately
    is remembered.

    Args:
        field: The ground.
        spotter: Where one looks from.
        ranges: How far one observes.
        light: day, twilight or night.
        lit: Hexes lit by a searchlight, which are seen as by day (5.2.3).

    Returns:
        Open, Partial or Blocked for each hex; None where the line leaves the map on its way.

    Raises:
        RequestError: The spotter is off the map, or the light is none of the three.
    """
    field.board.cell(spotter)
    reach, by_day = ranges.within(checked_light(light)), ranges.within("day")
    return _view(field, spotter, reach, lit if by_day != reach else frozenset(), by_day)


@lru_cache(maxsize=64)
def _view(
    field: Field, spotter: Hex, reach: int, lit: frozenset[Hex], lit_reach: int
) -> Mapping[Hex, Verdict | None]:
    own_level = field.ruleset.slope_hides_its_own_level
    views = {turn: outlook(field, spotter, turn) for turn in TURNS}
    # what lies out of range is Blocked by the first case: no line need be walked for that
    seen: dict[Hex, Verdict | None] = dict.fromkeys(field.board.cells, "Blocked")
    width, (q, r) = field.relief.width, spotter
    for cell in seen:
        turn, ahead, aside = folded(cell[0] - q, cell[1] - r)
        far = lit_reach if cell in lit else reach
        if ahead + aside <= far:
            line = course(width, ahead, aside)
            seen[cell] = judged(trace(views[turn], line, far, own_level=own_level))
    return MappingProxyType(seen)

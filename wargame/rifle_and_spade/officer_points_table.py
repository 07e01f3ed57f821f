"""Officer points by class of staff (10.1.1, 10.1.2), where a brigiment's own are not at hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property, lru_cache
from math import floor
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.data import read_toml, structure
from wargame.core.errors import DataError, RequestError, shown
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.formations import GainLoss, Quality
from wargame.rifle_and_spade.lines import within

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.core.charts import ChartShelf

CLASSES = (1, 2, 3, 4, 5)
KINDS = 3
MOST_GAIN = 9
MOST_EACH = 9


@frozen
class ClassLine:
    """The usual figures of a class of staff.

    Args:
        quality: The class, 1 to 5.
        battalion: Points of maximum for each battalion.
        day: Gained each turn by day under attack, defense and regroup orders.
        night: The same at night.
    """

    quality: Quality
    battalion: Fraction
    day: tuple[int, ...]
    night: tuple[int, ...]


@frozen(eq=False)
class OfficerPointsChart:
    """The usual figures, by class.

    Args:
        classes: One line a class.
        provenance: Where the figures come from.
    """

    classes: tuple[ClassLine, ...]
    provenance: Provenance

    @cached_property
    def _by_class(self) -> dict[int, ClassLine]:
        return {line.quality: line for line in self.classes}

    def line(self, quality: int) -> ClassLine:
        """Return the figures of a class.

        Raises:
            RequestError: There is no such class.
        """
        try:
            return self._by_class[quality]
        except KeyError:
            raise RequestError("class of staff", shown(quality), "1 (best) to 5") from None


@lru_cache(maxsize=8)
def officer_points_chart(shelf: ChartShelf) -> OfficerPointsChart:
    """Return the figures by class, the owner's or the project's.

    Raises:
        DataError: A class is missing, or a figure is out of all bounds.
    """
    path: Path = shelf.path("rifle_and_spade/officer_points")
    chart = structure(read_toml(path), OfficerPointsChart, path.name)
    found = tuple(line.quality for line in chart.classes)
    if found != CLASSES:
        written = ", ".join(map(str, found)) or "none"
        raise DataError(f"{path.name}, classes", written, "the classes 1 to 5, once each, in order")
    for line in chart.classes:
        where = f"{path.name}, class {line.quality}"
        if not 0 <= line.battalion <= MOST_EACH:
            raise DataError(f"{where}, battalion", str(line.battalion), f"0 to {MOST_EACH}")
        for name, figures in (("day", line.day), ("night", line.night)):
            if len(figures) != KINDS:
                allowed = "three: under attack, defense and regroup orders"
                raise DataError(f"{where}, {name}", f"{len(figures)} figures", allowed)
            for points in figures:
                within(where, name, points, -MOST_GAIN, MOST_GAIN)
    return chart


@implements("RS", "10.1.2")
def usual_gains(shelf: ChartShelf, quality: int) -> GainLoss:
    """Return the gains and losses that a brigiment of a class usually has (10.1.2)."""
    line = officer_points_chart(shelf).line(quality)
    attack, defense, regroup = line.day
    by_night = line.night
    return GainLoss((attack, defense, regroup), (by_night[0], by_night[1], by_night[2]))


@implements("RS", "10.1.1")
def usual_maximum(shelf: ChartShelf, quality: int, battalions: int) -> int:
    """Return the maximum of officer points of a brigiment by class and battalions (10.1.1).

    Also the row of an emergency flying column (9.5.5).
    """
    return floor(officer_points_chart(shelf).line(quality).battalion * battalions)

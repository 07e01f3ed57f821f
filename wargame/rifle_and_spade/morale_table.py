"""The charts of morale (16.2.1-16.2.3): events and effects, modifiers, rout."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from wargame.core.data import read_toml, structure
from wargame.core.errors import RequestError, one_of, shown
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.lines import within
from wargame.rifle_and_spade.units import Arm, Size

if TYPE_CHECKING:
    from pathlib import Path

    from wargame.core.charts import ChartShelf
    from wargame.rifle_and_spade.units import Unit

Cause = Literal["fire", "assault", "move to assault"]
"""What a morale check is made for; fire covers a lost step and a near miss."""
Effect = Literal["rout", "step to rout", "confused", "retreat", "stays"]
Condition = Literal["confused", "night", "isolated", "out of supply"]

HUNDRED = 100


@frozen
class CheckLine:
    """A line of the events and effects (16.2.1).

    Args:
        cause: What the check is made for.
        events: What happens that calls for it, in words.
        effects: What failing may do, in the order of 16.3.
        provenance: Where the line comes from.
    """

    cause: Cause
    events: tuple[str, ...]
    effects: tuple[Effect, ...]
    provenance: Provenance


@frozen
class Modifier:
    """A modifier of the morale roll (16.2.2).

    Args:
        condition: When it applies.
        points: What it adds to the roll; positive is adverse.
        source: Where that it applies is known from.
    """

    condition: Condition
    points: int
    source: str = ""


@frozen
class Worse:
    """How the rout numbers grow for worse troops.

    Args:
        below: The rating from which nothing is added.
        every: Points of rating that make a grade.
        more: Numbers that each grade below it, begun or whole, adds.
    """

    below: int
    every: int
    more: int

    def numbers(self, rating: int) -> int:
        """Return how many numbers a rating adds."""
        missing = max(self.below - rating, 0)
        return -(-missing // self.every) * self.more


@frozen(eq=False)
class MoraleChart:
    """The three charts of 16.2.

    Args:
        checks: Events and effects.
        modifiers: Modifiers of the roll.
        rout: By arm and size, on how many of the highest numbers of 00-99 a unit routs.
        worse: What a poor rating adds to them.
        provenance: Where the figures come from.
    """

    checks: tuple[CheckLine, ...]
    modifiers: tuple[Modifier, ...]
    rout: dict[Arm, dict[Size, int]]
    worse: Worse
    provenance: Provenance

    @cached_property
    def _lines(self) -> dict[str, CheckLine]:
        return {line.cause: line for line in self.checks}

    @cached_property
    def _points(self) -> dict[Condition, int]:
        return {each.condition: each.points for each in self.modifiers}

    @implements("RS", "16.2.1")
    def line(self, cause: Cause) -> CheckLine:
        """Return the line for a cause.

        Raises:
            RequestError: There is none.
        """
        try:
            return self._lines[cause]
        except KeyError:
            raise RequestError("morale check", shown(cause), one_of(self._lines, cause)) from None

    @implements("RS", "16.2.2")
    def points(self, condition: Condition) -> int:
        """Return what a condition adds to the roll; 0 where the chart does not list it."""
        return self._points.get(condition, 0)

    def base(self, unit: Unit) -> int:
        """Return the rout numbers of a unit of good quality.

        A size that the chart does not list for its arm routs like the smallest that it does.
        """
        sizes = self.rout.get(unit.arm) or {}
        return sizes.get(unit.size, max(sizes.values(), default=0))

    @implements("RS", "16.2.3")
    def rout_numbers(self, unit: Unit) -> int:
        """Return on how many of the highest numbers of 00-99 a unit routs."""
        return min(self.base(unit) + self.worse.numbers(unit.morale), HUNDRED)


@lru_cache(maxsize=8)
def morale_chart(shelf: ChartShelf) -> MoraleChart:
    """Return the charts of morale, the owner's or the project's.

    Raises:
        DataError: A figure is out of all bounds.
    """
    path: Path = shelf.path("rifle_and_spade/morale")
    chart = structure(read_toml(path), MoraleChart, path.name)
    within(f"{path.name}, worse", "every", chart.worse.every, 1, HUNDRED)
    within(f"{path.name}, worse", "more", chart.worse.more, 0, HUNDRED)
    for each in chart.modifiers:
        within(path.name, each.condition, each.points, -HUNDRED, HUNDRED)
    for arm, sizes in chart.rout.items():
        for size, numbers in sizes.items():
            within(f"{path.name}, rout", f"{arm}, {size}", numbers, 0, HUNDRED)
    return chart

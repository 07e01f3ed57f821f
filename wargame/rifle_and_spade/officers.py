"""Officer points (10): what they are spent on, leader casualties, leading from the front (16.6)."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import pairwise
from math import floor
from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, frozen

from wargame.core.data import read_toml, structure
from wargame.core.errors import DataError, RequestError, one_of, shown
from wargame.core.procedure import Choice, Option, Roll, bands_of
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import automatic, figure, finding, refusal
from wargame.rifle_and_spade.lines import within

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable
    from pathlib import Path

    from wargame.core.charts import ChartShelf
    from wargame.core.procedure import Band, Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.state import Situation

Activity = Literal[
    "move to assault",
    "step lost to fire",
    "step lost to assault",
    "step lost to rout",
    "step lost to surrender",
    "rally in contact",
    "rally elsewhere",
]

TO_LEAD = 2
"""Officer points a brigiment must have before anyone may lead from the front (16.6)."""
FACES = 10
MOST_POINTS = 20
"""More than any brigiment has; a chart that asks more is a mistake."""
CHECK = "check"
"""The key of the option to make the morale check after all."""


@frozen
class Cost:
    """What an activity costs.

    Args:
        activity: What is done or suffered.
        points: Officer points.
        provenance: Where the figure comes from; the chart's where it is not told.
    """

    activity: Activity
    points: int
    provenance: Provenance | None = None


@frozen
class Casualties:
    """A row of the leader casualties.

    Args:
        up_to: The highest modified roll of the row.
        points: Officer points lost.
        provenance: Where the figure comes from; the chart's where it is not told.
    """

    up_to: int
    points: int
    provenance: Provenance | None = None


@frozen(eq=False)
class OfficerChart:
    """The charts of 10.2.1 and 10.3.1.

    Args:
        costs: What each activity costs.
        casualties: Points lost by the modified roll, in rising rows.
        drms: Modifiers of that roll, by occasion.
        provenance: Where the figures come from.
    """

    costs: tuple[Cost, ...]
    casualties: tuple[Casualties, ...]
    drms: dict[str, int]
    provenance: Provenance

    @cached_property
    def _costs(self) -> dict[str, Cost]:
        return {cost.activity: cost for cost in self.costs}

    @implements("RS", "10.2.1")
    def cost(self, activity: Activity) -> Cost:
        """Return what an activity costs.

        Raises:
            RequestError: The chart does not list it.
        """
        try:
            return self._costs[activity]
        except KeyError:
            allowed = one_of(self._costs, activity)
            raise RequestError("officer points", shown(activity), allowed) from None

    @implements("RS", "10.3.1")
    def lost(self, modified: int) -> Casualties:
        """Return the row for a modified roll; one beyond the last row uses the last."""
        return next((row for row in self.casualties if modified <= row.up_to), self.casualties[-1])


@lru_cache(maxsize=8)
def officer_chart(shelf: ChartShelf) -> OfficerChart:
    """Return the charts of officer points, the owner's or the project's.

    Raises:
        DataError: The rows of the casualties do not rise, or a cost is out of all bounds.
    """
    path: Path = shelf.path("rifle_and_spade/officers")
    chart = structure(read_toml(path), OfficerChart, path.name)
    for each in chart.costs:
        within(path.name, each.activity, each.points, 0, MOST_POINTS)
    for row in chart.casualties:
        within(path.name, f"casualties up to {row.up_to}", row.points, 0, MOST_POINTS)
    ends = [row.up_to for row in chart.casualties]
    if not ends or any(one >= other for one, other in pairwise(ends)):
        found = ", ".join(map(str, ends)) or "no rows"
        raise DataError(f"{path.name}, casualties", found, "rows with rising 'up_to'")
    return chart


def price(situation: Situation, activity: Activity) -> Ruling:
    """Return what an activity costs, with where the figure comes from."""
    chart = officer_chart(situation.shelf)
    cost = chart.cost(activity)
    said = f"Officer points for: {activity}."
    origin = cost.provenance or chart.provenance
    return figure("Cost", cost.points, said, "RS 10.2.1", unit="officer points", provenance=origin)


@implements("RS", "10.0", "10.2", "10.2.2", "10.2.4", "9.7.4")
def afford(situation: Situation, brigiment: str, activity: Activity) -> Ruling:
    """Return what a brigiment must spend on an activity, or the refusal if it lacks the points.

    Independent units, and all units where a scenario does without command (GB 102.1.7), spend
    nothing.
    """
    left = situation.points_of(brigiment)
    if left is None:
        why = (
            "Independent units spend no officer points."
            if situation.ruleset.command
            else "This scenario does without officer points."
        )
        book = "RS 9.7.4" if situation.ruleset.command else "GB 102.1.7"
        return automatic("Officer points", 0, why, book)
    cost = price(situation, activity)
    needed = officer_chart(situation.shelf).cost(activity).points
    if needed > left:
        why = f"{brigiment} has {left} officer points; this takes {needed}: {activity}."
        return refusal("Officer points", why, "RS 10.2.2", allowed=(cost,))
    said = f"{brigiment} spends {needed} of its {left} officer points."
    return finding("Officer points", needed, said, "RS 10.2", parts=(cost,), unit="officer points")


def can_afford(situation: Situation, brigiment: str, activity: Activity) -> bool:
    """Return whether :func:`afford` allows an activity, without explaining."""
    left = situation.points_of(brigiment)
    return left is None or officer_chart(situation.shelf).cost(activity).points <= left


def spend(situation: Situation, brigiment: str, activity: Activity) -> Situation:
    """Return the situation after a brigiment spent what an activity costs."""
    if situation.points_of(brigiment) is None:
        return situation
    return situation.spend(brigiment, officer_chart(situation.shelf).cost(activity).points)


@implements("RS", "10.2", "10.2.3", "10.2.4")
def pay_for_losses(before: Situation, after: Situation) -> Situation:
    """Return *after* with officer points spent on the steps lost since *before*.

    Quarters of a step add up over the game and cost when they make a whole one (1.4.5). The pool
    stops at nothing. Losses of independent units are booked under their side, so they cost nobody.
    """
    if not after.officers or after.losses == before.losses:
        return after
    chart = officer_chart(after.shelf)
    had = {(loss.brigiment, loss.cause): loss.steps for loss in before.losses}
    paid = after
    for loss in after.losses:
        steps = floor(loss.steps) - floor(had.get((loss.brigiment, loss.cause), 0))
        if steps > 0 and after.points_of(loss.brigiment) is not None:
            points = steps * chart.cost(f"step lost to {loss.cause}").points  # type: ignore[arg-type] # the causes are the same words
            paid = paid.spend(loss.brigiment, points)
    return paid


@lru_cache(maxsize=64)
def casualty_roll(shelf: ChartShelf, who: str, drm: int = 0) -> Roll:
    """Return the roll on the leader casualties; its outcomes are the points lost."""
    chart = officer_chart(shelf)
    outcomes = [str(chart.lost(face + drm).points) for face in range(FACES)]
    purpose = f"Leader casualties of {who}"
    return Roll(purpose, FACES, bands_of(outcomes, first=0), ("RS 10.3.1",), first=0)


@implements("RS", "10.3")
def lose_leaders(
    situation: Situation, brigiment: str, drm: int = 0
) -> Generator[Step, Any, Situation]:
    """Roll for an extraordinary loss of officer points, as when a headquarters is destroyed.

    Args:
        situation: The position.
        brigiment: Whose leaders; one without officer points rolls nothing.
        drm: Added to the roll.
    """
    if situation.points_of(brigiment) is None:
        return situation
    roll = casualty_roll(situation.shelf, brigiment, drm)
    band: Band = yield evolve(roll, position=situation)
    return situation.spend(brigiment, int(band.outcome))


@frozen
class Led:
    """What came of leading from the front.

    Args:
        situation: The position after it.
        spared: Whether the morale check is ignored.
    """

    situation: Situation
    spared: bool


@implements("RS", "16.6", "10.2.2")
def lead_from_the_front(situation: Situation, names: Iterable[str]) -> Generator[Step, Any, Led]:
    """Ask, where officer points allow it, whether to lead from the front rather than check.

    By RS-Q61 a brigiment needs two points to try, whatever the roll then takes (16.6.1). Where a
    stack holds units of several brigiments, any of them may lead.
    """
    request = _offer(situation, tuple(names)) if situation.officers else None
    if request is None:
        return Led(situation, spared=False)
    option: Option = yield request
    if option.key == CHECK:
        return Led(situation, spared=False)
    return (yield from _lead(situation, option.key.removeprefix("lead ")))


def _offer(situation: Situation, names: tuple[str, ...]) -> Choice | None:
    """Return the choice to lead or to check; nothing where nobody may lead."""
    options, barred = [Option(CHECK, "make the morale check")], []
    for brigiment in sorted({situation.unit(name).brigiment for name in names}):
        left = None if situation.waits(brigiment) else situation.points_of(brigiment)
        key = f"lead {brigiment}"
        if left is not None and left >= TO_LEAD:
            said = f"an officer of {brigiment} leads from the front ({left} officer points left)"
            options.append(Option(key, said))
        elif left is not None:
            why = f"{brigiment} has {left} officer points; leading takes {TO_LEAD} at the outset."
            barred.append((key, refusal("Leading from the front", why, "RS 16.6")))
    if len(options) == 1:
        return None
    piece = situation.piece(names[0])
    purpose = f"Morale at {situation.board.label(piece.at)}: check, or lead from the front"
    return Choice(
        situation.side(piece), purpose, options, ("RS 16.6",), tuple(barred), position=situation
    )


@implements("RS", "16.6.1")
def _lead(situation: Situation, brigiment: str) -> Generator[Step, Any, Led]:
    roll = casualty_roll(situation.shelf, brigiment)
    band: Band = yield evolve(roll, position=situation)
    asked, left = int(band.outcome), situation.points_of(brigiment) or 0
    spared = asked <= left
    said = (
        f"{brigiment} loses {asked} of {left} officer points and the morale check is ignored."
        if spared
        else f"{brigiment} should lose {asked} officer points, has {left}, loses them all, and "
        "the morale check is made after all."
    )
    yield finding("Leading from the front", asked, said, "RS 16.6.1", unit="officer points")
    return Led(situation.spend(brigiment, asked), spared)

"""Who is active next (2.3.1) and whether he chooses the brigiment (2.4.1): charts and sums."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.data import read_toml, structure
from wargame.core.errors import DataError
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import figure, finding, skipped, total
from wargame.rifle_and_spade.dice import TEN, face
from wargame.rifle_and_spade.lines import within

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from wargame.core.charts import ChartShelf
    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.state import Situation

HUNDRED = 100
KEY = "key ground"
"""The feature of hexes that the initiative looks at."""
DISORDER = frozenset({"stalled attack", "disorganized defense"})
TIE = ""


@frozen
class Rung:
    """A figure from so many of a hundred of a side's brigiments in disorder on."""

    at_least: int
    points: int


@frozen
class Initiative:
    """Modifiers of the initiative; negative is favourable.

    Args:
        planned: For a side with an attack planned beforehand.
        ground: For the side that holds more of the key ground.
        disorder: By how much of a side is in disorder.
    """

    planned: int
    ground: int
    disorder: tuple[Rung, ...]


@frozen
class Sequencing:
    """Thresholds and modifiers of the sequencing die.

    Args:
        planned: For a side with an attack planned beforehand.
        night: In darkness.
        thresholds: By how much of a side is in disorder.
    """

    planned: int
    night: int
    thresholds: tuple[Rung, ...]


@frozen(eq=False)
class InitiativeChart:
    """The charts of 2.3.1 and 2.4.1."""

    initiative: Initiative
    sequencing: Sequencing
    provenance: Provenance


@lru_cache(maxsize=8)
def initiative_chart(shelf: ChartShelf) -> InitiativeChart:
    """Return the charts of initiative and sequencing, the owner's or the project's.

    Raises:
        DataError: A figure is out of all bounds, or the rungs do not rise.
    """
    path: Path = shelf.path("rifle_and_spade/initiative")
    chart = structure(read_toml(path), InitiativeChart, path.name)
    for name, rungs in (
        ("initiative, disorder", chart.initiative.disorder),
        ("sequencing, thresholds", chart.sequencing.thresholds),
    ):
        where = f"{path.name}, {name}"
        steps = [rung.at_least for rung in rungs]
        if any(one >= other for one, other in pairwise(steps)):
            raise DataError(where, ", ".join(map(str, steps)), "rungs with rising 'at_least'")
        for rung in rungs:
            within(where, "at_least", rung.at_least, 0, HUNDRED)
            within(where, "points", rung.points, -TEN, TEN)
    if not chart.sequencing.thresholds or chart.sequencing.thresholds[0].at_least:
        raise DataError(f"{path.name}, sequencing, thresholds", "no rung from 0", "one from 0")
    for name, points in (
        ("initiative, planned", chart.initiative.planned),
        ("initiative, ground", chart.initiative.ground),
        ("sequencing, planned", chart.sequencing.planned),
        ("sequencing, night", chart.sequencing.night),
    ):
        within(path.name, name, points, -TEN, TEN)
    return chart


def _commands(situation: Situation, side: str) -> tuple[Command, ...]:
    army = situation.army
    return tuple(
        each
        for each in situation.commands
        if each.released and army.brigiment(each.brigiment).side == side
    )


def _disorder(commands: Iterable[Command]) -> tuple[tuple[str, ...], int]:
    """Return who is in disorder, and how many of a hundred that is, fractions dropped."""
    there = tuple(commands)
    names = tuple(each.brigiment for each in there if each.order.kind in DISORDER)
    return names, len(names) * HUNDRED // len(there) if there else 0


def _planned(commands: Iterable[Command]) -> tuple[str, ...]:
    """Return who acts on a plan made beforehand: an initial attack, or one with its hour set."""
    return tuple(
        each.brigiment
        for each in commands
        if each.order.kind == "initial attack" or each.order.scheduled is not None
    )


def _rung(rungs: Iterable[Rung], share: int) -> int:
    return next((each.points for each in reversed(tuple(rungs)) if share >= each.at_least), 0)


@lru_cache(maxsize=16)
def _key_ground(ground: Field) -> tuple[Hex, ...]:
    return tuple(at for at, cell in ground.board.cells.items() if KEY in cell.features)


@implements("RS", "2.3", "2.3.1")
def initiative_drm(situation: Situation, side: str) -> Ruling:
    """Return the modifier of a side's die for the initiative: the lower result wins."""
    situation.other(side)
    commands, chart = _commands(situation, side), initiative_chart(situation.shelf)
    parts = (
        _plan(chart.initiative.planned, _planned(commands), chart, "RS 2.3.1"),
        _ground(situation, side, chart),
        _unruly(commands, chart),
    )
    said = f"What is added to the die of the {side}."
    return total(f"Initiative of the {side}", parts, said, "RS 2.3", "RS 2.3.1")


def _plan(points: int, names: tuple[str, ...], chart: InitiativeChart, case: str) -> Ruling:
    if not names:
        return skipped("Planned", "Nobody attacks by a plan made beforehand.", case, value=points)
    said = f"By a plan made beforehand: {', '.join(names)}."
    return figure("Planned", points, said, case, provenance=chart.provenance)


def _ground(situation: Situation, side: str, chart: InitiativeChart) -> Ruling:
    cells, label, points = _key_ground(situation.ground), "Key ground", chart.initiative.ground
    if not cells:
        return skipped(label, "The map marks no key ground.", "RS 2.3.1", value=points)
    held = [situation.holders.get(cell) for cell in cells]
    ours, theirs = held.count(side), held.count(situation.other(side))
    said = f"Of {len(cells)} such hexes {ours} are held by the {side}, {theirs} by the enemy."
    if ours <= theirs:
        return skipped(label, said, "RS 2.3.1", value=points)
    return figure(label, points, said, "RS 2.3.1", provenance=chart.provenance)


def _unruly(commands: tuple[Command, ...], chart: InitiativeChart) -> Ruling:
    names, share = _disorder(commands)
    points = _rung(chart.initiative.disorder, share)
    said = f"{len(names)} of {len(commands)} in disorder{': ' if names else ''}{', '.join(names)}."
    if not points:
        return skipped("Disorder", said, "RS 2.3.1", value=points)
    return figure("Disorder", points, said, "RS 2.3.1", provenance=chart.provenance)


@implements("RS", "2.3", "2.3.2")
def winner(situation: Situation, rolls: tuple[int, int]) -> Ruling:
    """Return the side that has the initiative with these dice; an empty value: roll again.

    By RS-Q06 the lower result wins. A tie goes to the side that did not pull the last chit; before
    any was pulled this turn both roll again.

    Args:
        situation: The position.
        rolls: The dice of the two sides, in the order of :attr:`Situation.sides`.
    """
    parts, results = [], []
    for side, roll in zip(situation.sides, rolls, strict=True):
        die = figure(f"Die of the {side}", face(roll, f"die of the {side}"), "Thrown.", "RS 2.3")
        drm = initiative_drm(situation, side)
        said = "The die and its modifier."
        parts.append(total(f"Result of the {side}", (die, drm), said, "RS 2.3"))
        results.append(parts[-1].value)
    label = "Initiative"
    if results[0] != results[1]:
        side = situation.sides[0 if results[0] < results[1] else 1]  # type: ignore[operator] # sums
        return finding(label, side, f"The {side} has the lower result.", "RS 2.3", parts=parts)
    if situation.last_chit:
        side = situation.other(situation.last_chit)
        said = f"A tie: the {situation.last_chit} pulled the last chit."
        return finding(label, side, said, "RS 2.3.2", parts=parts)
    said = "A tie before the first chit of the turn: both roll again."
    return finding(label, TIE, said, "RS 2.3.2", parts=parts)


@implements("RS", "2.4", "2.4.1", "2.4.2")
def discretion(situation: Situation, side: str) -> Ruling:
    """Return the highest natural roll on which a side chooses the chit it pulls (-1: on none)."""
    commands, chart = _commands(situation, side), initiative_chart(situation.shelf)
    names, share = _disorder(commands)
    points = _rung(chart.sequencing.thresholds, share)
    said = f"{len(names)} of {len(commands)} in disorder{': ' if names else ''}{', '.join(names)}."
    threshold = figure("Threshold", points, said, "RS 2.4.1", provenance=chart.provenance)
    drm = sequencing_drm(situation, side)
    assert isinstance(drm.value, int)  # noqa: S101 - a sum of whole figures
    highest = max(min(points - drm.value, TEN - 1), -1)
    said = f"{Fraction(highest + 1, TEN) * HUNDRED} of 100 rolls, at {highest} or less."
    cases = ("RS 2.4", "RS 2.4.2")
    return finding(f"Discretion of the {side}", highest, said, *cases, parts=(threshold, drm))


def sequencing_drm(situation: Situation, side: str) -> Ruling:
    """Return the modifier of the sequencing die of a side."""
    chart = initiative_chart(situation.shelf)
    points = chart.sequencing.night
    night = (
        figure("Night", points, "It is night.", "RS 2.4.1", provenance=chart.provenance)
        if situation.light == "night"
        else skipped("Night", "It is not night.", "RS 2.4.1", value=points)
    )
    names = _planned(_commands(situation, side))
    parts = (_plan(chart.sequencing.planned, names, chart, "RS 2.4.1"), night)
    return total("Modifiers", parts, "What is added to the sequencing die.", "RS 2.4.1")


@implements("RS", "2.2", "2.3", "2.4")
def in_one_throw(situation: Situation, rolls: tuple[int, int], neutral: int) -> Ruling:
    """Return who is active and whether he chooses, with three dice thrown at once.

    The neutral die is the sequencing die of whoever has won; so the outcome is that of rolling the
    initiative first. With a tie that must be rolled again the neutral die says nothing.

    Args:
        situation: The position.
        rolls: The dice of the two sides.
        neutral: The die of neither.
    """
    die = face(neutral, "neutral die")
    won = winner(situation, rolls)
    if won.value == TIE:
        return finding("Active", TIE, won.sentence, "RS 2.3.2", parts=(won,))
    side = str(won.value)
    needed = discretion(situation, side)
    assert isinstance(needed.value, int)  # noqa: S101 - the highest natural roll
    chooses = die <= needed.value
    how = "chooses" if chooses else "pulls at random"
    said = f"With {die} on the neutral die the {side} {how}."
    return finding("Active", f"{side} {how}", said, "RS 2.2", "RS 2.4.2", parts=(won, needed))

"""The charts of assault: fire values of units (18.3.1) and results (18.4.1)."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from attrs import Factory, frozen

from wargame.core.data import read_toml, structure
from wargame.core.errors import DataError, one_of, shown
from wargame.core.procedure import Band
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from wargame.core.charts import ChartShelf
    from wargame.rifle_and_spade.units import Steps

Hit = Literal["defender", "both", "attacker"]
"""Who loses a step: the outcomes of the roll, in the order of its numbers."""
Role = Literal["attacker", "defender"]

NUMBERS = 100
VALUES = (
    "rifle_step",
    "machine_gun_section",
    "machine_gun",
    "shrapnel_with_infantry",
    "shrapnel_alone",
    "other_gun_step",
    "headquarters",
    "confused",
    "column",
    "least",
)
"""What the chart of values must name: see its file for what each is counted by."""


@frozen
class AssaultValue:
    """One line of the chart of values (18.3.1).

    Args:
        figure: The value of a step, point or unit, or the factor of a state.
        provenance: Where it comes from.
    """

    figure: Fraction
    provenance: Provenance


@implements("RS", "18.4/5")
@frozen
class Box:
    """One box of the results: numbers up to *alone* hit the defender, then both, then the attacker.

    Args:
        alone: The last number at which the defender alone loses a step; -1 when there is none.
        both: The last number at which both do; equal to *alone* when there is none.
    """

    alone: int
    both: int

    @property
    def bands(self) -> tuple[Band, ...]:
        """The numbers 00 to 99 by who loses a step."""
        ends = (("defender", self.alone), ("both", self.both), ("attacker", NUMBERS - 1))
        bands, low = [], 0
        for who, high in ends:
            if high >= low:
                bands.append(Band(low, high, who))
            low = max(low, high + 1)
        return tuple(bands)


@frozen
class Reached:
    """A box of the results, or a side too weak for any.

    Args:
        column: The attacker's column, from 0.
        row: The defender's row, from 0.
        weakling: The side that is destroyed outright; empty in all other cases.
        halvings: How often both strengths were halved to fit the table.
    """

    column: int
    row: int
    weakling: Role | Literal[""] = ""
    halvings: int = 0


@frozen(eq=False)
class AssaultChart:
    """Both charts.

    Args:
        strengths: The headings, for the attacker's columns and the defender's rows alike.
        boxes: ``boxes[row][column]``.
        values: The chart of values by the names in :data:`VALUES`.
        provenance: Where the results come from.
        origins: The provenance of single boxes that differ, by (row, column).
    """

    strengths: tuple[Fraction, ...]
    boxes: tuple[tuple[Box, ...], ...]
    values: Mapping[str, AssaultValue]
    provenance: Provenance
    origins: Mapping[tuple[int, int], Provenance]

    @property
    def least(self) -> Fraction:
        """The weakest heading."""
        return self.strengths[0]

    @property
    def most(self) -> Fraction:
        """The strongest heading."""
        return self.strengths[-1]

    @property
    def last(self) -> int:
        """The index of the strongest heading."""
        return len(self.strengths) - 1

    def value(self, name: str) -> Fraction:
        """Return a figure of the chart of values."""
        return self.values[name].figure

    def box(self, reached: Reached) -> Box:
        """Return the box in a column and row."""
        return self.boxes[reached.row][reached.column]

    def origin(self, reached: Reached) -> Provenance:
        """Return where the figures of a box come from."""
        return self.origins.get((reached.row, reached.column), self.provenance)

    def index(self, strength: Steps) -> int:
        """Return the heading of a strength, rounded down; the weakest is never left (18.4/2a)."""
        return max(bisect_right(self.strengths, strength) - 1, 0)

    @implements("RS", "18.4/2", "18.4/2a", "18.4/2b")
    def base(self, attack: Steps, defence: Steps) -> Reached:
        """Return the box of two strengths.

        While one of them is off the table both are halved; rounding comes last. A side at the
        weakest heading, or below it after halving, against one that is still off the table is
        destroyed.
        """
        one, other, halvings = Fraction(attack), Fraction(defence), 0
        while max(one, other) > self.most:
            if min(one, other) <= self.least:
                weak: Role = "attacker" if one < other else "defender"
                return Reached(self.index(one), self.index(other), weak, halvings)
            one, other, halvings = one / 2, other / 2, halvings + 1
        return Reached(self.index(one), self.index(other), halvings=halvings)

    @implements("RS", "18.4/4", "18.4/4a", "18.4/4b", "18.4/4c")
    def shifted(self, base: Reached, attacker_drm: int, defender_drm: int) -> Reached:
        """Return the box after both net modifiers.

        A modifier of +1 is one column to the left for the attacker, one row up for the defender.
        What leads below the weakest heading is added to the other side's, what leads past the
        strongest is taken from it; the distance between the two therefore stays. Where the table
        is too small for that distance the weaker side is destroyed.
        """
        column, row = base.column - attacker_drm, base.row - defender_drm
        if abs(column - row) > self.last:
            if column > row:
                return Reached(self.last, 0, "defender", base.halvings)
            return Reached(0, self.last, "attacker", base.halvings)
        # below the table: up by the deeper of the two; past its end: down by the higher
        up = max(-min(column, row), 0)
        down = max(max(column, row) - self.last, 0)
        by = up - down
        return Reached(column + by, row + by, halvings=base.halvings)


@frozen
class _Anchored:
    attacker: Fraction
    defender: Fraction
    provenance: Provenance


@frozen
class _File:
    strengths: tuple[Fraction, ...]
    rows: tuple[str, ...]
    provenance: Provenance
    value: dict[str, AssaultValue]
    box: tuple[_Anchored, ...] = Factory(tuple)


@lru_cache(maxsize=8)
def assault_chart(shelf: ChartShelf) -> AssaultChart:
    """Return the charts from the owner's folder or the project's.

    Raises:
        DataError: The file does not hold them.
    """
    path: Path = shelf.path("rifle_and_spade/assault")
    name = path.name
    file = structure(read_toml(path), _File, name)
    strengths = file.strengths
    if not strengths or strengths[0] <= 0 or any(a >= b for a, b in pairwise(strengths)):
        found = ", ".join(map(str, strengths)) or "none"
        raise DataError(f"{name}, strengths", found, "headings above 0 that rise")
    if sorted(file.value) != sorted(VALUES):
        raise DataError(f"{name}, value", ", ".join(file.value), f"each of {', '.join(VALUES)}")
    boxes = tuple(
        _row(text, f"{name}, rows[{i}]", len(strengths)) for i, text in enumerate(file.rows)
    )
    if len(boxes) != len(strengths):
        raise DataError(f"{name}, rows", f"{len(boxes)} rows", f"{len(strengths)} rows")
    origins = {
        (
            _heading(each.defender, strengths, name),
            _heading(each.attacker, strengths, name),
        ): each.provenance
        for each in file.box
    }
    return AssaultChart(strengths, boxes, file.value, file.provenance, origins)


def _heading(strength: Fraction, strengths: tuple[Fraction, ...], name: str) -> int:
    if strength not in strengths:
        raise DataError(f"{name}, box", str(strength), one_of(map(str, strengths), str(strength)))
    return strengths.index(strength)


def _row(text: str, where: str, width: int) -> tuple[Box, ...]:
    boxes = tuple(_box(each, where) for each in text.split())
    if len(boxes) != width:
        raise DataError(where, f"{len(boxes)} boxes", f"{width} boxes")
    return boxes


def _box(text: str, where: str) -> Box:
    one, slash, other = text.partition("/")
    figures = [
        -1 if part == "-" else int(part) if part.isdecimal() else NUMBERS for part in (one, other)
    ]
    alone, both = figures
    both = max(both, alone) if other == "-" else both
    if not slash or not -1 <= alone <= both < NUMBERS:
        raise DataError(where, shown(text), "two last numbers that rise, such as 56/67, or -")
    return Box(alone, both)

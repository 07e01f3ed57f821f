"""Forces: so many of each type. Typing one is forgiving; what cannot be is said in a sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import field, frozen

from wargame.area_combat.units import UnitTable, UnitType, load_units
from wargame.core.errors import RequestError, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from wargame.area_combat.units import Arm

MOST = 200
"""Units of one type in a force; more is a slip of the hand."""

_PART = re.compile(
    r"(?P<before>\d{1,9})?\s*[x×*]?\s*(?P<word>[^\d\s].*?)\s*[:=x×*]?\s*(?P<after>\d{1,9})?"
)
_BETWEEN = re.compile(r"[,;+\n]|\band\b|&", re.IGNORECASE)


def _sorted(counts: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple((name, number) for name, number in counts if number)


@frozen
class Force:
    """So many of each type; a value, equal to another of the same units.

    Args:
        counts: Pairs of a type's id and a number, in the order of the unit table, none of them 0.
    """

    counts: tuple[tuple[str, int], ...] = field(default=(), converter=_sorted)

    def __bool__(self) -> bool:
        """Return whether there is any unit."""
        return bool(self.counts)

    def __len__(self) -> int:
        """Return the number of units."""
        return sum(number for _, number in self.counts)

    def __iter__(self) -> Iterator[tuple[str, int]]:
        """Yield type and number, in the order of the unit table."""
        return iter(self.counts)

    def of(self, name: str) -> int:
        """Return how many there are of a type."""
        return dict(self.counts).get(name, 0)


NOBODY = Force()
"""No unit at all."""


def force_of(counts: Mapping[str, int], units: UnitTable) -> Force:
    """Return a force from numbers by type.

    Raises:
        RequestError: A type is unknown, or a number is negative or too large.
    """
    found: dict[str, int] = {}
    for word, number in counts.items():
        name = units.named(word).id
        found[name] = found.get(name, 0) + number
    for name, number in found.items():
        if type(number) is not int or not 0 <= number <= MOST:
            raise RequestError(f"force, {name}", shown(number), f"0 to {MOST}")
    return Force((each.id, found.get(each.id, 0)) for each in units)


def read_force(text: str, units: UnitTable | None = None, where: str = "force") -> Force:
    """Return the force that a person typed: ``10 inf, 5 art`` or ``infantry 10 + artillery 5``.

    Args:
        text: Numbers and words in either order; a word alone counts as one unit.
        units: The unit types; without them the usual published set.
        where: The field it was typed in, for errors.

    Raises:
        RequestError: A word names no unit (the nearest are given), or a number cannot be.
    """
    table = units or load_units()
    found: dict[str, int] = {}
    for part in _BETWEEN.split(text):
        if part.strip():
            name, number = _part(part.strip(), table, where)
            found[name] = found.get(name, 0) + number
    return force_of(found, table)


def _part(part: str, units: UnitTable, where: str) -> tuple[str, int]:
    match = _PART.fullmatch(part)
    if match is None or (match["before"] and match["after"]):
        allowed = "a number and a unit, such as 10 infantry, with commas between"
        raise RequestError(where, shown(part), allowed)
    try:
        unit = units.named(match["word"])
    except RequestError as error:
        raise RequestError(where, error.found, error.allowed) from error
    number = int(match["before"] or match["after"] or 1)
    if number > MOST:
        raise RequestError(f"{where}, {unit.name}", shown(number), f"0 to {MOST}")
    return unit.id, number


def described(force: Force, units: UnitTable) -> str:
    """Return ``10 infantry, 5 artillery``, or ``nothing``."""
    named = {each.id: each for each in units}
    return ", ".join(named[name].count(number) for name, number in force) or "nothing"


def plus(force: Force, changes: Mapping[str, int], units: UnitTable) -> Force:
    """Return a force with numbers added by type (or taken, when negative).

    Raises:
        RequestError: More would be taken than there is.
    """
    counts = dict(force.counts)
    for name, number in changes.items():
        counts[name] = counts.get(name, 0) + number
    return force_of(counts, units)


def of_arms(force: Force, units: UnitTable, *arms: Arm) -> Force:
    """Return the part of a force that belongs to some arms."""
    chosen = {each.id for each in units.of_arm(*arms)}
    return Force((name, number) for name, number in force if name in chosen)


def ground(force: Force, units: UnitTable) -> Force:
    """Return the part that fights on the ground."""
    return of_arms(force, units, "infantry", "armor", "artillery")


def planes(force: Force, units: UnitTable) -> Force:
    """Return the part that flies."""
    return of_arms(force, units, "air")


def value(force: Force, units: UnitTable) -> int:
    """Return what a force cost, in IP."""
    costs = {each.id: each.cost for each in units}
    return sum(costs[name] * number for name, number in force)


def types_in(force: Force, units: UnitTable) -> tuple[UnitType, ...]:
    """Return the types a force has, in the order of the unit table."""
    return tuple(each for each in units if force.of(each.id))

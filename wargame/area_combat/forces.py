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

LONGEST = 1000
"""Characters of a force as typed."""
_WORDS_IN_A_NAME = 4

_NUMBER_FIRST = re.compile(r"(?P<number>\d{1,9})\s*[x×*]?\s*(?P<word>[^\d\s][^\d]*)")
_WORD_FIRST = re.compile(r"(?P<word>[^\d\s][^\d]*?)\s*[:=x×*]?\s*(?:(?P<number>\d{1,9})\s*|$)")
_BETWEEN = re.compile(r"[,;+\n]|\band\b|&", re.IGNORECASE)


def _present(counts: Iterable[tuple[str, int]]) -> tuple[tuple[str, int], ...]:
    return tuple([each for each in counts if each[1]])


@frozen(cache_hash=True)
class Force:
    """So many of each type; a value, equal to another of the same units.

    Args:
        counts: Pairs of a type's id and a number, in the order of the unit table, none of them 0.
    """

    counts: tuple[tuple[str, int], ...] = field(default=(), converter=_present)

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
        return next((number for each, number in self.counts if each == name), 0)


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
    return Force(sorted(found.items(), key=lambda each: units.rank(each[0])))


def read_force(text: str, units: UnitTable | None = None, where: str = "force") -> Force:
    """Return the force that a person typed: ``10 inf, 5 art`` or ``infantry 10 + artillery 5``.

    Args:
        text: Numbers and words in either order; a word alone counts as one unit.
        units: The unit types; without them the usual published set.
        where: The field it was typed in, for errors.

    Raises:
        RequestError: A word names no unit (the nearest are given), or a number cannot be.
    """
    if len(text) > LONGEST:
        raise RequestError(where, f"{len(text)} characters", f"at most {LONGEST}")
    table = units or load_units()
    found: dict[str, int] = {}
    for part in _BETWEEN.split(text):
        for word, number in _parts(" ".join(part.split()), where):
            first, *others = _named(word, table, where)
            for name, count in ((first, number), *((each, 1) for each in others)):
                found[name] = found.get(name, 0) + count
    return force_of(found, table)


def _parts(part: str, where: str) -> Iterator[tuple[str, int]]:
    """Yield the words and numbers of a part; commas may be left out."""
    pattern = _NUMBER_FIRST if part[:1].isdigit() else _WORD_FIRST
    at = 0
    while at < len(part):
        match = pattern.match(part, at)
        if match is None:
            allowed = "a number and a unit, such as 10 infantry, with commas between"
            raise RequestError(where, shown(part), allowed)
        yield match["word"].strip(), int(match["number"] or 1)
        at = match.end()


def _named(word: str, units: UnitTable, where: str) -> list[str]:
    """Return the type that a word names, or the types of several words without commas."""
    several = _several(word.split(), units)
    if several:
        return several
    try:
        return [units.named(word).id]
    except RequestError as error:
        raise RequestError(where, error.found, error.allowed) from error


def _several(words: list[str], units: UnitTable) -> list[str]:
    """Return the types that words name, the longest names first; none unless every word is one."""
    found: list[str] = []
    while words:
        sizes = range(min(len(words), _WORDS_IN_A_NAME), 0, -1)
        names = ((size, units.find(" ".join(words[:size]))) for size in sizes)
        size, unit = next((each for each in names if each[1]), (0, None))
        if unit is None:
            return []
        found.append(unit.id)
        words = words[size:]
    return found


def described(force: Force, units: UnitTable) -> str:
    """Return ``10 infantry, 5 artillery``, or ``nothing``."""
    return ", ".join(units.unit(name).count(number) for name, number in force) or "nothing"


def plus(force: Force, changes: Mapping[str, int], units: UnitTable) -> Force:
    """Return a force with numbers added by type (or taken, when negative).

    Raises:
        RequestError: More would be taken than there is.
    """
    counts = dict(force.counts)
    for name, number in changes.items():
        counts[name] = counts.get(name, 0) + number
    return force_of(counts, units)


def more(force: Force, name: str, units: UnitTable, number: int = 1) -> Force:
    """Return a force with units of one type added."""
    counts = dict(force.counts)
    counts[name] = counts.get(name, 0) + number
    return Force(sorted(counts.items(), key=lambda each: units.rank(each[0])))


def less(force: Force, name: str, number: int = 1) -> Force:
    """Return a force with units of one type taken out; it must have them."""
    return Force((each, had - number if each == name else had) for each, had in force)


def minus(force: Force, other: Force) -> Force:
    """Return a force without the units of another; it must have them."""
    return Force((name, number - other.of(name)) for name, number in force)


def of_arms(force: Force, units: UnitTable, *arms: Arm) -> Force:
    """Return the part of a force that belongs to some arms."""
    return Force((name, number) for name, number in force if units.unit(name).arm in arms)


def ground(force: Force, units: UnitTable) -> Force:
    """Return the part that fights on the ground."""
    return of_arms(force, units, "infantry", "armor", "artillery")


def planes(force: Force, units: UnitTable) -> Force:
    """Return the part that flies."""
    return of_arms(force, units, "air")


def value(force: Force, units: UnitTable) -> int:
    """Return what a force cost, in IP."""
    return sum(units.unit(name).cost * number for name, number in force)


def plain(force: Force, units: UnitTable) -> Force:
    """Return a force without the difference of how its units landed."""
    counts: dict[str, int] = {}
    for name, number in force:
        kind = units.unit(name).plain
        counts[kind] = counts.get(kind, 0) + number
    return force_of(counts, units)


def types_in(force: Force, units: UnitTable) -> tuple[UnitType, ...]:
    """Return the types a force has, in the order of the unit table."""
    return tuple(units.unit(name) for name, _ in force)

"""Unit types and their factors (AA-4.3; AA-Q14, AA-Q15): what hits, what removes what, what flies.

The variant prints only the values of planes against planes. The other figures are the usual
published ones of the parent game; a folder of one's own replaces them (``load_units(folder)``).
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from attrs import Factory, field, frozen

from wargame.core.data import read_toml, scenario_folder, structure
from wargame.core.errors import DataError, RequestError, one_of, shown
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

Arm = Literal["infantry", "armor", "artillery", "air"]
ARMS: tuple[Arm, ...] = ("infantry", "armor", "artillery", "air")
Role = Literal["", "fighter", "dive-bomber", "bomber"]
FACES = 6


@frozen
class UnitType:
    """A kind of unit.

    Args:
        id: Its name in files and journals.
        name: What a person reads for one.
        many: What a person reads for several.
        arm: infantry, armor, artillery or air: what its hits may remove, and what removes it.
        attack: It hits ground on this or less, one die, when attacking.
        defense: The same when defending.
        movement: Territories it moves.
        cost: What it costs, in IP (industrial points).
        short: Other words that name it.
        role: Of a plane, what missions it may fly.
        air_attack: It hits planes on this or less when attacking (AA-4.3).
        air_defense: The same when defending.
        air_dice: Dice it rolls against planes (AA-Q21).
        lifts: Infantry that one plane carries or drops.
        airborne: Whether it may drop by parachute.
        steady: Whether it never retreats by itself (AA-1.35, AA-1.39).
        nation: The only nation that has it; empty for all.
        provenance: Where its factors come from; those against planes are printed (AA-4.3).
    """

    id: str
    name: str
    many: str
    arm: Arm
    attack: int
    defense: int
    movement: int
    cost: int
    short: tuple[str, ...] = ()
    role: Role = ""
    air_attack: int = 0
    air_defense: int = 0
    air_dice: int = 1
    lifts: int = 0
    airborne: bool = False
    steady: bool = False
    nation: str = ""
    provenance: Provenance = Provenance("derived", "an example")

    def __attrs_post_init__(self) -> None:
        """Check that a die can show what the factors ask."""
        for what in ("attack", "defense", "air_attack", "air_defense"):
            value = getattr(self, what)
            if not 0 <= value <= FACES:
                raise RequestError(f"unit {self.id}, {what}", shown(value), f"0 to {FACES}")
        for what, most in (("movement", 20), ("cost", 1000), ("lifts", 20)):
            if not 0 <= getattr(self, what) <= most:
                found = shown(getattr(self, what))
                raise RequestError(f"unit {self.id}, {what}", found, f"0 to {most}")
        if self.air_dice not in (1, 2):
            raise RequestError(f"unit {self.id}, air_dice", shown(self.air_dice), "1 or 2")
        if (self.arm == "air") != bool(self.role):
            allowed = "fighter, dive-bomber or bomber for a plane, nothing for any other"
            raise RequestError(f"unit {self.id}, role", shown(self.role), allowed)

    @property
    def flies(self) -> bool:
        """Whether it is a plane."""
        return self.arm == "air"

    def factor(self, *, attacking: bool) -> int:
        """Return the number it hits ground on, or less."""
        return self.attack if attacking else self.defense

    def air_factor(self, *, attacking: bool) -> int:
        """Return the number it hits planes on, or less (AA-4.4 to AA-4.8)."""
        return self.air_attack if attacking else self.air_defense

    def count(self, number: int) -> str:
        """Return ``1 fighter`` or ``3 fighters``."""
        return f"{number} {self.name if number == 1 else self.many}"


@implements("AA", "AA-4.3", "AA-4.4", "AA-4.5", "AA-4.6", "AA-4.7", "AA-4.8", "AA-5.6", "AA-5.7")
@frozen(eq=False)
class UnitTable:
    """Every unit type there is, in the order of the file: the cheapest way to read a force.

    Args:
        types: The unit types.
    """

    types: tuple[UnitType, ...] = field(converter=tuple[UnitType, ...])
    _ranks: dict[str, int] = field(init=False, repr=False)
    _called: dict[str, UnitType] = field(init=False, repr=False)

    @_ranks.default
    def _rank_all(self) -> dict[str, int]:
        return {each.id: at for at, each in enumerate(self.types)}

    @_called.default
    def _call_all(self) -> dict[str, UnitType]:
        return {word: each for each in reversed(self.types) for word in sorted(_words(each))}

    def __iter__(self) -> Iterator[UnitType]:
        """Yield the types in the order of the file."""
        return iter(self.types)

    def __contains__(self, name: object) -> bool:
        """Return whether a type has this id."""
        return name in self._ranks

    def unit(self, name: str) -> UnitType:
        """Return the type with an id.

        Raises:
            RequestError: The table has no such id.
        """
        try:
            return self.types[self._ranks[name]]
        except KeyError:
            raise RequestError("unit", shown(name), one_of(self._ranks, name)) from None

    def named(self, word: str) -> UnitType:
        """Return the type that a word names: its id, its name, one of it or many, or a short form.

        Raises:
            RequestError: None is named so; the nearest words are given.
        """
        found = self.find(word)
        if found is None:
            raise RequestError("unit", shown(word), _names(self.types, self._called, _plain(word)))
        return found

    def find(self, word: str) -> UnitType | None:
        """Return the type that a word names, or nothing."""
        return self._called.get(_plain(word))

    def rank(self, name: str) -> int:
        """Return the place of a type in the order of the file."""
        return self._ranks[name]

    def of_arm(self, *arms: Arm) -> tuple[UnitType, ...]:
        """Return the types of some arms."""
        return tuple(each for each in self.types if each.arm in arms)


def _plain(word: str) -> str:
    return word.strip().lower().replace("-", " ").rstrip(".")


def _words(unit: UnitType) -> frozenset[str]:
    """Return every word for a type, plurals included."""
    words = {_plain(word) for word in (unit.id, unit.name, unit.many, *unit.short)}
    return frozenset(words | {f"{word}s" for word in words})


def _names(types: tuple[UnitType, ...], called: Mapping[str, UnitType], near: str) -> str:
    """Return the names of types, and of those whose words look like *near* the nearest word."""
    listed = one_of([each.name for each in types], limit=len(types))
    close: dict[str, str] = {}
    for word in get_close_matches(near, called):
        close.setdefault(called[word].id, word)
    return f"{listed} (did you mean {' or '.join(close.values())}?)" if close else listed


@frozen
class _Row:
    """A unit type as the file has it."""

    id: str
    name: str
    many: str
    arm: Arm
    attack: int
    defense: int
    movement: int
    cost: int
    origin: str
    short: list[str] = Factory(list)
    role: Role = ""
    air_attack: int = 0
    air_defense: int = 0
    air_dice: int = 1
    lifts: int = 0
    airborne: bool = False
    steady: bool = False
    nation: str = ""


@frozen
class _File:
    origin: dict[str, Provenance]
    unit: list[_Row]


@lru_cache(maxsize=8)
def load_units(folder: Path | None = None) -> UnitTable:
    """Return the unit types of a folder's ``units.toml``; without one, the usual published set.

    Raises:
        DataError: The file does not fit; the sentence names the key.
    """
    path = (folder or scenario_folder() / "area_combat") / "units.toml"
    file = structure(read_toml(path), _File, path.name)
    return UnitTable(_types(file, path.name))


def _types(file: _File, where: str) -> Iterable[UnitType]:
    seen: set[str] = set()
    for row in file.unit:
        if row.origin not in file.origin:
            place = f"{where}, unit {row.id}, origin"
            raise DataError(place, shown(row.origin), one_of(file.origin, row.origin))
        if row.id in seen:
            raise DataError(f"{where}, unit {row.id}", "the id twice", "ids that differ")
        seen.add(row.id)
        try:
            yield _type(row, file.origin[row.origin])
        except RequestError as error:
            raise DataError(f"{where}, {error.where}", error.found, error.allowed) from error


def _type(row: _Row, origin: Provenance) -> UnitType:
    facts = {name: getattr(row, name) for name in _FACTS}
    return UnitType(**facts, short=tuple(row.short), provenance=origin)


_FACTS = tuple(name for name in _Row.__annotations__ if name not in {"origin", "short"})
"""The facts of a row that a unit type takes over as they are."""

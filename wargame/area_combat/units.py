"""Unit types and their factors (AA-4.3; AA-Q14, AA-Q15): what hits, what removes what, what flies.

The variant prints only the values of planes against planes. The other figures are the usual
published ones of the parent game; a folder of one's own replaces them (``load_units(folder)``).
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from attrs import Factory, evolve, field, fields, frozen

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
Landing = Literal["", "sea", "air"]
"""How units came into a battle: over land, from the sea (amphibious), by parachute."""
FACES = 6


@frozen
class UnitFacts:
    """What a file says of a kind of unit.

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


@frozen
class UnitType(UnitFacts):
    """A kind of unit; the same kind landed by another way than the others is a type of its own.

    Args:
        provenance: Where its factors come from; those against planes are printed (AA-4.3).
        landed: How its units came into the battle, where others came on foot: by ``sea``, by
            ``air`` (AA-1.31); empty for as the others did.
        plain: The id of its kind; it differs from its own only where *landed* says something.
    """

    provenance: Provenance = Provenance("derived", "an example")
    landed: Landing = ""
    plain: str = field(default=Factory(lambda self: self.id, takes_self=True))

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

    Every type that may land by another way than the others has, besides, one type for each such
    way: ``infantry-by-sea``, ``airborne-by-air``. They are found by name but not listed.

    Args:
        types: The unit types.
    """

    types: tuple[UnitType, ...] = field(converter=tuple[UnitType, ...])
    _known: dict[str, UnitType] = field(init=False, repr=False)
    _ranks: dict[str, int] = field(init=False, repr=False)
    _called: dict[str, UnitType] = field(init=False, repr=False)

    @_known.default
    def _know_all(self) -> dict[str, UnitType]:
        return {each.id: each for plain in self.types for each in (plain, *_landed(plain))}

    @_ranks.default
    def _rank_all(self) -> dict[str, int]:
        return {name: at for at, name in enumerate(self._known)}

    @_called.default
    def _call_all(self) -> dict[str, UnitType]:
        known = reversed(self._known.values())
        return {word: each for each in known for word in sorted(_words(each))}

    def __iter__(self) -> Iterator[UnitType]:
        """Yield the types in the order of the file."""
        return iter(self.types)

    def __contains__(self, name: object) -> bool:
        """Return whether a type has this id."""
        return name in self._known

    def unit(self, name: str) -> UnitType:
        """Return the type with an id.

        Raises:
            RequestError: The table has no such id.
        """
        try:
            return self._known[name]
        except KeyError:
            known = [each.id for each in self.types]
            raise RequestError("unit", shown(name), one_of(known, name)) from None

    def landed(self, name: str, by: Landing) -> str:
        """Return the id of a type whose units land by a way of their own; without one, as it is."""
        known = self._known.get(f"{name}-by-{by}")
        return known.id if known else name

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


_BY = " by "
"""What stands between a type and how it landed, in words."""


def _landed(unit: UnitType) -> Iterator[UnitType]:
    """Yield the types of units that land by ways of their own: ground units only."""
    ways: tuple[Landing, ...] = () if unit.flies else ("sea", "air") if unit.airborne else ("sea",)
    words = sorted(_words(unit))
    for way in ways:
        yield evolve(
            unit,
            id=f"{unit.id}-by-{way}",
            name=f"{unit.name}{_BY}{way}",
            many=f"{unit.many}{_BY}{way}",
            short=tuple(f"{word}{_BY}{way}" for word in words),
            landed=way,
            plain=unit.id,
        )


def _words(unit: UnitType) -> frozenset[str]:
    """Return every word for a type, plurals included."""
    words = {_plain(word) for word in (unit.id, unit.name, unit.many, *unit.short)}
    return frozenset(words | {f"{word}s" for word in words})


def _names(types: tuple[UnitType, ...], called: Mapping[str, UnitType], near: str) -> str:
    """Return the names of types, and of those whose words look like *near* the nearest word."""
    listed = one_of([each.name for each in types], limit=len(types))
    close: dict[str, str] = {}
    alike = [word for word in called if (_BY in word) == (_BY in near)]
    for word in get_close_matches(near, alike):
        close.setdefault(called[word].id, word)
    return f"{listed} (did you mean {' or '.join(close.values())}?)" if close else listed


@frozen
class _Row(UnitFacts):
    """A unit type as the file has it; its origin is a name in the same file."""

    origin: str = field(kw_only=True)


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
    facts = {each.name: getattr(row, each.name) for each in fields(UnitFacts)}
    return UnitType(**facts, provenance=origin)

"""Declaring units by type and number: ``all``, ``infantry 3``, or none of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.procedure import Option

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.area_combat.forces import Force
    from wargame.area_combat.units import UnitTable

ALL = "all"


def key_of(unit: str, number: int) -> str:
    """Return the key of an option: ``infantry 3``."""
    return f"{unit} {number}"


def read_key(key: str) -> tuple[str, int]:
    """Return the type and number of an option's key."""
    unit, _, number = key.rpartition(" ")
    return unit, int(number)


def counted(force: Force, units: UnitTable, most: int | None = None) -> Iterator[Option]:
    """Yield one option for each number of each type of a force, up to *most*."""
    for name, number in force:
        unit = units.unit(name)
        for count in range(1, (number if most is None else min(number, most)) + 1):
            yield Option(key_of(name, count), unit.count(count))

"""A theatre: who owns what, what stands where, and what each treasury holds."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from wargame.area_combat.atlas import Area, Atlas, load_atlas
from wargame.area_combat.forces import NOBODY, Force, minus, plus, read_force
from wargame.area_combat.nations import Nation, nation_named
from wargame.area_combat.ruleset import READINGS, Ruleset
from wargame.area_combat.units import UnitTable, load_units
from wargame.core.data import inside, read_toml, scenario_folder, structure
from wargame.core.errors import RequestError, located, shown
from wargame.core.provenance import Provenance

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

Placed = tuple[tuple[str, str, Force], ...]


def _in_order(placed: Iterable[tuple[str, str, Force]]) -> Placed:
    return tuple(sorted(each for each in placed if each[2]))


@frozen
class Theatre:
    """A position of a campaign.

    Args:
        owners: Pairs of territory and nation; a territory without one belongs to nobody.
        placed: What stands where: area, nation, force.
        balances: Pairs of nation and IP in its treasury.
        interdictions: Pairs of territory and nation whose bombers lie over it (AA-6.3).
        spent: Units that have moved, fought or flown this turn: area, nation, force (AA-4.1).
        railed: Units that each nation has moved by rail this turn (AA-8.5).
        shots: Shots of anti-aircraft guns this turn (AA-2.5).
        turn: The number of the turn, from 1.
        rules: The readings in force.
        atlas: The map.
        units: The unit types.
    """

    owners: tuple[tuple[str, str], ...]
    placed: Placed = field(converter=_in_order)
    balances: tuple[tuple[str, int], ...] = ()
    interdictions: tuple[tuple[str, str], ...] = ()
    spent: Placed = field(default=(), converter=_in_order)
    railed: tuple[tuple[str, int], ...] = ()
    shots: int = 0
    turn: int = 1
    rules: Ruleset = READINGS
    atlas: Atlas = field(factory=load_atlas, eq=False, repr=False)
    units: UnitTable = field(factory=load_units, eq=False, repr=False)

    def owner(self, area: str) -> str:
        """Return the id of the nation that owns an area, or nothing."""
        return dict(self.owners).get(area, "")

    def friendly(self, area: str, nation: Nation) -> bool:
        """Return whether an area belongs to a nation or to one on its side."""
        owner = self.owner(area)
        return bool(owner) and nation_named(owner).side == nation.side

    def force(self, area: str, nation: str) -> Force:
        """Return what a nation has in an area."""
        return next((each[2] for each in self.placed if each[:2] == (area, nation)), NOBODY)

    def in_area(self, area: str) -> tuple[tuple[str, Force], ...]:
        """Return the nations that stand in an area, with their forces."""
        return tuple((nation, force) for at, nation, force in self.placed if at == area)

    def fresh(self, area: str, nation: str) -> Force:
        """Return what a nation has in an area that has not moved, fought or flown this turn."""
        return minus(self.force(area, nation), self._spent(area, nation))

    def _spent(self, area: str, nation: str) -> Force:
        return next((each[2] for each in self.spent if each[:2] == (area, nation)), NOBODY)

    def tired(self, area: str, nation: str, force: Force) -> Theatre:
        """Return the position with units in an area counted as having done their turn."""
        others = tuple(each for each in self.spent if each[:2] != (area, nation))
        now = plus(self._spent(area, nation), dict(force), self.units)
        return evolve(self, spent=(*others, (area, nation, now)))

    def enemies_in(self, area: str, nation: Nation) -> tuple[tuple[str, Force], ...]:
        """Return the enemies of a nation that stand in an area."""
        stands = self.in_area(area)
        return tuple(each for each in stands if nation_named(each[0]).side != nation.side)

    def hostile(self, area: str, nation: Nation) -> bool:
        """Return whether an area belongs to the enemies of a nation, or holds some."""
        owner = self.owner(area)
        owned = bool(owner) and nation_named(owner).side != nation.side
        return owned or bool(self.enemies_in(area, nation))

    def balance(self, nation: str) -> int:
        """Return the IP in a nation's treasury."""
        return dict(self.balances).get(nation, 0)

    def with_force(self, area: str, nation: str, force: Force) -> Theatre:
        """Return the position with a nation's force in an area put in place of what stood there."""
        others = (each for each in self.placed if each[:2] != (area, nation))
        return evolve(self, placed=(*others, (area, nation, force)))

    def moved(self, nation: str, start: str, end: str, counts: Mapping[str, int]) -> Theatre:
        """Return the position with some units moved.

        Raises:
            RequestError: More would move than stand there.
        """
        away = {name: -number for name, number in counts.items()}
        here = plus(self.force(start, nation), away, self.units)
        there = plus(self.force(end, nation), counts, self.units)
        return self.with_force(start, nation, here).with_force(end, nation, there)

    def with_owner(self, area: str, nation: str) -> Theatre:
        """Return the position with a control marker placed (AA-1.42)."""
        owners = {**dict(self.owners), area: nation}
        return evolve(self, owners=tuple(sorted(owners.items())))

    def with_balance(self, nation: str, change: int) -> Theatre:
        """Return the position with IP added to a treasury or taken, never below 0 (AA-Q16)."""
        balances = {**dict(self.balances), nation: max(0, self.balance(nation) + change)}
        return evolve(self, balances=tuple(sorted(balances.items())))

    def replace(self, **changes: Any) -> Theatre:  # noqa: ANN401 - a field of a Theatre
        """Return the position with some fields changed."""
        return evolve(self, **changes)

    def area(self, word: str) -> Area:
        """Return an area by name; see :meth:`Atlas.area`."""
        return self.atlas.area(word)


@frozen
class _Stand:
    area: str
    nation: str
    force: str


@frozen
class _File:
    id: str
    title: str
    atlas: str
    origin: Provenance
    stand: list[_Stand]
    balance: dict[str, int] = field(factory=dict)


@lru_cache(maxsize=8)
def load_theatre(name: str = "eastern_front_1942", folder: Path | None = None) -> Theatre:
    """Return the position of a set-up file.

    Args:
        name: The file, without ``.toml``.
        folder: Where it lies; the project's own without one.

    Raises:
        RequestError: There is no such file.
        DataError: It does not fit; the sentence names the place.
    """
    path = inside(folder or scenario_folder() / "area_combat", name)
    file = structure(read_toml(path), _File, path.name)
    theatre = empty_theatre(load_atlas(file.atlas))
    for number, stand in enumerate(file.stand):
        with located(f"{path.name}, stand[{number}]"):
            theatre = _put(theatre, stand)
    for word, amount in file.balance.items():
        with located(f"{path.name}, balance"):
            theatre = _paid(theatre, word, amount)
    return theatre


def empty_theatre(atlas: Atlas) -> Theatre:
    """Return the position of a map on which nothing stands yet."""
    owners = tuple(sorted((each.id, each.owner) for each in atlas.areas.values() if each.owner))
    return Theatre(owners, (), atlas=atlas)


def _put(theatre: Theatre, stand: _Stand) -> Theatre:
    area, nation = theatre.area(stand.area), nation_named(stand.nation)
    force = read_force(stand.force, theatre.units)
    if theatre.force(area.id, nation.id):
        raise RequestError(area.name, f"{nation.name} twice", "one entry for each nation")
    if not area.sea and not theatre.friendly(area.id, nation):
        raise RequestError(area.name, f"units of {nation.name}", "units of those who own it")
    return theatre.with_force(area.id, nation.id, force)


def _paid(theatre: Theatre, word: str, amount: int) -> Theatre:
    nation = nation_named(word)
    if amount < 0:
        raise RequestError(nation.name, shown(amount), "0 IP or more")
    return theatre.with_balance(nation.id, amount)

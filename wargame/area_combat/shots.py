"""One die of a battle: on what it hits, on what its unit retreats, and why."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.area_combat import nerve
from wargame.area_combat.battle import Battle, Who
from wargame.area_combat.moment import By, Kind, Shots
from wargame.area_combat.units import FACES
from wargame.core.procedure import Band, Roll, bands_of
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, as_cases, figure, finding, skipped, total

if TYPE_CHECKING:
    from wargame.area_combat.units import UnitType
    from wargame.core.ruling import Case

_CASES: dict[Kind, tuple[Case, ...]] = {
    "salvo": as_cases(("AA AA-1.2", "AA AA-1.3")),
    "barrage": as_cases(("AA AA-1.1", "AA AA-1.5")),
    "air": as_cases(("AA AA-1.8", "AA AA-4.3")),
    "raid": as_cases(("AA AA-1.10", "AA AA-5.7")),
    "attack": as_cases(("AA AA-1.14", "AA AA-1.18")),
    "defence": as_cases(("AA AA-1.19", "AA AA-1.18")),
}

_AIR = Provenance("printed", "AA-4.3")
_BY: dict[Kind, By] = {"salvo": "barrage", "barrage": "barrage", "air": "air", "raid": "raid"}
NEIGHBOURS = 2
"""Faces of a band that are told as "1 or 2"."""
SUPPORT = 1
"""What a plane in support adds to the attack of one armor (AA-6.1)."""


@frozen
class Shot:
    """A die about to be rolled by one unit.

    Args:
        battle: The battle at that moment.
        shots: The unit, and what it rolls for.
    """

    battle: Battle
    shots: Shots

    @property
    def who(self) -> Who:
        """Whose unit rolls."""
        return self.shots.who

    @property
    def unit(self) -> UnitType:
        """Its type."""
        return self.battle.units.unit(self.shots.unit)

    @property
    def at_planes(self) -> bool:
        """Whether it fires at planes."""
        return self.shots.kind == "air"

    @property
    def by(self) -> By:
        """What its hit is, for those who must take it."""
        return self.unit.arm if self.shots.kind in {"attack", "defence"} else _BY[self.shots.kind]

    @property
    def hits(self) -> int:
        """How much a hit counts: one, but for jets where one die stands for two (AA-Q21)."""
        doubled = self.at_planes and self.battle.rules.jets == "double"
        return self.unit.air_dice if doubled else 1

    @property
    def factor(self) -> int:
        """The factor it fires with."""
        attacking = self.who == "attacker"
        if self.at_planes:
            return self.unit.air_factor(attacking=attacking)
        return self.unit.factor(attacking=attacking)

    @property
    def hits_on(self) -> int:
        """The highest face that hits."""
        return min(FACES, self.factor + (SUPPORT if self.shots.supported else 0))

    @property
    def retreats_on(self) -> int:
        """The lowest face on which it retreats by itself; 0 for none."""
        if self.shots.kind not in {"attack", "defence"}:
            return 0
        if nerve.exemption(self.battle, self.shots) is not None:
            return 0
        rules, nation = self.battle.rules, self.battle.army(self.who).nation
        return nation.retreats_from or rules.unlisted_retreat

    @property
    def purpose(self) -> str:
        """What the roll is called in journals: ``attack: infantry``."""
        side = (" attack" if self.who == "attacker" else " defence") if self.at_planes else ""
        return f"{self.shots.kind}{side}: {self.unit.id}"

    def roll(self) -> Roll:
        """Return the request for the die."""
        bands = _bands(self.hits_on, self.retreats_on)
        cases = _CASES[self.shots.kind]
        return Roll(self.purpose, FACES, bands, cases, position=self.battle, about=self)

    @implements("AA", "AA-1.14", "AA-1.19", "AA-5.6", "AA-5.7")
    def ruling(self) -> Ruling:
        """Return on which faces the die hits, and on which the unit retreats, part by part.

        Source: AA-1.14 (a unit hits at or under its attack factor), AA-1.19 (the same with the
        defence factor), AA-4.3 (values between planes), AA-5.7 (planes against ground: the
        normal factor), AA-6.1 (+1 for supported armor).
        """
        parts: list[Ruling] = [self.target()]
        if self.shots.kind in {"attack", "defence"}:
            parts.append(nerve.ruling(self.battle, self.shots))
        said = "; ".join(f"{_span(band)} {_WORDS[band.outcome]}" for band in self.roll().bands)
        label = f"{self.purpose}, {self.battle.army(self.who).nation.name}"
        return finding(label, self.hits_on, f"{said}.", *_CASES[self.shots.kind], parts=parts)

    def target(self) -> Ruling:
        """Return the highest face that hits, as a sum of factor and support."""
        side = "attack" if self.who == "attacker" else "defence"
        of_what = f"{side} factor against planes" if self.at_planes else f"{side} factor"
        origin = _AIR if self.at_planes else self.unit.provenance
        said = f"The {of_what} of {self.unit.name} is {self.factor}."
        parts = [figure(of_what.capitalize(), self.factor, said, *_CASES[self.shots.kind],
                        provenance=origin)]  # fmt: skip
        if self.shots.supported:
            said = "A plane supports this armor."
            parts.append(figure("Close air support", SUPPORT, said, "AA AA-6.1"))
        elif self.shots.kind == "attack" and self.unit.arm == "armor":
            parts.append(skipped("Close air support", "No plane supports this armor.", "AA AA-6.1"))
        said = "It hits on this or less."
        return total("Hits on", parts, said, *_CASES[self.shots.kind])


_WORDS = {"hit": "hits", "miss": "misses", "retreat": "makes the unit retreat"}


def _span(band: Band) -> str:
    if band.low == band.high:
        return str(band.low)
    return f"{band.low} {'or' if band.width == NEIGHBOURS else 'to'} {band.high}"


@lru_cache(maxsize=64)
def _bands(hits_on: int, retreats_on: int) -> tuple[Band, ...]:
    """Return what each face does; a hit counts before a retreat (AA-Q19)."""
    return bands_of([
        "hit" if face <= hits_on else "retreat" if 0 < retreats_on <= face else "miss"
        for face in range(1, FACES + 1)
    ])  # fmt: skip

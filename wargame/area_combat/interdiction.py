"""Interdiction (AA-6.3 to AA-6.6, AA-8.3): bombers over a territory against armor on the move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from wargame.core.procedure import Band, Roll
from wargame.core.rulebook import implements
from wargame.core.ruling import finding

if TYPE_CHECKING:
    from wargame.area_combat.ruleset import Ruleset
    from wargame.area_combat.units import UnitType
    from wargame.core.procedure import Steps
    from wargame.core.ruling import Ruling

Direction = Literal["enter", "leave"]
Fate = Literal["destroyed", "held", "passes"]

CASES = ("AA AA-6.4", "AA AA-6.5", "AA AA-6.6")
HOLDS = 3
"""The highest die that holds a unit."""


def fate(die: int, way: Direction, rules: Ruleset) -> Fate:
    """Return what a die does to an armor unit (AA-6.5, AA-6.6).

    A 2 or 3 says only that a unit may not leave: one that enters stops there, or passes under the
    other reading (AA-Q11, ``rules.entering``).
    """
    if die == 1:
        return "destroyed"
    if die <= HOLDS and (way == "leave" or rules.entering == "stops"):
        return "held"
    return "passes"


@implements("AA", "AA-6.3", "AA-6.4", "AA-6.5", "AA-6.6", "AA-8.3")
def interdicted(unit: UnitType, way: Direction, rules: Ruleset, *, over: str) -> Steps:
    """Roll for one unit that enters or leaves an interdicted territory.

    Args:
        unit: What moves; anything but armor passes without a die.
        way: Whether it enters or leaves.
        rules: The readings in force.
        over: The name of the territory, for the words.

    Returns:
        Its :data:`Fate`: destroyed, held (it ends its move there) or passes.
    """
    if unit.arm != "armor":
        why = f"Interdiction stops armor only; {unit.name} moves on."
        yield finding("Interdiction", "passes", why, "AA AA-6.4")
        return "passes"
    roll = Roll(f"interdiction: {unit.id} {way}s", 6, _bands(way, rules), CASES)
    band = yield roll
    yield told(unit, band.outcome, way, over)
    return band.outcome


def _bands(way: Direction, rules: Ruleset) -> tuple[Band, ...]:
    held = fate(HOLDS, way, rules)
    return (Band(1, 1, "destroyed"), Band(2, 3, held), Band(4, 6, "passes"))


def told(unit: UnitType, outcome: str, way: Direction, over: str) -> Ruling:
    """Return the ruling that says what interdiction did to a unit."""
    does = {
        "destroyed": f"Bombers over {over} destroy the {unit.name}.",
        "held": f"Bombers over {over} hold the {unit.name}: "
        + ("it may not leave this turn." if way == "leave" else "it stops there."),
        "passes": f"The {unit.name} passes under the bombers over {over}.",
    }
    return finding("Interdiction", outcome, does[outcome], *CASES)

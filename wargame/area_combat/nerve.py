"""Which units retreat by themselves, and which never do (AA-1.31 to AA-1.41, AA-3.7, AA-3.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.area_combat.nations import retreat_number
from wargame.area_combat.places import automatic_places, landing_of
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, skipped

if TYPE_CHECKING:
    from wargame.area_combat.battle import Battle
    from wargame.area_combat.moment import Shots


@frozen
class Exemption:
    """Why a unit does not retreat by itself.

    Args:
        why: The reason, a sentence.
        cases: The cases that give it.
    """

    why: str
    cases: tuple[str, ...]


@implements(
    "AA", "AA-1.31", "AA-1.32", "AA-1.33", "AA-3.4", "AA-3.7", "AA-3.9", "AA-1.35", "AA-1.39"
)
def exemption(battle: Battle, shots: Shots) -> Exemption | None:
    """Return why a unit that rolls does not retreat by itself, or nothing when it may.

    Source: AA-1.33 (artillery), AA-1.35 and AA-1.39 (SS panzer, Shock troops), AA-1.31 (landings),
    AA-1.32 and AA-3.7 (defenders of a complex or city; AA-Q04), AA-3.9 (casualties), AA-3.4
    (nowhere to go); which dice count is AA-Q19.
    """
    unit = battle.units.unit(shots.unit)
    if unit.arm == "artillery":
        return _ARTILLERY
    if unit.steady:
        number = "AA-1.35" if unit.nation == "germany" else "AA-1.39"
        return Exemption(f"{unit.name}: never retreats by itself.", (f"AA {number}",))
    if battle.rules.triggers not in {"both", _DICE[shots.who]}:
        why = f"Only dice of the {battle.rules.triggers} make units retreat (AA-Q19)."
        return Exemption(why, ("AA AA-1.18",))
    return _attackers(battle, shots) if shots.who == "attacker" else _defenders(battle, shots)


def _attackers(battle: Battle, shots: Shots) -> Exemption | None:
    landing = landing_of(battle, shots.unit)
    if landing == "air":
        return _DROPPED
    if landing == "sea":
        if battle.rules.landings == "ignored":
            return _LANDED
        return None if battle.ground.aboard else _FULL
    return _nowhere(battle, shots)


def _defenders(battle: Battle, shots: Shots) -> Exemption | None:
    if shots.marked:
        return _MARKED
    works = [each for each in battle.ground.works if each in battle.rules.unshaken]
    if works:
        named = " and a ".join(_WORKS.get(each, each) for each in works)
        why = f"{battle.ground.name} holds a {named}: its defenders do not waver."
        return Exemption(why, ("AA AA-1.32", "AA AA-3.7"))
    return _nowhere(battle, shots)


def _nowhere(battle: Battle, shots: Shots) -> Exemption | None:
    if battle.rules.nowhere == "lost" or automatic_places(battle, shots.who, shots.unit):
        return None
    return _CORNERED


def ruling(battle: Battle, shots: Shots) -> Ruling:
    """Return the retreat number that counts for a unit, or why none does."""
    number = retreat_number(battle.army(shots.who).nation, battle.rules)
    spared = exemption(battle, shots)
    if spared is None:
        return number
    return skipped(number.label, spared.why, *spared.cases, value=number.value, parts=(number,))


_DICE = {"attacker": "attack", "defender": "defense"}
_WORKS = {"city": "Victory City", "complex": "Industrial Complex"}
_ARTILLERY = Exemption("Artillery does not retreat by itself.", ("AA AA-1.33",))
_DROPPED = Exemption("Troops dropped by parachute do not retreat by themselves.", ("AA AA-1.31",))
_LANDED = Exemption(
    "Troops landing from the sea do not retreat by themselves (AA-Q05).", ("AA AA-1.31",)
)
_FULL = Exemption(
    "There is no room left aboard the transports: the unit fights on (AA-Q05).",
    ("AA AA-3.10", "AA AA-3.5"),
)
_MARKED = Exemption("It is already chosen as a casualty.", ("AA AA-3.9",))
_CORNERED = Exemption("It has nowhere to go: it fights on (AA-Q25).", ("AA AA-3.4", "AA AA-1.30"))

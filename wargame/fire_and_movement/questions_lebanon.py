"""Questions about Lebanon '82: set-up, landings, bastions, how long it lasts and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding, skipped, total
from wargame.fire_and_movement import lebanon_2006, lebanon_victory
from wargame.fire_and_movement.landing import box_of, may_land
from wargame.fire_and_movement.lebanon_places import (
    ISRAELI,
    PLO,
    slots_1976,
    slots_1982,
    slots_2006,
)
from wargame.fire_and_movement.lebanon_setup import check_set_up
from wargame.fire_and_movement.lebanon_victory import Losses, Standings
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.state import Situation, Waiting

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wargame.fire_and_movement.lebanon_places import Slot

FAMILY = "fire_and_movement"
SLOTS: dict[str, Callable[[Situation], Mapping[str, tuple[Slot, ...]]]] = {
    "lebanon_82/peace_for_galilee": slots_1982,
    "lebanon_82/invasion_2006": slots_2006,
    "lebanon_82/invasion_1976": slots_1976,
}
MOST = 99
"""More units than any side has."""


def _counted(name: str, **figures: int) -> None:
    for word, value in figures.items():
        if not 0 <= value <= MOST:
            raise RequestError(f"question {name}, {word}", str(value), f"0 to {MOST}")


def _situation(name: str, scenario: str) -> Situation:
    if scenario not in SLOTS:
        raise RequestError(f"question {name}, scenario", shown(scenario), one_of(SLOTS, scenario))
    return load_scenario(scenario).situation


@question("fm.last_turn")
def last_turn(
    *,
    israeli_depleted: int = 0,
    israeli_eliminated: int = 0,
    syrian_depleted: int = 0,
    syrian_eliminated: int = 0,
) -> Ruling:
    """Which turn of Lebanon '82 is the last under international pressure.

    Args:
        israeli_depleted: Israeli depletions so far.
        israeli_eliminated: Israeli eliminations so far.
        syrian_depleted: Syrian depletions so far.
        syrian_eliminated: Syrian eliminations so far.
    """
    israeli = Losses(israeli_depleted, israeli_eliminated)
    syrian = Losses(syrian_depleted, syrian_eliminated)
    for each in (israeli, syrian):
        _counted("fm.last_turn", depleted=each.depleted, eliminated=each.eliminated)
    return lebanon_victory.pressure(israeli, syrian)


@question("fm.news_cycle")
def news_cycle(*, israeli: int = 0, plo: int = 0) -> Ruling:
    """Which turn of Lebanon 2006 is the last, after so many units eliminated on each side."""
    _counted("fm.news_cycle", israeli=israeli, plo=plo)
    return lebanon_2006.news_cycle(israeli, plo)


@question("fm.die_of_victory")
def die_of_victory(
    *, side: str, towns: int = 0, plo: int = 0, depleted: int = 0, eliminated: int = 0
) -> Ruling:
    """What a side adds to its die at the end of Lebanon 2006.

    Args:
        side: Israeli or PLO.
        towns: Lebanese town hexes that Israel occupies.
        plo: PLO units eliminated.
        depleted: Israeli units depleted, the eliminated ones not counted.
        eliminated: Israeli units eliminated.
    """
    _counted("fm.die_of_victory", towns=towns, plo=plo, depleted=depleted, eliminated=eliminated)
    if side == ISRAELI:
        return lebanon_2006.israeli_modifier(towns, plo)
    if side == PLO:
        return lebanon_2006.plo_modifier(depleted, eliminated)
    sides = (ISRAELI, PLO)
    raise RequestError("question fm.die_of_victory, side", shown(side), one_of(sides, side))


@question("fm.third_player")
def third_player(
    *, plo_hexes: int, free_hexes: int, sites: int, by_plo: int = 0, by_syria: int = 0
) -> Ruling:
    """Who wins Lebanon '82 of the PLO and Syria, in a game of three that Israel has not won.

    Args:
        plo_hexes: Hexes of Beirut that the PLO holds.
        free_hexes: Hexes of Beirut without an Israeli unit.
        sites: Missile sites that stand.
        by_plo: Israeli units that the PLO eliminated.
        by_syria: Israeli units that Syria eliminated.
    """
    _counted("fm.third_player", plo_hexes=plo_hexes, free_hexes=free_hexes, sites=sites)
    return lebanon_victory.between_arabs(Standings(plo_hexes, free_hexes, sites, by_plo, by_syria))


@question("fm.spared", scene=FAMILY)
def spared(situation: Situation, *, unit: str, code: str) -> Ruling:
    """Whether a unit that defends where it stands is spared a result, as in a bastion."""
    piece, name = situation.piece(unit), situation.unit(unit).name
    cases = situation.ruleset.spared(situation, piece, code)
    if cases:
        return finding("Spared", True, f"{code} does nothing to {name} there.", *cases)
    result = situation.ruleset.result_cases.get(code)
    if result is None:
        allowed = one_of(situation.ruleset.result_cases, code)
        raise RequestError("question fm.spared, code", shown(code), allowed)
    return finding("Spared", False, f"{code} touches {name} as any unit.", *result)


@question("fm.may_land", scene=FAMILY)
def landing(
    situation: Situation, *, unit: str, to: str, ashore: bool = False, mobile: bool = False
) -> Ruling:
    """Whether a unit of the Amphibious box may land in a hex.

    Args:
        situation: The position.
        unit: The unit.
        to: The printed number of the hex.
        ashore: Whether it has landed before.
        mobile: Whether it is the Mobile Movement Phase.
    """
    waiting = () if ashore else (Waiting(situation.unit(unit).id, box_of(0)),)
    now = evolve(situation, waiting=waiting, mobile=mobile)
    return may_land(now, unit, situation.board.hex(to))


@question("fm.set_up_places")
def set_up_places(*, scenario: str, drawn: str = "") -> Ruling:
    """How many units a scenario of Lebanon '82 sets up, place by place.

    Args:
        scenario: Folder and file, such as ``lebanon_82/peace_for_galilee``.
        drawn: Only what is drawn at random, such as ``PLO units``.
    """
    slots = [slot for own in _slots_of(scenario).values() for slot in own]
    groups: dict[str, list[Slot]] = {}
    for slot in slots:
        groups.setdefault(slot.words, []).append(slot)
    parts = []
    for words, group in groups.items():
        counted = [slot for slot in group if not drawn or slot.draw == drawn]
        if counted:
            cases = counted[0].cases
            parts.append(figure(words, len(counted), f"In {words}.", *cases, unit="units"))
        else:
            parts.append(skipped(words, f"Not {drawn}.", *group[0].cases, value=len(group)))
    return total("Places", parts, "All the places together.", unit="units")


def _slots_of(scenario: str) -> Mapping[str, tuple[Slot, ...]]:
    """Return the slots of a scenario by side."""
    situation = _situation("fm.set_up_places", scenario)
    return SLOTS[scenario](situation)


@question("fm.set_up_kept")
def set_up_kept(*, scenario: str) -> Ruling:
    """Whether a scenario of Lebanon '82 as it is drawn up keeps the rules of its set-up."""
    situation = _situation("fm.set_up_kept", scenario)
    return check_set_up(situation, SLOTS[scenario](situation))

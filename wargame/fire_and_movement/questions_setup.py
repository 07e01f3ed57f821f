"""Questions about what a game consists of: its counters, and when its markers come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, total
from wargame.fire_and_movement.fire_day import ready_again
from wargame.fire_and_movement.scenario import Scenario, load_scenario

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.fire_and_movement.units import Unit


@question("fm.ready_again")
def marker_ready_again(*, kind: str, turn: str) -> Ruling:
    """In which turn of Gaza 1917 a support fire marker used in some turn may be used again.

    Args:
        kind: artillery (a marker of the pool), air or naval.
        turn: The turn it is used in, such as ``Afternoon, 18 April``.
    """
    return ready_again(kind, turn)


@question("fm.counters")
def counters(*, scenario: str, side: str, without: str = "") -> Ruling:
    """How many counters a side has in a scenario, place by place and formation by formation.

    Args:
        scenario: Folder and file, such as ``gaza_1917/second_battle``.
        side: Whose.
        without: An arm to leave out, such as ``train``.
    """
    known = load_scenario(scenario)
    known.situation.other(side)
    units = [unit for unit in known.situation.roster.units.values() if unit.side == side]
    arms = sorted({unit.kind for unit in units})
    if without and without not in arms:
        raise RequestError("question fm.counters, without", shown(without), one_of(arms, without))
    parts = _places(known, side, [unit for unit in units if unit.kind != without])
    case = known.situation.ruleset.case("3.0/2")
    return total("Counters", parts, f"All that {side} brings.", case, unit="counters")


def _places(known: Scenario, side: str, units: list[Unit]) -> tuple[Ruling, ...]:
    """Return what stands on the map, waits, is set aside, lies in the pool, and flies or sails."""
    situation = known.situation
    placed = {piece.unit for piece in situation.of(side)}
    heirs = {unit.successor for unit in units}
    waiting = [unit for unit in units if unit.id not in placed | heirs]
    markers = [marker for marker in situation.roster.markers.values() if marker.side == side]
    late = [f"+{marker.value}" for marker in markers if marker.id not in situation.ready]
    pool = [f"+{marker.value}" for marker in situation.markers(side, pool=True)]
    opened = [marker.name or marker.id for marker in situation.markers(side, pool=False)]
    aside = [each.name for each in known.counters if each.side == side]
    battalions = [unit for unit in units if unit.id in heirs - placed]
    return (
        _group("On the map", _formations(unit for unit in units if unit.id in placed)),
        _group("Reinforcements", (*_formations(waiting), _named("Markers waiting", late))),
        _group("Set aside", (*_formations(battalions), _named("Other counters", aside))),
        _named("Fire support pool", pool),
        _named("Air and naval", opened),
    )


def _group(label: str, parts: Iterable[Ruling]) -> Ruling:
    counted = [part for part in parts if part.value]
    return total(label, counted, f"{label}, by formation.", unit="counters")


def _formations(units: Iterable[Unit]) -> tuple[Ruling, ...]:
    found: dict[str, list[str]] = {}
    for unit in units:
        found.setdefault(unit.formation or "No formation", []).append(unit.name)
    return tuple(_named(formation, names) for formation, names in found.items())


def _named(label: str, names: list[str]) -> Ruling:
    return figure(label, len(names), f"{'; '.join(names) or 'none'}.", unit="counters")

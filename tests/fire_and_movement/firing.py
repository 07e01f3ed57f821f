"""Positions for tests of support fire: markers with all their facts, Lebanon's sides, sites."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from tests.fire_and_movement.positions import position
from wargame.fire_and_movement.lebanon_82 import ISRAELI, PALESTINIAN, SYRIAN
from wargame.fire_and_movement.state import Situation
from wargame.fire_and_movement.units import Marker, Roster

if TYPE_CHECKING:
    from collections.abc import Iterable

ARABS = "Arab"
ISRAELIS = "Israeli"
SITE, OTHER = "0303", "0304"
UNITS = (
    f"i1 Israeli 5-5-8 0201 nationality={ISRAELI}",
    f"i2 Israeli 5-5-8 0202 nationality={ISRAELI}",
    f"s1 Arab 3-3-6 0302 nationality={SYRIAN}",
    f"s2 Arab 3-3-6 0504 nationality={SYRIAN}",
    f"p1 Arab 1-2-4 0301 nationality={PALESTINIAN}",
)


def fire(written: str) -> Marker:
    """Return a marker written as ``id side +4 air Israeli open``, all but the first three free."""
    name, side, value, *words = written.split()
    kind = next((word for word in words if word in {"air", "naval"}), "artillery")
    whose = next((word for word in words if word in {ISRAELI, SYRIAN, PALESTINIAN}), "")
    pool = "open" not in words
    return Marker(name, side, int(value), kind, pool=pool, nationality=whose)


def armed(situation: Situation, *written: str) -> Situation:
    """Return a position with these markers, all of them ready."""
    markers = {marker.id: marker for marker in map(fire, written)}
    roster = Roster(situation.roster.units, markers)
    return evolve(situation, roster=roster, ready=frozenset(markers))


def lebanon(
    *markers: str, sites: Iterable[str] = (), units: Iterable[str] = UNITS, active: str = ISRAELIS
) -> Situation:
    """Return a small position of Lebanon '82 with missile sites."""
    situation = position(*units, ruleset="lebanon_82", active=active)
    cells = frozenset(map(situation.board.hex, sites))
    return armed(evolve(situation, sites=cells), *markers)

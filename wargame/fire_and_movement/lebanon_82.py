"""Lebanon '82: its differences from version 7 of the system, as far as the combat table goes.

Its other exclusive rules (SAM sites, bastions, pressure) come with their chapters.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.fire_and_movement.sams import SamRule, overrun
from wargame.fire_and_movement.system import SYSTEM_V7
from wargame.fire_and_movement.terrain_costs import BARRED, TerrainCosts, row
from wargame.fire_and_movement.zones import COMMANDO

if TYPE_CHECKING:
    from wargame.fire_and_movement.units import Unit

ISRAELI, SYRIAN, PALESTINIAN = "Israeli", "Syrian", "PLO"
"""Nationalities of units; PLO and Syrians are one side, the Arabs, in the two-player game."""

MOUNTAIN, ROUGH, TOWN, CLEAR = "Mountain", "Rough, River, Beirut", "Town", "Clear"

COSTS = TerrainCosts(
    ground={
        "clear": row(1, "LEB82 10.2/1"),
        "rough": row(2, "LEB82 10.2/2"),
        "mountain": row(3, "LEB82 10.2/3"),
        "beirut": row(2, "LEB82 10.2/8"),
        # a town costs what the other terrain of its hex costs
        "town": row(0, "LEB82 10.2/9", plus=True),
    },
    sides={
        "bastion": row(1, "LEB82 10.2/5"),
        "lake": row(None, "LEB82 10.2/6"),
        "river": row(1, "LEB82 10.2/7"),
        "prohibited": BARRED,
    },
    # the game prints 1 where the system has one half; the game's own price holds (FM-Q41)
    links={"road": row(1, "LEB82 10.2/4")},
)
"""The movement costs of Lebanon '82."""


@implements("LEB82", "17.0")
def zone_exemption(mover: Unit, enemy: Unit) -> tuple[str, ...]:
    """Return the case by which PLO units and Syrian commandos do not mind Israeli zones (17.0).

    It concerns movement; Israeli zones bar retreats all the same (FM-Q56).
    """
    light = mover.nationality == PALESTINIAN or (
        mover.nationality == SYRIAN and mover.kind == COMMANDO
    )
    return ("LEB82 17.0",) if light and enemy.nationality == ISRAELI else ()


LEBANON_82 = SYSTEM_V7.replace(
    id="lebanon_82",
    title="Lebanon '82",
    crt="lebanon_82",
    # its rulebook says that the lines end together at +10 (FM-Q01)
    alignment="right",
    clear_line=CLEAR,
    terrain_lines={
        "mountain": MOUNTAIN,
        "rough": ROUGH,
        "beirut": ROUGH,
        "town": TOWN,
        "clear": CLEAR,
    },
    # every river is bridged (15.0), but the table has no bridge line: river then (FM-Q44)
    hexside_lines={"river": ROUGH},
    result_cases={
        code: (f"LEB82 CRT/{number}", *SYSTEM_V7.result_cases[code])
        for number, code in enumerate(
            ("De", "D3", "D2", "Ex", "A1", "A2", "A3", "(A)", "Ae", "•"), start=5
        )
    },
    costs=COSTS,
    ignores_zone=zone_exemption,
    # 13: missile sites; 14: the markers of Syrians and PLO for each other's combats
    sams=SamRule(against=ISRAELI),
    after_move=overrun,
    coordination={
        (PALESTINIAN, SYRIAN): "LEB82 14.0/1",
        (SYRIAN, PALESTINIAN): "LEB82 14.0/2",
    },
)
"""The table of Lebanon '82 on the version 7 system."""

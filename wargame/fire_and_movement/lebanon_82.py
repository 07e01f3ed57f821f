"""Lebanon '82: its differences from version 7 of the system, as far as the combat table goes.

Its other exclusive rules (SAM sites, bastions, pressure) come with their chapters.
"""

from __future__ import annotations

from wargame.fire_and_movement.system import SYSTEM_V7

MOUNTAIN, ROUGH, TOWN, CLEAR = "Mountain", "Rough, River, Beirut", "Town", "Clear"

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
)
"""The table of Lebanon '82 on the version 7 system."""

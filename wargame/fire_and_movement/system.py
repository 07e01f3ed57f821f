"""The two editions of the system rules as rulesets: version 8 (2023) and version 7 (2019)."""

from __future__ import annotations

from wargame.fire_and_movement.ruleset import Ruleset
from wargame.fire_and_movement.stacking import no_stacking

_CODE_CASES = {
    "De": "8.2.4/1",
    "D3": "8.2.4/2",
    "D2": "8.2.4/3",
    "Ex": "8.2.4/4",
    "A1": "8.2.4/5",
    "A2": "8.2.4/6",
    "A3": "8.2.4/7",
    "(A)": "8.2.4/8",
    "Ae": "8.2.4/9",
    "•": "8.2.4/10",
}

SYSTEM_V8 = Ruleset(
    id="system_v8",
    title="Fire & Movement, version 8",
    edition="FM8",
    crt="system_v8",
    alignment="left",
    clear_line="Mixed, Clear, Desert, Stream",
    terrain_lines={
        "mountain": "Mountain",
        "city": "City, Rough, River",
        "rough": "City, Rough, River",
        "marsh": "Marsh/swamp, Town, Broken",
        "town": "Marsh/swamp, Town, Broken",
        "broken": "Marsh/swamp, Town, Broken",
        "woods": "Woods, Bridge, Canal, Ditch",
        "mixed": "Mixed, Clear, Desert, Stream",
        "clear": "Mixed, Clear, Desert, Stream",
        "desert": "Mixed, Clear, Desert, Stream",
    },
    hexside_lines={
        "river": "City, Rough, River",
        "bridge": "Woods, Bridge, Canal, Ditch",
        "canal": "Woods, Bridge, Canal, Ditch",
        "ditch": "Woods, Bridge, Canal, Ditch",
        "stream": "Mixed, Clear, Desert, Stream",
    },
    prohibited=frozenset({"sea", "lake"}),
    result_cases={code: (f"FM8 {number}",) for code, number in _CODE_CASES.items()},
    stacking=no_stacking,
    stand_cost="each",
    stand_cases=("FM8 8.4", "FM8 8.4/2"),
    lowest_first=True,
)
"""Version 8. Standing costs each unit that stands a step (FM-Q13); lowest markers first (7.1/2)."""

SYSTEM_V7 = SYSTEM_V8.replace(
    id="system_v7",
    title="Fire & Movement, version 7",
    edition="FM7",
    result_cases={code: (f"FM7 {number}",) for code, number in _CODE_CASES.items()},
    reveal_cases=("FM7 8.2.1/8",),
    loss_cases=("FM7 8.2.4/4", "FM7 8.2.4/8"),
    stand_cost="one",
    stand_cases=("FM7 8.4", "FM7 8.4/2"),
    lowest_first=False,
)
"""Version 7. One step pays for the whole force that stands; markers come at random throughout.

Its text leaves the example table out, so the version 8 table serves until a game brings its own.
"""

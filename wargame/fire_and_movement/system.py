"""The two editions of the system rules as rulesets: version 8 (2023) and version 7 (2019)."""

from __future__ import annotations

from fractions import Fraction

from wargame.fire_and_movement.ruleset import Ruleset
from wargame.fire_and_movement.stacking import no_stacking
from wargame.fire_and_movement.terrain_costs import BARRED, TerrainCosts, row

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


def example_costs(edition: str, dear: str, points: int) -> TerrainCosts:
    """Return the prices that an edition prints as rules or examples; every game has its own chart.

    Ground that the edition does not price stays without a price.

    Args:
        edition: ``FM8`` or ``FM7``.
        dear: The kind of terrain of its first example.
        points: What that costs.
    """
    return TerrainCosts(
        ground={
            "clear": row(1, f"{edition} 5.4"),
            dear: row(points, f"{edition} 5.4/x1"),
            "village": row(1, f"{edition} 5.4/x3", plus=True),
        },
        sides={"river": row(1, f"{edition} 5.4/x2"), "prohibited": BARRED},
        links={
            "road": row(Fraction(1, 2), f"{edition} 5.4.1"),
            "trail": row(1, f"{edition} 5.4.2"),
        },
    )


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
    costs=example_costs("FM8", "jungle", 3),
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
    costs=example_costs("FM7", "rough", 2),
)
"""Version 7. One step pays for the whole force that stands; markers come at random throughout.

Its text leaves the example table out, so the version 8 table serves until a game brings its own.
"""

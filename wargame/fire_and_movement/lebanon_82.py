"""Lebanon '82: its differences from version 7 of the system, in 1982, 2006 and 1976.

What goes on round the turns (set-up, pressure, victory) stands in the games' own modules. Of the
errata that 10.2 announces for the map only the heading is there, so they change nothing (FM-Q42).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.fire_and_movement.bastions import BASTION, bastion_immunity
from wargame.fire_and_movement.landing import repelled
from wargame.fire_and_movement.lebanon_control import entered, fought_out
from wargame.fire_and_movement.ruleset import Ruleset, nobody_spared
from wargame.fire_and_movement.sams import SamRule
from wargame.fire_and_movement.system import SYSTEM_V7
from wargame.fire_and_movement.terrain_costs import BARRED, Row, TerrainCosts, row
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
    after_move=entered,
    # 11.3: landings; 12: bastions
    spared=bastion_immunity,
    after_throw=repelled,
    after_fight=fought_out,
    # 8.3: no case names the friendly edges; they are those that troops come from
    friendly_edges={ISRAELI: ("south",), "Arab": ("north", "east")},
    coordination={
        (PALESTINIAN, SYRIAN): "LEB82 14.0/1",
        (SYRIAN, PALESTINIAN): "LEB82 14.0/2",
    },
)
"""Lebanon '82 in 1982, on the version 7 system."""


def _without_bastions(costs: TerrainCosts, **sides: Row) -> TerrainCosts:
    """Return a chart on which bastions cost nothing and other hexsides something besides."""
    kept = {kind: each for kind, each in costs.sides.items() if kind != BASTION}
    return evolve(costs, sides={**kept, **sides})


@implements("LEB82", "20.0", "20.2/13", "20.3")
def _of_2006() -> Ruleset:
    """Return the rules of 2006: no bastions, no missile sites, and nobody crosses the Litani."""
    limit = Row(None, ("LEB82 20.0",), provenance=Provenance("printed", "LEB82 20.0"))
    return LEBANON_82.replace(
        id="lebanon_2006",
        title="Lebanon 2006",
        costs=_without_bastions(COSTS, litani=limit),
        spared=nobody_spared,
        sams=None,
        coordination={},
    )


@implements("LEB82", "25.2/1")
def _of_1976() -> Ruleset:
    """Return the rules of 1976: no bastions; nobody has aircraft for missile sites to engage."""
    return LEBANON_82.replace(
        id="lebanon_1976",
        title="Lebanon 1976",
        costs=_without_bastions(COSTS),
        spared=nobody_spared,
        sams=None,
        coordination={},
        friendly_edges={SYRIAN: ("north", "east"), PALESTINIAN: ("beirut",)},
    )


LEBANON_2006 = _of_2006()
LEBANON_1976 = _of_1976()

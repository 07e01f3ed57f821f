"""Gaza 1917: its differences from version 8 of the system, to be read from top to bottom.

Some readings leave no trace here: the text of 10.1 is lost (FM-Q21), there is no chapter 20
(FM-Q22), 18.4 points to an 18.5 that says nothing of losses (FM-Q28), and the railroad of the
terrain chart is that of 13.2 and 15.0, whatever numbers it gives (FM-Q36).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, refusal, skipped
from wargame.fire_and_movement.ranges import by_air_and_sea
from wargame.fire_and_movement.ruleset import ALL_OF_IT, RailRule, Sight
from wargame.fire_and_movement.stacking import gaza_stacking
from wargame.fire_and_movement.system import SYSTEM_V8
from wargame.fire_and_movement.terrain_costs import BARRED, Row, TerrainCosts, row
from wargame.fire_and_movement.zones import Bound

if TYPE_CHECKING:
    from wargame.core.board import Cell
    from wargame.fire_and_movement.attack import Attack
    from wargame.fire_and_movement.units import Unit

BRITISH, CENTRAL_POWERS = "British", "Central Powers"
CAVALRY_DIVISIONS = {
    "ANZMD": "Australian and New Zealand Mounted Division",
    "IMD": "Imperial Mounted Division",
}
"""The divisions that may charge, by the abbreviation (19.1) under which a charge is declared."""
COORDINATED = frozenset({"infantry division", "mounted division"})
"""The formations that pay for attacking together (17); the Reserve is none of them."""
SET_ASIDE = "Set aside, to see what it is worth."
TRENCH_OR_GAZA, TOWN = "CP in Trench or Gaza", "Town"
BROKEN, CLEAR, SAND = "Hill, Village, Oasis, Wadi", "Clear, British in Trench", "Sand"


@implements("GAZA", "13.0", "13.1/3", "13.1/4", "13.1/5")
def charge(attack: Attack) -> Ruling:
    """Return the shift for a cavalry charge (13.1): one column right.

    Only an attack made by nobody but charging divisions has it; with units of both divisions, both
    must charge. One charge covers all of the division's attacks in that phase, and a unit of the
    Reserve in the attack voids the shift (FM-Q39).
    """
    cases = ("GAZA 13.1", "GAZA 13.1/3")
    if not attack.charging:
        return _no_shift("Charge", "No division charges.", *cases)
    problem = _charge_problem(attack)
    if problem is not None:
        return problem
    if "shift:charge" in attack.waived:
        return _no_shift("Charge", SET_ASIDE, *cases)
    charging = {CAVALRY_DIVISIONS[each]: each for each in sorted(attack.charging)}
    strangers = [unit.name for unit in attack.units if unit.formation not in charging]
    if strangers:
        why = f"No part of a charging division: {', '.join(strangers)}. So nobody shifts."
        return _no_shift("Charge", why, *cases, "GAZA 13.1/5")
    there = dict.fromkeys(charging[unit.formation] for unit in attack.units)
    said = f"Only {' and '.join(there)} in the attack, charging: one column right."
    return figure("Charge", 1, said, *cases, unit="columns")


def _no_shift(label: str, why: str, *cases: str, value: int = 1) -> Ruling:
    return skipped(label, why, *cases, value=value, unit="columns")


def _charge_problem(attack: Attack) -> Ruling | None:
    """Return the refusal of a charge that may not be declared, if so."""
    for division in sorted(attack.charging):
        if division not in CAVALRY_DIVISIONS or attack.situation.active != BRITISH:
            able = " and ".join(CAVALRY_DIVISIONS)
            why = f"{division} may not charge; only {able} may, in a British phase."
            return refusal("Charge", why, "GAZA 13.1", "GAZA 13.1/2")
        if division in attack.situation.charged:
            return refusal("Charge", f"{division} has charged already, once a game.", "GAZA 13.1")
    return None


@implements("GAZA", "13.4/1", "13.4/2", "13.4/3")
def kress(attack: Attack) -> Ruling:
    """Return the shift for Kress von Kressenstein (13.4): one column right, once a phase."""
    cases = ("GAZA 13.4/1", "GAZA 13.4/2")
    if not attack.kress:
        return _no_shift("Kress", "Kress is not placed.", *cases)
    if attack.situation.active != CENTRAL_POWERS:
        why = "Kress may lead an attack of the Central Powers only, never a defence."
        return refusal("Kress", why, "GAZA 13.4/3")
    if attack.situation.kress_used:
        return refusal("Kress", "Kress has led an attack this phase already.", "GAZA 13.4/1")
    if "shift:kress" in attack.waived:
        return _no_shift("Kress", SET_ASIDE, *cases)
    return figure("Kress", 1, "Kress leads this attack: one column right.", *cases, unit="columns")


@implements("GAZA", "17.0", "17.0/1")
def coordination(attack: Attack) -> Ruling:
    """Return the shift for British divisions attacking together (17): one column left.

    Units of the Reserve join without it. Two charging divisions pay it too (FM-Q39).
    """
    divisions = dict.fromkeys(
        unit.formation
        for unit in attack.units
        if unit.side == BRITISH and unit.formation_type in COORDINATED
    )
    names = " and ".join(divisions)
    if len(divisions) <= 1:
        why = f"British divisions in the attack: {names or 'none'}; the Reserve joins freely."
        return _no_shift("Coordination", why, "GAZA 17.0", "GAZA 17.0/1", value=-1)
    if "shift:coordination" in attack.waived:
        return _no_shift("Coordination", SET_ASIDE, "GAZA 17.0", value=-1)
    said = f"{names} attack together: one column left."
    return figure("Coordination", -1, said, "GAZA 17.0", unit="columns")


TRAIN, RAILROAD, TRENCH = "train", "railroad", "trench"
TURKISH_SIDE_ENDS = "british_setup"
"""The feature of the hexes on and beyond Wadi el Ghuzze, seen from the Turkish side."""

HALF = Fraction(1, 2)
COSTS = TerrainCosts(
    ground={
        "open": row(1, "GAZA TEC/1"),
        "sand": row(2, "GAZA TEC/2"),
        "hill": row(2, "GAZA TEC/3"),
        "oasis": row(1, "GAZA TEC/4"),
        "wadi": row(2, "GAZA TEC/5"),
        TRENCH: row(2, "GAZA TEC/6", "GAZA 14.0/1"),
        "village": row(1, "GAZA TEC/7"),
        "town": row(1, "GAZA TEC/8"),
        "sea": row(None, "GAZA TEC/11"),
        # 16.1 names marsh and the chart does not: it costs nothing of its own (FM-Q35)
        "marsh": Row(0, ("GAZA 16.1/2",), True, Provenance("reconstructed", "FM-Q35")),
    },
    sides={"prohibited": BARRED},
    # 14.0 says road and means the chart's track (FM-Q35)
    links={"track": row(HALF, "GAZA TEC/9"), RAILROAD: row(HALF, "GAZA TEC/10")},
)
"""The terrain chart of Gaza 1917."""


@implements("GAZA", "13.2/1")
def train_ignores_zones(mover: Unit, enemy: Unit) -> tuple[str, ...]:
    """Return the case by which the armoured train minds no zone (13.2); nothing for others."""
    del enemy
    return ("GAZA 13.2/1",) if mover.kind == TRAIN else ()


@implements("GAZA", "14.0/4")
def leaves_trench(unit: Unit, cell: Cell) -> tuple[str, ...]:
    """Return the case by which a Central Powers unit in a trench leaves a zone without paying.

    It may go straight into another zone for the ground alone, as leg unit or mobile (FM-Q38); a leg
    unit stops there. Only the trench in which it starts to move counts.
    """
    there = unit.side == CENTRAL_POWERS and TRENCH in cell.terrain
    return ("GAZA 14.0/4",) if there else ()


@implements("GAZA", "10.3/4", "10.3/5")
def advance_hexes(unit: Unit) -> tuple[int, tuple[str, ...]]:
    """Return how many hexes of a path of retreat a unit advances, and the case: foot one (10.3)."""
    return (ALL_OF_IT, ("GAZA 10.3/4",)) if unit.mobile else (1, ("GAZA 10.3/5",))


@implements("GAZA", "13.1/6", "13.1/7")
def advance_beyond(attack: Attack, unit: Unit) -> tuple[str, ...]:
    """Return the cases that let charging cavalry advance one hex farther, any way (13.1)."""
    charging = {CAVALRY_DIVISIONS[each] for each in attack.charging}
    return ("GAZA 13.1/6", "GAZA 13.1/7") if unit.formation in charging else ()


GAZA_1917 = SYSTEM_V8.replace(
    id="gaza_1917",
    title="Gaza 1917",
    # 10.3: A3 and D3 cost a step besides the retreat; stiff resistance only on A1, A2, D2 (FM-Q24)
    result_cases={
        "De": ("GAZA CRT/7", "FM8 8.2.4/1"),
        "D3": ("GAZA CRT/8", "GAZA 10.3/3"),
        "D2": ("GAZA CRT/9", "FM8 8.2.4/3"),
        "Ex": ("GAZA CRT/10", "FM8 8.2.4/4"),
        "A1": ("GAZA CRT/11", "FM8 8.2.4/5"),
        "A2": ("GAZA CRT/12", "FM8 8.2.4/6"),
        "A3": ("GAZA CRT/13", "GAZA 10.3/3"),
        "(A)": ("GAZA CRT/14", "FM8 8.2.4/8"),
        "Ae": ("GAZA CRT/15", "FM8 8.2.4/9"),
        "•": ("GAZA CRT/16", "FM8 8.2.4/10"),
    },
    retreat_costs_step=frozenset({"A3", "D3"}),
    stands_on=frozenset({"A1", "A2", "D2"}),
    loss_cases=("GAZA CRT/18",),
    # 10.3: foot advances one hex, and after an elimination too (FM-Q23); 13.1: a charge one more
    advance_after=frozenset({"D2", "D3", "De"}),
    advance_hexes=advance_hexes,
    advance_beyond=advance_beyond,
    advance_cases=("GAZA 10.3/5",),
    # 8.3/3: the edges where each side's troops arrive or its lines lead; the map names none
    friendly_edges={BRITISH: ("south",), CENTRAL_POWERS: ("north", "east")},
    # the table's key: one unit pays for the whole force that stands (FM-Q25)
    stand_cost="one",
    stand_cases=("GAZA CRT/9", "GAZA CRT/11", "GAZA CRT/12", "FM8 8.4"),
    # 14 and the table: trenches and Gaza serve the Central Powers (FM-Q37)
    crt="gaza_1917",
    alignment="left",
    clear_line=CLEAR,
    terrain_lines={
        "open": CLEAR,
        "sand": SAND,
        "hill": BROKEN,
        "village": BROKEN,
        "oasis": BROKEN,
        "wadi": BROKEN,
        "town": TOWN,
    },
    side_lines={
        (CENTRAL_POWERS, "trench"): TRENCH_OR_GAZA,
        (BRITISH, "trench"): CLEAR,
        (CENTRAL_POWERS, "gaza"): TRENCH_OR_GAZA,
        (BRITISH, "gaza"): TOWN,
    },
    hexside_lines={},
    # 16: stacking, and stacks fight as one
    stacking=gaza_stacking,
    stacks_fight_together=True,
    # 13 and 17: charge, Kress, coordination
    shifts=(charge, kress, coordination),
    # 18: bombardment is the only fire support
    bombards_only=True,
    reveal_cases=("GAZA 18.3/2",),
    markers_in_combat=0,
    markers_per_hex={BRITISH: 1, CENTRAL_POWERS: 2},
    marker_reach=by_air_and_sea,
    lowest_first=False,
    sight={
        CENTRAL_POWERS: Sight(4, 6, ("GAZA 18.2/3",)),
        BRITISH: Sight(5, 7, ("GAZA 18.2/4",)),
    },
    # 10.3: no mobile phases
    mobile_phases=False,
    # movement: the chart, the train, the trenches, the Ottoman railway
    costs=COSTS,
    ignores_zone=train_ignores_zones,
    leaves_zone=leaves_trench,
    bound={TRAIN: Bound(RAILROAD, ("GAZA 13.2",))},
    rail=RailRule(CENTRAL_POWERS, RAILROAD, TURKISH_SIDE_ENDS),
)
"""The rules of Gaza 1917."""

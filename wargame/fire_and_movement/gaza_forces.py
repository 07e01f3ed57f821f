"""The orders of battle of Gaza 1917 (19.0): who belongs to which formation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, total
from wargame.fire_and_movement.gaza_1917 import BRITISH, CENTRAL_POWERS

if TYPE_CHECKING:
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Unit

ORDERS = {CENTRAL_POWERS: "GAZA 19.2", BRITISH: "GAZA 19.3"}
FORMATIONS = {
    "3rd Division": "GAZA 19.2/1",
    "16th Division": "GAZA 19.2/2",
    "27th Division": "GAZA 19.2/3",
    "53rd Division (Ottoman)": "GAZA 19.2/4",
    "Reserve (Central Powers)": "GAZA 19.2/5",
    "Asia Corps": "GAZA 19.2/6",
    # it arrives and stands in no line of the order of battle (FM-Q34)
    "3rd Cavalry Division": "GAZA 11.2/9",
    "52nd Division": "GAZA 19.3/1",
    "53rd Division (British)": "GAZA 19.3/2",
    "54th Division": "GAZA 19.3/3",
    "74th (Yeomanry) Division": "GAZA 19.3/4",
    "Australian and New Zealand Mounted Division": "GAZA 19.3/5",
    "Imperial Mounted Division": "GAZA 19.3/6",
    "Reserve (British)": "GAZA 19.3/7",
    # the train belongs to no formation
    "Railway": "GAZA 11.4/1",
}
"""The case of each formation."""


@implements("GAZA", "19.0", "19.2", "19.2/1", "19.2/2", "19.2/3", "19.2/4", "19.2/5", "19.2/6")
@implements("GAZA", "19.3", "19.3/1", "19.3/2", "19.3/3", "19.3/4", "19.3/5", "19.3/6", "19.3/7")
def order_of_battle(situation: Situation, side: str) -> Ruling:
    """Return the units of a side, formation by formation, wherever they are now.

    A battalion that takes the place of a regiment is no unit of its own here. Where set-up and
    order of battle differ, the set-up is followed (FM-Q34); the 299th is the 229th (FM-Q33).

    Args:
        situation: The position, for its units.
        side: Whose.

    Returns:
        The number of units, with a part for each formation.

    Raises:
        RequestError: There is no such side.
    """
    situation.other(side)
    units = situation.roster.units.values()
    heirs = {unit.successor for unit in units}
    found: dict[str, list[Unit]] = {}
    for unit in units:
        if unit.side == side and unit.id not in heirs:
            found.setdefault(unit.formation, []).append(unit)
    parts = [_formation(name, members) for name, members in found.items()]
    return total("Order of battle", parts, f"All of the {side}.", ORDERS[side], unit="units")


def _formation(name: str, units: list[Unit]) -> Ruling:
    names = "; ".join(unit.name for unit in units)
    case = FORMATIONS.get(name, "GAZA 19.0")
    return figure(name, len(units), f"{names}.", case, unit="units")

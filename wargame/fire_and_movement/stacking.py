"""Stacking (5.3; Gaza 16): which units may end a phase in the same hex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Unit

MARSH = "marsh"
HIGHEST = 2
"""The most units in one hex of Gaza 1917 (16.1), whoever owns them."""


@implements("FM8", "5.3", "5.3/1", "5.3/3")
@implements("FM7", "5.3", "5.3/1", "5.3/3")
def no_stacking(situation: Situation, units: tuple[str, ...], terrain: str) -> Ruling:
    """Return whether *units* may end a phase together: in the system only one may (5.3).

    Args:
        situation: Gives the roster and the edition.
        units: The ids of the units in one hex.
        terrain: The kinds of terrain there, as one word each; of no matter here.
    """
    del terrain
    cases = situation.ruleset.cases("5.3", "5.3/1")
    if len(units) <= 1:
        return figure("Stacking", True, "One unit in a hex is always within the limit.", *cases)
    names = ", ".join(situation.unit(name).name for name in units)
    why = f"{names} are {len(units)} units; one unit may end a phase in a hex."
    return refusal("Stacking", why, *cases)


@implements("GAZA", "10.3/2", "16.0", "16.1", "16.1/2")
def gaza_stacking(situation: Situation, units: tuple[str, ...], terrain: str) -> Ruling:
    """Return whether *units* may end a phase together under Gaza 1917 (16.1).

    British: one unit, and with it a tank detachment or a motor machine-gun battalion. Central
    Powers: two units of any formation, of which one may be a regiment. In marsh: one unit.
    """
    named = [situation.unit(name) for name in units]
    words = ", ".join(unit.name for unit in named)
    if len(named) <= 1:
        said = "One unit in a hex is always within the limit."
        return figure("Stacking", True, said, "GAZA 16.1")
    if MARSH in terrain.split():
        return refusal("Stacking", f"{words}: no stacking in marsh.", "GAZA 16.1/2")
    if len({unit.side for unit in named}) > 1:
        return refusal("Stacking", f"{words} are of two sides; only friends stack.", "GAZA 16.1")
    limit = _ottoman_limit if named[0].side == "Central Powers" else _british_limit
    return limit(named, words)


@implements("GAZA", "16.1/4")
def _ottoman_limit(units: Sequence[Unit], words: str) -> Ruling:
    """Allow two units of any formation, of which one may be a regiment."""
    regiments = [unit.name for unit in units if unit.stacking == "regiment"]
    if len(units) > HIGHEST or len(regiments) > 1:
        why = f"{words}: the Central Powers stack two units, of which one may be a regiment."
        return refusal("Stacking", why, "GAZA 16.1/4")
    return figure("Stacking", True, f"{words}: two units, one regiment at most.", "GAZA 16.1/4")


@implements("GAZA", "16.1/3")
def _british_limit(units: Sequence[Unit], words: str) -> Ruling:
    """Allow one unit, and with it a tank detachment or a motor machine-gun battalion."""
    support = [unit.name for unit in units if unit.stacking == "support"]
    if len(units) > HIGHEST or not support:
        beside = "one tank detachment or motor machine-gun battalion"
        why = f"{words}: the British stack one unit with {beside}."
        return refusal("Stacking", why, "GAZA 16.1/3")
    return figure("Stacking", True, f"{words}: one unit with one in support.", "GAZA 16.1/3")

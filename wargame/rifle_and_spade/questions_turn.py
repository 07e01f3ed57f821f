"""The rule questions about the cups, reinforcements, release and supply, by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.questions import question
from wargame.core.ruling import Ruling, finding
from wargame.rifle_and_spade import cup, cup_odds, reinforcements, release, supply
from wargame.rifle_and_spade.reinforcements import Waiting
from wargame.rifle_and_spade.scene import FAMILY

if TYPE_CHECKING:
    from wargame.rifle_and_spade.cup_odds import Wish
    from wargame.rifle_and_spade.state import Situation

WHERE = "question rs.next_chit"


# ---- the cup


@question("rs.cup", scene=FAMILY)
def chits(situation: Situation, *, side: str) -> Ruling:
    """Which brigades and regiments have a chit in a side's cup, and why the others have none.

    Args:
        situation: The position.
        side: The side.
    """
    situation.other(side)
    return cup.cup_ruling(situation, side)


@question("rs.next_chit", scene=FAMILY)
def next_chit(
    situation: Situation,
    *,
    brigiment: str,
    prefer: tuple[str, ...] = (),
    yields: tuple[str, ...] = (),
    first: str = "",
) -> Ruling:
    """The exact chance of a brigade or regiment to be activated next.

    Args:
        situation: The position.
        brigiment: Its name.
        prefer: Brigades and regiments that their sides would choose first, where they may.
        yields: Sides that, having the initiative, let the other pull.
        first: The side that the scenario names for the first chit of the turn.
    """
    wishes = _wishes(situation, prefer, yields)
    state = cup_odds.cup_of(situation, wishes, first=_side(situation, first))
    inside = (*state.chits[0], *state.chits[1])
    why, case = cup.why_out(situation, situation.command(brigiment), cup.NOBODY)
    parts = cup_odds.next_ruling(situation, wishes, first=first).parts
    if brigiment not in inside:
        return finding(f"{brigiment} next", 0, why, case, parts=parts)
    chance = state.next().get(brigiment, 0)
    said = f"{float(chance * 100):.4g} in 100."
    return finding(f"{brigiment} next", chance, said, "RS 2.2.1", "RS 2.3", "RS 2.4", parts=parts)


def _side(situation: Situation, side: str) -> str:
    if side and side not in situation.sides:
        raise RequestError(f"{WHERE}, first", shown(side), one_of(situation.sides, side))
    return side


def _wishes(
    situation: Situation, prefer: tuple[str, ...], yields: tuple[str, ...]
) -> dict[str, Wish]:
    for side in yields:
        _side(situation, side)
    army = situation.army
    return {
        side: cup_odds.Wish(
            tuple(name for name in prefer if army.brigiment(name).side == side), side in yields
        )
        for side in situation.sides
    }


# ---- reinforcements and release


@question("rs.enters", scene=FAMILY)
def enters(
    situation: Situation, *, unit: str, entry: str, file: tuple[str, ...], column: bool = True
) -> Ruling:
    """The movement points that a unit pays to enter the map from its place in a file.

    Args:
        situation: The position, with these units off the map.
        unit: The unit.
        entry: The printed number of the entry hex.
        file: The units that enter there, in order.
        column: Whether they come in Column or limbered.
    """
    at = situation.board.hex(entry)
    waiting = tuple(
        Waiting(
            name,
            at,
            "edge",
            reinforcements.mode_of(situation.roster[name]) if column else "",
        )
        for name in file
    )
    return reinforcements.entry_points(situation, waiting, unit)


@question("rs.released", scene=FAMILY)
def released(situation: Situation, *, unit: str) -> Ruling:
    """Whether a unit has been released to act and fire, or is released by a threat now.

    Args:
        situation: The position.
        unit: The unit.
    """
    return release.released_ruling(situation, unit)


# ---- supply


@question("rs.supply", scene=FAMILY)
def in_supply(
    situation: Situation, *, sources: tuple[str, ...], brigiment: str = "", unit: str = ""
) -> Ruling:
    """Whether a brigade or regiment, or an independent unit, has a supply line, and by which hexes.

    Args:
        situation: The position.
        sources: The printed numbers of the supply sources of its side.
        brigiment: The brigade or regiment.
        unit: The independent unit, where it is one.
    """
    cells = tuple(map(situation.board.hex, sources))
    if bool(brigiment) == bool(unit):
        found = "both" if unit else "neither"
        raise RequestError("question rs.supply", found, "either 'brigiment' or 'unit'")
    if unit:
        side = situation.side(situation.piece(unit))
        return supply.independent_supply(situation, unit, {side: cells})
    side = situation.army.brigiment(brigiment).side
    return supply.supply_line(situation, brigiment, {side: cells})

"""Odds of battles beside each other, as a table in plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.area_combat.battle import Battle
from wargame.area_combat.odds import battle_odds
from wargame.area_combat.program import ENDED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.area_combat.odds import BattleOdds, Chance
    from wargame.area_combat.program import Ended

_SAID: dict[Ended, tuple[str, str]] = {
    "taken": ("", "taken"),
    "held": ("", "held"),
    "empty": ("nobody", "left"),
    "broken off": ("broken", "off"),
    "endless": ("", "endless"),
}
"""The two lines of a column's head: a table has to fit a narrow window."""
_LOSSES = (("attacker", "loses"), ("defender", "loses"))


def compared(battles: Mapping[str, Battle | BattleOdds]) -> str:
    """Return a table: how battles end, how many rounds they last, and what each side loses.

    Ways to end that none of the battles has are left out. Chances are rounded to a tenth of a per
    cent; what is possible never reads as never, nor as certain.

    Args:
        battles: What each line is called, and its odds, or a battle to be fought to the end.
    """
    odds = {
        name: battle_odds(each) if isinstance(each, Battle) else each
        for name, each in battles.items()
    }
    ends = [each for each in ENDED if any(one.chance(each) for one in odds.values())]
    heads = (*(_SAID[each] for each in ends), ("", "rounds"), *_LOSSES)
    rows = [["", *line] for line in zip(*heads, strict=True)]
    rows += [[name, *_cells(one, ends)] for name, one in odds.items()]
    first, *widths = (max(map(len, column)) for column in zip(*rows, strict=True))
    return "\n".join(
        "  ".join((name.ljust(first), *map(str.rjust, cells, widths))).rstrip()
        for name, *cells in rows
    )


def _cells(odds: BattleOdds, ends: list[Ended]) -> list[str]:
    lost = (f"{float(odds.value_lost(who)):.1f} IP" for who in ("attacker", "defender"))
    return [
        *(_percent(odds.chance(each)) for each in ends),
        f"{float(odds.mean_rounds):.1f}",
        *lost,
    ]


def _percent(chance: Chance) -> str:
    if 0 < chance < 0.0005:  # noqa: PLR2004 - half a tenth of a per cent
        return "< 0.1 %"
    if 0.9995 <= chance < 1:  # noqa: PLR2004 - the same from the other end
        return "> 99.9 %"
    return "100 %" if chance == 1 else f"{100 * float(chance):.1f} %" if chance else "0 %"

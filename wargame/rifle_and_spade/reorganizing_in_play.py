"""When units reorganize in play (3.2.1): before a side's stacks move, and after its assaults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.rifle_and_spade import reorganizing
from wargame.rifle_and_spade.orders import cordon
from wargame.rifle_and_spade.reorganizing_options import kin_of

if TYPE_CHECKING:
    from collections.abc import Collection, Generator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.reorganizing import Window
    from wargame.rifle_and_spade.state import Situation

NOBODY = "none"
CASES = ("RS 3.2.1",)


def places(
    situation: Situation, names: Collection[str], window: Window = "before movement"
) -> tuple[Hex, ...]:
    """Return the hexes in which some of these units may be reorganized, in order.

    Args:
        situation: The position.
        names: The units, as far as they are on the map.
        window: When.
    """
    there = sorted({situation.piece(name).at for name in names if situation.on_map(name)})
    return tuple(
        cell
        for cell in there
        if any(
            reorganizing.options(
                situation, cell, window, cordon=_in_cordon(situation, cell, names), only=names
            )
        )
    )


def _in_cordon(situation: Situation, cell: Hex, names: Collection[str]) -> bool:
    """Return whether those of the units in a hex may break down into pickets (3.2.3)."""
    there = (piece for piece in situation.at(cell) if piece.unit in names)
    commands = (situation.commanded(piece) for piece in there)
    return any(each and cordon.in_force(situation, each.brigiment) for each in commands)


@implements("RS", "3.2.1", "3.2.4", "11.12.7/2", "11.12.7/3", "11.12.9")
def in_hex(
    situation: Situation, cell: Hex, names: Collection[str], window: Window = "before movement"
) -> Generator[Step, Any, Situation]:
    """Let the active side reorganize its units in a hex until it has done."""
    return (
        yield from reorganizing.offer(
            situation, cell, window, cordon=_in_cordon(situation, cell, names), only=names
        )
    )


@implements("RS", "3.2.1", "3.2.5")
def after_assaults(situation: Situation, able: Collection[str]) -> Generator[Step, Any, Situation]:
    """Let the active side reorganize once its assaults are resolved, hex after hex.

    Args:
        situation: The position.
        able: The units that were activated; what was made of them since counts with them.
    """
    names = _acting(situation, able)
    seen: set[Hex] = set()
    label = situation.board.label
    while True:
        left = [at for at in places(situation, names, "after assault") if at not in seen]
        if not left:
            return situation
        options = [Option(NOBODY, "nobody")]
        options += [Option(label(at), f"those in {label(at)}") for at in left]
        purpose = f"{situation.active}: who reorganizes after the assaults"
        answer: Option = yield Choice(situation.active, purpose, options, CASES, position=situation)
        if answer.key == NOBODY:
            return situation
        cell = situation.board.hex(answer.key)
        before = {piece.unit for piece in situation.pieces}
        situation = yield from in_hex(situation, cell, names, "after assault")
        names += sorted({piece.unit for piece in situation.pieces} - before)
        seen.add(cell)


def _acting(situation: Situation, able: Collection[str]) -> list[str]:
    """Return the units activated, with those of their battalions that have been made since."""
    units = situation.roster.units
    kin = {kin_of(units[name]) for name in able if units[name].gun is None} - {()}
    own = situation.of(situation.active)
    return [p.unit for p in own if p.unit in able or kin_of(units[p.unit]) in kin]

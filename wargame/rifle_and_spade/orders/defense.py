"""Defense orders (11.11): where the objectives may be when the order is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, refusal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.orders.order import Order
    from wargame.rifle_and_spade.state import Situation


@implements("RS", "11.11.2", "11.12.4")
def unfit(situation: Situation, cells: Iterable[Hex], side: str) -> Hex | None:
    """Return the first hex with enemies in it or beside it that no friend holds, if any."""
    foes, friends = situation.occupied[situation.other(side)], situation.occupied[side]
    return next(
        (
            cell
            for cell in cells
            if cell not in friends and (cell in foes or not foes.isdisjoint(cell.neighbours()))
        ),
        None,
    )


@implements("RS", "11.11.1", "11.11.2")
def placements(situation: Situation, brigiment: str, order: Order) -> Iterator[Ruling]:
    """Yield whether no objective is among or beside enemies, unless friends hold the hex.

    Friends who share a hex with enemies in Us/Them hold it too.
    """
    side, label = situation.army.brigiment(brigiment).side, "Placement"
    cells = dict.fromkeys(cell for _, goal in order.goals for cell in goal.primary)
    at = unfit(situation, cells, side)
    if at is None:
        said = "No objective is among or beside enemies, unless friends hold it."
        yield figure(label, True, said, "RS 11.11.2")
        return
    where = situation.board.label(at)
    why = f"{where} is among or beside enemies, and no friend holds it."
    yield refusal(label, why, "RS 11.11.2")

"""A regiment on open ground, which most tests of orders march over.

Ten columns and twelve rows of grassland, 10.60 in the north-west, 10.49 in the south-west. The
175th stands along its southern edge: two battalions in line, the third behind them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from tests.rifle_and_spade.positions import brigiment, hq, mg, position, unit
from wargame.rifle_and_spade.orders import objectives, routes

if TYPE_CHECKING:
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.scene import SceneUnit
    from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 10.60\ng grassland\n\n" + "\n".join(["g" * 10] * 12) + "\n"
OWN = {"brigiment": "175"}
LINE = ["13.57", "14.57", "15.56", "16.56"]


def regiment() -> list[SceneUnit]:
    """Return the 175th."""
    return [
        unit("L1", battalion="1", at="11.50", **OWN),
        unit("R1", battalion="1", at="12.50", **OWN),
        unit("L2", battalion="2", at="13.50", **OWN),
        unit("R2", battalion="2", at="14.50", **OWN),
        unit("L3", battalion="3", at="12.49", **OWN),
        unit("R3", battalion="3", at="13.49", **OWN),
        mg("MG", at="14.49", **OWN),
        hq("175 HQ", at="13.49", **OWN),
    ]


def foe(at: str, id: str = "foe", **more: Any) -> SceneUnit:
    """Return an Ottoman unit."""
    return unit(id, "Ottoman", at=at, **more)


def ordered(*others: SceneUnit, board: str = BOARD, plot: bool = True, **order: Any) -> Situation:
    """Return the 175th under an order, its objectives shared out and its routes set down.

    Args:
        others: Units in place of those of the same names, or besides.
        board: The ground.
        plot: Whether to share out objectives and set the routes down.
        order: What the order says; *light*, *turn* and *shared* of the position too.
    """
    scene = {name: order.pop(name) for name in ("light", "turn", "shared") if name in order}
    given = {each.id for each in others}
    units = [each for each in regiment() if each.id not in given]
    order.setdefault("order", "attack")
    order.setdefault("support", ["L3", "R3"])
    made = position(board, [*units, *others], brigiment=[brigiment("175", **order)], **scene)
    return routes.plotted(shared_out(made)) if plot else made


def shared_out(made: Situation) -> Situation:
    """Return a position with everybody in line given his objective."""
    command = made.command("175")
    order = objectives.with_goals(made, "175", command.order)
    return made.with_command(evolve(command, order=order))


def moved(made: Situation, name: str, at: str) -> Situation:
    """Return a position with a unit in another hex."""
    return made.replace_pieces(evolve(made.piece(name), at=made.board.hex(at)))


def case_of(ruling: Ruling | None) -> str:
    """Return the first case of a refusal; nothing where nothing is refused."""
    return "" if ruling is None else str(ruling.cases[0])

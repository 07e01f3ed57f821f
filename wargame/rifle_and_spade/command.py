"""A brigiment's state of command: the order in effect, and what has become of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from wargame.rifle_and_spade.orders.order import Order


@frozen
class Command:
    """A brigiment's state of command; its officer points stand in :attr:`Situation.officers`.

    Args:
        brigiment: Its id.
        order: The order in effect.
        maximum: Its maximum of officer points, which may have fallen (11.14.17).
        released: Whether it may be activated at all (15.1.2).
        activated: Whether its chit has been drawn this turn (2.2.2).
        doomed: Why its order must fail in the next Orders Continuation Segment (RS-Q36); or empty.
        out_of_supply: Whether its headquarters has no supply line (20.2).
        regrouped: Whether it has entered regroup since its points fell to half (10.1.6).
        regrouping: Game turns since it entered regroup; None when it has not (11.14.12).
        missing: Steps lost to fire and assault that may still be recovered, halved already.
        routed: Routed steps that may still be recovered.
        progressed: Whether this turn's requirement of the order has been met (11.8.3, 11.14.5).
    """

    brigiment: str
    order: Order
    maximum: int
    released: bool = True
    activated: bool = False
    doomed: str = ""
    out_of_supply: bool = False
    regrouped: bool = False
    regrouping: int | None = None
    missing: int = 0
    routed: int = 0
    progressed: bool = False

    @property
    def half(self) -> int:
        """The half-maximum of officer points, fractions dropped (10.1.6)."""
        return self.maximum // 2

"""What a position keeps account of: the steps that are gone, and what limits on digging allow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

if TYPE_CHECKING:
    from wargame.rifle_and_spade.units import Steps

Cause = Literal["fire", "assault", "rout", "surrender", "left", "counted"]
"""Why steps are gone: those that left are alive beyond the map area, and do not return (101.5.1);
those counted were lost to fire, assault or rout before a regroup counted them (11.14.12)."""


@frozen
class Loss:
    """Steps lost for one cause by one brigiment.

    Args:
        brigiment: Whose they were; the side for independent units.
        cause: fire, assault, rout, surrender, or left the map area: they differ in what comes back
            (11.14.12).
        steps: How many.
    """

    brigiment: str
    cause: Cause
    steps: Steps


@frozen
class Ration:
    """What a limit on digging allows until the next count (101.6.4).

    Args:
        kind: The work that is rationed.
        side: Whose it is.
        turn: The game turn of the count.
        counted: The works counted then.
        begun: Conversions begun since.
    """

    kind: str
    side: str
    turn: int
    counted: int
    begun: int = 0

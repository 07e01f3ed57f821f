"""Opportunity fire triggers (17.4.4): what a stack does that invites the enemy's fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

if TYPE_CHECKING:
    from wargame.core.grid import Hex, Hexside
    from wargame.rifle_and_spade.units import Steps

Deed = Literal[
    "enters", "stays within", "ends", "column", "engineering", "prolongs", "drags",
    "unhides", "retreats", "lands", "embarks", "fires",
]  # fmt: skip
"""What triggers: entering a hex, moving within one (On Top, limbering, assaulting out of Us/Them),
ending a movement not yet fired at (17.4.10), entering or leaving column, starting to dig,
prolonging, dragging, coming out of hiding, retreating, landing, embarking, or firing out of hiding
(counter-fire, 7.6.5)."""


@frozen
class Trigger:
    """One trigger: one invitation to fire.

    Args:
        deed: What is done.
        units: Those who do it, in the hex they are in now (after entering).
        at: The hex they are in now; it may be fired at.
        left: The hex they left, which may be fired at instead (17.4.5).
        hexside_points: Movement points spent crossing hexside terrain, wire and beaches included;
            they count for both hexes (17.4.11).
        inside_points: Points spent in the hex now stood in, on activities that count alike:
            entering a work or going On Top, limbering, column.
        left_points: Such points spent in the hex that was left.
        crossing: A ridge hexside just crossed (5.2.13/8).
        wave: For a wave moving to assault its number from 1; otherwise 0 (17.4.12).
        covered: Whether they stay inside trenches all along (6.4.3, 6.4.4), so that the work
            protects them; otherwise they are on top for the moment (6.1.4).
        long: Whether it is a long action (12.2) rather than movement.
        passed: Hexes of this movement before those, at which guns may fire still (17.7.7).
    """

    deed: Deed
    units: tuple[str, ...]
    at: Hex
    left: Hex | None = None
    hexside_points: Steps = 0
    inside_points: Steps = 0
    left_points: Steps = 0
    crossing: Hexside | None = None
    wave: int = 0
    covered: bool = False
    long: bool = False
    passed: tuple[Hex, ...] = ()

    def left_behind(self, cell: Hex) -> bool:
        """Return whether they may be fired at in a hex in which they are no longer."""
        return cell == self.left or cell in self.passed

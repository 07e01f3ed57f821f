"""Friendly fire restrictions (17.8): sight exists, but the fire is not allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import refusal
from wargame.core.sightline import sight_line
from wargame.rifle_and_spade import us_them
from wargame.rifle_and_spade.works_position import entry_sides

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.triggers import Trigger

OPPOSITE = 3
"""Directions from a hexside to the opposite one of the same hex."""
FLAT_RANGE = 2


@implements("RS", "17.1.2/5")
def friendly_fire_bar(
    situation: Situation, piece: Piece, target: Hex, trigger: Trigger | None
) -> Ruling | None:
    """Return why a piece may not fire for fear of friends or flat ground; None where it may."""
    return (
        _assault_bar(situation, piece, target, trigger)
        or _field_of_fire_bar(situation, piece, target, trigger)
        or _close_bar(situation, piece, target, trigger)
    )


@implements("RS", "17.8.3")
def _assault_bar(
    situation: Situation, piece: Piece, target: Hex, trigger: Trigger | None
) -> Ruling | None:
    """Bar fire out of, and into, a hex under an assault marker.

    A stack that moves to assault from an adjacent hex is fired at, from anywhere, before it comes
    under the marker; one that rises in Us/Them is not.
    """
    if target != piece.at and situation.assault_at(piece.at):
        at = situation.board.label(piece.at)
        return refusal("Firing into an assault", f"{at} is under an assault marker.", "RS 17.8.3")
    entering = (
        trigger is not None
        and trigger.wave > 0
        and trigger.at == target
        and trigger.left is not None
    )
    if target != piece.at and not entering and situation.assault_at(target):
        why = f"An assault goes on in {situation.board.label(target)}."
        return refusal("Firing into an assault", why, "RS 17.8.3")
    return None


@implements("RS", "17.8.1")
def _field_of_fire_bar(
    situation: Situation, piece: Piece, target: Hex, trigger: Trigger | None
) -> Ruling | None:
    """Bar fire through the hexside opposite to that which the enemy crosses towards our own.

    The reading of RS-Q77: the mover crosses a hexside into a hex that holds friends of the firer,
    whose line enters that hex through the hexside exactly opposite.
    """
    if trigger is None or trigger.left is None or target != trigger.at or target == piece.at:
        return None
    if not situation.at(target, situation.side(piece)) or trigger.left.distance(target) != 1:
        return None
    crossed = target.direction_to(trigger.left)
    if (crossed + OPPOSITE) % 6 not in entry_sides(piece.at, target):
        return None
    why = (
        f"{piece.unit} would fire through {situation.board.label(target)}, where friends stand, "
        "straight at the hexside that the enemy crosses."
    )
    return refusal("Friends in the field of fire", why, "RS 17.8.1")


@implements("RS", "17.8.4", "17.7.5")
def _close_bar(
    situation: Situation, piece: Piece, target: Hex, trigger: Trigger | None
) -> Ruling | None:
    """Bar artillery from outside a hex that holds units of both sides.

    Enemies who are fired at in the hex that they have just left count as being there.

    Within the hex only shrapnel fires, at range zero (17.8.4); 17.7.5 read alone would forbid that
    in Us/Them too (RS-Q74, a switch of the ruleset).
    """
    if not situation.unit(piece).artillery:
        return None
    label = situation.board.label(target)
    if target == piece.at:
        if target in situation.shared and not situation.ruleset.guns_fire_within_us_them:
            why = f"{label} is in Us/Them: artillery does not fire there."
            return refusal("Too close for comfort", why, "RS 17.7.5")
        return None
    side = situation.side(piece)
    foes = situation.at(target, situation.other(side))
    left = trigger is not None and trigger.left_behind(target)
    apart = us_them.artillery_may_fire_into(situation, piece.at, target)
    if not apart or (situation.at(target, side) and (foes or left)):
        why = f"{label} holds units of both sides."
        return refusal("Too close for comfort", why, "RS 17.8.4")
    return None


@implements("RS", "17.8.2")
def flat_trajectory_bar(
    situation: Situation, piece: Piece, target: Hex, trigger: Trigger | None = None
) -> Ruling | None:
    """Return why machine guns may not fire at range 2 over a hex that someone stands in.

    Where the line runs along a hexside either hex beside it will do. Those fired at in the hex that
    they have just left are not in any other.
    """
    if piece.at.distance(target) != FLAT_RANGE:
        return None
    spots = situation.ground.spots
    level = spots[piece.at].level
    if spots[target].level != level:
        return None
    line = sight_line(piece.at, target)
    between = line.along[0].hexes if line.along else line.hexes[1:2]
    flat = [cell for cell in between if cell in spots and spots[cell].level == level]
    back = trigger.units if trigger is not None and trigger.left == target else ()
    blocked = [c for c in flat if any(each.unit not in back for each in situation.at(c))]
    if not blocked or len(blocked) < len(between):
        return None
    why = (
        f"At range 2 and level {level} throughout, machine guns cannot fire over "
        f"{situation.board.label(blocked[0])}, which is occupied."
    )
    return refusal("Flat trajectory", why, "RS 17.8.2")

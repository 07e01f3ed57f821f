"""A whole fire as a ruling: points, modifiers, table, losses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding
from wargame.rifle_and_spade.fire_points import strength, strength_ruling
from wargame.rifle_and_spade.fire_table import fire_results
from wargame.rifle_and_spade.fire_total import net_drm_ruling, net_of
from wargame.rifle_and_spade.rounding import points_text

if TYPE_CHECKING:
    from wargame.core.procedure import Band
    from wargame.rifle_and_spade.fire_points import Strength
    from wargame.rifle_and_spade.fire_total import Net
    from wargame.rifle_and_spade.shot import Shot


def aimed_ruling(shot: Shot) -> Ruling:
    """Return what is settled of a fire before the die: its points and its net modifier."""
    found = strength(shot)
    label = shot.situation.board.label(shot.target)
    if fire_results(shot.situation.shelf).start(found.points) < 0:
        return too_weak(shot, found)
    net = net_of(shot, found)
    said = f"{points_text(found.points)} fire points with a net modifier of {net.value:+d}."
    parts = (strength_ruling(shot, found), net_drm_ruling(shot, found, net))
    return finding(f"Fire at {label}", net.value, said, "RS 17.2", parts=parts)


def fire_ruling(  # noqa: PLR0913 - a fire that was resolved is exactly these
    shot: Shot, found: Strength, net: Net, main: Band, hits: int, *, near: bool
) -> Ruling:
    """Return a fire that was resolved.

    Args:
        shot: The fire.
        found: Its strength.
        net: Its net modifier.
        main: The faces of the main die, unmodified, that lead to the same result as that thrown.
        hits: The step losses it came to.
        near: Whether it was a near miss.
    """
    label = shot.situation.board.label(shot.target)
    drm = net_drm_ruling(shot, found, net)
    modified = main.low + net.value
    table = fire_results(shot.situation.shelf).look_up(found.points, modified)
    losses = "one step loss" if hits == 1 else f"{hits} step losses"
    said = f"{', '.join(shot.firers)} at {label}: {'a near miss' if near else losses}."
    read = f"{main.low}, modified {modified}."
    if main.width > 1:
        read = (
            f"{main.low} to {main.high}, modified {modified} to {main.high + net.value}: all one."
        )
    die = figure("Main die", main.low, read, "RS 17.2/3")
    parts = (strength_ruling(shot, found), drm, die, table)
    return finding(f"Fire at {label}", hits, said, "RS 17.2/5", parts=parts, unit="steps")


@implements("RS", "17.2/1")
def too_weak(shot: Shot, found: Strength) -> Ruling:
    """Return the word that a fire has no effect."""
    least = fire_results(shot.situation.shelf).least
    label = shot.situation.board.label(shot.target)
    points = f"{points_text(found.points)} fire points, under {points_text(least)}, have no effect"
    said = f"{', '.join(shot.firers)} at {label}: {points}."
    parts = (strength_ruling(shot, found),)
    return finding(f"Fire at {label}", 0, said, "RS 17.2/1", parts=parts, unit="steps")

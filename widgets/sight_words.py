"""A line of sight in words: the heights that its cases compare, and the hexsides it runs along."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.sightline import sight_line
from wargame.rifle_and_spade.ground import barrier
from widgets.sight_profile import profile_of

if TYPE_CHECKING:
    from wargame.core.grid import Hex, Hexside
    from wargame.rifle_and_spade.ground import Field, Spot
    from wargame.rifle_and_spade.sight import Look


def heights_words(look: Look) -> str:
    """Return, in one sentence, the levels that the cases of a line of sight compare.

    Args:
        look: The question of sight.
    """
    field, board = look.field, look.field.board
    start, end = field.spots[look.spotter], field.spots[look.target]
    told = [f"the spotter's hex is at level {start.level}, the target's at {end.level}"]
    raised = field.ridge_level(look.crossing) if look.crossing is not None else None
    if raised is not None:
        told[0] += f", and the target is seen at level {raised} on its ridge"
    profile = profile_of(field, look.spotter, look.target)
    ends, ridged = {look.spotter, look.target}, [set(spike.side.hexes) for spike in profile.spikes]
    # where the line runs along a ridge, that counts instead of the ground beside it
    between = [
        band
        for band in profile.bands
        if not ends & set(band.hexes) and set(band.hexes) not in ridged
    ]
    if between:
        worst = max(between, key=lambda band: barrier(band.top, blocking=band.blocks))
        blocks = " with blocking terrain" if worst.blocks else ""
        told.append(f"the highest ground between is {worst.label(board)} at {worst.top}{blocks}")
    ridges = [spike for spike in profile.spikes if not spike.adjacent]
    if ridges:
        high = max(ridges, key=lambda spike: spike.level)
        pair = " / ".join(board.label(cell) for cell in high.side.hexes)
        told.append(f"the highest ridge that counts is {pair} at {high.level}")
    return f"Heights compared: {'; '.join(told)}."


def along_words(field: Field, start: Hex, end: Hex) -> tuple[str, ...]:
    """Return a sentence for each hexside that a line runs along: what counts there, and why.

    Args:
        field: The ground.
        start: The spotter's hex.
        end: The target's hex.
    """
    return tuple(_along(field, side) for side in sight_line(start, end).along)


def _along(field: Field, side: Hexside) -> str:
    board = field.board
    names = " / ".join(board.label(cell) for cell in side.hexes if cell in field.spots)
    runs = f"The line runs along the hexside {names}"
    ridge = field.ridge_level(side)
    if ridge is not None:
        return f"{runs}: its ridge, level {ridge}, counts instead of both hexes (5.2.9/a)."
    spots = sorted((field.spots[cell] for cell in side.hexes if cell in field.spots), key=_blocks)
    if not spots:
        return "The line runs along a hexside off the map."
    if len(spots) == 1:
        return f"The line runs along the map's edge: {names}, {_stands(spots[0])}, counts."
    less, more = spots
    one, other = board.label(less.hex), board.label(more.hex)
    if _blocks(less) == _blocks(more):
        return f"{runs}: both hexes, {_stands(less)}, block alike, so either counts (5.2.9/b)."
    return (
        f"{runs}: {one}, {_stands(less)}, counts, for {other}, {_stands(more)}, "
        "blocks more (5.2.9/b)."
    )


def _blocks(spot: Spot) -> int:
    return barrier(spot.top, blocking=spot.blocking)


def _stands(spot: Spot) -> str:
    return f"level {spot.top}{' with blocking terrain' if spot.blocking else ''}"

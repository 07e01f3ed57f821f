"""One retreat from hex to hex: the trigger it is, the fire it draws, and how it ends (19.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.rifle_and_spade import hiding, opportunity, rout, works_position
from wargame.rifle_and_spade.costs import in_points, price, ways
from wargame.rifle_and_spade.movement_table import movement_table
from wargame.rifle_and_spade.retreat_ways import marching
from wargame.rifle_and_spade.triggers import Trigger

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Sequence

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.state import Piece, Situation

STAY = "stay"
"""The key of the option not to hide."""
_WORDS = {
    "terrain": "hide in the terrain",
    "work": "hide in the fieldwork",
    "ridge": "hide behind the ridge",
}


@implements("RS", "19.1.7", "19.1.8", "17.4.11")
def trigger_of(situation: Situation, pieces: Sequence[Piece], there: Hex) -> Trigger:
    """Return the trigger that a retreat to an adjacent hex is, with the points it would cost.

    No points are spent; they are worked out as if they were, guns that limber for it included.
    """
    at = pieces[0].at
    columns = [marching(situation, piece) for piece in pieces]
    _, side = price(situation, columns, there)
    limbers = any(situation.unit(piece).artillery and piece.order != "limbered" for piece in pieces)
    limber = movement_table(situation.shelf).activities.limber if limbers else 0
    covered = all(works_position.enter_without_on_top(situation, each, there) for each in pieces)
    return Trigger(
        "retreats",
        tuple(piece.unit for piece in pieces),
        there,
        at,
        hexside_points=in_points(side),
        left_points=limber,
        crossing=ways(situation.ground, situation.shelf).edge(at, there).ridge,
        covered=covered,
    )


def present(situation: Situation, names: Iterable[str], cell: Hex) -> tuple[str, ...]:
    """Return those of the units that are on the map, in a hex."""
    return tuple(
        name for name in names if situation.on_map(name) and situation.piece(name).at == cell
    )


@implements("RS", "19.1.8", "19.1.9")
def draw_fire(situation: Situation, trigger: Trigger) -> Generator[Step, Any, Situation]:
    """Let the enemy, active or not, fire at a retreat."""
    reaction = yield from opportunity.opportunity_fire(situation, trigger)
    return reaction.situation


def withdraw(
    situation: Situation, names: Sequence[str], there: Hex
) -> Generator[Step, Any, Situation]:
    """Move units that retreat into an adjacent hex, and let the enemy fire at them."""
    pieces = [situation.piece(name) for name in names]
    trigger = trigger_of(situation, pieces, there)
    moved = (evolve(marching(situation, piece), at=there, came_from=piece.at) for piece in pieces)
    after = situation.replace_pieces(*moved).hold(there, situation.side(pieces[0]))
    return (yield from draw_fire(after, trigger))


@implements("RS", "19.1.10", "7.2/2")
def come_to_rest(
    situation: Situation, names: Sequence[str], there: Hex
) -> Generator[Step, Any, Situation]:
    """End a retreat: Confused, inside a work that is there, and hiding if the owner likes.

    The marker comes once the fire at the retreat is over, so that a check on the way is not made
    as by a Confused stack.
    """
    left = present(situation, names, there)
    if not left:
        return situation
    after = works_position.occupy(rout.confuse(situation, left), left)
    after = works_position.capture(after)
    return (yield from offer_hiding(after, left))


def offer_hiding(situation: Situation, names: Sequence[str]) -> Generator[Step, Any, Situation]:
    """Ask the owner whether units hide that may: after a retreat (7.2/2) or an assault (7.6.7)."""
    found = hiding.ways_to_hide(situation, names) if names else ()
    if not found:
        return situation
    piece = situation.piece(names[0])
    options = [Option(STAY, "stay in the open"), *(Option(way, _WORDS[way]) for way in found)]
    purpose = f"Hiding at {situation.board.label(piece.at)}"
    option: Option = yield Choice(
        situation.side(piece), purpose, options, ("RS 7.2",), position=situation
    )
    if option.key == STAY:
        return situation
    way = next(way for way in found if way == option.key)
    return hiding.hide(situation, names, way)

"""Units of a reserve or a march behind one that had to stop on its road or track (11.15.6).

Whoever is under imminent threat stops. Those behind by the same road keep their places: they go no
further than he stands, they owe no march that he has not made, and they may come out of Column and
close up on him.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.rifle_and_spade import threat
from wargame.rifle_and_spade.costs import NEVER, ways
from wargame.rifle_and_spade.orders import routes, standing
from wargame.rifle_and_spade.orders.corridor import corridor_of
from wargame.rifle_and_spade.orders.refusals import refused
from wargame.rifle_and_spade.recall import Recall

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.orders.corridor import Route
    from wargame.rifle_and_spade.state import Piece, Situation

_STOPPED: Recall[dict[str, tuple[Piece, ...]]] = Recall(16)


@implements("RS", "11.15.6")
def first_stopped(situation: Situation, piece: Piece) -> Piece | None:
    """Return the unit that has stopped ahead of another of its brigiment, which follows it.

    It follows where its route leads to that unit by road or track alone. None for units that are
    under imminent threat themselves, which stop on their own account.
    """
    command = situation.commanded(piece)
    if command is None or command.order.group != "rear":
        return None
    stopped = _stopped(situation, command.brigiment)
    if not stopped or piece in stopped:
        return None
    table = ways(situation.ground, situation.shelf)
    for here, there in pairwise(_ahead(situation, piece)):
        if table.edge(here, there).road >= NEVER:
            return None
        found = next((each for each in stopped if each.at == there), None)
        if found is not None:
            return found
    return None


def _stopped(situation: Situation, brigiment: str) -> tuple[Piece, ...]:
    """Return the units in line of a brigiment under imminent threat, asked once a position."""
    known = _STOPPED.of((situation,), dict)
    if brigiment not in known:
        side = situation.army.brigiment(brigiment).side
        known[brigiment] = tuple(
            piece
            for piece in standing.in_line(situation, brigiment)
            if threat.threatened(situation, piece.at, side)
        )
    return known[brigiment]


def _ahead(situation: Situation, piece: Piece) -> Route:
    """Return the rest of a unit's route, from where it stands; nothing where it is beside it."""
    route = routes.route_of(situation, piece)
    return route[route.index(piece.at) :] if piece.at in route else ()


@implements("RS", "11.15.6")
def past_the_first(situation: Situation, piece: Piece, there: Hex, first: Piece) -> Ruling | None:
    """Return why a unit that follows may not enter a hex beyond the one that has stopped."""
    left = corridor_of(_ahead(situation, piece)).left
    if there not in left or left[there] >= left[first.at]:
        return None
    why = f"{first.unit} has stopped ahead: {piece.unit} closes up on it at most."
    return refused(piece.unit, why, "RS 11.15.6")


@implements("RS", "11.15.6")
def keeps_its_place(situation: Situation, piece: Piece) -> bool:
    """Return whether a unit owes no march: in Column behind one that has stopped without marching.

    Where that one has marched this turn before it stopped, those behind march too (our reading of
    the same relative position).
    """
    first = first_stopped(situation, piece) if piece.order else None
    return first is not None and not first.acted

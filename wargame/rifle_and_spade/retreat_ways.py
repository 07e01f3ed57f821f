"""Where a unit may retreat to (19.1.2 to 19.1.6), and which of these ways it must take."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Literal

from attrs import evolve, frozen

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, refusal
from wargame.rifle_and_spade import messaging, stacking
from wargame.rifle_and_spade.costs import NEVER, entry_cost, price, ways
from wargame.rifle_and_spade.orders import retreating

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.state import Piece, Situation

RetreatRole = Literal["attacker", "defender", "overstacked"]
Rank = tuple[int, ...]
"""How good a way is under the rules: the least rank must be taken."""

FAR = 1 << 20


@frozen
class Ways:
    """The ways out for units that go together.

    Args:
        options: The hexes among which the owner chooses; none means surrender.
        open: Every hex that could be entered at all, better or worse.
        astray: Hexes as good as the options but for their orders, by which they do not go there.
    """

    options: tuple[Hex, ...]
    open: tuple[Hex, ...]
    astray: tuple[Hex, ...] = ()


def cannot_leave(situation: Situation, piece: Piece) -> bool:
    """Return whether guns cannot limber, and so have no way out: fixed, or without transport."""
    gun = situation.unit(piece).gun
    return gun is not None and (gun.fixed or not gun.teams)


def marching(situation: Situation, piece: Piece) -> Piece:
    """Return a piece as it retreats: out of its work and of hiding, guns limbered at no cost."""
    order: Literal["", "limbered"] = "limbered" if situation.unit(piece).artillery else ""
    return evolve(piece, work="", hiding="", order=order, wave=0, task="")


@implements("RS", "19.1.4", "19.1.5", "19.2.5")
def open_ways(situation: Situation, pieces: Sequence[Piece]) -> tuple[Hex, ...]:
    """Return the adjacent hexes that these pieces of one hex could enter together.

    Not prohibited terrain, no hex with enemies, whatever its terrain, and none where they would be
    too many: stacking limits hold at all times (3.7.12), so a full hex is no way out.
    """
    return tuple(_open(situation, pieces))


def has_way(situation: Situation, piece: Piece) -> bool:
    """Return whether a piece has any way out of its hex."""
    return any(True for _ in _open(situation, [piece]))


def _open(situation: Situation, pieces: Sequence[Piece]) -> Iterator[Hex]:
    if any(cannot_leave(situation, piece) for piece in pieces):
        return
    side = situation.side(pieces[0])
    enemies = situation.occupied[situation.other(side)]
    columns = [marching(situation, piece) for piece in pieces]
    for there in situation.board.neighbours(pieces[0].at):
        if (
            there not in enemies
            and price(situation, columns, there)[0] < NEVER
            and _room(situation, columns, there, side)
        ):
            yield there


def _room(situation: Situation, columns: Iterable[Piece], there: Hex, side: str) -> bool:
    return stacking.fits(situation, (*situation.at(there, side), *columns), there)


@implements("RS", "19.1.2", "19.1.3")
def ways_out(
    situation: Situation, pieces: Sequence[Piece], role: RetreatRole, entered: frozenset[Hex]
) -> Ways:
    """Return the ways out of a hex for pieces that go together.

    Args:
        situation: The position.
        pieces: The pieces.
        role: attacker goes back to a hex from which an attacker came, where one is open; anybody
            else goes locally to the rear.
        entered: The hexes from which attackers came.
    """
    found = open_ways(situation, pieces)
    back = tuple(there for there in found if there in entered) if role == "attacker" else ()
    if not back and found:
        ranks = rear_ranks(situation, pieces[0], found)
        best = min(ranks.values())
        back = tuple(there for there in found if ranks[there] == best)
    by_order = tuple(there for there in back if _by_order(situation, pieces, there))
    if not by_order:
        return Ways(back, found)
    return Ways(by_order, found, tuple(there for there in back if there not in by_order))


@implements("RS", "19.1.6")
def _by_order(situation: Situation, pieces: Iterable[Piece], there: Hex) -> bool:
    """Return whether pieces would go by their orders into a hex: asked last of all, and of all."""
    if not situation.commands:
        return True
    return all(retreating.retreat_bar(situation, piece, there) is None for piece in pieces)


def rear_ranks(situation: Situation, piece: Piece, found: tuple[Hex, ...]) -> Mapping[Hex, Rank]:
    """Return how far each open hex is from being locally to the rear.

    Rear is towards the unit's headquarters by a path free of enemies and prohibited terrain: first
    hexes nearer to it, among these such as touch no enemy but those in the hex that is left. With
    no headquarters to go to, as without command rules, it is away from the enemy: as few other
    enemy hexes beside it as can be, and not where the enemies in the hex came from.
    """
    touching = {there: _contacts(situation, piece, there) for there in found}
    goal = headquarters(situation, piece)
    if goal is None:
        side = situation.other(situation.side(piece))
        front = {each.came_from for each in situation.at(piece.at, side)}
        return {there: (touching[there], int(there in front)) for there in found}
    steps = _steps_from(situation, piece, goal, found)
    here = min(steps.values()) + 1
    return {there: (int(steps[there] >= here), min(touching[there], 1)) for there in found}


def _contacts(situation: Situation, piece: Piece, there: Hex) -> int:
    enemies = situation.occupied[situation.other(situation.side(piece))]
    return sum(cell in enemies and cell != piece.at for cell in there.neighbours())


def headquarters(situation: Situation, piece: Piece) -> Hex | None:
    """Return the hex of the headquarters that a unit falls back on; None where there is none.

    That of its own brigiment unless it is Isolated; otherwise the nearest of any brigiment of its
    side. It is the marker that makes a unit isolated (9.3.2); without command rules there are none,
    and whether a message reaches it is found when it retreats. A headquarters in the same hex is
    no direction.
    """
    unit = situation.unit(piece)
    staffs = [
        each
        for each in situation.of(unit.side)
        if (staff := situation.unit(each)).arm == "headquarters"
        and staff.size != "division"
        and each.at != piece.at
    ]
    for each in staffs:
        same = unit.brigiment and situation.unit(each).brigiment == unit.brigiment
        if same and not _isolated(situation, piece, each.at):
            return each.at
    nearest = min(staffs, key=lambda each: (each.at.distance(piece.at), each.unit), default=None)
    return nearest.at if nearest else None


@implements("RS", "9.3.2", "19.1.3")
def _isolated(situation: Situation, piece: Piece, staff: Hex) -> bool:
    if situation.commanded(piece) is not None:
        return piece.isolated
    unit = situation.unit(piece)
    return not messaging.linked(situation, piece.at, staff, unit.side, unit.brigiment)


def _steps_from(
    situation: Situation, piece: Piece, goal: Hex, wanted: tuple[Hex, ...]
) -> dict[Hex, int]:
    """Return how many hexes each wanted hex is from the goal; far where no path is free."""
    enemies = situation.occupied[situation.other(situation.side(piece))]
    table, wheeled = ways(situation.ground, situation.shelf), situation.unit(piece).wheeled
    steps, queue, missing = {goal: 0}, deque([goal]), set(wanted) - {goal}
    while queue and missing:
        here = queue.popleft()
        for there in situation.board.neighbours(here):
            if there in steps or there in enemies:
                continue
            edge = table.edge(there, here)  # one walks from there towards the goal
            if min(edge.wheeled if wheeled else edge.foot, edge.road) < NEVER:
                steps[there] = steps[here] + 1
                missing.discard(there)
                queue.append(there)
    return {cell: steps.get(cell, FAR) for cell in wanted}


def closed(
    situation: Situation, pieces: Sequence[Piece], found: Ways, role: RetreatRole
) -> tuple[tuple[str, Ruling], ...]:
    """Return the neighbouring hexes that are not open to the owner, each with the reason."""
    return tuple(
        (situation.board.label(there), _why_not(situation, pieces, found, role, there))
        for there in situation.board.neighbours(pieces[0].at)
        if there not in found.options
    )


def _why_not(
    situation: Situation, pieces: Sequence[Piece], found: Ways, role: RetreatRole, there: Hex
) -> Ruling:
    label, side = situation.board.label(there), situation.side(pieces[0])
    name = f"Retreat to {label}"
    if there in situation.occupied[situation.other(side)]:
        return refusal(name, f"Enemies stand in {label}; nobody retreats to them.", "RS 19.1.5")
    if there in found.astray:
        bars = (retreating.retreat_bar(situation, piece, there) for piece in pieces)
        why_not = next(bar for bar in bars if bar is not None)
        cases = dict.fromkeys(("RS 19.1.6", *map(str, why_not.cases)))
        return refusal(name, why_not.sentence, *cases)
    if there in found.open and role == "attacker":
        why = f"An attacker goes back where an attacker came from; {label} is not such a hex."
        return refusal(name, why, "RS 19.1.2", "RS 19.1.3")
    if there in found.open:
        why = f"{label} is less to the rear, or nearer to the enemy, than another way."
        return refusal(name, why, "RS 19.1.3")
    columns = [marching(situation, piece) for piece in pieces]
    march = situation.replace_pieces(*columns)
    cost = entry_cost(march, [piece.unit for piece in columns], there)
    if not cost.allowed:
        return refusal(name, f"{label}: {cost.sentence}", "RS 19.1.4", allowed=())
    why = f"{label} has no room for them; stacking limits hold at all times."
    return refusal(name, why, "RS 3.7.12")

"""Messaging range (9.3.1): how far a message goes from stack to stack, and along which stacks.

A *link* is one step: one hex, two where a runner is safe in between, or a telephone. A *chain* is a
way from stack to stack of one side by links. Commanded fire by several stacks (17.3.4), observed
fire (17.7.6) and perimeters (GB 101.2.1) ask whether two hexes are joined by a chain.
"""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from attrs import Factory, define, evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal, skipped
from wargame.rifle_and_spade import eligibility, hiding, telephones
from wargame.rifle_and_spade.fire_mods import fire_mods
from wargame.rifle_and_spade.works import connected

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.works import Work

ONE, TWO = 1, 2

Passage = Literal["close", "trench", "safe", "exposed", "sea"]


@lru_cache(maxsize=1 << 13)
def between(ground: Field, one: Hex, other: Hex) -> tuple[Hex, ...]:
    """Return the hexes of the map that lie between two hexes at range 2."""
    if one.distance(other) != TWO:
        return ()
    return tuple(
        cell for cell in one.neighbours() if cell.distance(other) == ONE and cell in ground.spots
    )


@implements("RS", "9.3.1/1")
def passage(situation: Situation, one: Hex, middle: Hex, other: Hex, side: str) -> Passage:
    """Return what a runner of a side meets in the hex between two hexes.

    Close Terrain hides him whoever else is there. A trench serves where it is of his side and joins
    trenches of his side in both hexes. Elsewhere he must not be exposed to enemy infantry: a hex is
    exposed when some enemy rifles or machine guns could fire there, with range, sight and
    eligibility (the reading of RS-Q27); those in hiding count, since they may come out to fire
    (7.6.5). Nobody runs over the sea (our reading).
    """
    if hiding.close_terrain(situation.ground, middle):
        return "close"
    if _by_trench(situation, one, middle, other, side):
        return "trench"
    if situation.ground.spots[middle].sea:
        return "sea"
    return "safe" if exposed_to(situation, middle, side) is None else "exposed"


def _by_trench(situation: Situation, one: Hex, middle: Hex, other: Hex, side: str) -> bool:
    """Return whether trenches of a side run from one hex through the middle to the other."""
    passing = _trenches(situation, middle, side)
    return any(
        any(connected(work, end) for end in _trenches(situation, one, side))
        and any(connected(work, end) for end in _trenches(situation, other, side))
        for work in passing
    )


def _trenches(situation: Situation, cell: Hex, side: str) -> list[Work]:
    """Return the trenches in a hex that are of a side: owned by it, or occupied by it."""
    found = []
    for work in situation.works_at(cell):
        if work.trench:
            inside = {situation.side(p) for p in situation.at(cell) if p.work == work.id}
            if (inside or {work.owner}) == {side}:
                found.append(work)
    return found


class _Latest:
    """What was found out about the position asked about last.

    Fire asks for many pairs of hexes in one position, and a position compares by all it holds, so
    it is told by identity.
    """

    def __init__(self) -> None:
        """Begin with no position."""
        self._known: tuple[Situation | None, _Known] = (None, _Known())

    def of(self, situation: Situation) -> _Known:
        """Return what is known of a position, afresh when it is another than last time."""
        last, known = self._known
        if last is not situation:
            known = _Known()
            self._known = situation, known
        return known


@define
class _Known:
    """What is known of one position.

    Args:
        exposed: By hex and side, an enemy that could fire there.
        reached: By hex, side and brigiment, all hexes that a message from there reaches.
    """

    exposed: dict[tuple[Hex, str], Piece | None] = Factory(dict)
    reached: dict[tuple[Hex, str, str | None], frozenset[Hex]] = Factory(dict)


_LATEST = _Latest()


def exposed_to(situation: Situation, cell: Hex, side: str) -> Piece | None:
    """Return an enemy infantry unit that could fire at a runner of a side in a hex, if any."""
    known = _LATEST.of(situation).exposed
    if (cell, side) not in known:
        known[cell, side] = next(_firers(situation, cell, side), None)
    return known[cell, side]


def _firers(situation: Situation, cell: Hex, side: str) -> Iterator[Piece]:
    foe = situation.other(side)
    limits = fire_mods(situation.shelf).limits
    for at in sorted(situation.occupied[foe]):
        distance = at.distance(cell)
        if distance > limits.machine_gun_range:
            continue
        for piece in situation.at(at, foe):
            unit = situation.unit(piece)
            reaches = unit.machine_guns or (unit.rifles and distance <= limits.rifle_range)
            if unit.infantry and reaches and _could_fire(situation, piece, cell):
                yield piece


def _could_fire(situation: Situation, piece: Piece, cell: Hex) -> bool:
    """Return whether a piece could fire into a hex, out of hiding if need be."""
    if piece.hiding:
        piece = evolve(piece, hiding="")
    found = eligibility.aim(situation, piece, cell, occasion="opportunity")
    return not isinstance(found, Ruling)


@implements("RS", "9.3.1", "9.3.1/1", "9.3.1/2")
def in_range(situation: Situation, one: Hex, other: Hex, side: str) -> bool:
    """Return whether two hexes are within messaging range of each other, without the words."""
    distance = one.distance(other)
    if distance <= ONE:
        return True
    if distance == TWO and any(
        passage(situation, one, middle, other, side) in {"close", "trench", "safe"}
        for middle in between(situation.ground, one, other)
    ):
        return True
    return telephones.on_one_network(situation, one, other, side)


@implements("RS", "9.3.1", "9.3.1/1", "9.3.1/2")
def link(situation: Situation, one: Hex, other: Hex, side: str) -> Ruling:
    """Return whether two hexes are within messaging range of each other, and why.

    Args:
        situation: The position.
        one: A hex.
        other: Another.
        side: Whose message it is.
    """
    board, distance = situation.board, one.distance(other)
    label = f"Messaging range {board.label(one)} to {board.label(other)}"
    if distance <= ONE:
        said = f"Range {distance} is always within messaging range."
        return figure(label, True, said, "RS 9.3.1/2", "RS 9.3.1")
    middles = between(situation.ground, one, other)
    tried = [_middle(situation, one, middle, other, side) for middle in middles]
    wire = telephones.by_telephone(situation, one, other, side)
    safe = next((part for part in (*tried, wire) if part.counts), None)
    if safe is not None:
        return finding(label, True, safe.sentence, *safe.cases, "RS 9.3.1", parts=(*tried, wire))
    why = f"Range {distance} is too far for a runner."
    if distance == TWO:
        why = "Range 2, and no hex between is safe for a runner."
    return refusal(label, why, "RS 9.3.1", "RS 9.3.1/2", allowed=(*tried, wire))


def _middle(situation: Situation, one: Hex, middle: Hex, other: Hex, side: str) -> Ruling:
    """Return what the hex between does to the link: it counts where a runner is safe."""
    name = situation.board.label(middle)
    label, case = f"By {name}", "RS 9.3.1/1"
    found = passage(situation, one, middle, other, side)
    if found == "close":
        return figure(label, True, f"{name} is Close Terrain, where a runner hides.", case)
    if found == "trench":
        said = f"A trench of {side} runs through {name}."
        return figure(label, True, said, case, "RS 6.4.1")
    if found == "sea":
        return skipped(label, f"{name} is sea.", case)
    enemy = exposed_to(situation, middle, side)
    if enemy is None:
        return figure(label, True, f"No enemy infantry could fire into {name}.", case)
    where = situation.board.label(enemy.at)
    return skipped(label, f"{enemy.unit} in {where} could fire into {name}.", case, "RS 9.3.1/2")


# ---- chains


@implements("RS", "9.3")
def nodes(situation: Situation, side: str, brigiment: str | None = None) -> frozenset[Hex]:
    """Return the hexes whose units pass messages on.

    Args:
        situation: The position.
        side: Whose.
        brigiment: Only units of this brigade or regiment; all friends where none is said, as
            Independents trace (9.3).
    """
    if brigiment is None:
        return situation.occupied[side]
    units = (p for p in situation.of(side) if situation.unit(p).brigiment == brigiment)
    return frozenset(piece.at for piece in units)


@implements("RS", "9.3", "9.3.5")
def chain(
    situation: Situation, start: Hex, goal: Hex, side: str, brigiment: str | None = None
) -> tuple[Hex, ...] | None:
    """Return a shortest chain of stacks by which a message goes, both ends included.

    Args:
        situation: The position.
        start: Where it begins.
        goal: Where it ends.
        side: Whose message it is.
        brigiment: Only units of this brigade or regiment pass it on; any friends where none is
            said.

    Returns:
        The hexes from start to goal; None where there is no such chain.
    """
    if start == goal:
        return (start,)
    came = _spread(situation, start, side, brigiment, goal)
    if goal not in came:
        return None
    way = [goal]
    while way[-1] != start:
        way.append(came[way[-1]])
    return tuple(reversed(way))


def reached(
    situation: Situation, start: Hex, side: str, brigiment: str | None = None
) -> frozenset[Hex]:
    """Return every hex with stacks that a message from one hex reaches, that hex included."""
    known = _LATEST.of(situation).reached
    if (start, side, brigiment) not in known:
        found = frozenset(_spread(situation, start, side, brigiment, None))
        known[start, side, brigiment] = found
        passing = nodes(situation, side, brigiment)
        if start in passing:  # a link holds both ways, so those who pass it on reach the same
            known.update(((cell, side, brigiment), found) for cell in found & passing)
    return known[start, side, brigiment]


def _spread(
    situation: Situation, start: Hex, side: str, brigiment: str | None, goal: Hex | None
) -> dict[Hex, Hex]:
    """Return the hex before each hex that a message reaches, nearest first, up to the goal."""
    waiting = set(nodes(situation, side, brigiment)) - {start}
    if goal is not None:
        waiting.add(goal)
    came, queue = {start: start}, deque([start])
    while queue and waiting:
        here = queue.popleft()
        speaks = telephones.station(situation, here, side)
        for there in sorted(waiting):
            near = here.distance(there) <= TWO
            if (near or speaks) and in_range(situation, here, there, side):
                came[there] = here
                if there == goal:
                    return came
                queue.append(there)
        waiting.difference_update(came)
    return came


@implements("RS", "9.3", "17.3.4", "17.7.6")
def linked(
    situation: Situation, one: Hex, other: Hex, side: str, brigiment: str | None = None
) -> bool:
    """Return whether two hexes are in messaging range of each other by a chain of friends.

    A chain will do where combined or observed fire asks for messaging range (RS-Q67).

    Args:
        situation: The position.
        one: A hex.
        other: Another.
        side: Whose message it is.
        brigiment: Only units of this brigade or regiment pass it on; any friends where none is
            said.
    """
    near = in_range(situation, one, other, side)
    return near or other in reached(situation, one, side, brigiment)


@implements("RS", "9.3", "9.3.5")
def message(
    situation: Situation, start: Hex, goal: Hex, side: str, brigiment: str | None = None
) -> Ruling:
    """Return whether a message goes from one hex to another, link by link.

    Without a chain, the parts say why each link from those whom it reaches breaks.
    """
    board = situation.board
    label = f"Message {board.label(start)} to {board.label(goal)}"
    way = chain(situation, start, goal, side, brigiment)
    if way is not None:
        parts = tuple(link(situation, one, other, side) for one, other in pairwise(way))
        said = f"It goes by {', '.join(map(board.label, way))}."
        return finding(label, True, said, "RS 9.3", parts=parts)
    parts = tuple(_broken(situation, start, goal, side, brigiment))
    why = f"No chain of stacks in messaging range leads to {board.label(goal)}."
    return refusal(label, why, "RS 9.3", allowed=parts)


def _broken(
    situation: Situation, start: Hex, goal: Hex, side: str, brigiment: str | None
) -> Iterator[Ruling]:
    """Yield the links of range 2 that do not hold, from those reached to those not reached."""
    known = reached(situation, start, side, brigiment)
    for there in sorted((nodes(situation, side, brigiment) | {goal}) - known):
        for here in sorted(known):
            if here.distance(there) == TWO:
                yield link(situation, here, there, side)

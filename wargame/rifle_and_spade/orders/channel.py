"""The channel of march (11.4.15): the ground between the outermost routes of those in line."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import Factory, field, frozen

from wargame.core.grid import Hex
from wargame.core.rulebook import implements
from wargame.core.ruling import automatic, figure, refusal
from wargame.rifle_and_spade.orders import routes
from wargame.rifle_and_spade.orders.corridor import plan_of
from wargame.rifle_and_spade.orders.lattice import across, along, minus
from wargame.rifle_and_spade.recall import Recall

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.board import Board
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.orders.corridor import Route
    from wargame.rifle_and_spade.state import Piece, Situation

Place = tuple[int, int]
"""How far a hex lies along the march, and how far across it."""


@frozen(eq=False)
class Channel:
    """A channel of march.

    Its sides are the outermost routes at each point of the march; to the rear they go straight on
    from where the routes begin, and in front it ends with the objectives (our reading of a figure
    that is not at hand). A hex beside it still belongs to it.

    Args:
        board: The map.
        axis: The way the brigiment goes, all in all.
        origin: Where places are reckoned from.
        lines: The routes, as places.
        on: The hexes of the routes.
        known: What was asked so far, by hex.
        distances: How many hexes it is to the channel.
    """

    board: Board
    axis: Hex
    origin: Hex
    lines: tuple[tuple[Place, ...], ...]
    on: frozenset[Hex]
    known: dict[Hex, bool] = field(default=Factory(dict), repr=False)
    distances: dict[Hex, int] = field(default=Factory(dict), repr=False)

    def place(self, cell: Hex) -> Place:
        """Return where a hex lies along the march and across it."""
        to = minus(cell, self.origin)
        return along(self.axis, to), across(self.axis, to)

    @implements("RS", "11.4.15")
    def contains(self, cell: Hex) -> bool:
        """Return whether a hex is within or behind the channel, or beside such a hex."""
        return self.core(cell) or any(self.core(near) for near in cell.neighbours())

    def core(self, cell: Hex) -> bool:
        """Return whether a hex is within or behind the channel without any deviation."""
        found = self.known.get(cell)
        if found is None:
            found = self.known[cell] = cell in self.on or self._between(self.place(cell))
        return found

    def _between(self, place: Place) -> bool:
        """Return whether a place lies between the outermost routes and not beyond their ends."""
        signs = [sign for line in self.lines for sign in _sides(line, place)]
        return min(signs) <= 0 <= max(signs) and not self._beyond(place)

    def _beyond(self, place: Place) -> bool:
        """Return whether a place lies in front of the objectives."""
        ends = sorted((line[-1] for line in self.lines), key=lambda end: (end[1], end[0]))
        u, v = place
        if v <= ends[0][1]:
            return u > max(end[0] for end in ends if end[1] == ends[0][1])
        if v >= ends[-1][1]:
            return u > ends[-1][0]
        for (u1, v1), (u2, v2) in pairwise(ends):
            if v1 <= v <= v2 and v1 < v2 and (u - u1) * (v2 - v1) <= (u2 - u1) * (v - v1):
                return False
        return True

    def gap(self, cell: Hex) -> int:
        """Return how many hexes it is to the channel; 0 within it, behind or beside it."""
        if self.contains(cell):
            return 0
        if not self.distances:
            self._measure()
        return self.distances.get(cell, len(self.board.cells))

    def _measure(self) -> None:
        inside = sorted(cell for cell in self.board.cells if self.contains(cell))
        self.distances.update(dict.fromkeys(inside, 0))
        queue = deque(inside)
        while queue:
            here = queue.popleft()
            for there in here.neighbours():
                if there in self.board.cells and there not in self.distances:
                    self.distances[there] = self.distances[here] + 1
                    queue.append(there)

    def hexes(self) -> frozenset[Hex]:
        """Return the hexes of the map within and behind the channel, for drawing it."""
        return frozenset(cell for cell in self.board.cells if self.contains(cell))


def _sides(line: tuple[Place, ...], place: Place) -> list[int]:
    """Return on which side of a route a place lies, wherever the route passes it: -1, 0 or 1."""
    u, v = place
    first, last = min(line), max(line)
    if u < first[0] or len(line) == 1:
        return [_sign(v - line[0][1])]
    if u > last[0]:
        return [_sign(v - line[-1][1])]
    found = []
    for one, other in pairwise(line):
        (u1, v1), (u2, v2) = (one, other) if one <= other else (other, one)
        if u1 == u2 == u:
            found += [_sign(v - v1), _sign(v - v2)]
        elif u1 <= u <= u2 and u1 < u2:
            found.append(_sign((v - v1) * (u2 - u1) - (v2 - v1) * (u - u1)))
    return found


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


_CHANNELS: Recall[dict[str, Channel | None]] = Recall(32)


@implements("RS", "11.4.15")
def channel_of(situation: Situation, brigiment: str) -> Channel | None:
    """Return the channel of march of a brigiment; None where nobody in line has a route."""
    order = situation.command(brigiment).order
    # what is set down holds while units move; what is not follows from where they stand now
    fixed = order.goals and all(order.route(name) for name, _ in order.goals)
    known = _CHANNELS.of((plan_of(situation) if fixed else situation,), dict)
    if brigiment not in known:
        ways = dict(order.routes) if fixed else routes.routes_of(situation, brigiment)
        known[brigiment] = _made(situation, brigiment, list(ways.values()))
    return known[brigiment]


def _made(situation: Situation, brigiment: str, ways: list[Route]) -> Channel | None:
    if not ways:
        return None
    axis = _sum(minus(way[-1], way[0]) for way in ways)
    if axis == Hex(0, 0):
        axis = _facing(situation, brigiment, [way[-1] for way in ways])
    if axis == Hex(0, 0):
        return None
    bare = Channel(situation.board, axis, ways[0][0], (), frozenset())
    lines = tuple(tuple(map(bare.place, way)) for way in ways)
    return Channel(situation.board, axis, ways[0][0], lines, frozenset().union(*ways))


def _sum(vectors: Iterable[Hex]) -> Hex:
    found = [*vectors]
    return Hex(sum(each.q for each in found), sum(each.r for each in found))


def _facing(situation: Situation, brigiment: str, ends: list[Hex]) -> Hex:
    """Return which way those face who are where they should be: from headquarters to the line."""
    name = situation.army.brigiment(brigiment).headquarters
    if name and situation.on_map(name):
        at = situation.piece(name).at
        found = _sum(minus(end, at) for end in ends)
        if found != Hex(0, 0):
            return found
    foes = situation.occupied[situation.other(situation.army.brigiment(brigiment).side)]
    if not foes:
        return Hex(0, 0)
    near = min(foes, key=lambda foe: (min(foe.distance(end) for end in ends), foe))
    return _sum(minus(near, end) for end in ends)


@implements("RS", "11.4.15", "11.5.9/1")
def within_or_behind(situation: Situation, piece: Piece, cell: Hex | None = None) -> Ruling:
    """Return whether a unit, or another hex, is within or behind its brigiment's channel of march.

    Args:
        situation: The position.
        piece: The unit.
        cell: A hex to ask for; where it stands when none is given.
    """
    at = piece.at if cell is None else cell
    where, brigiment = situation.board.label(at), situation.unit(piece).brigiment
    label = f"{where} within or behind the channel of march"
    found = channel_of(situation, brigiment)
    if found is None:
        said = f"Nobody in line of {brigiment} marches, so there is no channel to keep to."
        return automatic(label, True, said, "RS 11.4.15")
    if found.core(at):
        said = f"{where} lies within the outermost routes of {brigiment} or behind them."
        return figure(label, True, said, "RS 11.4.15")
    if found.contains(at):
        said = f"{where} lies a hex outside the channel of {brigiment}, which is allowed."
        return figure(label, True, said, "RS 11.4.15")
    why = f"{where} lies {found.gap(at) + 1} hexes outside the channel of {brigiment}."
    return refusal(label, why, "RS 11.4.15")

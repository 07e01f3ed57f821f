"""Division communications (9.6): how far a brigiment's headquarters is from its division's."""

from __future__ import annotations

from collections import deque
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from attrs import frozen

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, automatic, figure, finding, refusal, skipped
from wargame.rifle_and_spade import independents, isolation, telephones
from wargame.rifle_and_spade.costs import NEVER, ways

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from wargame.core.charts import ChartShelf
    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.ground import Field
    from wargame.rifle_and_spade.state import Situation

Purpose = Literal["continue", "change"]
"""What the check is about: going on with an order (11.2.3) or changing it (11.3.2)."""
EXEMPT = isolation.EXEMPT
RESERVE = "general reserve"


@frozen
class Way:
    """A way from a brigiment's headquarters to that of its division.

    Args:
        length: Its length: hexes entered on foot; telephone calls add nothing.
        path: The hexes, both ends included.
        division: The division or square brigade at the end of it.
        calls: The steps of the path that go by telephone or wireless, as pairs of hexes.
    """

    length: int
    path: tuple[Hex, ...]
    division: str
    calls: tuple[tuple[Hex, Hex], ...] = ()


@implements("RS", "9.6.2", "11.9.4/3", "11.12.6/3", "11.16.3")
def exempt(situation: Situation, brigiment: str, purpose: Purpose = "continue") -> bool:
    """Return whether the order in effect spares a brigiment the check.

    General Reserve is spared it only while it goes on; as it goes on without a roll (11.2.3), that
    makes no difference (RS-Q32).
    """
    order = situation.command(brigiment).order
    if order.kind == RESERVE:
        return purpose == "continue"
    return order.kind in EXEMPT and order.scheduled is None


@implements("RS", "9.1.4", "9.2.2")
def goals(situation: Situation, brigiment: str) -> Mapping[Hex, str]:
    """Return the hexes of the headquarters that will do: of the division, the nearest kind first.

    A square brigade serves its regiments as their division, and its own division as well.
    """
    found: dict[Hex, str] = {}
    for name in independents.above(situation.army, brigiment):
        division = situation.army.divisions.get(name)
        if division and division.headquarters and situation.on_map(division.headquarters):
            found.setdefault(situation.piece(division.headquarters).at, name)
    return found


@implements("RS", "9.6", "9.6.1")
def shortest(situation: Situation, brigiment: str) -> Way | None:
    """Return the shortest way to the division's headquarters; None where there is none."""
    start, ends = isolation.headquarters_hex(situation, brigiment), goals(situation, brigiment)
    if start is None or not ends:
        return None
    came = _search(situation, start, ends, situation.army.brigiment(brigiment).side)
    end = next((cell for cell in came if cell in ends), None)
    if end is None:
        return None
    path = [end]
    while path[-1] != start:
        path.append(came[path[-1]][1])
    path.reverse()
    calls = [pair for pair in pairwise(path) if came[pair[0]][0] == came[pair[1]][0]]
    return Way(came[end][0], tuple(path), ends[end], tuple(calls))


def _search(
    situation: Situation, start: Hex, ends: Iterable[Hex], side: str
) -> dict[Hex, tuple[int, Hex]]:
    """Return the length to each hex with the hex before it, up to the first of the ends."""
    calls, walks = _calls(situation, side), _walks(situation, side)
    wanted = frozenset(ends)
    came: dict[Hex, tuple[int, Hex]] = {}
    queue: deque[tuple[int, Hex, Hex]] = deque([(0, start, start)])
    while queue:
        length, here, before = queue.popleft()
        if here in came:
            continue
        came[here] = length, before
        if here in wanted:
            break
        queue.extendleft((length, there, here) for there in calls(here) if there not in came)
        queue.extend((length + 1, there, here) for there in walks(here) if there not in came)
    return came


def _walks(situation: Situation, side: str) -> Callable[[Hex], Iterator[Hex]]:
    """Return the step of a runner: not over prohibited terrain, nor to enemies but in Us/Them."""
    barred = situation.occupied[situation.other(side)] - situation.shared
    ground, shelf = situation.ground, situation.shelf
    known = _passable(ground, shelf)

    def steps(here: Hex) -> Iterator[Hex]:
        if here not in known:
            known[here] = tuple(_open_ways(ground, shelf, here))
        for there in known[here]:
            if there not in barred:
                yield there

    return steps


@lru_cache(maxsize=8)
def _passable(ground: Field, shelf: ChartShelf) -> dict[Hex, tuple[Hex, ...]]:
    """Return, for one map under one chart, the ways out of each hex that were looked at so far."""
    del ground, shelf  # they only say which map is meant
    return {}


def _open_ways(ground: Field, shelf: ChartShelf, here: Hex) -> Iterator[Hex]:
    """Yield the adjacent hexes that the ground lets a runner enter."""
    table = ways(ground, shelf)
    for there in ground.board.neighbours(here):
        edge = table.edge(here, there)
        if min(edge.foot, edge.road) < NEVER:
            yield there


def _calls(situation: Situation, side: str) -> Callable[[Hex], Iterator[Hex]]:
    """Return the step by telephone: to every other station on one network."""
    posts = [
        cell
        for cell in sorted(situation.occupied[side])
        if telephones.station(situation, cell, side)
    ]
    known = frozenset(posts)

    def steps(here: Hex) -> Iterator[Hex]:
        if here in known:
            for there in posts:
                if there != here and telephones.on_one_network(situation, here, there, side):
                    yield there

    return steps


@implements("RS", "9.6", "9.6.1", "9.6.2", "9.2.2")
def division_path(situation: Situation, brigiment: str, purpose: Purpose = "continue") -> Ruling:
    """Return the length of the way from a brigiment's headquarters to its division's.

    Returns:
        The length in hexes, with the path as parts. Skipped where no check is made, because the
        order spares it or the division has no headquarters on the map; refused where enemies or
        the ground cut every way.
    """
    label = f"{brigiment} to its division"
    if exempt(situation, brigiment, purpose):
        kind = situation.command(brigiment).order.kind.title()
        return skipped(label, f"{kind} orders make no such check.", "RS 9.6.2")
    if not goals(situation, brigiment):
        return skipped(label, "No headquarters of its division is on the map.", "RS 9.6")
    if isolation.headquarters_hex(situation, brigiment) is None:
        return skipped(label, f"The headquarters of {brigiment} is off the map.", "RS 9.6")
    way = shortest(situation, brigiment)
    if way is None:
        why = "Enemies or ground that nobody crosses cut every way."
        return refusal(label, why, "RS 9.6.1")
    printed = tuple(map(situation.board.label, way.path))
    parts = (
        automatic("To", way.division, f"The headquarters of {way.division}.", "RS 9.2.2"),
        figure("Path", printed, f"{' - '.join(printed)}.", "RS 9.6.1"),
        *_telephoned(situation, way),
    )
    said = f"{way.length} hexes to the headquarters of {way.division}."
    return finding(label, way.length, said, "RS 9.6", "RS 9.6.1", parts=parts, unit="hexes")


def _telephoned(situation: Situation, way: Way) -> Iterator[Ruling]:
    """Yield the calls on a way, which add nothing to its length."""
    label = situation.board.label
    for one, other in way.calls:
        words = f"{label(one)} to {label(other)}"
        said = "By telephone or wireless, which is no distance."
        yield figure(words, 0, said, "RS 9.6.1", "RS 9.3.1/2", unit="hexes")

"""The retreat explorer's drawing: every way, what is shut, who makes way, who has gone where."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from wargame.fire_and_movement.fallback import cannot_enter
from wargame.fire_and_movement.zones import controlled
from widgets.explorers import fm_svg as svg
from widgets.explorers.retreat_ahead import chains, walked
from widgets.svg import SIZE, centre, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.retreat import Retreats, Way
    from wargame.fire_and_movement.state import Situation
    from widgets.explorers.retreat_plan import RetreatPlan

GREY = "#4d4d4d"


def under_svg(plan: RetreatPlan, found: Retreats | None) -> str:
    """Return the ends of the ways and the enemy's zones, which lie under the counters."""
    if not plan.unit:
        return ""
    board, drawn = plan.situation.board, ""
    if found is not None and not plan.hidden:
        drawn += svg.wash(board, {way.end for way in found.outranked}, GREY, 0.25)
        drawn += svg.wash(board, {way.end for way in found.open}, svg.GREEN, 0.36)
    if plan.zone:
        enemy = plan.situation.other(plan.goer.side)
        which = plan.situation.sides.index(enemy)
        drawn += svg.zone_svg(board, zone(plan), which)
    return f'<g class="wg-retreat-under">{drawn}</g>'


def zone(plan: RetreatPlan) -> frozenset[Hex]:
    """Return the hexes of the map in the zones that shut the unit's retreat."""
    cells, enemy = plan.situation.board.cells, plan.situation.other(plan.goer.side)
    return frozenset(cell for cell in controlled(plan.situation, enemy) if cell in cells)


def over_svg(plan: RetreatPlan, found: Retreats | None, now: Situation) -> str:
    """Return the ways, or the moves made so far, which lie over the counters.

    Args:
        plan: The retreat.
        found: The ways still to choose from; None once the unit has gone.
        now: The position at this moment.
    """
    if not plan.unit or plan.hidden:
        return ""
    return f'<g class="wg-retreat-over">{"".join(_over(plan, found, now))}</g>'


def _over(plan: RetreatPlan, found: Retreats | None, now: Situation) -> Iterator[str]:
    board = plan.situation.board
    if found is not None:
        yield from _ways(board, found)
        yield from _shut(found)
        way = plan.way
        if way is not None:
            yield svg.way_svg(board, (found.start, *way.path), svg.BLUE)
            for _, start, end in walked(chains(found, way)):
                yield svg.way_svg(board, (start, end), svg.PURPLE, "5 3", aside=3)
        yield from _tags(board, found)
    yield from _moves(plan, now)


def _ways(board: Board, found: Retreats) -> Iterator[str]:
    for ways, colour, dashes in ((found.outranked, GREY, "4 4"), (found.open, svg.GREEN, "")):
        legs = {leg for way in ways for leg in pairwise((found.start, *way.path))}
        path = "".join(_leg(board, here, there) for here, there in sorted(legs))
        if path:
            dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
            yield f'<path d="{path}" fill="none" stroke="#fff" stroke-width="5" opacity=".7"/>'
            yield f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="2.4"{dashed}/>'


def _leg(board: Board, here: Hex, there: Hex) -> str:
    (x1, y1), (x2, y2) = centre(board, here), centre(board, there)
    return f"M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}"


def _shut(found: Retreats) -> Iterator[str]:
    board = found.situation.board
    for there in board.neighbours(found.start):
        if cannot_enter(found.situation, found.unit, found.start, there) is not None:
            (x1, y1), (x2, y2) = centre(board, found.start), centre(board, there)
            yield _cross((x1 + x2) / 2, (y1 + y2) / 2)


def _cross(x: float, y: float) -> str:
    arms = "".join(
        f"M{number(x - 6)} {number(y - 6 * s)}L{number(x + 6)} {number(y + 6 * s)}" for s in (1, -1)
    )
    return (
        f'<path d="{arms}" stroke="#fff" stroke-width="6.5" stroke-linecap="round"/>'
        f'<path d="{arms}" stroke="{svg.RED}" stroke-width="3.4" stroke-linecap="round"/>'
    )


def _tags(board: Board, found: Retreats) -> Iterator[str]:
    said = ends(found)
    for cell, (text, colour) in said.items():
        x, y = centre(board, cell)
        above = bool(board.cells[cell].name)  # the name of a place stands below
        yield svg.tag(x, y + SIZE * (-0.5 if above else 0.8), text, colour, 10)


def ends(found: Retreats) -> dict[Hex, tuple[str, str]]:
    """Return for every hex in which a way ends its word and colour; the best way counts."""
    said: dict[Hex, tuple[str, str]] = {}
    for way in found.outranked:
        said[way.end] = (_lower(found, way), GREY)
    for way in found.open:
        word = "open"
        if way.crowded:
            word = "makes way"
        elif len(way.path) < found.hexes:
            word = "short"
        said[way.end] = (word, svg.GREEN)
    return said


def _lower(found: Retreats, way: Way) -> str:
    """Return in a word which duty ranks a way lower."""
    best = found.ways[0]
    return "friends" if way.through and not best.through else "direction"


def _moves(plan: RetreatPlan, now: Situation) -> Iterator[str]:
    """Draw where units have gone so far."""
    board = plan.situation.board
    places = {piece.unit: piece.at for piece in now.pieces}
    for name, start, end in gone(plan, places):
        own = plan.situation.unit(name).side == plan.goer.side
        colour = svg.PURPLE if own and name not in plan.force else svg.BLUE if own else svg.RED
        yield svg.way_svg(board, (start, end), colour, "" if name in plan.force else "7 4")


def gone(plan: RetreatPlan, places: dict[str, Hex]) -> Iterable[tuple[str, Hex, Hex]]:
    """Yield who stands elsewhere now, from where and to where."""
    for piece in plan.situation.pieces:
        there = places.get(piece.unit, piece.at)
        if there != piece.at:
            yield piece.unit, piece.at, there


def legend_html(plan: RetreatPlan) -> str:
    """Return what the signs of the drawing mean."""
    first, second = plan.situation.sides
    green = f'<rect width="48" height="16" fill="{svg.GREEN}" fill-opacity=".36"/>'
    grey = f'<rect width="48" height="16" fill="{GREY}" fill-opacity=".25"/>'
    lines = [
        (green + svg.tag(24, 8, "open", svg.GREEN, 10), "a retreat may end here"),
        (grey + svg.tag(24, 8, "friends", GREY, 10), "gives way: it leads through friends"),
        (grey + svg.tag(24, 8, "direction", GREY, 9.5), "gives way: it ends no nearer"),
        (svg.tag(24, 8, "short", svg.GREEN, 10), "falls short and costs a step"),
        (svg.line_key(svg.BLUE), "the way looked at, or taken"),
        (svg.line_key(svg.PURPLE, "5 3"), "who makes way, and where to"),
        (svg.line_key(svg.RED, "7 4"), "an advance"),
        (svg.tag(24, 8, "✕", svg.RED, 14), "shut: nobody falls back over this hexside"),
        (svg.hatch_key(0), f"zone of control: {first}"),
        (svg.hatch_key(1), f"zone of control: {second}"),
    ]
    return svg.legend_html(lines)


def seen(plan: RetreatPlan) -> tuple[str, ...]:
    """Return the printed numbers of the hexes to look at: round the unit, or every unit."""
    board = plan.situation.board
    if not plan.unit:
        return tuple(dict.fromkeys(board.label(piece.at) for piece in plan.situation.pieces))
    return (board.label(plan.start),)

"""The movement explorer's drawing: points left in each hex, the zones of both sides, the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.ruling_views import value_text
from wargame.fire_and_movement.terrain_costs import HALVES, points_text
from widgets.explorers import fm_svg as svg
from widgets.svg import centre

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.grid import Hex
    from widgets.explorers.movement_plan import MovementPlan

_STYLES = {
    "open": (svg.BLUE, ""),
    "rail": (svg.PURPLE, "9 4"),
    "far": (svg.RED, "6 5"),
    "zones": (svg.RED, "2 5"),
}
"""The colour and the dashes of a way, by its sort."""

_APART = "3 4"
"""The dashes of the cheapest way beside another."""

_FAR = 5
"""Hexes seen round a unit whose reach is hidden, at most."""


def under_svg(plan: MovementPlan) -> str:
    """Return the reach and the zones, which lie under the counters."""
    board, sides = plan.situation.board, plan.situation.sides
    drawn = "".join(
        svg.zone_svg(board, plan.zone(side), which)
        for which, side in enumerate(sides)
        if side in plan.zones
    )
    if plan.unit and not plan.hidden:
        drawn = svg.wash(board, plan.reach.ends, svg.GREEN, 0.36) + drawn
        drawn += svg.wash(board, plan.passed, svg.GREEN, 0.14)
        drawn += svg.wash(board, plan.rails, svg.PURPLE, 0.3)
    return f'<g class="wg-movement-under">{drawn}</g>'


def over_svg(plan: MovementPlan) -> str:
    """Return the points left, the differences and the way, which lie over the counters."""
    return f'<g class="wg-movement-over">{"".join(_over(plan))}</g>'


def _over(plan: MovementPlan) -> Iterator[str]:
    if not plan.unit or plan.hidden:
        return
    board, apart = plan.situation.board, plan.difference
    on_way = set(plan.way.cells)
    for cell, text in labels(plan).items():
        held = bool(plan.situation.at(cell)) or cell in on_way
        colour = svg.PURPLE if apart and cell in apart.gained | apart.changed else "#10402f"
        yield svg.points_tag(board, cell, text, colour, held=held)
    if apart is not None:
        for cell in sorted(apart.lost):
            yield svg.cross(board, cell, svg.RED)
    yield from _way(plan)


def labels(plan: MovementPlan) -> dict[Hex, str]:
    """Return what is written into each hex within reach: points left, in brackets if only passed.

    By other rules than those in force, a plus stands before hexes gained, a delta before changed.
    """
    apart = plan.difference
    found: dict[Hex, str] = {}
    for cell in plan.reach.ends:
        text = points_text(plan.reach.left[cell])
        if apart and cell in apart.gained:
            text = f"+{text}"
        elif apart and cell in apart.changed:
            text = f"Δ{text}"
        found[cell] = text
    for cell in plan.passed:
        found[cell] = f"({points_text(plan.reach.left[cell])})"
    return found | dict.fromkeys(plan.rails, "rail")


def _way(plan: MovementPlan) -> Iterator[str]:
    way, board = plan.way, plan.situation.board
    if len(plan.cheapest.cells) > 1:
        yield svg.way_svg(board, plan.cheapest.cells, svg.GREEN, _APART, 7)
    cells = way.cells or plan.reach.origin.way
    colour, dashes = _STYLES.get(way.sort, _STYLES["open"])
    if len(cells) > 1:
        yield svg.way_svg(board, cells, colour, dashes)
    for (here, there), step in zip(way.legs, way.steps, strict=False):
        (x1, y1), (x2, y2) = centre(board, here), centre(board, there)
        yield svg.badge((x1 + x2) / 2, (y1 + y2) / 2, value_text(step.value), colour)


def legend_html(plan: MovementPlan) -> str:
    """Return what the signs of the drawing mean, those that may occur."""
    first, second = plan.situation.sides
    wash = f'<rect width="48" height="16" fill="{svg.GREEN}" fill-opacity=".3"/>'
    lines = [
        (wash + svg.tag(24, 8, "3½", "#10402f", 12), "points left where the move may end"),
        (svg.tag(24, 8, "(1)", "#10402f", 12), "may be passed through only"),
        (svg.line_key(svg.BLUE) + svg.badge(24, 8, "2", svg.BLUE, 9), "the way, with its costs"),
        (svg.line_key(svg.GREEN, _APART), "the cheapest way, where another one is looked at"),
        (svg.line_key(svg.RED, "6 5"), "a way that is too dear"),
        (svg.line_key(svg.RED, "2 5"), "a way that zones bar, as if there were none"),
        (svg.hatch_key(0), f"zone of control: {first}"),
        (svg.hatch_key(1), f"zone of control: {second}"),
    ]
    if plan.situation.ruleset.rail is not None:
        lines.append((svg.line_key(svg.PURPLE, "9 4"), "by rail"))
    if len(plan.variants) > 1:
        lines += [
            (svg.tag(24, 8, "+2  Δ2", svg.PURPLE, 12), "by other rules: gained, other points"),
            (svg.tag(24, 8, "✕", svg.RED, 14), "by other rules: lost"),
        ]
    return svg.legend_html(lines)


def seen(plan: MovementPlan) -> tuple[str, ...]:
    """Return the printed numbers of the hexes to look at: the reach, or every unit."""
    board = plan.situation.board
    if not plan.unit:
        return tuple(dict.fromkeys(board.label(piece.at) for piece in plan.situation.pieces))
    begun = dict(plan.coming)[plan.unit] if plan.start is None else (plan.start,)
    if plan.hidden:  # as far as any unit goes in open country, which tells nothing of this one
        far = min(_FAR, plan.reach.mover.allowance // HALVES)
        cells = {cell for at in begun for cell in at.disc(far) if cell in board}
    else:
        cells = {*begun, *plan.reach.ends}
    if plan.goal is not None:
        cells.add(plan.goal)
    return tuple(map(board.label, sorted(cells)))

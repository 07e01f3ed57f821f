"""The sentences and tables of the movement explorer."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from wargame.core.ruling_views import value_text
from wargame.fire_and_movement.terrain_costs import in_points, points_text, points_words
from wargame.fire_and_movement.units import Piece
from widgets.explorers.fm_variants import OWN
from widgets.explorers.fm_words import cases_text, hexes, listed, paragraphs, table
from widgets.explorers.movement_way import reached
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.core.grid import Hex
    from wargame.core.ruling import Ruling
    from widgets.explorers.movement_plan import MovementPlan
    from widgets.explorers.movement_way import Way

CHOOSE = "Choose a unit on the map or in the menu."


def sentence(plan: MovementPlan) -> str:
    """Return where things stand, in one or two sentences."""
    if plan.said:
        return plan.said
    if not plan.unit:
        return CHOOSE
    if plan.hidden:
        return bet_words(plan)
    if plan.goal is not None and plan.ruling is not None:
        waits = "" if plan.eligible.allowed or not plan.open else f" {plan.eligible.sentence}"
        return f"{plan.ruling.sentence}{compared(plan)}{waits}"
    return reach_words(plan)


def compared(plan: MovementPlan) -> str:
    """Return what the way by the hexes named costs against the cheapest, in a sentence."""
    if not plan.by or plan.way.sort != "open" or plan.goal is None:
        return ""
    if plan.goal == plan.start:
        return " It comes back to where it began."
    least = plan.moves[0].reach.spent[plan.goal]
    more = plan.reach.spent[plan.goal] - least
    if not more:
        return f" {_by_words(plan)}: no dearer than the cheapest way, {points_words(least)}."
    dearer = f"{points_text(more)} more than the cheapest way, {points_text(least)}"
    return f" {_by_words(plan)}: {dearer}."


def _by_words(plan: MovementPlan) -> str:
    """Return the hexes that the move is to pass."""
    return f"By way of {', '.join(plan.by)}"


def bet_words(plan: MovementPlan) -> str:
    """Return what is to be bet on."""
    name = plan.mover.name
    if not plan.bet_due or plan.goal is None:
        return f"Choose a hex, and bet whether {name} may end its move there."
    return f"Bet first: may {name} end its move in {plan.situation.board.label(plan.goal)}?"


def reach_words(plan: MovementPlan) -> str:
    """Return how far the unit gets."""
    name, number = plan.mover.name, len(plan.reach.ends)
    by_rail = f", and by rail in {len(plan.rails)} more" if plan.rails else ""
    may = "" if plan.eligible.allowed else f" {plan.eligible.sentence}"
    by = f"{_by_words(plan)}: " if plan.by else ""
    return f"{by}{name} may end its move in {hexes(number)}{by_rail}.{may}"


def facts(plan: MovementPlan) -> list[str]:
    """Return what must be known of the unit, in sentences."""
    situation, unit, moving = plan.situation, plan.mover, plan.reach.mover
    kind = "mobile" if unit.mobile else "leg"
    points = points_text(moving.allowance)
    entries = dict(plan.coming).get(unit.id)
    piece = Piece(unit.id, entries[0]) if entries else situation.piece(unit.id)
    said = [
        f"{situation.describe(piece)}.",
        f"A {kind} unit {_place(plan)}; allowance {points} points.",
    ]
    if moving.begins_in_zone:
        free = f" It leaves it for nothing ({', '.join(moving.free)})." if moving.free else ""
        said.append(f"It begins in an enemy zone of control.{free}")
    elif unit.mobile:
        said.append(f"To enter a zone costs it {points_text(moving.surcharge)} points more.")
    spared = plan.zone(situation.other(unit.side)) - moving.zone
    if spared:
        said.append(f"Enemy zones in {hexes(len(spared))} do not hinder it.")
    return said


def _place(plan: MovementPlan) -> str:
    """Return where the unit is, or through which hexes it comes onto the map."""
    board = plan.situation.board
    if plan.start is not None:
        return f"in {board.describe(plan.start)}"
    labels = sorted(map(board.label, dict(plan.coming)[plan.unit]))
    return f"that comes onto the map through {hexes(len(labels))}: {listed(labels)}"


def facts_html(plan: MovementPlan, title: str) -> str:
    """Return the position and the unit, as HTML."""
    phase = "Mobile Movement Phase" if plan.phase.mobile else "Movement Phase"
    head = f"<h4>{word(title)}</h4>"
    if not plan.unit:
        return f"{head}{paragraphs(f'{plan.situation.active}, {phase}.', CHOOSE)}"
    may = plan.eligible
    verdict = f"{may.sentence} ({cases_text(may)})"
    return f"{head}{paragraphs(*facts(plan), verdict)}"


# ---- the way


def rows(plan: MovementPlan, way: Way) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield a line for each step: into where, why, what it costs, what is left, the cases."""
    board, left = plan.situation.board, in_points(plan.reach.mover.allowance)
    for (_, there), step in zip(way.legs, way.steps, strict=False):
        cost = step.value
        left -= cost if isinstance(cost, int | Fraction) else 0
        parts = list(_leaves(step))
        why = "; ".join(_part_words(each) for each in parts)
        cases = ", ".join(dict.fromkeys(str(case) for each in parts for case in each.cases))
        yield board.label(there), why, value_text(cost), value_text(left), cases


def _leaves(step: Ruling) -> Iterator[Ruling]:
    """Yield what a step's price is made of: ground and hexsides by name, then the zone."""
    for each in step.parts:
        if each.label == "Terrain" and each.parts:
            yield from each.parts
        else:
            yield each


def _part_words(each: Ruling) -> str:
    label, why = each.label.lower(), each.sentence.removesuffix(".")
    if not each.counts:
        return f"not {label} {value_text(each.value)} ({why})"
    if label == "zone of control":
        return f"{label} {value_text(each.value)} ({why})"
    return f"{label} {value_text(each.value)}"


_CAPTIONS = {
    "open": "The way, step by step",
    "cheapest": "The cheapest way, to compare",
    "rail": "By rail",
    "far": "The cheapest way, which is too dear",
    "zones": "The cheapest way if no enemy zone stood in it",
}


def way_html(plan: MovementPlan) -> str:
    """Return the way step by step, as an HTML table; nothing where there is none."""
    way = plan.way
    if way.sort == "none" or plan.hidden:
        return ""
    if way.sort == "rail":
        labels = map(plan.situation.board.label, way.cells)
        return paragraphs(f"By rail: {', '.join(labels)}. It costs no points.")
    other = plan.cheapest
    beside = _table(plan, other, _CAPTIONS["cheapest"]) if other.sort == "open" else ""
    return _table(plan, way, _CAPTIONS[way.sort]) + beside


def _table(plan: MovementPlan, way: Way, caption: str) -> str:
    heads = ("Into", "What counts", "Cost", "Left", "Cases")
    lines = list(rows(plan, way))
    beyond = [at for at, line in enumerate(lines) if line[3].startswith("−")]
    return table(caption, heads, lines, numbers=(2, 3), lit=beyond)


def way_lines(plan: MovementPlan) -> list[str]:
    """Return the same as text."""
    if plan.way.sort == "none":
        return []
    lines = _lines(plan, plan.way, _CAPTIONS[plan.way.sort])
    if plan.cheapest.sort == "open":
        lines += _lines(plan, plan.cheapest, _CAPTIONS["cheapest"])
    return lines


def _lines(plan: MovementPlan, way: Way, caption: str) -> list[str]:
    head = f"{caption}: {' - '.join(map(plan.situation.board.label, way.cells))}"
    return [head] + [
        f"  into {there}: {cost}, {left} left ({why}) [{cases}]"
        for there, why, cost, left, cases in rows(plan, way)
    ]


# ---- other rules


def difference_words(plan: MovementPlan) -> list[str]:
    """Return what other rules change for the unit, in sentences; nothing for those in force."""
    if plan.rules == OWN or plan.hidden:
        return []
    apart = plan.difference
    said = [f"By other rules: {plan.variant.title}."]
    if apart is None:
        return said
    told = (
        ("Gained", apart.gained),
        ("Lost", apart.lost),
        ("Other points left", apart.changed),
    )
    lines = [f"{name}: {_hexes(plan, cells)}." for name, cells in told if cells]
    return said + (lines or ["That changes nothing for this unit."])


def _hexes(plan: MovementPlan, cells: Iterable[Hex]) -> str:
    labels = sorted(map(plan.situation.board.label, cells))
    return f"{hexes(len(labels))}, {listed(labels)}"


def notes(plan: MovementPlan) -> dict[Hex, str]:
    """Return what is read out for each hex besides the ground and who stands there."""
    found: dict[Hex, list[str]] = {}
    for cells, says in (*_reach_notes(plan), *_other_notes(plan)):
        for cell in cells:
            found.setdefault(cell, []).append(says)
    return {cell: ", ".join(says) for cell, says in found.items()}


def _reach_notes(plan: MovementPlan) -> Iterator[tuple[Iterable[Hex], str]]:
    """Yield hexes and what is said of them for the reach of the unit."""
    if not plan.unit:
        return
    if plan.start is None:
        yield dict(plan.coming)[plan.unit], f"{plan.mover.name} may come onto the map here"
    else:
        yield [plan.start], f"{plan.mover.name} moves from here"
    if plan.hidden:
        return
    for cell in plan.reach.ends:
        yield [cell], f"in reach, {points_text(plan.reach.left[cell])} points left"
    yield plan.passed, "may be passed through only"
    yield plan.reach.origin.way[1:], "on the way that was named"
    yield plan.rails, "in reach by rail"
    if plan.difference is not None:
        yield plan.difference.gained, "gained by these rules"
        yield plan.difference.lost, "lost by these rules"


def _other_notes(plan: MovementPlan) -> Iterator[tuple[Iterable[Hex], str]]:
    for side in plan.situation.sides:
        if side in plan.zones:
            yield plan.zone(side), f"zone of control of {side}"
    if plan.goal is not None:
        yield [plan.goal], "looked at"


def text_lines(plan: MovementPlan, title: str) -> list[str]:
    """Return position, unit, reach, way and differences as text."""
    lines = [f"{title}. {sentence(plan)}"]
    if not plan.unit:
        return lines
    lines += facts(plan)
    if plan.hidden:
        return lines
    board = plan.situation.board
    if plan.goal is not None:  # else the ruling lists them
        lines += [f"{each.label}: {value_text(each.value)}" for each in reached(plan.reach).parts]
    if plan.rails:
        lines.append(f"by rail: {', '.join(sorted(map(board.label, plan.rails)))}")
    return [*lines, *way_lines(plan), *difference_words(plan)]

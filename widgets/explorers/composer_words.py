"""An order in words: what it says, whom it sends where, and whether it may be written."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.ruling_views import value_text
from widgets.explorers.composer_plan import LINE, POINT, POSITIONS
from widgets.explorers.composer_svg import sample_svg, strokes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.rifle_and_spade.orders.order import Goal
    from widgets.explorers.composer_plan import Draft

NOWHERE = "none"


@frozen
class Line:
    """What an order says to one unit.

    Args:
        unit: The unit.
        battalion: The battalion it goes with.
        at: Where it stands.
        goal: Its objective in words.
        route: Its route in words.
    """

    unit: str
    battalion: str
    at: str
    goal: str
    route: str


def title(draft: Draft) -> str:
    """Return what the order is called."""
    name = draft.situation.army.brigiment(draft.brigiment).name or draft.brigiment
    return f"{draft.kind.capitalize()} order for {name}"


def verdict(draft: Draft) -> str:
    """Return at once whether the order may be written, and which case forbids it."""
    ruling = draft.ruling
    if ruling.allowed:
        return f"It may be written. {ruling.sentence}"
    cases = f" [{', '.join(map(str, ruling.cases))}]" if ruling.cases else ""
    return f"It may not be written: {ruling.sentence}{cases}"


def chance(draft: Draft) -> str:
    """Return whether the brigiment could change to it now, and with what chance."""
    if draft.disordered:
        return "It chooses between the two each turn, without a check."
    if draft.at_start:
        return "At the start of a scenario nobody rolls for it."
    ruling = draft.change
    if not ruling.allowed:
        cases = ", ".join(map(str, ruling.cases))
        return f"It could not be changed to now: {ruling.sentence} [{cases}]"
    chance = ruling.value
    share = f" ({float(chance):.0%})" if isinstance(chance, int | Fraction) else ""
    return f"Its chance to be changed to now: {value_text(chance)}{share}."


def says(draft: Draft) -> list[str]:
    """Return what the order says, a sentence a line, but for the units one by one."""
    label = draft.situation.board.label
    found = [f"Written on game turn {draft.situation.turn}; now under {draft.present.kind} orders."]
    if draft.scheduled is not None:
        found.append(f"Scheduled: a defense until game turn {draft.scheduled}, then the attack.")
    if draft.shape == LINE:
        hexes = " - ".join(map(label, draft.cells)) or NOWHERE
        found.append(f"Objective line: {hexes}.")
    elif draft.shape == POINT:
        hexes = ", ".join(map(label, draft.cells)) or NOWHERE
        found.append(f"Objective for all: {hexes}, and the hexes around it.")
    elif draft.disordered and draft.falls_back:
        found.append("It falls back to its headquarters.")
    elif draft.shape == POSITIONS:
        found.append("Everybody holds where he stands.")
    found.append(f"In support: {', '.join(sorted(draft.support)) or 'nobody'}.")
    if draft.channel is not None:
        found.append(f"The channel of march takes in {len(draft.channel.hexes())} hexes.")
    found += [f"Rally point of {name}: {label(at)}." for name, at in draft.order.rally_points]
    found += [
        f"The routes of {one} and {other} cross at {label(at)}."
        for one, other, at in draft.crossings
    ]
    return found


def lines(draft: Draft) -> Iterator[Line]:
    """Yield what the order says to each unit in line, then to those in support."""
    situation, order = draft.situation, draft.order
    label = situation.board.label
    for unit in (*draft.in_line, *sorted(draft.in_support)):
        goal, way = order.goal(unit), draft.routes.get(unit, ())
        at, body = label(situation.piece(unit).at), draft.battalion_of(unit)
        if unit in draft.in_support:
            yield Line(unit, body, at, "in support", "")
        else:
            told = " - ".join(map(label, way)) if len(way) > 1 else ("stays" if way else NOWHERE)
            written = " (as written)" if order.route(unit) else ""
            yield Line(unit, body, at, _goal(draft, goal), f"{told}{written}")


def _goal(draft: Draft, goal: Goal | None) -> str:
    if goal is None:
        return NOWHERE
    hexes = ", ".join(map(draft.situation.board.label, goal.hexes))
    return f"{hexes} with radius {goal.radius}" if goal.radius else hexes


def as_text(draft: Draft) -> str:
    """Return the order in plain text, without the explanation."""
    told = [title(draft), verdict(draft), chance(draft), *says(draft)]
    told += [
        f"  {each.unit} in {each.at}: objective {each.goal}"
        + (f"; route {each.route}" if each.route else "")
        for each in lines(draft)
    ]
    return "\n".join(told)


def headline_html(draft: Draft) -> str:
    """Return title, verdict and chance as HTML; a word and a mark tell the verdict, not colour."""
    allowed = draft.ruling.allowed
    mark = "✓" if allowed else "✗"
    return (
        f"<p style='margin:0;font-size:1.1em'><b>{escape(title(draft))}</b></p>"
        f"<p style='margin:4px 0;border-left:4px {'solid' if allowed else 'double'};"
        f"padding-left:8px'><b>{mark} {escape(verdict(draft))}</b></p>"
        f"<p style='margin:4px 0'>{escape(chance(draft))}</p>"
    )


def table_html(draft: Draft, *, mono: bool = False) -> str:
    """Return what the order says, with a table of the units and the stroke of each one's route."""
    inks = strokes(draft, mono=mono)
    told = "".join(f"<li>{escape(each)}</li>" for each in says(draft))
    heads = "".join(
        f"<th scope='col' style='text-align:left;padding:2px 8px'>{each}</th>"
        for each in ("Unit", "Stands in", "Objective", "Route of march")
    )
    rows = "".join(_row(draft, each, inks) for each in lines(draft))
    return (
        f"<ul style='margin:4px 0;padding-left:1.4em'>{told}</ul>"
        "<div style='overflow-x:auto'><table style='border-collapse:collapse;text-align:left'>"
        f"<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _row(draft: Draft, line: Line, inks: dict[str, tuple[str, str]]) -> str:
    way = draft.routes.get(line.unit, ())
    sample = sample_svg(*inks[line.battalion]) + " " if len(way) > 1 else ""
    cells = (line.unit, line.at, line.goal)
    style = "style='text-align:left;padding:2px 8px;border-top:1px solid'"
    first = "".join(f"<td {style}>{escape(each)}</td>" for each in cells)
    return f"<tr>{first}<td {style}>{sample}{escape(line.route)}</td></tr>"

"""What the order composer checks before it begins, and what a click or a field does to a draft."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.errors import Refused, RequestError, one_of, shown
from wargame.lab import own_charts
from wargame.rifle_and_spade.orders.objectives import is_ring
from wargame.rifle_and_spade.scenario import load_scenario, scenario_names
from wargame.rifle_and_spade.state import Situation
from widgets.errors import WidgetError
from widgets.explorers.composer_form import OBJECTIVE, RALLY, ROUTE
from widgets.explorers.composer_plan import EACH, LINE, MOST_HEXES, POINT, POSITIONS, choosable

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from widgets.explorers.composer_plan import Cells, Draft

THREE = 3
PENS = (OBJECTIVE, ROUTE, RALLY)


def position_of(given: object) -> Situation:
    """Return the position to write for.

    Raises:
        WidgetError: It is neither a position under command nor the name of such a scenario.
    """
    if isinstance(given, str) and given in scenario_names():
        given = load_scenario(given, own_charts()).situation
    if isinstance(given, Situation) and choosable(given):
        return given
    allowed = "a Situation with brigades or regiments under orders, or the name of such a scenario"
    raise WidgetError("OrderComposer, situation", shown(given), allowed)


def first_of(situation: Situation) -> str:
    """Return whose order to begin with: one that was written, where there is any."""
    names = choosable(situation)
    ordered = (n for n in names if situation.command(n).order.kind in {"attack", "defense"})
    return next(ordered, names[0])


def require_brigiment(situation: Situation, brigiment: str) -> None:
    """Raise unless an order can be written for a brigiment.

    Raises:
        RequestError: There is none of that name, or it has nobody on the map.
    """
    names = choosable(situation)
    if brigiment not in names:
        raise RequestError("brigiment", shown(brigiment), one_of(names, str(brigiment)))


def shaped(draft: Draft, shape: str, cells: Cells) -> Draft:
    """Return the draft with objectives of a sort; those of the other sorts are gone."""
    own = draft.own if shape == EACH and draft.shape == EACH else ()
    kept = () if shape in {POSITIONS, EACH} else cells
    return evolve(draft, shape=shape, cells=kept, own=own)


def toggled(cells: Cells, cell: Hex) -> Cells:
    """Return hexes with one more, or without it where it is among them."""
    return tuple(each for each in cells if each != cell) if cell in cells else (*cells, cell)


def on_line(draft: Draft, cell: Hex) -> Draft:
    """Return the draft with its line led on to a hex, closed, or cut back to it.

    Raises:
        Refused: The hex does not adjoin the end of the line.
    """
    line = draft.cells
    if line and cell == line[-1] and not is_ring(line):
        return evolve(draft, cells=line[:-1])
    if len(line) >= THREE and cell == line[0] and cell.distance(line[-1]) == 1:
        return evolve(draft, cells=(*line, cell))
    if cell in line:
        return evolve(draft, cells=line[: line.index(cell) + 1])
    if line and (cell.distance(line[-1]) > 1 or is_ring(line)):
        raise Refused(draft.line_with(cell))
    return evolve(draft, cells=(*line, cell))


def on_way(draft: Draft, unit: str, cell: Hex) -> Draft:
    """Return the draft with a unit's route led on to a hex, or cut back to it.

    Its last hex again takes that back. A hex that does not adjoin is reached by the shortest way.

    Raises:
        RequestError: The unit has no objective, or no ground that it can pass leads so.
        Refused: The route may not go there; it may cross another there, or meet enemies.
    """
    points, drawn = dict(draft.ways).get(unit, ()), draft.drawn(unit)
    if points and cell == points[-1]:
        return draft.routed(unit, points[:-1])
    if cell in drawn[1:]:
        return draft.routed(unit, drawn[1 : drawn.index(cell) + 1])
    ruling = draft.route_steps(unit).get(cell)
    if ruling is not None and not ruling.allowed:
        raise Refused(ruling)
    return draft.routed(unit, (*points, cell))


def clicked(draft: Draft, pen: tuple[str, str], cell: Hex) -> Draft:
    """Return the draft after a click on a hex.

    Args:
        draft: The draft.
        pen: What a click writes, and whose.
        cell: The hex.

    Raises:
        RequestError: There is nothing to write there.
        Refused: A line or route may not go on there.
    """
    what, whose = pen
    if what == ROUTE:
        return on_way(draft, whose, cell)
    if what == RALLY:
        return draft.rallied(whose, None if (whose, cell) in draft.rally else cell)
    if draft.shape == LINE:
        return on_line(draft, cell)
    if draft.shape == POINT:
        return evolve(draft, cells=() if draft.cells == (cell,) else (cell,))
    if draft.shape == EACH:
        cells = toggled(dict(draft.own).get(whose, ()), cell)
        return draft.with_unit("own", whose, cells)
    found = f"{shown(draft.situation.board.label(cell))} where everybody holds his place"
    allowed = "a hex of a line, of a point or of one unit; choose that first"
    raise RequestError("objective", found, allowed)


def require_pen(draft: Draft, what: str, whose: str) -> None:
    """Raise unless a click can write this.

    Raises:
        RequestError: It is none of :data:`PENS`, or nobody of that name can have it.
    """
    if what not in PENS:
        raise RequestError("a click writes", shown(what), one_of(PENS, str(what)))
    if what == RALLY:
        draft.require_duty(whose)
    elif what == ROUTE or whose:
        draft.require_unit(whose)


def pen_for(draft: Draft, pen: tuple[str, str], unit: str) -> tuple[str, str]:
    """Return what a click writes, where the order may have changed under the pen.

    Args:
        draft: The draft.
        pen: What it wrote, and whose.
        unit: The unit that the form shows.
    """
    what, whose = pen
    if what == RALLY and whose in draft.on_duty:
        return pen
    if what == ROUTE and whose in draft.in_line:
        return pen
    if draft.shape != EACH or not draft.in_line:
        return OBJECTIVE, ""
    return OBJECTIVE, whose if whose in draft.in_line else unit


def words_of(text: str) -> list[str]:
    """Return the printed numbers in the text of a field."""
    return text.replace(",", " ").replace(" - ", " ").split()


def cells_of(situation: Situation, labels: tuple[str, ...] | list[str]) -> Cells:
    """Return the hexes of printed numbers.

    Raises:
        RequestError: The map has no such hex, or they are too many.
    """
    if len(labels) > MOST_HEXES:
        raise RequestError("hexes", f"{len(labels)} of them", f"at most {MOST_HEXES}")
    return tuple(map(situation.board.hex, labels))

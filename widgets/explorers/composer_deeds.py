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
from widgets.explorers.composer_plan import EACH, POSITIONS, choosable

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from widgets.explorers.composer_plan import Cells, Draft

THREE = 3


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

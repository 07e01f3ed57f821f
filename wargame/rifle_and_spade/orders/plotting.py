"""Plotting routes of march when an order is written (11.4.9, 11.4.11): unit by unit, hex by hex.

Units whose route is not drawn go the shortest way, or the shortest round what bars it. A hex into
which a route may not be led is named with its reason: ground that cannot be passed, enemies, or the
route of another that it would cross.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.orders import drawing, routes

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.orders.corridor import Route
    from wargame.rifle_and_spade.orders.order import Order
    from wargame.rifle_and_spade.state import Situation

DONE, BACK, REST = "done", "back", "rest"
_Barred = tuple[tuple[str, "Ruling"], ...]


def ask(
    situation: Situation,
    brigiment: str,
    what: str,
    options: Iterable[Option],
    barred: _Barred = (),
) -> Choice:
    """Return a question to whoever writes an order.

    Args:
        situation: The position.
        brigiment: Whose order it is.
        what: What is asked.
        options: What may be answered.
        barred: What may not, with the reason.
    """
    side = situation.army.brigiment(brigiment).side
    said = f"{brigiment}: {what}"
    return Choice(side, said, tuple(options), ("RS 11.1.8",), barred, position=situation)


def lacks_routes(found: Ruling) -> bool:
    """Return whether nothing but its routes keeps an order from being written."""
    return bool(found.parts) and found.parts[-1].label.startswith(routes.TOGETHER)


@implements("RS", "11.4.9", "11.4.10", "11.4.11")
def plot(situation: Situation, brigiment: str, order: Order) -> Generator[Step, Any, Order]:
    """Let the owner draw routes of march; return the order with those that were drawn.

    Args:
        situation: The position.
        brigiment: Whose.
        order: The order, with every objective.
    """
    while names := _who_march(situation, brigiment, order):
        found = routes.routes_ruling(situation, brigiment, order)
        ends = "these routes" if order.routes else "everybody by the shortest way"
        options = [Option(DONE, ends)] if found.allowed else [Option(BACK, "another objective")]
        options += [Option(name, f"draw the route of {name}") for name in names]
        barred = () if found.allowed else ((DONE, found),)
        answer: Option = yield ask(situation, brigiment, "routes of march", options, barred)
        if answer.key in {DONE, BACK}:
            break
        order = yield from _drawn(situation, brigiment, order, answer.key)
    return order


def _who_march(situation: Situation, brigiment: str, order: Order) -> list[str]:
    """Return the units that have a way to go, or that no default route leads anywhere."""
    ways = routes.routes_of(situation, brigiment, order)
    return [
        name
        for name, goal in order.goals
        if situation.on_map(name)
        and name not in order.support
        and (len(ways.get(name, ())) > 1 or not goal.reached(situation.piece(name).at))
    ]


@implements("RS", "11.4.9", "11.4.11")
def _drawn(
    situation: Situation, brigiment: str, order: Order, name: str
) -> Generator[Step, Any, Order]:
    """Ask for the route of one unit hex by hex, until the rest goes the shortest way."""
    label = situation.board.label
    bare = _with_route(order, name, ())
    drawn: Route = (situation.piece(name).at,)
    while True:
        ends, options, barred = _ways_on(situation, brigiment, bare, name, drawn)
        what = f"the route of {name} from {label(drawn[-1])}"
        answer: Option = yield ask(situation, brigiment, what, options, barred)
        if answer.key in ends:
            return _with_route(bare, name, ends[answer.key])
        if answer.key == BACK:
            return order
        drawn = (*drawn, situation.board.hex(answer.key))


def _ways_on(
    situation: Situation, brigiment: str, order: Order, name: str, drawn: Route
) -> tuple[dict[str, Route], list[Option], _Barred]:
    """Return how a route may end from here, and all that may and may not be answered."""
    label = situation.board.label
    way, found = drawing.goes_on(situation, brigiment, order, name, drawn)
    options, barred = [Option(BACK, "leave the route as it was")], []
    ends: dict[str, Route] = {}
    if found.allowed:
        ends[REST] = way if len(drawn) > 1 else ()
        rest = "the shortest way on" if way != drawn else "the route ends here"
        options.insert(0, Option(REST, f"{rest}: {' - '.join(map(label, way))}"))
    else:
        barred.append((REST, found))
    for cell, ruling in drawing.steps(situation, brigiment, order, name, drawn).items():
        if ruling.allowed:
            options.append(Option(label(cell), label(cell)))
        else:
            barred.append((label(cell), ruling))
    return ends, options, tuple(barred)


def _with_route(order: Order, name: str, way: Iterable[Hex]) -> Order:
    """Return an order with another route of a unit; the default without hexes."""
    pairs = {**dict(order.routes), name: tuple(way)}
    return evolve(order, routes=tuple(sorted((unit, at) for unit, at in pairs.items() if at)))

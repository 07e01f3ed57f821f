"""Writing an order, choice by choice (11.1.8): who is in support, when it begins, where it leads.

Whatever is written is held to :func:`~wargame.rifle_and_spade.orders.kinds.may_issue` before it
counts. A hex or line that the rules forbid is told and asked again; after a few tries, or when its
owner gives up, no order is written (11.4.11). Routes of march are drawn in
:mod:`~wargame.rifle_and_spade.orders.plotting`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Option
from wargame.core.rulebook import implements
from wargame.rifle_and_spade.orders import (
    committing,
    cordon,
    kinds,
    objectives,
    placing,
    plotting,
    routes,
    standing,
    support,
)
from wargame.rifle_and_spade.orders.order import GROUPS, Goal, Order
from wargame.rifle_and_spade.orders.plotting import ask
from wargame.rifle_and_spade.ruleset import TURNS_A_DAY

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.orders.order import OrderKind
    from wargame.rifle_and_spade.state import Situation

NONE, DONE, NOW, FAR = "none", "done", "now", "far"
ELSEWHERE = "elsewhere"
LINE, POINT, POSITIONS = "line", "point", "positions"
MOST_TRIES = 4
"""How often a place is asked for before no order is written."""
MOST_AHEAD = TURNS_A_DAY
"""How many turns ahead an attack may be scheduled here: a day, so that midnight is among them."""
REACH = 8
"""How far from its units hexes are offered at once; the others when one asks for them."""
_SHAPES: dict[OrderKind, tuple[str, ...]] = {
    "attack": (POINT, LINE),
    "defense": (POSITIONS, LINE),
    "cordon defense": (POSITIONS, LINE),
}
_WORDS = {
    LINE: "an objective line, hex by hex",
    POINT: "one hex and those around it, for all",
    POSITIONS: "where everybody stands",
}


@implements("RS", "11.1", "11.1.8", "11.4.11")
def compose(
    situation: Situation, brigiment: str, kind: OrderKind, *, at_start: bool = False
) -> Generator[Step, Any, Order | None]:
    """Let the owner write an order of a kind; return it, or nothing where none is written.

    Where the default route of a unit may not be written it goes round by the shortest that may.

    Args:
        situation: The position.
        brigiment: Whose.
        kind: One of the kinds that may be chosen.
        at_start: Whether a scenario sets it up.
    """
    order = Order(kind, situation.turn)
    order = yield from _scheduled(situation, brigiment, order)
    order = yield from _supported(situation, brigiment, order)
    order = yield from _rallying(situation, brigiment, order)
    for _ in range(MOST_TRIES):
        written = yield from _placed(situation, brigiment, order)
        if written is None:
            return None
        full = objectives.with_goals(situation, brigiment, written)
        full = routes.with_detours(situation, full)
        found = kinds.may_issue(situation, brigiment, full, at_start=at_start)
        if found.allowed or plotting.lacks_routes(found):
            full = yield from plotting.plot(situation, brigiment, full)
            found = kinds.may_issue(situation, brigiment, full, at_start=at_start)
        if found.allowed:
            return full
        yield found
    return None


# ---- when it begins, and who stays behind


@implements("RS", "11.8.1")
def _scheduled(situation: Situation, brigiment: str, order: Order) -> Generator[Step, Any, Order]:
    if order.kind != "attack":
        return order
    turns = range(situation.turn + 1, situation.turn + 1 + MOST_AHEAD)
    options = [Option(NOW, "attack at once")]
    options += [Option(str(turn), f"defend until turn {turn}, then attack") for turn in turns]
    answer: Option = yield ask(situation, brigiment, "when the attack begins", options)
    return order if answer.key == NOW else evolve(order, scheduled=int(answer.key))


@implements("RS", "11.5.3", "11.5.1")
def _supported(situation: Situation, brigiment: str, order: Order) -> Generator[Step, Any, Order]:
    """Ask which battalions are in support, as many as the order may keep there."""
    limit = committing.support_limit(situation, brigiment, order.kind).value
    assert isinstance(limit, int)  # noqa: S101 - a count of battalions
    bodies = _bodies(situation, brigiment)
    chosen: list[str] = []
    while len(chosen) < min(limit, len(bodies) - 1):
        options = [Option(DONE, "nobody else")]
        options += [Option(name, f"{name} in support") for name in bodies if name not in chosen]
        answer: Option = yield ask(situation, brigiment, "who is in support", options)
        if answer.key == DONE:
            break
        chosen.append(answer.key)
    return evolve(order, support=frozenset(n for body in chosen for n in bodies[body]))


def _bodies(situation: Situation, brigiment: str) -> dict[str, tuple[str, ...]]:
    """Return the battalions that still have rifles, each with all its units on the map."""
    found: dict[str, tuple[str, ...]] = {}
    rifles = set()
    for piece in standing.own_pieces(situation, brigiment):
        unit = situation.unit(piece)
        if unit.battalion and unit.infantry:
            found[unit.battalion] = (*found.get(unit.battalion, ()), unit.id)
            if unit.rifle:
                rifles.add(unit.battalion)
    return {name: units for name, units in sorted(found.items()) if name in rifles}


@implements("RS", "11.12.6/2", "11.12.3")
def _rallying(situation: Situation, brigiment: str, order: Order) -> Generator[Step, Any, Order]:
    """Ask for the rally point of each battalion on picket duty, which a cordon must have."""
    if order.kind != "cordon defense":
        return order
    points: list[tuple[str, Hex]] = []
    for battalion in cordon.on_picket_duty(situation, brigiment):
        what = f"the rally point of {battalion}"
        cell = yield from _place(situation, brigiment, what, "none for it")
        if cell is not None:
            points.append((battalion, cell))
    return evolve(order, rally_points=tuple(points))


# ---- where it leads


def _placed(
    situation: Situation, brigiment: str, order: Order
) -> Generator[Step, Any, Order | None]:
    shapes = _SHAPES.get(order.kind, (POINT,))
    if order.scheduled is not None:
        shapes = tuple(dict.fromkeys((*shapes, LINE)))
    options = [Option(each, _WORDS[each]) for each in shapes]
    options.append(Option(NONE, "write no such order"))
    answer: Option = yield ask(situation, brigiment, f"objectives of the {order.kind}", options)
    if answer.key == NONE:
        return None
    if answer.key == POSITIONS:
        return order
    if answer.key == LINE:
        line = yield from _line(situation, brigiment, order)
        return None if line is None else evolve(order, line=line)
    cell = yield from _place(situation, brigiment, "its objective")
    if cell is None:
        return None
    goal = Goal((cell,), 1)
    names = [
        name for body in placing.bodies(situation, brigiment, order.support) for name in body.units
    ]
    return evolve(order, goals=tuple((name, goal) for name in sorted(names)))


@implements("RS", "11.4.7")
def _line(
    situation: Situation, brigiment: str, order: Order
) -> Generator[Step, Any, tuple[Hex, ...] | None]:
    """Ask for a line hex by hex, for as long as those in line can hold it."""
    first = yield from _place(situation, brigiment, "one end of the line")
    if first is None:
        return None
    line: tuple[Hex, ...] = (first,)
    while True:
        ahead = [
            cell
            for cell in _land(situation, line[-1].neighbours())
            if cell not in line and _holds(situation, brigiment, (*line, cell), order)
        ]
        if not ahead:
            return line
        options = [Option(DONE, "the line ends here"), *_options(situation, ahead)]
        answer: Option = yield ask(situation, brigiment, "the line goes on", options)
        if answer.key == DONE:
            return line
        line = (*line, situation.board.hex(answer.key))


def _holds(situation: Situation, brigiment: str, line: tuple[Hex, ...], order: Order) -> bool:
    return objectives.line_ruling(situation, brigiment, line, order.support).allowed


def _place(
    situation: Situation, brigiment: str, what: str, stop: str = "write no such order"
) -> Generator[Step, Any, Hex | None]:
    """Ask for a hex anywhere on land: those within reach first, the others when asked for."""
    near = _near(situation, brigiment)
    far = sorted(set(_land(situation, situation.board.cells)).difference(near))
    first = [Option(NONE, stop), Option(FAR, f"further off than {REACH} hexes")]
    options = [*(first if far else first[:1]), *_options(situation, near)]
    answer: Option = yield ask(situation, brigiment, what, options)
    if answer.key == FAR:
        options = [first[0], *_options(situation, far)]
        answer = yield ask(situation, brigiment, f"{what}, further off", options)
    return None if answer.key == NONE else situation.board.hex(answer.key)


def _options(situation: Situation, cells: Iterable[Hex]) -> list[Option]:
    return [Option(label, label) for label in map(situation.board.label, cells)]


def _near(situation: Situation, brigiment: str) -> list[Hex]:
    """Return the hexes that are offered: land within reach of a unit of the brigiment."""
    places = {piece.at for piece in standing.own_pieces(situation, brigiment)}
    cells = (
        cell for cell in situation.board.cells if any(cell.distance(at) <= REACH for at in places)
    )
    return sorted(_land(situation, cells))


def _land(situation: Situation, cells: Iterable[Hex]) -> Iterator[Hex]:
    spots = situation.ground.spots
    return (cell for cell in cells if cell in spots and not spots[cell].sea)


# ---- given without a check


@implements("RS", "15.1.4", "11.1")
def given(
    situation: Situation, brigiment: str, allowed: Iterable[str]
) -> Generator[Step, Any, Order | None]:
    """Let the owner give a brigiment that has just come one of several orders, without a check.

    Returns:
        The order; nothing where it keeps the one it has.
    """
    known = [kind for kind in GROUPS if kind in set(allowed)]
    options = [Option(NONE, f"keep {situation.command(brigiment).order.kind}")]
    options += [Option(kind, kind) for kind in known]
    answer: Option = yield ask(situation, brigiment, "its order on arrival", options)
    kind = next((each for each in known if each == answer.key), None)
    if kind is None:
        return None
    return (yield from compose(situation, brigiment, kind))


@implements("RS", "11.5.10", "11.5.11", "11.8.5", "11.11.8")
def commit_goals(
    situation: Situation, brigiment: str, battalion: str
) -> Generator[Step, Any, dict[str, Goal]]:
    """Ask where each unit of a battalion that may be committed goes; none for those who stay.

    It goes to an objective of its brigiment, or to a new one where its order lets it.
    """
    found: dict[str, Goal] = {}
    label = situation.board.label
    for name in committing.in_support(situation, brigiment).get(battalion, ()):
        if not committing.requirement(situation, name).allowed:
            continue
        goals = {
            ", ".join(map(label, goal.hexes)): goal
            for goal in support.commit_options(situation, name)
        }
        options = [Option(NONE, f"{name} stays in support")]
        options += [Option(words, f"{name} to {words}") for words in goals]
        options.append(Option(ELSEWHERE, f"{name} to a hex that is no objective yet"))
        answer: Option = yield ask(situation, brigiment, f"where {name} is committed", options)
        goal = goals.get(answer.key)
        if answer.key == ELSEWHERE:
            goal = yield from _commit_place(situation, brigiment, name)
        if goal is not None:
            found[name] = goal
    return found


@implements("RS", "11.5.11", "11.8.5", "11.11.8", "11.14.11")
def _commit_place(
    situation: Situation, brigiment: str, name: str
) -> Generator[Step, Any, Goal | None]:
    """Ask for an objective of its own for a unit that is committed, until its way may be written.

    Returns:
        The objective; nothing where the unit stays in support.
    """
    label = situation.board.label
    cells = support.commit_places(situation, name, REACH)
    options = [Option(NONE, f"{name} stays in support")]
    options += [Option(label(cell), f"{name} to {label(cell)}") for cell in cells]
    for _ in range(MOST_TRIES):
        answer: Option = yield ask(situation, brigiment, f"a new objective of {name}", options)
        if answer.key == NONE:
            return None
        goal = Goal((situation.board.hex(answer.key),))
        ruling = support.commit_objective(situation, name, goal)
        if ruling.allowed:
            return goal
        yield ruling
    return None

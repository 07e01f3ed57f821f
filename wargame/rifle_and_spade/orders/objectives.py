"""Objectives (11.4): points, battalion objectives, objective lines, and who goes where on one."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal
from wargame.rifle_and_spade import messaging
from wargame.rifle_and_spade.orders import lattice
from wargame.rifle_and_spade.orders.approach import approach, pace_of, zone
from wargame.rifle_and_spade.orders.order import GROUPS, Goal
from wargame.rifle_and_spade.orders.placing import Body, bodies, posts, spread
from wargame.rifle_and_spade.orders.standing import goal_of, in_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.orders.order import Order, OrderKind
    from wargame.rifle_and_spade.state import Situation

THREE = 3
CIRCLE = 4
"""A line that closes on itself has three hexes at least, the first of them named again."""


@implements("RS", "11.4.5")
def point_ruling(situation: Situation, cell: Hex, radius: int = 0) -> Ruling:
    """Return the hexes of a point objective: the hex itself, and those within its radius."""
    label = situation.board.label(cell)
    hexes = tuple(sorted(map(situation.board.label, zone(situation, Goal((cell,), radius)))))
    said = f"{label} with radius {radius}: {', '.join(hexes)}."
    parts = (figure("Hexes", hexes, said, "RS 11.4.5"),)
    return finding("Point objective", len(hexes), said, "RS 11.4.5", parts=parts, unit="hexes")


@implements("RS", "11.4.6")
def battalion_ruling(situation: Situation, hexes: Sequence[Hex], side: str) -> Ruling:
    """Return whether hexes are a battalion objective: one, two, or two with a third between.

    A third needs the outer two within messaging range of each other when the order is issued.
    """
    label, board = "Battalion objective", situation.board
    said = f"{', '.join(map(board.label, hexes))}."
    if not 1 <= len(hexes) <= THREE or len(set(hexes)) < len(hexes):
        return refusal(label, "It is one hex, two, or two with a third between.", "RS 11.4.6")
    if not lattice.connected(hexes):
        return refusal(label, "Its hexes must adjoin each other.", "RS 11.4.6")
    if len(hexes) < THREE:
        return figure(label, len(hexes), said, "RS 11.4.6", unit="hexes")
    link = messaging.link(situation, hexes[0], hexes[-1], side)
    if not link.allowed:
        return refusal(label, link.sentence, "RS 11.4.6", "RS 9.3.1", allowed=(link,))
    return finding(label, len(hexes), said, "RS 11.4.6", parts=(link,), unit="hexes")


# ---- where an objective may be


@implements("RS", "11.4.2")
def enterable(situation: Situation, name: str, goal: Goal, kind: OrderKind) -> Ruling:
    """Return whether a unit could legally enter an objective by the movement of its order.

    Only attacks assault, so only for them may enemies be there.
    """
    label, unit = f"Objective of {name}", situation.unit(name)
    foes = situation.occupied[situation.other(unit.side)]
    friends = situation.occupied[unit.side]
    hexes = zone(situation, goal)
    if not hexes:
        return refusal(label, "It is off the map.", "RS 11.4.2")
    where = approach(situation, hexes, pace_of(unit, kind))
    if situation.on_map(name) and situation.piece(name).at not in where.togo:
        why = f"No ground that {name} can pass leads there."
        return refusal(label, why, "RS 11.4.2", "RS 14.1.9")
    held = sorted(cell for cell in goal.primary if cell in foes - friends)
    if held and GROUPS[kind] != "attack":
        why = f"Enemies are in {situation.board.label(held[0])}."
        return refusal(label, why, "RS 11.4.2", "RS 14.1.10")
    return figure(label, True, f"{name} could go there.", "RS 11.4.2")


_SHAPES: dict[OrderKind, frozenset[str]] = {
    "attack": frozenset({"line", "point 1"}),
    "initial attack": frozenset({"line", "point 1", "battalion", "point 0", "positions"}),
    "stalled attack": frozenset({"line", "point 1", "battalion", "point 0", "positions"}),
    "defense": frozenset({"line", "positions"}),
    "cordon defense": frozenset({"line", "positions", "battalion", "point 0", "point 1"}),
    "disorganized defense": frozenset({"positions", "point 0", "point 1"}),
    "regroup": frozenset({"point 1"}),
    "general reserve": frozenset({"point 1"}),
    "march": frozenset({"point 1"}),
}
_CASES: dict[OrderKind, str] = {
    "attack": "RS 11.8.2",
    "initial attack": "RS 11.9.3",
    "stalled attack": "RS 11.10",
    "defense": "RS 11.11.1",
    "cordon defense": "RS 11.12.3",
    "disorganized defense": "RS 11.13.2",
    "regroup": "RS 11.14.2",
    "general reserve": "RS 11.15.2",
    "march": "RS 11.16.1",
}
_WORDS = {
    "line": "an objective line",
    "point 1": "one point of radius 1 for all",
    "battalion": "battalion objectives",
    "point 0": "points of radius 0",
    "positions": "where units stand",
}


@implements("RS", "11.4.1", "11.4.3", "11.8.2", "11.8.2/1", "11.8.2/2", "11.9.3", "11.11.1")
def shape_ruling(situation: Situation, brigiment: str, order: Order) -> Ruling:
    """Return whether the objectives of an order are of the sorts that its kind allows.

    Units committed from support have objectives of their own and are left out.
    """
    label = f"Objectives of {brigiment}"
    mine = {name: goal for name, goal in order.goals if name not in order.committed}
    found = _sort_of(situation, order, mine)
    allowed = _SHAPES[order.kind]
    said = ", ".join(_WORDS[each] for each in sorted(found)) or "none"
    parts = tuple(
        figure(_WORDS[each], True, "Allowed.", _CASES[order.kind]) for each in sorted(allowed)
    )
    if found <= allowed:
        return finding(label, said, f"{said}: allowed.", _CASES[order.kind], parts=parts)
    wrong = _WORDS[min(found - allowed)]
    why = f"{order.kind.capitalize()} orders do not allow {wrong}."
    return refusal(label, why, _CASES[order.kind], "RS 11.4.3", allowed=parts)


def _sort_of(situation: Situation, order: Order, goals: dict[str, Goal]) -> frozenset[str]:
    """Return of what sorts the objectives of an order are."""
    if order.line:
        on = set(order.line)
        goals = {name: goal for name, goal in goals.items() if not on.issuperset(goal.hexes)}
        return frozenset({"line"} | {_sort(situation, name, g) for name, g in goals.items()})
    points = set(goals.values())
    if len(points) == 1 and next(iter(points)).radius == 1:
        return frozenset({"point 1"})
    return frozenset(_sort(situation, name, goal) for name, goal in goals.items())


def _sort(situation: Situation, name: str, goal: Goal) -> str:
    if len(goal.hexes) > 1:
        return "battalion"
    here = situation.on_map(name) and goal.hexes[0] == situation.piece(name).at
    if here and not goal.radius:
        return "positions"
    return "point 0" if not goal.radius else f"point {min(goal.radius, 1)}"


# ---- lines


@implements("RS", "11.4.7", "11.4.8", "3.5.6", "3.5.7")
def line_ruling(
    situation: Situation,
    brigiment: str,
    line: Sequence[Hex],
    support: Collection[str] = frozenset(),
) -> Ruling:
    """Return whether an objective line is one row of hexes that those in line can hold.

    Each battalion in line gives up to two hexes, no more than it has units; a hex between two of
    them may stay empty where they are within messaging range of each other. Corners are free, and
    a line may close on itself: then its first hex is named again as its last.

    Args:
        situation: The position, when the order is issued.
        brigiment: Whose.
        line: The hexes, in order.
        support: Units that are to be in support.
    """
    label, board = f"Objective line of {brigiment}", situation.board
    ring = is_ring(line)
    hexes = line[:-1] if ring else line
    if not hexes or not lattice.connected(line) or len(set(hexes)) < len(hexes):
        why = "Each hex of a line adjoins the one before it, and none comes twice."
        return refusal(label, why, "RS 11.4.7")
    own = bodies(situation, brigiment, support)
    there = sum(body.posts for body in own)
    side = situation.army.brigiment(brigiment).side
    need = _least(situation, line, side)
    parts = (
        figure("Length", len(hexes), f"{len(hexes)} hexes.", "RS 11.4.7", unit="hexes"),
        finding(
            "Objectives",
            there,
            f"{there} of {len(own)} battalions in line.",
            "RS 11.4.6",
            parts=[figure(b.name, b.posts, f"{', '.join(b.units)}.", "RS 11.4.6") for b in own],
        ),
        *gaps(situation, line, side),
    )
    if need > there:
        why = f"It needs {need} objectives, and those in line give {there}."
        return refusal(label, why, "RS 11.4.7", allowed=parts)
    shape = "closed on itself, " if ring else ""
    said = f"{board.label(hexes[0])} to {board.label(hexes[-1])}, {shape}{len(hexes)} hexes long."
    case = "RS 11.4.8" if ring else "RS 11.4.7"
    return finding(label, need, said, case, parts=parts, unit="objectives at least")


def is_ring(line: Sequence[Hex]) -> bool:
    """Return whether a line closes on itself."""
    return len(line) >= CIRCLE and line[0] == line[-1]


@implements("RS", "11.4.7", "9.3.1")
def gaps(situation: Situation, line: Sequence[Hex], side: str) -> tuple[Ruling, ...]:
    """Return for each hex of a line whether it may stay empty between its two neighbours."""
    label, found = situation.board.label, []
    for one, middle, other in zip(line, line[1:], line[2:], strict=False):
        link = messaging.link(situation, one, other, side)
        name = f"{label(middle)} may stay empty"
        if link.allowed:
            said = f"{label(one)} and {label(other)} are within messaging range."
            found.append(finding(name, True, said, "RS 11.4.7", "RS 9.3.1", parts=(link,)))
        else:
            why = f"{label(one)} and {label(other)} are not within messaging range."
            found.append(finding(name, False, why, "RS 11.4.7", "RS 9.3.1", parts=(link,)))
    return tuple(found)


def _least(situation: Situation, line: Sequence[Hex], side: str) -> int:
    """Return how few objectives a line needs."""
    found = posts(situation, line, side)
    return len(found) - is_ring(line)


@implements("RS", "11.4.7", "11.4.10")
def assigned(
    situation: Situation,
    brigiment: str,
    line: Sequence[Hex],
    support: Collection[str] = frozenset(),
) -> tuple[tuple[str, Goal], ...]:
    """Return who goes where on a line when nothing else is said: as they stand, side by side.

    The battalions take their places along the line in the order in which they stand along it now,
    so that no routes cross; a battalion whose units are more than its hexes shares them.
    """
    own = _ordered(situation, line, bodies(situation, brigiment, support))
    side = situation.army.brigiment(brigiment).side
    places = [(name, post) for body in own for name, post in body.places()]
    count = len({post for _, post in places})
    at = spread(situation, line, side, count)
    if not at:
        return ()
    order = {post: n for n, post in enumerate(dict.fromkeys(post for _, post in places))}
    last = len(at) - 1
    chosen = [(name, at[min(order[post] * len(at) // count, last)]) for name, post in places]
    return tuple(sorted((name, Goal((cell,))) for name, cell in chosen))


def _ordered(situation: Situation, line: Sequence[Hex], own: Iterable[Body]) -> list[Body]:
    """Return the battalions in the order in which they stand along a line, and so their units."""
    axis = lattice.minus(line[-1], line[0])
    if is_ring(line) or len(line) == 1:
        return list(own)

    def place(name: str) -> tuple[int, str]:
        return lattice.along(axis, lattice.minus(situation.piece(name).at, line[0])), name

    sorted_units = [evolve(body, units=tuple(sorted(body.units, key=place))) for body in own]
    return sorted(
        sorted_units,
        key=lambda body: (
            Fraction(sum(place(n)[0] for n in body.units), len(body.units)),
            body.name,
        ),
    )


@implements("RS", "11.4.7", "11.8.2/2", "11.14.2", "11.15.2", "11.16.1")
def with_goals(situation: Situation, brigiment: str, order: Order) -> Order:
    """Return an order with an objective for everybody in line whom it gives none.

    From its line, if it has one; otherwise the one point that the others have; in a defense without
    a line, where each stands (11.11.2).
    """
    given = dict(order.goals)
    if order.line:
        new = dict(assigned(situation, brigiment, order.line, order.support))
    else:
        points = {goal for goal in given.values() if goal.radius}
        everyone = [name for body in bodies(situation, brigiment, order.support)
                    for name in body.units]  # fmt: skip
        if len(points) == 1:
            new = dict.fromkeys(everyone, next(iter(points)))
        elif GROUPS[order.kind] == "defense":
            new = {name: Goal((situation.piece(name).at,)) for name in everyone}
        else:
            new = {}
    return evolve(order, goals=tuple(sorted({**new, **given}.items())))


@implements("RS", "11.4", "11.1.8/2")
def for_latecomers(situation: Situation) -> Situation:
    """Return the situation with an objective for those who came after their order was written.

    Where it gives no point that all share they go to the nearest of its objectives (our reading);
    in a defense without a line they hold where they stand (11.11.2).
    """
    for command in situation.commands:
        order = command.order
        known = sorted({goal for name, goal in order.goals if name not in order.committed}, key=str)
        if not known or not (order.line or order.group == "attack"):
            continue
        new = {
            piece.unit: min(known, key=lambda goal: _how_far(goal, piece.at))
            for piece in in_line(situation, command.brigiment)
            if situation.unit(piece).battalion and goal_of(situation, piece) is None
        }
        if new:
            goals = tuple(sorted({**dict(order.goals), **new}.items()))
            changed = evolve(command, order=evolve(order, goals=goals))
            situation = situation.with_command(changed)
    return situation


def _how_far(goal: Goal, at: Hex) -> tuple[int, Hex]:
    return min((at.distance(cell), cell) for cell in goal.primary)

"""The rule questions about objectives, routes, channels and what orders forbid (11.4 to 11.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.errors import Refused, RequestError, one_of, shown
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding, refusal
from wargame.rifle_and_spade.orders import (
    channel,
    isolated,
    movement_bar,
    objectives,
    routes,
    support,
)
from wargame.rifle_and_spade.orders.order import GROUPS, Goal
from wargame.rifle_and_spade.orders.standing import goal_of, standing
from wargame.rifle_and_spade.scene import FAMILY
from wargame.rifle_and_spade.works import WORK_KINDS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.orders.order import OrderKind
    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.works import WorkKind

FORMS = ("point", "battalion", "line")


def _kind(name: str, where: str) -> OrderKind:
    found = next((kind for kind in GROUPS if kind == name), None)
    if found is None:
        raise RequestError(f"question {where}, kind", shown(name), one_of(GROUPS, name))
    return found


def _cells(situation: Situation, labels: Iterable[str]) -> tuple[Hex, ...]:
    return tuple(map(situation.board.hex, labels))


@question("rs.objective", scene=FAMILY)
def objective(  # noqa: PLR0913 - an objective is exactly these facts
    situation: Situation,
    *,
    hexes: tuple[str, ...],
    form: str = "point",
    radius: int = 0,
    brigiment: str = "",
    supports: tuple[str, ...] = (),
) -> Ruling:
    """How large an objective is, and whether it may be one: a point, a battalion's, or a line.

    Args:
        situation: The position, when the order is issued.
        hexes: Its printed numbers, in order; for a line that closes on itself the first again.
        form: point, battalion or line.
        radius: Of a point.
        brigiment: Whose; a point needs none.
        supports: Units that are to be in support, for a line.
    """
    if form not in FORMS:
        raise RequestError("question rs.objective, form", shown(form), one_of(FORMS, form))
    cells = _cells(situation, hexes)
    if not cells:
        raise RequestError("question rs.objective, hexes", "none", "one printed number at least")
    if form == "point":
        return objectives.point_ruling(situation, cells[0], radius)
    side = situation.army.brigiment(brigiment).side
    if form == "battalion":
        return objectives.battalion_ruling(situation, cells, side)
    return objectives.line_ruling(situation, brigiment, cells, frozenset(supports))


@question("rs.objectives", scene=FAMILY)
def objectives_of(situation: Situation, *, brigiment: str, kind: str = "") -> Ruling:
    """Whether an order of a kind allows the sorts of objectives that a brigade or regiment has.

    Args:
        situation: The position.
        brigiment: Its name.
        kind: The kind of order; the one it has where none is given.
    """
    order = situation.command(brigiment).order
    asked = _kind(kind, "rs.objectives") if kind else order.kind
    return objectives.shape_ruling(situation, brigiment, evolve(order, kind=asked))


@question("rs.assigned", scene=FAMILY)
def assigned(
    situation: Situation,
    *,
    brigiment: str,
    line: tuple[str, ...],
    supports: tuple[str, ...] = (),
) -> Ruling:
    """Who goes where on an objective line when nothing else is said.

    Args:
        situation: The position.
        brigiment: Whose line.
        line: Its printed numbers, in order.
        supports: Units that are to be in support.
    """
    given = objectives.assigned(situation, brigiment, _cells(situation, line), frozenset(supports))
    label = situation.board.label
    parts = [
        figure(name, label(goal.hexes[0]), f"{label(goal.hexes[0])}.", "RS 11.4.7")
        for name, goal in given
    ]
    taken = tuple(sorted({label(goal.hexes[0]) for _, goal in given}))
    said = f"Its units take {', '.join(taken) or 'no hex'}."
    return finding("Hexes taken", taken, said, "RS 11.4.7", "RS 11.4.10", parts=parts)


@question("rs.route", scene=FAMILY)
def route(  # noqa: PLR0913 - a route is exactly these facts
    situation: Situation,
    *,
    unit: str,
    to: tuple[str, ...] = (),
    radius: int = 0,
    kind: str = "",
    by: tuple[str, ...] = (),
    detour: bool = False,
) -> Ruling:
    """Whether a route of march may be written, and how many hexes it goes.

    Args:
        situation: The position, when the order is issued.
        unit: The unit.
        to: The printed numbers of its objective; the one it has where none are given.
        radius: The radius of the objective.
        kind: The kind of order; the one it has where none is given.
        by: Intermediate objectives that the route goes through.
        detour: Whether to look for the shortest that may be written.
    """
    piece = situation.piece(unit)
    command = situation.commanded(piece)
    if not kind and command is None:
        raise RequestError("question rs.route, kind", "none", "a kind of order")
    asked = _kind(kind, "rs.route") if kind or command is None else command.order.kind
    goal = Goal(_cells(situation, to), radius) if to else goal_of(situation, piece)
    if goal is None:
        raise RequestError("question rs.route, to", "none", f"an objective for {unit}")
    if detour:
        way = routes.detour(situation, unit, goal, asked)
        if not way:
            why = f"No route leads {unit} there without what a {asked} order forbids."
            return refusal("Route of march", why, "RS 11.4.11")
        return routes.route_ruling(situation, unit, goal, asked, way)
    points = _cells(situation, by)
    way = routes.through(situation, unit, goal, asked, points) if points else ()
    return routes.route_ruling(situation, unit, goal, asked, way)


@question("rs.crossing", scene=FAMILY)
def crossing(situation: Situation, *, brigiment: str) -> Ruling:
    """Whether no route of a brigade or regiment crosses another, its own or a friend's.

    Args:
        situation: The position.
        brigiment: Its name.
    """
    return routes.crossings(situation, brigiment)


@question("rs.channel", scene=FAMILY)
def channel_of(situation: Situation, *, unit: str, at: str = "") -> Ruling:
    """Whether a hex is within or behind the channel of march of a unit's brigade or regiment.

    Args:
        situation: The position.
        unit: The unit.
        at: The printed number of the hex; where the unit stands when none is given.
    """
    cell = situation.board.hex(at) if at else None
    found = channel.within_or_behind(situation, situation.piece(unit), cell)
    return found if found.allowed else finding(
        found.label, False, found.sentence, *map(str, found.cases)
    )  # fmt: skip


@question("rs.order_move", scene=FAMILY)
def order_move(situation: Situation, *, units: tuple[str, ...], to: str) -> Ruling:
    """Whether its orders let a stack enter a hex, or assault the enemies there.

    Args:
        situation: The position.
        units: The units that move together.
        to: The printed number of a hex beside theirs; their own to assault out of Us/Them.
    """
    there = situation.board.hex(to)
    cells = {situation.piece(name).at for name in units}
    if len(cells) != 1:
        raise RequestError("question rs.order_move, units", ", ".join(units), "one stack")
    if next(iter(cells)).distance(there) > 1:
        raise RequestError("question rs.order_move, to", shown(to), "a hex beside theirs")
    bar = movement_bar.bar(situation, units, there)
    if bar is not None:
        return refusal(f"{', '.join(units)} to {to}", bar.sentence, *bar.cases)
    said = f"Nothing in their orders forbids {', '.join(units)} to go to {to}."
    return figure(f"{', '.join(units)} to {to}", True, said, "RS 11.4.12")


@question("rs.order_allows", scene=FAMILY)
def order_allows(situation: Situation, *, unit: str, to: str, work: str = "") -> Ruling:
    """Whether its orders let a unit fire on command, or dig.

    Args:
        situation: The position.
        unit: The unit.
        to: fire or dig.
        work: The kind of fieldwork, for digging.
    """
    if to not in {"fire", "dig"}:
        raise RequestError("question rs.order_allows, to", shown(to), "fire or dig")
    if to == "fire":
        bar = movement_bar.fire_bar(situation, unit)
    else:
        bar = movement_bar.dig_bar(situation, unit, _work(work) if work else None)
    label = f"{unit} may {to}"
    if bar is not None:
        return refusal(label, bar.sentence, *bar.cases)
    return figure(label, True, "Nothing in its orders forbids that.", "RS 11.1.9")


def _work(name: str) -> WorkKind:
    found = next((kind for kind in WORK_KINDS if kind == name), None)
    if found is None:
        raise RequestError("question rs.order_allows, work", shown(name), one_of(WORK_KINDS, name))
    return found


@question("rs.closest", scene=FAMILY)
def closest(situation: Situation, *, unit: str) -> Ruling:
    """What a unit in support must do that is among the closest to an enemy: wait or withdraw.

    Args:
        situation: The position.
        unit: The unit.
    """
    if standing(situation, situation.piece(unit)) != "support":
        why = f"{unit} is not in support."
        raise Refused(refusal("Closest to the enemy", why, "RS 11.5.7"))
    return support.closest(situation, unit)


@question("rs.commit_objective", scene=FAMILY)
def commit_objective(
    situation: Situation, *, unit: str, hexes: tuple[str, ...], radius: int = 0
) -> Ruling:
    """Whether a unit in support may be committed to an objective.

    Args:
        situation: The position.
        unit: The unit.
        hexes: The printed numbers of the objective.
        radius: Of a point.
    """
    goal = Goal(_cells(situation, hexes), radius)
    return support.commit_objective(situation, unit, goal)


@question("rs.standing", scene=FAMILY)
def standing_of(situation: Situation, *, unit: str) -> Ruling:
    """Where a unit stands under its order: line, support, committed, deaf and so on.

    Args:
        situation: The position.
        unit: The unit.
    """
    piece = situation.piece(unit)
    if piece.isolated:
        return isolated.accepts(situation, unit)
    stands = standing(situation, piece)
    return figure(f"{unit} under its order", stands, f"{stands.capitalize()}.", "RS 11.1.6")

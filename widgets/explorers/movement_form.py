"""The form of the movement explorer: phase, unit, hex, rules and zones as plain fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.fire_and_movement.terrain_costs import points_text
from wargame.fire_and_movement.waypoints import describe, key_of, legs
from widgets.explorers.form import Field

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wargame.core.grid import Hex
    from widgets.explorers.movement_plan import MovementPlan

    Change = Callable[[MovementPlan], MovementPlan]
    Lines = tuple[tuple[str, Any], ...]


def fields_of(plan: MovementPlan) -> Iterator[Field[MovementPlan]]:
    """Yield the lines of the form for a plan."""
    situation = plan.situation
    now = (plan.phase.situation.active, plan.phase.mobile)
    yield Field("phase", "menu", "Phase", now, _beginning, _phases(plan))
    yield Field("unit", "menu", "Unit", plan.unit, _taking, _units(plan))
    if plan.unit and not plan.hidden:
        yield from _passed(plan)
        goal = "" if plan.goal is None else situation.board.label(plan.goal)
        yield Field("to", "menu", "Way to", goal, _looking, _goals(plan))
    rules = tuple((each.title, each.key) for each in plan.variants)
    yield Field("rules", "menu", "Rules", plan.rules, _ruling, rules)
    for side in situation.sides:
        label = f"Zones of control: {side}"
        yield Field(f"zones {side}", "check", label, side in plan.zones, _showing(side))


def _passed(plan: MovementPlan) -> Iterator[Field[MovementPlan]]:
    """Yield a menu for each hex that the move is to pass, and one to name another."""
    for place, move in enumerate(plan.moves):
        found = move.reach
        lines = [("the cheapest way", "")]
        lines += [(describe(found, leg), key_of(found, leg)) for leg in legs(found)]
        value = plan.by[place] if place < len(plan.by) else ""
        label = "Then by" if place else "By way of"
        if len(lines) > 1:
            yield Field(f"by {place}", "menu", label, value, _passing(place), tuple(lines))


def _passing(place: int) -> Callable[[str], Change]:
    return lambda key: lambda plan: plan.named(place, key)


def _phases(plan: MovementPlan) -> Lines:
    sides, mobile = plan.situation.sides, plan.phase.situation.ruleset.mobile_phases
    found: list[tuple[str, Any]] = []
    for side in sides:
        found.append((f"{side}: movement", (side, False)))
        if mobile:
            found.append((f"{side}: mobile movement", (side, True)))
    return tuple(found)


def _units(plan: MovementPlan) -> Lines:
    """Return the units, those of the side that moves first."""
    situation, board = plan.situation, plan.situation.board
    found: list[tuple[str, Any]] = [("choose one", "")]
    for side in (situation.active, situation.inactive):
        for piece in sorted(situation.of(side), key=lambda each: board.label(each.at)):
            unit, face = situation.unit(piece.unit), situation.roster.face(piece)
            done = ", has moved" if piece.unit in situation.moved else ""
            words = f"{board.label(piece.at)} {unit.name}, {face}{done}"
            found.append((words if side == situation.active else f"({side}) {words}", unit.id))
    for name, _ in plan.coming:
        unit = situation.unit(name)
        words = f"{unit.name}, {unit.faces[0]}, which comes onto the map"
        found.append((words if unit.side == situation.active else f"({unit.side}) {words}", name))
    return tuple(found)


def _goals(plan: MovementPlan) -> Lines:
    board, left = plan.situation.board, plan.reach.left
    found: list[tuple[str, Any]] = [("choose a hex", "")]
    for cell in plan.reach.ends:
        words = f"{board.describe(cell)}; {points_text(left[cell])} left"
        found.append((words, board.label(cell)))
    found += [(f"{board.describe(cell)}; by rail", board.label(cell)) for cell in plan.rails]
    if plan.goal is not None and not plan.open:
        label = board.label(plan.goal)
        found.append((f"{board.describe(plan.goal)}; out of reach", label))
    return tuple(found)


def _beginning(value: tuple[str, bool]) -> Change:
    side, mobile = value
    return lambda plan: plan.begun(side, mobile=mobile)


def _taking(name: str) -> Change:
    return lambda plan: plan.take_up(name)


def _looking(label: str) -> Change:
    return lambda plan: plan.look_at(plan.situation.board.hex(label) if label else None)


def _ruling(key: str) -> Change:
    return lambda plan: plan.by_rules(key)


def _showing(side: str) -> Callable[[Any], Change]:
    def act(on: Any) -> Change:  # noqa: ANN401 - the state of a check box
        return lambda plan: evolve(plan, zones=plan.zones | {side} if on else plan.zones - {side})

    return act


def next_unit(plan: MovementPlan, cell: Hex) -> str:
    """Return the unit in a hex that a choice of the hex takes up: the next one of a stack."""
    names = [piece.unit for piece in plan.situation.at(cell)]
    if not names:
        return ""
    here = names.index(plan.unit) if plan.unit in names else -1
    return names[(here + 1) % len(names)]

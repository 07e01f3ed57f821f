"""The form of the retreat explorer: who retreats, why, by which rules, and the way looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from widgets.explorers.form import Field
from widgets.explorers.retreat_plan import CAUSES, MOST
from widgets.explorers.retreat_words import CAUSES as WORDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from wargame.core.grid import Hex
    from widgets.explorers.retreat_plan import RetreatPlan

    Change = Callable[[RetreatPlan], RetreatPlan]


def fields_of(plan: RetreatPlan) -> Iterator[Field[RetreatPlan]]:
    """Yield the lines of the form for a plan."""
    yield Field("unit", "menu", "Unit", plan.unit, _taking, _units(plan))
    reasons = tuple((WORDS[cause], cause) for cause in CAUSES)
    yield Field("cause", "menu", "Because", plan.cause, _because, reasons)
    lengths = tuple((f"{n} hex{'' if n == 1 else 'es'}", n) for n in range(1, MOST + 1))
    yield Field("hexes", "menu", "How far", plan.hexes, _going, lengths)
    rules = tuple((each.title, each.key) for each in plan.variants)
    yield Field("rules", "menu", "Rules", plan.rules, _ruling, rules)
    yield from _way(plan)
    yield Field("zone", "check", "Enemy zones of control", plan.zone, _zoning)
    if plan.unit:
        yield from _attacked(plan)


def _way(plan: RetreatPlan) -> Iterator[Field[RetreatPlan]]:
    board = plan.situation.board
    if plan.unit and not plan.hidden and plan.way is not None:
        keys = tuple(way.key(board) for way in plan.found.open)
        ways = tuple((key, key) for key in keys)
        yield Field("way", "menu", "Way", plan.way.key(board), _looking, ways)


def _attacked(plan: RetreatPlan) -> Iterator[Field[RetreatPlan]]:
    board, situation = plan.situation.board, plan.situation
    if plan.cause == "attacker" and plan.struck_hexes:
        target = plan.struck or plan.struck_hexes[0]
        options = tuple((board.describe(cell), cell) for cell in plan.struck_hexes)
        yield Field("struck", "menu", "Attacked", target, _striking, options)
    if plan.cause == "defender" and plan.able:
        yield Field("attackers", "heading", "Who attacked it")
        for name in plan.able:
            label = f"{board.label(situation.piece(name).at)}: {situation.unit(name).name}"
            joined = name not in plan.left_out
            yield Field(f"by {name}", "check", label, joined, _joining(name))
    for division in plan.divisions:
        label = f"{division} charged"
        yield Field(
            f"charge {division}", "check", label, division in plan.charging, _charge(division)
        )


def _units(plan: RetreatPlan) -> tuple[tuple[str, Any], ...]:
    """Return the units of both sides, the side that defends first."""
    position, board = plan.position, plan.position.board
    found: list[tuple[str, Any]] = [("choose one", "")]
    for side in (position.inactive, position.active):
        for piece in sorted(position.of(side), key=lambda each: board.label(each.at)):
            name, face = position.unit(piece.unit).name, position.roster.face(piece)
            found.append((f"{side}: {board.label(piece.at)} {name}, {face}", piece.unit))
    return tuple(found)


def _taking(name: str) -> Change:
    return lambda plan: plan.take_up(name)


def _because(cause: str) -> Change:
    return lambda plan: plan.because(cause)


def _going(hexes: int) -> Change:
    return lambda plan: plan.go(hexes)


def _ruling(key: str) -> Change:
    return lambda plan: plan.by_rules(key)


def _looking(key: str) -> Change:
    return lambda plan: plan.look_at(key)


def _striking(cell: Hex) -> Change:
    return lambda plan: evolve(plan, struck=cell)


def _zoning(on: bool) -> Change:  # noqa: FBT001 - the state of a check box
    return lambda plan: evolve(plan, zone=on)


def _joining(name: str) -> Callable[[Any], Change]:
    def act(on: Any) -> Change:  # noqa: ANN401 - the state of a check box
        if on:
            return lambda plan: evolve(plan, left_out=plan.left_out - {name})
        return lambda plan: evolve(plan, left_out=plan.left_out | {name})

    return act


def _charge(division: str) -> Callable[[Any], Change]:
    def act(on: Any) -> Change:  # noqa: ANN401 - the state of a check box
        if on:
            return lambda plan: evolve(plan, charging=plan.charging | {division})
        return lambda plan: evolve(plan, charging=plan.charging - {division})

    return act

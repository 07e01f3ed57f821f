"""What a reader asks of a fire, by printed numbers and names, as changes of its plan."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.errors import Refused, RequestError, one_of, shown
from wargame.rifle_and_spade.ruleset import LIGHTS
from widgets.explorers.fire_deeds import COMING, DEEDS, STILL, WAVES
from widgets.explorers.fire_plan import FirePlan

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.units import Steps

SWITCHES = ("hide", "work", "column", "confused", "out", "light")
"""The what-if switches."""


@frozen
class Deed:
    """What a target does, in a reader's words; see :meth:`FireExplorer.moving`."""

    deed: str
    units: tuple[str, ...] = ()
    left: str = ""
    points: Steps = 0
    inside: Steps = 0
    wave: int = 0
    covered: bool = False
    ridge: bool = False
    at_left: bool = False


def for_side(plan: FirePlan, side: str) -> FirePlan:
    """Return an empty plan for a side.

    Raises:
        RequestError: It is none of the two sides.
    """
    plan.situation.other(side)
    return FirePlan(plan.situation, side)


def aimed(plan: FirePlan, label: str) -> FirePlan:
    """Return the plan against the hex with a printed number.

    Raises:
        RequestError: The map has no such hex, or nobody of the other side stands there.
    """
    cell = _hex(plan, label)
    if cell not in plan.situation.occupied[plan.foe]:
        hexes = [plan.situation.board.label(each) for each in plan.targets()]
        found = f"{label}, where nobody of {plan.foe} stands"
        raise RequestError("target", found, one_of(hexes, label))
    return plan.aim(cell)


def fired_by(plan: FirePlan, names: Iterable[str]) -> FirePlan:
    """Return the plan with exactly these firers.

    Raises:
        RequestError: One does not exist, or is not of the side, or there is no target yet.
    """
    _require_target(plan, "fire_with")
    firers = tuple(names)
    for name in firers:
        piece = plan.situation.piece(name)
        if plan.situation.side(piece) != plan.side:
            raise RequestError("firers", f"{name}, not of {plan.side}", f"units of {plan.side}")
    return plan.with_firers(firers)


def toggled(plan: FirePlan, label: str) -> FirePlan:
    """Return the plan with the stack in a hex firing, as far as it may; or with it left out.

    Raises:
        RequestError: The map has no such hex, nobody of the side stands there, or there is no
            target yet.
        Refused: Nobody in the hex may fire.
    """
    cell = _hex(plan, label)
    _require_target(plan, "toggle")
    stack = plan.position.at(cell, plan.side)
    there = {piece.unit for piece in stack}
    if not there:
        found, allowed = f"nobody of {plan.side} in {label}", f"a hex of {plan.side}"
        raise RequestError("toggle", found, allowed)
    firing = set(plan.firers)
    if firing & there:
        return plan.with_firers(firing - there)
    able = {each.piece.unit for each in plan.at(cell) if each.able}
    if not able:
        raise Refused(plan.judged(stack[0]).ruling)
    return plan.with_firers(firing | able)


def picked(plan: FirePlan, cell: Hex) -> FirePlan:
    """Return the plan after a click: another target, none, or a stack that fires or leaves off.

    Raises:
        RequestError: Nobody stands there, or only the side's own while there is no target.
        Refused: Nobody of the stack may fire.
    """
    label = plan.situation.board.label(cell)
    own = plan.situation.at(cell, plan.side)
    enemies = cell in plan.situation.occupied[plan.foe]
    if enemies and (cell != plan.target or not own):
        return plan.aim(None if cell == plan.target else cell)
    if not own:
        raise RequestError("click", f"{label}, where nobody stands", "a hex with units")
    if plan.target is None:
        raise RequestError("click", f"{label}, a hex of {plan.side}", f"a hex of {plan.foe} first")
    return toggled(plan, label)


def moved(plan: FirePlan, asked: Deed) -> FirePlan:
    """Return the plan with the target doing something.

    Raises:
        RequestError: Something named does not exist, or does not belong to the deed.
    """
    _require_target(plan, "moving")
    done = next((each for each in DEEDS if each == asked.deed), None)
    if done is None:
        raise RequestError("moving, deed", shown(asked.deed), one_of(DEEDS, str(asked.deed)))
    for name in asked.units:
        if name not in plan.standing:
            raise RequestError("moving, units", shown(name), one_of(plan.standing, str(name)))
    for name in ("points", "inside", "wave"):
        _check_figure(name, getattr(asked, name))
    new = evolve(
        plan.with_deed(STILL),
        deed=done,
        movers=() if set(asked.units) == set(plan.standing) else asked.units,
        left=_beside(plan, asked.left) if asked.left else None,
        points=asked.points,
        inside=asked.inside,
        wave=asked.wave,
        covered=asked.covered,
        ridge=asked.ridge,
        at_left=asked.at_left,
    )
    _check_deed(new)
    return new


def _check_figure(name: str, value: object) -> None:
    kinds = int if name == "wave" else int | Fraction
    if isinstance(value, bool) or not isinstance(value, kinds) or value < 0:
        raise RequestError(f"moving, {name}", shown(value), "a number from 0 up")


def _check_deed(plan: FirePlan) -> None:
    where = f"moving, {plan.deed}"
    if plan.wave and plan.deed not in WAVES:
        raise RequestError(where, f"wave {plan.wave}", "a wave only where one moves to assault")
    if plan.left is not None and plan.deed not in COMING:
        raise RequestError(where, "a hex it left", "one only where it comes from another hex")
    if (plan.at_left or plan.ridge) and plan.left is None:
        raise RequestError(where, "no hex it left", "the printed number of that hex as left")
    if plan.ridge and not plan.ridge_from():
        raise RequestError(where, "a ridge crossed", "a ridge between the two hexes")


def switched(plan: FirePlan, switches: Mapping[str, Any]) -> FirePlan:
    """Return the plan with what-if switches set; None puts one back.

    Raises:
        RequestError: There is no such switch, or it has no such position.
    """
    wanted = dict(switches)
    for name, value in wanted.items():
        if name not in SWITCHES:
            raise RequestError("what_if", shown(name), one_of(SWITCHES, name))
        options = (*LIGHTS, None) if name == "light" else (True, False, None)
        if not any(value is each or (name == "light" and value == each) for each in options):
            allowed = one_of(map(str, options), str(value))
            raise RequestError(f"what_if, {name}", shown(value), allowed)
    if "out" in wanted:
        wanted["out"] = bool(wanted["out"])
    return plan.with_what_if(**wanted)


def _hex(plan: FirePlan, label: object) -> Hex:
    if not isinstance(label, str):
        raise RequestError("FireExplorer, hex", shown(label), "a printed number")
    return plan.situation.board.hex(label.strip())


def _beside(plan: FirePlan, label: str) -> Hex:
    cell, target, board = _hex(plan, label), plan.target, plan.situation.board
    if target is None or cell.distance(target) != 1:
        beside = board.neighbours(target) if target is not None else ()
        raise RequestError("moving, left", shown(label), one_of(map(board.label, beside), label))
    return cell


def _require_target(plan: FirePlan, where: str) -> None:
    if plan.target is None:
        raise RequestError(where, "no target yet", "a target first")

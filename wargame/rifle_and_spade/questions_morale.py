"""The rule questions about morale (16) and officer points (10) that may be asked by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from wargame.core.drivers import play
from wargame.core.errors import RequestError, one_of, shown
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding
from wargame.core.scripted import Scripted
from wargame.rifle_and_spade import morale, officers, rally
from wargame.rifle_and_spade.morale_table import Cause
from wargame.rifle_and_spade.officers import Activity
from wargame.rifle_and_spade.rounding import points_text
from wargame.rifle_and_spade.scene import FAMILY

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.rifle_and_spade.state import Situation

CAUSES: tuple[Cause, ...] = get_args(Cause)
ACTIVITIES: tuple[Activity, ...] = get_args(Activity)


def _cause(name: str, where: str) -> Cause:
    found = next((each for each in CAUSES if each == name), None)
    if found is None:
        raise RequestError(f"question {where}, cause", shown(name), one_of(CAUSES, name))
    return found


def _stack(situation: Situation, units: tuple[str, ...], where: str) -> tuple[str, ...]:
    """Return the units of one hex that a question is about."""
    if len({situation.piece(name).at for name in units}) != 1:
        raise RequestError(f"question {where}, units", ", ".join(units) or "none", "one stack")
    return units


@question("rs.rating", scene=FAMILY)
def rating(situation: Situation, *, units: tuple[str, ...]) -> Ruling:
    """The morale rating that a stack checks by: the highest in it.

    Args:
        situation: The position.
        units: The units of the stack.
    """
    return morale.rating(situation, _stack(situation, units, "rs.rating"))


@question("rs.morale_drm", scene=FAMILY)
def morale_drm(situation: Situation, *, units: tuple[str, ...], cause: str = "fire") -> Ruling:
    """The net modifier of a stack's morale check.

    Args:
        situation: The position.
        units: The units of the stack.
        cause: fire, assault or move to assault.
    """
    stack = _stack(situation, units, "rs.morale_drm")
    return morale.drm(situation, stack, _cause(cause, "rs.morale_drm"))


@question("rs.rout_band", scene=FAMILY)
def rout_band(situation: Situation, *, units: tuple[str, ...]) -> Ruling:
    """The natural rolls on which a stack that fails a check routs.

    Args:
        situation: The position.
        units: The units of the stack.
    """
    return morale.rout_band(situation, _stack(situation, units, "rs.rout_band"))


@question("rs.morale_target", scene=FAMILY)
def morale_target(situation: Situation, *, units: tuple[str, ...], cause: str = "fire") -> Ruling:
    """The highest natural roll on which a stack passes its morale check.

    Args:
        situation: The position.
        units: The units of the stack.
        cause: fire, assault or move to assault.
    """
    stack = _stack(situation, units, "rs.morale_target")
    return morale.check_ruling(situation, stack, _cause(cause, "rs.morale_target"))


@question("rs.morale", scene=FAMILY)
def morale_check(
    situation: Situation,
    *,
    units: tuple[str, ...],
    rolls: tuple[int, ...],
    cause: str = "fire",
    choices: tuple[str, ...] = (),
) -> Ruling:
    """What a morale check with these dice comes to, and what it does to every unit.

    Args:
        situation: The position.
        units: The units of the stack.
        rolls: The check, and whatever it leads to.
        cause: fire, assault or move to assault.
        choices: Decisions in their order, each the key of an option, such as ``lead 87``.
    """
    why = _cause(cause, "rs.morale")
    explained = morale.check_ruling(situation, _stack(situation, units, "rs.morale"), why)
    script = Scripted("rs.morale", rolls, choices)
    played = play(lambda: morale.morale_check(situation, units, why), script)
    script.finish()
    checked: morale.Checked = played.outcome
    parts = (explained, *played.told, *_states(situation, checked.situation, units))
    said = f"The check is {checked.result}."
    return finding("Result", checked.result, said, "RS 16.2", "RS 16.3", parts=parts)


def _states(before: Situation, after: Situation, units: Iterable[str]) -> Iterable[Ruling]:
    for name in units:
        if not after.on_map(name):
            yield figure(f"{name} afterwards", "off the map", f"{name} is gone.", "RS 16.3/2")
            continue
        piece = after.piece(name)
        state = "Confused" if piece.confused else "Good"
        if before.unit(name).steps:
            state += f", {points_text(piece.steps)} of {points_text(before.unit(name).steps)}"
        yield figure(f"{name} afterwards", state, f"{name}: {state}.", "RS 16.1.1", "RS 16.1.2")


@question("rs.may_rally", scene=FAMILY)
def may_rally(situation: Situation, *, units: tuple[str, ...]) -> Ruling:
    """Whether a stack may rally now, with what it costs.

    Args:
        situation: The position.
        units: The units of the stack.
    """
    return rally.may_rally(situation, _stack(situation, units, "rs.may_rally"))


@question("rs.rally_cost", scene=FAMILY)
def rally_cost(situation: Situation, *, units: tuple[str, ...]) -> Ruling:
    """The movement points that rallying a stack takes.

    Args:
        situation: The position.
        units: The units of the stack.
    """
    return rally.movement_cost(situation, _stack(situation, units, "rs.rally_cost"))


@question("rs.officer_points", scene=FAMILY)
def officer_points(situation: Situation, *, brigiment: str, activity: str) -> Ruling:
    """The officer points that a brigade or regiment must spend on an activity, if it has them.

    Args:
        situation: The position.
        brigiment: Its name.
        activity: What it does or suffers, such as ``move to assault``.
    """
    for known in ACTIVITIES:
        if known == activity:
            return officers.afford(situation, brigiment, known)
    where = "question rs.officer_points, activity"
    raise RequestError(where, shown(activity), one_of(ACTIVITIES, activity))

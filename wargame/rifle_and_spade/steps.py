"""Steps (3.1.3, 3.1.4): how many a body of men or guns has, and how its counter shows losses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure
from wargame.core.ruling_views import value_text
from wargame.rifle_and_spade.units import PICKET

if TYPE_CHECKING:
    from wargame.rifle_and_spade.units import Steps

Shows = Literal["full side", "reduced side", "remnant", "destroyed"]
MEN_A_STEP, GUNS_A_STEP = 200, 2
_BODIES: dict[str, Steps] = {
    "battalion": 4, "half-battalion": 2, "company": 1, "picket": PICKET, "squadron": 1
}  # fmt: skip
_NONE = {"machine gun": "RS 3.1.4/b2", "headquarters": "RS 3.1.4/b5"}
_BATTERY_OF_REMNANTS = 3


@implements("RS", "1.2.3", "3.1.4", "3.1.4/b1", "3.1.4/b2", "3.1.4/b3", "3.1.4/b4", "3.1.4/b5")
def printed_steps(body: str, guns: int = 0) -> Ruling:
    """Return the steps of a body of men or guns at full strength.

    Args:
        body: battalion, half-battalion, company, picket, squadron, artillery, machine gun or
            headquarters.
        guns: How many guns artillery has.

    Raises:
        RequestError: There is no such body, or artillery has no pair of guns: a subsection of one
            gun is given no steps by the rules.
    """
    if body in _NONE:
        return figure("Steps", 0, f"A {body} unit has no steps.", _NONE[body], unit="steps")
    if body == "artillery":
        if guns < GUNS_A_STEP or guns % GUNS_A_STEP:
            raise RequestError("steps, guns", shown(guns), "an even number from 2")
        said = f"{guns} guns, {GUNS_A_STEP} to a step."
        cases = ("RS 3.1.4/b3", "RS 1.2.3")
        return figure("Steps", guns // GUNS_A_STEP, said, *cases, unit="steps")
    if body not in _BODIES:
        known = (*_BODIES, "artillery", *_NONE)
        raise RequestError("steps, body", shown(body), one_of(known, body))
    case = "RS 3.1.4/b4" if body == "squadron" else "RS 3.1.4/b1"
    steps = _BODIES[body]
    said = f"A {body}: about {value_text(steps * MEN_A_STEP)} men, {MEN_A_STEP} to a step."
    return figure("Steps", steps, said, case, "RS 1.2.3", unit="steps")


@implements("RS", "3.1.3")
def shows(full: Steps, lost: Steps, *, artillery: bool = False) -> Shows:
    """Return what stands on the map for a unit that has lost steps.

    The reverse side from the first loss on (the reading of RS-Q07: the print has it from the
    second, under which a unit of two steps could never be shown reduced); for artillery of three
    steps a remnant of its weapon after the second; nothing after the last.

    Args:
        full: Steps at full strength.
        lost: Steps lost.
        artillery: Whether it is artillery.
    """
    if not lost:
        return "full side"
    if lost >= full:
        return "destroyed"
    if artillery and full == _BATTERY_OF_REMNANTS and full - lost == 1:
        return "remnant"
    return "reduced side"


@implements("RS", "3.1.3")
def step_loss(full: Steps, lost: Steps, *, artillery: bool = False) -> Ruling:
    """Return what stands on the map for a unit that has lost steps, as an explanation."""
    found = shows(full, lost, artillery=artillery)
    said = f"{value_text(lost)} of {value_text(full)} steps lost: {found}."
    return figure("Counter", found, said, "RS 3.1.3")

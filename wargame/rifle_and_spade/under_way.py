"""The position in the middle of a procedure: where everybody stands while a question is open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.errors import RequestError
from wargame.core.procedure import Roll
from wargame.rifle_and_spade import morale
from wargame.rifle_and_spade.clearing import Ended
from wargame.rifle_and_spade.fire_rulings import aimed_ruling
from wargame.rifle_and_spade.shot import Shot
from wargame.rifle_and_spade.state import Situation

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from wargame.core.ruling import Ruling
    from wargame.core.run import Run

_HOLDERS = ("situation", "run", "game")
"""What the position is called, or what has it, in the procedures of this family; first is best."""


def position(run: Run) -> Situation:
    """Return where everybody stands now in a procedure of this family.

    Every procedure calls the position it works on ``situation``, or has it in its activation,
    ``run``; the innermost one that waits has the newest.

    Args:
        run: The procedure under way, or finished.

    Raises:
        RequestError: None of its generators has a position.
    """
    if run.finished:
        outcome = run.outcome
        found = outcome if isinstance(outcome, Situation) else getattr(outcome, "situation", None)
        if isinstance(found, Situation):
            return found
    for held in run.waiting():
        situation = _situation(held)
        if situation is not None:
            return situation
    raise RequestError("position", "a procedure without one", "a game of Rifle and Spade")


def _situation(held: Mapping[str, Any]) -> Situation | None:
    for name in (*_HOLDERS, *held):
        value = held.get(name)
        found = value if isinstance(value, Situation) else getattr(value, "situation", None)
        if isinstance(found, Situation):
            return found
    return None


def ended(run: Run) -> Ended | None:
    """Return how a game has ended, with its victories; nothing while it goes on."""
    outcome = run.outcome if run.finished else None
    return outcome if isinstance(outcome, Ended) else None


def explained(run: Run) -> Ruling | None:
    """Return what a roll is for: of a fire its points and modifiers, of a check its rating.

    Args:
        run: The procedure under way.
    """
    if not isinstance(run.request, Roll):
        return None
    held = next(run.waiting(), {})
    if isinstance(held.get("shot"), Shot):
        return aimed_ruling(held["shot"])
    if {"led", "names", "cause"} <= held.keys():
        return morale.check_ruling(held["led"].situation, held["names"], held["cause"])
    return None

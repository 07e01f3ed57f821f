"""A game in the middle: where everybody stands while a question is open, and what a roll is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.errors import RequestError
from wargame.core.procedure import Roll
from wargame.rifle_and_spade.assault_round import Round
from wargame.rifle_and_spade.clearing import Ended
from wargame.rifle_and_spade.fire_rulings import aimed_ruling
from wargame.rifle_and_spade.morale import Asked, check_ruling
from wargame.rifle_and_spade.shot import Shot
from wargame.rifle_and_spade.state import Situation

if TYPE_CHECKING:
    from wargame.core.ruling import Ruling
    from wargame.core.run import Run


def position(run: Run) -> Situation:
    """Return where everybody stands now in a procedure of this family.

    Args:
        run: The procedure under way, or finished.

    Raises:
        RequestError: Neither what is asked nor what came of it has a position.
    """
    there = run.outcome if run.finished else getattr(run.request, "position", None)
    found = there if isinstance(there, Situation) else getattr(there, "situation", None)
    if isinstance(found, Situation):
        return found
    raise RequestError("position", "a procedure without one", "a game of Rifle and Spade")


def ended(run: Run) -> Ended | None:
    """Return how a game has ended, with its victories; nothing while it goes on."""
    outcome = run.outcome if run.finished else None
    return outcome if isinstance(outcome, Ended) else None


def fire_under_way(run: Run) -> Shot | None:
    """Return the fire that a roll is asked for, if it is for one.

    Args:
        run: The procedure under way.
    """
    request = run.request
    about = request.about if isinstance(request, Roll) else None
    return about if isinstance(about, Shot) else None


def explained(run: Run) -> Ruling | None:
    """Return what a roll is for: a fire's points and modifiers, a check's rating, a round's box.

    Args:
        run: The procedure under way.
    """
    request = run.request
    about = request.about if isinstance(request, Roll) else None
    if isinstance(about, Shot):
        return aimed_ruling(about)
    if isinstance(about, Asked):
        return check_ruling(about.situation, about.names, about.cause)
    return about.ruling() if isinstance(about, Round) else None

"""Small stacks for the tests of morale, and a way to answer what a procedure asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from tests.rifle_and_spade.moves import walk
from tests.rifle_and_spade.positions import position

if TYPE_CHECKING:
    from wargame.core.procedure import Request, Steps
    from wargame.core.ruling import Ruling
    from wargame.rifle_and_spade.scene import SceneUnit
    from wargame.rifle_and_spade.state import Situation

BOARD = "column-row 6.6\ng grassland\n\nggg\nggg\nggg\nggg\n"
HERE, NEAR, FAR = "6.6", "7.6", "8.3"


@frozen
class Run:
    """What came of a procedure: its outcome, what it asked, what it told."""

    outcome: Any
    asked: tuple[Request, ...]
    told: tuple[Ruling, ...]


def run(steps: Steps, *answers: int | str) -> Run:
    """Answer what a procedure asks in order; all answers must be used."""
    asked: list[Request] = []
    told: list[Ruling] = []
    outcome = walk(steps, *answers, asked=asked.append, told=told.append)
    return Run(outcome, tuple(asked), tuple(told))


def stack(*units: SceneUnit, **fields: Any) -> Situation:
    """Return a position with these units."""
    return position(BOARD, units, **fields)

"""Small stacks for the tests of morale, and a way to answer what a procedure asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from tests.rifle_and_spade.positions import position
from wargame.core.procedure import Choice, Roll, settle
from wargame.core.ruling import Ruling

if TYPE_CHECKING:
    from wargame.core.procedure import Request, Steps
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
    left, asked, told = list(answers), [], []
    answer: Any = None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration as end:
            assert not left
            return Run(end.value, tuple(asked), tuple(told))
        answer = None
        if isinstance(step, Roll | Choice):
            asked.append(step)
            answer = settle(step, left.pop(0))
        elif isinstance(step, Ruling):
            told.append(step)


def stack(*units: SceneUnit, **fields: Any) -> Situation:
    """Return a position with these units."""
    return position(BOARD, units, **fields)

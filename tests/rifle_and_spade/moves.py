"""Walking a movement through with written answers, and an enemy who notes what invites his fire."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from tests.rifle_and_spade.positions import position, unit
from wargame.core.procedure import Choice, Roll, settle
from wargame.core.ruling import Ruling
from wargame.rifle_and_spade import opportunity
from wargame.rifle_and_spade.movement import activate_to_move
from wargame.rifle_and_spade.opportunity import Reaction

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    import pytest

    from wargame.rifle_and_spade.state import Situation
    from wargame.rifle_and_spade.triggers import Trigger


class Enemy:
    """Notes every trigger; what he does about one is decided by its number, from 0.

    Args:
        stops: Numbers of triggers at which the stack fails its check and stops, Confused.
        fires: Numbers of triggers at which he fires without effect.
    """

    def __init__(self, stops: tuple[int, ...] = (), fires: tuple[int, ...] = ()) -> None:
        """Start with no trigger seen."""
        self.stops, self.fires = stops, fires
        self.seen: list[Trigger] = []
        self.positions: list[Situation] = []

    def answer(
        self, situation: Situation, trigger: Trigger, *_: Any, **__: Any
    ) -> Generator[Any, Any, Reaction]:
        """Take the place of opportunity fire."""
        yield from ()
        number = len(self.seen)
        self.seen.append(trigger)
        self.positions.append(situation)
        if number in self.stops:
            pieces = [
                evolve(situation.piece(name), confused=True, order="", task="")
                for name in trigger.units
            ]
            return Reaction(situation.replace_pieces(*pieces), stopped=True, shot_at=True)
        return Reaction(situation, stopped=False, shot_at=number in self.fires)

    @property
    def deeds(self) -> list[str]:
        """What was done, in order."""
        return [trigger.deed for trigger in self.seen]

    def watch(self, monkeypatch: pytest.MonkeyPatch) -> Enemy:
        """Stand on the other side from now on."""
        monkeypatch.setattr(opportunity, "opportunity_fire", self.answer)
        return self


def walk(
    procedure: Generator[Any, Any, Any],
    *answers: str | int,
    asked: Callable[[Choice | Roll], None] | None = None,
    told: Callable[[Ruling], None] | None = None,
) -> Any:
    """Return what a procedure comes to with these answers; "?" stops at a request and returns it.

    Args:
        procedure: The procedure.
        answers: Keys of options and faces of dice, in order; all of them must be used.
        asked: Called with every request.
        told: Called with every ruling that is announced.
    """
    left = list(answers)
    try:
        step = next(procedure)
        while True:
            if not isinstance(step, Choice | Roll):
                if told is not None and isinstance(step, Ruling):
                    told(step)
                step = procedure.send(None)
                continue
            if asked is not None:
                asked(step)
            assert left, f"no answer to: {step.purpose}"
            answer = left.pop(0)
            if answer == "?":
                return step
            step = procedure.send(settle(step, answer))
    except StopIteration as stop:
        assert not left, f"answers left over: {left}"
        return stop.value


def keys(choice: Choice) -> set[str]:
    """Return the keys of what is open."""
    return {option.key for option in choice.options}


def why(choice: Choice, key: str) -> str:
    """Return the case that bars an action."""
    (ruling,) = [ruling for name, ruling in choice.barred if name == key]
    return ruling.cases[0].number


FIELD = """column-row 10.50
g grassland
s scrub

gsgs
gggg
ssgg
gggg

12.49 height=2
"""
FOE = unit("foe", "Ottoman", at="13.47")


def field(*more: Any, text: str = FIELD, works: Any = (), scene: Any = None, **fields: Any) -> Any:
    """Return a half-battalion at 10.50 and its enemy far off."""
    units = [unit("L", at="10.50", **fields), *more, FOE]
    return position(text, units, works, **(scene or {}))


def go(situation: Situation, *answers: str | int, names: tuple[str, ...] = ("L",)) -> Any:
    """Walk an activation through."""
    return walk(activate_to_move(situation, names), *answers)


def where(situation: Situation, name: str = "L") -> str:
    """Return the number of a unit's hex."""
    return situation.board.label(situation.piece(name).at)

"""What happened, in lines a person reads: a battle, a run or a turn played from given answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from wargame.area_combat.battle import Battle
from wargame.area_combat.shots import Shot
from wargame.core.errors import RequestError, shown
from wargame.core.procedure import Roll, first_option
from wargame.core.run import Run

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from wargame.core.procedure import Choice, Policy, Procedure


@frozen
class Account:
    """A procedure that was played, and its story.

    Args:
        outcome: What the procedure returned.
        lines: What happened, in order.
    """

    outcome: Any
    lines: tuple[str, ...]

    def __str__(self) -> str:
        """Return the lines, one below the other."""
        return "\n".join(self.lines)


def account(
    procedure: Procedure,
    answers: Iterable[int | str],
    policy: Policy = first_option,
    *,
    random: Random | None = None,
) -> Account:
    """Play a procedure from answers given in order, and tell what happened.

    Numbers are the faces of the dice, as they are thrown. Words are decisions: the next one is
    taken as soon as it is among the options; until then the policy decides, and what it decides is
    not told.

    Args:
        procedure: Starts the procedure.
        answers: Faces and keys of options, in order.
        policy: Takes the decisions that are not given.
        random: Throws the dice that are not given.

    Raises:
        RequestError: Too few faces were given, or something is left over.
    """
    told = _Telling(Run(procedure), list(answers), policy, random)
    while not told.run.finished:
        told.go_on()
    if told.answers:
        allowed = "as many answers as are asked for"
        raise RequestError("account, answers", f"{shown(told.answers[0])} left over", allowed)
    told.announced()
    return Account(told.run.outcome, tuple(told.lines))


def _named(roll: Roll) -> str:
    """Return what a die is for, and what is special about the unit that rolls it."""
    shots = roll.about.shots if isinstance(roll.about, Shot) else None
    if shots is None or not (shots.marked or shots.supported):
        return roll.purpose
    return f"{roll.purpose} ({'marked' if shots.marked else 'supported'})"


@define
class _Telling:
    """The story so far."""

    run: Run
    answers: list[int | str]
    policy: Policy
    random: Random | None
    lines: list[str] = field(factory=list)
    heard: int = 0
    rolling: str = ""
    fought: int = 0

    def go_on(self) -> None:
        """Answer the next request and write down what it was."""
        self.announced()
        request = self.run.request
        if isinstance(request, Roll):
            self._throw(request)
        elif request is not None:
            self._decide(request)

    def announced(self) -> None:
        """Write down what the procedure has announced since."""
        for ruling in self.run.told[self.heard :]:
            self.lines.append(f"  {ruling.sentence}")
            self.rolling = ""
        self.heard = len(self.run.told)

    def _throw(self, roll: Roll) -> None:
        self._begun(roll.position)
        face = self._face(roll)
        outcome = roll.band(face).outcome
        said = str(face) if outcome == str(face) else f"{face} {outcome}"
        rolling = _named(roll)
        if rolling == self.rolling:
            self.lines[-1] += f", {said}"
        else:
            self.lines.append(f"{rolling}: {said}")
        self.rolling = rolling
        self.run.answer(face)

    def _begun(self, position: object) -> None:
        """Write down that another round has begun."""
        fought = position.round if isinstance(position, Battle) else 0
        if fought and fought != self.fought:
            self.lines.append(f"round {fought + 1}")
            self.rolling = ""
        self.fought = fought

    def _face(self, roll: Roll) -> int:
        """Return the next face given, or one thrown."""
        given = self.answers[0] if self.answers else None
        if isinstance(given, int):
            del self.answers[0]
            return given
        if self.random is not None:
            return self.random.randint(roll.first, roll.last)
        found = "none" if given is None else shown(given)
        raise RequestError("account, answers", found, f"a face for {roll.purpose}")

    def _decide(self, choice: Choice) -> None:
        keys = {option.key: option.label for option in choice.options}
        given = self.answers[0] if self.answers else None
        if isinstance(given, str) and given in keys:
            del self.answers[0]
            self.lines.append(f"{choice.who}, {choice.purpose}: {keys[given]}")
            self.rolling = ""
            self.run.answer(given)
            return
        self.run.answer(self.policy(choice))

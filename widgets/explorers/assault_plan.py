"""An assault as the explorer plans it: which one, what if, its rounds, its chances, its run."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.procedure import Checkpoint
from wargame.rifle_and_spade import assault, morale
from wargame.rifle_and_spade.assault_odds import AssaultOdds, assault_odds

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Procedure, Step, Steps
    from wargame.core.ruling import Ruling
    from wargame.core.run import Run
    from wargame.rifle_and_spade.assault_table import Role
    from wargame.rifle_and_spade.state import Assault, Piece, Situation
    from wargame.rifle_and_spade.units import Steps as Amount

MOST_ROUNDS = 20
"""As far as the chances look ahead."""
ROLES: tuple[Role, Role] = ("attacker", "defender")


@frozen
class WhatIf:
    """The what-if switches; None leaves a thing as it stands.

    Args:
        confused: Whether the defenders are Confused.
        works: Whether the defenders have the use of their fieldworks; only False changes anything.
        wire: Whether wire was crossed on the way in.
        steps: The steps of attackers, as pairs of unit and steps; 0 takes a unit away.
    """

    confused: bool | None = None
    works: bool = True
    wire: bool | None = None
    steps: tuple[tuple[str, Amount], ...] = ()


def changed(situation: Situation, at: Hex, what_if: WhatIf) -> Situation:
    """Return a position with the switches worked into the assault in a hex."""
    marker = assault.marker_at(situation, at)
    foes = situation.at(at, situation.other(marker.attacker))
    situation = situation.replace_pieces(*(_as_if(piece, what_if) for piece in foes))
    if what_if.wire is not None and what_if.wire != marker.wire:
        other = evolve(marker, wire=what_if.wire)
        markers = tuple(other if each == marker else each for each in situation.assaults)
        situation = evolve(situation, assaults=markers)
    for name, steps in what_if.steps:
        if not steps:
            situation = situation.without([name])
        else:
            situation = situation.replace_pieces(evolve(situation.piece(name), steps=steps))
    return situation


def _as_if(piece: Piece, what_if: WhatIf) -> Piece:
    if what_if.confused is not None:
        piece = evolve(piece, confused=what_if.confused)
    if what_if.works or not piece.work:
        return piece
    return evolve(piece, work="", hiding="" if piece.hiding == "work" else piece.hiding)


@frozen
class Stage:
    """Where an assault stands between two rounds.

    Args:
        situation: The position.
        at: The hex.
        number: The round that comes next, from 1.
    """

    situation: Situation
    at: Hex
    number: int = 1


def in_rounds(situation: Situation, at: Hex) -> Steps:
    """Resolve an assault as :func:`.assault.resolve_assault` does, stopping before every round."""
    situation = yield from assault.prepare(situation, assault.marker_at(situation, at))
    return (yield from _on(Stage(situation, at)))


def _on(stage: Stage) -> Generator[Step, Any, Situation]:
    marker = assault.marker_at(stage.situation, stage.at)
    while assault.contested(stage.situation, marker):
        yield Checkpoint(f"round {stage.number}", stage, _on)
        after = yield from assault.fight_round(stage.situation, marker, stage.number)
        stage = evolve(stage, situation=after, number=stage.number + 1)
    # nobody is left to fight: what is still to do is its end
    return (yield from assault.resolve_assault(stage.situation, stage.at))


@frozen
class Fought:
    """A round of a run, over or under way.

    Args:
        round: The round, worked out up to the dice.
        face: The percentile roll; None while it is not thrown, or where none is needed.
        told: What was announced in it.
        after: The position after it; None while it is under way.
    """

    round: assault.Round
    face: int | None
    told: tuple[Ruling, ...]
    after: Situation | None

    @property
    def outcome(self) -> str:
        """Who loses a step; empty before the roll."""
        return "" if self.face is None else self.round.roll().band(self.face).outcome

    def checks(self) -> tuple[str, ...]:
        """Return what the morale checks of the round came to, in words."""
        return tuple(each.sentence for each in self.told if each.label == "Morale check")

    def lost(self) -> dict[Role, Amount] | None:
        """Return the steps that either side has lost in the round, or None while it goes on."""
        before, after = self.round.situation, self.after
        if after is None:
            return None
        found: dict[Role, Amount] = {}
        for role in ROLES:
            names = assault.stack(before, self.round.marker, role)
            was = sum((before.piece(name).steps for name in names), 0)
            left = sum((after.piece(name).steps for name in names if after.on_map(name)), 0)
            found[role] = was - left
        return found

    def gone(self) -> tuple[str, ...]:
        """Return the units that the round has removed."""
        before, after = self.round.situation, self.after
        if after is None:
            return ()
        there = before.at(self.round.marker.at)
        return tuple(piece.unit for piece in there if not after.on_map(piece.unit))


def rounds_of(run: Run) -> Iterator[Fought]:
    """Yield the rounds of a run of :func:`in_rounds`, those that have begun."""
    ends = [(mark.at, mark.told) for mark in run.marks[1:]]
    ends.append((len(run.journal), len(run.told)))
    for i, (mark, (line, told)) in enumerate(zip(run.marks, ends, strict=True)):
        stage: Stage = mark.checkpoint.state
        fight = assault.Round(
            stage.situation, assault.marker_at(stage.situation, stage.at), stage.number
        )
        last = i == len(run.marks) - 1
        answers = [entry.answer for entry in run.journal[mark.at : line]]
        rolled = bool(answers) and not fight.final.weakling
        face = answers[0] if rolled and isinstance(answers[0], int) else None
        after = run.marks[i + 1].checkpoint.state.situation if not last else None
        if last and run.finished:
            after = run.outcome
        yield Fought(fight, face, run.told[mark.told : told], after)


@frozen
class AssaultPlan:
    """One assault of a position, with the switches.

    Args:
        situation: The position as it was given.
        at: The hex.
        what_if: The switches.
        rounds: How many rounds the chances look ahead.
    """

    situation: Situation
    at: Hex
    what_if: WhatIf = WhatIf()
    rounds: int = 10

    @property
    def label(self) -> str:
        """The hex, as the map prints it."""
        return self.situation.board.label(self.at)

    @cached_property
    def position(self) -> Situation:
        """The position with the switches worked in."""
        return changed(self.situation, self.at, self.what_if)

    @property
    def marker(self) -> Assault:
        """The assault."""
        return assault.marker_at(self.position, self.at)

    @cached_property
    def as_it_stands(self) -> AssaultPlan:
        """The plan without switches."""
        return self if self.what_if == WhatIf() else evolve(self, what_if=WhatIf())

    @property
    def switched(self) -> bool:
        """Whether the switches change anything."""
        return self.position != self.situation

    @property
    def contested(self) -> bool:
        """Whether there is anything to fight about."""
        return assault.contested(self.position, self.marker)

    @cached_property
    def first(self) -> assault.Round:
        """The first round."""
        return assault.Round(self.position, self.marker)

    @cached_property
    def odds(self) -> AssaultOdds:
        """The exact chances, from before the first round on."""
        return assault_odds(self.position, self.at, self.rounds)

    def attackers(self) -> tuple[Piece, ...]:
        """Return who attacks in the position as it was given."""
        given = self.as_it_stands
        return assault.Round(self.situation, given.marker).attackers

    def procedure(self) -> Procedure:
        """Return the resolution, stopping before every round."""
        return partial(in_rounds, self.position, self.at)


def morale_rulings(fight: assault.Round) -> dict[Role, Ruling]:
    """Return what either side would have to roll to pass a morale check."""
    found: dict[Role, Ruling] = {}
    for role in ROLES:
        names = checkers(fight, role)
        if names:
            found[role] = morale.check_ruling(fight.situation, names, "assault")
    return found


def checkers(fight: assault.Round, role: Role) -> tuple[str, ...]:
    """Return the units of a side by whose morale it would check."""
    situation = fight.situation
    names = assault.stack(situation, fight.marker, role)
    return tuple(name for name in names if situation.unit(name).arm != "headquarters")


def checked_rounds(rounds: object) -> int:
    """Return how many rounds to look ahead.

    Raises:
        RequestError: It is no such number.
    """
    if type(rounds) is not int or not 1 <= rounds <= MOST_ROUNDS:
        allowed = f"a whole number from 1 to {MOST_ROUNDS}"
        raise RequestError("AssaultExplorer, rounds", shown(rounds), allowed)
    return rounds


SWITCHES: dict[str, tuple[bool | None, ...]] = {
    "confused": (True, False, None),
    "works": (True, False),
    "wire": (True, False, None),
}
"""What the switches may be set to; the steps of attackers are checked one by one."""


def check_switch(name: str, value: object) -> None:
    """Refuse a switch that there is not, or a setting that it has not.

    Raises:
        RequestError: It is so.
    """
    if name == "steps":
        if not isinstance(value, dict):
            raise RequestError("what if, steps", shown(value), "a dict of attackers to steps")
    elif name not in SWITCHES:
        raise RequestError("what if", shown(name), one_of((*SWITCHES, "steps"), name))
    elif not any(value is each for each in SWITCHES[name]):
        allowed = ", ".join(map(str, SWITCHES[name]))
        raise RequestError(f"what if, {name}", shown(value), allowed)


def check_steps(plan: AssaultPlan, unit: object, amount: object) -> None:
    """Refuse steps that an attacker cannot have.

    Raises:
        RequestError: There is no such attacker, or no such number.
    """
    known = [piece.unit for piece in plan.attackers()]
    if unit not in known:
        raise RequestError("what if, steps", shown(unit), one_of(known, str(unit)))
    most = plan.situation.unit(str(unit)).steps
    if isinstance(amount, bool) or not isinstance(amount, int) or not 0 <= amount <= most:
        raise RequestError(
            f"what if, steps of {unit}", shown(amount), f"a whole number up to {most}"
        )

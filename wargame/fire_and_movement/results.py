"""Combat results applied to steps (8.2.4, 8.4; Gaza 10.3 and its table).

Here a required retreat is part of the outcome, by name; :mod:`aftermath` carries it out. What a
result costs in steps, and the choice to stand instead of retreating, are all here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding, skipped
from wargame.core.words import count
from wargame.fire_and_movement.crt import MEANING
from wargame.fire_and_movement.units import StepLoss, eliminated

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.fire_and_movement.attack import Attack
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Piece

RETREAT = "retreat"
STAND = "stand"
DISTANCE = {"D3": 3, "D2": 2, "A3": 3, "A2": 2, "A1": 1}
"""Hexes of retreat that each result demands."""


@frozen
class RetreatDue:
    """A retreat that a result demands; :func:`aftermath.carry_out` carries it out.

    Args:
        side: Who retreats.
        units: The ids of the units that must.
        hexes: How far.
        steps: Steps that the whole force loses at the end of it (Gaza 10.3/3).
    """

    side: str
    units: tuple[str, ...]
    hexes: int
    steps: int = 0


@frozen
class Shift:
    """A move that is no movement: a displacement or an advance.

    Args:
        unit: The unit.
        start: The hex it left.
        end: The hex it went to.
    """

    unit: str
    start: Hex
    end: Hex


@frozen
class Retreated:
    """A retreat carried out.

    Args:
        unit: The unit, by the id it set out with.
        start: The hex it left.
        path: The hexes it entered, in order.
        demanded: How far it had to go.
        eliminated: Whether it died of it: it found no hex, or fell short with its last step.
        displaced: The friends that made way, in the order they moved.
    """

    unit: str
    start: Hex
    path: tuple[Hex, ...]
    demanded: int
    eliminated: bool = False
    displaced: tuple[Shift, ...] = ()

    @property
    def short(self) -> int:
        """How many hexes it fell short."""
        return self.demanded - len(self.path)

    @property
    def vacated(self) -> tuple[Hex, ...]:
        """The hexes it left behind it, its combat hex first (8.5/3)."""
        way = (self.start, *self.path)
        return way if self.eliminated else way[:-1]


@frozen
class CombatOutcome:
    """What a combat came to.

    Args:
        code: The result rolled; empty when there was no roll.
        situation: The position after it.
        losses: Steps lost, bombardment included.
        retreats: Retreats still to be carried out.
        stood: Units that paid a step for standing instead.
        emptied: Whether no defender is left in the hex without any retreat.
        retreated: Retreats carried out, in their order.
        advanced: Advances made, in their order.
    """

    code: str
    situation: Situation
    losses: tuple[StepLoss, ...] = field(default=(), converter=tuple[StepLoss, ...])
    retreats: tuple[RetreatDue, ...] = ()
    stood: tuple[str, ...] = ()
    emptied: bool = False
    retreated: tuple[Retreated, ...] = ()
    advanced: tuple[Shift, ...] = ()

    def steps_lost(self, side: str) -> int:
        """Return how many steps *side* lost."""
        roster = self.situation.roster
        return sum(each.steps for each in self.losses if roster.unit(each.before.unit).side == side)

    def must_retreat(self, side: str) -> int:
        """Return how many hexes *side* must retreat; 0 when it need not."""
        return max((due.hexes for due in self.retreats if due.side == side), default=0)


@implements("FM8", "8.2.4", "8.2.4/1", "8.2.4/9", "8.2.4/10", "CRT/10", "CRT/18", "CRT/19")
@implements("FM7", "8.2.4", "8.2.4/1", "8.2.4/9", "8.2.4/10", "8.2.4/12")
@implements("FM8", "7.2/10")
@implements("FM7", "7.2/9")
@implements("GAZA", "CRT/7", "CRT/15", "CRT/16")
@implements("LEB82", "CRT/5", "CRT/13", "CRT/14")
def apply_result(
    attack: Attack, code: str, *, step_later: bool = False
) -> Generator[Step, Any, CombatOutcome]:
    """Apply a result of the combat table to an attack.

    Args:
        attack: The attack, its situation as it is when the die is thrown.
        code: The result: De, D3, D2, Ex, A1, A2, A3, (A), Ae or the dot.
        step_later: Whether the step that a retreat costs besides waits for its end, as Gaza's table
            has it (10.3/3); for whoever carries the retreat out.

    Returns:
        The outcome. Losses are chosen by the owner of the units wherever there is a choice, and
        no result touches support fire (7.2/10).
    """
    situation = attack.situation
    outcome = CombatOutcome(code, situation)
    cases = situation.ruleset.result_cases[code]
    yield finding(f"Result {code}", code, f"{MEANING[code].capitalize()}.", *cases)
    if code in {"De", "Ae"}:
        victims = attack.defenders if code == "De" else attack.pieces
        outcome = yield from _take(outcome, eliminated(victims, situation.roster), code)
    elif code == "Ex":
        outcome = yield from _exchange(outcome, attack)
    elif code == "(A)":
        outcome = yield from _lose_one(outcome, situation.active, attack.pieces, code)
    elif code in DISTANCE:
        outcome = yield from _retreat_or_stand(outcome, attack, step_later=step_later)
    gone = not outcome.situation.enemies_at(attack.target)
    return evolve(outcome, emptied=gone)


@implements("FM8", "8.2.4/4", "CRT/13")
@implements("FM7", "8.2.4/4")
@implements("GAZA", "CRT/10")
@implements("LEB82", "CRT/8")
def _exchange(outcome: CombatOutcome, attack: Attack) -> Generator[Step, Any, CombatOutcome]:
    """Take one step from one attacking and one from one defending unit."""
    situation = attack.situation
    outcome = yield from _lose_one(outcome, situation.active, attack.pieces, "Ex")
    defenders = yield from _touched(attack, "Ex")
    return (yield from _lose_one(outcome, situation.inactive, defenders, "Ex"))


def _touched(attack: Attack, code: str) -> Generator[Step, Any, tuple[Piece, ...]]:
    """Return the defenders that a result touches; say of the others why it does not."""
    found: list[Piece] = []
    for piece in attack.defenders:
        cases = attack.spares(piece, code)
        if cases:
            name = attack.situation.unit(piece.unit).name
            yield skipped(f"{code} against {name}", f"It does nothing in {attack.label}.", *cases)
        else:
            found.append(piece)
    return tuple(found)


@implements("FM8", "8.2.4/8", "CRT/17")
@implements("FM7", "8.2.4/8")
@implements("GAZA", "CRT/14", "CRT/18")
@implements("LEB82", "CRT/12")
def _lose_one(
    outcome: CombatOutcome, owner: str, pieces: Sequence[Piece], code: str
) -> Generator[Step, Any, CombatOutcome]:
    """Take one step from one of *pieces*, of the owner's choice."""
    if not pieces:
        return outcome
    piece = yield from _pick(outcome.situation, owner, pieces, f"{owner}: which unit loses a step")
    loss = StepLoss(piece, outcome.situation.roster.after_loss(piece))
    return (yield from _take(outcome, (loss,), code))


def _pick(
    situation: Situation, owner: str, pieces: Sequence[Piece], purpose: str
) -> Generator[Step, Any, Piece]:
    """Let the owner choose one piece; a single one needs no choice."""
    if len(pieces) == 1:
        return pieces[0]
    options = tuple(Option(piece.unit, situation.describe(piece)) for piece in pieces)
    cases = situation.ruleset.loss_cases
    answer: Option = yield Choice(owner, purpose, options, cases, position=situation)
    return next(piece for piece in pieces if piece.unit == answer.key)


def _take(
    outcome: CombatOutcome, losses: Sequence[StepLoss], code: str
) -> Generator[Step, Any, CombatOutcome]:
    """Take losses off the situation and announce each."""
    roster, cases = outcome.situation.roster, outcome.situation.ruleset.result_cases[code]
    for loss in losses:
        yield loss.told(roster, f"the result is {code}.", *cases)
    return evolve(
        outcome,
        situation=outcome.situation.after_losses(losses),
        losses=(*outcome.losses, *losses),
    )


@implements("FM8", "8.2.4/2", "8.2.4/3", "8.2.4/5", "8.2.4/6", "8.2.4/7", "8.2.4/11")
@implements("FM8", "8.4", "8.4/1")
@implements("FM8", "CRT/11", "CRT/12", "CRT/14", "CRT/15", "CRT/16", "CRT/20")
@implements("FM7", "8.2.4/2", "8.2.4/3", "8.2.4/5", "8.2.4/6", "8.2.4/7", "8.2.4/11")
@implements("FM7", "8.4", "8.4/1")
@implements("GAZA", "CRT/8", "CRT/9", "CRT/11", "CRT/12", "CRT/13")
@implements("LEB82", "CRT/6", "CRT/7", "CRT/9", "CRT/10", "CRT/11")
def _retreat_or_stand(
    outcome: CombatOutcome, attack: Attack, *, step_later: bool
) -> Generator[Step, Any, CombatOutcome]:
    """Settle a retreat result: who stands and pays, who must retreat and how far.

    Attackers may stand in ground combat as defenders may, though the lead of version 8's case names
    defenders alone; ``Ruleset.stands_on`` has the results (FM-Q12).
    """
    situation, rules, code = attack.situation, attack.situation.ruleset, outcome.code
    side = situation.inactive if code.startswith("D") else situation.active
    pieces: Sequence[Piece] = attack.pieces
    if code.startswith("D"):
        pieces = yield from _touched(attack, code)
        if not pieces:
            return outcome
    if code in rules.stands_on:
        settle = _stand_as_one if rules.stand_cost == "one" else _stand_each
        outcome, pieces = yield from settle(outcome, side, pieces)
    if not pieces:
        return outcome
    costs = code in rules.retreat_costs_step
    later = int(costs and step_later)
    due = RetreatDue(side, tuple(piece.unit for piece in pieces), DISTANCE[code], later)
    yield _told_retreat(situation, due, code)
    outcome = evolve(outcome, retreats=(*outcome.retreats, due))
    if costs and not step_later:
        outcome = yield from _step_after_retreat(outcome, side, pieces, code)
    return outcome


def _told_retreat(situation: Situation, due: RetreatDue, code: str) -> Ruling:
    names = ", ".join(situation.unit(name).name for name in due.units)
    hexes = count(due.hexes, "hex", "hexes")
    cases = (*situation.ruleset.result_cases[code], str(situation.ruleset.case("8.3")))
    said = f"{names} must retreat {hexes}; the owner moves them."
    return finding("Retreat due", due.hexes, said, *cases, unit="hexes")


@implements("GAZA", "10.3/3")
def _step_after_retreat(
    outcome: CombatOutcome, side: str, pieces: Sequence[Piece], code: str
) -> Generator[Step, Any, CombatOutcome]:
    """Take the one step that A3 and D3 cost the whole force besides the retreat (Gaza 10.3)."""
    before = outcome.losses
    outcome = yield from _lose_one(outcome, side, pieces, code)
    gone = {each.before.unit for each in outcome.losses[len(before) :] if each.after is None}
    swapped = {
        each.before.unit: each.after.unit for each in outcome.losses[len(before) :] if each.after
    }
    due = outcome.retreats[-1]
    left = tuple(swapped.get(name, name) for name in due.units if name not in gone)
    rest = (evolve(due, units=left),) if left else ()
    return evolve(outcome, retreats=(*outcome.retreats[:-1], *rest))


@implements("FM7", "8.4/2", "8.4/3")
@implements("FM8", "8.4/3")
def _stand_as_one(
    outcome: CombatOutcome, side: str, pieces: Sequence[Piece]
) -> Generator[Step, Any, tuple[CombatOutcome, Sequence[Piece]]]:
    """Offer stiff resistance at the price of one step for the whole force.

    Version 7, and Gaza 1917 by its own key (FM-Q25). A unit with one step may pay and dies of it.
    """
    situation = outcome.situation
    options = [Option(RETREAT, f"retreat {count(DISTANCE[outcome.code], 'hex', 'hexes')}")]
    options += [
        Option(f"{STAND}:{piece.unit}", f"stand; {situation.describe(piece)} loses a step")
        for piece in pieces
    ]
    purpose = f"{side}: retreat or stand"
    cases = situation.ruleset.stand_cases
    answer: Option = yield Choice(side, purpose, tuple(options), cases, position=situation)
    if answer.key == RETREAT:
        return outcome, pieces
    piece = next(each for each in pieces if f"{STAND}:{each.unit}" == answer.key)
    outcome = yield from _pay_to_stand(outcome, piece)
    return outcome, ()


@implements("FM8", "8.4/2")
def _stand_each(
    outcome: CombatOutcome, side: str, pieces: Sequence[Piece]
) -> Generator[Step, Any, tuple[CombatOutcome, Sequence[Piece]]]:
    """Offer stiff resistance unit by unit; each that stands loses a step (version 8, FM-Q13)."""
    leaving: list[Piece] = []
    for piece in pieces:
        name = outcome.situation.unit(piece.unit).name
        options = (
            Option(RETREAT, f"{name} retreats {count(DISTANCE[outcome.code], 'hex', 'hexes')}"),
            Option(STAND, f"{name} stands and loses a step"),
        )
        purpose = f"{side}: {name} retreats or stands"
        cases = outcome.situation.ruleset.stand_cases
        answer: Option = yield Choice(side, purpose, options, cases, position=outcome.situation)
        if answer.key == STAND:
            outcome = yield from _pay_to_stand(outcome, piece)
        else:
            leaving.append(piece)
    return outcome, leaving


def _pay_to_stand(outcome: CombatOutcome, piece: Piece) -> Generator[Step, Any, CombatOutcome]:
    situation = outcome.situation
    loss = StepLoss(piece, situation.roster.after_loss(piece))
    why = "stiff resistance costs a step."
    yield loss.told(situation.roster, why, *situation.ruleset.stand_cases)
    return evolve(
        outcome,
        situation=situation.after_losses((loss,)),
        losses=(*outcome.losses, loss),
        stood=(*outcome.stood, piece.unit),
    )

"""What follows a result (8.3 to 8.5): retreats carried out step by step, then the advance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding
from wargame.core.words import count
from wargame.fire_and_movement.advance import advance
from wargame.fire_and_movement.combat import successors
from wargame.fire_and_movement.direction import Duty, towards_edge
from wargame.fire_and_movement.displacement import exits, make_way, makes_way, moved
from wargame.fire_and_movement.results import CombatOutcome, RetreatDue, Retreated, Shift
from wargame.fire_and_movement.retreat import Retreats, Way, retreats
from wargame.fire_and_movement.units import StepLoss, eliminated

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.procedure import Step
    from wargame.fire_and_movement.attack import Attack
    from wargame.fire_and_movement.state import Situation

REFUSE = "refuse"
"""To lose a step rather than displace a friend, where there is no hex to fall back to."""


def after_combat(outcome: CombatOutcome, attack: Attack) -> Generator[Step, Any, CombatOutcome]:
    """Carry out the retreats that a combat demands, then let the attackers advance.

    Args:
        outcome: The combat, as :func:`combat.throw` returns it.
        attack: The attack, as it was when the die was thrown.

    Returns:
        The outcome with the position after all that, every step lost, and who went where.
    """
    for due in outcome.retreats:
        situation, retreated, losses = yield from carry_out(outcome.situation, due)
        outcome = evolve(
            outcome,
            situation=situation,
            retreated=(*outcome.retreated, *retreated),
            losses=(*outcome.losses, *losses),
        )
    names = successors(outcome.losses)
    fought = tuple(names.get(name, name) for name in attack.attackers)
    return (yield from advance(outcome, attack, fought))


@implements("FM8", "8.2.4/13", "8.3", "5.2/10")
@implements("FM7", "8.2.4/13", "8.3", "5.2/9")
@implements("GAZA", "10.3/3", "CRT/8", "CRT/13")
def carry_out(
    situation: Situation, due: RetreatDue, *, duty: Duty = towards_edge
) -> Generator[Step, Any, tuple[Situation, tuple[Retreated, ...], tuple[StepLoss, ...]]]:
    """Move the units that must retreat; their owner says in which order and by which way.

    A step that the whole force loses besides (Gaza 10.3) is taken at the end, and is not spared by
    the step that a short retreat cost (FM-Q24).

    Args:
        situation: The position.
        due: Who must retreat how far.
        duty: The duty of direction.

    Returns:
        The position after it, the retreats in their order, and the steps lost.
    """
    left, done, losses = list(due.units), list[Retreated](), list[StepLoss]()
    while left:
        name = yield from _next(situation, due, left)
        left.remove(name)
        situation, each, lost = yield from _fall_back(situation, name, due.hexes, duty)
        done.append(each)
        losses += lost
    for _ in range(due.steps):
        situation, lost = yield from _step_besides(situation, due, losses)
        losses += lost
    return situation, tuple(done), tuple(losses)


def _next(situation: Situation, due: RetreatDue, left: list[str]) -> Generator[Step, Any, str]:
    if len(left) == 1:
        return left[0]
    pieces = [situation.piece(name) for name in left]
    options = tuple(Option(piece.unit, situation.describe(piece)) for piece in pieces)
    purpose = f"{due.side}: which unit retreats next"
    cases = situation.ruleset.cases("8.2.4/13", "8.3")
    answer: Option = yield Choice(due.side, purpose, options, cases, position=situation)
    return answer.key


def _fall_back(
    situation: Situation, name: str, hexes: int, duty: Duty
) -> Generator[Step, Any, tuple[Situation, Retreated, list[StepLoss]]]:
    """Carry one unit's retreat out: the way chosen, friends displaced, steps lost on the way."""
    found = retreats(situation, name, hexes, duty=duty)
    if found.doomed:
        return (yield from _eliminated(found))
    way = yield from _way(found)
    if way is None:
        situation, lost = yield from _pay(situation, name, *_held(found))
        return situation, Retreated(name, found.start, (), hexes, _died(lost)), lost
    moves: tuple[Shift, ...] = ()
    if way.crowded:
        situation, moves = yield from _displace(situation, name, found, way)
    situation = moved(situation, name, way.end)
    yield _told(found, way)
    lost = []
    if len(way.path) < hexes:
        case = str(situation.ruleset.case("8.3/9"))
        why = f"it fell back {len(way.path)} of {count(hexes, 'hex', 'hexes')}."
        situation, lost = yield from _pay(situation, name, why, case)
    return situation, Retreated(name, found.start, way.path, hexes, _died(lost), moves), lost


def _died(losses: list[StepLoss]) -> bool:
    return any(loss.after is None for loss in losses)


@implements("FM8", "8.3/2")
@implements("FM7", "8.3/1")
def _eliminated(
    found: Retreats,
) -> Generator[Step, Any, tuple[Situation, Retreated, list[StepLoss]]]:
    """Remove a unit that cannot fall back one hex; the retreat counts as made all the same."""
    situation = found.situation
    losses = eliminated((situation.piece(found.unit),), situation.roster)
    case = str(situation.ruleset.case("8.3/2"))
    for loss in losses:
        yield loss.told(situation.roster, "it cannot retreat even one hex.", case)
    after = situation.after_losses(losses)
    done = Retreated(found.unit, found.start, (), found.hexes, eliminated=True)
    return after, done, list(losses)


def _held(found: Retreats) -> tuple[str, str]:
    """Return why a unit that does not move loses a step, and the case."""
    rules = found.situation.ruleset
    if found.afloat:
        return "it would have to retreat into the sea.", str(rules.case("8.3/8"))
    return "no friend is displaced for it.", str(rules.case("8.3.1/1"))


def _pay(
    situation: Situation, name: str, why: str, case: str
) -> Generator[Step, Any, tuple[Situation, list[StepLoss]]]:
    piece = situation.piece(name)
    loss = StepLoss(piece, situation.roster.after_loss(piece))
    yield loss.told(situation.roster, why, case)
    return situation.after_losses((loss,)), [loss]


def _way(found: Retreats) -> Generator[Step, Any, Way | None]:
    """Let the owner choose the way; None where the unit stays and loses a step."""
    if found.afloat:
        return None
    board, rules = found.situation.board, found.situation.ruleset
    if len(found.open) == 1 and not found.may_refuse:
        return found.open[0]
    ways = {way.key(board): way for way in found.open}
    options = [Option(key, _label(found, way)) for key, way in ways.items()]
    if found.may_refuse:
        options.append(Option(REFUSE, "displace nobody and lose a step here"))
    unit = found.situation.unit(found.unit)
    purpose = f"{unit.side}: {unit.name} retreats {found.hexes}"
    cases = (*map(str, rules.cases("8.3", "8.3/4")), *found.duty_cases)
    closed = tuple((way.key(board), found.reason(way)) for way in found.outranked)
    answer: Option = yield Choice(
        unit.side, purpose, tuple(options), cases, closed, position=found.situation
    )
    return ways.get(answer.key)


def _label(found: Retreats, way: Way) -> str:
    board = found.situation.board
    by = ", ".join(map(board.label, way.path[:-1]))
    cost = ", displacing a friend" if way.crowded else ""
    if len(way.path) < found.hexes:
        cost += f", {found.hexes - len(way.path)} short: it loses a step"
    to = f"to {board.describe(way.end)}{cost}"
    return f"by {by} {to}" if by else to


def _displace(
    situation: Situation, name: str, found: Retreats, way: Way
) -> Generator[Step, Any, tuple[Situation, tuple[Shift, ...]]]:
    """Let the owner choose who makes way where the retreat ends, and move him."""
    taboo = frozenset({found.start, way.end})
    able = [o for o in makes_way(situation, name, way.end) if exits(situation, o, taboo)]
    chosen = able[0]
    if len(able) > 1:
        side = situation.unit(name).side
        where = situation.board.label(way.end)
        options = tuple(Option(o, situation.describe(situation.piece(o))) for o in able)
        purpose = f"{side}: who makes way in {where}"
        cases = situation.ruleset.cases("8.3.1", "8.3.1/3")
        answer: Option = yield Choice(side, purpose, options, cases, position=situation)
        chosen = answer.key
    return (yield from make_way(situation, chosen, taboo))


@implements("FM8", "8.3.1/9")
@implements("FM7", "8.3.1/10")
def _told(found: Retreats, way: Way) -> Ruling:
    """Return the retreat in one sentence; friends on the way stay where they are."""
    board, rules = found.situation.board, found.situation.ruleset
    unit, path = found.situation.unit(found.unit), ", ".join(map(board.label, way.path))
    said = f"{unit.name} retreats from {board.label(found.start)} by {path}."
    cases = list(rules.cases("8.3", "8.3/9"))
    if way.through:
        where = ", ".join(map(board.label, way.through))
        said += f" It passes friends in {where}, who are not displaced."
        cases += rules.cases("8.3/4", "8.3.1/9")
    return finding(f"Retreat of {unit.name}", len(way.path), said, *cases, unit="hexes")


def _step_besides(
    situation: Situation, due: RetreatDue, before: list[StepLoss]
) -> Generator[Step, Any, tuple[Situation, list[StepLoss]]]:
    """Take the step that the whole force loses at the end of its retreat, if any of it is left."""
    names = successors(before)
    there = {piece.unit for piece in situation.of(due.side)}
    left = [now for name in due.units if (now := names.get(name, name)) in there]
    if not left:
        return situation, []
    chosen = left[0]
    if len(left) > 1:
        options = tuple(Option(n, situation.describe(situation.piece(n))) for n in left)
        purpose = f"{due.side}: which unit loses a step"
        cases = ("GAZA 10.3/3", *situation.ruleset.loss_cases)
        answer: Option = yield Choice(due.side, purpose, options, cases, position=situation)
        chosen = answer.key
    why = "the result costs one step besides the retreat."
    return (yield from _pay(situation, chosen, why, "GAZA 10.3/3"))

"""Questions about retreat, displacement, stiff resistance and advance (8.3 to 8.5)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from wargame.core.errors import RequestError
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding, total
from wargame.core.run import Run
from wargame.fire_and_movement import retreat_rulings
from wargame.fire_and_movement.advance import STAY, advances, may_advance, paths_of_retreat
from wargame.fire_and_movement.aftermath import after_combat
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.combat import successors
from wargame.fire_and_movement.crt import MEANING
from wargame.fire_and_movement.direction import away_from_enemy, towards_edge
from wargame.fire_and_movement.questions_given import given_attack, given_code
from wargame.fire_and_movement.results import CombatOutcome, apply_result
from wargame.fire_and_movement.retreat import retreats
from wargame.fire_and_movement.state import Situation

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.procedure import Step

FAMILY = "fire_and_movement"
LONGEST = 9
"""A retreat longer than any result demands."""


@question("fm.retreats", scene=FAMILY)
def ways_to_retreat(
    situation: Situation, *, unit: str, hexes: int, bombarded: bool = False
) -> Ruling:
    """The ways by which a unit may retreat, the duties that rank them, and what is shut.

    Args:
        situation: The position.
        unit: The unit.
        hexes: How far it must go.
        bombarded: Whether it retreats from a bombardment, which has a direction of its own.
    """
    _length(hexes, "fm.retreats")
    duty = away_from_enemy if bombarded else towards_edge
    return retreat_rulings.explained(retreats(situation, unit, hexes, duty=duty))


@question("fm.may_retreat", scene=FAMILY)
def may_retreat(
    situation: Situation, *, unit: str, path: tuple[str, ...], hexes: int, bombarded: bool = False
) -> Ruling:
    """Whether a unit may retreat by the hexes given, in order."""
    _length(hexes, "fm.may_retreat")
    cells = tuple(situation.board.numbering.parse(label) for label in path)
    duty = away_from_enemy if bombarded else towards_edge
    return retreat_rulings.may_retreat(situation, unit, cells, hexes, duty=duty)


def _length(hexes: int, name: str) -> None:
    if not 1 <= hexes <= LONGEST:
        raise RequestError(f"question {name}, hexes", str(hexes), f"1 to {LONGEST}")


@question("fm.displacement", scene=FAMILY)
def displacement(situation: Situation, *, unit: str, retreating: str) -> Ruling:
    """Where a unit may be displaced to when another one's retreat ends in its hex."""
    return retreat_rulings.displacement(situation, unit, retreating)


@question("fm.aftermath", scene=FAMILY)
def aftermath(  # noqa: PLR0913 - the facts of an attack and how it went
    situation: Situation,
    *,
    target: str,
    attackers: tuple[str, ...],
    code: str,
    answers: tuple[str, ...] = (),
    charging: tuple[str, ...] = (),
    side: str = "",
) -> Ruling:
    """What follows a combat result: steps lost, the path of retreat, where everybody ends.

    Args:
        situation: The position.
        target: The printed number of the hex.
        attackers: The attacking units.
        code: The result.
        answers: Option keys in the order asked: ``retreat`` or ``stand``, ways such as
            ``1210-1209``, units, ``refuse``, advances such as ``BR-161@1310``, ``stay``. What is
            left unanswered at the end of the advance is ``stay``.
        charging: Divisions that charge.
        side: Count only this side's steps.
    """
    attack = _attack(situation, target, attackers, charging, code, "fm.aftermath")
    outcome, _, told = _played(attack, code, answers)
    losses = [each for each in told if each.label.startswith("Loss of")]
    if side:
        situation.other(side)
        owners = [situation.unit(loss.before.unit).side for loss in outcome.losses]
        losses = [each for each, owner in zip(losses, owners, strict=True) if owner == side]
    steps = total("Steps lost", losses, f"{code}: {MEANING[code]}.", unit="steps")
    moves = [each for each in told if each.label.startswith(("Retreat of", "Displacement of"))]
    gone = [each for each in told if each.label.startswith("Advance of")]
    parts = (steps, *moves, _path(outcome, attack), *gone, *_ends(outcome, attack))
    return finding("Aftermath", steps.value, steps.sentence, parts=parts, unit="steps")


@question("fm.advance", scene=FAMILY)
def may_advance_where(  # noqa: PLR0913 - the facts of an attack and how it went
    situation: Situation,
    *,
    target: str,
    attackers: tuple[str, ...],
    code: str,
    unit: str,
    answers: tuple[str, ...] = (),
    charging: tuple[str, ...] = (),
) -> Ruling:
    """The hexes in which an attacker may end its advance after a result.

    Args:
        situation: The position.
        target: The printed number of the hex.
        attackers: The attacking units.
        code: The result.
        unit: The attacker.
        answers: Option keys in the order asked, up to the advance; advances that others made
            before it too.
        charging: Divisions that charge.
    """
    attack = _attack(situation, target, attackers, charging, code, "fm.advance")
    outcome, _, _ = _played(attack, code, answers)
    ruling = may_advance(outcome, attack)
    if not ruling.allowed:
        return ruling
    heirs = successors(outcome.losses)
    moved = {each.unit for each in outcome.advanced}
    units = tuple(heirs.get(name, name) for name in attack.attackers if name not in moved)
    found = advances(outcome, attack, units)
    board = situation.board
    ends = found.ends.get(unit, {})
    parts = [found.explain(unit, cell) for cell in ends]
    cells = tuple(map(board.label, ends))
    name = situation.unit(unit).name
    said = f"{name} may end its advance in {', '.join(cells) or 'no hex'}, or stay."
    cases = dict.fromkeys((*ruling.cases, *(case for part in parts for case in part.cases)))
    return finding("Advance", cells, said, *cases, parts=(ruling, _path(outcome, attack), *parts))


def _attack(  # noqa: PLR0913 - the facts of an attack
    situation: Situation,
    target: str,
    attackers: tuple[str, ...],
    charging: tuple[str, ...],
    code: str,
    name: str,
) -> Attack:
    for each in attackers:
        situation.piece(each)
    given_code(code, name)
    return given_attack(situation, target, attackers, charging)


def _result(attack: Attack, code: str) -> Generator[Step, Any, CombatOutcome]:
    outcome = yield from apply_result(attack, code, step_later=True)
    return (yield from after_combat(outcome, attack))


def _played(
    attack: Attack, code: str, answers: tuple[str, ...]
) -> tuple[CombatOutcome, Run, list[Ruling]]:
    run = Run(partial(_result, attack, code))
    for answer in answers:
        run.answer(answer)
    request = run.request
    if request is not None:
        keys = [option.key for option in getattr(request, "options", ())]
        if STAY not in keys:
            found = f"nothing for {request.purpose!r}"
            raise RequestError("answers", found, ", ".join(keys))
        run.answer(STAY)
    outcome = run.outcome
    assert isinstance(outcome, CombatOutcome)  # noqa: S101 - what the procedure returns
    return outcome, run, list(run.told)


def _path(outcome: CombatOutcome, attack: Attack) -> Ruling:
    """Return the hexes that the defenders' retreats opened to an advance."""
    rules, board = attack.situation.ruleset, attack.situation.board
    ruling = may_advance(outcome, attack)
    paths = paths_of_retreat(outcome, attack) if ruling.allowed else ()
    cells = tuple(dict.fromkeys(board.label(cell) for path in paths for cell in path))
    said = "The combat hex and the hexes vacated on the way." if cells else ruling.sentence
    return finding("Path of retreat", cells, said, rules.case("8.5/3"), *ruling.cases)


def _ends(outcome: CombatOutcome, attack: Attack) -> list[Ruling]:
    """Return for each unit where it ends, under its id; "eliminated" when it is gone."""
    before, after = attack.situation, outcome.situation
    heirs = successors(outcome.losses)
    there = {piece.unit: piece.at for piece in after.pieces}
    found = []
    for piece in before.pieces:
        name = heirs.get(piece.unit, piece.unit)
        where = before.board.label(there[name]) if name in there else retreat_rulings.ELIMINATED
        said = f"{before.unit(piece.unit).name} was in {before.board.label(piece.at)}."
        found.append(figure(piece.unit, where, said))
    return found

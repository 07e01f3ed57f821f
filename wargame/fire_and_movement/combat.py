"""Ground combat (8.2): the attack assessed before any die is thrown, then resolved."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.drivers import Odds, odds
from wargame.core.errors import Refused
from wargame.core.procedure import Checkpoint, Roll, bands_of, first_option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding
from wargame.fire_and_movement.attack import IMMUNITY, Attack, declare
from wargame.fire_and_movement.bombardment import (
    require_own_bombardment,
    resolve_bombardment,
    turn_over,
)
from wargame.fire_and_movement.crt import MEANING, column_origin
from wargame.fire_and_movement.results import CombatOutcome, apply_result
from wargame.fire_and_movement.strength import FORTIFICATION, differential
from wargame.fire_and_movement.support_fire import place_support
from wargame.fire_and_movement.terrain_line import candidates, terrain_line

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.procedure import Band, Policy, Step, Steps
    from wargame.fire_and_movement.bombardment import Bombardment
    from wargame.fire_and_movement.units import StepLoss


RESULTS = "Results by die"
"""The part of an explanation that lists the six results."""


@frozen
class Assessment:
    """An attack worked out up to the die.

    Args:
        attack: The attack.
        ruling: The whole explanation; its value is the column's heading.
        differential: Strength points, attacker minus defender.
        line: The terrain line.
        column: The heading of the column after the shifts.
        results: The result of each die face, 1 to 6.
    """

    attack: Attack
    ruling: Ruling
    differential: int
    line: str
    column: str
    results: tuple[str, ...]

    @property
    def chances(self) -> dict[str, Fraction]:
        """The exact chance of each result, in the order of the die faces."""
        found: dict[str, Fraction] = {}
        for code in self.results:
            found[code] = found.get(code, Fraction(0)) + Fraction(1, len(self.results))
        return found


@implements("FM8", "8.2.1", "8.2.1/10", "CRT")
@implements("FM7", "8.2.1", "8.2.1/11")
@implements("GAZA", "CRT")
@implements("LEB82", "CRT")
def assess(attack: Attack) -> Assessment:
    """Work an attack out: differential, terrain line, column shifts, the six results.

    Args:
        attack: The attack, with any markers already revealed on it.

    Raises:
        Refused: The attack may not be declared; the ruling says why.
    """
    declaration = declare(attack)
    if not declaration.allowed:
        raise Refused(declaration)
    return assessed(attack, declaration)


def assessed(attack: Attack, *before: Ruling) -> Assessment:
    """Work an attack out whose declaration stands; *before* opens the explanation."""
    rules = attack.situation.ruleset
    difference = differential(attack)
    assert isinstance(difference.value, int)  # noqa: S101 - a sum of whole numbers
    line = terrain_line(attack, difference.value)
    chart = attack.situation.crt.chart(str(line.value), rules.alignment)
    column = chart.columns.locate(difference.value, [shift(attack) for shift in rules.shifts])
    results = tuple(str(code) for code in chart.column(column.index))
    heading = chart.columns.headings[column.index].label
    listed = finding(
        RESULTS,
        results,
        f"Die 1 to 6 in column {heading} of {line.value}, aligned {rules.alignment} (FM-Q01).",
        *chart.cases,
        provenance=column_origin(chart, column.index),
    )
    ruling = finding(
        f"Attack on {attack.label}",
        heading,
        f"The attack is resolved in column {heading} of the line {line.value}.",
        rules.case("8.2.1/10"),
        parts=(*before, difference, line, column.ruling, listed),
    )
    return Assessment(attack, ruling, difference.value, str(line.value), heading, results)


def throw(attack: Attack, *, step_later: bool = False) -> Generator[Step, Any, CombatOutcome]:
    """Throw the die for an attack already declared, and apply the result (8.2.1 d).

    Args:
        attack: The attack.
        step_later: Whether the step that a retreat costs besides waits for the retreat's end.
    """
    assessment = assessed(attack)
    yield assessment.ruling
    return (yield from _cast(attack, assessment.results, step_later=step_later))


def _cast(
    attack: Attack, results: tuple[str, ...], *, step_later: bool = False
) -> Generator[Step, Any, CombatOutcome]:
    situation, purpose = attack.situation, f"Combat at {attack.label}"
    cases, bands = situation.ruleset.cases("8.2.1/10"), bands_of(results)
    roll = Roll(purpose, len(results), bands, cases, position=situation, about=attack)
    band: Band = yield roll
    return (yield from apply_result(attack, band.outcome, step_later=step_later))


@frozen
class Engagement:
    """A declared attack with the losses it has already seen.

    Args:
        attack: The attack; its situation is the position as it is now.
        losses: Steps lost to bombardment so far.
    """

    attack: Attack
    losses: tuple[StepLoss, ...] = ()


def fight(
    attack: Attack, shots: tuple[Bombardment, ...] = ()
) -> Generator[Step, Any, CombatOutcome]:
    """Resolve one attack from support fire to result: the procedure the explorers run.

    Where fire adds to combat, both sides place markers first (8.2.1 b). Where bombardment is the
    only support (Gaza 18), *shots* of both sides are resolved before the combat.

    Args:
        attack: The attack.
        shots: Bombardments of both sides.

    Raises:
        Refused: The attack or a bombardment is not permitted; nothing has changed.
    """
    attack.require_legal()
    if shots:
        require_own_bombardment(attack.situation)
    if attack.situation.ruleset.bombards_only:
        situation, fallen = yield from turn_over(attack.situation, shots)
        start = Engagement(evolve(attack, situation=situation))
        for each in fallen:
            situation, losses = yield from resolve_bombardment(start.attack.situation, each)
            start = Engagement(evolve(attack, situation=situation), (*start.losses, *losses))
        yield Checkpoint("bombardment resolved", start, close)
    else:
        start = Engagement((yield from place_support(attack)))
        yield Checkpoint("support revealed", start, close)
    outcome: CombatOutcome = yield from close(start)
    return outcome


@frozen
class Assessed:
    """An engagement worked out, before the die.

    Args:
        attack: The attack.
        results: The result of each die face.
        losses: Steps lost to bombardment so far.
    """

    attack: Attack
    results: tuple[str, ...]
    losses: tuple[StepLoss, ...]


@implements("GAZA", "18.4/5")
def close(engagement: Engagement) -> Steps:
    """Fight the combat that follows the bombardments, if there is still one to fight."""
    attack = _remaining(engagement)
    lapsed = lapse(attack)
    if lapsed is not None:
        yield lapsed
        emptied = not attack.defenders
        return CombatOutcome("", attack.situation, engagement.losses, emptied=emptied)
    assessment = assessed(attack)
    yield assessment.ruling
    state = Assessed(attack, assessment.results, engagement.losses)
    yield Checkpoint("before the die", state, decide)
    return (yield from decide(state))


def decide(state: Assessed) -> Steps:
    """Throw the die for an engagement worked out, and apply the result."""
    outcome: CombatOutcome = yield from _cast(state.attack, state.results)
    return evolve(outcome, losses=(*state.losses, *outcome.losses))


@implements("GAZA", "18.4/4")
def lapse(attack: Attack) -> Ruling | None:
    """Return why the bombardments left no combat to fight, if so.

    A hex emptied by bombardment is not fought over: the attackers may advance instead (18.4). With
    no attacker left, the attack falls.
    """
    if not attack.defenders and attack.pieces:
        said = f"The bombardment emptied {attack.label}; the attackers may advance instead."
        return finding("No combat", "emptied", said, "GAZA 18.4/4")
    if not attack.pieces:
        said = "The bombardment left no attacker, so the attack falls."
        return finding("No combat", "no attackers", said, "GAZA 18.4/5")
    return None


def _remaining(engagement: Engagement) -> Attack:
    """Return the attack with who is left: battalions replace their regiments (Gaza 13.3)."""
    attack = engagement.attack
    names = successors(engagement.losses)
    evolved = evolve(attack, attackers=tuple(names.get(name, name) for name in attack.attackers))
    return evolve(evolved, attackers=tuple(piece.unit for piece in evolved.pieces))


def successors(losses: Iterable[StepLoss]) -> dict[str, str]:
    """Return for each unit that another took the place of, that other's id (Gaza 13.3)."""
    return {
        loss.before.unit: loss.after.unit
        for loss in losses
        if loss.after is not None and loss.after.unit != loss.before.unit
    }


def fight_odds(
    attack: Attack, shots: tuple[Bombardment, ...] = (), policy: Policy = first_option
) -> Odds:
    """Return the exact chances of every outcome of :func:`fight`.

    Args:
        attack: The attack.
        shots: Bombardments of both sides.
        policy: Takes the decisions on the way: who loses a step, who stands, who places a marker.
            The plainest takes the first option: pass, retreat, the first unit listed.

    Raises:
        Refused: The attack or a bombardment is not permitted.
    """
    return odds(partial(fight, attack, shots), policy)


def modifiers(attack: Attack) -> tuple[tuple[str, str], ...]:
    """Return what can be set aside in an attack: pairs of key and name, for "what if" switches.

    Args:
        attack: The attack, assessed as declared (what is waived already is listed too).
    """
    keys = [each.key for each in candidates(attack) if not each.barred]
    if FORTIFICATION in attack.situation.board.cell(attack.target).features:
        keys.append(f"terrain:{FORTIFICATION}")
    found = [(key, key.partition(":")[2]) for key in dict.fromkeys(keys)]
    plain = evolve(attack, waived=frozenset())
    if any(plain.spares(piece, code) for piece in plain.defenders for code in MEANING):
        found.append((IMMUNITY, "bastion"))  # nothing else spares anybody
    for shift in attack.situation.ruleset.shifts:
        ruling = shift(plain)
        if ruling.counts:
            found.append((f"shift:{ruling.label.lower()}", ruling.label.lower()))
    return tuple(found)

"""The sentences of the combat explorer."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from wargame.fire_and_movement.chances import meaning
from wargame.fire_and_movement.crt import CODES, MEANING
from widgets.svg_marks import word

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.ruling import Ruling
    from wargame.fire_and_movement.results import CombatOutcome
    from widgets.explorers.combat_plan import CombatPlan


ATTACKER_PAYS = "the attacker loses a step"
"""What is left of Ex where it spares every defender."""


def percent(chance: Fraction) -> str:
    """Return a chance with its percentage to one decimal: ``33.3 %``."""
    return f"{float(chance) * 100:.1f} %"


def plan_sentence(plan: CombatPlan, outcome: CombatOutcome | None = None) -> str:
    """Return the headline beside the map, as HTML.

    Args:
        plan: The plan.
        outcome: What it came to, once it is resolved; the defenders are then those still there.
    """
    if plan.target is None:
        return (
            f"<h4>{word(plan.situation.active)} attack</h4><p>Choose a defended hex on the map.</p>"
        )
    label = word(plan.attack.label)
    situation = plan.situation if outcome is None else outcome.situation
    holders = situation.enemies_at(plan.attack.target)
    defenders = (
        "<br>".join(word(situation.describe(piece)) for piece in holders) or "Nobody is left."
    )
    head = f"<h4>Attack on {label}</h4><p>{defenders}</p>"
    if not plan.ready:
        return f"{head}<p>{word(plan.declaration.sentence)}</p>"
    found = plan.assessment
    warning = " Rests on reconstructed figures." if found.ruling.reconstructed else ""
    return (
        f"{head}<p>Differential <b>{found.differential:+d}</b>, line <b>{word(found.line)}</b>, "
        f"column <b>{word(found.column)}</b>.{warning}</p>"
    )


def situation_sentence(plan: CombatPlan, *, bet_due: bool) -> str:
    """Return where a plan stands, in one or two plain sentences."""
    if plan.target is None:
        return f"{len(plan.targets())} hexes may be attacked."
    if not plan.ready:
        return plan.declaration.sentence
    said = plan.assessment.ruling.sentence
    if bet_due:
        return f"{said} Bet on a result to see the odds."
    code, chance = max(plan.chances().items(), key=lambda each: each[1])
    return f"{said} Most likely {code}, {percent(chance)}."


def meanings(plan: CombatPlan) -> dict[str, str]:
    """Return what each result does, also to defenders whom it spares, as in a bastion."""
    rules, found = plan.situation.ruleset, {}
    for code in CODES:
        says = meaning(rules, code)
        there = plan.attack.defenders if plan.ready else ()
        spared = [piece for piece in there if plan.attack.spares(piece, code)]
        if spared:
            names = ", ".join(plan.situation.unit(piece.unit).name for piece in spared)
            rest = "" if len(spared) == len(there) else f"{says}; but "
            rest = f"{ATTACKER_PAYS}; " if code == "Ex" and not rest else rest
            says = f"{rest}it does nothing to {names} in the bastion"
        found[code] = says
    return found


def chances_html(plan: CombatPlan) -> str:
    """Return the chances a commander asks for, as an HTML table."""
    odds, situation = plan.odds, plan.situation
    active, inactive = situation.active, situation.inactive
    rows = (
        (f"{inactive} lose a step or more", odds.chance(lambda o: o.steps_lost(inactive) > 0)),
        (f"{inactive} must retreat", odds.chance(lambda o: o.must_retreat(inactive) > 0)),
        ("the hex is emptied outright", odds.chance(lambda o: o.emptied)),
        (f"{active} lose a step or more", odds.chance(lambda o: o.steps_lost(active) > 0)),
        (f"{active} must retreat", odds.chance(lambda o: o.must_retreat(active) > 0)),
    )
    left = "text-align:left;font-weight:normal;padding-right:1em"
    body = "".join(
        f"<tr><th scope='row' style='{left}'>{word(name)}</th><td>{chance}</td>"
        f"<td style='text-align:right;padding-left:1em'>{percent(chance)}</td></tr>"
        for name, chance in rows
    )
    return f"<table>{body}</table>"


def outcome_sentence(outcome: CombatOutcome | None, told: Iterable[Ruling] = ()) -> str:
    """Return what an attack came to, in one or two sentences.

    Args:
        outcome: What it came to.
        told: What was announced on the way: whom the result spares, as in a bastion, is said too.
    """
    if outcome is None:
        return ""
    said = [
        f"{outcome.code}: {MEANING[outcome.code]}."
        if outcome.code
        else "There was nothing to fight."
    ]
    spared = (each for each in told if each.label.startswith(f"{outcome.code} against "))
    said += [f"{each.label}: {each.sentence}" for each in spared if each.status == "skipped"]
    roster = outcome.situation.roster
    for loss in outcome.losses:
        name = roster.unit(loss.before.unit).name
        said.append(f"{name} {'is gone' if loss.after is None else 'lost a step'}.")
    for due in outcome.retreats:
        names = ", ".join(roster.unit(unit).name for unit in due.units)
        said.append(f"{names} must retreat {due.hexes} hex{'' if due.hexes == 1 else 'es'}.")
    if outcome.stood:
        names = ", ".join(roster.unit(unit).name for unit in outcome.stood)
        said.append(f"{names} paid for standing.")
    return " ".join(said)

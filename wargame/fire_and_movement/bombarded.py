"""A bombardment by the system rules (8.1.2, 8.1.3, 8.1.5), from the markers to the last retreat.

The markers are counted against the defence strength of the hex, on the line of its ground; nobody
but the target suffers, save a neighbour of the bombarding side by friendly fire.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from wargame.core.procedure import Roll, bands_of
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, total
from wargame.fire_and_movement.aftermath import carry_out
from wargame.fire_and_movement.attack import Attack
from wargame.fire_and_movement.crt import column_origin
from wargame.fire_and_movement.direction import away_from_enemy
from wargame.fire_and_movement.results import CombatOutcome, apply_result
from wargame.fire_and_movement.sams import removed, site_strength
from wargame.fire_and_movement.state import Fallen
from wargame.fire_and_movement.strength import attack_strength, defense_strength
from wargame.fire_and_movement.terrain_line import terrain_line

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Band, Step
    from wargame.fire_and_movement.state import Situation

NOTHING, FRIENDLY_FIRE, DESTROYED = "nothing", "(A)", "site eliminated"
RESULTS = "Results by die"
VOID = frozenset({"Ae", "A1", "A2", "A3", "Ex", "•"})
"""Results of the table that do nothing in a bombardment: those that it prints bold (FM-Q06)."""


@frozen
class Laid:
    """A bombardment whose markers are turned over and have come through.

    Args:
        situation: The position; its active side bombards.
        target: The hex.
        markers: The ids of the markers.
        site: Whether it is laid on the missile site there.
        defense_fire: Markers of the defender, where the rules let him add any (FM-Q11).
    """

    situation: Situation
    target: Hex
    markers: tuple[str, ...] = field(converter=tuple[str, ...])
    site: bool = False
    defense_fire: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The number of the hex, and what is bombarded there if it is a site."""
        where = self.situation.board.label(self.target)
        return f"{where}, missile site" if self.site else where

    @property
    def attack(self) -> Attack:
        """The bombardment as an attack in which no unit takes part."""
        fire, against = self.markers, self.defense_fire
        return Attack(self.situation, self.target, (), attack_fire=fire, defense_fire=against)

    @property
    def neighbours(self) -> tuple[str, ...]:
        """The bombarding side's units next to the hex, whom friendly fire may hit."""
        situation = self.situation
        around = self.target.neighbours()
        found = (piece.unit for cell in around for piece in situation.at(cell, situation.active))
        return tuple(sorted(found))


@frozen
class BombardmentAssessment:
    """A bombardment worked out up to the die.

    Args:
        laid: The bombardment.
        ruling: The whole explanation; its value is the column's heading.
        differential: Strength points, markers minus defence.
        column: The heading of the column.
        results: The result of each die face as the table prints it.
        effects: What each die face does here.
    """

    laid: Laid
    ruling: Ruling
    differential: int
    column: str
    results: tuple[str, ...]
    effects: tuple[str, ...]


@implements("FM8", "8.1.2", "8.1.2/3", "8.1.2/4", "8.1.4/2", "8.2.3/2")
@implements("FM7", "8.1.2", "8.1.2/4", "8.1.2/5", "8.1.4/2", "8.2.3/2")
def assess_bombardment(laid: Laid) -> BombardmentAssessment:
    """Work a bombardment out: differential, terrain line without hexsides, the six results.

    Args:
        laid: The bombardment.
    """
    situation, rules = laid.situation, laid.situation.ruleset
    difference = _differential(laid)
    assert isinstance(difference.value, int)  # noqa: S101 - a sum of whole numbers
    line = terrain_line(laid.attack, difference.value, hexsides=False)
    chart = situation.crt.chart(str(line.value), rules.alignment)
    column = chart.columns.locate(difference.value)
    results = tuple(str(code) for code in chart.column(column.index))
    effects = tuple(effect_of(laid, code) for code in results)
    heading = chart.columns.headings[column.index].label
    origin = column_origin(chart, column.index)
    said = f"Die 1 to 6 in column {heading} of {line.value}, aligned {rules.alignment} (FM-Q01)."
    listed = finding(RESULTS, results, said, *chart.cases, provenance=origin)
    said = "What these do in a bombardment."
    cases = [*map(str, rules.cases("8.1.3", "8.1.3/1", "8.1.3/2"))]
    cases += ["LEB82 13.0/7"] * laid.site
    does = finding("Effects by die", effects, said, *cases)
    said = f"The bombardment is resolved in column {heading} of the line {line.value}."
    ruling = finding(
        f"Bombardment of {laid.label}",
        heading,
        said,
        *rules.cases("8.1.2", "8.1.2/3", "8.1.2/4"),
        parts=(difference, line, column.ruling, listed, does),
    )
    return BombardmentAssessment(laid, ruling, difference.value, heading, results, effects)


@implements("LEB82", "13.0/6")
def _differential(laid: Laid) -> Ruling:
    """Return the markers' strength minus the strength of what they fall on, in points."""
    rules, attack = laid.situation.ruleset, laid.attack
    said = "The markers together; units take no part."
    case = rules.case("8.1.2/3")
    fire = attack_strength(attack).parts
    markers = total("Bombardment strength", fire, said, case, unit="points")
    against = defense_strength(attack)
    if laid.site:
        parts = (site_strength(laid.situation),)
        said = "A missile site counts by itself, whoever stands in its hex."
        against = total("Defence strength", parts, said, "LEB82 13.0/6", unit="points")
    assert isinstance(against.value, int)  # noqa: S101 - a sum of whole numbers
    less = finding(
        "Less the defence strength",
        -against.value,
        "The strength of the target is taken away.",
        parts=(against,),
    )
    said = "Strength of the markers minus defence strength."
    return total("Differential", (markers, less), said, case)


@implements("FM8", "8.1.3", "8.1.3/1", "8.1.3/2", "CRT/9")
@implements("FM7", "8.1.3", "8.1.3/1", "8.1.3/2")
@implements("LEB82", "13.0/5", "13.0/7")
def effect_of(laid: Laid, code: str) -> str:
    """Return what a result of the table does in a bombardment.

    A missile site is eliminated by the results that its rule names and by no others; friendly fire
    is possible beside it as beside any target, since it is bombarded like a unit.

    Args:
        laid: The bombardment.
        code: The result.

    Returns:
        The code where it applies, :data:`DESTROYED` for a site, or :data:`NOTHING`.
    """
    rule = laid.situation.ruleset.sams
    if code == FRIENDLY_FIRE:
        return code if laid.neighbours else NOTHING
    if laid.site:
        return DESTROYED if rule is not None and code in rule.fatal else NOTHING
    return NOTHING if code in VOID else code


@implements("FM8", "8.1/1", "8.1/2", "8.1.2/5")
@implements("FM7", "8.1/1", "8.1/2", "8.1.2/6")
def throw_bombardment(laid: Laid) -> Generator[Step, Any, CombatOutcome]:
    """Throw the die for a bombardment and apply the result at once.

    Nobody advances afterwards: no unit of the bombarding side took part.
    """
    assessment = assess_bombardment(laid)
    yield assessment.ruling
    situation, effects = laid.situation, assessment.effects
    purpose = f"Bombardment of {laid.label}"
    bands, cases = bands_of(effects), situation.ruleset.cases("8.1.2/5")
    roll = Roll(purpose, len(effects), bands, cases, position=situation, about=laid)
    band: Band = yield roll
    return (yield from apply_bombardment(laid, band.outcome))


@implements("FM8", "8.1.5")
@implements("FM7", "8.1.5", "8.1.5/3")
def apply_bombardment(laid: Laid, effect: str) -> Generator[Step, Any, CombatOutcome]:
    """Apply what a bombardment does: losses, or retreats away from the enemy, or standing.

    Args:
        laid: The bombardment.
        effect: As :func:`effect_of` returns it.
    """
    rules = laid.situation.ruleset
    if effect == NOTHING:
        said = "The result does nothing in a bombardment."
        yield finding("No result", NOTHING, said, *rules.cases("8.1.3", "8.1.3/1"))
        return CombatOutcome("", laid.situation)
    if effect == DESTROYED:
        said = f"The missile site in {laid.situation.board.label(laid.target)} is eliminated."
        yield figure("Missile site", DESTROYED, said, "LEB82 13.0/7")
        return CombatOutcome(effect, removed(laid.situation, laid.target))
    struck = evolve(laid.attack, attackers=laid.neighbours)
    outcome = yield from apply_result(struck, effect)
    if effect == FRIENDLY_FIRE:
        outcome = evolve(outcome, situation=_own_doing(laid.situation, outcome.situation))
    for due in outcome.retreats:
        situation, retreated, losses = yield from carry_out(
            outcome.situation, due, duty=away_from_enemy
        )
        outcome = evolve(
            outcome,
            situation=situation,
            retreated=(*outcome.retreated, *retreated),
            losses=(*outcome.losses, *losses),
        )
    return outcome


def _own_doing(before: Situation, after: Situation) -> Situation:
    """Return the position with the latest losses booked as the active side's own doing."""
    known, tally = list(before.tally), list[Fallen]()
    for each in after.tally:
        if each in known:
            known.remove(each)
            tally.append(each)
        else:
            tally.append(evolve(each, by=before.active))
    return evolve(after, tally=tuple(sorted(tally)))

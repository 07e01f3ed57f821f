"""Rule questions about the odds of a battle by name."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from wargame.area_combat.asked import NATIONS, battle_of, one_word
from wargame.area_combat.battle import WHO
from wargame.area_combat.forces import types_in
from wargame.area_combat.odds import battle_odds
from wargame.area_combat.plans import Plan
from wargame.area_combat.program import ENDED
from wargame.core.questions import question
from wargame.core.ruling import Ruling, figure, finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.area_combat.battle import Battle
    from wargame.area_combat.odds import Chance

PLACES = 1_000_000
"""Chances that are not exact are told in parts of so many."""


@question("aa.odds")
def chance_of(  # noqa: PLR0913 - a battle and two plans are exactly these facts
    *,
    attacker: str,
    defender: str,
    of: str = "taken",
    rounds: int = 0,
    defender_rounds: int = 0,
    support: bool = False,
    nations: tuple[str, ...] = NATIONS,
    ground: str = "",
    reserve: str = "",
    call: int = 0,
    rules: str = "",
) -> Ruling:
    """The chance that a battle ends so, under a plain plan of each side.

    Both give up the cheapest types first, planes after ground units.

    Args:
        attacker: What attacks, such as ``10 inf, 5 art``.
        defender: What defends.
        of: taken, held, empty, broken off, or endless (units are left that cannot hit each other).
        rounds: The attacker breaks off at the end of this round; 0 for never.
        defender_rounds: The same of the defender.
        support: Whether planes support armor rather than attack the ground.
        nations: The attacker's and the defender's.
        ground: The territory.
        reserve: Planes beside the territory.
        call: The round in which the defender calls them; 0 for never.
        rules: Switches.
    """
    wanted = one_word("question aa.odds, of", of, ENDED)
    battle = battle_of(attacker, defender, nations, ground, rules, reserve)
    mine = Plan(break_off=rounds, support=support)
    found = battle_odds(battle, mine, Plan(break_off=defender_rounds, call_das=call))
    parts = [*_factors(battle)]
    for end in ENDED:
        share = _told(found.chance(end))
        parts.append(figure(end.capitalize(), share, f"{float(share):.2%}."))
    for who in WHO:
        lost = sum(found.lost(who).values(), Fraction(0))
        mean = _told(lost)
        words = f"{float(mean):.3g} units of the {who}, on average."
        parts.append(figure(f"{who.capitalize()} loses", mean, words, unit="units"))
    value = next(each.value for each in parts if each.label == wanted.capitalize())
    said = found.sentence if found.method == "exact" else f"{found.sentence} Told to six places."
    return finding(f"Chance: {wanted}", value, said, "AA AA-1.42", parts=parts)


def _told(chance: Chance) -> Fraction:
    return chance if isinstance(chance, Fraction) else Fraction(round(chance * PLACES), PLACES)


def _factors(battle: Battle) -> Iterator[Ruling]:
    """Yield the factor of every type that takes part, with where it comes from."""
    for who in WHO:
        army, attacking = battle.army(who), who == "attacker"
        for each in types_in(army.engaged, battle.units):
            factor = each.factor(attacking=attacking)
            said = f"The {who}'s {each.name} hits ground on {factor} or less."
            label = f"{who.capitalize()}, {each.name}"
            yield figure(label, factor, said, "AA AA-1.14", provenance=each.provenance)

"""The fire of the plain players where it adds to combat, or falls in a phase of its own (7, 8.1).

Whether a marker is worth laying is worked out on the combat table with the marker that the pool
gives on the average; missile sites that cover the hex are set against it.
"""

from __future__ import annotations

from statistics import mean
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.fire_and_movement.bombarded import DESTROYED, FRIENDLY_FIRE, Laid, assess_bombardment
from wargame.fire_and_movement.bombardment_phase import END, GO, SITE
from wargame.fire_and_movement.policy_fights import attacks_planned, gain, usual
from wargame.fire_and_movement.policy_ground import matters
from wargame.fire_and_movement.sams import AIRCRAFT, DIE, envelope, standing
from wargame.fire_and_movement.support_fire import PASS, PLACE, pools

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.attack import Attack
    from wargame.fire_and_movement.state import Situation

MARKER, AIRCRAFT_LOST = 0.1, 1.0
"""In steps: what using a marker costs, since it may be wanted later in the turn; and what an
aircraft shot down for good does."""
SITE_GONE, DRIVEN_OFF = 1.5, 0.5
"""In steps: a missile site destroyed, and a unit made to fall back or lose a step."""
ON_A_HEX = 2
"""How many markers are laid on a hex that is bombarded."""
KEPT = 2
"""How many markers the first player keeps for his defence."""


def support(attack: Attack, side: str, number: int, keys: Iterable[str]) -> str:
    """Return whether a side adds one more marker to a combat, and from which pool.

    Args:
        attack: The attack.
        side: Who is asked, attacker or defender.
        number: The how many-th of his markers it would be.
        keys: What may be answered.
    """
    situation = attack.situation
    better = _best_pool(situation, side, (key for key in keys if key.startswith(PLACE)))
    if not better:
        return PASS
    fires = [usual(situation, side) * count for count in (number - 1, number)]
    if side == situation.active:
        less, more = (gain(evolve(attack, attack_fire=fire)) for fire in fires)
    else:
        more, less = (gain(evolve(attack, defense_fire=fire)) for fire in fires)
    price = MARKER + danger(situation, side, attack.target)
    return better if more - less > price else PASS


def next_bombardment(situation: Situation, keys: Iterable[str]) -> str:
    """Return what is bombarded next: the best target that is worth it, else nothing."""
    side = situation.active
    kept = 2 * len(attacks_planned(situation)) + KEPT * (side == situation.sides[0])
    if len(situation.markers(side, pool=True)) < kept + ON_A_HEX:
        return END
    scored = {key: _hit(situation, key) for key in keys if key != END}
    best = max(scored, key=lambda key: (scored[key], key), default=END)
    return best if best != END and scored[best] > 0 else END


def one_more(situation: Situation, side: str, keys: Iterable[str]) -> str:
    """Return the marker that joins a bombardment: from the better pool."""
    return _best_pool(situation, side, (key for key in keys if key != GO)) or GO


def _hit(situation: Situation, key: str) -> float:
    """Return what the usual bombardment of a target is worth beyond its price, in steps."""
    label, _, what = key.partition(":")
    cell, side = situation.board.hex(label), situation.active
    laid = Laid(situation, cell, usual(situation, side) * ON_A_HEX, what == SITE)
    effects = assess_bombardment(laid).effects
    worth = sum(_effect(laid, effect) for effect in effects) / len(effects)
    return worth - ON_A_HEX * (MARKER + danger(situation, side, cell))


def _effect(laid: Laid, effect: str) -> float:
    """Return what one effect of a bombardment is worth, in steps."""
    situation = laid.situation
    there = situation.enemies_at(laid.target)
    if effect == FRIENDLY_FIRE:
        return -1
    if laid.site:
        return SITE_GONE * (effect == DESTROYED)
    if there and all(situation.ruleset.spared(situation, each, effect) for each in there):
        return 0
    if effect == "De":
        return sum(situation.roster.steps(piece) for piece in there)
    if effect not in {"D2", "D3"}:
        return 0
    return DRIVEN_OFF * (1 + matters(situation, situation.inactive, laid.target))


def danger(situation: Situation, side: str, cell: Hex) -> float:
    """Return what a marker drawn blind risks over a hex, by the missile sites that cover it."""
    rule, pool = situation.ruleset.sams, situation.markers(side, pool=True)
    if rule is None or not pool:
        return 0
    ready = [site for site in standing(situation) if site not in situation.fired]
    sites = sum(cell in envelope(situation, site) for site in ready)
    planes = sum(each.kind == AIRCRAFT and rule.concerns(each) for each in pool)
    through = (1 - rule.hits / DIE) ** sites
    return AIRCRAFT_LOST * (1 - through) * planes / len(pool)


def _best_pool(situation: Situation, side: str, keys: Iterable[str]) -> str:
    """Return the key that draws from the pool with the most in it, on the average."""
    known = pools(situation, side)
    means = {
        name: mean(each.value for each in markers) for name, markers in known.items() if markers
    }
    return max(keys, key=lambda key: (means.get(key.partition(":")[2], 0), key), default="")

"""Other rules to look at the same position by: the editions of the system, and single readings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.errors import RequestError, one_of, shown
from wargame.fire_and_movement.system import SYSTEM_V7, SYSTEM_V8
from wargame.fire_and_movement.zones import minds_every_zone, pays_everywhere

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.fire_and_movement.ruleset import Ruleset

OWN = "own"
"""The key of the rules that a position comes with."""


@frozen(eq=False)
class Variant:
    """Rules by which a position may be looked at.

    Args:
        key: The word for it in Python and in records.
        title: What a person reads.
        ruleset: The rules.
    """

    key: str
    title: str
    ruleset: Ruleset


def movement_variants(own: Ruleset) -> tuple[Variant, ...]:
    """Return the rules to compare movement by, those of the position first."""
    return (*_editions(own), *_single(own, _MOVEMENT))


def retreat_variants(own: Ruleset) -> tuple[Variant, ...]:
    """Return the rules to compare retreats by, those of the position first."""
    other = {"one": "each", "each": "one"}[own.stand_cost]
    payer = "every unit that stands pays" if other == "each" else "one unit pays for all that stand"
    stand = Variant("stand_cost", f"{own.title}, but {payer}", own.replace(stand_cost=other))
    return (*_editions(own), *_single(own, _RETREAT), stand)


def chosen(variants: tuple[Variant, ...], key: object) -> Variant:
    """Return the rules called *key*.

    Raises:
        RequestError: There are none.
    """
    known = {each.key: each for each in variants}
    if not isinstance(key, str) or key not in known:
        raise RequestError("rules", shown(key), one_of(known, str(key)))
    return known[key]


_MOVEMENT: tuple[tuple[str, object, str], ...] = (
    ("leg_halts_again", False, "a leg unit that left a zone does not stop in the next"),
    ("mobile_between_zones", False, "no mobile unit goes straight from zone to zone (FM-Q19)"),
    ("leaves_zone", pays_everywhere, "nobody leaves a zone for nothing"),
    ("ignores_zone", minds_every_zone, "every zone hinders everybody"),
)
_RETREAT: tuple[tuple[str, object, str], ...] = (
    ("direction_binds", False, "a retreat may end anywhere, nearer to a friendly edge or not"),
    ("displacement_chains", False, "who makes way pushes nobody (FM-Q15)"),
    ("dead_leave_a_path", False, "who dies retreating leaves no path (FM-Q17)"),
)
"""A rule, its value instead of the game's, and what that means; left out where it is so anyway."""


def _editions(own: Ruleset) -> Iterator[Variant]:
    yield Variant(OWN, f"{own.title} (in force)", own)
    for system in (SYSTEM_V8, SYSTEM_V7):
        if system.id == own.id:
            continue
        # the map and its chart stay: a system without them has no price for its ground
        rules = system.replace(
            costs=own.costs,
            prohibited=own.prohibited,
            hexside_lines=own.hexside_lines,
            bound=own.bound,
            friendly_edges=own.friendly_edges,
        )
        game = own.id not in {SYSTEM_V8.id, SYSTEM_V7.id}
        alone = ", without the game's exclusive rules" if game else ""
        yield Variant(system.id, f"{system.title}{alone}", rules)


def _single(own: Ruleset, changes: tuple[tuple[str, object, str], ...]) -> Iterator[Variant]:
    for name, value, says in changes:
        if getattr(own, name) != value:
            yield Variant(name, f"{own.title}, but {says}", own.replace(**{name: value}))

"""Other rules to look at the same position by: the editions of the system, and single readings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from wargame.core.errors import RequestError, one_of, shown
from wargame.fire_and_movement.differences import alternatives
from wargame.fire_and_movement.system import SYSTEM_V7, SYSTEM_V8

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.fire_and_movement.differences import Topic
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
    return (*_editions(own), *_single(own, "movement"))


def retreat_variants(own: Ruleset) -> tuple[Variant, ...]:
    """Return the rules to compare retreats by, those of the position first."""
    return (*_editions(own), *_single(own, "retreat"))


def chosen(variants: tuple[Variant, ...], key: object) -> Variant:
    """Return the rules called *key*.

    Raises:
        RequestError: There are none.
    """
    known = {each.key: each for each in variants}
    if not isinstance(key, str) or key not in known:
        raise RequestError("rules", shown(key), one_of(known, str(key)))
    return known[key]


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


def _single(own: Ruleset, topic: Topic) -> Iterator[Variant]:
    for each in alternatives(own, topic):
        yield Variant(each.field, f"{own.title}, but {each.but}", each.rules)

"""Battalions of a brigiment as they are counted: what they had, what is left of them (11.14.17)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import floor
from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, total
from wargame.core.ruling_views import value_text
from wargame.rifle_and_spade.column_roster import origin

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from wargame.rifle_and_spade.formations import Army
    from wargame.rifle_and_spade.state import Piece, Situation
    from wargame.rifle_and_spade.units import Roster, Steps

Body = tuple[str, str]
"""A battalion: the brigiment it belongs to by origin, and its name."""
HALF = Fraction(1, 2)


@lru_cache(maxsize=64)
def _originals(roster: Roster, army: Army) -> Mapping[Body, Steps]:
    by_size: dict[Body, dict[str, Steps]] = {}
    for unit in roster.units.values():
        if unit.rifle and unit.battalion:
            sizes = by_size.setdefault((origin(army, unit), unit.battalion), {})
            sizes[unit.size] = sizes.get(unit.size, 0) + unit.steps
    return {body: max(sizes.values()) for body, sizes in by_size.items()}


@implements("RS", "9.1.6")
def original_steps(situation: Situation, body: Body) -> Steps:
    """Return the rifle steps that a battalion began with.

    Its counters for smaller bodies stand for the same men, so the size of counter that makes the
    most of it tells: usually two half-battalions.
    """
    return _originals(situation.roster, situation.army).get(body, 0)


def steps_of(situation: Situation, pieces: Iterable[Piece]) -> dict[Body, Steps]:
    """Return the rifle steps that pieces have, by battalion."""
    found: dict[Body, Steps] = {}
    for piece in pieces:
        unit = situation.unit(piece)
        if unit.rifle:
            body = origin(situation.army, unit), unit.battalion
            found[body] = found.get(body, 0) + piece.steps
    return found


def left(situation: Situation, brigiment: str) -> dict[Body, Steps]:
    """Return the rifle steps on the map that a brigiment has, by battalion, guests included."""
    side = situation.army.brigiment(brigiment).side
    own = (each for each in situation.of(side) if situation.unit(each).brigiment == brigiment)
    return steps_of(situation, own)


@implements("RS", "11.14.17/1")
def worth(situation: Situation, body: Body, steps: Steps) -> Fraction:
    """Return what a battalion counts: one above half its steps, a half up to that, none without.

    Exactly half counts as the rule says, or by a switch of the ruleset as its example (RS-Q51).
    """
    if not steps:
        return Fraction(0)
    half = original_steps(situation, body) * HALF
    whole = steps > half or (steps == half and situation.ruleset.half_strength_counts_whole)
    return Fraction(1) if whole else HALF


def count(situation: Situation, steps: Mapping[Body, Steps]) -> Fraction:
    """Return how many battalions these make."""
    return sum((worth(situation, body, each) for body, each in steps.items()), Fraction(0))


@implements("RS", "11.14.17")
def maximum(situation: Situation, brigiment: str) -> int:
    """Return the maximum of officer points for the battalions that a brigiment has left."""
    formation = situation.army.brigiment(brigiment)
    first = len(formation.battalions) or 1
    whole = min(count(situation, left(situation, brigiment)) / first, Fraction(1))
    return floor(whole * formation.maximum)


def maximum_ruling(situation: Situation, brigiment: str) -> Ruling:
    """Return the maximum for the battalions that are left, battalion by battalion."""
    formation = situation.army.brigiment(brigiment)
    parts = []
    for body, steps in sorted(left(situation, brigiment).items()):
        said = f"{value_text(steps)} of {value_text(original_steps(situation, body))} rifle steps."
        amount = worth(situation, body, steps)
        parts.append(figure(body[1], amount, said, "RS 11.14.17/1", unit="battalions"))
    counted = total(
        "Battalions left", parts, "Above half its steps a battalion counts whole.",
        "RS 11.14.17/1", unit="battalions",
    )  # fmt: skip
    value = maximum(situation, brigiment)
    said = (
        f"Of {len(formation.battalions)} battalions with a maximum of {formation.maximum}; "
        "fractions dropped."
    )
    return finding("Maximum", value, said, "RS 11.14.17", parts=(counted,), unit="officer points")

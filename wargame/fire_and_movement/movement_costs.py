"""What a unit pays to enter a hex (5.2, 5.4, 6.1): the ground, the hexside, enemy zones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, refusal, total
from wargame.fire_and_movement.terrain_costs import (
    NEVER,
    Points,
    TerrainCosts,
    Ways,
    closed,
    in_points,
    points_words,
    row,
    terrain_cost,
    ways,
)
from wargame.fire_and_movement.zones import FORTIFICATION, Mover, mined, mover

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation

__all__ = [
    "NEVER",
    "Points",
    "TerrainCosts",
    "Ways",
    "closed",
    "entry_cost",
    "in_points",
    "passable",
    "price",
    "row",
    "step_cost",
    "step_price",
    "ways",
    "ways_of",
]


@implements("GAZA", "13.2")
def ways_of(moving: Mover, priced: Ways | None = None) -> Mapping[Hex, tuple[tuple[Hex, int], ...]]:
    """Return the priced steps that a unit may consider: all, or its railway only.

    Args:
        moving: The unit.
        priced: Its map, where whoever asks has it at hand.
    """
    rules = moving.situation.ruleset
    priced = priced or ways(moving.situation.board, rules)
    bound = rules.bound.get(moving.unit.kind)
    return priced.out if bound is None else priced.along(bound.link)


def passable(situation: Situation, here: Hex, there: Hex) -> bool:
    """Return whether the ground lets anybody go from a hex into an adjacent one."""
    return ways(situation.board, situation.ruleset).price(here, there) < NEVER


def price(situation: Situation, name: str, here: Hex, there: Hex) -> int:
    """Return what a unit pays from a hex into an adjacent one, in half points.

    Args:
        situation: The position.
        name: The unit; where it stands counts as where it began to move.
        here: The hex left.
        there: The hex entered.

    Returns:
        Half points; :data:`NEVER` where it may not go.
    """
    return step_price(mover(situation, name), here, there)


def step_price(moving: Mover, here: Hex, there: Hex) -> int:
    """Return the same for a unit that moves, which may be under way already."""
    ground = _ground_step(moving, here, there)
    if ground >= NEVER or there in moving.enemies:
        return NEVER
    return moving.price(here, there, ground)


def entry_cost(situation: Situation, name: str, here: Hex, there: Hex) -> Ruling:
    """Return what a unit pays from a hex into an adjacent one, part by part, in points.

    Args:
        situation: The position.
        name: The unit; where it stands counts as where it began to move.
        here: The hex left.
        there: The hex entered.

    Returns:
        A sum, or a refusal, or "not covered" where the chart has no price.
    """
    return step_cost(mover(situation, name), here, there)


@implements("FM8", "5.2/5", "5.2/8")
@implements("FM7", "5.2/3", "5.2/6")
@implements("GAZA", "13.2/1")
def step_cost(moving: Mover, here: Hex | None, there: Hex) -> Ruling:
    """Return what a step costs a unit that moves; *here* is None where it comes onto the map."""
    situation, rules = moving.situation, moving.situation.ruleset
    barred = _barred(moving, here, there)
    if barred is not None:
        return barred
    ground = terrain_cost(situation.board, rules, here, there)
    if not ground.allowed:
        return ground
    halves = _ground_price(moving, here, there)
    zone = moving.zone_part(here, there, halves)
    parts = (ground,) if zone is None else (ground, zone)
    said = f"{situation.board.label(there)} costs {moving.unit.name} this."
    return total("Movement cost", parts, said, rules.case("5.1/3"), unit="points")


def _ground_price(moving: Mover, here: Hex | None, there: Hex) -> int:
    if here is None:
        return ways(moving.situation.board, moving.situation.ruleset).ground[there]
    return _ground_step(moving, here, there)


def _ground_step(moving: Mover, here: Hex, there: Hex) -> int:
    return next((cost for cell, cost in ways_of(moving).get(here, ()) if cell == there), NEVER)


def _barred(moving: Mover, here: Hex | None, there: Hex) -> Ruling | None:
    """Return why a unit may not take a step at any price, if so."""
    situation, rules, unit = moving.situation, moving.situation.ruleset, moving.unit
    label = situation.board.label(there)
    if there in moving.enemies:
        who = ", ".join(
            situation.unit(each.unit).name
            for each in situation.at(there, situation.other(unit.side))
        )
        return refusal("Enemy hex", f"{who} in {label}: no unit enters.", rules.case("5.2/5"))
    bound = rules.bound.get(unit.kind)
    if bound and here and not situation.board.linked(bound.link, here, there):
        why = f"{unit.name} keeps to the {bound.link}; none leads into {label}."
        return refusal("Bound", why, *bound.cases)
    barred = closed(situation.board, rules, here, there)
    if barred is not None or here is None or there not in moving.zone:
        return barred
    return _zone_bars(moving, here, there)


def _zone_bars(moving: Mover, here: Hex, there: Hex) -> Ruling | None:
    situation, rules, unit = moving.situation, moving.situation.ruleset, moving.unit
    label, ground = situation.board.label(there), _ground_price(moving, here, there)
    if moving.price(here, there, ground) < NEVER:
        return None
    if not moving.commando and mined(situation, here, there):
        fort = FORTIFICATION in situation.board.cell(there).features
        what = "into a fortification" if fort else "over a minefield"
        why = f"{label}: from zone to zone no unit but commandos moves {what}."
        return refusal("Zone of control", why, rules.case("6.1/6"))
    if unit.mobile:
        why = f"{label}: these rules let no mobile unit go straight from zone to zone."
        return refusal("Zone of control", why, rules.case("6.1/5"))
    whole = points_words(moving.allowance)
    why = (
        f"{label}: a leg unit goes from zone to zone only as its first step, for its whole"
        f" allowance of {whole}, and where the terrain costs no more."
    )
    return refusal("Zone of control", why, rules.case("6.1/2"))

"""The way of a move (5.1): by hexes that its player names, or straight into the next hex.

A move is chosen by its end, and goes there the cheapest way. What it passes can matter: places that
it takes, missile sites that it overruns, mines. So a player may name a hex to pass, and another one
from there. Whoever names each next hex in turn can put together every path that the rules allow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wargame.core.ruling import Ruling, finding, refusal
from wargame.fire_and_movement.search import steps_from
from wargame.fire_and_movement.terrain_costs import points_text, points_words
from wargame.fire_and_movement.zones import halt_cases

if TYPE_CHECKING:
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.reach import Reach

STRAIGHT = "straight "
"""Before the hex in the key of a step into it where another way there costs no more."""


@frozen
class Leg:
    """A part of a move: to a hex that it is to pass.

    Args:
        cell: The hex.
        straight: Whether it comes there by one step, though another way is as cheap or cheaper.
    """

    cell: Hex
    straight: bool = False


def legs(found: Reach) -> tuple[Leg, ...]:
    """Return the ways on that a player may choose: from each of them the move can still end.

    Args:
        found: Where the unit can go from where it is.
    """
    ways = [
        Leg(cell)
        for cell, spent in found.spent.items()
        if cell != found.here and _goes_on(found, Leg(cell), spent)
    ]
    for cell, spent in found.straight.items():
        leg = Leg(cell, straight=True)
        if found.holds(cell) or _goes_on(found, leg, spent):
            ways.append(leg)
    return tuple(ways)


def any_leg(found: Reach) -> bool:
    """Return whether there are any, which is as a rule seen at the farthest end."""
    before, here = found.came_from, found.here
    return any(before.get(end, here) != here for end in reversed(found.ends)) or bool(legs(found))


def _goes_on(found: Reach, leg: Leg, spent: int) -> bool:
    """Return whether a move that has come to a hex may go on from there, and still end."""
    moving = evolve(found.mover, under_way=True)
    if moving.halts(leg.cell):
        return False
    left = moving.allowance - spent
    near = [cell for cell, cost in steps_from(moving, leg.cell) if cost <= left]
    if any(map(found.holds, near)):
        return True
    if not near:
        return False
    ahead = found.by(leg.cell, straight=leg.straight)  # friends stand all round
    return any(end != leg.cell for end in ahead.ends) or any(
        _and_back(ahead, cell) for cell in near
    )


def _and_back(ahead: Reach, cell: Hex) -> bool:
    """Return whether a move that steps into a hex may go on to an end, if only where it was."""
    straight = cell in ahead.straight
    return (straight or cell in ahead.spent) and bool(ahead.by(cell, straight=straight).ends)


def leg_named(found: Reach, key: str) -> Leg:
    """Return the part of a move that the key of an option means."""
    cell = found.mover.situation.board.hex(key.removeprefix(STRAIGHT))
    return Leg(cell, key.startswith(STRAIGHT))


def key_of(found: Reach, leg: Leg) -> str:
    """Return the key of its option."""
    return (STRAIGHT if leg.straight else "") + found.mover.situation.board.label(leg.cell)


def describe(found: Reach, leg: Leg) -> str:
    """Return what a person reads: the hex, and the points left there."""
    allowance = found.mover.allowance
    spent = (found.straight if leg.straight else found.spent)[leg.cell]
    left = f"{points_text(allowance - spent)} of {points_words(allowance)} left"
    how = "straight into" if leg.straight else "by way of"
    return f"{how} {found.mover.situation.board.describe(leg.cell)}; {left}"


def why_no_leg(found: Reach, cell: Hex) -> Ruling:
    """Return whether a move may pass a hex and go on to an end, and if not why.

    Args:
        found: Where the unit can go from where it is.
        cell: The hex.
    """
    moving, rules = found.mover, found.mover.situation.ruleset
    label, name = moving.situation.board.label(cell), moving.unit.name
    if cell == found.here:
        return refusal("Passing", f"{name} is in {label} already.", rules.case("5.1"))
    if cell not in found.spent:
        return found.why_not(cell)
    if _goes_on(found, Leg(cell), found.spent[cell]):
        cost = found.cost_ruling(cell)
        return finding("Passing", True, cost.sentence, *cost.cases, parts=(cost,))
    under_way = evolve(moving, under_way=True)
    if under_way.halts(cell):
        why = f"{name} stops in {label}, in an enemy zone: it does not pass."
        return refusal("Passing", why, *halt_cases(moving))
    left = points_words(found.left[cell])
    why = f"{name} has {left} left in {label}, and no move can go on from there and end."
    return refusal("Passing", why, *rules.cases("5.2/1", "5.2/3"))

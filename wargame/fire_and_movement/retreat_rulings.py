"""Retreats explained (8.3, 8.3.1): every way with the duty that ranks it, and why a way is shut."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from wargame.core.ruling import Ruling, figure, finding, refusal, skipped
from wargame.core.words import count
from wargame.fire_and_movement.direction import Duty, edges_of, towards_edge
from wargame.fire_and_movement.displacement import exit_key, exits, makes_way
from wargame.fire_and_movement.fallback import cannot_enter
from wargame.fire_and_movement.retreat import retreats

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.retreat import Retreats, Way
    from wargame.fire_and_movement.state import Situation

ELIMINATED, AFLOAT = "eliminated", "at sea"


def explained(found: Retreats) -> Ruling:
    """Return the ways of a retreat as a ruling.

    Its value is the ways the owner may choose from, each written as in a journal, or
    :data:`ELIMINATED`, or :data:`AFLOAT`. Its parts are these ways, those that give way to them
    (skipped, with the duty that ranks them lower), and the neighbouring hexes that are shut.
    """
    situation, rules, board = found.situation, found.situation.ruleset, found.situation.board
    unit = situation.unit(found.unit)
    label = f"Retreat of {unit.name}"
    shut = tuple(_shut(found))
    if found.afloat:
        said = f"{unit.name} is at sea; it loses a step instead of retreating there."
        return finding(label, AFLOAT, said, rules.case("8.3/8"))
    if found.doomed:
        said = f"{unit.name} cannot retreat one hex and is eliminated; the retreat counts."
        return finding(label, ELIMINATED, said, rules.case("8.3/2"), parts=shut)
    ways = [figure(way.key(board), True, *_said(found, way)) for way in found.open]
    below = [
        skipped(way.key(board), found.reason(way).sentence, *found.reason(way).cases)
        for way in found.outranked
    ]
    keys = tuple(way.key(board) for way in found.open)
    said = f"{unit.name} must go {found.hexes} from {board.label(found.start)}: {_sum(found)}"
    return finding(label, keys, said, rules.case("8.3"), parts=(*ways, *below, *shut))


def _sum(found: Retreats) -> str:
    if found.ways:
        return f"ways of the whole length open to it: {len(found.open)}."
    if found.crowded and found.short:
        return "a friend makes way, or it falls short and loses a step."
    if found.crowded:
        return "a friend makes way, or it loses a step where it is."
    return "it falls short and loses a step in the last hex."


def _said(found: Retreats, way: Way) -> tuple[str, *tuple[str, ...]]:
    """Return a sentence on a way that is open, and its cases."""
    situation, rules, board = found.situation, found.situation.ruleset, found.situation.board
    cases = [str(rules.case("8.3/4"))]
    said = "vacant hexes only" if not way.through else "through friends, as no vacant way is open"
    if way.crowded:
        names = ", ".join(
            situation.unit(name).name for name in makes_way(situation, found.unit, way.end)
        )
        said += f"; {names} in {board.label(way.end)} must make way"
        cases += map(str, rules.cases("8.3.1", "8.3.1/2"))
    if len(way.path) < found.hexes:
        said += f"; {_hexes(found.hexes - len(way.path))} short, which costs a step"
        cases.append(str(rules.case("8.3/9")))
    side = situation.unit(found.unit).side
    if found.duty is towards_edge and not rules.friendly_edges.get(side):
        return f"{said[:1].upper()}{said[1:]}.", *cases
    goal = f" ({edges_of(rules, side)})" if found.duty is towards_edge else ""
    said += f"; it ends {'' if way.nearer else 'not '}{found.aim}{goal}"
    cases += found.duty_cases
    return f"{said[:1].upper()}{said[1:]}.", *cases


def _hexes(number: int) -> str:
    return count(number, "hex", "hexes")


def _shut(found: Retreats) -> Iterator[Ruling]:
    """Yield for each neighbouring hex that is shut why it is."""
    situation = found.situation
    for there in found.start.neighbours():
        why = cannot_enter(situation, found.unit, found.start, there)
        if why is not None:
            label = f"Into {situation.board.label(there)}"
            yield skipped(label, f"{why.label}: {why.sentence}", *why.cases, value=False)


def may_retreat(
    situation: Situation,
    name: str,
    path: tuple[Hex, ...],
    hexes: int,
    *,
    duty: Duty = towards_edge,
) -> Ruling:
    """Return whether a unit may retreat by a way, and if not, why.

    Args:
        situation: The position.
        name: The unit.
        path: The hexes it would enter, in order.
        hexes: How far it must go.
        duty: The duty of direction.
    """
    found = retreats(situation, name, hexes, duty=duty)
    rules, board = situation.ruleset, situation.board
    label = f"Retreat of {situation.unit(name).name}"
    key = "-".join(map(board.label, path))
    for way in found.open:
        if way.path == path:
            return finding(label, key, *_said(found, way))
    for here, there in pairwise((found.start, *path)):
        if there not in here.neighbours():
            said = f"{board.label(there)} does not touch {board.label(here)}."
            return refusal(label, said, rules.case("8.3"))
        why = cannot_enter(situation, name, here, there)
        if why is not None:
            return refusal(label, why.sentence, *why.cases)
    for way in found.outranked:
        if way.path == path:
            return refusal(label, found.reason(way).sentence, *found.reason(way).cases)
    return refusal(label, *_unfit(found, path))


def _unfit(found: Retreats, path: tuple[Hex, ...]) -> tuple[str, *tuple[str, ...]]:
    """Return why a way through open hexes is none, and the cases."""
    rules, board = found.situation.ruleset, found.situation.board
    ways = ", ".join(way.key(board) for way in found.open) or "none"
    away = path[-1].distance(found.start) if path else 0
    if away != len(path) or len(path) != found.hexes:
        said = (
            f"It ends {_hexes(away)} away after {len(path)}; it must end {found.hexes} away if it"
            f" can. Open: {ways}."
        )
        return said, str(rules.case("8.3/9"))
    where = board.label(path[-1])
    said = f"There is no room in {where}, and nobody may make way there. Open: {ways}."
    return said, *map(str, rules.cases("8.3.1/2", "8.3.1/3", "8.3.1/6"))


def displacement(situation: Situation, name: str, retreating: str) -> Ruling:
    """Return where a unit may be displaced to by a retreat that ends in its hex.

    Its value is the hexes, each with the friend that makes way there in turn, if any.

    Args:
        situation: The position.
        name: The unit that makes way.
        retreating: The unit that comes into its hex.
    """
    rules, here = situation.ruleset, situation.piece(name).at
    unit = situation.unit(name)
    taboo = frozenset({here, situation.piece(retreating).at})
    keys = tuple(exit_key(situation, way) for way in exits(situation, name, taboo))
    label = f"Displacement of {unit.name}"
    shut = [
        skipped(f"Into {situation.board.label(there)}", why.sentence, *why.cases, value=False)
        for there in here.neighbours()
        if (why := cannot_enter(situation, name, here, there)) is not None
    ]
    if not keys:
        said = f"{unit.name} has nowhere to go, so it cannot be displaced."
        return refusal(label, said, *rules.cases("8.3.1/3", "8.3.1/6"), allowed=shut)
    said = f"{unit.name} may go to {', '.join(keys)}: one hex, as if it retreated."
    return finding(label, keys, said, *rules.cases("8.3.1", "8.3.1/3", "8.3.1/5"), parts=shut)

"""Setting a game up (3.0): who begins, who stands where, who comes later, how much support."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, total
from wargame.fire_and_movement.allotment import Track, due, pool_of

if TYPE_CHECKING:
    from wargame.fire_and_movement.scenario import Scenario
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Marker


@implements("FM8", "3.0", "3.0/1")
@implements("FM7", "3.0", "3.0/1")
def set_up(scenario: Scenario, track: Track | None = None) -> Ruling:
    """Return how a scenario is set up, side by side, the first player first.

    Args:
        scenario: The scenario; the exclusive rules of its game stand in its files.
        track: Its turn track, where it has one.
    """
    situation = scenario.situation
    rules, setup = situation.ruleset, scenario.setup
    said = f"{setup.active} plays first, from {setup.turn}."
    first = figure("First player", setup.active, said, rules.case("3.0/1"))
    parts = [first]
    for side in situation.sides:
        parts += [on_the_map(situation, side), later(situation, side)]
        if track is not None:
            parts.append(support(situation, side, track))
    title = setup.title
    return finding("Set-up", title, f"{title} as it begins.", rules.case("3.0"), parts=parts)


@implements("FM8", "3.0/2")
@implements("FM7", "3.0/2")
def on_the_map(situation: Situation, side: str) -> Ruling:
    """Return the units of a side that begin on the map, with their hexes."""
    board, case = situation.board, situation.ruleset.case("3.0/2")
    pieces = situation.of(side)
    parts = [
        figure(situation.unit(piece.unit).name, 1, f"In {board.label(piece.at)}.", unit="units")
        for piece in pieces
    ]
    return total(f"{side} on the map", parts, "Each in its hex.", case, unit="units")


@implements("FM8", "3.0/3")
@implements("FM7", "3.0/3")
def later(situation: Situation, side: str) -> Ruling:
    """Return the units and markers of a side that are kept aside until they come on.

    Units that others turn into by their losses do not count: they never come by themselves.
    """
    roster, case = situation.roster, situation.ruleset.case("3.0/3")
    boxes = {each.id: each.box for each in situation.waiting}
    units = [each for each in roster.units.values() if each.side == side]
    here = {piece.unit for piece in situation.pieces} | {each.successor for each in units}
    fire = [each for each in roster.markers.values() if each.side == side]
    off = [
        *((each.id, each.name) for each in units if each.id not in here),
        *((each.id, each.name or f"+{each.value}") for each in fire if _is_off(situation, each)),
    ]
    parts = [
        figure(
            name, 1, f"In the box {boxes[key]}." if key in boxes else "Kept aside.", unit="pieces"
        )
        for key, name in off
    ]
    return total(f"{side} waiting", parts, "They come in later.", case, unit="pieces")


def _is_off(situation: Situation, marker: Marker) -> bool:
    return marker.id not in situation.ready and marker.id not in situation.gone


@implements("FM8", "3.0/4")
@implements("FM7", "3.0/4")
def support(situation: Situation, side: str, track: Track) -> Ruling:
    """Return how many markers, not points, the turn track gives a side in the first turn."""
    rules, pool = situation.ruleset, len(pool_of(situation, side))
    first = side == situation.sides[0]
    ruling = due(rules, track, situation.turn, pool, first_player=first)
    said = f"{ruling.sentence} The number counts markers, whatever their values."
    case = rules.case("3.0/4")
    return finding(
        f"{side} support fire", ruling.value, said, case, parts=(ruling,), unit="markers"
    )

"""Movement by rail (Gaza 15.0): one Central Powers unit in a movement phase, any distance."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding, refusal
from wargame.fire_and_movement.reach import room
from wargame.fire_and_movement.terrain_costs import ways
from wargame.fire_and_movement.zones import zone_against

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wargame.core.grid import Hex
    from wargame.fire_and_movement.ruleset import RailRule
    from wargame.fire_and_movement.state import Situation


@implements("GAZA", "15.0", "15.0/2")
def may_rail(situation: Situation, name: str, used_by: str = "") -> Ruling:
    """Return whether a unit may move by rail where it stands.

    The Central Powers player is meant, so German units ride too (FM-Q37).

    Args:
        situation: The position.
        name: The unit.
        used_by: The unit that has moved by rail in this phase already, if any.
    """
    rule, unit, piece = situation.ruleset.rail, situation.unit(name), situation.piece(name)
    label = situation.board.label(piece.at)
    if rule is None or unit.side != rule.side:
        why = f"{unit.name}: these rules move no {unit.side} unit by rail."
        return refusal("Rail movement", why, *(("GAZA 15.0",) if rule else ("GAZA 15.0/5",)))
    if used_by:
        why = f"{situation.unit(used_by).name} has used the railway; one unit may in a phase."
        return refusal("Rail movement", why, "GAZA 15.0")
    if piece.at not in ways(situation.board, situation.ruleset).along(rule.link):
        why = f"{unit.name} stands in {label}, which is no {rule.link} hex."
        return refusal("Rail movement", why, "GAZA 15.0/2")
    if rule.shut in situation.board.cell(piece.at).features:
        why = f"{label} is not on the Turkish side of the wadi."
        return refusal("Rail movement", why, "GAZA 15.0/3")
    if piece.at in zone_against(situation, name):
        why = f"{label} lies in an enemy zone of control; rail movement begins outside."
        return refusal("Rail movement", why, "GAZA 15.0/2")
    said = f"{unit.name} may move by rail from {label}."
    return finding("Rail movement", True, said, "GAZA 15.0", "GAZA 15.0/2")


@implements("GAZA", "15.0/3", "15.0/4")
def rail_lines(situation: Situation, name: str) -> Mapping[Hex, Hex]:
    """Return the hexes that a unit may pass by rail, each with the hex before it.

    It runs over contiguous railroad hexes on the Turkish side of the wadi and enters neither enemy
    zones nor enemy hexes; how far does not matter.
    """
    rule = situation.ruleset.rail
    if rule is None:
        return {}
    start, side = situation.piece(name).at, situation.unit(name).side
    zone = zone_against(situation, name)
    shut = zone | {each.at for each in situation.of(situation.other(side))}
    came: dict[Hex, Hex] = {}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        for there in _next(situation, rule, here):
            if there != start and there not in came and there not in shut:
                came[there] = here
                queue.append(there)
    return came


def _next(situation: Situation, rule: RailRule, here: Hex) -> Iterator[Hex]:
    cells = situation.board.cells
    for there, _ in ways(situation.board, situation.ruleset).along(rule.link).get(here, ()):
        if rule.shut not in cells[there].features:
            yield there


def rail_ends(situation: Situation, name: str, used_by: str = "") -> tuple[Hex, ...]:
    """Return the hexes in which a unit may end a move by rail, nearest first."""
    rule = situation.ruleset.rail
    if rule is None or situation.unit(name).side != rule.side or used_by:
        return ()
    if not may_rail(situation, name).allowed:
        return ()
    return tuple(
        cell for cell in rail_lines(situation, name) if room(situation, name, cell).allowed
    )


def rail_path(situation: Situation, name: str, end: Hex) -> tuple[Hex, ...]:
    """Return the way by rail to a hex, both ends included; empty when there is none."""
    came = rail_lines(situation, name)
    if end not in came:
        return ()
    way = [end]
    while way[-1] in came:
        way.append(came[way[-1]])
    return tuple(reversed(way))


def rail_ruling(situation: Situation, name: str, end: Hex, used_by: str = "") -> Ruling:
    """Return whether a unit may go by rail to a hex, and if not why."""
    may = may_rail(situation, name, used_by)
    if not may.allowed:
        return may
    label, unit = situation.board.label(end), situation.unit(name)
    if end == situation.piece(name).at:
        return refusal("Rail movement", f"{unit.name} stands in {label}.", "GAZA 15.0")
    if not rail_path(situation, name, end):
        why = (
            f"No open line leads {unit.name} to {label}: it keeps to railroad hexes on the Turkish"
            " side of the wadi, outside enemy zones."
        )
        return refusal("Rail movement", why, "GAZA 15.0/3", "GAZA 15.0/4")
    space = room(situation, name, end)
    if not space.allowed:
        return refusal("Rail movement", space.sentence, *space.cases, allowed=(may, space))
    said = f"{unit.name} goes by rail to {label}."
    return finding("Rail movement", True, said, "GAZA 15.0", "GAZA 15.0/3", parts=(may, space))

"""Supply (20): lines from headquarters to a source, and what lacking one does.

What it does to morale and to commanded fire stands where those are worked out (20.2.2, 20.2.3).
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, automatic, figure, finding, refusal, skipped
from wargame.rifle_and_spade import officer_points
from wargame.rifle_and_spade.costs import NEVER, ways
from wargame.rifle_and_spade.hiding import close_terrain
from wargame.rifle_and_spade.isolation import headquarters_hex
from wargame.rifle_and_spade.ruleset import TURNS_A_DAY

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.rifle_and_spade.state import Piece, Situation

    Sources = Mapping[str, Collection[Hex]]


def is_check(turn: int) -> bool:
    """Return whether supply is checked for all on a game turn: the one from 8 pm to midnight."""
    return turn % TURNS_A_DAY == TURNS_A_DAY - 1


# ---- lines


@implements("RS", "20.1")
def barred_hexes(situation: Situation, side: str) -> frozenset[Hex]:
    """Return the hexes that a supply line of a side may not touch.

    Those with enemies, and those beside them that are not close terrain. Friends do not help.
    """
    foes, ground = situation.occupied[situation.other(side)], situation.ground
    cells = ground.board.cells
    beside = {
        there
        for foe in foes
        for there in foe.neighbours()
        if there in cells and not close_terrain(ground, there)
    }
    return frozenset(beside | foes)


@implements("RS", "20.1", "20.1.2")
def path(
    situation: Situation, start: Hex, ends: Collection[Hex], side: str, *, beside: bool = False
) -> tuple[Hex, ...]:
    """Return the shortest supply line from a hex to one of several, both included; or nothing.

    Args:
        situation: The position.
        start: The hex it starts from.
        ends: The hexes that will do.
        side: Whose line it is.
        beside: Whether the start may be beside enemies, as for independent units.
    """
    barred = barred_hexes(situation, side)
    if start in barred and not beside:
        return ()
    table, board = ways(situation.ground, situation.shelf), situation.board
    came: dict[Hex, Hex] = {start: start}
    queue = deque([start])
    while queue:
        here = queue.popleft()
        if here in ends:
            return _back(came, here)
        for there in board.neighbours(here):
            if there in came or there in barred:
                continue
            edge = table.edge(here, there)
            if min(edge.foot, edge.road) < NEVER:
                came[there] = here
                queue.append(there)
    return ()


def _back(came: Mapping[Hex, Hex], end: Hex) -> tuple[Hex, ...]:
    found = [end]
    while came[found[-1]] != found[-1]:
        found.append(came[found[-1]])
    return tuple(reversed(found))


@implements("RS", "20.1", "20.1.1")
def supply_line(situation: Situation, brigiment: str, sources: Sources) -> Ruling:
    """Return whether the headquarters of a brigiment has a supply line, with the hexes of it.

    Args:
        situation: The position.
        brigiment: Whose.
        sources: For each side the hexes that are its supply sources; a side without any is never
            checked, since the scenario names none.
    """
    label, side = f"Supply of {brigiment}", situation.army.brigiment(brigiment).side
    start = headquarters_hex(situation, brigiment)
    if side not in sources:
        said = f"The scenario names no supply source of the {side}."
        return automatic(label, True, said, "RS 20.1.1")
    if start is None:
        said = f"The headquarters of {brigiment} is not on the map."
        return skipped(label, said, "RS 20.1", value=True)
    return _traced(situation, label, path(situation, start, sources[side], side))


def _traced(situation: Situation, label: str, line: tuple[Hex, ...]) -> Ruling:
    if not line:
        why = "Enemies, open hexes beside them or ground that nobody crosses cut every line."
        return refusal(label, why, "RS 20.1")
    printed = tuple(map(situation.board.label, line))
    parts = (figure("Supply line", printed, f"{' - '.join(printed)}.", "RS 20.1"),)
    said = f"In supply, from {printed[-1]}."
    return finding(label, True, said, "RS 20.1", parts=parts)


@implements("RS", "20.1.2")
def independent_supply(situation: Situation, unit: str, sources: Sources) -> Ruling:
    """Return whether an independent unit has a supply line to a headquarters that is in supply."""
    piece = situation.piece(unit)
    label, side = f"Supply of {unit}", situation.side(piece)
    if side not in sources:
        said = f"The scenario names no supply source of the {side}."
        return automatic(label, True, said, "RS 20.1.1")
    ends = supplied_headquarters(situation, side)
    line = path(situation, piece.at, ends, side, beside=True)
    if line:
        return _traced(situation, label, line)
    why = "No line leads to a headquarters that is in supply."
    return refusal(label, why, "RS 20.1.2")


def supplied_headquarters(situation: Situation, side: str) -> frozenset[Hex]:
    """Return where the headquarters of a side are that are in supply."""
    found = (
        headquarters_hex(situation, command.brigiment)
        for command in situation.commands
        if not command.out_of_supply and situation.army.brigiment(command.brigiment).side == side
    )
    return frozenset(at for at in found if at is not None)


# ---- the phase


@implements("RS", "2.0/2", "2.0/2a", "2.0/2b", "20.1", "20.1.3")
def supply_phase(situation: Situation, sources: Sources) -> tuple[Situation, tuple[Ruling, ...]]:
    """Return the situation after the Supply Phase, with what has changed.

    From 8 pm to midnight every brigiment is checked, on other turns those out of supply alone.
    """
    told, changed = [], []
    everybody = is_check(situation.turn)
    for command in situation.commands:
        if not (everybody or command.out_of_supply):
            continue
        ruling = supply_line(situation, command.brigiment, sources)
        lacks = not ruling.allowed
        if lacks != command.out_of_supply:
            changed.append(evolve(command, out_of_supply=lacks))
            told.append(ruling)
    if changed:
        situation = situation.with_command(*changed)
    return starved(situation, told)


@implements("RS", "20.2.1")
def starved(situation: Situation, told: Iterable[Ruling]) -> tuple[Situation, tuple[Ruling, ...]]:
    """Take an officer point a battalion from those out of supply, on the one turn that costs them.

    Those who wait to be released have no officer points yet (10.1.4), and lose none.

    The print names a turn that there is not; by RS-Q85 it is the one from 8 pm, after the check,
    and by a switch of the ruleset the one from midnight.
    """
    said = list(told)
    at_midnight = situation.ruleset.starved_at_midnight
    due = situation.turn % TURNS_A_DAY == (0 if at_midnight else TURNS_A_DAY - 1)
    for command in situation.commands if due else ():
        if command.out_of_supply and command.released:
            ruling = starving(situation, command.brigiment)
            assert isinstance(ruling.value, int)  # noqa: S101 - officer points are whole here
            situation = officer_points.with_points(situation, command.brigiment, ruling.value)
            said.append(ruling)
    return situation, tuple(said)


@implements("RS", "20.2.1")
def starving(situation: Situation, brigiment: str) -> Ruling:
    """Return the officer points that a brigiment out of supply is left with at night."""
    had = officer_points.points_of(situation, brigiment)
    there = officer_points.battalions_left(situation, brigiment)
    parts = (
        figure("Before", had, f"What {brigiment} had.", "RS 10.1.1"),
        figure("Battalions", len(there), f"{', '.join(there) or 'None'}.", "RS 20.2.1"),
    )
    left = max(had - len(there), 0)
    said = f"Out of supply: one point less for each of {len(there)} battalions."
    label = f"Officer points of {brigiment}"
    return finding(label, left, said, "RS 20.2.1", parts=parts, unit=officer_points.UNIT)


@implements("RS", "20.1.2", "20.1.3")
def mark_independents(situation: Situation, sources: Sources) -> Situation:
    """Return the situation with independent units marked that are out of supply.

    As with brigiments all are asked from 8 pm to midnight, else those that lack it alone.

    Args:
        situation: The position, with the brigiments' supply settled.
        sources: The supply sources.
    """
    everybody = is_check(situation.turn)
    changed = []
    for piece in situation.pieces:
        if situation.unit(piece).brigiment or not (everybody or piece.unsupplied):
            continue
        known = situation.side(piece) in sources
        lacks = known and not independent_supply(situation, piece.unit, sources).allowed
        if lacks != piece.unsupplied:
            changed.append(evolve(piece, unsupplied=lacks))
    return situation.replace_pieces(*changed) if changed else situation


# ---- what it does


@implements("RS", "20.2")
def out_of_supply(situation: Situation, piece: Piece) -> bool:
    """Return whether a unit is out of supply: with its brigiment, or by itself."""
    command = situation.commanded(piece)
    return piece.unsupplied if command is None else command.out_of_supply


@implements("RS", "20.2.4")
def keeping_shots(situation: Situation) -> dict[str, int]:
    """Return the artillery that does not forget its shoots at the end of a turn, with how many."""
    return {
        piece.unit: piece.shots
        for piece in situation.pieces
        if piece.shots and out_of_supply(situation, piece)
    }

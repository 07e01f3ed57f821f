"""Flying columns (9.5): founded from isolated units in an emergency, or given by the scenario.

A column is a brigiment while it lasts. Both things that can happen in the Formation Adjustment
Segment are here: units go home to their own brigiment, and isolated units found a new column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure, finding, refusal
from wargame.rifle_and_spade import column_founding, column_rejoining, messaging
from wargame.rifle_and_spade.column_founding import (
    class_of,
    free_name,
    known_brigiments,
    row_text,
)
from wargame.rifle_and_spade.column_roster import organic

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.state import Piece, Situation

END = "end"
CASES = ("RS 9.5", "RS 2.0/3b")


# ---- who may found a column, and who joins


@implements("RS", "9.5.2")
def may_found(situation: Situation, unit: str) -> Ruling:
    """Return whether a unit may serve as the headquarters of an emergency flying column.

    Any isolated infantry unit of a released brigiment may. The parts say who joins it, who else
    could, and which row of the display the column would use before any of those do.
    """
    label, piece = f"Column of {unit}", situation.piece(unit)
    counter = situation.unit(piece)
    command = situation.commanded(piece)
    if command is None:
        return refusal(label, f"{unit} belongs to no brigiment under orders.", "RS 9.5.2")
    if not command.released:
        why = f"{command.brigiment} has not been released."
        return refusal(label, why, "RS 9.5.2", "RS 15.1.2")
    if not counter.infantry:
        return refusal(label, "Only infantry founds a column.", "RS 9.5.2")
    if not piece.isolated:
        return refusal(label, f"{unit} is not isolated.", "RS 9.5.2", "RS 9.3.2")
    if not free_name(situation):
        return refusal(label, "Every marker for a flying column is in use.", "RS 9.5.5")
    must, others = joining(situation, unit), volunteers(situation, unit)
    row = row_text(situation, must, class_of(situation, known_brigiments(situation, must)))
    parts = (
        figure("Must join", must, f"{', '.join(must)}.", "RS 9.5.2"),
        figure("May join", others, f"{', '.join(others) or 'nobody'}.", "RS 9.5.2"),
        figure("Row", row, f"{row} without any who may join.", "RS 9.5.3", "RS 9.5.5"),
    )
    said = f"{unit} may found {free_name(situation)}."
    return finding(label, True, said, "RS 9.5.2", parts=parts)


def joining(situation: Situation, unit: str) -> tuple[str, ...]:
    """Return who must join a column that a unit founds, itself included (9.5.2).

    All isolated units of its brigiment that a message from it reaches.
    """
    piece = situation.piece(unit)
    brigiment, side = situation.unit(piece).brigiment, situation.side(piece)
    near = messaging.reached(situation, piece.at, side, brigiment)
    return tuple(
        each.unit
        for each in situation.of(side)
        if each.isolated and each.at in near and situation.unit(each).brigiment == brigiment
    )


def volunteers(situation: Situation, unit: str) -> tuple[str, ...]:
    """Return the isolated units of other brigiments that may join a column that a unit founds.

    They must be in messaging range of it by some chain of friends (our reading): further off they
    would be isolated from the column as well.
    """
    piece = situation.piece(unit)
    brigiment, side = situation.unit(piece).brigiment, situation.side(piece)
    near = messaging.reached(situation, piece.at, side)
    return tuple(
        each.unit
        for each in situation.of(side)
        if each.isolated
        and each.at in near
        and situation.unit(each).brigiment != brigiment
        and (command := situation.commanded(each)) is not None
        and command.released
    )


# ---- the Formation Adjustment Segment


@implements("RS", "9.5", "9.5.2", "9.5.6", "2.0/3b")
def formation_adjustment(situation: Situation, side: str) -> Generator[Step, Any, Situation]:
    """Let a side send units home and found columns until it has done; return the situation after.

    Nothing is asked of a side that can do neither.
    """
    while True:
        listed = {**_homeward(situation, side), **_foundings(situation, side)}
        if not listed:
            return situation
        options = [Option(END, "as they are"), *listed.values()]
        purpose = f"Formation adjustment of {side}"
        option: Option = yield Choice(side, purpose, options, CASES, position=situation)
        if option.key == END:
            return situation
        word, _, rest = option.key.partition(" ")
        if word == "found":
            names = yield from gathered(situation, rest)
            situation = yield from column_founding.found(situation, rest, names)
        else:
            column, _, body = rest.partition(": ")
            names = column_rejoining.homecomers(situation, column)[body]
            situation = yield from column_rejoining.rejoin(situation, column, names)


def _homeward(situation: Situation, side: str) -> dict[str, Option]:
    found = {}
    for column in columns(situation, side):
        for body, names in column_rejoining.homecomers(situation, column).items():
            key = f"rejoin {column}: {body}"
            home = organic(situation, names[0])
            found[key] = Option(key, f"{', '.join(names)} of {column} go back to {home}")
    return found


def _foundings(situation: Situation, side: str) -> dict[str, Option]:
    found = {}
    for piece in situation.of(side):
        if piece.isolated and may_found(situation, piece.unit).allowed:
            key = f"found {piece.unit}"
            where = situation.board.label(piece.at)
            found[key] = Option(key, f"a flying column under {piece.unit} in {where}")
    return found


def gathered(situation: Situation, unit: str) -> Generator[Step, Any, tuple[str, ...]]:
    """Ask which isolated units of other brigiments join, one after the other."""
    names, left = joining(situation, unit), list(volunteers(situation, unit))
    while left:
        options = [Option(END, "nobody else"), *(Option(name, f"{name} joins") for name in left)]
        side = situation.unit(unit).side
        purpose = f"Who joins the column of {unit}"
        option: Option = yield Choice(side, purpose, options, ("RS 9.5.2",), position=situation)
        if option.key == END:
            break
        left.remove(option.key)
        names = (*names, option.key)
    return names


def columns(situation: Situation, side: str) -> tuple[str, ...]:
    """Return the flying columns of a side that are in play."""
    return tuple(
        each.brigiment
        for each in situation.commands
        if (formation := situation.army.brigiment(each.brigiment)).column and formation.side == side
    )


# ---- what a column is made of


@implements("RS", "9.5.1", "9.1.5", "9.8.3")
def column_ruling(situation: Situation, column: str) -> Ruling:
    """Return how many battalions a flying column has on the map, and whose they are by origin.

    Raises:
        RequestError: There is no such brigiment.
    """
    formation = situation.army.brigiment(column)
    label = f"Battalions of {column}"
    if not formation.column:
        return refusal(label, f"{column} is no flying column.", "RS 9.5")
    bodies: dict[tuple[str, str], list[Piece]] = {}
    for piece in situation.of(formation.side):
        unit = situation.unit(piece)
        if unit.brigiment == column and unit.arm != "headquarters":
            home = organic(situation, piece.unit)
            bodies.setdefault((unit.battalion or unit.id, home), []).append(piece)
    parts = []
    for (battalion, home), pieces in sorted(bodies.items()):
        names = ", ".join(piece.unit for piece in pieces)
        said = f"{names}, by origin of {home or 'no brigiment here'}."
        parts.append(figure(battalion, home, said, "RS 9.5.1"))
    homes = {home for _, home in bodies if home}
    said = f"{len(bodies)} of {len(homes)} brigiments; they act as one."
    return finding(label, len(bodies), said, "RS 9.5", "RS 9.5.1", parts=parts, unit="battalions")

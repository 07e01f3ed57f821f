"""The command cups (2.1 to 2.4): who pulls the next chit, and which brigiment it calls up.

A chit lies in its side's cup while its brigiment may still be activated this turn. What comes out
is chance and choice together; the exact chances stand in :mod:`~wargame.rifle_and_spade.cup_odds`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Band, Choice, Option, Roll, bands_of
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, automatic, figure, finding, skipped
from wargame.rifle_and_spade import initiative_table
from wargame.rifle_and_spade.dice import TEN, d10

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.state import Situation

NOBODY: frozenset[str] = frozenset()
CHOOSES, AT_RANDOM = "chooses", "pulls at random"
TIE = initiative_table.TIE


# ---- what is in the cups


@implements("RS", "15.1.5", "2.1.1", "3.5.1")
def why_out(situation: Situation, command: Command, loose: frozenset[str]) -> tuple[str, str]:
    """Return why a brigiment has no chit in the cup, with the case; empty where it has one."""
    name = command.brigiment
    units = situation.roster.units
    counted = any(units[each].brigiment == name for each in loose)
    if not counted and all(units[piece.unit].brigiment != name for piece in situation.pieces):
        return f"No unit of {name} is on the map.", "RS 15.1.5"
    if not command.released and not counted:
        return f"{name} has not been released.", "RS 2.1.1"
    if command.activated:
        return f"{name} has been activated this turn.", "RS 2.2.2"
    return "", ""


@implements("RS", "2.1", "2.2.2")
def chits(situation: Situation, side: str, loose: frozenset[str] = NOBODY) -> tuple[str, ...]:
    """Return the brigiments whose chits are in a side's cup.

    A brigiment that is released in the course of a turn joins the cup at once, as 15.1.5 has it:
    its units "may be activated" under the order that they have (101.7.4).

    Args:
        situation: The position.
        side: The side.
        loose: Units that bring a chit into the cup by themselves: released while their brigiment
            waits (101.7.4), or due at the edge of the map (15.1.5).
    """
    brigiments = situation.army.brigiments
    return tuple(
        command.brigiment
        for command in situation.commands
        if not command.activated
        and brigiments[command.brigiment].side == side
        and not why_out(situation, command, loose)[0]
    )


def cups(
    situation: Situation, loose: frozenset[str] = NOBODY
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the chits of both sides, in the order of :attr:`Situation.sides`."""
    first, second = situation.sides
    return chits(situation, first, loose), chits(situation, second, loose)


@implements("RS", "2.0/3f", "2.1")
def load(situation: Situation) -> Situation:
    """Return the situation with all chits back in the cups, at the start of the activations."""
    fresh = [evolve(each, activated=False) for each in situation.commands if each.activated]
    situation = situation.with_command(*fresh) if fresh else situation
    return evolve(situation, last_chit="") if situation.last_chit else situation


@implements("RS", "2.1", "2.1.1", "15.1.5")
def cup_ruling(situation: Situation, side: str, loose: frozenset[str] = NOBODY) -> Ruling:
    """Return which chits are in a side's cup, and why the others are not."""
    parts = []
    for command in situation.commands:
        if situation.army.brigiment(command.brigiment).side != side:
            continue
        why, case = why_out(situation, command, loose)
        name = command.brigiment
        if why:
            parts.append(skipped(name, why, case, value=name))
        else:
            parts.append(figure(name, name, f"{name} may be called up.", "RS 2.1"))
    inside = tuple(part.label for part in parts if part.counts)
    said = f"{len(inside)} of {len(parts)} chits: {', '.join(inside) or 'none'}."
    return finding(f"Cup of the {side}", inside, said, "RS 2.1", parts=parts)


# ---- who pulls the next chit


@implements("RS", "2.0/4a", "2.2/1", "2.3", "2.3.2", "2.3.3", "2.3.4", "2.2")
def initiative_segment(
    situation: Situation, loose: frozenset[str] = NOBODY, first: str = ""
) -> Generator[Step, Any, str]:
    """Settle who is active: return the side that pulls the next chit.

    By RS-Q06 the lower result wins, and the winner says which side pulls; by a switch of the
    ruleset the winner pulls. A tie goes straight to the side that did not pull last.

    Args:
        situation: The position; both cups must not be empty.
        loose: Units that bring a chit in by themselves.
        first: The side that a scenario names for the first pull of this turn.
    """
    decided = without_roll(situation, loose, first)
    if decided is not None:
        yield decided
        return str(decided.value)
    while True:
        rolls = yield from _dice(situation)
        won = initiative_table.winner(situation, rolls)
        yield won
        if won.value != TIE:
            break
    winner = str(won.value)
    tied = won.cases[0].number == "2.3.2"
    if tied or not situation.ruleset.winner_names_the_side:
        return winner
    other = situation.other(winner)
    options = (Option(winner, "pull the next chit"), Option(other, f"let the {other} pull it"))
    purpose = f"{winner} has the initiative: who pulls the next chit"
    answer: Option = yield Choice(winner, purpose, options, ("RS 2.3",), position=situation)
    return answer.key


def without_roll(
    situation: Situation, loose: frozenset[str] = NOBODY, first: str = ""
) -> Ruling | None:
    """Return who is active where no die is thrown for it; None where dice decide."""
    filled = dict(zip(situation.sides, cups(situation, loose), strict=True))
    label = "Initiative"
    for side, inside in filled.items():
        if not inside:
            other = situation.other(side)
            said = f"The {side} has no brigiment left to activate."
            return automatic(label, other, said, "RS 2.3.3")
    if first and not situation.last_chit:
        return automatic(label, first, "The scenario names who comes first.", "RS 2.3.4")
    return None


def _dice(situation: Situation) -> Generator[Step, Any, tuple[int, int]]:
    """Throw a die for each side; of the second only what it decides is told apart."""
    one, other = situation.sides
    drms = [_points(initiative_table.initiative_drm(situation, side)) for side in situation.sides]
    purpose = "Initiative: die of the {}"
    faces = bands_of([str(face) for face in range(TEN)], first=0)
    roll = d10(purpose.format(one), faces, "RS 2.3")
    first: Band = yield evolve(roll, position=situation)
    face = int(first.outcome)
    outcomes = [_compared(face + drms[0], n + drms[1], one, other) for n in range(TEN)]
    roll = d10(purpose.format(other), bands_of(outcomes, first=0), "RS 2.3")
    second: Band = yield evolve(roll, position=situation)
    return face, second.low


def _compared(mine: int, theirs: int, one: str, other: str) -> str:
    if mine == theirs:
        return "tie"
    return one if mine < theirs else other


def _points(ruling: Ruling) -> int:
    assert isinstance(ruling.value, int)  # noqa: S101 - modifiers are whole
    return ruling.value


# ---- which brigiment is called up


@implements("RS", "2.0/4b", "2.2/2", "2.4", "2.4.2")
def sequencing_segment(
    situation: Situation, side: str, loose: frozenset[str] = NOBODY
) -> Generator[Step, Any, str]:
    """Pull a chit of the active side, chosen or blind; return the brigiment.

    Of a single chit there is nothing to choose, so no die is thrown for it.
    """
    inside = chits(situation, side, loose)
    if len(inside) == 1:
        said = f"{inside[0]} is the only chit of the {side}."
        yield automatic("Command chit", inside[0], said, "RS 2.4")
        return inside[0]
    needed = initiative_table.discretion(situation, side)
    yield needed
    highest = _points(needed)
    outcomes = [CHOOSES if face <= highest else AT_RANDOM for face in range(TEN)]
    roll = d10(f"Sequencing die of the {side}", bands_of(outcomes, first=0), "RS 2.4", "RS 2.4.2")
    band: Band = yield evolve(roll, position=situation)
    if band.outcome == CHOOSES:
        options = [Option(name, situation.army.brigiment(name).name) for name in inside]
        purpose = f"{side}: which brigiment is activated"
        answer: Option = yield Choice(side, purpose, options, ("RS 2.4.2",), position=situation)
        return answer.key
    purpose = f"Command chit of the {side}"
    blind = Roll(purpose, len(inside), bands_of(inside), ("RS 2.4.2",), drawn=True)
    drawn: Band = yield evolve(blind, position=situation)
    return drawn.outcome


@implements("RS", "2.2", "2.2.1", "2.2.2", "2.0/4")
def pull(
    situation: Situation, loose: frozenset[str] = NOBODY, first: str = ""
) -> Generator[Step, Any, tuple[Situation, str]]:
    """Settle which brigiment is activated next.

    Returns:
        The situation with that side active and the chit out of its cup, and the brigiment; an
        empty name when both cups are empty.
    """
    if not any(cups(situation, loose)):
        return situation, ""
    side = yield from initiative_segment(situation, loose, first)
    name = yield from sequencing_segment(situation, side, loose)
    return pulled(situation, name), name


def pulled(situation: Situation, brigiment: str) -> Situation:
    """Return the situation with a chit out of its cup and its side active."""
    side = situation.army.brigiment(brigiment).side
    command = evolve(situation.command(brigiment), activated=True)
    return evolve(situation.with_command(command), active=side, last_chit=side)

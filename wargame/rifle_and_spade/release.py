"""Release (15.1.2, 101.7): who waits on the map, and what sets him free.

A brigiment waits while its command is not released; with it wait the independent units attached to
it (101.7.5). It is released by the schedule of its scenario, or by the enemy: a unit of a cordon
then comes free by itself, a reserve as a whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, automatic, finding, refusal
from wargame.rifle_and_spade import officer_points
from wargame.rifle_and_spade.threat import imminent_threat, threatened

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wargame.rifle_and_spade.command import Command
    from wargame.rifle_and_spade.state import Piece, Situation

PREMATURE = "It was released by an imminent threat (101.7.4)."
"""Why the order of a reserve fails that the enemy has set free."""


def guardian(situation: Situation, piece: Piece) -> Command | None:
    """Return the command that a unit waits with: its brigiment's, or the one it is attached to.

    None for independent units that are attached to nobody, and where no command rules are used.
    """
    own = situation.commanded(piece)
    if own is not None or not situation.ruleset.attached:
        return own
    name = situation.ruleset.attached.get(piece.unit, "")
    return next((each for each in situation.commands if each.brigiment == name), None)


@implements("GB", "101.7.4/3")
def _coastal(situation: Situation, piece: Piece) -> bool:
    """Return whether a unit is coastal artillery: no threat releases it, but rules of its own do.

    Those belong to games in which ships and landings are played (103.13).
    """
    gun = situation.unit(piece).gun
    return gun is not None and gun.coastal


def _by_itself(command: Command) -> bool:
    """Return whether the units of a waiting brigiment are released one by one: from a cordon.

    An unreleased brigiment neither changes its order nor fails, so that it is still the order it
    began with.
    """
    return command.order.kind == "cordon defense"


@implements("RS", "15.1.2")
@implements("GB", "101.7", "101.7.1")
def waits(situation: Situation, piece: Piece) -> bool:
    """Return whether a unit has not been released, so that it neither acts nor fires."""
    command = guardian(situation, piece)
    return command is not None and not command.released and not piece.loose


@implements("RS", "15.1.2")
@implements("GB", "101.7.4")
def fire_bar(situation: Situation, piece: Piece) -> Ruling | None:
    """Return why a unit may not fire of itself, for it waits to be released; None where it may.

    A threat releases it at that very moment, so the units of a waiting brigiment fire at those who
    threaten them; one released by itself earlier goes on firing when the threat is gone.
    """
    if not waits(situation, piece) or _threat(situation, piece):
        return None
    why = f"{piece.unit} has not been released."
    return refusal(f"{piece.unit} may fire", why, "RS 15.1.2", "GB 101.7.1")


@implements("RS", "15.1.2", "1.3/b12")
@implements("GB", "101.7.1", "101.7.4", "101.7.4/1", "101.7.4/2", "101.7.5")
def released_ruling(situation: Situation, unit: str) -> Ruling:
    """Return whether a unit has been released, or what would release it."""
    piece, label = situation.piece(unit), f"{unit} released"
    command = guardian(situation, piece)
    if command is None:
        said = f"{unit} waits with no brigiment."
        return automatic(label, True, said, "RS 15.1.2")
    name = command.brigiment
    if command.released:
        return finding(label, True, f"{name} has been released.", "RS 15.1.2")
    if piece.loose:
        said = f"{unit} was released by itself; {name} still waits."
        return finding(label, True, said, "GB 101.7.4")
    return _by_a_threat(situation, piece, command, label)


def _by_a_threat(situation: Situation, piece: Piece, command: Command, label: str) -> Ruling:
    """Return whether a threat releases a unit that waits."""
    name, unit = command.brigiment, piece.unit
    if _coastal(situation, piece):
        why = f"{name} waits, and coastal guns are released by rules of their own."
        return refusal(label, why, "GB 101.7.4/3")
    threat = imminent_threat(situation, piece.at, situation.side(piece))
    if not threat.value:
        why = f"{name} waits: {unit} is not activated and does not fire."
        return refusal(label, why, "RS 15.1.2", "GB 101.7.1", allowed=(threat,))
    if _by_itself(command):
        said = f"A threat releases {unit} by itself, under the orders of {name}."
        return finding(label, True, said, "GB 101.7.4/1", parts=(threat,))
    said = f"A threat to {unit} releases all of {name}, and its order will fail."
    return finding(label, True, said, "GB 101.7.4/2", "GB 101.7.5", parts=(threat,))


# ---- by schedule


@implements("GB", "101.7.2", "101.7.3")
def release(situation: Situation, brigiment: str) -> Situation:
    """Return the situation with a brigiment released, with all its officer points (10.1.4)."""
    command = situation.command(brigiment)
    if command.released:
        return situation
    situation = situation.with_command(evolve(command, released=True))
    if situation.points_of(brigiment) is None:
        situation = officer_points.begin(situation, brigiment)
    return situation


def released_by_schedule(brigiment: str, turn: int) -> Ruling:
    """Return the release of a brigiment by its scenario, as an announcement."""
    said = f"The schedule releases {brigiment} on turn {turn}."
    return finding(f"{brigiment} released", True, said, "GB 101.7.2", "RS 15.0")


# ---- by threat


def waiting(situation: Situation) -> Iterator[Piece]:
    """Yield the units on the map that have not been released."""
    if all(command.released for command in situation.commands):
        return
    yield from (piece for piece in situation.pieces if waits(situation, piece))


@implements("GB", "101.7.4", "101.7.4/1", "101.7.4/2", "101.7.5")
def by_threat(situation: Situation) -> tuple[Situation, tuple[Ruling, ...]]:
    """Release whoever is under imminent threat now; return what there is to tell besides."""
    told = []
    for piece in tuple(waiting(situation)):
        if not _threat(situation, piece) or not waits(situation, piece):
            continue
        command = guardian(situation, piece)
        assert command is not None  # noqa: S101 - whoever waits waits with somebody
        told.append(released_ruling(situation, piece.unit))
        if _by_itself(command):
            situation = set_loose(situation, [piece.unit])
        else:
            situation = premature(situation, command.brigiment)
    return situation, tuple(told)


@implements("GB", "101.7.4/1")
def set_loose(situation: Situation, names: Iterable[str]) -> Situation:
    """Return the situation with units released by themselves, as far as they are on the map."""
    pieces = [situation.piece(name) for name in names if situation.on_map(name)]
    return situation.replace_pieces(*(evolve(piece, loose=True) for piece in pieces))


def _threat(situation: Situation, piece: Piece) -> bool:
    return not _coastal(situation, piece) and threatened(situation, piece.at, situation.side(piece))


@implements("GB", "101.7.4/2", "101.7.5")
def premature(situation: Situation, brigiment: str) -> Situation:
    """Return the situation with a reserve set free by the enemy: its order fails at the next check.

    Independent units attached to it come free with it.
    """
    situation = release(situation, brigiment)
    command = situation.command(brigiment)
    return situation.with_command(evolve(command, doomed=command.doomed or PREMATURE))

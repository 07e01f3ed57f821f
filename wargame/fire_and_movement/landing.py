"""Landing from the sea (Lebanon 11): from the Amphibious box onto the coast, and back if repelled.

A unit that lands on an enemy shares his hex until the combat there is over: the only stack of both
sides that there is. Who is in the box depleted is in a box of its own name, so that no step comes
back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding, refusal
from wargame.fire_and_movement.state import Waiting
from wargame.fire_and_movement.units import Piece

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.fire_and_movement.attack import Attack
    from wargame.fire_and_movement.results import CombatOutcome
    from wargame.fire_and_movement.state import Situation

BOX = "amphibious"
COAST, BEIRUT = "coast", "beirut"
AT_SEA = "at sea"


def box_of(face: int) -> str:
    """Return the box in which a unit waits with a side of its counter up."""
    return f"{BOX} {face}" if face else BOX


def at_sea(situation: Situation, side: str) -> tuple[Waiting, ...]:
    """Return the entries of a side's units in the Amphibious box."""
    return tuple(
        each
        for each in situation.waiting
        if each.box.partition(" ")[0] == BOX and situation.unit(each.id).side == side
    )


def face_of(situation: Situation, name: str) -> int:
    """Return which side of its counter a unit in the box shows."""
    box = next((each.box for each in situation.waiting if each.id == name), BOX)
    face = box.partition(" ")[2]
    return int(face) if face.isdecimal() else 0


@implements("LEB82", "11.0/2", "11.1/2", "11.1/3", "11.2/3", "11.3/3", "11.3/4")
def may_land(situation: Situation, name: str, cell: Hex) -> Ruling:
    """Return whether a unit may land in a hex now.

    It waits in the box, from which a landing that succeeded has taken it for good; the hex is on
    the coast, no part of Beirut, and no friend is there. An enemy there does not matter.

    Args:
        situation: The position, at the start of a movement phase.
        name: The unit.
        cell: The hex.

    Raises:
        RequestError: There is no such unit or hex.
    """
    unit, content = situation.unit(name), situation.board.cell(cell)
    label, where = f"Landing of {unit.name}", situation.board.label(cell)
    if all(each.id != name for each in at_sea(situation, unit.side)):
        why = f"{unit.name} is not in the Amphibious box; nobody goes back to it after a landing."
        return refusal(label, why, "LEB82 11.3/4")
    if situation.mobile and not unit.mobile:
        why = f"{unit.name} is a leg unit and does not land in the Mobile Movement Phase."
        return refusal(label, why, situation.ruleset.case("5.5/2"))
    if BEIRUT in content.features or COAST not in content.features:
        why = f"{where} is no coastal hex outside Beirut, and troops land on no other."
        return refusal(label, why, "LEB82 11.1/2")
    if situation.at(cell, unit.side):
        why = f"A friend is in {where}; nobody arrives there beside him."
        return refusal(label, why, "LEB82 11.0/2")
    said = f"{unit.name} may land in {situation.board.describe(cell)}."
    return finding(label, True, said, "LEB82 11.1/2", "LEB82 11.2")


@implements("LEB82", "11.0", "11.1", "11.2", "11.2/1", "11.2/2", "11.2/3", "11.3", "11.4")
def landings(situation: Situation) -> Generator[Step, Any, Situation]:
    """Ask for each unit in the box whether and where it lands, as a movement phase begins.

    Landing may be at the start of either movement phase (FM-Q49). It ends the unit's movement for
    the turn, but not its combat.
    """
    for entry in at_sea(situation, situation.active):
        name = entry.id
        cells = _open(situation, name)
        if not cells:
            continue
        board, unit = situation.board, situation.unit(name)
        options = [Option(AT_SEA, "stays in the Amphibious box")]
        options += [Option(board.label(cell), _label(situation, cell)) for cell in cells]
        purpose = f"{unit.name}: where it lands"
        cases = ("LEB82 11.1/2", "LEB82 11.2", "LEB82 11.2/3")
        answer: Option = yield Choice(unit.side, purpose, tuple(options), cases, position=situation)
        if answer.key == AT_SEA:
            continue
        situation = landed(situation, name, board.hex(answer.key))
        said = f"{unit.name} lands in {answer.key} and moves no more this turn."
        yield finding("Landing", answer.key, said, "LEB82 11.2/1")
    return situation


def _open(situation: Situation, name: str) -> tuple[Hex, ...]:
    board, unit = situation.board, situation.unit(name)
    if situation.mobile and not unit.mobile:
        return ()
    coast = (at for at, content in board.cells.items() if COAST in content.features)
    return tuple(
        sorted((c for c in coast if may_land(situation, name, c).allowed), key=board.label)
    )


def _label(situation: Situation, cell: Hex) -> str:
    enemies = situation.enemies_at(cell)
    against = f", against {situation.describe(enemies[0])}" if enemies else ""
    return f"in {situation.board.describe(cell)}{against}"


@implements("LEB82", "11.0/1", "11.2/1", "11.3/1")
def landed(situation: Situation, name: str, cell: Hex) -> Situation:
    """Return the position after a unit lands in a hex; an enemy there shares it for now."""
    piece = Piece(name, cell, face_of(situation, name))
    after = evolve(
        situation,
        pieces=(*situation.pieces, piece),
        moved=situation.moved | {name},
        waiting=tuple(each for each in situation.waiting if each.id != name),
    )
    if situation.enemies_at(cell):
        return after
    return situation.ruleset.after_move(after, name, (cell,))


def afloat(situation: Situation, names: Iterable[str]) -> tuple[Piece, ...]:
    """Return those of some units that have landed on an enemy who is still there."""
    wanted = frozenset(names)
    return tuple(
        piece
        for piece in situation.pieces
        if piece.unit in wanted
        and situation.at(piece.at, situation.other(situation.unit(piece.unit).side))
    )


@implements("LEB82", "11.3/2")
def back_to_sea(
    situation: Situation, names: Iterable[str], why: str
) -> Generator[Step, Any, Situation]:
    """Return those of some units that still share a hex with an enemy to the box, as they are."""
    for piece in afloat(situation, names):
        name = situation.unit(piece.unit).name
        yield finding("Landing", AT_SEA, f"{name} goes back to sea: {why}", "LEB82 11.3/2")
        waiting = (*situation.waiting, Waiting(piece.unit, box_of(piece.face)))
        left = tuple(each for each in situation.pieces if each.unit != piece.unit)
        situation = evolve(situation, pieces=left, waiting=tuple(sorted(waiting)))
    return situation


@implements("LEB82", "11.3/2")
def repelled(outcome: CombatOutcome, attack: Attack) -> Generator[Step, Any, CombatOutcome]:
    """Take landed units out of a retreat of the attackers: they go back to sea (FM-Q49).

    For ``Ruleset.after_throw``.
    """
    active = attack.situation.active
    due = {name for each in outcome.retreats if each.side == active for name in each.units}
    gone = {piece.unit for piece in afloat(outcome.situation, due)}
    if not gone:
        return outcome
    situation = yield from back_to_sea(outcome.situation, gone, "it must retreat.")
    retreats = tuple(
        evolve(each, units=tuple(name for name in each.units if name not in gone))
        for each in outcome.retreats
    )
    kept = tuple(each for each in retreats if each.units)
    return evolve(outcome, situation=situation, retreats=kept)

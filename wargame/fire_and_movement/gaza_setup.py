"""Setting up Gaza 1917 (11.1, 11.2, 11.4): as drawn up, or unit by unit within each side's area."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from wargame.core.procedure import Checkpoint, Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding, refusal
from wargame.fire_and_movement.gaza_1917 import BRITISH, CENTRAL_POWERS, TRAIN, TURKISH_SIDE_ENDS
from wargame.fire_and_movement.units import Piece

if TYPE_CHECKING:
    from collections.abc import Generator

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.core.procedure import Step, Steps
    from wargame.fire_and_movement.state import Situation
    from wargame.fire_and_movement.units import Unit

READY, FREE, REST = "ready", "free", "rest"
TRAIN_START = "train_start"
"""The feature of the railroad hexes south of Deir el Belah."""
AREAS = {
    CENTRAL_POWERS: ("north-east of Wadi el Ghuzze", "GAZA 11.2"),
    BRITISH: ("on or south of Wadi el Ghuzze", "GAZA 11.4"),
    TRAIN: ("a railroad hex south of Deir el Belah", "GAZA 11.4/1"),
}
ORDER = (CENTRAL_POWERS, BRITISH)
"""Who deploys first, and who after (11.1)."""


@frozen
class SettingUp:
    """A set-up under way.

    Args:
        situation: The position so far.
        ready: The set-up as drawn up.
        side: Whose turn it is to deploy.
        left: Units of that side that are still to be placed; None before it is asked how it will.
    """

    situation: Situation
    ready: Situation
    side: str = ORDER[0]
    left: tuple[str, ...] | None = None

    @property
    def over(self) -> bool:
        """Whether both sides stand."""
        return not self.side


@implements("GAZA", "11.1", "11.1/1")
def empty(ready: Situation) -> SettingUp:
    """Return the set-up before anybody is placed, from a set-up as drawn up."""
    return SettingUp(evolve(ready, pieces=()), ready)


@implements("GAZA", "11.1/1", "11.2", "11.4")
def next_placed(state: SettingUp) -> Generator[Step, Any, SettingUp]:
    """Ask for one thing: how a side deploys, or where its next unit goes."""
    if state.left is None:
        return (yield from _how(state))
    if not state.left:
        return _side_done(state)
    name, *others = state.left
    answer: Option = yield _where(state, name)
    if answer.key == REST:
        return _side_done(_with_rest(state))
    piece = Piece(name, state.situation.board.hex(answer.key))
    situation = _placed(state.situation, piece)
    return evolve(state, situation=situation, left=tuple(others))


def set_up(state: SettingUp) -> Steps:
    """Set up both sides; return the position.

    Args:
        state: Where it stands; :func:`empty` makes the beginning.
    """
    while not state.over:
        yield Checkpoint(where(state), state, set_up)
        state = yield from next_placed(state)
    return state.situation


def where(state: SettingUp) -> str:
    """Return what moment of the set-up it is."""
    return f"Set-up, {state.side}"


def _how(state: SettingUp) -> Generator[Step, Any, SettingUp]:
    area, case = AREAS[state.side]
    options = (
        Option(READY, "as the scenario has it drawn up"),
        Option(FREE, f"unit by unit, {area}"),
    )
    purpose = f"{state.side}: how it deploys"
    cases = ("GAZA 11.1/1", case)
    answer: Option = yield Choice(state.side, purpose, options, cases, position=state.situation)
    names = tuple(piece.unit for piece in state.ready.of(state.side))
    state = evolve(state, left=names)
    return _side_done(_with_rest(state)) if answer.key == READY else state


def _side_done(state: SettingUp) -> SettingUp:
    after = ORDER.index(state.side) + 1
    return evolve(state, side=ORDER[after] if after < len(ORDER) else "", left=None)


def _placed(situation: Situation, *pieces: Piece) -> Situation:
    return evolve(situation, pieces=(*situation.pieces, *pieces))


def _with_rest(state: SettingUp) -> SettingUp:
    """Return the set-up with everybody left placed as drawn up."""
    pieces = (state.ready.piece(name) for name in state.left or ())
    return evolve(state, situation=_placed(state.situation, *pieces), left=())


def _rest_fits(state: SettingUp) -> bool:
    situation = state.situation
    for name in state.left or ():
        piece = state.ready.piece(name)
        if not _fits(situation, name, piece.at):
            return False
        situation = _placed(situation, piece)
    return True


def _where(state: SettingUp, name: str) -> Choice:
    situation, unit = state.situation, state.situation.unit(name)
    options = [Option(REST, "it and the rest as drawn up")] if _rest_fits(state) else []
    options += [
        Option(situation.board.label(cell), f"in {situation.board.describe(cell)}")
        for cell in area_of(situation.board, _area(unit))
        if _fits(situation, name, cell)
    ]
    words, case = AREAS[_area(unit)]
    purpose = f"{unit.name}: where it begins, {words}"
    return Choice(unit.side, purpose, tuple(options), (case, "GAZA 16.1"), position=situation)


def _area(unit: Unit) -> str:
    return TRAIN if unit.kind == TRAIN else unit.side


@lru_cache(maxsize=8)
def area_of(board: Board, area: str) -> tuple[Hex, ...]:
    """Return the land hexes of a set-up area, by number.

    Args:
        board: The map.
        area: One of :data:`AREAS`: a side, or ``train``.
    """
    features = {at: cell.features for at, cell in board.cells.items() if "sea" not in cell.terrain}
    south = {at for at, marks in features.items() if TURKISH_SIDE_ENDS in marks}
    if area == TRAIN:
        found = {at for at, marks in features.items() if TRAIN_START in marks}
    else:
        found = south if area == BRITISH else set(features) - south
    return tuple(sorted(found, key=board.label))


def _stack(situation: Situation, name: str, cell: Hex) -> Ruling:
    names = (*(piece.unit for piece in situation.at(cell) if piece.unit != name), name)
    ground = " ".join(situation.board.cell(cell).terrain)
    return situation.ruleset.stacking(situation, names, ground)


def _fits(situation: Situation, name: str, cell: Hex) -> bool:
    return not situation.at(cell) or _stack(situation, name, cell).allowed


@implements("GAZA", "11.2", "11.2/1", "11.2/2", "11.2/3", "11.2/4", "11.2/5", "11.2/6")
@implements("GAZA", "11.4", "11.4/1")
def may_set_up(situation: Situation, name: str, cell: Hex) -> Ruling:
    """Return whether a unit may begin in a hex: in its side's area, within the stacking limit.

    Args:
        situation: The position so far.
        name: The unit, which is not placed yet.
        cell: The hex.

    Raises:
        RequestError: There is no such unit, or the hex is off the map.
    """
    unit, board = situation.unit(name), situation.board
    board.cell(cell)
    words, case = AREAS[_area(unit)]
    label = board.label(cell)
    if cell not in area_of(board, _area(unit)):
        why = f"{unit.name} begins {words}; {label} is not such a hex."
        return refusal("Set-up", why, case)
    stack = _stack(situation, name, cell)
    if not stack.allowed:
        return refusal("Set-up", f"{label}: {stack.sentence}", case, "GAZA 16.1", allowed=(stack,))
    said = f"{label} lies {words}." if unit.kind != TRAIN else f"{label} is {words}."
    return finding("Set-up", True, said, case, parts=(stack,))

"""Questions about the game Gaza 1917: its turns, its set-up, who comes and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.core.questions import question
from wargame.core.ruling import Ruling, finding
from wargame.fire_and_movement import gaza_forces, gaza_game, gaza_setup, gaza_victory, turn
from wargame.fire_and_movement.fire_day import turn_name
from wargame.fire_and_movement.gaza_1917 import CENTRAL_POWERS
from wargame.fire_and_movement.scenario import load_scenario

if TYPE_CHECKING:
    from wargame.fire_and_movement.state import Situation

FAMILY = "fire_and_movement"


@question("fm.gaza_points")
def gaza_points(*, held: tuple[str, ...]) -> Ruling:
    """What the British score in Gaza 1917 for the victory hexes that they hold.

    Args:
        held: Printed numbers of hexes with a British unit.
    """
    board = load_scenario(gaza_game.SCENARIO).situation.board
    return gaza_victory.points(board, frozenset(map(board.hex, held)))


@question("fm.gaza_level")
def gaza_level(*, points: int) -> Ruling:
    """Which level of victory in Gaza 1917 British victory points are worth.

    Args:
        points: British victory points.
    """
    return gaza_victory.level(points)


@question("fm.gaza_arrival")
def gaza_arrival(*, die: int) -> Ruling:
    """Whether a unit or marker of the Central Powers is received on a die, in Gaza 1917.

    Args:
        die: 1 to 6.
    """
    return gaza_game.arrival(die)


@question("fm.gaza_turn")
def gaza_turn(*, turn: int) -> Ruling:
    """What a turn of Gaza 1917 is called.

    Args:
        turn: Its number, from 1 for Zero Hour.
    """
    name = turn_name(turn)
    said = f"Turn {turn} of {gaza_game.PLAN.last_turn} is {name}."
    return finding("Turn", name, said, "GAZA 10.4/1", "GAZA 11.1")


@question("fm.gaza_parts")
def gaza_parts() -> Ruling:
    """Which parts a turn of Gaza 1917 has, in their order."""
    game = gaza_game.opening()
    names = tuple(turn.TITLES[part] for part in turn.parts_of(game))
    said = "Each side goes through the parts between the first and the last; no mobile phases."
    cases = (game.situation.ruleset.case("4.1"), "GAZA 10.3/1")
    return finding("Sequence of play", names, said, *cases)


@question("fm.gaza_set_up", scene=FAMILY)
def gaza_set_up(situation: Situation, *, unit: str, cell: str) -> Ruling:
    """Whether a unit of Gaza 1917 may begin in a hex, beside those that stand there.

    Args:
        situation: The position so far; the unit itself does not count.
        unit: The unit.
        cell: The printed number of the hex.
    """
    return gaza_setup.may_set_up(situation, unit, situation.board.hex(cell))


@question("fm.gaza_verdict", scene=FAMILY)
def gaza_verdict(situation: Situation) -> Ruling:
    """Who wins a position of Gaza 1917 if the game ends with it: at once, or on points."""
    return gaza_victory.verdict(situation)


@question("fm.gaza_instant", scene=FAMILY)
def gaza_instant(situation: Situation, *, side: str) -> Ruling:
    """Whether a side of Gaza 1917 has what its instant victory takes.

    Args:
        situation: The position.
        side: Whose.
    """
    if situation.other(side) == CENTRAL_POWERS:
        return gaza_victory.gaza_occupied(situation)
    return gaza_victory.railroad_reached(situation)


@question("fm.gaza_order_of_battle")
def gaza_order_of_battle(*, side: str) -> Ruling:
    """Who fights for a side in Gaza 1917, formation by formation.

    Args:
        side: Whose.
    """
    return gaza_forces.order_of_battle(load_scenario(gaza_game.SCENARIO).situation, side)

"""The Second Battle of Gaza, 17 to 19 April 1917: from the set-up to the verdict (GAZA 10 to 18).

The turn itself is :mod:`~wargame.fire_and_movement.turn`, victory :mod:`gaza_victory`, the set-up
:mod:`gaza_setup`; here stands what the game adds to the turn: its ten turns from Zero Hour, markers
that come back by day, and the reinforcements of the Central Powers.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.errors import RequestError
from wargame.core.procedure import Band, Roll
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding
from wargame.fire_and_movement import gaza_setup, gaza_victory, turn
from wargame.fire_and_movement.fire_day import NINE_TURNS, TURNS, markers_back
from wargame.fire_and_movement.gaza_1917 import BRITISH, CENTRAL_POWERS
from wargame.fire_and_movement.gaza_victory import having
from wargame.fire_and_movement.plan import Plan
from wargame.fire_and_movement.scenario import load_scenario
from wargame.fire_and_movement.state import Situation, Waiting

if TYPE_CHECKING:
    from collections.abc import Generator, Mapping
    from pathlib import Path

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step, Steps

SCENARIO = "gaza_1917/second_battle"
TITLE = "The Second Battle of Gaza"
REINFORCEMENTS, RECEIVED = "reinforcements", "received"
"""The boxes of who waits for the die, and of who may come onto the map."""
DIE, COMES_ON = 6, 2
"""The die, and the highest face on which a unit or marker is received."""
ARRIVES, WAITS = "arrives", "waits"
NORTH_EDGE, EAST_EDGE = "north_edge", "east_edge"
EDGES = {"CP-RC": NORTH_EDGE, "CP-3CAV-1": EAST_EDGE, "CP-3CAV-2": EAST_EDGE}
"""The features of the hexes through which each reinforcement comes (11.3)."""


# ---- reinforcements


@implements("GAZA", "11.2/8", "11.2/9")
def waiting_at_start(situation: Situation) -> tuple[Waiting, ...]:
    """Return who waits in the reinforcements box: units not on the map, a marker not in the pool.

    Battalions that follow a regiment do not wait; they are set aside (11.2).
    """
    units, markers = situation.roster.units, situation.roster.markers
    heirs = {unit.successor for unit in units.values()}
    there = {piece.unit for piece in situation.pieces}
    names = [
        *(name for name in units if name not in there | heirs),
        *(name for name in markers if name not in situation.ready),
    ]
    return tuple(sorted(Waiting(name, REINFORCEMENTS) for name in names))


@implements("GAZA", "11.3/1")
def arrival(die: int) -> Ruling:
    """Return what a reinforcement die means: 1 and 2 bring the unit or marker.

    Args:
        die: 1 to 6.

    Raises:
        RequestError: The die has no such face.
    """
    if not 1 <= die <= DIE:
        raise RequestError("reinforcement die", str(die), f"1 to {DIE}")
    if die <= COMES_ON:
        said = f"{die}: it is received in this player turn."
        return finding("Reinforcement", ARRIVES, said, "GAZA 11.3/1")
    said = f"{die}: it waits in the box until the next player turn of its side."
    return finding("Reinforcement", WAITS, said, "GAZA 11.3/1")


@implements("GAZA", "11.3", "11.3/1", "11.3/6")
def reinforcements(situation: Situation) -> Generator[Step, Any, Situation]:
    """Throw for each unit and marker that waits, at the start of a Central Powers player turn.

    A marker joins the pool at once. A unit may come onto the map in this movement phase or in a
    later one: it has been received and need not be thrown for again.
    """
    if situation.active != CENTRAL_POWERS:
        return situation
    for each in situation.waiting:
        if each.box != REINFORCEMENTS:
            continue
        name = _name(situation, each.id)
        bands = (Band(1, COMES_ON, ARRIVES), Band(COMES_ON + 1, DIE, WAITS))
        purpose = f"Reinforcement: {name}"
        face: Band = yield Roll(purpose, DIE, bands, ("GAZA 11.3/1",), position=situation)
        if face.outcome == ARRIVES:
            situation = received(situation, each.id)
            yield _told(situation, each.id, name)
    return situation


def _name(situation: Situation, name: str) -> str:
    known = situation.roster.markers
    if name in known:
        return f"fire support marker +{known[name].value}"
    return situation.unit(name).name


def received(situation: Situation, name: str) -> Situation:
    """Return the position after a unit or marker that waits is received."""
    others = tuple(each for each in situation.waiting if each.id != name)
    if name in situation.roster.markers:
        return evolve(situation, waiting=others, ready=situation.ready | {name})
    waiting = tuple(sorted((*others, Waiting(name, RECEIVED))))
    return evolve(situation, waiting=waiting)


def _told(situation: Situation, name: str, called: str) -> Ruling:
    if name in situation.roster.markers:
        said = f"The {called} joins the pool."
        return finding("Received", called, said, "GAZA 11.3/6")
    edge = EDGES[name].partition("_")[0]
    case = "GAZA 11.3/2" if EDGES[name] == NORTH_EDGE else "GAZA 11.3/3"
    said = f"{called} may enter on any hex of the {edge} edge."
    return finding("Received", called, said, case)


@implements("GAZA", "11.3/2", "11.3/3")
def entries(situation: Situation) -> Mapping[str, tuple[Hex, ...]]:
    """Return the units that may come onto the map now, and through which hexes."""
    if situation.active != CENTRAL_POWERS:
        return {}
    return {
        each.id: having(situation.board, EDGES[each.id])
        for each in situation.waiting
        if each.box == RECEIVED
    }


def expected(situation: Situation) -> Mapping[str, tuple[Hex, ...]]:
    """Return the reinforcements that have not been on the map, and through which hexes each comes.

    Whether a die has brought them yet is not asked: it is for looking ahead.
    """
    board, gone = situation.board, {each.unit for each in situation.tally}
    there = {piece.unit for piece in situation.pieces}
    return {
        name: cells
        for name, edge in EDGES.items()
        if name in situation.roster.units.keys() - there - gone and (cells := having(board, edge))
    }


# ---- the game


@implements("GAZA", "18.3/1", "10.4/1")
def markers_of_the_day(
    situation: Situation, turns: tuple[str, ...] = TURNS
) -> Generator[Step, Any, Situation]:
    """Make markers ready that serve again: those of the pool each morning, the others always."""
    situation, told = markers_back(situation, turns)
    yield from told
    return situation


PLAN = Plan(
    TITLE,
    len(TURNS),
    first=BRITISH,
    names=TURNS,
    support=markers_of_the_day,
    player_turn=reinforcements,
    entries=entries,
    won=gaza_victory.won_at_once,
    won_at_turn_end=gaza_victory.won_at_turn_end,
    verdict=gaza_victory.verdict,
)
"""What the game adds to the sequence of play: ten turns, as the track is not at hand (FM-Q32)."""
PLAN_OF_NINE = evolve(
    PLAN,
    last_turn=len(NINE_TURNS),
    names=NINE_TURNS,
    support=partial(markers_of_the_day, turns=NINE_TURNS),
)
"""The other reading of FM-Q32: Zero Hour is a turn of 17 April, so that there are nine."""


@implements("GAZA", "10.2", "10.2/1", "10.2/2", "11.0", "11.1")
def opening(charts: Path | str | None = None) -> turn.Game:
    """Return the game as drawn up, at the British Movement Phase of Zero Hour.

    Args:
        charts: A folder of the owner's own charts, used before the project's.
    """
    return _at_zero_hour(load_scenario(SCENARIO, charts).situation)


@implements("GAZA", "11.2/7", "11.2/10", "11.4/2", "11.4/3", "11.4/4")
def _at_zero_hour(situation: Situation) -> turn.Game:
    """Return the game from a set-up; every marker but the one that waits is ready, nothing used."""
    waiting = waiting_at_start(situation)
    situation = evolve(situation, turn=1, active=BRITISH, waiting=waiting)
    return turn.Game(situation, PLAN, "movement")


def second_battle(game: turn.Game | Situation | None = None) -> Steps:
    """Play the Second Battle of Gaza to its end.

    Args:
        game: Where to begin: a game under way, or a position at the start of a player turn. Where
            nothing is given, both sides are asked for their set-up first.

    Returns:
        :class:`~wargame.fire_and_movement.turn.Ended`, with the verdict.
    """
    if game is None:
        return _setting_up(gaza_setup.empty(load_scenario(SCENARIO).situation))
    if isinstance(game, Situation):
        game = turn.Game(game, PLAN, "start")
    return turn.play_game(game)


_setting_up = turn.FromSetUp(gaza_setup.where, gaza_setup.next_placed, _at_zero_hour)

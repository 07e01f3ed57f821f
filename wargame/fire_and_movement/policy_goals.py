"""What each game is about, as its plain players see it: hexes, ground and prices, by side.

A game of the system that has no goals of its own here is about the enemy alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import field, frozen

from wargame.fire_and_movement.bastions import BASTION
from wargame.fire_and_movement.fire_day import TURNS
from wargame.fire_and_movement.gaza_1917 import BRITISH, CENTRAL_POWERS, GAZA_1917, TRENCH
from wargame.fire_and_movement.gaza_victory import GAZA, GOAL, OTTOMAN, having, victory_hexes
from wargame.fire_and_movement.lebanon_82 import LEBANON_82, LEBANON_1976, LEBANON_2006
from wargame.fire_and_movement.lebanon_control import BEIRUT, SIDON, holder
from wargame.fire_and_movement.lebanon_places import ARAB, ISRAELI, PLO, SYRIAN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation

THIRTY = 30
"""How many turns the games of Lebanon last at most."""
GAZA_COVER = {"town": 4, "hill": 3, "village": 3, "oasis": 3, "wadi": 3, "open": 2, "sand": 1}
LEBANON_COVER = {"mountain": 4, "beirut": 3, "rough": 3, "town": 2, "clear": 1}
"""How good the ground is to stand on, by its line of the combat table."""


def _nowhere(board: Board) -> frozenset[Hex]:
    del board
    return frozenset()


def _nothing(board: Board) -> Mapping[Hex, int]:
    del board
    return {}


def _never(situation: Situation, name: str) -> frozenset[Hex]:
    del situation, name
    return frozenset()


def _stands_there(situation: Situation, side: str, cell: Hex) -> bool:
    return bool(situation.at(cell, side))


@frozen(eq=False)
class Aim:
    """What one side is after.

    Args:
        does: What its plain player does, in a sentence.
        ground: What a hex gained is worth to it, in steps.
        exchange: What it gains by an exchange of steps, in steps; where nothing is said, a little
            to whoever has more of them.
        strongholds: Hexes that are good to stand on for this side alone.
        presses: Whether it advances after a combat for the sake of the way.
        by_division: Whether its divisions attack each by itself too.
        spares_units: Whether it rather wears down two units than loses one.
    """

    does: str
    ground: float = 1.0
    exchange: float | None = None
    strongholds: Callable[[Board], frozenset[Hex]] = _nowhere
    presses: bool = False
    by_division: bool = False
    spares_units: bool = False


ANY_SIDE = Aim("goes for the nearest enemy with whoever it takes to beat him.", presses=True)


@frozen(eq=False)
class Goals:
    """What a game is about.

    Args:
        aims: What each side is after.
        worth: The hexes that count in the end, with what each is worth.
        heart: Those that matter most: massed against, held at any price, fallen back to.
        wins: The hexes in which a unit wins the game at once by standing there.
        taken: Whether a side has a hex as far as the end is concerned.
        cover: How good the ground is to stand on, by its kind.
        last_turn: The turn that is reckoned with as the last one.
    """

    aims: Mapping[str, Aim] = field(factory=dict)
    worth: Callable[[Board], Mapping[Hex, int]] = _nothing
    heart: Callable[[Board], frozenset[Hex]] = _nowhere
    wins: Callable[[Situation, str], frozenset[Hex]] = _never
    taken: Callable[[Situation, str, Hex], bool] = _stands_there
    cover: Mapping[str, int] = field(factory=LEBANON_COVER.copy)
    last_turn: int = THIRTY

    def aim(self, side: str) -> Aim:
        """Return what a side is after."""
        return self.aims.get(side, ANY_SIDE)


@lru_cache(maxsize=32)
def _with(board: Board, *features: str) -> frozenset[Hex]:
    return frozenset(cell for feature in features for cell in having(board, feature))


# ---- Gaza 1917


@lru_cache(maxsize=8)
def _gaza_worth(board: Board) -> Mapping[Hex, int]:
    return dict(victory_hexes(board))


def _gaza(board: Board) -> frozenset[Hex]:
    return _with(board, GAZA)


@lru_cache(maxsize=8)
def _dug_in(board: Board) -> frozenset[Hex]:
    """Return the trenches, which serve the Central Powers alone, and Gaza."""
    trenches = {at for at, content in board.cells.items() if TRENCH in content.terrain}
    return _gaza(board) | trenches


def railroad(board: Board) -> frozenset[Hex]:
    """Return the railroad hexes that the British must not lose."""
    return _with(board, GOAL)


def _raid(situation: Situation, name: str) -> frozenset[Hex]:
    """Return the railroad for an Ottoman unit, which wins by standing on it."""
    unit = situation.unit(name)
    if unit.side == BRITISH or unit.nationality != OTTOMAN:
        return frozenset()
    return railroad(situation.board)


# ---- Lebanon


@lru_cache(maxsize=8)
def _towns(board: Board) -> Mapping[Hex, int]:
    """Return the Lebanese towns that can be reached in 2006, each a point on the Israeli die."""
    inside = _with(board, "south_of_litani") & _with(board, "lebanon")
    return dict.fromkeys(sorted(at for at in inside if "town" in board.cell(at).terrain), 1)


@lru_cache(maxsize=8)
def _cities(board: Board) -> Mapping[Hex, int]:
    """Return Beirut and Sidon, all of which Syria needs in 1976."""
    return dict.fromkeys(sorted(_with(board, BEIRUT, SIDON)), 1)


def _all_cities(board: Board) -> frozenset[Hex]:
    return _with(board, BEIRUT, SIDON)


def _bastions(board: Board) -> frozenset[Hex]:
    return _with(board, BASTION)


def _entered_last(situation: Situation, side: str, cell: Hex) -> bool:
    return holder(situation, cell) == side


# ---- the table


GOALS: Mapping[str, Goals] = {
    GAZA_1917.id: Goals(
        {
            BRITISH: Aim(
                "guards the railroad, sends its horse round to the far objectives and masses its "
                "foot against Gaza.",
                presses=True,
                by_division=True,
            ),
            CENTRAL_POWERS: Aim(
                "holds its trenches and the victory hexes, counterattacks, and rides for the "
                "railroad with whoever is left.",
                strongholds=_dug_in,
            ),
        },
        _gaza_worth,
        _gaza,
        _raid,
        cover=GAZA_COVER,
        last_turn=len(TURNS),
    ),
    LEBANON_82.id: Goals(
        {
            ISRAELI: Aim(
                "hunts down every Arab unit, the nearest first, several brigades on one, and "
                "bombs first what no missile site covers.",
                ground=0.25,
                exchange=-0.5,
                presses=True,
                spares_units=True,
            ),
            ARAB: Aim(
                "outlasts the game: it keeps to bastions and mountains, falls back from what it "
                "cannot beat, and hits back where the odds are good.",
                ground=0.0,
                exchange=0.25,
                strongholds=_bastions,
                spares_units=True,
            ),
        },
    ),
    LEBANON_2006.id: Goals(
        {
            ISRAELI: Aim(
                "hunts the enemy at good odds without losing brigades, and is in as many Lebanese "
                "towns as it can when the game ends.",
                ground=0.25,
                exchange=-0.5,
                presses=True,
                spares_units=True,
            ),
            ARAB: Aim(
                "gathers against one brigade after the other to wear them down, stands in the "
                "towns, and hides whoever is down to a step.",
                ground=0.0,
                exchange=0.5,
                spares_units=True,
            ),
        },
        _towns,
    ),
    LEBANON_1976.id: Goals(
        {
            SYRIAN: Aim(
                "takes Beirut and Sidon hex by hex, both brigades on one defender.",
                presses=True,
            ),
            PLO: Aim(
                "holds Beirut and Sidon, a unit in each hex, and wins back what it has lost.",
            ),
        },
        _cities,
        _all_cities,
        taken=_entered_last,
    ),
}
"""The games, by their rulesets."""
PLAIN = Goals()


def goals_of(situation: Situation) -> Goals:
    """Return what the game of a position is about."""
    return GOALS.get(situation.ruleset.id, PLAIN)


def aim_of(situation: Situation, side: str) -> Aim:
    """Return what a side of a position is after."""
    return goals_of(situation).aim(side)

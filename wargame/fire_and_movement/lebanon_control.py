"""Who holds Beirut and Sidon (Lebanon 19.1, 27.0), and who is credited with what a combat cost."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure
from wargame.fire_and_movement.landing import back_to_sea
from wargame.fire_and_movement.sams import overrun

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.fire_and_movement.attack import Attack
    from wargame.fire_and_movement.state import Situation

BEIRUT, SIDON = "beirut", "sidon"
CITIES = frozenset({BEIRUT, SIDON})
HOLDS_AT_FIRST = "PLO"
"""Who holds Beirut and Sidon before anybody else has entered: it is his set-up area."""


@lru_cache(maxsize=8)
def having(board: Board, feature: str) -> tuple[Hex, ...]:
    """Return the hexes of a map with a feature, by number."""
    found = (at for at, content in board.cells.items() if feature in content.features)
    return tuple(sorted(found, key=board.label))


@implements("LEB82", "27.0")
def entered(situation: Situation, unit: str, path: tuple[Hex, ...]) -> Situation:
    """Return the position after a unit went along a path: sites overrun, city hexes taken.

    For ``Ruleset.after_move``. Who is last to have entered a hex holds it (FM-Q59).
    """
    situation = overrun(situation, unit, path)
    who, known = situation.unit(unit).nationality, situation.board.cells
    taken = [cell for cell in path if not CITIES.isdisjoint(known[cell].features)]
    return _held_by(situation, dict.fromkeys(taken, who)) if taken else situation


def _held_by(situation: Situation, taken: Mapping[Hex, str]) -> Situation:
    kept = {(cell, who) for cell, who in situation.held if cell not in taken}
    return evolve(situation, held=frozenset(kept | set(taken.items())))


@implements("LEB82", "27.0")
def stock_taken(situation: Situation) -> Situation:
    """Return the position with the cities booked to who stands in them now.

    So whoever retreated into one, or was displaced into it, is booked before he can leave.
    """
    taken = {}
    for cell in (*having(situation.board, BEIRUT), *having(situation.board, SIDON)):
        nations = {situation.unit(piece.unit).nationality for piece in situation.at(cell)}
        if len(nations) == 1 and nations != {dict(situation.held).get(cell, HOLDS_AT_FIRST)}:
            taken[cell] = nations.pop()
    return _held_by(situation, taken) if taken else situation


@implements("LEB82", "27.0")
def holder(situation: Situation, cell: Hex) -> str:
    """Return the nationality that holds a hex: who is there, else who entered it last."""
    for piece in situation.at(cell):
        return situation.unit(piece.unit).nationality
    return dict(situation.held).get(cell, HOLDS_AT_FIRST)


def holders(situation: Situation, feature: str, who: str) -> Ruling:
    """Return how many hexes with a feature a nationality holds, and which."""
    board = situation.board
    cells = having(board, feature)
    ours = [board.label(cell) for cell in cells if holder(situation, cell) == who]
    said = f"{who} holds {', '.join(ours) or 'none'} of {len(cells)}: last to have entered."
    return figure(f"{feature.capitalize()}, {who}", len(ours), said, "LEB82 27.0", unit="hexes")


def fought_out(situation: Situation, attack: Attack | None) -> Generator[Step, Any, Situation]:
    """Send landed units that were not let ashore back to sea, and credit what was eliminated.

    For ``Ruleset.after_fight``; at the end of the phase there is no attack.
    """
    if attack is None:
        situation = stock_taken(situation)
        everybody = tuple(piece.unit for piece in situation.of(situation.active))
        return (yield from back_to_sea(situation, everybody, "it has not fought."))
    situation = stock_taken(credited(situation, attack))
    return (yield from back_to_sea(situation, attack.attackers, "the enemy still holds the hex."))


@implements("LEB82", "19.1/6", "19.1/7")
def credited(situation: Situation, attack: Attack) -> Situation:
    """Return the position with a combat's losses credited to the nationality that inflicted them.

    That is whoever fought on the other side, whoever had depleted the unit before. Where Syrians
    and PLO fought together, the book does not say; the stronger of the two is credited, Syria when
    they are equal.

    Args:
        situation: The position after the combat.
        attack: The attack, as it was when the die was thrown.
    """
    before = attack.situation
    new = Counter(situation.tally) - Counter(before.tally)
    if not new:
        return situation
    by = {
        before.inactive: _strongest(before, attack.attackers),
        before.active: _strongest(before, (piece.unit for piece in attack.defenders)),
    }
    old = (Counter(situation.tally) - new).elements()
    booked = [*old, *(evolve(each, by=by[each.side] or each.by) for each in new.elements())]
    return evolve(situation, tally=tuple(sorted(booked)))


def _strongest(situation: Situation, names: Iterable[str]) -> str:
    """Return the nationality that has the most strength among some units."""
    strength: Counter[str] = Counter()
    for name in names:
        face = situation.face(name)
        strength[situation.unit(name).nationality] += face.attack + face.defense
    return max(sorted(strength, reverse=True), key=strength.__getitem__, default="")

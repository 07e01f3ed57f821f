"""Who wins Gaza 1917 (12.0): both instant victories, the points and the ladder of levels."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from wargame.core.errors import RequestError
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, choice, figure, finding, skipped, total
from wargame.core.words import count
from wargame.fire_and_movement.gaza_1917 import BRITISH, CENTRAL_POWERS

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from wargame.core.board import Board
    from wargame.core.grid import Hex
    from wargame.fire_and_movement.state import Situation

GAZA, OBJECTIVE, GOAL = "gaza", "objective:", "ottoman_goal"
"""Features of the board: the town, the victory hexes with their points, the railroad hexes."""
OTTOMAN = "Ottoman"
BRITISH_AT_ONCE = "British instant victory"
CENTRAL_POWERS_AT_ONCE = "Central Powers instant victory"
DRAW = "Draw"
LADDER: tuple[tuple[int, str, str], ...] = (
    (16, "British decisive victory", "GAZA 12.3/1"),
    (12, "British operational victory", "GAZA 12.3/2"),
    (8, "British tactical victory", "GAZA 12.3/3"),
    (6, DRAW, "GAZA 12.3/4"),
    (4, "Central Powers tactical victory", "GAZA 12.3/5"),
    (1, "Central Powers operational victory", "GAZA 12.3/6"),
    (0, "Central Powers decisive victory", "GAZA 12.3/7"),
)
"""From the best level for the British to the worst: the least points for it, and its case."""
HEX_CASES = {
    "0107": "GAZA 12.4/1",
    "0702": "GAZA 12.4/2",
    "0712": "GAZA 12.4/3",
    "0913": "GAZA 12.4/4",
    "0914": "GAZA 12.4/5",
    "1210": "GAZA 12.4/6",
    "1310": "GAZA 12.4/7",
    "1607": "GAZA 12.4/8",
    "1706": "GAZA 12.4/9",
    "2101": "GAZA 12.4/10",
    "2103": "GAZA 12.4/11",
}
"""The case of each victory hex; how many points it is worth stands on the board."""


@lru_cache(maxsize=8)
def having(board: Board, feature: str) -> tuple[Hex, ...]:
    """Return the hexes of a board that have a feature, in the order of their numbers."""
    found = (at for at, cell in board.cells.items() if feature in cell.features)
    return tuple(sorted(found, key=board.label))


@lru_cache(maxsize=8)
def victory_hexes(board: Board) -> tuple[tuple[Hex, int], ...]:
    """Return the victory hexes that a board shows, with their points, by number."""
    found = [
        (at, int(feature.removeprefix(OBJECTIVE)))
        for at, cell in board.cells.items()
        for feature in cell.features
        if feature.startswith(OBJECTIVE)
    ]
    return tuple(sorted(found, key=lambda each: board.label(each[0])))


def winner(verdict: Ruling) -> str:
    """Return the side that a verdict names, or nothing for a draw."""
    level = str(verdict.value)
    return next((side for side in (BRITISH, CENTRAL_POWERS) if level.startswith(side)), "")


# ---- instant victories


@implements("GAZA", "12.1")
def gaza_occupied(situation: Situation) -> Ruling:
    """Return whether British units occupy both hexes of Gaza (12.1).

    A unit occupies a hex in which it stands, not one that it passes through while it moves.
    """
    parts = [_occupant(situation, cell, BRITISH, "GAZA 12.1") for cell in _town(situation)]
    held = sum(bool(part.value) for part in parts)
    said = f"British units occupy {held} of the {len(parts)} hexes of Gaza."
    return finding("Both hexes of Gaza", _gaza_taken(situation), said, "GAZA 12.1", parts=parts)


def _town(situation: Situation) -> tuple[Hex, ...]:
    return having(situation.board, GAZA)


def _gaza_taken(situation: Situation) -> bool:
    town = _town(situation)
    return bool(town) and all(situation.at(cell, BRITISH) for cell in town)


def _occupant(situation: Situation, cell: Hex, side: str, case: str) -> Ruling:
    label = situation.board.label(cell)
    names = ", ".join(situation.unit(each.unit).name for each in situation.at(cell, side))
    said = f"{label}: {names or f'nobody of the {side}'}."
    return figure(label, bool(names), said, case)


@implements("GAZA", "12.2")
def railroad_reached(situation: Situation, *, germans: bool = False) -> Ruling:
    """Return whether an Ottoman unit stands on the railroad on or south of Deir el Belah (12.2).

    Args:
        situation: The position.
        germans: Whether German units count as well. Ottoman is meant literally, so they do not
            (FM-Q37).
    """
    there = [
        piece
        for cell in having(situation.board, GOAL)
        for piece in situation.at(cell, CENTRAL_POWERS)
    ]
    parts = []
    for piece in there:
        unit, label = situation.unit(piece.unit), situation.board.label(piece.at)
        ours = germans or unit.nationality == OTTOMAN
        said = f"{unit.name} in {label}{'' if ours else ', which is not Ottoman'}."
        parts.append(figure(unit.name, ours, said, "GAZA 12.2"))
    names = [part.label for part in parts if part.value]
    who = ", ".join(names) or "No Ottoman unit"
    word = "stand" if len(names) > 1 else "stands"
    said = f"{who} {word} on the railroad on or south of Deir el Belah."
    return finding("Railroad reached", bool(names), said, "GAZA 12.2", parts=parts)


@implements("GAZA", "12.0", "12.1")
def won_at_once(situation: Situation) -> Ruling | None:
    """Return the British instant victory if it is there; asked after every move and combat."""
    if not _gaza_taken(situation):
        return None
    part = gaza_occupied(situation)
    said = "British units hold all of Gaza; play stops at this moment."
    return finding("Victory", BRITISH_AT_ONCE, said, "GAZA 12.1", parts=(part,))


@implements("GAZA", "12.0", "12.2")
def won_at_turn_end(situation: Situation, *, germans: bool = False) -> Ruling | None:
    """Return the instant victory of the Central Powers if it is there at the end of a turn.

    Args:
        situation: The position at the end of a turn.
        germans: Whether German units count as well (FM-Q37).
    """
    part = railroad_reached(situation, germans=germans)
    if not part.value:
        return None
    said = "The Ottomans have cut the railroad at the end of a turn; play stops."
    return finding("Victory", CENTRAL_POWERS_AT_ONCE, said, "GAZA 12.2", parts=(part,))


# ---- points


@implements("GAZA", "12.4", *(case.removeprefix("GAZA ") for case in HEX_CASES.values()))
def points(board: Board, held: Container[Hex]) -> Ruling:
    """Return what the British score for the victory hexes that they hold.

    Args:
        board: The map, whose features tell the victory hexes and their worth.
        held: The hexes with a British unit.
    """
    parts = []
    for cell, worth in victory_hexes(board):
        label, place = board.label(cell), board.describe(cell)
        case = HEX_CASES.get(label, "GAZA 12.4")
        if cell in held:
            said = f"A British unit is in {place}."
            parts.append(figure(label, worth, said, case, unit="points"))
        else:
            why = f"No British unit is in {place}."
            parts.append(skipped(label, why, case, value=worth, unit="points"))
    said = "The victory hexes that British units are on."
    return total("Victory points", parts, said, "GAZA 12.4", unit="points")


def victory_points(situation: Situation) -> Ruling:
    """Return what the British would score if the game ended now."""
    held = frozenset(piece.at for piece in situation.of(BRITISH))
    return points(situation.board, held)


@implements("GAZA", *(case.removeprefix("GAZA ") for _, _, case in LADDER))
def level(scored: int) -> Ruling:
    """Return the level of victory that points are worth, all levels with why not.

    Args:
        scored: British victory points.

    Raises:
        RequestError: There are fewer than none.
    """
    if scored < 0:
        raise RequestError("victory points", str(scored), "none or more")
    said = f"{scored} victory points: the level whose range holds them."
    return choice("Level", _levels(scored), said, "GAZA 12.3")


def _levels(scored: int) -> Iterator[Ruling]:
    above: int | None = None
    for least, name, case in LADDER:
        most = None if above is None else above - 1
        reach = f"{least} or more" if most is None else f"{least} to {most}"
        reach = str(least) if most == least else reach
        if scored >= least and (most is None or scored <= most):
            yield figure(name, name, f"{reach} points.", case)
        else:
            yield skipped(name, f"It takes {reach} points.", case, value=name)
        above = least


@implements("GAZA", "12.3")
def on_points(situation: Situation) -> Ruling:
    """Return the victory on points: what is scored, and the level that it is worth."""
    scored = victory_points(situation)
    assert isinstance(scored.value, int)  # noqa: S101 - a sum of whole points
    reached = level(scored.value)
    said = f"{count(scored.value, 'point')}: {reached.value}."
    return finding("Victory", reached.value, said, "GAZA 12.3", parts=(scored, reached))


@implements("GAZA", "12.0", "12.3")
def verdict(situation: Situation) -> Ruling:
    """Return who wins a position if the game ends with it: at once, or on points.

    The last turn is the evening of 19 April (FM-Q31).
    """
    candidates = [
        _tried(won_at_once(situation), BRITISH_AT_ONCE, gaza_occupied(situation)),
        _tried(won_at_turn_end(situation), CENTRAL_POWERS_AT_ONCE, railroad_reached(situation)),
        on_points(situation),
    ]
    over = next(each for each in candidates if each.counts)
    parts = (each if each is over else _passed(each) for each in candidates)
    return choice("Victory", parts, f"The first that applies: {over.sentence}", "GAZA 12.0")


def _tried(won: Ruling | None, name: str, why: Ruling) -> Ruling:
    """Return an instant victory, or why it is none."""
    if won is not None:
        return won
    return skipped("Victory", why.sentence, *why.cases, value=name, parts=(why,))


def _passed(candidate: Ruling) -> Ruling:
    """Return a kind of victory that another goes before."""
    if not candidate.counts:
        return candidate
    said = f"Another victory goes before. {candidate.sentence}"
    return skipped("Victory", said, *candidate.cases, value=candidate.value, parts=candidate.parts)

"""The fire support day of Gaza 1917 (10.4, 18.3): when a marker that was used may be used again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding

if TYPE_CHECKING:
    from wargame.fire_and_movement.state import Situation

MORNING = "Morning"
DAYS = ("17 April", "18 April", "19 April")
TURNS = (
    "Zero Hour",
    *(f"{part}, {day}" for day in DAYS for part in (MORNING, "Afternoon", "Evening")),
)
"""The turns of the game, in order (FM-Q32)."""
NINE_TURNS = (TURNS[0], *TURNS[2:])
"""The other reading of FM-Q32: Zero Hour is the first turn of 17 April."""

TRACK = Provenance("reconstructed", "FM-Q32", "three turns a day after Zero Hour; no track at hand")
READY_EVERY_TURN = {"air": "GAZA 18.5/1", "naval": "GAZA 18.6"}
KINDS = ("artillery", *READY_EVERY_TURN)
NEVER = "never"
"""What is answered when the game ends first."""


@implements("GAZA", "10.4/1", "18.3/1")
def ready_again(kind: str, turn: str) -> Ruling:
    """Return the turn in which a marker used in *turn* may be used again.

    Args:
        kind: ``artillery`` for a marker of the pool, ``air`` or ``naval``.
        turn: One of :data:`TURNS`.

    Raises:
        RequestError: There is no such turn or kind of marker.
    """
    if turn not in TURNS:
        raise RequestError("turn", shown(turn), one_of(TURNS, turn))
    if kind not in KINDS:
        raise RequestError("kind of marker", shown(kind), one_of(KINDS, kind))
    later = TURNS[TURNS.index(turn) + 1 :]
    cases: tuple[str, ...] = ("GAZA 18.3/1", "GAZA 10.4/1")
    why = "A marker of the pool serves once in a day and comes back on the next morning."
    if kind in READY_EVERY_TURN:
        why, cases = f"The {kind} marker serves in every turn.", (READY_EVERY_TURN[kind],)
    else:
        later = tuple(each for each in later if each.startswith(MORNING))
    ready = later[0] if later else NEVER
    why = why if later else f"{why} The game ends first."
    return finding("Ready again", ready, why, *cases, provenance=TRACK)


def turn_name(turn: int, turns: tuple[str, ...] = TURNS) -> str:
    """Return what a game turn is called.

    Args:
        turn: Its number, from 1 for Zero Hour.
        turns: The turns of the game, :data:`NINE_TURNS` by the other reading.

    Raises:
        RequestError: The game has no such turn.
    """
    if not 1 <= turn <= len(turns):
        raise RequestError("turn", str(turn), f"1 to {len(turns)}")
    return turns[turn - 1]


@implements("GAZA", "18.3/1", "18.5/1", "18.6")
def markers_back(
    situation: Situation, turns: tuple[str, ...] = TURNS
) -> tuple[Situation, tuple[Ruling, ...]]:
    """Return the position at the start of a turn, the markers that serve again made ready.

    Air and naval markers serve in every turn; markers of the pool come back in the morning.

    Args:
        situation: The position, its turn just begun.
        turns: The turns of the game.

    Returns:
        The position, and for each side that has some back a ruling.
    """
    morning = turn_name(situation.turn, turns).startswith(MORNING)
    off = situation.ready | situation.gone | {each.id for each in situation.waiting}
    back = [
        marker
        for marker in situation.roster.markers.values()
        if marker.id not in off and (morning or marker.kind in READY_EVERY_TURN)
    ]
    told = tuple(
        _told_back(side, [each.kind for each in back if each.side == side])
        for side in situation.sides
        if any(each.side == side for each in back)
    )
    ready = situation.ready | {each.id for each in back}
    return (evolve(situation, ready=ready) if back else situation), told


def _told_back(side: str, kinds: list[str]) -> Ruling:
    counted = {kind: kinds.count(kind) for kind in KINDS if kind in kinds}
    words = ", ".join(f"{number} {kind}" for kind, number in counted.items())
    cases = dict.fromkeys(READY_EVERY_TURN.get(kind, "GAZA 18.3/1") for kind in counted)
    said = f"{side} may use again: {words}."
    return finding(f"Markers back, {side}", len(kinds), said, *cases, unit="markers")

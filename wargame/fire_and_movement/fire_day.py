"""The fire support day of Gaza 1917 (10.4, 18.3): when a marker that was used may be used again."""

from __future__ import annotations

from wargame.core.errors import RequestError, one_of, shown
from wargame.core.provenance import Provenance
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, finding

MORNING = "Morning"
DAYS = ("17 April", "18 April", "19 April")
TURNS = (
    "Zero Hour",
    *(f"{part}, {day}" for day in DAYS for part in (MORNING, "Afternoon", "Evening")),
)
"""The turns of the game, in order (FM-Q32)."""

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

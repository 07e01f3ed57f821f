"""Naval gunfire at Krithia (102.3.8): a ship that fires once, by command or at what moves.

The ship is no counter (101.1.2). For its fire it is put in an all-sea hex; the shot taken, it is
gone. For opportunity fire it lies in one hex for the whole turn, which is ours: the print only asks
for a line of sight from some hex.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve

from wargame.core.procedure import Choice, Option, bands_of
from wargame.core.rulebook import implements
from wargame.core.ruling import figure
from wargame.rifle_and_spade import commanded
from wargame.rifle_and_spade.clearing import SHIP, sea_hexes, sightings
from wargame.rifle_and_spade.dice import TEN, d10
from wargame.rifle_and_spade.krithia_rules import ENTENTE, FIRST_TURN
from wargame.rifle_and_spade.state import Piece

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from wargame.core.grid import Hex
    from wargame.core.procedure import Roll, Step
    from wargame.rifle_and_spade.state import Situation

CASE = "GB 102.3.8"
CASES = (CASE, "GB 101.1.4")
HOLD = "hold"
NONE, COMMANDED, OPPORTUNITY = "no fire", "commanded fire", "opportunity fire"
ON_A_FACE = {1: COMMANDED, 2: OPPORTUNITY}
"""What the die gives; any other face gives nothing."""


@implements("GB", "102.3.8")
def gunfire(situation: Situation) -> Generator[Step, Any, Situation]:
    """Settle the naval gunfire of a turn, before anybody is activated.

    On turn 33 it is sure. On later turns by day a die is rolled; twilight and night are not
    daylight.
    """
    situation = without_ship(situation)
    if situation.turn == FIRST_TURN:
        return (yield from _commanded(situation))
    if situation.light != "day":
        said = f"Turn {situation.turn} is no daylight turn: no ship fires."
        yield figure("Naval gunfire", None, said, CASE)
        return situation
    answer = yield evolve(naval_roll(), position=situation)
    if answer.outcome == COMMANDED:
        return (yield from _commanded(situation))
    if answer.outcome == OPPORTUNITY:
        return (yield from _lie_in_wait(situation))
    return situation


def naval_roll() -> Roll:
    """Return the roll for a ship: a tenth for commanded fire, a tenth for opportunity fire."""
    outcomes = [ON_A_FACE.get(face, NONE) for face in range(TEN)]
    return d10("Naval gunfire", bands_of(outcomes, first=0), CASE)


def _commanded(situation: Situation) -> Generator[Step, Any, Situation]:
    """Let the ship fire at a target that it sees."""
    cells = {cell: seen for cell in sea_hexes(situation) if (seen := sightings(situation, cell))}
    if not cells:
        why = "No all-sea hex has a line of sight to an Ottoman unit."
        yield figure("Naval gunfire", None, why, CASE)
        return situation
    options = [Option(HOLD, "no naval gunfire"), *_offers(situation, cells)]
    purpose = "From which sea hex the pre-dreadnought fires"
    answer: Option = yield Choice(ENTENTE, purpose, options, CASES, position=situation)
    if answer.key == HOLD:
        return situation
    active = situation.active
    placed = evolve(_with_ship(situation, answer.key), active=ENTENTE)
    after: Situation = yield from commanded.commanded_fire(placed, frozenset({SHIP}))
    return evolve(without_ship(after), active=active)


def _lie_in_wait(situation: Situation) -> Generator[Step, Any, Situation]:
    """Put the ship where it waits for something to move: it may not fire by command."""
    cells = {cell: sightings(situation, cell) for cell in sea_hexes(situation)}
    options = [Option(HOLD, "no naval gunfire"), *_offers(situation, cells)]
    purpose = "In which sea hex the pre-dreadnought waits for one opportunity fire"
    answer: Option = yield Choice(ENTENTE, purpose, options, CASES, position=situation)
    if answer.key == HOLD:
        return situation
    waiting = _with_ship(situation, answer.key)
    ship = evolve(waiting.piece(SHIP), fired=True, engaged=frozenset({SHIP}))  # no commanded fire
    return waiting.replace_pieces(ship)


def _offers(situation: Situation, cells: dict[Hex, list[Hex]]) -> Iterator[Option]:
    label = situation.board.label
    for cell, seen in cells.items():
        listed = ", ".join(map(label, seen)) or "nobody yet"
        yield Option(label(cell), f"{label(cell)}: in sight {listed}")


def _with_ship(situation: Situation, label: str) -> Situation:
    steps = situation.roster[SHIP].steps
    ship = Piece(SHIP, situation.board.hex(label), steps)
    return evolve(situation, pieces=(*situation.pieces, ship))


def without_ship(situation: Situation) -> Situation:
    """Return the situation with the ship gone."""
    return situation.without([SHIP]) if situation.on_map(SHIP) else situation


def without_spent_ship(situation: Situation) -> Situation:
    """Return the situation with the ship gone if it has had its shot."""
    spent = situation.on_map(SHIP) and situation.piece(SHIP).shots
    return situation.without([SHIP]) if spent else situation

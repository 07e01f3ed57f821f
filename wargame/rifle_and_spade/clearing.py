"""Clearing Sedd el Bahr (102.1): the game, step by step.

Each turn the Entente rallies one stack, fires (in its fifth turn with a ship besides), moves and
assaults; then the Ottoman side rallies one stack and fires. That order is ours (see
:func:`~wargame.rifle_and_spade.clearing_rules.unused_parts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from attrs import evolve, frozen

from wargame.core.procedure import Checkpoint, Choice, Option
from wargame.core.rulebook import implements
from wargame.core.ruling import Ruling, figure
from wargame.rifle_and_spade import commanded, rally
from wargame.rifle_and_spade.clearing_rules import (
    ENTENTE,
    OTTOMAN,
    bar,
    historical_victory,
    outside,
    player_victory,
    take_off,
)
from wargame.rifle_and_spade.eligibility import Aim, aim
from wargame.rifle_and_spade.plan import nobody_left
from wargame.rifle_and_spade.scenario import DEFAULT, load_scenario
from wargame.rifle_and_spade.sequence import end_of_turn, hours_of, subsegment
from wargame.rifle_and_spade.state import Piece, Situation

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step, Steps

SHIP = "Mk X 12in"
HOLD, GO_ON, END = "hold", "on", "end"
SEA = frozenset({"sea"})
COLUMN_LIMIT = 14
"""Entente ships do not go east of this column in the Narrows (101.1.4)."""

Stage = Literal["rally", "ship", "4c.ii", "4c.iii", "4c.iv"]
PLAN: tuple[tuple[str, Stage], ...] = (
    (ENTENTE, "rally"),
    (ENTENTE, "ship"),
    (ENTENTE, "4c.ii"),
    (ENTENTE, "4c.iii"),
    (ENTENTE, "4c.iv"),
    (OTTOMAN, "rally"),
    (OTTOMAN, "4c.ii"),
)
"""What is done in a turn, and who does it."""


@frozen
class Clearing:
    """A game under way.

    Args:
        situation: The position.
        last_turn: The game turn after which it ends.
        naval_turn: The game turn in which a ship may fire.
        step: How many steps of :data:`PLAN` are done in this turn.
    """

    situation: Situation
    last_turn: int = 16
    naval_turn: int = 16
    step: int = 0

    @property
    def where(self) -> str:
        """Where the game is: turn, side and number of the part of the sequence of play."""
        if self.step == len(PLAN):
            return f"Turn {self.situation.turn}, end of turn"
        side, stage = PLAN[self.step]
        return f"Turn {self.situation.turn}, {side}, {_STAGES[stage]}"

    @property
    def part(self) -> str:
        """The number of the part of the sequence of play that comes next ("4c.ii")."""
        if self.step == len(PLAN):
            return "5"
        stage = PLAN[self.step][1]
        return {"rally": "4c.iii", "ship": "4c.ii"}.get(stage, stage)


_STAGES: dict[Stage, str] = {
    "rally": "rally of one stack",
    "ship": "naval gunfire",
    "4c.ii": "commanded fire",
    "4c.iii": "movement",
    "4c.iv": "assaults",
}


@frozen
class Ended:
    """A game that is over.

    Args:
        situation: The last position.
        historical: The historical victory, level by level.
        player: The player's victory.
    """

    situation: Situation
    historical: Ruling
    player: Ruling


@implements("GB", "102.1.1", "102.1.2")
def opening(charts: Path | str | None = None) -> Clearing:
    """Return the game at its start.

    Args:
        charts: A folder of the owner's own charts, used before the project's.
    """
    scenario = load_scenario(DEFAULT, charts)
    head = scenario.opening
    return Clearing(scenario.situation, head.last_turn, head.naval_turn)


@implements("GB", "102.1", "102.1.4", "102.1.5")
@implements("RS", "2.3.4")
def clearing_sedd_el_bahr(game: Clearing | Situation | None = None) -> Steps:
    """Play the scenario to its end.

    Args:
        game: Where to begin: a game under way, or a position at the start of a turn; the scenario's
            own beginning where nothing is given.

    Returns:
        :class:`Ended`, with both victories.
    """
    if game is None:
        game = opening()
    return play_on(Clearing(game) if isinstance(game, Situation) else game)


def play_on(game: Clearing) -> Steps:
    """Go on with a game from any of its checkpoints."""
    while True:
        yield Checkpoint(game.where, game, play_on)
        if game.step < len(PLAN):
            game = yield from _step(game)
            if nobody_left(game.situation):
                break
            continue
        if game.situation.turn >= game.last_turn or (yield from _agreed(game.situation)):
            break
        game = evolve(game, situation=end_of_turn(game.situation), step=0)
        yield _new_turn(game)
    return (yield from _end(game.situation))


def _step(game: Clearing) -> Generator[Step, Any, Clearing]:
    """Do the next step of the plan; who has left the map area meanwhile is taken off."""
    side, stage = PLAN[game.step]
    situation = game.situation
    if situation.active != side:
        situation = evolve(situation, active=side)
    if stage == "rally":
        situation = yield from rally.free_rallies(situation, side)
    elif stage == "ship":
        if situation.turn == game.naval_turn:
            situation = yield from naval_gunfire(situation)
    else:
        able = able_units(situation, side)
        situation = yield from subsegment(stage, situation, able, bar)
        situation = take_off(situation)
    return evolve(game, situation=situation, step=game.step + 1)


@implements("GB", "102.1.7")
def able_units(situation: Situation, side: str) -> frozenset[str]:
    """Return the units of a side that act: all of them, there being no command."""
    return frozenset(piece.unit for piece in situation.of(side))


@implements("GB", "102.1.6", "101.1.4")
def naval_gunfire(situation: Situation) -> Generator[Step, Any, Situation]:
    """Let the ship fire once, from an all-sea hex that has a line of sight to an enemy.

    The scenario has game turns 12 to 16 and gives the ship "on Turn 5", which is read as its fifth
    turn, game turn 16 (GB-Q01). The ship is on the map for this one commanded fire only.
    """
    options = [Option(HOLD, "no naval gunfire")]
    for cell in sea_hexes(situation):
        seen = sightings(situation, cell)
        if seen:
            labels = ", ".join(map(situation.board.label, seen))
            label = situation.board.label(cell)
            options.append(Option(label, f"fire from {label}: in sight {labels}"))
    if len(options) == 1:
        why = "No all-sea hex has a line of sight to an Ottoman unit."
        yield figure("Naval gunfire", None, why, "GB 102.1.6")
        return situation
    purpose = "From which sea hex the pre-dreadnought fires"
    answer: Option = yield Choice(
        ENTENTE, purpose, options, ("GB 102.1.6", "GB 101.1.4"), position=situation
    )
    if answer.key == HOLD:
        return situation
    placed = _with_ship(situation, situation.board.hex(answer.key))
    after: Situation = yield from commanded.commanded_fire(placed, frozenset({SHIP}))
    return after.without([SHIP])


def sea_hexes(situation: Situation) -> list[Hex]:
    """Return the hexes that naval gunfire may come from: all-sea, no shoals, not in the Narrows."""
    board, beyond = situation.board, outside(situation.ground)
    found = [
        cell
        for cell, content in board.cells.items()
        if set(content.terrain) <= SEA
        and cell not in beyond
        and board.numbering.to_figures(cell)[0] <= COLUMN_LIMIT
    ]
    return sorted(found)


def sightings(situation: Situation, cell: Hex) -> list[Hex]:
    """Return the hexes with enemies that the ship may fire at from a sea hex."""
    placed = _with_ship(situation, cell)
    ship = placed.piece(SHIP)
    targets = sorted(situation.occupied[OTTOMAN])
    return [target for target in targets if isinstance(aim(placed, ship, target), Aim)]


def _with_ship(situation: Situation, cell: Hex) -> Situation:
    steps = situation.roster[SHIP].steps
    return evolve(situation, pieces=(*situation.pieces, Piece(SHIP, cell, steps)))


@implements("GB", "101.2.1")
def _agreed(situation: Situation) -> Generator[Step, Any, bool]:
    """Ask at the end of a turn whether both sides agree to end the game."""
    cases = ("GB 101.2.1",)
    options = (Option(GO_ON, "play on"), Option(END, "offer to end the game here"))
    purpose = f"End of turn {situation.turn}"
    offer: Option = yield Choice(ENTENTE, purpose, options, cases, position=situation)
    if offer.key != END:
        return False
    options = (Option(GO_ON, "play on"), Option(END, "agree to end the game"))
    answer: Option = yield Choice(
        OTTOMAN, f"{purpose}: the Entente would end it", options, cases, position=situation
    )
    return answer.key == END


def _new_turn(game: Clearing) -> Ruling:
    situation = game.situation
    said = f"Game turn {situation.turn} of {game.last_turn}, {hours_of(situation.turn)}."
    return figure(f"Turn {situation.turn}", situation.turn, said, "RS 2.0/5b", "GB 102.1.4")


@implements("GB", "101.2", "101.2.1")
def _end(situation: Situation) -> Generator[Step, Any, Ended]:
    ended = Ended(situation, historical_victory(situation), player_victory(situation))
    yield ended.historical
    yield ended.player
    return ended

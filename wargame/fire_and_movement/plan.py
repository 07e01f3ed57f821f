"""What a game adds to the sequence of play: who begins, how long it lasts, who comes, who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import Factory, frozen

from wargame.core.ruling import Ruling, skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step, Steps
    from wargame.fire_and_movement.state import Situation

    Part = Callable[[Situation], Generator[Step, Any, Situation]]
    Judge = Callable[[Situation], Generator[Step, Any, Ruling]]


def nothing_to_do(situation: Situation) -> Generator[Step, Any, Situation]:
    """Leave a position as it is, and ask and tell nothing."""
    yield from ()
    return situation


def nobody_comes(situation: Situation) -> Mapping[str, Iterable[Hex]]:
    """Return that nobody waits to come onto the map."""
    del situation
    return {}


def not_yet(situation: Situation) -> Ruling | None:
    """Return that nobody has won before the end."""
    del situation
    return None


def goes_on(situation: Situation) -> bool:
    """Return that the game is not over before its last turn."""
    del situation
    return False


def unjudged(situation: Situation) -> Ruling:
    """Return that the game names no winner."""
    said = f"Turn {situation.turn} is over, and no victory was asked for."
    return skipped("Victory", said, situation.ruleset.case("4.1/10"))


@frozen(eq=False)
class Plan:
    """What a game adds to the sequence of play (4.1).

    A game hands over the same plan each time, since two games are one moment only if it is.

    Args:
        title: What a person reads.
        last_turn: The game turn after which it ends.
        first: The first player; the sides of the position in their order where nothing is said.
        names: What the turns are called, from the first on; they have numbers alone otherwise.
        support: The Support Fire Marker Phase: both players organise their markers (7.0).
        player_turn: What a side does at the start of its player turn, such as rolling for
            reinforcements.
        arrivals: What a side does as each of its movement phases begins, such as a landing.
        entries: The units that may come onto the map in a movement phase of the active side, with
            the hexes they may enter.
        bombardment: The Bombardment Phase (8.1), with checkpoints or without; nothing where there
            is none. It returns a position, or something that holds one as ``situation``.
        turn_end: What happens in the Game Turn End Phase before the next turn.
        won: Whether somebody wins at once, asked after every move and every combat.
        over: Whether the game ends at once and is judged, asked as often.
        won_at_turn_end: Whether somebody wins at the end of a turn, the last one included.
        is_last: Whether this turn is the last one; by ``last_turn`` where nothing is said.
        verdict: Who has won after the last turn.
        judge: How that is found out where it takes dice or a decision; by ``verdict`` otherwise.
    """

    title: str
    last_turn: int
    first: str = ""
    names: tuple[str, ...] = Factory(tuple)
    support: Part = nothing_to_do
    player_turn: Part = nothing_to_do
    arrivals: Part = nothing_to_do
    entries: Callable[[Situation], Mapping[str, Iterable[Hex]]] = nobody_comes
    bombardment: Callable[[Situation], Steps] | None = None
    turn_end: Part = nothing_to_do
    won: Callable[[Situation], Ruling | None] = not_yet
    over: Callable[[Situation], bool] = goes_on
    won_at_turn_end: Callable[[Situation], Ruling | None] = not_yet
    is_last: Callable[[Situation], bool] | None = None
    verdict: Callable[[Situation], Ruling] = unjudged
    judge: Judge | None = None

    def name_of(self, turn: int) -> str:
        """Return what a turn is called, with its number."""
        if not 1 <= turn <= len(self.names):
            return f"Turn {turn}"
        return f"Turn {turn} ({self.names[turn - 1]})"

    def ends_with(self, situation: Situation) -> bool:
        """Return whether the turn of a position is the last."""
        if self.is_last is not None:
            return self.is_last(situation)
        return situation.turn >= self.last_turn

    def judged(self, situation: Situation) -> Generator[Step, Any, Ruling]:
        """Find out who has won a game that is over."""
        if self.judge is not None:
            return (yield from self.judge(situation))
        return self.verdict(situation)

    def stops(self, situation: Situation) -> bool:
        """Return whether play stops at once in a position."""
        return self.won(situation) is not None or self.over(situation)

"""What a scenario with command rules adds to the turn: who comes when, supply, its own rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import Factory, frozen

from wargame.core.ruling import Ruling, skipped

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Generator, Mapping
    from fractions import Fraction

    from wargame.core.grid import Hex
    from wargame.core.procedure import Step
    from wargame.rifle_and_spade.reinforcements import Arrival, Release
    from wargame.rifle_and_spade.state import Situation

    Bar = Callable[[Situation, tuple[str, ...], Hex], Ruling | None]
    Part = Callable[[Situation], Generator[Step, Any, Situation]]


def _as_they_are(situation: Situation) -> Situation:
    return situation


def nobody_left(situation: Situation) -> bool:
    """Return whether nothing more can change, since a side has nobody left."""
    return not all(situation.occupied[side] for side in situation.sides)


def not_before_the_last_turn(situation: Situation) -> bool:
    """Return that a game is not over, whoever is left: it lasts as long as it says.

    Reinforcements may still come, and whoever is left may still take what victory asks for. Both
    sides may agree to end it (101.2.1).
    """
    del situation
    return False


def _unjudged(situation: Situation) -> Ruling:
    said = f"Turn {situation.turn} is over, and no victory was asked for."
    return skipped("Victory", said, "GB 101.2")


@frozen(eq=False)
class Plan:
    """What a scenario adds to the sequence of play.

    Args:
        title: What a person reads.
        last_turn: The game turn after which it ends.
        arrivals: Who comes, and when.
        releases: Which brigiments are released, and when.
        sources: For each side the hexes that are its supply sources; a side without any is always
            in supply.
        dawn: The bonus of dawn of each brigiment that has one, per battalion.
        first: For game turns with a first player the side (2.3.4).
        no_command: Game turns without a Command Phase.
        bar: What it forbids those who move, besides their orders.
        take_off: Takes off the map who has left its area.
        support: What happens before the activations of a turn, such as naval gunfire.
        decided: Whether the game is over before its last turn.
        historical: The historical victory.
        player: The player's victory.
    """

    title: str
    last_turn: int
    arrivals: tuple[Arrival, ...] = ()
    releases: tuple[Release, ...] = ()
    sources: Mapping[str, Collection[Hex]] = Factory(dict)
    dawn: Mapping[str, Fraction] = Factory(dict)
    first: Mapping[int, str] = Factory(dict)
    no_command: frozenset[int] = frozenset()
    bar: Bar | None = None
    take_off: Callable[[Situation], Situation] = _as_they_are
    support: Part | None = None
    decided: Callable[[Situation], bool] = nobody_left
    historical: Callable[[Situation], Ruling] = _unjudged
    player: Callable[[Situation], Ruling] = _unjudged

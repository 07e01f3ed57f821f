"""Dice of many units at once: how many hit, how many retreat, and what follows from it."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from wargame.area_combat.units import FACES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Ready = Callable[[int], tuple[tuple["Group", ...], int]]
    After = Callable[[int, int, int], int]

Group = tuple[int, int, int]
"""Dice that are alike: how many, the number they hit on or less, the number they retreat from."""
Thrown = tuple[tuple[int, int, int], ...]
"""Hits, retreats, and in how many of the equally likely throws."""


@lru_cache(maxsize=4096)
def _alike(dice: int, hits_on: int, retreats_from: int) -> Thrown:
    """Return how often each pair of hits and retreats falls; a hit counts first (AA-Q19)."""
    hit = min(hits_on, FACES)
    away = FACES + 1 - max(retreats_from, hit + 1) if retreats_from else 0
    stay = FACES - hit - away
    return tuple(
        (hits, gone, ways)
        for hits in range(dice + 1)
        for gone in range(dice - hits + 1)
        if (
            ways := comb(dice, hits)
            * comb(dice - hits, gone)
            * hit**hits
            * away**gone
            * stay ** (dice - hits - gone)
        )
    )


@lru_cache(maxsize=65536)
def thrown(groups: tuple[Group, ...], dice: int) -> Thrown:
    """Return how often each pair of hits and retreats falls for several groups together.

    Args:
        groups: Dice that are alike, group by group.
        dice: The dice to count throws in; those that no group throws may fall as they like.
    """
    spare = dice - sum(number for number, _, _ in groups)
    found: dict[tuple[int, int], int] = {(0, 0): FACES**spare}
    for group in groups:
        joined: dict[tuple[int, int], int] = {}
        for (hits, gone), ways in found.items():
            for more, away, each in _alike(*group):
                key = (hits + more, gone + away)
                joined[key] = joined.get(key, 0) + ways * each
        found = joined
    return tuple((hits, gone, ways) for (hits, gone), ways in found.items())


class Spread:
    """What may become of one state, in numbers of equally likely throws.

    Args:
        key: The state before the dice.
    """

    def __init__(self, key: int) -> None:
        """Begin with the state."""
        self.ways = {key: 1}
        self.dice = 0

    def change(self, after: Callable[[int], int]) -> None:
        """Let something follow without any die."""
        found: dict[int, int] = {}
        for key, ways in self.ways.items():
            new = after(key)
            found[new] = found.get(new, 0) + ways
        self.ways = found

    def throw(self, ready: Ready, after: After) -> None:
        """Throw dice, which may differ from state to state.

        Args:
            ready: The dice of a state, and the state once they are taken up.
            after: What follows from that state, its hits and its retreats.
        """
        taken_up = [(*ready(key), ways) for key, ways in self.ways.items()]
        most = max(sum(group[0] for group in groups) for groups, _, _ in taken_up)
        found: dict[int, int] = {}
        for groups, key, ways in taken_up:
            for hits, gone, each in thrown(groups, most):
                new = after(key, hits, gone)
                found[new] = found.get(new, 0) + ways * each
        self.ways = found
        self.dice += most

    def branch(self, dice: int, outcomes: Callable[[int], Iterable[tuple[int, int]]]) -> None:
        """Follow outcomes that are listed with their numbers of throws of so many dice."""
        found: dict[int, int] = {}
        for key, ways in self.ways.items():
            for new, each in outcomes(key):
                found[new] = found.get(new, 0) + ways * each
        self.ways = found
        self.dice += dice

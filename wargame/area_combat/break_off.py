"""The best round to break off, for whatever one is after (AA-1.24, AA-3.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from wargame.area_combat.odds import RUNS, BattleOdds, Chance, battle_odds
from wargame.area_combat.plans import FIGHT_ON, Plan
from wargame.core.errors import RequestError, shown

if TYPE_CHECKING:
    from wargame.area_combat.battle import Battle
    from wargame.area_combat.odds import Method

NEVER = 0
"""Not to break off at all."""
MOST = 50


@frozen
class Swing:
    """What the defender loses beyond what the attacker loses, in IP, on average.

    Args:
        territory: What the territory itself is worth to who takes it.
    """

    territory: int = 0

    @property
    def tracks(self) -> bool:
        """Whether the spread of losses is needed, not only their mean."""
        return False

    def __call__(self, odds: BattleOdds) -> Chance:
        """Return how well a battle comes out."""
        return odds.value_lost("defender") - odds.value_lost("attacker") + self.territory * odds.win

    def __str__(self) -> str:
        """Return it in words."""
        return "IP gained on average"


@frozen
class TakeWithin:
    """The chance to take the territory and lose no more than so much.

    Args:
        most: What the attacker may lose, in IP.
    """

    most: int

    @property
    def tracks(self) -> bool:
        """Whether the spread of losses is needed, not only their mean."""
        return True

    def __call__(self, odds: BattleOdds) -> Chance:
        """Return how well a battle comes out."""
        return odds.taken_within(self.most)

    def __str__(self) -> str:
        """Return it in words."""
        return f"chance to take it and lose {self.most} IP at most"


Objective = Swing | TakeWithin


@frozen
class BreakOff:
    """How well a battle comes out, by the round after which the attacker breaks off.

    Args:
        best: The best round; 0 when it is best to fight on to the end.
        worth: The objective for each round, and for 0.
        odds: The odds when he breaks off in the best round.
        sentence: The answer in words, with how it was come by.
    """

    best: int
    worth: dict[int, Chance]
    odds: BattleOdds
    sentence: str


def break_off_search(  # noqa: PLR0913 - two plans, and how far to look
    battle: Battle,
    objective: Objective,
    attacker: Plan = FIGHT_ON,
    defender: Plan = FIGHT_ON,
    *,
    rounds: int = 8,
    method: Method | None = None,
    runs: int | None = None,
    seed: int = 0,
) -> BreakOff:
    """Return after which round the attacker had best break off.

    Of rounds that are equally good the latest is taken, and to fight on before all of them.

    Args:
        battle: The battle, between two rounds.
        objective: What the attacker is after.
        attacker: What he does otherwise.
        defender: What the defender does.
        rounds: The last round looked at, counted from here.
        method: How to find the odds of each, as in :func:`~wargame.area_combat.odds.battle_odds`.
        runs: Battles to fight where they are simulated; the usual number unless given.
        seed: Of the dice, where the battle has to be simulated.

    Raises:
        RequestError: The number of rounds is none.
    """
    if type(rounds) is not int or not 1 <= rounds <= MOST:
        raise RequestError("rounds", shown(rounds), f"1 to {MOST}")
    later = range(battle.round + rounds, battle.round, -1)
    found: dict[int, BattleOdds] = {
        number: battle_odds(
            battle,
            evolve(attacker, break_off=number),
            defender,
            method=method,
            losses=objective.tracks,
            runs=RUNS if runs is None else runs,
            seed=seed,
        )
        for number in (NEVER, *later)
    }
    worth = {number: objective(each) for number, each in found.items()}
    best = max(worth, key=lambda number: worth[number])
    when = "fight on to the end" if best == NEVER else f"break off after round {best}"
    said = f"Best: {when} ({objective}: {float(worth[best]):.3f}). {found[best].sentence}"
    return BreakOff(best, dict(sorted(worth.items())), found[best], said)

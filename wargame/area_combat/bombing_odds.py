"""The exact odds of a bombing run: how many bombers get through, and what their bombs cost.

The dice of the bombs do not depend on how the planes got there, so the two are worked out apart
and multiplied: a run of five bombers and five escorts takes a moment.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import frozen

from wargame.area_combat.battle import Battle
from wargame.area_combat.bombing import Raid, bombing_run
from wargame.area_combat.forces import NOBODY, Force
from wargame.core.drivers import odds
from wargame.core.procedure import Checkpoint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from wargame.core.procedure import Choice, Steps


@frozen
class RaidOdds:
    """What a bombing run comes to.

    Args:
        through: Chance of each number of bombers left over the target.
        escorts: Chance of each number of other attacking planes left then.
        interceptors: Chance of each number of defending planes left then.
        damage: Chance of each loss in IP.
    """

    through: Mapping[int, Fraction]
    escorts: Mapping[int, Fraction]
    interceptors: Mapping[int, Fraction]
    damage: Mapping[int, Fraction]

    @property
    def mean(self) -> Fraction:
        """The loss in IP on average."""
        return sum((cost * chance for cost, chance in self.damage.items()), Fraction(0))


def careful(battle: Battle) -> Callable[[Choice], str]:
    """Return the policy of the odds: guns aim at bombers, and owners give what costs least.

    Escorts are so lost before bombers, which is what they fly along for.
    """
    units = battle.units

    def decide(choice: Choice) -> str:
        keys = [option.key for option in choice.options]
        if choice.purpose == "target of the guns":
            return max(keys, key=lambda key: (units.unit(key).role == "bomber", -keys.index(key)))
        return min(keys, key=lambda key: units.unit(key).cost if key in units else 0)

    return decide


@lru_cache(maxsize=256)
def raid_odds(battle: Battle) -> RaidOdds:
    """Return the exact odds of a bombing run under the policy :func:`careful`.

    Raises:
        RequestError: It is no bombing run, or too many planes fly for exact odds.
    """
    ends = odds(lambda: _until_bombs(bombing_run(battle)), careful(battle))
    through = ends.distribution(lambda over: Raid(over).bombers)
    damage: defaultdict[int, Fraction] = defaultdict(Fraction)
    for bombers, chance in through.items():
        for cost, share in _bombs(battle, bombers).items():
            damage[cost] += chance * share
    return RaidOdds(
        dict(sorted(through.items())),
        _ordered(ends.distribution(lambda over: _planes(over) - Raid(over).bombers)),
        _ordered(ends.distribution(lambda over: len(over.planes_of("defender")))),
        _ordered(damage),
    )


def _ordered(chances: Mapping[int, Fraction]) -> dict[int, Fraction]:
    return dict(sorted(chances.items()))


def _planes(over: Battle) -> int:
    return len(over.planes_of("attacker"))


def _bombs(battle: Battle, bombers: int) -> Mapping[int, Fraction]:
    """Return what so many bombers cost that nobody shoots at (AA-7.3)."""
    if not bombers:
        return {0: Fraction(1)}
    name = next(each for each, _ in battle.planes_of("attacker") if _bombs_with(battle, each))
    alone = battle.with_army("attacker", engaged=Force(((name, bombers),)))
    alone = alone.with_army("defender", engaged=NOBODY)
    unshot = Battle(
        alone.attacker,
        alone.defender,
        battle.ground,
        rules=battle.rules.replace(shots=0),
        units=battle.units,
    )
    return odds(lambda: bombing_run(unshot)).distribution(lambda bombed: bombed.damage)


def _bombs_with(battle: Battle, name: str) -> bool:
    return battle.units.unit(name).role == "bomber"


@frozen
class _Until:
    """Goes on from a checkpoint, up to the bombs; equal to another that goes on alike."""

    resume: Callable[[Any], Steps]

    def __call__(self, state: object) -> Steps:
        return _until_bombs(self.resume(state))


def _until_bombs(steps: Steps) -> Steps:
    """Fly a run up to its bombs; return the battle as it is then."""
    answer: Any = None
    while True:
        try:
            step = steps.send(answer)
        except StopIteration as stop:  # no bomber is left
            return stop.value.battle
        answer = None
        if not isinstance(step, Checkpoint):
            answer = yield step
        elif isinstance(step.state, Raid):
            return step.state.battle
        else:
            yield Checkpoint(step.name, step.state, _Until(step.resume))

"""The decisions of a battle taken by plans: the same plans play, are simulated and give odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wargame.area_combat import air_round, air_support, retreats
from wargame.area_combat.battle import Battle
from wargame.area_combat.declaring import ALL
from wargame.area_combat.plans import FIGHT_ON, Plan, checked, loss_order, shot_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.area_combat.battle import Who
    from wargame.core.procedure import Choice, Policy


def policy(attacker: Plan = FIGHT_ON, defender: Plan = FIGHT_ON) -> Policy:
    """Return what decides as two plans say, for :func:`~wargame.area_combat.fight.fight`."""

    def decide(choice: Choice) -> str:
        battle = choice.position
        assert isinstance(battle, Battle)  # noqa: S101 - every choice of a battle says in which
        plan = checked(attacker if choice.who == "attacker" else defender, battle)
        purpose = choice.purpose
        answer = _ANSWERS.get(purpose, _first)
        return (
            _loss(plan, battle, choice)
            if purpose.startswith("loss ")
            else (answer(plan, battle, choice))
        )

    return decide


def _first(plan: Plan, battle: Battle, choice: Choice) -> str:  # noqa: ARG001 - one of the answers
    return choice.options[0].key


def _loss(plan: Plan, battle: Battle, choice: Choice) -> str:
    types = [battle.units.unit(option.key) for option in choice.options]
    return loss_order(plan, types)[0].id


def _call(plan: Plan, battle: Battle, choice: Choice) -> str:  # noqa: ARG001 - one of the answers
    return ALL if 0 < plan.call_das <= battle.round + 1 else air_support.NONE


def _target(plan: Plan, battle: Battle, choice: Choice) -> str:  # noqa: ARG001 - one of the answers
    return shot_at(battle.units.unit(option.key) for option in choice.options)[0].id


def _home(plan: Plan, battle: Battle, choice: Choice) -> str:
    alone = choice.who == "attacker" and not battle.ground_of("attacker")
    due = 0 < plan.planes_home <= battle.round + 1
    return ALL if due and not alone else air_round.STAY


def _support(plan: Plan, battle: Battle, choice: Choice) -> str:  # noqa: ARG001 - one of the answers
    return ALL if plan.support else air_support.NONE


def _retreat(plan: Plan, battle: Battle, choice: Choice) -> str:
    who: Who = "attacker" if choice.who == "attacker" else "defender"
    left = len(battle.ground_of(who))
    due = 0 < plan.break_off <= battle.round + 1 or left < plan.fewer_than
    open_to = {option.key for option in choice.options}
    return ALL if due and ALL in open_to else retreats.STAY


_ANSWERS: dict[str, Callable[[Plan, Battle, Choice], str]] = {
    air_support.CALL: _call,
    air_support.SUPPORT: _support,
    air_round.HOME: _home,
    retreats.RETREAT: _retreat,
    "target of the guns": _target,
}

"""The sequence of a mission with the case of each step, and the dice that can be thrown for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from wargame.area_combat import anti_air
from wargame.area_combat.battle import Army, Battle, Ground
from wargame.area_combat.bombing import Bombed, bombing_run
from wargame.area_combat.forces import NOBODY, described
from wargame.area_combat.interdiction import interdicted
from wargame.area_combat.moment import Moment
from wargame.core.procedure import Checkpoint
from wargame.core.rulebook import summary
from wargame.core.ruling import case, figure, finding, skipped
from widgets.explorers.air_plan import RAIDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from wargame.core.procedure import Steps
    from wargame.core.ruling import Ruling
    from widgets.explorers.air_plan import AirPlan

STEP_CASES = {
    "close-air-support": ("AA-5.1", "AA-2.1", "AA-5.4", "AA-6.1"),
    "interdiction": ("AA-5.1", "AA-2.1", "AA-5.4", "AA-6.3", "AA-6.5"),
    "air-transport": ("AA-6.9", "AA-6.7", "AA-6.8", "AA-6.7"),
    "airborne-assault": ("AA-6.15", "AA-6.11", "AA-2.1", "AA-5.4", "AA-6.10"),
    "defensive-air-support": ("AA-6.17", "AA-6.18", "AA-6.20", "AA-6.22"),
    "coastal-defense": ("AA-6.28", "AA-6.30", "AA-6.29", "AA-6.31"),
    "strategic-bombing": ("AA-7.1", "AA-7.9", "AA-7.8", "AA-7.3"),
    "escort": ("AA-7.7", "AA-7.6", "AA-7.7"),
    "strategic-air-defense": ("AA-7.8", "AA-7.8"),
}
"""The case of each step of each mission."""


def outline(plan: AirPlan) -> Ruling:
    """Return the sequence of the mission: a part for each step, greyed where it falls away."""
    mission = plan.asked
    parts = [
        _step(plan, at, step, name)
        for at, (step, name) in enumerate(
            zip(mission.sequence, STEP_CASES[mission.id], strict=True), start=1
        )
    ]
    return finding(mission.name, mission.id, "Its steps.", *mission.cases, parts=parts)


def _step(plan: AirPlan, at: int, step: str, name: str) -> Ruling:
    label, known = f"{at} {step}", case(f"AA {name}")
    if "anti-aircraft" in step and not plan.guns:
        why = f"{plan.there.name} has no city or complex with guns ({known})."
        return skipped(label, why, known)
    return figure(label, str(known), summary(known), known)


@frozen
class Crossing:
    """How armor fared under bombers.

    Args:
        fates: What became of each unit: destroyed, held or passes.
    """

    fates: tuple[str, ...] = ()


@frozen
class Shot:
    """How planes fared under the guns.

    Args:
        battle: The battle as the planes are left.
    """

    battle: Battle


def procedure(plan: AirPlan) -> Callable[[], Steps] | None:
    """Return what can be thrown for a mission; nothing where no die belongs to it."""
    if not plan.ruling.allowed:
        return None
    if plan.mission in RAIDS:
        battle = plan.raid
        if "complex" not in battle.ground.works:
            return None
        return lambda: bombing_run(battle)
    if plan.mission == "interdiction":
        return lambda: _crossing(plan, Crossing())
    if plan.guns:
        return lambda: _under_guns(plan)
    return None


def _crossing(plan: AirPlan, crossed: Crossing) -> Steps:
    """Roll for each armor unit that crosses."""
    unit = plan.theatre.units.unit("armor")
    while len(crossed.fates) < plan.armor:
        way: Any = plan.way
        fate = yield from interdicted(unit, way, plan.theatre.rules, over=plan.there.name)
        crossed = Crossing((*crossed.fates, fate))
    return crossed


def _under_guns(plan: AirPlan) -> Steps:
    """Let the guns of the target fire at the planes that fly in."""
    battle = Battle(
        Army(plan.who, plan.flight().force),
        Army(plan.foe, NOBODY),
        Ground(plan.there.name, plan.there.works),
        rules=plan.theatre.rules,
        units=plan.theatre.units,
    )
    return _guns(anti_air.begin_guns(Moment(battle, stage="guns")))


def _guns(moment: Moment) -> Steps:
    while moment.asks or moment.shots:
        yield Checkpoint("the guns", moment, _guns)
        act = anti_air.aim if moment.asks else anti_air.shoot_at_plane
        moment = yield from act(moment)
    return Shot(moment.battle)


def here(plan: AirPlan, purpose: str) -> str:
    """Return the number of the step that a roll or decision belongs to."""
    steps = plan.asked.sequence
    signs = (
        ("guns", "anti-aircraft"),
        ("target of the guns", "anti-aircraft"),
        ("bombs", "two dice"),
        ("interdiction", "a die for each armor"),
    )
    sought = next((sign for word, sign in signs if purpose.startswith(word)), "")
    found = (at for at, step in enumerate(steps, 1) if sought and sought in step)
    fight = (at for at, step in enumerate(steps, 1) if "fight" in step or "round" in step)
    return str(next(found, 0) or (next(fight, 0) if not sought else 0) or "")


def outcome_words(plan: AirPlan, outcome: object) -> str:
    """Return what the dice came to."""
    units = plan.theatre.units
    if isinstance(outcome, Bombed):
        left, down = outcome.battle.attacker, outcome.battle.defender
        return (
            f"The bombs cost {outcome.damage} IP. Shot down: {described(left.lost, units)} of the "
            f"attacker, {described(down.lost, units)} of the defender."
        )
    if isinstance(outcome, Crossing):
        return f"Of {units.unit('armor').count(len(outcome.fates))}: {', '.join(outcome.fates)}."
    if isinstance(outcome, Shot):
        army = outcome.battle.attacker
        return (
            f"Under the guns {described(army.lost, units)} lost, {described(army.left, units)} "
            f"flown home; {described(army.engaged, units)} fly on."
        )
    return ""
